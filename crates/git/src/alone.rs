//! Starts a process of this program that outlives the present one.

use std::process::Stdio;

use super::{Environment, Error};

/// Starts a command of this program that goes on after this process; its output is discarded. Does
/// nothing if this process is another program, which uses the library.
pub fn start_alone(environment: &Environment, arguments: &[&str]) -> Result<(), Error> {
    let Some(mut call) = environment.own_command() else {
        return Ok(());
    };
    call.args(arguments).current_dir(environment.folder());
    call.stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // A signal that ends this process, such as at an agent's time limit, must not end the new one.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut call, 0);
    // The system inherits a child that is still running when this process ends.
    call.spawn().map(drop).map_err(Error::NoSibling)
}
