//! One structured answer for everything that a tool may want to know of a scope: `get-context`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_yaml::{Mapping, Value};

use crate::domain::layout;
use crate::domain::record::{Fault, front_matter};
use crate::domain::secrets::Clean;

/// The answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retrieval {
    /// The scope that was asked for.
    pub scope: Clean,
    /// What everybody gets, where it is wanted.
    pub defaults: Option<Defaults>,
    /// What was asked for by name, in that order.
    pub topics: Vec<(Clean, Topic)>,
    /// What is missing or wrong, one line each.
    pub warnings: Vec<Clean>,
}

/// What everybody gets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defaults {
    /// The working text of the scope's own overview.
    pub scope_overview: Option<Clean>,
    /// The folders below the scope's, one a line, each indented by two spaces for each level.
    pub folder_structure: Clean,
    /// The front matter of every overview in the scope.
    pub overviews: Vec<Overview>,
    /// The current decisions of the scope and its parents.
    pub decisions: Vec<Entry>,
    /// The current lessons likewise.
    pub lessons: Vec<Entry>,
    /// The skills that agents have here.
    pub skills: Vec<Skill>,
}

/// A topic: a kind of records, or a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    /// The working text of the nearest overview of its folder, going up from the scope.
    pub overview: Option<Clean>,
    /// Its records; of the topic `overview`, none.
    pub entries: Vec<Entry>,
    /// Of the topic `overview`: the overviews.
    pub overviews: Vec<Overview>,
}

/// What an OVERVIEW.md says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overview {
    /// The scope that it is about.
    pub scope: Clean,
    /// The folder that it is about, where it is a topic's own.
    pub topic: Option<Clean>,
    /// Its name.
    pub name: Option<Clean>,
    /// What it is about, in a line.
    pub description: Option<Clean>,
    /// Its tags.
    pub tags: Vec<Clean>,
    /// How the topic's folder is laid out.
    pub folder_structure: Option<Clean>,
    /// The statuses, categories and tags that the topic's records have.
    pub status_values: Vec<Clean>,
    /// See there.
    pub category_values: Vec<Clean>,
    /// See there.
    pub tag_values: Vec<Clean>,
    /// Where it lies, from the top of the work tree.
    pub path: Clean,
}

/// A record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its id.
    pub id: Clean,
    /// The name of its kind.
    pub kind: Clean,
    /// Its title.
    pub name: Clean,
    /// Its abstract.
    pub description: Clean,
    /// How it stands.
    pub status: Clean,
    /// The part of the project that it is about.
    pub scope: Clean,
    /// Its category.
    pub category: Option<Clean>,
    /// Its tags.
    pub tags: Vec<Clean>,
    /// The day it was made.
    pub created: Option<Clean>,
    /// The day it was last changed.
    pub updated: Option<Clean>,
    /// Its working text, where that is wanted.
    pub body: Option<Clean>,
    /// Where it lies, from the top of the work tree.
    pub path: Clean,
}

/// A skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skill {
    /// Its name.
    pub name: Clean,
    /// What it is for.
    pub description: Clean,
    /// Where its SKILL.md lies.
    pub path: Clean,
}

/// A page with front matter that is read leniently: what cannot be used is named, and left out.
#[derive(Clone, Debug, Default)]
pub struct Page {
    values: Mapping,
    /// The text behind the front matter.
    pub body: String,
    /// What is wrong, one line each.
    pub faults: Vec<String>,
}

impl Page {
    /// Reads a page; it need not have front matter.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let Ok(parts) = front_matter::split(text) else {
            // A page without front matter is all text.
            let is_broken = text.trim_start_matches('\u{feff}').starts_with("---");
            let faults = is_broken.then(|| "its front matter cannot be read".to_owned());
            return Self { body: text.to_owned(), faults: faults.into_iter().collect(), ..Self::default() };
        };
        let body = text[parts.body.clone()].to_owned();
        match front_matter::mapping(text, &parts) {
            Ok(values) => Self { values, body, faults: Vec::new() },
            Err(Fault { message, .. }) => Self { body, faults: vec![message], ..Self::default() },
        }
    }

    /// The text of a key; empty text is none.
    pub fn text(&mut self, key: &str) -> Option<String> {
        let text = match self.values.get(key)? {
            Value::Null => return None,
            Value::Sequence(_) | Value::Mapping(_) | Value::Tagged(_) => {
                self.faults.push(format!("'{key}' is no text"));
                return None;
            }
            scalar => plain(scalar)?,
        };
        (!text.trim().is_empty()).then_some(text)
    }

    /// The texts of a key: a list, or one.
    pub fn texts(&mut self, key: &str) -> Vec<String> {
        match self.values.get(key) {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Sequence(items)) => {
                let texts: Vec<String> = items.iter().filter_map(plain).collect();
                if texts.len() < items.len() {
                    self.faults.push(format!("'{key}' holds what is no text"));
                }
                texts
            }
            Some(one) => {
                let text = plain(one);
                if text.is_none() {
                    self.faults.push(format!("'{key}' is no list of texts"));
                }
                text.into_iter().collect()
            }
        }
    }

    /// The mappings that a key lists, each as a page.
    pub fn pages(&mut self, key: &str) -> Vec<Page> {
        match self.values.get(key) {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Sequence(items)) => {
                let pages: Vec<Page> = items
                    .iter()
                    .filter_map(Value::as_mapping)
                    .map(|it| Self { values: it.clone(), ..Self::default() })
                    .collect();
                if pages.len() < items.len() {
                    self.faults.push(format!("'{key}' holds what has no keys"));
                }
                pages
            }
            Some(_) => {
                self.faults.push(format!("'{key}' is no list"));
                Vec::new()
            }
        }
    }
}

/// A scalar as text.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(value) => Some(value.to_string()),
        _ => None,
    }
}

/// The folders below a root, as an indented tree; `folders` are paths from the top, and imply their parents.
#[must_use]
pub fn tree(folders: &BTreeSet<String>, root: &str) -> String {
    let is_below = |path: &str| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let mut all: BTreeSet<Vec<&str>> = BTreeSet::new();
    let depth = root.split('/').count();
    for folder in folders.iter().filter(|folder| is_below(folder)) {
        let parts: Vec<&str> = folder.split('/').collect();
        all.extend((depth..=parts.len()).map(|length| parts[..length].to_vec()));
    }
    let line = |parts: Vec<&str>| {
        let level = parts.len() - depth;
        let name = if level == 0 { root } else { parts.last().copied().unwrap_or_default() };
        format!("{}{name}/", "  ".repeat(level))
    };
    all.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The folders of a topic for each of some scope folders (nearest first), with and without a leading underscore.
#[must_use]
pub fn topic_folders(scope_folders: &[String], topic: &str) -> Vec<String> {
    scope_folders.iter().flat_map(|folder| [format!("{folder}/{topic}"), format!("{folder}/_{topic}")]).collect()
}

/// The path of a folder's overview.
#[must_use]
pub fn overview_path(folder: &str) -> String {
    format!("{folder}/{}", layout::OVERVIEW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_make_a_tree() {
        let folders = ["memory", "memory/decisions", "memory/scopes/a b/x", "memory/scopes/a/decisions"];
        let folders = folders.map(str::to_owned).into_iter().collect();
        let expected = "memory/\n  decisions/\n  scopes/\n    a/\n      decisions/\n    a b/\n      x/";
        assert_eq!(tree(&folders, "memory"), expected);
        assert_eq!(tree(&folders, "memory/scopes/a"), "memory/scopes/a/\n  decisions/");
        assert_eq!(tree(&folders, "memory/scopes/none"), "");
    }

    #[test]
    fn a_page_is_read_as_far_as_it_goes() {
        let mut page = Page::parse("---\nname: N\ntags: [a, 1, {b: c}]\ndescription: [x]\nempty: ''\n---\nText.\n");
        assert_eq!(
            (page.text("name").as_deref(), page.text("empty"), page.body.as_str()),
            (Some("N"), None, "Text.\n")
        );
        assert_eq!((page.texts("tags"), page.text("description")), (vec!["a".to_owned(), "1".to_owned()], None));
        assert_eq!(page.faults, ["'tags' holds what is no text", "'description' is no text"]);
        assert_eq!(Page::parse("# Only text\n").faults, Vec::<String>::new());
        assert_eq!(Page::parse("---\nname: [\n---\nText.\n").body, "Text.\n");
        assert_eq!(Page::parse("---\nname: [\n---\nText.\n").faults.len(), 1);
        assert_eq!(Page::parse("---\nskills:\n- name: a\n- 7\n---\n").pages("skills").len(), 1);
    }
}
