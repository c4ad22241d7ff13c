//! Small disposable files in the git folder: what was computed once and can be computed again.

/// First line of every cache: the only version that one has. A build reads what it has kept itself.
pub(crate) const VERSION: &str = concat!(
    "git-memory ",
    env!("CARGO_PKG_VERSION"),
    " ",
    env!("GIT_MEMORY_BUILD"),
    "\n"
);

mod answers;
pub(crate) mod checksummed_rows;
mod column;
pub(super) mod disk_cache;
mod hook_note;
mod keyed_file;
mod late;
mod looks;
mod project;
pub(crate) mod sessions;
mod warm;

pub use answers::Packed;
pub(crate) use column::Column;
pub(crate) use keyed_file::{KeyedFile, StateFolder};
pub use late::{LateHook, late_sentence};
pub use looks::Look;
pub(crate) use project::{Made, ProjectFiles};
pub use sessions::{KnownSession, Owed};
