//! The table of commands: what help, dispatch and the reference are made of.

use git_memory_cli::command_line::command_line;
use git_memory_cli::commands::{Command, Group, commands};

use crate::common::{World, has};

#[test]
fn clap_finds_nothing_wrong_with_any_command() {
    let mut line = command_line();
    line.build();
    line.debug_assert();
}

/// Lines and columns of a small terminal.
const SCREEN: (usize, usize) = (48, 80);

/// Fails the test if a text is longer or wider than a small terminal.
pub(super) fn fits_on_a_screen(text: &str) {
    let (lines, columns) = SCREEN;
    assert!(text.lines().count() <= lines, "{text}");
    for line in text.lines() {
        assert!(line.chars().count() <= columns, "{line}");
    }
}

#[test]
fn help_shows_the_commands_that_are_met_early_and_help_all_every_one() {
    let mut world = World::empty();
    world.set("COLUMNS", "80");
    let help = world.memory("-h").ok();
    assert_eq!(world.memory("help").ok(), help);
    let all = world.memory("help --all").ok();
    fits_on_a_screen(&help);
    for Command {
        name,
        group,
        is_rare,
        about,
        ..
    } in commands()
    {
        let row = format!("  {name:<11}  {about}\n");
        let is_shown = group != Group::Plumbing && !is_rare;
        assert_eq!(help.contains(&row), is_shown, "{row}{help}");
        let row = format!("  {name:<14}  {about}\n");
        assert_eq!(all.contains(&row), group != Group::Plumbing, "{row}{all}");
    }
    for (_, heading) in Group::SHOWN {
        has(&help, &format!("\n{heading:<10}  "));
        has(&all, &format!("\n{heading}\n  "));
    }
}

#[test]
fn each_page_fits_on_a_screen_and_its_long_form_has_every_option() {
    let mut world = World::empty();
    world.set("COLUMNS", "80");
    for command in commands() {
        if command.group != Group::Plumbing {
            fits_on_a_screen(&world.memory([command.name, "-h"]).ok());
        }
    }
    let page = world.memory("add lesson -h").ok();
    has(&page, "Usage: git memory add lesson");
    assert!(
        !page.contains("--scope") && page.contains("--cause"),
        "{page}"
    );
    let long = world.memory("help add lesson").ok();
    has(&long, ["--scope <SCOPE>", "More options:", "-C <PATH>"]);
}

#[test]
fn help_finds_the_command_for_a_word() {
    let world = World::empty();
    for (word, found) in [
        ("search", "'git memory recall WORDS' finds records\n"),
        ("undo", "'git restore --staged --worktree FILE' takes"),
        ("adr", "'git memory add TITLE' records a decision"),
        ("secrets", "scan            Find secrets in memory"),
        ("find secrets", "scan            Find secrets in memory"),
        ("AGENTS.md", "'git memory import agents-md' makes rules"),
        ("cursor", "'git memory import cursor-rules' makes rules"),
        (
            ".cursor/rules/",
            "'git memory import cursor-rules' makes rules",
        ),
        (
            "copilot-instructions",
            "'git memory import copilot' makes rules",
        ),
    ] {
        has(&world.memory(["help", word]).ok(), found);
    }
    let err = world.memory("help xyzzy").fails(129);
    assert_eq!(
        err,
        "fatal: no command fits 'xyzzy'\nhint: 'git memory help --all' lists all commands\n"
    );
}

/// Fails the test if a page has many options, and more than five without a heading of their own.
fn has_five_first(command: &clap::Command) {
    let is_own = |arg: &&clap::Arg| {
        let id = arg.get_id();
        id != "help" && id != "version" && !arg.is_positional() && !arg.is_global_set()
    };
    let own: Vec<_> = command.get_arguments().filter(is_own).collect();
    let first = own.iter().filter(|arg| arg.get_help_heading().is_none());
    let (first, all) = (first.count(), own.len());
    assert!(all <= 8 || first <= 5, "{}: {first}", command.get_name());
    command.get_subcommands().for_each(has_five_first);
}

#[test]
fn a_page_with_many_options_has_the_five_that_matter_first() {
    let mut line = command_line();
    line.build();
    line.get_subcommands().for_each(has_five_first);
    let page = World::empty().memory("recall -h").ok();
    let mut headings = page
        .lines()
        .filter(|line| line.ends_with(':') && !line.starts_with(' '));
    let expected = [
        "Options:",
        "Which records:",
        "Where to look:",
        "Output:",
        "Global options:",
    ];
    assert!(
        expected
            .iter()
            .all(|it| headings.any(|heading| heading == *it)),
        "{page}"
    );
    has(&page, "decision, lesson,");
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
        assert!(page.contains("Global options:\n      --json"), "{page}");
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
        ("new", "git memory add TITLE"),
        ("lesson", "git memory add lesson"),
        ("decisions", "git memory list --kind decision"),
        ("cat", "git memory show"),
        ("explain", "git memory why"),
        ("todo", "git memory add loop"),
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
             [subcommands: read, write, log, restore, list]\n\
             hint: usage: git memory topic [OPTIONS] <COMMAND>\n\
             hint: 'git memory topic -h' shows what it takes\n",
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
             hint: usage: git memory list [OPTIONS]\n\
             hint: 'git memory list -h' shows what it takes\n",
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

#[test]
fn a_command_of_several_shows_what_is_there_without_a_word() {
    let world = World::with_memory();
    for (command, same) in [
        ("agents", "agents status"),
        ("hooks", "hooks status"),
        ("policy", "policy show"),
        ("model", "model list"),
    ] {
        let (bare, full) = (world.memory(command), world.memory(same));
        assert_eq!(
            (bare.status, &bare.out),
            (full.status, &full.out),
            "{command}"
        );
        assert!(!bare.out.is_empty() || !bare.err.is_empty(), "{command}");
    }
}
