//! Command lines of a POSIX shell, as far as they say plainly which paths they touch.
//!
//! `words` takes a line apart as the shell does, without running anything. [`named`]
//! goes through its commands and gives the paths that `table` says are paths. What a variable or
//! another command would put in is not guessed at.

mod act;
mod commands;
mod here;
mod table;
mod words;

pub use act::Act;
pub use commands::{NamedPath, Names, named};
