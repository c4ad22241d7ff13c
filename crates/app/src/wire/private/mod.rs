//! Answers about private memory: its entries, runs, notes on commits, and what moves them.

mod entries;
mod notes;
mod runs;
mod sharing;

pub use entries::{AppendedAnswer, CompactedAnswer, EntriesAnswer, EntryAnswer, ExportLine};
pub use notes::{NotedAnswer, NotesAnswer, OrphansAnswer};
pub use runs::{NextAnswer, RanAnswer, RunsAnswer};
pub use sharing::{ExpungeAnswer, FoldAnswer, ForgetAnswer, GcAnswer, LeftoverItem, SyncAnswer};
