//! Successors that documents name and that are not there.

use std::collections::HashSet;

use crate::records::source;
use crate::workspace::{Error, Workspace};
use git_memory_guard::redact;
use git_memory_model::record::check::Finding;
use git_memory_model::record::fault::number;
use git_memory_model::record::{Code, Fault};
use git_memory_store::{Memory, View};
use git_memory_text::path::{folder, last, stem};

/// A finding for each file that a document names as its successor, and that neither memory nor the
/// view has.
pub(crate) fn missing(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
) -> Result<Vec<Finding>, Error> {
    let mut findings = Vec::new();
    // All files are listed only where a name is left.
    if memory.unknown.is_empty() {
        return Ok(findings);
    }
    let names = names(workspace, view)?;
    for successor in &memory.unknown {
        if names.contains(&stem(&successor.file).to_lowercase()) {
            continue;
        }
        let Some(record) = memory.records.get(successor.page) else {
            continue;
        };
        let bytes = source::content(workspace, memory, record)?;
        let Some((line, name)) = named(&String::from_utf8_lossy(&bytes), &successor.file) else {
            continue;
        };
        let message = format!("its successor '{}' does not exist", redact(&name));
        findings.push(Finding {
            path: record.path.clone(),
            fault: Fault::at(Code::Dangling, (line, 1), message),
        });
    }
    Ok(findings)
}

/// Names of all files of a view without their endings, and of their folders: a document may be the
/// page of its folder.
fn names(workspace: &Workspace, view: &View) -> Result<HashSet<String>, Error> {
    let mut names = HashSet::new();
    for file in workspace.store().files_of_view(view, &|_| true)? {
        let name = last(folder(&file.path)).to_lowercase();
        names.extend([stem(&file.path).to_lowercase(), name]);
    }
    Ok(names)
}

/// The line that names a file, from 1, and the name as it is written. `None` where it may be the
/// address of a page: that need not be called like its file, and may be on another site.
fn named(text: &str, file: &str) -> Option<(u32, String)> {
    let stem = stem(file);
    for (nth, line) in text.lines().enumerate() {
        for ending in ["md", "rst", "adoc"] {
            let name = format!("{stem}.{ending}");
            if line.contains(&name) && !line.contains("://") {
                return Some((number(nth + 1), name));
            }
        }
    }
    None
}
