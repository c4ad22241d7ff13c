//! The `git-memory` program; `git memory …` finds it on PATH.

#![warn(clippy::disallowed_methods)]

use std::process::ExitCode;

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that asks the process what it was started with"
)]
fn main() -> ExitCode {
    git_memory::cli::run(git_memory::cli::Process {
        arguments: std::env::args_os().collect(),
        program: std::env::current_exe(),
        folder: std::env::current_dir(),
        variables: std::env::vars_os().collect(),
        clock: std::time::SystemTime::now,
        #[cfg(feature = "mcp")]
        mcp: Some(git_memory::mcp::serve),
        #[cfg(not(feature = "mcp"))]
        mcp: None,
        #[cfg(feature = "web")]
        web: Some(|invocation, clock, served, told| {
            let address = git_memory::web::Address {
                port: served.port,
                token: served.token,
                ticket: served.ticket,
            };
            let beside = git_memory::web::Beside {
                mcp: git_memory::mcp::over_http(invocation, clock),
                wording: git_memory::cli::WORDING,
            };
            git_memory::web::serve(invocation, clock, &address, beside, told)
        }),
        #[cfg(not(feature = "web"))]
        web: None,
        #[cfg(feature = "tui")]
        tui: Some(|invocation, clock, paints| {
            git_memory::tui::browse(invocation, clock, git_memory::cli::WORDING, paints)
        }),
        #[cfg(not(feature = "tui"))]
        tui: None,
    })
}
