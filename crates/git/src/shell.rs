//! Command lines that a record names, run as git runs hooks and aliases: by `sh`, at the top of the
//! work tree. Who may run one is the caller's question.

use std::collections::VecDeque;
use std::io::{self, PipeReader, Read, pipe};
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Error, Repo, group};

/// The most bytes of output that are kept: the last ones.
const KEPT: usize = 64 << 10;
/// Time between two looks at a command that runs.
const LOOK: Duration = Duration::from_millis(10);
/// How long output is waited for after the command has ended.
const AFTER: Duration = Duration::from_secs(1);

/// The end of a command line.
#[derive(Debug)]
pub struct Ran {
    /// Its exit status; `None` where it took too long, and was ended.
    pub status: Option<ExitStatus>,
    /// The last bytes of its output and its errors.
    pub output: Vec<u8>,
}

impl Repo {
    /// Runs a command line without input, for at most `limit`. What it started is ended with it.
    ///
    /// # Errors
    /// If there is no work tree or no `sh`.
    pub fn run_shell(&self, line: &str, limit: Duration) -> Result<Ran, Error> {
        let top = self.work_tree()?;
        ran(self, line, limit, top).map_err(Error::NoShell)
    }
}

fn ran(repo: &Repo, line: &str, limit: Duration, top: &std::path::Path) -> io::Result<Ran> {
    let (reader, writer) = pipe()?;
    let mut command = repo.environment().command("sh", top);
    command.args(["-c", line]).stdin(Stdio::null());
    command.stderr(writer.try_clone()?).stdout(writer);
    group::lead(&mut command);
    let mut child = command.spawn()?;
    // The ends for writing that this process has would keep the output open.
    drop(command);
    let (done, read) = channel();
    thread::Builder::new().spawn(move || done.send(tail(reader)))?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if start.elapsed() > limit {
            break None;
        }
        thread::sleep(LOOK);
    };
    group::end(&mut child);
    let output = match read.recv_timeout(AFTER) {
        Ok(output) => output?,
        // Something that left the group holds the pipe.
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Vec::new(),
    };
    Ok(Ran { status, output })
}

/// The last bytes of an output.
fn tail(mut reader: PipeReader) -> io::Result<Vec<u8>> {
    let mut kept: VecDeque<u8> = VecDeque::new();
    let mut piece = [0; 8 << 10];
    loop {
        let read = reader.read(&mut piece)?;
        if read == 0 {
            return Ok(kept.into());
        }
        kept.extend(&piece[..read]);
        let over = kept.len().saturating_sub(KEPT);
        kept.drain(..over);
    }
}
