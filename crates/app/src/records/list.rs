//! Choosing and sorting records: `list`, `count`, and what `clear` works on.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::records::order::{RecordHistory, rank};
use crate::workspace::Error;
use git_memory_guard::Clean;
use git_memory_model::form::tags::tag;
use git_memory_model::kind::Kind;
use git_memory_model::record::Record;
use git_memory_store::Memory;
use git_memory_text::path::is_below;
use git_memory_text::pathspec;

/// Conditions for records; an empty field accepts any.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Filter {
    /// Only records of one of these kinds, by name.
    #[schemars(with = "Vec<String>")]
    pub kinds: Vec<Kind>,
    /// Only records with one of these statuses.
    pub statuses: Vec<String>,
    /// Only records with all of these tags.
    pub tags: Vec<String>,
    /// Only records in one of these categories.
    pub categories: Vec<String>,
    /// Only records in one of these scopes or below it.
    pub scopes: Vec<String>,
    /// Only records that were written by one of these: manual, agent, tool.
    pub sources: Vec<String>,
    /// Only records about one of these paths.
    pub paths: Vec<String>,
}

/// By what records are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// The newest change first.
    #[default]
    Updated,
    /// The newest first.
    Created,
    /// By title.
    Title,
    /// By id.
    Id,
    /// By path.
    Path,
}

impl Filter {
    /// True if it has no condition.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // Taken apart, so that a field that is added one day cannot be forgotten here.
        let Self {
            kinds,
            statuses,
            tags,
            categories,
            scopes,
            sources,
            paths,
        } = self;
        kinds.is_empty()
            && [statuses, tags, categories, scopes, sources, paths]
                .iter()
                .all(|list| list.is_empty())
    }

    /// True if a record meets all conditions.
    #[must_use]
    pub fn fits(&self, record: &Record) -> bool {
        let header = &record.header;
        let is_of_kind = || {
            let kind = record.kind();
            kind.is_some_and(|kind| self.kinds.contains(&kind))
        };
        let category = header.category.as_ref().map(Clean::as_str);
        let source = header.source.as_ref().map(Clean::as_str);
        !record.is_about_folder()
            && (self.kinds.is_empty() || is_of_kind())
            && any(&self.statuses, |want| header.status.as_str() == want)
            && self.tags.iter().all(|want| has_tag(record, want))
            && any(&self.categories, |want| category == Some(want))
            && any(&self.scopes, |want| is_at(header.scope.as_str(), want))
            && any(&self.sources, |want| source == Some(want))
            && any(&self.paths, |want| is_about(record, want))
    }

    /// Returns the records that meet all conditions, in the same order.
    #[must_use]
    pub fn choose<'a>(&self, records: impl IntoIterator<Item = &'a Record>) -> Vec<&'a Record> {
        let mut chosen = Vec::new();
        for record in records {
            if self.fits(record) {
                chosen.push(record);
            }
        }
        chosen
    }
}

/// Sorts records of a memory, which come by path; equal ones by their place in history, then by
/// path. Of those after the first `most`, equal ones may stay in any order.
pub fn sort(
    records: &mut [&Record],
    sort: Sort,
    most: usize,
    memory: &Memory,
    history: &RecordHistory<'_>,
) -> Result<(), Error> {
    // Stable: they come by path, and equal ones stay in that order.
    records.sort_by(|a, b| sort.compare(a, b));
    // Ids and paths need no history to order them.
    if matches!(sort, Sort::Id | Sort::Path) {
        return Ok(());
    }
    // History costs more than the rest of a list, so it is read only for equals.
    let mut sorted = 0;
    for equal in records.chunk_by_mut(|a, b| sort.compare(a, b) == Ordering::Equal) {
        if sorted >= most {
            break;
        }
        sorted += equal.len();
        if equal.len() == 1 {
            continue;
        }
        let ages = history.ages()?;
        // The rest of the rank is the same for all of them, but where the title was the key.
        equal.sort_by_cached_key(|record| rank(ages, memory, record, record.header.updated));
    }
    Ok(())
}

impl Sort {
    fn compare(self, a: &Record, b: &Record) -> Ordering {
        let (left, right) = (&a.header, &b.header);
        match self {
            Self::Updated => right.updated.cmp(&left.updated),
            Self::Created => right.created.cmp(&left.created),
            Self::Title => left.title.cmp(&right.title),
            Self::Id => left.id.cmp(&right.id),
            Self::Path => Ordering::Equal,
        }
    }
}

/// True if one of the wanted items fits; an empty list accepts everything.
fn any(wanted: &[String], fits: impl Fn(&str) -> bool) -> bool {
    wanted.is_empty() || wanted.iter().any(|want| fits(want))
}

fn has_tag(record: &Record, want: &str) -> bool {
    let want = tag(want);
    let mut tags = record.header.tags.iter();
    // People do not remember the case of a tag.
    tags.any(|tag| tag.as_str().eq_ignore_ascii_case(want))
}

fn is_at(path: &str, place: &str) -> bool {
    path == place || is_below(path, place)
}

/// True if a record is about a path: one of its pathspecs covers it, or the record's own file lies
/// there.
fn is_about(record: &Record, path: &str) -> bool {
    let path = path.trim_end_matches('/');
    let specs = record.header.paths.iter().map(Clean::as_str);
    is_at(record.path.as_str(), path) || pathspec::covering(specs, path).is_some()
}
