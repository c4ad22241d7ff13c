//! How git-memory's entries come into the configuration of agents ([`put`]), which people write by
//! hand, and out of it again ([`take_out`], [`look`]).
//!
//! Every other byte of such a file stays, and what was put in is taken out without a trace.

mod change;
mod chooses;
mod edit;
pub(crate) mod entry;
mod json;
mod layout;
mod toml_tables;
pub(crate) mod unfit;

#[cfg(test)]
mod tests;

pub use change::{fresh, look, put, take_out};
pub use entry::{
    Beside, Entry, Fixed, Found, Json, NO_POLICY, PROGRAM, SERVER, SERVER_TOOLS, What,
};
pub use unfit::{Format, Unfit};
