//! The files of an import: those that were named, and those below folders.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::records::lookup::path_from_top;
use crate::workspace::{Error, Workspace};
use git_memory_import::adr::ENDINGS;
use git_memory_store::given::{folder_name, is_folder, is_there, texts_below};
use git_memory_text::path::folder;

/// A file on its way in.
pub(crate) struct Given {
    pub(crate) file: PathBuf,
    /// Name of the file in answers.
    pub(crate) shown: String,
    /// Origin that the record will name: for a file in this work tree its path from the top,
    /// otherwise the folder's name and the path from there.
    pub(crate) origin: String,
    /// True if the file is in this work tree.
    pub(crate) is_here: bool,
    /// True if the user named the file, and not only its folder.
    pub(crate) is_named: bool,
}

/// The files to import.
#[derive(Default)]
pub(crate) struct GivenTexts {
    pub(crate) files: Vec<Given>,
    /// The folders of this work tree in which they are, from the top; empty for the top itself.
    pub(crate) folders: BTreeSet<String>,
    /// Number of files of each other ending.
    others: BTreeMap<String, usize>,
}

/// Finds the files at and below some paths.
///
/// # Errors
/// A path that is not there or cannot be read; or where none of them holds anything that can be
/// read, which would look like an import of nothing.
pub(crate) fn texts(workspace: &Workspace, paths: &[PathBuf]) -> Result<GivenTexts, Error> {
    let mut found = GivenTexts::default();
    for path in paths {
        let file = there(workspace, path)?;
        if is_folder(&file)? {
            // One folder needs no name to tell its files apart.
            let name = (paths.len() > 1).then(|| path.to_string_lossy().into_owned());
            below(workspace, &file, name.as_deref(), &mut found)?;
        } else {
            named(workspace, &file, path, &mut found)?;
        }
    }
    found.files.sort_by(|a, b| a.origin.cmp(&b.origin));
    // A folder and a file in it may both be named.
    found.files.dedup_by(|second, first| {
        first.is_named |= second.origin == first.origin && second.is_named;
        second.origin == first.origin
    });
    if found.files.is_empty() {
        return Err(Error::NothingReadable {
            what: nothing(paths, &found.others),
            remedy: "name the folder that holds the decision records, or the files themselves",
        });
    }
    Ok(found)
}

/// A path that the user gave, as one that can be opened.
///
/// # Errors
/// [`Error::NothingReadable`] where nothing is there.
pub(crate) fn there(workspace: &Workspace, path: &Path) -> Result<PathBuf, Error> {
    let file = workspace.invocation().path(path);
    if is_there(&file) {
        return Ok(file);
    }
    Err(Error::NothingReadable {
        what: format!("there is no file or folder '{}'", path.display()),
        remedy: "name one that is there; a path begins at the current folder",
    })
}

fn below(
    workspace: &Workspace,
    folder: &Path,
    name: Option<&str>,
    found: &mut GivenTexts,
) -> Result<(), Error> {
    let texts = texts_below(folder, &ENDINGS)?;
    let usual = match folder_name(folder) {
        Some(name) => name,
        None => "import".to_owned(),
    };
    // The top itself has no path.
    let top = path_from_top(workspace, folder)?.unwrap_or_default();
    let memory = workspace.folder();
    for text in texts.files {
        let from_top = path_from_top(workspace, &text.file)?;
        // A file that memory already has is not imported.
        if from_top.as_deref().is_some_and(|path| memory.holds(path)) {
            continue;
        }
        if from_top.is_some() {
            found.folders.insert(top.clone());
        }
        let shown = match name {
            Some(name) => format!("{}/{}", name.trim_end_matches('/'), text.shown),
            None => text.shown.clone(),
        };
        found.files.push(Given {
            file: text.file,
            shown,
            is_here: from_top.is_some(),
            // From the top: every service may have its own `adr/0001-….md`.
            origin: from_top.unwrap_or_else(|| format!("{usual}/{}", text.shown)),
            is_named: false,
        });
    }
    for (ending, number) in texts.others {
        *found.others.entry(ending).or_default() += number;
    }
    Ok(())
}

fn named(
    workspace: &Workspace,
    file: &Path,
    path: &Path,
    found: &mut GivenTexts,
) -> Result<(), Error> {
    let from_top = path_from_top(workspace, file)?;
    let name = path.to_string_lossy().replace('\\', "/");
    if let Some(path) = &from_top {
        found.folders.insert(folder(path).to_owned());
    }
    found.files.push(Given {
        file: file.to_owned(),
        is_here: from_top.is_some(),
        origin: match from_top {
            Some(path) => path,
            None => outside(&name),
        },
        shown: name,
        is_named: true,
    });
    Ok(())
}

/// The last two parts of a path outside of the work tree: they are the same on every machine.
fn outside(path: &str) -> String {
    let mut parts = path.rsplit('/');
    match (parts.next(), parts.next()) {
        (Some(file), Some(folder)) if !folder.is_empty() && folder != ".." => {
            format!("{folder}/{file}")
        }
        (Some(file), _) => format!("import/{file}"),
        (None, _) => path.to_owned(),
    }
}

/// Returns the message for folders without a readable file.
fn nothing(paths: &[PathBuf], others: &BTreeMap<String, usize>) -> String {
    let names: Vec<String> = paths
        .iter()
        .map(|path| format!("'{}'", path.display()))
        .collect();
    let mut what = format!(
        "no Markdown, reStructuredText or AsciiDoc in {}",
        names.join(", ")
    );
    let mut endings: Vec<(&String, &usize)> = others.iter().collect();
    endings.sort_by(|a, b| b.1.cmp(a.1));
    let shown: Vec<String> = endings
        .iter()
        .take(3)
        .map(|(ending, number)| format!("{number} {ending}"))
        .collect();
    if !shown.is_empty() {
        what.extend([" (there are: ", &shown.join(", "), ")"]);
    }
    what
}
