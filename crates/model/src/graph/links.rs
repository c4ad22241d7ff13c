//! Chooses the records of a graph: those around one of them, or all of a history.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use super::{Edge, Graph, LIMIT, Node, Tie};
use crate::record::{Name, Record};

/// Origin of a record of a history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Its place among all, the newest first.
    pub place: usize,
    /// The place in words.
    pub words: String,
}

/// The records that one of some records leads to, over any number of links in either direction, the
/// nearest first; at most `most`. `start` is its number.
#[must_use]
pub fn around(records: &[Record], start: usize, most: usize) -> Graph {
    let edges = edges(records);
    let neighbours = neighbours(records.len(), &edges);
    let mut reached = vec![start];
    let mut known = HashSet::from([start]);
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for &next in &neighbours[at] {
            if known.insert(next) {
                reached.push(next);
                queue.push_back(next);
            }
        }
    }
    graph(records, &edges, &reached, most)
}

/// Some records in the order of their origins, with successors first; at most `most`. `around`
/// limits them to the records that one record leads to.
#[must_use]
pub fn of_history(
    records: &[Record],
    origins: &[Origin],
    around: Option<usize>,
    most: usize,
) -> Graph {
    let edges = edges(records);
    let mut wanted: Vec<bool> = vec![around.is_none(); records.len()];
    if let Some(start) = around {
        let neighbours = neighbours(records.len(), &edges);
        let mut stack = vec![start];
        while let Some(at) = stack.pop() {
            if !wanted[at] {
                wanted[at] = true;
                stack.extend(&neighbours[at]);
            }
        }
    }
    let mut ordered = in_order(records.len(), &edges, origins);
    ordered.retain(|&nth| wanted[nth]);
    let mut graph = graph(records, &edges, &ordered, most);
    for (node, nth) in graph.nodes.iter_mut().zip(ordered) {
        node.origin.clone_from(&origins[nth].words);
    }
    graph
}

/// The numbers of records by their origins, each after those that supersede it.
fn in_order(count: usize, edges: &[Edge], origins: &[Origin]) -> Vec<usize> {
    let mut waits_for = vec![0_usize; count];
    let mut releases: Vec<Vec<usize>> = vec![Vec::new(); count];
    for edge in edges {
        if edge.tie == Tie::Supersedes {
            waits_for[edge.to] += 1;
            releases[edge.from].push(edge.to);
        }
    }
    let key = |nth: usize| (origins[nth].place, nth);
    let mut ready = BTreeSet::new();
    let mut waiting = BTreeSet::new();
    for (nth, count) in waits_for.iter().enumerate() {
        let set = if *count == 0 {
            &mut ready
        } else {
            &mut waiting
        };
        set.insert(key(nth));
    }
    let mut ordered = Vec::with_capacity(count);
    // Records that supersede each other in a circle all wait: the newest goes first then.
    while let Some((_, nth)) = ready.pop_first().or_else(|| waiting.pop_first()) {
        ordered.push(nth);
        for &next in &releases[nth] {
            waits_for[next] = waits_for[next].saturating_sub(1);
            if waits_for[next] == 0 && waiting.remove(&key(next)) {
                ready.insert(key(next));
            }
        }
    }
    ordered
}

/// A graph of the first of some records.
fn graph(records: &[Record], edges: &[Edge], ordered: &[usize], most: usize) -> Graph {
    let most = most.min(LIMIT);
    let mut graph = Graph {
        left_out: ordered.len().saturating_sub(most),
        ..Graph::default()
    };
    let mut places: HashMap<usize, usize> = HashMap::new();
    for &nth in ordered.iter().take(most) {
        places.insert(nth, graph.nodes.len());
        graph.nodes.push(Node::of(&records[nth]));
    }
    for edge in edges {
        if let (Some(&from), Some(&to)) = (places.get(&edge.from), places.get(&edge.to)) {
            let tie = edge.tie;
            graph.edges.push(Edge { tie, from, to });
        }
    }
    graph.edges.sort_unstable();
    graph
}

/// For each record, those that it is linked with, in the order of the links.
fn neighbours(count: usize, edges: &[Edge]) -> Vec<Vec<usize>> {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); count];
    for edge in edges {
        neighbours[edge.from].push(edge.to);
        neighbours[edge.to].push(edge.from);
    }
    neighbours
}

/// Every link between some records, each once; links to missing records, or to the record itself,
/// are left out.
fn edges(records: &[Record]) -> Vec<Edge> {
    let mut numbers: HashMap<&Name, usize> = HashMap::new();
    for (nth, record) in records.iter().enumerate() {
        numbers.entry(&record.header.id).or_insert(nth);
    }
    let mut edges = BTreeSet::new();
    for (nth, record) in records.iter().enumerate() {
        let header = &record.header;
        let mut add = |tie, from, to| {
            if from != to {
                edges.insert(Edge { tie, from, to });
            }
        };
        // Either end may hold the link.
        for other in header.supersedes.iter().filter_map(|id| numbers.get(id)) {
            add(Tie::Supersedes, nth, *other);
        }
        for other in header.superseded_by.iter().filter_map(|id| numbers.get(id)) {
            add(Tie::Supersedes, *other, nth);
        }
        for other in header.related.iter().filter_map(|id| numbers.get(id)) {
            add(Tie::Names, nth, *other);
        }
    }
    edges.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sample;

    /// Records of one letter each, with the front matter that follows it.
    fn records(lines: &[(&str, &str)]) -> Vec<Record> {
        let mut records = Vec::new();
        for (name, more) in lines {
            let path = format!("memory/decisions/{name}.md");
            let id = format!("dec-{}", name.repeat(6));
            let more = format!("status: active\n{more}");
            records.push(sample::record(&path, &id, name, &more, ""));
        }
        records
    }

    fn told(graph: &Graph) -> String {
        let mut told: Vec<String> = graph.nodes.iter().map(|node| node.title.clone()).collect();
        for Edge { tie, from, to } in &graph.edges {
            let (from, to) = (&graph.nodes[*from].title, &graph.nodes[*to].title);
            told.push(format!("{from} {} {to}", tie.name()));
        }
        told.join(", ")
    }

    #[test]
    fn a_record_leads_to_others_in_both_directions() {
        let records = records(&[
            ("a", "superseded_by: [dec-bbbbbb]"),
            (
                "b",
                "supersedes: [dec-aaaaaa]\nrelated: [dec-cccccc, dec-bbbbbb, dec-xxxxxx]",
            ),
            ("c", ""),
            ("d", "related: [dec-cccccc]"),
            ("e", ""),
        ]);
        assert_eq!(
            told(&around(&records, 0, 9)),
            "a, b, c, d, b supersedes a, b names c, d names c"
        );
        let small = around(&records, 0, 2);
        assert_eq!(told(&small), "a, b, b supersedes a");
        assert_eq!(small.rest().unwrap(), "2 more records were left out");
        assert_eq!(told(&around(&records, 4, 9)), "e");
    }

    #[test]
    fn history_is_drawn_from_the_newest_and_ends_where_circles_begin() {
        let origins = |places: &[usize]| {
            let of = |place: &usize| Origin {
                place: *place,
                words: place.to_string(),
            };
            places.iter().map(of).collect::<Vec<_>>()
        };
        let chain = records(&[("a", ""), ("b", "supersedes: [dec-aaaaaa]"), ("c", "")]);
        // An import may bring the newer record in an older commit.
        let graph = of_history(&chain, &origins(&[0, 2, 1]), None, 9);
        assert_eq!(told(&graph), "c, b, a, b supersedes a");
        assert_eq!(graph.nodes[1].origin, "2");
        let graph = of_history(&chain, &origins(&[0, 2, 1]), Some(0), 9);
        assert_eq!(told(&graph), "b, a, b supersedes a");
        let circle = records(&[
            ("a", "supersedes: [dec-bbbbbb]"),
            ("b", "supersedes: [dec-aaaaaa]"),
        ]);
        let graph = of_history(&circle, &origins(&[1, 0]), None, 9);
        assert_eq!(told(&graph), "b, a, b supersedes a, a supersedes b");
    }
}
