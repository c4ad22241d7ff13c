//! The model of memory: kinds and layout, records, the work log, derived files, merging, packs.
//! Pure: values in, values out; time and randomness are arguments.
//!
//! [`kind`], [`keys`], [`layout`] and [`scope`] are the tables that everything else goes by.
//! [`record`] reads and writes one file, [`form`] reads decision documents that others wrote, so
//! that records in place and imports read the same. [`private`] is the work log, [`evidence`] ties
//! records to code, [`merging`] joins two versions of a file, [`context`] makes packs and
//! handovers.

#![warn(clippy::disallowed_methods)]

pub mod changes;
pub mod checks;
pub mod context;
pub mod contradiction;
pub mod derived;
pub mod evidence;
pub mod form;
pub mod graph;
pub mod identity;
pub mod keys;
pub mod kind;
pub mod layout;
pub mod merging;
mod parent_name;
pub mod private;
pub mod record;
pub mod roots;
pub mod rules;
pub mod scope;
pub mod subscription;
pub mod summary_page;
pub mod trust;
pub mod user;
