//! Small disposable files in the git folder: what was computed once and can be computed again.

mod blob_rows;
pub(crate) mod checksummed_rows;
pub(super) mod disk_cache;
mod hook_note;
mod keyed_file;
mod late;
mod looks;
mod packs;
mod project;
mod sessions;
mod warm;

pub(crate) use blob_rows::BlobRows;
pub(crate) use keyed_file::{KeyedFile, StateFolder};
pub use late::{LateHook, late_sentence};
pub use looks::Look;
pub use packs::Packed;
pub(crate) use project::{Made, ProjectFiles};
pub use sessions::{KnownSession, Owed};
