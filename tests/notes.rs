//! Notes on commits stay with the change: through what git carries them, and found again after what
//! it does not.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{World, has, token};

/// A world with our hooks, a commit on `main`, and two with a note each on `spike`.
fn world() -> World {
    let world = World::new();
    commit(&world, "one", "1\n");
    world.memory("hooks install").ok();
    world.git("switch -q -c spike").ok();
    commit(&world, "two", "2\n");
    world.memory("add-note --commit HEAD 'why two'").ok();
    commit(&world, "three", "3\n");
    world.memory("add-note --commit HEAD 'why three'").ok();
    world
}

fn commit(world: &World, name: &str, text: &str) {
    world.write(name, text);
    world.git(["add", name]).ok();
    world
        .git(["commit", "-q", "-m", &format!("Add {name}")])
        .ok();
}

/// The texts of the notes that are found on what HEAD reaches, newest commit first.
#[track_caller]
fn found(world: &World, range: &[&str]) -> Vec<String> {
    let notes = world.memory([&["notes", "--json"], range].concat()).json();
    let commits = notes["commits"].as_array().unwrap();
    let texts = commits
        .iter()
        .flat_map(|commit| commit["notes"].as_array().unwrap());
    texts
        .map(|note| note["text"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn notes_are_found_by_commit_and_range() {
    let world = world();
    world.memory("add-note --commit HEAD~1 'and more'").ok();
    let mut all = found(&world, &[]);
    all.sort();
    assert_eq!(all, ["and more", "why three", "why two"]);
    assert_eq!(found(&world, &["HEAD"]), ["why three"]);
    assert_eq!(found(&world, &["main"]), [""; 0]);
    assert_eq!(found(&world, &["HEAD~1..HEAD"]), ["why three"]);
    let refused = world.memory("add-note --commit nowhere x").fails(128);
    assert_eq!(refused.lines().count(), 2, "{refused}");
}

#[test]
fn notes_are_lines_that_git_shows_and_adds_to() {
    let world = world();
    world.memory("add-note --commit HEAD~1 'and more'").ok();
    let shown = world.git("log -1 --notes=memory --format=%N HEAD~1").ok();
    let mut texts = Vec::new();
    for line in shown.trim().lines() {
        let note: serde_json::Value = serde_json::from_str(line).unwrap();
        texts.push(note["text"].as_str().unwrap().to_owned());
    }
    assert_eq!(texts, ["why two", "and more"]);
    world.git("notes --ref=memory append -m 'by hand'").ok();
    assert_eq!(found(&world, &["HEAD"]), ["why three", "by hand"]);
    world.git("fsck --strict").ok();
}

#[test]
fn a_secret_in_a_note_is_taken_out() {
    let world = world();
    let answer = world.memory(["add-note", "--commit", "HEAD", &format!("with {}", token())]);
    assert!(answer.err.contains("github-token"), "{}", answer.err);
    assert_eq!(
        found(&world, &["HEAD"]),
        ["why three", "with [REDACTED:token]"]
    );
}

#[test]
fn git_carries_notes_through_amend_and_rebase() {
    for ways in [
        "git commit -q --amend -m Other",
        "git switch -q main && git commit -q --allow-empty -m x && git rebase -q main spike",
        "git -c sequence.editor='sed -i 2s/pick/fixup/' rebase -q -i main",
        "git -c notes.rewrite.amend=false commit -q --amend -m Other",
    ] {
        let world = world();
        world.shell(ways).ok();
        let mut all = found(&world, &[]);
        all.sort();
        assert_eq!(all, ["why three", "why two"], "{ways}");
        assert_eq!(orphans(&world), 0, "{ways}");
    }
}

/// Number of commits with notes that nothing reaches.
fn orphans(world: &World) -> usize {
    world.memory("notes --orphans --json").json()["orphans"]
        .as_array()
        .unwrap()
        .len()
}

const SQUASH: &str = "git merge -q --squash spike &&";

#[test]
fn what_git_does_not_carry_is_found_again() {
    let line = |end: &str| format!("{SQUASH} {end}");
    let named = "echo more >>two && git add . && git commit -q -m 'Spike (#1)' \
                 -m '* Add two\n\n* Add three'";
    for (way, why) in [
        ("git cherry-pick spike~1 spike", "the same change"),
        (
            &line("git commit -q -m 'Spike (#1)'"),
            "the change of its branch",
        ),
        (&line("git commit -q --no-edit"), "the change of its branch"),
        (&line(named), "its message names the commit"),
    ] {
        let world = world();
        world.git("switch -q main").ok();
        commit(&world, "aside", "x\n");
        world.shell(way).ok();
        world.git("branch -q -D spike").ok();
        assert_eq!(found(&world, &[]), [""; 0]);
        let listed = world.memory("notes --orphans").ok();
        assert_eq!(listed.matches(why).count(), 2, "{way}: {listed}");
        world.memory("notes reattach").ok();
        assert_eq!(orphans(&world), 0, "{way}");
        let mut all = found(&world, &[]);
        all.sort();
        assert_eq!(all, ["why three", "why two"], "{way}");
        world.git("fsck --strict").ok();
    }
}

#[test]
fn an_orphan_without_a_home_is_listed_and_stays() {
    let world = world();
    world.git("switch -q main").ok();
    world.git("branch -q -D spike").ok();
    let listed = world.memory("notes --orphans").ok();
    assert_eq!(listed.matches("no known commit").count(), 2, "{listed}");
    assert!(world.memory("notes reattach").err.contains("2 not moved"));
    assert_eq!(orphans(&world), 2);
}

#[test]
fn a_commit_that_is_gone_is_known_by_its_patch() {
    let world = world();
    world.git("switch -q main").ok();
    commit(&world, "aside", "x\n");
    world.git("cherry-pick spike~1 spike").ok();
    world.git("branch -q -D spike").ok();
    world
        .shell("git reflog expire --expire=now --all && git gc -q --prune=now")
        .ok();
    let listed = world.memory("notes --orphans").ok();
    assert_eq!(listed.matches("the same change").count(), 2, "{listed}");
    world.memory("notes reattach").ok();
    assert_eq!(found(&world, &["HEAD"]), ["why three"]);
}

#[test]
fn work_trees_share_notes() {
    let mut world = world();
    world.git("worktree add -q ../tree main").ok();
    world.at("../tree");
    assert_eq!(found(&world, &["spike"]), ["why three"]);
}

#[test]
fn a_ref_of_notes_that_holds_a_tag_goes_on_and_another_object_is_kept_aside() {
    let world = World::with_memory();
    let add = |text: &str| world.memory(["add-note", "--commit", "HEAD", text]);
    add("the first").ok();
    let tag = "git tag -a -m x t refs/notes/memory && git update-ref refs/notes/memory t";
    world.shell(tag).ok();
    assert!(world.memory("notes").ok().contains("the first"));
    add("the second").ok();
    let both = world.memory("notes").ok();
    assert!(both.contains("the first") && both.contains("the second"));
    let blob = world.shell("git hash-object -w code.txt").ok();
    let call = ["update-ref", "refs/notes/memory", blob.trim()];
    world.git(call).ok();
    has(&add("the third").fails(128), "does not hold a commit");
    let out = world.memory("doctor").out;
    let said = format!(
        "notes     failed  refs/notes/memory holds {}, ",
        blob.trim()
    );
    assert!(out.contains(&said), "{out}");
    world.memory("doctor --fix").ok();
    assert_eq!(world.memory("notes").ok(), both);
    let kept = format!("refs/memory/kept/{}", blob.trim());
    assert_eq!(world.git(["rev-parse", &kept]).ok(), blob);
}
