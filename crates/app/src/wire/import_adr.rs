//! The answer of `import adr`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::text::When;
use crate::exchange::adr::{AdrOutcome, AdrReport, Fact, Fate, SecretFound};
use git_memory_text::date::Date;

/// The answer of `import adr`.
#[derive(Serialize, JsonSchema)]
pub struct AdrImportAnswer<'a> {
    /// True for a dry run: nothing was written.
    dry_run: bool,
    /// Every file, by name.
    files: Vec<AdrOutcomeItem<'a>>,
    summary: AdrSumsItem<'a>,
}

/// Result for one file.
#[derive(Default, Serialize, JsonSchema)]
struct AdrOutcomeItem<'a> {
    file: &'a str,
    /// `imported`, `known`, `changed`, `updated` or `skipped`.
    outcome: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a str>,
    /// Its status, if the meaning is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown_status: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<When<'a>>,
    /// Source of that day: `header`, `changelog`, `name`, `git`, `shallow` (the oldest commit of a
    /// shallow clone: it may be older) or `import`.
    #[serde(skip_serializing_if = "Option::is_none")]
    dated_by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// Possible secrets in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<AdrFindingItem<'a>>,
    /// More notes on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'a str>,
}

/// A possible secret.
#[derive(Serialize, JsonSchema)]
struct AdrFindingItem<'a> {
    rule: &'a str,
    line: usize,
    fingerprint: &'a str,
}

/// The sums of an import.
#[derive(Serialize, JsonSchema)]
struct AdrSumsItem<'a> {
    files: usize,
    imported: usize,
    known: usize,
    changed: usize,
    updated: usize,
    skipped: usize,
    /// Number of records with each status.
    statuses: BTreeMap<&'a str, usize>,
    /// Number of records with a day from each source.
    dates: BTreeMap<&'a str, usize>,
    /// The unknown words for a status, with the number of files that use each.
    unknown_statuses: BTreeMap<&'a str, usize>,
}

impl<'a> AdrImportAnswer<'a> {
    /// The answer from what was done, or would be.
    #[must_use]
    pub fn new(report: &'a AdrReport, dry_run: bool) -> Self {
        let sums = report.sums();
        let mut dates = BTreeMap::new();
        for (source, number) in report.dates() {
            dates.insert(source.name(), number);
        }
        Self {
            dry_run,
            files: report.outcomes.iter().map(item).collect(),
            summary: AdrSumsItem {
                files: sums.files,
                imported: sums.taken,
                known: sums.known,
                changed: sums.changed,
                updated: sums.updated,
                skipped: sums.skipped,
                statuses: report.statuses(),
                dates,
                unknown_statuses: report.unknown_statuses(),
            },
        }
    }
}

fn item(outcome: &AdrOutcome) -> AdrOutcomeItem<'_> {
    let mut item = match &outcome.fate {
        Fate::Taken(fact) => of_fact("imported", fact),
        Fate::Updated(fact) => of_fact("updated", fact),
        Fate::Known(id) => AdrOutcomeItem {
            outcome: "known",
            id: Some(id.as_str()),
            ..AdrOutcomeItem::default()
        },
        Fate::Changed(id) => AdrOutcomeItem {
            outcome: "changed",
            id: Some(id.as_str()),
            ..AdrOutcomeItem::default()
        },
        Fate::Skipped { reason, secrets } => AdrOutcomeItem {
            outcome: "skipped",
            reason: Some(reason),
            findings: secrets.iter().map(finding).collect(),
            ..AdrOutcomeItem::default()
        },
    };
    item.file = &outcome.file;
    item.notes = outcome.notes.iter().map(String::as_str).collect();
    item
}

fn of_fact<'a>(outcome: &'a str, fact: &'a Fact) -> AdrOutcomeItem<'a> {
    AdrOutcomeItem {
        outcome,
        id: Some(fact.id.as_str()),
        path: Some(fact.path.as_str()),
        title: Some(&fact.title),
        status: Some(&fact.status),
        unknown_status: fact.unknown_status.as_deref(),
        created: When::option(Some::<&Date>(&fact.created), None),
        dated_by: Some(fact.dated_by.name()),
        ..AdrOutcomeItem::default()
    }
}

fn finding(secret: &SecretFound) -> AdrFindingItem<'_> {
    AdrFindingItem {
        rule: secret.rule,
        line: secret.line,
        fingerprint: &secret.fingerprint,
    }
}
