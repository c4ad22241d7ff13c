//! A process of this very program that outlives the one who starts it.

use std::process::Stdio;

use super::{Environment, Error};

/// Starts a command of this program that goes on alone: nobody waits for it, or hears what it says.
/// Nothing is started where this process is another program, which uses the library.
pub fn start_alone(environment: &Environment, arguments: &[&str]) -> Result<(), Error> {
    let Some(mut call) = environment.own_command() else {
        return Ok(());
    };
    call.args(arguments).current_dir(environment.folder());
    call.stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // What ends the one who started it, such as an agent's own time limit, is not meant for it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut call, 0);
    // A process whose end nobody waits for is the system's once this one has ended.
    call.spawn().map(drop).map_err(Error::NoSibling)
}
