//! Answers about secrets: `scan` and `allow`. No answer holds a secret itself.

use schemars::JsonSchema;
use serde::Serialize;

use crate::secrets::allow::Allowed;
use crate::workspace::{Found, Report};

/// The answer of `scan`.
#[derive(Serialize, JsonSchema)]
pub struct ScanAnswer<'a> {
    findings: Vec<SecretItem<'a>>,
    files: usize,
    bytes: u64,
    skipped: usize,
}

impl<'a> From<&'a Report> for ScanAnswer<'a> {
    fn from(report: &'a Report) -> Self {
        Self {
            findings: report.found.iter().map(Into::into).collect(),
            files: report.files,
            bytes: report.bytes,
            skipped: report.skipped,
        }
    }
}

/// One secret. Line and columns count from 1.
#[derive(Serialize, JsonSchema)]
struct SecretItem<'a> {
    rule: &'a str,
    class: &'a str,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<&'a str>,
    line: usize,
    column: usize,
    end_column: usize,
    fingerprint: &'a str,
    masked: &'a str,
    severity: &'a str,
}

impl<'a> From<&'a Found> for SecretItem<'a> {
    fn from(found: &'a Found) -> Self {
        let finding = &found.finding;
        Self {
            rule: finding.rule,
            class: finding.class.name(),
            path: &found.path,
            object: found.object.as_deref(),
            line: finding.line,
            column: finding.column,
            end_column: finding.end_column,
            fingerprint: &found.fingerprint,
            masked: &finding.masked,
            severity: "error",
        }
    }
}

/// The answer of `allow`.
#[derive(Serialize, JsonSchema)]
pub struct AllowedAnswer<'a> {
    rule: &'a str,
    place: &'a str,
    file: &'a str,
}

impl<'a> From<&'a Allowed> for AllowedAnswer<'a> {
    fn from(allowed: &'a Allowed) -> Self {
        Self {
            rule: &allowed.rule,
            place: &allowed.place,
            file: allowed.file.as_str(),
        }
    }
}
