//! The driver is set up, runs, and goes without a trace.

use crate::common::{UNFILTERED, World, has};
use crate::records::{PATH, parted, sides};

fn settings(world: &World) -> String {
    world.git("config --local --list").ok()
}

#[test]
fn init_sets_the_driver_up_and_uninstall_leaves_no_trace() {
    let world = World::new();
    let before = settings(&world);
    let report = world.memory("init --json").json();
    let hooks = report["hooks"].as_array().unwrap();
    let driver = hooks.iter().find(|hook| hook["hook"] == "merge-driver");
    assert_eq!(driver.unwrap()["place"], "settings");
    let set = settings(&world);
    let place = |key: &str| set.find(&format!("merge.git-memory.{key}=")).unwrap();
    assert!(place("driver") < place("name"), "{set}");
    assert!(set.lines().all(|line| line.contains('=')), "{set}");
    for (path, expected) in [
        ("memory/notes/a.md", "git-memory"),
        ("memory/index.md", "git-memory"),
        ("memory/impressions.jsonl", "git-memory"),
        ("memory/recall-feedback.jsonl", "git-memory"),
        ("memory/secret-allowances.jsonl", "unspecified"),
        ("docs/a.md", "unspecified"),
    ] {
        let said = world.git(["check-attr", "merge", path]).ok();
        assert_eq!(said, format!("{path}: merge: {expected}\n"));
    }
    world.memory("hooks uninstall").ok();
    assert_eq!(settings(&world), before);
}

#[test]
fn doctor_knows_where_the_driver_is_missing() {
    let world = World::with_memory();
    let says = |expected: &str| {
        let out = world.memory("doctor").out;
        assert!(out.contains(expected), "{out}");
    };
    says("merges    ok      records are merged by their keys\n");
    world.git("config merge.git-memory.driver 'old %A'").ok();
    says("merges    failed  the merge driver is that of another version\n");
    world.git("config --remove-section merge.git-memory").ok();
    says("merges    failed  the merge driver is not set up in this clone\n");
    world.write("memory/.gitattributes", "* filter=git-memory\n");
    says("merges    failed  memory/.gitattributes does not name the merge driver\n");
    has(&world.memory("doctor --fix").ok(), "merges    fixed");
    says("merges    ok      records are merged by their keys\n");
    let attributes = world.read("memory/.gitattributes");
    world.write(
        "memory/.gitattributes",
        format!("{attributes}*.md merge=union\n"),
    );
    says("merges    ok      records are merged by 'union', as attributes say\n");
}

#[test]
fn a_clone_without_the_program_merges_as_git_does() {
    let [ours, theirs, _] = sides();
    let world = parted(&ours.text(), &theirs.text());
    world.git("config core.hooksPath ../none").ok();
    std::fs::remove_file(world.root().join("bin/git-memory")).unwrap();
    world.git("merge -q topic").fails(1);
    let with_driver = world.read(PATH);
    has(&with_driver, "<<<<<<< HEAD\ntags: [a, b]\n");
    world.git("merge --abort").ok();
    world.git("config --remove-section merge.git-memory").ok();
    world.git("merge -q topic").fails(1);
    assert_eq!(world.read(PATH), with_driver);
}

#[test]
fn a_program_that_fails_leaves_the_merge_to_git() {
    let [ours, theirs, _] = sides();
    let world = parted(&ours.text(), &theirs.text());
    world.git("config core.hooksPath ../none").ok();
    let program = world.root().join("bin/git-memory");
    std::fs::remove_file(&program).unwrap();
    world.write("../bin/git-memory", "#!/bin/sh\nexit 129\n");
    world.shell("chmod +x ../bin/git-memory").ok();
    let merge = ["merge", "-q", "topic"];
    world.git(UNFILTERED.iter().chain(&merge)).fails(1);
    let text = world.read(PATH);
    assert!(text.contains("<<<<<<< HEAD\ntags: [a, b]\n"), "{text}");
}

#[test]
fn git_can_be_asked_for_a_merge_beside_the_work_tree() {
    let [ours, theirs, both] = sides();
    let world = parted(&ours.text(), &theirs.text());
    let tree = world.git("merge-tree --write-tree main topic").ok();
    let path = format!("{}:{PATH}", tree.trim());
    assert_eq!(world.git(["show", &path]).ok(), both.text());
    assert_eq!(world.status(), "");
}
