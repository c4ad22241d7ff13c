//! Records: writing, changing, finding and comparing them.
//!
//! [`source`] finds the home of a record, in tracked or in private memory; [`valid`], [`admit`] and
//! [`names`] check every new record. One use case a file.

pub mod add;
pub(crate) mod admit;
pub mod adopt;
mod adopted;
mod adoption;
pub mod ahead;
pub(crate) mod base;
pub mod candidates;
pub mod changed_line;
pub mod clear;
pub mod conflict;
pub mod covered;
pub mod diff;
pub(crate) mod document;
mod document_put;
pub mod edit;
pub mod edited;
pub mod graph;
pub mod in_use;
pub mod incoming;
pub mod key_value;
pub mod list;
pub mod listing;
pub mod log;
pub(crate) mod lookup;
pub(crate) mod names;
pub mod order;
pub(crate) mod patch;
pub(crate) mod path_id;
pub mod pathspecs;
pub(crate) mod planned;
pub mod private_record;
mod proposal;
pub mod publish;
// Writes a whole record without an editor; only one door uses it.
pub mod put;
pub mod read;
pub(crate) mod reading;
pub mod record_question;
pub mod set;
pub mod show;
pub mod source;
pub mod supersede;
mod take_over;
mod tier;
pub mod topic;
pub mod trust;
pub mod types;
pub mod unknown;
pub mod upsert;
pub(crate) mod valid;
pub mod write;
pub mod writer;

pub use admit::must_be_correct;
pub use tier::Tier;
pub use valid::{Title, parse_scope, wanted_statuses};
