//! Reasons for a file's state: the records about it, and the notes on the commits that wrote it.

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::evidence::{Grounds, Subject};
use crate::private::notes;
use crate::private::settle::settle;
use crate::recall::location::{COMMITS, former_names, last_changes, origin};
use crate::recall::naming::{Mention, Texts, names_path, names_symbol};
use crate::recall::of_commits::OfCommits;
use crate::recall::open::with_index;
use crate::recall::rivals::{Shown, rivals_of};
use crate::recall::symbols;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::evidence::ground::Ground;
use git_memory_model::private::message::Message;
use git_memory_model::record::Record;
use git_memory_store::{Memory, Store, TextFile, View};
use git_memory_text::path::last;
use git_memory_text::{one_line, pathspec};

pub use crate::recall::location::{Location, location};

/// Maximum number of records, and of notes, that are told: one commit may have brought them all.
const SHOWN: usize = 50;
/// How many of them are told where memory says nothing.
const TOLD: usize = 3;
/// The longest text of a commit, in characters.
const LENGTH: usize = 500;

/// A record that is about a location, and why.
#[derive(Clone, Debug)]
pub struct About {
    /// The record.
    pub record: Record,
    /// Ties to the location, the strongest first.
    pub why: Vec<String>,
    /// Its ground.
    pub ground: Ground,
}

/// A note on a commit that wrote a location.
#[derive(Clone, Debug)]
pub struct NoteRef {
    /// The commit.
    pub commit: ObjectId,
    /// Its subject.
    pub subject: String,
    /// Author of the note.
    pub author: String,
    /// Text of the note.
    pub text: String,
}

/// A commit that wrote a location.
#[derive(Clone, Debug)]
pub struct CommitRef {
    /// The commit.
    pub commit: ObjectId,
    /// Its subject.
    pub subject: Clean,
    /// The beginning of the rest of its message, on one line.
    pub text: Clean,
}

/// Memory about one location.
#[derive(Clone, Debug)]
pub struct Reasons {
    /// The location.
    pub location: Location,
    /// Records, those that name the path first.
    pub records: Vec<About>,
    /// Notes, those of the newest commit first.
    pub notes: Vec<NoteRef>,
    /// Number of records and notes that are left out.
    pub more: usize,
    /// Without records and notes: the last commits that changed it, newest first.
    pub commits: Vec<CommitRef>,
    /// True if this partial clone lacks the history of the file, so that commits and notes are
    /// missing here.
    pub is_partial: bool,
    /// True if the history ends in this shallow clone, so that there may be more of them.
    pub is_cut: bool,
    /// True if the file does not contain the name of the symbol.
    pub lacks_symbol: bool,
}

/// Mentions of a location in the texts of records.
struct Mentions {
    /// Its path, or the end of it.
    path: Vec<Mention>,
    /// The symbol that is asked for.
    asked: Vec<Mention>,
    /// Another symbol that the file defines.
    symbols: Vec<Mention>,
}

/// A record with what ties it to a location.
struct Tied {
    record: Record,
    why: Vec<String>,
    /// The number of its strongest reason: 0 is the strongest of all.
    strength: usize,
}

/// The records and notes about some locations, in the state of a view; with `is_all`, also records
/// that are no longer current.
///
/// # Errors
/// Where memory or git cannot be read. A file that git does not know has no commits, which is not
/// an error.
pub fn why(
    workspace: &Workspace,
    view: &View,
    locations: &[Location],
    is_all: bool,
) -> Result<Vec<Reasons>, Error> {
    let seen = Seen {
        view,
        memory: workspace.memory(view)?,
        commit: match view.revision() {
            Some(revision) => Some(workspace.store().history().resolve(revision)?),
            None => None,
        },
    };
    let mut all = Vec::new();
    for location in locations {
        all.push(reasons(workspace, &seen, location, is_all)?);
    }
    Ok(all)
}

/// The view to search.
struct Seen<'a> {
    view: &'a View,
    memory: Memory,
    /// For a revision: its commit.
    commit: Option<ObjectId>,
}

fn reasons(
    workspace: &Workspace,
    seen: &Seen,
    location: &Location,
    is_all: bool,
) -> Result<Reasons, Error> {
    let (commits, is_partial) = match last_changes(workspace.store(), seen.commit, location) {
        Ok(commits) => (commits, false),
        Err(Error::Store(error)) if error.is_missing() => (Vec::new(), true),
        Err(error) => return Err(error),
    };
    let is_whole = match location.line {
        Some(_) => !commits.is_empty(),
        None => commits.len() == COMMITS,
    };
    let is_cut = !is_whole && !workspace.store().shallow()?.is_empty();
    let mentions = mentions(workspace, seen, location)?;
    let of_commits = OfCommits::of(workspace, &seen.memory, &commits)?;
    let records = &seen.memory.records;
    let former = former_names(workspace, seen.commit, records, location, &commits)?;
    let mut tied: Vec<Tied> = Vec::new();
    for record in records {
        let is_it = origin(record, &location.path).is_some();
        if is_all || is_it || record.is_current() {
            tied.extend(tie(record, location, &former, &mentions, &of_commits));
        }
    }
    let doubles = workspace.look_for_doubles(records, tied.iter().map(|it| &it.record))?;
    // A current record comes first, however weak its tie is; a copy comes behind its record.
    tied.sort_by_key(|tied| {
        let is_past = !tied.record.is_current();
        let path = tied.record.path.as_str();
        let is_copy = doubles.iter().any(|it| it.copied(path).is_some());
        let updated = Reverse(tied.record.header.updated);
        (is_past, tied.strength, is_copy, updated)
    });
    let mut notes = notes_on(workspace, &commits)?;
    // Commits do not answer why, but they are better than nothing.
    let told = if tied.is_empty() && notes.is_empty() {
        commits_told(workspace, &commits)?
    } else {
        Vec::new()
    };
    let more = tied.len().saturating_sub(SHOWN) + notes.len().saturating_sub(SHOWN);
    tied.truncate(SHOWN);
    notes.truncate(SHOWN);
    Ok(Reasons {
        location: location.clone(),
        records: with_grounds(workspace, seen, tied)?,
        notes,
        more,
        commits: told,
        is_partial,
        is_cut,
        lacks_symbol: lacks_symbol(workspace, seen.view, location),
    })
}

/// True if the file's text lacks a part of the requested symbol's name.
fn lacks_symbol(workspace: &Workspace, view: &View, location: &Location) -> bool {
    let Some(symbol) = &location.symbol else {
        return false;
    };
    // An unreadable file may contain it.
    let Ok(TextFile::Text(text)) = workspace.store().page(view, &location.path) else {
        return false;
    };
    // `Store::open`, `Store.open`
    let mut names = symbol.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    names.any(|name| !name.is_empty() && !names_symbol(&text, name))
}

/// Returns the messages of the first commits.
fn commits_told(workspace: &Workspace, commits: &[ObjectId]) -> Result<Vec<CommitRef>, Error> {
    let mut told = Vec::new();
    for &commit in commits.iter().take(TOLD) {
        let read = workspace.store().history().commit(commit)?;
        let guard = workspace.guard()?;
        // All of it, as a secret may reach over the end of the subject.
        let message = guard.redact(&read.message);
        let Message { subject, body, .. } = Message::parse(&message);
        told.push(CommitRef {
            commit,
            subject: guard.redact(&subject),
            text: guard.redact(&one_line(&body, LENGTH)),
        });
    }
    Ok(told)
}

/// A record with its reasons; `None` where nothing ties it to the file.
fn tie(
    record: &Record,
    location: &Location,
    former: &[String],
    mentions: &Mentions,
    commits: &OfCommits,
) -> Option<Tied> {
    let header = &record.header;
    let path = location.path.as_str();
    let covering = |path| pathspec::covering(header.paths.iter().map(Clean::as_str), path);
    let spec = covering(path).map(|spec| format!("paths: {spec}"));
    let mut former = former.iter();
    let moved =
        former.find_map(|name| Some(format!("paths: {}; this was {name}", covering(name)?)));
    let named = |mentions: &[Mention]| {
        let mut mentions = mentions.iter();
        let mention = mentions.find(|it| it.record == record.path.as_str())?;
        Some(mention.text.clone())
    };
    let changed_this = |how: &str, commit: ObjectId| {
        let commit = commit.short();
        format!("{how} {commit}, which changed this")
    };
    let naming = commits.naming(record);
    let adding = commits.adding(record);
    let reasons = [
        origin(record, path).map(str::to_owned),
        named(&mentions.asked).map(|name| format!("names {name}")),
        spec.or(moved),
        named(&mentions.path).map(|text| format!("mentions {text}")),
        naming.map(|commit| changed_this("named by", commit)),
        named(&mentions.symbols).map(|name| format!("names {name}, which is defined here")),
        adding.map(|commit| changed_this("added in", commit)),
    ];
    // A path that an author wrote down counts most; being in the same commit may be chance.
    let strength = reasons.iter().position(Option::is_some)?;
    Some(Tied {
        record: record.clone(),
        why: reasons.into_iter().flatten().collect(),
        strength,
    })
}

/// Records with whether their ground still holds.
fn with_grounds(workspace: &Workspace, seen: &Seen, tied: Vec<Tied>) -> Result<Vec<About>, Error> {
    let (mut subjects, mut shown) = (Vec::new(), Vec::new());
    for Tied { record, .. } in &tied {
        let subject = Subject::of(record, seen.memory.blob(record));
        if subject.may_have_rivals() {
            let (id, path) = (record.header.id.as_str(), record.path.as_str());
            shown.push(Shown { id, path });
        }
        subjects.push(subject);
    }
    let mut rivals =
        rivals_of(workspace, seen.view, seen.memory.listed.as_ref(), &shown)?.into_iter();
    let grounds = Grounds::of_view(workspace, seen.view)?.of(&subjects)?;
    let mut about = Vec::new();
    for ((tied, ground), subject) in tied.into_iter().zip(grounds).zip(subjects) {
        let ground = if subject.may_have_rivals() {
            ground.contested_by(rivals.next().unwrap_or_default())
        } else {
            ground
        };
        let Tied { record, why, .. } = tied;
        about.push(About {
            record,
            why,
            ground,
        });
    }
    Ok(about)
}

fn notes_on(workspace: &Workspace, commits: &[ObjectId]) -> Result<Vec<NoteRef>, Error> {
    let mut all = Vec::new();
    for commit in commits {
        for on in notes::list(workspace, Some(&commit.to_string()))? {
            for note in on.notes {
                all.push(NoteRef {
                    commit: on.commit,
                    subject: on.subject.to_string(),
                    author: note.author,
                    text: note.text,
                });
            }
        }
    }
    Ok(all)
}

/// Returns the mentions of a location in the texts of records: its path, or an end of it that no
/// other tracked file has; the requested symbol, or otherwise the symbols that the file defines.
fn mentions(workspace: &Workspace, seen: &Seen, location: &Location) -> Result<Mentions, Error> {
    let endings = endings(workspace, seen.commit, &location.path)?;
    let (mut asked, mut symbols) = (Vec::new(), Vec::new());
    match &location.symbol {
        Some(symbol) => asked.push(symbol.clone()),
        // Without a record, nothing names anything.
        None if seen.memory.records.is_empty() => {}
        None => {
            let path = std::slice::from_ref(&location.path);
            symbols = symbols::telling(workspace, seen.view, path)?;
        }
    }
    with_index(workspace, seen.view.revision(), &|_, _| {}, |index| {
        let texts = Texts {
            workspace,
            view: workspace.store().indexed_as_listed(
                index,
                seen.view,
                seen.memory.listed.as_ref(),
            )?,
        };
        Ok(Mentions {
            path: texts.naming(&endings, names_path)?,
            asked: texts.naming(&asked, names_symbol)?,
            symbols: texts.naming(&symbols, names_symbol)?,
        })
    })
}

/// The ends of a path by which a text may name it, the whole path first: only the file's name if no
/// other tracked file has it.
fn endings(
    workspace: &Workspace,
    commit: Option<ObjectId>,
    path: &str,
) -> Result<Vec<String>, Error> {
    let mut endings = vec![path.to_owned()];
    endings.extend(
        path.match_indices('/')
            .map(|(at, _)| path[at + 1..].to_owned()),
    );
    if endings.len() > 1
        && let Some(name) = endings.last()
        && count_named(workspace.store(), commit, name)? > 1
    {
        endings.pop();
    }
    Ok(endings)
}

/// Number of files with this name, in any folder.
fn count_named(store: Store, commit: Option<ObjectId>, name: &str) -> Result<usize, Error> {
    let Some(commit) = commit else {
        return Ok(store.staging().count_named(name)?);
    };
    let paths = store.objects().paths(commit)?;
    Ok(paths.iter().filter(|path| last(path) == name).count())
}

/// The files in question.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhyQuestion {
    /// Files, lines of files (`PATH:LINE`), or what files define (`PATH#SYMBOL`).
    paths: Vec<String>,
    /// Records that are no longer current, too.
    #[serde(default)]
    all: bool,
    /// Memory as of this revision.
    rev: Option<String>,
}

/// The records that are about files, and the notes on the commits that wrote them.
pub fn answer(call: &Call, question: &WhyQuestion) -> Result<Vec<Reasons>, Error> {
    settle(call.workspace)?;
    let paths = question.paths.iter();
    let locations = paths.map(|path| location(call.workspace, path));
    let locations: Vec<Location> = locations.collect::<Result<_, Error>>()?;
    why(
        call.workspace,
        &View::at(question.rev.as_deref()),
        &locations,
        question.all,
    )
}
