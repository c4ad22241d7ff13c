//! `git memory verify --bisect`: the commit that first broke a decision.

use crate::common::{World, has};

const LINE: &str = "use reqwest;\n";

/// A world in which two old files break a check that came after them.
fn world() -> World {
    let world = World::with_memory();
    world.write("src/old.rs", LINE);
    world.write("src/older.rs", LINE);
    world.commit("Begin");
    world.write(
        "memory/decisions/domain.md",
        "---\nid: dec-aaaaaa\ntitle: Keep the network out\nstatus: active\nscope: project\n\
         updated: 2026-01-01\nchecks:\n  - forbid: 'use reqwest'\n    in: ['src/**']\n---\n\n\
         ## Decision\n\nNo client in the domain.\n",
    );
    world.commit("Decide");
    world
}

/// Writes commits that change nothing the decision is about.
fn go_on(world: &World) {
    for nth in 0..4 {
        world.write("other.txt", nth.to_string());
        world.commit("Something else");
        world.write("other.txt", "");
        world.commit("Something else");
    }
}

#[test]
fn the_commit_that_broke_a_decision_is_found_on_the_side_that_was_merged() {
    let world = world();
    for nth in 0..5 {
        world.write("other.txt", nth.to_string());
        world.commit("Something else");
    }
    world.git("switch -q -c topic HEAD~2").ok();
    world.write("src/new.rs", "use reqwest;\n");
    world.commit("Break it");
    let broke = world.git("rev-parse HEAD").ok();
    world.write("src/topic.rs", "// more\n");
    world.commit("Go on");
    world.git("switch -q main").ok();
    world.git("merge -q --no-ff --no-edit topic").ok();
    let found = world.memory("verify --bisect dec-aaaaaa");
    assert_eq!(found.status, 1);
    has(
        &found.out,
        [broke.trim(), "Break it", "src/new.rs:1: error[dec-aaaaaa]"],
    );
    let kept = world.memory("verify --bisect dec-aaaaaa --rev HEAD~3..HEAD^1");
    assert_eq!((kept.status, kept.out.as_str()), (0, ""));
    let refused = world
        .memory("verify --bisect dec-aaaaaa --rev topic..main~3")
        .fails(128);
    has(&refused, "is not an ancestor of");
}

#[test]
fn a_line_that_left_its_file_long_before_does_not_excuse_a_new_one() {
    let world = world();
    go_on(&world);
    world.write("src/old.rs", "// Mended\n");
    world.git("mv src/older.rs src/moved.rs").ok();
    world.commit("Mend and move");
    go_on(&world);
    world.write("src/first.rs", LINE);
    world.commit("Break it");
    let broke = world.git("rev-parse HEAD").ok();
    go_on(&world);
    world.write("src/second.rs", LINE);
    world.commit("Break it once more");
    let found = world.memory("verify --bisect dec-aaaaaa");
    assert_eq!(found.status, 1);
    has(&found.out, [broke.trim(), "\nsrc/first.rs:1: error"]);
    assert_eq!(found.out.lines().count(), 2);
}

#[test]
fn a_commit_that_moves_or_restores_lines_broke_nothing() {
    let world = world();
    go_on(&world);
    world.git("mv src/older.rs src/moved.rs").ok();
    world.commit("Move");
    world.write("src/old.rs", "// Mended\n");
    world.commit("Mend");
    world.git("revert --no-edit HEAD").ok();
    go_on(&world);
    let kept = world.memory("verify --bisect dec-aaaaaa");
    assert_eq!((kept.status, kept.out.as_str()), (0, ""));
    has(&kept.err, "no commit broke the checks of dec-aaaaaa");
}

#[test]
fn a_line_that_is_back_in_the_file_that_it_was_moved_from_is_there_once_more() {
    let world = world();
    go_on(&world);
    world.git("mv src/old.rs src/moved.rs").ok();
    world.commit("Move");
    go_on(&world);
    world.git("checkout -q HEAD~9 -- src/old.rs").ok();
    world.commit("Restore");
    let broke = world.git("rev-parse HEAD").ok();
    go_on(&world);
    let found = world.memory("verify --bisect dec-aaaaaa");
    assert_eq!(found.status, 1);
    has(&found.out, [broke.trim(), "\nsrc/old.rs:1: error"]);
    let range = world.memory("verify --rev HEAD~9..HEAD");
    assert_eq!(range.status, 1);
    has(&range.out, ["src/old.rs:1: error"]);
}
