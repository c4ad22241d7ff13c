//! Reasons why a file is not a decision, and those that its name is enough for.

use super::reference::number_of;
use super::series;
use crate::kind::Kind;
use crate::layout::{self, RecordPlace};
use git_memory_text::path::{self, RepoPath};

/// Why a file is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Only white space, or only front matter.
    #[error("'{0}' is empty")]
    Empty(String),
    /// No words in the text's head or in the file name.
    #[error("'{0}' has no title")]
    NoTitle(String),
    /// A README, a template, an index, a page of another kind.
    #[error("'{name}' is not a decision record: {reason}")]
    NotADecision {
        /// The file name.
        name: String,
        /// Kind of the file.
        reason: &'static str,
    },
    /// The lines between its `---` are not a YAML mapping.
    #[error("'{name}' has front matter that cannot be read: {reason}")]
    FrontMatter {
        /// The file name.
        name: String,
        /// In the YAML library's words.
        reason: String,
    },
}

impl Refusal {
    /// The refusal of a file that is not a decision.
    #[must_use]
    pub fn because(file_name: &str, reason: &'static str) -> Self {
        Self::NotADecision {
            name: file_name.to_owned(),
            reason,
        }
    }
}

/// The kind of a page by its folder; `None` for one that describes its folder.
#[must_use]
pub fn page_kind(path: &RepoPath, place: &RecordPlace) -> Option<Kind> {
    (!is_about_folder(path, place)).then(|| place.kind_of_page())
}

/// True if a page describes its folder, and is not one of its entries: an overview, a README, an
/// index, a template of decisions.
#[must_use]
pub fn is_about_folder(path: &RepoPath, place: &RecordPlace) -> bool {
    if place.kind == Some(Kind::DECISION) {
        return other_than_decision(path.as_str(), false).is_some();
    }
    layout::is_about_folder(path.file_name())
}

/// Kind of a file that is not a decision, from only its path: a template, or another page, unless
/// the user names the file.
#[must_use]
pub fn other_than_decision(path: &str, is_named: bool) -> Option<&'static str> {
    let file_name = path::last(path);
    // Ten thousand pages are looked at, and nearly all of them are decisions.
    if other_page(file_name).is_none() && !names_template(path) {
        return None;
    }
    let name = series::name(path);
    if is_template(&name) {
        Some("it is a template")
    } else if is_named || name != file_name {
        // In a folder for each, the decision itself is the folder's README.
        None
    } else {
        other_page(file_name)
    }
}

/// True if a file of this name may be another page than a decision. Thousands of names are looked
/// at, and taking each apart would take longer than reading its folder.
pub fn may_be_other(file_name: &str) -> bool {
    other_page(file_name).is_some() || names_template(file_name)
}

fn names_template(path: &str) -> bool {
    const PART: &[u8] = b"emplate";
    let mut parts = path.as_bytes().windows(PART.len());
    parts.any(|part| part.eq_ignore_ascii_case(PART))
}

/// Kind of a file that is another page, from its name.
pub fn other_page(file_name: &str) -> Option<&'static str> {
    const PAGES: [(&str, &str); 10] = [
        ("readme", "it is a README"),
        ("index", "it is an index"),
        ("toc", "it is an index"),
        ("summary", "it is an index"),
        ("_index", "it is an index"),
        ("overview", "it is about its folder"),
        ("changelog", "it is a page about the project"),
        ("contributing", "it is a page about the project"),
        ("license", "it is a page about the project"),
        ("code_of_conduct", "it is a page about the project"),
    ];
    let stem = match file_name.rsplit_once('.') {
        Some((stem, _)) => stem,
        None => file_name,
    };
    let mut pages = PAGES.iter();
    let found = pages.find(|(page, _)| stem.eq_ignore_ascii_case(page))?;
    Some(found.1)
}

/// A decision about templates has a number, and the template itself has none, or zero.
fn is_template(name: &str) -> bool {
    let stem = match name.rsplit_once('.') {
        Some((stem, _)) => stem.to_lowercase(),
        None => name.to_lowercase(),
    };
    let is_numbered = matches!(number_of(&stem), Some(1..));
    let mut words = stem.split(['-', '_', '.', ' ']);
    !is_numbered && words.any(|word| word.ends_with("template"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_page_is_one_by_the_quick_look_too() {
        for path in [
            "adr/README.md",
            "adr/Index.md",
            "adr/toc.md",
            "adr/SUMMARY.md",
            "adr/Overview.md",
            "adr/CHANGELOG.md",
            "adr/contributing.md",
            "adr/LICENSE.md",
            "adr/code_of_conduct.md",
            "adr/_index.md",
            "adr/adr-Template.md",
            "adr/0000-template.md",
            "adr/0000-template/README.md",
        ] {
            assert!(other_than_decision(path, false).is_some(), "{path}");
            assert!(may_be_other(path::last(path)), "{path}");
        }
        assert!(!may_be_other("0007-use-postgres.md"));
    }
}
