//! Floor 3: the only room that keeps anything.
//!
//! [`tracked`] answers with the records of a view (work tree, index, revision); [`work_tree`]
//! remembers what the work tree's files were, [`cache`] what each blob says, [`ages`] when each
//! file changed; [`write`] changes files safely, under [`lock`]; [`derived`] keeps the derived
//! files of the work tree fresh. [`files`](mod@files) gives the files of a view as
//! they are, records or not. [`private`] keeps the chains of private memory, [`origin`] finds where
//! they begin, [`births`] whose they are, [`log`] in which order they are read; [`user`] keeps
//! one's own memory; [`index`] finds words; [`packs`] keeps what was made for prompts, [`kept`]
//! such files in general.

mod error;
pub mod index;
mod lock;
mod private;
mod state;
mod tracked;
mod user;

pub use error::Error;
pub use lock::Lock;
pub use private::{Log, Logged, NewEntry, Private, STALE};
pub use tracked::write;
pub use tracked::{
    Age, Ages, Freshness, Held, Loaded, Memory, Plain, Seen, Snapshot, Store, View, derived_texts,
    files, files_at, freshness, page, plain, regular,
};
pub use user::{UserFiles, UserStore};
