//! Memory on its way out to other programs and in from them.

pub mod adr;
pub mod agents;
mod claims;
pub mod export;
mod folders;
pub mod import;
pub mod json;
mod named;
pub mod okf;
pub mod recognise;
pub mod site;
pub mod workspace_tree;
