//! Taking pages up: each gets an id and the keys of a record, and no other byte of it changes. A
//! record that was moved into the folder of another kind gets an id of that kind in the same way.
//!
//! The id comes from the page's path, so that two branches that take up the same page write the
//! same bytes.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::call::Call;
use crate::records::adoption::{self, PlannedAdoption};
use crate::records::lookup::path_from_top;
use crate::records::take_over::{TakeOver, taken_over};
use crate::records::valid::parse_kind;
use crate::workspace::{Error, Workspace};
use git_memory_model::kind::Kind;
use git_memory_model::layout;
use git_memory_model::record::Record;
use git_memory_store::write::Change;
use git_memory_store::{Memory, View};
use git_memory_text::path::RepoPath;

pub use crate::records::adopted::{AdoptReport, Adopted};

/// The pages to register, and their kind.
#[derive(Clone, Debug, Default)]
pub struct AdoptRequest {
    /// Paths from the current folder or the top, of pages or of folders that have some; all pages
    /// where none is named. A page about its own folder is taken up only where it is named.
    pub paths: Vec<String>,
    /// The kind of the records; that of each page's folder where it is not given. A page moves into
    /// the kind's folder, except out of a folder of the team's own.
    pub kind: Option<Kind>,
    /// True if nothing is written.
    pub is_dry_run: bool,
    /// True if the files go into git's index.
    pub is_staged: bool,
}

/// Gives ids to pages, and takes over derived files that are named.
///
/// # Errors
/// A path without a page at it or below it, or a file that cannot be changed; then nothing was.
pub fn adopt(workspace: &Workspace, request: &AdoptRequest) -> Result<AdoptReport, Error> {
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let mut paths = request.paths.clone();
    let taken_over = taken_over(workspace, &mut paths)?;
    let chosen = if paths.is_empty() && !taken_over.is_empty() {
        Vec::new()
    } else {
        chosen(workspace, &memory, &paths)?
    };
    let with_kind = chosen.iter().filter_map(|record| {
        let kind = request.kind.or_else(|| adoption::kind_to_take(record))?;
        Some((*record, kind))
    });
    let PlannedAdoption {
        mut changes,
        mut report,
    } = adoption::plan(workspace, &memory, with_kind.collect())?;
    if let Some(kind) = request.kind {
        for record in &chosen {
            let to = layout::path_of_kind(workspace.folder(), &record.path, &record.place, kind)?;
            moved(&mut changes, &mut report, &record.path, &to);
        }
    }
    report.foreign = workspace.store().foreign_derived()?;
    for TakeOver {
        file,
        page,
        changes: both,
    } in taken_over
    {
        changes.extend(both);
        report.foreign.retain(|foreign| *foreign != file);
        report.taken_over.push((file, page));
    }
    if !request.is_dry_run && !changes.is_empty() {
        workspace.change(&lock, &changes, request.is_staged)?;
    }
    Ok(report)
}

/// Lets an adopted page move to another path in the same change.
fn moved(changes: &mut Vec<Change>, report: &mut AdoptReport, from: &RepoPath, to: &RepoPath) {
    let found = changes.iter().position(|change| change.path() == from);
    let Some(nth) = found.filter(|_| from != to) else {
        return;
    };
    if let Change::Replace(_, before, text) = changes.remove(nth) {
        changes.push(Change::Create(to.clone(), text));
        changes.push(Change::Remove(from.clone(), before));
    }
    for page in &mut report.adopted {
        if page.path == *from {
            page.path = to.clone();
        }
    }
}

/// The pages that are asked for, by path, each once.
fn chosen<'a>(
    workspace: &Workspace,
    memory: &'a Memory,
    paths: &[String],
) -> Result<Vec<&'a Record>, Error> {
    let records = memory.records.iter();
    let pages = records.filter(|record| adoption::kind_to_take(record).is_some());
    if paths.is_empty() {
        let is_of_memory = |page: &&Record| page.place.is_in_memory;
        let own = pages.filter(is_of_memory);
        return Ok(own.filter(|page| !page.is_about_folder()).collect());
    }
    // A page may be named twice, directly and by its folder.
    let mut chosen: BTreeMap<&RepoPath, &Record> = BTreeMap::new();
    for given in paths {
        let spellings = [
            path_from_top(workspace, given.as_ref())?,
            Some(given.clone()),
            Some(workspace.folder().join(given)),
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
    /// The kind of the records, into whose folder they move; by default that of each page's folder.
    #[serde(default)]
    kind: Option<String>,
    /// Return the changes without making them.
    #[serde(default)]
    dry_run: bool,
}

/// Gives ids to pages; the files are staged.
///
/// # Errors
/// As the use case; nothing was written then.
pub fn answer(call: &Call, question: &AdoptQuestion) -> Result<AdoptReport, Error> {
    let adoption = AdoptRequest {
        paths: question.paths.clone(),
        kind: question.kind.as_deref().map(parse_kind).transpose()?,
        is_dry_run: question.dry_run,
        is_staged: true,
    };
    adopt(call.workspace, &adoption)
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
    foreign: &'a [String],
    /// Such files that were named: this program makes them from now on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    taken_over: Vec<TakenOverItem<'a>>,
}

/// A file that this program makes from now on.
#[derive(Serialize, JsonSchema)]
struct TakenOverItem<'a> {
    path: &'a str,
    /// The page that keeps the text of others.
    page: &'a str,
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
            taken_over: Vec::new(),
        };
        for (path, page) in &report.taken_over {
            let page = page.as_str();
            answer.taken_over.push(TakenOverItem { path, page });
        }
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
