//! Private memory: the chains of commits under `refs/memory/`.
//!
//! [`chains`] says which there are and stores what they hold, [`beginning`] knows where one begins
//! ([`origin`] finds it in git's reflogs, [`branch_identity`] remembers whose it is), [`growing`]
//! puts entries at its end, [`log`] reads them in order, [`replay`] the records among them;
//! [`faults`] has what cannot be read, and [`mending`] makes chains whole again. [`folding`] finds
//! what was merged, [`forgetting`] hides entries, [`expunging`] takes them out, [`large`] knows
//! those that are too large to share, [`sealing`] encrypts what is shared, [`leftovers`] the chains
//! whose branches are gone, [`tips`] which of them were here and are gone; [`notes`] keeps the notes
//! on commits.

mod beginning;
mod branch_identity;
mod chains;
mod expunging;
mod folding;
mod forgetting;
mod growing;
mod large;
mod leftovers;
mod log;
mod mending;
mod notes;
mod origin;
mod replay;
mod sealing;
mod tips;
mod whereabouts;

pub use beginning::Begun;
pub use chains::{NewEntry, Private};
pub use expunging::Expunged;
pub use folding::Depth;
pub use forgetting::RawEntry;
pub use leftovers::Leftover;
pub use log::{Log, Logged};
pub use notes::{NoteChange, NotesMessage};
pub use sealing::{Sealing, There, TooLarge};
pub use tips::Gone;
