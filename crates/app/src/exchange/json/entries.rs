//! The lists of a document: each entry that no file covers becomes a record.

use crate::exchange::import::{Skipped, Taken};
use crate::exchange::json::draft::{NewEntry, draft};
use crate::exchange::json::import::{Import, Origin};
use crate::exchange::named::named;
use crate::records::admit::admissible;
use crate::records::path_id::id_of_path;
use crate::records::valid::Title;
use crate::workspace::Error;
use git_memory_import::exchange::{Foreign, List};
use git_memory_model::record::{Record, RecordId};
use git_memory_store::write::Change;

impl<'a> Import<'a> {
    /// Makes a record of an entry that no file of the document covers.
    pub(crate) fn add(
        &mut self,
        list: &List,
        nth: usize,
        entry: &str,
        repo_hash: Option<&str>,
    ) -> Result<(), Error> {
        let given = List::id(entry);
        if given.as_ref().is_some_and(|id| self.passed.contains(id)) {
            return Ok(());
        }
        // Other programs have ids of other forms, which no record of ours has.
        let id = match given.as_deref().map(str::parse::<RecordId>) {
            Some(Ok(id)) => Some(id),
            Some(Err(_)) | None => None,
        };
        let name = match given {
            Some(given) => format!("{}/{given}", list.key.name()),
            None => format!("{}/{}", list.key.name(), nth + 1),
        };
        let result = match list.entry(entry) {
            Ok(foreign) => self.entry(list, foreign, id, repo_hash),
            Err(why) => Err(Skipped::Refused(why)),
        };
        self.report(&name, result)
    }

    fn entry(
        &mut self,
        list: &List,
        foreign: Foreign,
        given: Option<RecordId>,
        repo_hash: Option<&str>,
    ) -> Result<Taken, Skipped> {
        let kind = list.kind;
        // An id contains its kind, so one of another kind is not taken over.
        let given = given.filter(|id| id.kind() == Some(kind));
        let from: Origin = (kind.name(), foreign.origin(repo_hash));
        let known = match self.origins.get(&from) {
            Some(id) => match self.old.get(id) {
                Some(record) => Some(*record),
                None => return Err(Skipped::refused("the document has it twice")),
            },
            None => self.with_id(given.as_ref()),
        };
        if let Some(known) = known {
            return self.bring_up_to_date(known, &foreign);
        }
        // The rules for our own records hold for those of others.
        let title = foreign.title.parse::<Title>()?.into_string();
        let id = match given {
            // Links between the records of the document go on working.
            Some(id) if !self.ids.contains(&id) => id,
            _ => id_of_path(kind, &from.1, &self.ids),
        };
        let new = NewEntry {
            kind,
            id,
            title,
            origin: from.1.clone(),
            related: named(&self.targets, &foreign.said.named, ""),
        };
        let is_titled = foreign.is_titled;
        let draft = draft(self.workspace, new, foreign);
        let path = self
            .names
            .free(self.workspace, &draft, self.claims.paths())?;
        let admitted = admissible(self.workspace, &path, &draft.id, &draft.text());
        // A title that was made from the text repeats its secrets: report them once.
        if !is_titled && matches!(admitted, Err(Error::Secret { .. })) {
            self.workspace.admit(&path, draft.body.as_str())?;
        }
        let clean = admitted?;
        self.claims.claim(&path)?;
        self.ids.insert(draft.id.clone());
        self.origins.insert(from, draft.id.clone());
        self.changes.push(Change::Create(path.clone(), clean));
        Ok(Taken {
            id: Some(draft.id),
            path: path.to_string(),
            title: draft.title,
            status: Some(draft.status),
        })
    }

    /// The record that has an entry's id already. One that was imported from elsewhere is another
    /// one: programs count their notes alike.
    fn with_id(&self, given: Option<&RecordId>) -> Option<&'a Record> {
        let record = *self.old.get(given?)?;
        record.header.imported_from.is_none().then_some(record)
    }
}
