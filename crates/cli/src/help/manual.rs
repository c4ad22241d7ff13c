//! The manual pages, made of the table of commands.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::program::{Group, Listed, Program};

/// One page: its name, without a section, and its text for `man`.
pub(crate) struct ManualPage {
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
}

/// Every page: the program's own, and one for each command that people see.
///
/// # Errors
/// Never in memory; the generator writes to whatever it is given.
pub(crate) fn manual(program: &Program) -> io::Result<Vec<ManualPage>> {
    let mut line = (program.line)();
    let listed = (program.listed)();
    let mut pages = vec![program_page(line.clone(), &listed)?];
    for listed in listed {
        if let Some(command) = line.find_subcommand_mut(listed.name) {
            command.build();
            command_pages(command, "git memory", Some(&listed), &mut pages)?;
        }
    }
    Ok(pages)
}

fn program_page(line: Command, listed: &[Listed]) -> io::Result<ManualPage> {
    let name = "git-memory".to_owned();
    let program = line
        .disable_help_subcommand(true)
        .override_usage("git memory [OPTIONS] [COMMAND]")
        .display_name(name.clone());
    let man = man(program);
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    let mut roff = Roff::new();
    roff.control("SH", ["DESCRIPTION"]);
    roff.text([roman(
        "git-memory keeps what a project knows about itself (decisions, conventions, lessons, open \
         questions) inside git, as small Markdown files below memory/ that are reviewed and merged \
         like code. Without a command, it shows the status. Each command has its own page: \
         git-memory-list(1).",
    )]);
    roff.control("SH", ["COMMANDS"]);
    for (group, heading) in Group::SHOWN {
        roff.control("SS", [heading]);
        for command in listed.iter().filter(|command| command.group == group) {
            roff.control("TP", []);
            roff.text([bold(command.name)]);
            roff.text([roman(&*command.about)]);
        }
    }
    roff.to_writer(&mut text)?;
    man.render_options_section(&mut text)?;
    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in [
        ("0", "Done."),
        (
            "1",
            "Problems were found: 'check' found errors, 'scan' found secrets.",
        ),
        ("2", "An agent's tool call was denied."),
        ("128", "The command failed; nothing was changed."),
        ("129", "Wrong usage."),
    ] {
        roff.control("TP", []);
        roff.text([bold(status)]);
        roff.text([roman(meaning)]);
    }
    push_see_also(&mut roff, "git(1)");
    roff.to_writer(&mut text)?;
    Ok(ManualPage { name, text })
}

/// The pages of a command and of its own commands. `listed` is its row where it is one of
/// the program's commands: those have a second sentence and an example.
fn command_pages(
    command: &Command,
    parent: &str,
    listed: Option<&Listed>,
    pages: &mut Vec<ManualPage>,
) -> io::Result<()> {
    let typed = format!("{parent} {}", command.get_name());
    let name = typed.replace(' ', "-");
    let mut shown = command
        .clone()
        .disable_help_subcommand(true)
        .display_name(name.clone())
        .bin_name(typed.clone());
    let usage = shown.render_usage().to_string();
    shown = shown.override_usage(usage.trim_start_matches("Usage:").trim().to_owned());
    if let (Some(listed), Some(whole)) = (listed, command.get_about().cloned()) {
        shown = shown.about(listed.about.to_string()).long_about(whole);
    }
    let man = man(shown);
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    let below: Vec<&Command> = command
        .get_subcommands()
        .filter(|below| below.get_name() != "help")
        .collect();
    let mut roff = Roff::new();
    if !below.is_empty() {
        roff.control("SH", ["COMMANDS"]);
    }
    for below in &below {
        roff.control("TP", []);
        roff.text([bold(format!("{name}-{}(1)", below.get_name()))]);
        let about = below.get_about().map(ToString::to_string);
        roff.text([roman(about.unwrap_or_default())]);
    }
    if let Some(Listed { example, .. }) = listed {
        roff.control("SH", ["EXAMPLE"]);
        roff.control("EX", []);
        roff.text([roman(format!("git memory {example}"))]);
        roff.control("EE", []);
    }
    push_see_also(&mut roff, "git-memory(1)");
    roff.to_writer(&mut text)?;
    // The page of `add note` is that of `add-note`.
    pages.retain(|page| page.name != name);
    pages.push(ManualPage { name, text });
    for below in below {
        command_pages(below, &typed, None, pages)?;
    }
    Ok(())
}

fn man(command: Command) -> Man {
    let version = env!("CARGO_PKG_VERSION");
    Man::new(command)
        .source(format!("git-memory {version}"))
        .manual("git-memory")
}

fn push_see_also(roff: &mut Roff, page: &str) {
    roff.control("SH", ["SEE ALSO"]);
    roff.text([bold(page)]);
}
