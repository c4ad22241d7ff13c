//! Records and the links between them as a graph, and its drawings: a tree around one record, rails
//! along history, and the languages of Graphviz and Mermaid.
//!
//! Titles are written by strangers, so each drawing escapes a label's text as its language needs
//! it.

mod dot;
mod links;
mod mermaid;
mod rails;
mod tree;

use crate::record::Record;
use git_memory_text as text;

pub use dot::dot;
pub use links::{Origin, around, of_history};
pub use mermaid::mermaid;
pub use rails::rails;
pub use tree::tree;

/// Maximum number of records in one drawing: a larger one cannot be read.
pub const LIMIT: usize = 500;
/// The longest title in a label, in characters.
const TITLE: usize = 80;

/// Records and their links.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The records, in the order in which they are drawn.
    pub nodes: Vec<Node>,
    /// The links between them.
    pub edges: Vec<Edge>,
    /// Number of records without room.
    pub left_out: usize,
}

/// A record of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its id, or its path if it has none.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its status.
    pub status: String,
    /// True if the node still applies.
    pub is_current: bool,
    /// Origin of the record, for people: a day and a commit. Empty if the origin is not asked for.
    pub origin: String,
}

/// A link: the one record supersedes or names the other, or is tied to what is not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// Meaning of the link.
    pub tie: Tie,
    /// The number of the record that supersedes or names.
    pub from: usize,
    /// The number of the other one.
    pub to: usize,
}

/// Meanings of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tie {
    /// The one took the place of the other.
    Supersedes,
    /// The one names the other: a record as related, a thing in its text.
    Names,
    /// The record is about the file, folder or scope.
    AppliesTo,
    /// The person is the owner of the record.
    OwnedBy,
    /// The person is the author of the commit that brought the record.
    BroughtBy,
    /// The manifest or lock file names the package.
    DependsOn,
    /// The record has the address in its text.
    LinksTo,
    /// The line of the file defines the symbol.
    Defines,
    /// The commit names the record in its message.
    FollowedBy,
}

impl Tie {
    /// The link as a word, as seen from the record that it begins at.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Supersedes => "supersedes",
            Self::Names => "names",
            Self::AppliesTo => "applies to",
            Self::OwnedBy => "owned by",
            Self::BroughtBy => "brought by",
            Self::DependsOn => "depends on",
            Self::LinksTo => "links to",
            Self::Defines => "defines",
            Self::FollowedBy => "followed by",
        }
    }

    /// The meaning as seen from the other end.
    fn reverse(self) -> &'static str {
        match self {
            Self::Supersedes => "superseded by",
            Self::Names => "named by",
            Self::AppliesTo => "covered by",
            Self::OwnedBy => "owner of",
            Self::BroughtBy => "brought",
            Self::DependsOn => "needed by",
            Self::LinksTo => "linked from",
            Self::Defines => "defined in",
            Self::FollowedBy => "follows",
        }
    }
}

impl Node {
    /// A record as a node.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let header = &record.header;
        Self {
            name: header.id.to_string(),
            title: text::one_line(&header.title, TITLE),
            status: text::one_line(&header.status, TITLE),
            is_current: record.is_current(),
            origin: String::new(),
        }
    }

    /// The record as one line of text.
    fn line(&self) -> String {
        let mut record = self.name.clone();
        if !self.title.is_empty() {
            record = format!("{record}  {}", self.title);
        }
        // Only records have a status.
        if !self.status.is_empty() {
            record = format!("{record} ({})", self.status);
        }
        if self.origin.is_empty() {
            record
        } else {
            format!("{}  {record}", self.origin)
        }
    }
}

impl Graph {
    /// A line about the records that had no room; `None` if all have.
    #[must_use]
    pub fn rest(&self) -> Option<String> {
        match self.left_out {
            0 => None,
            1 => Some("1 more record was left out".to_owned()),
            many => Some(format!("{many} more records were left out")),
        }
    }
}

#[cfg(test)]
mod sample {
    use super::{Edge, Graph, Node, Tie};

    /// A graph of records called `a`, `b`, …, with links such as `ba`: b supersedes a; `b-a`: it
    /// names it.
    pub(super) fn graph(names: &str, links: &[&str]) -> Graph {
        let mut graph = Graph::default();
        for name in names.chars() {
            graph.nodes.push(Node {
                name: name.to_string(),
                title: name.to_uppercase().to_string(),
                status: "active".to_owned(),
                is_current: true,
                origin: String::new(),
            });
        }
        for link in links {
            let ends: Vec<usize> = link.chars().filter_map(|name| names.find(name)).collect();
            graph.edges.push(Edge {
                tie: if link.contains('-') {
                    Tie::Names
                } else {
                    Tie::Supersedes
                },
                from: ends[0],
                to: ends[1],
            });
        }
        graph
    }
}
