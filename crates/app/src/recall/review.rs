//! Records that may be out of date, by evidence from their ground and files, from successors, dates
//! and ratings; and questions that found nothing.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value as Json;

use crate::evidence::{Grounds, Subject};
use crate::recall::ratings;
use crate::records::reading::guarded;
use crate::records::set::Changed;
use crate::records::{lookup, set, source};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_git::ObjectId;
use git_memory_import::okf::computed::STALE_AFTER;
use git_memory_model::evidence::ground::{Changes, Ground, NamedChange, Verdict};
use git_memory_model::keys;
use git_memory_model::kind::PROPOSED;
use git_memory_model::record::successors::{Rivalry, rivalries};
use git_memory_model::record::{Name, Record, front_matter, more};
use git_memory_recall::feedback;
use git_memory_recall::feedback::{Feedback, Outcome, QUERY_LIMIT};
use git_memory_store::{Memory, View};
use git_memory_text::advice::Advice;
use git_memory_text::date::Date;
use git_memory_text::pathspec::Pathspec;
use git_memory_text::renames::{Rename, since};
use git_memory_text::visible_line;

/// Weight of each kind of evidence: certain before likely.
const REPLACED: u32 = 8;
const DUE: u32 = 6;
const STALE: u32 = 5;
const GONE: u32 = 4;
const IRRELEVANT: u32 = 2;
const PROPOSAL: u32 = 1;
const REWRITTEN: u32 = 1;
/// Maximum number of commits of which it is looked at what they moved.
const MOVES: usize = 100;

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

fn paths_now<'a>(record: &'a Record, moved: &'a [(String, String)]) -> Option<Vec<&'a str>> {
    if moved.is_empty() {
        return None;
    }
    let paths = record.header.paths.iter().map(|path| {
        let moved = moved.iter().find(|(from, _)| from == path.as_str());
        moved.map_or(path.as_str(), |(_, to)| to)
    });
    let paths: Vec<&str> = paths.filter(|path| !path.is_empty()).collect();
    let is_list = !paths.is_empty() && !paths.iter().any(|path| path.contains(','));
    is_list.then_some(paths)
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

/// A reason to look at a record, and how much it weighs.
struct Evidence {
    weight: u32,
    why: String,
    /// The step that settles it.
    advice: Advice,
}

impl Evidence {
    fn new(weight: u32, why: String, advice: Advice) -> Self {
        Self {
            weight,
            why,
            advice,
        }
    }
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
    let files = Files::of(workspace, view)?;
    let mut history = Moves::new(workspace, most);
    let mut found = Review::default();
    let grounds = grounds(workspace, view, &memory, &current)?;
    for (record, ground) in current.into_iter().zip(grounds) {
        let mut evidence: Vec<Evidence> = Vec::new();
        let successor = successors.get(record.header.id.as_str()).copied();
        evidence.extend(replaced(record, successor));
        evidence.extend(rivalled(record, &rivalries));
        evidence.extend(due(workspace, &memory, record)?);
        evidence.extend(stale(record, workspace.today()));
        let moved = add_of_files(&mut history, &mut evidence, record, &ground, &files)?;
        if ground.is_lacking() {
            *found.unknown.entry(ground.reason).or_default() += 1;
        }
        found.unnamed += usize::from(ground.names_nothing());
        found.touched += usize::from(ground.is_only_touched() && !ground.names_nothing());
        evidence.extend(irrelevant(&ratings, record));
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

/// The step for a record that is still true.
fn confirming(record: &Record) -> Advice {
    Advice::Confirm {
        id: record.header.id.to_string(),
    }
}

/// The step for a record whose files are not there any more.
fn superseding(record: &Record) -> Advice {
    Advice::Supersede {
        id: Some(record.header.id.to_string()),
    }
}

/// The step for a record that needs another text.
fn editing(record: &Record) -> Advice {
    Advice::Edit {
        id: record.header.id.to_string(),
    }
}

/// The step for a record that another one replaced; that one need not be there.
fn replacing(record: &Record, by: Option<&Name>) -> Advice {
    match by {
        Some(by) => Advice::Replace {
            id: record.header.id.to_string(),
            by: by.to_string(),
        },
        None => editing(record),
    }
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

/// Another record that took this one's place, although its status has not changed.
fn replaced(record: &Record, successor: Option<&Record>) -> Option<Evidence> {
    let header = &record.header;
    let status = &*header.status;
    // A link that has only one end: two branches were merged, or it was written by hand.
    let why = match (successor, header.superseded_by.first()) {
        (Some(new), _) => format!("superseded by {}, but still {status}", new.header.id),
        (None, Some(new)) => format!("names {new} as its successor, but is still {status}"),
        (None, None) => return None,
    };
    let by = successor.map(|new| &new.header.id);
    Some(Evidence::new(REPLACED, why, replacing(record, by)))
}

/// Another record that took the place of the same one.
fn rivalled(record: &Record, rivalries: &[Rivalry]) -> Vec<Evidence> {
    let mut evidence = Vec::new();
    for Rivalry { old, successors } in rivalries {
        let [one, other] = successors.map(|record| &record.header.id);
        let rival = match &record.header.id {
            id if id == one => other,
            id if id == other => one,
            _ => continue,
        };
        let why = format!("supersedes {old}, and so does {rival}");
        let advice = replacing(record, Some(rival));
        evidence.push(Evidence::new(REPLACED, why, advice));
    }
    evidence
}

/// Returns evidence for an agent's open proposal. For another suspect by an agent, it has no weight
/// and only names the author.
fn of_agent(record: &Record, is_suspect: bool) -> Option<Evidence> {
    let header = &record.header;
    if header.source.as_deref() != Some(keys::AGENT) {
        return None;
    }
    let (weight, what) = match &*header.status {
        PROPOSED => (PROPOSAL, "proposed"),
        _ if is_suspect => (0, "written"),
        _ => return None,
    };
    let more = header.more.as_deref().map(more::read).unwrap_or_default();
    let who = more.get(keys::WRITER.name).and_then(Json::as_str);
    let why = match who {
        Some(who) => format!("{what} by an agent ({})", visible_line(who)),
        None => format!("{what} by an agent"),
    };
    let advice = match weight {
        PROPOSAL => Advice::SetStatus {
            id: header.id.to_string(),
        },
        _ => confirming(record),
    };
    Some(Evidence::new(weight, why, advice))
}

/// Number of current open questions whose trigger is a day that has come.
///
/// # Errors
/// Where a record cannot be read.
pub fn count_due(workspace: &Workspace, memory: &Memory) -> Result<usize, Error> {
    let mut count = 0;
    for record in memory.records.iter().filter(|it| it.is_current()) {
        count += usize::from(due(workspace, memory, record)?.is_some());
    }
    Ok(count)
}

/// An open loop whose trigger is a day that has come.
fn due(workspace: &Workspace, memory: &Memory, record: &Record) -> Result<Option<Evidence>, Error> {
    let Some(kind) = record.kind() else {
        return Ok(None);
    };
    if !kind
        .keys()
        .iter()
        .any(|key| key.name == keys::NEXT_TRIGGER.name)
    {
        return Ok(None);
    }
    let bytes = source::content(workspace, memory, record)?;
    let day = trigger_day(&String::from_utf8_lossy(&bytes)).filter(|day| *day <= workspace.today());
    Ok(day.map(|day| Evidence::new(DUE, format!("due since {day}"), editing(record))))
}

/// The day with which the trigger of an open loop begins; most triggers are events instead.
fn trigger_day(text: &str) -> Option<Date> {
    // A file that is broken is `check`'s to report.
    let parts = front_matter::split(text).ok()?;
    let values = front_matter::mapping(text, &parts).ok()?;
    let trigger = values.get(keys::NEXT_TRIGGER.name)?.as_str()?.trim();
    trigger.get(..10)?.parse().ok()
}

/// Returns evidence for a record whose own last day has passed, in the form of the Open Knowledge
/// Format (section 5.4 of its specification), without a confirmation since.
fn stale(record: &Record, today: Date) -> Option<Evidence> {
    let header = &record.header;
    let more = more::read(header.more.as_deref()?);
    let last = more.get(STALE_AFTER)?.as_str()?;
    // A moment begins with its day; any other text is ignored.
    let day: Date = last.get(..10)?.parse().ok()?;
    let is_confirmed = header.updated.is_some_and(|updated| updated > day);
    let why = format!("stale since {day}");
    (day < today && !is_confirmed).then(|| Evidence::new(STALE, why, confirming(record)))
}

/// Evidence from a record's ratings since its last change.
fn irrelevant(ratings: &[Feedback], record: &Record) -> Option<Evidence> {
    let since = match record.header.updated {
        Some(day) => day.to_string(),
        // Every day is later than none.
        None => String::new(),
    };
    let (mut bad, mut good) = (0, 0);
    for rating in ratings {
        let is_of_it = rating.matched_id.as_deref() == Some(record.header.id.as_str());
        let day = rating.created.get(..10);
        // A rating before the last change is answered by that change.
        if !is_of_it || day.is_none_or(|day| day <= since.as_str()) {
            continue;
        }
        match rating.outcome {
            Outcome::Irrelevant => bad += 1,
            Outcome::Helpful => good += 1,
            Outcome::Missed | Outcome::Overloaded => {}
        }
    }
    if bad <= good {
        return None;
    }
    let why = match good {
        0 => format!("rated irrelevant {}", times(bad)),
        _ => format!("rated irrelevant {}, helpful {}", times(bad), times(good)),
    };
    Some(Evidence::new(IRRELEVANT, why, editing(record)))
}

fn times(count: u32) -> String {
    if count == 1 {
        "once".to_owned()
    } else {
        format!("{count} times")
    }
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

/// Adds the evidence from git about a record's files: changes since its confirmation, and paths
/// without files. Returns the paths with a known new place, each with that place.
fn add_of_files(
    history: &mut Moves,
    evidence: &mut Vec<Evidence>,
    record: &Record,
    ground: &Ground,
    files: &Files,
) -> Result<Vec<(String, String)>, Error> {
    let known = evidence.len();
    let mut moved = Vec::new();
    for text in &record.header.paths {
        let spec = Pathspec::parse(text);
        // An exclusion need not match any file.
        if !spec.is_exclude() && !files.has_any(&spec) {
            let mut why = format!("no file matches '{}'", &**text);
            let to = moved_to(history, &ground.changes, text, files)?.unwrap_or_default();
            if !to.is_empty() {
                why.extend([", which was moved to '", &to, "'"]);
            }
            moved.push((text.to_string(), to));
            evidence.push(Evidence::new(GONE, why, superseding(record)));
        }
    }
    match ground.verdict {
        Verdict::Moved if ground.changes.moved.is_none() || evidence.len() == known => {
            // A thing that is gone says more than how much is.
            let named = u32::try_from(ground.changes.named.len()).unwrap_or(u32::MAX);
            let weight = REWRITTEN.saturating_add(named);
            evidence.push(Evidence::new(weight, ground.words(), confirming(record)));
        }
        // Only records fit its paths, which are not about records.
        Verdict::Gone if evidence.len() == known => {
            evidence.push(Evidence::new(GONE, ground.words(), superseding(record)));
        }
        _ => {}
    }
    Ok(moved)
}

/// A pathspec without wildcards but for those of a whole folder, as it is since the newest commit
/// moved what it fitted; `None` where nothing fits that either.
fn moved_to(
    history: &mut Moves,
    changes: &Changes,
    spec: &str,
    files: &Files,
) -> Result<Option<String>, Error> {
    let (path, rest) = match spec.split_once("/**") {
        Some((folder, _)) => spec.split_at(folder.len()),
        None => (spec.trim_end_matches('/'), ""),
    };
    let Some(newest) = &changes.newest else {
        return Ok(None);
    };
    let mut names = since(history.of(newest.commit.parse()?)?, path).into_iter();
    let now = names.next().filter(|_| names.next().is_none());
    let now = now.map(|now| now + rest);
    Ok(now.filter(|now| files.has_any(&Pathspec::parse(now))))
}

/// Cache of the moves in commits.
struct Moves<'a> {
    workspace: &'a Workspace,
    /// Maximum number of commits that are looked at: each takes a process.
    most: usize,
    known: HashMap<ObjectId, Vec<Rename>>,
}

impl<'a> Moves<'a> {
    fn new(workspace: &'a Workspace, most: usize) -> Self {
        Self {
            workspace,
            most,
            known: HashMap::new(),
        }
    }

    /// Returns the moves in a commit; none beyond the limit of commits.
    fn of(&mut self, commit: ObjectId) -> Result<&[Rename], Error> {
        let is_left_out = self.known.len() >= self.most;
        match self.known.entry(commit) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(_) if is_left_out => Ok(&[]),
            Entry::Vacant(new) => {
                let history = self.workspace.store().history();
                Ok(new.insert(match history.renames(&[commit]) {
                    // A partial clone lacks what the files were.
                    Err(error) if error.is_missing() => Vec::new(),
                    renames => renames?,
                }))
            }
        }
    }
}

/// The names of the files that git tracks.
struct Files(BTreeSet<String>);

impl Files {
    fn of(workspace: &Workspace, view: &View) -> Result<Self, Error> {
        let store = workspace.store();
        let paths = match view.revision() {
            Some(revision) => store
                .objects()
                .paths(store.history().resolve(revision)?)?
                .into_iter()
                .collect(),
            None => store.staging().tracked_files()?.into_iter().collect(),
        };
        Ok(Self(paths))
    }

    /// True if a pathspec covers any of the files.
    fn has_any(&self, spec: &Pathspec) -> bool {
        // Only the paths that begin like it can match it.
        let literal = spec.literal_prefix();
        let mut near = self.0.range(literal.to_owned()..);
        near.by_ref()
            .take_while(|path| path.starts_with(literal))
            .any(|path| spec.names(path))
    }
}
