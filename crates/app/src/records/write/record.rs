//! Writing a record, or changing a record or document, as a server is asked to.

use super::{FEEDBACK, TOPIC, USER, WriteQuestion, bad};
use crate::records::document_put::{self, DocumentValues};
use crate::records::pathspecs::{from_here, from_root};
use crate::records::proposal::Intent;
use crate::records::put::{self, Put, PutRequest, put};
use crate::records::record_question::RecordQuestion;
use crate::records::set::{Changed, set};
use crate::records::supersede::supersede_by;
use crate::records::valid::must_be_one_line;
use crate::records::writer::By;
use crate::workspace::{Error, Workspace};
use git_memory_model::keys;
use git_memory_model::kind::Kind;
use git_memory_text::visible;

impl WriteQuestion {
    /// The keys of the lists that are to be empty.
    fn cleared(&self) -> Result<Vec<&'static str>, Error> {
        let lists = [
            (keys::TAGS.name, &self.tags),
            (keys::PATHS.name, &self.paths),
            (keys::RELATED.name, &self.related),
        ];
        let mut cleared = Vec::new();
        for name in &self.clear {
            match lists.iter().find(|(key, _)| key == name) {
                Some((key, items)) if items.is_empty() && self.id.is_some() => cleared.push(*key),
                _ => {
                    return bad(
                        "'clear' names lists of a record that is changed, tags, paths or related, \
                         for which nothing else is given"
                            .to_owned(),
                    );
                }
            }
        }
        Ok(cleared)
    }

    /// The record to change. With a kind, part of an id does not name a record: it may be the id of
    /// a new one.
    fn known(&self, workspace: &Workspace) -> Result<Option<put::Known>, Error> {
        let Some(id) = &self.id else { return Ok(None) };
        match put::known(workspace, id) {
            Ok(known) if self.kind.is_none() || known.is_called(id) => Ok(Some(known)),
            Err(error) if self.kind.is_none() => Err(error),
            Ok(_) | Err(Error::UnknownRecord(_) | Error::Ambiguous { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes the record or document that is given.
    pub(super) fn record(mut self, workspace: &Workspace, by: By) -> Result<Put, Error> {
        self.id = self.id.map(|id| id.trim().to_owned());
        if self.append || self.replace {
            return bad("'append' and 'replace' are for topics and user memory".to_owned());
        }
        if self.blob.is_some() && (self.id.is_none() || self.supersedes.is_some()) {
            return bad("'blob' is of a record that is changed: give its 'id'".to_owned());
        }
        if self.confirm {
            return self.confirmed(workspace);
        }
        let cleared = self.cleared()?;
        let known = self.known(workspace)?;
        if let (Some(known), Some(old)) = (&known, &self.supersedes)
            && !self.has_values()
        {
            return succession(workspace, &by, known, old);
        }
        let kind = self.kind(workspace, known.as_ref())?;
        if let Some(known) = known.as_ref().filter(|known| known.is_document) {
            let values = self.values_of_document(workspace, &by, known, &cleared)?;
            return document_put::put(workspace, &known.path, &values);
        }
        let file = known.as_ref().map(|known| known.path.clone());
        let (id, title) = match known {
            Some(known) => {
                let id = known.id()?.to_string();
                (Some(id), self.title.unwrap_or(known.title))
            }
            None => match self.title {
                Some(title) => (self.id, title),
                None => return bad("give a 'title'".to_owned()),
            },
        };
        let paths = pathspecs(workspace, &by, &self.paths)?;
        let question = RecordQuestion {
            title,
            id,
            description: self.description,
            tags: self.tags,
            paths,
            scope: self.scope,
            category: self.category,
            status: self.status,
            related: self.related,
            source: Some(by.source().to_owned()),
            parts: self.parts,
            body: self.body,
        };
        let question = if self.private {
            question.for_private()
        } else {
            question
        };
        let mut new = question.request(kind)?;
        new.cleared = cleared;
        new.writer = by.writer();
        let request = PutRequest {
            new,
            file,
            supersedes: self.supersedes,
            read: self.blob,
            is_private: self.private,
            is_dry: self.dry_run,
        };
        put(workspace, request)
    }

    /// Confirms the record that is given, as `review --confirm` does.
    fn confirmed(&self, workspace: &Workspace) -> Result<Put, Error> {
        let is_alone = self.kind.is_none() && self.supersedes.is_none() && self.blob.is_none();
        match &self.id {
            Some(id) if is_alone && !self.has_values() => {
                Ok(match set(workspace, id, &[], true)? {
                    Changed::Tracked(written) => Put::Changed(written),
                    Changed::Private(written) => Put::Private(written),
                })
            }
            _ => bad("'confirm' is of a record: give its 'id', and nothing else".to_owned()),
        }
    }

    /// The kind of the record.
    fn kind(&self, workspace: &Workspace, known: Option<&put::Known>) -> Result<Kind, Error> {
        match (&self.kind, known, &self.supersedes) {
            (Some(name), None, _) => kind_of(name),
            (Some(name), Some(known), _) if *name != known.kind.name() => {
                let (name, one) = (known.name(), known.kind.one());
                bad(format!("{name} is {one}: leave 'kind' out"))
            }
            (_, Some(known), _) => Ok(known.kind),
            (None, None, Some(old)) => Ok(put::known(workspace, old)?.kind),
            (None, None, None) => {
                bad("give the 'kind' of a new record, or the 'id' of one".to_owned())
            }
        }
    }

    /// True if anything is given for a record besides its name and what it replaces.
    fn has_values(&self) -> bool {
        let texts = [
            &self.title,
            &self.status,
            &self.description,
            &self.scope,
            &self.category,
            &self.body,
        ];
        texts.iter().any(|text| text.is_some())
            || !self.tags.is_empty()
            || !self.paths.is_empty()
            || !self.related.is_empty()
            || !self.parts.is_empty()
            || !self.clear.is_empty()
            || self.private
            || self.dry_run
    }

    /// The values that are given for a document.
    fn values_of_document(
        self,
        workspace: &Workspace,
        by: &By,
        known: &put::Known,
        cleared: &[&'static str],
    ) -> Result<DocumentValues, Error> {
        if self.private {
            return bad("a document is tracked: leave 'private' out".to_owned());
        }
        if self.supersedes.is_some() {
            return bad(
                "a document that replaces another one takes only 'id' and 'supersedes'".to_owned(),
            );
        }
        let mut values = DocumentValues {
            parts: self.parts,
            body: self.body,
            source: by.source(),
            read: self.blob,
            is_dry: self.dry_run,
            ..DocumentValues::default()
        };
        let title = self.title.filter(|title| *title != known.title);
        for (key, text) in [
            (keys::TITLE.name, title),
            (keys::DESCRIPTION.name, self.description),
            (keys::STATUS.name, self.status),
            (keys::SCOPE.name, self.scope),
            (keys::CATEGORY.name, self.category),
        ] {
            values.texts.extend(text.map(|text| (key, text)));
        }
        for tag in &self.tags {
            must_be_one_line(&keys::TAGS, tag)?;
        }
        let paths = pathspecs(workspace, by, &self.paths)?;
        for (key, items) in [
            (keys::TAGS.name, self.tags),
            (keys::PATHS.name, paths),
            (keys::RELATED.name, self.related),
        ] {
            if !items.is_empty() || cleared.contains(&key) {
                values.lists.push((key, items));
            }
        }
        Ok(values)
    }
}

/// Lets a record that is there replace another one.
fn succession(workspace: &Workspace, by: &By, known: &put::Known, old: &str) -> Result<Put, Error> {
    let intent = Intent {
        kind: known.kind,
        source: Some(by.source()),
        status: None,
    };
    intent.must_replace(workspace)?;
    let both = supersede_by(workspace, old, known.path.as_str(), true)?;
    Ok(Put::Replaced(Box::new(both)))
}

/// Pathspecs as they were given, from the top of the work tree.
fn pathspecs(workspace: &Workspace, by: &By, given: &[String]) -> Result<Vec<String>, Error> {
    match by {
        // A person at a page has no working folder.
        By::Person => from_root(workspace, given),
        By::Agent(_) | By::Program => from_here(workspace, given),
    }
}

/// The kind of this name, of which records can be added.
fn kind_of(name: &str) -> Result<Kind, Error> {
    let mut addable = Kind::all().filter(|kind| kind.add_command().is_some());
    if let Some(kind) = addable.find(|kind| kind.name() == name) {
        return Ok(kind);
    }
    let names: Vec<&str> = Kind::all()
        .filter(|kind| kind.add_command().is_some())
        .map(Kind::name)
        .collect();
    let name = visible(name);
    bad(format!(
        "no kind '{name}'; the kinds are: {}, {TOPIC}, {USER}, {FEEDBACK}",
        names.join(", ")
    ))
}
