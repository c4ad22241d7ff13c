//! What a name can mean that is no record, and what is tied to it: files, folders and scopes
//! ([`places`]), owners and authors ([`people`], [`owned`]), packages and web addresses
//! ([`outside`]), symbols and commits ([`code`]). [`own`] has what one record says of itself.
//!
//! Everything is read from what is there: records, code, manifests, CODEOWNERS, and the history of
//! memory.

mod code;
mod outside;
mod own;
mod owned;
mod people;
mod places;

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;

use crate::records::order::{self, RecordHistory};
use crate::records::source;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::graph::{Edge, Graph, Node, Tie};
use git_memory_model::record::{Name, Record};
use git_memory_store::{Memory, Place, View};

pub use own::{author_ties, own_ties, sought};

/// Kind of a thing that is no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntityKind {
    /// A tracked file, or something that it defines.
    File,
    /// A folder with tracked files.
    Folder,
    /// The scope of a record, where no folder has the name.
    Scope,
    /// The owner of a record, or the author of a commit that brought one.
    Person,
    /// A package that a manifest or lock file names.
    Package,
    /// An address or host on the web that a record has in its text.
    Address,
    /// Something that source code defines.
    Symbol,
    /// A commit.
    Commit,
}

impl EntityKind {
    /// The kind as a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Folder => "folder",
            Self::Scope => "scope",
            Self::Person => "person",
            Self::Package => "package",
            Self::Address => "address",
            Self::Symbol => "symbol",
            Self::Commit => "commit",
        }
    }
}

/// A thing that is no record, with what is tied to it.
#[derive(Clone, Debug)]
pub struct Entity {
    /// Its kind.
    pub kind: EntityKind,
    /// Its name: of a file or folder the path from the top, of a commit the id, otherwise as it was
    /// typed.
    pub name: String,
    /// Relations of records and files to it, the newest first.
    pub relations: Vec<Relation>,
    /// Number of further relations.
    pub left: usize,
}

/// A relation of a record or a file to an entity.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Its meaning, from the record or file to the entity.
    pub tie: Tie,
    /// The record or file.
    pub of: Thing,
    /// Reasons, as sentences.
    pub why: Vec<String>,
}

/// What is tied to an entity.
#[derive(Clone, Debug)]
pub enum Thing {
    /// A record.
    Record(Box<Record>),
    /// A line of a file.
    Line {
        /// From the top of the work tree.
        path: String,
        /// From 1.
        line: u32,
    },
}

impl Entity {
    fn new(kind: EntityKind, name: &str, relations: Vec<Relation>) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            relations,
            left: 0,
        }
    }
}

impl Relation {
    fn of(record: &Record, tie: Tie, why: Vec<String>) -> Self {
        Self {
            tie,
            of: Thing::Record(Box::new(record.clone())),
            why,
        }
    }

    /// The name of its record.
    fn of_record(&self) -> Option<&Name> {
        match &self.of {
            Thing::Record(record) => Some(&record.header.id),
            Thing::Line { .. } => None,
        }
    }
}

/// Memory that things are looked for in.
struct Known<'a> {
    workspace: &'a Workspace,
    memory: Memory,
    history: RecordHistory<'a>,
    /// Reasons why something was not looked at, one line each.
    faults: RefCell<Vec<Clean>>,
}

impl Known<'_> {
    /// The texts of all records with the records.
    fn each_text(&self, mut each: impl FnMut(&Record, &str)) -> Result<(), Error> {
        for record in &*self.memory.records {
            let bytes = source::content(self.workspace, &self.memory, record)?;
            each(record, &String::from_utf8_lossy(&bytes));
        }
        Ok(())
    }
}

/// Returns the things that a name means, each with at most `most` of each relation, empty if it means
/// none; and reasons why something was not looked at, one line each.
///
/// # Errors
/// Where memory, its history or a manifest cannot be read.
pub(crate) fn entities(
    workspace: &Workspace,
    name: &str,
    most: usize,
) -> Result<(Vec<Entity>, Vec<Clean>), Error> {
    let name = name.trim();
    if name.is_empty() || !workspace.store().has_work_tree() {
        return Ok((Vec::new(), Vec::new()));
    }
    let known = Known {
        workspace,
        memory: source::tracked_records(workspace)?,
        history: RecordHistory::new(workspace, Some(&View::WorkTree)),
        faults: RefCell::default(),
    };
    let found = [
        places::of(&known, name)?,
        people::of(&known, name)?,
        outside::package(&known, name)?,
        outside::address(&known, name)?,
        code::symbol(&known, name)?,
        code::commit(&known, name)?,
    ];
    let mut entities: Vec<Entity> = found.into_iter().flatten().collect();
    for entity in &mut entities {
        arrange(&known, entity, most)?;
    }
    Ok((entities, known.faults.into_inner()))
}

/// Puts relations in order, and leaves out those of a relation beyond `most`.
fn arrange(known: &Known<'_>, entity: &mut Entity, most: usize) -> Result<(), Error> {
    let ages = known.history.ages()?;
    entity.relations.sort_by_cached_key(|it| match &it.of {
        Thing::Record(record) => {
            let day = record.header.updated;
            let rank = order::rank(ages, &known.memory, record, day);
            (0, Reverse(day), rank.place, rank.path.to_owned())
        }
        Thing::Line { path, .. } => (1, Reverse(None), Place::default(), path.clone()),
    });
    let mut counts: HashMap<Tie, usize> = HashMap::new();
    let all = entity.relations.len();
    entity.relations.retain(|it| {
        let count = counts.entry(it.tie).or_default();
        *count += 1;
        *count <= most
    });
    entity.left = all - entity.relations.len();
    Ok(())
}

/// Draws entities and what is tied to them.
pub(crate) fn graph(entities: &[Entity]) -> Graph {
    let mut graph = Graph::default();
    for entity in entities {
        let to = graph.nodes.len();
        graph
            .nodes
            .push(plain(entity.name.clone(), entity.kind.name()));
        graph.left_out += entity.left;
        for relation in &entity.relations {
            let node = match &relation.of {
                Thing::Record(record) => Node::of(record),
                Thing::Line { path, line } => plain(format!("{path}:{line}"), ""),
            };
            // A record may be tied to several things, and twice to one.
            let known = graph.nodes.iter().position(|it| it.name == node.name);
            let from = known.unwrap_or(graph.nodes.len());
            if known.is_none() {
                graph.nodes.push(node);
            }
            let tie = relation.tie;
            graph.edges.push(Edge { tie, from, to });
        }
    }
    graph
}

/// The node of what is no record.
fn plain(name: String, title: &str) -> Node {
    Node {
        name,
        title: title.to_owned(),
        status: String::new(),
        is_current: true,
        origin: String::new(),
    }
}
