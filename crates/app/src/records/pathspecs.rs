//! The pathspecs of records: as they are typed in a folder, and whether they fit a file.

use std::collections::HashMap;
use std::path::Path;

use crate::workspace::{Error, Workspace};
use git_memory_model::kind::Lifecycle;
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Code, Record};
use git_memory_store::AtPath;
use git_memory_text as text;
use git_memory_text::path::{RepoPath, folder, last};
use git_memory_text::pathspec::{self, BadPathspec, Files, Unfit};

/// The most wrong letters in a mistyped path.
const MISTYPED: usize = 2;
/// Prefixes of a path from the top of the work tree.
const TOP: [&str; 2] = [":/", ":(top)"];

/// Pathspecs as they were typed, from the top of the work tree: each is relative to the working
/// folder, unless it begins with `:/` or `:(top)`.
///
/// # Errors
/// [`Error::BadValue`] for one that leads out of the repository.
pub fn from_here(workspace: &Workspace, typed: &[String]) -> Result<Vec<String>, Error> {
    if typed.is_empty() {
        return Ok(Vec::new());
    }
    let folder = match workspace.store().work_files() {
        // Outside of the work tree, as with --git-dir, paths begin at the top.
        Ok(files) => files.path_from_top(Path::new(".")).unwrap_or_default(),
        Err(_) => String::new(),
    };
    all_from(workspace, typed, &folder)
}

/// Pathspecs as they were typed where no folder is: each is relative to the top of the work tree.
///
/// # Errors
/// [`Error::BadValue`] for one that leads out of the repository.
pub fn from_root(workspace: &Workspace, typed: &[String]) -> Result<Vec<String>, Error> {
    all_from(workspace, typed, "")
}

fn all_from(workspace: &Workspace, typed: &[String], folder: &str) -> Result<Vec<String>, Error> {
    let mut specs = Vec::new();
    for spec in typed {
        specs.push(one_from_here(workspace, spec, folder)?);
    }
    Ok(specs)
}

/// A path as the user gave it, from the top of the work tree; in a bare repository as it is.
///
/// # Errors
/// [`Error::OutsideRepository`], [`Error::BadValue`] for what no path can be.
pub fn from_top(workspace: &Workspace, path: &Path) -> Result<String, Error> {
    if let Some(path) = path.to_str()
        && path.contains('\0')
    {
        return Err(bad(&BadPathspec::Nul(text::visible(path).into_owned())));
    }
    // As in git's pathspecs, a path may begin at the top explicitly.
    if let Some(top) = path.to_str().and_then(at_top) {
        return Ok(top.trim_start_matches('/').to_owned());
    }
    let from_top = match workspace.store().work_files() {
        Ok(files) => files.path_from_top(path),
        // Without a work tree, paths begin at the top.
        Err(_) => path
            .to_str()
            .map(|path| path.trim_start_matches("./").to_owned()),
    };
    from_top.ok_or_else(|| Error::OutsideRepository(path.to_owned()))
}

/// Returns paths from the top, in the same order.
pub(crate) fn paths_from_top(
    workspace: &Workspace,
    paths: &[String],
) -> Result<Vec<String>, Error> {
    let paths = paths.iter();
    paths
        .map(|path| from_top(workspace, Path::new(path)))
        .collect()
}

fn bad(error: &BadPathspec) -> Error {
    Error::BadValue(error.to_string())
}

fn one_from_here(workspace: &Workspace, typed: &str, folder: &str) -> Result<String, Error> {
    // git takes a path from the root of the file system as well, where it leads into the work tree.
    if Path::new(typed).is_absolute() {
        let files = workspace.store().work_files()?;
        return match files.path_from_top(Path::new(typed)) {
            Some(path) if path.is_empty() => Ok(".".to_owned()),
            Some(path) => Ok(path),
            None => Err(bad(&BadPathspec::Outside(
                text::visible(typed).into_owned(),
            ))),
        };
    }
    pathspec::from_top(typed, folder).map_err(|error| bad(&error))
}

/// The rest of a path that begins at the top explicitly.
#[must_use]
pub fn at_top(typed: &str) -> Option<&str> {
    TOP.iter().find_map(|magic| typed.strip_prefix(magic))
}

/// Returns a sentence for each fault of a record's pathspecs; none in a bare repository.
pub fn faults(workspace: &Workspace, specs: &[String]) -> Result<Vec<String>, Error> {
    let mut open = Vec::new();
    if workspace.store().has_work_tree() {
        for spec in specs {
            if !is_plain_file(workspace, spec)? {
                open.push(spec);
            }
        }
    }
    // git lists all files, which takes longer than most commands.
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let listing = workspace.store().staging().names()?;
    let names = names(&listing);
    let files = Files::new(names.clone());
    let mut faults = Vec::new();
    for spec in open {
        if let Some(fault) = files.fault(spec) {
            let meant = match nearest(spec, &names) {
                Some(meant) => format!("; did you mean '{meant}'?"),
                None => String::new(),
            };
            faults.push(format!("'{spec}' {fault}{meant}"));
        }
    }
    Ok(faults)
}

/// The file of which a path may be a misspelling, in its name or in one of its folders.
fn nearest<'a>(path: &str, names: &[&'a str]) -> Option<&'a str> {
    let has_same_part = |name: &str| last(name) == last(path) || folder(name) == folder(path);
    let distance = |name: &'a str| {
        let is_near = name.len().abs_diff(path.len()) <= MISTYPED && has_same_part(name);
        let distance = is_near.then(|| strsim::damerau_levenshtein(path, name))?;
        (distance <= MISTYPED).then_some((distance, name))
    };
    names
        .iter()
        .filter_map(|name| distance(name))
        .min()
        .map(|(_, name)| name)
}

/// True if a pathspec is the path of a file that HEAD has, and the work tree still: git tracks it.
fn is_plain_file(workspace: &Workspace, spec: &str) -> Result<bool, Error> {
    let store = workspace.store();
    let Some(head) = store.history().head_commit()? else {
        return Ok(false);
    };
    match store.objects().file(head, spec) {
        Ok(Some(_)) => Ok(matches!(store.work_files()?.find(spec)?, AtPath::File(_))),
        Ok(None) => Ok(false),
        // A partial clone lacks the folder.
        Err(error) if error.is_missing() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The findings of `check`: the pathspecs of current records that fit nothing.
pub(crate) fn findings(workspace: &Workspace, records: &[Record]) -> Result<Vec<Finding>, Error> {
    let mut findings = Vec::new();
    // A record that is not current may be about deleted files.
    let is_current =
        |record: &&Record| Lifecycle::of(record.kind(), &record.header.status).is_current();
    let with_paths = |record: &&Record| !record.header.paths.is_empty() && is_current(record);
    if !records.iter().any(|record| with_paths(&record)) {
        return Ok(findings);
    }
    let listing = workspace.store().staging().names()?;
    let files = Files::new(names(&listing));
    // Many records are about the same files.
    let mut known: HashMap<&str, Option<Unfit>> = HashMap::new();
    let mut left: Vec<(&RepoPath, &str)> = Vec::new();
    for record in records.iter().filter(with_paths) {
        for spec in &record.header.paths {
            match known.entry(spec).or_insert_with(|| files.fault(spec)) {
                None => {}
                Some(Unfit::NotCompared) => left.push((&record.path, spec)),
                Some(fault) => findings.push(finding(&record.path, spec, &fault.to_string())),
            }
        }
    }
    // One line for all of them is enough.
    if let [(path, spec), others @ ..] = left.as_slice() {
        let mut what = Unfit::NotCompared.to_string();
        if !others.is_empty() {
            what.extend([" (nor were ", &others.len().to_string(), " others)"]);
        }
        findings.push(finding(path, spec, &what));
    }
    Ok(findings)
}

fn finding(path: &RepoPath, spec: &str, fault: &str) -> Finding {
    let spec = text::visible(&text::one_line(spec, 80)).into_owned();
    Finding::of_file(path, Code::Unmatched, format!("'paths': '{spec}' {fault}"))
}

/// The names of a listing. No pathspec of a record, which is UTF-8, fits one that is not.
fn names(listing: &[u8]) -> Vec<&str> {
    let names = listing.split(|byte| *byte == 0);
    names
        .filter_map(|name| std::str::from_utf8(name).ok())
        .filter(|name| !name.is_empty())
        .collect()
}
