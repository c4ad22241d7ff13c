//! A record at its place: its path, the fields from the path, and the fields from its file.

use std::sync::Arc;

use super::header::Header;
use super::{Name, RecordId};
use crate::form::refusal::{is_about_folder, page_kind};
use crate::kind::{Kind, Lifecycle};
use crate::layout::RecordPlace;
use crate::parent_name::ParentName;
use git_memory_guard::Clean;
use git_memory_text::path::RepoPath;

/// A record in a snapshot: its place, and the contents of its file.
#[derive(Clone, Debug)]
pub struct Record {
    /// From the top of the work tree.
    pub path: RepoPath,
    /// Place, as the path shows it.
    pub place: Arc<RecordPlace>,
    /// Contents of the file.
    pub header: Arc<Header>,
}

impl Record {
    /// The record's kind: by its folder, else by its id; `None` if neither names one. A page in a
    /// folder without a kind is a topic, and one about its folder has no kind.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        match &self.header.id {
            Name::Id(id) => self.place.kind.or_else(|| id.kind()),
            Name::Path(path) => page_kind(path, &self.place),
        }
    }

    /// The kind whose folder the record was moved into, if its id is still that of another kind.
    #[must_use]
    pub fn moved_to(&self) -> Option<Kind> {
        let (of_id, of_folder) = (self.id()?.kind()?, self.place.kind?);
        let is_moved = of_id != of_folder && self.place.is_in_memory;
        is_moved.then_some(of_folder)
    }

    /// Its id; `None` for a page.
    #[must_use]
    pub fn id(&self) -> Option<&RecordId> {
        self.header.id.id()
    }

    /// True if the record is one of a parent.
    #[must_use]
    pub fn is_of_parent(&self) -> bool {
        self.id().is_some_and(RecordId::is_of_parent)
    }

    /// True if the record is a page that describes its folder, and not one of its entries.
    #[must_use]
    pub fn is_about_folder(&self) -> bool {
        self.is_page() && is_about_folder(&self.path, &self.place)
    }

    /// True if the record is a page: a file without an id of ours.
    #[must_use]
    pub fn is_page(&self) -> bool {
        self.id().is_none()
    }

    /// True if the record is a document outside of memory, which keeps the form of its own tools.
    #[must_use]
    pub fn is_document(&self) -> bool {
        self.is_page() && !self.place.is_in_memory
    }

    /// The name of its kind, `record` if there is none.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        self.kind().map_or("record", Kind::name)
    }

    /// Name for messages, with an article: `an open loop`; `a record` if it has no kind.
    #[must_use]
    pub fn one(&self) -> &'static str {
        match self.kind() {
            Some(kind) => kind.one(),
            None => "a record",
        }
    }

    /// The record as one of a parent, where its id and those that it names have the parent's name. Of
    /// its paths, those stay that begin with a wildcard, and so name files anywhere: the others are
    /// about the parent's own files.
    #[must_use]
    pub fn of_parent(&self, parent: &ParentName) -> Self {
        let named = |names: &[Name]| names.iter().map(|name| name.of_parent(parent)).collect();
        let header = &*self.header;
        let paths = header.paths.iter().filter(|path| path.starts_with('*'));
        Self {
            header: Arc::new(Header {
                id: header.id.of_parent(parent),
                paths: paths.cloned().collect(),
                supersedes: named(&header.supersedes),
                superseded_by: named(&header.superseded_by),
                related: named(&header.related),
                ..header.clone()
            }),
            ..self.clone()
        }
    }

    /// The record of a parent as one that a record of the repository replaces; `status` is the
    /// status of its kind for that.
    #[must_use]
    pub fn replaced_here(&self, by: &Name, status: Clean) -> Self {
        let mut header = (*self.header).clone();
        header.status = status;
        header.superseded_by.push(by.clone());
        Self {
            header: Arc::new(header),
            ..self.clone()
        }
    }

    /// Meaning of its status.
    #[must_use]
    pub fn lifecycle(&self) -> Lifecycle {
        Lifecycle::of(self.kind(), &self.header.status)
    }

    /// True if the record still applies, or is at least proposed.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.lifecycle().is_current()
    }
}
