//! Files that a record is about now: those that its pathspecs cover, and those to which it applies.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::private::settle::settle;
use crate::recall::applies_to;
use crate::records::source;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::record::Record;
use git_memory_store::View;
use git_memory_text::path::{is_below, resolved};
use git_memory_text::pathspec::Coverage;

/// The maximum number of files that one path may mean.
const NAMED: usize = 5;

/// The files that a record is about.
#[derive(Clone, Debug)]
pub struct Covered {
    /// The record's id.
    pub id: String,
    /// Its title.
    pub title: Clean,
    /// Its pathspecs, as they are written.
    pub specs: Vec<Clean>,
    /// The tracked files that these cover, sorted by path.
    pub files: Vec<String>,
    /// The tracked files to which it applies, by whatever evidence, sorted by path.
    pub applies_to: Vec<String>,
    /// Number of files to which it may apply and that were not looked at.
    pub files_left: usize,
}

/// The files that the record is about which `name` names in a view, or privately where the view is
/// the work tree.
pub fn covered(workspace: &Workspace, view: &View, name: &str) -> Result<Covered, Error> {
    let record = source::find(workspace, view.clone(), name)?.record;
    let found = of_all(workspace, view, &[&record])?.pop();
    found.ok_or_else(|| Error::UnknownRecord(name.to_owned()))
}

/// Returns the files of every record of a view that is about some.
pub fn covered_by_all(workspace: &Workspace, view: &View) -> Result<Vec<Covered>, Error> {
    let memory = workspace.memory(view)?;
    let records: Vec<&Record> = memory.records.iter().collect();
    let mut all = of_all(workspace, view, &records)?;
    all.retain(|it| !(it.specs.is_empty() && it.applies_to.is_empty()));
    Ok(all)
}

/// The files of some records, in their order.
fn of_all(workspace: &Workspace, view: &View, records: &[&Record]) -> Result<Vec<Covered>, Error> {
    let files = files(workspace, view)?;
    let applies_to = applies_to(workspace, view, &files, records)?;
    let each = records.iter().zip(applies_to).map(|(record, applies_to)| {
        let coverage = Coverage::of(record.header.paths.iter().map(Clean::as_str));
        let places = coverage.among(&files).into_iter();
        Covered {
            id: record.header.id.to_string(),
            title: record.header.title.clone(),
            specs: record.header.paths.clone(),
            files: places.map(|place| files[place].clone()).collect(),
            applies_to: applies_to.files,
            files_left: applies_to.files_left,
        }
    });
    Ok(each.collect())
}

/// The files that git tracks in a view, sorted by path.
pub(crate) fn files(workspace: &Workspace, view: &View) -> Result<Vec<String>, Error> {
    let store = workspace.store();
    let mut files = match view.revision() {
        Some(revision) => store.objects().paths(store.history().resolve(revision)?)?,
        None => store.staging().tracked_files()?,
    };
    // A name that is not UTF-8 may be elsewhere than git has it.
    files.sort_unstable();
    Ok(files)
}

/// The files and folders that words typed as one path mean in a view: that path, or those of which
/// it is the end, from the top.
///
/// # Errors
/// An unknown revision, or where git cannot list its files.
pub fn files_named(workspace: &Workspace, view: &View, words: &str) -> Result<Vec<String>, Error> {
    let words = words.trim();
    let is_one = words.contains(['/', '.']) && !words.contains(char::is_whitespace);
    let Some(path) = resolved("", words).filter(|path| is_one && !path.is_empty()) else {
        return Ok(Vec::new());
    };
    let files = files(workspace, view)?;
    if files.iter().any(|it| *it == path || is_below(it, &path)) {
        return Ok(vec![path]);
    }
    let end = format!("/{path}");
    let ending = files.into_iter().filter(|it| it.ends_with(&end));
    Ok(ending.take(NAMED).collect())
}

/// The record.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FilesQuestion {
    /// The record.
    id: String,
    /// Files as of this revision.
    rev: Option<String>,
}

/// The tracked files that a record's paths cover, and those to which it applies.
pub fn answer(call: &Call, question: &FilesQuestion) -> Result<Vec<Covered>, Error> {
    settle(call.workspace)?;
    let covered = covered(
        call.workspace,
        &View::at(question.rev.as_deref()),
        &question.id,
    )?;
    Ok(vec![covered])
}
