//! The `git-memory` program; `git memory …` finds it on PATH.

#![warn(clippy::disallowed_methods)]

use std::process::ExitCode;

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that asks the process what it was started with"
)]
fn main() -> ExitCode {
    git_memory_cli::run(git_memory_cli::Process {
        arguments: std::env::args_os().collect(),
        program: std::env::current_exe(),
        folder: std::env::current_dir(),
        variables: std::env::vars_os().collect(),
        clock: std::time::SystemTime::now,
        mcp: git_memory_mcp::serve,
        web: |invocation, clock, served, told| {
            let address = git_memory_web::Address {
                port: served.port,
                token: served.token,
                ticket: served.ticket,
            };
            let mcp = git_memory_mcp::over_http(invocation, clock);
            git_memory_web::serve(invocation, clock, &address, mcp, told)
        },
        tui: git_memory_tui::browse,
        site: git_memory_web::site,
    })
}
