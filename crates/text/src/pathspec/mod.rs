//! Pathspecs of records: the files that a record is about (gitglossary(7), `pathspec`).
//!
//! Two things differ from the command line of git: a pathspec is always relative to the top of the
//! work tree, and it always has glob magic, so that `*` does not cross a `/`. `magic` reads the
//! signs in front of a pattern, `spec` compares with one path, `files` with all tracked files,
//! `typed` reads a pathspec that was typed in a folder.

mod coverage;
mod files;
mod magic;
mod spec;
mod typed;

pub use coverage::Coverage;
pub use files::{Files, Unfit};
pub use spec::{Pathspec, covering, covers};
pub use typed::{BadPathspec, from_top};
