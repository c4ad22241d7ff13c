//! Which texts a question is asked of: tracked records of one place or of all branches, private
//! entries, notes on commits, one's own memory. Each is a view of the index.

use std::collections::{BTreeMap, HashMap};

use super::Question;
use crate::app::context::user;
use crate::app::private::notes;
use crate::app::workspace::{Error, Workspace, settings};
use crate::domain::kind::Kind;
use crate::domain::layout;
use crate::domain::layout::FEEDBACK;
use crate::domain::path::MEMORY;
use crate::domain::private::{Entry, EntryKind};
use crate::domain::recall::{
    Attribute, Damaged, Document, Facts, Field, Part, Source, Standing, Totals,
};
use crate::domain::secrets::Clean;
use crate::domain::text::Language;
use crate::git::ObjectId;
use crate::store::View;
use crate::store::index::{Index, IndexView, Listed, Place as Bytes};

/// So many bytes of feedback are read.
const FEEDBACK_LIMIT: usize = 4 << 20;

/// Which tracked records are asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Those of the work tree.
    #[default]
    WorkTree,
    /// Those of a revision.
    Revision(String),
    /// Those of every branch, local and remote-tracking.
    AllBranches,
    /// Those of the work tree that a revision does not have, or has otherwise.
    Since(String),
}

impl Place {
    /// The revision whose records and settings count, where it is not the work tree's.
    pub(super) fn revision(&self) -> Option<&str> {
        if let Self::Revision(revision) = self {
            Some(revision)
        } else {
            None
        }
    }
}

/// What the texts of a view are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Tracked,
    PrivateRecords,
    Entries,
    Notes,
    User,
}

/// The views that a question is asked of.
#[derive(Default)]
pub(crate) struct Sources {
    views: Vec<(What, IndexView)>,
    /// Where all branches are asked: those that hold memory.
    pub(super) branches: Vec<Branch>,
    /// Title and text of each note and of each file of one's own memory, by the name that its view
    /// gives.
    pub(super) texts: HashMap<String, (String, String)>,
    /// What a revision has already, where only what came since is asked.
    pub(super) known: Option<Vec<ObjectId>>,
    /// What was said of earlier answers, as this place has it.
    pub(crate) feedback: String,
}

impl Sources {
    pub(super) fn open(
        workspace: &Workspace,
        index: &Index,
        question: &Question,
    ) -> Result<Self, Error> {
        let mut sources = Self {
            feedback: feedback(workspace, question.place.revision())?,
            ..Self::default()
        };
        let store = workspace.store();
        let tracked = match &question.place {
            Place::WorkTree => store.indexed(index, &View::WorkTree)?,
            Place::Revision(revision) => store.indexed(index, &View::Revision(revision.clone()))?,
            Place::Since(revision) => {
                let before = store.entries(&View::Revision(revision.clone()))?;
                let mut known: Vec<ObjectId> = before.into_iter().map(|entry| entry.id).collect();
                known.sort_unstable();
                sources.known = Some(known);
                store.indexed(index, &View::WorkTree)?
            }
            Place::AllBranches => {
                sources.branches = branches(workspace)?;
                let trees: BTreeMap<ObjectId, ObjectId> = sources
                    .branches
                    .iter()
                    .map(|it| (it.tree, it.tip))
                    .collect();
                store.indexed_trees(index, &trees)?
            }
        };
        sources.views.push((What::Tracked, tracked));
        if question.is_private {
            sources.add_private(workspace, index)?;
        }
        if question.is_user {
            let texts = user_texts(workspace)?;
            sources.add_texts(What::User, index, texts);
        }
        Ok(sources)
    }

    /// The records of one view alone, with what was said of earlier answers.
    pub(crate) fn of_view(tracked: IndexView, feedback: String) -> Self {
        Self {
            views: vec![(What::Tracked, tracked)],
            feedback,
            ..Self::default()
        }
    }

    fn add_texts(&mut self, what: What, index: &Index, texts: Vec<(String, String, String)>) {
        let document = |(id, title, body): &(String, String, String)| {
            (id.clone(), document(title, body, id, index.usual()))
        };
        self.views
            .push((what, index.passing(texts.iter().map(document).collect())));
        self.texts.extend(
            texts
                .into_iter()
                .map(|(id, title, body)| (id, (title, body))),
        );
    }

    fn add_private(&mut self, workspace: &Workspace, index: &Index) -> Result<(), Error> {
        self.add_texts(What::Notes, index, note_texts(workspace)?);
        let private = workspace.private()?;
        let Some(tip) = private.tip(&private.current()?)? else {
            return Ok(());
        };
        let records = private.replay(Some(tip))?.into_values().collect();
        let records =
            workspace
                .store()
                .indexed_entries(index, &format!("records-{tip}"), records)?;
        self.views.push((What::PrivateRecords, records));
        let mut entries = Vec::new();
        for logged in private.log(Some(tip)) {
            let logged = logged?;
            if matches!(
                logged.entry.kind,
                EntryKind::Summary | EntryKind::Compaction
            ) {
                entries.push((logged.id().into(), logged.commit.id));
            }
        }
        let contents = |missing: &[&Listed], each: &mut dyn FnMut(usize, &[u8])| {
            for (nth, (_, id)) in missing.iter().enumerate() {
                each(nth, workspace.repo.commit(*id)?.message.as_bytes());
            }
            Ok(())
        };
        let entries = index.view(
            &format!("entries-{tip}"),
            || Ok(entries),
            contents,
            read_entry,
        )?;
        self.views.push((What::Entries, entries));
        Ok(())
    }

    fn views(&self) -> impl Iterator<Item = &IndexView> {
        self.views.iter().map(|(_, view)| view)
    }

    /// What ranking needs to know of all texts.
    pub(crate) fn totals(&self) -> Totals {
        self.views()
            .map(|view| view.totals)
            .fold(Totals::default(), Totals::and)
    }

    /// The parts of all views, one behind the other.
    pub(crate) fn parts(&self) -> Vec<Part<'_, Bytes>> {
        self.views().flat_map(IndexView::parts).collect()
    }

    /// The kind of a record: what its id says, else what its folder says.
    pub(crate) fn kind_of(
        &self,
        parts: &[Part<'_, Bytes>],
        part: usize,
        document: u32,
    ) -> Result<Option<Kind>, Damaged> {
        if let Some(kind) = parts[part].segment.facts(document)?.kind {
            return Ok(Some(kind));
        }
        let Some((_, view, nth)) = self.view_of(part) else {
            return Ok(None);
        };
        let place = view
            .path(nth, document)?
            .parse()
            .ok()
            .and_then(|path| layout::place(&path));
        Ok(place.and_then(|place| place.kind))
    }

    /// The view that the nth of all parts belongs to, and its number there.
    pub(crate) fn view_of(&self, part: usize) -> Option<(What, &IndexView, usize)> {
        let mut before = 0;
        for (what, view) in &self.views {
            let count = view.parts().len();
            if part < before + count {
                return Some((*what, view, part - before));
            }
            before += count;
        }
        None
    }
}

/// The file of feedback: the work tree's, or the one of the revision that is asked; empty where
/// there is none, or where it shall not count.
pub(crate) fn feedback(workspace: &Workspace, revision: Option<&str>) -> Result<String, Error> {
    if !settings::heeds_feedback(workspace, revision)? {
        return Ok(String::new());
    }
    let bytes = if let Some(revision) = revision {
        let blob = workspace
            .repo
            .file(workspace.repo.resolve(revision)?, FEEDBACK)?;
        blob.map(|blob| workspace.repo.blob(blob))
            .transpose()?
            .unwrap_or_default()
    } else {
        work_feedback(workspace)?
    };
    let end = bytes.len().min(FEEDBACK_LIMIT);
    Ok(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

/// The bytes of the work tree's file of feedback; empty where there is none.
pub(super) fn work_feedback(workspace: &Workspace) -> Result<Vec<u8>, Error> {
    let store = workspace.store();
    if !store.has_work_tree() {
        return Ok(Vec::new());
    }
    let bytes = store.work_files()?.read_regular(FEEDBACK)?;
    Ok(bytes.unwrap_or_default())
}

/// A branch that holds memory.
pub(super) struct Branch {
    pub(super) name: String,
    pub(super) tip: ObjectId,
    /// Its memory.
    tree: ObjectId,
}

/// Every branch that holds memory, local ones first.
fn branches(workspace: &Workspace) -> Result<Vec<Branch>, Error> {
    let mut found = Vec::new();
    for prefix in ["refs/heads/", "refs/remotes/"] {
        for (full, tip) in workspace.repo.references(prefix)? {
            let name = full.strip_prefix(prefix).unwrap_or(&full).to_owned();
            // What a remote calls its HEAD is one of its branches.
            if !full.ends_with("/HEAD")
                && let Some(tree) = workspace.repo.folder(tip, MEMORY)?
            {
                found.push(Branch { name, tip, tree });
            }
        }
    }
    Ok(found)
}

/// A document of some text outside of tracked memory.
fn document(title: &str, body: &str, id: &str, usual: Language) -> Document {
    let fields = vec![(Field::Title, title), (Field::Body, body)];
    let source = Source {
        fields,
        attributes: vec![(Attribute::Id, id)],
    };
    let facts = Facts {
        kind: None,
        standing: Standing::Current,
        created: None,
        updated: None,
        is_faulty: false,
    };
    Document::new(&source, facts, usual)
}

fn read_entry(message: &[u8], usual: Language) -> Document {
    let entry = Entry::parse(&String::from_utf8_lossy(message), 1);
    document(
        &entry.title,
        &entry.body,
        entry.id.as_deref().unwrap_or_default(),
        usual,
    )
}

/// The notes on the commits that HEAD reaches: commit and id, the commit's subject, the note.
fn note_texts(workspace: &Workspace) -> Result<Vec<(String, String, String)>, Error> {
    let mut texts = Vec::new();
    for on in notes::list(workspace, None)? {
        let named = on.notes.into_iter().map(|note| {
            (
                format!("{} {}", on.commit, note.id),
                on.subject.to_string(),
                note.text,
            )
        });
        texts.extend(named);
    }
    Ok(texts)
}

/// The files of one's own memory: path, title, text.
fn user_texts(workspace: &Workspace) -> Result<Vec<(String, String, String)>, Error> {
    let mut texts = Vec::new();
    for file in user::list(user::At::Repository(workspace))?.0 {
        let name = file.path.to_string();
        let text = user::read(user::At::Repository(workspace), Some(&name))?
            .map(Clean::into_string)
            .unwrap_or_default();
        texts.push((name, file.title.into_string(), text));
    }
    Ok(texts)
}
