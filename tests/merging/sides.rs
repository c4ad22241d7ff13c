//! Records that the two sides of a merge brought: the hooks after it, `check` and `status` name the
//! pairs that are to be compared.

use crate::common::{World, has, lacks};

/// Two branches that each decided about one file; `main` is checked out.
fn apart(one: &str, other: &str) -> World {
    let world = World::with_memory();
    world.write("src/log.rs", "one\n");
    world.commit("Begin");
    world.git("switch -q -c side").ok();
    decide(&world, other, "src/log.rs");
    world.git("switch -q main").ok();
    decide(&world, one, "src/log.rs");
    world
}

fn decide(world: &World, title: &str, path: &str) {
    let why = format!("It is known to us: {title}.");
    let added = ["add-decision", title, "--path", path, "--rationale", &why];
    world.memory(added).ok();
    world.commit(title);
}

const MERGE: &str = "merge -q --no-edit side";

#[test]
fn records_that_contradict_each_other_are_named_after_the_merge() {
    let world = apart("Use Postgres for events", "Use Oracle for events");
    let merged = world.git(MERGE);
    assert_eq!(merged.status, 0);
    has(&merged.err, "notice[may-contradict]: contradicts dec-");
    has(
        &merged.err,
        [" --by dec-", " related+=dec-", "git memory supersede dec-"],
    );
    lacks(&merged.err, "added-beside");
    assert_eq!(world.memory("status --json").json()["unsettled"], 1);
}

#[test]
fn records_that_were_added_about_one_file_are_named_until_they_are_linked() {
    let world = apart("Use tokio", "Log with tracing");
    let merged = world.git(MERGE);
    assert_eq!(merged.status, 0);
    has(&merged.err, "notice[added-beside]: dec-");
    has(
        &merged.err,
        "and is about src/log.rs; to replace it: git memory supersede dec-",
    );
    let check = world.memory("check").ok();
    has(&check, "notice[added-beside]: dec-");
    assert_eq!(world.memory("status --json").json()["unsettled"], 1);
    let related = check.split("if both apply: git memory ").nth(1).unwrap();
    world.memory(related.lines().next().unwrap()).ok();
    lacks(&world.memory("check").ok(), "added-beside");
    assert_eq!(world.memory("status --json").json()["unsettled"], 0);
}

#[test]
fn two_successors_are_named_after_the_merge() {
    let (world, _) = World::with_two_successors();
    let merged = world.git(MERGE);
    has(&merged.err, "warning[two-successors]: dec-");
    has(
        &merged.err,
        "both supersede the same record; to replace it: git memory supersede dec-",
    );
}

#[test]
fn records_about_other_things_and_fast_forwards_are_not_told() {
    let world = apart("Use tokio", "Log with tracing");
    world.git("switch -q -c third HEAD~").ok();
    decide(&world, "Send mail through one queue", "src/mail.rs");
    lacks(&world.git(MERGE).err, "dec-");
    world.git("switch -q main").ok();
    world.git("reset -q --hard HEAD~").ok();
    // The merge commit of others comes by a fast-forward.
    lacks(&world.git("merge -q third").err, "dec-");
}

#[test]
fn a_rebase_names_what_it_brought_together() {
    let world = apart("Use Postgres for events", "Use Oracle for events");
    let rebased = world.git("rebase -q side");
    assert_eq!(rebased.status, 0, "{}", rebased.err);
    has(&rebased.err, "notice[may-contradict]: contradicts dec-");
    let again = world.git("rebase -q --force-rebase side");
    lacks(&again.err, "may-contradict");
}

#[test]
fn an_octopus_merge_in_a_linked_work_tree_names_each_pair() {
    let world = apart("Use tokio", "Log with tracing");
    world.git("switch -q -c third HEAD~").ok();
    decide(&world, "Return errors as enums", "src/log.rs");
    world.git("worktree add -q ../linked main").ok();
    let merged = world.git("-C ../linked merge -q --no-edit side third");
    assert_eq!(merged.status, 0, "{}", merged.err);
    assert_eq!(
        merged.err.matches("notice[added-beside]").count(),
        3,
        "{}",
        merged.err
    );
}
