//! Which records replaced which, and which belong together: a family of linked records each, drawn
//! from the newest down, with the same said in words.

use std::collections::HashMap;
use std::fmt::Write;

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::frame::frame;
use super::parts::{badge, items, link, text};
use super::source::Source;
use git_memory_app::verbs;
use git_memory_app::workspace::Error;

/// How many records are looked at.
const RECORDS: usize = 20_000;
/// How high a row is, and how far an arc goes out for each row between its ends, in pixels.
const ROW: usize = 32;
const ARC: usize = 12;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let graph = source.ask_history(&verbs::GRAPH, json!({"most": RECORDS}))?;
    let (nodes, edges) = (items(&graph, "nodes"), items(&graph, "edges"));
    let families = families(nodes, edges);
    let mut ties: HashMap<&str, Vec<String>> = HashMap::new();
    for edge in edges {
        let words = format!("{} {}", text(edge, "link"), text(edge, "to"));
        ties.entry(text(edge, "from")).or_default().push(words);
    }
    let main = html! {
        @if families.is_empty() { p.hint { "No record links to another one." } }
        @for family in &families { (drawn(source, nodes, edges, &ties, family)) }
    };
    Ok(frame(source, "graph.html", "Links", &main))
}

/// The places of the records that links join, each family in the order of the document, the largest
/// first.
fn families(nodes: &[Value], edges: &[Value]) -> Vec<Vec<usize>> {
    let places: HashMap<&str, usize> = nodes
        .iter()
        .enumerate()
        .map(|(nth, node)| (text(node, "id"), nth))
        .collect();
    let mut head: Vec<usize> = (0..nodes.len()).collect();
    for edge in edges {
        if let (Some(&from), Some(&to)) =
            (places.get(text(edge, "from")), places.get(text(edge, "to")))
        {
            let (from, to) = (find(&mut head, from), find(&mut head, to));
            head[from.max(to)] = from.min(to);
        }
    }
    let mut families: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for nth in 0..nodes.len() {
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
    nodes: &[Value],
    edges: &[Value],
    ties: &HashMap<&str, Vec<String>>,
    family: &[usize],
) -> Markup {
    let rows: HashMap<&str, usize> = family
        .iter()
        .enumerate()
        .map(|(row, nth)| (text(&nodes[*nth], "id"), row))
        .collect();
    let mut arcs = String::new();
    let mut width = ARC;
    for edge in edges {
        let (Some(&from), Some(&to)) = (rows.get(text(edge, "from")), rows.get(text(edge, "to")))
        else {
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
            if text(edge, "link") == "supersedes" {
                "supersedes"
            } else {
                "related"
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
                    @let node = &nodes[*nth];
                    li {
                        (link(source, "", text(node, "id"), text(node, "title"))) " "
                        (badge(text(node, "status")))
                        @if let Some(ties) = ties.get(text(node, "id")) {
                            span.hint { (ties.join(", ")) }
                        }
                    }
                }
            }
        }
    }
}
