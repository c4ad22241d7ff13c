//! Looks that many threads which ask at the same time share: at folders of the work tree, as long
//! as nothing in them changes.

mod shared;
mod watch;

pub(crate) use shared::{Looked, SharedLooks};
