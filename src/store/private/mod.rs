//! Private memory: the chains of commits under `refs/memory/`.
//!
//! [`chains`] grows them, [`origin`] finds where one begins, [`births`] knows which branch it is
//! of, [`log`] in which order its entries are read.

mod births;
mod chains;
mod log;
mod origin;

pub use chains::{NewEntry, Private, STALE};
pub use log::{Log, Logged};
