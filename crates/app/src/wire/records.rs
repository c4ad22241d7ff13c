//! Answers about the records of tracked memory: written, shown, listed, cleared.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::contested::ContestedItem;
use super::followers::FollowersItem;
use super::ground::GroundItem;
use super::place::PlaceItem;
use super::text::{Text, When};
use crate::records::add::Written;
use crate::records::changed_line::ChangedLine;
use crate::records::clear::Cleared;
use crate::records::edited::EditedText;
use crate::records::listing::Listing;
use crate::records::set::Changed;
use crate::records::show::Shown;
use crate::workspace::Double;
use crate::workspace::listed::ListedRepository;
use git_memory_model::record::conflict::Sides;
use git_memory_model::record::{Record, more};
use git_memory_model::subscription::ParentName;

/// A record that was written: the answer of the add commands, `set`, `edit` and `close`.
#[derive(Serialize, JsonSchema)]
pub struct WrittenAnswer<'a> {
    id: &'a str,
    path: &'a str,
    kind: &'a str,
    /// For an existing record: true if anything was changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<bool>,
    /// Of a document outside of memory: the lines that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<ChangedLineItem<'a>>,
    /// Records that a new one may contradict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflicts_with: Vec<ContestedItem<'a>>,
}

/// A line of a document that was changed or added.
#[derive(Serialize, JsonSchema)]
struct ChangedLineItem<'a> {
    /// Its number, from 1.
    number: usize,
    text: &'a str,
}

impl<'a> From<&'a ChangedLine> for ChangedLineItem<'a> {
    fn from(line: &'a ChangedLine) -> Self {
        Self {
            number: line.number,
            text: &line.text,
        }
    }
}

impl<'a> WrittenAnswer<'a> {
    /// Adds the records that it may contradict.
    #[must_use]
    pub fn with_contested(self, contested: Vec<ContestedItem<'a>>) -> Self {
        Self {
            conflicts_with: contested,
            ..self
        }
    }
}

impl<'a> From<&'a EditedText> for WrittenAnswer<'a> {
    fn from(edited: &'a EditedText) -> Self {
        Self {
            id: &edited.id,
            path: &edited.path,
            kind: edited.kind,
            changed: Some(edited.is_changed),
            lines: Vec::new(),
            conflicts_with: Vec::new(),
        }
    }
}

impl<'a> From<&'a Changed> for WrittenAnswer<'a> {
    fn from(changed: &'a Changed) -> Self {
        match changed {
            Changed::Tracked(written) => written.into(),
            Changed::Private(private) => (&private.record).into(),
        }
    }
}

impl<'a> From<&'a Written> for WrittenAnswer<'a> {
    fn from(written: &'a Written) -> Self {
        Self {
            id: written.id.as_str(),
            path: written.path.as_str(),
            kind: written.kind,
            changed: None,
            lines: written.lines.iter().map(Into::into).collect(),
            conflicts_with: Vec::new(),
        }
    }
}

/// The answer of `supersede`: the new record, and the one that it replaces.
#[derive(Serialize, JsonSchema)]
pub struct SupersededAnswer<'a> {
    #[serde(flatten)]
    new: WrittenAnswer<'a>,
    supersedes: WrittenAnswer<'a>,
}

impl<'a> SupersededAnswer<'a> {
    /// The answer about both records.
    #[must_use]
    pub fn new(new: &'a Written, old: &'a Written) -> Self {
        Self {
            new: new.into(),
            supersedes: old.into(),
        }
    }
}

/// A record: its header, and its text where that was asked for. The answer of `show`, and one line
/// of `export --format jsonl`.
#[derive(Serialize, JsonSchema)]
pub struct RecordAnswer<'a> {
    id: &'a str,
    #[serde(flatten)]
    place: PlaceItem<'a>,
    kind: &'a str,
    scope: Text<'a>,
    title: &'a str,
    description: &'a str,
    status: &'a str,
    category: Option<Text<'a>>,
    tags: Vec<Text<'a>>,
    paths: Vec<Text<'a>>,
    source: Option<Text<'a>>,
    created: Option<When<'a>>,
    updated: Option<When<'a>>,
    supersedes: Vec<Text<'a>>,
    superseded_by: Vec<Text<'a>>,
    related: Vec<Text<'a>>,
    record_path: &'a str,
    /// Other files that have its id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    same_id: Vec<&'a str>,
    /// The one of them that had the id first, if history shows it: that one is the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_of: Option<&'a str>,
    /// For a record requested by name: true if only this branch has it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    private: bool,
    /// For a record requested by name: the parent that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<&'a str>,
    /// For a record whose whole file is the content: the file's blob.
    #[serde(skip_serializing_if = "Option::is_none")]
    blob: Option<String>,
    /// The other keys of the front matter, with their values: those of the kind, and unknown ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<Map<String, Value>>,
    /// The two versions of a record in conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<ConflictItem<'a>>,
    /// Freshness of a tracked record that was asked for by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    freshness: Option<GroundItem<'a>>,
    /// The commits that follow it, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    followers: Option<FollowersItem<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a str>,
}

/// The two versions of a record that a merge left.
#[derive(Serialize, JsonSchema)]
struct ConflictItem<'a> {
    /// The names of the two sides as git has them; null where it has none.
    ours: Option<&'a str>,
    theirs: Option<&'a str>,
    /// The requested part of our version; null if the side has deleted the file, or if its text was
    /// not requested.
    ours_content: Option<&'a str>,
    theirs_content: Option<&'a str>,
}

impl<'a> From<&'a Record> for RecordAnswer<'a> {
    fn from(record: &'a Record) -> Self {
        let header = &record.header;
        Self {
            id: header.id.as_str(),
            place: PlaceItem::default(),
            kind: record.kind_name(),
            scope: Text(&header.scope),
            title: &header.title,
            description: &header.abstract_line,
            status: &header.status,
            category: Text::option(header.category.as_ref()),
            tags: Text::list(&header.tags),
            paths: Text::list(&header.paths),
            source: Text::option(header.source.as_ref()),
            created: When::option(header.created.as_ref(), header.created_at),
            updated: When::option(header.updated.as_ref(), header.updated_at),
            supersedes: Text::list(&header.supersedes),
            superseded_by: Text::list(&header.superseded_by),
            related: Text::list(&header.related),
            record_path: record.path.as_str(),
            same_id: Vec::new(),
            copy_of: None,
            private: false,
            parent: None,
            blob: None,
            more: header.more.as_deref().map(more::read),
            conflict: None,
            freshness: None,
            followers: None,
            content: None,
        }
    }
}

impl<'a> From<&'a Shown> for RecordAnswer<'a> {
    fn from(shown: &'a Shown) -> Self {
        let ground = shown.ground.as_ref();
        let answer = Self {
            freshness: ground.map(|it| GroundItem::new(it, shown.record.header.id.as_str())),
            place: shown.place.as_ref().into(),
            followers: shown.followers.as_ref().map(Into::into),
            private: shown.is_private,
            parent: shown.parent.as_ref().map(ParentName::as_str),
            blob: shown.blob.map(|blob| blob.to_string()),
            ..Self::from(&shown.record).with_content(&shown.text)
        }
        .marked(shown.double.as_ref());
        let Some(conflict) = &shown.conflict else {
            return answer;
        };
        let version = |nth: usize| conflict.versions.get(nth)?.as_deref();
        Self {
            conflict: Some(ConflictItem {
                ours_content: version(0),
                theirs_content: version(1),
                ..ConflictItem::between(&conflict.sides)
            }),
            ..answer
        }
    }
}

impl<'a> ConflictItem<'a> {
    fn between(sides: &'a Sides) -> Self {
        let known = |name: &'a str| (!name.is_empty()).then_some(name);
        Self {
            ours: known(&sides.ours),
            theirs: known(&sides.theirs),
            ours_content: None,
            theirs_content: None,
        }
    }
}

impl<'a> RecordAnswer<'a> {
    /// A record of a list: marked where it is in conflict, and where other files have its id.
    #[must_use]
    pub fn of_list(listing: &'a Listing, record: &'a Record) -> Self {
        let (path, conflicts) = (&record.path, &listing.conflicts);
        let mut doubles = listing.doubles.iter();
        Self {
            conflict: conflicts
                .files
                .contains_key(path)
                .then(|| ConflictItem::between(&conflicts.sides)),
            ..Self::from(record)
        }
        .marked(doubles.find(|double| double.has(path.as_str())))
    }

    fn marked(self, double: Option<&'a Double>) -> Self {
        let Some(double) = double else { return self };
        Self {
            same_id: double.others(self.record_path),
            copy_of: double.copied(self.record_path),
            ..self
        }
    }

    /// The keys that a record of a list may have, but for those below `more`.
    pub const FIELDS: [&'static str; 19] = [
        "id",
        "kind",
        "scope",
        "title",
        "description",
        "status",
        "category",
        "tags",
        "paths",
        "source",
        "created",
        "updated",
        "supersedes",
        "superseded_by",
        "related",
        "record_path",
        "same_id",
        "copy_of",
        "conflict",
    ];

    /// Adds the record's text.
    #[must_use]
    pub fn with_content(self, content: &'a str) -> Self {
        Self {
            content: Some(content),
            ..self
        }
    }
}

/// The answer of `list`.
#[derive(Serialize, JsonSchema)]
pub struct ListAnswer<'a> {
    /// The records, as sorted.
    pub records: Vec<RecordAnswer<'a>>,
}

impl<'a> From<&'a Listing> for ListAnswer<'a> {
    fn from(listing: &'a Listing) -> Self {
        let mut records = Vec::new();
        for record in listing.records() {
            records.push(RecordAnswer::of_list(listing, record));
        }
        Self { records }
    }
}

impl<'a> From<&'a [(Arc<ListedRepository>, Listing)]> for ListAnswer<'a> {
    fn from(all: &'a [(Arc<ListedRepository>, Listing)]) -> Self {
        let mut records = Vec::new();
        for (place, listing) in all {
            for record in listing.records() {
                records.push(RecordAnswer {
                    place: Some(&**place).into(),
                    ..RecordAnswer::of_list(listing, record)
                });
            }
        }
        Self { records }
    }
}

/// The answer of `count`.
#[derive(Serialize, JsonSchema)]
pub struct CountAnswer {
    /// Number of matching records.
    count: usize,
    /// Number of records of each kind.
    pub kinds: BTreeMap<&'static str, usize>,
}

impl CountAnswer {
    /// Counts records.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut kinds = BTreeMap::new();
        for record in records {
            *kinds.entry(record.kind_name()).or_default() += 1;
        }
        Self {
            count: kinds.values().sum(),
            kinds,
        }
    }
}

/// The answer of `clear`.
#[derive(Serialize, JsonSchema)]
pub struct ClearAnswer<'a> {
    /// The records, by path.
    pub cleared: Vec<ClearedItem<'a>>,
}

/// One record of `clear`.
#[derive(Serialize, JsonSchema)]
pub struct ClearedItem<'a> {
    id: &'a str,
    path: &'a str,
    /// The status that it has now; null where its file was deleted.
    status: Option<&'a str>,
}

impl<'a> From<&'a Cleared> for ClearedItem<'a> {
    fn from(cleared: &'a Cleared) -> Self {
        Self {
            id: cleared.id.as_str(),
            path: &cleared.path,
            status: cleared.status,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys of a record that was asked for by name, and those of a record of another repository.
    const OF_SOME: [&str; 9] = [
        "private",
        "blob",
        "more",
        "content",
        "freshness",
        "followers",
        "parent",
        "name",
        "repository",
    ];

    #[test]
    fn the_fields_of_a_record_are_the_keys_of_its_answer() {
        let schema = schemars::schema_for!(RecordAnswer);
        let properties = schema.get("properties").and_then(Value::as_object);
        let mut keys: Vec<&str> = Vec::new();
        for key in properties.into_iter().flat_map(Map::keys) {
            // Other keys are named one by one, and a list has no texts.
            if !OF_SOME.contains(&key.as_str()) {
                keys.push(key);
            }
        }
        keys.sort_unstable();
        let mut fields = RecordAnswer::FIELDS.to_vec();
        fields.sort_unstable();
        assert_eq!(keys, fields);
    }
}
