//! Ids that come from where a record does: two branches that make a record of the same file give it
//! the same id, and so write the same bytes; a dry run names the ids that an import will give.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use git_memory_model::kind::Kind;
use git_memory_model::record::RecordId;

/// The id that a record of a kind gets from a path, or from what else names its origin, and that is
/// not among `taken`.
pub(crate) fn id_of_path(kind: Kind, path: &str, taken: &HashSet<RecordId>) -> RecordId {
    let mut attempt = 0_u64;
    loop {
        let mut hash = Sha256::new();
        hash.update(path);
        hash.update(attempt.to_le_bytes());
        let mut bits = [0; 8];
        bits.copy_from_slice(&hash.finalize()[..8]);
        let id = RecordId::from_random(kind, u64::from_le_bytes(bits));
        if !taken.contains(&id) {
            return id;
        }
        // Two paths may give one id; every machine tries the same next one.
        attempt += 1;
    }
}
