//! A graph in the language of Graphviz (graphviz.org, "DOT Language").

use std::fmt::Write as _;

use super::{Graph, Tie};
use git_memory_text as text;

/// The graph as a `digraph`.
#[must_use]
pub fn dot(graph: &Graph) -> String {
    let mut out = String::from("digraph memory {\n  node [shape=box];\n");
    for (nth, node) in graph.nodes.iter().enumerate() {
        let style = if node.is_current {
            ""
        } else {
            ", style=dashed"
        };
        let mut lines = Vec::new();
        for line in [&node.origin, &node.name, &node.title, &node.status] {
            if !line.is_empty() {
                lines.push(escaped(line));
            }
        }
        // Writing into a string cannot fail.
        let _ = writeln!(out, "  n{nth} [label=\"{}\"{style}];", lines.join("\\n"));
    }
    for edge in &graph.edges {
        let style = match edge.tie {
            Tie::Names => ", style=dotted",
            _ => "",
        };
        let (from, to, name) = (edge.from, edge.to, edge.tie.name());
        let _ = writeln!(out, "  n{from} -> n{to} [label=\"{name}\"{style}];");
    }
    if let Some(rest) = graph.rest() {
        let _ = writeln!(out, "  // {rest}");
    }
    out.push_str("}\n");
    out
}

/// A text inside of a quoted label, in which a backslash begins an escape and an ampersand an
/// entity of HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text::visible_line(text).chars() {
        match letter {
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            '&' => escaped.push_str("&amp;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::sample::graph;
    use super::*;

    #[test]
    fn a_label_stays_inside_its_quotes() {
        for (title, expected) in [
            ("Use Postgres", "Use Postgres"),
            ("\"]; x [label=\"", "\\\"]; x [label=\\\""),
            ("a\\", "a\\\\"),
            ("\\G\\n", "\\\\G\\\\n"),
            ("R&D &lt;", "R&amp;D &amp;lt;"),
            ("a\nb", "a\\\\nb"),
        ] {
            assert_eq!(escaped(title), expected, "{title}");
        }
        let hidden = escaped("a\u{202e}\u{1b}[0m");
        assert!(!hidden.chars().any(text::is_hidden), "{hidden}");
    }

    #[test]
    fn records_and_links_are_drawn() {
        let mut graph = graph("ab", &["ba", "a-b"]);
        graph.nodes[0].is_current = false;
        graph.left_out = 1;
        assert_eq!(
            dot(&graph),
            "digraph memory {\n  node [shape=box];\n  n0 [label=\"a\\nA\\nactive\", style=dashed];\n  \
             n1 [label=\"b\\nB\\nactive\"];\n  n1 -> n0 [label=\"supersedes\"];\n  \
             n0 -> n1 [label=\"names\", style=dotted];\n  // 1 more record was left out\n}\n"
        );
    }
}
