//! Installation and removal of our hooks: in git's settings if each git here runs hooks from there,
//! otherwise as a section of the active hook file, or in the configuration of the manager that owns
//! this file. No other hook is renamed, overwritten or lost.

use super::help_viewer;
use super::lost::remember;
use super::managed::{self, Carrier, KEPT, carrier, take_out};
use super::place::{
    Installed, InstalledAt, Obstacle, beside, carried_by, folder_of, has_section, kept, obstacle,
    script_with_section, status, to_add, too_old,
};
use super::settings::{put_into_settings, remove_from_settings, settings};
use super::table::{Duty, HOOKS, Hook};
use crate::uncommitted::uncommitted;
use crate::workspace::settings::is_strict;
use crate::workspace::{Error, Workspace};
use git_memory_agents::hook_file;
use git_memory_agents::hook_manager::Manager;
use git_memory_git::Version;
use git_memory_model::private::chain::NOTES;
use git_memory_store::{HookFile, HookFiles};
use git_memory_text::advice::Advice;

/// The setting that names the notes which git carries through amend and rebase (git-notes(1)).
const REWRITE_REF: &str = "notes.rewriteRef";
/// Ours, as a pattern: git warns at each amend of a ref that is named and not there yet, and of no
/// pattern that nothing fits.
const NOTES_PATTERN: &str = "refs/notes/memory*";

/// Rights to change files of other owners.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowed {
    /// The configuration of a hook manager, which a team shares.
    pub manager: bool,
    /// The hook files that other repositories run, too.
    pub shared: bool,
}

/// Puts every hook in; a second run changes nothing. Files of others are changed only where that is
/// allowed.
pub fn install(workspace: &Workspace, allowed: Allowed) -> Result<Vec<Installed>, Error> {
    let configuration = workspace.store().configuration();
    let files = workspace.store().hook_files()?;
    let wish = Wish {
        own: own_files(workspace, &files, allowed)?,
        newest: configuration.git_version()? >= Version::CONFIG_HOOKS,
        // One that runs no hooks of its settings would run none of ours: then all run files.
        every: too_old(&configuration.gits()).is_empty(),
        allowed,
    };
    let is_strict = is_strict(workspace)?;
    let mut installed = Vec::new();
    for hook in HOOKS {
        let place = if hook.duty == Duty::Transaction && !is_strict {
            // After `memory.strict` is turned off, the hook must not run any more.
            remove(workspace, &wish.own, hook)?;
            InstalledAt::Missing
        } else if !hook.duty.is_hook() {
            put_into_settings(workspace, hook)?;
            InstalledAt::Settings
        } else {
            put(workspace, &files, hook, &wish)?
        };
        let obstacle = match &place {
            place if place.is_left_out() && wish.newest => {
                let why = "until then, newer gits run it from the settings".to_owned();
                let advice = Advice::TellHookManager;
                Some(Obstacle { why, advice })
            }
            place => obstacle(&files, hook, place)?,
        };
        installed.push(Installed {
            hook,
            place,
            obstacle,
        });
    }
    if !carries_notes(workspace)? {
        configuration.add(REWRITE_REF, NOTES_PATTERN)?;
    }
    forget_notes(workspace, NOTES)?;
    help_viewer::set(workspace)?;
    remember(workspace, &installed);
    let is_idle = |one: &Installed| one.obstacle.is_some() || one.place.is_left_out();
    if installed.iter().any(is_idle) {
        // The installation has reported it: the next command that writes need not repeat it.
        let today = workspace.today().to_string();
        let _ = workspace.store().is_reminder_due(&today);
    }
    Ok(installed)
}

/// The hook manager that is configured here and whose hook files, once it puts them in, would take
/// the place of ours; `None` if git runs ours from its settings.
///
/// # Errors
/// Where git, hook files or configurations cannot be read.
pub fn waiting(workspace: &Workspace) -> Result<Option<Manager>, Error> {
    let configuration = workspace.store().configuration();
    let is_newest = configuration.git_version()? >= Version::CONFIG_HOOKS;
    if is_newest && too_old(&configuration.gits()).is_empty() {
        return Ok(None);
    }
    managed::waiting(workspace)
}

/// Facts that decide where a hook goes.
struct Wish {
    /// True if the git in use runs hooks from its settings.
    newest: bool,
    /// True if every git on PATH does.
    every: bool,
    allowed: Allowed,
    /// The hook files from which ours may be taken out.
    own: HookFiles,
}

/// The hook files in effect, or the usual ones where other repositories run them, too.
fn own_files(
    workspace: &Workspace,
    files: &HookFiles,
    allowed: Allowed,
) -> Result<HookFiles, Error> {
    let store = workspace.store();
    Ok(if !allowed.shared && store.shares(files)? {
        store.usual_hook_files()
    } else {
        files.clone()
    })
}

/// Puts one hook in, at one place: at two it would run twice.
fn put(
    workspace: &Workspace,
    files: &HookFiles,
    hook: Hook,
    wish: &Wish,
) -> Result<InstalledAt, Error> {
    let carrier = carrier(workspace, files, hook)?;
    if let Some(carrier) = &carrier
        && carrier.is_shared
        && carrier.is_called(hook)?
    {
        // The team has put it in.
        remove(workspace, &wish.own, hook)?;
        return Ok(carried_by(workspace, carrier));
    }
    if wish.own.folder() != files.folder() && has_section(files, hook.name)? {
        // It was put there for all repositories, and here it would run twice.
        remove_from_settings(workspace, hook)?;
        return put_into_file(files, hook.name, hook);
    }
    if wish.newest && wish.every {
        remove_sections(workspace, &wish.own, hook)?;
        put_into_settings(workspace, hook)?;
        return Ok(InstalledAt::Settings);
    }
    let place = match carrier {
        Some(carrier) if carrier.is_shared => tell(workspace, files, &carrier, hook, wish)?,
        carrier => {
            let own = match folder_of(workspace, files, hook)? {
                None if wish.allowed.shared => Some(files.clone()),
                own => own,
            };
            let name = carrier.map_or(hook.name.to_owned(), |carrier| carrier.file().1.to_owned());
            match own {
                Some(own) => put_into_file(&own, &name, hook)?,
                None => InstalledAt::Shared(files.folder().to_owned()),
            }
        }
    };
    if place.is_left_out() && wish.newest {
        // Not for every git, which is better than for none.
        put_into_settings(workspace, hook)?;
    } else {
        remove_from_settings(workspace, hook)?;
    }
    Ok(place)
}

/// Puts a hook into the configuration of a manager, where that is wanted.
fn tell(
    workspace: &Workspace,
    files: &HookFiles,
    carrier: &Carrier,
    hook: Hook,
    wish: &Wish,
) -> Result<InstalledAt, Error> {
    if !wish.allowed.manager {
        // The manager still runs the hook file that was there before it.
        return match kept(files, carrier, hook)? {
            Some(name) => put_into_file(files, &name, hook),
            None => Ok(to_add(workspace, carrier, hook)),
        };
    }
    if let Some(why) = carrier.put(&hook.call())? {
        return Ok(InstalledAt::Foreign(carrier.path(workspace), why));
    }
    remove_sections(workspace, &wish.own, hook)?;
    Ok(carried_by(workspace, carrier))
}

/// Result of [`uninstall`].
#[derive(Debug)]
pub struct Uninstalled {
    /// Earlier place of each hook.
    pub hooks: Vec<Installed>,
    /// The files that a team shares and that were changed, as git sees them.
    pub shared: Vec<String>,
}

/// Takes every hook out, wherever it is installed; what was there before is as it was. What other
/// repositories run, too, goes only where that is allowed.
pub fn uninstall(workspace: &Workspace, allowed: Allowed) -> Result<Uninstalled, Error> {
    let files = workspace.store().hook_files()?;
    let own = own_files(workspace, &files, allowed)?;
    let mut removed = status(workspace)?;
    let shared = take_out(workspace, &files)?;
    // Another repository may track a file outside of this one.
    let shared = shared.iter().filter(|file| file.is_relative());
    let shared: Vec<&str> = shared.filter_map(|file| file.to_str()).collect();
    for installed in &mut removed {
        let hook = installed.hook;
        installed.obstacle = None;
        let in_effect = InstalledAt::File(files.path(hook.name));
        if own.folder() != files.folder() && installed.place == in_effect {
            // Other repositories run it, too.
            installed.place = InstalledAt::Shared(files.folder().to_owned());
        }
        remove(workspace, &own, hook)?;
        // The call was written by hand, without our marks.
        if let Some(carrier) = carrier(workspace, &files, installed.hook)?
            && carrier.is_called(installed.hook)?
        {
            let why = "calls git-memory in lines that git-memory did not write";
            let file = carrier.path(workspace);
            installed.place = InstalledAt::Foreign(file, why.to_owned());
        }
    }
    forget_notes(workspace, NOTES_PATTERN)?;
    forget_notes(workspace, NOTES)?;
    help_viewer::remove(workspace)?;
    workspace.store().remember_hooks("");
    Ok(Uninstalled {
        hooks: removed,
        shared: uncommitted(workspace, &shared)?,
    })
}

/// True if git itself carries notes to rewritten commits.
pub fn carries_notes(workspace: &Workspace) -> Result<bool, Error> {
    carries(workspace, NOTES_PATTERN)
}

/// True if git carries the notes of a ref or of a pattern.
fn carries(workspace: &Workspace, notes: &str) -> Result<bool, Error> {
    let settings = workspace.store().configuration().settings()?;
    let carried = settings.all(&REWRITE_REF.to_ascii_lowercase());
    Ok(carried.iter().any(|refs| refs == notes))
}

/// Takes a value of ours out again; earlier versions named the ref itself.
fn forget_notes(workspace: &Workspace, notes: &str) -> Result<(), Error> {
    if carries(workspace, notes)? {
        // The user's global settings are not ours to change.
        let _ = workspace.store().configuration().remove(REWRITE_REF, notes);
    }
    Ok(())
}

/// True if an installed hook equals the one that this version would install.
pub(crate) fn is_current(workspace: &Workspace, installed: &Installed) -> Result<bool, Error> {
    let hook = installed.hook;
    match &installed.place {
        InstalledAt::Settings => {
            let set = workspace.store().configuration().settings()?;
            Ok(settings(hook)
                .iter()
                .all(|(key, value)| set.get(key) == Some(value)))
        }
        InstalledAt::File(file) => {
            let files = beside(file, &workspace.store().hook_files()?);
            let Some(script) = script_with_section(&files, hook)? else {
                return Ok(false);
            };
            // At the end of a file that has no last line end, it has none either.
            let section = hook_file::section(&script).map(str::trim_end);
            Ok(section == Some(hook.section().trim_end()))
        }
        // A team changes its shared configuration when it wants to.
        _ => Ok(true),
    }
}

/// Takes a hook out of everything that is this clone's own.
fn remove(workspace: &Workspace, files: &HookFiles, hook: Hook) -> Result<(), Error> {
    remove_from_settings(workspace, hook)?;
    remove_sections(workspace, files, hook)
}

/// Takes our sections of a hook out: of the file in effect, of one that is not in effect just now,
/// and of what managers have kept of them, which comes back when they leave.
fn remove_sections(workspace: &Workspace, files: &HookFiles, hook: Hook) -> Result<(), Error> {
    // Only a hook by name has a hook file.
    if !hook.duty.is_hook() {
        return Ok(());
    }
    for files in [files, &workspace.store().usual_hook_files()] {
        remove_section(files, hook.name)?;
        for suffix in KEPT {
            remove_section(files, &format!("{}{suffix}", hook.name))?;
        }
    }
    Ok(())
}

fn put_into_file(files: &HookFiles, name: &str, hook: Hook) -> Result<InstalledAt, Error> {
    let file = files.path(name);
    let before = match files.read(name)? {
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
        Ok(after) => files.write(name, &after)?,
        Err(why) => return Ok(InstalledAt::Foreign(file, why.to_string())),
    }
    Ok(InstalledAt::File(file))
}

fn remove_section(files: &HookFiles, name: &str) -> Result<(), Error> {
    let HookFile::Script(script) = files.read(name)? else {
        return Ok(());
    };
    // A foreign empty file would look like one that only had our section.
    if !hook_file::has_section(&script.text) {
        return Ok(());
    }
    // A damaged section is left for its owner: what belongs to whom is not clear any more.
    let Ok(after) = hook_file::without_section(&script.text) else {
        return Ok(());
    };
    match after {
        // Nothing was in it but our section.
        None => files.remove(name)?,
        Some(after) if after != script.text => files.write(name, &after)?,
        Some(_) => {}
    }
    Ok(())
}
