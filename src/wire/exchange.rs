//! The shapes of memory that is passed on and taken in: the keys that other programs know, and
//! every file as it is.

use serde::Serialize;

use crate::app::exchange::export::Exported;
use crate::app::exchange::import::{Outcome, Skipped};
use crate::domain::kind::Kind;
use crate::domain::markdown::section;
use crate::domain::record::{Record, front_matter};
use crate::domain::secrets::Clean;

/// The answer of `export --format json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportShape<'a> {
    repo_hash: &'a str,
    conventions: Vec<ConventionShape<'a>>,
    decisions: Vec<DecisionShape<'a>>,
    notes: Vec<NoteShape<'a>>,
    files: Vec<FileShape<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ConventionShape<'a> {
    id: &'a str,
    title: &'a str,
    content: &'a str,
    tags: Vec<&'a str>,
    created_at: Option<String>,
    updated_at: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DecisionShape<'a> {
    id: &'a str,
    summary: &'a str,
    rationale: &'a str,
    impacted_paths: Vec<&'a str>,
    created_at: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NoteShape<'a> {
    id: &'a str,
    content: &'a str,
    source: Option<&'a str>,
    created_at: Option<String>,
}

#[derive(Serialize)]
struct FileShape<'a> {
    path: &'a str,
    content: &'a str,
}

impl<'a> From<&'a Exported> for ExportShape<'a> {
    fn from(exported: &'a Exported) -> Self {
        let of_kind = |name: &'static str| {
            let records = exported.records.iter();
            records.filter(move |record| record.kind().map(Kind::name) == Some(name))
        };
        Self {
            repo_hash: &exported.repo_hash,
            conventions: of_kind("convention")
                .map(|record| convention(exported, record))
                .collect(),
            decisions: of_kind("decision")
                .map(|record| decision(exported, record))
                .collect(),
            notes: of_kind("note")
                .map(|record| note(exported, record))
                .collect(),
            files: exported
                .files
                .iter()
                .map(|(path, text)| FileShape {
                    path: path.as_str(),
                    content: text,
                })
                .collect(),
        }
    }
}

fn convention<'a>(exported: &'a Exported, record: &'a Record) -> ConventionShape<'a> {
    let header = &record.header;
    ConventionShape {
        id: header.id.as_str(),
        title: &header.title,
        content: body(exported, record),
        tags: header.tags.iter().map(Clean::as_str).collect(),
        created_at: header.created.map(|day| day.to_string()),
        updated_at: header.updated.map(|day| day.to_string()),
    }
}

fn decision<'a>(exported: &'a Exported, record: &'a Record) -> DecisionShape<'a> {
    let header = &record.header;
    let body = body(exported, record);
    DecisionShape {
        id: header.id.as_str(),
        summary: &header.title,
        rationale: section(body, "Rationale").unwrap_or(body),
        impacted_paths: header.paths.iter().map(Clean::as_str).collect(),
        created_at: header.created.map(|day| day.to_string()),
    }
}

fn note<'a>(exported: &'a Exported, record: &'a Record) -> NoteShape<'a> {
    let header = &record.header;
    let body = body(exported, record);
    NoteShape {
        id: header.id.as_str(),
        // A short note is all title.
        content: if body.trim().is_empty() {
            &header.title
        } else {
            body
        },
        source: header.source.as_deref(),
        created_at: header.created.map(|day| day.to_string()),
    }
}

/// What stands behind a record's front matter.
fn body<'a>(exported: &'a Exported, record: &Record) -> &'a str {
    let text = exported.text(record);
    front_matter::split(text).map_or(text, |parts| &text[parts.body])
}

/// The answer of `import`.
#[derive(Serialize)]
pub struct ImportShape {
    /// Whether nothing was written on purpose.
    pub dry_run: bool,
    /// Every file, by name; of a document every entry, in its order.
    pub files: Vec<OutcomeShape>,
}

/// One file of `import`.
#[derive(Serialize)]
pub struct OutcomeShape {
    file: String,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl From<&Outcome> for OutcomeShape {
    fn from(outcome: &Outcome) -> Self {
        let empty = Self {
            file: outcome.file.clone(),
            outcome: "imported",
            id: None,
            path: None,
            status: None,
            reason: None,
        };
        match &outcome.result {
            Ok(taken) => Self {
                id: taken.id.as_ref().map(ToString::to_string),
                path: Some(taken.path.clone()),
                status: taken.status.clone(),
                ..empty
            },
            Err(Skipped::Already(id)) => Self {
                outcome: "known",
                id: id.as_ref().map(ToString::to_string),
                ..empty
            },
            Err(Skipped::Refused(reason)) => Self {
                outcome: "skipped",
                reason: Some(reason.clone()),
                ..empty
            },
        }
    }
}
