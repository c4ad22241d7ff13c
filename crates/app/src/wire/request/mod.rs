//! Requests of servers: a question in JSON in, one document out. Every server answers with these,
//! so that the same question gets the same bytes, whichever door it came through.

mod context;
mod feedback;
mod files;
mod history;
mod list;
mod map;
mod policy;
mod private;
mod read;
mod recall;
mod related;
mod review;
mod status;
mod why;
mod write;

pub use super::verb::Request;
pub use crate::records::adopt::{AdoptQuestion, answer as adopt};
pub use crate::records::publish::{PublishQuestion, answer as publish};
pub use context::context;
pub use feedback::{FeedbackQuestion, feedback};
pub use files::{FilesQuestion, files};
pub use history::{DiffQuestion, LogQuestion, diff, log};
pub use list::{ListQuestion, count, list};
pub use map::{MapQuestion, map};
pub use policy::{PathsQuestion, check_paths, policy};
pub use private::{EntriesQuestion, EntryQuestion, entries, entry, runs};
pub use read::read;
pub use recall::{recall, too_small};
pub use related::{GraphQuestion, RelatedQuestion, graph, related};
pub use review::{ConfirmQuestion, ReviewQuestion, confirm, review};
pub use status::{NoQuestion, stats, status};
pub use why::{WhyQuestion, why};
pub use write::write;
