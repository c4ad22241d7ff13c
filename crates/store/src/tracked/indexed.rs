//! The records of a view as the index of recall knows them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::Error;
use crate::index::{DocumentSource, Index, IndexView, Progress};
use crate::tracked::listing::{Listing, key};
use crate::tracked::snapshot::{ListedFiles, Snapshot, View};
use crate::tracked::store::Store;
use git_memory_git::{Held, ObjectId, TreeEntry};
use git_memory_model::roots::Roots;
use git_memory_recall::{Document, Lexicon};
use git_memory_text::Language;
use git_memory_text::limits;
use git_memory_text::path::RepoPath;

impl Store<'_> {
    /// The index of recall, for texts that are in `usual` where their words do not tell another
    /// language. `progress` is told how many of how many new texts were read.
    #[must_use]
    pub fn index<'p>(&self, usual: Language, progress: Progress<'p>) -> Index<'p> {
        Index::new(self.repo(), usual, progress)
    }

    /// The records of a view.
    pub fn indexed(&self, index: &Index<'_>, view: &View) -> Result<IndexView, Error> {
        let listing = match view {
            // Contents that had to be read go straight to the index: otherwise ten thousand files
            // of a fresh clone would stay in memory until it is known which of them the index
            // lacks.
            View::WorkTree => index.beside(read_document, |take| self.listing_handing(take))?,
            View::Index | View::Revision(_) => self.listing(view)?,
        };
        self.indexed_listing(index, view, listing)
    }

    /// The records of a view. If `listed` has the files of a work tree that was just read, they are
    /// not looked at again.
    pub fn indexed_as_listed(
        &self,
        index: &Index<'_>,
        view: &View,
        listed: Option<&ListedFiles>,
    ) -> Result<IndexView, Error> {
        match listed {
            Some(files) if *view == View::WorkTree => {
                let list = || Ok::<_, Error>(Listing::of_files(Arc::clone(files)));
                let listing = self.loaded().last(Arc::clone(files), list)?;
                self.indexed_listing(index, view, Listing::clone(&listing))
            }
            _ => self.indexed(index, view),
        }
    }

    /// The records of a view that was just listed.
    pub fn indexed_listing(
        &self,
        index: &Index<'_>,
        view: &View,
        listing: Listing,
    ) -> Result<IndexView, Error> {
        let Listing {
            key,
            files,
            contents: known,
            ..
        } = listing;
        // Called only where the index has no view of this key.
        let list = || match files {
            Some(snapshot) => Ok(paths_and_ids(&snapshot.files)),
            None => Ok(paths_and_ids(&self.snapshot(view)?.files)),
        };
        if *view == View::WorkTree {
            return index.view(
                &key,
                list,
                |missing, each| self.contents(missing, &known, each),
                read_document,
            );
        }
        index.view(
            &key,
            list,
            |missing, each| self.blobs(missing, each),
            read_document,
        )
    }

    /// The records of several trees as one list, each blob once; `trees` gives to the tree of each
    /// memory a commit that has it.
    pub fn indexed_trees(
        &self,
        index: &Index<'_>,
        trees: &BTreeMap<ObjectId, ObjectId>,
    ) -> Result<IndexView, Error> {
        let key = key(trees.keys().map(|tree| ("", *tree)));
        let list = || {
            let mut all = Vec::new();
            for commit in trees.values() {
                let folder = self.folder_of(*commit)?;
                let files = self.repo().held_files(*commit, folder.as_str())?;
                let of_tree = Snapshot::of_entries(files, &Roots::new(folder, []));
                all.extend(of_tree.files.iter().cloned());
            }
            all.sort_unstable();
            Ok(paths_and_ids(&all))
        };
        index.view(
            &format!("trees-{key}"),
            list,
            |missing, each| self.blobs(missing, each),
            read_document,
        )
    }

    /// The records of some files of git's, which `key` names, by the folders that are read of them;
    /// they are listed only where the index has no view of this key.
    pub fn indexed_entries(
        &self,
        index: &Index<'_>,
        key: &str,
        roots: &Roots,
        list: impl FnOnce() -> Result<Vec<TreeEntry>, Error>,
    ) -> Result<IndexView, Error> {
        index.view(
            key,
            || {
                let listed = Snapshot::of_entries(list()?, roots);
                Ok(paths_and_ids(&listed.files))
            },
            |missing, each| self.blobs(missing, each),
            read_document,
        )
    }

    fn blobs(
        &self,
        files: &[&DocumentSource],
        each: &mut dyn FnMut(usize, &[u8]),
    ) -> Result<(), Error> {
        let ids: Vec<ObjectId> = files.iter().map(|file| file.id).collect();
        self.documents(&ids, each)
    }

    /// The contents of a work tree's files: those that were just read, then the files themselves.
    /// Only what has changed since is looked for in git.
    fn contents(
        &self,
        files: &[&DocumentSource],
        known: &HashMap<ObjectId, Vec<u8>>,
        each: &mut dyn FnMut(usize, &[u8]),
    ) -> Result<(), Error> {
        let (mut places, mut ids) = (Vec::new(), Vec::new());
        for (nth, DocumentSource { path, id }) in files.iter().enumerate() {
            if let Some(content) = known.get(id) {
                each(nth, content);
            } else if let Some(content) = self.unchanged_file(path, *id)? {
                each(nth, &content);
            } else {
                places.push(nth);
                ids.push(*id);
            }
        }
        self.documents(&ids, &mut |at, content| each(places[at], content))
    }

    /// The contents of some blobs of git's; nothing of one that is too large, which is known by its
    /// id for good.
    fn documents(&self, ids: &[ObjectId], each: &mut dyn FnMut(usize, &[u8])) -> Result<(), Error> {
        Ok(self
            .repo()
            .held(ids, limits::RECORD_BYTES, |nth, held| match held {
                Held::Blob(content) => each(nth, content),
                Held::TooLarge => each(nth, &[]),
                Held::Other | Held::Missing => self.note_unread(ids[nth], held),
            })?)
    }
}

fn paths_and_ids(files: &[(RepoPath, ObjectId)]) -> Vec<DocumentSource> {
    let mut listed = Vec::with_capacity(files.len());
    for (path, id) in files {
        let (path, id) = (path.clone().into(), *id);
        listed.push(DocumentSource { path, id });
    }
    listed
}

fn read_document(content: &[u8], usual: Language, lexicon: &mut Lexicon) -> Document {
    if content.is_empty() {
        Document::nothing()
    } else {
        Document::of_file(content, usual, lexicon)
    }
}
