//! Records that a change is about: those that it brings or names, whose paths cover its files, or
//! that earlier commits of these files name; and those in its words.

use std::collections::HashMap;

use crate::evidence::change::{Change, WholeChange};
use crate::recall::answer::{Asked, rank};
use crate::recall::applying::Applier;
use crate::recall::cited::{Cited, cited};
use crate::recall::hit::{Hit, Origin};
use crate::recall::location::Location;
use crate::recall::meaning::Means;
use crate::recall::open::with_index;
use crate::recall::question::RecallQuestion;
use crate::recall::results::Results;
use crate::recall::sources::Sources;
use crate::workspace::{Error, Workspace};
use git_memory_model::evidence::{Citation, citations};
use git_memory_model::kind::Kind;
use git_memory_recall::{Confidence, DocumentRef, Found, Query, Ranked};

/// The reason of a record that is a part of the change.
pub(crate) const BROUGHT: &str = "the change brings it";
/// Maximum number of files whose commits are looked at.
const FILES: usize = 50;

/// A record that a change is about.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The record.
    pub hit: Hit,
    /// True if it is certainly about the change.
    pub is_sure: bool,
    /// The reasons, the strongest first.
    pub reasons: Vec<String>,
    /// The trailer that names it; `None` for a page that has no name for messages.
    pub trailer: Option<String>,
}

impl Suggestion {
    /// Confidence that the change is about the record.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        if self.is_sure {
            Confidence::Sure
        } else {
            Confidence::Near
        }
    }
}

/// The records that a change is about.
#[derive(Clone, Debug, Default)]
pub struct Suggested {
    /// The sure ones first, then the best.
    pub records: Vec<Suggestion>,
    /// Names in the message of the change that are not records here.
    pub unknown: Vec<String>,
    /// True if the change changes nothing.
    pub is_empty: bool,
    /// True if it is a commit at the end of a shallow clone, so that only its message is known.
    pub is_cut: bool,
}

/// Ties of one record to the change.
#[derive(Clone, Debug, Default)]
struct Tie {
    is_named: bool,
    /// True if it applies to one of the files.
    applies: bool,
    /// The reasons for that.
    why: Vec<String>,
}

/// The records that a change is about, at most `most`; only what is sure where `is_sure`.
///
/// # Errors
/// An unknown revision, or where memory or git cannot be read.
pub fn suggest(
    workspace: &Workspace,
    change: &Change,
    most: usize,
    is_sure: bool,
    progress: &dyn Fn(usize, usize),
) -> Result<Suggested, Error> {
    let change = WholeChange::of(workspace, change, !is_sure)?;
    let mut suggested = Suggested {
        is_empty: change.is_empty,
        is_cut: change.is_cut,
        ..Suggested::default()
    };
    for record in &change.brought {
        let hit = Hit {
            id: record.header.id.to_string(),
            kind: record.kind_name(),
            title: record.header.title.clone(),
            status: record.header.status.clone(),
            scope: record.header.scope.to_string(),
            path: record.path.to_string(),
            ..Hit::from(Origin::Tracked)
        };
        suggested.records.push(Suggestion {
            trailer: trailer(&hit),
            hit,
            is_sure: true,
            reasons: vec![BROUGHT.to_owned()],
        });
    }
    // Before the first commit there is nothing else.
    if let Some(revision) = &change.memory {
        let question = RecallQuestion {
            words: change.words.clone(),
            most: Some(most),
            near: change.files.iter().take(FILES).cloned().collect(),
            rev: Some(revision.clone()),
            ..RecallQuestion::default()
        };
        add_found(
            workspace,
            &change,
            &question,
            is_sure,
            progress,
            &mut suggested,
        )?;
    }
    suggested.records.sort_by_key(|it| !it.is_sure);
    suggested.records.truncate(most);
    Ok(suggested)
}

/// Adds what memory has about a change.
fn add_found(
    workspace: &Workspace,
    change: &WholeChange,
    question: &RecallQuestion,
    is_sure: bool,
    progress: &dyn Fn(usize, usize),
    suggested: &mut Suggested,
) -> Result<(), Error> {
    let found = with_index(workspace, question.rev.as_deref(), progress, |index| {
        let sources = Sources::open(workspace, index, question)?;
        let parts = sources.parts();
        let Cited { names, unknown } = cited(workspace, change, &sources, &parts)?;
        let (ties, order) = ties(workspace, names, change, question, &sources)?;
        let query = Query::parse(&question.words, index.usual());
        let asked = Asked {
            question,
            query: &query,
            days: None,
            usual: index.usual(),
            // Files tell more than vectors, and those of a change are known.
            means: Means::Words,
        };
        let ranked = if is_sure {
            Found::default()
        } else {
            rank(workspace, &sources, &parts, &asked)?.found
        };
        let results = Results {
            workspace,
            sources: &sources,
            parts: &parts,
            question,
            found: &ranked,
            tier: None,
        };
        let of_words = results.hits()?;
        let mut records = Vec::new();
        for (at, tie) in &ties {
            if let Some(hit) = results.hit(&Ranked::unasked(*at))? {
                records.push((hit, tie.clone()));
            }
        }
        Ok((of_words, records, order, unknown))
    })?;
    let (of_words, tied, order, unknown) = found;
    suggested.unknown = unknown;
    add_tied(suggested, tied, &order);
    for hit in of_words {
        let is_record = hit.origin == Origin::Tracked && hit.superseded_by.is_empty();
        if is_record && !hit.why.is_empty() {
            let reasons = hit.why.clone();
            add(
                suggested,
                Suggestion {
                    trailer: trailer(&hit),
                    hit,
                    is_sure: false,
                    reasons,
                },
            );
        }
    }
    Ok(())
}

/// The records that have to do with a change: those that it names, and those tied to its files;
/// with the paths of the latter in the order of all doors.
fn ties(
    workspace: &Workspace,
    names: impl IntoIterator<Item = DocumentRef>,
    change: &WholeChange,
    question: &RecallQuestion,
    sources: &Sources,
) -> Result<(HashMap<DocumentRef, Tie>, Vec<String>), Error> {
    let mut ties: HashMap<DocumentRef, Tie> = HashMap::new();
    for name in names {
        ties.entry(name).or_default().is_named = true;
    }
    let files: Vec<Location> = question.near.iter().map(Location::of_file).collect();
    let applier = Applier::new(workspace, sources, &change.view, false)?;
    let mut order = Vec::new();
    for applying in applier.all(&files, None)? {
        // What may apply to a file is told where people ask about the file.
        if !applying.applies() && !ties.contains_key(&applying.at) {
            continue;
        }
        let Some(read) = applier.read(applying.at)? else {
            continue;
        };
        let record = &read.record;
        let tie = ties.entry(applying.at).or_default();
        tie.applies = applying.applies();
        tie.why = applying.why(record);
        order.push(record.path.to_string());
    }
    Ok((ties, order))
}

/// Adds the records that a change is surely about.
fn add_tied(suggested: &mut Suggested, mut tied: Vec<(Hit, Tie)>, order: &[String]) {
    // What the message names, then in the order of all doors.
    let place = |hit: &Hit| order.iter().position(|path| *path == hit.path);
    tied.sort_by(|(a, one), (b, other)| {
        let key = |hit: &Hit, tie: &Tie| (!tie.is_named, place(hit), hit.path.clone());
        key(a, one).cmp(&key(b, other))
    });
    for (hit, tie) in tied {
        add(suggested, weighed(hit, &tie));
    }
}

/// Adds a suggestion, where its record is not there yet.
fn add(suggested: &mut Suggested, suggestion: Suggestion) {
    let is_there = |it: &Suggestion| it.hit.path == suggestion.hit.path;
    if !suggested.records.iter().any(is_there) {
        suggested.records.push(suggestion);
    }
}

/// A record with its reasons.
fn weighed(hit: Hit, tie: &Tie) -> Suggestion {
    let mut reasons = Vec::new();
    if tie.is_named {
        reasons.push("the message names it".to_owned());
    }
    reasons.extend(tie.why.iter().cloned());
    Suggestion {
        trailer: trailer(&hit),
        hit,
        is_sure: true,
        reasons,
    }
}

/// The trailer that names a record.
fn trailer(hit: &Hit) -> Option<String> {
    let key = if Kind::by_name(hit.kind) == Some(Kind::DECISION) {
        "Decision"
    } else {
        "Memory"
    };
    let name = name_of(hit)?;
    Some(format!("{key}: {name}"))
}

/// Returns the name for a record in messages: its id, or the number of its series.
fn name_of(hit: &Hit) -> Option<String> {
    if matches!(citations(&hit.id).as_slice(), [Citation::Id(_)]) {
        return Some(hit.id.clone());
    }
    // A page: `docs/adr/0007-use-x.md`, or `ADR-7: Use X`.
    let mut texts = vec![hit.title.as_str()];
    texts.extend(hit.path.rsplit_once('/').map(|(folder, _)| {
        let last = folder.rfind('/').map_or(0, |at| at + 1);
        &hit.path[last..]
    }));
    for text in texts {
        if let Some(Citation::Number(number)) = citations(text).first() {
            return Some(number.to_string().to_uppercase().replace('#', " "));
        }
    }
    None
}
