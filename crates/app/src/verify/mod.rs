//! Verifies that code keeps the checks that records declare ([`git_memory_model::checks`]).
//!
//! `rules` collects them, `tree` runs them over the files of a view, `accepted` finds the commit at
//! which a check came into force: what its tree has is old, and what came since is new. `commands`
//! runs those that are processes, and `waived` reads the trailers of a range that waive what is found
//! about a record.

mod accepted;
pub mod bisect;
mod commands;
pub mod edits;
mod found;
mod rules;
mod tree;
pub mod waived;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use crate::records::source;
use crate::workspace::{Error, Workspace, sanitize};
use accepted::accepted;
pub use found::{Age, BrokenCheck, Verification, Violation};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::checks::old::{Known, Moves};
use git_memory_model::checks::scan::Hit;
use git_memory_model::evidence::citations;
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Code, Record};
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
    /// True for a person, or a service that one has set up: commands may be run where the settings
    /// allow it. A hook and a server run none.
    pub may_run_commands: bool,
}

/// The checks of a memory that cannot be run.
///
/// # Errors
/// Where no process can be started that reads patterns.
pub(crate) fn faults(workspace: &Workspace, memory: &Memory) -> Result<Vec<Finding>, Error> {
    let (_, broken) = rulings(workspace, memory, &[], None)?;
    let finding = |broken: BrokenCheck| {
        let message = match broken.number {
            0 => broken.reason.into_string(),
            number => format!("check {number}: {}", broken.reason),
        };
        Finding::of_file(&broken.record.path, Code::BrokenCheck, message)
    };
    Ok(broken.into_iter().map(finding).collect())
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
    let before = match (&request.view, request.since) {
        (View::Revision(_), Some(since)) => {
            Some(workspace.memory(&View::Revision(since.to_string()))?)
        }
        _ => None,
    };
    let (rulings, broken) = rulings(workspace, &memory, &request.names, before.as_ref())?;
    let mut verification = Verification {
        checks: rulings.len(),
        broken,
        ..Verification::default()
    };
    if rulings.is_empty() {
        return Ok(verification);
    }
    let mut verified = workspace.store().verified();
    let judge = Judge::new(workspace, &memory, progress);
    let tip = workspace
        .store()
        .history()
        .commit_at(request.view.revision())?;
    let judged = judge.judge(
        &request.view,
        &rulings,
        &mut verified,
        &[
            Before {
                moves: Moves::Old,
                commits: &|open| Ok(vec![request.since; open.len()]),
            },
            Before {
                moves: Moves::Old,
                commits: &|open| match tip {
                    Some(tip) => {
                        let starts = accepted(workspace, tip, open)?.into_iter().zip(open);
                        // At the tip it is no check any more.
                        let starts = starts.map(|(at, it)| (!it.is_of_before).then_some(at));
                        Ok(starts.collect())
                    }
                    None => Ok(vec![None; open.len()]),
                },
            },
        ],
    )?;
    verification.files = judged.tree.count;
    verification.idle = judged.tree.idle();
    verification.violations = judged.violations;
    judge.quote(&judged.tree, &mut verification.violations)?;
    verification.unread = judged.tree.unread;
    commands::run(&judge, request, &rulings, &mut verification)?;
    verification.checks -= verification.not_run.len();
    waived::exempt(workspace, [request.since, tip], &mut verification)?;
    Ok(verification)
}

/// Tells how old the places are that break checks.
struct Judge<'a> {
    workspace: &'a Workspace,
    memory: &'a Memory,
    progress: &'a dyn Fn(usize, usize),
    /// The places of older commits: a bisection asks for the same ones at every step.
    older: RefCell<Older>,
}

/// The files of a view, and the places there that break checks.
struct Judged<'r> {
    tree: Tree<'r>,
    violations: Vec<Violation>,
}

/// Older commits, whose places are old.
struct Before<'s> {
    moves: Moves,
    /// Tells the commit of each of some rulings; asked only for those that still have new places.
    commits: &'s Commits<'s>,
}

/// Tells the older commit of each of some rulings.
type Commits<'s> = dyn Fn(&[&Ruling<'_>]) -> Result<Vec<Option<ObjectId>>, Error> + 's;

/// Places by commit and number of a ruling.
type Older = HashMap<(ObjectId, usize), Known>;

/// For each broken ruling, each of its files and each of its places there in turn: true if it is
/// old.
type Ages = Vec<Vec<Vec<bool>>>;

impl<'a> Judge<'a> {
    fn new(
        workspace: &'a Workspace,
        memory: &'a Memory,
        progress: &'a dyn Fn(usize, usize),
    ) -> Self {
        Self {
            workspace,
            memory,
            progress,
            older: RefCell::default(),
        }
    }

    /// Finds the places of a view that break rulings.
    fn judge<'r>(
        &self,
        view: &View,
        rulings: &'r [Ruling<'r>],
        verified: &mut Verified<'_>,
        before: &[Before<'_>],
    ) -> Result<Judged<'r>, Error> {
        let tree = self.read(view, rulings.iter().collect(), verified)?;
        let broken = tree.broken();
        let ages = self.ages(&tree, &broken, verified, before)?;
        let mut violations = Vec::new();
        for (nth, ages) in broken.into_iter().zip(ages) {
            self.tell(&rulings[nth], &tree.places(nth), &ages, &mut violations)?;
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

    /// The ages of the places that break rulings, each named by its number.
    fn ages(
        &self,
        tree: &Tree<'_>,
        broken: &[usize],
        verified: &mut Verified<'_>,
        before: &[Before<'_>],
    ) -> Result<Ages, Error> {
        let young = |&nth: &usize| {
            let places = tree.places(nth);
            places.iter().map(|it| vec![false; it.hits.len()]).collect()
        };
        let mut ages: Ages = broken.iter().map(young).collect();
        for before in before {
            let open: Vec<usize> = (0..broken.len())
                .filter(|&nth| is_open(tree, broken[nth], &ages[nth]))
                .collect();
            let asked: Vec<&Ruling> = open.iter().map(|&nth| tree.rulings[broken[nth]]).collect();
            // The rulings whose older places each commit tells.
            let mut by_commit: BTreeMap<ObjectId, Vec<usize>> = BTreeMap::new();
            if !open.is_empty() {
                for (nth, commit) in open.into_iter().zip((before.commits)(&asked)?) {
                    if let Some(commit) = commit {
                        by_commit.entry(commit).or_default().push(nth);
                    }
                }
            }
            for (commit, numbers) in by_commit {
                let rulings = numbers.iter().map(|&nth| tree.rulings[broken[nth]]);
                let known = self.older(&rulings.collect::<Vec<_>>(), commit, verified)?;
                for (nth, known) in numbers.into_iter().zip(known) {
                    mark_old(
                        &mut ages[nth],
                        known,
                        &tree.places(broken[nth]),
                        before.moves,
                    );
                }
            }
        }
        Ok(ages)
    }

    /// The places of rulings in an older commit, in the order of the rulings.
    fn older(
        &self,
        asked: &[&Ruling<'_>],
        commit: ObjectId,
        verified: &mut Verified<'_>,
    ) -> Result<Vec<Known>, Error> {
        let is_known = |it: &&Ruling<'_>| self.older.borrow().contains_key(&(commit, it.nth));
        if !asked.iter().all(is_known) {
            let view = View::Revision(commit.to_string());
            self.keep(commit, &self.read(&view, asked.to_vec(), verified)?);
        }
        let older = self.older.borrow();
        let known = asked.iter().map(|it| older.get(&(commit, it.nth)).cloned());
        Ok(known.map(Option::unwrap_or_default).collect())
    }

    /// Keeps the places of a commit for those that come after it.
    fn keep(&self, commit: ObjectId, tree: &Tree<'_>) {
        let mut older = self.older.borrow_mut();
        for (nth, ruling) in tree.rulings.iter().enumerate() {
            older.insert((commit, ruling.nth), known(&tree.places(nth)));
        }
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
                violations.push(Violation {
                    record: ruling.record.clone(),
                    why: why.clone(),
                    number: ruling.check.number,
                    rule: ruling.check.rule.clone(),
                    path: file.path.clone(),
                    line: hit.line,
                    text: Clean::default(),
                    output: Vec::new(),
                    age: match (is_exempt(hit, ruling), is_old) {
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
        why(self.workspace, self.memory, record)
    }
}

/// True if a ruling has places that are neither old nor excepted.
fn is_open(tree: &Tree<'_>, nth: usize, ages: &[Vec<bool>]) -> bool {
    let places = tree.places(nth);
    let mut places = places.iter().zip(ages);
    places.any(|(places, ages)| {
        let mut hits = places.hits.iter().zip(ages);
        hits.any(|(hit, is_old)| !is_old && !is_exempt(hit, tree.rulings[nth]))
    })
}

/// True if a comment excepts a place from the record of a ruling.
fn is_exempt(hit: &Hit, ruling: &Ruling<'_>) -> bool {
    let name = hit.exempt.as_deref().unwrap_or_default();
    citations(name).iter().any(|it| it.names(ruling.record))
}

/// The reason of a record on one line: its rationale, else its abstract.
pub(crate) fn why(workspace: &Workspace, memory: &Memory, record: &Record) -> Result<Clean, Error> {
    let bytes = source::content(workspace, memory, record)?;
    let text = String::from_utf8_lossy(&bytes);
    let why = markdown::section(&text, "Rationale").filter(|why| !why.trim().is_empty());
    let why = why.unwrap_or(&record.header.abstract_line);
    let first = why.trim().split("\n\n").next().unwrap_or_default();
    Ok(sanitize::line(workspace.guard()?, first, LINE))
}

/// Marks the places that an older tree has, too.
fn mark_old(ages: &mut [Vec<bool>], known: Known, places: &[Places<'_>], moves: Moves) {
    let places: Vec<_> = places.iter().map(|it| (&*it.file.path, it.hits)).collect();
    known.mark(&places, ages, moves);
}

fn known(places: &[Places<'_>]) -> Known {
    let mut known = Known::default();
    for places in places {
        known.add(&places.file.path, places.hits);
    }
    known
}
