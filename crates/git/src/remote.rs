//! Talking to remotes: always by the `git` program, so that credentials, proxies and protocols are
//! the user's.

use std::collections::BTreeMap;

use super::command::failed;
use super::{Error, ObjectId, Repo};

/// A fetch that says nothing, and changes nothing but what it is asked for: no tags, no submodules,
/// no file and no upkeep of git's own.
pub(crate) const FETCH: [&str; 7] = [
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-write-fetch-head",
    "--no-auto-maintenance",
    "--no-recurse-submodules",
    "--refmap=",
];
/// Leaves out the contents of files, where the server can.
pub(crate) const NO_BLOBS: &str = "--filter=blob:none";

/// The arguments of a fetch from a remote; without `wanted`, of the objects that are named on the
/// lines of the standard input.
pub(crate) fn fetch_args<'a>(
    remote: &'a str,
    options: &[&'a str],
    wanted: &[&'a str],
) -> Vec<&'a str> {
    // The form in which git itself fetches what a partial clone lacks.
    let (before, by_name): (&[&str], &[&str]) = match wanted {
        [] => (&["-c", "fetch.negotiationAlgorithm=noop"], &["--stdin"]),
        _ => (&[], &[]),
    };
    let end = ["--end-of-options", remote];
    [before, &FETCH, options, by_name, &end, wanted].concat()
}

/// Words of git and its servers for a ref of the remote that has moved, or is moving now.
const MOVED: [&str; 7] = [
    "fetch first",
    "non-fast-forward",
    "stale info",
    "failed to update ref",
    "failed to lock",
    "cannot lock ref",
    "reference already exists",
];

/// A commit that a ref of a remote is to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushedRef {
    /// The commit.
    pub commit: ObjectId,
    /// The ref there.
    pub name: String,
    /// The ref's present commit, if the new commit does not build on it: it is given up.
    pub replaces: Option<ObjectId>,
}

/// Result of pushing one ref.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// The remote has it.
    Done,
    /// The remote's ref had moved: it has to be fetched first.
    Behind,
}

impl Repo {
    /// The refs of a remote that fit one of some patterns (`refs/memory/*`), by name.
    pub fn remote_refs(
        &self,
        remote: &str,
        patterns: &[&str],
    ) -> Result<BTreeMap<String, ObjectId>, Error> {
        let args = ["ls-remote", "--quiet", "--refs", "--end-of-options", remote];
        let call = self.git(args.iter().chain(patterns).copied());
        let list = call.online().line()?;
        let mut refs = BTreeMap::new();
        for line in list.lines() {
            // A server may print lines of its own before its refs.
            if let Some((id, name)) = line.split_once('\t') {
                refs.insert(name.to_owned(), id.parse()?);
            }
        }
        Ok(refs)
    }

    /// Fetches refs of a remote into refs of ours: pairs of names. Ours are overwritten; nothing
    /// else is touched.
    pub fn fetch_refs(&self, remote: &str, refs: &[(String, String)]) -> Result<(), Error> {
        if refs.is_empty() {
            return Ok(());
        }
        // By standard input: thousands of names have no room on a command line.
        let mut specs = String::new();
        for (theirs, ours) in refs {
            specs.extend(["+", theirs, ":", ours, "\n"]);
        }
        let more = [
            "--no-prune",
            "--no-filter",
            "--stdin",
            "--end-of-options",
            remote,
        ];
        self.git(FETCH.into_iter().chain(more))
            .online()
            .run_with(specs.as_bytes())
            .map(drop)
    }

    /// Pushes commits to refs of a remote, without the user's own pre-push hook: it is made for
    /// branches. Only refs that a request names as replaced are overwritten. Returns the result for
    /// each ref.
    pub fn push_refs(
        &self,
        remote: &str,
        refs: &[PushedRef],
    ) -> Result<BTreeMap<String, Pushed>, Error> {
        let mut done = BTreeMap::new();
        // `git push` takes no names from standard input, and a command line has no room for
        // thousands.
        for part in refs.chunks(500) {
            let mut specs = Vec::with_capacity(part.len());
            let mut leases = Vec::new();
            for PushedRef {
                commit,
                name,
                replaces,
            } in part
            {
                specs.push(format!("{commit}:{name}"));
                // Only if it still has the seen value: later work of others must not be lost.
                if let Some(old) = replaces {
                    leases.push(format!("--force-with-lease={name}:{old}"));
                }
            }
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
                        .chain(leases.iter().map(String::as_str))
                        .chain(more)
                        .chain(specs.iter().map(String::as_str)),
                )
                .online()
                .output(&[])?;
            // The exit status means that one ref was refused, but not which.
            let text = String::from_utf8_lossy(&output.stdout);
            let before = done.len();
            for line in text.lines() {
                if let Some((name, pushed)) = pushed(line)? {
                    done.insert(name.to_owned(), pushed);
                }
            }
            if done.len() == before {
                return Err(failed("push".to_owned(), &output));
            }
        }
        Ok(done)
    }
}

/// Reads `<flag>\t<from>:<to>\t<summary> (<reason>)`; `None` for other lines.
fn pushed(line: &str) -> Result<Option<(&str, Pushed)>, Error> {
    let words: Vec<&str> = line.splitn(3, '\t').collect();
    let [flag, names, summary] = words[..] else {
        return Ok(None);
    };
    let Some((_, name)) = names.split_once(':') else {
        return Ok(None);
    };
    if flag != "!" {
        return Ok(Some((name, Pushed::Done)));
    }
    if MOVED.iter().any(|reason| summary.contains(reason)) {
        return Ok(Some((name, Pushed::Behind)));
    }
    Err(Error::Failed {
        command: "push".to_owned(),
        message: format!("{name}: {summary}"),
    })
}
