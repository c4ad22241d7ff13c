//! Records: written, found, listed and cleared.

use super::RepoMemory;
use crate::View;
use crate::private::settle::settle;
use crate::recall::{self, Answer, RecallQuestion};
use crate::records::clear::{self, ClearRequest, Cleared};
use crate::records::list::Sort;
use crate::records::listing::{ListQuestion, list};
use crate::records::pathspecs::from_here;
use crate::records::put::{Put, PutRequest, put};
use crate::records::record_question::RecordQuestion;
use crate::workspace::Error;
use git_memory_model::keys;
use git_memory_model::kind::Kind;
use git_memory_model::record::Record;

impl RepoMemory {
    /// Adds a record of a kind. If a record has the `id` of the question already, it is changed
    /// instead: it gets the values that are given, and keeps the others. The same question twice
    /// changes nothing the second time, if it has an `id`.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a value that records of the kind cannot have, [`Error::Secret`] for a
    /// text with a secret, [`Error::NoMemory`] before `memory/` was set up, and others as for
    /// [`put`].
    pub fn upsert(&self, kind: Kind, mut record: RecordQuestion) -> Result<Put, Error> {
        self.settled(|workspace| {
            record.paths = from_here(workspace, &record.paths)?;
            if self.writer.is_some() && record.source.is_none() {
                record.source = Some(keys::AGENT.to_owned());
            }
            let mut new = record.request(kind)?;
            new.writer.clone_from(&self.writer);
            put(workspace, PutRequest::tracked(new))
        })
    }

    /// Searches memory; the best hit first. No text of the answer has a secret.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a question that cannot be asked, an unknown revision, or memory that
    /// cannot be read.
    pub fn recall(&self, question: RecallQuestion) -> Result<Answer, Error> {
        self.ask(|workspace| {
            let question = question.with_paths_from_top(workspace)?;
            if question.private {
                settle(workspace)?;
            }
            // The index is brought up to date without telling how far it is.
            recall::recall(workspace, &question, &|_read, _of| {})
        })
    }

    /// The records of a revision, or of the work tree if none is named, sorted by path, in any
    /// status. Secrets that the rules know are taken out.
    ///
    /// # Errors
    /// An unknown revision, or memory that cannot be read.
    pub fn records(&self, revision: Option<&str>) -> Result<Vec<Record>, Error> {
        let view = View::at(revision);
        self.ask(|workspace| Ok(workspace.memory(&view)?.records.into_vec()))
    }

    /// Number of records and pages in the work tree, in any status.
    ///
    /// # Errors
    /// Memory that cannot be read.
    pub fn memory_count(&self) -> Result<usize, Error> {
        let all = ListQuestion {
            sort: Some(Sort::Path),
            ..ListQuestion::default()
        };
        self.ask(|workspace| Ok(list(workspace, &all)?.records().count()))
    }

    /// Archives the records that are named or fit the filter, or deletes their files with
    /// `delete`: all of them, or none. Paths of the filter begin at the top of the work tree.
    ///
    /// # Errors
    /// [`Error::NothingNamed`] for an empty request, an unknown name, or a record that cannot be
    /// cleared.
    pub fn clear(&self, request: &ClearRequest) -> Result<Vec<Cleared>, Error> {
        self.ask(|workspace| clear::clear(workspace, request, true))
    }
}

/// Gives each kind that records are added of a name of [`RepoMemory::upsert`].
macro_rules! upserts {
    ($($name:ident: $kind:ident,)*) => {
        impl RepoMemory {
            $(
                #[doc = concat!("[`upsert`](Self::upsert) of [`Kind::", stringify!($kind), "`].")]
                pub fn $name(&self, record: RecordQuestion) -> Result<Put, Error> {
                    self.upsert(Kind::$kind, record)
                }
            )*
        }

        #[cfg(test)]
        const NAMES: &[(&str, Kind)] = &[$((stringify!($name), Kind::$kind),)*];
    };
}

upserts! {
    upsert_decision: DECISION,
    upsert_convention: CONVENTION,
    upsert_lesson: LESSON,
    upsert_open_loop: OPEN_LOOP,
    upsert_plan: PLAN,
    upsert_note: NOTE,
    upsert_recipe: RECIPE,
    upsert_event: EVENT,
    upsert_context: CONTEXT,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_the_table_that_is_added_has_its_upsert() {
        let mut names = Vec::new();
        for kind in Kind::all().filter(|kind| kind.add_command().is_some()) {
            names.push((format!("upsert_{}", kind.name().replace('-', "_")), kind));
        }
        let known = NAMES.iter().map(|(name, kind)| ((*name).to_owned(), *kind));
        assert_eq!(names, known.collect::<Vec<_>>());
    }
}
