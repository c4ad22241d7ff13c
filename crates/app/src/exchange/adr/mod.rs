//! Importing decision records that were written elsewhere: their text stays, the front matter
//! becomes ours.
//!
//! `import` reads the files and `settle` writes the records. `given` finds the files, `days` gets
//! their days from git, `known` finds the ones that memory has, `draft` makes records, `targets`,
//! `links` and `leading` link them, `paths` and `cited` find their code, `update` takes over
//! changes. `report` is the result, `phase` the progress.

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
