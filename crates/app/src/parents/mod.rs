//! Parents: repositories whose memory is read with this one's, which pins a commit of each.
//!
//! [`subscribe`](mod@subscribe) has the commands, [`list_file`] the list in the team's settings,
//! [`bring`] fetches what that names, with parents of parents, [`address`] finds where it is, and
//! [`reading`] finds the records for the doors. Only a person's command fetches: no hook and no
//! question does.

mod address;
mod bring;
mod differing;
mod list_file;
pub(crate) mod reading;
mod report;
mod subscribe;

pub use differing::ParentChange;
pub use report::{ParentState, PinMove, Report, SubscribeRequest, UpdateRequest};
pub use subscribe::{fetch, remove, status, status_of, subscribe, update};
