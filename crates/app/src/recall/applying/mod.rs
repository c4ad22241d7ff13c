//! The records that apply to a file: one answer for `why`, `context --for`, the hooks before an
//! edit, `blame`, `suggest` and the pages of records, in one order and with one threshold.
//!
//! Evidence comes from the index of recall (paths, scopes, texts, commits that cite), from the
//! file's own text (citations, symbols) and from the newest commits. What each tie weighs stands in
//! [`git_memory_model::evidence::applying`].

mod candidates;
mod commits;
mod covering;
mod folders;
mod guides;
mod paths;
mod texts;
mod tie;
mod titles;

use std::cell::{OnceCell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

pub use self::guides::Guide;
use self::paths::Covering;
use self::tie::{Tie, Together};
use crate::evidence::renames::may_move;
use crate::recall::followers::Followers;
use crate::recall::location::Location;
use crate::recall::numbered::{by_keys, with_id};
use crate::recall::sources::{SourceKind, Sources};
use crate::records::reading::Indexed;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::evidence::applying::{APPLIES, MAYBE, together};
use git_memory_model::kind::Lifecycle;
use git_memory_model::record::Record;
use git_memory_recall::{DocumentRef, Part, Totals};
use git_memory_store::index::SegmentBytes;
use git_memory_store::{RecentCommit, TextFile, View};
use git_memory_text::date::Date;

/// Number of files whose texts are read for citations, and for symbols.
const READ: usize = 32;
const PARSED: usize = 8;
/// Maximum number of superseded records whose successors are looked up.
const REPLACED: usize = 32;
/// Maximum number of records that are kept for the next file.
const KEPT: usize = 1000;
/// A commit with more files changed everything.
const FILES: usize = 100;

/// A record that is tied to a file.
#[derive(Clone, Debug)]
pub(crate) struct Applying {
    pub(crate) at: DocumentRef,
    /// The file.
    pub(crate) path: String,
    /// Weight of all ties together, and of those by which the record itself says so.
    weight: f64,
    declared: f64,
    lifecycle: Lifecycle,
    updated: Option<Date>,
    /// The path of the record's file.
    record: String,
    /// The ties, the strongest first.
    ties: Vec<Tie>,
}

impl Applying {
    /// True if the record applies to the file; otherwise it may. A proposal does not apply yet, and
    /// what was given up or replaced does not any more.
    pub(crate) fn applies(&self) -> bool {
        self.weight >= APPLIES && self.lifecycle == Lifecycle::Current
    }

    /// True if the record itself says that it is about the file.
    pub(crate) fn is_declared(&self) -> bool {
        self.declared >= APPLIES
    }

    /// The reasons, the strongest first; `record` is the tied one.
    pub(crate) fn why(&self, record: &Record) -> Vec<String> {
        let why = self.ties.iter().map(|tie| tie.sentence(record, &self.path));
        why.collect()
    }

    /// The name in the record's text that ties it to the file, if that is its strongest tie.
    pub(crate) fn named(&self) -> Option<&str> {
        match self.ties.first()? {
            Tie::Names(name) | Tie::Symbol(name) => Some(name),
            _ => None,
        }
    }

    /// The order of all doors: what applies, the strongest first, then the newest.
    fn compare(&self, other: &Self) -> Ordering {
        let key = |it: &Self| (!it.applies(), !it.lifecycle.is_current());
        let weights = other.weight.total_cmp(&self.weight);
        let days = Reverse(self.updated).cmp(&Reverse(other.updated));
        let last = self.record.cmp(&other.record);
        key(self)
            .cmp(&key(other))
            .then(weights)
            .then(days)
            .then(last)
    }
}

/// Records by the paths of their files.
type ByPath = HashMap<Arc<str>, DocumentRef>;
/// The ties of each record to one file, each with its weight.
type Tied = HashMap<DocumentRef, Vec<(f64, Tie)>>;

/// Evidence that ties the records of a view to files, read once for several files.
pub(crate) struct Applier<'a> {
    workspace: &'a Workspace,
    sources: &'a Sources,
    /// The parts of all sources; the first ones are those of tracked records.
    parts: Vec<Part<'a, SegmentBytes>>,
    tracked: usize,
    totals: Totals,
    /// The view whose files are read.
    files: &'a View,
    /// The names of all files of that view.
    names: OnceCell<Vec<u8>>,
    paths: OnceCell<String>,
    covering: OnceCell<Vec<Covering>>,
    by_path: OnceCell<ByPath>,
    together: OnceCell<HashMap<String, Vec<Rc<Together>>>>,
    /// The records that hold a text as one word.
    holding: RefCell<HashMap<String, Rc<[DocumentRef]>>>,
    /// Number of files in a folder.
    below: RefCell<HashMap<String, usize>>,
    /// Texts, each with true if few paths contain it.
    in_few: RefCell<HashMap<String, bool>>,
    /// The places of the commits that may have moved something.
    moving: OnceCell<Vec<usize>>,
    /// Records that were read: many files ask for the same ones.
    kept: RefCell<HashMap<DocumentRef, Option<Rc<Indexed>>>>,
    followers: Option<Followers<'a>>,
    /// The newest commits, and those of all that have no parents.
    commits: Arc<Vec<RecentCommit>>,
    roots: HashSet<ObjectId>,
    /// True if this partial clone lacks what the commits changed.
    lacks_history: bool,
    /// True if records that are no longer current are wanted, too.
    has_past: bool,
    /// True if the symbols of files are evidence.
    has_symbols: bool,
}

impl<'a> Applier<'a> {
    /// Ties of the tracked records of some sources; without the sources' commits, history is no
    /// evidence.
    pub(crate) fn new(
        workspace: &'a Workspace,
        sources: &'a Sources,
        files: &'a View,
        has_past: bool,
    ) -> Result<Self, Error> {
        let is_tracked = |nth: &usize| {
            let source = sources.of_part(*nth);
            source.is_some_and(|source| source.kind == SourceKind::Tracked)
        };
        let parts = sources.parts();
        let tracked = (0..parts.len()).take_while(is_tracked).count();
        let store = workspace.store();
        let mut applier = Self {
            workspace,
            sources,
            tracked,
            parts,
            totals: sources.totals(),
            files,
            names: OnceCell::new(),
            paths: OnceCell::new(),
            covering: OnceCell::new(),
            by_path: OnceCell::new(),
            together: OnceCell::new(),
            holding: RefCell::default(),
            below: RefCell::default(),
            in_few: RefCell::default(),
            moving: OnceCell::new(),
            kept: RefCell::default(),
            followers: None,
            commits: Arc::default(),
            roots: HashSet::new(),
            lacks_history: false,
            has_past,
            has_symbols: true,
        };
        let Some(history) = sources.commits() else {
            return Ok(applier);
        };
        applier.followers = Some(Followers::of(history)?);
        if let Some(tip) = store.history().commit_at(files.revision())? {
            match store.recent_changes(tip) {
                Ok(commits) => applier.commits = commits,
                Err(error) if error.is_missing() => applier.lacks_history = true,
                Err(error) => return Err(error.into()),
            }
            let known = store.recent_commits(tip)?;
            let roots = known
                .parents
                .iter()
                .filter(|(_, parents)| parents.is_empty());
            applier.roots = roots.map(|(id, _)| *id).collect();
        }
        Ok(applier)
    }

    /// Leaves out the symbols that files define: git is asked which other files define each, which
    /// is too long for a door that an edit waits for.
    pub(crate) fn without_symbols(mut self) -> Self {
        self.has_symbols = false;
        self
    }

    /// True if this partial clone lacks what the commits changed.
    pub(crate) fn lacks_history(&self) -> bool {
        self.lacks_history
    }

    /// The records that apply to one of some files, or may, in the order of all doors. Of a line,
    /// `wrote` is the commit that wrote it.
    pub(crate) fn all(
        &self,
        locations: &[Location],
        wrote: Option<ObjectId>,
    ) -> Result<Vec<Applying>, Error> {
        let mut best: HashMap<DocumentRef, Applying> = HashMap::new();
        for (nth, location) in locations.iter().enumerate() {
            for applying in self.of(location, wrote, nth)? {
                let known = best.entry(applying.at).or_insert_with(|| applying.clone());
                if applying.compare(known) == Ordering::Less {
                    *known = applying;
                }
            }
        }
        let mut all: Vec<Applying> = best.into_values().collect();
        all.sort_by(Applying::compare);
        Ok(all)
    }

    /// The records that are tied to the nth file; its text is read if it is one of the first.
    fn of(
        &self,
        location: &Location,
        wrote: Option<ObjectId>,
        nth: usize,
    ) -> Result<Vec<Applying>, Error> {
        let path = location.path.trim_end_matches('/');
        let mut tied = Tied::new();
        self.add_covering(&mut tied, path)?;
        self.add_naming(&mut tied, path)?;
        self.add_folders(&mut tied, path)?;
        self.add_modules(&mut tied, path)?;
        self.add_titles(&mut tied, path)?;
        self.add_spelled_out(&mut tied, path)?;
        if let Some(symbol) = &location.symbol {
            // It was asked for: nothing says more.
            self.add_symbol(&mut tied, symbol, |_| 1.0)?;
        }
        let is_memory = self.workspace.folder().holds(path);
        if nth < READ
            && !is_memory
            && let Ok(TextFile::Text(text)) = self.workspace.store().page(self.files, path)
        {
            self.add_cited(&mut tied, path, &text)?;
            self.add_titles_of_name(&mut tied, path, &text)?;
            if self.has_symbols && nth < PARSED && location.symbol.is_none() {
                self.add_symbols(&mut tied, path, &text)?;
            }
        }
        match (location.line, wrote) {
            (Some(_), Some(commit)) => {
                self.add_line(&mut tied, commit)?;
                self.add_added(&mut tied, path, Some(commit))?;
            }
            (Some(_), None) => {}
            (None, _) => {
                self.add_followed(&mut tied, path)?;
                self.add_added(&mut tied, path, None)?;
            }
        }
        let mut all = Vec::new();
        for (at, ties) in self.with_successors(tied)? {
            all.extend(self.weighed(at, path, ties)?);
        }
        Ok(all)
    }

    /// A record with the weight of its ties; `None` if they weigh too little, or if it is past and
    /// only current ones are wanted.
    fn weighed(
        &self,
        at: DocumentRef,
        path: &str,
        mut ties: Vec<(f64, Tie)>,
    ) -> Result<Option<Applying>, Error> {
        let facts = self.parts[at.part].segment.facts(at.document)?;
        let weight = together(ties.iter().map(|(weight, _)| *weight));
        if weight < MAYBE {
            return Ok(None);
        }
        let lifecycle = self.lifecycle(at)?;
        if !(self.has_past || lifecycle.is_current()) {
            return Ok(None);
        }
        ties.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let declared = ties.iter().filter(|(_, tie)| tie.is_declared());
        Ok(Some(Applying {
            at,
            path: path.to_owned(),
            weight,
            declared: together(declared.map(|(weight, _)| *weight)),
            lifecycle,
            updated: facts.updated,
            record: self.path(at)?,
            ties: ties.into_iter().map(|(_, tie)| tie).collect(),
        }))
    }

    /// Gives the ties of superseded records to their successors, and keeps the others.
    fn with_successors(&self, mut tied: Tied) -> Result<Tied, Error> {
        let mut waiting = Vec::new();
        for (at, ties) in &tied {
            let weight = together(ties.iter().map(|(weight, _)| *weight));
            if weight >= MAYBE && self.lifecycle(*at)? == Lifecycle::Superseded {
                waiting.push((weight, *at));
            }
        }
        waiting.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        waiting.truncate(REPLACED);
        // A chain of successors ends where it comes back to itself.
        let mut seen: HashSet<DocumentRef> = HashSet::new();
        while let Some((weight, at)) = waiting.pop() {
            if !seen.insert(at) {
                continue;
            }
            let Some(read) = self.read(at)? else {
                continue;
            };
            let record = &read.record;
            for successor in &record.header.superseded_by {
                for next in with_id(&self.parts[..self.tracked], successor.as_str())? {
                    let tie = Tie::Replaces(record.header.id.to_string());
                    tied.entry(next).or_default().push((weight, tie));
                    if self.lifecycle(next)? == Lifecycle::Superseded {
                        waiting.push((weight, next));
                    }
                }
            }
        }
        Ok(tied)
    }

    /// Meaning of a record's status. The index knows that of a record; what a page says is read as
    /// the statuses of its folder's kind.
    fn lifecycle(&self, at: DocumentRef) -> Result<Lifecycle, Error> {
        let facts = self.parts[at.part].segment.facts(at.document)?;
        if facts.kind.is_some() {
            return Ok(facts.lifecycle.unwrap_or_default());
        }
        let read = self.read(at)?;
        Ok(read.map_or(Lifecycle::Archived, |it| it.record.lifecycle()))
    }

    /// The tracked record of a document; `None` where it was deleted in the meantime.
    pub(crate) fn read(&self, at: DocumentRef) -> Result<Option<Rc<Indexed>>, Error> {
        let mut kept = self.kept.borrow_mut();
        if let Some(read) = kept.get(&at) {
            return Ok(read.clone());
        }
        if kept.len() == KEPT {
            kept.clear();
        }
        let read = self.sources.read(self.workspace, at)?.map(Rc::new);
        kept.insert(at, read.clone());
        Ok(read)
    }

    /// The tracked records by the paths of their files.
    fn by_path(&self) -> Result<&ByPath, Error> {
        if let Some(known) = self.by_path.get() {
            return Ok(known);
        }
        let mut by_path = HashMap::new();
        let Some(view) = self.sources.tracked() else {
            return Ok(self.by_path.get_or_init(|| by_path));
        };
        for (part, of_view) in self.parts[..self.tracked].iter().enumerate() {
            for (document, path) in of_view.members.iter().zip(view.paths_of(part)?) {
                by_path.insert(path, DocumentRef { part, document });
            }
        }
        Ok(self.by_path.get_or_init(|| by_path))
    }

    /// The commits that may have moved something.
    fn moving(&self) -> impl Iterator<Item = &RecentCommit> {
        let places = self.moving.get_or_init(|| {
            let places = 0..self.commits.len();
            places.filter(|nth| may_move(&self.commits[*nth])).collect()
        });
        places.iter().map(|nth| &self.commits[*nth])
    }

    /// The path of a tracked record's file.
    pub(crate) fn path(&self, at: DocumentRef) -> Result<String, Error> {
        Ok(match self.sources.of_part(at.part) {
            Some(source) => source.view.path(source.part, at.document)?,
            None => String::new(),
        })
    }

    /// The blob of a tracked record's file.
    pub(crate) fn blob(&self, at: DocumentRef) -> Result<Option<ObjectId>, Error> {
        Ok(match self.sources.of_part(at.part) {
            Some(source) => source.view.id(source.part, at.document)?,
            None => None,
        })
    }

    /// For each key of a citation, the tracked records that go by it.
    fn by_keys(&self, keys: &[String]) -> Result<Vec<Vec<DocumentRef>>, Error> {
        let mut found = by_keys(self.sources, &self.parts, keys)?;
        for documents in &mut found {
            documents.retain(|at| at.part < self.tracked);
        }
        Ok(found)
    }
}
