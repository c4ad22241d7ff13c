//! `git memory install-man`: manual pages, what git shows as help, and completion of the shells.

use std::fs;

use git_memory_cli::commands::{Group, commands};

use crate::common::{World, has};

#[test]
fn each_command_has_a_manual_page() {
    let world = World::empty();
    let out = world.memory("install-man --into share").ok();
    assert!(out.starts_with("manual pages  "), "{out}");
    for command in commands() {
        let file = format!("share/man/man1/git-memory-{}.1", command.name);
        assert_eq!(world.has(&file), command.group != Group::Plumbing, "{file}");
        if command.group == Group::Plumbing {
            continue;
        }
        let page = world.read(&file);
        let usage = format!("git memory {}", command.name);
        let page = page.replace("\\-", "-");
        has(&page, [".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS"]);
        has(&page, [".SH EXAMPLE", &usage]);
    }
    let first = world.read("share/man/man1/git-memory.1");
    assert!(first.contains(".SS read\n"), "{first}");
    assert!(world.has("share/man/man1/git-memory-topic-write.1"));
}

#[test]
fn what_was_installed_is_removed_again() {
    let world = World::empty();
    let installed = world.memory("install-man --json").json();
    let files = installed["files"].as_array().unwrap();
    assert!(files.len() > 60, "{files:?}");
    let home = world.root().join("home/.local/share");
    for file in files {
        let file = file.as_str().unwrap();
        assert!(file.starts_with(home.to_str().unwrap()), "{file}");
        assert!(fs::metadata(file).is_ok(), "{file}");
    }
    let again = world.memory("install-man --remove").ok();
    assert_eq!(again, format!("removed {} files\n", files.len()));
    assert_eq!(
        world.memory("install-man --remove").ok(),
        "removed 0 files\n"
    );
}

#[test]
fn git_prints_help_where_no_page_is_installed() {
    let world = World::new();
    world.memory("init").ok();
    let none = "no manual pages and completion; 'git memory doctor --fix' installs them";
    has(&world.memory("doctor").out, none);
    for arguments in [["memory", "--help"], ["help", "memory"]] {
        let help = world.git(arguments).ok();
        assert!(help.contains("\nstart       init "), "{help}");
    }
    has(
        &world.memory("doctor --fix").out,
        "manual pages and completion are installed",
    );
    world.memory("hooks uninstall").ok();
    assert_eq!(world.git("config --get-regexp ^man").fails(1), "");
    // An existing viewer stays.
    world.git("config man.viewer konqueror").ok();
    world.memory("hooks install").ok();
    world.memory("hooks uninstall").ok();
    let viewers = world.git("config --get-regexp ^man").ok();
    assert_eq!(viewers, "man.viewer konqueror\n");
}

/// Returns the completions of the last word.
fn completed(world: &World, words: &[&str]) -> Vec<String> {
    let index = (words.len() - 1).to_string();
    let mut arguments = vec!["complete", "--index", &index, "--"];
    arguments.extend(words);
    let out = world.memory(arguments).ok();
    out.lines().map(str::to_owned).collect()
}

#[test]
fn commands_options_and_values_are_completed() {
    let world = World::with_memory();
    let ask = |words: &[&str]| completed(&world, &[&["git-memory"], words].concat());
    let recall = "recall\tFind the records that answer a question";
    assert_eq!(ask(&["reca"]), [recall]);
    assert!(ask(&[""]).len() > 50);
    assert!(!ask(&[""]).iter().any(|line| line.starts_with("filter")));
    let write = "write\tWrite a topic: append to its text, or replace it";
    assert_eq!(ask(&["topic", "w"]), [write]);
    let private = "--private\tRead the records of this branch's work log instead";
    assert_eq!(ask(&["list", "--pri"]), [private]);
    assert_eq!(ask(&["list", "--js"]), ["--json\tPrint one JSON document"]);
    assert_eq!(ask(&["list", "--sort", "ti"]), ["title\tBy title"]);
    assert_eq!(ask(&["list", "--sort=ti"]), ["--sort=title\tBy title"]);
    assert_eq!(ask(&["list", "--kind", "les"]), ["lesson\t"]);
    for files in [
        &["why", "x"][..],
        &["import", "adr", "x"],
        &["add-note", "--body-file", "x"],
        &["add-note", "--path", "x"],
        &["adopt", "x"],
    ] {
        assert_eq!(ask(files), [":files"], "{files:?}");
    }
    assert_eq!(ask(&["list", "--nosuch", "x"]), [""; 0]);
    assert_eq!(ask(&["nosuch", "x"]), [""; 0]);
}

#[test]
fn ids_tags_scopes_and_revisions_are_completed() {
    let mut world = World::with_memory();
    let add = [
        "add-decision",
        "Use a queue",
        "--tag",
        "mail",
        "--scope",
        "services/mail",
    ];
    let written = world.memory([&add[..], &["--json"]].concat()).json();
    let id = written["id"].as_str().unwrap();
    world.git("commit -q -m One").ok();
    world.git("branch spike").ok();
    world.git("tag v1").ok();
    let ask = |words: &[&str]| completed(&world, &[&["git-memory"], words].concat());
    let record = format!("{id}\tUse a queue");
    assert_eq!(ask(&["show", "dec-"]), [record.as_str()]);
    // By a word of the title, too.
    assert_eq!(ask(&["supersede", "queue"]), [record.as_str()]);
    assert_eq!(ask(&["list", "--tag", "m"]), ["mail\t1 record"]);
    assert_eq!(ask(&["list", "--scope", "se"]), ["services/mail\t1 record"]);
    assert_eq!(ask(&["diff", "main..sp"]), ["main..spike\tbranch"]);
    assert_eq!(ask(&["list", "--rev", "v"]), ["v1\ttag"]);
    world.memory(["topic", "write", "build", "# Build\n"]).ok();
    assert_eq!(ask(&["topic", "read", "b"]), ["build\t"]);
    assert_eq!(ask(&["user", "read", "b"]), [""; 0]);
    assert_eq!(
        ask(&["set", id, "stat"]),
        ["status=\tone of the kind's statuses"]
    );
    assert_eq!(ask(&["set", id, "status=rej"]), ["status=rejected\t"]);
    let private = ["add-note", "Mine", "--private", "--json"];
    let private = world.memory(private).json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let mine = format!("{private}\tMine");
    assert_eq!(ask(&["show", "note-"]), [mine.as_str()]);
    assert_eq!(ask(&["related", "note-"]), [mine.as_str()]);
    assert_eq!(ask(&["summary", "publish", "note-"]), [mine.as_str()]);
    assert_eq!(ask(&["supersede", "note-"]), [""; 0]);
    world
        .memory_with("user write rules/taste", "# Taste\n")
        .ok();
    assert_eq!(ask(&["edit", "rules/t"]), ["rules/taste.md\tTaste"]);
    let here = world.here.to_str().unwrap().to_owned();
    world.at("..");
    let elsewhere = completed(&world, &["git-memory", "-C", &here, "show", "dec-"]);
    assert_eq!(elsewhere, [record.as_str()]);
    assert_eq!(completed(&world, &["git-memory", "show", "dec-"]), [""; 0]);
}

#[test]
fn what_would_mean_something_to_a_shell_is_not_offered() {
    let world = World::with_memory();
    world.git("branch $(touch${IFS}x)").ok();
    world.git("branch a;b").ok();
    let words = ["git-memory", "list", "--rev", ""];
    assert_eq!(completed(&world, &words), ["HEAD\t", "main\tbranch"]);
}

#[test]
fn bash_puts_a_single_candidate_into_the_line_and_lists_several() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/completions/git-memory.bash");
    let world = World::with_memory();
    let tab = |line: &str| {
        let program = format!(
            "source '{script}'; COMP_WORDS=({line}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             __git_memory_alone; printf '[%s]\\n' \"${{COMPREPLY[@]}}\""
        );
        world
            .command("bash")
            .args(["-c", &program])
            .output()
            .unwrap()
    };
    let text = |line| String::from_utf8(tab(line).stdout).unwrap();
    assert_eq!(text("git-memory reca"), "[recall ]\n");
    assert_eq!(text("git-memory list --sort ti"), "[title ]\n");
    let several = text("git-memory rec");
    assert_eq!(several, "[recall ]\n");
    let several = text("git-memory add-e");
    assert_eq!(several, "[add-event ]\n");
    let several = text("git-memory add-c");
    let expected = "[add-convention  (Add a convention)]\n[add-context  (Add a context page)]\n";
    assert_eq!(several, expected);
}
