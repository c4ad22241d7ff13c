//! Check of `memory/` as a bundle of the Open Knowledge Format, by section 11 of its specification.

use crate::care::check::sort;
use crate::exchange::export::must_be_there;
use crate::workspace::{Error, Workspace};
use git_memory_import::okf::faults;
use git_memory_model::layout::{self, INDEX, Part};
use git_memory_model::record::Code;
use git_memory_model::record::check::Finding;
use git_memory_store::{TextFile, TreeFile, View};
use git_memory_text::path::{MemoryFolder, RepoPath};

/// Faults of files that are not readable documents.
const UNREADABLE: [Code; 4] = [
    Code::SymbolicLink,
    Code::Submodule,
    Code::TooLarge,
    Code::NotUtf8,
];

/// Returns the faults that keep the memory of a view from being a bundle, sorted by path and line.
/// Private files are not part of the bundle.
pub fn check_okf(workspace: &Workspace, view: &View) -> Result<Vec<Finding>, Error> {
    must_be_there(workspace, view)?;
    let store = workspace.store();
    let folder = &store.folder_at(view)?;
    let mut findings = workspace.memory(view)?.findings.into_vec();
    findings.retain(|finding| {
        UNREADABLE.contains(&finding.fault.code) && folder.holds(finding.path.as_str())
    });
    for file in workspace.store().files(view)? {
        if let TreeFile::Text(path, text) = file
            && matches!(layout::part(folder, &path), Part::Record | Part::Rule)
        {
            findings.extend(of_text(folder, &path, &text));
        }
    }
    // Our own is derived, and passed on by no export; it is in the bundle all the same.
    let index = folder.path(INDEX)?;
    if let TextFile::Text(text) = store.page(view, index.as_str())? {
        findings.extend(of_text(folder, &index, &text));
    }
    sort(&mut findings);
    Ok(findings)
}

fn of_text(folder: &MemoryFolder, path: &RepoPath, text: &str) -> Vec<Finding> {
    let below = folder.below(path.as_str()).unwrap_or_default();
    let mut findings = Vec::new();
    for fault in faults(below, text) {
        let path = path.clone();
        findings.push(Finding { path, fault });
    }
    findings
}
