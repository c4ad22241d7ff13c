//! Redaction of a door's output: by the guard of the repository if there is one, otherwise by that
//! of the machine, and by the spellings of typed secrets.
//!
//! Records are redacted by the rules when they are read, and refused when they are written. The
//! remaining cases are secrets that only this machine knows, and texts that only pass through:
//! arguments, names of files and refs, settings, errors of git.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashSet;
use std::ffi::OsString;

use super::{Invocation, Workspace, guard};
use git_memory_guard::{Guard, Spellings, has_mixed_run};

/// The shortest run of letters and digits for which an answer is scanned. Tokens with a form of
/// their own are longer; shorter secrets are found by the name before them, which redacts them in
/// records, and makes an argument worth a scan.
const TOKEN: usize = 16;
/// The shortest run for which an argument is scanned: it is short, and a slug may be made of it.
const TYPED: usize = 12;
/// Characters in an argument that a value may follow.
const BEFORE_VALUE: [char; 3] = ['=', ':', '@'];
/// Characters around the texts of a page, which have escapes for them.
const MARKS: [char; 3] = ['<', '>', '"'];
/// Characters with the escapes that a page has for them.
const ESCAPES: [(&str, &str); 4] = [
    ("<", "&lt;"),
    (">", "&gt;"),
    ("\"", "&quot;"),
    // The last to be read, and the first to be written: the others begin with it.
    ("&", "&amp;"),
];
/// A shorter value is not searched for (see the guard's known values).
const VALUE: usize = 8;

/// Takes secrets out of what is printed. Nothing is made ready before something is printed.
#[derive(Default)]
pub struct Redaction<'a> {
    arguments: Vec<OsString>,
    invocation: Option<Invocation>,
    /// The one in which the command runs; for a command that opens none, one of our own.
    workspace: OnceCell<&'a Workspace>,
    /// The guard outside of a repository, or for one with unreadable settings.
    outside: OnceCell<Guard>,
    typed: OnceCell<Spellings>,
}

impl<'a> Redaction<'a> {
    /// For an answer to these arguments.
    #[must_use]
    pub fn new(arguments: Vec<OsString>) -> Self {
        Self {
            arguments,
            ..Self::default()
        }
    }

    /// Learns where the command runs.
    pub fn start(&mut self, invocation: &Invocation) {
        self.invocation = Some(invocation.clone());
    }

    /// Learns which repository the command runs in, so that its guard is not made twice.
    pub fn open(&self, workspace: &'a Workspace) {
        self.workspace.get_or_init(|| workspace);
    }

    /// A message: short, and often about what was typed, so it always goes through the guard.
    #[must_use]
    pub fn message(&self, message: &str) -> String {
        self.redacted(message)
    }

    /// Redacts an answer. Most contain no possible secret.
    #[must_use]
    pub fn answer<'t>(&self, answer: &'t str) -> Cow<'t, str> {
        if self.is_suspicious(answer) {
            Cow::Owned(self.redacted(answer))
        } else {
            Cow::Borrowed(answer)
        }
    }

    /// Redacts JSON string by string, as a secret must not extend beyond its quotes.
    #[must_use]
    pub fn json<'t>(&self, document: &'t str) -> Cow<'t, str> {
        if !self.is_suspicious(document) {
            return Cow::Borrowed(document);
        }
        let mut redacted = String::with_capacity(document.len());
        // Keys and many values come again and again.
        let mut clean: HashSet<&str, foldhash::fast::RandomState> = HashSet::default();
        let mut rest = document;
        while let Some(start) = rest.find('"') {
            let (before, string) = rest.split_at(start);
            redacted.push_str(before);
            let (string, after) = string.split_at(string_end(string));
            if !clean.contains(string) {
                if let Some(told) = self.json_string(string) {
                    redacted.push_str(&told);
                    rest = after;
                    continue;
                }
                clean.insert(string);
            }
            redacted.push_str(string);
            rest = after;
        }
        redacted.push_str(rest);
        Cow::Owned(redacted)
    }

    /// Redacts a page of HTML. Where something is found, each text of it is judged by itself and
    /// without escapes, as in the record that it comes from.
    #[must_use]
    pub fn html(&self, page: &str) -> String {
        let redacted = self.redacted(page);
        // An escape may have hidden a typed secret.
        if redacted == page && !self.has_typed_secret() {
            return redacted;
        }
        let mut told = String::with_capacity(page.len());
        for piece in page.split_inclusive(MARKS) {
            let text = piece.trim_end_matches(MARKS);
            let plain = unescaped(text);
            let redacted = self.redacted(&plain);
            if redacted == plain {
                told.push_str(text);
            } else {
                told.push_str(&escaped(&redacted));
            }
            told.push_str(&piece[text.len()..]);
        }
        told
    }

    /// Redacts JSON whose strings are already clean: only typed secrets may still be in it, in
    /// another spelling.
    #[must_use]
    pub fn json_of_clean<'t>(&self, document: &'t str) -> Cow<'t, str> {
        if self.has_typed_secret() {
            self.json(document)
        } else {
            Cow::Borrowed(document)
        }
    }

    /// True if a secret is among the arguments.
    #[must_use]
    pub fn has_typed_secret(&self) -> bool {
        !self.typed().is_empty()
    }

    /// A quoted string without its secrets; `None` where it has none.
    fn json_string(&self, quoted: &str) -> Option<String> {
        let plain = quoted.get(1..quoted.len().saturating_sub(1));
        let text = match plain.filter(|plain| !plain.contains('\\')) {
            Some(plain) => Cow::Borrowed(plain),
            None => match serde_json::from_str(quoted) {
                Ok(text) => Cow::Owned(text),
                // Never of a document that was just written; the text is redacted as it stands.
                Err(_) => return Some(self.redacted(quoted)),
            },
        };
        let redacted = self.redacted(&text);
        (redacted != text).then(|| serde_json::Value::String(redacted).to_string())
    }

    fn redacted(&self, text: &str) -> String {
        let clean = self.guard().redact(text);
        let typed = self.typed();
        if typed.is_empty() {
            return clean.into_string();
        }
        typed.redact(&clean)
    }

    fn is_suspicious(&self, answer: &str) -> bool {
        let has_login = answer.contains("://") && answer.contains('@');
        has_login
            || has_mixed_run(answer, TOKEN)
            || self.has_typed_secret()
            || self.has_known_value(answer)
    }

    /// True if an answer contains a secret that only this machine knows: cached records were
    /// redacted only by the rules, and values may have become secrets since.
    fn has_known_value(&self, answer: &str) -> bool {
        self.workspace.get().is_some() && self.guard().finds_beyond_rules(answer)
    }

    /// The secrets among the arguments, in whatever way they are spelled.
    fn typed(&self) -> &Spellings {
        self.typed.get_or_init(|| {
            let mut spellings = Spellings::default();
            for argument in &self.arguments {
                let argument = argument.to_string_lossy();
                if !self.may_hold_secret(&argument) {
                    continue;
                }
                for finding in self.guard().scan(&argument) {
                    spellings.add(&argument[finding.span]);
                }
            }
            spellings
        })
    }

    /// True if an argument is worth a scan, which costs more than most commands.
    fn may_hold_secret(&self, argument: &str) -> bool {
        argument.contains(BEFORE_VALUE) || has_mixed_run(argument, TYPED) || self.is_value(argument)
    }

    /// True if an argument contains the value of a variable. Most of these are not secrets, and the
    /// guard knows which are.
    fn is_value(&self, argument: &str) -> bool {
        let Some(invocation) = &self.invocation else {
            return false;
        };
        if argument.len() < VALUE {
            return false;
        }
        let mut variables = invocation.environment().texts();
        variables.any(|(_, value)| value.len() >= VALUE && argument.contains(value.trim()))
    }

    fn guard(&self) -> &Guard {
        if let Some(workspace) = self.workspace()
            && let Ok(guard) = workspace.guard()
        {
            return guard;
        }
        self.outside.get_or_init(|| {
            let outside = self.invocation.as_ref().map(guard::outside);
            match outside {
                Some(Ok(guard)) => guard,
                // A setting that cannot be read must not keep its own error from being printed.
                _ => Guard::new(),
            }
        })
    }

    fn workspace(&self) -> Option<&'a Workspace> {
        if let Some(workspace) = self.workspace.get() {
            return Some(workspace);
        }
        let opened = Workspace::open(self.invocation.as_ref()?).ok()?;
        // The process ends with what is printed now.
        let opened: &'static Workspace = Box::leak(Box::new(opened));
        Some(self.workspace.get_or_init(|| opened))
    }
}

/// Returns the end of the JSON string at the start of a text, including its quotes.
fn string_end(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn unescaped(text: &str) -> String {
    let escapes = ESCAPES.iter();
    escapes.fold(text.to_owned(), |text, (plain, escape)| {
        text.replace(escape, plain)
    })
}

fn escaped(text: &str) -> String {
    let escapes = ESCAPES.iter().rev();
    escapes.fold(text.to_owned(), |text, (plain, escape)| {
        text.replace(plain, escape)
    })
}
