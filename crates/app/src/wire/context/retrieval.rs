//! The answer of `get-context`: `scope`, `defaults`, a key for each topic, `warnings`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::wire::text::Text;
use git_memory_guard::Clean;
use git_memory_model::context::retrieval::{
    Defaults, Overview, Retrieval, Skill, Topic, TopicEntry,
};

/// The answer of `get-context`.
#[derive(Serialize, JsonSchema)]
pub struct RetrievalAnswer<'a> {
    scope: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    defaults: Option<DefaultsItem<'a>>,
    #[serde(flatten)]
    topics: Topics<'a>,
    warnings: Vec<Text<'a>>,
}

impl<'a> From<&'a Retrieval> for RetrievalAnswer<'a> {
    fn from(retrieval: &'a Retrieval) -> Self {
        Self {
            scope: &retrieval.scope,
            defaults: retrieval.defaults.as_ref().map(Into::into),
            topics: Topics(&retrieval.topics),
            warnings: Text::list(&retrieval.warnings),
        }
    }
}

/// The topics that were asked for, as keys in that order.
struct Topics<'a>(&'a [(Clean, Topic)]);

impl Serialize for Topics<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(
            self.0
                .iter()
                .map(|(name, topic)| (name, TopicItem::from(topic))),
        )
    }
}

impl JsonSchema for Topics<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Topics".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        std::collections::BTreeMap::<String, TopicItem>::json_schema(generator)
    }
}

#[derive(Serialize, JsonSchema)]
struct DefaultsItem<'a> {
    scope_overview_t1: Option<&'a str>,
    folder_structure: &'a str,
    overviews: Vec<OverviewItem<'a>>,
    decisions_t0: Vec<EntryItem<'a>>,
    lessons_t0: Vec<EntryItem<'a>>,
    loaded_skills: Vec<SkillItem<'a>>,
}

impl<'a> From<&'a Defaults> for DefaultsItem<'a> {
    fn from(defaults: &'a Defaults) -> Self {
        Self {
            scope_overview_t1: defaults.scope_overview.as_deref(),
            folder_structure: &defaults.folder_structure,
            overviews: defaults.overviews.iter().map(Into::into).collect(),
            decisions_t0: defaults.decisions.iter().map(Into::into).collect(),
            lessons_t0: defaults.lessons.iter().map(Into::into).collect(),
            loaded_skills: defaults.skills.iter().map(Into::into).collect(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct TopicItem<'a> {
    overview_t1: Option<&'a str>,
    entries: Vec<AnyEntry<'a>>,
}

/// The entries of the topic `overview` are overviews, those of other topics records.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum AnyEntry<'a> {
    Overview(OverviewItem<'a>),
    Record(EntryItem<'a>),
}

impl<'a> From<&'a Topic> for TopicItem<'a> {
    fn from(topic: &'a Topic) -> Self {
        let mut entries = Vec::with_capacity(topic.overviews.len() + topic.entries.len());
        for overview in &topic.overviews {
            entries.push(AnyEntry::Overview(overview.into()));
        }
        for entry in &topic.entries {
            entries.push(AnyEntry::Record(entry.into()));
        }
        Self {
            overview_t1: topic.overview.as_deref(),
            entries,
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct Meta<'a> {
    document_path: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct OverviewItem<'a> {
    scope: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<&'a str>,
    name: Option<&'a str>,
    description: Option<&'a str>,
    tags: Vec<Text<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder_structure: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    status_values: Vec<Text<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    category_values: Vec<Text<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tag_values: Vec<Text<'a>>,
    #[serde(rename = "_meta")]
    meta: Meta<'a>,
}

impl<'a> From<&'a Overview> for OverviewItem<'a> {
    fn from(overview: &'a Overview) -> Self {
        let document_path = &overview.path;
        Self {
            scope: &overview.scope,
            topic: overview.topic.as_deref(),
            name: overview.name.as_deref(),
            description: overview.description.as_deref(),
            tags: Text::list(&overview.tags),
            folder_structure: overview.folder_structure.as_deref(),
            status_values: Text::list(&overview.status_values),
            category_values: Text::list(&overview.category_values),
            tag_values: Text::list(&overview.tag_values),
            meta: Meta { document_path },
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct EntryItem<'a> {
    id: &'a str,
    kind: &'a str,
    name: &'a str,
    description: &'a str,
    status: &'a str,
    scope: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    tags: Vec<Text<'a>>,
    created: Option<&'a str>,
    updated: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body_t1: Option<&'a str>,
    #[serde(rename = "_meta")]
    meta: Meta<'a>,
}

impl<'a> From<&'a TopicEntry> for EntryItem<'a> {
    fn from(entry: &'a TopicEntry) -> Self {
        let document_path = &entry.path;
        Self {
            id: &entry.id,
            kind: &entry.kind,
            name: &entry.name,
            description: &entry.description,
            status: &entry.status,
            scope: &entry.scope,
            category: entry.category.as_deref(),
            tags: Text::list(&entry.tags),
            created: entry.created.as_deref(),
            updated: entry.updated.as_deref(),
            body_t1: entry.body.as_deref(),
            meta: Meta { document_path },
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct SkillItem<'a> {
    name: &'a str,
    description: &'a str,
    skill_path: &'a str,
}

impl<'a> From<&'a Skill> for SkillItem<'a> {
    fn from(skill: &'a Skill) -> Self {
        Self {
            name: &skill.name,
            description: &skill.description,
            skill_path: &skill.path,
        }
    }
}
