//! Talking to remotes: always by the `git` program, so that credentials, proxies and protocols are
//! the user's.

use std::collections::BTreeMap;

use super::command::failed;
use super::{Error, ObjectId, Repo};

/// How git and its servers say that a ref of the remote has moved, or is moving now.
const MOVED: [&str; 7] = [
    "fetch first",
    "non-fast-forward",
    "stale info",
    "failed to update ref",
    "failed to lock",
    "cannot lock ref",
    "reference already exists",
];

/// What became of one ref of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// The remote has it.
    Done,
    /// The remote's ref had moved: it has to be fetched first.
    Behind,
}

impl Repo {
    /// The refs of a remote that fit one of some patterns (`refs/memory/*`), by name.
    ///
    /// # Errors
    /// Where the remote cannot be reached.
    pub fn remote_refs(
        &self,
        remote: &str,
        patterns: &[&str],
    ) -> Result<BTreeMap<String, ObjectId>, Error> {
        let args = ["ls-remote", "--quiet", "--refs", "--end-of-options", remote];
        let list = self.git(args.iter().chain(patterns).copied()).line()?;
        let pairs = list.lines().filter_map(|line| line.split_once('\t'));
        pairs
            .map(|(id, name)| Ok((name.to_owned(), id.parse()?)))
            .collect()
    }

    /// Fetches refs of a remote into refs of ours: pairs of names. Ours are overwritten; nothing
    /// else is touched.
    ///
    /// # Errors
    /// Where the remote cannot be reached.
    pub fn fetch_refs(&self, remote: &str, refs: &[(String, String)]) -> Result<(), Error> {
        if refs.is_empty() {
            return Ok(());
        }
        let specs: String = refs
            .iter()
            .map(|(theirs, ours)| format!("+{theirs}:{ours}\n"))
            .collect();
        let args = [
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--no-auto-maintenance",
            "--no-prune",
        ];
        let more = [
            "--no-recurse-submodules",
            "--no-filter",
            "--refmap=",
            "--stdin",
            "--end-of-options",
            remote,
        ];
        self.git(args.into_iter().chain(more))
            .run_with(specs.as_bytes())
            .map(drop)
    }

    /// Pushes commits to refs of a remote, never by force and without the user's own pre-push hook:
    /// it is made for branches. Says for each ref what became of it.
    ///
    /// # Errors
    /// Where the remote cannot be reached, or refuses for another reason than that its ref has
    /// moved.
    pub fn push_refs(
        &self,
        remote: &str,
        refs: &[(ObjectId, String)],
    ) -> Result<BTreeMap<String, Pushed>, Error> {
        let mut done = BTreeMap::new();
        // A command line has no room for thousands.
        for part in refs.chunks(500) {
            let specs: Vec<String> = part
                .iter()
                .map(|(id, name)| format!("{id}:{name}"))
                .collect();
            let args = [
                "push",
                "--porcelain",
                "--no-verify",
                "--no-follow-tags",
                "--recurse-submodules=no",
            ];
            let more = ["--no-signed", "--end-of-options", remote];
            let output = self
                .git(
                    args.into_iter()
                        .chain(more)
                        .chain(specs.iter().map(String::as_str)),
                )
                .output(&[])?;
            let text = String::from_utf8_lossy(&output.stdout);
            let before = done.len();
            for line in text.lines() {
                // `<flag>\t<from>:<to>\t<summary> (<reason>)`
                let mut words = line.splitn(3, '\t');
                let (Some(flag), Some(names), Some(summary)) =
                    (words.next(), words.next(), words.next())
                else {
                    continue;
                };
                let Some((_, name)) = names.split_once(':') else {
                    continue;
                };
                let pushed = match flag {
                    "!" if MOVED.iter().any(|reason| summary.contains(reason)) => Pushed::Behind,
                    "!" => {
                        let message = format!("{name}: {summary}");
                        return Err(Error::Failed {
                            command: "push".to_owned(),
                            message,
                        });
                    }
                    _ => Pushed::Done,
                };
                done.insert(name.to_owned(), pushed);
            }
            if done.len() == before {
                return Err(failed("push".to_owned(), &output));
            }
        }
        Ok(done)
    }
}
