//! Progress on a terminal: what is done, how much of it, and how long the rest may take. As git's,
//! it is shown only once something has taken a while.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::output::Printer;
use crate::app::workspace::Error;

/// What is done of some work.
pub(crate) struct Progress {
    what: &'static str,
    start: Instant,
    /// `None` where nobody is to see it.
    delay: Option<Duration>,
    bar: OnceCell<ProgressBar>,
}

impl Progress {
    /// The progress of `what`: a few words, as in "Reading records".
    pub(crate) fn new(printer: &Printer, what: &'static str) -> Self {
        Self {
            what,
            start: Instant::now(),
            delay: printer.progress_delay(),
            bar: OnceCell::new(),
        }
    }

    /// Tells how much of how much is done.
    pub(crate) fn tell(&self, done: usize, all: usize) {
        let Some(delay) = self.delay else {
            return;
        };
        let elapsed = self.start.elapsed();
        // Most work is done before anybody could read a line about it.
        if elapsed < delay {
            return;
        }
        let bar = self.bar.get_or_init(|| self.bar(elapsed));
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    }

    /// Takes it off the terminal.
    pub(crate) fn end(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }

    /// The bar, which draws on a terminal alone, on stderr.
    fn bar(&self, elapsed: Duration) -> ProgressBar {
        let bar = ProgressBar::new(0)
            .with_message(self.what)
            // What was done before it was shown counts for the time that is left.
            .with_elapsed(elapsed);
        match ProgressStyle::with_template("{msg}: {percent:>3}% ({pos}/{len}), {eta} left") {
            Ok(style) => bar.with_style(style),
            // The template is ours: the usual bar is there for the type alone.
            Err(_) => bar,
        }
    }
}

/// Runs `work`, which looks things up in the index, and may have to bring that up to date first.
/// It is given a function to tell how many of how many texts are done.
pub(crate) fn with_progress<T>(
    printer: &Printer,
    work: impl FnOnce(&dyn Fn(usize, usize)) -> Result<T, Error>,
) -> Result<T, Error> {
    let progress = Progress::new(printer, "Indexing memory");
    let result = work(&|done, all| progress.tell(done, all));
    progress.end();
    result
}
