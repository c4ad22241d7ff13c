//! Work on several things at a time.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder};

/// Does some work for each item, on as many threads as there are processors, and returns the
/// results in the order of the items. `progress` is called with how many of how many are done. The
/// calling thread works, too, and does all of it if no other one can be started.
pub fn side_by_side<T: Sync, R: Send>(
    items: &[T],
    progress: &dyn Fn(usize, usize),
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let one = |done: &Sender<(usize, R)>| {
        let nth = next.fetch_add(1, Ordering::Relaxed);
        let item = items.get(nth)?;
        // The receiver outlives all of them.
        done.send((nth, work(item))).ok()
    };
    let (done, results): (_, Receiver<(usize, R)>) = channel();
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 1..threads.min(items.len()) {
            let (done, one) = (done.clone(), &one);
            let begun = Builder::new().spawn_scoped(scope, move || while one(&done).is_some() {});
            if begun.is_err() {
                break;
            }
        }
        while one(&done).is_some() {
            progress(next.load(Ordering::Relaxed).min(items.len()), items.len());
        }
    });
    drop(done);
    let mut all: Vec<(usize, R)> = results.into_iter().collect();
    all.sort_by_key(|(nth, _)| *nth);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..500).collect();
        let doubled = side_by_side(&items, &|_, _| {}, |item| item * 2);
        assert_eq!(doubled, items.iter().map(|it| it * 2).collect::<Vec<_>>());
        assert!(side_by_side(&[0; 0], &|_, _| {}, |item| *item).is_empty());
    }
}
