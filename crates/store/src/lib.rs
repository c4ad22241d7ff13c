//! The only crate that keeps anything.
//!
//! [`Repository`] is what is opened; its [`Store`] is the door to everything kept in it. `tracked`
//! answers with the records of a view (work tree, index, revision) and changes files safely;
//! `private` keeps the chains of private memory, [`index`] finds words, `ledger` knows the history,
//! `state` holds small files that can be made again at any time. [`UserStore`] is user memory,
//! outside of any repository.
//! The files beside this one each wrap one subject of git's or of the file system's: no crate above
//! touches files, environment or processes.

#![warn(clippy::disallowed_methods)]

mod atomic;
mod beginnings;
pub mod bundle;
mod claims;
mod compared;
mod configuration;
mod edit_file;
pub mod embeddings;
mod env_files;
mod error;
mod faults;
pub mod first_days;
pub mod given;
mod history;
mod hook_files;
pub mod index;
mod judged;
mod kept;
mod ledger;
mod loaded;
mod lock;
mod looks;
mod matching;
pub mod merge_files;
mod merging;
mod message_file;
pub mod models;
mod moved;
mod objects;
mod patches;
pub mod places;
mod private;
mod project;
mod real_paths;
mod remotes;
mod repository;
pub mod setup_files;
pub mod share;
mod side_by_side;
mod site_files;
mod source_files;
mod staging;
mod state;
mod symbols;
mod tracked;
mod transcript;
mod trial;
mod upstream;
mod user;
mod vectors;
mod verified;
mod versions;
mod walk;
mod work_files;

pub use beginnings::{Beginning, Beginnings};
pub use claims::KeptClaims;
pub use compared::Compared;
pub use error::Error;
pub use hook_files::{HookFile, HookFiles};
pub use judged::Judged;
pub use kept::{Forgetting, KEPT, Kept, Scope};
pub use ledger::{
    Age, Ages, BroughtBy, Confirmed, ConfirmedRecord, Place, RecentCommit, RecentCommits,
    RecentFile,
};
pub use lock::Lock;
pub use private::{
    Begun, Depth, Expunged, Gone, Leftover, Log, Logged, NewEntry, NoteChange, NotesMessage,
    Private, RawEntry, Sealing, There, TooLarge,
};
pub use real_paths::{RealFolders, RealPaths, may_be_top, real};
pub use remotes::TrackedRef;
pub use repository::{Repository, Shared};
pub use side_by_side::side_by_side;
pub use site_files::SiteFolder;
pub use source_files::{SourceFile, ViewFile};
pub use state::{KnownSession, LateHook, Look, Owed, Packed, late_sentence};
pub use symbols::answer as answer_symbols;
pub use tracked::{
    Freshness, ListedFiles, Listing, Memory, Snapshot, Store, TextFile, TreeFile, View,
    derived_texts, freshness, write,
};
pub use transcript::Transcript;
pub use trial::Trial;
pub use upstream::{FetchedParent, KeptFiles, KeptParent};
pub use user::UserStore;
pub use vectors::KeptVectors;
pub use verified::{Broken, RuleSet, Ruled, Scan, Verified};
pub use versions::Versions;
pub use work_files::{AtPath, WorkFiles};
