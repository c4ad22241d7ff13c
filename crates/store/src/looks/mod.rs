//! What many who ask at the same time have to look at only once: folders of the work tree, as long as
//! nothing in them changes.

mod shared;
mod watch;

pub(crate) use shared::{Looked, SharedLooks};
