//! Objects that git names as files, as far as they are read.

/// What the id of a file holds.
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

/// Takes what the nth of some ids holds.
pub(crate) type TakeHeld<'a> = dyn FnMut(usize, Held<'_>) + 'a;
