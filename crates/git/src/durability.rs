//! Tells how soon written data has to be on the disk.

/// Choice if written data must be on the disk before a write is reported as done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The operating system writes it when it likes: git's default for loose objects and refs.
    #[default]
    Lazy,
    /// Objects and refs are synced.
    Synced,
}
