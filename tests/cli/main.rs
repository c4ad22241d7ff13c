//! The command line, by the real binary against real repositories: one file a verb or a family of
//! them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod add;
mod adopt;
mod allowed;
mod answers;
mod bare;
mod blame;
mod briefing;
mod check;
mod clear;
mod commands;
mod config;
mod conflict;
mod context;
mod doctor;
mod edit;
mod errors;
mod export;
mod get_context;
mod ground;
mod history;
mod identity;
mod import;
mod import_days;
mod import_forms;
mod import_known;
mod init;
mod list;
mod manual;
mod map;
mod names;
mod numbers;
mod partial;
mod pathspecs;
mod policy;
mod policy_agreement;
mod policy_paths;
mod printed;
mod project;
mod publish;
mod recall;
mod recall_commits;
mod repositories;
mod review;
mod roots;
mod rules;
mod scan;
mod set;
mod show;
mod sparse;
mod status;
mod suggest;
mod summary;
mod supersede;
#[cfg(unix)]
mod terminal;
mod tool_hook;
mod topic;
mod user;
