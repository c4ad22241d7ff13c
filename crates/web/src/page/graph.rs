//! Which records replaced which, and which belong together: a family of linked records each, drawn
//! from the newest down, with the same said in words.

use std::collections::HashMap;
use std::fmt::Write;

use maud::{Markup, PreEscaped, html};

use super::frame::frame;
use super::parts::{badge, link};
use super::source::Source;
use git_memory_app::workspace::Error;
use git_memory_model::graph::{Graph, Tie};

/// How many records are looked at.
const RECORDS: usize = 20_000;
/// How high a row is, and how far an arc goes out for each row between its ends, in pixels.
const ROW: usize = 32;
const ARC: usize = 12;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let graph = source.graph(RECORDS)?;
    let families = families(&graph);
    let mut ties: HashMap<usize, Vec<String>> = HashMap::new();
    for edge in &graph.edges {
        let other = source.told(&graph.nodes[edge.to].name);
        let words = format!("{} {other}", edge.tie.name());
        ties.entry(edge.from).or_default().push(words);
    }
    let main = html! {
        @if families.is_empty() { p.hint { "No record links to another one." } }
        @for family in &families { (drawn(source, &graph, &ties, family)) }
    };
    Ok(frame(source, "graph.html", "Links", &main))
}

/// The records that links join, each family in the order of the graph, the largest first.
fn families(graph: &Graph) -> Vec<Vec<usize>> {
    let mut head: Vec<usize> = (0..graph.nodes.len()).collect();
    for edge in &graph.edges {
        let (from, to) = (find(&mut head, edge.from), find(&mut head, edge.to));
        head[from.max(to)] = from.min(to);
    }
    let mut families: Vec<Vec<usize>> = vec![Vec::new(); head.len()];
    for nth in 0..head.len() {
        families[find(&mut head, nth)].push(nth);
    }
    families.retain(|family| family.len() > 1);
    families.sort_by_key(|family| std::cmp::Reverse(family.len()));
    families
}

/// The first of the family that a record is in so far.
fn find(head: &mut [usize], mut nth: usize) -> usize {
    while head[nth] != nth {
        head[nth] = head[head[nth]];
        nth = head[nth];
    }
    nth
}

/// One family; `ties` says of each record in words what it has to do with others.
fn drawn(
    source: &Source,
    graph: &Graph,
    ties: &HashMap<usize, Vec<String>>,
    family: &[usize],
) -> Markup {
    let rows: HashMap<usize, usize> = family.iter().copied().zip(0..).collect();
    let mut arcs = String::new();
    let mut width = ARC;
    for edge in &graph.edges {
        let (Some(&from), Some(&to)) = (rows.get(&edge.from), rows.get(&edge.to)) else {
            continue;
        };
        let out = (from.abs_diff(to) * ARC).min(10 * ARC);
        width = width.max(out);
        let (from, to) = (from * ROW + ROW / 2, to * ROW + ROW / 2);
        let radius = from.abs_diff(to) / 2;
        let side = u8::from(from < to);
        // The values are numbers, or words of our own.
        let _ = write!(
            arcs,
            "<path data-link=\"{}\" d=\"M0 {from} A{out} {radius} 0 0 {side} 0 {to}\"/>",
            match edge.tie {
                Tie::Supersedes => "supersedes",
                Tie::Names => "related",
            },
        );
    }
    let height = family.len() * ROW;
    html! {
        section.family {
            svg width=(width + ARC) height=(height) aria-hidden="true"
                viewBox={ "-" (ARC / 2) " 0 " (width + ARC) " " (height) } {
                (PreEscaped(arcs))
            }
            ol {
                @for nth in family {
                    @let node = &graph.nodes[*nth];
                    li {
                        (link(source, "", &node.name, &node.title)) " "
                        (badge(&source.told(&node.status)))
                        @if let Some(ties) = ties.get(nth) {
                            span.hint { (ties.join(", ")) }
                        }
                    }
                }
            }
        }
    }
}
