//! Limits of a process that reads sources.

use std::time::Duration;

#[cfg(unix)]
use git_memory_text::limits;

/// After this time, a process ends that does not heed the other limit.
pub(crate) const LAST: Duration = Duration::from_secs(2);
/// The stack of what reads: a parser goes as deep into itself as a source is broken. What is not
/// used of it takes no memory.
pub(crate) const STACK: usize = 64 << 20;

/// Bounds the memory of this process: a parser that asks for more ends it. That is so on Linux,
/// which counts all that a process may write to; elsewhere, the limit of time bounds both.
#[cfg(unix)]
pub(crate) fn bound_memory() {
    use rustix::process::Resource;

    // An end that was foreseen leaves no file behind.
    bound(Resource::Core, 0);
    if let Some(taken) = taken() {
        bound(Resource::Data, taken + limits::SOURCE_MEMORY);
    }
}

/// Does nothing: on other systems, the limit of time bounds memory, too.
#[cfg(not(unix))]
pub(crate) fn bound_memory() {}

#[cfg(unix)]
fn bound(resource: rustix::process::Resource, most: u64) {
    let limit = rustix::process::Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    // Refused only where the limit is lower already.
    let _ = rustix::process::setrlimit(resource, limit);
}

/// How many bytes this process may write to by now: much more than it uses, as the allocator
/// asks for large pieces in advance. `None` where the system does not tell.
#[cfg(unix)]
fn taken() -> Option<u64> {
    // proc_pid_status(5); other systems than Linux have no such file.
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let size = status
        .lines()
        .find_map(|line| line.strip_prefix("VmData:"))?;
    let kilobytes: u64 = size.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}
