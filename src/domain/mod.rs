//! Floor 1: what memory is. Everything here is pure: text and values in, text and values out.
//!
//! No file, process, environment variable, clock or repository is touched from this floor;
//! `tests/architecture` holds it to that. Time and randomness come in as arguments.

pub mod agent;
pub mod agent_setup;
pub mod apply_patch;
pub mod attributes;
pub mod changes;
pub mod context;
pub mod derived;
pub mod evidence;
pub mod exchange;
pub mod form;
pub mod graph;
pub mod hook_file;
pub mod hook_manager;
pub mod identity;
pub mod import;
pub mod keys;
pub mod kind;
pub mod layout;
pub mod map;
pub mod merging;
pub mod okf;
pub mod private;
pub mod project;
pub mod recall;
pub mod record;
pub mod roots;
pub mod rules;
pub mod scope;
pub mod session;
pub mod shell;
pub mod summary_page;
pub mod trust;
pub mod user;
