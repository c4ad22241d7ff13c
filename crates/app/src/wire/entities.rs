//! Things that are no records, as `related` answers with them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::recall::entities::{Entity, Relation, Thing};

/// A file, folder, scope, person, package, web address, symbol or commit.
#[derive(Serialize, JsonSchema)]
pub(super) struct EntityItem<'a> {
    /// `file`, `folder`, `scope`, `person`, `package`, `address`, `symbol` or `commit`.
    kind: &'static str,
    name: &'a str,
    /// Records, the newest first, then files.
    relations: Vec<RelationItem<'a>>,
    /// Number of further relations.
    left_out: usize,
}

/// A record or file, and its relation to the thing.
#[derive(Serialize, JsonSchema)]
struct RelationItem<'a> {
    /// `applies to`, `owned by`, `brought by`, `names`, `depends on`, `links to`,
    /// `defines` or `followed by`.
    relation: &'static str,
    /// Of a record: its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a str>,
    /// The file, or the record's file.
    path: &'a str,
    /// The line of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    why: &'a [String],
}

impl<'a> From<&'a Relation> for RelationItem<'a> {
    fn from(relation: &'a Relation) -> Self {
        let item = Self {
            relation: relation.tie.name(),
            id: None,
            title: None,
            status: None,
            path: "",
            line: None,
            why: &relation.why,
        };
        match &relation.of {
            Thing::Record(record) => Self {
                id: Some(record.header.id.as_str()),
                title: Some(&record.header.title),
                status: Some(&record.header.status),
                path: record.path.as_str(),
                ..item
            },
            Thing::Line { path, line } => Self {
                path,
                line: Some(*line),
                ..item
            },
        }
    }
}

impl<'a> From<&'a Entity> for EntityItem<'a> {
    fn from(entity: &'a Entity) -> Self {
        Self {
            kind: entity.kind.name(),
            name: &entity.name,
            relations: entity.relations.iter().map(Into::into).collect(),
            left_out: entity.left,
        }
    }
}
