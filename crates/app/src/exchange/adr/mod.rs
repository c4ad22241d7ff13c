//! Importing decision records that were written elsewhere: their text stays, the front matter
//! becomes ours.
//!
//! `import` reads the files and `settle` writes the records: `given` finds them, `days` asks git
//! when they were written, `known` tells which of them memory has, `draft` makes records,
//! `targets`, `links` and `leading` join them, `paths` and `cited` find the files that they are
//! about, `update` takes what has changed. `report` is what is said of it all, `phase` what is said
//! on the way.

mod arrival;
mod cited;
pub(crate) mod days;
mod draft;
pub(crate) mod given;
mod import;
pub(crate) mod known;
pub(crate) mod leading;
mod links;
mod paths;
mod phase;
pub(crate) mod report;
mod settle;
mod targets;
pub(crate) mod text;
mod update;

pub use import::{AdrImport, StatusMapping, adr};
pub use phase::Phase;
pub use report::{AdrOutcome, AdrReport, Fact, Fate, SecretFound};
