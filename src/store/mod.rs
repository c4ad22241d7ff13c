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

mod atomic;
mod configuration;
mod edit_file;
mod env_files;
mod error;
pub mod given;
mod history;
mod hook_files;
pub mod index;
mod lock;
mod objects;
mod patches;
mod private;
mod remotes;
mod repository;
mod staging;
mod state;
mod tracked;
mod trial;
mod user;
mod walk;
mod work_files;

pub use error::Error;
pub use hook_files::{HookFile, HookFiles};
pub use lock::Lock;
pub use private::{Begun, Leftover, Logged, NewEntry, NoteChange, NotesMessage, Private};
pub use remotes::TrackedRef;
pub use repository::Repository;
pub use tracked::write;
pub use tracked::{
    Age, Ages, Listing, Memory, Snapshot, Store, TextFile, TreeFile, View, derived_texts, freshness,
};
pub use trial::Trial;
pub use user::UserStore;
pub use work_files::{AtPath, WorkFiles};
