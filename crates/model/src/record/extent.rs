//! Extent of reading a file: all of it, or the part that a search needs.

/// Part of a file that is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// All of its fields.
    Whole,
    /// Only fields that a search needs beside the text: those that are made from the text take
    /// longer than all the rest.
    Searched,
}
