//! Answers about topics.

use schemars::JsonSchema;
use serde::Serialize;

use crate::records::topic::Topic;

/// The answer of `topic list`.
#[derive(Serialize, JsonSchema)]
pub struct TopicsAnswer<'a> {
    /// The topics, by name.
    pub topics: Vec<TopicItem<'a>>,
}

/// One topic of `topic list`.
#[derive(Serialize, JsonSchema)]
pub struct TopicItem<'a> {
    name: &'a str,
    title: Option<&'a str>,
    records: usize,
}

impl<'a> From<&'a Topic> for TopicItem<'a> {
    fn from(topic: &'a Topic) -> Self {
        Self {
            name: &topic.name,
            title: topic.title.as_deref(),
            records: topic.records,
        }
    }
}

/// The answer of `topic read`.
#[derive(Serialize, JsonSchema)]
pub struct TopicTextAnswer<'a> {
    /// The topic that was asked for; null for the index.
    pub topic: Option<&'a str>,
    /// Its text, Markdown.
    pub text: &'a str,
}
