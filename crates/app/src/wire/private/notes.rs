//! Answers about notes on commits.

use schemars::JsonSchema;
use serde::Serialize;

use crate::private::notes::{CommitNotes, Noted, Orphan};
use crate::wire::text::Text;
use git_memory_model::private::note::Note;

/// A note that was written: the answer of `add-note --commit`.
#[derive(Serialize, JsonSchema)]
pub struct NotedAnswer<'a> {
    id: &'a str,
    commit: Text<'a>,
    /// Secrets removed from its text, one line each.
    redacted: &'a [String],
}

impl<'a> From<&'a Noted> for NotedAnswer<'a> {
    fn from(noted: &'a Noted) -> Self {
        Self {
            id: noted.id.as_str(),
            commit: Text(&noted.commit),
            redacted: &noted.redacted,
        }
    }
}

/// The answer of `notes`.
#[derive(Serialize, JsonSchema)]
pub struct NotesAnswer<'a> {
    /// The commits with notes, newest first.
    pub commits: Vec<CommitNotesItem<'a>>,
}

/// One commit of `notes`.
#[derive(Serialize, JsonSchema)]
pub struct CommitNotesItem<'a> {
    commit: Text<'a>,
    subject: &'a str,
    notes: Vec<NoteItem<'a>>,
}

impl<'a> From<&'a CommitNotes> for CommitNotesItem<'a> {
    fn from(notes: &'a CommitNotes) -> Self {
        Self {
            commit: Text(&notes.commit),
            subject: &notes.subject,
            notes: notes.notes.iter().map(Into::into).collect(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct NoteItem<'a> {
    id: &'a str,
    text: &'a str,
    author: &'a str,
    created: &'a str,
    commit: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    patch_id: &'a str,
}

impl<'a> From<&'a Note> for NoteItem<'a> {
    fn from(note: &'a Note) -> Self {
        Self {
            id: &note.id,
            text: &note.text,
            author: &note.author,
            created: &note.created,
            commit: &note.commit,
            patch_id: &note.patch_id,
        }
    }
}

/// The answer of `notes --orphans` and `notes reattach`.
#[derive(Serialize, JsonSchema)]
pub struct OrphansAnswer<'a> {
    /// The commits that nothing reaches, with their notes.
    pub orphans: Vec<OrphanItem<'a>>,
}

/// A commit that nothing reaches, and the one that its notes seem to belong to.
#[derive(Serialize, JsonSchema)]
pub struct OrphanItem<'a> {
    #[serde(flatten)]
    notes: CommitNotesItem<'a>,
    belongs_to: Option<Text<'a>>,
    why: Option<&'a str>,
}

impl<'a> From<&'a Orphan> for OrphanItem<'a> {
    fn from(orphan: &'a Orphan) -> Self {
        let (belongs_to, why) = match &orphan.proposal {
            Some((commit, why)) => (Some(Text(commit)), Some(why.words())),
            None => (None, None),
        };
        Self {
            notes: (&orphan.notes).into(),
            belongs_to,
            why,
        }
    }
}
