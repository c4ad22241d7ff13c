//! The terminal, which is given back as it was: at the end, after an error, in a panic, and where
//! the process is told to end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ratatui::DefaultTerminal;

/// A terminal that is ours until this goes.
pub(super) struct Screen {
    pub(super) terminal: DefaultTerminal,
}

impl Screen {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// Where that cannot be; then it is as it was.
    pub(super) fn take() -> io::Result<Self> {
        match ratatui::try_init() {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                // The first error is the one to tell.
                let _ = ratatui::try_restore();
                Err(error)
            }
        }
    }

    /// Gives the terminal back while something else has it.
    pub(super) fn lend<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        self.terminal.show_cursor()?;
        ratatui::try_restore()?;
        let done = work();
        // Another terminal begins with nothing drawn: all of it is drawn anew. Clearing it would ask
        // it where its cursor is, which not every terminal says.
        self.terminal = ratatui::try_init()?;
        Ok(done)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.terminal.show_cursor();
        let _ = ratatui::try_restore();
    }
}

/// The signals that end a process, kept until the terminal is given back.
pub(super) struct Signals {
    caught: Arc<AtomicUsize>,
}

impl Signals {
    /// Catches them from now on.
    pub(super) fn catch() -> io::Result<Self> {
        let caught = Arc::new(AtomicUsize::new(0));
        #[cfg(unix)]
        for signal in ENDING {
            let number = usize::try_from(signal).unwrap_or_default();
            signal_hook::flag::register_usize(signal, Arc::clone(&caught), number)?;
        }
        Ok(Self { caught })
    }

    /// True if a signal came.
    pub(super) fn came(&self) -> bool {
        self.caught.load(Ordering::Relaxed) != 0
    }

    /// Forgets what came while something else had the terminal: it was meant for that.
    pub(super) fn forget(&self) {
        self.caught.store(0, Ordering::Relaxed);
    }

    /// Ends as the signal would have ended the process, where one came.
    pub(super) fn obey(&self) -> io::Result<()> {
        #[cfg(unix)]
        if let Ok(signal) = i32::try_from(self.caught.load(Ordering::Relaxed))
            && signal != 0
        {
            signal_hook::low_level::emulate_default_handler(signal)?;
        }
        Ok(())
    }
}

/// The signals that tell a process to end.
#[cfg(unix)]
const ENDING: [i32; 3] = [
    signal_hook::consts::SIGTERM,
    signal_hook::consts::SIGHUP,
    signal_hook::consts::SIGINT,
];
