//! The key under which an answer is kept: a hash of everything that it is made from.

use sha2::{Digest, Sha256};

use crate::workspace::{Error, Workspace};
use git_memory_text as text;

/// Number of bytes of the hash in a key.
const LENGTH: usize = 20;

/// The key of an answer: from its form, what was asked and what was seen, what the guard knows, and
/// HEAD, on which the ages and the allowances depend.
pub(crate) fn digest(workspace: &Workspace, form: &str, parts: &[&str]) -> Result<String, Error> {
    let mut hash = Sha256::new();
    let head = match workspace.store().history().head_commit()? {
        Some(commit) => commit.to_string(),
        None => String::new(),
    };
    // Each part with its length: two lists of parts must not give one text.
    for part in [form, &head].iter().chain(parts) {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    // The kind of a page that is read where it lies comes from the setting.
    hash.update(format!("{:?}", workspace.store().roots()?));
    hash.update(workspace.guard()?.digest());
    Ok(text::hex(&hash.finalize()[..LENGTH]))
}
