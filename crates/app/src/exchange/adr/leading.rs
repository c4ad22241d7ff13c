//! Targets of a file's links after its text has become a record.

use super::paths::Tree;
use git_memory_import::adr::{ENDINGS, Reference, labelled, reference_of};
use git_memory_import::links::Leading;
use git_memory_model::form::targets::{Target, Targets};
use git_memory_text::path::{self, RepoPath, folder};
use git_memory_text::percent_decoded;

/// The links of one file.
pub(crate) struct Place<'a> {
    pub(crate) targets: &'a Targets,
    /// The tracked files; `None` if the file comes from outside of the work tree.
    pub(crate) tree: Option<&'a Tree>,
    /// Origin of the file.
    pub(crate) origin: &'a str,
    /// The path of its record.
    pub(crate) path: &'a RepoPath,
    /// The text before the number in its name.
    pub(crate) label: Option<&'a str>,
}

impl Leading for Place<'_> {
    fn target(&self, target: &str) -> Option<String> {
        let split = target.find(['#', '?']).unwrap_or(target.len());
        let (path, rest) = target.split_at(split);
        // A place in the text itself, or another site.
        if path.is_empty() || is_address(path) {
            return None;
        }
        let decoded = percent_decoded(path);
        let from_top = match decoded.strip_prefix('/') {
            Some(site) => normal("", site),
            None => normal(folder(self.origin), &decoded),
        };
        if let Some(from_top) = &from_top {
            let candidates = candidates(from_top);
            // The folder of a decision is there as well; who goes there means its text.
            for candidate in &candidates {
                if let Some(record) = self.targets.at(candidate) {
                    return Some(self.to_record(record, rest));
                }
            }
            for candidate in &candidates {
                if self.tree.is_some_and(|tree| tree.is_there(candidate)) {
                    return Some(self.to_file(candidate, rest));
                }
            }
        }
        // A site shows the file at another address, or it was renamed since.
        if let Some(record) = self.meant(path) {
            return Some(self.to_record(record, rest));
        }
        // It led to nothing, and still does.
        None
    }

    fn named(&self, words: &str) -> Option<String> {
        let (label, number) = labelled(words)?;
        // `[PEP 8]` is not the eighth of our own decisions.
        if label != "adr" && self.label != Some(&label) {
            return None;
        }
        let record = self.targets.get(&Reference::Number(number), self.origin)?;
        if record.path == *self.path {
            return None;
        }
        Some(self.to_record(record, ""))
    }
}

impl Place<'_> {
    /// The record that a link means which leads to no file.
    fn meant(&self, path: &str) -> Option<&Target> {
        let reference = reference_of(path)?;
        // A picture, a folder of sources: only what is called like a decision is one.
        if let Reference::Name(_) = reference {
            return None;
        }
        self.targets.get(&reference, self.origin)
    }

    fn to_record(&self, record: &Target, rest: &str) -> String {
        self.to_file(record.path.as_str(), rest)
    }

    fn to_file(&self, path: &str, rest: &str) -> String {
        path::link(self.path, path) + rest
    }
}

/// The paths at which the target of a link may be: a site leaves the ending out, and shows a
/// folder's page for the folder.
fn candidates(path: &str) -> Vec<String> {
    let path = path.trim_end_matches('/');
    let mut paths = vec![path.to_owned()];
    let stem = path.trim_end_matches(".html");
    for ending in ENDINGS {
        paths.push(format!("{stem}.{ending}"));
        paths.push(format!("{stem}/README.{ending}"));
        paths.push(format!("{stem}/index.{ending}"));
    }
    paths
}

/// `https:`, `mailto:`, `//host`.
pub(crate) fn is_address(target: &str) -> bool {
    if target.starts_with("//") {
        return true;
    }
    let Some((scheme, _)) = target.split_once(':') else {
        return false;
    };
    let mut letters = scheme.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|letter| letter.is_ascii_alphanumeric() || "+.-".contains(letter))
}

/// A relative path from a folder, without `.` and `..`; `None` where it leads out of the top.
pub(crate) fn normal(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}
