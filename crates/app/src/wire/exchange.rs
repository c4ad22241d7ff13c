//! Answers of `export` and `import`: the keys that other programs know, and every file as it is.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use super::text::{Text, When};
use crate::exchange::export::{Exported, LeftOut};
use crate::exchange::import::{Outcome, Skipped};
use crate::exchange::okf::Bundle;
use git_memory_model::kind::Kind;
use git_memory_model::record::{Record, RecordId, front_matter};
use git_memory_text::markdown::section;
use git_memory_text::path::RepoPath;

/// The answer of `export --format json`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportAnswer<'a> {
    repo_hash: &'a str,
    conventions: Vec<ConventionItem<'a>>,
    decisions: Vec<DecisionItem<'a>>,
    notes: Vec<NoteItem<'a>>,
    files: Vec<FileItem<'a>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ConventionItem<'a> {
    id: &'a str,
    title: &'a str,
    content: &'a str,
    tags: Vec<Text<'a>>,
    created_at: Option<When<'a>>,
    updated_at: Option<When<'a>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DecisionItem<'a> {
    id: &'a str,
    summary: &'a str,
    rationale: &'a str,
    impacted_paths: Vec<Text<'a>>,
    created_at: Option<When<'a>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NoteItem<'a> {
    id: &'a str,
    content: &'a str,
    source: Option<&'a str>,
    created_at: Option<When<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct FileItem<'a> {
    path: String,
    content: &'a str,
}

impl<'a> From<&'a Exported> for ExportAnswer<'a> {
    fn from(exported: &'a Exported) -> Self {
        let mut answer = Self {
            repo_hash: &exported.repo_hash,
            conventions: Vec::new(),
            decisions: Vec::new(),
            notes: Vec::new(),
            files: Vec::with_capacity(exported.files.len()),
        };
        for record in &exported.records {
            match record.kind().map(Kind::name) {
                Some("convention") => answer.conventions.push(convention(exported, record)),
                Some("decision") => answer.decisions.push(decision(exported, record)),
                Some("note") => answer.notes.push(note(exported, record)),
                // Other programs know no list of the other kinds: `files` has them.
                _ => {}
            }
        }
        for (path, content) in exported.passed() {
            answer.files.push(FileItem { path, content });
        }
        answer
    }
}

fn convention<'a>(exported: &'a Exported, record: &'a Record) -> ConventionItem<'a> {
    let header = &record.header;
    ConventionItem {
        id: header.id.as_str(),
        title: &header.title,
        content: body(exported, record),
        tags: Text::list(&header.tags),
        created_at: When::option(header.created.as_ref(), header.created_at),
        updated_at: When::option(header.updated.as_ref(), header.updated_at),
    }
}

fn decision<'a>(exported: &'a Exported, record: &'a Record) -> DecisionItem<'a> {
    let header = &record.header;
    let body = body(exported, record);
    DecisionItem {
        id: header.id.as_str(),
        summary: &header.title,
        // Other programs want one; a decision without that section has its reasons in the body.
        rationale: section(body, "Rationale").unwrap_or(body),
        impacted_paths: Text::list(&header.paths),
        created_at: When::option(header.created.as_ref(), header.created_at),
    }
}

fn note<'a>(exported: &'a Exported, record: &'a Record) -> NoteItem<'a> {
    let header = &record.header;
    let body = body(exported, record);
    NoteItem {
        id: header.id.as_str(),
        // A short note is all title.
        content: if body.trim().is_empty() {
            &header.title
        } else {
            body
        },
        source: header.source.as_deref(),
        created_at: When::option(header.created.as_ref(), header.created_at),
    }
}

/// Returns the text after a record's front matter.
fn body<'a>(exported: &'a Exported, record: &Record) -> &'a str {
    let text = exported.text(record);
    // A page needs no front matter: then all of it is body.
    front_matter::split(text).map_or(text, |parts| &text[parts.body])
}

/// The answer of `export okf`: what was written.
#[derive(Serialize, JsonSchema)]
pub struct BundleAnswer<'a> {
    /// The files of the bundle, by their paths from its root, sorted.
    pub files: Vec<&'a str>,
    /// The files of memory out of which something was taken that looks like a secret.
    pub redacted: Vec<&'a str>,
    /// Whatever else is in memory.
    pub left_out: Vec<LeftOutItem<'a>>,
    /// The documents whose front matter could not be added to.
    pub unchanged: Vec<&'a str>,
}

/// A file that is not in a bundle, and why.
#[derive(Serialize, JsonSchema)]
pub struct LeftOutItem<'a> {
    path: &'a str,
    reason: &'a str,
}

impl<'a> From<&'a Bundle> for BundleAnswer<'a> {
    fn from(bundle: &'a Bundle) -> Self {
        let item = |one: &'a LeftOut| LeftOutItem {
            path: &one.path,
            reason: one.why,
        };
        Self {
            files: bundle.files.keys().map(String::as_str).collect(),
            redacted: bundle.redacted.iter().map(RepoPath::as_str).collect(),
            left_out: bundle.left_out.iter().map(item).collect(),
            unchanged: bundle.unchanged.iter().map(RepoPath::as_str).collect(),
        }
    }
}

/// The answer of `import`.
#[derive(Serialize, JsonSchema)]
pub struct ImportAnswer<'a> {
    /// True for a dry run: nothing was written.
    pub dry_run: bool,
    /// Every file, by name; of a document every entry, in its order.
    pub files: Vec<OutcomeItem<'a>>,
}

/// Result for one file.
#[derive(Default, Serialize, JsonSchema)]
pub struct OutcomeItem<'a> {
    file: &'a str,
    /// `imported`, `known`, `changed` or `skipped`.
    outcome: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Cow<'a, str>>,
    /// More notes on it.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

impl<'a> From<&'a Outcome> for OutcomeItem<'a> {
    fn from(outcome: &'a Outcome) -> Self {
        let file = &outcome.file;
        let notes = outcome.notes.as_slice();
        match &outcome.result {
            Ok(taken) => Self {
                file,
                outcome: "imported",
                id: taken.id.as_ref().map(RecordId::as_str),
                path: Some(&taken.path),
                status: taken.status.as_deref(),
                reason: None,
                notes,
            },
            Err(Skipped::Already(id)) => Self {
                file,
                outcome: "known",
                id: id.as_ref().map(RecordId::as_str),
                notes,
                ..Self::default()
            },
            Err(Skipped::Differs(id, path)) => Self {
                file,
                outcome: "skipped",
                id: Some(id.as_str()),
                reason: Some(format!("{id} exists already, as '{path}'").into()),
                ..Self::default()
            },
            Err(Skipped::Changed(id, path)) => Self {
                file,
                outcome: "changed",
                id: id.as_ref().map(RecordId::as_str),
                path: Some(path.as_str()),
                notes,
                ..Self::default()
            },
            Err(Skipped::Refused(reason)) => Self {
                file,
                outcome: "skipped",
                reason: Some(reason.into()),
                notes,
                ..Self::default()
            },
        }
    }
}
