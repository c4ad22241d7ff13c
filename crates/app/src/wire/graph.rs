//! The answer of `related --graph` and `log --graph`.

use schemars::JsonSchema;
use serde::Serialize;

use git_memory_model::graph::Graph;

/// Records and the links between them.
#[derive(Serialize, JsonSchema)]
pub struct GraphAnswer<'a> {
    /// The records, in the order in which they would be drawn.
    nodes: Vec<NodeItem<'a>>,
    edges: Vec<EdgeItem<'a>>,
    /// Number of records without room.
    left_out: usize,
}

/// A record of a graph, or a thing that records are tied to: its title is the kind then.
#[derive(Serialize, JsonSchema)]
struct NodeItem<'a> {
    id: &'a str,
    title: &'a str,
    status: &'a str,
    is_current: bool,
}

/// A link between two records of the graph, by their ids.
#[derive(Serialize, JsonSchema)]
struct EdgeItem<'a> {
    from: &'a str,
    /// `supersedes` or `names`; to what is no record also `applies to`, `owned by`, `brought by`,
    /// `depends on` or `links to`.
    link: &'a str,
    to: &'a str,
}

impl<'a> From<&'a Graph> for GraphAnswer<'a> {
    fn from(graph: &'a Graph) -> Self {
        let mut answer = Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            left_out: graph.left_out,
        };
        for node in &graph.nodes {
            answer.nodes.push(NodeItem {
                id: &node.name,
                title: &node.title,
                status: &node.status,
                is_current: node.is_current,
            });
        }
        for edge in &graph.edges {
            answer.edges.push(EdgeItem {
                from: &graph.nodes[edge.from].name,
                link: edge.tie.name(),
                to: &graph.nodes[edge.to].name,
            });
        }
        answer
    }
}
