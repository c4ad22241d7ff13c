//! The answers of `verify`.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::Text;
use crate::verify::bisect::{Bisected, Broke};
use crate::verify::{BrokenCheck, Verification, Violation};
use git_memory_guard::Clean;
use git_memory_model::record::Record;
use git_memory_text::date::rfc3339;

/// The answer of `verify`.
#[derive(Serialize, JsonSchema)]
pub struct VerifyAnswer<'a> {
    /// Number of checks that were run.
    checks: usize,
    /// Number of files that they are about.
    files: usize,
    /// Checks that could not be run.
    broken: Vec<BrokenCheckItem<'a>>,
    /// Commands that were not run, with the reasons.
    not_run: Vec<BrokenCheckItem<'a>>,
    /// Checks that are about no file.
    idle: Vec<IdleCheckItem<'a>>,
    /// Places that break a check, sorted by file and line.
    violations: Vec<ViolationItem<'a>>,
    /// Files that are too large to be read, or are not in this clone.
    unread: &'a [String],
}

/// A check that could not be run, or was not.
#[derive(Serialize, JsonSchema)]
struct BrokenCheckItem<'a> {
    id: &'a str,
    /// The record's file.
    record_path: &'a str,
    /// Its number in the record, from 1; 0 for the whole list.
    check: usize,
    reason: &'a str,
}

/// A check that is about no file.
#[derive(Serialize, JsonSchema)]
struct IdleCheckItem<'a> {
    id: &'a str,
    /// Its number in the record, from 1.
    check: usize,
}

/// A place that breaks a check.
#[derive(Serialize, JsonSchema)]
struct ViolationItem<'a> {
    id: &'a str,
    title: &'a str,
    /// Why the record was made, on one line.
    why: &'a str,
    /// The check's number in the record, from 1.
    check: usize,
    /// `forbid`, `require`, `forbid-code`, `forbid-dependency` or `command`.
    rule: &'static str,
    /// The pattern, the package or the command line.
    pattern: &'a str,
    /// The file; of a command, the record's.
    path: &'a str,
    /// The line, from 1; null for the file as a whole.
    line: Option<u32>,
    /// The text of the line, cut; empty for the file as a whole and for an old place. Of a command,
    /// how it ended.
    text: &'a str,
    /// The last lines that a command wrote.
    output: Vec<&'a str>,
    /// `new` (it came after the check), `old` (it was there before) or `exempt` (a comment beside it
    /// excepts it).
    age: &'static str,
}

/// The answer of `verify --bisect`.
#[derive(Serialize, JsonSchema)]
pub struct BisectAnswer<'a> {
    /// The commit that first broke a check; null if none did.
    commit: Option<Text<'a>>,
    author: Option<&'a str>,
    /// RFC 3339, in UTC.
    date: Option<String>,
    subject: Option<&'a str>,
    /// Places that it has, and neither its parent nor the older end.
    violations: Vec<ViolationItem<'a>>,
}

impl<'a> From<&'a Verification> for VerifyAnswer<'a> {
    fn from(found: &'a Verification) -> Self {
        Self {
            checks: found.checks,
            files: found.files,
            broken: found.broken.iter().map(Into::into).collect(),
            not_run: found.not_run.iter().map(Into::into).collect(),
            idle: found.idle.iter().map(idle).collect(),
            violations: found.violations.iter().map(Into::into).collect(),
            unread: &found.unread,
        }
    }
}

fn idle((record, check): &(Record, usize)) -> IdleCheckItem<'_> {
    IdleCheckItem {
        id: record.header.id.as_str(),
        check: *check,
    }
}

impl<'a> From<&'a BrokenCheck> for BrokenCheckItem<'a> {
    fn from(broken: &'a BrokenCheck) -> Self {
        Self {
            id: broken.record.header.id.as_str(),
            record_path: broken.record.path.as_str(),
            check: broken.number,
            reason: &broken.reason,
        }
    }
}

impl<'a> From<&'a Violation> for ViolationItem<'a> {
    fn from(found: &'a Violation) -> Self {
        Self {
            id: found.record.header.id.as_str(),
            title: &found.record.header.title,
            why: &found.why,
            check: found.number,
            rule: found.rule.name(),
            pattern: found.rule.pattern(),
            path: &found.path,
            line: (found.line > 0).then_some(found.line),
            text: &found.text,
            output: found.output.iter().map(Clean::as_str).collect(),
            age: found.age.name(),
        }
    }
}

impl<'a> From<&'a Bisected> for BisectAnswer<'a> {
    fn from(found: &'a Bisected) -> Self {
        let broke: Option<&Broke> = match found {
            Bisected::Broke(broke) => Some(broke),
            Bisected::Kept => None,
        };
        Self {
            commit: Text::option(broke.map(|it| &it.commit)),
            author: broke.map(|it| it.author.as_str()),
            date: broke.map(|it| rfc3339(it.time)),
            subject: broke.map(|it| it.subject.as_str()),
            violations: broke.map_or_else(Vec::new, |it| {
                it.violations.iter().map(Into::into).collect()
            }),
        }
    }
}
