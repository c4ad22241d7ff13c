//! What a process that reads sources may take.

use std::time::Duration;

/// The longest time for one source. One of the largest size takes a tenth of it.
pub(crate) const LONGEST: Duration = Duration::from_secs(1);
/// After this time, a process ends that does not heed the other limit.
pub(crate) const LAST: Duration = Duration::from_secs(2);
/// The stack of what reads: a parser goes as deep into itself as a source is broken. What is not
/// used of it takes no memory.
pub(crate) const STACK: usize = 64 << 20;
/// The most bytes of memory that reading may take, beside what the process has when it begins.
#[cfg(unix)]
const MEMORY: u64 = 128 << 20;

/// Bounds the memory of this process: a parser that asks for more ends the process. Linux counts
/// all that a process may write to; where the system counts less, time alone bounds it.
#[cfg(unix)]
pub(crate) fn bound_memory() {
    use rustix::process::{Resource, Rlimit, setrlimit};

    // An end that was foreseen leaves no file behind.
    let limits = [(Resource::Data, taken() + MEMORY), (Resource::Core, 0)];
    for (resource, most) in limits {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        // Refused only where the limit is lower already.
        let _ = setrlimit(resource, limit);
    }
}

/// The same elsewhere, where time alone bounds it.
#[cfg(not(unix))]
pub(crate) fn bound_memory() {}

/// How many bytes this process may write to by now: much more than it uses, as the allocator
/// asks for large pieces in advance.
#[cfg(unix)]
fn taken() -> u64 {
    // proc_pid_status(5); other systems have no such file.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    for line in status.lines() {
        if let Some(size) = line.strip_prefix("VmData:") {
            let kilobytes: Result<u64, _> = size.trim().trim_end_matches(" kB").parse();
            return kilobytes.unwrap_or(0) * 1024;
        }
    }
    0
}
