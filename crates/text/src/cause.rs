//! Words for errors of the system.

use std::io;

/// Reason for which the system refused, without its number: `No such file or directory`.
#[must_use]
pub fn cause(error: &io::Error) -> String {
    let text = error.to_string();
    // Rust appends the system's number, and has no other way to print the words.
    match text.rfind(" (os error ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_the_system_is_left_out() {
        let not_there = io::Error::from_raw_os_error(2);
        assert!(not_there.to_string().contains("os error"));
        assert!(!cause(&not_there).contains("os error"));
        assert_eq!(cause(&io::Error::other("too long")), "too long");
    }
}
