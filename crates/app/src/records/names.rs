//! File names for new records: the slug of the title and a part of the id, with a number after them
//! where that name is taken.

use std::collections::{HashMap, HashSet};

use crate::workspace::{Error, Workspace};
use git_memory_guard as secrets;
use git_memory_model::kind::Kind;
use git_memory_model::layout;
use git_memory_model::record::draft::Draft;
use git_memory_store::{AtPath, WorkFiles};
use git_memory_text as text;
use git_memory_text::path::{MemoryFolder, RepoPath};
use git_memory_text::portable::folded;

/// A path for the draft at which the work tree has no file yet.
///
/// # Errors
/// [`Error::BadValue`] where the draft gives no valid path, or where the work tree cannot be read.
pub(crate) fn free_path(workspace: &Workspace, draft: &Draft) -> Result<RepoPath, Error> {
    Names::default().free(workspace, draft, &HashSet::new())
}

/// The next number to try for each name. Without it, many topics of one title, whose names have no
/// id in them, would ask for all the copies before theirs again and again.
#[derive(Default)]
pub(crate) struct Names(HashMap<RepoPath, usize>);

impl Names {
    /// A path for the draft at which the work tree has no file yet, and that is not among `taken`.
    pub(crate) fn free(
        &mut self,
        workspace: &Workspace,
        draft: &Draft,
        taken: &HashSet<RepoPath>,
    ) -> Result<RepoPath, Error> {
        let files = workspace.store().work_files()?;
        let folder = folder(workspace, draft)?;
        // Names that differ only in their number share one counter.
        let next = self.0.entry(numbered_path(&folder, draft, 1)?);
        let next = next.or_insert(1);
        loop {
            let path = numbered_path(&folder, draft, *next)?;
            *next += 1;
            if is_record_path(files.folder(), &path)
                && !taken.contains(&path)
                && files.find(path.as_str())? == AtPath::Nothing
                && !has_twin(files, draft, &path)?
            {
                return Ok(path);
            }
        }
    }
}

/// True if a file exists whose path differs from this one only in case or accents. Only the name of
/// a topic can collide: other names end with a part of an id.
fn has_twin(files: WorkFiles, draft: &Draft, path: &RepoPath) -> Result<bool, Error> {
    if draft.kind != Kind::TOPIC {
        return Ok(false);
    }
    let wanted = folded(path.file_name());
    let names = files.names(path.folder())?;
    Ok(names.iter().any(|name| folded(name) == wanted))
}

/// The first path for the draft that is not among `taken`, whatever the work tree has there.
///
/// # Errors
/// [`Error::BadValue`] where the draft gives no valid path.
pub(crate) fn path_beside(draft: &Draft, taken: &HashSet<&RepoPath>) -> Result<RepoPath, Error> {
    let mut number = 1;
    // Every chain has its records in a folder of this name, whatever a work tree has.
    let memory = MemoryFolder::default();
    let folder = layout::folder(&memory, draft.kind, &draft.scope);
    loop {
        let path = numbered_path(&folder, draft, number)?;
        if is_record_path(&memory, &path) && !taken.contains(&path) {
            return Ok(path);
        }
        number += 1;
    }
}

/// True if a file at this path is read as a record: a folder's `README.md`, for example, is not.
fn is_record_path(memory: &MemoryFolder, path: &RepoPath) -> bool {
    layout::place(memory, path).is_some() && !layout::is_about_folder(path.file_name())
}

/// The folder that a record goes into: the one that is there, with or without an underscore before
/// its name.
fn folder(workspace: &Workspace, draft: &Draft) -> Result<String, Error> {
    let files = workspace.store().work_files()?;
    let plain = layout::folder(files.folder(), draft.kind, &draft.scope);
    let underscored = layout::underscored_folder(files.folder(), draft.kind, &draft.scope);
    // A second folder beside the one that a team has would part its plans in two.
    let has_plain = files.find(&plain)? != AtPath::Nothing;
    if !has_plain && files.find(&underscored)? != AtPath::Nothing {
        return Ok(underscored);
    }
    Ok(plain)
}

/// The title as a file name has it, without what looks like a secret: in small letters it is
/// another one, which no allowance is for.
fn slug(title: &str) -> String {
    let mut words = String::with_capacity(title.len());
    let mut from = 0;
    for secret in secrets::scan(title) {
        words.push_str(&title[from..secret.span.start]);
        words.push(' ');
        from = secret.span.end;
    }
    words.push_str(&title[from..]);
    let slug = text::slug(&words);
    if secrets::scan(&slug).is_empty() {
        slug
    } else {
        String::new()
    }
}

fn numbered_path(folder: &str, draft: &Draft, number: usize) -> Result<RepoPath, Error> {
    let slug = slug(&draft.title);
    layout::record_path(
        folder,
        draft.kind,
        draft.created,
        &slug,
        draft.id.random_part(),
        number,
    )
    .map_err(|error| Error::BadValue(error.to_string()))
}
