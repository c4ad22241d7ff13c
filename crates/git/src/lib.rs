//! The only crate that speaks git, through libgit2 and through the `git` program.
//!
//! [`Repo`] is the door. The differences between repositories (reftable, SHA-256, partial clones)
//! are behind one trait with two back ends, chosen once when the repository is opened: `libgit2`
//! if it can open it, else `program`. Writing the index, hooks, history and settings are the
//! `git` program's business in every repository.

#![warn(clippy::disallowed_methods)]

mod absent;
mod alone;
mod answer;
mod backend;
mod blame;
mod command;
mod commits;
mod configure;
mod dates;
mod depot;
mod durability;
mod entries;
mod environment;
mod error;
mod expunge;
mod file_names;
pub mod filter;
mod filter_pipes;
mod grep;
mod group;
mod held;
mod history;
mod hooks;
mod ignored;
mod index;
mod index_bytes;
mod libgit2;
mod log_words;
pub mod manual;
mod merge_file;
mod mirror;
mod nearby;
mod notes;
mod object_id;
mod objects;
mod operation;
mod own_paths;
mod program;
mod reflog;
mod reflog_list;
pub mod reflog_words;
mod remote;
mod repo;
mod scratch;
mod settings;
mod shell;
mod sibling;
mod temporary;
mod throw_away;
mod tree_changes;
mod tree_files;
mod tree_names;
mod upstream;
mod version;
mod whole;

pub use alone::start_alone;
pub use backend::{EntryKind, Head, Moved, RefLine, TreeEdit, TreeEntry};
pub use blame::{BlameQuestion, Blaming, Hunk};
pub use command::{browse, interactive, page};
pub use commits::{Commit, ListedCommit, NewCommit};
pub use configure::variable_outside;
pub use depot::{Depot, DepotAnswer, DepotRequest, DepotWork, Room};
pub use durability::Durability;
pub use entries::Unmerged;
pub use environment::Environment;
pub use error::Error;
pub use expunge::Regrafted;
pub use file_names::ChangedFiles;
pub use held::{Absent, Held};
pub use history::{CitingCommit, CommitLine};
pub use ignored::IgnoreRule;
pub use log_words::{CommitChanges, FileChange};
pub use merge_file::{FilesToMerge, MergedFile, conflict_style, merge_file};
pub use mirror::{Mirror, RemoteHead, head_of_remote};
pub use notes::NotesTree;
pub use object_id::{ObjectFormat, ObjectId};
pub use objects::{BlobAt, Message, Reach};
pub use operation::Operation;
pub use own_paths::own_paths;
pub use reflog::{HeadLog, RefLock};
pub use remote::{Pushed, PushedRef};
pub use repo::Repo;
pub use scratch::{Ended, Scratch};
pub use settings::Settings;
pub use shell::Ran;
pub use sibling::{Ends, Sibling, processor_time, was_killed};
pub use tree_changes::{PathFilter, TreeChange, Trees};
pub use upstream::{ImportedCommit, Upstream};
pub use version::{FoundGit, Version, gits, version_of};
