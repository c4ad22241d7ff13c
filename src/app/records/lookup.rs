//! Finding the record that a user means: by id, by a unique prefix of an id, or by path.

use std::path::Path;

use crate::app::workspace::{Error, Workspace};
use crate::domain::record::{Record, front_matter};
use crate::domain::{layout, text};
use crate::store::Memory;

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
                let page: String = body.trim().chars().take(PAGE).collect();
                let mark = if body.trim().chars().nth(PAGE).is_some() {
                    "\n\n[…]"
                } else {
                    ""
                };
                format!("# {}\n\n{page}{mark}\n", record.header.title)
            }
            Self::T2 => text.to_owned(),
        }
    }
}

/// The record that `name` names: an id, a unique prefix of one, or a path (from here, from the top,
/// or from `memory/`).
///
/// # Errors
/// [`Error::UnknownRecord`], or [`Error::Ambiguous`] with the candidates.
pub fn find<'a>(
    workspace: &Workspace,
    memory: &'a Memory,
    name: &str,
) -> Result<&'a Record, Error> {
    if name.contains('/') || layout::is_record_name(name) {
        let from_here = workspace.repo.from_top(Path::new(name));
        let spellings = [
            from_here,
            Some(name.to_owned()),
            Some(format!("memory/{name}")),
        ];
        let by_path = |path: &String| {
            memory
                .records
                .iter()
                .find(|record| record.path.as_str() == path)
        };
        let found = spellings.iter().flatten().find_map(by_path);
        return found.ok_or_else(|| Error::UnknownRecord(shown(name)));
    }
    let with_id = |fits: &dyn Fn(&str) -> bool| -> Vec<&'a Record> {
        memory
            .records
            .iter()
            .filter(|record| fits(record.header.id.as_str()))
            .collect()
    };
    let mut found = with_id(&|id| id == name);
    if found.is_empty() && !name.is_empty() {
        found = with_id(&|id| id.starts_with(name));
    }
    match found.as_slice() {
        [] => Err(Error::UnknownRecord(shown(name))),
        [one] => Ok(one),
        several => {
            let line = |record: &&Record| {
                format!(
                    "{}  {} ({})",
                    record.header.id, record.header.title, record.path
                )
            };
            Err(Error::Ambiguous {
                name: shown(name),
                candidates: several.iter().map(line).collect(),
            })
        }
    }
}

fn shown(name: &str) -> String {
    text::visible(&text::one_line(name, 80)).into_owned()
}
