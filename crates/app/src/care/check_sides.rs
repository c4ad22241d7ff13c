//! Records that the two sides of a merge brought: those that cannot both apply, and those that were
//! added about the same files or the same subject, as their authors did not see each other's.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::care::check_merges::bases;
use crate::recall::contested::pairs;
use crate::recall::rivals::{Opposed, can_contradict, opposed};
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::contradiction::is_same_subject;
use git_memory_model::record::check::Finding;
use git_memory_model::record::successors::{is_linked, settling};
use git_memory_model::record::{Code, Record};
use git_memory_store::{Memory, View};
use git_memory_text::path::RepoPath;

/// Maximum number of added records of each side that are compared: an import brings thousands.
const COMPARED: usize = 200;
/// Maximum number of pairs.
const PAIRS: usize = 25;
/// End of git's own words for a move that made no commit.
const FAST_FORWARD: &str = "Fast-forward";

/// The two ends that a commit brought together.
struct Ends {
    commit: ObjectId,
    sides: Vec<ObjectId>,
}

impl Ends {
    /// The parents of a merge; `None` for any other commit.
    fn of_merge(workspace: &Workspace, commit: ObjectId) -> Result<Option<Self>, Error> {
        let sides = workspace.store().history().commit(commit)?.parents;
        Ok((sides.len() > 1).then_some(Self { commit, sides }))
    }
}

/// Files of memory that each side brought.
struct Brought {
    /// New or changed, by path.
    changed: Vec<HashSet<RepoPath>>,
    /// New.
    added: Vec<HashSet<RepoPath>>,
}

impl Brought {
    fn of(workspace: &Workspace, ends: &Ends) -> Result<Option<Self>, Error> {
        let objects = workspace.store().objects();
        let path = |path: &[u8]| str::from_utf8(path).ok().and_then(|path| path.parse().ok());
        let (mut trees, mut known) = (Vec::new(), HashSet::new());
        for side in &ends.sides {
            trees.push(objects.memory_files(*side)?);
        }
        let mut counts: HashMap<(&[u8], ObjectId), usize> = HashMap::new();
        for entry in trees.iter().flatten() {
            *counts.entry((&entry.path, entry.id)).or_default() += 1;
        }
        let mut changed: Vec<HashSet<RepoPath>> = Vec::new();
        for tree in &trees {
            let own = tree
                .iter()
                .filter(|it| counts[&(&*it.path, it.id)] < trees.len());
            changed.push(own.filter_map(|it| path(&it.path)).collect());
        }
        // Most merges bring records from one side: then history need not be asked.
        if changed.iter().filter(|side| !side.is_empty()).count() < 2 {
            return Ok(None);
        }
        for base in bases(workspace, &ends.sides)? {
            for entry in objects.memory_files(base)? {
                known.insert((entry.path, entry.id));
            }
        }
        let old: HashSet<RepoPath> = known.iter().filter_map(|(it, _)| path(it)).collect();
        for (side, tree) in changed.iter_mut().zip(&trees) {
            let kept = tree
                .iter()
                .filter(|it| known.contains(&(it.path.clone(), it.id)));
            for entry in kept {
                if let Some(path) = path(&entry.path) {
                    side.remove(&path);
                }
            }
        }
        let mut added = changed.clone();
        for side in &mut added {
            side.retain(|path| !old.contains(path));
        }
        Ok(Some(Self { changed, added }))
    }
}

/// True if two files came from one side each, and not from the same.
fn are_of_two(sides: &[HashSet<RepoPath>], paths: [&RepoPath; 2]) -> bool {
    let [one, other] = paths.map(|path| {
        let mut having = (0..sides.len()).filter(|nth| sides[*nth].contains(path));
        having.next().filter(|_| having.next().is_none())
    });
    one.is_some() && other.is_some() && one != other
}

/// Records that both sides of the merge at the end of a view added, and that nothing links; `known`
/// are the pairs that cannot both apply, if they were looked for.
pub(crate) fn at_view(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
    known: Option<&[Opposed]>,
) -> Result<Vec<Finding>, Error> {
    if let Some(commit) = workspace.store().history().commit_at(view.revision())?
        && let Some(ends) = Ends::of_merge(workspace, commit)?
        && let Some(brought) = Brought::of(workspace, &ends)?
    {
        let opposed = match known {
            Some(known) => Cow::Borrowed(known),
            None => Cow::Owned(opposed(workspace, memory)?),
        };
        return Ok(added(memory, &ends, &brought, &opposed));
    }
    Ok(Vec::new())
}

/// Findings about the merge that HEAD is, for the hook after it. A fast-forward brings nothing
/// together.
///
/// # Errors
/// Where memory or git cannot be read.
pub fn after_merge(workspace: &Workspace) -> Result<Vec<Finding>, Error> {
    let store = workspace.store();
    // A repository that only shares its folder of hooks with us has no records.
    if !store.is_set_up()? {
        return Ok(Vec::new());
    }
    let Some(head) = store.history().head_commit()? else {
        return Ok(Vec::new());
    };
    let Some(ends) = Ends::of_merge(workspace, head)? else {
        return Ok(Vec::new());
    };
    let moved = store.history().last_move_of_head()?;
    if moved.is_some_and(|words| words.ends_with(FAST_FORWARD)) {
        return Ok(Vec::new());
    }
    all(workspace, &ends)
}

/// Findings about a finished rebase, by the lines that git gives to the hook: each has the old and
/// the new commit (githooks(5)).
///
/// # Errors
/// Where memory or git cannot be read.
pub fn after_rebase(workspace: &Workspace, rewritten: &str) -> Result<Vec<Finding>, Error> {
    let store = workspace.store();
    if !store.is_set_up()? {
        return Ok(Vec::new());
    }
    let ids = |line: &str| -> Option<(ObjectId, ObjectId)> {
        let (old, rest) = line.split_once(' ')?;
        let new = rest.split(' ').next()?;
        Some((old.parse().ok()?, new.trim().parse().ok()?))
    };
    let first = rewritten.lines().next().and_then(ids);
    let last = rewritten.lines().last().and_then(ids);
    let (Some((_, first)), Some((old, commit))) = (first, last) else {
        return Ok(Vec::new());
    };
    let Some(onto) = store.history().commit(first)?.parents.first().copied() else {
        return Ok(Vec::new());
    };
    let sides = vec![onto, old];
    all(workspace, &Ends { commit, sides })
}

/// All findings about what two sides brought.
fn all(workspace: &Workspace, ends: &Ends) -> Result<Vec<Finding>, Error> {
    let Some(brought) = Brought::of(workspace, ends)? else {
        return Ok(Vec::new());
    };
    let view = View::WorkTree;
    let memory = workspace.memory(&view)?;
    let opposed = opposed(workspace, &memory)?;
    let mut of_two = Vec::new();
    for it in &opposed {
        let paths = it.pair.map(|nth| &memory.records[nth].path);
        if are_of_two(&brought.changed, paths) && of_two.len() < PAIRS {
            of_two.push(*it);
        }
    }
    let mut findings = Vec::new();
    for pair in pairs(workspace, &view, &memory, &of_two)? {
        findings.push(pair.finding());
    }
    findings.extend(added(&memory, ends, &brought, &opposed));
    Ok(findings)
}

/// The records that each side added about the same files or subject, without the pairs that
/// contradict each other: those are told anyway.
fn added(memory: &Memory, ends: &Ends, brought: &Brought, opposed: &[Opposed]) -> Vec<Finding> {
    let mut sides: Vec<Vec<(usize, &Record)>> = Vec::new();
    for paths in &brought.added {
        let records = memory.records.iter().enumerate();
        let of_side = records.filter(|(_, it)| can_contradict(it) && paths.contains(&it.path));
        sides.push(of_side.take(COMPARED).collect());
    }
    let mut findings = Vec::new();
    for (side, next) in sides.iter().zip(1..) {
        for &(nth, one) in side {
            for &(other_nth, other) in sides[next..].iter().flatten() {
                let pair = [nth.min(other_nth), nth.max(other_nth)];
                let is_settled = is_linked(one, other) || opposed.iter().any(|it| it.pair == pair);
                let is_apart = are_of_two(&brought.added, [&one.path, &other.path]);
                if is_apart && !is_settled && findings.len() < PAIRS {
                    findings.extend(beside(ends, one, other));
                }
            }
        }
    }
    findings
}

fn beside(ends: &Ends, one: &Record, other: &Record) -> Option<Finding> {
    let (old, new) = (one.id()?, other.id()?);
    let about = common(one, other)?;
    let message = format!(
        "{old}, \u{201c}{title}\u{201d}, came from the other side of {commit}, \
         and is about {about}; {ways}",
        title = one.header.title.as_str(),
        commit = ends.commit.short(),
        ways = settling(old.as_str(), new.as_str(), one.kind() == other.kind()),
    );
    Some(Finding::of_file(&other.path, Code::AddedBeside, message))
}

/// Description of what two records are both about.
fn common(one: &Record, other: &Record) -> Option<String> {
    let (one, other) = (&one.header, &other.header);
    let mut paths = one.paths.iter();
    if let Some(path) = paths.find(|it| other.paths.contains(it)) {
        return Some(path.as_str().to_owned());
    }
    is_same_subject(&one.title, &other.title).then(|| "the same subject".to_owned())
}
