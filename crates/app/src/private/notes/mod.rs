//! Notes on commits: [`commit_notes`] writes and reads them and carries them along when a commit is
//! rewritten; [`orphans`] finds again those that git did not carry.

mod commit_notes;
mod orphans;

pub(crate) use commit_notes::receive;
pub use commit_notes::{CommitNotes, Noted, add, list, on_commits, rewritten};
pub use orphans::{Orphan, orphans, reattach};
