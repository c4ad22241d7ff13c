//! Checking memory as a whole: each rule of docs/contract.md, sections 2 to 4, that memory breaks
//! is a finding.

use std::collections::{BTreeMap, HashSet};

use crate::app::care::scan::{faults, walk};
use crate::app::workspace::settings::{TeamFile, of_team};
use crate::app::workspace::{Error, Workspace};
use crate::domain::kind::Lifecycle;
use crate::domain::layout;
use crate::domain::layout::{CONFIG, DERIVED, SUMMARY};
use crate::domain::path::{BadPath, MEMORY, RepoPath};
use crate::domain::record::check::Finding;
use crate::domain::record::fault::position;
use crate::domain::record::{Code, Fault, Severity, check};
use crate::git::{EntryKind, ObjectId};
use crate::store::{Memory, View, freshness};

/// Every finding of a view, sorted by path, line and column.
///
/// # Errors
/// Where memory cannot be read.
pub fn check(workspace: &Workspace, view: &View) -> Result<Vec<Finding>, Error> {
    let memory = match view {
        View::WorkTree => workspace.store().memory_untouched()?,
        _ => workspace.memory(view)?,
    };
    let pages = pages(workspace, view)?;
    let mut findings = memory.findings.clone();
    findings.extend(check::between(&memory.records));
    findings.retain(|finding| finding.fault.code != Code::Secret);
    let team = of_team(workspace.store(), view)?;
    findings.extend(settings(&team)?);
    // The guard does not work with settings that it cannot trust; the finding about them says so.
    if team.must_protect().is_ok() {
        findings.extend(secrets(workspace, view, &memory)?);
    }
    findings.extend(stale(workspace, view, &memory, &pages)?);
    if let Some(summary) = pages.get(SUMMARY) {
        findings.extend(old_links(&memory, &String::from_utf8_lossy(summary)));
    }
    findings.sort_by(|a, b| {
        let key =
            |finding: &Finding| (finding.fault.line, finding.fault.column, finding.fault.code);
        (&a.path, key(a)).cmp(&(&b.path, key(b)))
    });
    Ok(findings)
}

/// Whether a list of findings holds an error.
#[must_use]
pub fn has_error(findings: &[Finding]) -> bool {
    findings
        .iter()
        .any(|finding| finding.severity() == Severity::Error)
}

/// Secrets: in what is no record, and in the records in which the rules found something when they
/// were read. There the whole guard decides anew, since it knows what is allowed.
fn secrets(workspace: &Workspace, view: &View, memory: &Memory) -> Result<Vec<Finding>, Error> {
    let guard = workspace.guard()?;
    let suspects = memory
        .findings
        .iter()
        .filter(|finding| finding.fault.code == Code::Secret);
    let suspects: HashSet<&RepoPath> = suspects.map(|finding| &finding.path).collect();
    let is_wanted = |path: &RepoPath| {
        let is_private = path.below_memory().is_some_and(layout::is_private);
        !is_private && (layout::place(path).is_none() || suspects.contains(path))
    };
    let mut findings = Vec::new();
    if *view == View::WorkTree {
        let mut files = Vec::new();
        // Without a folder there is nothing to scan.
        let _ = walk(
            &workspace.repo.work_tree()?.join(MEMORY),
            MEMORY,
            &mut files,
        );
        for (file, shown) in files {
            if let Some(path) = shown.parse().ok().filter(is_wanted) {
                let content =
                    std::fs::read(&file).map_err(|source| Error::Input { path: file, source })?;
                findings.extend(faults(guard, &path, &content));
            }
        }
        return Ok(findings);
    }
    let entries = workspace
        .store()
        .entries(view)?
        .into_iter()
        .filter(|entry| entry.kind == EntryKind::File);
    let named = entries
        .filter_map(|entry| Some((String::from_utf8(entry.path).ok()?.parse().ok()?, entry.id)));
    let (paths, ids): (Vec<RepoPath>, Vec<ObjectId>) =
        named.filter(|(path, _)| is_wanted(path)).unzip();
    workspace.repo.blobs(&ids, |nth, content| {
        findings.extend(faults(guard, &paths[nth], content));
    })?;
    Ok(findings)
}

/// What is wrong with the team's settings.
fn settings(team: &TeamFile) -> Result<Vec<Finding>, Error> {
    let config: RepoPath = CONFIG
        .parse()
        .map_err(|error: BadPath| Error::BadValue(error.to_string()))?;
    let mut findings = Vec::new();
    for problem in team.problems() {
        let place = (problem.line, 1);
        findings.push(Finding {
            path: config.clone(),
            fault: Fault::at(Code::BadSetting, place, problem.message.as_str()),
        });
    }
    Ok(findings)
}

/// The derived files and the summary, as the view has them.
fn pages(workspace: &Workspace, view: &View) -> Result<BTreeMap<&'static str, Vec<u8>>, Error> {
    let wanted = [DERIVED[0], DERIVED[1], SUMMARY];
    let mut pages = BTreeMap::new();
    if *view == View::WorkTree {
        let top = workspace.repo.work_tree()?;
        pages.extend(
            wanted
                .iter()
                .filter_map(|path| Some((*path, std::fs::read(top.join(path)).ok()?))),
        );
        return Ok(pages);
    }
    for entry in workspace.store().entries(view)? {
        if let Some(path) = wanted.iter().find(|path| path.as_bytes() == entry.path) {
            pages.insert(*path, workspace.repo.blob(entry.id)?);
        }
    }
    Ok(pages)
}

fn stale(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
    pages: &BTreeMap<&'static str, Vec<u8>>,
) -> Result<Vec<Finding>, Error> {
    let tracked: Vec<Vec<u8>> = match view {
        View::WorkTree => workspace
            .repo
            .index(MEMORY)?
            .into_iter()
            .map(|entry| entry.path)
            .collect(),
        _ => Vec::new(),
    };
    let finding = |path: &str| -> Option<Finding> {
        let is_copy =
            *view == View::WorkTree && !tracked.iter().any(|found| found == path.as_bytes());
        let code = if is_copy {
            Code::StaleCopy
        } else {
            Code::Stale
        };
        let path: RepoPath = path.parse().ok()?;
        Some(Finding::of_file(
            &path,
            code,
            "the derived file is not what the records give",
        ))
    };
    let compared = freshness(memory, |path| pages.get(path).cloned());
    Ok(compared
        .iter()
        .filter(|file| !file.is_fresh)
        .filter_map(|file| finding(file.path))
        .collect())
}

/// Links of the summary that lead to a superseded record.
fn old_links(memory: &Memory, summary: &str) -> Vec<Finding> {
    let Ok(path) = SUMMARY.parse::<RepoPath>() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for record in memory
        .records
        .iter()
        .filter(|record| record.lifecycle() == Lifecycle::Superseded)
    {
        let below = record.path.below_memory().unwrap_or_default();
        let by_id = summary.find(record.header.id.as_str());
        let Some(at) = summary.find(below).or(by_id) else {
            continue;
        };
        let successors: Vec<_> = record
            .header
            .superseded_by
            .iter()
            .map(ToString::to_string)
            .collect();
        let message = format!(
            "the summary links to {}, superseded by {}",
            record.header.id,
            successors.join(", ")
        );
        findings.push(Finding {
            path: path.clone(),
            fault: Fault::at(Code::OldLink, position(summary, at), message),
        });
    }
    findings
}
