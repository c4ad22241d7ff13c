//! A graph in the language of Mermaid (mermaid.js.org, "Flowcharts").

use std::fmt::Write as _;

use super::{Graph, Tie};
use git_memory_text as text;

/// The graph as a `flowchart`.
#[must_use]
pub fn mermaid(graph: &Graph) -> String {
    let mut out = String::from("flowchart TD\n");
    let mut old = Vec::new();
    for (nth, node) in graph.nodes.iter().enumerate() {
        let mut lines = Vec::new();
        for line in [&node.origin, &node.name, &node.title, &node.status] {
            if !line.is_empty() {
                lines.push(escaped(line));
            }
        }
        // Writing into a string cannot fail.
        let _ = writeln!(out, "  n{nth}[\"{}\"]", lines.join("<br/>"));
        if !node.is_current {
            old.push(format!("n{nth}"));
        }
    }
    for edge in &graph.edges {
        let arrow = match edge.tie {
            Tie::Names => "-.->",
            _ => "-->",
        };
        let (from, to, name) = (edge.from, edge.to, edge.tie.name());
        let _ = writeln!(out, "  n{from} {arrow}|{name}| n{to}");
    }
    if !old.is_empty() {
        out.push_str("  classDef old stroke-dasharray: 5 5\n");
        let _ = writeln!(out, "  class {} old", old.join(","));
    }
    if let Some(rest) = graph.rest() {
        let _ = writeln!(out, "  %% {rest}");
    }
    out
}

/// A text inside of a quoted label. Everything but letters, digits and a few harmless signs is
/// written as its number: quotes end the label, `%%{` begins a directive wherever it is, a backtick
/// Markdown, and `<` HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text::visible_line(text).chars() {
        if letter.is_alphanumeric() || matches!(letter, ' ' | '.' | ',' | '-' | '_' | '/' | '\'') {
            escaped.push(letter);
        } else {
            let _ = write!(escaped, "#{};", u32::from(letter));
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::sample::graph;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_label_stays_inside_its_quotes() {
        for (title, expected) in [
            ("Use Postgres 16.2", "Use Postgres 16.2"),
            ("\"]-->", "#34;#93;--#62;"),
            ("%%{init", "#37;#37;#123;init"),
            ("`a` <b> #35;", "#96;a#96; #60;b#62; #35;35#59;"),
            ("Größe 事件", "Größe 事件"),
        ] {
            assert_eq!(escaped(title), expected, "{title}");
        }
    }

    #[test]
    fn records_and_links_are_drawn() {
        let mut graph = graph("ab", &["ba", "a-b"]);
        graph.nodes[0].is_current = false;
        graph.left_out = 2;
        assert_eq!(
            mermaid(&graph),
            "flowchart TD\n  n0[\"a<br/>A<br/>active\"]\n  n1[\"b<br/>B<br/>active\"]\n  \
             n1 -->|supersedes| n0\n  n0 -.->|names| n1\n  classDef old stroke-dasharray: 5 5\n  \
             class n0 old\n  %% 2 more records were left out\n"
        );
    }

    proptest! {
        #[test]
        fn no_text_ends_a_label(title in any::<String>()) {
            let escaped = escaped(&title);
            let is_harmless = |c: char| !matches!(c, '"' | '<' | '>' | '%' | '`' | '\n' | '{' | '[' | ']');
            prop_assert!(escaped.chars().all(is_harmless), "{}", escaped);
        }
    }
}
