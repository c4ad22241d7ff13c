//! Joining chains: what a merged branch's private memory holds becomes the current branch's, too.
//!
//! A branch counts as merged where the last commit of its own work, by its reflog, is reached from
//! HEAD and was not when this branch was made or last joined with it. So two branches that stand at
//! the same commit never see each other's entries, whatever is checked out beside whatever.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use crate::app::private::join::merged_records;
use crate::app::private::redaction::{Redaction, trailers};
use crate::app::workspace::{Error, Workspace, settings};
use crate::domain::private::entry::key;
use crate::domain::private::{Chain, Entry, EntryKind};
use crate::domain::secrets::{Clean, clean};
use crate::domain::text;
use crate::git::{ObjectId, RefLine};
use crate::store::Private;

/// What stands in the message of a fold and of no other entry's trailers.
const FOLDED_LINE: &str = "\nFolded: ";

/// A branch whose chain was joined.
#[derive(Clone, Debug)]
pub struct Folded {
    /// The branch.
    pub branch: String,
    /// The commit that joins.
    pub commit: ObjectId,
    /// How many entries came with it.
    pub entries: usize,
}

/// Joins every merged branch's chain into the current one.
///
/// # Errors
/// [`Error::NoPrivate`], or where something cannot be read or written.
pub fn fold_merged(workspace: &Workspace) -> Result<Vec<Folded>, Error> {
    if !settings::allows_private(workspace)? {
        return Err(Error::NoPrivate);
    }
    let private = workspace.private()?;
    let current = private.current()?;
    let tip = private.tip(&current)?;
    let mut folded = Vec::new();
    for merged in merged(workspace, &private, &current, tip)? {
        folded.extend(join(
            workspace,
            &private,
            &current,
            &merged.branch,
            merged.tip,
            Some(merged.work),
        )?);
    }
    Ok(folded)
}

/// Joins the chain of one branch into the current one, merged or not; `None` where nothing of it is
/// missing.
///
/// # Errors
/// [`Error::NoPrivate`], [`Error::UnknownChain`], or where something cannot be read or written.
pub fn fold(workspace: &Workspace, branch: &str) -> Result<Option<Folded>, Error> {
    let branch = branch.strip_prefix("refs/heads/").unwrap_or(branch);
    let private = workspace.private()?;
    let chain = Chain::Branch(branch.to_owned());
    let tip = private
        .tip(&chain)?
        .ok_or_else(|| Error::UnknownChain(text::visible_line(branch).into_owned()))?;
    let work = workspace.repo.reference(&format!("refs/heads/{branch}"))?;
    join(workspace, &private, &private.current()?, branch, tip, work)
}

/// The newest commit of the current chain, after what was merged into this branch was joined: every
/// read begins here, so that no answer depends on a hook.
///
/// # Errors
/// Where the chain cannot be read. That nothing could be joined is no error: what is there is an
/// answer.
pub(crate) fn settled_tip(workspace: &Workspace) -> Result<Option<ObjectId>, Error> {
    let private = workspace.private()?;
    let current = private.current()?;
    // With no other chain there is nothing to join.
    let state = state(workspace, &private, &current)?;
    if let Some(state) = state.filter(|state| private.settled() != Some(*state))
        && fold_merged(workspace).is_ok_and(|folded| folded.is_empty())
    {
        private.settle(state);
    }
    Ok(private.tip(&current)?)
}

/// A number for everything that decides whether something is to be joined: HEAD, and the chains of
/// other branches. `None` where there is no other chain.
fn state(workspace: &Workspace, private: &Private, current: &Chain) -> Result<Option<u64>, Error> {
    let mut others = private.chains()?;
    others.retain(|(chain, _)| chain != current);
    if others.is_empty() {
        return Ok(None);
    }
    let head = workspace.repo.head()?.commit;
    let others: Vec<String> = others
        .iter()
        .map(|(chain, tip)| format!("{} {tip}", chain.ref_name()))
        .collect();
    let text = format!("{} {head:?} {}", current.ref_name(), others.join(" "));
    let digest = Sha256::digest(text.as_bytes());
    Ok(digest.first_chunk().map(|first| u64::from_le_bytes(*first)))
}

/// A merged branch.
struct Merged {
    branch: String,
    /// The newest commit of its chain.
    tip: ObjectId,
    /// The last commit of its own work.
    work: ObjectId,
}

/// The branches that were merged into this one and whose chains hold what this one's does not.
fn merged(
    workspace: &Workspace,
    private: &Private,
    current: &Chain,
    tip: Option<ObjectId>,
) -> Result<Vec<Merged>, Error> {
    let repo = &workspace.repo;
    // During a rebase HEAD is not where the branch is.
    let at = repo.head()?;
    let (Some(here), Some(head), Some(_)) = (current.branch(), at.commit, at.branch) else {
        return Ok(Vec::new());
    };
    let mut others = private.chains()?;
    others.retain(|(chain, other)| {
        chain.branch().is_some_and(|branch| branch != here) && Some(*other) != tip
    });
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let reached: HashSet<String> = repo.branches_reached(head)?.into_iter().collect();
    let branches: HashSet<String> = repo
        .references("refs/heads/")?
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    others.retain(|(chain, _)| {
        let is_gone = |branch| !branches.contains(&format!("refs/heads/{branch}"));
        chain
            .branch()
            .is_some_and(|branch| reached.contains(branch) || is_gone(branch))
    });
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let ours: HashSet<ObjectId> = tip
        .map_or(Ok(Vec::new()), |tip| repo.between(tip, &[]))?
        .into_iter()
        .collect();
    let folds = folds(workspace, &ours)?;
    let lines = repo.reflog(&format!("refs/heads/{here}"))?;
    let begin = lines
        .iter()
        .rfind(|line| line.message.starts_with("branch: Created from "));
    let mut found = Vec::new();
    for (chain, other) in others {
        let Some(branch) = chain.branch().filter(|_| !ours.contains(&other)) else {
            continue;
        };
        for work in [
            own_work(workspace, branch, here)?,
            merged_by_name(&lines, branch),
        ]
        .into_iter()
        .flatten()
        {
            let is_older = begin.map_or(Ok(false), |line| repo.is_ancestor(work, line.new))?;
            let is_merged = repo.is_ancestor(work, head).unwrap_or(false);
            let is_folded = |(name, merged): &(String, ObjectId)| {
                name == branch && repo.is_ancestor(work, *merged).unwrap_or(false)
            };
            if is_merged && !is_older && !folds.iter().any(is_folded) {
                found.push(Merged {
                    branch: branch.to_owned(),
                    tip: other,
                    work,
                });
                break;
            }
        }
    }
    Ok(found)
}

/// The last commit of a branch's work that it still reaches: by its reflog, or for a branch that is
/// gone, by those of HEAD. What came to it from `here` is none.
fn own_work(workspace: &Workspace, branch: &str, here: &str) -> Result<Option<ObjectId>, Error> {
    let name = format!("refs/heads/{branch}");
    let Some(tip) = workspace.repo.reference(&name)? else {
        return work_of_deleted(workspace, branch);
    };
    let settings = workspace.repo.settings()?;
    // What is pulled from the branch of this name elsewhere is its own work, made on another
    // machine.
    let is_its_upstream = settings.get(&format!("branch.{branch}.merge")) == Some(&name);
    for line in workspace.repo.reflog(&name)? {
        let message = line.message.as_str();
        let came = match message.split([':', ' ']).next().unwrap_or_default() {
            "pull" => is_its_upstream && message.ends_with(": Fast-forward"),
            "merge" => message.ends_with(": Fast-forward") && !merges(message, here),
            "branch" => message
                .strip_prefix("branch: Created from ")
                .is_some_and(|from| {
                    from.strip_suffix(branch)
                        .is_some_and(|remote| remote.len() > 1 && remote.ends_with('/'))
                        && !from.starts_with("refs/heads/")
                }),
            _ => false,
        };
        if (came || is_work(message, line.new))
            && workspace.repo.is_ancestor(line.new, tip).unwrap_or(false)
        {
            return Ok(Some(line.new));
        }
    }
    Ok(None)
}

/// The last commit that was made while a HEAD was on a branch.
fn work_of_deleted(workspace: &Workspace, branch: &str) -> Result<Option<ObjectId>, Error> {
    for head in workspace.repo.heads()? {
        // Newest first: what follows a line that left the branch was done on it.
        let mut is_on_it = head.branch.as_deref() == Some(branch);
        for line in head.lines {
            match line
                .message
                .strip_prefix("checkout: moving from ")
                .and_then(|moved| moved.split_once(" to "))
            {
                Some((from, _)) => is_on_it = from == branch,
                None if is_on_it && is_work(&line.message, line.new) => return Ok(Some(line.new)),
                None => {}
            }
        }
    }
    Ok(None)
}

/// The steps of a rebase that make a commit.
const REBASED: [&str; 6] = [
    " (pick)",
    " (reword)",
    " (edit)",
    " (squash)",
    " (fixup)",
    " (continue)",
];
/// What begins a line that puts a branch somewhere.
const PUT: [&str; 8] = [
    "branch: ",
    "Branch: ",
    "reset: ",
    "checkout: ",
    "clone: ",
    "fetch",
    "push",
    "update by push",
];

/// Whether a line of a branch's reflog says that a commit was made there, and not that the branch
/// was put somewhere. Tools write words of their own (`GIT_REFLOG_ACTION`); a line without any says
/// nothing.
fn is_work(message: &str, new: ObjectId) -> bool {
    let verb = message.split([':', ' ']).next().unwrap_or_default();
    let is_put = PUT.iter().any(|words| message.starts_with(words));
    match verb {
        "commit" => true,
        // Of a rebase, HEAD's reflog has the single steps, the branch's what came of them. A rebase
        // of nothing puts the branch where it was rebased onto.
        "pull" | "rebase" if message.contains(" (") => {
            let onto = message
                .rsplit_once(" onto ")
                .is_some_and(|(_, onto)| onto == new.to_string());
            REBASED.iter().any(|step| message.contains(step))
                || (message.contains(" (finish): refs/heads/") && !onto)
        }
        _ => {
            !message.is_empty()
                && !is_put
                && !message.to_ascii_lowercase().ends_with(": fast-forward")
        }
    }
}

/// What the newest merge of a branch by its name came to, by the reflog of the branch that it was
/// merged into.
fn merged_by_name(lines: &[RefLine], branch: &str) -> Option<ObjectId> {
    lines
        .iter()
        .find(|line| merges(&line.message, branch))
        .map(|line| line.new)
}

/// Whether a line says that a branch was merged, by its own name or by that of a remote's.
fn merges(message: &str, branch: &str) -> bool {
    let names = message
        .strip_prefix("merge ")
        .and_then(|rest| rest.split(": ").next())
        .unwrap_or_default();
    let is_it = |name: &str| {
        name.strip_suffix(branch)
            .is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    names.split(' ').any(is_it)
}

/// What the folds among some commits have brought: branch, and the last commit of its work.
fn folds(
    workspace: &Workspace,
    commits: &HashSet<ObjectId>,
) -> Result<Vec<(String, ObjectId)>, Error> {
    let mut folds = Vec::new();
    for id in commits {
        let commit = workspace.repo.commit(*id)?;
        // Most commits are none, and reading an entry costs more than looking.
        if !commit.message.contains(FOLDED_LINE) {
            continue;
        }
        let entry = Entry::parse(&commit.message, commit.parents.len());
        if let (EntryKind::Join, Some(branch), Some(Ok(merged))) = (
            entry.kind,
            entry.folded,
            entry.merged.map(|hex| hex.parse::<ObjectId>()),
        ) {
            folds.push((branch.into_string(), merged));
        }
    }
    Ok(folds)
}

/// Puts a commit of two parents at the end of a chain; `None` where it reaches `other` already.
pub(crate) fn join(
    workspace: &Workspace,
    private: &Private,
    chain: &Chain,
    branch: &str,
    other: ObjectId,
    work: Option<ObjectId>,
) -> Result<Option<Folded>, Error> {
    let mut redaction = Redaction::begin(workspace)?;
    let title = redaction.part(&format!("Fold branch '{branch}'"))?;
    let id = workspace.new_entry_id(&title, u64::from(crc32fast::hash(other.as_bytes())));
    let mut trailers = trailers(workspace, &id, EntryKind::Join)?;
    trailers.push((key::FOLDED, redaction.part(branch)?));
    trailers.extend(work.map(|work| (key::MERGED, clean(&work))));
    let mut entry = redaction.entry(&title, &Clean::default(), &trailers)?;
    let lock = private.lock()?;
    let begun = private.tip(chain)?;
    if let Some(ours) = begun {
        entry.files = merged_records(workspace, &mut redaction, ours, other)?;
    }
    let joined = private.join(&lock, chain, other, &entry)?;
    let Some(commit) = joined else {
        return Ok(None);
    };
    let entries = workspace.repo.between(other, begun.as_slice())?.len();
    Ok(Some(Folded {
        branch: branch.to_owned(),
        commit,
        entries,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_writes_into_a_reflog_tells_work_from_moves() {
        let id = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
        let new: ObjectId = id.parse().unwrap();
        for (message, expected) in [
            ("commit: text", true),
            ("commit (initial): text", true),
            ("commit (amend): Time: Fast-forward", true),
            ("commit (merge): Merge branch 'x'", true),
            ("merge x: Merge made by the 'ort' strategy.", true),
            ("merge x: Fast-forward", false),
            ("pull: Fast-forward", false),
            ("pull: Merge made by the 'ort' strategy.", true),
            ("pull --rebase (finish): refs/heads/x onto 1234", true),
            ("rebase (finish): refs/heads/x onto 1234", true),
            (&format!("rebase (finish): refs/heads/x onto {id}"), false),
            ("rebase (start): checkout main", false),
            ("rebase (pick): text", true),
            ("rebase (abort): returning to refs/heads/x", false),
            ("rebase (finish): returning to refs/heads/x", false),
            ("pull --rebase origin main (pick): text", true),
            ("cherry-pick: text", true),
            ("cherry-pick: fast-forward", false),
            ("my tool: text", true),
            ("my tool: Fast-forward", false),
            ("", false),
            ("revert: text", true),
            ("am: text", true),
            ("branch: Created from HEAD", false),
            ("branch: Reset to v1", false),
            ("reset: moving to HEAD~1", false),
            ("clone: from /x", false),
            ("fetch origin x:x: storing head", false),
        ] {
            assert_eq!(is_work(message, new), expected, "{message}");
        }
    }
}
