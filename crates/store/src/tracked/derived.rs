//! The derived files of the work tree: whether they are what the records give, and making them so.

use std::thread::Builder;

use crate::Error;
use crate::state::{KeyedFile, checksummed_rows};
use crate::tracked::memory::Memory;
use crate::tracked::snapshot::Snapshot;
use crate::tracked::store::Store;
use crate::tracked::text_file::regular;
use crate::tracked::work_tree::{DerivedFiles, Scan};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::derived::{self, is_ours, is_set_up};
use git_memory_model::layout::{ATTRIBUTES, DERIVED, IMPRESSIONS, INDEX};
use git_memory_model::record::Record;
use git_memory_text::limits;
use git_memory_text::path::{MemoryFolder, RepoPath, last};

/// State of a file that has the name of a derived file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// It holds what the records give.
    Fresh,
    /// This program made it, and the records give something else by now.
    Stale,
    /// There is no such file.
    Missing,
    /// This program did not make it.
    Foreign,
}

/// The number of records from which on a thread pays.
const WORTH_A_THREAD: usize = 1000;

/// Both derived files as (path from the top of the work tree, text), in the order of [`DERIVED`].
#[must_use]
pub fn derived_texts(memory: &MemoryFolder, records: &[Record]) -> [(String, Clean); 2] {
    let named = |impressions: Clean, index: Clean| {
        [
            (memory.join(IMPRESSIONS), impressions),
            (memory.join(INDEX), index),
        ]
    };
    let index_page = || derived::index_page(records, memory);
    if records.len() < WORTH_A_THREAD {
        return named(derived::impressions(records), index_page());
    }
    // The two pages share nothing but their input, and each costs milliseconds for ten thousand
    // records.
    let (impressions, index) = std::thread::scope(|scope| {
        let index = Builder::new().spawn_scoped(scope, index_page);
        let impressions = derived::impressions(records);
        (impressions, index.ok().and_then(|index| index.join().ok()))
    });
    // Without a thread to spare, or where it has panicked and said why, the work is done here.
    let index = index.unwrap_or_else(index_page);
    named(impressions, index)
}

/// Compares derived files with what the records give: `contents` are those of [`DERIVED`], in its
/// order.
#[must_use]
pub fn freshness(
    folder: &MemoryFolder,
    memory: &Memory,
    contents: [Option<&[u8]>; 2],
) -> [(String, Freshness); 2] {
    let [impressions, index] = derived_texts(folder, &memory.records);
    let [lines, page] = contents;
    let compared = |(path, text): (String, Clean), now| {
        let freshness = compared(&path, &text, now);
        (path, freshness)
    };
    [compared(impressions, lines), compared(index, page)]
}

fn compared(path: &str, text: &Clean, content: Option<&[u8]>) -> Freshness {
    match content {
        None => Freshness::Missing,
        Some(now) if now == text.as_bytes() => Freshness::Fresh,
        // Asked last: it reads ten thousand lines.
        Some(now) if is_ours(last(path), now) => Freshness::Stale,
        Some(_) => Freshness::Foreign,
    }
}

impl Store<'_> {
    /// True if the tracked derived files of a memory tree are known to be what its records give.
    #[must_use]
    pub fn has_fresh_derived(&self, memory: ObjectId) -> bool {
        // Folders that are read beside memory are not in its tree, and change without it.
        let has_roots = !matches!(self.roots(), Ok(roots) if roots.is_empty());
        !has_roots && self.mark(FRESH).holds(memory.to_string().as_bytes())
    }

    /// Remembers that.
    pub fn remember_fresh_derived(&self, memory: ObjectId) {
        self.mark(FRESH).put(memory.to_string().as_bytes());
    }

    /// Brings the derived files in the work tree up to date; says which had to be written.
    pub(crate) fn refresh_derived(
        &self,
        scan: &Scan,
        memory: &Memory,
    ) -> Result<Vec<String>, Error> {
        let work_tree = self.work_tree()?;
        if work_tree.derived_of(scan).is_some() {
            if scan.is_changed {
                self.remember_clean(self.committed_tree(scan));
                work_tree.remember(scan, scan.derived);
            }
            return Ok(Vec::new());
        }
        // A folder that only happens to be called 'memory' is not ours to write into.
        if !self.is_set_up()? {
            if scan.is_changed {
                work_tree.remember(scan, None);
            }
            return Ok(Vec::new());
        }
        let texts = derived_texts(self.folder(), &memory.records);
        let (mut written, mut are_ours) = (Vec::new(), true);
        for (path, text) in &texts {
            match self.put_derived(path, text.as_bytes(), None)? {
                Put::Written => written.push(path.clone()),
                Put::Same => {}
                Put::Foreign => are_ours = false,
            }
        }
        let tree = self.committed_tree(scan);
        if let Some(tree) = tree {
            let texts = texts.each_ref().map(|(_, text)| text.as_str());
            if let Ok(file) = checksummed_rows::to_file(&texts) {
                self.answers().keep(&kept_name(tree), &file);
            }
        }
        self.remember_clean(tree);
        let stats = work_tree.derived_stats();
        work_tree.remember(scan, stats.map(|stats| DerivedFiles { stats, are_ours }));
        Ok(written)
    }

    /// True if `init` was run for the memory of the work tree.
    ///
    /// # Errors
    /// In a bare repository, or where the attributes cannot be read.
    pub fn is_set_up(&self) -> Result<bool, Error> {
        // Attributes are tracked: every clone of a repository that was set up has them.
        let attributes = self.tracked_file(&self.folder().join(ATTRIBUTES))?;
        Ok(attributes.is_some_and(|content| is_set_up(&content)))
    }

    /// The files of the work tree that have the names of derived files and were not made by this
    /// program; they are never written over.
    ///
    /// # Errors
    /// In a bare repository, or where one cannot be read.
    pub fn foreign_derived(&self) -> Result<Vec<String>, Error> {
        let top = self.repo().work_tree()?;
        let mut foreign = Vec::new();
        for name in DERIVED {
            let path = self.folder().join(name);
            if let Some(content) = regular(top, &path, limits::LIST_BYTES)?
                && !is_ours(name, &content)
            {
                foreign.push(path);
            }
        }
        Ok(foreign)
    }

    /// Writes a derived file where it says something else. A file that this program did not make
    /// stays. `made` is a text that this program is known to have written there.
    fn put_derived(&self, path: &str, text: &[u8], made: Option<&[u8]>) -> Result<Put, Error> {
        match regular(self.repo().work_tree()?, path, limits::LIST_BYTES)? {
            Some(now) if now == text => return Ok(Put::Same),
            Some(now) if made != Some(&now) && !is_ours(last(path), &now) => {
                return Ok(Put::Foreign);
            }
            // A pipe is replaced, like anything else that has the name and holds nothing.
            Some(_) | None => {}
        }
        self.target()?.write_derived(&parsed(path)?, text)?;
        Ok(Put::Written)
    }

    /// Puts the derived files of a memory tree into the work tree without reading a record: they
    /// were made before, and git has just put that tree, and nothing else, into place of
    /// `before`. Says whether that could be done.
    pub fn switch_derived(&self, before: ObjectId, after: ObjectId) -> Result<bool, Error> {
        // Both ends have to be known: the work tree may hold edits of its own, and a checkout may
        // have kept some of them.
        if !self.mark(CLEAN).holds(before.to_string().as_bytes())
            || self.repo().folder_in_index(self.folder().as_str()) != Some(after)
            || !self.roots()?.is_empty()
            || !self.is_set_up()?
        {
            return Ok(false);
        }
        let Some(file) = self.answers().get(&kept_name(after)) else {
            return Ok(false);
        };
        let Some(texts) = kept_texts(&file) else {
            return Ok(false);
        };
        // Most often the files still are what was made for the tree before: the same bytes need not
        // be read line by line.
        let made = self.answers().get(&kept_name(before));
        let made = made.as_deref().and_then(kept_texts);
        for (nth, (name, text)) in DERIVED.into_iter().zip(texts).enumerate() {
            self.put_derived(
                &self.folder().join(name),
                text.as_bytes(),
                made.map(|texts| texts[nth].as_bytes()),
            )?;
        }
        self.remember_clean(Some(after));
        Ok(true)
    }

    /// HEAD's memory tree, where it holds exactly the files that were scanned, and nothing else is
    /// staged.
    fn committed_tree(&self, scan: &Scan) -> Option<ObjectId> {
        // A tree that cannot be compared (its commit was never fetched, say) is not remembered, and
        // the next command compares again.
        self.compare_with_head(scan).unwrap_or_default()
    }

    fn compare_with_head(&self, scan: &Scan) -> Result<Option<ObjectId>, Error> {
        let Some(commit) = self.repo().head()?.commit else {
            return Ok(None);
        };
        let Some(tree) = self.repo().folder(commit, self.folder().as_str())? else {
            return Ok(None);
        };
        // The cheap answer first: something is staged, so this is no moment to remember.
        if let Some(staged) = self.repo().folder_in_index(self.folder().as_str())
            && staged != tree
        {
            return Ok(None);
        }
        let roots = self.roots()?;
        // The marks and the kept files go by the tree of memory alone.
        if !roots.is_empty() {
            return Ok(None);
        }
        let committed = self.repo().held_files(commit, self.folder().as_str())?;
        let committed = Snapshot::of_entries(committed, roots);
        let scanned = &scan.snapshot.files;
        let is_index =
            |(path, _): &(RepoPath, ObjectId)| self.folder().below(path.as_str()) == Some(INDEX);
        // A tracked index of ours is not among the files that were scanned.
        let has_index = scanned.iter().any(is_index);
        let committed = committed.files.iter();
        if committed
            .filter(|file| has_index || !is_index(file))
            .eq(scanned.iter())
        {
            Ok(Some(tree))
        } else {
            Ok(None)
        }
    }

    /// Remembers which memory tree the work tree holds; `None` where it holds none of them.
    fn remember_clean(&self, tree: Option<ObjectId>) {
        match tree {
            Some(tree) => self.mark(CLEAN).put(tree.to_string().as_bytes()),
            None => self.mark(CLEAN).remove(),
        }
    }

    /// A tree's id in the state of this work tree.
    fn mark(&self, name: &str) -> KeyedFile {
        KeyedFile::seen(self.repo().git_dir(), name)
    }
}

/// What became of a derived file.
enum Put {
    /// It was written.
    Written,
    /// It was right.
    Same,
    /// Another program's file is in its place.
    Foreign,
}

/// Marks the memory tree whose tracked derived files are known to be right.
const FRESH: &str = "settled";
/// Marks the memory tree that the work tree held, to the last file, when it was last looked at.
const CLEAN: &str = "clean";

fn parsed(path: &str) -> Result<RepoPath, Error> {
    match path.parse() {
        Ok(path) => Ok(path),
        Err(_) => Err(Error::NotAFolder(path.to_owned())),
    }
}

/// The name under which the derived files of a memory tree are kept.
fn kept_name(tree: ObjectId) -> String {
    format!("derived-{tree}")
}

/// The derived files of a tree, as they are kept.
fn kept_texts(file: &[u8]) -> Option<[&str; 2]> {
    checksummed_rows::of_file(file)
}
