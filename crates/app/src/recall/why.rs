//! Reasons for a file's state: the records about it, and the notes on the commits that wrote it.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::evidence::{Grounds, Subject};
use crate::parents::reading::covering;
use crate::private::notes;
use crate::private::settle::settle;
use crate::recall::applying::{Applier, Applying};
use crate::recall::commits;
use crate::recall::location::{COMMITS, last_changes, origin};
use crate::recall::numbered::double;
use crate::recall::open::with_index;
use crate::recall::rivals::Rivals;
use crate::recall::sources::Sources;
use crate::recall::symbol_lines::{lines_of, names_in};
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::{Clean, redact};
use git_memory_model::evidence::Reason;
use git_memory_model::evidence::ground::{Ground, Verdict};
use git_memory_model::evidence::naming::names_symbol;
use git_memory_model::evidence::source_citation::is_prose;
use git_memory_model::private::message::Message;
use git_memory_model::record::Record;
use git_memory_model::record::excerpt::naming;
use git_memory_store::index::Index;
use git_memory_store::{ListedFiles, TextFile, View};
use git_memory_text::one_line;

pub use crate::recall::applying::Guide;
pub use crate::recall::location::{Location, location};

/// Maximum number of records that apply, and of notes, that are told.
const SHOWN: usize = 50;
/// Maximum number of records that may apply.
const MAYBE: usize = 10;
/// Maximum number of commits that are told where memory says nothing.
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
    /// The passage of its text that names the location, if that is the strongest tie.
    pub passage: Option<String>,
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
    /// Records that apply, the strongest ties first.
    pub records: Vec<About>,
    /// Records that may apply, and those that are proposed or past.
    pub maybe: Vec<About>,
    /// Rules and agents' files that are about it.
    pub rules: Vec<Guide>,
    /// Why the rules could not be read.
    pub fault: Option<Clean>,
    /// Notes, those of the newest commit first.
    pub notes: Vec<NoteRef>,
    /// Number of further records that apply, and of notes.
    pub more: usize,
    /// Without records and notes: the last commits that changed it and give a reason, newest first.
    pub commits: Vec<CommitRef>,
    /// True if this partial clone lacks the history of the file, so that commits and notes are
    /// missing here.
    pub is_partial: bool,
    /// True if the history ends in this shallow clone, so that there may be more of them.
    pub is_cut: bool,
    /// True if the file does not contain the name of the symbol.
    pub lacks_symbol: bool,
    /// Number of the file's lines, if the requested one is beyond them.
    pub lines: Option<usize>,
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
    with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let sources = of_view(workspace, index, view, None)?;
        let parents = Sources::parents_beside(workspace, index, view)?;
        let seen = Seen {
            workspace,
            view,
            commit: workspace.store().history().at(view.revision())?,
            applier: Applier::new(workspace, &sources, view, is_all)?,
            rivals: Rivals::new(workspace, &sources, &parents),
            sources: &sources,
        };
        let each = locations.iter().map(|location| seen.reasons(location));
        each.collect()
    })
}

/// The records of a view, with the commits of its history as evidence; `listed` are the files of a
/// work tree that was just read.
pub(crate) fn of_view(
    workspace: &Workspace,
    index: &Index,
    view: &View,
    listed: Option<&ListedFiles>,
) -> Result<Sources, Error> {
    let store = workspace.store();
    let sources = Sources::of_view(
        store.indexed_as_listed(index, view, listed)?,
        String::new(),
        store.roots()?.clone(),
    );
    Ok(match store.history().commit_at(view.revision())? {
        Some(tip) => {
            let commits = commits::view(workspace, &index.of_commits(), tip)?;
            sources.and_commits(Some(commits))
        }
        None => sources,
    })
}

/// The view that is asked, and what its records are tied by.
struct Seen<'a> {
    workspace: &'a Workspace,
    view: &'a View,
    commit: Option<ObjectId>,
    applier: Applier<'a>,
    rivals: Rivals<'a>,
    sources: &'a Sources,
}

/// A location, with its lines if it is not a whole file.
struct Asked<'a> {
    location: &'a Location,
    lines: Option<RangeInclusive<u32>>,
}

/// The commits that changed a location last.
#[derive(Default)]
struct LastChanges {
    commits: Vec<ObjectId>,
    /// True if this partial clone lacks them.
    is_partial: bool,
}

/// A record with its reasons, before its freshness is looked up.
struct Tied {
    blob: Option<ObjectId>,
    record: Record,
    why: Vec<String>,
    passage: Option<String>,
}

impl Seen<'_> {
    fn reasons(&self, location: &Location) -> Result<Reasons, Error> {
        let workspace = self.workspace;
        let store = workspace.store();
        let text = self.text(location);
        let asked = Asked {
            location,
            lines: lines_of(workspace, self.view, location, text.as_deref())?,
        };
        let is_shallow = !store.shallow()?.is_empty();
        // A walk through the history of the file takes longer than all else.
        let is_walk = location.line.is_some()
            || is_shallow
            || self.applier.lacks_history()
            || store.notes_tip()?.is_some();
        let mut changes = if is_walk {
            self.last_changes(&asked)?
        } else {
            LastChanges::default()
        };
        let wrote = changes.commits.first().copied();
        let found = self.applier.all(std::slice::from_ref(location), wrote)?;
        let (applying, maybe): (Vec<_>, Vec<_>) = found.into_iter().partition(Applying::applies);
        let mut tied = self.origins(location)?;
        let mut more = applying.len().saturating_sub(SHOWN);
        self.add(&mut tied, &applying, SHOWN)?;
        let mut doubtful = Vec::new();
        self.add(&mut doubtful, &maybe, MAYBE)?;
        doubtful.retain(|it| tied.iter().all(|known| known.record.path != it.record.path));
        let mut notes = notes_on(workspace, &changes.commits)?;
        if tied.is_empty() && !is_walk {
            changes = self.last_changes(&asked)?;
        }
        // Commits do not answer why, but they are better than nothing.
        let told = if tied.is_empty() && notes.is_empty() {
            commits_told(workspace, &changes.commits)?
        } else {
            Vec::new()
        };
        let is_whole = match asked.lines {
            Some(_) => !changes.commits.is_empty(),
            None => changes.commits.len() == COMMITS,
        };
        more += notes.len().saturating_sub(SHOWN);
        notes.truncate(SHOWN);
        let (rules, fault) = match self.applier.guides(&location.path) {
            Ok(rules) => (rules, None),
            // Records answer without them.
            Err(error) => (Vec::new(), Some(redact(&error.to_string()))),
        };
        Ok(Reasons {
            location: location.clone(),
            records: {
                let mut records = self.with_grounds(tied)?;
                records.extend(self.of_parents(location)?);
                records
            },
            maybe: self.with_grounds(doubtful)?,
            rules,
            fault,
            notes,
            more,
            commits: told,
            is_partial: changes.is_partial,
            is_cut: is_shallow && !is_whole,
            lacks_symbol: text
                .as_deref()
                .is_some_and(|text| lacks_symbol(text, location)),
            lines: text.and_then(|text| lines_before(&text, location)),
        })
    }

    /// The text of a file whose symbol or line is asked for; an unreadable file may contain them.
    fn text(&self, location: &Location) -> Option<String> {
        location
            .line
            .map(|_| ())
            .or(location.symbol.as_ref().map(|_| ()))?;
        match self.workspace.store().page(self.view, &location.path) {
            Ok(TextFile::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn last_changes(&self, asked: &Asked) -> Result<LastChanges, Error> {
        let from = self.view.revision().and(self.commit);
        let (path, lines) = (&asked.location.path, asked.lines.clone());
        match last_changes(self.workspace.store(), from, path, lines) {
            Ok(commits) => Ok(LastChanges {
                commits,
                is_partial: false,
            }),
            Err(Error::Store(error)) if error.is_missing() => Ok(LastChanges {
                commits: Vec::new(),
                is_partial: true,
            }),
            Err(error) => Err(error),
        }
    }

    /// The records that a document is, or was made into.
    fn origins(&self, location: &Location) -> Result<Vec<Tied>, Error> {
        let mut tied = Vec::new();
        // No record is made of code, and reading all of them takes time.
        if !is_prose(&location.path) {
            return Ok(tied);
        }
        let memory = self.workspace.memory(self.view)?;
        for record in &*memory.records {
            if let Some(why) = origin(record, &location.path) {
                tied.push(Tied {
                    blob: memory.blob(record),
                    record: record.clone(),
                    why: vec![why.to_owned()],
                    passage: None,
                });
            }
        }
        Ok(tied)
    }

    /// The records of parents that apply, after the repository's own.
    fn of_parents(&self, location: &Location) -> Result<Vec<About>, Error> {
        let mut found = Vec::new();
        // What this clone has of a parent is of now.
        if *self.view != View::WorkTree {
            return Ok(found);
        }
        let files = [location.path.clone()];
        for covering in covering(self.workspace, &files)?.into_iter().take(SHOWN) {
            found.push(About {
                why: vec![format!(
                    "its path {} covers {}",
                    covering.spec, location.path
                )],
                record: covering.record,
                passage: None,
                // Its ground is in the parent's own files.
                ground: Ground::plain(Verdict::Unknown),
            });
        }
        Ok(found)
    }

    /// Adds the first records of some; a copy comes behind its record.
    fn add(&self, tied: &mut Vec<Tied>, found: &[Applying], most: usize) -> Result<(), Error> {
        let mut copies = Vec::new();
        for applying in found.iter().take(most) {
            let Some(read) = self.applier.read(applying.at)? else {
                continue;
            };
            let record = read.record.clone();
            let why = applying.why(&record);
            let known = tied.iter_mut().find(|it| it.record.path == record.path);
            if let Some(known) = known {
                known.why.extend(why);
                continue;
            }
            let double = double(self.workspace, self.sources, record.header.id.as_str())?;
            let is_copy = double.is_some_and(|it| it.copied(record.path.as_str()).is_some());
            let blob = self.applier.blob(applying.at)?;
            let place = if is_copy { &mut copies } else { &mut *tied };
            let body = &read.text[read.body..];
            let passage = applying.named().and_then(|name| naming(body, name));
            place.push(Tied {
                blob,
                record,
                why,
                passage: passage.map(|(_, passage)| one_line(passage, LENGTH)),
            });
        }
        tied.extend(copies);
        Ok(())
    }

    /// Records with whether their ground still holds.
    fn with_grounds(&self, tied: Vec<Tied>) -> Result<Vec<About>, Error> {
        let mut subjects = Vec::new();
        for it in &tied {
            subjects.push(Subject::of(&it.record, it.blob));
        }
        let grounds = Grounds::of_view(self.workspace, self.view)?.of(&subjects)?;
        let mut about = Vec::new();
        for ((tied, ground), subject) in tied.into_iter().zip(grounds).zip(subjects) {
            let Tied {
                record,
                why,
                passage,
                ..
            } = tied;
            about.push(About {
                record,
                why,
                passage,
                ground: ground.contested_by(self.rivals.of(&subject)?),
            });
        }
        Ok(about)
    }
}

/// True if the file's text lacks a part of the requested symbol's name.
fn lacks_symbol(text: &str, location: &Location) -> bool {
    let symbol = location.symbol.as_deref().unwrap_or_default();
    names_in(symbol).any(|name| !names_symbol(text, name))
}

/// Number of lines of a file's text, if the requested line is beyond them.
fn lines_before(text: &str, location: &Location) -> Option<usize> {
    let count = text.lines().count();
    let line = usize::try_from(location.line?).ok()?;
    (line > count).then_some(count)
}

/// Returns the messages of the first commits that give a reason.
fn commits_told(workspace: &Workspace, commits: &[ObjectId]) -> Result<Vec<CommitRef>, Error> {
    let mut told = Vec::new();
    for &commit in commits {
        let read = workspace.store().history().commit(commit)?;
        let guard = workspace.guard()?;
        // All of it, as a secret may reach over the end of the subject.
        let message = Message::parse(&guard.redact(&read.message));
        if Reason::of(&message).is_none() {
            continue;
        }
        told.push(CommitRef {
            commit,
            subject: guard.redact(&message.subject),
            text: guard.redact(&one_line(&message.body, LENGTH)),
        });
        if told.len() == TOLD {
            break;
        }
    }
    Ok(told)
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
