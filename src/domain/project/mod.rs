//! The project index: what the repository is made of, and what of it a tool may touch.
//!
//! Three documents, each a pure function of the repository's top level and its manifests: the
//! stacks that are used ([`StackProfile`]), what each top-level entry is for ([`DirectoryMap`]), and
//! the short form that a policy starts from ([`ProjectIndex`]).

mod directory_map;
mod index;
mod role;
mod stack_profile;

pub use directory_map::{DirectoryMap, Entry, Flag};
pub use index::ProjectIndex;
pub use role::Role;
pub use stack_profile::{Command, Manifest, Purpose, Stack, StackProfile};
