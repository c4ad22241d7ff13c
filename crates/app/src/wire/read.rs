//! The answer of a read: of a door that reads whatever is named.

use schemars::JsonSchema;
use serde::Serialize;

use super::{EntryAnswer, RecordAnswer, TextAnswer, TopicTextAnswer};
use crate::records::read::Read;

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

impl<'a> From<&'a Read> for ReadAnswer<'a> {
    fn from(read: &'a Read) -> Self {
        match read {
            Read::Record(shown) => Self::Record(Box::new(RecordAnswer::from(&**shown))),
            Read::Entry(entry) => Self::Entry(Box::new(EntryAnswer::from(&**entry))),
            Read::Topic(topic, text) => Self::Topic(TopicTextAnswer {
                topic: topic.as_deref(),
                text,
            }),
            Read::User(text) => Self::Text(TextAnswer { text }),
        }
    }
}
