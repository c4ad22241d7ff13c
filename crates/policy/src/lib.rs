//! Limits for tools, and facts about a project.
//!
//! Pure: texts and paths in, verdicts out. Files are read by the caller, and nothing of a command
//! line is run.
//!
//! [`project`] knows stacks, roles of folders and the policy; [`shell`] reads plain effects from a
//! command line, [`apply_patch`] reads a patch; [`map`] reads the symbols of source code, [`code`] finds
//! patterns in it, [`dependencies`] the packages that manifests name, [`owners`] the owners of files.

#![warn(clippy::disallowed_methods)]

pub mod apply_patch;
pub mod attributes;
pub mod code;
pub mod dependencies;
pub mod map;
pub mod owners;
pub mod project;
pub mod shell;
