//! The links between files that are imported together: each leads to what was made of its file.

use std::collections::HashMap;

use crate::exchange::adr::leading::{is_address, normal};
use git_memory_import::links::{Leading, Links};
use git_memory_text::path::{self, RepoPath, folder};
use git_memory_text::percent_decoded;

/// The records that files became, by the paths of the files in their tree.
#[derive(Default)]
pub(crate) struct Leads(HashMap<String, RepoPath>);

impl Leads {
    /// Notes what a file became.
    pub(crate) fn add(&mut self, file: &str, record: &RepoPath) {
        self.0.insert(file.to_owned(), record.clone());
    }

    /// The text of a file at the place of its record; links that lead to none of the files stay.
    pub(crate) fn rewritten(&self, text: &str, file: &str, record: &RepoPath) -> String {
        let moved = Moved {
            leads: self,
            file,
            record,
        };
        Links::of(text).rewritten(text, &moved)
    }
}

/// A text without the targets of its links: it does not depend on its place.
pub(crate) fn without_paths(text: &str) -> String {
    Links::of(text).rewritten(text, &Nowhere)
}

struct Moved<'a> {
    leads: &'a Leads,
    file: &'a str,
    record: &'a RepoPath,
}

impl Leading for Moved<'_> {
    fn target(&self, target: &str) -> Option<String> {
        let (path, rest) = path_of(target)?;
        let decoded = percent_decoded(path);
        let from_top = match decoded.strip_prefix('/') {
            Some(site) => normal("", site),
            None => normal(folder(self.file), &decoded),
        };
        let record = self.leads.0.get(&from_top?)?;
        Some(path::link(self.record, record.as_str()) + rest)
    }

    fn named(&self, _: &str) -> Option<String> {
        None
    }
}

struct Nowhere;

impl Leading for Nowhere {
    fn target(&self, target: &str) -> Option<String> {
        path_of(target).map(|_| "-".to_owned())
    }

    fn named(&self, _: &str) -> Option<String> {
        None
    }
}

/// The path of a link's target, and what follows it; `None` for a place in the text itself, and for
/// another site.
fn path_of(target: &str) -> Option<(&str, &str)> {
    let split = target.find(['#', '?']).unwrap_or(target.len());
    let (path, rest) = target.split_at(split);
    (!path.is_empty() && !is_address(path)).then_some((path, rest))
}
