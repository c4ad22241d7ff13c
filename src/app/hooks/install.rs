//! Putting our hooks in and out: in git's settings where git runs hooks from there, else as a
//! section of the hook file that is in effect. Nobody's hook is renamed, overwritten or lost.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{Duty, HOOKS, Hook};
use crate::app::workspace::settings::is_strict;
use crate::app::workspace::{Error, Workspace};
use crate::domain::hook_file;
use crate::domain::layout::FILTER;
use crate::domain::private::chain::NOTES;
use crate::git::Version;

/// Where a hook of ours stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In git's settings.
    Settings,
    /// In this hook file.
    File(PathBuf),
    /// Nowhere.
    Missing,
    /// In a hook file that we must not change: the file, and why.
    Foreign(PathBuf, String),
}

/// A hook of ours, and where it stands.
#[derive(Clone, Debug)]
pub struct Installed {
    /// Which.
    pub hook: Hook,
    /// Where.
    pub place: Place,
}

/// Puts every hook in; a second run changes nothing.
///
/// # Errors
/// Where git's settings or a hook file cannot be written.
pub fn install(workspace: &Workspace) -> Result<Vec<Installed>, Error> {
    let has_config_hooks = workspace.repo.git_version()? >= Version::CONFIG_HOOKS;
    let is_strict = is_strict(workspace)?;
    let folder = workspace.repo.hooks_folder()?;
    let mut installed = Vec::new();
    for hook in HOOKS {
        let place = if hook.duty == Duty::Transaction && !is_strict {
            remove(workspace, &folder, hook)?;
            Place::Missing
        } else if has_config_hooks || hook.duty == Duty::Filter {
            remove_section(&folder, hook)?;
            put_into_settings(workspace, hook)?;
            Place::Settings
        } else {
            put_into_file(&folder, hook)?
        };
        installed.push(Installed { hook, place });
    }
    carry_notes(workspace)?;
    Ok(installed)
}

/// Takes every hook out, wherever it stands; what was there before is as it was.
///
/// # Errors
/// Where git's settings or a hook file cannot be written.
pub fn uninstall(workspace: &Workspace) -> Result<Vec<Installed>, Error> {
    let folder = workspace.repo.hooks_folder()?;
    let mut removed = Vec::new();
    for hook in HOOKS {
        let place = place(workspace, &folder, hook)?;
        remove(workspace, &folder, hook)?;
        removed.push(Installed { hook, place });
    }
    if carries_notes(workspace)? {
        // Where the user has set it for all repositories, it is not ours to take out.
        let _ = workspace.repo.remove_value(REWRITE_REF, NOTES);
    }
    Ok(removed)
}

/// The setting that names the notes which git carries through amend and rebase (git-notes(1)).
const REWRITE_REF: &str = "notes.rewriteRef";

fn carries_notes(workspace: &Workspace) -> Result<bool, Error> {
    Ok(workspace
        .repo
        .settings()?
        .all(&REWRITE_REF.to_ascii_lowercase())
        .iter()
        .any(|refs| refs == NOTES))
}

/// Lets git itself carry our notes, beside whatever else it carries.
fn carry_notes(workspace: &Workspace) -> Result<(), Error> {
    if carries_notes(workspace)? {
        Ok(())
    } else {
        Ok(workspace.repo.add_value(REWRITE_REF, NOTES)?)
    }
}

/// Where every hook stands now.
///
/// # Errors
/// Where git cannot be asked.
pub fn status(workspace: &Workspace) -> Result<Vec<Installed>, Error> {
    let folder = workspace.repo.hooks_folder()?;
    HOOKS
        .into_iter()
        .map(|hook| {
            Ok(Installed {
                hook,
                place: place(workspace, &folder, hook)?,
            })
        })
        .collect()
}

fn place(workspace: &Workspace, folder: &Path, hook: Hook) -> Result<Place, Error> {
    if is_set(workspace, hook)? {
        return Ok(Place::Settings);
    }
    let file = folder.join(hook.name);
    let is_ours = fs::read_to_string(&file).is_ok_and(|text| hook_file::has_section(&text));
    Ok(if is_ours {
        Place::File(file)
    } else {
        Place::Missing
    })
}

/// The section of git's settings that holds a hook.
fn section(hook: Hook) -> String {
    match hook.duty {
        Duty::Filter => format!("filter.{FILTER}"),
        _ => format!("hook.git-memory-{}", hook.name),
    }
}

/// Its keys with their values. An event without a command is fatal to every git command, and a
/// required filter without one to every `git add`: so the command comes first.
pub(crate) fn settings(hook: Hook) -> [(String, String); 2] {
    let key = |name: &str| format!("{}.{name}", section(hook));
    match hook.duty {
        Duty::Filter => [
            (key("process"), hook.setting()),
            (key("required"), "true".to_owned()),
        ],
        _ => [
            (key("command"), hook.setting()),
            (key("event"), hook.name.to_owned()),
        ],
    }
}

fn is_set(workspace: &Workspace, hook: Hook) -> Result<bool, Error> {
    Ok(workspace
        .repo
        .settings()?
        .get(&settings(hook)[0].0)
        .is_some())
}

fn put_into_settings(workspace: &Workspace, hook: Hook) -> Result<(), Error> {
    for (key, value) in settings(hook) {
        workspace.repo.configure(&key, &value)?;
    }
    Ok(())
}

/// Takes a hook out, wherever it stands.
fn remove(workspace: &Workspace, folder: &Path, hook: Hook) -> Result<(), Error> {
    if is_set(workspace, hook)? {
        workspace.repo.remove_settings(&section(hook))?;
    }
    remove_section(folder, hook)
}

/// Writes a hook file that is not there yet.
///
/// # Errors
/// Where it cannot be written.
pub(crate) fn write_new(file: &Path, text: &str) -> Result<(), Error> {
    write(file, text, None)
}

fn put_into_file(folder: &Path, hook: Hook) -> Result<Place, Error> {
    let file = folder.join(hook.name);
    let foreign = |why: &str| Ok(Place::Foreign(file.clone(), why.to_owned()));
    let (before, mode) = match fs::symlink_metadata(&file) {
        Ok(meta) if !meta.is_file() => return foreign("is not a regular file"),
        Ok(meta) if !is_executable(&meta) => {
            return foreign("is not executable, so git does not run it");
        }
        Ok(meta) => match fs::read_to_string(&file) {
            Ok(text) => (text, Some(meta.permissions())),
            Err(_) => return foreign("is not a text file"),
        },
        Err(_) => (String::new(), None),
    };
    match hook_file::with_section(&before, &hook.section()) {
        Err(why) => foreign(&why.to_string()),
        Ok(after) => {
            if after != before {
                write(&file, &after, mode)?;
            }
            Ok(Place::File(file))
        }
    }
}

fn remove_section(folder: &Path, hook: Hook) -> Result<(), Error> {
    if hook.duty == Duty::Filter {
        return Ok(());
    }
    let file = folder.join(hook.name);
    let Ok(before) = fs::read_to_string(&file) else {
        return Ok(());
    };
    // A damaged section is left for its owner: what belongs to whom is not clear any more.
    let Ok(after) = hook_file::without_section(&before) else {
        return Ok(());
    };
    match after {
        Some(after) if after != before => write(
            &file,
            &after,
            fs::metadata(&file).ok().map(|meta| meta.permissions()),
        ),
        Some(_) => Ok(()),
        None => fs::remove_file(&file).map_err(|source| Error::HookFile { path: file, source }),
    }
}

/// Replaces a hook file at once: git may run it at any moment.
fn write(file: &Path, text: &str, mode: Option<fs::Permissions>) -> Result<(), Error> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder).and_then(|()| {
        let mut beside = tempfile::NamedTempFile::new_in(folder)?;
        beside.write_all(text.as_bytes())?;
        let mode = mode.unwrap_or(executable(&beside.as_file().metadata()?));
        beside.as_file().set_permissions(mode)?;
        beside.as_file().sync_all()?;
        beside.persist(file).map_err(|error| error.error)?;
        Ok(())
    });
    written.map_err(|source| Error::HookFile {
        path: file.to_owned(),
        source,
    })
}

#[cfg(unix)]
fn is_executable(meta: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    meta.permissions().mode() & 0o111 != 0
}

#[cfg(unix)]
fn executable(meta: &fs::Metadata) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(meta.permissions().mode() | 0o755)
}

#[cfg(not(unix))]
fn is_executable(_meta: &fs::Metadata) -> bool {
    true
}

#[cfg(not(unix))]
fn executable(meta: &fs::Metadata) -> fs::Permissions {
    meta.permissions()
}
