//! The reasons to look at a record, how much each weighs, and the step that settles it.

use serde_json::Value as Json;

use crate::records::source;
use crate::workspace::{Error, Workspace};
use git_memory_import::okf::computed::STALE_AFTER;
use git_memory_model::keys;
use git_memory_model::kind::PROPOSED;
use git_memory_model::record::successors::Rivalry;
use git_memory_model::record::{Name, Record, front_matter, more};
use git_memory_recall::feedback::{Feedback, Outcome};
use git_memory_store::Memory;
use git_memory_text::advice::Advice;
use git_memory_text::date::Date;
use git_memory_text::visible_line;

/// Weight of each kind of evidence: certain before likely.
const REPLACED: u32 = 8;
const DUE: u32 = 6;
const STALE: u32 = 5;
pub(super) const GONE: u32 = 4;
const IRRELEVANT: u32 = 2;
const PROPOSAL: u32 = 1;
pub(super) const REWRITTEN: u32 = 1;

/// A reason to look at a record, and how much it weighs.
pub(super) struct Evidence {
    pub(super) weight: u32,
    pub(super) why: String,
    /// The step that settles it.
    pub(super) advice: Advice,
}

impl Evidence {
    pub(super) fn new(weight: u32, why: String, advice: Advice) -> Self {
        Self {
            weight,
            why,
            advice,
        }
    }
}

/// The step for a record that is still true.
pub(super) fn confirming(record: &Record) -> Advice {
    Advice::Confirm {
        id: record.header.id.to_string(),
    }
}

/// The step for a record whose files are not there any more.
pub(super) fn superseding(record: &Record) -> Advice {
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

/// Another record that took this one's place, although its status has not changed.
pub(super) fn replaced(record: &Record, successor: Option<&Record>) -> Option<Evidence> {
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

/// Another record that took the place of the same one; `rivalries` are those of the record.
pub(super) fn rivalled(record: &Record, rivalries: &[&Rivalry]) -> Vec<Evidence> {
    let mut evidence = Vec::new();
    for Rivalry { old, successors } in rivalries {
        let [one, other] = successors.map(|record| &record.header.id);
        let rival = if record.header.id == *one { other } else { one };
        let why = format!("supersedes {old}, and so does {rival}");
        let advice = replacing(record, Some(rival));
        evidence.push(Evidence::new(REPLACED, why, advice));
    }
    evidence
}

/// Returns evidence for an agent's open proposal. For another suspect by an agent, it has no weight
/// and only names the author.
pub(super) fn of_agent(record: &Record, is_suspect: bool) -> Option<Evidence> {
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
pub(super) fn due(
    workspace: &Workspace,
    memory: &Memory,
    record: &Record,
) -> Result<Option<Evidence>, Error> {
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
pub(super) fn stale(record: &Record, today: Date) -> Option<Evidence> {
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
pub(super) fn irrelevant(ratings: &[&Feedback], record: &Record) -> Option<Evidence> {
    let since = match record.header.updated {
        Some(day) => day.to_string(),
        // Every day is later than none.
        None => String::new(),
    };
    let (mut bad, mut good) = (0, 0);
    for rating in ratings {
        let day = rating.created.get(..10);
        // A rating before the last change is answered by that change.
        if day.is_none_or(|day| day <= since.as_str()) {
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
