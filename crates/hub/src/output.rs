//! The program's output: answers and complaints.

use std::io::{self, Write};

use git_memory_hub::Error;

/// Writes a line of an answer.
///
/// # Errors
/// If it cannot be written.
pub fn say(line: &str) -> Result<(), Error> {
    let written = writeln!(io::stdout(), "{line}");
    written.map_err(Error::system("write the answer"))
}

/// Says why something was not done.
#[allow(clippy::print_stderr, reason = "the program's complaint")]
pub fn complain(error: &Error) {
    eprintln!(
        "fatal: {}",
        git_memory_text::visible_line(&error.to_string())
    );
    if let Some(hint) = error.hint() {
        eprintln!("hint: {hint}");
    }
}
