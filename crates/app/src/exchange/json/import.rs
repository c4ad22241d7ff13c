//! State of an import of a document: memory, the document, and the result for each entry.

use std::collections::{HashMap, HashSet};

use crate::exchange::claims::Claims;
use crate::exchange::import::{Outcome, Skipped, Taken};
use crate::exchange::named::targets;
use crate::records::names::Names;
use crate::workspace::{Error, Workspace};
use git_memory_model::form::targets::Targets;
use git_memory_model::record::{Record, RecordId};
use git_memory_store::write::Change;
use git_memory_text as text;

/// Maximum length of a reason, or of a name from a document, in a report, in characters.
const SHOWN: usize = 200;
/// Maximum length of the text that is scanned for secrets before it is cut, in bytes.
const LOOKED_AT: usize = 64 << 10;

/// Origin of a record: the name of its kind, and the name of the entry.
pub(crate) type Origin = (&'static str, String);

pub(crate) struct Import<'a> {
    pub(crate) workspace: &'a Workspace,
    /// True if a known record gets the document's text.
    pub(crate) is_update: bool,
    /// True if the import also takes files that belong to no part of memory.
    pub(crate) takes_others: bool,
    /// The ids of those that have got it.
    pub(crate) updated: HashSet<RecordId>,
    /// The records that memory has already.
    pub(crate) old: HashMap<&'a RecordId, &'a Record>,
    /// The ids of all records, and of those that the document brings.
    pub(crate) ids: HashSet<RecordId>,
    /// The ids that the document's files have, whatever became of the files; of pages the paths.
    pub(crate) passed: HashSet<String>,
    /// Origins of the records of earlier imports and of this one.
    pub(crate) origins: HashMap<Origin, RecordId>,
    /// The records that a text may name.
    pub(crate) targets: Targets,
    pub(crate) claims: Claims,
    pub(crate) names: Names,
    pub(crate) changes: Vec<Change>,
    pub(crate) outcomes: Vec<Outcome>,
}

impl<'a> Import<'a> {
    pub(crate) fn new(workspace: &'a Workspace, records: &'a [Record], is_update: bool) -> Self {
        let mut old = HashMap::new();
        let mut ids = HashSet::new();
        let mut origins = HashMap::new();
        for record in records {
            let Some(id) = record.id() else { continue };
            old.insert(id, record);
            ids.insert(id.clone());
            // A document that has grown may be imported again.
            if let Some(from) = &record.header.imported_from {
                origins.insert((record.kind_name(), from.to_string()), id.clone());
            }
        }
        Self {
            workspace,
            is_update,
            takes_others: false,
            updated: HashSet::new(),
            old,
            ids,
            passed: HashSet::new(),
            origins,
            targets: targets(records),
            claims: Claims::beside(records.iter().map(|record| &record.path)),
            names: Names::default(),
            changes: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// The status of the record that has an id already.
    pub(crate) fn status_of(&self, id: &RecordId) -> Option<&'a str> {
        self.old.get(id).map(|record| record.header.status.as_str())
    }

    /// Notes what became of an entry; a reason may quote the document.
    pub(crate) fn report(
        &mut self,
        name: &str,
        result: Result<Taken, Skipped>,
    ) -> Result<(), Error> {
        // A document may come from anywhere; what is repeated of it ends in a terminal or a log.
        let result = match result {
            Err(Skipped::Refused(why)) => Err(Skipped::Refused(shown(self.workspace, &why)?)),
            other => other,
        };
        self.outcomes.push(Outcome {
            file: shown(self.workspace, name)?,
            result,
            notes: Vec::new(),
        });
        Ok(())
    }
}

/// Returns a text of the document for the report: one line, without secrets.
pub(crate) fn shown(workspace: &Workspace, text: &str) -> Result<String, Error> {
    let start = &text[..text::floor(text, LOOKED_AT)];
    Ok(text::one_line(&workspace.guard()?.redact(start), SHOWN))
}
