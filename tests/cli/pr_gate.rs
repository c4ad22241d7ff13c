//! The gate of `git memory pr`: what blocks a change, what waives it, and whose settings count.

use super::pr::decide;
use crate::common::{World, has, lacks, token};

/// A branch `topic` off a `main` that has decided about `src/queue.rs`.
fn world() -> (World, String) {
    let world = World::with_memory();
    world.write("src/queue.rs", "fn queue() {}\nfn other() {}\n");
    let id = decide(&world, "One queue", "src/queue.rs");
    world.commit("Decide");
    world.git("switch -q -c topic").ok();
    (world, id)
}

#[test]
fn a_governed_file_that_goes_blocks_while_its_record_stays() {
    let (world, id) = world();
    world.git("mv src/queue.rs src/jobs.rs").ok();
    world.commit("Rename");
    assert_eq!(world.memory("pr").status, 1);
    has(
        &world.memory("pr").out,
        [
            "### A finding blocks this change",
            "**Blocks:** `src/queue.rs` was renamed to `src/jobs.rs`, and the record still names",
        ],
    );
    // The record follows, or steps back.
    world.memory(["set", &id, "paths=src/jobs.rs"]).ok();
    world.commit("Follow");
    assert_eq!(world.memory("pr").status, 0);
    world.git("reset -q --hard main").ok();
    world.git("rm -q src/queue.rs").ok();
    world.commit("Delete");
    has(&world.memory("pr").out, "`src/queue.rs` was deleted");
    assert_eq!(world.memory("pr").status, 1);
    world.memory(["set", &id, "status=archived"]).ok();
    world.commit("Archive");
    assert_eq!(world.memory("pr").status, 0);
}

#[test]
fn the_base_says_what_blocks() {
    let (world, _) = world();
    world.git("rm -q src/queue.rs").ok();
    world.write(
        "memory/config.yaml",
        "pr:\n  deleted: off\n  applies: off\n",
    );
    world.commit("Lift the gate");
    assert_eq!(world.memory("pr").status, 1, "a change cannot lift it");
    world.git("switch -q main").ok();
    world.write("memory/config.yaml", "pr:\n  deleted: advisory\n");
    world.commit("The team");
    world.git("switch -q topic").ok();
    let told = world.memory("pr").ok();
    has(&told, "`src/queue.rs` was deleted");
    lacks(&told, "Blocks");
    let mut world = world;
    world.set("GIT_MEMORY_PR_DELETED", "blocking");
    assert_eq!(world.memory("pr").status, 1, "a person decides here");
    world.set("GIT_MEMORY_PR_DELETED", "perhaps");
    has(
        &world.memory("pr").fails(128),
        "is not one of: blocking, advisory, off",
    );
}

#[test]
fn what_is_off_is_told_with_no_decision() {
    let (mut world, id) = world();
    world.git("mv src/queue.rs src/jobs.rs").ok();
    world.commit(&format!("Move it\n\nDecision: {id}"));
    has(&world.memory("pr").out, "was renamed to");
    world.set("GIT_MEMORY_PR_DELETED", "off");
    let told = world.memory("pr").ok();
    has(&told, "followed");
    lacks(&told, "was renamed to");
}

#[test]
fn a_waiver_needs_a_reason() {
    let (world, id) = world();
    world.git("rm -q src/queue.rs").ok();
    let waive = |text: &str| {
        let trailer = format!("Decision-Exempt: {text}");
        world
            .git([
                "commit",
                "-q",
                "--allow-empty",
                "-m",
                "Delete",
                "-m",
                &trailer,
            ])
            .ok();
    };
    waive(&id);
    has(
        &world.memory("pr").out,
        "gives no reason, and waives nothing",
    );
    assert_eq!(world.memory("pr").status, 1);
    waive(&format!("{id} it moves to the library"));
    let told = world.memory("pr").ok();
    has(
        &told,
        ["#### Waived", "waived by ", ": it moves to the library"],
    );
    lacks(&told, "Blocks");
    assert_eq!(world.memory("pr --json").json()["waived"][0]["id"], id);
}

#[test]
fn a_waiver_holds_for_checks_too() {
    let world = World::with_memory();
    let record = "---\nid: dec-aaaaaa\ntitle: No network\nstatus: active\nscope: project\n\
                  updated: 2026-01-01\nchecks:\n  - forbid: reqwest\n    in: ['src/**']\n---\n\n## Decision\n\nNo.\n";
    world.write("memory/decisions/no.md", record);
    world.commit("Decide");
    world.git("switch -q -c topic").ok();
    world.write("src/a.rs", "use reqwest;\n");
    world.commit("Break");
    let told = world.memory("pr").out;
    has(&told, ["#### To resolve", "`src/a.rs:1`", "use reqwest;"]);
    assert_eq!(world.memory("pr").status, 1);
    assert_eq!(world.memory("verify --rev main..HEAD").status, 1);
    let trailer = "Decision-Exempt: dec-aaaaaa the proof needs it";
    world
        .git([
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            "Waive",
            "-m",
            trailer,
        ])
        .ok();
    has(
        &world.memory("pr").ok(),
        ["1 finding waived by", "the proof needs it"],
    );
    let verified = world.memory("verify --rev main..HEAD");
    assert_eq!(verified.status, 0);
    has(&verified.err, "0 new, 0 old, 1 excepted");
    assert_eq!(
        world.memory("verify --rev HEAD~1").status,
        1,
        "not without a range"
    );
}

#[test]
fn secrets_and_broken_records_block() {
    let (world, _) = world();
    world.write("memory/notes/a.md", "---\nid: note-aaaaaa\n---\n");
    world.write("src/key.txt", token());
    world.git("add --all").ok();
    world.git("commit -q --no-verify -m Break").ok();
    let told = world.memory("pr");
    assert_eq!(told.status, 1);
    has(&told.out, "#### To resolve");
    let answer = world.memory("pr --json").out;
    has(&answer, "\"kind\":\"broken\"");
    lacks(&answer, "\"kind\":\"secret\"");
    world.git("switch -q main").ok();
    world.write("memory/config.yaml", "scan: all\n");
    world.commit("The team");
    world.git("switch -q topic").ok();
    let told = world.memory("pr").out;
    has(&told, "`src/key.txt:1`");
    lacks(&told, &token());
}

#[test]
fn a_record_that_contradicts_another_is_told() {
    let (world, _) = world();
    let (one, other) = (
        "Use tabs for indentation",
        "Do not use tabs for indentation",
    );
    decide(&world, one, "src/**");
    world.commit("Tabs");
    world.git("branch -f main HEAD").ok();
    decide(&world, other, "src/**");
    world.commit("No tabs");
    let told = world.memory("pr").ok();
    has(&told, ["Worth a look", "contradicts"]);
}
