//! What a check of an installation comes to.

/// What a check saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// All is well: what was seen.
    Good(String),
    /// Something is wrong: what.
    Bad(String),
}
