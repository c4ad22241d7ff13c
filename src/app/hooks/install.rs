//! Putting our hooks in and out: in git's settings where git runs hooks from there, else as a
//! section of the hook file that is in effect. Nobody's hook is renamed, overwritten or lost.

use std::path::PathBuf;

use crate::app::hooks::help_viewer;
use crate::app::hooks::table::{Duty, HOOKS, Hook};
use crate::app::workspace::settings::is_strict;
use crate::app::workspace::{Error, Workspace};
use crate::domain::hook_file;
use crate::domain::layout::FILTER;
use crate::domain::private::chain::NOTES;
use crate::git::Version;
use crate::store::{HookFile, HookFiles};

/// The setting that names the notes which git carries through amend and rebase (git-notes(1)).
const REWRITE_REF: &str = "notes.rewriteRef";
/// Ours, as a pattern: git warns at each amend of a ref that is named and not there yet, and of no
/// pattern that nothing fits.
const NOTES_PATTERN: &str = "refs/notes/memory*";

/// Where a hook of ours is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstalledAt {
    /// In git's settings.
    Settings,
    /// In this hook file.
    File(PathBuf),
    /// Nowhere.
    Missing,
    /// In a hook file that we must not change: the file, and why.
    Foreign(PathBuf, String),
}

/// A hook of ours, and where it is installed.
#[derive(Clone, Debug)]
pub struct Installed {
    /// Which.
    pub hook: Hook,
    /// Where.
    pub place: InstalledAt,
}

/// Puts every hook in; a second run changes nothing.
///
/// # Errors
/// Where git's settings or a hook file cannot be written.
pub fn install(workspace: &Workspace) -> Result<Vec<Installed>, Error> {
    let configuration = workspace.store().configuration();
    let has_config_hooks = configuration.git_version()? >= Version::CONFIG_HOOKS;
    let is_strict = is_strict(workspace)?;
    let files = workspace.store().hook_files()?;
    let mut installed = Vec::new();
    for hook in HOOKS {
        let place = if hook.duty == Duty::Transaction && !is_strict {
            // Who turns `memory.strict` off wants it to run no more.
            remove(workspace, &files, hook)?;
            InstalledAt::Missing
        } else if has_config_hooks || hook.duty == Duty::Filter {
            // git runs hooks of its settings beside hook files: ours would run twice.
            remove_section(&files, hook)?;
            put_into_settings(workspace, hook)?;
            InstalledAt::Settings
        } else {
            put_into_file(&files, hook)?
        };
        installed.push(Installed { hook, place });
    }
    if !carries_notes(workspace, NOTES_PATTERN)? {
        configuration.add(REWRITE_REF, NOTES_PATTERN)?;
    }
    forget_notes(workspace, NOTES)?;
    help_viewer::set(workspace)?;
    Ok(installed)
}

/// Takes every hook out, wherever it is installed; what was there before is as it was.
///
/// # Errors
/// Where git's settings or a hook file cannot be written.
pub fn uninstall(workspace: &Workspace) -> Result<Vec<Installed>, Error> {
    let files = workspace.store().hook_files()?;
    let mut removed = Vec::new();
    for hook in HOOKS {
        let place = place(workspace, &files, hook)?;
        remove(workspace, &files, hook)?;
        removed.push(Installed { hook, place });
    }
    forget_notes(workspace, NOTES_PATTERN)?;
    forget_notes(workspace, NOTES)?;
    help_viewer::remove(workspace)?;
    Ok(removed)
}

/// Where every hook is installed now.
///
/// # Errors
/// Where git cannot be asked, or a hook file cannot be read.
pub fn status(workspace: &Workspace) -> Result<Vec<Installed>, Error> {
    let files = workspace.store().hook_files()?;
    let mut found = Vec::new();
    for hook in HOOKS {
        let place = place(workspace, &files, hook)?;
        found.push(Installed { hook, place });
    }
    Ok(found)
}

/// Whether git itself carries the notes of a ref, or of a pattern, to what commits become.
fn carries_notes(workspace: &Workspace, notes: &str) -> Result<bool, Error> {
    let settings = workspace.store().configuration().settings()?;
    let carried = settings.all(&REWRITE_REF.to_ascii_lowercase());
    Ok(carried.iter().any(|refs| refs == notes))
}

/// Takes a value of ours out again; earlier versions named the ref itself.
fn forget_notes(workspace: &Workspace, notes: &str) -> Result<(), Error> {
    if carries_notes(workspace, notes)? {
        // Where the user has set it for all repositories, it is not ours to take out.
        let _ = workspace.store().configuration().remove(REWRITE_REF, notes);
    }
    Ok(())
}

fn place(workspace: &Workspace, files: &HookFiles, hook: Hook) -> Result<InstalledAt, Error> {
    if is_set(workspace, hook)? {
        return Ok(InstalledAt::Settings);
    }
    Ok(match files.read(hook.name)? {
        HookFile::Script(script) if hook_file::has_section(&script.text) => {
            InstalledAt::File(files.path(hook.name))
        }
        _ => InstalledAt::Missing,
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
    let section = section(hook);
    match hook.duty {
        Duty::Filter => [
            (format!("{section}.process"), hook.setting()),
            (format!("{section}.required"), "true".to_owned()),
        ],
        _ => [
            (format!("{section}.command"), hook.setting()),
            (format!("{section}.event"), hook.name.to_owned()),
        ],
    }
}

fn is_set(workspace: &Workspace, hook: Hook) -> Result<bool, Error> {
    let [(command, _), _] = settings(hook);
    let settings = workspace.store().configuration().settings()?;
    Ok(settings.get(&command).is_some())
}

/// Whether a hook that is installed is what this version would install.
pub(crate) fn is_current(workspace: &Workspace, installed: &Installed) -> Result<bool, Error> {
    let hook = installed.hook;
    match &installed.place {
        InstalledAt::Settings => {
            let set = workspace.store().configuration().settings()?;
            Ok(settings(hook)
                .iter()
                .all(|(key, value)| set.get(key) == Some(value)))
        }
        InstalledAt::File(_) => match workspace.store().hook_files()?.read(hook.name)? {
            HookFile::Script(script) => {
                // At the end of a file that has no last line end, it has none either.
                let section = hook_file::section(&script.text).map(str::trim_end);
                Ok(section == Some(hook.section().trim_end()))
            }
            HookFile::Missing | HookFile::Foreign(_) => Ok(false),
        },
        InstalledAt::Missing | InstalledAt::Foreign(..) => Ok(true),
    }
}

fn put_into_settings(workspace: &Workspace, hook: Hook) -> Result<(), Error> {
    for (key, value) in settings(hook) {
        workspace.store().configuration().set(&key, &value)?;
    }
    Ok(())
}

/// Takes a hook out, wherever it is installed.
fn remove(workspace: &Workspace, files: &HookFiles, hook: Hook) -> Result<(), Error> {
    if is_set(workspace, hook)? {
        let configuration = workspace.store().configuration();
        configuration.remove_section(&section(hook))?;
    }
    remove_section(files, hook)
}

fn put_into_file(files: &HookFiles, hook: Hook) -> Result<InstalledAt, Error> {
    let file = files.path(hook.name);
    let before = match files.read(hook.name)? {
        HookFile::Missing => String::new(),
        // A link, or a program: what is not text cannot hold a section.
        HookFile::Foreign(why) => return Ok(InstalledAt::Foreign(file, why.to_owned())),
        HookFile::Script(script) if !script.is_executable => {
            let why = "is not executable, so git does not run it";
            return Ok(InstalledAt::Foreign(file, why.to_owned()));
        }
        HookFile::Script(script) => script.text,
    };
    match hook_file::with_section(&before, &hook.section()) {
        Ok(after) if after == before => {}
        Ok(after) => files.write(hook.name, &after)?,
        Err(why) => return Ok(InstalledAt::Foreign(file, why.to_string())),
    }
    Ok(InstalledAt::File(file))
}

fn remove_section(files: &HookFiles, hook: Hook) -> Result<(), Error> {
    // The filter has no hook file.
    if hook.duty == Duty::Filter {
        return Ok(());
    }
    let HookFile::Script(script) = files.read(hook.name)? else {
        return Ok(());
    };
    // A damaged section is left for its owner: what belongs to whom is not clear any more.
    let Ok(after) = hook_file::without_section(&script.text) else {
        return Ok(());
    };
    match after {
        // Nothing was in it but our section.
        None => files.remove(hook.name)?,
        Some(after) if after != script.text => files.write(hook.name, &after)?,
        Some(_) => {}
    }
    Ok(())
}
