//! Whether all of a file is read, or what a search needs.

/// How much of a file is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// All that it says.
    Whole,
    /// What a search needs beside the text itself: what is made from the text takes longer than all
    /// the rest.
    Searched,
}
