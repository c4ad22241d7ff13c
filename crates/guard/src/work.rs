//! Counts the work of a scan, so that tests can see that twice the text is twice the work. Outside
//! of tests, nothing is counted.

#[cfg(test)]
use std::cell::Cell;

#[cfg(test)]
thread_local! {
    static DONE: Cell<usize> = const { Cell::new(0) };
}

/// Counts this many bytes that were looked at.
#[inline]
pub(crate) fn did(bytes: usize) {
    #[cfg(test)]
    DONE.set(DONE.get() + bytes);
    #[cfg(not(test))]
    let _ = bytes;
}

/// Number of bytes that `work` counts.
#[cfg(test)]
pub(crate) fn of<T>(work: impl FnOnce() -> T) -> usize {
    let before = DONE.get();
    work();
    DONE.get() - before
}
