//! `git memory context`.

use std::path::PathBuf;

use clap::Args;

use super::advice::WORDING;
use super::exit::{Exit, Failure};
use super::input::path_from_top;
use super::output::{Printer, with_progress};
use crate::app::context;
use crate::app::workspace::Workspace;
use crate::wire::PackAnswer;
use crate::wire::ask::ContextQuestion;

#[derive(Args)]
pub(crate) struct ContextArgs {
    /// What the task is about, in any words
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    query: String,
    /// The files that the task touches
    #[arg(long = "for", value_name = "PATH", num_args = 1..)]
    paths: Vec<PathBuf>,
    /// Maximum number of characters
    #[arg(long, value_name = "COUNT")]
    max_chars: Option<usize>,
    /// Maximum number of lines (default: memory.maxLines, 200)
    #[arg(long, value_name = "COUNT")]
    max_lines: Option<usize>,
    /// Maximum number of tokens, as estimated
    #[arg(long, value_name = "COUNT")]
    max_tokens: Option<usize>,
    /// Use only what is in HEAD: nothing from the work tree, nothing private
    #[arg(long)]
    committed: bool,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ContextArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut paths = Vec::new();
    for path in &args.paths {
        paths.push(path_from_top(workspace, path)?);
    }
    let question = ContextQuestion {
        query: args.query.clone(),
        paths,
        max_chars: args.max_chars,
        max_lines: args.max_lines,
        max_tokens: args.max_tokens,
        committed: args.committed,
    };
    let wish = question.request();
    let pack = with_progress(printer, |progress| {
        context::pack(workspace, &wish, WORDING, progress)
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
    if pack.text.is_empty() {
        printer.note("the pack is empty: no memory yet, or no room for it");
    }
    Ok(Exit::Done)
}
