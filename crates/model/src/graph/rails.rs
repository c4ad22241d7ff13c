//! A graph along rails of text, as `git log --graph` draws commits: each record below its
//! successors.

use super::{Graph, Node, Tie};

/// A line for each record, with rails to the records that it superseded below it; other links
/// follow on lines of their own.
#[must_use]
pub fn rails(graph: &Graph) -> Vec<String> {
    let mut rails = Rails::default();
    let mut lines = Vec::new();
    for (nth, node) in graph.nodes.iter().enumerate() {
        let mut below = Vec::new();
        let mut remarks = Vec::new();
        for edge in graph.edges.iter().filter(|edge| edge.from == nth) {
            let other = &graph.nodes[edge.to];
            // A circle leads up again, but rails only go down.
            if edge.tie == Tie::Supersedes && edge.to > nth {
                below.push(edge.to);
            } else {
                remarks.push(format!("{} {}", edge.tie.name(), short(other)));
            }
        }
        let lane = rails.lane_of(nth);
        lines.push(format!("{} {}", rails.row(lane, "*"), node.line()));
        let drawn = lines.len();
        let stem = if below.is_empty() { " " } else { "│" };
        for remark in remarks {
            lines.push(format!("{}   {remark}", rails.row(lane, stem)));
        }
        rails.lead_on(lane, &below, &mut lines);
        // Two records that have nothing to do with each other may follow in one column.
        if lines.len() == drawn && rails.0.get(lane) == Some(&Some(nth + 1)) {
            lines.push(rails.row(lane, "│"));
        }
    }
    lines
}

fn short(node: &Node) -> String {
    format!("{}  {}", node.name, node.title)
}

/// The rails at one line of a drawing: for each, the number of the record that it leads to.
#[derive(Default)]
struct Rails(Vec<Option<usize>>);

impl Rails {
    /// The rail that leads to a record, or a free one.
    fn lane_of(&mut self, nth: usize) -> usize {
        match self.0.iter().position(|lane| *lane == Some(nth)) {
            Some(lane) => lane,
            None => self.free(None),
        }
    }

    /// The first rail that leads nowhere and is not `but`.
    fn free(&mut self, but: Option<usize>) -> usize {
        for (nth, lane) in self.0.iter().enumerate() {
            if lane.is_none() && Some(nth) != but {
                return nth;
            }
        }
        self.0.push(None);
        self.0.len() - 1
    }

    /// A line of the rails, with a sign at one of them.
    fn row(&self, at: usize, sign: &str) -> String {
        let mut row = String::new();
        for (nth, lane) in self.0.iter().enumerate() {
            row.push_str(match lane {
                _ if nth == at => sign,
                Some(_) => "│",
                None => " ",
            });
            row.push(' ');
        }
        // Text after the drawing begins in one column as far as it can.
        row.truncate(row.trim_end().len().max(1));
        while row.chars().count() < 2 * at + 1 {
            row.push(' ');
        }
        row
    }

    /// Leads the rail of a record on to those that it superseded; each one that needs a rail of its
    /// own takes a line.
    fn lead_on(&mut self, lane: usize, below: &[usize], lines: &mut Vec<String>) {
        self.0[lane] = None;
        let mut turns = Vec::new();
        for &next in below {
            let known = self.0.iter().position(|lane| *lane == Some(next));
            match known {
                Some(other) => turns.push((other, next)),
                None if self.0[lane].is_none() => self.0[lane] = Some(next),
                None => turns.push((usize::MAX, next)),
            }
        }
        let mut left = turns.len();
        for (other, next) in turns {
            left -= 1;
            let is_new = other == usize::MAX;
            let other = if is_new { self.free(Some(lane)) } else { other };
            let goes_on = self.0[lane].is_some() || left > 0;
            lines.push(self.turn(lane, goes_on, other, is_new));
            self.0[other] = Some(next);
        }
        while self.0.last() == Some(&None) {
            self.0.pop();
        }
    }

    /// A line that leads from one rail to another, to the left or to the right.
    fn turn(&self, from: usize, goes_on: bool, to: usize, is_new: bool) -> String {
        let (low, high) = (from.min(to), from.max(to));
        let is_right = to > from;
        let mut line = String::new();
        for (nth, lane) in self.0.iter().enumerate() {
            line.push_str(match lane {
                _ if nth == from => match (goes_on, is_right) {
                    (true, true) => "├",
                    (true, false) => "┤",
                    (false, true) => "╰",
                    (false, false) => "╯",
                },
                _ if nth == to => match (is_new, is_right) {
                    (true, true) => "╮",
                    (true, false) => "╭",
                    (false, true) => "┤",
                    (false, false) => "├",
                },
                Some(_) if low < nth && nth < high => "┼",
                Some(_) => "│",
                None if low < nth && nth < high => "─",
                None => " ",
            });
            line.push_str(if low <= nth && nth < high { "─" } else { " " });
        }
        line.truncate(line.trim_end().len());
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::graph;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rails_lead_from_each_record_to_what_it_superseded() {
        for (names, links, expected) in [
            ("", vec![], ""),
            ("ab", vec![], "* a  A (active)\n* b  B (active)"),
            (
                "cba",
                vec!["cb", "ba"],
                "* c  C (active)\n│\n* b  B (active)\n│\n* a  A (active)",
            ),
            (
                "cab",
                vec!["cb", "a-c"],
                "* c  C (active)\n│ * a  A (active)\n│     names c  C\n* b  B (active)",
            ),
            (
                "dcba",
                vec!["dc", "db", "ca", "ba"],
                "* d  D (active)\n├─╮\n* │ c  C (active)\n│ * b  B (active)\n├─╯\n* a  A (active)",
            ),
            (
                "fedcb",
                vec!["fb", "ec", "dc", "fc"],
                "* f  F (active)\n├─╮\n│ │ * e  E (active)\n│ ├─╯\n│ │ * d  D (active)\n│ ├─╯\n\
                 │ * c  C (active)\n* b  B (active)",
            ),
            (
                "abc",
                vec!["ac", "bc", "ca"],
                "* a  A (active)\n│ * b  B (active)\n├─╯\n* c  C (active)\n    supersedes a  A",
            ),
        ] {
            assert_eq!(rails(&graph(names, &links)).join("\n"), expected, "{names}");
        }
    }

    proptest! {
        #[test]
        fn every_record_has_a_line_whatever_the_links(
            links in proptest::collection::vec("[a-h]-?[a-h]", 0..30),
        ) {
            let links: Vec<&str> = links.iter().map(String::as_str).collect();
            let lines = rails(&graph("abcdefgh", &links));
            let stars = lines.iter().filter(|line| line.contains('*')).count();
            prop_assert_eq!(stars, 8);
        }
    }
}
