//! Progress of an import.

/// The phases of an import, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The files are read, and those that memory already has are separated.
    Read,
    /// They are made records.
    Convert,
    /// The records are linked to each other and to the files that they name.
    Link,
    /// Their texts are made, and looked through for what may not be written.
    Check,
}

/// Called with the phase, the number of files done, and the number of files.
pub type Progress<'a> = &'a mut dyn FnMut(Phase, usize, usize);
