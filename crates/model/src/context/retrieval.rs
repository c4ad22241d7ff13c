//! One structured answer for everything that a tool may want to know of a scope: `get-context`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::layout;
use git_memory_guard::Clean;
use git_memory_text::one_line;

/// The answer to one call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retrieval {
    /// The scope that was asked for.
    pub scope: Clean,
    /// Parts that are not asked for by name, if they are wanted.
    pub defaults: Option<Defaults>,
    /// Topics that were asked for by name, in that order.
    pub topics: Vec<(Clean, Topic)>,
    /// Missing and faulty things, one line each.
    pub warnings: Vec<Clean>,
}

/// Parts of a scope that are not asked for by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defaults {
    /// The working text of the scope's own overview.
    pub scope_overview: Option<Clean>,
    /// The folders below the scope's, one a line, each indented by two spaces for each level.
    pub folder_structure: Clean,
    /// The front matter of every overview in the scope.
    pub overviews: Vec<Overview>,
    /// The current decisions of the scope and its parents.
    pub decisions: Vec<TopicEntry>,
    /// The current lessons likewise.
    pub lessons: Vec<TopicEntry>,
    /// The skills that agents have here.
    pub skills: Vec<Skill>,
}

/// A topic: a kind of records, or a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    /// The working text of the nearest overview of its folder, going up from the scope.
    pub overview: Option<Clean>,
    /// Its records; of the topic `overview`, none.
    pub entries: Vec<TopicEntry>,
    /// Of the topic `overview`: the overviews.
    pub overviews: Vec<Overview>,
}

/// Fields of an OVERVIEW.md.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overview {
    /// The scope that it is about.
    pub scope: Clean,
    /// The folder that it is about, if it belongs to a topic.
    pub topic: Option<Clean>,
    /// Its name, if its front matter has one.
    pub name: Option<Clean>,
    /// Its description, in a line.
    pub description: Option<Clean>,
    /// Its tags.
    pub tags: Vec<Clean>,
    /// Layout of the topic's folder.
    pub folder_structure: Option<Clean>,
    /// The statuses that the topic's records may have.
    pub status_values: Vec<Clean>,
    /// The categories that the topic's records may have.
    pub category_values: Vec<Clean>,
    /// The tags that the topic's records may have.
    pub tag_values: Vec<Clean>,
    /// Its path from the top of the work tree.
    pub path: Clean,
}

/// A record, without its text unless that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicEntry {
    /// Its id.
    pub id: Clean,
    /// The name of its kind.
    pub kind: Clean,
    /// Its title.
    pub name: Clean,
    /// Its abstract.
    pub description: Clean,
    /// Its status, as written.
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
    /// Its working text, if that is wanted.
    pub body: Option<Clean>,
    /// Its path from the top of the work tree.
    pub path: Clean,
}

/// A skill of an agent: a folder with a SKILL.md.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skill {
    /// Its name.
    pub name: Clean,
    /// Purpose of the skill.
    pub description: Clean,
    /// Path of its SKILL.md.
    pub path: Clean,
}

/// The folders below a root, as an indented tree; `folders` are paths from the top, and imply their
/// parents.
#[must_use]
pub fn tree(folders: &BTreeSet<String>, root: &str) -> String {
    // Sorted by their parts and not as texts: `a b` would come between `a` and `a/x`.
    let mut all: BTreeSet<Vec<&str>> = BTreeSet::new();
    let depth = root.split('/').count();
    for folder in folders {
        let Some(rest) = folder.strip_prefix(root) else {
            continue;
        };
        if !rest.is_empty() && !rest.starts_with('/') {
            continue;
        }
        let parts: Vec<&str> = folder.split('/').collect();
        for length in depth..=parts.len() {
            all.insert(parts[..length].to_vec());
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for parts in all {
        let level = parts.len() - depth;
        let name = match parts.last() {
            Some(name) if level > 0 => name,
            _ => root,
        };
        // A folder's name may hold a line break, which would make a folder of its own.
        let name = one_line(name, usize::MAX);
        lines.push(format!("{}{name}/", "  ".repeat(level)));
    }
    lines.join("\n")
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
        let folders = [
            "memory",
            "memory/decisions",
            "memory/scopes/a b/x",
            "memory/scopes/a/decisions",
        ];
        let folders = folders.map(str::to_owned).into_iter().collect();
        let expected =
            "memory/\n  decisions/\n  scopes/\n    a/\n      decisions/\n    a b/\n      x/";
        assert_eq!(tree(&folders, "memory"), expected);
        assert_eq!(
            tree(&folders, "memory/scopes/a"),
            "memory/scopes/a/\n  decisions/"
        );
        assert_eq!(tree(&folders, "memory/scopes/none"), "");
    }
}
