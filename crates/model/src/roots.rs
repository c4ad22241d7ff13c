//! Folders outside `memory/` whose Markdown files are read there, as pages of a kind:
//! `memory.roots`. Existing documents of a team are memory without being copied.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::form::refusal::other_than_decision;
use crate::kind::Kind;
use crate::layout::{self, RecordPlace};
use crate::scope::Scope;
use git_memory_text::path::{MEMORY, RepoPath};
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

/// Usual folders of decisions, from the top of a repository.
pub const USUAL: [&str; 20] = [
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
    "docs/rfcs",
    "enhancements",
    "peps",
    "proposals",
    "rfcs",
    "text",
];

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
    /// It is read already.
    #[error("'{0}' is in 'memory/', which is read anyway")]
    InMemory(String),
    /// There is no such kind.
    #[error("'{0}' is not a kind")]
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
        if folder.as_str() == MEMORY || folder.below_memory().is_some() {
            return Err(BadRoot::InMemory(folder.to_string()));
        }
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

    /// Marks the folder as one that the team's file names.
    #[must_use]
    pub fn of_team(self) -> Self {
        Self {
            is_of_team: true,
            ..self
        }
    }

    fn holds(&self, folder: &str) -> bool {
        match folder.strip_prefix(self.folder.as_str()) {
            Some(rest) => rest.is_empty() || rest.starts_with('/'),
            None => false,
        }
    }
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

/// The text of the team's settings with some folders more; `None` if it has a list of folders
/// that is not written as one line for each.
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
        text.insert_str(at, &items);
        return Some(text);
    }
    text.push_str("roots:\n");
    text.push_str(&items);
    Some(text)
}

/// The kind that a folder's name means.
fn kind_of(name: &str) -> Kind {
    let name = name.to_lowercase();
    // `architecture-decision-records` and its like.
    if OF_DECISIONS.contains(&name.as_str()) || name.contains("decision") {
        return Kind::DECISION;
    }
    match Kind::by_folder(&name) {
        Some(kind) => kind,
        None => Kind::TOPIC,
    }
}

/// All folders that are read beside `memory/`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Roots(Vec<Root>);

impl Roots {
    /// From any folders; of two with one path the first counts.
    #[must_use]
    pub fn new(roots: impl IntoIterator<Item = Root>) -> Self {
        let mut all: Vec<Root> = Vec::new();
        for root in roots {
            if all.iter().all(|known| known.folder != root.folder) {
                all.push(root);
            }
        }
        // The longest first: a folder inside of another one has a kind of its own.
        all.sort_by_key(|root| std::cmp::Reverse(root.folder.as_str().len()));
        Self(all)
    }

    /// The folders that have to be walked: folders inside of others are reached with them.
    pub fn outermost(&self) -> impl Iterator<Item = &Root> {
        self.0.iter().filter(|root| {
            let mut others = self.0.iter();
            !others.any(|other| other.folder != root.folder && other.holds(root.folder()))
        })
    }

    /// Their folders, from the top of the work tree.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(Root::folder)
    }

    /// True if the files of a folder are read only if git tracks them: the team names it, and the
    /// person does not.
    #[must_use]
    pub fn needs_tracking(&self, folder: &str) -> bool {
        let mut holding = self.0.iter().filter(|root| root.holds(folder)).peekable();
        holding.peek().is_some() && holding.all(|root| root.is_of_team)
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The place of the record or page at a path; `None` if it is neither (see
    /// [`layout::place`]).
    #[must_use]
    pub fn place(&self, path: &RepoPath) -> Option<RecordPlace> {
        let place = self.place_in(path.folder())?;
        self.has(path.folder(), path.file_name()).then_some(place)
    }

    /// True if a file of this name is a record or page in a folder of records. In a folder of
    /// decisions that is only read, a README, an index and a template are not records.
    #[must_use]
    pub fn has(&self, folder: &str, name: &str) -> bool {
        if !layout::is_record_name(name) {
            return false;
        }
        match self.root_of(folder) {
            Some(root) if root.kind == Kind::DECISION => {
                other_than_decision(&format!("{folder}/{name}"), false).is_none()
            }
            _ => true,
        }
    }

    /// The root that a folder outside of memory belongs to.
    fn root_of(&self, folder: &str) -> Option<&Root> {
        self.0.iter().find(|root| root.holds(folder))
    }

    /// The place of the records and pages in a folder; `None` if it holds none.
    #[must_use]
    pub fn place_in(&self, folder: &str) -> Option<RecordPlace> {
        let of_memory = layout::place_in(folder);
        if of_memory.is_some() {
            return of_memory;
        }
        let root = self.root_of(folder)?;
        Some(RecordPlace {
            scope: Scope::project(),
            kind: Some(root.kind),
            topic: root.kind.folder().to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_tells_the_kind_of_its_pages() {
        for (text, expected) in [
            ("docs/adr", "docs/adr decision"),
            (
                "doc/architecture/decisions/",
                "doc/architecture/decisions decision",
            ),
            ("RFCS", "RFCS decision"),
            ("docs/notes", "docs/notes note"),
            ("docs/guides", "docs/guides topic"),
            ("docs/guides=recipe", "docs/guides recipe"),
        ] {
            let root: Root = text.parse().unwrap();
            assert_eq!(
                format!("{} {}", root.folder(), root.kind().name()),
                expected
            );
        }
        for bad in [
            "",
            "/etc",
            "../x",
            ".",
            "memory",
            "memory/notes",
            "docs=nosuch",
            "a/.git",
        ] {
            assert!(bad.parse::<Root>().is_err(), "{bad}");
        }
        for top in ["", ".", "./"] {
            assert!(matches!(top.parse::<Root>(), Err(BadRoot::Top)), "{top}");
        }
    }

    #[test]
    fn settings_get_a_line_a_folder_and_keep_all_others() {
        let add = |config: &str| config_with(config, &["docs/adr".to_owned(), "a: b".to_owned()]);
        let added = "  - docs/adr\n  - \"a: b\"\n";
        for (before, expected) in [
            ("", format!("roots:\n{added}")),
            (
                "# ours\nscan: all",
                format!("# ours\nscan: all\nroots:\n{added}"),
            ),
            (
                "roots:\n  - rfcs # old\nscan: all\n",
                format!("roots:\n{added}  - rfcs # old\nscan: all\n"),
            ),
            (
                "roots:\n- rfcs\n",
                "roots:\n- docs/adr\n- \"a: b\"\n- rfcs\n".to_owned(),
            ),
        ] {
            assert_eq!(add(before).as_deref(), Some(expected.as_str()), "{before}");
        }
        for odd in ["roots: [rfcs]\n", "roots: rfcs\n", "roots:\nscan: all\n"] {
            assert_eq!(add(odd), None, "{odd}");
        }
    }

    #[test]
    fn the_nearest_folder_decides() {
        let roots = ["docs=topic", "docs/adr", "docs"].map(|text| text.parse().unwrap());
        let roots = Roots::new(roots);
        let outermost: Vec<_> = roots.outermost().map(Root::folder).collect();
        assert_eq!(outermost, ["docs"]);
        let kind = |path: &str| {
            let place = roots.place(&path.parse().unwrap());
            place.map(|place| place.kind_of_page().name())
        };
        assert_eq!(kind("docs/adr/old/0001-x.md"), Some("decision"));
        assert_eq!(kind("docs/adrs.md"), Some("topic"));
        assert_eq!(kind("docs/adr/picture.png"), None);
        assert_eq!(kind("docs/adr/x.secret.md"), None);
        assert_eq!(kind("memory/notes/x.md"), Some("note"));
        assert_eq!(kind("memory/private/x.md"), None);
        assert_eq!(kind("src/x.md"), None);
    }
}
