//! Packs that were made before, under the hash of everything that they were made from. Disposable.

use super::kept::Kept;
use super::{Store, framed};
use crate::domain::secrets::Clean;

/// So many are kept: those of the questions that agents ask again and again.
const KEPT: usize = 32;

impl Store<'_> {
    /// The texts that were kept under a key, as they were given.
    #[must_use]
    pub fn kept_pack(&self, key: &str) -> Option<Vec<Clean>> {
        framed::decode(framed::rows(&self.packs().get(key)?, 0).next()?)
    }

    /// Keeps texts under a key; the oldest of many are forgotten.
    pub fn keep_pack(&self, key: &str, texts: &[Clean]) {
        let mut file = Vec::new();
        framed::push(&mut file, &framed::encode(&texts));
        self.packs().keep(key, &file);
    }

    fn packs(&self) -> Kept {
        Kept::new(self.repo().common_dir().join("memory").join("packs"), KEPT)
    }
}
