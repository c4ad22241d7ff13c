//! The newest commits that one reaches: kept from one question to the next.

use std::collections::HashSet;
use std::sync::Arc;

use super::ObjectId;

/// The last question, and its answer.
#[derive(Default)]
pub(crate) struct Nearby(Option<Known>);

struct Known {
    from: ObjectId,
    limit: usize,
    commits: Arc<HashSet<ObjectId>>,
}

impl Nearby {
    /// The newest `limit` commits that `from` reaches, or more of them, if they are known.
    pub(crate) fn get(&self, from: ObjectId, limit: usize) -> Option<Arc<HashSet<ObjectId>>> {
        match &self.0 {
            Some(known) if known.from == from && known.limit >= limit => {
                Some(Arc::clone(&known.commits))
            }
            _ => None,
        }
    }

    /// Keeps an answer in the place of the last one.
    pub(crate) fn keep(&mut self, from: ObjectId, limit: usize, commits: &Arc<HashSet<ObjectId>>) {
        self.0 = Some(Known {
            from,
            limit,
            commits: Arc::clone(commits),
        });
    }
}
