//! The point from which a branch was made: git's reflogs say it, in the words that git itself
//! writes.
//!
//! `git switch -c`, `git branch` and their like write what a branch was created from; where that is
//! HEAD, HEAD's own reflog says which branch it was on. A branch made from a commit or a tag begins
//! with what was known there.

use std::collections::HashSet;

use super::whereabouts::head_at;
use crate::Error;
use git_memory_git::reflog_words::{copied_from, created_from, renamed_from};
use git_memory_git::{ObjectId, RefLine, Repo};
use git_memory_model::private::chain::{REFS, REMOTES};
use git_memory_model::private::{Chain, Entry};

/// How many entries are looked at for the one that was written nearest to a commit, and how many
/// commits, the newest that it reaches.
const NEAREST_LIMIT: usize = 2000;

/// The beginning of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The newest entry that it takes over.
    pub(crate) tip: ObjectId,
    /// The chain that it goes on with under a new name: the old branch is gone.
    pub(crate) renamed_from: Option<Chain>,
}

/// Finds where the chain of a branch without a ref begins; `None` where it begins with nothing.
pub(crate) fn of(repo: &Repo, chain: &Chain) -> Result<Option<Origin>, Error> {
    let mut search = Search {
        repo,
        visited: HashSet::new(),
    };
    search.of(chain)
}

struct Search<'a> {
    repo: &'a Repo,
    /// The chains that were looked for already: reflogs that name each other end here.
    visited: HashSet<Chain>,
}

/// An entry, and the commit of the project at which it was written.
struct Written {
    entry: ObjectId,
    at: ObjectId,
}

impl Search<'_> {
    fn of(&mut self, chain: &Chain) -> Result<Option<Origin>, Error> {
        let Some(branch) = chain.branch() else {
            return Ok(None);
        };
        if !self.visited.insert(chain.clone()) {
            return Ok(None);
        }
        // Without any private memory, nothing has to be looked up.
        if self.repo.references(REFS)?.is_empty() && self.repo.references(REMOTES)?.is_empty() {
            return Ok(None);
        }
        let mut name = branch.to_owned();
        for line in self.repo.reflog(&format!("refs/heads/{branch}"))? {
            if let Some(old) = renamed_from(&line.message) {
                if let Some(origin) = self.of_renamed(old)? {
                    return Ok(Some(origin));
                }
                // The older lines are the branch's own, under its old name.
                old.clone_into(&mut name);
            } else if let Some(copied) = copied_from(&line.message) {
                let tip = self.tip(&Chain::Branch(copied.to_owned()))?;
                return Ok(new_chain(tip));
            } else if let Some(from) = created_from(&line.message) {
                let tip = self.created(&name, from, &line)?;
                return Ok(new_chain(tip));
            }
        }
        Ok(None)
    }

    /// The origin of a branch that was called `old`, where private memory has a chain of that name.
    fn of_renamed(&self, old: &str) -> Result<Option<Origin>, Error> {
        let chain = Chain::Branch(old.to_owned());
        let Some(tip) = self.repo.tip(&chain.ref_name())? else {
            return Ok(None);
        };
        let is_gone = self.repo.reference(&format!("refs/heads/{old}"))?.is_none();
        // If a branch has that name again, the chain is its own now, and only copied.
        let renamed_from = if is_gone { Some(chain) } else { None };
        Ok(Some(Origin { tip, renamed_from }))
    }

    /// The newest commit of another chain, begun or not.
    fn tip(&mut self, chain: &Chain) -> Result<Option<ObjectId>, Error> {
        if chain.fits()
            && let Some(tip) = self.repo.tip(&chain.ref_name())?
        {
            return Ok(Some(tip));
        }
        Ok(self.of(chain)?.map(|origin| origin.tip))
    }

    /// The entry with which a branch begins that was created from the expression `from`
    /// (gitrevisions(7)).
    fn created(
        &mut self,
        branch: &str,
        from: &str,
        line: &RefLine,
    ) -> Result<Option<ObjectId>, Error> {
        let base = without_suffix(from);
        let is_exact = base.len() == from.len();
        let before = head_at(self.repo, branch, line)?;
        if matches!(base, "HEAD" | "@" | "") {
            let is_on_branches = !before.contains(&Chain::Detached) && !before.is_empty();
            // Made from `HEAD~2`, it knows only what was written by then.
            if is_exact && is_on_branches {
                let common = self.common(&before)?;
                return self.as_of(common, line.new);
            }
            return self.nearest(&before, line.new);
        }
        let chain = Chain::Branch(branch_name(base).to_owned());
        if self.is_branch(&chain, branch_name(base))? {
            if !is_exact {
                return self.nearest(&[chain], line.new);
            }
            let tip = self.tip(&chain)?;
            return self.as_of(tip, line.new);
        }
        // A name of ours comes first: a branch may be called like a remote's.
        if let Some(remote) = self.remote_branch(base)? {
            let chain = Chain::Branch(remote.branch);
            let tracking = chain.remote_ref_name(&remote.name);
            return match self.repo.tip(&tracking)? {
                Some(fetched) => Ok(Some(fetched)),
                // Never synced: a branch of that name here is the nearest to it.
                None => self.tip(&chain),
            };
        }
        self.nearest(&before, line.new)
    }

    /// True if a name is that of a branch, or of a chain that a branch has left.
    fn is_branch(&self, chain: &Chain, name: &str) -> Result<bool, Error> {
        Ok(self
            .repo
            .reference(&format!("refs/heads/{name}"))?
            .is_some()
            || self.repo.reference(&chain.ref_name())?.is_some())
    }

    /// The remote and the branch that `origin/a/b` names.
    fn remote_branch(&self, name: &str) -> Result<Option<RemoteBranch>, Error> {
        // `refs/remotes/origin/a`, `remotes/origin/a`, `origin/a`: git takes all of them.
        let mut name = name;
        for folder in ["refs/", "remotes/"] {
            if let Some(below) = name.strip_prefix(folder) {
                name = below;
            }
        }
        for remote in self.repo.settings()?.subsections("remote", "url") {
            let below = name.strip_prefix(remote);
            if let Some(branch) = below.and_then(|rest| rest.strip_prefix('/')) {
                return Ok(Some(RemoteBranch {
                    name: remote.to_owned(),
                    branch: branch.to_owned(),
                }));
            }
        }
        Ok(None)
    }

    /// The newest entry that all of some chains have: where a branch may have been made from any of
    /// them, nothing that only one has is its own.
    fn common(&mut self, chains: &[Chain]) -> Result<Option<ObjectId>, Error> {
        let mut common: Option<ObjectId> = None;
        for chain in chains {
            let Some(tip) = self.tip(chain)? else {
                return Ok(None);
            };
            let shared = match common {
                None => Some(tip),
                Some(known) if known == tip => Some(tip),
                Some(known) => self.repo.common_ancestor(known, tip)?,
            };
            if shared.is_none() {
                return Ok(None);
            }
            common = shared;
        }
        Ok(common)
    }

    /// A chain as it was when a branch was made at `commit`: without what was written when HEAD had
    /// gone on from there.
    fn as_of(&self, tip: Option<ObjectId>, commit: ObjectId) -> Result<Option<ObjectId>, Error> {
        let mut next = tip;
        for _ in 0..NEAREST_LIMIT {
            let Some(id) = next else { break };
            let entry = self.repo.commit(id)?;
            let is_later = match written_at(&entry.message, entry.parents.len()) {
                Some(head) => head != commit && self.is_later(head, commit)?,
                None => false,
            };
            if !is_later {
                return Ok(next);
            }
            next = entry.parents.first().copied();
        }
        Ok(next)
    }

    /// True if `head` came after `commit`.
    fn is_later(&self, head: ObjectId, commit: ObjectId) -> Result<bool, Error> {
        match self.repo.is_ancestor(commit, head) {
            // If git has cleaned up the commit at which an entry was written, nothing says that it
            // is later.
            Err(_) if !self.repo.has_commit(head)? => Ok(false),
            answer => Ok(answer?),
        }
    }

    /// The newest entry that was written at `commit` or before it, on one of these chains or with
    /// HEAD detached.
    fn nearest(&mut self, chains: &[Chain], commit: ObjectId) -> Result<Option<ObjectId>, Error> {
        let mut best: Option<Written> = None;
        for chain in chains.iter().chain([&Chain::Detached]) {
            let Some(found) = self.nearest_in(chain, commit)? else {
                continue;
            };
            // Both were written before; the one whose commit reaches the other's is later.
            let is_nearer = match &best {
                Some(best) => found.at != best.at && self.repo.is_ancestor(best.at, found.at)?,
                None => true,
            };
            if is_nearer {
                best = Some(found);
            }
        }
        Ok(best.map(|best| best.entry))
    }

    fn nearest_in(&mut self, chain: &Chain, commit: ObjectId) -> Result<Option<Written>, Error> {
        let mut next = match chain {
            Chain::Detached => self.repo.tip(&chain.ref_name())?,
            Chain::Branch(_) => self.tip(chain)?,
        };
        // Without a commit-graph, git takes a second for each question about a long history.
        let nearby = self.repo.reached_nearby(commit, NEAREST_LIMIT)?;
        for _ in 0..NEAREST_LIMIT {
            let Some(id) = next else { break };
            let entry = self.repo.commit(id)?;
            if let Some(at) = written_at(&entry.message, entry.parents.len())
                && nearby.contains(&at)
            {
                return Ok(Some(Written { entry: id, at }));
            }
            next = entry.parents.first().copied();
        }
        Ok(None)
    }
}

/// A branch of a remote.
struct RemoteBranch {
    /// The remote's name.
    name: String,
    /// The branch's name there.
    branch: String,
}

/// A chain of its own that begins with what another one holds.
fn new_chain(tip: Option<ObjectId>) -> Option<Origin> {
    let tip = tip?;
    let renamed_from = None;
    Some(Origin { tip, renamed_from })
}

/// The revision without what leads away from it: `main` of `main~2`, `main^{/text}`, `main@{1}`.
fn without_suffix(revision: &str) -> &str {
    // No branch's name has one of these, nor `@{` (git-check-ref-format(1)).
    let base = match revision.find(['~', '^', ':']) {
        Some(end) => &revision[..end],
        None => revision,
    };
    match base.find("@{") {
        Some(end) => &base[..end],
        None => base,
    }
}

/// The short name of a branch that may be given with its folder.
fn branch_name(name: &str) -> &str {
    for folder in ["refs/heads/", "heads/"] {
        if let Some(short) = name.strip_prefix(folder) {
            return short;
        }
    }
    name
}

/// The commit of the project at which an entry was written, where the entry says so.
fn written_at(message: &str, parents: usize) -> Option<ObjectId> {
    let head = Entry::parse(message, parents).head?;
    // A text that is no id was written by hand, and says nothing.
    head.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_is_cut_where_it_leads_away_from_its_branch() {
        for (revision, base) in [
            ("main", "main"),
            ("a@b", "a@b"),
            ("main~2", "main"),
            ("main^{/text}", "main"),
            ("main@{1}", "main"),
            ("main@{1}~2", "main"),
            ("@{-1}", ""),
            ("HEAD^", "HEAD"),
        ] {
            assert_eq!(without_suffix(revision), base, "{revision}");
        }
    }
}
