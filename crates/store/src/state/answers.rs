//! Answers that were computed before, each under the hash of everything that it was made from.
//! Disposable, and for their owner alone: they hold parts of user memory.

use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::checksummed_rows;
use crate::kept::ANSWERS;
use crate::state::disk_cache::DiskCache;
use crate::{Error, Store};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::context::retrieval::Retrieval;
use git_memory_text as text;

/// Maximum number of answers that are kept: those to the questions that agents ask again and again,
/// and those of the branches that a person goes back and forth between.
const LIMIT: usize = 64;
/// How many bytes of the hash make a key.
const LENGTH: usize = 20;

/// Types that are made of clean texts only.
pub trait Packed: Serialize + DeserializeOwned {}

/// A text, and what is wrong with what it was made from.
impl Packed for (Clean, Vec<Clean>) {}
impl Packed for Retrieval {}
/// Numbers of two records, and the strength of what lies between them.
impl Packed for Vec<([usize; 2], u32)> {}
/// Numbers of files, each with the commit that added it, where that is known.
impl Packed for Vec<(usize, Option<ObjectId>)> {}

impl Store<'_> {
    /// The key of an answer: a hash of everything that it is made from, by the names of the fields.
    ///
    /// # Errors
    /// If the fields cannot be written, as a map is without texts for keys.
    pub fn answer_key<T: Serialize>(&self, fields: &T) -> Result<String, Error> {
        let fields = serde_json::to_vec(fields).map_err(io::Error::other);
        let fields = fields.map_err(Error::write(&ANSWERS.of(self.repo())))?;
        Ok(text::hex(&Sha256::digest(&fields)[..LENGTH]))
    }

    /// The answer that was kept under a key.
    #[must_use]
    pub fn kept_pack<T: Packed>(&self, key: &str) -> Option<T> {
        checksummed_rows::of_file(&self.answers().get(key)?)
    }

    /// Keeps an answer under a key; the oldest of many are forgotten.
    pub fn keep_pack<T: Packed>(&self, key: &str, pack: &T) {
        // Without the file, the answer is made again.
        if let Ok(file) = checksummed_rows::to_file(pack) {
            self.answers().keep(key, &file);
        }
    }

    pub(crate) fn answers(&self) -> DiskCache {
        DiskCache::own(ANSWERS.of(self.repo()), LIMIT)
    }
}
