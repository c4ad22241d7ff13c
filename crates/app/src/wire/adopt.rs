//! The answer of `adopt`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::records::adopt::AdoptReport;
use git_memory_text::path::RepoPath;

/// The answer of `adopt`.
#[derive(Serialize, JsonSchema)]
pub struct AdoptAnswer<'a> {
    /// The pages that are records now.
    adopted: Vec<AdoptedItem<'a>>,
    /// The files that now have a `type`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    typed: Vec<&'a str>,
    /// The records whose links were changed to the new ids.
    mended: Vec<&'a str>,
    /// The pages that stay what they are.
    skipped: Vec<SkippedItem<'a>>,
    /// Files that have the names of derived files, and that this program did not make.
    foreign: &'a [&'static str],
}

/// A page that is a record now.
#[derive(Serialize, JsonSchema)]
struct AdoptedItem<'a> {
    id: &'a str,
    path: &'a str,
    title: &'a str,
}

/// A page that stays one, and why.
#[derive(Serialize, JsonSchema)]
struct SkippedItem<'a> {
    path: &'a str,
    reason: &'a str,
}

impl<'a> From<&'a AdoptReport> for AdoptAnswer<'a> {
    fn from(report: &'a AdoptReport) -> Self {
        let mut answer = Self {
            adopted: Vec::new(),
            typed: report.typed.iter().map(RepoPath::as_str).collect(),
            mended: report.mended.iter().map(RepoPath::as_str).collect(),
            skipped: Vec::new(),
            foreign: &report.foreign,
        };
        for page in &report.adopted {
            answer.adopted.push(AdoptedItem {
                id: page.id.as_str(),
                path: page.path.as_str(),
                title: &page.title,
            });
        }
        for page in &report.skipped {
            answer.skipped.push(SkippedItem {
                path: page.path.as_str(),
                reason: &page.why,
            });
        }
        answer
    }
}
