//! Texts for a question: tracked records of one view or of all branches, private entries, notes on
//! commits, user memory. Each is a view of the index.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::parents::reading::Replaced;
use crate::recall::question::RecallQuestion;
use crate::recall::texts::{LooseText, notes, read_entry, user_files};
use crate::recall::{commits, ratings, rules, symbols};
use crate::records::reading::{Indexed, indexed};
use crate::records::trust::{Depth, Trusts};
use crate::workspace::{Error, Parent, Workspace, settings};
use git_memory_git::{ObjectId, TreeEntry};
use git_memory_guard::{Clean, redact};
use git_memory_model::evidence::source_citation::{CitedName, cited_in_source};
use git_memory_model::form::refusal::page_kind;
use git_memory_model::kind::Kind;
use git_memory_model::layout::RecordPlace;
use git_memory_model::private::EntryKind;
use git_memory_model::roots::Roots;
use git_memory_model::trust::Trust;
use git_memory_recall::{Damaged, Document, DocumentRef, Part, Totals, Weights};
use git_memory_store::index::{DocumentSource, Index, IndexView, SegmentBytes};
use git_memory_store::{Store, TextFile, View};
use git_memory_text::Language;
use git_memory_text::path::RepoPath;

/// The maximum number of named files that are searched for citations.
const FILES: usize = 32;

/// Kind of a view's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SourceKind {
    Tracked,
    /// A record that is not written yet.
    Draft,
    PrivateRecords,
    /// The nth parent of the workspace.
    Parent(usize),
    Entries,
    Notes,
    User,
    Rules,
    Commits,
}

/// The views that a question is asked of.
#[derive(Default)]
pub(crate) struct Sources {
    views: Vec<(SourceKind, IndexView)>,
    /// With all branches searched: the branches that have memory.
    pub(crate) branches: Vec<MemoryBranch>,
    /// Each note and each file of user memory, by its name in the view.
    pub(crate) texts: HashMap<String, LooseText>,
    /// In a search since a revision: its blobs and commits, sorted.
    pub(crate) known: Option<Vec<ObjectId>>,
    /// The records that have not come as far as was asked for, by their blobs, sorted.
    pub(crate) refused: Option<Vec<ObjectId>>,
    /// Ratings of earlier answers, one line each.
    pub(crate) feedback: String,
    /// The folders that are read beside `memory/`.
    pub(crate) roots: Roots,
    /// The parents that are searched.
    parents: Vec<Parent>,
    /// The records of these that are replaced here, once one of them is read.
    replaced: OnceCell<Replaced>,
    /// The commits of the history, if they are only evidence for the named files.
    unsearched_commits: Option<IndexView>,
    /// Distinctive names that the named files define.
    pub(crate) defined: Vec<String>,
    /// Keys of the records that comments of the named files cite.
    pub(crate) cited: Vec<String>,
    /// Weights of ties between records and files.
    pub(crate) weights: Weights,
    /// Reasons why some texts cannot be read, one line each.
    pub(crate) faults: Vec<Clean>,
}

/// A branch that has memory.
pub(crate) struct MemoryBranch {
    pub(crate) name: String,
    /// Its newest commit.
    pub(crate) tip: ObjectId,
    /// The tree of its memory.
    memory: ObjectId,
}

/// A part of all parts, as one view has it.
pub(crate) struct PartOfView<'a> {
    pub(crate) kind: SourceKind,
    pub(crate) view: &'a IndexView,
    /// Its number in this view.
    pub(crate) part: usize,
}

impl Sources {
    /// Opens what a question asks for; new texts are indexed on the way.
    pub(crate) fn open(
        workspace: &Workspace,
        index: &Index,
        question: &RecallQuestion,
    ) -> Result<Self, Error> {
        let mut sources = Self {
            feedback: ratings::heeded(workspace, question.rev.as_deref())?,
            roots: workspace.store().roots_at(&question.view())?.into_owned(),
            weights: settings::weights(workspace, question.rev.as_deref())?,
            ..Self::default()
        };
        let tracked = sources.open_tracked(workspace, index, question)?;
        if let Some(least) = question.trust {
            sources.refused = Some(distrusted(workspace, &question.view(), least)?);
        }
        sources.views.push((SourceKind::Tracked, tracked));
        if question.is_now() {
            sources.add_parents(workspace, index)?;
        }
        if question.private {
            match sources.add_private(workspace, index) {
                // A damaged chain belongs only to this clone: tracked memory answers without it.
                Err(error @ (Error::Git(_) | Error::Store(_))) => {
                    sources.faults.push(redact(&error.to_string()));
                }
                added => added?,
            }
            for fault in workspace.take_private_faults() {
                sources.faults.push(redact(&fault));
            }
        }
        if (question.commits || !question.near.is_empty())
            && let Some(tip) = workspace.store().history().at(question.rev.as_deref())?
        {
            let commits = commits::view(workspace, &index.of_commits(), tip)?;
            if question.commits {
                if let Some(revision) = &question.since {
                    sources.know_commits(workspace.store(), &commits, tip, revision)?;
                }
                sources.views.push((SourceKind::Commits, commits));
            } else {
                sources.unsearched_commits = Some(commits);
            }
        }
        // A note on a commit is a part of its text; notes have no revisions.
        let is_now = question.is_now();
        if question.commits && !question.private && is_now {
            sources.add_texts(SourceKind::Notes, index, notes(workspace)?)?;
        }
        sources.add_defined(workspace, question.rev.as_deref(), &question.near)?;
        if question.user {
            let texts = user_files(workspace)?;
            sources.add_texts(SourceKind::User, index, texts)?;
        }
        if question.rules && is_now {
            match rules::texts(workspace, sources.tracked()) {
                Ok(texts) => sources.add_texts(SourceKind::Rules, index, texts)?,
                // Records answer without them.
                Err(error) => sources.faults.push(redact(&error.to_string())),
            }
        }
        Ok(sources)
    }

    /// The records of one view only, with the ratings that count there.
    pub(crate) fn of_view(tracked: IndexView, feedback: String, roots: Roots) -> Self {
        Self {
            views: vec![(SourceKind::Tracked, tracked)],
            feedback,
            roots,
            ..Self::default()
        }
    }

    /// The records of parents only.
    pub(crate) fn of_parents(workspace: &Workspace, index: &Index) -> Result<Self, Error> {
        let mut sources = Self::default();
        sources.add_parents(workspace, index)?;
        Ok(sources)
    }

    /// The records of parents that are read beside a view: what this clone has of them is of now.
    pub(crate) fn parents_beside(
        workspace: &Workspace,
        index: &Index,
        view: &View,
    ) -> Result<Self, Error> {
        match view {
            View::WorkTree => Self::of_parents(workspace, index),
            View::Index | View::Revision(_) => Ok(Self::default()),
        }
    }

    /// Adds a record that is not written yet, behind the tracked ones.
    pub(crate) fn add_draft(&mut self, text: &[u8], usual: Language) -> Result<(), Error> {
        let view = Index::ephemeral(&[text], |text, lexicon| {
            ("".into(), Document::of_file(text, usual, lexicon))
        })?;
        self.views.insert(1, (SourceKind::Draft, view));
        Ok(())
    }

    /// The number of parts, and the totals, of the tracked records and a draft.
    pub(crate) fn written(&self) -> (usize, Totals) {
        let of_records = |kind| matches!(kind, SourceKind::Tracked | SourceKind::Draft);
        let views = self.views.iter().filter(|(kind, _)| of_records(*kind));
        views.fold((0, Totals::default()), |(parts, totals), (_, view)| {
            (parts + view.parts().len(), totals.and(view.totals))
        })
    }

    /// Adds files of user memory.
    pub(crate) fn and_user(
        mut self,
        texts: Vec<LooseText>,
        usual: Language,
    ) -> Result<Self, Error> {
        self.add_loose(SourceKind::User, texts, usual)?;
        Ok(self)
    }

    /// Adds the names that some files define and those of the records that they cite, from the top
    /// of the work tree.
    fn add_defined(
        &mut self,
        workspace: &Workspace,
        revision: Option<&str>,
        paths: &[String],
    ) -> Result<(), Error> {
        let view = match revision {
            Some(revision) => View::Revision(revision.to_owned()),
            None if workspace.store().has_work_tree() => View::WorkTree,
            // No file is anywhere that could be meant.
            None => return Ok(()),
        };
        self.defined = symbols::telling(workspace, &view, paths)?;
        for path in paths.iter().take(FILES) {
            // Any file may be named, also one that is not there or no text.
            if let Ok(TextFile::Text(text)) = workspace.store().page(&view, path) {
                for cited in cited_in_source(path, &text) {
                    if let (CitedName::Record(citation), None) = (&cited.name, &cited.link) {
                        self.cited.push(citation.key());
                    }
                }
            }
        }
        self.cited.sort_unstable();
        self.cited.dedup();
        Ok(())
    }

    /// Adds commits as evidence about files.
    pub(crate) fn and_commits(mut self, commits: Option<IndexView>) -> Self {
        self.unsearched_commits = commits;
        self
    }

    /// Sets the weights of ties between records and files.
    pub(crate) fn and_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    /// Returns the commits that are evidence about files.
    pub(crate) fn into_commits(self) -> Option<IndexView> {
        self.unsearched_commits
    }

    /// Only commits.
    pub(crate) fn of_commits(commits: IndexView) -> Self {
        Self {
            views: vec![(SourceKind::Commits, commits)],
            ..Self::default()
        }
    }

    /// Counts the commits that a revision reaches among what it has already.
    fn know_commits(
        &mut self,
        store: Store,
        commits: &IndexView,
        tip: ObjectId,
        revision: &str,
    ) -> Result<(), Error> {
        let history = store.history();
        let before = history.resolve(revision)?;
        // A tree that was named by its id reaches none.
        if !history.has_commit(before)? {
            return Ok(());
        }
        let new: HashSet<ObjectId> = history.between(tip, &[before])?.into_iter().collect();
        let known = self.known.get_or_insert_default();
        for (nth, part) in commits.parts().iter().enumerate() {
            for document in part.members.iter() {
                known.extend(commits.id(nth, document)?.filter(|id| !new.contains(id)));
            }
        }
        known.sort_unstable();
        Ok(())
    }

    fn open_tracked(
        &mut self,
        workspace: &Workspace,
        index: &Index,
        question: &RecallQuestion,
    ) -> Result<IndexView, Error> {
        let store = workspace.store();
        if question.all_branches {
            self.branches = branches(store)?;
            // Branches with the same memory are read once.
            let mut trees: BTreeMap<ObjectId, ObjectId> = BTreeMap::new();
            for branch in &self.branches {
                trees.insert(branch.memory, branch.tip);
            }
            return Ok(store.indexed_trees(index, &trees)?);
        }
        if let Some(revision) = &question.since {
            // Records are left out by their blobs, so one that was only moved is not new.
            self.known = Some(blobs_at(store, revision)?);
        }
        Ok(store.indexed(index, &question.view())?)
    }

    fn add_texts(
        &mut self,
        kind: SourceKind,
        index: &Index,
        texts: Vec<LooseText>,
    ) -> Result<(), Error> {
        self.add_loose(kind, texts, index.usual())
    }

    fn add_loose(
        &mut self,
        kind: SourceKind,
        texts: Vec<LooseText>,
        usual: Language,
    ) -> Result<(), Error> {
        let view = Index::ephemeral(&texts, |text: &LooseText, lexicon| {
            (text.name.as_str().into(), text.document(usual, lexicon))
        })?;
        self.views.push((kind, view));
        let texts = texts.into_iter().map(|text| (text.name.clone(), text));
        self.texts.extend(texts);
        Ok(())
    }

    /// Adds the records of each parent that this clone has.
    fn add_parents(&mut self, workspace: &Workspace, index: &Index) -> Result<(), Error> {
        let store = workspace.store();
        for (nth, parent) in workspace.parents()?.iter().enumerate() {
            let key = format!("parent-{}-{}", parent.name, parent.kept.tip);
            let list = || store.parent_files(&parent.name, &parent.kept);
            let view = store.indexed_entries(index, &key, &parent.roots, list)?;
            self.views.push((SourceKind::Parent(nth), view));
            self.parents.push(parent.clone());
        }
        let missing = workspace.parents_missing().iter();
        self.faults.extend(missing.map(|line| redact(line)));
        Ok(())
    }

    /// The parent that has the records of a view of this kind.
    pub(crate) fn parent(&self, kind: SourceKind) -> Option<&Parent> {
        match kind {
            SourceKind::Parent(nth) => self.parents.get(nth),
            _ => None,
        }
    }

    /// The folders of the records of a view of this kind.
    pub(crate) fn roots_of(&self, kind: SourceKind) -> &Roots {
        self.parent(kind)
            .map_or(&self.roots, |parent| &parent.roots)
    }

    fn add_private(&mut self, workspace: &Workspace, index: &Index) -> Result<(), Error> {
        self.add_texts(SourceKind::Notes, index, notes(workspace)?)?;
        let private = workspace.private()?;
        let Some(tip) = private.tip(&private.current()?)? else {
            return Ok(());
        };
        let store = workspace.store();
        let records: Vec<TreeEntry> = private.replay(Some(tip))?.into_values().collect();
        let entries = entries(workspace, tip)?;
        // The tip is the key: a commit always reaches the same entries, except for unreadable ones.
        let key = format!("records-{tip}-{}", records.len());
        let records = store.indexed_entries(index, &key, &Roots::default(), || Ok(records))?;
        self.views.push((SourceKind::PrivateRecords, records));
        let contents = |missing: &[&DocumentSource], each: &mut dyn FnMut(usize, &[u8])| {
            for (nth, listed) in missing.iter().enumerate() {
                each(nth, store.history().commit(listed.id)?.message.as_bytes());
            }
            Ok(())
        };
        let key = format!("entries-{tip}-{}", entries.len());
        let entries = index.view(&key, || Ok(entries), contents, read_entry)?;
        self.views.push((SourceKind::Entries, entries));
        Ok(())
    }

    /// The commits of the history that is asked, where they were opened.
    pub(crate) fn commits(&self) -> Option<&IndexView> {
        let mut views = self.views.iter();
        let searched = views.find(|(kind, _)| *kind == SourceKind::Commits);
        searched.map_or(self.unsearched_commits.as_ref(), |(_, view)| Some(view))
    }

    /// The tracked records, whose parts are the first of all.
    pub(crate) fn tracked(&self) -> Option<&IndexView> {
        match self.views.first() {
            Some((SourceKind::Tracked, view)) => Some(view),
            _ => None,
        }
    }

    fn views(&self) -> impl Iterator<Item = &IndexView> {
        self.views.iter().map(|(_, view)| view)
    }

    /// Returns the totals of all texts for ranking.
    pub(crate) fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for view in self.views() {
            totals = totals.and(view.totals);
        }
        totals
    }

    /// The parts of all views, in the order of the views.
    pub(crate) fn parts(&self) -> Vec<Part<'_, SegmentBytes>> {
        self.views().flat_map(IndexView::parts).collect()
    }

    /// The kind of a record: by its id, otherwise by its folder.
    pub(crate) fn kind_of(
        &self,
        parts: &[Part<'_, SegmentBytes>],
        part: usize,
        document: u32,
    ) -> Result<Option<Kind>, Damaged> {
        // Most ids contain it, which saves finding the path.
        if let Some(kind) = parts[part].segment.facts(document)?.kind {
            return Ok(Some(kind));
        }
        // A record has returned above by its id: only pages remain.
        let page = self.page_of(part, document);
        Ok(page.and_then(|(path, place)| page_kind(&path, &place)))
    }

    /// Returns the place of a document by its path; `None` for a note or an entry, which has none.
    pub(crate) fn place_of(&self, part: usize, document: u32) -> Option<RecordPlace> {
        Some(self.page_of(part, document)?.1)
    }

    /// The documents of the file at a path of tracked memory.
    pub(crate) fn at_path(
        &self,
        parts: &[Part<'_, SegmentBytes>],
        path: &str,
    ) -> Result<Vec<DocumentRef>, Error> {
        let mut found = Vec::new();
        for (nth, part) in parts.iter().enumerate() {
            let source = self.of_part(nth);
            let Some(source) = source.filter(|it| it.kind == SourceKind::Tracked) else {
                continue;
            };
            for (document, own) in part.members.iter().zip(&source.view.paths_of(source.part)?) {
                if **own == *path {
                    found.push(DocumentRef {
                        part: nth,
                        document,
                    });
                }
            }
        }
        Ok(found)
    }

    fn page_of(&self, part: usize, document: u32) -> Option<(RepoPath, RecordPlace)> {
        let source = self.of_part(part)?;
        // A damaged view is reported by the search, which reads every path that it shows.
        let path: RepoPath = source.view.path(source.part, document).ok()?.parse().ok()?;
        let place = self.roots_of(source.kind).place(&path)?;
        Some((path, place))
    }

    /// The record of a document, without secrets; `None` for other texts, and where its file was
    /// deleted in the meantime.
    pub(crate) fn read(
        &self,
        workspace: &Workspace,
        at: DocumentRef,
    ) -> Result<Option<Indexed>, Error> {
        let Some(PartOfView { view, part, kind }) = self.of_part(at.part) else {
            return Ok(None);
        };
        let Some(id) = view.id(part, at.document)? else {
            return Ok(None);
        };
        let path = view.path(part, at.document)?;
        let is_clean = view.parts()[part].segment.is_clean(at.document)?;
        let read = indexed(workspace, self.roots_of(kind), &path, id, is_clean)?;
        let Some(parent) = self.parent(kind) else {
            return Ok(read);
        };
        let Some(read) = read else {
            return Ok(None);
        };
        let record = read.record.of_parent(&parent.name);
        let record = self.replaced(workspace)?.marked(record);
        Ok(Some(Indexed { record, ..read }))
    }

    fn replaced(&self, workspace: &Workspace) -> Result<&Replaced, Error> {
        if let Some(replaced) = self.replaced.get() {
            return Ok(replaced);
        }
        let replaced = Replaced::of(workspace)?;
        Ok(self.replaced.get_or_init(|| replaced))
    }

    /// The view that the nth of all parts belongs to.
    pub(crate) fn of_part(&self, nth: usize) -> Option<PartOfView<'_>> {
        let mut part = nth;
        for (kind, view) in &self.views {
            let count = view.parts().len();
            if part < count {
                return Some(PartOfView {
                    kind: *kind,
                    view,
                    part,
                });
            }
            part -= count;
        }
        None
    }
}

/// The blobs of the records that have not come as far as a tier, sorted.
fn distrusted(workspace: &Workspace, view: &View, least: Trust) -> Result<Vec<ObjectId>, Error> {
    let memory = workspace.memory(view)?;
    let trusts = Trusts::of(workspace, view, Depth::of(least))?;
    let mut refused = Vec::new();
    for record in &memory.records {
        let blob = memory.blob(record);
        if trusts.told(record.path.as_str(), blob)?.trust < least {
            refused.extend(blob);
        }
    }
    refused.sort_unstable();
    Ok(refused)
}

/// The blobs that a revision has below `memory/`, sorted.
fn blobs_at(store: Store, revision: &str) -> Result<Vec<ObjectId>, Error> {
    let entries = store.entries(&View::Revision(revision.to_owned()))?;
    let mut blobs: Vec<ObjectId> = entries.into_iter().map(|entry| entry.id).collect();
    blobs.sort_unstable();
    Ok(blobs)
}

/// Every branch that has memory, local ones first.
fn branches(store: Store) -> Result<Vec<MemoryBranch>, Error> {
    let history = store.history();
    let mut found = Vec::new();
    for branch in history
        .branches()?
        .into_iter()
        .chain(history.remote_branches()?)
    {
        if let Some(memory) = store.objects().memory_tree(branch.tip)? {
            found.push(MemoryBranch {
                name: branch.name,
                tip: branch.tip,
                memory,
            });
        }
    }
    Ok(found)
}

/// The steps of the private log that a commit reaches, each with its id.
fn entries(workspace: &Workspace, tip: ObjectId) -> Result<Vec<DocumentSource>, Error> {
    let mut entries: Vec<DocumentSource> = Vec::new();
    for logged in workspace.private()?.log(Some(tip)) {
        if matches!(
            logged.entry.kind,
            EntryKind::Summary | EntryKind::Compaction
        ) {
            entries.push(DocumentSource {
                path: logged.id().into(),
                id: logged.commit.id,
            });
        }
    }
    Ok(entries)
}
