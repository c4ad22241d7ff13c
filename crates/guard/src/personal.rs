//! Texts that name a person: mail addresses, phone numbers, and folders of users.
//!
//! Records may name people. A question that is kept for a rating need not: whoever asked it thought
//! of the answer, not of a file that others read.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::finding::{Finding, Unplaced, placed};
use super::guard::Guard;
use super::redact::redact_by;
use super::rule::Class;
use super::{Clean, marker};

/// The forms; group 1 is what is taken out. Each has an `@`, a slash, or eight digits.
const FORMS: &[&str] = &[
    // An address of mail; `git@` logs in to a server.
    r"(?:^|[^A-Za-z0-9._%+-])([A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24})",
    // Numbers with their country, with an area in brackets, and as they are written in America,
    // Germany and France.
    r"(?:^|[^\w+])(\+[0-9][0-9 ()./-]{6,18}[0-9])(?:[^\w]|$)",
    r"(?:^|[^\w])(\(0?[0-9]{2,5}\) ?[0-9]{3,5}[ -]?[0-9]{3,6})(?:[^\w-]|$)",
    r"(?:^|[^\w.-])([0-9]{3}[ .-][0-9]{3}[ .-][0-9]{4})(?:[^\w.-]|$)",
    r"(?:^|[^\w.-])(0[1-9][0-9]{1,3}[ /-][0-9]{5,9})(?:[^\w.-]|$)",
    r"(?:^|[^\w.-])(0[1-9](?:[ .][0-9]{2}){4})(?:[^\w.-]|$)",
    // The folder of a user, without what is below it.
    r#"(?:/home/|/Users/|[A-Za-z]:\\{1,2}Users\\{1,2})([^\s/\\"'`<>:;,)$]{1,64})"#,
];

/// `None` if a form does not compile, which a test rules out.
static COMPILED: LazyLock<Option<Vec<Regex>>> = LazyLock::new(|| {
    let compiled = FORMS.iter().map(|form| Regex::new(form));
    compiled.collect::<Result<_, _>>().ok()
});

impl Guard {
    /// Takes secrets and texts that name a person out of a text.
    #[must_use]
    pub fn redact_personal(&self, text: &str) -> Clean {
        let clean = self.redact(text);
        redact_by(&clean, personal)
    }
}

/// The places that name a person, outside of markers.
fn personal(text: &str) -> Vec<Finding> {
    let Some(forms) = &*COMPILED else {
        return Vec::new();
    };
    let markers = marker::markers(text);
    let mut spans: Vec<Range<usize>> = Vec::new();
    for form in forms {
        for captures in form.captures_iter(text) {
            let named = captures.get(1).map(|named| named.range());
            let is_marked = |span: &Range<usize>| {
                let mut markers = markers.iter();
                markers.any(|marker| marker::overlaps(marker, span))
            };
            spans.extend(
                named.filter(|span| !text[span.clone()].starts_with("git@") && !is_marked(span)),
            );
        }
    }
    spans.sort_by_key(|span| (span.start, span.end));
    let mut apart: Vec<Unplaced> = Vec::new();
    for span in spans {
        match apart.last_mut() {
            Some(last) if span.start < last.span.end => last.span.end = last.span.end.max(span.end),
            _ => apart.push(Unplaced {
                span,
                rule: "personal",
                class: Class::Personal,
                masked: None,
            }),
        }
    }
    placed(text, apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_a_person_is_taken_out() {
        for (text, expected) in [
            (
                "why did anna.b+x@host.org ask?",
                "why did [REDACTED:personal] ask?",
            ),
            (
                "call +49 (0)30 123456-78 now",
                "call [REDACTED:personal] now",
            ),
            ("+1-555-867-5309", "[REDACTED:personal]"),
            ("call (555) 867-5309", "call [REDACTED:personal]"),
            ("555-867-5309, please", "[REDACTED:personal], please"),
            ("Tel. 0171 2345678", "Tel. [REDACTED:personal]"),
            ("06 12 34 56 78", "[REDACTED:personal]"),
            (
                "in /home/anna/src/a.rs",
                "in /home/[REDACTED:personal]/src/a.rs",
            ),
            (
                r"C:\Users\Anna\a and /Users/anna",
                r"C:\Users\[REDACTED:personal]\a and /Users/[REDACTED:personal]",
            ),
        ] {
            let clean = Guard::new().redact_personal(text);
            assert_eq!(clean.as_str(), expected);
            assert_eq!(Guard::new().redact_personal(&clean), clean);
        }
    }

    #[test]
    fn other_numbers_and_names_stay() {
        for text in [
            "git@github.com:owner/name",
            "since 2026-11-20 10:00:00, v1.22.333, 192.168.001.001",
            "@acme/name@1.2.3, 20261120 and 1_000_000_000",
            "dec-7k3m9q and 9fceb02d0ae598e95dc970b74767f19372d61af8",
            "/usr/home and $HOME/src, home/anna",
            "issue 123 456, port 8080",
        ] {
            assert_eq!(Guard::new().redact_personal(text).as_str(), text);
        }
        assert_eq!(COMPILED.as_ref().map(Vec::len), Some(FORMS.len()));
    }
}
