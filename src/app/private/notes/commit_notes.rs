//! Notes on commits: written, read, carried along when a commit is rewritten, and found again
//! ([`orphans`]) when git did not carry them.

mod orphans;

pub use orphans::{Orphan, Why, orphans, reattach};

use std::collections::{BTreeSet, HashSet};

use crate::app::private::redaction::{Redaction, fits};
use crate::app::workspace::{Error, Workspace};
use crate::domain::date::rfc3339;
use crate::domain::kind::Kind;
use crate::domain::private::chain::NOTES;
use crate::domain::private::note::{Note, lines, merged, with_lines};
use crate::domain::record::RecordId;
use crate::domain::secrets::{Clean, redact};
use crate::git;
use crate::git::{NewCommit, NotesTree, ObjectId, Reach};

/// So many annotated commits are listed at most.
const MOST: usize = 1_000_000;

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
    /// Its subject, redacted.
    pub subject: Clean,
    /// The notes, in the order in which they were written.
    pub notes: Vec<Note>,
}

/// Writes a note on a commit, behind those that are there.
///
/// # Errors
/// [`Error::NoPrivate`], [`Error::EntryTooLarge`], an unknown revision, or where it cannot be
/// written.
pub fn add(workspace: &Workspace, revision: &str, text: &str) -> Result<Noted, Error> {
    let mut redaction = Redaction::begin(workspace)?;
    let commit = workspace.repo.commit(workspace.repo.resolve(revision)?)?.id;
    let text = redaction.part(text.trim())?;
    if text.is_empty() {
        return Err(Error::BadValue("the note is empty".to_owned()));
    }
    let state = workspace
        .repo
        .reference(NOTES)?
        .map_or(0, |tip| u64::from(crc32fast::hash(tip.as_bytes())));
    let id = workspace.new_unasked_id(Kind::NOTE.prefix(), &format!("{commit}{text}"), state);
    let author = workspace
        .repo
        .settings()?
        .get("user.name")
        .unwrap_or_default()
        .to_owned();
    let note = Note {
        id: id.to_string(),
        text: text.into_string(),
        author: redaction.part(&author)?.into_string(),
        created: rfc3339(workspace.now()),
        commit: commit.to_string(),
        patch_id: workspace.repo.patch_id(commit)?.unwrap_or_default(),
    };
    let line = note.line();
    fits(line.len())?;
    append(workspace, "Add a note", &[(commit, vec![line])])?;
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
    let Some(tree) = tree(workspace)? else {
        return Ok(Vec::new());
    };
    let annotated: Vec<ObjectId> = tree.annotated().collect();
    let resolve = |name: &str| {
        workspace
            .repo
            .resolve(if name.is_empty() { "HEAD" } else { name })
    };
    let wanted = match range.map(|range| range.split_once("..").ok_or(range)) {
        Some(Err(revision)) => vec![resolve(revision)?],
        Some(Ok((from, to))) => {
            let reach = Reach {
                from: vec![resolve(to)?.to_string()],
                not: vec![resolve(from)?.to_string()],
                ..Reach::default()
            };
            workspace.repo.commits_reached(&reach, MOST, &[])?
        }
        None => reached_from_head(workspace, &annotated)?,
    };
    let annotated: HashSet<ObjectId> = annotated.into_iter().collect();
    wanted
        .into_iter()
        .filter(|id| annotated.contains(id))
        .map(|id| on(workspace, &tree, id))
        .collect()
}

/// Those of some commits that HEAD reaches, newest first.
fn reached_from_head(
    workspace: &Workspace,
    annotated: &[ObjectId],
) -> Result<Vec<ObjectId>, Error> {
    let Some(head) = workspace.repo.head()?.commit else {
        return Ok(Vec::new());
    };
    let names = |ids: &[ObjectId]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
    let beside = Reach {
        from: names(annotated),
        not: vec![head.to_string()],
        ..Reach::default()
    };
    let beside: HashSet<ObjectId> = match annotated {
        [] => HashSet::new(),
        _ => workspace
            .repo
            .commits_reached(&beside, MOST, &[])?
            .into_iter()
            .collect(),
    };
    let reached: Vec<ObjectId> = annotated
        .iter()
        .filter(|id| !beside.contains(id) && workspace.repo.commit(**id).is_ok())
        .copied()
        .collect();
    if reached.is_empty() {
        return Ok(reached);
    }
    Ok(workspace.repo.commits_reached(
        &Reach {
            from: names(&reached),
            is_flat: true,
            ..Reach::default()
        },
        MOST,
        &[],
    )?)
}

/// The notes on one commit.
fn on(workspace: &Workspace, tree: &NotesTree, id: ObjectId) -> Result<CommitNotes, Error> {
    let text = text(workspace, tree, id)?;
    let message = workspace
        .repo
        .commit(id)
        .map(|commit| commit.message)
        .unwrap_or_default();
    let subject = redact(message.lines().next().unwrap_or_default());
    Ok(CommitNotes {
        commit: id,
        subject,
        notes: lines(&text).map(Note::read).collect(),
    })
}

/// The notes of this clone; `None` where there are none.
fn tree(workspace: &Workspace) -> Result<Option<NotesTree>, Error> {
    Ok(match workspace.repo.reference(NOTES)? {
        Some(tip) => Some(tree_of(workspace, tip)?),
        None => None,
    })
}

/// The notes that a commit of their ref holds.
fn tree_of(workspace: &Workspace, tip: ObjectId) -> Result<NotesTree, Error> {
    workspace
        .repo
        .commit(tip)
        .map_err(|_| git::Error::NoCommit(NOTES.to_owned()))?;
    Ok(workspace.repo.notes(tip)?)
}

/// The whole note of an object; empty where it has none.
fn text(workspace: &Workspace, tree: &NotesTree, id: ObjectId) -> Result<String, Error> {
    let blob = tree
        .note(id)
        .map_or(Ok(Vec::new()), |blob| workspace.repo.blob(blob))?;
    Ok(String::from_utf8_lossy(&blob).into_owned())
}

/// Puts lines behind the notes of some commits, each once.
fn append(
    workspace: &Workspace,
    subject: &'static str,
    more: &[(ObjectId, Vec<String>)],
) -> Result<bool, Error> {
    change(workspace, subject, |tree| {
        let mut changed = Vec::new();
        for (id, lines) in more {
            changed.extend(
                with_lines(&text(workspace, tree, *id)?, lines).map(|note| (*id, Some(note))),
            );
        }
        Ok(changed)
    })
}

/// A commit with its new note; `None` takes the note away.
type NoteChange = (ObjectId, Option<String>);

/// Changes the notes, whatever other processes do meanwhile; says whether there was anything to
/// change.
fn change(
    workspace: &Workspace,
    subject: &'static str,
    wanted: impl Fn(&NotesTree) -> Result<Vec<NoteChange>, Error>,
) -> Result<bool, Error> {
    let private = workspace.private()?;
    let lock = private.lock()?;
    let message = workspace.guard()?.redact(&format!("{subject}\n"));
    let moved = private.advance(&lock, NOTES, |tip| {
        let tree = tip.map_or(Ok(NotesTree::default()), |tip| tree_of(workspace, tip))?;
        let mut edits = Vec::new();
        for (id, note) in wanted(&tree)? {
            let blob = match note {
                Some(note) => Some(private.blob(&workspace.guard()?.redact(&note))?),
                None => None,
            };
            edits.push(tree.edit(id, blob));
        }
        if edits.is_empty() {
            return Ok(None);
        }
        let base = tip
            .map(|tip| workspace.repo.commit(tip))
            .transpose()?
            .map(|commit| commit.tree);
        let tree = private.edited(base, &edits)?;
        let commit = NewCommit {
            tree,
            parents: tip.into_iter().collect(),
            time: workspace.now(),
            message: &message,
        };
        Ok::<_, Error>(Some(private.write(&commit)?))
    })?;
    Ok(moved.is_some())
}

/// Makes our notes hold what was fetched too, line by line: as both sides have changed them since
/// they parted.
///
/// # Errors
/// Where notes cannot be read or written.
pub(crate) fn receive(workspace: &Workspace, fetched: ObjectId) -> Result<(), Error> {
    let private = workspace.private()?;
    let lock = private.lock()?;
    let message = workspace.guard()?.redact("Join notes\n");
    private.advance(&lock, NOTES, |tip| {
        let Some(ours) = tip else {
            return Ok(Some(fetched));
        };
        if workspace.repo.is_ancestor(fetched, ours)? {
            return Ok(None);
        }
        if workspace.repo.is_ancestor(ours, fetched)? {
            return Ok(Some(fetched));
        }
        let base: Option<ObjectId> = workspace
            .repo
            .merge_base(&ours.to_string(), &fetched.to_string())
            .ok()
            .and_then(|hex| hex.parse().ok());
        let base_tree = base.map_or(Ok(NotesTree::default()), |base| workspace.repo.notes(base))?;
        let (own, theirs) = (workspace.repo.notes(ours)?, workspace.repo.notes(fetched)?);
        let mut edits = Vec::new();
        for id in theirs
            .annotated()
            .chain(base_tree.annotated())
            .collect::<BTreeSet<_>>()
        {
            let [before, one, other] = [base_tree.note(id), own.note(id), theirs.note(id)];
            if one == other || before == other {
                continue;
            }
            let note = merged(
                &text(workspace, &base_tree, id)?,
                &text(workspace, &own, id)?,
                &text(workspace, &theirs, id)?,
            );
            let blob = if note.is_empty() {
                None
            } else {
                Some(private.blob(&workspace.guard()?.redact(&note))?)
            };
            edits.extend((blob.is_some() || one.is_some()).then(|| own.edit(id, blob)));
        }
        let tree = private.edited(Some(workspace.repo.commit(ours)?.tree), &edits)?;
        let commit = NewCommit {
            tree,
            parents: vec![ours, fetched],
            time: workspace.now(),
            message: &message,
        };
        Ok::<_, Error>(Some(private.write(&commit)?))
    })?;
    Ok(())
}

/// Copies the notes of rewritten commits to what they became. `lines` are git's: old id, new id
/// (githooks(5), post-rewrite).
///
/// # Errors
/// Where notes cannot be read or written.
pub fn rewritten(workspace: &Workspace, rewritten: &str) -> Result<(), Error> {
    let Some(tree) = tree(workspace)? else {
        return Ok(());
    };
    let mut more = Vec::new();
    for line in rewritten.lines() {
        let mut ids = line.split(' ').map(str::parse::<ObjectId>);
        if let (Some(Ok(old)), Some(Ok(new))) = (ids.next(), ids.next())
            && tree.note(old).is_some()
        {
            more.push((
                new,
                lines(&text(workspace, &tree, old)?)
                    .map(str::to_owned)
                    .collect(),
            ));
        }
    }
    if more.is_empty() {
        Ok(())
    } else {
        append(workspace, "Copy notes of rewritten commits", &more).map(drop)
    }
}
