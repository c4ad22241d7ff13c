//! Decisions behind the lines of a file: the commits that brought them, with the records that these
//! commits name and the notes on them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry::{Occupied, Vacant};

use crate::private::notes;
use crate::recall::applying::Applier;
use crate::recall::location::Location;
use crate::recall::open::with_index;
use crate::recall::why::of_view;
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_git::{BlameQuestion, Hunk, ObjectId};
use git_memory_guard::Clean;
use git_memory_model::evidence::trailer::trailers;
use git_memory_model::evidence::{Citation, citations};
use git_memory_model::private::note::Note;
use git_memory_model::record::Record;
use git_memory_store::{Memory, View};
use git_memory_text as text;
use git_memory_text::date::Date;

/// The longest subject and name in an answer, in characters.
const LINE: usize = 120;
/// Length of a file's beginning that is searched for binary content, in bytes.
const LOOKED_AT: usize = 8000;

/// The lines of a file, and what was decided about them.
#[derive(Clone, Debug)]
pub struct Blamed {
    /// From the top of the work tree.
    pub path: String,
    /// The lines, in their order.
    pub hunks: Vec<BlamedHunk>,
    /// The records that apply to the file.
    pub records: Vec<Tied>,
}

/// Lines that follow each other and that one commit brought.
#[derive(Clone, Debug)]
pub struct BlamedHunk {
    /// The first line, from 1.
    pub first: u32,
    /// The last line.
    pub last: u32,
    /// The commit; `None` for lines that are not committed.
    pub commit: Option<BlamedCommit>,
}

/// A commit that brought lines.
#[derive(Clone, Debug)]
pub struct BlamedCommit {
    /// Its id.
    pub id: ObjectId,
    /// The first line of its message.
    pub subject: Clean,
    /// Its author.
    pub author: Clean,
    /// The day (UTC) on which it was written; `None` where that is in no calendar.
    pub day: Option<Date>,
    /// The file in which it brought the lines.
    pub path: String,
    /// True if this clone has no history before the commit, so that the lines may be older.
    pub is_boundary: bool,
    /// The records that it names.
    pub records: Vec<Tied>,
    /// The notes on it.
    pub notes: Vec<Note>,
}

/// A record, and what ties it to lines.
#[derive(Clone, Debug)]
pub struct Tied {
    /// The record.
    pub record: Record,
    /// The reason.
    pub why: String,
}

/// The lines of a file with their decisions, in the state of a view. `ranges` have the form of
/// git's `-L`; all lines without any.
///
/// # Errors
/// A file that git does not know or that is not text, lines that it does not have, or unreadable
/// memory.
pub fn blame(
    workspace: &Workspace,
    view: &View,
    path: &str,
    ranges: &[String],
) -> Result<Blamed, Error> {
    let store = workspace.store();
    let revision = match view.revision() {
        Some(revision) => Some(store.history().resolve(revision)?),
        None => None,
    };
    must_be_text(workspace, revision, path)?;
    must_name_lines(ranges)?;
    let blaming = store.history().blame(&BlameQuestion {
        path: path.to_owned(),
        ranges: ranges.to_vec(),
        revision,
    })?;
    // While git looks for them.
    let memory = workspace.memory(view)?;
    let hunks = blaming.hunks()?;
    let notes = notes_on(workspace, &hunks)?;
    let mut commits: BTreeMap<ObjectId, Vec<Tied>> = BTreeMap::new();
    let mut blamed: Vec<BlamedHunk> = Vec::new();
    for hunk in hunks {
        let last = hunk.first + hunk.count.saturating_sub(1);
        // git returns the lines of one commit in several pieces.
        if let Some(before) = blamed.last_mut()
            && before.last + 1 == hunk.first
            && before.commit.as_ref().map(|it| it.id) == hunk.commit
        {
            before.last = last;
            continue;
        }
        let commit = match hunk.commit {
            None => None,
            Some(id) => {
                let records = match commits.entry(id) {
                    Occupied(known) => known.get().clone(),
                    Vacant(new) => new.insert(named(workspace, &memory, id)?).clone(),
                };
                let notes = notes.get(&id).cloned().unwrap_or_default();
                Some(commit(workspace, id, &hunk, records, notes)?)
            }
        };
        let first = hunk.first;
        blamed.push(BlamedHunk {
            first,
            last,
            commit,
        });
    }
    Ok(Blamed {
        path: path.to_owned(),
        hunks: blamed,
        records: applying(workspace, view, &memory, path)?,
    })
}

/// Refuses ranges for which git prints only how it is called.
fn must_name_lines(ranges: &[String]) -> Result<(), Error> {
    let begins_range = |c: char| c.is_ascii_digit() || matches!(c, '/' | ':' | '^' | ',');
    match ranges.iter().find(|it| !it.starts_with(begins_range)) {
        None => Ok(()),
        Some(bad) => Err(Error::BadValue(format!(
            "'{}' names no lines, as '10,20' does",
            text::visible(bad)
        ))),
    }
}

/// Refuses what has no lines.
fn must_be_text(
    workspace: &Workspace,
    revision: Option<ObjectId>,
    path: &str,
) -> Result<(), Error> {
    let store = workspace.store();
    let content = match revision {
        Some(commit) => store.objects().file_content(commit, path)?,
        None => store.work_files()?.read_regular(path)?,
    };
    // git reports a missing file.
    let bytes = content.unwrap_or_default();
    if bytes[..bytes.len().min(LOOKED_AT)].contains(&0) {
        return Err(Error::BadValue(format!("'{path}' is a binary file")));
    }
    Ok(())
}

fn commit(
    workspace: &Workspace,
    id: ObjectId,
    hunk: &Hunk,
    records: Vec<Tied>,
    notes: Vec<Note>,
) -> Result<BlamedCommit, Error> {
    let guard = workspace.guard()?;
    Ok(BlamedCommit {
        id,
        subject: sanitize::line(guard, &hunk.subject, LINE),
        author: sanitize::line(guard, &hunk.author, LINE),
        day: Date::of_seconds(hunk.time),
        path: hunk.path.clone(),
        is_boundary: hunk.is_boundary,
        records,
        notes,
    })
}

/// The notes on the commits of some hunks.
fn notes_on(workspace: &Workspace, hunks: &[Hunk]) -> Result<BTreeMap<ObjectId, Vec<Note>>, Error> {
    let mut commits: Vec<ObjectId> = hunks.iter().filter_map(|hunk| hunk.commit).collect();
    commits.sort_unstable();
    commits.dedup();
    let found = notes::on_commits(workspace, &commits)?.into_iter();
    Ok(found.map(|on| (on.commit, on.notes)).collect())
}

/// The records that a commit names.
pub(crate) fn named(
    workspace: &Workspace,
    memory: &Memory,
    id: ObjectId,
) -> Result<Vec<Tied>, Error> {
    let message = workspace.store().history().commit(id)?.message;
    let of_trailers: Vec<Citation> = trailers(&message)
        .into_iter()
        .flat_map(|trailer| trailer.names)
        .collect();
    let mut tied: Vec<Tied> = Vec::new();
    for citation in citations(&message) {
        let why = if of_trailers.contains(&citation) {
            "its commit follows it"
        } else {
            "its commit names it"
        };
        for record in memory.records.iter().filter(|it| citation.names(it)) {
            if tied.iter().all(|known| known.record.path != record.path) {
                tied.push(Tied {
                    record: record.clone(),
                    why: why.to_owned(),
                });
            }
        }
    }
    Ok(tied)
}

/// The records that apply to a file, each with its strongest reason.
fn applying(
    workspace: &Workspace,
    view: &View,
    memory: &Memory,
    path: &str,
) -> Result<Vec<Tied>, Error> {
    let file = Location::of_file(path);
    with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let sources = of_view(workspace, index, view, memory.listed.as_ref())?;
        let applier = Applier::new(workspace, &sources, view, false)?;
        let mut tied = Vec::new();
        for found in applier.all(std::slice::from_ref(&file), None)? {
            if found.applies()
                && let Some(read) = applier.read(found.at)?
            {
                let record = read.record.clone();
                let why = found.why(&record).into_iter().next().unwrap_or_default();
                tied.push(Tied { record, why });
            }
        }
        Ok(tied)
    })
}
