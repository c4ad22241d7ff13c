//! The records of the base that apply to the files of a change: those that say so themselves, and those
//! that a changed line cites, or one beside it. What the change replaces in many files in the same way is
//! about none of them.

use std::collections::{BTreeMap, BTreeSet};

use super::differences::Differences;
use super::widespread::Widespread;
use crate::evidence::Grounds;
use crate::evidence::altered::Altered;
use crate::recall::{Applier, Location, RecallQuestion, Sources, decides, with_index};
use crate::workspace::{Error, Workspace};
use git_memory_model::evidence::source_citation::{cited_in_source, is_prose};
use git_memory_model::record::Record;
use git_memory_store::{Memory, View};
use git_memory_text::path::RepoPath;

/// Maximum number of files that are asked about one by one; a larger change is about everything, and
/// only the paths of records tie it to them.
const FILES: usize = 100;

/// A record that applies to files of a change.
pub(super) struct Applied {
    pub(super) record: Record,
    /// The reasons for the best of the files, the strongest first.
    pub(super) reasons: Vec<String>,
    /// The files: the best one first, then those that its paths cover.
    pub(super) files: Vec<String>,
}

/// The records at `base` that apply to changed files, the strongest first. `memory` is that of `head`:
/// a change may cite a record that it brings.
pub(super) fn applied(
    workspace: &Workspace,
    memory: &Memory,
    [base, head]: [&View; 2],
    altered: &Altered,
    paths: &BTreeSet<String>,
    progress: &dyn Fn(usize, usize),
) -> Result<Vec<Applied>, Error> {
    let (old, new) = sides(workspace, head, altered, paths)?;
    if old.is_empty() && new.is_empty() {
        return Ok(Vec::new());
    }
    let question = RecallQuestion {
        near: old.iter().chain(&new).cloned().collect(),
        rev: base.revision().map(str::to_owned),
        ..RecallQuestion::default()
    };
    with_index(workspace, question.rev.as_deref(), progress, |index| {
        let sources = Sources::open(workspace, index, &question)?;
        let mut differences = Differences::between(workspace, [base, head]);
        let mut found: Vec<Applied> = Vec::new();
        let mut known: BTreeMap<RepoPath, usize> = BTreeMap::new();
        // A file may be tied to many records.
        let mut cited: BTreeMap<String, Vec<RepoPath>> = BTreeMap::new();
        let mut declared: BTreeSet<RepoPath> = BTreeSet::new();
        for (view, files) in [(base, &old), (head, &new)] {
            let locations: Vec<Location> = files.iter().map(Location::of_file).collect();
            let applier = Applier::new(workspace, &sources, view, false)?;
            for applying in applier.all(&locations, None)? {
                if !applying.applies() {
                    continue;
                }
                let Some(read) = applier.read(applying.at)? else {
                    continue;
                };
                if !applying.is_declared() {
                    let path = &applying.path;
                    if !cited.contains_key(path) {
                        let records = cited_by_change(memory, &mut differences, path)?;
                        cited.insert(path.clone(), records);
                    }
                    if !cited[path].contains(&read.record.path) {
                        continue;
                    }
                } else if !known.contains_key(&read.record.path) {
                    declared.insert(read.record.path.clone());
                }
                if let Some(nth) = known.get(&read.record.path) {
                    found[*nth].files.push(applying.path.clone());
                } else if decides(&read.record) {
                    known.insert(read.record.path.clone(), found.len());
                    found.push(Applied {
                        reasons: applying.why(&read.record),
                        files: vec![applying.path.clone()],
                        record: read.record.clone(),
                    });
                }
            }
        }
        if found.iter().any(|it| declared.contains(&it.record.path)) {
            let after = |path: &&String| altered.files.get(*path)?.after;
            let is_kept = |path: &&String| after(path).is_some();
            let kept: Vec<String> = old.iter().filter(is_kept).cloned().collect();
            let widespread = Widespread::of(&mut differences, &kept)?;
            found.retain(|it| {
                !(declared.contains(&it.record.path) && widespread.is_all_of(&it.files))
            });
        }
        Ok(found)
    })
}

/// The files to ask about, as they were before, and new ones; without those in which only comments
/// changed, and without the new names of moved ones.
fn sides(
    workspace: &Workspace,
    head: &View,
    altered: &Altered,
    paths: &BTreeSet<String>,
) -> Result<(Vec<String>, Vec<String>), Error> {
    let grounds = Grounds::of_view(workspace, head)?;
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for path in paths {
        let Some(change) = altered.files.get(path) else {
            continue;
        };
        if change.before.is_none() {
            if !altered.renames.iter().any(|it| it.to == *path) {
                new.push(path.clone());
            }
        } else if !grounds.is_same_code(path, change.before, change.after)? {
            old.push(path.clone());
        }
    }
    old.truncate(FILES);
    new.truncate(FILES);
    Ok((old, new))
}

/// The records that lines of code which the change of a file touches cite, or lines beside them: a
/// large file has lines of many decisions.
fn cited_by_change(
    memory: &Memory,
    differences: &mut Differences<'_>,
    path: &str,
) -> Result<Vec<RepoPath>, Error> {
    // A list or a page links to many records.
    if is_prose(path) {
        return Ok(Vec::new());
    }
    let mut lines = String::new();
    for line in differences.of(path)?.lines() {
        // An empty line stands for what lies between two hunks.
        let line = line.strip_prefix([' ', '-', '+']).unwrap_or_default();
        lines.extend([line, "\n"]);
    }
    let cited = cited_in_source(path, &lines).into_iter();
    let meant = cited.filter_map(|it| only(memory, |record| it.may_name(record)));
    Ok(meant.map(|record| record.path.clone()).collect())
}

/// The only record that is meant by a name: two may have one number.
pub(super) fn only(memory: &Memory, is_meant: impl Fn(&Record) -> bool) -> Option<&Record> {
    let mut meant = memory.records.iter().filter(|it| is_meant(it));
    meant.next().filter(|_| meant.next().is_none())
}
