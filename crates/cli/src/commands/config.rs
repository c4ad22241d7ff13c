//! `git memory config`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::output::{BOLD, DIM, PLAIN, Printer};
use git_memory_app::care::config::{Configured, config, misspelt};
use git_memory_app::wire::ConfigAnswer;
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct ConfigArgs {
    /// Print only settings that have a value, as 'key=value' lines for scripts
    #[arg(long)]
    list: bool,
    /// Show the source of each value
    #[arg(long)]
    show_origin: bool,
}

impl Verb for ConfigArgs {
    const PAGE: HelpPage = HelpPage {
        more: "With --show-origin, each comes with its source: a variable, git's settings, the \
         team's file or the default.",
        example: "config --list",
    };
    const ANSWERS: &[Answered] = &[answered::<ConfigAnswer>("config")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ConfigArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let configured = config(workspace)?;
    printer.warn_of_faults(&misspelt(workspace)?);
    if printer.is_json() {
        printer.json(ConfigAnswer::from(configured.as_slice()));
        return Ok(Exit::Done);
    }
    printer.page();
    if args.list {
        list(&configured, args.show_origin, printer);
    } else {
        explain(&configured, args.show_origin, printer);
    }
    Ok(Exit::Done)
}

/// Lines as `git config --list` has them, the origin in front of a tab.
fn list(configured: &[Configured], shows_origin: bool, printer: &mut Printer) {
    for Configured {
        setting,
        value,
        origin,
    } in configured
    {
        let Some(value) = value else { continue };
        let line = format!("{}={value}", setting.key());
        if shows_origin {
            printer.line(format!("{}\t{line}", origin.name()));
        } else {
            printer.line(line);
        }
    }
}

/// Each setting with its value, and below it what it does.
fn explain(configured: &[Configured], shows_origin: bool, printer: &mut Printer) {
    let mut explained = None;
    for Configured {
        setting,
        value,
        origin,
    } in configured
    {
        let key = setting.key();
        let value = match value {
            Some(value) => format!(" = {value}"),
            None => " is not set".to_owned(),
        };
        let origin = if shows_origin {
            format!("  ({})", origin.name())
        } else {
            String::new()
        };
        printer.styled(&[(BOLD, &key), (PLAIN, &value), (DIM, &origin)]);
        // A list has a line for each of its values, and is explained once.
        if explained.replace(setting.name) != Some(setting.name) {
            printer.styled(&[(PLAIN, "    "), (PLAIN, setting.help)]);
        }
    }
}
