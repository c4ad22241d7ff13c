//! The `git-memory` program; `git memory …` finds it on PATH.

use std::process::ExitCode;

fn main() -> ExitCode {
    git_memory::cli::run(std::env::args_os())
}
