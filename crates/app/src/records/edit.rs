//! Changing the text of a record, of a page about its folder, or of a file of user memory: all of
//! it, its body, or one section. What is not changed keeps every byte.

use crate::private::redaction::Redaction;
use crate::records::admit::{admissible, fitting, must_be_correct};
use crate::records::edited::{EditedText, NewText};
use crate::records::patch::patched;
use crate::records::planned::PlannedChange;
use crate::records::private_record::{version, write as write_private};
use crate::records::set::path_in_scope;
use crate::records::source::{Home, Located, memory_at};
use crate::records::{lookup, source};
use crate::user_text::{self, UserText};
use crate::workspace::{At, Error, Workspace};
use git_memory_model::keys;
use git_memory_model::kind::Kind;
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Record, reading};
use git_memory_store as store;
use git_memory_text::path::{MemoryFolder, RepoPath};

/// A text of memory as it is, to be edited.
#[derive(Clone, Debug)]
pub struct Editable {
    /// All of it.
    pub text: String,
    place: Place,
}

/// Place of an editable text.
#[derive(Clone, Debug)]
enum Place {
    Tracked(Box<Record>),
    Private(Box<Record>),
    User(UserText),
}

impl Editable {
    /// The kind of a record that has one.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        match &self.place {
            Place::Tracked(record) | Place::Private(record) => record.id().and(record.kind()),
            Place::User(_) => None,
        }
    }

    /// Checks a text that is to replace this one.
    pub fn check(&self, workspace: &Workspace, text: &str) -> Result<(), Error> {
        match &self.place {
            Place::Tracked(record) | Place::Private(record) => match record.id() {
                Some(id) => must_be_correct(workspace, id, text),
                None => Ok(()),
            },
            Place::User(_) => Ok(()),
        }
    }
}

/// The text that a name means: of a tracked record, of a private one, or of a file of user memory.
/// For a page, it is the text after registration; for a document outside of memory and a page about
/// its folder, which need no id, the present one.
///
/// # Errors
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], [`Error::SameId`], [`Error::Unpatchable`] for a
/// file that is not UTF-8, or where it cannot be read.
pub fn open(workspace: &Workspace, name: &str) -> Result<Editable, Error> {
    let found = match source::find_changeable(workspace, name) {
        Err(error @ (Error::UnknownRecord(_) | Error::NoMemory)) => {
            return open_user(workspace, name, error);
        }
        found => found?,
    };
    let record = &found.record;
    if record.is_page() && !record.is_about_folder() && !record.is_document() {
        return open_page(workspace, &record.path);
    }
    opened(workspace, found)
}

/// The text of a record that was found.
///
/// # Errors
/// [`Error::Unpatchable`] for a file that is not UTF-8, or where it cannot be read.
pub(crate) fn opened(workspace: &Workspace, found: Located) -> Result<Editable, Error> {
    // Check now, before the user writes a text that could not be saved.
    if found.tracked_view().is_some() && workspace.store().leaves_out(&found.record.path)? {
        return Err(Error::NotCheckedOut(workspace.folder().clone()));
    }
    let text = text_of(&found.record, found.content(workspace)?)?;
    let record = Box::new(found.record);
    let place = match found.home {
        Home::Private(_) => Place::Private(record),
        Home::Tracked(_) => Place::Tracked(record),
        Home::Parent(_) => return Err(Error::OfParent(record.header.id.to_string())),
    };
    Ok(Editable { text, place })
}

fn open_page(workspace: &Workspace, path: &RepoPath) -> Result<Editable, Error> {
    let mut change = PlannedChange::begin(workspace)?;
    change.take_up(std::slice::from_ref(path))?;
    let record = change.find(path.as_str())?;
    Ok(Editable {
        text: text_of(record, change.read(path)?)?,
        place: Place::Tracked(Box::new(record.clone())),
    })
}

fn text_of(record: &Record, bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|_| Error::Unpatchable {
        path: record.path.to_string(),
        why: "the file is not UTF-8".to_owned(),
    })
}

fn open_user(workspace: &Workspace, name: &str, unknown: Error) -> Result<Editable, Error> {
    match user_text::open(At::Repository(workspace), name) {
        Ok(file) => Ok(Editable {
            text: file.text.clone(),
            place: Place::User(file),
        }),
        // The record is what most people mean, so its error is the one to show.
        Err(Error::BadValue(_) | Error::UnknownUserFile(_)) => Err(unknown),
        Err(error) => Err(error),
    }
}

/// Writes a text in place of the one that was opened; `updated` follows, and a new scope moves the
/// file.
///
/// # Errors
/// [`Error::Secret`], [`Error::Broken`], a store error where the text has changed since it was
/// opened, or where it cannot be written; then nothing was changed.
pub fn write(
    workspace: &Workspace,
    opened: &Editable,
    new: NewText,
    is_staged: bool,
) -> Result<EditedText, Error> {
    match &opened.place {
        Place::Tracked(record) => {
            let text = new.in_place_of(&opened.text, record.kind())?;
            write_tracked(workspace, opened, record, &text, is_staged)
        }
        Place::Private(record) => {
            let text = new.in_place_of(&opened.text, record.kind())?;
            if text == opened.text {
                return Ok(EditedText::new(record));
            }
            let mut redaction = Redaction::begin(workspace)?;
            // Before the keys are set: a marker in place of a value must not undo them.
            let safe = redaction.part(&text)?;
            write_private_record(workspace, opened, record, &safe, redaction)
        }
        Place::User(file) => user_text::write(At::Repository(workspace), file, new),
    }
}

/// Writes the text of a tracked record.
pub(crate) fn write_tracked(
    workspace: &Workspace,
    opened: &Editable,
    record: &Record,
    text: &str,
    is_staged: bool,
) -> Result<EditedText, Error> {
    let mut edited = EditedText::new(record);
    if text == opened.text {
        return Ok(edited);
    }
    let mut change = PlannedChange::begin(workspace)?;
    if record.id().is_some() {
        change.take_up(std::slice::from_ref(&record.path))?;
    }
    let before = change.read(&record.path)?;
    // An editor may be open for hours.
    if before != opened.text.as_bytes() {
        return Err(store::Error::Changed(record.path.clone()).into());
    }
    let (path, clean) = if let Some(id) = record.id() {
        let text = updated(workspace, &record.path, text)?;
        let path = moved(workspace.folder(), record, &text)?;
        let clean = admissible(workspace, &path, id, &text)?;
        (path, clean)
    } else {
        let clean = fitting(workspace, &record.path, text)?;
        (record.path.clone(), clean)
    };
    change.replace(&record.path, before, path.clone(), clean);
    edited.is_changed = true;
    edited.path = path.to_string();
    edited.adopted = change.write(is_staged)?;
    Ok(edited)
}

/// Writes the text of a private record, out of which the secrets were taken.
pub(crate) fn write_private_record(
    workspace: &Workspace,
    opened: &Editable,
    record: &Record,
    text: &str,
    redaction: Redaction,
) -> Result<EditedText, Error> {
    let mut edited = EditedText::new(record);
    let private = workspace.private()?;
    let lock = private.lock()?;
    let tip = private.tip(&private.current()?)?;
    let memory = memory_at(workspace, tip)?;
    let now = lookup::find(workspace, &memory, record.header.id.as_str())?;
    // Another process may have written a version while the editor was open.
    let is_same = match memory.blob(now) {
        Some(blob) => workspace.store().objects().blob(blob)? == opened.text.as_bytes(),
        None => false,
    };
    if !is_same {
        return Err(store::Error::Changed(record.path.clone()).into());
    }
    let text = updated(workspace, &record.path, text)?;
    let path = moved(workspace.folder(), record, &text)?;
    let written = write_private(workspace, &lock, version(redaction, record, path, text)?)?;
    edited.is_changed = true;
    edited.path = written.record.path.to_string();
    edited.redacted = written.redacted;
    Ok(edited)
}

/// A text whose record was changed today.
fn updated(workspace: &Workspace, path: &RepoPath, text: &str) -> Result<String, Error> {
    let today = Field::Word(workspace.today().to_string());
    patched(path, text.as_bytes(), &[(keys::UPDATED.name, today)])
}

/// Returns the path of a record for a new text.
fn moved(memory: &MemoryFolder, record: &Record, text: &str) -> Result<RepoPath, Error> {
    match reading::read(text.as_bytes()).header {
        Some(header) if header.scope != record.header.scope => {
            path_in_scope(memory, record, header.scope.as_str())
        }
        // A broken text gets its own error later.
        _ => Ok(record.path.clone()),
    }
}
