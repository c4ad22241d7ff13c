//! The history of a folder: which commits changed which files, newest first.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};

use super::answer::{self, Fields};
use super::log_words::{ChangesReader, CommitChanges, Named, named};
use super::{Error, ObjectId, Repo};
use git_memory_text::renames::Rename;

/// Number of digits of the shortest full id.
const SHORTEST_ID: usize = 40;

/// A commit in one line.
#[derive(Clone, Debug)]
pub struct CommitLine {
    /// Its id.
    pub id: ObjectId,
    /// The committer's day in their own time zone, `2026-11-20`.
    pub day: String,
    /// The first line of its message.
    pub subject: String,
}

/// A commit that cites something, with its whole message.
#[derive(Clone, Debug)]
pub struct CitingCommit {
    /// Its message.
    pub message: String,
    /// The paths that it changed, from the top of the work tree.
    pub paths: Vec<String>,
}

/// Options against the user's settings: `i18n.logOutputEncoding`, `log.showRoot`, `log.follow`,
/// `log.showSignature`, `diff.renames`.
pub(super) const PLAIN: [&str; 5] = [
    "--encoding=UTF-8",
    "--root",
    "--no-follow",
    "--no-show-signature",
    "--no-renames",
];

impl Repo {
    /// The commits from `revision` back that changed something below some folders, newest first.
    /// Renames are not followed: a moved file is removed and added with the same blob.
    ///
    /// # Errors
    /// [`Error::UnknownRevision`], or if git cannot walk the history.
    pub fn history(&self, revision: &str, folders: &[String]) -> Result<Vec<CommitChanges>, Error> {
        let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
        self.changes(&[&self.resolve(revision)?.to_string()], &folders)
    }

    /// Visits the commits of [`Repo::history`], each as soon as git has found it, until `each` returns [`ControlFlow::Break`].
    pub fn walk_history(
        &self,
        revision: &str,
        folders: &[&str],
        each: &mut dyn FnMut(CommitChanges) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let revision = self.resolve(revision)?.to_string();
        self.each_change(&[&revision], folders, each)
    }

    /// Returns the changes of some commits below `folder`; commits that changed nothing there are
    /// left out.
    pub fn changes_of(
        &self,
        commits: &[ObjectId],
        folder: &str,
    ) -> Result<Vec<CommitChanges>, Error> {
        if commits.is_empty() {
            return Ok(Vec::new());
        }
        let names: Vec<String> = commits.iter().map(ToString::to_string).collect();
        let mut selectors = vec!["--no-walk=unsorted"];
        selectors.extend(names.iter().map(String::as_str));
        self.changes(&selectors, &[folder])
    }

    /// The files that some commits moved, by their contents; a merge moves none.
    pub fn renames(&self, commits: &[ObjectId]) -> Result<Vec<Rename>, Error> {
        if commits.is_empty() {
            return Ok(Vec::new());
        }
        let args = [
            "log",
            "--no-walk=unsorted",
            "-z",
            "--format=",
            "--name-status",
            "--find-renames",
            "--diff-filter=R",
            "--no-follow",
            "--no-show-signature",
        ];
        let ids: Vec<String> = commits.iter().map(ToString::to_string).collect();
        let args = args.into_iter().chain(ids.iter().map(String::as_str));
        let mut words = answer::names(&self.git(args.chain(["--"])).run()?).into_iter();
        let mut renames = Vec::new();
        // `R100`, then both paths.
        while let (Some(_), Some(from), Some(to)) = (words.next(), words.next(), words.next()) {
            renames.push(Rename { from, to });
        }
        Ok(renames)
    }

    /// The commits that changed a file last, newest first, at most `limit`; if a line is named
    /// (from 1), the one that wrote it. An uncommitted line has none. Only commits that `from`
    /// reaches count; `None` stands for the work tree, whose history is HEAD's.
    ///
    /// # Errors
    /// If git does not know the file, or it has no such line.
    pub fn last_changes(
        &self,
        from: Option<ObjectId>,
        path: &str,
        lines: Option<RangeInclusive<u32>>,
        limit: usize,
    ) -> Result<Vec<ObjectId>, Error> {
        let from = from.map(|commit| commit.to_string());
        if let Some(lines) = lines {
            let mut ids = self.blamed(from.as_deref(), path, &lines)?;
            ids.truncate(limit);
            return Ok(ids);
        }
        let pathspec = format!(":(top,literal){path}");
        let limit = limit.to_string();
        let lines = self
            .git([
                "log",
                "-n",
                &limit,
                "--no-follow",
                "--no-show-signature",
                "--format=%H",
                from.as_deref().unwrap_or("HEAD"),
                "--",
                &pathspec,
            ])
            .line()?;
        answer::lines(lines.as_bytes())
    }

    /// The commits that wrote lines, as blame names them, the newest first.
    fn blamed(
        &self,
        from: Option<&str>,
        path: &str,
        lines: &RangeInclusive<u32>,
    ) -> Result<Vec<ObjectId>, Error> {
        let range = format!("{},{}", lines.start(), lines.end());
        let arguments = ["blame", "--porcelain", "-L", &range];
        // At the top of the work tree a path is one from there; blame knows no pathspecs.
        let arguments = arguments.into_iter().chain(from).chain(["--", path]);
        let answer = self.git(arguments).line()?;
        let (mut commits, mut id) = (Vec::new(), "");
        for line in answer.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            // A line of the file begins with a tab.
            if word == "committer-time" {
                let time: i64 = rest.parse().map_err(|_| Error::unexpected("blame"))?;
                let ids: Vec<ObjectId> = answer::lines(id.as_bytes())?;
                commits.extend(ids.into_iter().map(|id| (time, id)));
            } else if word.len() >= SHORTEST_ID && word.bytes().all(|it| it.is_ascii_hexdigit()) {
                id = word;
            }
        }
        // All zeros: blame's id for uncommitted lines.
        commits.retain(|(_, id)| !id.is_zero());
        commits.sort_by_key(|(time, _)| Reverse(*time));
        Ok(commits.into_iter().map(|(_, id)| id).collect())
    }

    /// The commits that HEAD reaches whose messages have one of these words, in any case, followed
    /// by a number: `adr-12`, `ADR 12`. Newest first, merges left out.
    pub fn commits_citing(&self, words: &[&str]) -> Result<Vec<CitingCommit>, Error> {
        // A word comes from the name of a file, which may be anything; git would read it as a
        // pattern.
        let is_plain = |word: &&&str| word.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
        let words: Vec<&str> = words.iter().filter(is_plain).copied().collect();
        if words.is_empty() || self.head()?.commit.is_none() {
            return Ok(Vec::new());
        }
        let pattern = format!("--grep=({})[-_ #]*[0-9]", words.join("|"));
        let args = [
            "log",
            "-z",
            "--no-merges",
            "--name-only",
            "--extended-regexp",
            "--regexp-ignore-case",
            &pattern,
            "--format=%x01commit%x01%B",
        ];
        let args = args.into_iter().chain(PLAIN);
        let output = self.git(args.chain(["HEAD", "--"])).run()?;
        let mut commits = Vec::new();
        for Named { head, paths } in named(&output) {
            let message = String::from_utf8_lossy(head).into_owned();
            commits.push(CitingCommit { message, paths });
        }
        Ok(commits)
    }

    /// The last commits that HEAD reaches, at most `limit`, newest first, without merges: id, the
    /// committer's day in their own time zone, subject.
    pub fn last_commits(&self, limit: usize) -> Result<Vec<CommitLine>, Error> {
        if limit == 0 || self.head()?.commit.is_none() {
            return Ok(Vec::new());
        }
        let limit = limit.to_string();
        let args = [
            "log",
            "-z",
            "-n",
            &limit,
            "--no-merges",
            "--format=%H%x01%cs%x01%s",
        ];
        let args = args.into_iter().chain(PLAIN);
        let output = self.git(args.chain(["HEAD"])).run()?;
        let mut commits = Vec::new();
        for line in answer::names(&output) {
            let mut fields = Fields::of(&line, "log");
            commits.push(CommitLine {
                id: fields.next()?.parse()?,
                day: fields.next()?.to_owned(),
                subject: fields.rest()?.to_owned(),
            });
        }
        Ok(commits)
    }

    /// Visits the commits of a branch's own line (only first parents) from `tip` back, each with
    /// its changes below some folders against its first parent, newest first, until `each` returns
    /// [`ControlFlow::Break`]; also commits that changed nothing there.
    pub fn walk_line(
        &self,
        tip: ObjectId,
        folders: &[&str],
        each: &mut dyn FnMut(CommitChanges) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        // `--sparse` keeps the commits that changed nothing there: their number is asked for, too.
        let line = ["--first-parent", "--sparse", "-m", &tip.to_string()];
        self.each_change(&line, folders, each)
    }

    /// The commits that `tip` reaches and `known` does not, each with its changes below some
    /// folders: no commit before its children, whatever its date. Merges and commits that changed
    /// nothing there are left out.
    pub fn changes_in_order(
        &self,
        tip: ObjectId,
        known: Option<ObjectId>,
        folders: &[&str],
    ) -> Result<Vec<CommitChanges>, Error> {
        let range = match known {
            Some(known) => format!("{known}..{tip}"),
            None => tip.to_string(),
        };
        self.changes(&["--topo-order", "--no-merges", &range], folders)
    }

    fn changes(&self, selectors: &[&str], folders: &[&str]) -> Result<Vec<CommitChanges>, Error> {
        let mut commits: Vec<CommitChanges> = Vec::new();
        self.each_change(selectors, folders, &mut |commit| {
            commits.push(commit);
            ControlFlow::Continue(())
        })?;
        Ok(commits)
    }

    fn each_change(
        &self,
        selectors: &[&str],
        folders: &[&str],
        each: &mut dyn FnMut(CommitChanges) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut told = HashSet::new();
        let log = self.each_logged(selectors, folders, &mut |commit| {
            told.insert(commit.id);
            each(commit)
        });
        match log {
            Err(error) if error.is_missing() && !self.is_partial()? => {
                self.each_comparable(selectors, folders, &told, each)
            }
            log => log,
        }
    }

    /// The commits as git's log has them, to its end or to a tree that it cannot read.
    pub(super) fn each_logged(
        &self,
        selectors: &[&str],
        folders: &[&str],
        each: &mut dyn FnMut(CommitChanges) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let format = "--format=%x01commit%x01%H%x01%P%x01%an%x01%aI%x01%s";
        let mut args = vec!["log", "-z", "--raw", "--no-abbrev", format];
        args.extend(PLAIN);
        args.extend(selectors);
        args.push("--");
        let pathspecs: Vec<String> = folders
            .iter()
            .map(|folder| format!(":(top,literal){folder}"))
            .collect();
        args.extend(pathspecs.iter().map(String::as_str));
        let mut reader = ChangesReader::default();
        let mut is_over = false;
        self.git(args).each_word(&mut |word| {
            let Some(commit) = reader.word(word)? else {
                return Ok(ControlFlow::Continue(()));
            };
            let flow = each(commit);
            is_over = flow.is_break();
            Ok(flow)
        })?;
        if let Some(last) = reader.commit
            && !is_over
        {
            // The last commit: there is nothing left to stop.
            let _ = each(last);
        }
        Ok(())
    }

    /// The commits that `tip` reaches, none before its children, at most `limit`: dates do not
    /// count, and many commits of a rebase have one.
    pub fn in_order(&self, tip: ObjectId, limit: usize) -> Result<Vec<ObjectId>, Error> {
        let (tip, limit) = (tip.to_string(), format!("--max-count={limit}"));
        let args = ["rev-list", "--topo-order", &limit, &tip];
        answer::lines(&self.git(args).run()?)
    }

    /// The commits of a branch's own line (only first parents) from `tip` back, at most `limit`.
    pub fn first_parents(&self, tip: ObjectId, limit: usize) -> Result<Vec<ObjectId>, Error> {
        let (tip, limit) = (tip.to_string(), format!("--max-count={limit}"));
        let args = ["rev-list", "--first-parent", &limit, &tip];
        answer::lines(&self.git(args).run()?)
    }

    /// True if git has verified the signature of a commit, by a key that it trusts.
    ///
    /// # Errors
    /// If git cannot read it; a signature that cannot be verified is not an error.
    pub fn is_signed(&self, commit: ObjectId) -> Result<bool, Error> {
        let commit = commit.to_string();
        let args = ["log", "-1", "--no-show-signature", "--format=%G?", &commit];
        // 'U' is a good signature of a key without a known owner, and anyone can make such a key.
        Ok(self.git(args).line()? == "G")
    }

    /// The commit at which two revisions parted.
    ///
    /// # Errors
    /// [`Error::UnknownRevision`], or if they have no commit in common.
    pub fn merge_base(&self, one: &str, other: &str) -> Result<ObjectId, Error> {
        let (from, to) = (self.resolve(one)?, self.resolve(other)?);
        match self.common_ancestor(from, to)? {
            Some(base) => Ok(base),
            None => Err(Error::Unrelated {
                one: one.to_owned(),
                other: other.to_owned(),
            }),
        }
    }

    /// The best commit that two commits both reach; `None` if there is none.
    pub fn common_ancestor(
        &self,
        one: ObjectId,
        other: ObjectId,
    ) -> Result<Option<ObjectId>, Error> {
        let (one, other) = (one.to_string(), other.to_string());
        // 1 means that there is no such commit (git-merge-base(1)).
        match self.git(["merge-base", &one, &other]).line_or_no()? {
            Some(line) => Ok(Some(line.parse()?)),
            None => Ok(None),
        }
    }

    /// Every best commit that two commits both reach: several if the two were merged into each
    /// other, none if they share nothing.
    pub fn common_ancestors(&self, one: ObjectId, other: ObjectId) -> Result<Vec<ObjectId>, Error> {
        let (one, other) = (one.to_string(), other.to_string());
        let lines = self
            .git(["merge-base", "--all", &one, &other])
            .lines_or_no()?;
        lines.iter().map(|line| line.parse()).collect()
    }
}
