//! Choosing and sorting records: `list`, `count`, and what `clear` works on.

use std::cmp::Ordering;

use crate::domain::kind::Kind;
use crate::domain::pathspec;
use crate::domain::record::Record;
use crate::domain::secrets::Clean;

/// Which records are wanted; a field that is empty wants any.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Of one of these kinds.
    pub kinds: Vec<Kind>,
    /// With one of these statuses.
    pub statuses: Vec<String>,
    /// With all of these tags.
    pub tags: Vec<String>,
    /// In one of these categories.
    pub categories: Vec<String>,
    /// In one of these scopes, or below it.
    pub scopes: Vec<String>,
    /// About one of these paths: named by the record's `paths`, or the record's own file or
    /// folder.
    pub paths: Vec<String>,
}

/// By what records are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// Whether it wants every record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
            && [
                &self.statuses,
                &self.tags,
                &self.categories,
                &self.scopes,
                &self.paths,
            ]
            .iter()
            .all(|list| list.is_empty())
    }

    /// Whether it wants this record.
    #[must_use]
    pub fn fits(&self, record: &Record) -> bool {
        let header = &record.header;
        let any = |wanted: &[String], fits: &dyn Fn(&str) -> bool| {
            wanted.is_empty() || wanted.iter().any(|want| fits(want))
        };
        (self.kinds.is_empty() || record.kind().is_some_and(|kind| self.kinds.contains(&kind)))
            && any(&self.statuses, &|want| header.status.as_str() == want)
            && self.tags.iter().all(|want| {
                header
                    .tags
                    .iter()
                    .any(|tag| tag.as_str().eq_ignore_ascii_case(want))
            })
            && any(&self.categories, &|want| {
                header
                    .category
                    .as_ref()
                    .is_some_and(|found| found.as_str() == want)
            })
            && any(&self.scopes, &|want| is_below(header.scope.as_str(), want))
            && any(&self.paths, &|want| is_about(record, want))
    }

    /// Those of some records that are wanted, sorted.
    #[must_use]
    pub fn choose<'a>(
        &self,
        records: impl IntoIterator<Item = &'a Record>,
        sort: Sort,
    ) -> Vec<&'a Record> {
        let mut chosen: Vec<&Record> = records
            .into_iter()
            .filter(|record| self.fits(record))
            .collect();
        chosen.sort_by(|a, b| {
            sort.compare(a, b)
                .then_with(|| a.header.id.cmp(&b.header.id))
        });
        chosen
    }
}

impl Sort {
    fn compare(self, a: &Record, b: &Record) -> Ordering {
        let (left, right) = (&a.header, &b.header);
        match self {
            Self::Updated => right.updated.cmp(&left.updated),
            Self::Created => right.created.cmp(&left.created),
            Self::Title => left.title.cmp(&right.title),
            Self::Id => Ordering::Equal,
            Self::Path => a.path.cmp(&b.path),
        }
    }
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a record is about a path: one of its pathspecs covers it, or the record's own file lies
/// there.
fn is_about(record: &Record, path: &str) -> bool {
    let path = path.trim_end_matches('/');
    let specs = record.header.paths.iter().map(Clean::as_str);
    is_below(record.path.as_str(), path) || pathspec::covering(specs, path).is_some()
}
