//! Finds the commit that first broke the checks of a record, by reading trees: nothing is checked
//! out, and files that were read before are not read again.

use super::accepted::accepted;
use super::rules::{Kind, Ruling, rulings};
use super::{Age, Before, Judge, Violation};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_store::{Verified, View};

/// Maximum number of commits of one line that are searched.
const MOST: usize = 1_000_000;
/// The longest subject in an answer, in characters.
const SUBJECT: usize = 100;

/// Result of the search.
#[derive(Debug)]
pub enum Bisected {
    /// The newer end keeps all checks.
    Kept,
    /// This commit broke one first.
    Broke(Box<Broke>),
}

/// The commit that first broke a check.
#[derive(Debug)]
pub struct Broke {
    /// The commit.
    pub commit: ObjectId,
    /// Its author's name.
    pub author: Clean,
    /// When it was committed, in seconds since 1970.
    pub time: i64,
    /// The first line of its message.
    pub subject: Clean,
    /// Places that it has and the older end does not.
    pub violations: Vec<Violation>,
}

/// Searches from `good` (without it: the commit at which the record's checks came into force) to
/// `bad` (without it: HEAD), as `git bisect` does: it supposes that what was broken once stayed so.
/// The checks are those that the record has at `bad`. In a merge that broke them, the side that was
/// merged is searched, too.
///
/// # Errors
/// A name of no record at `bad`, a record without checks, an unknown revision, or a `good` that is
/// no ancestor of `bad`.
pub fn bisect(
    workspace: &Workspace,
    name: &str,
    good: Option<&str>,
    bad: Option<&str>,
    progress: &dyn Fn(usize, usize),
) -> Result<Bisected, Error> {
    let history = workspace.store().history();
    let bad = history.resolve(bad.unwrap_or("HEAD"))?;
    let memory = workspace.memory(&View::Revision(bad.to_string()))?;
    let (rulings, broken) = rulings(workspace, &memory, &[name.to_owned()], None)?;
    if rulings.is_empty() {
        let reason = broken.first().map(|broken| broken.reason.to_string());
        let reason = reason.unwrap_or_else(|| "it declares no checks".to_owned());
        return Err(Error::BadValue(format!(
            "{name} cannot be verified: {reason}"
        )));
    }
    if rulings.iter().all(|ruling| ruling.kind() == Kind::Nothing) {
        return Err(Error::BadValue(format!(
            "{name} cannot be bisected: its checks are commands, which run over a work tree"
        )));
    }
    let all: Vec<&Ruling> = rulings.iter().collect();
    let starts = match good {
        Some(good) => vec![history.resolve(good)?; all.len()],
        None => accepted(workspace, bad, &all)?,
    };
    for start in &starts {
        if !history.is_ancestor(*start, bad)? {
            let (good, bad) = (start.short(), bad.short());
            return Err(Error::BadValue(format!(
                "{good} is not an ancestor of {bad}"
            )));
        }
    }
    let mut search = Search {
        judge: Judge::new(workspace, &memory, progress),
        rulings: &rulings,
        starts,
        verified: workspace.store().verified(),
    };
    if !search.is_broken(bad)? {
        return Ok(Bisected::Kept);
    }
    let commit = search.first(bad)?;
    let violations = search.violations(commit)?;
    let found = history.commit(commit)?;
    let guard = workspace.guard()?;
    let subject = found.message.lines().next().unwrap_or_default();
    Ok(Bisected::Broke(Box::new(Broke {
        commit,
        author: sanitize::line(guard, &found.author, SUBJECT),
        time: found.time,
        subject: sanitize::line(guard, subject, SUBJECT),
        violations,
    })))
}

/// A search through commits.
struct Search<'a> {
    judge: Judge<'a>,
    rulings: &'a [Ruling<'a>],
    /// The older end of each ruling.
    starts: Vec<ObjectId>,
    verified: Verified<'a>,
}

impl Search<'_> {
    /// The first commit up to `bad` that broke a check, where `bad` breaks one.
    fn first(&mut self, bad: ObjectId) -> Result<ObjectId, Error> {
        let history = self.judge.workspace.store().history();
        let mut line = history.first_parents(bad, MOST)?;
        line.reverse();
        // Commits before the last of them are good.
        let (mut good, mut first) = (0, line.len() - 1);
        while good < first {
            let middle = good + (first - good) / 2;
            if self.is_broken(line[middle])? {
                first = middle;
            } else {
                good = middle + 1;
            }
        }
        let found = line[first];
        // What a merge brought was broken on the side that it merged.
        for parent in history.commit(found)?.parents.into_iter().skip(1) {
            if self.is_broken(parent)? {
                return self.first(parent);
            }
        }
        Ok(found)
    }

    fn is_broken(&mut self, commit: ObjectId) -> Result<bool, Error> {
        Ok(!self.violations(commit)?.is_empty())
    }

    /// The places of a commit that break a check, and that the older end does not have. Before a
    /// check came into force, nothing breaks it.
    fn violations(&mut self, commit: ObjectId) -> Result<Vec<Violation>, Error> {
        let history = self.judge.workspace.store().history();
        let mut in_force = Vec::new();
        for (nth, start) in self.starts.iter().enumerate() {
            if history.is_ancestor(*start, commit)? {
                in_force.push(nth);
            }
        }
        if in_force.is_empty() {
            return Ok(Vec::new());
        }
        let view = View::Revision(commit.to_string());
        // A check that was not in force yet is as if everything had been there: the commit itself.
        let start = |ruling: &&Ruling<'_>| {
            let is_in_force = in_force.contains(&ruling.nth);
            Some(if is_in_force {
                self.starts[ruling.nth]
            } else {
                commit
            })
        };
        let before = Before {
            since: None,
            starts: &|asked| Ok(asked.iter().map(start).collect()),
        };
        let judged = self
            .judge
            .judge(&view, self.rulings, &mut self.verified, &before)?;
        let mut violations = judged.violations;
        violations.retain(|found| found.age == Age::New);
        Ok(violations)
    }
}
