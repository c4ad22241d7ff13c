//! Files that a record is about now: those that its pathspecs cover.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::private::settle::settle;
use crate::records::source;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::record::Record;
use git_memory_store::View;
use git_memory_text::pathspec::Coverage;

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
}

/// The files that the record is about which `name` names in a view, or privately where the view is
/// the work tree.
pub fn covered(workspace: &Workspace, view: &View, name: &str) -> Result<Covered, Error> {
    let record = source::find(workspace, view.clone(), name)?.record;
    let files = if record.header.paths.is_empty() {
        Vec::new()
    } else {
        files(workspace, view)?
    };
    Ok(of(&record, &files))
}

/// Returns the covered files of every record of a view that has paths.
pub fn covered_by_all(workspace: &Workspace, view: &View) -> Result<Vec<Covered>, Error> {
    let memory = workspace.memory(view)?;
    let files = files(workspace, view)?;
    let with_paths = memory
        .records
        .iter()
        .filter(|it| !it.header.paths.is_empty());
    Ok(with_paths.map(|record| of(record, &files)).collect())
}

/// The files that git tracks in a view, sorted by path.
fn files(workspace: &Workspace, view: &View) -> Result<Vec<String>, Error> {
    let store = workspace.store();
    let mut files = match view.revision() {
        Some(revision) => store.objects().paths(store.history().resolve(revision)?)?,
        None => store.staging().tracked_files()?,
    };
    // A name that is not UTF-8 may be elsewhere than git has it.
    files.sort_unstable();
    Ok(files)
}

fn of(record: &Record, files: &[String]) -> Covered {
    let header = &record.header;
    let coverage = Coverage::of(header.paths.iter().map(Clean::as_str));
    let covered = coverage.among(files).into_iter();
    Covered {
        id: header.id.to_string(),
        title: header.title.clone(),
        specs: header.paths.clone(),
        files: covered.map(|place| files[place].clone()).collect(),
    }
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

/// The tracked files that a record's paths cover.
pub fn answer(call: &Call, question: &FilesQuestion) -> Result<Vec<Covered>, Error> {
    settle(call.workspace)?;
    let covered = covered(
        call.workspace,
        &View::at(question.rev.as_deref()),
        &question.id,
    )?;
    Ok(vec![covered])
}
