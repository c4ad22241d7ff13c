//! Which branches were merged into the current one, so that their private memory becomes its own.
//!
//! A branch counts as merged where the last commit of its own work, by its reflog, is reached from
//! HEAD and was not when this branch was made or last joined with it. So two branches at the same
//! commit never see each other's entries, whatever is checked out beside whatever.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::chains::Private;
use crate::Error;
use crate::state::KeyedFile;
use git_memory_git::reflog_words::{created_from, is_work, merged_by_name, receives_work, switch};
use git_memory_git::{ObjectId, RefLine};
use git_memory_model::private::{Chain, Entry, EntryKind};

/// Beginning of a line that the message of a fold contains, and that of no other entry.
const FOLDED_LINE: &str = "\nFolded: ";

/// How many commits are looked at, the newest, where no command asked for a fold: a switch of
/// branches waits for it, and without a commit-graph git takes a second for a long history.
const GLANCE: usize = 1000;

/// How many states are remembered in which there was nothing to fold: who goes back and forth
/// between branches comes back to each of them.
const STATES: usize = 16;

/// How far back is looked for what was merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// As far as takes no time worth mentioning; what was merged before that is found when a
    /// command asks for it.
    Recent,
    /// As far as history goes.
    Whole,
}

/// A branch that was merged, and whose chain holds what the current one does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedBranch {
    /// Its name.
    pub branch: String,
    /// The newest commit of its chain.
    pub tip: ObjectId,
    /// The last commit of its own work.
    pub work: ObjectId,
}

/// The work that an earlier fold has brought.
struct Fold {
    branch: String,
    /// The last commit of the branch's work then.
    work: ObjectId,
}

impl Private<'_> {
    /// The branches that were merged into the current one and whose chains hold what its chain does
    /// not. During a rebase nothing counts as merged: HEAD is not where the branch is.
    pub fn merged_branches(&self, depth: Depth) -> Result<Vec<MergedBranch>, Error> {
        let current = self.current()?;
        let head = self.repo.head()?;
        let (Some(here), Some(commit), Some(_)) = (current.branch(), head.commit, head.branch)
        else {
            return Ok(Vec::new());
        };
        let tip = self.tip(&current)?;
        let mut others = self.chains()?;
        others.retain(|(chain, other)| {
            let is_other = chain.branch().is_some_and(|branch| branch != here);
            is_other && Some(*other) != tip
        });
        // Most repositories end here; asking git what HEAD reaches takes a process.
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let reach = self.reach(commit, depth)?;
        self.keep_candidates(&mut others, &reach)?;
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let ours = match tip {
            Some(tip) => self.reached(tip),
            None => HashSet::new(),
        };
        let search = Search {
            private: self,
            here,
            reach,
            folds: self.folds(&ours)?,
            lines: self.repo.reflog(&format!("refs/heads/{here}"))?,
        };
        let mut found = Vec::new();
        for (chain, tip) in others {
            let Some(branch) = chain.branch() else {
                continue;
            };
            // Joined before, or begun from here and not grown since.
            if ours.contains(&tip) {
                continue;
            }
            if let Some(work) = search.merged_work(branch)? {
                let branch = branch.to_owned();
                found.push(MergedBranch { branch, tip, work });
            }
        }
        Ok(found)
    }

    /// The commits that a commit reaches, as far as they are to be known.
    fn reach(&self, head: ObjectId, depth: Depth) -> Result<Reach, Error> {
        if depth == Depth::Whole {
            return Ok(Reach::Of(head));
        }
        Ok(Reach::Known(self.repo.reached_nearby(head, GLANCE)?))
    }

    /// Keeps the chains whose branches may have been merged: HEAD reaches where they are, or they
    /// are gone.
    fn keep_candidates(
        &self,
        others: &mut Vec<(Chain, ObjectId)>,
        reach: &Reach,
    ) -> Result<(), Error> {
        let mut branches = HashMap::new();
        for (name, tip) in self.repo.references("refs/heads/")? {
            branches.insert(name, tip);
        }
        let merged: HashSet<String> = match reach {
            Reach::Of(head) => self.repo.branches_reached(*head)?.into_iter().collect(),
            Reach::Known(_) => HashSet::new(),
        };
        others.retain(|(chain, _)| {
            let Some(branch) = chain.branch() else {
                return false;
            };
            // Its branch may well be there, under the name that cannot be told.
            if chain.is_approximate() {
                return false;
            }
            let Some(tip) = branches.get(&format!("refs/heads/{branch}")) else {
                return true;
            };
            match reach {
                Reach::Of(_) => merged.contains(branch),
                Reach::Known(nearby) => nearby.contains(tip),
            }
        });
        Ok(())
    }

    /// The folds among some commits.
    fn folds(&self, commits: &HashSet<ObjectId>) -> Result<Vec<Fold>, Error> {
        let mut folds = Vec::new();
        for id in commits {
            let commit = self.repo.commit(*id)?;
            // Few commits are folds, and reading an entry costs more than looking for one line.
            if !commit.message.contains(FOLDED_LINE) {
                continue;
            }
            let entry = Entry::parse(&commit.message, commit.parents.len());
            let (EntryKind::Join, Some(branch), Some(work)) =
                (entry.kind, entry.folded, entry.merged)
            else {
                continue;
            };
            // A value that is no id was written by hand, and folds nothing.
            if let Ok(work) = work.parse() {
                let branch = branch.into_string();
                folds.push(Fold { branch, work });
            }
        }
        Ok(folds)
    }

    /// A number for everything that decides whether something is to be folded: HEAD, and the chains
    /// of other branches. `None` where there is no other chain, and so nothing to fold.
    pub fn fold_state(&self) -> Result<Option<u64>, Error> {
        let current = self.current()?;
        let head = self.repo.head()?.commit;
        let mut hash = Sha256::new();
        // Chains alone would not do: a merge moves HEAD and none of them.
        hash.update(format!("{} {head:?}", current.ref_name()));
        let mut has_others = false;
        for (chain, tip) in self.chains()? {
            if chain != current {
                has_others = true;
                hash.update(format!(" {} {tip}", chain.ref_name()));
            }
        }
        if !has_others {
            return Ok(None);
        }
        let digest = hash.finalize();
        let first: [u8; 8] = std::array::from_fn(|at| digest[at]);
        Ok(Some(u64::from_le_bytes(first)))
    }

    /// True if nothing was left to be folded in this work tree when it was in this state.
    #[must_use]
    pub fn is_folded(&self, state: u64) -> bool {
        self.folded_states().contains(&state.to_le_bytes())
    }

    /// Remembers that nothing is left to be folded while the state is this.
    pub fn remember_folded(&self, state: u64) {
        let mut states = self.folded_states();
        states.retain(|known| *known != state.to_le_bytes());
        states.truncate(STATES - 1);
        states.insert(0, state.to_le_bytes());
        self.fold_mark().put(states.as_flattened());
    }

    /// The states that are remembered, newest first.
    fn folded_states(&self) -> Vec<[u8; 8]> {
        let mark = self.fold_mark().get().unwrap_or_default();
        let (states, _) = mark.as_chunks();
        states.to_vec()
    }

    fn fold_mark(&self) -> KeyedFile {
        KeyedFile::seen(self.repo.git_dir(), "folded")
    }
}

/// The commits that HEAD reaches.
enum Reach {
    /// These, and maybe older ones.
    Known(Arc<HashSet<ObjectId>>),
    /// All that this one reaches.
    Of(ObjectId),
}

/// Looks for what was merged into one branch.
struct Search<'a> {
    private: &'a Private<'a>,
    /// The current branch.
    here: &'a str,
    /// The commits that HEAD reaches.
    reach: Reach,
    /// The folds in its chain so far.
    folds: Vec<Fold>,
    /// Its reflog, newest line first.
    lines: Vec<RefLine>,
}

impl Search<'_> {
    /// The last commit of a branch's own work, where it was merged since the last fold.
    fn merged_work(&self, branch: &str) -> Result<Option<ObjectId>, Error> {
        // The reflog of a merge says it as well, and better where the branch went on since: its
        // newest work was not merged.
        let known = [self.own_work(branch)?, merged_by_name(&self.lines, branch)];
        for work in known.into_iter().flatten() {
            let is_news = self.is_merged(branch, work)? && !self.is_older(work)?;
            if is_news && !self.is_folded(branch, work)? {
                return Ok(Some(work));
            }
        }
        Ok(None)
    }

    fn is_merged(&self, branch: &str, work: ObjectId) -> Result<bool, Error> {
        match &self.reach {
            Reach::Known(nearby) if nearby.contains(&work) => Ok(true),
            // Work that was merged with the branch's last commit may be older than all that is
            // known.
            Reach::Known(nearby) => {
                match self
                    .private
                    .repo
                    .reference(&format!("refs/heads/{branch}"))?
                {
                    Some(tip) if nearby.contains(&tip) => {
                        Ok(self.private.repo.is_ancestor(work, tip)?)
                    }
                    _ => Ok(false),
                }
            }
            Reach::Of(head) => Ok(self.private.repo.is_ancestor(work, *head)?),
        }
    }

    /// True if a commit was there before the current branch was made.
    fn is_older(&self, work: ObjectId) -> Result<bool, Error> {
        // Commits that were there when it was made came with it, and so did the entries about them.
        let begin = self
            .lines
            .iter()
            .rfind(|line| created_from(&line.message).is_some());
        match begin {
            Some(line) => Ok(self.private.repo.is_ancestor(work, line.new)?),
            None => Ok(false),
        }
    }

    fn is_folded(&self, branch: &str, work: ObjectId) -> Result<bool, Error> {
        for fold in &self.folds {
            if fold.branch == branch && self.private.repo.is_ancestor(work, fold.work)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The last commit of a branch's work that it still reaches: by its reflog, or for a branch
    /// that is gone, by those of HEAD. What came to it from the current branch is not its own.
    fn own_work(&self, branch: &str) -> Result<Option<ObjectId>, Error> {
        let repo = self.private.repo;
        let name = format!("refs/heads/{branch}");
        let Some(tip) = repo.reference(&name)? else {
            return self.work_of_deleted(branch);
        };
        // Work that is pulled from the branch of this name elsewhere is its own, made on another
        // machine.
        let upstream = format!("branch.{branch}.merge");
        let pulls_itself = repo.settings()?.get(&upstream) == Some(name.as_str());
        for line in repo.reflog(&name)? {
            // A commit that was amended or reset away is still in the reflog, and proves nothing.
            let is_its_own =
                is_work(&line) || receives_work(&line.message, branch, self.here, pulls_itself);
            if is_its_own && repo.is_ancestor(line.new, tip)? {
                return Ok(Some(line.new));
            }
        }
        Ok(None)
    }

    /// The last commit that was made while a HEAD was on a branch.
    fn work_of_deleted(&self, branch: &str) -> Result<Option<ObjectId>, Error> {
        for head in self.private.repo.heads()? {
            // Newest first: what comes after a line that left the branch was done on it.
            let mut is_on_it = head.branch.as_deref() == Some(branch);
            for line in head.lines {
                match switch(&line.message) {
                    Some(switch) => is_on_it = switch.from == branch,
                    None if is_on_it && is_work(&line) => return Ok(Some(line.new)),
                    None => {}
                }
            }
        }
        Ok(None)
    }
}
