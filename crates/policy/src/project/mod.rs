//! The project index: the parts of the repository, and the limits for tools.
//!
//! Three documents, each a pure function of the repository's top level and its manifests
//! ([`TopLevel`]): the stacks that are used ([`StackProfile`]), the role of each top-level entry
//! ([`DirectoryMap`]), and the short form that a policy starts from ([`ProjectIndex`]). `stacks`
//! and `roles` are the tables, `reading` reads manifests, [`known`] lists the files that are looked
//! for.

mod compact;
mod directory_map;
mod documents;
mod edit;
mod index;
pub mod known;
mod mapping;
mod marks;
pub mod members;
mod pattern;
pub mod policy;
mod profiling;
mod reading;
mod role;
mod roles;
mod stack_profile;
mod stacks;
#[cfg(test)]
mod tests;
mod top_level;

pub use compact::Compact;
pub use directory_map::{DirectoryMap, Entry, Flag};
pub use documents::Project;
pub use edit::{Edit, Hunk, Piece};
pub use index::ProjectIndex;
pub use profiling::Contents;
pub use role::Role;
pub use roles::ALWAYS_BLOCKED;
pub(crate) use roles::is_made_elsewhere;
pub use stack_profile::{Command, Manifest, Purpose, Stack, StackProfile};
pub use top_level::{Content, KnownFile, TopEntry, TopKind, TopLevel};
