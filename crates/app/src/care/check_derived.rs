//! Derived files that are not what the records give.

use std::collections::BTreeMap;

use crate::workspace::{Error, Workspace};
use git_memory_model::layout::DERIVED;
use git_memory_model::record::Code;
use git_memory_model::record::check::Finding;
use git_memory_store::{Freshness, Memory, View, freshness};

const NOT_FRESH: &str = "derived file is out of date";

/// The derived files of a view, from the top of the work tree, with their freshness.
pub(crate) struct Derived(Vec<(String, Freshness)>);

impl Derived {
    /// Compares the contents of `pages` with the records.
    pub(crate) fn compared(
        workspace: &Workspace,
        view: &View,
        memory: &Memory,
        pages: &BTreeMap<&'static str, Vec<u8>>,
    ) -> Result<Self, Error> {
        let contents = DERIVED.map(|name| pages.get(name).map(Vec::as_slice));
        let folder = workspace.store().folder_at(view)?;
        Ok(Self(freshness(&folder, memory, contents).into()))
    }

    /// The derived files of a view in which both are known to be what the records give.
    pub(crate) fn fresh(workspace: &Workspace, view: &View) -> Result<Self, Error> {
        let folder = workspace.store().folder_at(view)?;
        let each = DERIVED.map(|name| (folder.join(name), Freshness::Fresh));
        Ok(Self(each.into()))
    }

    /// True if the file is a derived one that is what the records give.
    pub(crate) fn is_fresh(&self, path: &str) -> bool {
        let mut each = self.0.iter();
        each.any(|(file, freshness)| file == path && *freshness == Freshness::Fresh)
    }

    /// A finding for each that differs from the records, but for untracked copies in the work tree:
    /// those stay on this machine, and the next read replaces them.
    pub(crate) fn findings(
        &self,
        workspace: &Workspace,
        view: &View,
    ) -> Result<Vec<Finding>, Error> {
        let mut findings = Vec::new();
        for (file, freshness) in &self.0 {
            let (code, message) = match freshness {
                Freshness::Fresh | Freshness::Missing => continue,
                Freshness::Foreign => (
                    Code::Foreign,
                    "it has the name of a derived file, but git-memory did not write it",
                ),
                // Only tracked files reach other people.
                Freshness::Stale if *view == View::WorkTree && !is_tracked(workspace, file)? => {
                    continue;
                }
                Freshness::Stale => (Code::Stale, NOT_FRESH),
            };
            findings.push(Finding::of_file(&file.parse()?, code, message));
        }
        Ok(findings)
    }
}

fn is_tracked(workspace: &Workspace, file: &str) -> Result<bool, Error> {
    let files = workspace.store().staging().memory_files()?;
    Ok(files.iter().any(|entry| entry.path == file.as_bytes()))
}
