//! `git memory hooks install|uninstall|status`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::care::doctor::canary;
use git_memory_app::hooks;
use git_memory_app::hooks::{Allowed, Installed, InstalledAt, Obstacle, ToAdd};
use git_memory_app::wire::{HookItem, HooksAnswer};
use git_memory_app::workspace::Workspace;
use git_memory_text::advice::Advice;

#[derive(Args)]
pub(crate) struct HooksArgs {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, Copy, Subcommand)]
enum Command {
    /// Install the hooks alongside existing ones
    Install {
        /// Change the configuration of your hook manager (husky, lefthook, pre-commit, prek),
        /// instead of printing what to add to it
        #[arg(long)]
        write: bool,
        /// Also change hook files that your other repositories run
        #[arg(long)]
        global_hooks: bool,
    },
    /// Remove the hooks
    Uninstall {
        /// Also change hook files that your other repositories run
        #[arg(long)]
        global_hooks: bool,
    },
    /// Show where each hook is installed, and whether git runs it
    Status,
}

impl Verb for HooksArgs {
    const PAGE: HelpPage = HelpPage {
        more: "They are installed beside existing hooks, which stay as they are.",
        example: "hooks status",
    };
    const ANSWERS: &[Answered] = &[answered::<HooksAnswer>("hooks")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &HooksArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // As git remote, without a word it shows what is there.
    match args.command.unwrap_or(Command::Status) {
        Command::Install {
            write,
            global_hooks,
        } => {
            let allowed = Allowed {
                manager: write,
                shared: global_hooks,
            };
            let hooks = hooks::install(workspace, allowed)?;
            print(&hooks, None, "", printer);
            // A hook that could not be installed stops nothing else, but the user has to act.
            warn(&hooks, printer);
            if write {
                let mut files = hooks::carried(&hooks);
                files.extend(git_memory_app::hooks::tell_waiting(workspace)?);
                let files = files.iter().map(|file| file.display().to_string());
                name_shared(&files.collect::<Vec<_>>(), printer);
            }
        }
        Command::Uninstall { global_hooks } => {
            let allowed = Allowed {
                shared: global_hooks,
                ..Allowed::default()
            };
            let done = hooks::uninstall(workspace, allowed)?;
            print(&done.hooks, None, "removed from ", printer);
            note_kept(&done.hooks, printer);
            name_shared(&done.shared, printer);
        }
        Command::Status => {
            let hooks = hooks::tried(workspace)?;
            // An installed hook may still not run: a secret of no worth shows it.
            let canary = if hooks.iter().any(Installed::is_in) {
                Some(canary(workspace)?.message().to_owned())
            } else {
                None
            };
            print(&hooks, canary, "", printer);
            warn(&hooks, printer);
        }
    }
    Ok(Exit::Done)
}

/// Prints where the hooks are, and what became of a canary; `verb` is before the place of those
/// that are somewhere.
fn print(hooks: &[Installed], canary: Option<String>, verb: &str, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(HooksAnswer {
            hooks: hooks.iter().map(shape).collect(),
            canary,
        });
        return;
    }
    for installed in hooks {
        let verb = if installed.is_in() { verb } else { "" };
        let mut place = place(&installed.place);
        if let Some(reason) = reason(installed) {
            place.extend(["; ", &reason]);
        }
        printer.line(format!("{:<21}  {verb}{place}", installed.hook.name));
    }
    if let Some(canary) = canary {
        printer.line(format!("a planted secret       {canary}"));
    }
}

/// Reason why git does not run a hook; for one that a manager runs, with the remedy.
fn reason(installed: &Installed) -> Option<String> {
    let Obstacle { why, advice } = installed.obstacle.as_ref()?;
    Some(match (&installed.place, advice) {
        (InstalledAt::Manager(..), Advice::ByHand { text }) => format!("{why}: {text}"),
        _ => why.clone(),
    })
}

fn place(place: &InstalledAt) -> String {
    match place {
        InstalledAt::Settings => "git's settings".to_owned(),
        InstalledAt::File(file) => file.display().to_string(),
        InstalledAt::Manager(manager, file) => {
            format!("{} ({})", file.display(), manager.name())
        }
        InstalledAt::Missing => "not installed".to_owned(),
        InstalledAt::Shared(folder) => format!("not installed: git runs {}", folder.display()),
        InstalledAt::ToAdd(add) => format!("not installed: {} runs it", add.manager.name()),
        InstalledAt::Foreign(file, why) => format!("{} {why}", file.display()),
    }
}

/// Says what the user has to do by hand.
pub(crate) fn warn(hooks: &[Installed], printer: &Printer) {
    for Installed { hook, place, .. } in hooks {
        if let InstalledAt::Foreign(file, why) = place {
            printer.note(format!(
                "warning: {} {why}; it was not changed",
                file.display()
            ));
            printer.note(format!("hint: let it run: {}", hook.command()));
        }
    }
    if let Some((folder, names)) = shared(hooks) {
        printer.note(format!(
            "warning: git runs hooks from {}, which other repositories share, and not those of \
             this repository: {names} not installed",
            folder.display(),
        ));
        printer.note(
            "hint: 'git memory hooks install --global-hooks' adds them there (they do nothing \
             where there is no memory/)",
        );
        printer.note(
            "hint: or have each file there run \"$(git rev-parse --git-common-dir)/hooks/NAME\", \
             then run 'git memory hooks install'",
        );
    }
    to_add(hooks, printer);
}

/// Says what hook managers have to run, and last the command that adds it to their configuration.
fn to_add(hooks: &[Installed], printer: &Printer) {
    let mut rest: Vec<(&str, &ToAdd)> = Vec::new();
    for Installed { hook, place, .. } in hooks {
        if let InstalledAt::ToAdd(add) = place {
            rest.push((hook.name, add));
        }
    }
    let Some((_, first)) = rest.first() else {
        return;
    };
    let names: Vec<&str> = rest.iter().map(|(name, _)| *name).collect();
    printer.note(format!(
        "warning: {} runs these hooks, and would overwrite git-memory's: {}",
        first.manager.name(),
        names.join(", ")
    ));
    printer.note("to run them, its configuration, which your team shares, needs these lines:");
    let mut file = None;
    for (_, add) in rest {
        // One file may take several.
        if file != Some(&add.file) {
            let file = add.file.display();
            printer.note(match add.list {
                Some(list) => format!("# {file}, under '{list}:'"),
                None => format!("# {file}"),
            });
        }
        file = Some(&add.file);
        for line in add.text.lines() {
            printer.note(line);
        }
    }
    printer.note("hint: 'git memory hooks install --write' adds them there");
}

/// The folder of hook files that other repositories share, and the hooks that it keeps from this one.
fn shared(hooks: &[Installed]) -> Option<(&PathBuf, String)> {
    let mut folder = None;
    let mut names = Vec::new();
    for Installed { hook, place, .. } in hooks {
        if let InstalledAt::Shared(shared) = place {
            folder = Some(shared);
            names.push(hook.name);
        }
    }
    Some((folder?, names.join(", ")))
}

/// Says which hook files still hold ours, as other repositories run them.
fn note_kept(hooks: &[Installed], printer: &Printer) {
    if let Some((folder, names)) = shared(hooks) {
        let folder = folder.display();
        printer.note(format!(
            "warning: other repositories share {folder}, so these stay there: {names}"
        ));
        printer.note("hint: 'git memory hooks uninstall --global-hooks' takes them out");
    }
}

/// Names files of managers that were changed: they are tracked.
fn name_shared(files: &[String], printer: &Printer) {
    if !files.is_empty() {
        let names = files.join(", ");
        printer.note(format!(
            "hint: your team shares {names}: commit the changes"
        ));
    }
}

pub(crate) fn shape(installed: &Installed) -> HookItem {
    let (place, file) = match &installed.place {
        InstalledAt::Settings => ("settings", None),
        InstalledAt::File(file) => ("file", Some(file)),
        InstalledAt::Manager(_, file) => ("manager", Some(file)),
        InstalledAt::Missing => ("missing", None),
        InstalledAt::Shared(folder) => ("missing", Some(folder)),
        InstalledAt::ToAdd(add) => ("missing", Some(&add.file)),
        InstalledAt::Foreign(file, _) => ("foreign", Some(file)),
    };
    let (manager, add) = match &installed.place {
        InstalledAt::Manager(manager, _) => (Some(manager.name()), None),
        InstalledAt::ToAdd(add) => (Some(add.manager.name()), Some(add.text.clone())),
        _ => (None, None),
    };
    HookItem {
        hook: installed.hook.name,
        place,
        file: file.map(|file| file.display().to_string()),
        manager,
        add,
        obstacle: reason(installed),
    }
}
