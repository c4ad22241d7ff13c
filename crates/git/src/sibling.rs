//! Processes of this program: one for work that may end it, as its input may take all memory or
//! all time, and the time that this one used.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::time::Duration;

use super::{Environment, Error};

/// A process of this program. It is ended when this value is dropped.
pub struct Sibling(Child);

/// The two ends of a conversation with it.
pub struct Ends<'a> {
    /// Its standard input.
    pub input: &'a mut ChildStdin,
    /// Its standard output.
    pub output: &'a mut ChildStdout,
}

impl Sibling {
    /// Starts a command of this program; `None` if this process is another program, which uses
    /// the library.
    pub fn start(environment: &Environment, command: &str) -> Result<Option<Self>, Error> {
        let Some(mut call) = environment.own_command() else {
            return Ok(None);
        };
        // The messages of a library that gives up are of no use.
        let call = call.arg(command).stdin(Stdio::piped());
        let child = call.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        Ok(Some(Self(child.map_err(Error::NoSibling)?)))
    }

    /// Ends of its pipes, for writing and reading.
    ///
    /// # Errors
    /// None, as long as the ends were not taken.
    pub fn ends(&mut self) -> io::Result<Ends<'_>> {
        match (&mut self.0.stdin, &mut self.0.stdout) {
            (Some(input), Some(output)) => Ok(Ends { input, output }),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Asks it nothing more, and waits for its end.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        // It ends when its input is closed, and does not wait for a reader.
        (self.0.stdin, self.0.stdout) = (None, None);
        self.0.wait()
    }
}

impl Drop for Sibling {
    fn drop(&mut self) {
        // Fails if it has ended; it keeps nothing, so there is nothing to finish either.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// True if a process was ended from outside: by a user, or by a system that is out of memory.
#[cfg(unix)]
pub fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::Signal;

    let outside = [
        Signal::HUP,
        Signal::INT,
        Signal::KILL,
        Signal::QUIT,
        Signal::TERM,
    ];
    let signal = status.signal();
    outside.iter().any(|known| signal == Some(known.as_raw()))
}

/// Always false on systems that do not tell.
#[cfg(not(unix))]
pub fn was_killed(_: ExitStatus) -> bool {
    false
}

/// Processor time that this process has used, all threads together; `None` on systems that do not
/// tell.
#[must_use]
pub fn processor_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};

        clock_gettime(ClockId::ProcessCPUTime).try_into().ok()
    }
    #[cfg(not(unix))]
    None
}
