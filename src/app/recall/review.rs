//! Which records may be out of date: evidence from git's history and files, from successors, dates
//! and feedback.

use std::collections::{BTreeMap, HashMap};

use crate::app::recall::sources::work_feedback;
use crate::app::records::edit;
use crate::app::records::edit::Changed;
use crate::app::records::show::guarded;
use crate::app::workspace::{Error, Workspace, sanitize};
use crate::domain::date::Date;
use crate::domain::pathspec::Pathspec;
use crate::domain::recall::feedback;
use crate::domain::recall::feedback::{Outcome, QUERY_LIMIT};
use crate::domain::record::{Record, front_matter};
use crate::git::DayChanges;
use crate::store::View;

/// What each kind of evidence weighs: what is certain before what is likely.
const REPLACED: u32 = 8;
const DUE: u32 = 6;
const GONE: u32 = 4;
const IRRELEVANT: u32 = 2;
/// Commits count one each, to this many.
const MOST_COMMITS: u32 = 5;

/// A record that may be out of date.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The record.
    pub record: Record,
    /// Why, one line each, the strongest first.
    pub why: Vec<String>,
    weight: u32,
}

/// What there is to look after.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// The records that may be out of date, the likeliest first.
    pub suspects: Vec<Suspect>,
    /// Questions that memory did not answer, and how often that was said.
    pub gaps: Vec<(String, usize)>,
}

/// Looks for current records that may be out of date, and for questions that found nothing.
///
/// # Errors
/// Where memory or git cannot be read.
pub fn review(workspace: &Workspace) -> Result<Review, Error> {
    let memory = workspace.memory(&View::WorkTree)?;
    let lines = feedback_lines(workspace)?;
    let replaced: HashMap<&str, &Record> = memory
        .records
        .iter()
        .filter(|record| record.is_current())
        .flat_map(|record| {
            record
                .header
                .supersedes
                .iter()
                .map(move |old| (old.as_str(), record))
        })
        .collect();
    let current: Vec<&Record> = memory
        .records
        .iter()
        .filter(|record| record.is_current())
        .collect();
    let files = Files::of(workspace, &current)?;
    let mut suspects = Vec::new();
    for record in current {
        let mut evidence: Vec<(u32, String)> = Vec::new();
        if let Some(new) = replaced.get(record.header.id.as_str()) {
            evidence.push((
                REPLACED,
                format!(
                    "superseded by {}, but still {}",
                    new.header.id, &*record.header.status
                ),
            ));
        } else if let Some(new) = record.header.superseded_by.first() {
            evidence.push((
                REPLACED,
                format!(
                    "it names {new} as what superseded it, but is still {}",
                    &*record.header.status
                ),
            ));
        }
        evidence.extend(due(workspace, record).map(|why| (DUE, why)));
        evidence.extend(files.evidence(record));
        evidence.extend(irrelevant(&lines, record));
        evidence.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        let weight = evidence.iter().map(|(weight, _)| weight).sum();
        let guard = workspace.guard()?;
        let why: Vec<String> = evidence
            .into_iter()
            .map(|(_, why)| guard.redact(&why).into_string())
            .collect();
        if !why.is_empty() {
            let header = guarded(guard, &record.header).into();
            suspects.push(Suspect {
                record: Record {
                    header,
                    ..record.clone()
                },
                why,
                weight,
            });
        }
    }
    suspects.sort_by(|a, b| {
        let age = |suspect: &Suspect| suspect.record.header.updated;
        b.weight
            .cmp(&a.weight)
            .then_with(|| age(a).cmp(&age(b)))
            .then_with(|| a.record.path.cmp(&b.record.path))
    });
    let guard = workspace.guard()?;
    Ok(Review {
        suspects,
        gaps: gaps(&lines, |query| {
            sanitize::line(guard, query, QUERY_LIMIT).to_lowercase()
        }),
    })
}

/// Says that a record still holds: its `updated` becomes today.
///
/// # Errors
/// An unknown record, or where it cannot be written.
pub fn confirm(workspace: &Workspace, name: &str, is_staged: bool) -> Result<Changed, Error> {
    edit::set(workspace, name, &[], is_staged)
}

fn feedback_lines(workspace: &Workspace) -> Result<Vec<feedback::Feedback>, Error> {
    // A line that is not UTF-8 is no line of feedback; the others still count.
    let bytes = work_feedback(workspace)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.lines().filter_map(feedback::parse).collect())
}

/// An open loop whose trigger is a day that has come.
fn due(workspace: &Workspace, record: &Record) -> Option<String> {
    record
        .kind()
        .filter(|kind| kind.keys().iter().any(|key| key.name == "next_trigger"))?;
    let text = String::from_utf8(workspace.read(&record.path).ok()?).ok()?;
    let values = front_matter::mapping(&text, &front_matter::split(&text).ok()?).ok()?;
    let trigger = values.get("next_trigger")?.as_str()?.trim();
    let day: Date = trigger.get(..10)?.parse().ok()?;
    (day <= workspace.today()).then(|| format!("its trigger was {day}"))
}

/// What was said of a record since it was last looked at.
fn irrelevant(lines: &[feedback::Feedback], record: &Record) -> Option<(u32, String)> {
    let id = record.header.id.as_str();
    let since = record
        .header
        .updated
        .map(|day| day.to_string())
        .unwrap_or_default();
    let is_later = |line: &&feedback::Feedback| {
        line.created
            .get(..10)
            .is_some_and(|day| day > since.as_str())
    };
    let said = |outcome: Outcome| {
        let of = lines
            .iter()
            .filter(|line| line.matched_id.as_deref() == Some(id) && line.outcome == outcome);
        of.filter(is_later).count()
    };
    let (bad, good) = (said(Outcome::Irrelevant), said(Outcome::Helpful));
    let times = |count: usize| {
        if count == 1 {
            "once".to_owned()
        } else {
            format!("{count} times")
        }
    };
    let what = match good {
        0 => format!("{} irrelevant to who asked", times(bad)),
        _ => format!(
            "{} irrelevant, {} helpful to who asked",
            times(bad),
            times(good)
        ),
    };
    (bad > good).then_some((IRRELEVANT, what))
}

/// The questions that found nothing, those that were asked most first.
fn gaps(lines: &[feedback::Feedback], told: impl Fn(&str) -> String) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let missed = lines
        .iter()
        .filter(|line| line.outcome == Outcome::Missed && line.matched_id.is_none());
    missed.for_each(|line| *counts.entry(told(&line.query)).or_default() += 1);
    let mut gaps: Vec<(String, usize)> = counts.into_iter().collect();
    gaps.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    gaps
}

/// The files of the repository by path, those that are gone too.
#[derive(Default)]
struct Files(BTreeMap<String, File>);

/// What happened to a file.
#[derive(Default)]
struct File {
    is_tracked: bool,
    /// The commits that changed it: their place in the history, and their day.
    commits: Vec<(usize, Date)>,
}

impl Files {
    fn of(workspace: &Workspace, records: &[&Record]) -> Result<Self, Error> {
        let mut files = Self::default();
        let with_paths = records
            .iter()
            .filter(|record| !record.header.paths.is_empty());
        let Some(oldest) = with_paths.filter_map(|record| record.header.updated).min() else {
            return Ok(files);
        };
        for path in workspace.repo.tracked_files()? {
            files.0.entry(path).or_default().is_tracked = true;
        }
        // Before the first commit nothing has changed.
        if workspace.repo.head()?.commit.is_some() {
            for (nth, DayChanges { day, paths }) in workspace
                .repo
                .changes_since(oldest)?
                .into_iter()
                .enumerate()
            {
                paths
                    .into_iter()
                    .for_each(|path| files.0.entry(path).or_default().commits.push((nth, day)));
            }
        }
        Ok(files)
    }

    fn evidence(&self, record: &Record) -> Vec<(u32, String)> {
        let mut evidence = Vec::new();
        let Some(updated) = record.header.updated else {
            return evidence;
        };
        let mut commits: BTreeMap<usize, Date> = BTreeMap::new();
        for text in &record.header.paths {
            let spec = Pathspec::parse(text);
            if spec.is_exclude() {
                continue;
            }
            if !self.fitting(&spec).any(|file| file.is_tracked) {
                evidence.push((GONE, format!("no file fits '{}' any more", &**text)));
            }
            commits.extend(
                self.fitting(&spec)
                    .flat_map(|file| file.commits.iter().copied())
                    .filter(|(_, day)| *day > updated),
            );
        }
        if let Some(last) = commits.values().max() {
            let count = u32::try_from(commits.len()).unwrap_or(u32::MAX);
            let times = if count == 1 {
                "once".to_owned()
            } else {
                format!("{count} times")
            };
            let what = format!("its files changed {times} since {updated}, last on {last}");
            evidence.push((count.min(MOST_COMMITS), what));
        }
        evidence
    }

    /// The files that a pathspec covers.
    fn fitting<'a>(&'a self, spec: &'a Pathspec<'a>) -> impl Iterator<Item = &'a File> {
        let literal = spec.literal_prefix();
        let near = self
            .0
            .range(literal.to_owned()..)
            .take_while(move |(path, _)| path.starts_with(literal));
        near.filter(move |(path, _)| spec.names(path))
            .map(|(_, file)| file)
    }
}
