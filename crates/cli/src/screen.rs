//! The terminal that an answer may go to: its width, its colors, its pager.

use std::cell::OnceCell;
use std::io::{self, IsTerminal};
use std::time::Duration;

use terminal_size::{Width, terminal_size_of};

use super::args::{ColorWhen, GlobalArgs};
use super::style;
use git_memory_app::workspace::terminal::page;
use git_memory_app::workspace::{Environment, Invocation, Workspace};

/// The widest that texts are set: longer lines are hard to read.
const WIDEST: usize = 100;
/// How many columns a terminal has that does not say, as git takes it.
const USUAL: usize = 80;

/// git's variable for how long a command may take before it shows its progress, in seconds.
const DELAY: &str = "GIT_PROGRESS_DELAY";
/// How long that is where the variable says nothing.
const USUAL_DELAY: Duration = Duration::from_secs(2);

/// Known properties of the terminal.
pub(crate) struct Screen {
    color: ColorWhen,
    git_color: Option<String>,
    paints: OnceCell<bool>,
    /// How many columns it has, where a variable says so.
    columns: Option<usize>,
    pager: Option<(Environment, String)>,
    delay: Duration,
}

impl Screen {
    pub(crate) fn new(global: &GlobalArgs) -> Self {
        Self {
            color: global.color,
            git_color: None,
            paints: OnceCell::new(),
            columns: None,
            pager: None,
            delay: USUAL_DELAY,
        }
    }

    /// Learns from the variables.
    pub(crate) fn start(&mut self, invocation: &Invocation) {
        let environment = invocation.environment();
        let columns = environment.variable("COLUMNS");
        self.columns = columns.and_then(|text| text.to_str()?.parse().ok());
        let delay = environment.variable(DELAY);
        let delay = delay.and_then(|text| text.to_str()?.parse().ok());
        self.delay = delay.map_or(USUAL_DELAY, Duration::from_secs);
    }

    /// Learns pager and colors from git's settings.
    pub(crate) fn know(&mut self, workspace: &Workspace) {
        let configuration = workspace.store().configuration();
        // If git cannot say, the answer is still worth showing, plain and unpaged.
        if let Ok(pager) = configuration.variable("GIT_PAGER") {
            self.pager = Some((workspace.invocation().environment().clone(), pager));
        }
        if let Ok(settings) = configuration.settings() {
            // In git's own order: the command's key before the one for all.
            let color = settings.get("color.memory");
            self.git_color = color.or(settings.get("color.ui")).map(str::to_owned);
        }
    }

    /// True if the answer goes to a terminal.
    #[allow(
        clippy::unused_self,
        reason = "what is known of the terminal is asked of it"
    )]
    pub(crate) fn is_there(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// True if the answer has styles.
    pub(crate) fn paints(&self) -> bool {
        let git = self.git_color.as_deref();
        *self.paints.get_or_init(|| style::paints(self.color, git))
    }

    /// How many columns a text may take; `None` where there is no terminal.
    pub(crate) fn width(&self) -> Option<usize> {
        if !self.is_there() {
            return None;
        }
        // git's own order: the variable, then the terminal.
        let columns = match (self.columns, terminal_size_of(io::stdout())) {
            (Some(columns), _) => columns,
            (None, Some((Width(columns), _))) if columns > 0 => columns.into(),
            _ => USUAL,
        };
        Some(columns.min(WIDEST))
    }

    /// How long a command may take before progress is shown on stderr; `None` where that is no
    /// terminal.
    pub(crate) fn progress_delay(&self) -> Option<Duration> {
        io::stderr().is_terminal().then_some(self.delay)
    }

    /// Shows the answer in a pager; true if there is a terminal with a pager, and that showed it.
    pub(crate) fn page(&self, answer: &str) -> bool {
        let Some((environment, pager)) = &self.pager else {
            return false;
        };
        // git takes both to mean that there is none.
        if !self.is_there() || matches!(pager.as_str(), "" | "cat") {
            return false;
        }
        page(environment, pager, answer.as_bytes()).is_ok()
    }
}
