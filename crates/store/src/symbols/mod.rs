//! The symbols of source files, kept under their blob ids. Disposable: whatever is missing is read
//! again from the sources.
//!
//! Sources are anybody's, and a parser may take gigabytes of memory for a few kilobytes of one. So
//! they are read in processes of their own: [`asking`] is this side, [`answering`] the other one,
//! [`exchange`] what they say to each other.

mod answering;
mod asking;
mod bounds;
mod exchange;
mod keeping;

pub use answering::answer;
pub(crate) use asking::{Outcome, Reader};
