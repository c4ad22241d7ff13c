//! Floor 3: the only room that keeps anything.
//!
//! [`tracked`] answers with the records of a view (work tree, index, revision); [`work_tree`] remembers what the work
//! tree's files were, [`cache`] what each blob says, [`ages`] when each file changed; [`write`] changes files safely, under
//! [`lock`]; [`derived`] keeps the derived files of the work tree fresh. [`files`](mod@files) gives the files of a view as
//! they are, records or not. [`private`] keeps the chains of private memory, [`origin`] finds where they begin, [`births`]
//! whose they are, [`log`] in which order they are read; [`user`] keeps one's own memory; [`index`] finds words; [`packs`]
//! keeps what was made for prompts, [`kept`] such files in general.

mod ages;
mod births;
mod cache;
mod derived;
mod error;
mod files;
mod framed;
pub mod index;
mod kept;
mod lock;
mod log;
mod origin;
mod packs;
mod private;
mod snapshot;
mod tracked;
mod user;
mod work_tree;
pub mod write;

pub use ages::{Age, Ages};
pub use derived::{Freshness, freshness};
pub use error::Error;
pub use files::{Held, Plain, files, page, plain, regular};
pub use lock::Lock;
pub use log::{Log, Logged};
pub use private::{NewEntry, Private, STALE};
pub use snapshot::{Snapshot, View, files_at};
pub use tracked::{Loaded, Memory, Seen, Store};
pub use user::{UserFiles, UserStore};
