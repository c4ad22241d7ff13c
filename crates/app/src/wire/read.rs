//! The answer of a read: of a door that reads whatever is named.

use schemars::JsonSchema;
use serde::Serialize;

use super::{EntryAnswer, RecordAnswer, TextAnswer, TopicTextAnswer};

/// The text that was read.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ReadAnswer<'a> {
    /// A record or page.
    Record(Box<RecordAnswer<'a>>),
    /// An entry of private memory.
    Entry(Box<EntryAnswer<'a>>),
    /// A topic, or the index.
    Topic(TopicTextAnswer<'a>),
    /// A file of user memory.
    Text(TextAnswer<'a>),
}
