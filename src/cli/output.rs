//! The only place that writes to the terminal: answers to stdout, everything else to stderr.
//!
//! An answer is collected and written at once, through git's pager on a terminal. What comes from
//! records is shown with its hidden characters spelled out; only a plain pipe gets a record's own
//! bytes.

use std::cell::OnceCell;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::app::workspace::Workspace;
use crate::cli::args::{ColorWhen, Look};
use crate::cli::exit::Failure;
use crate::domain::{text, yaml};
use crate::git::{Environment, page};
use crate::wire::Document;

/// For ids.
pub(super) const ID: Style = AnsiColor::Yellow.on_default();
/// For what was added, and what is fine.
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
/// For what was removed, and for errors.
pub(super) const BAD: Style = AnsiColor::Red.on_default();
/// For headings.
pub(super) const BOLD: Style = Style::new().bold();
/// For everything else.
pub(super) const PLAIN: Style = Style::new();
/// For what matters less.
pub(super) const DIM: Style = Style::new().dimmed();

/// Collects the answer; writes notes at once.
pub(super) struct Printer {
    answer: Vec<u8>,
    is_json: bool,
    is_quiet: bool,
    color: ColorWhen,
    is_paged: bool,
    pager: Option<(Environment, String)>,
    git_color: Option<String>,
    paints: OnceCell<bool>,
}

impl Printer {
    pub(super) fn new(look: &Look) -> Self {
        let Look { json, quiet, color } = *look;
        let answer = Vec::new();
        Self {
            answer,
            is_json: json,
            is_quiet: quiet,
            color,
            is_paged: false,
            pager: None,
            git_color: None,
            paints: OnceCell::new(),
        }
    }

    /// Learns pager and colour from git's settings; a pipe needs neither.
    pub(super) fn know(&mut self, workspace: &Workspace) {
        if !io::stdout().is_terminal() || self.is_json {
            return;
        }
        if let Ok(pager) = workspace.repo.variable("GIT_PAGER") {
            self.pager = Some((workspace.invocation().environment().clone(), pager));
        }
        let color = |settings: &crate::git::Settings| {
            settings
                .get("color.memory")
                .or_else(|| settings.get("color.ui"))
                .map(str::to_owned)
        };
        self.git_color = workspace.repo.settings().ok().and_then(color);
    }

    pub(super) fn is_json(&self) -> bool {
        self.is_json
    }

    /// Whether the answer goes to a terminal.
    #[allow(
        clippy::unused_self,
        reason = "what is known of the terminal is asked of the printer"
    )]
    pub(super) fn is_on_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Adds one line, whatever stands in it; hidden characters and line ends are spelled out.
    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        self.answer
            .extend_from_slice(text::visible_line(line.as_ref()).as_bytes());
        self.answer.push(b'\n');
    }

    /// Adds a document of our own making: several lines.
    pub(super) fn document(&mut self, document: &str) {
        self.answer
            .extend_from_slice(text::visible(document).as_bytes());
        self.answer.push(b'\n');
    }

    /// Adds a line made of pieces, each in its style.
    pub(super) fn styled(&mut self, pieces: &[(Style, &str)]) {
        let paints = *self
            .paints
            .get_or_init(|| paints(self.color, self.git_color.as_deref()));
        for (style, piece) in pieces {
            let piece = text::visible_line(piece);
            if paints && *style != PLAIN {
                self.answer
                    .extend_from_slice(format!("{style}{piece}{style:#}").as_bytes());
            } else {
                self.answer.extend_from_slice(piece.as_bytes());
            }
        }
        self.answer.push(b'\n');
    }

    /// Adds a record's own text: as it is into a pipe or file, made visible for a terminal.
    pub(super) fn raw(&mut self, bytes: &[u8]) {
        if io::stdout().is_terminal() {
            self.answer
                .extend_from_slice(text::visible(&String::from_utf8_lossy(bytes)).as_bytes());
        } else {
            self.answer.extend_from_slice(bytes);
        }
    }

    /// Adds the answer as one JSON document. Characters that could hide in a terminal are escaped.
    pub(super) fn json(&mut self, answer: impl Serialize) {
        // The shapes hold texts and numbers; none of them can fail to be written.
        let document = serde_json::to_string_pretty(&Document::new(answer)).unwrap_or_default();
        self.escaped(&document);
    }

    /// Adds the answer as one YAML document.
    pub(super) fn yaml(&mut self, answer: impl Serialize) {
        // The shapes hold texts and numbers; none of them can fail to be written.
        let value = serde_yaml::to_value(Document::new(answer)).unwrap_or_default();
        self.document(yaml::document(&value).trim_end());
    }

    /// Adds one JSON object on a line of its own.
    pub(super) fn json_line(&mut self, object: impl Serialize) {
        self.escaped(&serde_json::to_string(&object).unwrap_or_default());
    }

    fn escaped(&mut self, document: &str) {
        let mut units = [0; 2];
        for letter in document.chars() {
            if letter != '\n' && text::is_hidden(letter) {
                for unit in letter.encode_utf16(&mut units) {
                    self.answer
                        .extend_from_slice(format!("\\u{unit:04x}").as_bytes());
                }
            } else {
                self.answer
                    .extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        self.answer.push(b'\n');
    }

    /// Lets the answer go through the pager, where there is a terminal.
    pub(super) fn page(&mut self) {
        self.is_paged = true;
    }

    /// Says something that is not the answer, on stderr.
    pub(super) fn note(&self, note: impl AsRef<str>) {
        if !self.is_quiet {
            complain(&text::visible_line(note.as_ref()));
        }
    }

    /// Says why the command could not be done, on stderr; what was collected is no answer then. To
    /// who asked for JSON, the failure is the answer as well.
    pub(super) fn fail(&mut self, failure: &Failure) {
        self.answer.clear();
        self.is_paged = false;
        self.complain(failure);
        if self.is_json {
            self.json(failure.answer());
        }
    }

    /// Says what failed and the ways out, on stderr.
    #[allow(
        clippy::unused_self,
        reason = "everything that is said goes through the printer"
    )]
    pub(super) fn complain(&self, failure: &Failure) {
        complain(&format!("fatal: {}", text::visible(&failure.message)));
        failure
            .details
            .iter()
            .for_each(|line| complain(&format!("  {}", text::visible(line))));
        for hint in failure.hints() {
            complain(&format!("hint: {}", text::visible(&hint)));
        }
    }

    /// A progress bar on stderr, hidden where that is no terminal.
    pub(super) fn progress(&self) -> indicatif::ProgressBar {
        if self.is_quiet || self.is_json {
            return indicatif::ProgressBar::hidden();
        }
        indicatif::ProgressBar::new(0)
    }

    /// Writes the answer.
    ///
    /// # Errors
    /// Where it cannot be written. Somebody who closed the pipe has read enough: that is none.
    pub(super) fn finish(&self) -> io::Result<()> {
        if self.answer.is_empty()
            || (self.is_paged && io::stdout().is_terminal() && self.write_to_pager())
        {
            return Ok(());
        }
        let mut stdout = io::stdout().lock();
        match stdout.write_all(&self.answer).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }

    fn write_to_pager(&self) -> bool {
        let Some((environment, pager)) = &self.pager else {
            return false;
        };
        if matches!(pager.as_str(), "" | "cat") {
            return false;
        }
        page(environment, pager, &self.answer).is_ok()
    }
}

/// Asks a question on a terminal; `None` where there is none to ask on.
pub(super) fn ask(question: &str) -> Option<bool> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return None;
    }
    let _ = write!(io::stderr(), "{} [y/N] ", text::visible(question));
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).ok()?;
    Some(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Whether the answer has colours: as asked for, else as git's settings, the terminal and its
/// variables say.
fn paints(asked: ColorWhen, git: Option<&str>) -> bool {
    match (asked, git) {
        (ColorWhen::Always, _) => true,
        (ColorWhen::Never, _) | (_, Some("never" | "false")) => false,
        _ => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
    }
}

fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
