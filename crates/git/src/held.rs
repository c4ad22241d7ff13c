//! Contents of the files and folders that git names by ids, as far as they are read.

use super::ObjectId;

/// Content of a file by its id, or the reason why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held<'a> {
    /// A blob with this content.
    Blob(&'a [u8]),
    /// A blob with more bytes than were asked for.
    TooLarge,
    /// An object of another type: a tree may name a tag as if it were a file.
    Other,
    /// No object of this clone.
    Missing,
}

/// Receives the number of an id in a list, and its content.
pub(crate) type TakeHeld<'a> = dyn FnMut(usize, Held<'_>) + 'a;

/// A part of history or of a tree that was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Absent {
    /// A folder's tree.
    Tree(ObjectId),
    /// The changes of a commit: it, or its parent, has a folder without a tree.
    Changes(ObjectId),
    /// The tree of a folder that lies within too many others.
    TooDeep(ObjectId),
}
