//! Records that may be out of date, by evidence from their ground and files, from successors, dates
//! and ratings; and questions that found nothing.

mod moves;
mod reasons;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use self::moves::{Files, MOVES, Moves, add_of_files, paths_now};
pub use self::reasons::count_due;
use self::reasons::{Evidence, confirming, due, irrelevant, of_agent, replaced, rivalled, stale};
use crate::evidence::{Grounds, Subject};
use crate::recall::ratings;
use crate::records::reading::guarded;
use crate::records::set::Changed;
use crate::records::{lookup, set};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_model::evidence::ground::{Ground, NamedChange};
use git_memory_model::record::Record;
use git_memory_model::record::successors::{Rivalry, rivalries};
use git_memory_recall::feedback;
use git_memory_recall::feedback::{Feedback, Outcome, QUERY_LIMIT};
use git_memory_store::{Memory, View};
use git_memory_text::advice::Advice;

/// A record that may be out of date.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The record.
    pub record: Record,
    /// The reasons, one line each, the strongest first.
    pub why: Vec<String>,
    /// Things that it names and that its files do not have any more.
    pub named: Vec<NamedChange>,
    /// The step that settles the strongest reason.
    pub advice: Advice,
    /// Its pathspecs that fit nothing since what they fitted was moved, each with what fits now;
    /// empty where nothing does.
    pub moved: Vec<(String, String)>,
    weight: u32,
}

impl Suspect {
    /// Its pathspecs with what was moved where it is now, and without what is gone; `None` if
    /// nothing was moved, or if one of them cannot stand in a list whose items commas part.
    #[must_use]
    pub fn paths_now(&self) -> Option<Vec<&str>> {
        paths_now(&self.record, &self.moved)
    }
}

/// A question that memory did not answer.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The question.
    pub query: String,
    /// Number of reports.
    pub count: usize,
}

/// Records and questions to review.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// The records that may be out of date, the likeliest first.
    pub suspects: Vec<Suspect>,
    /// Questions without an answer, those that were reported most first.
    pub gaps: Vec<Gap>,
    /// Number of records whose files have changed, but nothing that they name.
    pub touched: usize,
    /// Number of records that name nothing which could be compared with code.
    pub unnamed: usize,
    /// Number of records whose changes are unknown, by the reason.
    pub unknown: BTreeMap<&'static str, usize>,
}

/// Looks for current records of a view that may be out of date, and for questions that found
/// nothing.
pub fn review(workspace: &Workspace, view: &View) -> Result<Review, Error> {
    reviewed(workspace, view, MOVES)
}

/// Number of current records of a view that may be out of date.
pub fn count_suspects(workspace: &Workspace, view: &View) -> Result<usize, Error> {
    // New places of moved files do not change the number.
    Ok(reviewed(workspace, view, 0)?.suspects.len())
}

fn reviewed(workspace: &Workspace, view: &View, most: usize) -> Result<Review, Error> {
    let memory = workspace.memory(view)?;
    // Ratings count here whatever the settings for ranking are: they are the subject.
    let lines = ratings::lines(workspace, view)?;
    let ratings: Vec<Feedback> = lines.lines().filter_map(feedback::parse).collect();
    let current: Vec<&Record> = memory.records.iter().filter(|it| it.is_current()).collect();
    let mut successors: HashMap<&str, &Record> = HashMap::new();
    for record in &current {
        for old in &record.header.supersedes {
            successors.insert(old.as_str(), record);
        }
    }
    let rivalries = rivalries(&memory.records);
    let mut rivalries_of: HashMap<&str, Vec<&Rivalry>> = HashMap::new();
    for rivalry in &rivalries {
        for record in rivalry.successors {
            let of_record = rivalries_of.entry(record.header.id.as_str()).or_default();
            of_record.push(rivalry);
        }
    }
    let mut ratings_of: HashMap<&str, Vec<&Feedback>> = HashMap::new();
    for rating in &ratings {
        if let Some(id) = &rating.matched_id {
            ratings_of.entry(id).or_default().push(rating);
        }
    }
    let files = Files::of(workspace, view)?;
    let mut history = Moves::new(workspace, most);
    let mut found = Review::default();
    let grounds = grounds(workspace, view, &memory, &current)?;
    for (record, ground) in current.into_iter().zip(grounds) {
        let mut evidence: Vec<Evidence> = Vec::new();
        let id = record.header.id.as_str();
        let successor = successors.get(id).copied();
        evidence.extend(replaced(record, successor));
        evidence.extend(rivalled(record, of(&rivalries_of, id)));
        evidence.extend(due(workspace, &memory, record)?);
        evidence.extend(stale(record, workspace.today()));
        let moved = add_of_files(&mut history, &mut evidence, record, &ground, &files)?;
        if ground.is_lacking() {
            *found.unknown.entry(ground.reason).or_default() += 1;
        }
        found.unnamed += usize::from(ground.names_nothing());
        found.touched += usize::from(ground.is_only_touched() && !ground.names_nothing());
        evidence.extend(irrelevant(of(&ratings_of, id), record));
        evidence.extend(of_agent(record, !evidence.is_empty()));
        if !evidence.is_empty() {
            let suspect = suspect(workspace, record, evidence)?;
            let named = ground.changes.named;
            found.suspects.push(Suspect {
                named,
                moved,
                ..suspect
            });
        }
    }
    // The oldest first among equals: it has gone longest without a look.
    found.suspects.sort_by(|a, b| {
        let (one, other) = (&a.record, &b.record);
        b.weight
            .cmp(&a.weight)
            .then_with(|| one.header.updated.cmp(&other.header.updated))
            .then_with(|| one.path.cmp(&other.path))
    });
    found.gaps = gaps(workspace, &ratings)?;
    Ok(found)
}

/// What is known of a record.
fn of<'k, T>(known: &'k HashMap<&str, Vec<T>>, id: &str) -> &'k [T] {
    known.get(id).map_or(&[], Vec::as_slice)
}

/// Returns the grounds of some records of a memory, in their order.
pub(crate) fn grounds(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
    records: &[&Record],
) -> Result<Vec<Ground>, Error> {
    let mut subjects = Vec::new();
    for record in records {
        subjects.push(Subject::of(record, memory.blob(record)));
    }
    Grounds::of_view(workspace, view)?.of(&subjects)
}

fn suspect(
    workspace: &Workspace,
    record: &Record,
    mut evidence: Vec<Evidence>,
) -> Result<Suspect, Error> {
    let guard = workspace.guard()?;
    evidence.sort_by_key(|evidence| Reverse(evidence.weight));
    let mut weight = 0;
    let mut why = Vec::new();
    let strongest = evidence.first().map(|it| it.advice.clone());
    let advice = strongest.unwrap_or_else(|| confirming(record));
    for evidence in evidence {
        weight += evidence.weight;
        why.push(guard.redact(&evidence.why).into_string());
    }
    let record = Record {
        header: guarded(guard, &record.header).into(),
        ..record.clone()
    };
    Ok(Suspect {
        record,
        why,
        named: Vec::new(),
        advice,
        moved: Vec::new(),
        weight,
    })
}

/// Confirms that a record still holds: its `updated` becomes today, and its paths follow files that
/// were moved.
///
/// # Errors
/// An unknown record, or where it cannot be written.
pub fn confirm(workspace: &Workspace, name: &str, is_staged: bool) -> Result<Changed, Error> {
    let paths = followed(workspace, name)?;
    let values = paths.map(|paths| ("paths".to_owned(), paths));
    set::set(workspace, name, values.as_slice(), is_staged)
}

/// The paths of a record of memory, in one line, if all that fit no file were moved.
fn followed(workspace: &Workspace, name: &str) -> Result<Option<String>, Error> {
    let view = View::WorkTree;
    if !workspace.has_memory() {
        return Ok(None);
    }
    let memory = workspace.memory(&view)?;
    let record = match lookup::find(workspace, &memory, name) {
        Ok(record) if record.place.is_in_memory => record,
        Ok(_) | Err(Error::UnknownRecord(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let files = Files::of(workspace, &view)?;
    let mut history = Moves::new(workspace, MOVES);
    let mut moved = Vec::new();
    for ground in grounds(workspace, &view, &memory, &[record])? {
        let mut evidence = Vec::new();
        moved = add_of_files(&mut history, &mut evidence, record, &ground, &files)?;
    }
    let is_known = moved.iter().all(|(_, to)| !to.is_empty());
    let paths = paths_now(record, &moved).filter(|_| is_known);
    Ok(paths.map(|paths| paths.join(",")))
}

/// The questions that found nothing, those that were reported most first.
fn gaps(workspace: &Workspace, ratings: &[Feedback]) -> Result<Vec<Gap>, Error> {
    let guard = workspace.guard()?;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for rating in ratings {
        if rating.outcome == Outcome::Missed && rating.matched_id.is_none() {
            // The file comes with a pull request: anything may be in it.
            let query = sanitize::line(guard, &rating.query, QUERY_LIMIT).to_lowercase();
            *counts.entry(query).or_default() += 1;
        }
    }
    let mut gaps = Vec::new();
    for (query, count) in counts {
        gaps.push(Gap { query, count });
    }
    // The sort is stable: those that were reported as often stay in the order of the alphabet.
    gaps.sort_by_key(|gap| Reverse(gap.count));
    Ok(gaps)
}
