//! Reads command lines of a POSIX shell, as far as it is plain which paths they touch.
//!
//! `words` takes a line apart as the shell does, without running anything; `walk` goes through its
//! commands. It gives the paths that redirections name, those of the verbs in a small table
//! (`verbs`, `effects`), and the words of other commands that have the form of a path. Values of
//! options, and texts that a variable or another command would put in, are not guessed at.

mod act;
mod effects;
mod quoted;
#[cfg(test)]
mod tests;
mod verbs;
mod walk;
mod word;
mod words;

pub use act::Act;
pub use quoted::quoted;
pub use walk::{NamedPath, Names, named};
