//! Statuses, tags, categories and scopes that records have: for completion, and to list the choices
//! after an unknown name.

use std::collections::BTreeMap;

use git_memory_guard::Clean;
use git_memory_model::record::Record;

/// Values with the number of records that have each.
pub type Counts = BTreeMap<String, usize>;

/// The values that some records have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InUse {
    /// The statuses.
    pub statuses: Counts,
    /// The tags.
    pub tags: Counts,
    /// The categories.
    pub categories: Counts,
    /// The scopes.
    pub scopes: Counts,
}

/// Counts the values that these records have.
#[must_use]
pub fn in_use<'a>(records: impl IntoIterator<Item = &'a Record>) -> InUse {
    let mut found = InUse::default();
    for record in records {
        let header = &record.header;
        count(&mut found.statuses, &header.status);
        count(&mut found.scopes, header.scope.as_str());
        for tag in &header.tags {
            count(&mut found.tags, tag);
        }
        if let Some(category) = &header.category {
            count(&mut found.categories, Clean::as_str(category));
        }
    }
    found
}

fn count(counts: &mut Counts, value: &str) {
    match counts.get_mut(value) {
        Some(count) => *count += 1,
        None => {
            counts.insert(value.to_owned(), 1);
        }
    }
}
