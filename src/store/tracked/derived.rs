//! The derived files of the work tree: whether they are what the records give, and making them so.

use crate::domain::derived;
use crate::domain::layout::{DERIVED, IMPRESSIONS, INDEX};
use crate::domain::path::{MEMORY, RepoPath};
use crate::domain::record::Record;
use crate::domain::secrets::Clean;
use crate::git::ObjectId;
use crate::store::Error;
use crate::store::state::disk_cache::DiskCache;
use crate::store::state::{KeyedFile, checksummed_rows};
use crate::store::tracked::memory::{Memory, Store};
use crate::store::tracked::snapshot::Snapshot;
use crate::store::tracked::text_file::regular;
use crate::store::tracked::work_tree::Look;

/// One derived file of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freshness {
    /// The file, from the top of the work tree.
    pub path: &'static str,
    /// Whether it holds what the records give.
    pub is_fresh: bool,
}

/// The number of records from which on a thread pays.
const WORTH_A_THREAD: usize = 1000;

/// Both derived files as (path from the top of the work tree, text), in the order of [`DERIVED`].
#[must_use]
pub fn derived_texts(records: &[Record]) -> [(&'static str, Clean); 2] {
    if records.len() < WORTH_A_THREAD {
        return [
            (IMPRESSIONS, derived::impressions(records)),
            (INDEX, derived::index_page(records)),
        ];
    }
    // The two pages share nothing but their input, and each costs milliseconds for ten thousand
    // records.
    let (impressions, index) = std::thread::scope(|scope| {
        let index = scope.spawn(|| derived::index_page(records));
        (derived::impressions(records), index.join())
    });
    // A thread that panicked has said why; its work is done again here.
    let index = index.unwrap_or_else(|_| derived::index_page(records));
    [(IMPRESSIONS, impressions), (INDEX, index)]
}

/// Compares the derived files (as read by `content`) with what the records give. Files that are not
/// there are left out.
pub fn freshness(
    memory: &Memory,
    content: impl Fn(&'static str) -> Option<Vec<u8>>,
) -> Vec<Freshness> {
    let compare = |(path, text): (&'static str, Clean)| {
        let now = content(path)?;
        Some(Freshness {
            path,
            is_fresh: now == text.as_str().as_bytes(),
        })
    };
    derived_texts(&memory.records)
        .into_iter()
        .filter_map(compare)
        .collect()
}

impl Store<'_> {
    /// Whether the tracked derived files of a memory tree are known to be what its records give.
    #[must_use]
    pub fn is_settled(&self, memory: ObjectId) -> bool {
        self.mark(SETTLED).holds(memory.to_string().as_bytes())
    }

    /// Remembers that.
    pub fn remember_settled(&self, memory: ObjectId) {
        self.mark(SETTLED).put(memory.to_string().as_bytes());
    }

    /// Brings the derived files in the work tree up to date; says which had to be written.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub(crate) fn refresh_derived(
        &self,
        look: &Look,
        memory: &Memory,
    ) -> Result<Vec<&'static str>, Error> {
        let work_tree = self.work_tree()?;
        if look.derived.is_some() && look.derived == work_tree.derived_stats() {
            if look.is_news {
                self.remember_clean(self.same_tree(look));
                work_tree.remember(look, look.derived);
            }
            return Ok(Vec::new());
        }
        let texts = derived_texts(&memory.records);
        let mut written = Vec::new();
        for (path, text) in &texts {
            let file = work_tree.top.join(path);
            // A pipe is replaced, like anything else that stands there.
            let is_there = regular(&file)?.is_some_and(|now| now == text.as_bytes());
            if !is_there {
                self.place()?
                    .write_derived(&parsed(path)?, text.as_bytes())?;
                written.push(*path);
            }
        }
        let tree = self.same_tree(look);
        if let Some(tree) = tree {
            let mut file = Vec::new();
            texts
                .iter()
                .for_each(|(_, text)| checksummed_rows::push(&mut file, text.as_bytes()));
            self.kept().keep(&tree.to_string(), &file);
        }
        self.remember_clean(tree);
        work_tree.remember(look, work_tree.derived_stats());
        Ok(written)
    }

    /// Puts the derived files of a memory tree into the work tree without reading a record: they
    /// were made before, and git has just put that tree, and nothing else, into place of
    /// `before`. Says whether that could be done.
    #[must_use]
    pub fn switch_derived(&self, before: ObjectId, after: ObjectId) -> bool {
        let put = || {
            for (path, text) in DERIVED
                .into_iter()
                .zip(kept_texts(&self.kept().get(&after.to_string())?)?)
            {
                self.place()
                    .ok()?
                    .write_derived(&parsed(path).ok()?, &text)
                    .ok()?;
            }
            self.remember_clean(Some(after));
            Some(())
        };
        self.mark(CLEAN).holds(before.to_string().as_bytes())
            && self.repo().folder_in_index(MEMORY) == Some(after)
            && put().is_some()
    }

    /// HEAD's memory tree, where it holds exactly the files that were looked at, and nothing else
    /// is staged.
    fn same_tree(&self, look: &Look) -> Option<ObjectId> {
        let commit = self.repo().head().ok()?.commit?;
        let tree = self.repo().folder(commit, MEMORY).ok()??;
        // The cheap answer first: something is staged, so this is no moment to remember.
        if self
            .repo()
            .folder_in_index(MEMORY)
            .is_some_and(|staged| staged != tree)
        {
            return None;
        }
        let committed = Snapshot::of_entries(self.repo().tree(commit, MEMORY).ok()?);
        (committed.files == look.snapshot.files).then_some(tree)
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
        KeyedFile::in_state_of(self.repo().git_dir(), name)
    }

    fn kept(&self) -> DiskCache {
        DiskCache::new(
            self.repo().common_dir().join("memory").join("derived"),
            KEPT,
        )
    }
}

/// Marks the memory tree whose tracked derived files are known to be right.
const SETTLED: &str = "settled";
/// Marks the memory tree that the work tree held, to the last file, when it was last looked at.
const CLEAN: &str = "clean";

fn parsed(path: &str) -> Result<RepoPath, Error> {
    path.parse().map_err(|_| Error::NotAFolder(path.to_owned()))
}

/// Maximum number of memory trees whose derived files are kept: those of the branches that somebody
/// goes back and forth between.
const KEPT: usize = 8;

/// The derived files of a tree, as they are kept under its id.
fn kept_texts(file: &[u8]) -> Option<[Vec<u8>; 2]> {
    let mut rows = checksummed_rows::rows(file, 0).map(<[u8]>::to_vec);
    Some([rows.next()?, rows.next()?])
}
