//! The table of commands: what help, dispatch and the reference are made of.

use git_memory::cli::commands::{Group, command_line, commands};

use crate::common::World;

#[test]
fn clap_finds_nothing_wrong_with_any_command() {
    let mut line = command_line();
    line.build();
    line.debug_assert();
}

#[test]
fn help_lists_each_command_once_below_its_group() {
    let world = World::empty();
    let help = world.memory(["--help"]).ok();
    let mut headings: Vec<&str> = help.lines().filter(|line| line.ends_with(':')).collect();
    headings.pop();
    assert_eq!(
        headings,
        [
            "Start:",
            "Write:",
            "Read:",
            "Maintain:",
            "Share:",
            "Agents:"
        ]
    );
    for command in commands() {
        let row = format!("  {:<14}  {}\n", command.name, command.about);
        let expected = usize::from(command.group != Group::Plumbing);
        assert_eq!(help.matches(&row).count(), expected, "{row}{help}");
    }
    assert!(
        help.contains("  add-loop        Add an open loop\n"),
        "{help}"
    );
    for line in help.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn each_command_has_help_of_its_own() {
    let world = World::empty();
    for command in commands() {
        let help = world.memory([command.name, "--help"]).ok();
        let usage = format!("Usage: git memory {}", command.name);
        assert!(help.starts_with(&*command.about), "{help}");
        assert!(help.contains(&usage), "{help}");
    }
}

#[test]
fn a_hook_without_a_name_or_with_an_unknown_one_is_told_how_it_is_called() {
    let world = World::with_memory();
    let err = world.memory(["hook"]).fails(129);
    assert!(err.contains("<NAME>"), "{err}");
    assert!(err.contains("Usage: git memory hook <NAME>"), "{err}");
    assert!(!err.contains("hooks"), "{err}");
    let err = world.memory(["hook", "pre-comit"]).fails(128);
    assert_eq!(
        err,
        "fatal: no hook 'pre-comit'\n\
         hint: git's hooks call this command\n\
         hint: 'git memory hooks status' shows which hook files are in effect\n\
         hint: the hooks are: pre-commit, pre-merge-commit, post-checkout, post-merge, \
         post-rewrite, pre-push, reference-transaction\n"
    );
}
