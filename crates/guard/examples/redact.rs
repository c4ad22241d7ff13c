//! Takes secrets out of a text: `cargo run -p git-memory-guard --example redact < FILE`.
//!
//! Prints the text without them, and a line for each on standard error. The exit status is 1 if
//! there was one.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example shows its answer"
)]

use std::io;
use std::process::ExitCode;

use git_memory_guard::{Clean, Finding, Guard};

fn main() -> io::Result<ExitCode> {
    let text = io::read_to_string(io::stdin())?;
    let (clean, findings) = redacted(&text);
    print!("{clean}");
    for finding in &findings {
        eprintln!("{finding}");
    }
    Ok(ExitCode::from(u8::from(!findings.is_empty())))
}

/// The text without its secrets, and each of them. A guard for writing refuses a text instead:
/// [`Guard::admit`].
fn redacted(text: &str) -> (Clean, Vec<Finding>) {
    let guard = Guard::new();
    match guard.admit(text) {
        Ok(clean) => (clean, Vec::new()),
        Err(refusal) => (guard.redact(text), refusal.findings),
    }
}

#[test]
fn a_secret_is_named_and_taken_out() {
    // Put together here, so that no scanner stumbles over this file.
    let token = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o50smkjE"].concat();
    let (clean, findings) = redacted(&format!("one\ntoken: {token}\n"));
    assert_eq!(&*clean, "one\ntoken: [REDACTED:token]\n");
    assert_eq!((findings.len(), findings[0].line), (1, 2));
    let (clean, findings) = redacted("nothing here\n");
    assert!(findings.is_empty() && &*clean == "nothing here\n");
}
