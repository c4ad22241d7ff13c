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
        mcp: |invocation, clock| {
            #[cfg(all(target_os = "linux", target_env = "gnu"))]
            limit_freed_memory();
            git_memory_mcp::serve(invocation, clock)
        },
        web: |invocation, clock, served, told| {
            let address = git_memory_web::Address {
                port: served.port,
                token: served.token,
                ticket: served.ticket,
            };
            let beside = git_memory_web::Beside {
                mcp: git_memory_mcp::over_http(invocation, clock),
                wording: git_memory_cli::WORDING,
            };
            git_memory_web::serve(invocation, clock, &address, beside, told)
        },
        tui: |invocation, clock, paints| {
            git_memory_tui::browse(invocation, clock, git_memory_cli::WORDING, paints)
        },
        site: git_memory_web::site,
    })
}

/// Starts the program anew, as the same process, with a limit to the memory that was freed and is not
/// given back to the system: 128 KiB for the end of each heap. Without one the C library keeps up to
/// twice as much as the largest block that was ever freed, for each thread, which is half of what a
/// server takes. It reads the limit only once, from the environment (mallopt(3)); one that is set
/// there stays.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(
    clippy::disallowed_methods,
    reason = "the process is to start as it did before"
)]
fn limit_freed_memory() {
    use std::os::unix::process::CommandExt;

    const LIMIT: &str = "MALLOC_TRIM_THRESHOLD_";
    if std::env::var_os(LIMIT).is_some() {
        return;
    }
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let mut arguments = std::env::args_os();
    let mut command = std::process::Command::new(program);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    command.args(arguments).env(LIMIT, "131072");
    // Comes back only where that cannot be done, as where the program's file was replaced: then this
    // process serves, and holds more.
    let _ = command.exec();
}
