//! Secrets: scanning for them ([`scan`](mod@scan)), stopping them before they become objects
//! ([`filtered`](mod@filtered)) and before they leave this clone ([`refs`]), and marking false
//! positives ([`allow`](mod@allow)).

pub mod allow;
mod filtered;
pub(crate) mod known;
mod refs;
pub mod scan;

pub use filtered::{Filtered, Passed, filtered, filtered_by_rules};
pub(crate) use refs::{REF_NAME, id_of, push_lines};
pub use refs::{leaving, leaving_by_id, pushed, transaction};
