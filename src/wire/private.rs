//! The shapes of private memory.

use serde::Serialize;

use crate::app::context::user::UserFile;
use crate::app::private::fold::Folded;
use crate::app::private::gc::Choice;
use crate::app::private::notes::{CommitNotes, Noted, Orphan};
use crate::app::private::summary::Appended;
use crate::app::private::sync::{Moved, Synced};
use crate::domain::date::rfc3339;
use crate::domain::private::note::Note;
use crate::domain::private::runs::{Agent, Run, Step};
use crate::domain::private::summary::{FOLLOW_UP, OUTPUTS};
use crate::domain::private::{EntryKind, Status};
use crate::domain::secrets::Clean;
use crate::store::{Leftover, Logged};

/// An entry that was written.
#[derive(Serialize)]
pub struct AppendedShape {
    id: String,
    commit: String,
    branch: Option<String>,
    redacted: Vec<String>,
}

impl From<&Appended> for AppendedShape {
    fn from(appended: &Appended) -> Self {
        Self {
            id: appended.id.clone(),
            commit: appended.commit.to_string(),
            branch: appended.chain.branch().map(str::to_owned),
            redacted: appended.redacted.clone(),
        }
    }
}

/// The answer of `summary compact`.
#[derive(Serialize)]
pub struct CompactedShape {
    /// The entries that were written, one a run.
    pub written: Vec<AppendedShape>,
}

/// An entry of private memory.
#[derive(Serialize)]
pub struct EntryShape {
    id: String,
    kind: &'static str,
    title: String,
    run: Option<String>,
    step: Option<String>,
    agent: Option<String>,
    status: Option<&'static str>,
    created: String,
    author: String,
    head: Option<String>,
    commit: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
}

fn owned(text: Option<&Clean>) -> Option<String> {
    text.map(ToString::to_string)
}

impl From<&Logged> for EntryShape {
    fn from(logged: &Logged) -> Self {
        let entry = &logged.entry;
        Self {
            id: logged.id(),
            kind: entry.kind.name(),
            title: entry.title.to_string(),
            run: owned(entry.run.as_ref()),
            step: owned(entry.step.as_ref()),
            agent: owned(entry.agent.as_ref()),
            status: entry.status.map(Status::name),
            created: rfc3339(logged.commit.time),
            author: logged.commit.author.clone(),
            head: entry.head.clone(),
            commit: logged.commit.id.to_string(),
            content: None,
        }
    }
}

impl EntryShape {
    /// The same, with the entry's text.
    #[must_use]
    pub fn with_content(self, content: String) -> Self {
        Self {
            content: Some(content),
            ..self
        }
    }
}

/// The answer of `summary list`.
#[derive(Serialize)]
pub struct EntriesShape {
    /// The entries, newest first.
    pub entries: Vec<EntryShape>,
}

/// Where something lies.
#[derive(Serialize)]
pub struct PathShape {
    /// The path.
    pub path: String,
}

/// The answer of `user list`.
#[derive(Serialize)]
pub struct UserFilesShape {
    /// The files, the index first.
    pub files: Vec<UserFileShape>,
}

/// One file of user memory.
#[derive(Serialize)]
pub struct UserFileShape {
    path: String,
    title: String,
}

impl From<&UserFile> for UserFileShape {
    fn from(file: &UserFile) -> Self {
        Self {
            path: file.path.to_string(),
            title: file.title.to_string(),
        }
    }
}

/// A text.
#[derive(Serialize)]
pub struct TextShape {
    /// Markdown.
    pub text: String,
}

/// One line of `summary export`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportLine {
    id: String,
    kind: &'static str,
    run_id: Option<String>,
    step_id: Option<String>,
    agent: Option<String>,
    status: Option<&'static str>,
    title: String,
    summary_text: String,
    outputs: Vec<String>,
    follow_ups: Vec<String>,
    created_at: String,
    author: String,
    head: Option<String>,
    repo_hash: Option<String>,
    commit: String,
}

impl From<&Logged> for ExportLine {
    fn from(logged: &Logged) -> Self {
        let entry = &logged.entry;
        Self {
            id: logged.id(),
            kind: entry.kind.name(),
            run_id: owned(entry.run.as_ref()),
            step_id: owned(entry.step.as_ref()),
            agent: owned(entry.agent.as_ref()),
            status: entry.status.map(Status::name),
            title: entry.title.to_string(),
            summary_text: entry.body.to_string(),
            outputs: if entry.kind == EntryKind::Summary {
                entry.items(OUTPUTS)
            } else {
                Vec::new()
            },
            follow_ups: if entry.kind == EntryKind::Summary {
                entry.items(FOLLOW_UP)
            } else {
                Vec::new()
            },
            created_at: rfc3339(logged.commit.time),
            author: logged.commit.author.clone(),
            head: entry.head.clone(),
            repo_hash: entry.repo_hash.clone(),
            commit: logged.commit.id.to_string(),
        }
    }
}

/// The answer of `runs`.
#[derive(Serialize)]
pub struct RunsShape {
    /// The runs, the one with the newest entry first.
    pub runs: Vec<RunShape>,
}

/// One run.
#[derive(Serialize)]
pub struct RunShape {
    run: String,
    agents: Vec<AgentShape>,
}

#[derive(Serialize)]
struct AgentShape {
    agent: Option<String>,
    doing: Option<StepShape>,
    done: Vec<StepShape>,
    failed: Vec<StepShape>,
    retried: Vec<StepShape>,
}

#[derive(Serialize)]
struct StepShape {
    step: String,
    title: String,
    status: &'static str,
    updated: String,
    failures: usize,
}

impl From<&Step> for StepShape {
    fn from(step: &Step) -> Self {
        Self {
            step: step.name.clone(),
            title: step.title.to_string(),
            status: step.status.name(),
            updated: rfc3339(step.time),
            failures: step.failures,
        }
    }
}

impl From<&(String, Run)> for RunShape {
    fn from((run, state): &(String, Run)) -> Self {
        let agent = |(name, agent): (&String, &Agent)| AgentShape {
            agent: Some(name.clone()).filter(|name| !name.is_empty()),
            doing: agent.doing().map(Into::into),
            done: agent.standing(Status::Ok).map(Into::into).collect(),
            failed: agent.standing(Status::Failed).map(Into::into).collect(),
            retried: agent
                .steps
                .iter()
                .filter(|step| step.is_retried())
                .map(Into::into)
                .collect(),
        };
        Self {
            run: run.clone(),
            agents: state.agents.iter().map(agent).collect(),
        }
    }
}

/// The answer of `fold`.
#[derive(Serialize)]
pub struct FoldShape {
    /// The branches whose chains were joined.
    pub folded: Vec<FoldedShape>,
}

/// One branch of `fold`.
#[derive(Serialize)]
pub struct FoldedShape {
    branch: String,
    commit: String,
    entries: usize,
}

impl From<&Folded> for FoldedShape {
    fn from(folded: &Folded) -> Self {
        Self {
            branch: folded.branch.clone(),
            commit: folded.commit.to_string(),
            entries: folded.entries,
        }
    }
}

/// A note that was written.
#[derive(Serialize)]
pub struct NotedShape {
    id: String,
    commit: String,
    redacted: Vec<String>,
}

impl From<&Noted> for NotedShape {
    fn from(noted: &Noted) -> Self {
        Self {
            id: noted.id.to_string(),
            commit: noted.commit.to_string(),
            redacted: noted.redacted.clone(),
        }
    }
}

/// The answer of `notes`.
#[derive(Serialize)]
pub struct NotesShape {
    /// The commits with notes, newest first.
    pub commits: Vec<CommitNotesShape>,
}

/// One commit of `notes`.
#[derive(Serialize)]
pub struct CommitNotesShape {
    commit: String,
    subject: String,
    notes: Vec<Note>,
}

impl From<&CommitNotes> for CommitNotesShape {
    fn from(notes: &CommitNotes) -> Self {
        let (commit, subject) = (notes.commit.to_string(), notes.subject.to_string());
        Self {
            commit,
            subject,
            notes: notes.notes.clone(),
        }
    }
}

/// The answer of `notes --orphans` and `notes reattach`.
#[derive(Serialize)]
pub struct OrphansShape {
    /// The commits that nothing reaches, with their notes.
    pub orphans: Vec<OrphanShape>,
}

/// One commit of them.
#[derive(Serialize)]
pub struct OrphanShape {
    #[serde(flatten)]
    notes: CommitNotesShape,
    belongs_to: Option<String>,
    why: Option<&'static str>,
}

impl From<&Orphan> for OrphanShape {
    fn from(orphan: &Orphan) -> Self {
        Self {
            notes: (&orphan.notes).into(),
            belongs_to: orphan.proposal.map(|(to, _)| to.to_string()),
            why: orphan.proposal.map(|(_, why)| why.words()),
        }
    }
}

/// The answer of `sync`.
#[derive(Serialize)]
pub struct SyncShape {
    remote: String,
    dry_run: bool,
    moved: Vec<MovedShape>,
    odd: Vec<String>,
}

#[derive(Serialize)]
struct MovedShape {
    what: &'static str,
    branch: Option<String>,
    received: usize,
    sent: usize,
    is_unknown: bool,
}

impl SyncShape {
    /// The shape of what was moved, or would be.
    #[must_use]
    pub fn new(synced: &Synced, dry_run: bool) -> Self {
        let shape = |moved: &Moved| MovedShape {
            what: if moved.chain.is_some() {
                "entries"
            } else {
                "notes"
            },
            branch: moved
                .chain
                .as_ref()
                .and_then(|chain| chain.branch().map(str::to_owned)),
            received: moved.received,
            sent: moved.sent,
            is_unknown: moved.is_unknown,
        };
        Self {
            remote: synced.remote.clone(),
            dry_run,
            moved: synced.moved.iter().map(shape).collect(),
            odd: synced.odd.clone(),
        }
    }
}

/// The answer of `gc`.
#[derive(Serialize)]
pub struct GcShape {
    /// What deleted branches left.
    pub leftovers: Vec<LeftoverShape>,
}

/// One branch of `gc`.
#[derive(Serialize)]
pub struct LeftoverShape {
    branch: Option<String>,
    alone: usize,
    outcome: &'static str,
}

impl LeftoverShape {
    /// The shape of a leftover and of what became of it.
    #[must_use]
    pub fn new(leftover: &Leftover, choice: Choice) -> Self {
        let branch = leftover.chain.branch().map(str::to_owned);
        Self {
            branch,
            alone: leftover.alone,
            outcome: choice.outcome(),
        }
    }
}
