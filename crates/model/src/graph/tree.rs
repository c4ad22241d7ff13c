//! A graph as a tree of text around its first record.

use std::collections::HashSet;

use super::{Edge, Graph};

/// Lines that lead from the first record to the others, each below the first one that leads to it,
/// then from the next one that has no line. A record that was drawn before is only named.
#[must_use]
pub fn tree(graph: &Graph) -> Vec<String> {
    let mut drawing = Drawing {
        graph,
        lines: Vec::new(),
        known: HashSet::new(),
        drawn: HashSet::new(),
    };
    for (nth, node) in graph.nodes.iter().enumerate() {
        if drawing.known.insert(nth) {
            drawing.lines.push(node.line());
            drawing.below(nth, "");
        }
    }
    drawing.lines
}

struct Drawing<'a> {
    graph: &'a Graph,
    lines: Vec<String>,
    /// The records that have a line.
    known: HashSet<usize>,
    /// The links that have one.
    drawn: HashSet<Edge>,
}

impl Drawing<'_> {
    /// Draws the records that a record leads to.
    // No deeper than the number of records in a graph, which is limited.
    fn below(&mut self, at: usize, margin: &str) {
        let mut links: Vec<Edge> = Vec::new();
        for edge in &self.graph.edges {
            if (edge.from == at || edge.to == at) && self.drawn.insert(*edge) {
                links.push(*edge);
            }
        }
        let last = links.len().saturating_sub(1);
        for (nth, edge) in links.into_iter().enumerate() {
            let (other, words) = if edge.from == at {
                (edge.to, edge.tie.name())
            } else {
                (edge.from, edge.tie.reverse())
            };
            let (branch, stem) = if nth == last {
                ("└── ", "    ")
            } else {
                ("├── ", "│   ")
            };
            let node = &self.graph.nodes[other];
            let is_new = self.known.insert(other);
            let what = if is_new {
                node.line()
            } else {
                node.name.clone()
            };
            self.lines.push(format!("{margin}{branch}{words} {what}"));
            if is_new {
                self.below(other, &format!("{margin}{stem}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::graph;
    use super::*;

    #[test]
    fn each_record_is_drawn_once() {
        for (names, links, expected) in [
            ("", vec![], ""),
            ("a", vec![], "a  A (active)"),
            (
                "abcd",
                vec!["ba", "cb", "a-d", "d-b"],
                "a  A (active)\n\
                 ├── superseded by b  B (active)\n\
                 │   ├── superseded by c  C (active)\n\
                 │   └── named by d  D (active)\n\
                 └── names d",
            ),
        ] {
            assert_eq!(tree(&graph(names, &links)).join("\n"), expected, "{names}");
        }
    }
}
