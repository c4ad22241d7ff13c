//! The standard streams of a filter, which git writes to and reads from in turn.
//!
//! A rebase asks its filter about the same young files again and again: some fifty times a commit,
//! each time in six small writes. To fall asleep and be woken for each of them takes longer than
//! the answer, so the filter stays awake for a moment.

use std::io::{self, Read, Write};
use std::time::Duration;

/// Time to stay awake for git's next output: about the cost of being woken up.
const MOMENT: Duration = Duration::from_micros(50);

/// A stream that is looked at for a moment before it is waited for.
pub(crate) struct Attentive<R> {
    stream: R,
    /// True if git has another processor to go on with meanwhile; `None` until it matters.
    may_watch: Option<bool>,
}

impl<R> Attentive<R> {
    pub(crate) fn new(stream: R) -> Self {
        Self {
            stream,
            may_watch: None,
        }
    }

    #[cfg(unix)]
    fn may_watch(&mut self) -> bool {
        let counted = || std::thread::available_parallelism().is_ok_and(|count| count.get() > 1);
        *self.may_watch.get_or_insert_with(counted)
    }
}

#[cfg(unix)]
impl<R: Read + std::os::fd::AsFd> Read for Attentive<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use std::time::Instant;

        if !is_quiet(&self.stream) || !self.may_watch() {
            return self.stream.read(buffer);
        }
        let start = Instant::now();
        while is_quiet(&self.stream) && start.elapsed() < MOMENT {
            std::hint::spin_loop();
        }
        self.stream.read(buffer)
    }
}

/// True if a read would have to wait. If that cannot be found out, the read will report the reason.
#[cfg(unix)]
fn is_quiet(stream: &impl std::os::fd::AsFd) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let mut streams = [PollFd::new(stream, PollFlags::IN)];
    matches!(poll(&mut streams, Some(&Timespec::default())), Ok(0))
}

#[cfg(not(unix))]
impl<R: Read> Read for Attentive<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

/// Standard output, without the buffer of the standard library, which writes whole lines as soon as
/// it has them.
#[cfg(unix)]
pub(crate) fn output() -> io::Result<impl Write> {
    use std::os::fd::AsFd;

    let stream = io::stdout().as_fd().try_clone_to_owned()?;
    Ok(std::fs::File::from(stream))
}

/// The standard output on other systems.
#[cfg(not(unix))]
pub(crate) fn output() -> io::Result<impl Write> {
    Ok(io::stdout().lock())
}
