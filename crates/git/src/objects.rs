//! Finds the objects that a set of revisions reaches: those that a push would send, or that a
//! history holds.

use std::collections::HashMap;

use super::{Error, ObjectId, Repo, answer};

/// A blob, and the first path at which it was met (the bytes of git's tree; empty if no tree
/// names it).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlobAt {
    /// The blob.
    pub id: ObjectId,
    /// The path from the top.
    pub path: Vec<u8>,
}

/// A commit's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The commit.
    pub commit: ObjectId,
    /// The whole message; bytes that are not UTF-8 are replaced.
    pub text: String,
}

/// Starting points and limits of a walk.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Commits, trees, and patterns of refs (`--all`, `--glob=refs/memory`), as git-rev-list(1)
    /// takes them.
    pub from: Vec<String>,
    /// Commits and patterns that are left out, with everything that they reach: the other side has
    /// it already.
    pub not: Vec<String>,
    /// Only the objects of the named commits, not of their history.
    pub is_flat: bool,
    /// Only blobs below these folders; all blobs if no folder is named.
    pub folders: Vec<String>,
}

impl Repo {
    /// Every blob that is reached, once, in git's order. Side branches of merges count too.
    pub fn blobs_reached(&self, reach: &Reach) -> Result<Vec<BlobAt>, Error> {
        let filters = [
            "--objects",
            "--full-history",
            "--filter=object:type=blob",
            "--filter-provided-objects",
        ];
        let output = self.rev_list(reach, &filters, &[])?;
        let mut blobs = Vec::new();
        for line in answer::words(&output, b'\n') {
            // `<id> <path>`; no path for an object that was named by its id.
            let mut parts = line.splitn(2, |byte| *byte == b' ');
            let (Some(id), path) = (parts.next(), parts.next()) else {
                continue;
            };
            blobs.push(BlobAt {
                id: String::from_utf8_lossy(id).parse()?,
                path: match path {
                    Some(path) => path.to_vec(),
                    None => Vec::new(),
                },
            });
        }
        Ok(blobs)
    }

    /// The reached commits, trees and blobs with more bytes than `limit`, with their sizes.
    pub fn larger_objects(
        &self,
        reach: &Reach,
        limit: u64,
    ) -> Result<HashMap<ObjectId, u64>, Error> {
        let ids = self.rev_list(reach, &["--objects", "--no-object-names"], &[])?;
        let mut larger = HashMap::new();
        if ids.is_empty() {
            return Ok(larger);
        }
        let format = "--batch-check=%(objectname) %(objectsize)";
        let answer = self.git(["cat-file", format]).run_with(&ids)?;
        for line in answer::words(&answer, b'\n') {
            let line = String::from_utf8_lossy(line);
            let Some((id, size)) = line.split_once(' ') else {
                return Err(Error::unexpected("cat-file"));
            };
            // `missing`, in a partial clone: nothing that is sent from here.
            if let Ok(size) = size.parse()
                && size > limit
            {
                larger.insert(id.parse()?, size);
            }
        }
        Ok(larger)
    }

    /// The messages of every commit that is reached, newest first.
    pub fn messages_reached(&self, reach: &Reach) -> Result<Vec<Message>, Error> {
        let output = self.rev_list(
            reach,
            &[
                "--no-commit-header",
                "--format=%x00%H%n%B%n%an <%ae>%n%cn <%ce>",
            ],
            &[],
        )?;
        let text = String::from_utf8_lossy(&output);
        let mut messages = Vec::new();
        // A NUL begins each entry, so nothing is before the first one.
        for entry in text.split('\0').skip(1) {
            let Some((id, text)) = entry.split_once('\n') else {
                return Err(Error::unexpected("rev-list"));
            };
            messages.push(Message {
                commit: id.parse()?,
                text: text.to_owned(),
            });
        }
        Ok(messages)
    }

    pub(crate) fn rev_list(
        &self,
        reach: &Reach,
        options: &[&str],
        paths: &[String],
    ) -> Result<Vec<u8>, Error> {
        // A remote may name objects that were never fetched: that is no reason to stop, it only
        // leaves out less.
        let mut args = vec!["rev-list", "--ignore-missing"];
        args.extend(options);
        args.extend(reach.is_flat.then_some("--no-walk"));
        args.extend(reach.from.iter().map(String::as_str));
        if !reach.not.is_empty() {
            args.push("--not");
            args.extend(reach.not.iter().map(String::as_str));
        }
        args.push("--");
        // Literal: a file may be called `*`, or `:x`.
        let mut pathspecs = Vec::new();
        for path in paths.iter().chain(&reach.folders) {
            pathspecs.push(format!(":(top,literal){path}"));
        }
        args.extend(pathspecs.iter().map(String::as_str));
        self.git(args).run()
    }

    /// The tree that the index is compared with: HEAD, or the empty tree before the first commit.
    fn staging_base(&self) -> Result<String, Error> {
        Ok(match self.head()?.commit {
            Some(commit) => commit.to_string(),
            None => ObjectId::of_empty_tree(self.format())?.to_string(),
        })
    }

    /// The paths of all staged differences to HEAD: changed, added or removed.
    pub fn staged_names(&self) -> Result<Vec<String>, Error> {
        let base = self.staging_base()?;
        let args = [
            "diff-index",
            "--cached",
            "-z",
            "--name-only",
            "--no-renames",
        ];
        let output = self
            .git(args.into_iter().chain([base.as_str(), "--"]))
            .run()?;
        Ok(answer::names(&output))
    }

    /// The staged lines that differ from HEAD, as git's diff shows them; at most `limit` bytes of
    /// it.
    pub fn staged_difference(&self, limit: usize) -> Result<String, Error> {
        let base = self.staging_base()?;
        let args = [
            "diff-index",
            "--cached",
            "-p",
            "-U0",
            "--no-ext-diff",
            "--no-textconv",
        ];
        let args = args
            .into_iter()
            .chain(["--no-color", "--no-renames", base.as_str(), "--"]);
        let output = self.git(args).beginning(limit)?;
        Ok(String::from_utf8_lossy(&output).into_owned())
    }

    /// The staged files that differ from HEAD: added or changed, regular files only. All of the
    /// repository.
    pub fn staged(&self) -> Result<Vec<BlobAt>, Error> {
        let base = self.staging_base()?;
        let options = [
            "diff-index",
            "--cached",
            "-z",
            "--raw",
            "--no-abbrev",
            "--no-renames",
            "--diff-filter=AMT",
        ];
        let output = self
            .git(options.into_iter().chain([base.as_str(), "--"]))
            .run()?;
        let mut words = answer::words(&output, 0);
        let mut found = Vec::new();
        while let (Some(meta), Some(path)) = (words.next(), words.next()) {
            let meta = String::from_utf8_lossy(meta);
            let fields: Vec<&str> = meta.split(' ').collect();
            let [_, mode, _, id, _] = fields[..] else {
                return Err(Error::unexpected("diff-index"));
            };
            // Links and submodules have other modes.
            if mode.starts_with("100") {
                found.push(BlobAt {
                    id: id.parse()?,
                    path: path.to_vec(),
                });
            }
        }
        Ok(found)
    }
}
