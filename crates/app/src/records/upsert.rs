//! Adding a record under a given id. If a record has that id already, it is compared with the given
//! values: they are equal, or, on request, the record gets them.

use crate::private::redaction::Redaction;
use crate::records::add::{NewRecord, related};
use crate::records::admit::{must_be_correct, must_have_blob};
use crate::records::edit::{self, Editable, write_private_record, write_tracked};
use crate::records::edited::EditedText;
use crate::records::key_value::must_be_settable;
use crate::records::lookup;
use crate::records::patch::{Amendment, amended};
use crate::records::private_record::redacted;
use crate::records::source::{self, Located, private_records, tracked_records, tracked_then};
use crate::records::writer::Writer;
use crate::workspace::{Error, Workspace};
use git_memory_model::keys;
use git_memory_model::kind::PROPOSED;
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Record, RecordId};
use git_memory_text::path::RepoPath;

/// The text of a record that is there, with what is given for it: it may still be edited.
pub struct AmendedRecord<'a> {
    /// The text.
    pub text: String,
    record: Record,
    opened: Editable,
    is_update: bool,
    /// Secrets removed from a private record so far.
    redaction: Option<Redaction<'a>>,
}

/// The new text of the record with a request's id; `None` if no record has the id, or none is
/// given. `file` is the chosen file if several tracked ones have the id. Only with `is_update` may
/// the text differ from the present one.
///
/// # Errors
/// [`Error::KnownRecord`] for another text; [`Error::PrivateRecord`] or [`Error::TrackedRecord`]
/// where the id belongs to the other memory; as for setting keys.
pub fn amend<'a>(
    workspace: &'a Workspace,
    request: &NewRecord,
    file: Option<&RepoPath>,
    is_private: bool,
    is_update: bool,
) -> Result<Option<AmendedRecord<'a>>, Error> {
    let Some(id) = &request.id else {
        return Ok(None);
    };
    let Some(found) = find(workspace, id, file, is_private)? else {
        return Ok(None);
    };
    let record = found.record.clone();
    let opened = edit::opened(workspace, found)?;
    let mut redaction = None;
    // Each value separately, before it is written: a marker in its place is quoted like the value.
    let request = if is_private {
        let taken = redaction.insert(Redaction::begin(workspace)?);
        redacted(taken, request.clone())?
    } else {
        request.clone()
    };
    let mut given = amendment(workspace, &record, &request, is_private)?;
    let mut text = amended(&record.path, &opened.text, &given)?;
    // An unchanged text keeps its writer.
    if text != opened.text {
        let writer = request.writer.as_ref();
        let provenance = Writer::provenance(request.source, writer);
        given.fields.extend(provenance);
        text = amended(&record.path, &opened.text, &given)?;
    }
    let amended = AmendedRecord {
        text,
        record,
        opened,
        is_update,
        redaction,
    };
    amended.must_be_asked_for()?;
    if !is_private {
        request
            .intent()
            .must_change(workspace, amended.changes_what_holds())?;
    }
    Ok(Some(amended))
}

/// Writes the text of a record; the result shows if the record already had that text.
///
/// # Errors
/// [`Error::KnownRecord`]; as for editing. Nothing was changed then.
pub fn write(
    workspace: &Workspace,
    amended: AmendedRecord,
    is_staged: bool,
) -> Result<EditedText, Error> {
    // The text may have been edited since.
    amended.must_be_asked_for()?;
    let AmendedRecord {
        text,
        record,
        opened,
        redaction,
        ..
    } = amended;
    if text == opened.text {
        return Ok(EditedText::new(&record));
    }
    match redaction {
        None => write_tracked(workspace, &opened, &record, &text, is_staged),
        Some(mut redaction) => {
            let safe = redaction.part(&text)?;
            write_private_record(workspace, &opened, &record, &safe, redaction)
        }
    }
}

impl AmendedRecord<'_> {
    /// Its id.
    ///
    /// # Errors
    /// Of a page, which has none.
    pub fn id(&self) -> Result<&RecordId, Error> {
        lookup::id_of(&self.record)
    }

    /// Path of its file.
    #[must_use]
    pub fn path(&self) -> &RepoPath {
        &self.record.path
    }

    /// Makes sure that the record still has the blob that was read.
    ///
    /// # Errors
    /// A store error where its text is another one now.
    pub fn must_be_as_read(&self, workspace: &Workspace, blob: &str) -> Result<(), Error> {
        let bytes = self.opened.text.as_bytes();
        must_have_blob(workspace, &self.record.path, bytes, blob)
    }

    /// True if a new text replaces one that is more than a proposal.
    fn changes_what_holds(&self) -> bool {
        self.record.header.status.as_str() != PROPOSED && self.text != self.opened.text
    }

    /// Checks a text that is to replace this one.
    pub fn check(&self, workspace: &Workspace, text: &str) -> Result<(), Error> {
        must_be_correct(workspace, lookup::id_of(&self.record)?, text)
    }

    fn must_be_asked_for(&self) -> Result<(), Error> {
        if self.is_update || self.text == self.opened.text {
            return Ok(());
        }
        Err(Error::KnownRecord {
            id: lookup::id_of(&self.record)?.clone(),
            path: self.record.path.clone(),
        })
    }
}

/// The record of this id, in the memory that is meant.
fn find(
    workspace: &Workspace,
    id: &RecordId,
    file: Option<&RepoPath>,
    is_private: bool,
) -> Result<Option<Located>, Error> {
    let tracked = source::tracked_with_id(workspace, id, file)?;
    let private = source::private_with_id(workspace, id)?;
    // A published record is in both, under one id.
    match (is_private, tracked, private) {
        (false, Some(found), _) | (true, _, Some(found)) => Ok(Some(found)),
        (false, None, Some(_)) => Err(Error::PrivateRecord(id.clone())),
        (true, Some(_), None) => Err(Error::TrackedRecord(id.clone())),
        (_, None, None) => Ok(None),
    }
}

/// Returns the values that a request gives for a record.
fn amendment<'r>(
    workspace: &Workspace,
    record: &Record,
    request: &'r NewRecord,
    is_private: bool,
) -> Result<Amendment<'r>, Error> {
    let mut fields = vec![(keys::TITLE.name, text(request.title.as_str()))];
    if let Some(description) = request.description() {
        fields.push((keys::DESCRIPTION.name, Field::Text(description)));
    }
    if let Some(status) = request.status
        && record.header.status.as_str() != status
    {
        must_be_settable(record, status)?;
        fields.push((keys::STATUS.name, Field::Word(status.to_owned())));
    }
    if let Some(scope) = &request.scope {
        fields.push((keys::SCOPE.name, Field::Word(scope.to_string())));
    }
    if let Some(category) = &request.category {
        fields.push((keys::CATEGORY.name, text(category)));
    }
    let related = related_ids(workspace, request, is_private)?;
    let header = &record.header;
    for (key, items, count) in [
        (&keys::TAGS, &request.tags, header.tags.len()),
        (&keys::PATHS, &request.paths, header.paths.len()),
        (&keys::RELATED, &related, header.related.len()),
    ] {
        if !items.is_empty() || request.cleared.contains(&key.name) && count > 0 {
            fields.push((key.name, Field::List(items.clone())));
        }
    }
    for key in request.kind.keys() {
        if let Some(value) = request.parts.get(key.flag) {
            fields.push((key.name, text(value)));
        }
    }
    let sections = request.sections();
    let has_body = request.body.is_some();
    Ok(Amendment {
        fields,
        body: (has_body || !sections.is_empty()).then(|| request.text()),
        // A body that is given is all of the text, as it is for a new record.
        sections: if has_body { Vec::new() } else { sections },
    })
}

fn text(value: &str) -> Field {
    Field::Text(value.to_owned())
}

fn related_ids(
    workspace: &Workspace,
    request: &NewRecord,
    is_private: bool,
) -> Result<Vec<String>, Error> {
    if request.related.is_empty() {
        return Ok(Vec::new());
    }
    let memory = if is_private {
        tracked_then(workspace, &private_records(workspace)?)?
    } else {
        tracked_records(workspace)?
    };
    let ids = related(workspace, &memory, &request.related)?;
    Ok(ids.iter().map(ToString::to_string).collect())
}
