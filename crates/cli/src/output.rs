//! The only place that writes to the terminal: answers to stdout, everything else to stderr.
//!
//! An answer is collected and written at once, through git's pager on a terminal. What comes from
//! records is shown with its hidden characters spelled out; only a plain pipe gets a record's own
//! bytes. Everything but an archive goes through the [`Redaction`] on its way out: whatever was
//! typed, or is the name of a file, may be a secret.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anstyle::Style;
use serde::Serialize;

use super::args::GlobalArgs;
use super::exit::Failure;
use super::rendering::{Flow, Page, render};
use super::screen::Screen;
use git_memory_app::wire::{JsonDocument, ServeAnswer, Texts, document, escaped};
use git_memory_app::workspace::{Invocation, Redaction, Workspace};
use git_memory_guard::Clean;
use git_memory_text::yaml::document as yaml_document;
use git_memory_text::{visible, visible_line};

pub(crate) use super::progress::with_progress;
pub(crate) use super::style::{BAD, BOLD, DIM, GOOD, ID, PLAIN};

/// Maximum number of faults that are named one by one.
const FAULTS: usize = 10;

/// Clears a terminal and moves its cursor to the top (ECMA-48: ED, CUP).
const CLEAR: &[u8] = b"\x1b[2J\x1b[H";

/// Collects the answer; writes notes at once.
pub(crate) struct Printer {
    answer: String,
    /// How much of it went through the redaction already, in bytes.
    redacted: usize,
    /// An answer that is no text.
    archive: Vec<u8>,
    redaction: Redaction<'static>,
    /// Why an answer could not be written as JSON or YAML.
    broken: Option<io::Error>,
    is_json: bool,
    is_quiet: bool,
    is_paged: bool,
    screen: Screen,
}

impl Printer {
    pub(crate) fn new(global: &GlobalArgs, redaction: Redaction<'static>) -> Self {
        Self {
            answer: String::new(),
            redacted: 0,
            archive: Vec::new(),
            redaction,
            broken: None,
            is_json: global.json,
            is_quiet: global.quiet,
            is_paged: false,
            screen: Screen::new(global),
        }
    }

    /// Learns where the command runs.
    pub(crate) fn start(&mut self, invocation: &Invocation) {
        self.redaction.start(invocation);
        self.screen.start(invocation);
    }

    /// Learns the secrets of the repository, and pager and colors from git's settings. A pipe needs
    /// neither of those.
    pub(crate) fn know(&mut self, workspace: &'static Workspace) {
        self.guard_by(workspace);
        if self.is_on_terminal() && !self.is_json {
            self.screen.know(workspace);
        }
    }

    /// Learns colors from git's settings.
    pub(crate) fn know_colors(&mut self, workspace: &Workspace) {
        self.screen.know(workspace);
    }

    /// True if the answer has styles.
    pub(crate) fn paints(&self) -> bool {
        self.screen.paints()
    }

    /// Learns the secrets of the repository.
    pub(crate) fn guard_by(&self, workspace: &'static Workspace) {
        self.redaction.open(workspace);
    }

    pub(crate) fn is_json(&self) -> bool {
        self.is_json
    }

    /// True if the answer goes to a terminal.
    pub(crate) fn is_on_terminal(&self) -> bool {
        self.screen.is_there()
    }

    /// Adds one line, whatever it contains; hidden characters and line ends are spelled out.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        self.answer.push_str(&visible_line(line.as_ref()));
        self.answer.push('\n');
    }

    /// Adds a document of our own making: several lines.
    pub(crate) fn document(&mut self, document: &str) {
        self.answer.push_str(&visible(document));
        self.answer.push('\n');
    }

    /// Adds a line made of pieces, each in its style.
    pub(crate) fn styled(&mut self, pieces: &[(Style, &str)]) {
        let paints = self.screen.paints();
        for (style, piece) in pieces {
            let piece = visible_line(piece);
            if paints && *style != PLAIN {
                self.answer.extend([format!("{style}{piece}{style:#}")]);
            } else {
                self.answer.push_str(&piece);
            }
        }
        self.answer.push('\n');
    }

    /// Adds a line that is as it should be: what comes from records in it is made visible.
    pub(crate) fn formatted(&mut self, line: &str) {
        self.answer.push_str(line);
        self.answer.push('\n');
    }

    /// Adds a text in styles: wrapped on a terminal, one line elsewhere.
    pub(crate) fn flow(&mut self, flow: &Flow) {
        let width = self.screen.width();
        // A secret must not hide behind the marks of its parts' styles, or between two lines.
        let redacted = self.redaction.answer(flow.text());
        if redacted == flow.text() {
            self.flow_lines(flow, width);
        } else {
            self.flow_lines(&flow.with_text(&redacted), width);
        }
    }

    fn flow_lines(&mut self, flow: &Flow, width: Option<usize>) {
        for line in flow.lines(width) {
            self.styled(&line);
        }
    }

    /// Adds a text of Markdown: its own bytes into a pipe or file, as what it means on a terminal.
    pub(crate) fn markdown(&mut self, text: &str) {
        if !self.rendered(text, "") {
            self.raw(text);
        }
    }

    /// Adds a text of Markdown as what it means, each line after an indent. Adds nothing and
    /// returns false where there is no terminal.
    pub(crate) fn rendered(&mut self, text: &str, indent: &str) -> bool {
        let Some(width) = self.screen.width() else {
            return false;
        };
        let page = Page {
            indent,
            width,
            has_styles: self.screen.paints(),
        };
        for flow in render(text, page) {
            self.flow(&flow);
        }
        true
    }

    /// Adds a record's own text: as it is into a pipe or file, made visible for a terminal.
    pub(crate) fn raw(&mut self, text: &str) {
        if self.is_on_terminal() {
            self.answer.push_str(&visible(text));
        } else {
            self.answer.push_str(text);
        }
    }

    /// Adds a text that the guard made clean as a whole: it is not looked through once more.
    pub(crate) fn clean(&mut self, text: &Clean) {
        let is_first = self.redacted == self.answer.len();
        self.raw(text);
        // The text before it may make a secret of its beginning.
        if is_first {
            self.redacted = self.answer.len();
        }
    }

    /// Adds an archive as it is: its parts were redacted one by one, and with another length none
    /// of them could be found again.
    pub(crate) fn archive(&mut self, bytes: &[u8]) {
        self.archive.extend_from_slice(bytes);
    }

    /// Adds the answer as one JSON document. Characters that could hide in a terminal are escaped.
    pub(crate) fn json(&mut self, answer: impl Serialize) {
        self.json_document(answer, Texts::Unknown);
    }

    /// Adds an answer as one JSON document; each of its texts is clean already.
    pub(crate) fn clean_json(&mut self, answer: impl Serialize) {
        self.json_document(answer, Texts::Clean);
    }

    fn json_document(&mut self, answer: impl Serialize, texts: Texts) {
        match document(&self.redaction, answer, texts, self.is_on_terminal()) {
            Ok(document) => self.redacted_text(&document),
            Err(error) => self.broken = Some(error.into()),
        }
    }

    /// Adds an answer of which every text is clean by itself as one YAML document: no two of them
    /// meet, as each has its key or dash before it.
    pub(crate) fn clean_yaml(&mut self, answer: impl Serialize) {
        let is_first = self.redacted == self.answer.len();
        match serde_yaml::to_value(JsonDocument::new(answer)) {
            Ok(value) => self.document(yaml_document(&value).trim_end()),
            Err(error) => self.broken = Some(io::Error::other(error)),
        }
        if is_first && !self.redaction.has_typed_secret() {
            self.redacted = self.answer.len();
        }
    }

    /// Prints an address of our own at once, as it is: its token is meant for the reader.
    ///
    /// # Errors
    /// If the address cannot be printed.
    pub(crate) fn address(&mut self, address: &str) -> io::Result<()> {
        if self.is_json {
            let answer = JsonDocument::new(ServeAnswer { address });
            self.redacted_text(&(serde_json::to_string(&answer)? + "\n"));
        } else {
            self.redacted_text(&format!("{address}\n"));
        }
        self.finish()?;
        self.forget();
        Ok(())
    }

    /// Prints the answer at once where it is another one than `last`, on a cleared terminal, and
    /// begins the next one. Returns false once nobody reads any more.
    ///
    /// # Errors
    /// If it cannot be printed.
    pub(crate) fn print_anew(&mut self, last: &mut String) -> io::Result<bool> {
        let mut is_read = true;
        if self.answer != *last {
            last.clone_from(&self.answer);
            if self.is_on_terminal() {
                io::stdout().write_all(CLEAR)?;
            }
            is_read = self.write()?;
        }
        self.forget();
        Ok(is_read)
    }

    fn forget(&mut self) {
        self.answer.clear();
        self.redacted = 0;
    }

    /// Adds one JSON object on a line of its own.
    pub(crate) fn json_line(&mut self, object: impl Serialize) {
        match serde_json::to_string(&object) {
            Ok(line) => self.redacted_text(&(escaped(&self.redaction.json(&line)) + "\n")),
            Err(error) => self.broken = Some(error.into()),
        }
    }

    fn redacted_text(&mut self, text: &str) {
        self.answer.push_str(text);
        self.redacted = self.answer.len();
    }

    /// Lets the answer go through the pager, where there is a terminal.
    pub(crate) fn page(&mut self) {
        self.is_paged = true;
    }

    /// Prints something that is not the answer on stderr, unless --quiet is given.
    pub(crate) fn note(&self, note: impl AsRef<str>) {
        if !self.is_quiet {
            self.say(&visible_line(note.as_ref()));
        }
    }

    /// Names the secrets that were redacted in a private text.
    pub(crate) fn report_redacted(&self, redacted: &[String]) {
        for what in redacted {
            self.note(format!("note: redacted a secret: {what}"));
        }
    }

    /// Says where the private memory of an earlier branch of the current one's name is now.
    pub(crate) fn note_set_aside(&self, name: &str) {
        self.note(format!(
            "note: an earlier branch had this name; its work log is kept as '{name}'"
        ));
        self.note(format!(
            "hint: 'git memory summary fold {name}' joins it to this one"
        ));
    }

    /// Says that older commits than those of a shallow clone were not looked at.
    pub(crate) fn note_shallow(&self) {
        self.note("note: this clone is shallow: older commits are not counted");
        self.note("hint: 'git fetch --unshallow' gets them");
    }

    /// Says what the mark of a commit at the end of a shallow clone means.
    pub(crate) fn note_boundary(&self) {
        self.note("note: this clone is shallow: commits marked '^' may be older");
        self.note("hint: 'git fetch --unshallow' gets the older commits");
    }

    /// Names what is wrong with the files that an answer was made from.
    pub(crate) fn warn_of_faults<T: AsRef<str>>(&self, faults: &[T]) {
        for fault in faults.iter().take(FAULTS) {
            self.note(format!("warning: {}", fault.as_ref()));
        }
        if faults.len() > FAULTS {
            self.note("warning: more problems were found; 'git memory check' shows all of them");
        }
    }

    /// Names the parents that an answer lacks, unless that was done, and says how to get them.
    pub(crate) fn note_parents_missing(&self, workspace: &Workspace, is_named: bool) {
        let missing = workspace.parents_missing();
        for line in missing.iter().filter(|_| !is_named) {
            self.note(format!("note: {line}"));
        }
        if !missing.is_empty() {
            self.note("hint: 'git memory subscribe fetch' fetches what is pinned");
        }
    }

    /// Names what of private memory could not be read, and was left out.
    pub(crate) fn warn_of_private(&self, workspace: &Workspace) {
        let faults = workspace.take_private_faults();
        for fault in faults.iter().take(FAULTS) {
            self.note(format!("warning: {fault}"));
        }
        if !faults.is_empty() {
            self.note("hint: 'git memory doctor' checks the work logs, and can fix them");
        }
    }

    /// Names the ids that several files have, of those that a command was given or has shown.
    pub(crate) fn warn_of_doubles(&self, workspace: &Workspace) {
        let doubles = workspace.doubles();
        for double in doubles.iter().take(FAULTS) {
            self.note(format!("warning: {}", double.sentence()));
        }
        if !doubles.is_empty() {
            self.note(
                "hint: give the other file an id of its own, or remove it; a path names one of two",
            );
        }
    }

    /// Names the files of secrets that the guard could not read.
    pub(crate) fn warn_of_unwatched(&self, workspace: &Workspace) {
        for file in workspace.unwatched() {
            self.note(format!(
                "warning: cannot read '{}': its values are not recognized as secrets",
                file.display()
            ));
        }
    }

    /// Prints why the command could not be done, and drops what was collected: it is not an answer
    /// then. To who asked for JSON, the failure is the answer as well.
    pub(crate) fn fail(&mut self, failure: &Failure) {
        self.answer.clear();
        self.redacted = 0;
        // A failure is short, and its message is on the terminal already.
        self.is_paged = false;
        self.complain(failure);
        if self.is_json {
            self.json(failure.answer());
        }
    }

    /// Prints what failed and the ways out on stderr.
    pub(crate) fn complain(&self, failure: &Failure) {
        self.say(&format!("fatal: {}", visible(&failure.message)));
        for line in &failure.details {
            self.say(&format!("  {}", visible(line)));
        }
        for hint in failure.hints() {
            self.say(&format!("hint: {}", visible(&hint)));
        }
    }

    /// Writes a message to stderr.
    pub(crate) fn say(&self, message: &str) {
        // If stderr is closed, the message has no reader.
        let _ = writeln!(io::stderr(), "{}", self.redaction.message(message));
    }

    /// Time that a command may take before it shows its progress; `None` if it never shows any.
    pub(crate) fn progress_delay(&self) -> Option<Duration> {
        if self.is_quiet || self.is_json {
            return None;
        }
        self.screen.progress_delay()
    }

    /// Writes the answer.
    ///
    /// # Errors
    /// Where it cannot be written. A reader that closed the pipe has read enough: that is no error.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.write().map(|_| ())
    }

    /// Writes it likewise; returns false if the reader has closed the pipe.
    fn write(&mut self) -> io::Result<bool> {
        if let Some(error) = self.broken.take() {
            return Err(error);
        }
        if self.answer.is_empty() && self.archive.is_empty() {
            return Ok(true);
        }
        let (redacted, rest) = self.answer.split_at(self.redacted);
        let answer = match self.redaction.answer(rest) {
            Cow::Borrowed(_) => Cow::Borrowed(self.answer.as_str()),
            Cow::Owned(rest) => Cow::Owned(format!("{redacted}{rest}")),
        };
        // If no pager can be started, the answer is printed as it is.
        if self.is_paged && self.screen.page(&answer) {
            return Ok(true);
        }
        let mut stdout = io::stdout().lock();
        let written = stdout
            .write_all(answer.as_bytes())
            .and_then(|()| stdout.write_all(&self.archive))
            .and_then(|()| stdout.flush());
        match written {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Says on stderr what went wrong beside the command, from another thread: words of our own alone.
pub(crate) fn warn(message: &str) {
    // If stderr is closed, the message has no reader.
    let _ = writeln!(io::stderr(), "warning: {message}");
}

/// Asks a question on a terminal; `None` where there is none to ask on.
pub(crate) fn ask(question: &str) -> Option<bool> {
    let answer = choose(question, "y/N")?;
    Some(matches!(answer.as_str(), "y" | "yes"))
}

/// Asks a question on a terminal that has more answers than yes and no; gives the answer in lower
/// case, `None` where there is no terminal to ask on.
pub(crate) fn choose(question: &str, answers: &str) -> Option<String> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return None;
    }
    // A question that cannot be shown or answered is answered with no.
    let _ = write!(io::stderr(), "{} [{answers}] ", visible(question));
    let mut answer = String::new();
    match io::stdin().read_line(&mut answer) {
        Ok(_) => Some(answer.trim().to_lowercase()),
        Err(_) => Some(String::new()),
    }
}
