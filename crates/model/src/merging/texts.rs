//! What a merge starts from.

/// The versions of a file. What both sides come from is empty where there is none.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// What both sides come from.
    pub base: &'a str,
    /// The side that is there.
    pub ours: &'a str,
    /// The side that comes.
    pub theirs: &'a str,
}
