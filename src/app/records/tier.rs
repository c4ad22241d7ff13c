//! How much of a record is shown.

use crate::domain::record::{Record, front_matter};

/// The longest working text (T1), in characters: one to two pages.
const PAGE: usize = 6000;

/// How much of a record is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// The abstract.
    T0,
    /// The title and the working text, at most two pages.
    T1,
    /// The whole file.
    T2,
}

impl Tier {
    /// That much of a record, whose file's text is `text`.
    #[must_use]
    pub fn of(self, record: &Record, text: &str) -> String {
        match self {
            Self::T0 => format!("{}\n", record.header.abstract_line),
            Self::T1 => {
                let body = front_matter::split(text).map_or(text, |parts| &text[parts.body]);
                format!("# {}\n\n{}\n", record.header.title, page(body.trim()))
            }
            Self::T2 => text.to_owned(),
        }
    }
}

fn page(body: &str) -> String {
    // Characters, not bytes: a page in any script is as long.
    match body.char_indices().nth(PAGE) {
        Some((end, _)) => format!("{}\n\n[…]", &body[..end]),
        None => body.to_owned(),
    }
}
