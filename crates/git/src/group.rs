//! Processes that end with all that they have started.

use std::process::{Child, Command};

/// Makes a command the first of a group of processes, to which those that it starts belong.
pub(crate) fn lead(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends the first process of a group and all others of it, at once. Only for one that was not waited
/// for before: its number may be another's then.
pub(crate) fn end(first: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(first.id())
        .ok()
        .and_then(rustix::process::Pid::from_raw)
    {
        // Fails where nothing of it is left.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    // It may have ended already, and its exit status is of no interest any more. Without a wait, it
    // would stay in the table of processes.
    let _ = first.kill();
    let _ = first.wait();
}
