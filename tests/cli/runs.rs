//! `git memory runs`: the steps of a task that several agents share.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;

use super::common::{BINARY, World, has};

/// A step of the run `ship`.
#[track_caller]
fn step(world: &World, name: &str, more: &str) {
    let call = format!("summary append --run ship --step {name} --title {name} {more}");
    world.memory(&call).ok();
}

/// The step that an agent gets; empty where none is free.
fn next(world: &World, agent: &str) -> String {
    let answer = world.memory(&format!("runs next ship --agent {agent} --json"));
    assert!([0, 1].contains(&answer.status), "{}", answer.err);
    let next: Value = serde_json::from_str(&answer.out).unwrap();
    next["next"]["step"].as_str().unwrap_or_default().to_owned()
}

/// A run of three steps that an orchestrator planned.
fn planned() -> World {
    let world = World::new();
    world.git("commit -q --allow-empty -m one").ok();
    step(
        &world,
        "build",
        "--status planned --happened 'With all features.'",
    );
    step(&world, "test", "--status planned --after build");
    step(&world, "docs", "--status assigned --assignee cy");
    world
}

#[test]
fn steps_tell_who_does_them_and_what_they_wait_for() {
    let world = planned();
    step(&world, "build", "--agent ada --status started");
    let expected = "ship  1 doing, 1 assigned, 1 waiting\n  doing      build  build  ada\n  \
                    waiting    test  test  after build\n  assigned   docs  docs  for cy\n";
    assert_eq!(world.memory("runs").ok(), expected);
    let failed = "summary append --run ship --step build --agent ada --status failed";
    world.memory(&format!("{failed} --title 'no linker'")).ok();
    step(&world, "build", "--agent ada --status retry");
    let graph = world.memory("runs ship --graph").ok();
    has(
        &graph,
        "doing      build  build  ada  failed 1 time: no linker\n",
    );
    has(&graph, "waiting      test  test  after build\n");
    world.memory("runs nothing").fails(1);
}

#[test]
fn each_agent_gets_a_step_of_its_own_and_the_same_one_again() {
    let world = planned();
    let taken = world.memory("runs next ship --agent ada").ok();
    let expected = "build  build\nuntil 2026-11-20T13:00:00Z\n\n";
    assert!(taken.starts_with(expected), "{taken}");
    has(&taken, "With all features.");
    assert_eq!(next(&world, "ada"), "build");
    assert_eq!(next(&world, "cy"), "docs");
    let none = world.memory("runs next ship --agent bob");
    assert_eq!(none.status, 1);
    has(&none.err, "no step is free: 2 doing, 1 waiting");
    step(&world, "build", "--agent ada --status done");
    assert_eq!(next(&world, "bob"), "test");
    step(&world, "test", "--agent bob");
    step(&world, "docs", "--status cancelled");
    has(
        &world.memory("runs next ship --agent bob").err,
        "run 'ship' is done",
    );
}

#[test]
fn a_step_whose_time_has_run_out_is_free_again() {
    let mut world = planned();
    world.memory("runs next ship --agent ada --lease 10m").ok();
    world.set("GIT_MEMORY_CLOCK", "2026-11-20T12:10:00Z");
    assert_eq!(next(&world, "bob"), "");
    world.set("GIT_MEMORY_CLOCK", "2026-11-20T12:10:01Z");
    has(
        &world.memory("runs").ok(),
        "ready      build  build  given back by ada",
    );
    assert_eq!(next(&world, "bob"), "build");
    // Who lost it is not told to go on, and cannot give it up for the other one.
    assert_eq!(next(&world, "ada"), "");
    step(&world, "build", "--agent ada --status failed");
    has(&world.memory("runs").ok(), "doing      build  build  bob");
}

#[test]
fn the_branches_of_a_clone_share_their_runs() {
    let world = planned();
    world.git("worktree add -q -b side ../side").ok();
    let side = world.again(&world.root().join("side"));
    step(&world, "more", "--status planned");
    assert_eq!(
        (next(&side, "ada").as_str(), next(&world, "bob").as_str()),
        ("build", "more")
    );
    step(&side, "build", "--agent ada --status failed");
    // In the same second, on another branch.
    step(&world, "build", "--status planned");
    let runs = world.memory("runs --all-branches").ok();
    has(&runs, "ready      build  build  failed 1 time");
    has(&world.memory("runs").ok(), "ready      build  build\n");
    assert_eq!(next(&side, "dee"), "build");
    has(
        &world.memory("runs --all-branches").ok(),
        "doing      build  build  dee",
    );
}

#[test]
fn a_watched_run_is_printed_at_each_change() {
    let world = planned();
    let mut command = world.command(BINARY);
    let mut child = command
        .args(["runs", "--watch"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut line = || lines.next().unwrap().unwrap();
    assert_eq!(line(), "ship  1 ready, 1 assigned, 1 waiting");
    step(&world, "build", "--agent ada --status started");
    while line() != "ship  1 doing, 1 assigned, 1 waiting" {}
    drop(lines);
    step(&world, "build", "--agent ada");
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_is_no_name_or_time_is_refused() {
    let world = planned();
    for (call, expected) in [
        (
            "runs next ship --agent a --lease soon",
            "invalid time 'soon'",
        ),
        ("runs next ship --agent a --lease 0m", "invalid time '0m'"),
        ("runs next ship", "--agent"),
    ] {
        has(&world.memory(call).err, expected);
    }
    let many = " --after a".repeat(101);
    let call = format!("summary append --run ship --step b{many}");
    has(
        &world.memory(&call).fails(128),
        "a step waits for at most 100 others",
    );
    step(&world, "loop", "--status planned --after loop");
    has(
        &world.memory("runs --graph").ok(),
        "waiting    loop  loop  after loop  waits for itself",
    );
}
