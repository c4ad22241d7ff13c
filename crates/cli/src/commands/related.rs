//! `git memory related`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, GraphAnswer, answered};

use super::graph::{GraphArgs, print};
use crate::exit::{Exit, Failure};
use crate::hits;
use crate::output::{Printer, with_progress};
use git_memory_app::recall;
use git_memory_app::records::graph;
use git_memory_app::wire::HitsAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::graph::tree;
use git_memory_text::counted;

#[derive(Args)]
pub(crate) struct RelatedArgs {
    /// The record: an id, a unique prefix of one, or a path
    record: String,
    /// Maximum number of records (default: those tied closely, at most 10; 50 of a graph)
    #[arg(short = 'n', value_name = "COUNT")]
    most: Option<usize>,
    #[command(flatten)]
    graph: GraphArgs,
}

impl Verb for RelatedArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Linked records come first, then records with shared paths, tags and words; a graph \
         follows all links.",
        example: "related dec-7k3m9q",
    };
    const ANSWERS: &[Answered] = &[
        answered::<HitsAnswer>("related"),
        answered::<GraphAnswer>("related --graph"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &RelatedArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if let Some(format) = args.graph.wanted() {
        let graph = graph::of_record(workspace, &args.record, args.most.unwrap_or(graph::DRAWN))?;
        print(&graph, format, tree, printer);
        return Ok(Exit::Done);
    }
    let related = with_progress(printer, |progress| {
        recall::related(workspace, &args.record, args.most, progress)
    })?;
    printer.warn_of_faults(&related.faults);
    if printer.is_json() {
        printer.json(HitsAnswer::from(&related));
        return Ok(Exit::Done);
    }
    printer.page();
    for hit in &related.hits {
        hits::print(hit, printer);
        hits::print_reasons(&hit.why, printer);
    }
    if related.left > 0 {
        let (more, all) = (counted(related.left, "record"), recall::RELATED);
        printer.note(format!(
            "note: {more} with less in common left out; -n {all} lists them"
        ));
    }
    Ok(Exit::Done)
}
