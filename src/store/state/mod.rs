//! Small disposable files in the git folder: what was computed once and can be computed again.

pub(super) mod framed;
pub(super) mod kept;
mod keyed_file;
mod packs;

pub(crate) use keyed_file::{KeyedFile, StateFolder};
