//! Passwords that people make.

use super::placeholder::is_example_word;
use super::value::{is_address, is_mixed, is_plain};

/// True if `value` reads as a password that a person made: letters with digits or signs, and no
/// name, path or version.
pub(crate) fn is_invented(value: &str) -> bool {
    // Most values with these signs are paths, versions, names or program text.
    is_mixed(value)
        && !value.contains(['/', '.', ':', '_', '<', '('])
        && (!is_plain(value) || value.contains(['!', '^']))
        && !is_example_word(value)
        && !is_address(value)
}
