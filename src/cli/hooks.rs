//! `git memory hooks install|uninstall|status`.

use crate::app::hooks;
use crate::app::hooks::{Installed, InstalledAt};
use crate::app::workspace::Workspace;
use crate::cli::args::HooksCommand;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::wire::{HookShape, HooksShape};

pub(super) fn run(
    workspace: &Workspace,
    command: HooksCommand,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let hooks = match command {
        HooksCommand::Install => hooks::install(workspace)?,
        HooksCommand::Uninstall => hooks::uninstall(workspace)?,
        HooksCommand::Status => hooks::status(workspace)?,
    };
    if printer.is_json() {
        printer.json(HooksShape {
            hooks: hooks.iter().map(shape).collect(),
        });
        return Ok(Exit::Done);
    }
    for installed in &hooks {
        let name = installed.hook.name;
        let place = match &installed.place {
            InstalledAt::Settings => "git's settings".to_owned(),
            InstalledAt::File(file) => file.display().to_string(),
            InstalledAt::Missing => "not installed".to_owned(),
            InstalledAt::Foreign(file, why) => format!("{} {why}", file.display()),
        };
        let verb = if matches!(command, HooksCommand::Uninstall)
            && installed.place != InstalledAt::Missing
        {
            "removed from "
        } else {
            ""
        };
        printer.line(format!("{name:<21}  {verb}{place}"));
    }
    warn(&hooks, printer);
    Ok(Exit::Done)
}

/// Says what the user has to do by hand.
pub(super) fn warn(hooks: &[Installed], printer: &Printer) {
    for Installed { hook, place } in hooks {
        if let InstalledAt::Foreign(file, why) = place {
            printer.note(format!(
                "warning: {} {why}; it was left as it is",
                file.display()
            ));
            printer.note(format!("hint: let it run this: {}", hook.command()));
        }
    }
}

pub(super) fn shape(installed: &Installed) -> HookShape {
    let (place, file) = match &installed.place {
        InstalledAt::Settings => ("settings", None),
        InstalledAt::File(file) => ("file", Some(file)),
        InstalledAt::Missing => ("missing", None),
        InstalledAt::Foreign(file, _) => ("foreign", Some(file)),
    };
    HookShape {
        hook: installed.hook.name,
        place,
        file: file.map(|file| file.display().to_string()),
    }
}
