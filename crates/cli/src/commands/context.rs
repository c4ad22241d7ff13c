//! `git memory context`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::absent;
use crate::args::{OUTPUT, TaskArgs};
use crate::exit::{Exit, Failure};
use crate::output::{Printer, with_progress};
use git_memory_app::advice::CLI;
use git_memory_app::wire::PackAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_app::{ContextQuestion, View, context};
use git_memory_text::counted;

#[derive(Args)]
pub(crate) struct ContextArgs {
    #[command(flatten)]
    task: TaskArgs,
    /// Maximum number of characters
    #[arg(long, value_name = "COUNT", help_heading = OUTPUT)]
    max_chars: Option<usize>,
    /// Maximum number of lines (default: memory.maxLines, 200)
    #[arg(long, value_name = "COUNT", help_heading = OUTPUT)]
    max_lines: Option<usize>,
    /// Maximum number of tokens, as estimated
    #[arg(long, value_name = "COUNT")]
    max_tokens: Option<usize>,
    /// Add a map of the source files, as 'git memory map' makes it
    #[arg(long, help_heading = OUTPUT)]
    map: bool,
    /// Use only HEAD: nothing from the work tree or the work log
    #[arg(long)]
    committed: bool,
    /// Print only the records that apply to the files or answer the query, each decision first
    /// (default: those that apply to the files that this branch changes)
    #[arg(long)]
    only: bool,
}

impl Verb for ContextArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Records about the task come first and whole, then others until the limit; the last \
         line counts the rest.",
        example: "context --for src/store/log.rs --max-tokens 400",
    };
    const ANSWERS: &[Answered] = &[answered::<PackAnswer>("context")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ContextArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let question = ContextQuestion {
        query: args.task.query.clone(),
        paths: args.task.paths(workspace)?,
        max_chars: args.max_chars,
        max_lines: args.max_lines,
        max_tokens: args.max_tokens,
        map: args.map,
        committed: args.committed,
        only: args.only,
        ..ContextQuestion::default()
    };
    if !args.committed {
        absent::note_no_file(workspace, &View::WorkTree, question.paths.iter(), printer);
    }
    let pack = with_progress(printer, |progress| {
        context::pack(workspace, &question, CLI, progress)
    })?;
    // A session that starts with a pack goes on as if there were no memory.
    if pack.is_off {
        return Ok(Exit::Done);
    }
    if printer.is_json() {
        printer.json(PackAnswer::from(&pack));
    } else {
        printer.page();
        printer.clean(&pack.text);
    }
    printer.warn_of_faults(&pack.faults);
    if pack.text.is_empty() && args.only {
        printer.note("no record applies to this");
    } else if pack.text.is_empty()
        && !absent::note_absence(workspace, Some(&View::WorkTree), printer)
    {
        let limits = limits(args);
        printer.note(format!("nothing fits into {limits}: raise the limit"));
    }
    Ok(Exit::Done)
}

/// The limits that were given, in words.
fn limits(args: &ContextArgs) -> String {
    let given = [
        (args.max_tokens, "token"),
        (args.max_chars, "character"),
        (args.max_lines, "line"),
    ];
    let given = given
        .iter()
        .filter_map(|(most, unit)| Some(counted((*most)?, unit)));
    let given: Vec<String> = given.collect();
    if given.is_empty() {
        "memory.maxLines".to_owned()
    } else {
        given.join(", ")
    }
}
