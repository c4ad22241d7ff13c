//! Fresh ids, and unguessable words.

use std::collections::HashSet;

use super::Workspace;
use git_memory_model::kind::Kind;
use git_memory_model::private::entry;
use git_memory_model::record::RecordId;

impl Workspace {
    /// An id of `kind` that is not among `taken`. Where a seed is fixed, the title makes the
    /// difference.
    pub fn new_id(&self, kind: Kind, title: &str, taken: &HashSet<RecordId>) -> RecordId {
        // With a fixed seed, the number of records separates the ids of one command from those of
        // the next.
        let mut attempt: u64 =
            taken.len() as u64 + (u64::from(crc32fast::hash(title.as_bytes())) << 32);
        loop {
            let id = RecordId::from_random(kind, self.random.number(attempt));
            if !taken.contains(&id) {
                return id;
            }
            attempt += 1;
        }
    }

    /// An id for an entry of private memory.
    pub fn new_entry_id(&self, text: &str, state: u64) -> RecordId {
        self.new_unasked_id(entry::ID_PREFIX, text, state)
    }

    /// An id that is made without looking at the others. Where a seed is fixed, `text` and `state`
    /// make the difference.
    pub fn new_unasked_id(&self, prefix: &'static str, text: &str, state: u64) -> RecordId {
        let attempt = u64::from(crc32fast::hash(text.as_bytes())) << 32 | state & 0xffff_ffff;
        RecordId::unasked(prefix, self.random.number(attempt))
    }

    /// Returns unguessable letters and digits.
    pub fn random_word(&self, length: usize) -> String {
        const LETTERS: &[u8; 62] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let mut word = String::with_capacity(length);
        let mut attempt = 0;
        while word.len() < length {
            let [byte, ..] = self.random.number(attempt).to_le_bytes();
            attempt += 1;
            // 248 is the largest multiple of 62 in a byte: taking more would favour the first
            // letters.
            if byte < 248 {
                word.push(char::from(LETTERS[usize::from(byte % 62)]));
            }
        }
        word
    }
}
