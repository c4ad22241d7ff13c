//! The table of commands: what help, dispatch and the reference are made of.

use git_memory_cli::command_line::command_line;
use git_memory_cli::commands::{Group, commands};

use crate::common::{World, has};

#[test]
fn clap_finds_nothing_wrong_with_any_command() {
    let mut line = command_line();
    line.build();
    line.debug_assert();
}

/// First commands of the help text.
const FIRST: [&str; 5] = ["init", "add-decision", "recall", "why", "status"];

#[test]
fn help_begins_with_five_commands_and_lists_each_below_its_group() {
    let world = World::empty();
    let help = world.memory("--help").ok();
    assert_eq!(world.memory("help").ok(), help);
    let headings: Vec<&str> = help.lines().filter(|line| line.ends_with(':')).collect();
    assert_eq!(
        headings,
        [
            "To begin with:",
            "Start:",
            "Write:",
            "Read:",
            "Find:",
            "Private:",
            "Share:",
            "Care:",
            "Global options:"
        ]
    );
    for command in commands() {
        let row = format!("  {:<14}  {}\n", command.name, command.about);
        let expected = match command.group {
            Group::Plumbing => 0,
            _ => 1 + usize::from(FIRST.contains(&command.name)),
        };
        assert_eq!(help.matches(&row).count(), expected, "{row}{help}");
    }
    let (first, _) = help.split_once("Start:").unwrap();
    let rows = first.lines().filter(|line| line.starts_with("  "));
    let names: Vec<&str> = rows
        .map(|row| row.split_whitespace().next().unwrap())
        .collect();
    assert_eq!(names, FIRST);
    for line in help.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

/// The words of a line, as a shell would split them.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (nth, part) in line.replace('\'', "\"").split('"').enumerate() {
        match nth % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

#[test]
fn each_command_has_a_page_with_two_sentences_its_options_and_an_example() {
    let world = World::empty();
    for command in commands() {
        let page = world.memory([command.name, "-h"]).ok();
        let long = world.memory([command.name, "--help"]).ok();
        assert!(
            long.starts_with(&*command.about) && long.contains("Example:"),
            "{long}"
        );
        let mut lines = page.lines();
        assert_eq!(lines.next(), Some(&*command.about));
        let more = lines.by_ref();
        let more: Vec<&str> = more.skip(1).take_while(|line| !line.is_empty()).collect();
        assert!(more.join(" ").ends_with('.'), "{page}");
        has(&page, &format!("Usage: git memory {}", command.name));
        assert!(page.contains("Global options:\n  -C <PATH>"), "{page}");
        let (_, example) = page.split_once("Example:\n  ").unwrap();
        let example = words(example);
        assert_eq!(example[..3], ["git", "memory", command.name], "{page}");
        let parsed = command_line().try_get_matches_from(&example[1..]);
        assert!(parsed.is_ok(), "{example:?}: {:?}", parsed.err());
    }
}

#[test]
fn a_word_of_another_program_leads_to_the_command_that_is_meant() {
    let world = World::empty();
    for (word, meant) in [
        ("search", "git memory recall"),
        ("find", "git memory recall"),
        ("grep", "git memory recall"),
        ("serach", "git memory recall"),
        ("ls", "git memory list"),
        ("rm", "git memory supersede"),
        ("delete", "status=archived"),
        ("remove", "git rm"),
        ("new", "git memory add-decision"),
        ("lesson", "git memory add-lesson"),
        ("decisions", "git memory list --kind decision"),
        ("cat", "git memory show"),
        ("explain", "git memory why"),
        ("todo", "git memory add-loop"),
        ("push", "git memory sync"),
        ("lst", "git memory list"),
        ("recal", "git memory recall"),
        ("statsu", "git memory status"),
        ("superseed", "git memory supersede"),
    ] {
        let err = world.memory([word]).fails(129);
        let mut lines = err.lines();
        let fatal = format!("fatal: '{word}' is not a git memory command");
        assert_eq!(lines.next(), Some(fatal.as_str()));
        let hint = lines.next().unwrap();
        assert!(hint.starts_with("hint: ") && hint.contains(meant), "{err}");
        assert!(!err.contains("clear"), "{err}");
        assert_eq!(
            lines.next(),
            Some("hint: 'git memory -h' lists the commands")
        );
    }
    let err = world.memory("xyzzy").fails(129);
    assert_eq!(err.lines().count(), 2, "{err}");
}

#[test]
fn wrong_usage_is_told_like_every_other_failure() {
    let world = World::empty();
    for (arguments, expected) in [
        (
            &["show"][..],
            "fatal: the following required arguments were not provided:\n  <RECORD>...\n\
             hint: usage: git memory show <RECORD>...\n",
        ),
        (
            &["topic"],
            "fatal: 'git memory topic' requires a subcommand but one was not provided\n  \
             [subcommands: read, write, log, restore, list, help]\n\
             hint: usage: git memory topic [OPTIONS] <COMMAND>\n",
        ),
        (
            &["list", "--sort", "tilte"],
            "fatal: invalid value 'tilte' for '--sort <SORT>'\n  \
             [possible values: updated, created, title, id, path]\n\
             hint: a similar value exists: 'title'\n",
        ),
        (
            &["list", "--nosuch"],
            "fatal: unexpected argument '--nosuch' found\n\
             hint: usage: git memory list [OPTIONS]\n",
        ),
    ] {
        assert_eq!(world.memory(arguments).fails(129), expected);
    }
}

#[test]
fn a_hook_without_a_name_or_with_an_unknown_one_is_told_how_it_is_called() {
    let world = World::with_memory();
    let err = world.memory("hook").fails(129);
    assert!(err.contains("<NAME>"), "{err}");
    assert!(err.contains("hint: usage: git memory hook <NAME>"), "{err}");
    assert!(!err.contains("hooks"), "{err}");
    let err = world.memory("hook pre-comit").fails(128);
    assert_eq!(
        err,
        "fatal: no hook 'pre-comit'\n\
         hint: git's hooks call this command\n\
         hint: 'git memory hooks status' shows which hook files are in effect\n\
         hint: the hooks are: pre-commit, pre-merge-commit, prepare-commit-msg, post-checkout, \
         post-merge, post-rewrite, pre-rebase, pre-push, reference-transaction\n\
         hint: agents call: session-start, user-prompt, pre-tool-use, subagent-start, \
         session-end\n"
    );
}
