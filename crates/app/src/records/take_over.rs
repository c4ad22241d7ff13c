//! Derived files that another program or a person wrote: their text becomes a page, and git-memory
//! makes the files from then on.

use crate::records::lookup::path_from_top;
use crate::workspace::{Error, Workspace};
use git_memory_model::context::fence::fenced;
use git_memory_model::layout;
use git_memory_store::AtPath;
use git_memory_store::write::Change;
use git_memory_text::path::{RepoPath, stem};

/// A derived file to take over.
pub(crate) struct TakeOver {
    /// The file.
    pub(crate) file: String,
    /// The page that keeps its text.
    pub(crate) page: RepoPath,
    /// The changes that do it.
    pub(crate) changes: [Change; 2],
}

/// The derived files among some paths (from the current folder or the top) that git-memory did not
/// write; the other paths stay in the list.
///
/// # Errors
/// Where one cannot be kept as a page: it holds a secret, or is not UTF-8.
pub(crate) fn taken_over(
    workspace: &Workspace,
    paths: &mut Vec<String>,
) -> Result<Vec<TakeOver>, Error> {
    let mut found = Vec::new();
    // Adopting everything leaves them alone: they may be what another tool lives by.
    if paths.is_empty() {
        return Ok(found);
    }
    for file in workspace.store().foreign_derived()? {
        let before = paths.len();
        let mut rest = Vec::new();
        for given in std::mem::take(paths) {
            let from_top = path_from_top(workspace, given.as_ref())?;
            if from_top.as_ref() != Some(&file) && given != file {
                rest.push(given);
            }
        }
        *paths = rest;
        if paths.len() < before {
            found.push(take_over(workspace, file)?);
        }
    }
    Ok(found)
}

fn take_over(workspace: &Workspace, file: String) -> Result<TakeOver, Error> {
    let path: RepoPath = file.parse()?;
    let before = workspace.read(&path)?;
    let Ok(text) = String::from_utf8(before.clone()) else {
        return Err(Error::Unpatchable {
            path: path.to_string(),
            why: "it is not UTF-8".to_owned(),
        });
    };
    let page = free_page(workspace, &path)?;
    let text = if layout::is_record_name(path.file_name()) {
        text
    } else {
        format!("# Former {}\n\n{}", path.file_name(), fenced("json", &text))
    };
    let clean = workspace.admit(&page, text)?;
    Ok(TakeOver {
        file,
        changes: [
            Change::Create(page.clone(), clean),
            Change::Remove(path, before),
        ],
        page,
    })
}

/// A path beside a file, so that relative links in its text still lead where they did.
fn free_page(workspace: &Workspace, path: &RepoPath) -> Result<RepoPath, Error> {
    let files = workspace.store().work_files()?;
    let (folder, stem) = (path.folder(), stem(path.file_name()));
    let mut copy = String::new();
    let mut number = 1;
    loop {
        let page: RepoPath = format!("{folder}/former-{stem}{copy}.md").parse()?;
        if files.find(page.as_str())? == AtPath::Nothing {
            return Ok(page);
        }
        number += 1;
        copy = format!("-{number}");
    }
}
