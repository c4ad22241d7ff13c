//! The repository's own history, for use cases that read commits and branches: memory is told
//! against it, nothing here changes it.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};

use crate::ledger::ends;
use crate::{Error, Store};
use git_memory_git::{
    BlameQuestion, Blaming, CitingCommit, Commit, CommitChanges, CommitLine, Head, ObjectId, Reach,
    Repo,
};
use git_memory_text::renames::Rename;

/// The folder of refs that holds branches.
const BRANCHES: &str = "refs/heads/";
/// The folder of refs that holds tags.
const TAGS: &str = "refs/tags/";
/// The folder of refs that holds what was fetched of other repositories' branches.
const REMOTE_BRANCHES: &str = "refs/remotes/";

/// The commits and branches of a repository.
#[derive(Clone, Copy)]
pub struct History<'a> {
    pub(crate) repo: &'a Repo,
    store: Store<'a>,
}

/// A branch with the commit that it is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The short name: `main`; of a remote's branch `origin/main`.
    pub name: String,
    /// Its newest commit.
    pub tip: ObjectId,
}

impl<'a> Store<'a> {
    /// The repository's own history.
    #[must_use]
    pub fn history(self) -> History<'a> {
        History {
            repo: self.repo(),
            store: self,
        }
    }
}

impl History<'_> {
    /// The current branch and commit. A command sees one state of them.
    pub fn head(self) -> Result<Head, Error> {
        Ok(self.repo.head()?)
    }

    /// The commit that HEAD is at; `None` before the first one.
    pub fn head_commit(self) -> Result<Option<ObjectId>, Error> {
        Ok(self.repo.head()?.commit)
    }

    /// git's own words for the last move of this work tree's HEAD; `None` where git logs no moves.
    pub fn last_move_of_head(self) -> Result<Option<String>, Error> {
        let lines = self.repo.reflog("HEAD")?;
        Ok(lines.into_iter().next().map(|line| line.message))
    }

    /// The object that a revision names; without a revision, the commit that HEAD is at, `None`
    /// before the first one.
    pub fn at(self, revision: Option<&str>) -> Result<Option<ObjectId>, Error> {
        match revision {
            Some(revision) => self.resolve(revision).map(Some),
            None => self.head_commit(),
        }
    }

    /// As [`at`](Self::at), where the object is a commit: a tree that is named by its id has no
    /// history.
    pub fn commit_at(self, revision: Option<&str>) -> Result<Option<ObjectId>, Error> {
        match self.at(revision)? {
            Some(commit) if self.has_commit(commit)? => Ok(Some(commit)),
            _ => Ok(None),
        }
    }

    /// The commit or tree that a revision names.
    ///
    /// # Errors
    /// Where it names nothing, and for HEAD before the first commit.
    pub fn resolve(self, revision: &str) -> Result<ObjectId, Error> {
        Ok(self.repo.resolve(revision)?)
    }

    /// A commit.
    ///
    /// # Errors
    /// Where there is no such commit.
    pub fn commit(self, id: ObjectId) -> Result<Commit, Error> {
        Ok(self.repo.commit(id)?)
    }

    /// True where the own line of a commit (first parents alone) has more commits than that. What lies
    /// beyond the end of a shallow clone does not count.
    pub fn is_longer(self, tip: ObjectId, than: usize) -> Result<bool, Error> {
        let mut at = tip;
        for _ in 0..than {
            match self.commit(at)?.parents.first() {
                Some(parent) if self.has_commit(*parent)? => at = *parent,
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// True if an id is that of a commit in this clone: a shallow clone, or one that git has
    /// cleaned up, lacks some that notes and remotes name.
    pub fn has_commit(self, id: ObjectId) -> Result<bool, Error> {
        Ok(self.repo.has_commit(id)?)
    }

    /// The commits that `from` reaches and `not` does not, in no particular order.
    pub fn between(self, from: ObjectId, not: &[ObjectId]) -> Result<Vec<ObjectId>, Error> {
        Ok(self.repo.between(from, not)?)
    }

    /// True if `of` reaches `ancestor`, or is it.
    pub fn is_ancestor(self, ancestor: ObjectId, of: ObjectId) -> Result<bool, Error> {
        Ok(self.repo.is_ancestor(ancestor, of)?)
    }

    /// The commit at which two revisions parted.
    ///
    /// # Errors
    /// An unknown revision, or two that have no commit in common.
    pub fn merge_base(self, one: &str, other: &str) -> Result<ObjectId, Error> {
        Ok(self.repo.merge_base(one, other)?)
    }

    /// The paths of the files that HEAD has changed since it left a branch that is at `trunk`; none
    /// where they have nothing in common.
    pub fn files_since(self, trunk: ObjectId) -> Result<Vec<String>, Error> {
        // On the trunk itself there is nothing to ask git about.
        let Some(head) = self.head_commit()?.filter(|head| *head != trunk) else {
            return Ok(Vec::new());
        };
        match self.repo.common_ancestors(head, trunk)?.first() {
            Some(&base) if base != head => Ok(self.repo.files_between(base, head)?),
            _ => Ok(Vec::new()),
        }
    }

    /// Every best commit that two commits both reach.
    pub fn merge_bases(self, one: ObjectId, other: ObjectId) -> Result<Vec<ObjectId>, Error> {
        Ok(self.repo.common_ancestors(one, other)?)
    }

    /// The paths of files that two commits do not have the same, from the top of the work tree.
    pub fn files_between(self, one: ObjectId, other: ObjectId) -> Result<Vec<String>, Error> {
        Ok(self.repo.files_between(one, other)?)
    }

    /// The commit that a ref holds; `None` where there is no such ref.
    pub fn tip_of(self, full_name: &str) -> Result<Option<ObjectId>, Error> {
        Ok(self.repo.reference(full_name)?)
    }

    /// The best commit that two commits both reach; `None` where there is none.
    pub fn common_ancestor(
        self,
        one: ObjectId,
        other: ObjectId,
    ) -> Result<Option<ObjectId>, Error> {
        Ok(self.repo.common_ancestor(one, other)?)
    }

    /// The commits that `tip` reaches, none before its children, at most `limit`.
    pub fn in_order(self, tip: ObjectId, limit: usize) -> Result<Vec<ObjectId>, Error> {
        Ok(self.repo.in_order(tip, limit)?)
    }

    /// True if git has verified the signature of a commit, by a key that it trusts.
    ///
    /// # Errors
    /// Where git cannot read it; not where it cannot verify it.
    pub fn is_signed(self, commit: ObjectId) -> Result<bool, Error> {
        Ok(self.repo.is_signed(commit)?)
    }

    /// The local branches, sorted by name.
    pub fn branches(self) -> Result<Vec<Branch>, Error> {
        self.refs_below(BRANCHES)
    }

    /// The branches of other repositories as they were when they were last fetched, sorted by name;
    /// without what a remote calls its HEAD, which is one of its branches.
    pub fn remote_branches(self) -> Result<Vec<Branch>, Error> {
        let mut branches = self.refs_below(REMOTE_BRANCHES)?;
        // It would count that branch twice.
        branches.retain(|branch| !branch.name.ends_with("/HEAD"));
        Ok(branches)
    }

    /// The names of git's tags, sorted.
    pub fn tags(self) -> Result<Vec<String>, Error> {
        let tags = self.refs_below(TAGS)?;
        Ok(tags.into_iter().map(|tag| tag.name).collect())
    }

    fn refs_below(self, folder: &str) -> Result<Vec<Branch>, Error> {
        let mut branches = Vec::new();
        for (full, tip) in self.repo.references(folder)? {
            if let Some(name) = full.strip_prefix(folder) {
                let name = name.to_owned();
                branches.push(Branch { name, tip });
            }
        }
        Ok(branches)
    }

    /// The commits of a branch's own line (first parents alone) from `tip` back, at most `limit`.
    pub fn first_parents(self, tip: ObjectId, limit: usize) -> Result<Vec<ObjectId>, Error> {
        Ok(self.repo.first_parents(tip, limit)?)
    }

    /// The commits from a revision back that changed something in memory or in a folder that is read
    /// beside it, newest first; files of an earlier folder have the paths of the present one. Other renames are not followed: a moved
    /// file is removed and added with the same blob.
    ///
    /// # Errors
    /// An unknown revision, or where git cannot walk the history.
    pub fn of_memory(self, revision: &str) -> Result<Vec<CommitChanges>, Error> {
        let folders = self.store.folders()?.into_iter();
        let mut folders: Vec<String> = folders.map(ToOwned::to_owned).collect();
        folders.extend(self.store.earlier_folder()?.map(|it| it.to_string()));
        let commits = self.repo.history(revision, &folders)?;
        commits
            .into_iter()
            .map(|commit| self.store.as_present(commit))
            .collect()
    }

    /// The commits from a revision back that changed something below some folders (from the top;
    /// all of the work tree where one is empty), newest first, until `each` has seen enough.
    /// Renames are not followed.
    ///
    /// # Errors
    /// An unknown revision, or where git cannot walk the history.
    pub fn of_folders(
        self,
        revision: &str,
        folders: &[&str],
        each: &mut dyn FnMut(CommitChanges) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        Ok(self.repo.walk_history(revision, folders, each)?)
    }

    /// The commits of a branch's own line (first parents alone) from `tip` back with what they changed
    /// of some files, against their first parents, newest first, until `each` has seen enough.
    pub fn walk_line(
        self,
        tip: ObjectId,
        paths: &[&str],
        each: &mut dyn FnMut(CommitChanges) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        Ok(self.repo.walk_line(tip, paths, each)?)
    }

    /// Takes out the commits at the end of a shallow clone: what they changed cannot be known, as
    /// they seem to add all that they have.
    pub fn without_boundary(self, mut commits: Vec<ObjectId>) -> Result<Vec<ObjectId>, Error> {
        let ends = ends(self.repo)?;
        commits.retain(|commit| !ends.contains(commit));
        Ok(commits)
    }

    /// The changes of some commits, in all paths; commits that changed nothing, or of which it
    /// cannot be known, are left out.
    pub fn changes_to_all(self, commits: &[ObjectId]) -> Result<Vec<CommitChanges>, Error> {
        let commits = self.without_boundary(commits.to_vec())?;
        Ok(self.repo.changes_of(&commits, "")?)
    }

    /// The files that some commits moved, but for those of which it cannot be known.
    pub fn renames(self, commits: &[ObjectId]) -> Result<Vec<Rename>, Error> {
        let commits = self.without_boundary(commits.to_vec())?;
        Ok(self.repo.renames(&commits)?)
    }

    /// The commits that HEAD reaches whose messages have one of these words with a number after it
    /// (`adr-12`, `ADR 12`), newest first, merges left out.
    pub fn citing(self, words: &[&str]) -> Result<Vec<CitingCommit>, Error> {
        Ok(self.repo.commits_citing(words)?)
    }

    /// The commits that changed a file last, newest first, at most `limit`; where lines are named
    /// (from 1), those that wrote them. A line that is not committed yet has none. They are those
    /// that `from` reaches; `None` stands for the work tree, whose history is HEAD's. Those at the
    /// end of a shallow clone are none of them.
    ///
    /// # Errors
    /// Where git does not know the file, or it has no such line.
    pub fn last_changes(
        self,
        from: Option<ObjectId>,
        path: &str,
        lines: Option<RangeInclusive<u32>>,
        limit: usize,
    ) -> Result<Vec<ObjectId>, Error> {
        self.without_boundary(self.repo.last_changes(from, path, lines, limit)?)
    }

    /// Asks which commits brought the lines of a file, through moves; git works while the caller
    /// does.
    pub fn blame(self, question: &BlameQuestion) -> Result<Blaming, Error> {
        Ok(self.repo.blame(question)?)
    }

    /// The last commits that HEAD reaches, at most `limit`, newest first, merges left out.
    pub fn last_commits(self, limit: usize) -> Result<Vec<CommitLine>, Error> {
        Ok(self.repo.last_commits(limit)?)
    }

    /// The ids of the commits without parents that HEAD reaches, sorted.
    pub fn root_commits(self) -> Result<BTreeSet<String>, Error> {
        Ok(self.repo.root_commits()?)
    }

    /// The commits that are reached, newest first, at most `limit`; those alone that change one of
    /// `paths`, where some are named.
    pub fn reached(
        self,
        reach: &Reach,
        limit: usize,
        paths: &[String],
    ) -> Result<Vec<ObjectId>, Error> {
        Ok(self.repo.commits_reached(reach, limit, paths)?)
    }
}
