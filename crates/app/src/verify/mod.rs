//! Verifies that code keeps the checks that records declare ([`git_memory_model::checks`]).
//!
//! `rules` collects them, `tree` runs them over the files of a view, `accepted` finds the commit at
//! which a check came into force: what its tree has is old, and what came since is new.

mod accepted;
pub mod bisect;
mod found;
mod rules;
mod tree;

use std::collections::BTreeMap;

use crate::records::source;
use crate::workspace::{Error, Workspace, sanitize};
use accepted::accepted;
pub use found::{Age, BrokenCheck, Verification, Violation};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::checks::old::Known;
use git_memory_model::evidence::citations;
use git_memory_model::record::Record;
use git_memory_store::{Memory, Verified, View, ViewFile};
use git_memory_text::markdown;
use rules::{Ruling, rulings};
use tree::{Places, Tree};

/// The longest line of code or reason in an answer, in characters.
const LINE: usize = 200;

/// The part of a project to verify.
pub struct VerifyRequest {
    /// Files and records as this view has them.
    pub view: View,
    /// Commit before the changes to judge: what its tree has is old, too.
    pub since: Option<ObjectId>,
    /// Names of the records whose checks are run; all where there is none.
    pub names: Vec<String>,
}

/// Runs the checks of the records in force. `progress` is called with how many of how many new
/// files were read.
///
/// # Errors
/// A name of no record, or where the view cannot be read.
pub fn verify(
    workspace: &Workspace,
    request: &VerifyRequest,
    progress: &dyn Fn(usize, usize),
) -> Result<Verification, Error> {
    let memory = workspace.memory(&request.view)?;
    let (rulings, broken) = rulings(workspace, &memory, &request.names)?;
    let mut verification = Verification {
        checks: rulings.len(),
        broken,
        ..Verification::default()
    };
    if rulings.is_empty() {
        return Ok(verification);
    }
    let mut verified = workspace.store().verified();
    let judge = Judge {
        workspace,
        memory: &memory,
        progress,
    };
    let tip = workspace
        .store()
        .history()
        .commit_at(request.view.revision())?;
    let judged = judge.judge(&request.view, &rulings, &mut verified, &|broken| {
        let Some(tip) = tip else {
            return Ok(vec![Vec::new(); broken.len()]);
        };
        let starts = accepted(workspace, tip, broken)?;
        let with_since = |start| std::iter::once(start).chain(request.since).collect();
        Ok(starts.into_iter().map(with_since).collect())
    })?;
    verification.files = judged.tree.count();
    verification.unread = judged.tree.unread(&verified);
    verification.idle = judged.tree.idle();
    verification.violations = judged.violations;
    judge.quote(&judged.tree, &mut verification.violations)?;
    Ok(verification)
}

/// Tells how old the places are that break checks.
struct Judge<'a> {
    workspace: &'a Workspace,
    memory: &'a Memory,
    progress: &'a dyn Fn(usize, usize),
}

/// The files of a view, and the places there that break checks.
struct Judged<'r> {
    tree: Tree<'r>,
    violations: Vec<Violation>,
}

/// The older commits of each of some rulings whose places are old.
type Starts<'s> = dyn Fn(&[&Ruling<'_>]) -> Result<Vec<Vec<ObjectId>>, Error> + 's;

impl Judge<'_> {
    /// Finds the places of a view that break rulings; `starts` is asked only for the broken ones.
    fn judge<'r>(
        &self,
        view: &View,
        rulings: &'r [Ruling<'r>],
        verified: &mut Verified<'_>,
        starts: &Starts<'_>,
    ) -> Result<Judged<'r>, Error> {
        let tree = self.read(view, rulings.iter().collect(), verified)?;
        let broken = tree.broken(verified);
        let ages = self.ages(&tree, &broken, verified, starts)?;
        let mut violations = Vec::new();
        for (nth, ages) in broken.into_iter().zip(ages) {
            let places = tree.places(nth, verified);
            self.tell(&rulings[nth], &places, &ages, &mut violations)?;
        }
        let place = |found: &Violation| (found.path.clone(), found.line, found.number);
        violations.sort_by_key(place);
        Ok(Judged { tree, violations })
    }

    fn read<'r>(
        &self,
        view: &View,
        rulings: Vec<&'r Ruling<'r>>,
        verified: &mut Verified<'_>,
    ) -> Result<Tree<'r>, Error> {
        let Self {
            workspace, memory, ..
        } = self;
        Tree::read(workspace, view, memory, rulings, verified, self.progress)
    }

    /// For each broken ruling, each of its files and each of its places there in turn: true if it is
    /// old.
    fn ages(
        &self,
        tree: &Tree<'_>,
        broken: &[usize],
        verified: &mut Verified<'_>,
        starts: &Starts<'_>,
    ) -> Result<Vec<Vec<Vec<bool>>>, Error> {
        let asked: Vec<&Ruling> = broken.iter().map(|&nth| tree.rulings[nth]).collect();
        // The rulings whose older places each commit tells.
        let mut by_commit: BTreeMap<ObjectId, Vec<usize>> = BTreeMap::new();
        for (nth, starts) in starts(&asked)?.into_iter().enumerate() {
            for commit in starts {
                by_commit.entry(commit).or_default().push(nth);
            }
        }
        let mut ages = Vec::with_capacity(broken.len());
        for &nth in broken {
            let places = tree.places(nth, verified);
            let young = places.iter().map(|it| vec![false; it.hits.len()]);
            ages.push(young.collect::<Vec<_>>());
        }
        for (commit, numbers) in by_commit {
            let asked: Vec<&Ruling> = numbers.iter().map(|&nth| asked[nth]).collect();
            let before = self.read(&View::Revision(commit.to_string()), asked, verified)?;
            for (place, nth) in numbers.into_iter().enumerate() {
                let known = known(&before.places(place, verified));
                let now = tree.places(broken[nth], verified);
                let now: Vec<_> = now.iter().map(|it| (&*it.file.path, &*it.hits)).collect();
                for (ages, known) in ages[nth].iter_mut().zip(known.among(&now)) {
                    for (age, known) in ages.iter_mut().zip(known) {
                        *age |= known;
                    }
                }
            }
        }
        Ok(ages)
    }

    /// Adds the places that break a ruling to violations.
    fn tell(
        &self,
        ruling: &Ruling<'_>,
        places: &[Places<'_>],
        ages: &[Vec<bool>],
        violations: &mut Vec<Violation>,
    ) -> Result<(), Error> {
        let why = self.why(ruling.record)?;
        for (Places { file, hits }, ages) in places.iter().zip(ages) {
            for (hit, is_old) in hits.iter().zip(ages) {
                let name = hit.exempt.as_deref().unwrap_or_default();
                let is_exempt = citations(name).iter().any(|it| it.names(ruling.record));
                violations.push(Violation {
                    record: ruling.record.clone(),
                    why: why.clone(),
                    number: ruling.check.number,
                    rule: ruling.check.rule.clone(),
                    path: file.path.clone(),
                    line: hit.line,
                    text: Clean::default(),
                    age: match (is_exempt, is_old) {
                        (true, _) => Age::Exempt,
                        (false, true) => Age::Old,
                        (false, false) => Age::New,
                    },
                });
            }
        }
        Ok(())
    }

    /// Writes the text of each new place into it.
    fn quote(&self, tree: &Tree<'_>, violations: &mut [Violation]) -> Result<(), Error> {
        let mut by_path: BTreeMap<String, Vec<&mut Violation>> = BTreeMap::new();
        for found in violations {
            if found.age == Age::New && found.line > 0 {
                by_path.entry(found.path.clone()).or_default().push(found);
            }
        }
        let is_asked = |file: &&ViewFile| by_path.contains_key(&file.path);
        let files: Vec<&ViewFile> = tree.files.iter().filter(is_asked).collect();
        let guard = self.workspace.guard()?;
        self.workspace.store().contents_of(&files, |nth, content| {
            let text = String::from_utf8_lossy(content.unwrap_or_default());
            let lines: Vec<&str> = text.lines().collect();
            for found in by_path.get_mut(&files[nth].path).into_iter().flatten() {
                let nth = usize::try_from(found.line)
                    .unwrap_or_default()
                    .saturating_sub(1);
                let line = lines.get(nth).copied().unwrap_or_default();
                found.text = sanitize::line(guard, line.trim(), LINE);
            }
        })?;
        Ok(())
    }

    /// The reason of a record: its rationale, else its abstract.
    fn why(&self, record: &Record) -> Result<Clean, Error> {
        let bytes = source::content(self.workspace, self.memory, record)?;
        let text = String::from_utf8_lossy(&bytes);
        let why = markdown::section(&text, "Rationale").filter(|why| !why.trim().is_empty());
        let why = why.unwrap_or(&record.header.abstract_line);
        let first = why.trim().split("\n\n").next().unwrap_or_default();
        Ok(sanitize::line(self.workspace.guard()?, first, LINE))
    }
}

fn known(places: &[Places<'_>]) -> Known {
    let mut known = Known::default();
    for places in places {
        known.add(&places.file.path, &places.hits);
    }
    known
}
