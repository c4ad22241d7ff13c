//! Folders outside of memory whose Markdown files are read there, as pages of a kind:
//! `memory.roots`. Existing documents of a team are memory without being copied.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::form::refusal::{may_be_other, other_than_decision};
use crate::kind::{Kind, UnknownKind, folder_name};
use crate::layout::{self, OVERVIEW, RecordPlace};
use crate::scope::Scope;
use git_memory_text::path::{MemoryFolder, RepoPath};
use git_memory_text::yaml::scalar;

/// Names of folders of decisions in different projects.
const OF_DECISIONS: [&str; 12] = [
    "adr",
    "adrs",
    "architecture",
    "architecture-decisions",
    "decisions",
    "design-decisions",
    "enhancements",
    "peps",
    "proposals",
    "rfc",
    "rfcs",
    "text",
];

/// Folders of what supports decisions, below them: its pages decide nothing.
const SUPPORTING: [&str; 6] = [
    "appendices",
    "appendix",
    "attachments",
    "background",
    "research",
    "supplements",
];

/// Usual folders of decisions, from the top of a repository.
pub const USUAL: [&str; 22] = [
    "adr",
    "adrs",
    "architecture/decisions",
    "decisions",
    "doc/adr",
    "doc/architecture/decisions",
    "doc/arch",
    "doc/decisions",
    "docs/adr",
    "docs/adrs",
    "docs/architecture-decisions",
    "docs/architecture/adr",
    "docs/architecture/decisions",
    "docs/decisions",
    "docs/rfc",
    "docs/rfcs",
    "enhancements",
    "peps",
    "proposals",
    "rfc",
    "rfcs",
    "text",
];

/// Usual folders of references for agents, whose documents are topics.
pub const REFERENCES: [&str; 2] = [".agents/references", ".claude/references"];

/// Folders whose folders are workspaces: `resources/workspaces/<workspace>/<domain>/<repository>`.
pub const TREES: [&str; 2] = ["resources/workspaces", "workspaces"];
/// Number of folders of a tree that tell the subject of a file: its workspace, domain and
/// repository.
pub const LEVELS: usize = 3;

/// A folder with the kind of its pages. Written as `docs/adr`, or `docs/notes=note` if its name
/// does not tell the kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Root {
    folder: RepoPath,
    kind: Kind,
    /// True if the team's file names it, which any pull request may change: then only the files
    /// that git tracks are read.
    is_of_team: bool,
}

/// A text that names no such folder.
#[derive(Debug, thiserror::Error)]
pub enum BadRoot {
    /// It is not the path of a folder.
    #[error(transparent)]
    Path(#[from] git_memory_text::path::BadPath),
    /// It is the whole work tree.
    #[error("the top of the work tree cannot be read as memory; name a folder in it")]
    Top,
    /// There is no such kind.
    #[error("'{0}' is not a kind; {UnknownKind}")]
    Kind(String),
}

impl FromStr for Root {
    type Err = BadRoot;

    fn from_str(text: &str) -> Result<Self, BadRoot> {
        let (folder, kind) = match text.rsplit_once('=') {
            Some((folder, kind)) => (folder, Some(kind)),
            None => (text, None),
        };
        // Not for a leading slash: an absolute path is refused as such.
        if matches!(folder.trim_end_matches('/'), "" | ".") && !folder.starts_with('/') {
            return Err(BadRoot::Top);
        }
        let folder: RepoPath = folder.trim_end_matches('/').parse()?;
        let kind = match kind {
            Some(name) => {
                Kind::by_name(name).ok_or_else(|| BadRoot::Kind(name.chars().take(80).collect()))?
            }
            None => kind_of(folder.file_name()),
        };
        Ok(Self {
            folder,
            kind,
            is_of_team: false,
        })
    }
}

impl Root {
    /// The folder, from the top of the work tree.
    #[must_use]
    pub fn folder(&self) -> &str {
        self.folder.as_str()
    }

    /// The kind of its pages.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The folder as one of decisions, whatever its name is.
    #[must_use]
    pub fn of_decisions(self) -> Self {
        Self {
            kind: Kind::DECISION,
            ..self
        }
    }

    /// True if the team's file names it.
    #[must_use]
    pub fn is_of_team(&self) -> bool {
        self.is_of_team
    }

    /// Marks the folder as one that the team's file names.
    #[must_use]
    pub fn of_team(self) -> Self {
        Self {
            is_of_team: true,
            ..self
        }
    }

    /// The tree of workspaces that the folder is or lies in.
    fn tree(&self) -> Option<&str> {
        let folder = self.folder();
        let mut trees = TREES.iter();
        let known = trees.find(|tree| is_at_or_below(folder, tree));
        match known {
            Some(tree) => Some(&folder[..tree.len()]),
            None if self.folder.file_name() == "workspaces" => Some(folder),
            None => None,
        }
    }

    /// The folder below which the names of folders are scopes.
    fn base(&self) -> &str {
        self.tree().unwrap_or_else(|| self.folder())
    }

    /// The scope of a folder at or below this one, and its folders from that scope's own one on.
    /// The folders above a topic or kind are the scope; without one, the root tells the kind.
    fn split<'a>(&'a self, folder: &'a str) -> (Scope, Vec<&'a str>) {
        let below = &folder[self.base().len()..];
        let below: Vec<&str> = below.split('/').filter(|name| !name.is_empty()).collect();
        let at = match self.tree() {
            Some(_) => Some(end_of_scope(&below)),
            None => self.topic_in(&below),
        };
        if let Some(at) = at {
            let (scope, rest) = below.split_at(at);
            return (layout::scope_or_project(scope), rest.to_vec());
        }
        let mut folders = vec![self.kind.folder()];
        if self.kind == Kind::DECISION && below.iter().any(|name| SUPPORTING.contains(name)) {
            folders = vec![Kind::NOTE.folder()];
        }
        folders.extend(below);
        (Scope::project(), folders)
    }

    /// The first of some folders that is a topic's or a kind's.
    fn topic_in(&self, below: &[&str]) -> Option<usize> {
        // A folder of decisions has folders such as `_archive`, whose files are decisions.
        let is_free = self.kind == Kind::TOPIC;
        let topic = below.iter().position(|name| name.starts_with('_'));
        let of_kind = below
            .iter()
            .rposition(|name| Kind::by_folder(name).is_some());
        topic.filter(|_| is_free).or(of_kind)
    }

    fn holds(&self, folder: &str) -> bool {
        is_at_or_below(folder, self.folder())
    }
}

fn is_at_or_below(folder: &str, root: &str) -> bool {
    match folder.strip_prefix(root) {
        Some(rest) => rest.is_empty() || rest.starts_with('/'),
        None => false,
    }
}

/// Number of the folders below a tree of workspaces that are a scope: those before the first topic
/// (`_topic`) or, without one, before a kind's folder; at most [`LEVELS`].
#[must_use]
pub fn end_of_scope(below: &[&str]) -> usize {
    let near = &below[..below.len().min(LEVELS + 1)];
    let topic = near.iter().position(|name| name.starts_with('_'));
    // A workspace may have the name of a kind.
    let of_kind = || {
        let mut kinds = near.iter();
        let at = kinds.rposition(|name| Kind::by_folder(name).is_some());
        at.filter(|at| *at > 0)
    };
    topic.or_else(of_kind).unwrap_or(below.len().min(LEVELS))
}

/// As the setting writes it.
impl fmt::Display for Root {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if kind_of(self.folder.file_name()) == self.kind {
            self.folder.fmt(out)
        } else {
            write!(out, "{}={}", self.folder, self.kind.name())
        }
    }
}

/// The text of the team's settings with some folders more, in place of lines for the same folders;
/// `None` if it has a list of folders that is not written as one line for each.
#[must_use]
pub fn config_with(config: &str, roots: &[String]) -> Option<String> {
    let mut items = String::new();
    for root in roots {
        items.extend(["  - ", &scalar(root, false), "\n"]);
    }
    let mut text = config.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_key = line.to_ascii_lowercase().starts_with("roots:");
        at += line.len();
        if !is_key {
            continue;
        }
        let rest = text[at..].trim_start_matches('\n');
        // Other forms, a list in brackets or a single value, are not ours to rewrite.
        if line.trim_end().len() != "roots:".len() || !rest.trim_start().starts_with("- ") {
            return None;
        }
        let indent = rest.len() - rest.trim_start_matches(' ').len();
        let items = items.replace("  - ", &format!("{}- ", " ".repeat(indent)));
        let rest = without(&text[at..], roots);
        text.truncate(at);
        return Some(text + &items + &rest);
    }
    text.push_str("roots:\n");
    text.push_str(&items);
    Some(text)
}

/// The lines of a list of folders, and those after it, without items for the folders of some roots.
fn without(lines: &str, roots: &[String]) -> String {
    let folder = |root: &str| root.parse().map(|root: Root| root.folder).ok();
    let new: Vec<_> = roots.iter().filter_map(|root| folder(root)).collect();
    let mut left = String::new();
    let mut is_list = true;
    for line in lines.split_inclusive('\n') {
        let item = line.trim_start().strip_prefix("- ");
        is_list &= item.is_some() || line.trim().is_empty() || line.trim().starts_with('#');
        let item = item.unwrap_or_default().split(" #").next();
        let item = item.unwrap_or_default().trim().trim_matches(['"', '\'']);
        if !is_list || !folder(item).is_some_and(|it| new.contains(&it)) {
            left.push_str(line);
        }
    }
    left
}

/// The kind that a folder's name means.
fn kind_of(name: &str) -> Kind {
    let name = folder_name(name).to_lowercase();
    // `architecture-decision-records` and its like.
    if OF_DECISIONS.contains(&name.as_str()) || name.contains("decision") {
        return Kind::DECISION;
    }
    match Kind::by_folder(&name) {
        Some(kind) => kind,
        None => Kind::TOPIC,
    }
}

/// The folder of memory, and all folders that are read beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Roots {
    memory: MemoryFolder,
    /// The longest path first.
    beside: Vec<Root>,
}

impl Roots {
    /// From any folders; of two with one path the first counts. One that is or lies in memory is
    /// read anyway.
    #[must_use]
    pub fn new(memory: MemoryFolder, roots: impl IntoIterator<Item = Root>) -> Self {
        let mut all: Vec<Root> = Vec::new();
        let roots = roots.into_iter();
        let roots = roots.filter(|root| !memory.is_or_holds(root.folder()));
        for root in roots {
            if all.iter().all(|known| known.folder != root.folder) {
                all.push(root);
            }
        }
        // The longest first: a folder inside of another one has a kind of its own.
        all.sort_by_key(|root| std::cmp::Reverse(root.folder.as_str().len()));
        Self {
            memory,
            beside: all,
        }
    }

    /// These folders beside a memory that is in another one.
    #[must_use]
    pub fn beside(&self, memory: MemoryFolder) -> Self {
        Self::new(memory, self.beside.iter().cloned())
    }

    /// The folder of memory.
    #[must_use]
    pub fn memory(&self) -> &MemoryFolder {
        &self.memory
    }

    /// The folders that have to be walked: folders inside of others are reached with them.
    pub fn outermost(&self) -> impl Iterator<Item = &Root> {
        self.beside.iter().filter(|root| {
            let mut others = self.beside.iter();
            !others.any(|other| other.folder != root.folder && other.holds(root.folder()))
        })
    }

    /// The root with this folder.
    #[must_use]
    pub fn at(&self, folder: &str) -> Option<&Root> {
        self.beside.iter().find(|root| root.folder() == folder)
    }

    /// The folders beside memory, from the top of the work tree.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.beside.iter().map(Root::folder)
    }

    /// True if the files of a folder are read only if git tracks them: the team names it, and the
    /// person does not.
    #[must_use]
    pub fn needs_tracking(&self, folder: &str) -> bool {
        let mut holding = self
            .beside
            .iter()
            .filter(|root| root.holds(folder))
            .peekable();
        holding.peek().is_some() && holding.all(|root| root.is_of_team)
    }

    /// True if there are none beside memory.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.beside.is_empty()
    }

    /// The place of the record or page at a path; `None` if it is neither (see
    /// [`layout::place`]).
    #[must_use]
    pub fn place(&self, path: &RepoPath) -> Option<RecordPlace> {
        let place = self.place_in(path.folder())?;
        let names = self.names_in(path.folder());
        names.has(path.folder(), path.file_name()).then_some(place)
    }

    /// As [`place`](Self::place), of a record that a chain or an old revision has, where memory may
    /// be in the usual folder.
    #[must_use]
    pub fn place_in_any(&self, path: &RepoPath) -> Option<RecordPlace> {
        let usual = MemoryFolder::default();
        let place = self.place(path);
        place.or_else(|| layout::place(&usual, path))
    }

    /// The names that records and pages have in a folder.
    #[must_use]
    pub fn names_in(&self, folder: &str) -> RecordNames {
        let root = self.holding(folder);
        RecordNames {
            is_beside: root.is_some(),
            is_of_decisions: root
                .is_some_and(|root| root.kind == Kind::DECISION && root.tree().is_none()),
        }
    }

    /// The root that a path outside of memory is or lies in.
    #[must_use]
    pub fn holding(&self, path: &str) -> Option<&Root> {
        if self.memory.is_or_holds(path) {
            return None;
        }
        self.beside.iter().find(|root| root.holds(path))
    }

    /// The place of the records and pages in a folder; `None` if it holds none.
    #[must_use]
    pub fn place_in(&self, folder: &str) -> Option<RecordPlace> {
        let (scope, folders) = self.split_in(folder)?;
        let is_in_memory = self.memory.is_or_holds(folder);
        Some(RecordPlace::of(is_in_memory, scope, &folders))
    }

    /// The scope of a folder that holds records, and its path from that scope's own folder; a folder
    /// of decisions has the path of its kind's folder.
    #[must_use]
    pub fn own_folder(&self, folder: &str) -> Option<(Scope, String)> {
        let (scope, folders) = self.split_in(folder)?;
        Some((scope, folders.join("/")))
    }

    fn split_in<'a>(&'a self, folder: &'a str) -> Option<(Scope, Vec<&'a str>)> {
        match self.holding(folder) {
            Some(root) => Some(root.split(folder)),
            None => layout::split_in(&self.memory, folder),
        }
    }

    /// The workspace whose folder this is, or lies in.
    #[must_use]
    pub fn workspace_of<'f>(&self, folder: &'f str) -> Option<&'f str> {
        let base = self.holding(folder)?.tree()?;
        let below = folder.strip_prefix(base)?.strip_prefix('/')?;
        below.split('/').next().filter(|name| !name.is_empty())
    }

    /// The folders that a scope may have: in memory, and in the roots.
    #[must_use]
    pub fn scope_folders(&self, scope: &Scope) -> Vec<String> {
        let mut folders = vec![layout::scope_folder(&self.memory, scope)];
        for root in self.outermost() {
            let folder = if scope.is_project() {
                root.folder().to_owned()
            } else {
                format!("{}/{scope}", root.base())
            };
            // A root may be one workspace of a tree.
            if root.holds(&folder) && !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        folders
    }
}

/// The names that records and pages have in one folder. In a folder of decisions that is only read,
/// a README, an index, a template and an overview are not records.
#[derive(Clone, Copy, Debug)]
pub struct RecordNames {
    /// True in a folder beside memory.
    is_beside: bool,
    is_of_decisions: bool,
}

impl RecordNames {
    /// True if a file of this name is a record or page in the folder.
    #[must_use]
    pub fn has(self, folder: &str, name: &str) -> bool {
        let is_page = layout::is_record_name(name) || (self.is_beside && is_mdx(name));
        if !is_page {
            return false;
        }
        let is_other = || other_than_decision(&format!("{folder}/{name}"), false).is_some();
        !self.is_of_decisions || (name != OVERVIEW && !(may_be_other(name) && is_other()))
    }
}

/// True if the name is that of Markdown with components, which documentation tools read.
fn is_mdx(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".mdx") && !name.contains(".secret.")
}

#[cfg(test)]
mod tests;
