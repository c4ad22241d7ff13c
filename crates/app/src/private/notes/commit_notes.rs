//! Notes on commits: written, read, and carried along when a commit is rewritten.

use std::collections::HashSet;

use crate::private::redaction::{Redaction, fits, state_of};
use crate::workspace::{Error, Workspace};
use git_memory_git::{NotesTree, ObjectId, Reach};
use git_memory_guard::{Clean, redact};
use git_memory_model::kind::Kind;
use git_memory_model::private::note::{Note, lines, merged, with_lines};
use git_memory_model::record::RecordId;
use git_memory_store::{NoteChange, NotesMessage};
use git_memory_text::date::rfc3339;

/// Maximum number of annotated commits that are listed.
pub(super) const MOST: usize = 1_000_000;

/// A note that was written.
#[derive(Clone, Debug)]
pub struct Noted {
    /// Its id.
    pub id: RecordId,
    /// The commit that it is on.
    pub commit: ObjectId,
    /// The secrets that were taken out of it: rule and class of each.
    pub redacted: Vec<String>,
}

/// The notes on one commit.
#[derive(Clone, Debug)]
pub struct CommitNotes {
    /// The commit.
    pub commit: ObjectId,
    /// Its subject, redacted; empty where the commit is not in this clone.
    pub subject: Clean,
    /// The notes, in the order in which they were written.
    pub notes: Vec<Note>,
}

/// Lines that a commit's note has to have.
struct MoreLines {
    commit: ObjectId,
    lines: Vec<String>,
}

/// Writes a note on a commit, after those that are there.
///
/// # Errors
/// [`Error::NoPrivate`], [`Error::EntryTooLarge`], an unknown revision, or where it cannot be
/// written.
pub fn add(workspace: &Workspace, revision: &str, text: &str) -> Result<Noted, Error> {
    let mut redaction = Redaction::begin(workspace)?;
    let store = workspace.store();
    let commit = store.history().resolve(revision)?;
    // A revision may name a tree, too.
    let commit = store.history().commit(commit)?.id;
    let text = redaction.part(text.trim())?;
    if text.is_empty() {
        return Err(Error::BadValue("the note is empty".to_owned()));
    }
    let state = state_of(store.notes_tip()?);
    let seed = format!("{commit}{text}");
    let id = workspace.new_unasked_id(Kind::NOTE.prefix(), &seed, state);
    let settings = store.configuration().settings()?;
    let author = match settings.get("user.name") {
        Some(name) => redaction.part(name)?.into_string(),
        // Notes need no configured name.
        None => String::new(),
    };
    let note = Note {
        id: id.to_string(),
        text: text.into_string(),
        author,
        created: rfc3339(workspace.now()),
        commit: commit.to_string(),
        // A merge has no change of its own to be found again by.
        patch_id: store.patches().of(commit)?.unwrap_or_default(),
    };
    let line = note.line();
    fits(line.len())?;
    let lines = vec![line];
    append(workspace, "Add a note", &[MoreLines { commit, lines }])?;
    Ok(Noted {
        id,
        commit,
        redacted: redaction.taken(),
    })
}

/// The notes on the commits of a revision or a range; on everything that HEAD reaches where none is
/// given. Newest commit first.
///
/// # Errors
/// An unknown revision, or where git cannot be read.
pub fn list(workspace: &Workspace, range: Option<&str>) -> Result<Vec<CommitNotes>, Error> {
    // A revision that names nothing is a mistake, also where no commit has a note.
    let named = range.map(|range| named(workspace, range)).transpose()?;
    let Some(tree) = workspace.store().notes()? else {
        return Ok(Vec::new());
    };
    let wanted = match named {
        Some(commits) => commits,
        None => reached_from_head(workspace, &tree.annotated().collect::<Vec<_>>())?,
    };
    among(workspace, &tree, &wanted)
}

/// The commits of a range `A..B`, or a single one.
fn named(workspace: &Workspace, range: &str) -> Result<Vec<ObjectId>, Error> {
    let Some((from, to)) = range.split_once("..") else {
        return Ok(vec![resolve(workspace, range)?]);
    };
    let reach = Reach {
        from: vec![resolve(workspace, to)?.to_string()],
        not: vec![resolve(workspace, from)?.to_string()],
        ..Reach::default()
    };
    Ok(workspace.store().history().reached(&reach, MOST, &[])?)
}

/// The notes on those of some commits that have any, in their order.
pub fn on_commits(workspace: &Workspace, commits: &[ObjectId]) -> Result<Vec<CommitNotes>, Error> {
    match workspace.store().notes()? {
        Some(tree) => among(workspace, &tree, commits),
        None => Ok(Vec::new()),
    }
}

fn among(
    workspace: &Workspace,
    tree: &NotesTree,
    commits: &[ObjectId],
) -> Result<Vec<CommitNotes>, Error> {
    let mut found = Vec::new();
    for id in commits {
        if tree.note(*id).is_some() {
            found.push(on(workspace, tree, *id)?);
        }
    }
    Ok(found)
}

/// Resolves one end of a range; the default is HEAD.
fn resolve(workspace: &Workspace, name: &str) -> Result<ObjectId, Error> {
    let name = if name.is_empty() { "HEAD" } else { name };
    Ok(workspace.store().history().resolve(name)?)
}

/// Returns the commits that HEAD reaches, newest first.
fn reached_from_head(
    workspace: &Workspace,
    annotated: &[ObjectId],
) -> Result<Vec<ObjectId>, Error> {
    let history = workspace.store().history();
    let Some(head) = history.head_commit()? else {
        return Ok(Vec::new());
    };
    // The question is which commits HEAD does not reach: it may reach a whole history.
    let mut beside = HashSet::new();
    if !annotated.is_empty() {
        let reach = Reach {
            from: names(annotated),
            not: vec![head.to_string()],
            ..Reach::default()
        };
        beside.extend(history.reached(&reach, MOST, &[])?);
    }
    let mut reached = Vec::new();
    for id in annotated {
        if !beside.contains(id) && history.has_commit(*id)? {
            reached.push(*id);
        }
    }
    if reached.is_empty() {
        return Ok(reached);
    }
    // Once more, for the order.
    let reach = Reach {
        from: names(&reached),
        is_flat: true,
        ..Reach::default()
    };
    Ok(history.reached(&reach, MOST, &[])?)
}

/// Ids as git takes them.
pub(super) fn names(ids: &[ObjectId]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

/// The notes on one commit.
pub(super) fn on(
    workspace: &Workspace,
    tree: &NotesTree,
    commit: ObjectId,
) -> Result<CommitNotes, Error> {
    let store = workspace.store();
    let text = store.note_text(tree, commit)?;
    let message = if store.history().has_commit(commit)? {
        store.history().commit(commit)?.message
    } else {
        String::new()
    };
    let mut notes = Vec::new();
    for line in lines(&text) {
        notes.push(workspace.note_with_allowed(line)?);
    }
    Ok(CommitNotes {
        commit,
        subject: redact(subject(&message)),
        notes,
    })
}

/// The first line of a commit's message.
pub(super) fn subject(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

/// Puts lines after the notes of some commits, each once.
fn append(workspace: &Workspace, subject: &'static str, more: &[MoreLines]) -> Result<(), Error> {
    change(workspace, subject, |tree| {
        let mut changes = Vec::new();
        for MoreLines { commit, lines } in more {
            // Read from the tree that is changed: another process may have added a line by now.
            let before = workspace.store().note_text(tree, *commit)?;
            if let Some(note) = with_lines(&before, lines) {
                changes.push(NoteChange {
                    commit: *commit,
                    note: Some(workspace.writing_guard()?.redact_json_lines(&note)),
                });
            }
        }
        Ok(changes)
    })
}

/// Changes the notes, whatever other processes do meanwhile.
pub(super) fn change(
    workspace: &Workspace,
    subject: &'static str,
    wanted: impl Fn(&NotesTree) -> Result<Vec<NoteChange>, Error>,
) -> Result<(), Error> {
    let private = workspace.private()?;
    let lock = private.lock()?;
    private.change_notes(&lock, &message(workspace, subject)?, wanted)?;
    Ok(())
}

fn message(workspace: &Workspace, subject: &'static str) -> Result<NotesMessage, Error> {
    Ok(NotesMessage {
        text: workspace.writing_guard()?.redact(&format!("{subject}\n")),
        time: workspace.now(),
    })
}

/// Makes our notes hold what was fetched too, line by line: as both sides have changed them since
/// they parted.
pub(crate) fn receive(workspace: &Workspace, fetched: ObjectId) -> Result<(), Error> {
    let private = workspace.private()?;
    let lock = private.lock()?;
    let message = message(workspace, "Join notes")?;
    private.join_notes(&lock, fetched, &message, |sides| {
        let note = merged(&sides.base, &sides.ours, &sides.theirs);
        // One side took the last line out, and the other has not changed any.
        if note.is_empty() {
            return Ok(None);
        }
        Ok::<_, Error>(Some(workspace.writing_guard()?.redact_json_lines(&note)))
    })
}

/// Copies the notes of rewritten commits to what they became. `rewritten` are git's lines: old id,
/// new id (githooks(5), post-rewrite).
pub fn rewritten(workspace: &Workspace, rewritten: &str) -> Result<(), Error> {
    let Some(tree) = workspace.store().notes()? else {
        return Ok(());
    };
    let mut more = Vec::new();
    for line in rewritten.lines() {
        // Something else may follow the two ids on the line (githooks(5)).
        let mut ids = line.split(' ').map(str::parse::<ObjectId>);
        let (Some(Ok(old)), Some(Ok(commit))) = (ids.next(), ids.next()) else {
            continue;
        };
        if tree.note(old).is_some() {
            let note = workspace.store().note_text(&tree, old)?;
            let lines = lines(&note).map(str::to_owned).collect();
            more.push(MoreLines { commit, lines });
        }
    }
    if more.is_empty() {
        return Ok(());
    }
    append(workspace, "Copy notes of rewritten commits", &more)
}
