//! Command lines of a POSIX shell, as far as they say plainly which paths they touch.
//!
//! `words` takes a line apart as the shell does, without running anything; `options` tells the words
//! of a command apart as `table` says of its options. [`named`] goes through the commands and gives
//! the paths among them; `programs` knows what single ones do, `git` git's own. What a variable or another command would
//! put in is not guessed at.

mod act;
mod commands;
mod git;
mod here;
mod options;
mod programs;
mod quoted;
mod table;
#[cfg(test)]
mod tests;
mod word;
mod words;

pub use act::Act;
pub use commands::{Extent, NamedPath, Names, named};
pub use quoted::quoted;
