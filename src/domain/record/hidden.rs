//! Characters in a record's file that a reader would not see, or that show the text in another
//! order than it has.

use super::fault::{Code, Fault, position};
use super::front_matter;
use crate::domain::text;

// Maximum number of findings in one file: one for each character would drown all others.
const LIMIT: usize = 5;

/// The first hidden characters of a text, each as a fault at its place. A byte order mark at the
/// beginning is not one of them.
pub(crate) fn hidden_characters(text: &str) -> Vec<Fault> {
    let content = front_matter::without_bom(text);
    let start = text.len() - content.len();
    let mut faults = Vec::new();
    for (at, c) in text::hidden(content).take(LIMIT) {
        let (code, what) = named(c);
        let message = format!("{what} U+{:04X}", u32::from(c));
        faults.push(Fault::at(code, position(text, start + at), message));
    }
    faults
}

fn named(c: char) -> (Code, &'static str) {
    match c {
        // These do reorder the text around them, but right-to-left prose cannot do without.
        '\u{200e}' | '\u{200f}' | '\u{61c}' => (Code::DirectionMark, "direction mark"),
        c if text::is_bidirectional(c) => {
            (Code::HiddenCharacter, "bidirectional control character")
        }
        c if c.is_control() => (Code::HiddenCharacter, "control character"),
        _ => (Code::HiddenCharacter, "invisible character"),
    }
}
