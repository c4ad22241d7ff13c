//! Finds the commit that first broke the checks of a record, by reading trees: nothing is checked
//! out, and files that were read before are not read again.

use std::collections::HashSet;

use super::accepted::accepted;
use super::rules::{Kind, Ruling, rulings};
use super::{Age, Before, Judge, Violation};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::checks::old::Moves;
use git_memory_store::{Verified, View};

/// Maximum number of commits of one line that are searched.
const MOST: usize = 1_000_000;
/// The longest subject in an answer, in characters.
const SUBJECT: usize = 100;

/// Result of the search.
#[derive(Debug)]
pub enum Bisected {
    /// No commit broke one, as far as the newer end tells.
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
    /// Places that it has, and neither its parent nor the older end.
    pub violations: Vec<Violation>,
}

/// Searches from `good` (without it: the commit at which the record's checks came into force) to
/// `bad` (without it: HEAD), as `git bisect` does: it supposes that a file that broke a check went on
/// to do so. A commit that only moves lines from one file to another broke nothing. The checks are
/// those that the record has at `bad`. In a merge that broke them, the side that was merged is
/// searched, too.
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
    let Some((commit, violations)) = search.first(bad, &HashSet::new())? else {
        return Ok(Bisected::Kept);
    };
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

/// A commit that broke checks, and the places where it did.
type Found = (ObjectId, Vec<Violation>);

impl Search<'_> {
    /// The first commit up to `bad` that broke a check. The search begins at the last one of those
    /// that are known to be good, if the line of `bad` left them.
    fn first(&mut self, bad: ObjectId, good: &HashSet<ObjectId>) -> Result<Option<Found>, Error> {
        let history = self.judge.workspace.store().history();
        let mut line = history.first_parents(bad, MOST)?;
        let left = line.iter().position(|commit| good.contains(commit));
        line.truncate(left.map_or(line.len(), |nth| nth + 1));
        line.reverse();
        let Some(found) = self.first_after(&line)? else {
            return Ok(None);
        };
        // What a merge brought was broken on the side that it merged.
        let before = line.into_iter().take_while(|commit| *commit != found.0);
        let before = before.collect();
        for parent in history.commit(found.0)?.parents.into_iter().skip(1) {
            if let Some(found) = self.first(parent, &before)? {
                return Ok(Some(found));
            }
        }
        Ok(Some(found))
    }

    /// The first commit of a line that broke a check, without the one that the line begins with.
    fn first_after(&mut self, line: &[ObjectId]) -> Result<Option<Found>, Error> {
        let [start, .., end] = line else {
            return Ok(None);
        };
        if line.len() == 2 {
            let violations = self.violations(*start, *end, Moves::Old)?;
            return Ok(Some((*end, violations)).filter(|(_, found)| !found.is_empty()));
        }
        // Lines that came from elsewhere may have been broken on the way.
        if self.violations(*start, *end, Moves::New)?.is_empty() {
            return Ok(None);
        }
        let middle = line.len() / 2;
        match self.first_after(&line[..=middle])? {
            None => self.first_after(&line[middle..]),
            found => Ok(found),
        }
    }

    /// The places of a commit that break a check, and that an earlier commit and the same files of
    /// the older end do not have. Before a check came into force, nothing breaks it.
    fn violations(
        &mut self,
        earlier: ObjectId,
        commit: ObjectId,
        moves: Moves,
    ) -> Result<Vec<Violation>, Error> {
        let history = self.judge.workspace.store().history();
        let (mut starts, mut earliest) = (self.starts.clone(), self.starts.clone());
        let mut is_any_in_force = false;
        for (start, earliest) in starts.iter_mut().zip(&mut earliest) {
            if !history.is_ancestor(*start, commit)? {
                // As if everything had been there.
                (*start, *earliest) = (commit, commit);
                continue;
            }
            is_any_in_force = true;
            if history.is_ancestor(*start, earlier)? {
                *earliest = earlier;
            }
        }
        if !is_any_in_force {
            return Ok(Vec::new());
        }
        let of = |commits: &[ObjectId], asked: &[&Ruling<'_>]| {
            let commits = asked.iter().map(|ruling| Some(commits[ruling.nth]));
            Ok(commits.collect())
        };
        let before = [
            Before {
                moves,
                commits: &|asked| of(&earliest, asked),
            },
            Before {
                moves: Moves::New,
                commits: &|asked| of(&starts, asked),
            },
        ];
        let view = View::Revision(commit.to_string());
        let judged = self
            .judge
            .judge(&view, self.rulings, &mut self.verified, &before)?;
        self.judge.keep(commit, &judged.tree);
        let mut violations = judged.violations;
        violations.retain(|found| found.age == Age::New);
        Ok(violations)
    }
}
