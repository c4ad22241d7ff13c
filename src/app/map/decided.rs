//! The records about files: where the project has decided something.

use std::cmp::Reverse;

use super::MappedRecord;
use crate::app::workspace::{Error, Workspace};
use crate::domain::pathspec::Coverage;
use crate::domain::record::Record;
use crate::domain::secrets::Clean;
use crate::domain::text::one_line;
use crate::store::View;

/// The longest title, in characters.
const TITLE: usize = 80;
/// The kind whose records come first.
const FIRST: &str = "decision";

/// The current records of a view that say which paths they are about.
pub(crate) struct Decided(Vec<(MappedRecord, Vec<Clean>)>);

impl Decided {
    /// Reads them, decisions first, then those that changed last.
    ///
    /// # Errors
    /// Where memory cannot be read.
    pub(crate) fn of(workspace: &Workspace, view: &View) -> Result<Self, Error> {
        let memory = workspace.memory(view)?;
        let mut records: Vec<&Record> = Vec::new();
        for record in &memory.records {
            if record.is_current() && !record.header.paths.is_empty() {
                records.push(record);
            }
        }
        records.sort_by_key(|record| {
            let header = &record.header;
            (
                record.kind_name() != FIRST,
                Reverse(header.updated),
                header.id.clone(),
            )
        });
        let mut decided = Vec::new();
        for record in records {
            let header = &record.header;
            let about = MappedRecord {
                id: header.id.to_string(),
                title: one_line(&header.title, TITLE),
            };
            decided.push((about, header.paths.clone()));
        }
        Ok(Self(decided))
    }

    /// The records about each of some files, in the same order.
    pub(crate) fn about<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Vec<Vec<MappedRecord>> {
        let mut coverages = Vec::new();
        for (_, specs) in &self.0 {
            coverages.push(Coverage::of(specs.iter().map(Clean::as_str)));
        }
        let mut all = Vec::new();
        for path in paths {
            let mut about = Vec::new();
            for ((record, _), coverage) in self.0.iter().zip(&coverages) {
                if coverage.covers(path) {
                    about.push(record.clone());
                }
            }
            all.push(about);
        }
        all
    }
}
