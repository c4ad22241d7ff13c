//! Checking memory as a whole: every rule of the contract as a finding.

use std::collections::BTreeMap;

use super::{Desk, Error};
use crate::domain::layout::{DERIVED, SUMMARY};
use crate::domain::path::{MEMORY, RepoPath};
use crate::domain::record::check::{self, Finding};
use crate::domain::record::fault::position;
use crate::domain::record::{Code, Fault, Severity};
use crate::store::{Memory, View, files_at, freshness};

/// Every finding of a view, sorted by path, line and column.
///
/// # Errors
/// Where memory cannot be read.
pub fn check(desk: &Desk, view: &View) -> Result<Vec<Finding>, Error> {
    let memory = match view {
        View::WorkTree => desk.store().memory_untouched()?,
        _ => desk.memory(view)?,
    };
    let pages = pages(desk, view)?;
    let mut findings = memory.findings.clone();
    findings.extend(check::between(&memory.records));
    findings.extend(stale(desk, view, &memory, &pages)?);
    if let Some(summary) = pages.get(SUMMARY) {
        findings.extend(old_links(&memory, &String::from_utf8_lossy(summary)));
    }
    findings.sort_by(|a, b| {
        let key = |finding: &Finding| (finding.fault.line, finding.fault.column, finding.fault.code);
        (&a.path, key(a)).cmp(&(&b.path, key(b)))
    });
    Ok(findings)
}

/// Whether a list of findings holds an error.
#[must_use]
pub fn has_error(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.severity() == Severity::Error)
}

/// The derived files and the summary, as the view has them.
fn pages(desk: &Desk, view: &View) -> Result<BTreeMap<&'static str, Vec<u8>>, Error> {
    let wanted = [DERIVED[0], DERIVED[1], SUMMARY];
    let mut pages = BTreeMap::new();
    if *view == View::WorkTree {
        let top = desk.repo.work_tree()?;
        pages.extend(wanted.iter().filter_map(|path| Some((*path, std::fs::read(top.join(path)).ok()?))));
        return Ok(pages);
    }
    for entry in files_at(&desk.repo, view)? {
        if let Some(path) = wanted.iter().find(|path| path.as_bytes() == entry.path) {
            pages.insert(*path, desk.repo.blob(entry.id)?);
        }
    }
    Ok(pages)
}

fn stale(
    desk: &Desk,
    view: &View,
    memory: &Memory,
    pages: &BTreeMap<&'static str, Vec<u8>>,
) -> Result<Vec<Finding>, Error> {
    let tracked: Vec<Vec<u8>> = match view {
        View::WorkTree => desk.repo.index(MEMORY)?.into_iter().map(|entry| entry.path).collect(),
        _ => Vec::new(),
    };
    let finding = |path: &str| -> Option<Finding> {
        let is_copy = *view == View::WorkTree && !tracked.iter().any(|found| found == path.as_bytes());
        let code = if is_copy { Code::StaleCopy } else { Code::Stale };
        let path: RepoPath = path.parse().ok()?;
        Some(Finding::of_file(&path, code, "the derived file is not what the records give"))
    };
    let compared = freshness(memory, |path| pages.get(path).cloned());
    Ok(compared.iter().filter(|file| !file.is_fresh).filter_map(|file| finding(file.path)).collect())
}

/// Links of the summary that lead to a superseded record.
fn old_links(memory: &Memory, summary: &str) -> Vec<Finding> {
    let Ok(path) = SUMMARY.parse::<RepoPath>() else { return Vec::new() };
    let mut findings = Vec::new();
    for record in memory.records.iter().filter(|record| record.header.status.as_str() == "superseded") {
        let below = record.path.below_memory().unwrap_or_default();
        let by_id = summary.find(record.header.id.as_str());
        let Some(at) = summary.find(below).or(by_id) else { continue };
        let successors: Vec<_> = record.header.superseded_by.iter().map(ToString::to_string).collect();
        let message = format!("the summary links to {}, superseded by {}", record.header.id, successors.join(", "));
        findings.push(Finding { path: path.clone(), fault: Fault::at(Code::OldLink, position(summary, at), message) });
    }
    findings
}
