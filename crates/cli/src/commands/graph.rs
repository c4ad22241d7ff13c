//! Graphs of records: what `related --graph` and `log --graph` draw.

use clap::{Args, ValueEnum};

use crate::output::Printer;
use git_memory_app::wire::GraphAnswer;
use git_memory_model::graph::{Graph, dot, mermaid};

#[derive(Args)]
pub(crate) struct GraphArgs {
    /// Draw the links between records: superseded and related ones
    #[arg(long)]
    graph: bool,
    /// Print the graph in this format
    #[arg(long, value_name = "FORMAT")]
    format: Option<GraphFormat>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// Lines and signs for a terminal
    Text,
    /// The language of Graphviz
    Dot,
    /// The language of Mermaid, which GitHub and GitLab draw
    Mermaid,
}

impl GraphArgs {
    /// The format of the graph that is asked for; `None` where no graph is.
    pub(crate) fn wanted(&self) -> Option<GraphFormat> {
        match self.format {
            None if self.graph => Some(GraphFormat::Text),
            format => format,
        }
    }
}

/// Prints a graph; `draw` draws it as text.
pub(crate) fn print(
    graph: &Graph,
    format: GraphFormat,
    draw: fn(&Graph) -> Vec<String>,
    printer: &mut Printer,
) {
    if printer.is_json() {
        printer.json(GraphAnswer::from(graph));
        return;
    }
    match format {
        GraphFormat::Text => {
            printer.page();
            for line in draw(graph) {
                printer.line(line);
            }
        }
        GraphFormat::Dot => printer.document(dot(graph).trim_end()),
        GraphFormat::Mermaid => printer.document(mermaid(graph).trim_end()),
    }
    if let Some(rest) = graph.rest() {
        printer.note(format!("note: {rest}"));
    }
}
