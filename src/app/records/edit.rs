//! Changing the text of a record, of a page about its folder, or of a file of user memory: all of
//! it, its body, or one section. What is not changed keeps every byte.

use crate::app::private::redaction::Redaction;
use crate::app::records::admit::{admissible, fitting};
use crate::app::records::adopt::Adopted;
use crate::app::records::patch::patched;
use crate::app::records::planned::PlannedChange;
use crate::app::records::private_record::{version, write as write_private};
use crate::app::records::set::path_in_scope;
use crate::app::records::source::{Home, Located, memory_at};
use crate::app::records::{lookup, source};
use crate::app::user::{self, At};
use crate::app::workspace::{Error, Workspace};
use crate::domain::keys;
use crate::domain::kind::Kind;
use crate::domain::path::RepoPath;
use crate::domain::record::patch::Field;
use crate::domain::record::{Record, body, front_matter, reading};
use crate::domain::user::UserPath;
use crate::store;
use crate::store::View;

/// A text of memory as it is, to be edited.
#[derive(Clone, Debug)]
pub struct Editable {
    /// All of it.
    pub text: String,
    place: Place,
}

/// Where an editable text is kept.
#[derive(Clone, Debug)]
enum Place {
    Tracked(Box<Record>),
    Private(Box<Record>),
    User(UserPath),
}

/// What is to be written.
#[derive(Clone, Copy, Debug)]
pub enum NewText<'a> {
    /// All of the text, as an editor leaves it.
    Whole(&'a str),
    /// The body; or all of it, where the text begins with the front matter of this record.
    Body(&'a str),
    /// What is below a heading.
    Section {
        /// The heading, or the flag of one of the kind's sections.
        name: &'a str,
        /// The text.
        text: &'a str,
    },
}

/// A text that was edited.
#[derive(Clone, Debug)]
pub struct EditedText {
    /// The record's id; of a page the path, of a file of user memory its name.
    pub id: String,
    /// Where it lies: from the top of the work tree, or absolute for user memory.
    pub path: String,
    /// The kind's name, or `user`.
    pub kind: &'static str,
    /// Whether anything was changed.
    pub is_changed: bool,
    /// The secrets that were taken out of a private record: rule and class of each.
    pub redacted: Vec<String>,
    /// The page that was taken up.
    pub adopted: Vec<Adopted>,
}

/// The text that a name means: of a tracked record, of a private one, or of a file of user memory.
/// That of a page is what it will say once it is taken up; that of a page about its folder, which
/// needs no id, is what it says.
///
/// # Errors
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], [`Error::Unpatchable`] for a file that is not
/// UTF-8, or where it cannot be read.
pub fn open(workspace: &Workspace, name: &str) -> Result<Editable, Error> {
    let found = match source::find(workspace, View::WorkTree, name) {
        Err(error @ (Error::UnknownRecord(_) | Error::NoMemory)) => {
            return open_user(workspace, name, error);
        }
        found => found?,
    };
    let record = &found.record;
    if record.is_page() && !record.is_about_folder() {
        return open_page(workspace, &record.path);
    }
    opened(workspace, found)
}

/// The text of a record that was found.
///
/// # Errors
/// [`Error::Unpatchable`] for a file that is not UTF-8, or where it cannot be read.
pub(crate) fn opened(workspace: &Workspace, found: Located) -> Result<Editable, Error> {
    let text = text_of(&found.record, found.content(workspace)?)?;
    let record = Box::new(found.record);
    let place = match found.home {
        Home::Private(_) => Place::Private(record),
        Home::Tracked(_) => Place::Tracked(record),
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
    // The record is what most people mean, so its error is the one to show.
    let Ok(path) = name.parse::<UserPath>() else {
        return Err(unknown);
    };
    match user::store(workspace.invocation())?.read(&path)? {
        Some(text) => Ok(Editable {
            text,
            place: Place::User(path),
        }),
        None => Err(unknown),
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
    let text = opened.with(new)?;
    match &opened.place {
        Place::Tracked(record) => write_tracked(workspace, opened, record, &text, is_staged),
        Place::Private(record) if text == opened.text => Ok(EditedText::new(record)),
        Place::Private(record) => {
            let mut redaction = Redaction::begin(workspace)?;
            // Before the keys are set: a marker in place of a value must not undo them.
            let safe = redaction.part(&text)?;
            write_private_record(workspace, opened, record, &safe, redaction)
        }
        Place::User(path) => write_user(workspace, opened, path, &text),
    }
}

impl Editable {
    fn with(&self, new: NewText) -> Result<String, Error> {
        match new {
            NewText::Whole(text) => Ok(text.to_owned()),
            // What 'show' printed comes back with its front matter, which must not be there twice.
            NewText::Body(text) if self.has_front_matter() && is_whole(text) => Ok(text.to_owned()),
            NewText::Body(text) => Ok(body::with_body(&self.text, text)),
            NewText::Section { name, text } => {
                body::with_section(&self.text, self.heading(name), text)
                    .map_err(|error| Error::BadValue(error.to_string()))
            }
        }
    }

    fn has_front_matter(&self) -> bool {
        front_matter::split(&self.text).is_ok()
    }

    /// The heading that a name means: sections are flags of the add commands, too.
    fn heading<'a>(&self, name: &'a str) -> &'a str {
        let (Place::Tracked(record) | Place::Private(record)) = &self.place else {
            return name;
        };
        let mut sections = record.kind().map_or(&[][..], Kind::sections).iter();
        match sections.find(|section| section.flag == name) {
            Some(section) => section.name,
            None => name,
        }
    }
}

/// Whether a text is a record's whole file.
fn is_whole(text: &str) -> bool {
    let reading = reading::read(text.as_bytes());
    reading.header.is_some()
}

/// Writes the text of a tracked record.
///
/// # Errors
/// As for [`write`].
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
        let path = moved(record, &text)?;
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
///
/// # Errors
/// As for [`write`].
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
    let path = moved(record, &text)?;
    let written = write_private(workspace, &lock, version(redaction, record, path, text)?)?;
    edited.is_changed = true;
    edited.path = written.record.path.to_string();
    edited.redacted = written.redacted;
    Ok(edited)
}

fn write_user(
    workspace: &Workspace,
    opened: &Editable,
    path: &UserPath,
    text: &str,
) -> Result<EditedText, Error> {
    let folder = user::store(workspace.invocation())?.folder().to_owned();
    let is_changed = text != opened.text;
    if is_changed {
        user::replace(At::Repository(workspace), path, &opened.text, text)?;
    }
    Ok(EditedText {
        id: path.to_string(),
        path: folder.join(path.to_string()).display().to_string(),
        kind: "user",
        is_changed,
        redacted: Vec::new(),
        adopted: Vec::new(),
    })
}

/// A text whose record was changed today.
fn updated(workspace: &Workspace, path: &RepoPath, text: &str) -> Result<String, Error> {
    let today = Field::Word(workspace.today().to_string());
    patched(path, text.as_bytes(), &[(keys::UPDATED.name, today)])
}

/// Where a record lies once it says this.
fn moved(record: &Record, text: &str) -> Result<RepoPath, Error> {
    match reading::read(text.as_bytes()).header {
        Some(header) if header.scope != record.header.scope => {
            path_in_scope(record, header.scope.as_str())
        }
        // What is broken is refused with its own message.
        _ => Ok(record.path.clone()),
    }
}

impl EditedText {
    pub(crate) fn new(record: &Record) -> Self {
        Self {
            id: record.header.id.to_string(),
            path: record.path.to_string(),
            kind: record.kind_name(),
            is_changed: false,
            redacted: Vec::new(),
            adopted: Vec::new(),
        }
    }
}
