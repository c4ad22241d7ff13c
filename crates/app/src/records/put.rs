//! Writing a whole record, for doors without an editor: a new one, one that replaces another, or
//! new values for an existing one.

use crate::care::complete::missing;
use crate::recall::contested::{Contested, contested_by};
use crate::records::add::{self, NewRecord, Written};
use crate::records::admit::would_pass;
use crate::records::edited::EditedText;
use crate::records::private_record::{self, WrittenPrivate};
use crate::records::supersede::{self, Superseded};
use crate::records::{source, upsert};
use crate::workspace::{Error, Workspace};
use git_memory_model::kind::Kind;
use git_memory_model::record::{Name, RecordId};
use git_memory_text::path::RepoPath;

/// The question to `put`.
#[derive(Clone, Debug)]
pub struct PutRequest {
    /// The record. If its id exists, that record gets the given values.
    pub new: NewRecord,
    /// The file of the record to change: another file may have its id.
    pub file: Option<RepoPath>,
    /// The record that it replaces.
    pub supersedes: Option<String>,
    /// The blob that a record had when it was read: with another one now, it stays as it is.
    pub read: Option<String>,
    /// True if it goes to private memory.
    pub is_private: bool,
    /// True if nothing is written.
    pub is_dry: bool,
}

impl PutRequest {
    /// A record of tracked memory that is written as it is given.
    #[must_use]
    pub fn tracked(new: NewRecord) -> Self {
        Self {
            new,
            file: None,
            supersedes: None,
            read: None,
            is_private: false,
            is_dry: false,
        }
    }
}

/// Result of `put`.
pub enum Put {
    /// A new record.
    Added {
        /// The record.
        written: Written,
        /// Missing sections and keys that its readers look for.
        lacks: Vec<&'static str>,
        /// True if it waits for a person to make it active.
        is_proposal: bool,
    },
    /// A new private record.
    Private(WrittenPrivate),
    /// A record that replaces another one.
    Replaced(Box<Superseded>),
    /// A record that was there already.
    Edited(EditedText),
    /// A document outside of memory, or a record that was confirmed.
    Changed(Written),
    /// Nothing: what would have been.
    Planned(Plan),
}

impl Put {
    /// The id of the record.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Added { written, .. } | Self::Changed(written) => written.id.as_str(),
            Self::Private(written) => written.record.id.as_str(),
            Self::Replaced(both) => both.new.id.as_str(),
            Self::Edited(edited) => &edited.id,
            Self::Planned(plan) => plan.id.as_str(),
        }
    }

    /// The path of the record from the top of the work tree.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::Added { written, .. } | Self::Changed(written) => written.path.as_str(),
            Self::Private(written) => written.record.path.as_str(),
            Self::Replaced(both) => both.new.path.as_str(),
            Self::Edited(edited) => &edited.path,
            Self::Planned(plan) => plan.path.as_str(),
        }
    }
}

/// A record that could be written.
pub struct Plan {
    /// Its id; of a document outside of memory its path.
    pub id: Name,
    /// Its kind's name.
    pub kind: &'static str,
    /// Path of its file from the top of the work tree; of a private record, below its branch's log.
    pub path: RepoPath,
    /// The text of its file.
    pub text: String,
    /// Of a new tracked record: the records with its title, or that it may contradict.
    pub contested: Vec<Contested>,
}

impl Plan {
    /// The plan of a record, if it may be written.
    fn of(
        workspace: &Workspace,
        id: &RecordId,
        kind: &'static str,
        path: &RepoPath,
        text: &str,
    ) -> Result<Self, Error> {
        would_pass(workspace, id, text)?;
        Ok(Self {
            id: Name::Id(id.clone()),
            kind,
            path: path.clone(),
            text: text.to_owned(),
            contested: Vec::new(),
        })
    }

    /// The plan with the records that it may contradict.
    fn beside_others(mut self, workspace: &Workspace) -> Result<Self, Error> {
        self.contested = contested_by(workspace, &self.path, self.text.as_bytes())?;
        Ok(self)
    }
}

/// A record that is to be changed or replaced.
pub struct Known {
    /// Its kind.
    pub kind: Kind,
    /// Its title.
    pub title: String,
    /// Its file.
    pub path: RepoPath,
    /// Its id; of a page the path.
    name: Name,
    /// True for a document outside of memory.
    pub is_document: bool,
}

impl Known {
    /// Its id.
    ///
    /// # Errors
    /// [`Error::NoId`].
    pub fn id(&self) -> Result<&RecordId, Error> {
        let none = || Error::NoId(self.path.clone());
        self.name.id().ok_or_else(none)
    }

    /// Its id, or its path.
    #[must_use]
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// True if this is its whole id or path.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.path.as_str() == name || self.name.as_str() == name
    }
}

/// The record that a name means, which is to be changed or replaced.
///
/// # Errors
/// As for [`source::find_changeable`]; [`Error::NoId`] for a page of no kind, unless it is a document.
pub fn known(workspace: &Workspace, name: &str) -> Result<Known, Error> {
    let found = source::find_changeable(workspace, name)?;
    let record = &found.record;
    let kind = match Kind::by_name(record.kind_name()) {
        Some(kind) => kind,
        None if record.is_document() => Kind::NOTE,
        None => return Err(Error::NoId(record.path.clone())),
    };
    Ok(Known {
        kind,
        title: record.header.title.to_string(),
        path: record.path.clone(),
        name: record.header.id.clone(),
        is_document: record.is_document(),
    })
}

/// Writes a record; what is tracked is staged.
///
/// # Errors
/// As for adding, replacing or changing one; a store error where a record has changed since it was
/// read. Nothing was changed then.
pub fn put(workspace: &Workspace, request: PutRequest) -> Result<Put, Error> {
    let PutRequest {
        new,
        file,
        supersedes,
        read,
        is_private,
        is_dry,
    } = request;
    if let Some(old) = supersedes {
        if is_private {
            let why = "a private record cannot replace another one: publish it first";
            return Err(Error::BadValue(why.to_owned()));
        }
        return replace(workspace, &old, new, is_dry);
    }
    if let Some(amended) = upsert::amend(workspace, &new, file.as_ref(), is_private, true)? {
        if let Some(blob) = &read {
            amended.must_be_as_read(workspace, blob)?;
        }
        if is_dry {
            let (id, path) = (amended.id()?, amended.path());
            let plan = Plan::of(workspace, id, new.kind.name(), path, &amended.text)?;
            return Ok(Put::Planned(plan));
        }
        return Ok(Put::Edited(upsert::write(workspace, amended, true)?));
    }
    if is_private {
        return add_private(workspace, new, is_dry);
    }
    let is_proposal = new.intent().is_proposal(workspace)?;
    let kind = new.kind.name();
    let prepared = add::prepare(workspace, new)?;
    if is_dry {
        let (id, path) = (prepared.id(), prepared.path());
        let plan = Plan::of(workspace, id, kind, path, &prepared.text)?;
        // Others may write while this is compared.
        drop(prepared);
        return Ok(Put::Planned(plan.beside_others(workspace)?));
    }
    let lacks = missing(prepared.id(), &prepared.text);
    Ok(Put::Added {
        written: add::write(workspace, prepared, true)?,
        lacks,
        is_proposal,
    })
}

fn replace(workspace: &Workspace, old: &str, new: NewRecord, is_dry: bool) -> Result<Put, Error> {
    let kind = new.kind.name();
    let prepared = supersede::prepare(workspace, old, new)?;
    if is_dry {
        let (id, path) = (prepared.id(), prepared.path());
        let plan = Plan::of(workspace, id, kind, path, &prepared.text)?;
        drop(prepared);
        return Ok(Put::Planned(plan.beside_others(workspace)?));
    }
    let superseded = supersede::write(workspace, prepared, true)?;
    Ok(Put::Replaced(Box::new(superseded)))
}

fn add_private(workspace: &Workspace, new: NewRecord, is_dry: bool) -> Result<Put, Error> {
    let kind = new.kind.name();
    let prepared = private_record::prepare(workspace, new)?;
    if is_dry {
        let (id, path) = (prepared.id(), &prepared.path);
        let plan = Plan::of(workspace, id, kind, path, &prepared.text)?;
        return Ok(Put::Planned(plan));
    }
    Ok(Put::Private(private_record::add(workspace, prepared)?))
}
