//! `git memory related`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, GraphAnswer, answered};

use super::graph::{GraphArgs, print};
use crate::exit::{Exit, Failure};
use crate::hits;
use crate::output::{BOLD, DIM, ID, PLAIN, Printer, with_progress};
use crate::rendering::Flow;
use crate::style::of_status;
use git_memory_app::recall;
use git_memory_app::recall::entities::{Entity, Thing};
use git_memory_app::records::graph;
use git_memory_app::wire::HitsAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::graph::tree;
use git_memory_text::counted;

#[derive(Args)]
pub(crate) struct RelatedArgs {
    /// A record (an id, a unique prefix of one, or a path), or a file, folder, scope, symbol,
    /// owner, author, package, commit or web address
    #[arg(value_name = "WHAT")]
    what: String,
    /// Maximum number of records, of a thing for each relation (default: those tied closely, at
    /// most 10; 50 of a graph)
    #[arg(short = 'n', value_name = "COUNT")]
    most: Option<usize>,
    #[command(flatten)]
    graph: GraphArgs,
}

impl Verb for RelatedArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Linked records come first, then records with shared paths, tags and words; a graph \
         follows all links. Of what is not a record, the records and manifests that are tied to \
         it are listed.",
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
        let graph = graph::of_record(workspace, &args.what, args.most.unwrap_or(graph::DRAWN))?;
        print(&graph, format, tree, printer);
        return Ok(Exit::Done);
    }
    let related = with_progress(printer, |progress| {
        recall::related(workspace, &args.what, args.most, progress)
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
    for entity in &related.entities {
        print_entity(entity, printer);
    }
    if related.left > 0 {
        let (more, all) = (counted(related.left, "record"), recall::RELATED);
        printer.note(format!(
            "note: {more} with less in common left out; -n {all} lists them"
        ));
    }
    Ok(Exit::Done)
}

fn print_entity(entity: &Entity, printer: &mut Printer) {
    let kind = entity.kind.name();
    printer.styled(&[(BOLD, &entity.name), (PLAIN, "  "), (DIM, kind)]);
    for relation in &entity.relations {
        let mut flow = Flow::new("  ", "    ");
        match &relation.of {
            Thing::Record(record) => {
                let header = &record.header;
                flow.push(ID, header.id.as_str());
                flow.push(PLAIN, &format!("  {} (", header.title));
                flow.push(of_status(record.kind(), &header.status), &header.status);
                flow.push(PLAIN, ")");
            }
            Thing::Line { path, line } => flow.push(PLAIN, &format!("{path}:{line}")),
        }
        printer.flow(&flow);
        let mut reasons = Flow::new("      ", "      ");
        let why = relation.why.join("; ");
        let colon = if why.is_empty() { "" } else { ": " };
        reasons.push(DIM, &format!("{} it{colon}{why}", relation.tie.name()));
        printer.flow(&reasons);
    }
    if entity.relations.is_empty() {
        printer.note(format!("note: no record is tied to the {kind}"));
    }
    if entity.left > 0 {
        let more = counted(entity.left, "relation");
        printer.note(format!(
            "note: {more} of the {kind} left out; -n lists more"
        ));
    }
}
