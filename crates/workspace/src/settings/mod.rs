//! The program's settings: the environment beats git's settings, those beat the team's file, that
//! beats the default.
//!
//! [`table`] has a row for each, [`value`] reads their texts, [`team`] the team's file. What the
//! settings mean to the use cases is in [`meaning`].

pub mod gate;
mod meaning;
mod reader;
mod setting;
pub mod table;
mod team;
mod value;

pub use meaning::{
    NamedPath, agents_propose, allows_private, choices, closes_outside, commits, durability,
    embeddings, folder, heeds_feedback, hub, identity, identity_remote, is_automatic, is_strict,
    judges_tools, language, max_lines, opened_logs, policy_paths, remote, runs_commands, scans_all,
    team_policy_paths, verifies_commits, weights,
};
pub(crate) use reader::roots;
pub use reader::{Effective, Origin, Reader, of_team};
pub use table::{Setting, TABLE};
pub use team::{Problem, TeamFile};
pub use value::Kind;
