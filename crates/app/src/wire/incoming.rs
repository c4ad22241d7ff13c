//! The answer of `incoming`.

use schemars::JsonSchema;
use serde::Serialize;

use super::records::RecordAnswer;
use super::text::Text;
use crate::records::incoming::{Incoming, Landed};

/// The answer of `incoming`: records that landed on the base, and cover what is being written.
#[derive(Serialize, JsonSchema)]
pub struct IncomingAnswer<'a> {
    /// The base; null without one.
    base: Option<&'a str>,
    /// The commit at which the branch left it; null where both have the same memory.
    left: Option<Text<'a>>,
    records: Vec<LandedItem<'a>>,
}

/// A record that landed.
#[derive(Serialize, JsonSchema)]
struct LandedItem<'a> {
    /// Kind of its change, as in `diff`.
    change: &'static str,
    /// The files that the branch changes, or the work tree, and that it covers, sorted.
    files: &'a [String],
    #[serde(flatten)]
    record: RecordAnswer<'a>,
}

impl<'a> From<&'a Landed> for LandedItem<'a> {
    fn from(landed: &'a Landed) -> Self {
        Self {
            change: landed.what.name(),
            files: &landed.files,
            record: (&landed.record).into(),
        }
    }
}

impl<'a> From<Option<&'a Incoming>> for IncomingAnswer<'a> {
    fn from(incoming: Option<&'a Incoming>) -> Self {
        let Some(incoming) = incoming else {
            return Self {
                base: None,
                left: None,
                records: Vec::new(),
            };
        };
        Self {
            base: Some(&incoming.base),
            left: Text::option(incoming.left.as_ref()),
            records: incoming.landed.iter().map(Into::into).collect(),
        }
    }
}
