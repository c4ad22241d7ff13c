//! Limits for tools, and facts about a project. Pure: texts and paths in, verdicts out.
//!
//! [`project`] knows stacks, roles of folders and the policy; [`shell`] reads a command line for what
//! it plainly says, [`apply_patch`] a patch; [`map`] reads the symbols of source code.

#![warn(clippy::disallowed_methods)]

pub mod apply_patch;
pub mod attributes;
pub mod map;
pub mod project;
pub mod shell;
