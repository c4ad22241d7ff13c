//! What git-memory puts into the configuration of agents: the table of their files, the
//! entry for each of them, and how it comes into a file that people write by hand and out of it
//! again ([`put`], [`take_out`], [`look`]).
//!
//! Every other byte of such a file stays, and what was put in is taken out without a trace.

mod change;
mod chooses;
mod edit;
mod entry;
mod json;
mod layout;
mod row;
mod table;
mod toml_tables;
mod unfit;

#[cfg(test)]
mod tests;

pub use change::{fresh, look, put, take_out};
pub use entry::{
    Beside, Entry, Fixed, Found, Json, NO_POLICY, PROGRAM, SERVER, SERVER_TOOLS, What,
};
pub use row::{
    Base, Events, HookFile, HookForm, PluginFile, Row, RuleFiles, ServerFile, ServerForm, UserFile,
};
pub use table::ROWS;
pub use unfit::{Format, Unfit};
