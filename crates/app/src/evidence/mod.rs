//! What ties records to code and commits, as git has it: whether their ground still holds, which
//! of them a change is about.

pub mod change;
pub mod ground;
pub(crate) mod renames;
mod specs;
pub mod touched;

pub use ground::{Grounds, Subject};
