//! The summary: its links, and its fields.

use std::collections::HashSet;

use percent_encoding::percent_decode_str;

use crate::workspace::{Error, Workspace};
use git_memory_model::kind::Lifecycle;
use git_memory_model::layout::{DERIVED, SUMMARY};
use git_memory_model::record::check::Finding;
use git_memory_model::record::fault::position;
use git_memory_model::record::{Code, Fault, Record, RecordId};
use git_memory_model::summary_page;
use git_memory_store::{AtPath, Memory, View};
use git_memory_text::markdown;
use git_memory_text::path::MemoryFolder;

/// Returns the faults of the summary's text.
pub(crate) fn about_summary(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
    summary: &str,
) -> Result<Vec<Finding>, Error> {
    let folder = &workspace.store().folder_at(view)?;
    let path = folder.path(SUMMARY)?;
    let mut faults = old_links(folder, memory, summary);
    faults.extend(dead_links(workspace, view, summary)?);
    faults.extend(dead_ids(memory, summary));
    let empty = summary_page::empty_fields(summary);
    if !empty.is_empty() {
        let message = format!("the summary has no text for '{}'", empty.join("', '"));
        faults.push(fault(Code::EmptyFields, summary, 0, message));
    }
    let mut findings = Vec::new();
    for fault in faults {
        let path = path.clone();
        findings.push(Finding { path, fault });
    }
    Ok(findings)
}

fn fault(code: Code, summary: &str, at: usize, message: impl Into<String>) -> Fault {
    Fault::at(code, position(summary, at), message)
}

/// Links within memory without a target. Other targets are known only for the work tree, and are
/// not checked.
fn dead_links(workspace: &Workspace, view: &View, summary: &str) -> Result<Vec<Fault>, Error> {
    let folder = &workspace.store().folder_at(view)?;
    let mut faults = Vec::new();
    let mut listed = None;
    for link in markdown::links(summary) {
        let Some(path) = target(folder, &link.target) else {
            continue;
        };
        // Most clones do not track these files, and readers find them on disk.
        if folder
            .below(&path)
            .is_some_and(|name| DERIVED.contains(&name))
        {
            continue;
        }
        let is_there = if *view == View::WorkTree {
            let store = workspace.store();
            let is_left_out = match path.parse() {
                Ok(path) => store.leaves_out(&path)?,
                Err(_) => false,
            };
            is_left_out || store.work_files()?.find(&path)? != AtPath::Nothing
        } else {
            let paths = match &listed {
                Some(paths) => paths,
                None => listed.insert(paths(workspace, view)?),
            };
            paths.contains(&path)
        };
        if !is_there {
            let message = format!("the summary links to '{path}', which does not exist");
            faults.push(fault(Code::DeadLink, summary, link.start, message));
        }
    }
    Ok(faults)
}

/// The path to which a link of the summary leads; `None` for one that leads out of memory.
fn target(memory: &MemoryFolder, link: &str) -> Option<String> {
    let link = link.split(['#', '?']).next()?;
    let is_elsewhere = link.starts_with('/') || link.contains(':');
    if link.is_empty() || is_elsewhere {
        return None;
    }
    let link = percent_decode_str(link).decode_utf8_lossy();
    let mut path: Vec<&str> = memory.as_str().split('/').collect();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    // `..` leads out of the folder, and may lead back into it.
    Some(path.join("/")).filter(|path| memory.is_or_holds(path))
}

/// The files of a view of memory, and the folders that hold them.
fn paths(workspace: &Workspace, view: &View) -> Result<HashSet<String>, Error> {
    let mut paths = HashSet::new();
    for entry in workspace.store().entries(view)? {
        let path = String::from_utf8_lossy(&entry.path).into_owned();
        for (at, _) in path.match_indices('/') {
            paths.insert(path[..at].to_owned());
        }
        paths.insert(path);
    }
    Ok(paths)
}

/// Ids in the summary that no record has.
fn dead_ids(memory: &Memory, summary: &str) -> Vec<Fault> {
    let known: HashSet<&RecordId> = memory.records.iter().filter_map(Record::id).collect();
    let mut faults = Vec::new();
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    for word in summary.split(|letter| !is_part(letter)) {
        let Some((_, random)) = word.split_once('-') else {
            continue;
        };
        // `note-taking` and `plan-driven` are words.
        let is_made = random.bytes().any(|byte| byte.is_ascii_digit());
        let Ok(id) = word.parse::<RecordId>() else {
            continue;
        };
        if is_made && id.kind().is_some() && !known.contains(&id) {
            let at = word.as_ptr() as usize - summary.as_ptr() as usize;
            let message = format!("the summary names {id}, which does not exist");
            faults.push(fault(Code::DeadLink, summary, at, message));
        }
    }
    faults
}

/// Links of the summary that lead to a superseded record.
fn old_links(folder: &MemoryFolder, memory: &Memory, summary: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    for record in memory
        .records
        .iter()
        .filter(|record| record.lifecycle() == Lifecycle::Superseded)
    {
        let Some(at) = link_to(folder, summary, record) else {
            continue;
        };
        let mut successors = Vec::new();
        for id in &record.header.superseded_by {
            successors.push(id.as_str());
        }
        let message = format!(
            "the summary links to {}, superseded by {}",
            record.header.id,
            successors.join(", ")
        );
        faults.push(fault(Code::OldLink, summary, at, message));
    }
    faults
}

/// Returns the position at which a summary names a record, by its path or its id.
fn link_to(folder: &MemoryFolder, summary: &str, record: &Record) -> Option<usize> {
    if let Some(below) = folder.below(record.path.as_str())
        && let Some(at) = summary.find(below)
    {
        return Some(at);
    }
    let id = record.header.id.as_str();
    for (at, _) in summary.match_indices(id) {
        // An id may begin with all of another one.
        let after = summary[at + id.len()..].chars().next();
        if !after.is_some_and(char::is_alphanumeric) {
            return Some(at);
        }
    }
    None
}
