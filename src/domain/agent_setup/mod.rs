//! What git-memory puts into the configuration of agents: the [`table`] of their files, the
//! [`entry`] for each of them, and how it comes into a file that people write by hand and out of it
//! again ([`put`], [`take_out`], [`look`]).
//!
//! Every other byte of such a file stays, and what was put in is taken out without a trace.

mod container;
mod edit;
mod entry;
mod format;
mod json;
mod layout;
mod table;
mod toml_tables;

#[cfg(test)]
mod tests;

pub use entry::{Entry, Found, Json, PROGRAM, SERVER, What};
pub use format::{Format, Taken, Unfit, fresh, look, put, take_out};
pub use table::{
    Base, Events, HookFile, HookForm, Occasion, ROWS, Row, RuleFiles, ServerFile, ServerForm,
    UserFile,
};
