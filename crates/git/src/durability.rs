//! How soon what is written has to be on the disk.

/// Whether what is written has to be on the disk before it is said to be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The operating system writes it when it likes: git's default for loose objects and refs.
    #[default]
    Lazy,
    /// Objects and refs are synced.
    Synced,
}
