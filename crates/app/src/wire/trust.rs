//! The answer of `show --trust`.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::Text;
use crate::records::trust::Provenance;

/// The answer of `show --trust`: who brought records in.
#[derive(Serialize, JsonSchema)]
pub struct TrustAnswer<'a> {
    /// In the order in which they were named.
    records: Vec<TrustItem<'a>>,
}

/// Trust of a record.
#[derive(Serialize, JsonSchema)]
struct TrustItem<'a> {
    id: &'a str,
    title: &'a str,
    /// `uncommitted`, `agent`, `committed`, `merged` or `signed`.
    trust: &'static str,
    /// The commit that last changed it; null where none is known.
    commit: Option<Text<'a>>,
    author: &'a str,
    subject: &'a str,
}

impl<'a> From<&'a [Provenance]> for TrustAnswer<'a> {
    fn from(told: &'a [Provenance]) -> Self {
        let mut records = Vec::new();
        for told in told {
            records.push(TrustItem {
                id: &told.id,
                title: &told.title,
                trust: told.trust.name(),
                commit: Text::option(told.commit.as_ref()),
                author: &told.author,
                subject: &told.subject,
            });
        }
        Self { records }
    }
}
