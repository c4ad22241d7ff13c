//! The back end for repositories that libgit2 can open: an answer in half a millisecond, without a
//! process.
//!
//! `backend` is the door; `objects`, `trees`, `refs` and `ref_list` read and write a repository,
//! `settings` reads its configuration.

mod backend;
mod objects;
mod ref_list;
mod refs;
mod settings;
mod trees;

pub(super) use backend::Libgit2;
