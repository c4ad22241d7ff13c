//! The records around one of them as a small drawing: what it replaced and what replaced it, the
//! newest at the top, and what belongs to it. The same stands in sentences below.

use std::collections::{HashMap, VecDeque};

use maud::{Markup, html};

use super::about::Parts;
use super::parts::address;
use super::source::Source;
use git_memory_model::graph::{Edge, Tie};
use git_memory_text::one_line;

/// How many links away from the record one is that is drawn, and how many records are drawn.
const HOPS: usize = 2;
const RECORDS: usize = 12;
/// How many records are side by side.
const COLUMNS: usize = 3;
/// The size of a record and the space between two, in pixels.
const WIDTH: usize = 200;
const HEIGHT: usize = 44;
const SPACE: [usize; 2] = [32, 40];
/// How many characters of a title are in a line of its two.
const LINE: usize = 28;

/// A record of the drawing, by its number in the graph.
struct Drawn {
    node: usize,
    /// How many times it was replaced since the record in question; less than 0 for one before it.
    generation: isize,
}

/// The place of a record: its left upper corner.
#[derive(Clone, Copy)]
struct Corner {
    x: usize,
    y: usize,
}

/// The drawing; nothing where the links beside the text say the same.
pub(super) fn drawn(source: &Source, root: &str, parts: &Parts) -> Markup {
    let id = parts.shown.record.header.id.as_str();
    let mut drawn = around(parts, id);
    if drawn.len() < 3 {
        return html! {};
    }
    // The newest at the top; stable, so that the record itself comes first of its generation.
    drawn.sort_by_key(|it| -it.generation);
    let rows: Vec<&[Drawn]> = drawn
        .chunk_by(|a, b| a.generation == b.generation)
        .flat_map(|row| row.chunks(COLUMNS))
        .collect();
    let mut corners: HashMap<usize, Corner> = HashMap::new();
    for (nth, row) in rows.iter().enumerate() {
        for (place, it) in row.iter().enumerate() {
            let x = place * (WIDTH + SPACE[0]);
            let y = nth * (HEIGHT + SPACE[1]);
            corners.insert(it.node, Corner { x, y });
        }
    }
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(1);
    let width = columns * (WIDTH + SPACE[0]) - SPACE[0];
    // A link within the last row goes below it.
    let height = rows.len() * (HEIGHT + SPACE[1]) - SPACE[1] / 2;
    let edges = parts.graph.edges.iter();
    let edges: Vec<&Edge> = edges
        .filter(|edge| corners.contains_key(&edge.from) && corners.contains_key(&edge.to))
        .collect();
    html! {
        section #around {
            h2 { "Records around it" }
            div.drawing role="group" aria-label="Drawing" tabindex="0" {
                svg width=(width + 2) height=(height) aria-hidden="true"
                    viewBox={ "-1 -1 " (width + 2) " " (height) } {
                    defs {
                        marker #arrow viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8"
                            markerHeight="8" orient="auto-start-reverse" {
                            path d="M0 0 L8 4 L0 8 z" {}
                        }
                    }
                    @for edge in &edges { (line(edge, corners[&edge.from], corners[&edge.to])) }
                    @for it in &drawn { (record(source, root, parts, it.node, corners[&it.node])) }
                }
            }
            ul.spoken { @for edge in &edges { li { (sentence(source, parts, edge)) } } }
        }
    }
}

/// The records that a record leads to over few links in either direction, the nearest first.
fn around(parts: &Parts, id: &str) -> Vec<Drawn> {
    let nodes = &parts.graph.nodes;
    let Some(start) = nodes.iter().position(|node| node.name == id) else {
        return Vec::new();
    };
    let mut drawn = vec![Drawn {
        node: start,
        generation: 0,
    }];
    let mut queue = VecDeque::from([(start, 0, 0)]);
    while let Some((at, generation, hops)) = queue.pop_front() {
        if hops == HOPS {
            break;
        }
        for edge in parts.ties(&nodes[at].name) {
            let (next, step) = match (edge.from == at, edge.tie) {
                (true, Tie::Supersedes) => (edge.to, -1),
                (false, Tie::Supersedes) => (edge.from, 1),
                (true, _) => (edge.to, 0),
                (false, _) => (edge.from, 0),
            };
            if drawn.len() < RECORDS && drawn.iter().all(|it| it.node != next) {
                let generation = generation + step;
                drawn.push(Drawn {
                    node: next,
                    generation,
                });
                queue.push_back((next, generation, hops + 1));
            }
        }
    }
    drawn
}

/// A link: from the middle of the one side to that of the other.
fn line(edge: &Edge, from: Corner, to: Corner) -> Markup {
    let middle = |it: Corner| it.x + WIDTH / 2;
    let (from_x, to_x) = (middle(from), middle(to));
    let path = if from.y == to.y && from.x.abs_diff(to.x) == WIDTH + SPACE[0] {
        let y = from.y + HEIGHT / 2;
        if from.x < to.x {
            format!("M{} {y} L{} {y}", from.x + WIDTH, to.x)
        } else {
            format!("M{} {y} L{} {y}", from.x, to.x + WIDTH)
        }
    } else if from.y == to.y {
        // Below the row: another record may be between them.
        let y = from.y + HEIGHT;
        let low = y + SPACE[1] * 3 / 4;
        format!(
            "M{from_x} {y} Q{} {low} {to_x} {y}",
            usize::midpoint(from_x, to_x)
        )
    } else if from.y < to.y {
        format!("M{from_x} {} L{to_x} {}", from.y + HEIGHT, to.y)
    } else {
        format!("M{from_x} {} L{to_x} {}", from.y, to.y + HEIGHT)
    };
    let word = edge.tie.name();
    html! { path.link data-link=(word) d=(path) marker-end="url(#arrow)" {} }
}

/// A record as a box with its title. The mouse can go to it; the links beside the text are for all.
fn record(source: &Source, root: &str, parts: &Parts, nth: usize, at: Corner) -> Markup {
    let node = &parts.graph.nodes[nth];
    let is_it = node.name == parts.shown.record.header.id.as_str();
    let title = source.told(parts.title(&node.name));
    let [first, second] = in_two_lines(&title);
    html! {
        a href=(address(source, root, &node.name)) tabindex="-1"
            class=(if is_it { "it" } else if node.is_current { "current" } else { "past" }) {
            title { (title) " (" (source.told(&node.status)) ")" }
            rect x=(at.x) y=(at.y) width=(WIDTH) height=(HEIGHT) rx="6" {}
            @if second.is_empty() {
                text x=(at.x + 10) y=(at.y + 27) { (first) }
            } @else {
                text x=(at.x + 10) y=(at.y + 19) { (first) }
                text x=(at.x + 10) y=(at.y + 35) { (second) }
            }
        }
    }
}

/// A title in two lines, of which the second may be empty or cut.
fn in_two_lines(title: &str) -> [String; 2] {
    let mut lines = [String::new(), String::new()];
    let mut nth = 0;
    for word in title.split_whitespace() {
        let line = &lines[nth];
        let length = line.chars().count() + 1 + word.chars().count();
        if nth == 0 && !line.is_empty() && length > LINE {
            nth = 1;
        }
        let line = &mut lines[nth];
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.map(|line| one_line(&line, LINE))
}

/// A link in words.
fn sentence(source: &Source, parts: &Parts, edge: &Edge) -> String {
    let [from, to] = [edge.from, edge.to].map(|nth| {
        let name = &parts.graph.nodes[nth].name;
        source.told(parts.title(name))
    });
    match edge.tie {
        Tie::Supersedes => format!("{from} replaces {to}."),
        tie => format!("{from} {} {to}.", tie.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_cut_after_its_second_line() {
        for (title, expected) in [
            ("Use queues", ["Use queues", ""]),
            (
                "Leave a vestige of the old role class",
                ["Leave a vestige of the old", "role class"],
            ),
        ] {
            assert_eq!(in_two_lines(title), expected);
        }
        let [first, second] = in_two_lines(&"long ".repeat(30));
        assert!(first.chars().count() <= LINE && second.chars().count() <= LINE);
        assert!(second.starts_with("long"), "{second}");
    }
}
