//! Messages for missing data: no memory, or no record with the requested values.

use super::exit::Failure;
use super::output::Printer;
use super::written::warn_of_paths;
use git_memory_app::advice::CLI;
use git_memory_app::care::offers::{Offer, first_command, offers};
use git_memory_app::context::rules;
use git_memory_app::records::in_use::in_use;
use git_memory_app::records::list::Filter;
use git_memory_app::records::pathspecs::from_here;
use git_memory_app::records::unknown::{Unknown, unknown};
use git_memory_app::workspace::Workspace;
use git_memory_app::{Memory, View};
use git_memory_model::layout::RULES;
use git_memory_text::advice::Advice;
use git_memory_text::counted;

/// Says in one line that the work tree has no memory, and how to begin one; true where that is so.
/// Another view than the work tree's is not asked about: its commit is what it is.
pub(crate) fn note_absence(workspace: &Workspace, view: Option<&View>, printer: &Printer) -> bool {
    let Some(view @ View::WorkTree) = view else {
        return false;
    };
    note_left_out(workspace, view, printer);
    if workspace.has_memory() {
        return false;
    }
    printer.note("this repository has no memory yet: 'git memory init' starts one");
    true
}

/// Says that there are no records, and which rules there are instead.
pub(crate) fn note_no_records(
    workspace: &Workspace,
    what: &str,
    printer: &Printer,
) -> Result<(), Failure> {
    printer.note(match rules::count(workspace)? {
        0 => what.to_owned(),
        count => format!(
            "{what}; {} for agents in {}/{RULES}/",
            counted(count, "rule"),
            workspace.folder()
        ),
    });
    Ok(())
}

/// Says how a memory without records begins: with documents that it can read, or with a new record.
pub(crate) fn note_beginning(workspace: &Workspace, printer: &Printer) -> Result<(), Failure> {
    if !workspace.memory(&View::WorkTree)?.records.is_empty() {
        return Ok(());
    }
    if !note_unread(workspace, printer)? {
        printer.note(format!("hint: {}", (CLI.sentence)(&Advice::AddRecord)));
    }
    Ok(())
}

/// Names documents of decisions that memory could read, but does not; true if there are any.
pub(crate) fn note_unread(workspace: &Workspace, printer: &Printer) -> Result<bool, Failure> {
    let mut offers = offers(workspace)?;
    offers.retain(|it| matches!(it, Offer::Decisions(_)));
    let Some(command) = first_command(offers.iter()) else {
        return Ok(false);
    };
    if offers[0].is_root() {
        offers.retain(Offer::is_root);
    } else {
        offers.truncate(1);
    }
    let found: Vec<String> = offers.iter().map(Offer::found).collect();
    printer.note(format!("hint: '{command}' reads {}", found.join(", ")));
    Ok(true)
}

/// Says that a sparse checkout leaves memory out, where it is read from the index.
pub(crate) fn note_left_out(workspace: &Workspace, view: &View, printer: &Printer) {
    // An error is not reported here: the command itself fails in a moment and says why.
    if *view == View::WorkTree
        && let Ok(Some(line)) = workspace.left_out()
    {
        printer.note(format!("note: {line}"));
    }
}

/// Names the values of a filter that no record has, with those that there are; true where there
/// was one.
pub(crate) fn note_unknown(filter: &Filter, memory: &Memory, printer: &Printer) -> bool {
    // Counting takes a moment in a large memory, and most lists have no filter.
    if filter.is_empty() {
        return false;
    }
    let mut is_noted = false;
    for Unknown {
        what,
        value,
        nearest,
        known,
        more,
    } in unknown(filter, &in_use(&memory.records))
    {
        let meant = match nearest {
            Some(nearest) => format!("; did you mean '{nearest}'?"),
            None => String::new(),
        };
        let there = match (known.is_empty(), more) {
            (true, _) => format!("no record has a {what}"),
            (false, 0) => format!("there are: {}", known.join(", ")),
            (false, _) => format!("there are: {} and {more} more", known.join(", ")),
        };
        printer.note(format!("note: no record has the {what} '{value}'{meant}"));
        printer.note(format!("hint: {there}"));
        is_noted = true;
    }
    is_noted
}

/// Names the typed paths that no file has: most are mistyped. Only where the work tree is read, as
/// its files are those that are known.
pub(crate) fn note_unfit(
    workspace: &Workspace,
    view: Option<&View>,
    typed: &[String],
    printer: &Printer,
) {
    if typed.is_empty() || view != Some(&View::WorkTree) {
        return;
    }
    match from_here(workspace, typed) {
        Ok(specs) => warn_of_paths(workspace, &specs, printer),
        Err(error) => printer.note(format!("warning: {error}")),
    }
}

/// Names the paths that no file has, as [`note_unfit`] does; these start at the top of the work
/// tree.
pub(crate) fn note_no_file<'a>(
    workspace: &Workspace,
    view: &View,
    paths: impl Iterator<Item = &'a String>,
    printer: &Printer,
) {
    // The top is empty here, and there.
    let paths: Vec<String> = paths.filter(|path| !path.is_empty()).cloned().collect();
    if *view == View::WorkTree {
        warn_of_paths(workspace, &paths, printer);
    }
}
