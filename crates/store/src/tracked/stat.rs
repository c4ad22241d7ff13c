//! Stat of a file: facts that the file system gives without reading the file.

use std::fs::Metadata;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// File systems keep times in steps; ext4 and tmpfs of one scheduler tick, others coarser.
const GRAIN: Duration = Duration::from_millis(20);

/// Facts that tell whether a file is still the one that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stat {
    pub(crate) size: u64,
    modified: u64,
    changed: u64,
    inode: u64,
}

impl Stat {
    #[cfg(unix)]
    pub(crate) fn of(meta: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            size: meta.len(),
            modified: unix_time(meta.mtime(), meta.mtime_nsec()),
            // No program can set it: it tells a file whose contents were replaced and whose other
            // time was put back, as `cp -p` and archives do it.
            changed: unix_time(meta.ctime(), meta.ctime_nsec()),
            inode: meta.ino(),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(meta: &Metadata) -> Self {
        // A file system without times gives 0: every file is then read each time.
        let modified = meta.modified().map_or(0, nanoseconds);
        Self {
            size: meta.len(),
            modified,
            changed: modified,
            inode: 0,
        }
    }

    /// All of it: two stats have the same bytes where they are equal. Quicker to read than four
    /// numbers are, of which there are many.
    pub(crate) fn bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        let numbers = [self.size, self.modified, self.changed, self.inode];
        for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// True if the file cannot have changed since without having another stat: its times lie before
    /// `moment` (in nanoseconds since 1970) by more than a file system's step.
    pub(crate) fn is_older_than(&self, moment: u64) -> bool {
        let safe = moment.saturating_sub(nanos(GRAIN));
        self.modified < safe && self.changed < safe
    }
}

/// A time as nanoseconds since 1970.
pub(crate) fn nanoseconds(time: SystemTime) -> u64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => nanos(since),
        // Before 1970: as old as can be.
        Err(_) => 0,
    }
}

fn nanos(duration: Duration) -> u64 {
    // 64 bits of nanoseconds reach to the year 2554.
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(unix)]
fn unix_time(seconds: i64, nanos: i64) -> u64 {
    let time = seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
    // Before 1970, as above.
    time.max(0).cast_unsigned()
}
