//! Trailers of a commit's message that name the records which it follows: `Decision: dec-7k3m9q`,
//! `Memory: les-0q4m2x`; and those that waive one: `Decision-Exempt: dec-7k3m9q only in tests`.

use super::citation::{Citation, citation_at, citations};
use super::trailer_block::{block, split, unfolded};
use git_memory_text::limits;

/// The trailers that name records, in lower case.
const KEYS: [&str; 2] = ["decision", "memory"];
/// The trailer that waives a record, in lower case.
const EXEMPT: &str = "decision-exempt";
/// Signs between the name of a waived record and the reason.
const BETWEEN: [char; 6] = [':', ',', ';', '-', '\u{2013}', '\u{2014}'];

/// A trailer that names a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trailer<'a> {
    /// `Decision` or `Memory`, as written.
    pub key: &'a str,
    /// Text after the key, on its line.
    pub value: &'a str,
    /// The records that it names; none if nothing in it is the name of one.
    pub names: Vec<Citation>,
}

/// The trailers of a message that name records, in its order.
#[must_use]
pub fn trailers(message: &str) -> Vec<Trailer<'_>> {
    let mut found = Vec::new();
    for line in block(message) {
        let Some((key, value)) = split(line) else {
            continue;
        };
        let is_ours = KEYS.iter().any(|known| key.eq_ignore_ascii_case(known));
        if is_ours && !value.is_empty() && found.len() < limits::TRAILERS {
            let names = citations(value);
            found.push(Trailer { key, value, names });
        }
    }
    found
}

/// A trailer that waives what is found about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exemption {
    /// Text after the key.
    pub value: String,
    /// The record; `None` if the text does not begin with the name of one.
    pub name: Option<Citation>,
    /// The reason; empty if none is given.
    pub reason: String,
}

/// The trailers of a message that waive records, in its order.
#[must_use]
pub fn exemptions(message: &str) -> Vec<Exemption> {
    let mut found = Vec::new();
    for line in unfolded(message) {
        let Some((key, value)) = split(&line) else {
            continue;
        };
        if key.eq_ignore_ascii_case(EXEMPT) && found.len() < limits::TRAILERS {
            let (name, reason) = match citation_at(value) {
                Some((name, length)) => (Some(name), value[length..].trim_start()),
                None => (None, ""),
            };
            let reason = reason.trim_start_matches(BETWEEN).trim();
            let has_words = reason.contains(char::is_alphanumeric);
            found.push(Exemption {
                value: value.to_owned(),
                name,
                reason: if has_words { reason } else { "" }.to_owned(),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(message: &str) -> Vec<&str> {
        trailers(message).into_iter().map(|it| it.value).collect()
    }

    #[test]
    fn trailers_are_read_as_git_reads_them() {
        for (message, expected) in [
            ("Use X\n\nDecision: dec-7k3m9q\n", vec!["dec-7k3m9q"]),
            (
                "Use X\n\nBody.\n\nMemory : les-0q4m2x\ndecision:ADR 7\n",
                vec!["les-0q4m2x", "ADR 7"],
            ),
            // The title is not a paragraph of trailers, and neither is one in the middle.
            ("Decision: dec-7k3m9q\n", vec![]),
            ("Decision: dec-7k3m9q\nand more\n", vec![]),
            ("Use X\n\nDecision: dec-7k3m9q\n\nBody.\n", vec![]),
            // A line of prose makes the paragraph prose, unless git wrote one of its lines.
            ("Use X\n\nSome words\nDecision: dec-7k3m9q\n", vec![]),
            (
                "Use X\n\nSome words\nDecision: dec-7k3m9q\nSigned-off-by: A <a@b>\n",
                vec!["dec-7k3m9q"],
            ),
            (
                "Use X\n\nDecision: dec-7k3m9q\n  and what follows\n",
                vec!["dec-7k3m9q"],
            ),
            ("Use X\n\n  indented\nDecision: dec-7k3m9q\n", vec![]),
            ("Use X\n\nDecision:\n", vec![]),
            ("Use X\n\nDecisions: dec-7k3m9q\n", vec![]),
            ("Use X\r\n\r\nDecision: dec-7k3m9q\r\n", vec!["dec-7k3m9q"]),
            ("", vec![]),
        ] {
            assert_eq!(values(message), expected, "{message:?}");
        }
    }

    #[test]
    fn a_value_that_is_no_name_names_nothing() {
        let of = |value: &str| trailers(&format!("T\n\nDecision: {value}"))[0].names.len();
        assert_eq!(of("dec-7k3m9q, ADR 32"), 2);
        assert_eq!(of("dec-7k3m9q (Use a queue)"), 1);
        assert_eq!(of("32"), 0);
        assert_eq!(of("the queue"), 0);
    }

    #[test]
    fn a_waiver_names_one_record_and_a_reason() {
        for (value, name, reason) in [
            (
                "dec-7k3m9q only in tests",
                Some("dec-7k3m9q"),
                "only in tests",
            ),
            ("dec-7k3m9q: for now", Some("dec-7k3m9q"), "for now"),
            ("ADR 7 - for\n  now", Some("adr#7"), "for now"),
            ("dec-7k3m9q\n for now", Some("dec-7k3m9q"), "for now"),
            ("dec-7k3m9q", Some("dec-7k3m9q"), ""),
            ("dec-7k3m9q ...", Some("dec-7k3m9q"), ""),
            ("the queue, for now", None, ""),
            ("", None, ""),
        ] {
            let message = format!("T\n\nDecision-exempt: {value}\nDecision: dec-7k3m9q\n");
            let [found] = &*exemptions(&message) else {
                panic!("{value}");
            };
            assert_eq!(
                found.name.as_ref().map(Citation::key).as_deref(),
                name,
                "{value}"
            );
            assert_eq!(found.reason, reason, "{value}");
        }
        assert_eq!(exemptions("Decision-Exempt: dec-7k3m9q why\n"), []);
        assert_eq!(
            exemptions("T\n\nDecision-Exempt: dec-7k3m9q why\n\nBody.\n"),
            []
        );
        let many = format!("T\n\n{}", "Decision-Exempt: dec-7k3m9q a\n".repeat(1 << 12));
        assert!(exemptions(&many).len() <= limits::TRAILERS);
    }

    #[test]
    fn a_message_without_end_is_bounded() {
        let long = format!("T\n\n{}\n\nDecision: dec-7k3m9q", "x ".repeat(5 << 20));
        assert_eq!(values(&long), ["dec-7k3m9q"]);
        let many = format!("T\n\n{}", "Decision: dec-7k3m9q\n".repeat(1 << 19));
        assert!(values(&many).len() <= limits::TRAILERS);
    }
}
