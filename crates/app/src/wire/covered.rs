//! The answer of `show --files`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::records::covered::Covered;
use git_memory_guard::Clean;

/// The answer of `show --files`: which files records are about.
#[derive(Serialize, JsonSchema)]
pub struct CoveredAnswer<'a> {
    /// In the order in which they were named.
    records: Vec<CoveredItem<'a>>,
}

/// A record and its files.
#[derive(Serialize, JsonSchema)]
struct CoveredItem<'a> {
    id: &'a str,
    title: &'a str,
    /// The record's pathspecs.
    paths: Vec<&'a str>,
    /// The tracked files that these cover, sorted by path.
    files: &'a [String],
    /// The tracked files to which it applies by any evidence, sorted by path.
    applies_to: &'a [String],
    /// Number of files to which it may apply and that were not looked at.
    files_left: usize,
}

impl<'a> From<&'a Vec<Covered>> for CoveredAnswer<'a> {
    fn from(covered: &'a Vec<Covered>) -> Self {
        let mut records = Vec::new();
        for record in covered {
            records.push(CoveredItem {
                id: &record.id,
                title: &record.title,
                paths: record.specs.iter().map(Clean::as_str).collect(),
                files: &record.files,
                applies_to: &record.applies_to,
                files_left: record.files_left,
            });
        }
        Self { records }
    }
}
