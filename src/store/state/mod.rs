//! Small disposable files in the git folder: what was computed once and can be computed again.

pub(super) mod framed;
pub(super) mod kept;
mod packs;
