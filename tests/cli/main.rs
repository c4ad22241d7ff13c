//! The command line, by the real binary against real repositories: one file a verb or a family of
//! them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod add;
mod adopt;
mod agent_forms;
mod agent_hook;
mod agent_recorded;
mod agents;
mod allowed;
mod answers;
mod backtest;
mod bare;
mod blame;
mod briefing;
#[cfg(feature = "tui")]
mod check;
mod clear;
mod commands;
mod config;
mod conflict;
mod contested;
mod context;
mod context_only;
mod doctor;
mod doubles;
mod edit;
mod errors;
mod export;
mod get_context;
mod ground;
mod history;
mod hook_places;
mod identity;
mod import;
mod import_agents;
mod import_days;
mod import_forms;
mod import_known;
mod incoming;
mod init;
#[cfg(unix)]
mod late_hooks;
mod list;
mod manual;
mod map;
mod names;
mod numbers;
mod odd_history;
mod okf;
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
mod scope_rules;
mod set;
mod shell_lines;
mod show;
mod site;
mod sparse;
mod stacks;
mod status;
mod suggest;
mod summary;
mod supersede;
#[cfg(unix)]
mod terminal;
mod tool_hook;
mod topic;
mod trust;
mod user;
