//! Commits whose messages give a reason for the change: a text, or that it mends something. Hooks
//! and `why` fall back to these commits, and to no others.

use crate::private::message::Message;

/// The fewest words of a message's body that are a reason; trailers do not count.
const WORDS: usize = 20;
/// Beginnings of the subjects of commits that mend something.
const MENDING: [&str; 2] = ["fix", "revert"];

/// Reason that a commit's message gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its body tells it.
    Text,
    /// Its subject says that it mends something, which tells only those who ask about its files.
    Mending,
}

impl Reason {
    /// The reason that a message gives; `None` if it only says what was done.
    #[must_use]
    pub fn of(message: &Message) -> Option<Self> {
        if message.body.split_whitespace().count() >= WORDS {
            Some(Self::Text)
        } else if is_mending(&message.subject) {
            Some(Self::Mending)
        } else {
            None
        }
    }
}

/// True for the subject of a commit that mends something, with or without a scope in front.
fn is_mending(subject: &str) -> bool {
    let words = subject.split(|c: char| !c.is_alphanumeric());
    let mut first = words.filter(|word| !word.is_empty()).take(2);
    first.any(|word| MENDING.iter().any(|it| word.to_lowercase().starts_with(it)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_a_text_or_a_mended_fault() {
        let long = "word ".repeat(WORDS);
        let trailers = "Signed-off-by: One Two <one@two.example>\n".repeat(WORDS);
        for (message, reason) in [
            (format!("Tune\n\n{long}"), Some(Reason::Text)),
            (format!("fix: tune\n\n{long}"), Some(Reason::Text)),
            ("net: Fixes the leak".to_owned(), Some(Reason::Mending)),
            (
                "Revert \"Tune\"\n\nIt broke.".to_owned(),
                Some(Reason::Mending),
            ),
            ("rubocop --only Style\n\nIt is tidy.".to_owned(), None),
            ("Tune the suffix and fix it".to_owned(), None),
            (format!("Tune\n\n{trailers}"), None),
        ] {
            assert_eq!(Reason::of(&Message::parse(&message)), reason, "{message}");
        }
    }
}
