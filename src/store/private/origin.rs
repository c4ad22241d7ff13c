//! Where a branch was made from: git's reflogs say it, in the words that git itself writes.
//!
//! `git switch -c`, `git branch` and their like write `branch: Created from <what was given>`;
//! where that is HEAD, HEAD's own reflog says which branch it was on. What is made from a commit or
//! a tag begins with what was known there.

use std::collections::HashSet;

use crate::domain::private::chain::{REFS, REMOTES};
use crate::domain::private::{Chain, Entry};
use crate::git::{HeadLog, ObjectId, RefLine, Repo};
use crate::store::Error;

/// How many entries are looked at for the one that was written nearest to a commit.
const NEAREST_LIMIT: usize = 2000;
/// Seconds between two lines that one command wrote.
const SLACK: i64 = 1;

/// Where a chain begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The newest entry that it takes over.
    pub(crate) tip: ObjectId,
    /// The chain that it goes on with under a new name: the old branch is gone.
    pub(crate) renamed_from: Option<Chain>,
}

/// Where the chain of a branch begins that has no ref yet; `None` where it begins with nothing.
pub(crate) fn of(repo: &Repo, chain: &Chain) -> Result<Option<Origin>, Error> {
    Search {
        repo,
        visited: HashSet::new(),
    }
    .of(chain)
}

struct Search<'a> {
    repo: &'a Repo,
    visited: HashSet<Chain>,
}

impl Search<'_> {
    fn of(&mut self, chain: &Chain) -> Result<Option<Origin>, Error> {
        let Some(branch) = chain
            .branch()
            .filter(|_| self.visited.insert(chain.clone()))
        else {
            return Ok(None);
        };
        // Where nobody has private memory, nothing has to be looked up.
        if self.repo.references(REFS)?.is_empty() && self.repo.references(REMOTES)?.is_empty() {
            return Ok(None);
        }
        let plain = |tip: Option<ObjectId>| {
            tip.map(|tip| Origin {
                tip,
                renamed_from: None,
            })
        };
        let mut name = branch.to_owned();
        for line in self.repo.reflog(&format!("refs/heads/{branch}"))? {
            if let Some(old) = moved_from(&line.message, "Branch: renamed refs/heads/") {
                let chain = Chain::Branch(old.to_owned());
                if let Some(tip) = self.repo.reference(&chain.ref_name())? {
                    let is_gone = self.repo.reference(&format!("refs/heads/{old}"))?.is_none();
                    return Ok(Some(Origin {
                        tip,
                        renamed_from: is_gone.then_some(chain),
                    }));
                }
                // The older lines are the branch's own, under its old name.
                old.clone_into(&mut name);
            }
            if let Some(copied) = moved_from(&line.message, "Branch: copied refs/heads/") {
                return Ok(plain(self.tip(&Chain::Branch(copied.to_owned()))?));
            }
            if let Some(from) = line.message.strip_prefix("branch: Created from ") {
                return Ok(plain(self.created(&name, from, &line)?));
            }
        }
        Ok(None)
    }

    /// The newest commit of another chain, begun or not.
    fn tip(&mut self, chain: &Chain) -> Result<Option<ObjectId>, Error> {
        let begun = if chain.fits() {
            self.repo.reference(&chain.ref_name())?
        } else {
            None
        };
        match begun {
            Some(tip) => Ok(Some(tip)),
            None => Ok(self.of(chain)?.map(|origin| origin.tip)),
        }
    }

    /// What a branch begins with that was created from the expression `from` (gitrevisions(7)).
    fn created(
        &mut self,
        branch: &str,
        from: &str,
        line: &RefLine,
    ) -> Result<Option<ObjectId>, Error> {
        let end = from
            .find(['~', '^', ':'])
            .or_else(|| from.find("@{"))
            .unwrap_or(from.len());
        let (base, is_exact) = (&from[..end], end == from.len());
        let before = self.head_at(branch, line)?;
        if matches!(base, "HEAD" | "@" | "") {
            let is_on_branches = !before.contains(&Chain::Detached) && !before.is_empty();
            if is_exact && is_on_branches {
                let common = self.common(&before)?;
                return self.as_of(common, line.new);
            }
            return self.nearest(&before, line.new);
        }
        let name = base
            .strip_prefix("refs/heads/")
            .or_else(|| base.strip_prefix("heads/"))
            .unwrap_or(base);
        let chain = Chain::Branch(name.to_owned());
        let is_branch = self
            .repo
            .reference(&format!("refs/heads/{name}"))?
            .is_some()
            || self.repo.reference(&chain.ref_name())?.is_some();
        if is_branch {
            if !is_exact {
                return self.nearest(&[chain], line.new);
            }
            let tip = self.tip(&chain)?;
            return self.as_of(tip, line.new);
        }
        if let Some((remote, name)) = self.remote_branch(base)? {
            let chain = Chain::Branch(name);
            let fetched = self.repo.reference(&chain.remote_ref_name(&remote))?;
            return if fetched.is_some() {
                Ok(fetched)
            } else {
                self.tip(&chain)
            };
        }
        self.nearest(&before, line.new)
    }

    /// The remote and the branch that `origin/a/b` names.
    fn remote_branch(&self, name: &str) -> Result<Option<(String, String)>, Error> {
        let name = name.strip_prefix("refs/").unwrap_or(name);
        let name = name.strip_prefix("remotes/").unwrap_or(name);
        let remotes = self.repo.settings()?.subsections("remote", "url");
        let parts = remotes
            .iter()
            .find_map(|remote| Some((*remote, name.strip_prefix(remote)?.strip_prefix('/')?)));
        Ok(parts.map(|(remote, branch)| (remote.to_owned(), branch.to_owned())))
    }

    /// Where HEAD may have stood when `line` was written into the reflog of `branch`, in the work
    /// tree where that was done.
    fn head_at(&self, branch: &str, line: &RefLine) -> Result<Vec<Chain>, Error> {
        let heads = self.repo.heads()?;
        // `git switch -c` writes both lines at once; a later switch to the branch writes such a
        // line, too.
        let switched = heads.iter().find_map(|head| {
            let first = head.lines.iter().rfind(|moved| {
                let is_there = switch(&moved.message).is_some_and(|(_, to)| to == branch);
                is_there && moved.new == line.new && (moved.time - line.time).abs() <= SLACK
            });
            first.and_then(|moved| Some(place(switch(&moved.message)?.0)))
        });
        if let Some(place) = switched {
            return Ok(vec![place]);
        }
        let mut fallback = Vec::new();
        for head in &heads {
            let stood = self.stood(head, branch, line)?;
            let was_there = head
                .lines
                .iter()
                .any(|moved| moved.time <= line.time && moved.new == line.new);
            if !stood.is_empty() && was_there {
                return Ok(stood);
            }
            if fallback.is_empty() {
                fallback = stood;
            }
        }
        Ok(fallback)
    }

    /// Where one HEAD may have stood when `line` was written: reflogs tell no more than the second.
    fn stood(&self, head: &HeadLog, branch: &str, line: &RefLine) -> Result<Vec<Chain>, Error> {
        let (later, before): (Vec<&RefLine>, Vec<&RefLine>) =
            head.lines.iter().partition(|moved| moved.time >= line.time);
        let at_once: Vec<&RefLine> = later
            .iter()
            .filter(|moved| moved.time == line.time)
            .copied()
            .collect();
        let left = later
            .iter()
            .rev()
            .find_map(|moved| switch(&moved.message))
            .map(|(from, _)| place(from));
        let entered = before
            .iter()
            .find_map(|moved| switch(&moved.message))
            .map(|(_, to)| to);
        let mut stood = match (left, entered) {
            (Some(left), _) => vec![left],
            (None, Some(to)) => vec![self.place_entered(to)?],
            // A HEAD that never moved is where it was.
            (None, None) => head.branch.clone().map(Chain::Branch).into_iter().collect(),
        };
        for (_, to) in at_once.iter().filter_map(|moved| switch(&moved.message)) {
            stood.push(self.place_entered(to)?);
        }
        stood.retain(|chain| chain.branch() != Some(branch));
        stood.sort();
        stood.dedup();
        Ok(stood)
    }

    /// What all of some chains have: where a branch may have been made from any of them, nothing
    /// that only one has is its own.
    fn common(&mut self, chains: &[Chain]) -> Result<Option<ObjectId>, Error> {
        let mut common = None;
        for (nth, chain) in chains.iter().enumerate() {
            let Some(tip) = self.tip(chain)? else {
                return Ok(None);
            };
            common = Some(match common {
                Some(common) if nth > 0 && common != tip => {
                    let Ok(base) = self.repo.merge_base(&format!("{common}"), &tip.to_string())
                    else {
                        return Ok(None);
                    };
                    base.parse()?
                }
                _ => tip,
            });
        }
        Ok(common)
    }

    /// The chain of what `git switch` went to: a branch, or a commit or tag by whatever name.
    fn place_entered(&self, to: &str) -> Result<Chain, Error> {
        let branch = Chain::Branch(to.to_owned());
        let is_branch = self.repo.reference(&format!("refs/heads/{to}"))?.is_some()
            || self.repo.reference(&branch.ref_name())?.is_some();
        Ok(if is_branch { branch } else { Chain::Detached })
    }

    /// A chain as it was when a branch was made at `commit`: without what was written when HEAD had
    /// gone on from there.
    fn as_of(&self, tip: Option<ObjectId>, commit: ObjectId) -> Result<Option<ObjectId>, Error> {
        let mut next = tip;
        for _ in 0..NEAREST_LIMIT {
            let Some(id) = next else { break };
            let entry = self.repo.commit(id)?;
            let head = Entry::parse(&entry.message, entry.parents.len())
                .head
                .and_then(|head| head.parse().ok());
            let is_later = |head: ObjectId| {
                head != commit && self.repo.is_ancestor(commit, head).unwrap_or(false)
            };
            if !head.is_some_and(is_later) {
                return Ok(next);
            }
            next = entry.parents.first().copied();
        }
        Ok(next)
    }

    /// The newest entry that was written at `commit` or before it, on one of these chains or with
    /// HEAD detached.
    fn nearest(&mut self, chains: &[Chain], commit: ObjectId) -> Result<Option<ObjectId>, Error> {
        let mut best: Option<(ObjectId, ObjectId)> = None;
        for chain in chains.iter().chain([&Chain::Detached]) {
            let Some((entry, head)) = self.nearest_in(chain, commit)? else {
                continue;
            };
            let is_nearer = match best {
                Some((_, nearest)) => head != nearest && self.repo.is_ancestor(nearest, head)?,
                None => true,
            };
            if is_nearer {
                best = Some((entry, head));
            }
        }
        Ok(best.map(|(entry, _)| entry))
    }

    fn nearest_in(
        &mut self,
        chain: &Chain,
        commit: ObjectId,
    ) -> Result<Option<(ObjectId, ObjectId)>, Error> {
        let tip = if *chain == Chain::Detached {
            self.repo.reference(&chain.ref_name())?
        } else {
            self.tip(chain)?
        };
        let mut next = tip;
        let mut elsewhere = HashSet::new();
        for _ in 0..NEAREST_LIMIT {
            let Some(id) = next else { break };
            let entry = self.repo.commit(id)?;
            let head = Entry::parse(&entry.message, entry.parents.len())
                .head
                .and_then(|head| head.parse().ok());
            if let Some(head) = head.filter(|head| !elsewhere.contains(head)) {
                // A commit that is gone is nobody's ancestor.
                if self.repo.is_ancestor(head, commit).unwrap_or(false) {
                    return Ok(Some((id, head)));
                }
                elsewhere.insert(head);
            }
            next = entry.parents.first().copied();
        }
        Ok(None)
    }
}

/// `<from> to refs/heads/…` behind `prefix`: the first branch.
fn moved_from<'a>(message: &'a str, prefix: &str) -> Option<&'a str> {
    message
        .strip_prefix(prefix)?
        .split(" to refs/heads/")
        .next()
}

/// Both ends of `checkout: moving from <from> to <to>`.
fn switch(message: &str) -> Option<(&str, &str)> {
    message
        .strip_prefix("checkout: moving from ")?
        .split_once(" to ")
}

/// The chain of what HEAD left: git writes a detached HEAD as a whole object id.
fn place(from: &str) -> Chain {
    let is_id = matches!(from.len(), 40 | 64) && from.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_id {
        Chain::Detached
    } else {
        Chain::Branch(from.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn git_s_words_are_understood() {
        assert_eq!(switch("checkout: moving from a/b to c"), Some(("a/b", "c")));
        assert_eq!(switch("commit: moving from a to b"), None);
        assert_eq!(
            moved_from(
                "Branch: renamed refs/heads/a to refs/heads/b",
                "Branch: renamed refs/heads/"
            ),
            Some("a")
        );
        assert_eq!(place(&"a".repeat(40)), Chain::Detached);
        assert_eq!(place("v1"), Chain::Branch("v1".to_owned()));
    }
}
