//! Input of a merge.

/// The versions of a file. The base is empty if there is none.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// The common base of both sides.
    pub base: &'a str,
    /// The side that is there.
    pub ours: &'a str,
    /// The side that comes.
    pub theirs: &'a str,
}
