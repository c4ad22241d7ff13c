//! Evidence from the files of a record: those that are gone, and those that were moved.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use super::reasons::{Evidence, GONE, REWRITTEN, confirming, superseding};
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::evidence::ground::{Changes, Ground, Verdict};
use git_memory_model::record::Record;
use git_memory_store::View;
use git_memory_text::pathspec::Pathspec;
use git_memory_text::renames::{Rename, since};

/// Maximum number of commits of which it is looked at what they moved.
pub(super) const MOVES: usize = 100;

pub(super) fn paths_now<'a>(
    record: &'a Record,
    moved: &'a [(String, String)],
) -> Option<Vec<&'a str>> {
    if moved.is_empty() {
        return None;
    }
    let paths = record.header.paths.iter().map(|path| {
        let moved = moved.iter().find(|(from, _)| from == path.as_str());
        moved.map_or(path.as_str(), |(_, to)| to)
    });
    let paths: Vec<&str> = paths.filter(|path| !path.is_empty()).collect();
    let is_list = !paths.is_empty() && !paths.iter().any(|path| path.contains(','));
    is_list.then_some(paths)
}

/// Adds the evidence from git about a record's files: changes since its confirmation, and paths
/// without files. Returns the paths with a known new place, each with that place.
pub(super) fn add_of_files(
    history: &mut Moves,
    evidence: &mut Vec<Evidence>,
    record: &Record,
    ground: &Ground,
    files: &Files,
) -> Result<Vec<(String, String)>, Error> {
    let known = evidence.len();
    let mut moved = Vec::new();
    for text in &record.header.paths {
        let spec = Pathspec::parse(text);
        // An exclusion need not match any file.
        if !spec.is_exclude() && !files.has_any(&spec) {
            let mut why = format!("no file matches '{}'", &**text);
            let to = moved_to(history, &ground.changes, text, files)?.unwrap_or_default();
            if !to.is_empty() {
                why.extend([", which was moved to '", &to, "'"]);
            }
            moved.push((text.to_string(), to));
            evidence.push(Evidence::new(GONE, why, superseding(record)));
        }
    }
    match ground.verdict {
        Verdict::Moved if ground.changes.moved.is_none() || evidence.len() == known => {
            // A thing that is gone says more than how much is.
            let named = u32::try_from(ground.changes.named.len()).unwrap_or(u32::MAX);
            let weight = REWRITTEN.saturating_add(named);
            evidence.push(Evidence::new(weight, ground.words(), confirming(record)));
        }
        // Only records fit its paths, which are not about records.
        Verdict::Gone if evidence.len() == known => {
            evidence.push(Evidence::new(GONE, ground.words(), superseding(record)));
        }
        _ => {}
    }
    Ok(moved)
}

/// A pathspec without wildcards but for those of a whole folder, as it is since the newest commit
/// moved what it fitted; `None` where nothing fits that either.
fn moved_to(
    history: &mut Moves,
    changes: &Changes,
    spec: &str,
    files: &Files,
) -> Result<Option<String>, Error> {
    let (path, rest) = match spec.split_once("/**") {
        Some((folder, _)) => spec.split_at(folder.len()),
        None => (spec.trim_end_matches('/'), ""),
    };
    let Some(newest) = &changes.newest else {
        return Ok(None);
    };
    let mut names = since(history.of(newest.commit.parse()?)?, path).into_iter();
    let now = names.next().filter(|_| names.next().is_none());
    let now = now.map(|now| now + rest);
    Ok(now.filter(|now| files.has_any(&Pathspec::parse(now))))
}

/// Cache of the moves in commits.
pub(super) struct Moves<'a> {
    workspace: &'a Workspace,
    /// Maximum number of commits that are looked at: each takes a process.
    most: usize,
    known: HashMap<ObjectId, Vec<Rename>>,
}

impl<'a> Moves<'a> {
    pub(super) fn new(workspace: &'a Workspace, most: usize) -> Self {
        Self {
            workspace,
            most,
            known: HashMap::new(),
        }
    }

    /// Returns the moves in a commit; none beyond the limit of commits.
    pub(super) fn of(&mut self, commit: ObjectId) -> Result<&[Rename], Error> {
        let is_left_out = self.known.len() >= self.most;
        match self.known.entry(commit) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(_) if is_left_out => Ok(&[]),
            Entry::Vacant(new) => {
                let history = self.workspace.store().history();
                Ok(new.insert(match history.renames(&[commit]) {
                    // A partial clone lacks what the files were.
                    Err(error) if error.is_missing() => Vec::new(),
                    renames => renames?,
                }))
            }
        }
    }
}

/// The names of the files that git tracks.
pub(super) struct Files(BTreeSet<String>);

impl Files {
    pub(super) fn of(workspace: &Workspace, view: &View) -> Result<Self, Error> {
        let store = workspace.store();
        let paths = match view.revision() {
            Some(revision) => store
                .objects()
                .paths(store.history().resolve(revision)?)?
                .into_iter()
                .collect(),
            None => store.staging().tracked_files()?.into_iter().collect(),
        };
        Ok(Self(paths))
    }

    /// True if a pathspec covers any of the files.
    fn has_any(&self, spec: &Pathspec) -> bool {
        // Only the paths that begin like it can match it.
        let literal = spec.literal_prefix();
        let mut near = self.0.range(literal.to_owned()..);
        near.by_ref()
            .take_while(|path| path.starts_with(literal))
            .any(|path| spec.names(path))
    }
}
