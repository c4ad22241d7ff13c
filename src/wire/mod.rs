//! The JSON shapes that all doors speak. A change here is a change of the contract
//! (docs/contract.md, section 7); tests freeze them.

mod config;
mod context;
mod error;
mod exchange;
mod private;
mod recall;
mod review;
pub mod vocabulary;

pub use config::ConfigAnswer;
pub use context::{BriefingShape, PackShape, RetrievalShape};
pub use error::ErrorAnswer;
pub use exchange::{ExportShape, ImportShape, OutcomeShape};
pub use private::{
    AppendedShape, CompactedShape, EntriesShape, EntryShape, ExportLine, FoldShape, GcShape,
    LeftoverShape, NotedShape, NotesShape, OrphansShape, PathShape, RunShape, RunsShape, SyncShape,
    TextShape, UserFilesShape,
};

pub use recall::{FeedbackShape, HitsShape, RecallShape, WhyShape};
pub use review::{ReviewShape, RuleFindingsShape, RulesShape};

use serde::Serialize;

use crate::app::care::allow::Allowed;
use crate::app::care::doctor::{Diagnosis, State};
use crate::app::care::scan::{Found, Report};
use crate::app::records::add::Written;
use crate::app::records::clear::Cleared;
use crate::app::records::diff::Changed;
use crate::app::records::log::LogEntry;
use crate::app::records::topic::Topic;
use crate::domain::advice::Wording;
use crate::domain::identity::Identity;
use crate::domain::record::Record;
use crate::domain::record::check::Finding;
use crate::domain::secrets::Clean;

/// The version of these shapes.
const VERSION: u32 = 1;

/// One JSON document: the version, then the answer's own keys.
#[derive(Serialize)]
pub struct Document<T: Serialize> {
    schema_version: u32,
    #[serde(flatten)]
    answer: T,
}

impl<T: Serialize> Document<T> {
    /// The document of an answer.
    pub fn new(answer: T) -> Self {
        Self {
            schema_version: VERSION,
            answer,
        }
    }
}

/// A record that was written.
#[derive(Serialize)]
pub struct WrittenShape {
    id: String,
    path: String,
    kind: &'static str,
}

impl From<&Written> for WrittenShape {
    fn from(written: &Written) -> Self {
        Self {
            id: written.id.to_string(),
            path: written.path.to_string(),
            kind: written.kind,
        }
    }
}

/// A new record, and the one it replaces.
#[derive(Serialize)]
pub struct SupersededShape {
    #[serde(flatten)]
    new: WrittenShape,
    supersedes: WrittenShape,
}

impl SupersededShape {
    /// The shape of both records.
    #[must_use]
    pub fn new(new: &Written, old: &Written) -> Self {
        Self {
            new: new.into(),
            supersedes: old.into(),
        }
    }
}

/// A record's header.
#[derive(Serialize)]
pub struct RecordShape {
    id: String,
    kind: &'static str,
    scope: String,
    title: String,
    description: String,
    status: String,
    category: Option<String>,
    tags: Vec<String>,
    paths: Vec<String>,
    source: Option<String>,
    created: Option<String>,
    updated: Option<String>,
    supersedes: Vec<String>,
    superseded_by: Vec<String>,
    related: Vec<String>,
    record_path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
}

impl From<&Record> for RecordShape {
    fn from(record: &Record) -> Self {
        let header = &record.header;
        let texts = |values: &[Clean]| values.iter().map(ToString::to_string).collect();
        let text = |value: &Option<Clean>| value.as_ref().map(ToString::to_string);
        Self {
            id: header.id.to_string(),
            kind: record.kind_name(),
            scope: header.scope.to_string(),
            title: header.title.to_string(),
            description: header.abstract_line.to_string(),
            status: header.status.to_string(),
            category: text(&header.category),
            tags: texts(&header.tags),
            paths: texts(&header.paths),
            source: text(&header.source),
            created: header.created.map(|day| day.to_string()),
            updated: header.updated.map(|day| day.to_string()),
            supersedes: strings(&header.supersedes),
            superseded_by: strings(&header.superseded_by),
            related: strings(&header.related),
            record_path: record.path.to_string(),
            content: None,
        }
    }
}

impl RecordShape {
    /// The same, with the record's text.
    #[must_use]
    pub fn with_content(self, content: String) -> Self {
        Self {
            content: Some(content),
            ..self
        }
    }
}

fn strings<T: ToString>(values: &[T]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// The answer of `list`.
#[derive(Serialize)]
pub struct ListShape {
    /// The records, as sorted.
    pub records: Vec<RecordShape>,
}

/// The answer of `count`.
#[derive(Serialize)]
pub struct CountShape {
    /// How many records fit.
    pub count: usize,
    /// How many of each kind.
    pub kinds: std::collections::BTreeMap<&'static str, usize>,
}

/// The answer of `identity`.
#[derive(Serialize)]
pub struct IdentityShape {
    repo_hash: String,
    project_hash: String,
    project_id: Option<String>,
    remote: Option<String>,
    branch: String,
}

impl From<&Identity> for IdentityShape {
    fn from(identity: &Identity) -> Self {
        Self {
            repo_hash: identity.repo_hash.to_string(),
            project_hash: identity.project_hash.clone(),
            project_id: identity.project_id.clone(),
            remote: identity.remote.clone(),
            branch: identity.branch.clone(),
        }
    }
}

/// One finding of `check`.
#[derive(Serialize)]
pub struct FindingShape {
    path: String,
    line: u32,
    column: u32,
    severity: &'static str,
    code: &'static str,
    message: String,
    hint: String,
}

impl FindingShape {
    /// The shape of a finding, its hint in the words of a door.
    #[must_use]
    pub fn new(finding: &Finding, wording: Wording) -> Self {
        let fault = &finding.fault;
        Self {
            path: finding.path.to_string(),
            line: fault.line,
            column: fault.column,
            severity: finding.severity().name(),
            code: fault.code.name(),
            message: fault.message.clone(),
            hint: (wording.sentence)(&fault.code.advice()),
        }
    }
}

/// The answer of `check`.
#[derive(Serialize)]
pub struct CheckShape {
    /// Everything that was found, sorted by place.
    pub findings: Vec<FindingShape>,
}

/// One secret.
#[derive(Serialize)]
pub struct SecretShape {
    rule: &'static str,
    class: &'static str,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<String>,
    line: usize,
    column: usize,
    end_column: usize,
    fingerprint: String,
    masked: String,
    severity: &'static str,
}

impl From<&Found> for SecretShape {
    fn from(found: &Found) -> Self {
        let finding = &found.finding;
        Self {
            rule: finding.rule,
            class: finding.class.name(),
            path: found.path.clone(),
            object: found.object.clone(),
            line: finding.line,
            column: finding.column,
            end_column: finding.end_column,
            fingerprint: found.fingerprint.clone(),
            masked: finding.masked.clone(),
            severity: "error",
        }
    }
}

/// The answer of `scan`.
#[derive(Serialize)]
pub struct ScanShape {
    findings: Vec<SecretShape>,
    files: usize,
    bytes: u64,
    skipped: usize,
}

impl From<&Report> for ScanShape {
    fn from(report: &Report) -> Self {
        let findings = report.found.iter().map(Into::into).collect();
        Self {
            findings,
            files: report.files,
            bytes: report.bytes,
            skipped: report.skipped,
        }
    }
}

/// The answer of `allow`.
#[derive(Serialize)]
pub struct AllowedShape {
    rule: &'static str,
    place: String,
    file: String,
}

impl From<&Allowed> for AllowedShape {
    fn from(allowed: &Allowed) -> Self {
        Self {
            rule: allowed.rule,
            place: allowed.place.clone(),
            file: allowed.file.to_string(),
        }
    }
}

/// One record's change.
#[derive(Serialize)]
pub struct ChangeShape {
    change: &'static str,
    old_status: Option<String>,
    old_path: Option<String>,
    superseded_by_titles: Vec<Option<String>>,
    diff: String,
    record: RecordShape,
}

impl From<&Changed> for ChangeShape {
    fn from(changed: &Changed) -> Self {
        Self {
            change: changed.what.name(),
            old_status: changed.old_status.clone(),
            old_path: changed.old_path.clone(),
            superseded_by_titles: changed
                .successors
                .iter()
                .map(|(_, title)| title.clone())
                .collect(),
            diff: changed.text.clone(),
            record: (&changed.record).into(),
        }
    }
}

/// The answer of `diff`.
#[derive(Serialize)]
pub struct DiffShape {
    /// The changes, as sorted.
    pub changes: Vec<ChangeShape>,
}

/// One commit of `log`.
#[derive(Serialize)]
pub struct CommitShape {
    commit: String,
    author: String,
    date: String,
    subject: String,
    changes: Vec<EventShape>,
}

#[derive(Serialize)]
struct EventShape {
    change: &'static str,
    id: String,
    title: String,
    status: String,
    record_path: String,
}

impl From<&LogEntry> for CommitShape {
    fn from(entry: &LogEntry) -> Self {
        let event = |event: &crate::app::records::log::Event| EventShape {
            change: event.what.name(),
            id: event.id.to_string(),
            title: event.title.clone(),
            status: event.status.clone(),
            record_path: event.path.clone(),
        };
        Self {
            commit: entry.commit.to_string(),
            author: entry.author.clone(),
            date: entry.date.clone(),
            subject: entry.subject.clone(),
            changes: entry.events.iter().map(event).collect(),
        }
    }
}

/// The answer of `log`.
#[derive(Serialize)]
pub struct LogShape {
    /// The commits, newest first.
    pub commits: Vec<CommitShape>,
}

/// One topic of `topic list`.
#[derive(Serialize)]
pub struct TopicShape {
    name: String,
    title: Option<String>,
    records: usize,
}

impl From<&Topic> for TopicShape {
    fn from(topic: &Topic) -> Self {
        Self {
            name: topic.name.clone(),
            title: topic.title.clone(),
            records: topic.records,
        }
    }
}

/// The answer of `topic list`.
#[derive(Serialize)]
pub struct TopicsShape {
    /// The topics, by name.
    pub topics: Vec<TopicShape>,
}

/// The answer of `topic read`.
#[derive(Serialize)]
pub struct TopicTextShape {
    /// The topic that was asked for; null for the index.
    pub topic: Option<String>,
    /// Its text, Markdown.
    pub text: String,
}

/// The answer of `clear`.
#[derive(Serialize)]
pub struct ClearShape {
    /// The records, by path.
    pub cleared: Vec<ClearedShape>,
}

/// One record of `clear`.
#[derive(Serialize)]
pub struct ClearedShape {
    id: String,
    path: String,
    status: Option<&'static str>,
}

impl From<&Cleared> for ClearedShape {
    fn from(cleared: &Cleared) -> Self {
        Self {
            id: cleared.id.to_string(),
            path: cleared.path.clone(),
            status: cleared.status,
        }
    }
}

/// The answer of `refresh`.
#[derive(Serialize)]
pub struct RefreshShape {
    /// The derived files that were written, or that would be.
    pub files: Vec<&'static str>,
}

/// One hook of `hooks`.
#[derive(Serialize)]
pub struct HookShape {
    /// git's name for it.
    pub hook: &'static str,
    /// `settings`, `file`, `missing` or `foreign`.
    pub place: &'static str,
    /// The hook file, where there is one.
    pub file: Option<String>,
}

/// The answer of `hooks`.
#[derive(Serialize)]
pub struct HooksShape {
    /// Every hook of ours.
    pub hooks: Vec<HookShape>,
}

/// The answer of `doctor`.
#[derive(Serialize)]
pub struct DoctorShape {
    /// Every check, in the table's order.
    pub checks: Vec<DiagnosisShape>,
}

/// One check of `doctor`.
#[derive(Serialize)]
pub struct DiagnosisShape {
    name: &'static str,
    is_good: bool,
    message: String,
    hint: String,
    can_fix: bool,
    is_fixed: bool,
}

impl DiagnosisShape {
    /// The shape of what a check came to, its hint in the words of a door.
    #[must_use]
    pub fn new(diagnosis: &Diagnosis, wording: Wording) -> Self {
        let Diagnosis {
            name,
            can_fix,
            is_fixed,
            ..
        } = *diagnosis;
        let (State::Good(message) | State::Bad(message)) = &diagnosis.state;
        let is_good = matches!(diagnosis.state, State::Good(_));
        Self {
            name,
            is_good,
            message: message.clone(),
            hint: (wording.sentence)(&diagnosis.advice),
            can_fix,
            is_fixed,
        }
    }
}

/// The answer of `init`.
#[derive(Serialize)]
pub struct InitShape {
    /// The files that were written.
    pub written: Vec<String>,
    /// Where each hook stands.
    pub hooks: Vec<HookShape>,
}
