//! Packs that were made before, under the hash of everything that they were made from. Disposable,
//! and for their owner alone: they hold parts of user memory.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::checksummed_rows;
use crate::Store;
use crate::state::disk_cache::DiskCache;
use git_memory_guard::Clean;
use git_memory_model::context::retrieval::Retrieval;

/// Maximum number of packs that are kept: those of the questions that agents ask again and again.
const KEPT: usize = 32;

/// What is made of clean texts alone.
pub trait Packed: Serialize + DeserializeOwned {}

/// A text, and what is wrong with what it was made from.
impl Packed for (Clean, Vec<Clean>) {}
impl Packed for Retrieval {}

impl Store<'_> {
    /// What was kept under a key.
    #[must_use]
    pub fn kept_pack<T: Packed>(&self, key: &str) -> Option<T> {
        checksummed_rows::decode(checksummed_rows::rows(&self.packs().get(key)?, 0).next()?)
    }

    /// Keeps something under a key; the oldest of many are forgotten.
    pub fn keep_pack<T: Packed>(&self, key: &str, pack: &T) {
        // What is not kept is made again.
        if let Ok(row) = checksummed_rows::encode(pack) {
            let mut file = Vec::new();
            checksummed_rows::push(&mut file, &row);
            self.packs().keep(key, &file);
        }
    }

    fn packs(&self) -> DiskCache {
        DiskCache::own(self.repo().common_dir().join("memory").join("packs"), KEPT)
    }
}
