//! `git memory hooks install|uninstall|status`.

use clap::{Args, Subcommand};

use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::hooks;
use crate::app::hooks::{Installed, InstalledAt};
use crate::app::workspace::Workspace;
use crate::wire::{HookItem, HooksAnswer};

#[derive(Args)]
pub(crate) struct HooksArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, Subcommand)]
enum Command {
    /// Install the hooks alongside existing ones
    Install,
    /// Remove the hooks
    Uninstall,
    /// Show where each hook is installed
    Status,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &HooksArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let hooks = match args.command {
        Command::Install => hooks::install(workspace)?,
        Command::Uninstall => hooks::uninstall(workspace)?,
        Command::Status => hooks::status(workspace)?,
    };
    if printer.is_json() {
        printer.json(HooksAnswer {
            hooks: hooks.iter().map(shape).collect(),
        });
        return Ok(Exit::Done);
    }
    for installed in &hooks {
        let is_removed =
            matches!(args.command, Command::Uninstall) && installed.place != InstalledAt::Missing;
        let verb = if is_removed { "removed from " } else { "" };
        let place = match &installed.place {
            InstalledAt::Settings => "git's settings".to_owned(),
            InstalledAt::File(file) => file.display().to_string(),
            InstalledAt::Missing => "not installed".to_owned(),
            InstalledAt::Foreign(file, why) => format!("{} {why}", file.display()),
        };
        printer.line(format!("{:<21}  {verb}{place}", installed.hook.name));
    }
    // A hook that could not be installed stops nothing else, but the user has to act.
    warn(&hooks, printer);
    Ok(Exit::Done)
}

/// Says what the user has to do by hand.
pub(crate) fn warn(hooks: &[Installed], printer: &Printer) {
    for Installed { hook, place } in hooks {
        if let InstalledAt::Foreign(file, why) = place {
            printer.note(format!(
                "warning: {} {why}; it was not changed",
                file.display()
            ));
            printer.note(format!("hint: have it run: {}", hook.command()));
        }
    }
}

pub(crate) fn shape(installed: &Installed) -> HookItem {
    let (place, file) = match &installed.place {
        InstalledAt::Settings => ("settings", None),
        InstalledAt::File(file) => ("file", Some(file)),
        InstalledAt::Missing => ("missing", None),
        InstalledAt::Foreign(file, _) => ("foreign", Some(file)),
    };
    HookItem {
        hook: installed.hook.name,
        place,
        file: file.map(|file| file.display().to_string()),
    }
}
