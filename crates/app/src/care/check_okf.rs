//! Check of `memory/` as a bundle of the Open Knowledge Format, by section 11 of its specification.

use crate::care::check::sort;
use crate::exchange::export::must_be_there;
use crate::workspace::{Error, Workspace};
use git_memory_import::okf::faults;
use git_memory_model::layout::{self, INDEX, Part};
use git_memory_model::record::Code;
use git_memory_model::record::check::Finding;
use git_memory_store::{TextFile, TreeFile, View};
use git_memory_text::path::RepoPath;

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
    let mut findings = workspace.memory(view)?.findings.into_vec();
    findings.retain(|finding| {
        UNREADABLE.contains(&finding.fault.code) && finding.path.below_memory().is_some()
    });
    for file in workspace.store().files(view)? {
        if let TreeFile::Text(path, text) = file
            && matches!(layout::part(&path), Part::Record | Part::Rule)
        {
            findings.extend(of_text(&path, &text));
        }
    }
    // Our own is derived, and passed on by no export; it is in the bundle all the same.
    if let TextFile::Text(text) = workspace.store().page(view, INDEX)? {
        findings.extend(of_text(&INDEX.parse()?, &text));
    }
    sort(&mut findings);
    Ok(findings)
}

fn of_text(path: &RepoPath, text: &str) -> Vec<Finding> {
    let below = path.below_memory().unwrap_or_default();
    let mut findings = Vec::new();
    for fault in faults(below, text) {
        let path = path.clone();
        findings.push(Finding { path, fault });
    }
    findings
}
