//! Parents: repositories whose memory is read with this one's, which pins a commit of each.
//!
//! [`subscribe`](mod@subscribe) changes the list in the team's settings, [`bring`] fetches what it
//! names, with parents of parents, [`address`] finds where that is, [`reading`] finds their records
//! for the doors. Only a person's command fetches: no hook and no question does.

mod address;
mod bring;
pub mod reading;
pub mod subscribe;

pub use subscribe::{
    ParentChange, ParentState, PinMove, Report, SubscribeRequest, UpdateRequest, fetch, remove,
    status, subscribe, update,
};
