//! Hooks while git commits, switches and merges: they work on the index that is being committed,
//! never on the work tree.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{UNFILTERED, World, has, lacks, token};

const INDEX: &str = "memory/index.md";

/// A record's file with this id and title.
fn record(id: &str, title: &str) -> String {
    format!(
        "---\nid: {id}\ntitle: {title}\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\nText.\n"
    )
}

/// A world whose team tracks the derived files.
fn tracked() -> World {
    let world = World::with_memory();
    world.memory("init --track-derived").ok();
    world.git("commit -q -m 'Track the derived files'").ok();
    world
}

/// Fails unless HEAD's derived files are what its records give, and nothing is left uncommitted.
#[track_caller]
fn assert_settled(world: &World) {
    assert_eq!(world.status(), "");
    world.memory("check --rev HEAD").ok();
    assert!(world.git("show HEAD:memory/index.md").ok() == world.read(INDEX));
}

#[test]
fn a_broken_record_is_stopped_with_its_place_and_a_way_to_mend_it() {
    let world = World::with_memory();
    world.write(
        "memory/decisions/a.md",
        record("dec-aaaaaa", "A").replace("status: active", "status: odd"),
    );
    world.git("add memory").ok();
    let err = world.git("commit -q -m a").fails(1);
    has(
        &err,
        "memory/decisions/a.md:4:1: error[unknown-status]: 'odd' is not a status",
    );
    has(&err, "hint: use one of the kind's statuses");
    world.git("commit -q -n -m a").ok();
}

#[test]
fn the_index_counts_and_not_the_work_tree() {
    let world = World::with_memory();
    world.write("memory/decisions/a.md", "---\nid: dec-aaaaaa\n---\n");
    world.git("add memory").ok();
    world.write("memory/decisions/a.md", record("dec-aaaaaa", "A"));
    world.git("commit -q -m 'mended, but not staged'").fails(1);
    world.git("add memory").ok();
    world.write("memory/decisions/a.md", "broken again");
    world.git("commit -q -m 'broken, but not staged'").ok();
    assert_eq!(world.status(), " M memory/decisions/a.md\n");
}

#[test]
fn a_secret_is_stopped_and_shown_masked() {
    let world = World::with_memory();
    let token = token();
    for path in ["memory/notes/a.md", "memory/summary.md"] {
        world.write(path, record("note-aaaaaa", "A").replace("Text.", &token));
        world.git(UNFILTERED.iter().chain(&["add", path])).ok();
        let err = world
            .git(UNFILTERED.iter().chain(&["commit", "-q", "-m", "a"]))
            .fails(1);
        assert!(err.contains(&format!("{path}:8:1: error[secret]")), "{err}");
        assert!(!err.contains(&token), "{err}");
        world.git("reset -q --hard").ok();
    }
}

#[test]
fn what_was_broken_before_does_not_stop_other_work() {
    let world = World::with_memory();
    world.write(
        "memory/decisions/a.md",
        record("dec-aaaaaa", "A").replace("status: active", "supersedes: [dec-zzzzzz]"),
    );
    world.git("add memory").ok();
    world.git("commit -q -n -m a").ok();
    world.decision("Fine");
    world.git("commit -q -m fine").ok();
    world.write("code.txt", "two\n");
    world.git("commit -q -a -m code").ok();
}

#[test]
fn a_link_that_loses_its_end_is_stopped() {
    let world = World::with_memory();
    let (old, path) = world.decision("Old");
    world.memory(["supersede", &old, "--title", "New"]).ok();
    world.git("commit -q -m both").ok();
    world.git(["rm", "-q", &path]).ok();
    let err = world.git("commit -q -m one").fails(1);
    assert!(err.contains("error[missing-end]"), "{err}");
}

#[test]
fn tracked_derived_files_go_along_with_every_form_of_commit() {
    for form in [
        "commit -m x",
        "commit -a -m x",
        "commit -m x memory/decisions",
        "commit --amend --no-edit",
    ] {
        let world = tracked();
        let (_, path) = world.decision("First");
        world.git("commit -q -m first").ok();
        world.write(
            &path,
            world
                .read(&path)
                .replace("title: First", "title: Changed by hand"),
        );
        if form.contains("--amend") || form == "commit -m x" {
            world.git(["add", &path]).ok();
        }
        world.shell(&format!("git {form}")).ok();
        assert_settled(&world);
        assert!(world.read(INDEX).contains("Changed by hand"), "{form}");
    }
}

#[test]
fn a_commit_of_one_path_keeps_what_else_is_staged() {
    let world = tracked();
    world.write("memory/decisions/a.md", record("dec-aaaaaa", "A"));
    world.write("memory/decisions/b.md", record("dec-bbbbbb", "B"));
    world.git("add memory/decisions").ok();
    world.git("commit -q -m a memory/decisions/a.md").ok();
    world.memory("check --rev HEAD").ok();
    lacks(&world.git("show HEAD:memory/index.md").ok(), "dec-bbbbbb");
    world.git("commit -q -m b").ok();
    assert_settled(&world);
}

#[test]
fn what_is_staged_partly_stays_staged_partly() {
    let world = World::with_memory();
    let (_, path) = world.decision("First");
    let staged = world.read(&path);
    world.write(&path, staged.replace("title: First", "title: Later"));
    world.git("commit -q -m first").ok();
    assert_eq!(world.status(), format!(" M {path}\n"));
    assert_eq!(world.git(["show", &format!("HEAD:{path}")]).ok(), staged);
}

#[test]
fn linked_worktrees_and_submodules_have_the_hooks_too() {
    let mut world = tracked();
    world.git("worktree add -q -b side ../side").ok();
    world.at("../side");
    world.decision("In a worktree");
    world.git("commit -q -m side").ok();
    assert_settled(&world);
    world.at("../super");
    std::fs::create_dir_all(&world.here).unwrap();
    world.shell("git init -q -b main . && git -c protocol.file.allow=always submodule --quiet add ../repo sub").ok();
    world.at("sub");
    world.memory("init").ok();
    world.decision("In a submodule");
    world.git("commit -q -m sub").ok();
    assert_settled(&world);
}

#[test]
fn the_commit_after_a_merge_brings_tracked_files_up_to_date() {
    let world = tracked();
    world.git("switch -q -c side").ok();
    world.decision("On the side");
    world.git("commit -q -m side").ok();
    world.git("switch -q main").ok();
    world.write("code.txt", "two\n");
    world.git("commit -q -a -m code").ok();
    world.git("merge -q --no-edit side").ok();
    world.write("code.txt", "three\n");
    world.git("commit -q -a -m 'more code'").ok();
    assert_settled(&world);
}

#[test]
fn a_merge_that_would_break_memory_is_stopped() {
    let world = World::with_memory();
    let id = "dec-aaaaaa";
    world.git("switch -q -c side").ok();
    world.write("memory/decisions/a.md", record(id, "A"));
    world
        .shell("git add memory && git commit -q -m side && git switch -q main")
        .ok();
    world.write("memory/decisions/b.md", record(id, "B"));
    world.shell("git add memory && git commit -q -m main").ok();
    let err = world.git("merge --no-edit side").fails(1);
    assert!(err.contains("error[double-id]"), "{err}");
}

/// A world with a decision on `main`, and one more on `side`, which is checked out.
fn world_with_a_side() -> World {
    let world = World::with_memory();
    world.decision("On main");
    world.git("commit -q -m main").ok();
    world.git("switch -q -c side").ok();
    world.decision("On the side");
    world.git("commit -q -m side").ok();
    world
}

#[test]
fn derived_files_follow_whatever_git_does() {
    let world = world_with_a_side();
    for line in [
        "git switch -q main",
        "git switch -q side",
        "git switch -q main",
        "git checkout -q side",
        "git checkout -q main",
        "git merge -q side",
        "git rebase -q side",
        "git checkout -q --detach HEAD~1",
        "git switch -q main",
        // No hook runs, but any command that reads mends the files.
        "git reset -q --hard HEAD~1 && git memory list --count",
    ] {
        world.shell(line).ok();
        let on_side = world.git("ls-files memory/decisions").ok().lines().count() == 2;
        assert_eq!(world.read(INDEX).contains("On the side"), on_side, "{line}");
        world.memory("refresh --check").ok();
    }
}

#[test]
fn without_hooks_every_read_heals() {
    let world = World::with_memory();
    world.git("config core.hooksPath /dev/null").ok();
    world.memory("hooks uninstall").ok();
    let (_, path) = world.decision("Before");
    world.write(
        &path,
        world.read(&path).replace("title: Before", "title: After"),
    );
    world.memory("refresh --check").fails(1);
    assert!(world.memory("list").ok().contains("After"));
    world.memory("refresh --check").ok();
    assert!(world.read(INDEX).contains("[After]"));
}

#[test]
fn without_the_program_only_commits_of_memory_are_stopped() {
    let world = World::with_memory();
    let (_, path) = world.decision("A");
    std::fs::remove_file(world.root().join("bin/git-memory")).unwrap();
    let err = world.git("commit -q -m a").fails(1);
    assert_eq!(err.lines().count(), 1, "{err}");
    has(&err, ["not on PATH", "--no-verify"]);
    world.git(["reset", "-q", &path]).ok();
    world.write("code.txt", "two\n");
    world.git("commit -q -a -m code").ok();
    assert_eq!(world.git("switch -q -c other").err, "");
}

const BROKEN: &str = "memory/notes/broken.md";

/// A world with a remote, in whose HEAD is a broken record that got past the hooks.
fn world_with_a_broken_record() -> World {
    let world = World::with_memory();
    world.bare("../remote.git");
    world.git("remote add origin ../remote.git").ok();
    world.git("push -q -u origin main").ok();
    world.git("remote set-head origin main").ok();
    let broken = record("note-a1b2c3", "Broken").replace("status: active\n", "");
    world.write(BROKEN, broken);
    world.git("add memory").ok();
    world.git("commit -q -n -m Past").ok();
    world
}

#[test]
fn a_broken_record_that_got_past_the_commit_is_not_pushed() {
    let world = world_with_a_broken_record();
    for push in [
        "push origin main",
        "push origin HEAD:refs/heads/new",
        "push --all origin",
    ] {
        let err = world.git(push).fails(1);
        has(&err, &format!("{BROKEN}:1:1: error[missing-key]"));
        has(&err, "push rejected: 1 error in the pushed memory");
    }
}

#[test]
fn a_broken_record_that_others_have_holds_back_no_other_push() {
    let world = world_with_a_broken_record();
    world.git("push -q --no-verify origin main").ok();
    world.write("code.txt", "more\n");
    world.git("commit -q -a -m Code").ok();
    world.decision("Sound");
    world.git("commit -q -m Sound").ok();
    world.git("push -q origin main").ok();
    world.git("push -q origin main:other").ok();
    world.git("push -q origin :other").ok();
    world.git(["rm", "-q", BROKEN]).ok();
    world.git("commit -q -m Gone").ok();
    world.git("push -q origin main").ok();
}
