//! Values that requests share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A shared value, for this thread alone. Nothing is left half-done under such a lock, so one of a
/// thread that panicked is as good as any.
pub(crate) fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
