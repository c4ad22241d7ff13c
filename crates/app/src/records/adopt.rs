//! Taking pages up: each gets an id and the keys of a record, and no other byte of it changes.
//!
//! The id comes from the page's path, so that two branches that take up the same page write the
//! same bytes.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::call::Call;
use crate::records::adoption::{self, PlannedAdoption};
use crate::records::lookup::path_from_top;
use crate::workspace::{Error, Workspace};
use git_memory_model::record::Record;
use git_memory_store::{Memory, View};
use git_memory_text::path::{MEMORY, RepoPath};

pub use crate::records::adopted::{AdoptReport, Adopted};

/// Gives ids to the pages at some paths (from the current folder or the top), or below them; to all
/// pages where none is named. A page about its own folder is taken up only where it is named.
/// With `is_dry_run` nothing is written.
///
/// # Errors
/// A path without a page at it or below it, or a file that cannot be changed; then nothing was.
pub fn adopt(
    workspace: &Workspace,
    paths: &[String],
    is_dry_run: bool,
    is_staged: bool,
) -> Result<AdoptReport, Error> {
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let chosen = chosen(workspace, &memory, paths)?;
    let PlannedAdoption {
        changes,
        mut report,
    } = adoption::plan(workspace, &memory, chosen)?;
    report.foreign = workspace.store().foreign_derived()?;
    if !is_dry_run && !changes.is_empty() {
        workspace.change(&lock, &changes, is_staged)?;
    }
    Ok(report)
}

/// The pages that are asked for, by path, each once.
fn chosen<'a>(
    workspace: &Workspace,
    memory: &'a Memory,
    paths: &[String],
) -> Result<Vec<&'a Record>, Error> {
    let pages = memory.records.iter().filter(|record| record.is_page());
    if paths.is_empty() {
        let is_of_memory = |page: &&Record| page.path.below_memory().is_some();
        let own = pages.filter(is_of_memory);
        return Ok(own.filter(|page| !page.is_about_folder()).collect());
    }
    // A page may be named twice, directly and by its folder.
    let mut chosen: BTreeMap<&RepoPath, &Record> = BTreeMap::new();
    for given in paths {
        let spellings = [
            path_from_top(workspace, given.as_ref())?,
            Some(given.clone()),
            Some(format!("{MEMORY}/{given}")),
        ];
        let before = chosen.len();
        for spelling in spellings.into_iter().flatten() {
            let folder = format!("{}/", spelling.trim_end_matches('/'));
            for page in pages.clone() {
                let path = page.path.as_str();
                let is_below = path.starts_with(&folder) && !page.is_about_folder();
                if path == spelling || is_below {
                    chosen.insert(&page.path, page);
                }
            }
        }
        if chosen.len() == before {
            return Err(Error::NoPage(given.clone()));
        }
        // A document keeps the form of its own tools.
        if let Some(document) = chosen.values().find(|page| page.is_document()) {
            return Err(Error::Outside(document.path.clone()));
        }
    }
    Ok(chosen.into_values().collect())
}

/// The pages to register.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdoptQuestion {
    /// Pages, or folders with pages; all pages where the list is empty.
    paths: Vec<String>,
    /// Return the changes without making them.
    #[serde(default)]
    dry_run: bool,
}

/// Gives ids to pages; the files are staged.
pub fn answer(call: &Call, question: &AdoptQuestion) -> Result<AdoptReport, Error> {
    adopt(call.workspace, &question.paths, question.dry_run, true)
}

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
