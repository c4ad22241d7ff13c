//! Progress on a terminal: what is done, how much of it, and how long the rest may take. As git's,
//! it is shown only once something has taken a while.

use std::cell::{Cell, OnceCell};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::output::Printer;
use git_memory_app::advice::CLI;
use git_memory_app::session::warm;
use git_memory_app::workspace::{Error, Workspace};

/// Progress of some work.
pub(crate) struct Progress {
    /// When the work began.
    start: Instant,
    /// Time before the bar is shown; `None` if it never is.
    delay: Option<Duration>,
    phase: Cell<Phase>,
    bar: OnceCell<ProgressBar>,
}

#[derive(Clone, Copy)]
struct Phase {
    /// A few words, as in "Reading records".
    what: &'static str,
    start: Instant,
}

impl Progress {
    /// The progress of something that begins now.
    pub(crate) fn new(printer: &Printer) -> Self {
        let start = Instant::now();
        Self {
            start,
            delay: printer.progress_delay(),
            phase: Cell::new(Phase { what: "", start }),
            bar: OnceCell::new(),
        }
    }

    /// Tells what is being done, in a few words, and how much of how much of it is done.
    pub(crate) fn tell(&self, what: &'static str, done: usize, all: usize) {
        let Some(delay) = self.delay else {
            return;
        };
        if self.phase.get().what != what {
            self.begin(what);
        }
        // Most work is done before anybody could read a line about it.
        if self.start.elapsed() < delay {
            return;
        }
        let bar = self.bar.get_or_init(|| self.bar());
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    }

    /// Takes it off the terminal.
    pub(crate) fn end(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }

    fn begin(&self, what: &'static str) {
        self.phase.set(Phase {
            what,
            start: Instant::now(),
        });
        if let Some(bar) = self.bar.get() {
            bar.reset();
            bar.set_message(what);
        }
    }

    /// The bar, which draws on a terminal alone, on stderr.
    fn bar(&self) -> ProgressBar {
        let phase = self.phase.get();
        let bar = ProgressBar::new(0)
            .with_message(phase.what)
            // Work that was done before the bar was shown counts for the time that is left.
            .with_elapsed(phase.start.elapsed());
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
    let progress = Progress::new(printer);
    let result = work(&|done, all| progress.tell("Indexing memory", done, all));
    progress.end();
    result
}

/// Reads a long history ahead of the first session of an agent.
pub(crate) fn warm_up(workspace: &Workspace, printer: &Printer) {
    let progress = Progress::new(printer);
    let tell = |done, all| progress.tell("Indexing this repository", done, all);
    let done = warm::do_ahead(workspace, CLI, &tell);
    progress.end();
    if let Err(error) = done {
        printer.note(format!("warning: cannot index this repository: {error}"));
    }
}
