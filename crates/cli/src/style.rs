//! The styles of an answer, and the one place that decides whether there are any.

use std::io;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use super::args::ColorWhen;
use git_memory_model::kind::{Kind, Lifecycle};

/// For ids.
pub(crate) const ID: Style = AnsiColor::Yellow.on_default();
/// For what was added, and what is fine.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// For what was removed, and for errors.
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
/// For what is not decided yet.
pub(crate) const OPEN: Style = AnsiColor::Magenta.on_default();
/// For code within a text.
pub(crate) const CODE: Style = AnsiColor::Cyan.on_default();
/// For headings.
pub(crate) const BOLD: Style = Style::new().bold();
/// For everything else.
pub(crate) const PLAIN: Style = Style::new();
/// For what matters less.
pub(crate) const DIM: Style = Style::new().dimmed();

/// The style of a record's status: by what it means, whatever its kind calls it.
pub(crate) fn of_status(kind: Option<Kind>, status: &str) -> Style {
    match Lifecycle::of(kind, status) {
        Lifecycle::Current => GOOD,
        Lifecycle::Proposed => OPEN,
        Lifecycle::Dropped => BAD,
        Lifecycle::Finished | Lifecycle::Superseded | Lifecycle::Archived => DIM,
    }
}

/// A style within another one: its color counts, and the effects of both.
pub(crate) fn within(outer: Style, inner: Style) -> Style {
    let color = inner.get_fg_color().or(outer.get_fg_color());
    inner.fg_color(color) | outer.get_effects()
}

/// True if the answer has colors: as asked for, else as git's settings, the terminal and its
/// variables say.
pub(crate) fn paints(asked: ColorWhen, git: Option<&str>) -> bool {
    match (asked, git) {
        (ColorWhen::Always, _) => true,
        (ColorWhen::Never, _) | (_, Some("never" | "false")) => false,
        // `always` of git's settings is not followed into pipes, where scripts read the answer.
        _ => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
    }
}
