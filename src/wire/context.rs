//! The JSON shapes of what is made for prompts.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::app::context::Pack;
use crate::domain::budget::{Size, tokens};
use crate::domain::context::retrieval::{Defaults, Entry, Overview, Retrieval, Skill, Topic};
use crate::domain::secrets::Clean;

/// The answer of `context`.
#[derive(Serialize)]
pub struct PackShape {
    text: String,
    chars: usize,
    lines: usize,
    tokens: usize,
    faults: Vec<String>,
}

impl From<&Pack> for PackShape {
    fn from(pack: &Pack) -> Self {
        let Size { chars, lines, .. } = Size::of(&pack.text);
        let faults = pack.faults.iter().map(ToString::to_string).collect();
        Self {
            text: pack.text.to_string(),
            chars,
            lines,
            tokens: tokens(&pack.text),
            faults,
        }
    }
}

/// The answer of `briefing`.
#[derive(Serialize)]
pub struct BriefingShape {
    text: String,
    lines: usize,
}

impl From<&Clean> for BriefingShape {
    fn from(text: &Clean) -> Self {
        Self {
            text: text.to_string(),
            lines: text.lines().count(),
        }
    }
}

/// The answer of `get-context`: `scope`, `defaults`, a key for each topic, `warnings`.
pub struct RetrievalShape<'a>(pub &'a Retrieval);

impl Serialize for RetrievalShape<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Retrieval {
            scope,
            defaults,
            topics,
            warnings,
        } = self.0;
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("scope", scope)?;
        if let Some(defaults) = defaults {
            map.serialize_entry("defaults", &DefaultsShape::from(defaults))?;
        }
        for (name, topic) in topics {
            map.serialize_entry(name, &TopicShape::from(topic))?;
        }
        map.serialize_entry("warnings", warnings)?;
        map.end()
    }
}

#[derive(Serialize)]
struct DefaultsShape<'a> {
    scope_overview_t1: Option<&'a Clean>,
    folder_structure: &'a Clean,
    overviews: Vec<OverviewShape<'a>>,
    decisions_t0: Vec<EntryShape<'a>>,
    lessons_t0: Vec<EntryShape<'a>>,
    loaded_skills: Vec<SkillShape<'a>>,
}

impl<'a> From<&'a Defaults> for DefaultsShape<'a> {
    fn from(defaults: &'a Defaults) -> Self {
        Self {
            scope_overview_t1: defaults.scope_overview.as_ref(),
            folder_structure: &defaults.folder_structure,
            overviews: defaults.overviews.iter().map(Into::into).collect(),
            decisions_t0: defaults.decisions.iter().map(Into::into).collect(),
            lessons_t0: defaults.lessons.iter().map(Into::into).collect(),
            loaded_skills: defaults.skills.iter().map(Into::into).collect(),
        }
    }
}

#[derive(Serialize)]
struct TopicShape<'a> {
    overview_t1: Option<&'a Clean>,
    entries: Vec<AnyEntry<'a>>,
}

/// Of the topic `overview` the entries are overviews, of others records.
#[derive(Serialize)]
#[serde(untagged)]
enum AnyEntry<'a> {
    Overview(OverviewShape<'a>),
    Record(EntryShape<'a>),
}

impl<'a> From<&'a Topic> for TopicShape<'a> {
    fn from(topic: &'a Topic) -> Self {
        let overviews = topic
            .overviews
            .iter()
            .map(|overview| AnyEntry::Overview(overview.into()));
        let records = topic
            .entries
            .iter()
            .map(|entry| AnyEntry::Record(entry.into()));
        Self {
            overview_t1: topic.overview.as_ref(),
            entries: overviews.chain(records).collect(),
        }
    }
}

#[derive(Serialize)]
struct Meta<'a> {
    document_path: &'a Clean,
}

#[derive(Serialize)]
struct OverviewShape<'a> {
    scope: &'a Clean,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<&'a Clean>,
    name: Option<&'a Clean>,
    description: Option<&'a Clean>,
    tags: &'a [Clean],
    #[serde(skip_serializing_if = "Option::is_none")]
    folder_structure: Option<&'a Clean>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    status_values: &'a [Clean],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    category_values: &'a [Clean],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tag_values: &'a [Clean],
    #[serde(rename = "_meta")]
    meta: Meta<'a>,
}

impl<'a> From<&'a Overview> for OverviewShape<'a> {
    fn from(overview: &'a Overview) -> Self {
        Self {
            scope: &overview.scope,
            topic: overview.topic.as_ref(),
            name: overview.name.as_ref(),
            description: overview.description.as_ref(),
            tags: &overview.tags,
            folder_structure: overview.folder_structure.as_ref(),
            status_values: &overview.status_values,
            category_values: &overview.category_values,
            tag_values: &overview.tag_values,
            meta: Meta {
                document_path: &overview.path,
            },
        }
    }
}

#[derive(Serialize)]
struct EntryShape<'a> {
    id: &'a Clean,
    kind: &'a Clean,
    name: &'a Clean,
    description: &'a Clean,
    status: &'a Clean,
    scope: &'a Clean,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a Clean>,
    tags: &'a [Clean],
    created: Option<&'a Clean>,
    updated: Option<&'a Clean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body_t1: Option<&'a Clean>,
    #[serde(rename = "_meta")]
    meta: Meta<'a>,
}

impl<'a> From<&'a Entry> for EntryShape<'a> {
    fn from(entry: &'a Entry) -> Self {
        Self {
            id: &entry.id,
            kind: &entry.kind,
            name: &entry.name,
            description: &entry.description,
            status: &entry.status,
            scope: &entry.scope,
            category: entry.category.as_ref(),
            tags: &entry.tags,
            created: entry.created.as_ref(),
            updated: entry.updated.as_ref(),
            body_t1: entry.body.as_ref(),
            meta: Meta {
                document_path: &entry.path,
            },
        }
    }
}

#[derive(Serialize)]
struct SkillShape<'a> {
    name: &'a Clean,
    description: &'a Clean,
    skill_path: &'a Clean,
}

impl<'a> From<&'a Skill> for SkillShape<'a> {
    fn from(skill: &'a Skill) -> Self {
        Self {
            name: &skill.name,
            description: &skill.description,
            skill_path: &skill.path,
        }
    }
}
