//! Facts from the files by which a repository is built: commands, members of workspaces, stacks.
//!
//! They are written by strangers. A reader takes a text that is bounded already, and gives only
//! names and lines that fit into a small alphabet.

mod cargo;
mod ci;
mod make;
mod node;
mod others;
mod python;
mod said;
mod table;
mod words;

pub(crate) use said::{Part, Said};
pub(crate) use table::{SCRIPTS, reader_of};
