//! Finds the operation that git is in the middle of, and the files that it has not merged yet.

use std::fs;

use super::entries::{self, Unmerged};
use super::reflog::is_nothing;
use super::{Error, ObjectId, Repo};

/// Files that git leaves while it waits for files to be merged by hand; each way of merging leaves
/// at least one. A look for them costs next to nothing, reading the index of a large project does
/// not.
const TRACES: [&str; 4] = ["AUTO_MERGE", "MERGE_MSG", REBASE, APPLY];
/// The folder of a rebase.
const REBASE: &str = "rebase-merge";
/// The folder of `git am`, and of a rebase that goes by patches.
const APPLY: &str = "rebase-apply";

/// Operation that git is in the middle of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A merge.
    Merge {
        /// The commit that is merged.
        commit: ObjectId,
        /// Name of the merged branch or commit, if git has noted it.
        name: Option<String>,
    },
    /// A rebase.
    Rebase {
        /// The branch that is rebased; `None` if HEAD was detached.
        branch: Option<String>,
        /// The commit that it is put on.
        onto: Option<ObjectId>,
    },
    /// The change of this commit is made once more.
    CherryPick(ObjectId),
    /// The change of this commit is taken back.
    Revert(ObjectId),
    /// Patches from mails are applied.
    Patches,
}

impl Repo {
    /// The files below some folders that git has not merged yet, by path.
    pub fn unmerged<'a>(
        &self,
        folders: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<Unmerged>, Error> {
        let has_trace = TRACES.iter().any(|name| self.git_dir().join(name).exists());
        if has_trace {
            entries::unmerged(self.environment(), self.base(), folders)
        } else {
            Ok(Vec::new())
        }
    }

    /// Returns the operation that git is in the middle of; `None` if git leaves no trace of it, as
    /// after `git stash pop`.
    pub fn operation(&self) -> Result<Option<Operation>, Error> {
        // First: a rebase makes merges and picks commits on its way.
        if let Some((folder, branch)) = self.rebase()? {
            let onto = match self.note(&format!("{folder}/onto"))? {
                Some(onto) => Some(onto.parse()?),
                None => None,
            };
            return Ok(Some(Operation::Rebase { branch, onto }));
        }
        // Of several commits that are merged at once, git takes one after the other.
        if let Some(commits) = self.note("MERGE_HEAD")?
            && let Some(first) = commits.lines().next()
        {
            return Ok(Some(Operation::Merge {
                commit: first.parse()?,
                name: self.note("MERGE_MSG")?.as_deref().and_then(merged_name),
            }));
        }
        // With refs that are not files, these two are among the refs.
        if let Some(commit) = self.pending("CHERRY_PICK_HEAD")? {
            return Ok(Some(Operation::CherryPick(commit)));
        }
        if let Some(commit) = self.pending("REVERT_HEAD")? {
            return Ok(Some(Operation::Revert(commit)));
        }
        let is_applying = self.git_dir().join(APPLY).exists();
        Ok(is_applying.then_some(Operation::Patches))
    }

    /// The branch that is being rebased in this work tree, while HEAD is detached for it.
    pub fn rebased_branch(&self) -> Result<Option<String>, Error> {
        Ok(self.rebase()?.and_then(|(_, branch)| branch))
    }

    /// The folder in which git keeps the present rebase, and the branch that is rebased: `None` for
    /// a detached HEAD, which git notes in other words.
    fn rebase(&self) -> Result<Option<(&'static str, Option<String>)>, Error> {
        for folder in [REBASE, APPLY] {
            if let Some(name) = self.note(&format!("{folder}/head-name"))? {
                let branch = name.strip_prefix("refs/heads/").map(str::to_owned);
                return Ok(Some((folder, branch)));
            }
        }
        Ok(None)
    }

    /// A file in which git notes its operation in this work tree, without the line end.
    fn note(&self, name: &str) -> Result<Option<String>, Error> {
        let file = self.git_dir().join(name);
        match fs::read(&file) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned())),
            Err(error) if is_nothing(&error) => Ok(None),
            Err(error) => Err(Error::read(&file)(error)),
        }
    }

    fn pending(&self, name: &str) -> Result<Option<ObjectId>, Error> {
        match self.resolve(name) {
            Ok(commit) => Ok(Some(commit)),
            Err(Error::UnknownRevision(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Name of the merged branch, from the message that git proposes for a merge
/// (git-fmt-merge-msg(1)).
fn merged_name(message: &str) -> Option<String> {
    let line = message.lines().next()?.strip_prefix("Merge ")?;
    let kinds = ["branch", "remote-tracking branch", "tag", "commit"];
    let named = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    let (name, _) = named.strip_prefix(" '")?.split_once('\'')?;
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_a_merge_names_what_is_merged() {
        for (message, name) in [
            ("Merge branch 'topic'\n\n# Conflicts:\n", Some("topic")),
            ("Merge branch 'a/b' of ../x into main", Some("a/b")),
            ("Merge remote-tracking branch 'origin/x'", Some("origin/x")),
            ("Merge tag 'v1'", Some("v1")),
            ("Merge branches 'a' and 'b'", None),
            ("Merge the 'old' one", None),
            ("Merge branch '", None),
            ("", None),
        ] {
            assert_eq!(merged_name(message).as_deref(), name, "{message}");
        }
    }
}
