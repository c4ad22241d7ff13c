//! Hook managers: husky, lefthook, pre-commit and prek write hook files of their own, before and
//! after ours. Here each is played by a few lines of shell that do to hook files what it does; the
//! programs themselves run the same stories in [`real`].
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
mod gits;
mod played;
mod real;
mod stories;

use common::{World, has};
use played::{HUSKY, LEFTHOOK, PRE_COMMIT, PREK};
use stories::Tool;

/// Makes an executable file.
fn script(world: &World, path: &str, text: &str) {
    world.write(path, text);
    world.shell(&format!("chmod +x '{path}'")).ok();
}

/// Puts a git on PATH, before the real one, that calls itself a version.
fn calls_itself(world: &World, version: &str) {
    let git = world.root().join("bin/git");
    let real = world.root().join("tools/git");
    let lines = format!(
        "#!/bin/sh\ncase $1 in\nversion | --version) echo 'git version {version}' ;;\n\
         *) exec '{}' \"$@\" ;;\nesac\n",
        real.display()
    );
    script(world, &git.to_string_lossy(), &lines);
}

/// A world whose git runs no hooks from its settings, whatever the machine's own can do.
fn world() -> World {
    let world = World::new();
    calls_itself(&world, "2.50.1");
    world
}

#[test]
fn a_manager_is_told_to_call_us() {
    for manager in [HUSKY, LEFTHOOK, PRE_COMMIT, PREK] {
        stories::manager_first(&world(), &manager);
    }
}

#[test]
fn a_manager_that_comes_later_is_noticed() {
    for manager in [HUSKY, LEFTHOOK] {
        stories::manager_later(&world(), &manager);
    }
    for manager in [PRE_COMMIT, PREK] {
        stories::keeper_later(&world(), &manager);
    }
}

#[test]
fn whoever_leaves_first_leaves_no_trace() {
    for manager in [HUSKY, LEFTHOOK, PRE_COMMIT, PREK] {
        stories::we_leave_first(&world(), &manager);
        stories::manager_leaves_first(&world(), &manager);
    }
}

#[test]
fn shared_lines_let_those_pass_who_lack_the_program() {
    for manager in [HUSKY, LEFTHOOK, PRE_COMMIT, PREK] {
        stories::without_the_program(&world(), &manager);
    }
}

#[test]
fn a_configuration_that_cannot_be_changed_safely_is_left() {
    let world = world();
    LEFTHOOK.set_up(&world);
    let flow = "pre-commit: {commands: {lint: {run: 'true'}}}\n";
    world.write("lefthook.yml", flow);
    let answer = world.memory("hooks install --write");
    has(
        &answer.err,
        "warning: lefthook.yml is not written in a way that can be changed safely; it was not \
             changed\nhint: let it run: git-memory hook pre-commit\n",
    );
    answer.ok();
    assert_eq!(world.read("lefthook.yml"), flow);
    let hand = "pre-commit: {commands: {a: {run: git-memory hook pre-commit}}}\n";
    world.write("lefthook.yml", hand);
    let status = world.memory("hooks status").ok();
    assert!(status.contains("lefthook.yml (lefthook)"), "{status}");
    let out = world.memory("hooks uninstall").ok();
    assert!(out.contains("lefthook.yml calls git-memory in lines that git-memory did not write"));
    assert_eq!(world.read("lefthook.yml"), hand);
}

#[test]
fn init_says_what_a_manager_needs() {
    let world = world();
    HUSKY.set_up(&world);
    let answer = world.memory("init --json");
    has(&answer.err, "husky runs these hooks");
    let hooks = answer.json()["hooks"].clone();
    assert_eq!(hooks[0]["manager"], "husky");
    assert_eq!(hooks[0]["place"], "missing");
    assert_eq!(hooks[0]["file"], ".husky/pre-commit");
    let add = hooks[0]["add"].as_str().unwrap();
    assert!(add.contains("then git-memory hook pre-commit; "), "{add}");
    let doctor = world.memory("doctor");
    has(
        &doctor.out,
        "failed  not in the configuration of husky: pre-commit, ",
    );
    must_name_the_team(&doctor.out);
}

/// Checks that only the team's file is proposed if nothing else can help.
#[track_caller]
fn must_name_the_team(doctor: &str) {
    let advice =
        "run 'git memory hooks install --write', which changes a file that your team shares\n";
    // The row of the hooks, and that of the canary.
    assert_eq!(doctor.matches(advice).count(), 2, "{doctor}");
    assert!(!doctor.contains("hooks install'"), "{doctor}");
    let mut others = doctor.lines().filter(|row| !row.starts_with("manual "));
    assert!(!others.any(|row| row.contains("doctor --fix")), "{doctor}");
}

#[test]
fn a_linked_work_tree_in_which_husky_never_ran_has_no_hooks() {
    let mut world = world();
    HUSKY.begin(&world);
    HUSKY.install(&world);
    world.memory("init").ok();
    world.memory("hooks install --write").ok();
    world.commit("Begin");
    world.git("worktree add -q ../linked").ok();
    world.at("../linked");
    let why = "git finds no hook file of husky: run 'npx husky'";
    assert!(world.memory("list").err.contains("do not run any more"));
    assert_eq!(world.memory("list").err, "no records\n");
    let status = world.memory("hooks status").ok();
    let row = format!("pre-commit             .husky/pre-commit (husky); {why}\n");
    let canary = "pre-commit lets a secret through; pre-push lets a secret through\n";
    has(&status, [&*row, canary]);
    let doctor = world.memory("doctor --fix").out;
    let expected = "failed  git finds no hook file of husky: pre-commit, ";
    has(&doctor, expected);
    let way = "                    run 'npx husky'\n";
    assert_eq!(doctor.matches(way).count(), 2, "{doctor}");
    world.at("../repo");
    assert_eq!(world.memory("list").err, "no records\n");
}

#[test]
fn what_is_written_into_the_files_of_a_manager_is_what_was_announced() {
    let world = world();
    HUSKY.set_up(&world);
    world.write(".husky/pre-push", "cat >../seen\n");
    let announced = world.memory("hooks install --json").json();
    world.memory("hooks install --write").ok();
    for hook in announced["hooks"].as_array().unwrap() {
        let (Some(file), Some(add)) = (hook["file"].as_str(), hook["add"].as_str()) else {
            continue;
        };
        let written = world.read(file);
        let (_, section) = written.split_once("# >>> git-memory >>>\n").unwrap();
        let (section, _) = section.split_once("# <<< git-memory <<<\n").unwrap();
        assert_eq!(section, add, "{file}");
        assert!(add.lines().count() <= 5, "{add}");
    }
    world.memory("init -q").ok();
    world.git("commit -q -m one").ok();
    world.bare("../remote.git");
    world.git("push -q ../remote.git HEAD:x").ok();
    let seen = world.read("../seen");
    assert_eq!(seen.matches(" refs/heads/x ").count(), 1, "{seen}");
    let private = [
        "summary", "append", "--run", "r", "--step", "s", "--title", "t",
    ];
    world.memory(private).ok();
    let push = [
        "push",
        "-q",
        "../remote.git",
        "refs/memory/branches/main:refs/heads/y",
    ];
    world.git(push).fails(1);
}
