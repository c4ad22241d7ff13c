//! `git memory map`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::absent;
use crate::args::{At, TaskArgs};
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::progress::Progress;
use git_memory_app::map;
use git_memory_app::map::MapRequest;
use git_memory_app::wire::MapAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_text::budget::Size;
use git_memory_text::counted;

/// The maximum number of sources that are named because no parser can read them.
const NAMED: usize = 5;

#[derive(Args)]
pub(crate) struct MapArgs {
    /// Maximum number of tokens, as estimated
    #[arg(long, value_name = "COUNT", default_value_t = map::TOKENS)]
    max_tokens: usize,
    #[command(flatten)]
    task: TaskArgs,
    /// List the records about each file, and the decision coverage
    #[arg(long)]
    decisions: bool,
    #[command(flatten)]
    at: At,
}

impl Verb for MapArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Each line is a file and its symbols, as an introduction to a repository; the last \
         line counts the files beyond the limit.",
        example: "map --for src/store/log.rs --max-tokens 500",
    };
    const ANSWERS: &[Answered] = &[answered::<MapAnswer>("map")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &MapArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let request = MapRequest {
        view: args.at.view(),
        paths: args.task.paths(workspace)?,
        query: args.task.query.clone(),
        most: Size::at_most(None, None, Some(args.max_tokens)),
        has_decisions: args.decisions,
    };
    let progress = Progress::new(printer);
    let made = map::make(workspace, &request, &|done, all| {
        progress.tell("Reading sources", done, all);
    });
    progress.end();
    let map = made?;
    absent::note_no_file(workspace, &request.view, request.paths.iter(), printer);
    if printer.is_json() {
        printer.json(MapAnswer::from(&map));
    } else {
        printer.page();
        printer.clean(&map.text);
    }
    if map.text.is_empty() {
        printer.note(if map.files_left > 0 {
            "the map is empty: the limit is too small"
        } else {
            "the map is empty: no source files in a supported language"
        });
    }
    name_unread(&map.unread, printer);
    Ok(Exit::Done)
}

/// Names the sources that no parser can read: a file that looks empty in a map may mean harm.
fn name_unread(paths: &[String], printer: &Printer) {
    for path in paths.iter().take(NAMED) {
        printer.note(format!(
            "warning: no symbols of '{path}': parsing takes too long or too much memory"
        ));
    }
    if paths.len() > NAMED {
        let more = counted(paths.len() - NAMED, "more file");
        printer.note(format!("warning: so do {more}"));
    }
}
