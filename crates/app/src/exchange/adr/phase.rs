//! How far an import is, for who waits for it.

/// The phases of an import, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// They are read, and those told apart that memory has already.
    Read,
    /// They are made records.
    Convert,
    /// The records are linked to each other and to the files that they name.
    Link,
    /// Their texts are made, and looked through for what may not be written.
    Check,
}

/// Told the phase, how many files it is done with, and how many there are.
pub type Progress<'a> = &'a mut dyn FnMut(Phase, usize, usize);
