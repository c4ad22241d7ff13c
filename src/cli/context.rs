//! `git memory context` and `git memory get-context`.

use crate::app::context;
use crate::app::context::{Request, Wish};
use crate::app::records::list::Filter;
use crate::app::workspace::Workspace;
use crate::cli::advice::WORDING;
use crate::cli::args::{ContextArgs, GetContextArgs, StructuredFormat};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::cli::recall::{from_top, with_progress};
use crate::wire::{PackShape, RetrievalShape};

/// So many faults are named one by one.
const FAULTS: usize = 10;

pub(super) fn run(
    workspace: &Workspace,
    args: &ContextArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let paths: Result<Vec<String>, Failure> = args
        .paths
        .iter()
        .map(|path| from_top(workspace, path))
        .collect();
    // The top holds everything: that is no choice.
    let paths = paths?.into_iter().filter(|path| !path.is_empty()).collect();
    let wish = Wish {
        query: args.query.trim().to_owned(),
        paths,
        chars: args.max_chars,
        lines: args.max_lines,
        tokens: args.max_tokens,
        is_committed: args.committed,
    };
    let pack = with_progress(printer, |progress| {
        context::pack(workspace, &wish, WORDING, progress)
    })?;
    if pack.is_off {
        return Ok(Exit::Done);
    }
    if printer.is_json() {
        printer.json(PackShape::from(&pack));
    } else {
        printer.page();
        printer.raw(pack.text.as_bytes());
    }
    name_faults(&pack.faults, printer);
    if pack.text.is_empty() {
        printer.note("nothing to say: there is no memory yet, or no room for it");
    }
    Ok(Exit::Done)
}

pub(super) fn get(
    workspace: &Workspace,
    args: GetContextArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let GetContextArgs {
        scope,
        topics,
        no_defaults,
        statuses,
        tags,
        categories,
        format,
    } = args;
    let filter = Filter {
        statuses,
        tags,
        categories,
        ..Filter::default()
    };
    let topics: Vec<String> = topics
        .iter()
        .map(|topic| topic.trim().to_owned())
        .filter(|it| !it.is_empty())
        .collect();
    let answer = context::retrieve(
        workspace,
        &Request {
            scope,
            topics,
            has_defaults: !no_defaults,
            filter,
        },
    )?;
    let shape = RetrievalShape(&answer);
    if printer.is_json() || format == StructuredFormat::Json {
        printer.json(shape);
    } else {
        printer.yaml(shape);
    }
    name_faults(&answer.warnings, printer);
    Ok(Exit::Done)
}

/// Names what is wrong with what an answer was made from.
pub(super) fn name_faults<T: AsRef<str>>(faults: &[T], printer: &Printer) {
    faults
        .iter()
        .take(FAULTS)
        .for_each(|fault| printer.note(format!("warning: {}", fault.as_ref())));
    if faults.len() > FAULTS {
        printer.note("warning: there are more faults; 'git memory check' shows all");
    }
}
