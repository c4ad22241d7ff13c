//! TODO model

#![warn(clippy::disallowed_methods)]

pub mod changes;
pub mod context;
pub mod derived;
pub mod evidence;
pub mod form;
pub mod graph;
pub mod identity;
pub mod keys;
pub mod kind;
pub mod layout;
pub mod merging;
pub mod private;
pub mod record;
pub mod roots;
pub mod rules;
pub mod scope;
pub mod summary_page;
pub mod trust;
pub mod user;
