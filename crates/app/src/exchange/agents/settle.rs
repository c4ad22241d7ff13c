//! Last step of an import: files become rules, records, or new texts of existing ones.

use std::collections::{BTreeSet, HashMap};

use super::import::{Import, Pending, from_rule, of};
use super::known::Made;
use super::record::{Days, From, draft, updated};
use super::rule;
use crate::exchange::adr::days::{Dateless, FileDays, days};
use crate::exchange::import::{Skipped, Taken};
use crate::exchange::named::named;
use crate::records::admit::{admissible, fitting};
use crate::records::valid::Title;
use crate::workspace::{Error, Workspace};
use git_memory_import::agents::becomes::Becomes;
use git_memory_model::kind::Kind;
use git_memory_model::record::{Name, RecordId};
use git_memory_store::given::changed_at;
use git_memory_store::write::Change;
use git_memory_text::date::Date;
use git_memory_text::path::{RepoPath, folder};

impl Import<'_> {
    /// Makes what the files become.
    pub fn write(&mut self) -> Result<(), Error> {
        let pending = std::mem::take(&mut self.pending);
        let known = days_of(self.workspace, &pending)?;
        let mut placed = Vec::new();
        for pending in pending {
            let days = self.days(&pending, known.get(&pending.file.given.origin).copied());
            let place = self.place(&pending, days);
            if let Ok(Some(path)) = &place {
                self.leads.add(&pending.file.path, path);
            }
            placed.push((pending, days, place));
        }
        // Only now every file has its record, and links can lead there.
        for (mut pending, days, place) in placed {
            if let Ok(Some(path)) = &place {
                let (body, file) = (&pending.piece.body, &pending.file.path);
                pending.piece.body = self.leads.rewritten(body, file, path);
            }
            let result = place.and_then(|place| self.one(&pending, days, place));
            if result.is_ok() {
                self.originals.push(pending.original);
            }
            self.say(&pending.file.given.shown, result, pending.notes)?;
        }
        Ok(())
    }

    /// Days on which a file was made and changed: from its text, otherwise from git, otherwise from
    /// the file system.
    fn days(&self, pending: &Pending, known: Option<FileDays>) -> Days {
        let file = changed_at(&pending.file.given.file).and_then(Date::of_seconds);
        let last = known.and_then(|days| days.last).or(file);
        let first = known.map(|days| days.first).or(file);
        let created = pending
            .piece
            .created
            .or(first)
            .unwrap_or(self.workspace.today());
        let updated = pending.piece.updated.or(last).unwrap_or(created);
        Days {
            created,
            updated: updated.max(created),
        }
    }

    /// Returns the path of a file's record; `None` for a rule, whose text decides its path.
    fn place(&mut self, pending: &Pending, days: Days) -> Result<Option<RepoPath>, Skipped> {
        match (&pending.made, pending.piece.becomes, &pending.id) {
            (Some(made), ..) => Ok(made.id.as_ref().map(|_| made.path.clone())),
            (None, Becomes::Record(kind), Some(id)) => {
                pending.piece.title.parse::<Title>()?;
                let draft = draft(kind, id, &pending.piece, from(pending), days, Vec::new());
                let path = self
                    .names
                    .free(self.workspace, &draft, self.claims.paths())?;
                self.claims.claim(&path)?;
                Ok(Some(path))
            }
            (None, ..) => Ok(None),
        }
    }

    fn one(
        &mut self,
        pending: &Pending,
        days: Days,
        place: Option<RepoPath>,
    ) -> Result<Taken, Skipped> {
        // The rules for our own titles hold for those of others.
        let title = pending.piece.title.parse::<Title>()?.into_string();
        let parts = (&pending.made, pending.piece.becomes, &pending.id, place);
        let (path, status) = match parts {
            (Some(made), ..) => (self.change(pending, made, days.updated)?, None),
            (None, Becomes::Record(kind), Some(id), Some(path)) => {
                let status = self.record(pending, kind, id, days, &path)?;
                (path, Some(status))
            }
            (None, ..) => (self.rule(pending)?, None),
        };
        Ok(Taken {
            id: pending.id.clone(),
            path: path.to_string(),
            title,
            status,
        })
    }

    /// Updates the record or rule of a file to its new text.
    fn change(&mut self, pending: &Pending, made: &Made, day: Date) -> Result<RepoPath, Skipped> {
        let Made { path, id, .. } = made;
        let before = self.workspace.read(path)?;
        let clean = match id {
            None => fitting(self.workspace, path, &rule_of(pending)?)?,
            Some(id) => {
                let text = updated(self.workspace, path, &pending.piece, from(pending), day)?;
                admissible(self.workspace, path, id, &text)?
            }
        };
        self.changes
            .push(Change::Replace(path.clone(), before, clean));
        Ok(path.clone())
    }

    fn rule(&mut self, pending: &Pending) -> Result<RepoPath, Skipped> {
        let file = of(&pending.file, &pending.original);
        let path = rule::free_path(self.workspace, &self.claims, &file)?;
        let clean = fitting(self.workspace, &path, &rule_of(pending)?)?;
        self.claims.claim(&path)?;
        self.changes.push(Change::Create(path.clone(), clean));
        Ok(path)
    }

    fn record(
        &mut self,
        pending: &Pending,
        kind: Kind,
        id: &RecordId,
        days: Days,
        path: &RepoPath,
    ) -> Result<String, Skipped> {
        let piece = &pending.piece;
        let titled = self.titles.ids(&piece.related, id);
        let mut related: Vec<Name> = titled.into_iter().map(Name::Id).collect();
        let named = named(&self.targets, &piece.said.named, &pending.file.given.origin);
        related.extend(named);
        related.dedup();
        let draft = draft(kind, id, &pending.piece, from(pending), days, related);
        let clean = admissible(self.workspace, path, id, &draft.text())?;
        self.changes.push(Change::Create(path.clone(), clean));
        Ok(draft.status)
    }
}

fn from(pending: &Pending) -> From<'_> {
    From {
        origin: &pending.file.given.origin,
        blob: &pending.original.blob,
    }
}

fn rule_of(pending: &Pending) -> Result<String, Skipped> {
    rule::text(&pending.piece, from_rule(&pending.file, &pending.original))
}

/// The days that git has of the files in this work tree.
fn days_of(workspace: &Workspace, pending: &[Pending]) -> Result<HashMap<String, FileDays>, Error> {
    let mut folders = BTreeSet::new();
    let mut dateless = Vec::new();
    for Pending { file, piece, .. } in pending {
        // History is long: read it only for days that the text lacks, and not for a rule.
        let is_said = piece.created.is_some() && piece.updated.is_some();
        if file.given.is_here && !is_said && piece.becomes != Becomes::Rule {
            folders.insert(folder(&file.given.origin).to_owned());
            dateless.push(Dateless {
                path: &file.given.origin,
                needs_first: piece.created.is_none(),
            });
        }
    }
    days(workspace, &folders, &dateless)
}
