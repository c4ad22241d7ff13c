//! What a killed process, or a git that lost a move, has left is finished, named and swept by the
//! next command.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::time::{Duration, SystemTime};

use common::{World, has};

/// Puts a git before the real one that does this first, with the arguments of the call.
fn with_git(world: &World, first: &str) {
    let real = world.root().join("tools/git");
    let script = format!("#!/bin/sh\n{first}\nexec '{}' \"$@\"\n", real.display());
    let git = world.root().join("bin/git");
    world.write(git.to_str().unwrap(), script);
    world.shell(&format!("chmod +x '{}'", git.display())).ok();
}

fn without_git(world: &World) {
    fs::remove_file(world.root().join("bin/git")).unwrap();
}

#[test]
fn a_supersede_that_was_killed_before_it_was_staged_is_staged_whole() {
    let world = World::with_memory();
    let (old, _) = world.decision("One table");
    world.commit("Decide");
    let killing = "case \"$*\" in *update-index*) kill -9 $PPID; exit 1;; esac";
    with_git(&world, killing);
    let killed = world.memory(["supersede", &old, "--title", "Two tables"]);
    assert_eq!(killed.status, -1, "{}", killed.err);
    without_git(&world);
    has(&world.status(), ["?? memory/", " M memory/"]);
    world.memory("list").ok();
    let status = world.status();
    let marks: Vec<&str> = status.lines().map(|line| &line[..2]).collect();
    assert_eq!(marks, ["M ", "A "], "{status}");
    assert!(!world.has(".git/memory/journal"));
}

#[test]
fn a_killed_change_that_was_edited_since_is_not_staged_by_halves() {
    let world = World::with_memory();
    let (old, path) = world.decision("One table");
    world.commit("Decide");
    with_git(
        &world,
        "case \"$*\" in *update-index*) kill -9 $PPID; exit 1;; esac",
    );
    world.memory(["supersede", &old, "--title", "Two tables"]);
    without_git(&world);
    world.write(&path, world.read(&path) + "\nBy hand.\n");
    world.memory("list").ok();
    assert_eq!(world.git("diff --cached --name-only").ok(), "");
    world.decision("Anything else");
}

#[test]
fn temporary_files_of_killed_processes_are_swept_and_no_others() {
    let mut world = World::with_memory();
    world.git("config memory.fsync true").ok();
    let folder = world.root().join("temporary");
    fs::create_dir(&folder).unwrap();
    world.set("TMPDIR", folder.to_str().unwrap());
    let kept = world.here.join(".git/memory/tips");
    let deep = world.here.join(".git/memory/recall/en");
    fs::create_dir_all(&deep).unwrap();
    world
        .memory("summary append --run r --step 1 --title x")
        .ok();
    let old = SystemTime::now() - Duration::from_hours(3);
    let leave = |folder: &std::path::Path, name: &str, modified: SystemTime| {
        let path = folder.join(name);
        let file = fs::File::create(&path).unwrap();
        file.set_modified(modified).unwrap();
        path
    };
    let lost = [
        leave(&folder, "git-memory-aB3xY9", old),
        leave(&kept, ".git-memory-aB3xY9.tmp", old),
        leave(&deep, ".git-memory-aB3xY9.tmp", old),
    ];
    let others = [
        leave(&folder, "git-memory-notes", old),
        leave(&folder, "git-memory-aB3xY8", SystemTime::now()),
        leave(&kept, ".git-memory-aB3xY8.tmp", SystemTime::now()),
    ];
    world.memory("add-note --commit HEAD Seen").ok();
    assert!(lost.iter().all(|path| !path.exists()), "{lost:?}");
    assert!(others.iter().all(|path| path.exists()), "{others:?}");
}

/// A reader who makes the derived files anew holds no lock.
#[test]
fn a_temporary_file_of_a_live_reader_stays() {
    let world = World::with_memory();
    let live = "memory/.git-memory-aB3xY9.tmp";
    world.write(live, "half");
    world.memory("list").ok();
    world.decision("Anything");
    assert!(world.has(live));
    world.shell(&format!("touch -d '1 hour ago' {live}")).ok();
    world.memory("list").ok();
    assert!(!world.has(live));
}

#[test]
fn an_entry_that_git_lost_is_written_again() {
    let mut world = World::empty();
    world.set("GIT_DEFAULT_REF_FORMAT", "reftable");
    world.git("init -q -b main").ok();
    if !world.has(".git/reftable") {
        return;
    }
    world.git("commit -q --allow-empty -m one").ok();
    let losing = "case \"$*\" in *update-ref*refs/memory/*) \
                  test -e lost || { touch lost; exit 0; };; esac";
    with_git(&world, losing);
    for title in ["one", "two"] {
        let append = ["summary", "append", "--run", "r", "--step", "1", "--title"];
        world.memory(append.iter().chain(&[title])).ok();
    }
    assert!(world.has("lost"));
    let log = world.git("log --format=%s refs/memory/branches/main").ok();
    assert_eq!(log, "two\none\n");
}

#[test]
fn entries_that_a_ref_lost_are_named_and_brought_back() {
    let world = World::with_memory();
    for title in ["kept", "lost"] {
        let append = ["summary", "append", "--run", "r", "--step", "1", "--title"];
        world.memory(append.iter().chain(&[title])).ok();
    }
    let name = "refs/memory/branches/main";
    let before = world.git(["rev-parse", &format!("{name}^")]).ok();
    world.git(["update-ref", name, before.trim()]).ok();
    let named = |world: &World| {
        let gone = world.memory("status --json").json()["gone"].clone();
        gone[0]["ref"].as_str().map(str::to_owned)
    };
    let lost = named(&world).unwrap();
    world
        .memory("summary append --run r --step 1 --title next")
        .ok();
    assert_eq!(
        named(&world),
        Some(lost.clone()),
        "named until it is brought back"
    );
    world.memory("doctor --fix");
    assert_eq!(
        world.git(["log", "--format=%s", &lost]).ok(),
        "lost\nkept\n"
    );
    assert_eq!(named(&world), None);
}

#[test]
fn notes_whose_ref_cannot_be_read_are_brought_back() {
    let world = World::with_memory();
    if world.has(".git/reftable") {
        return;
    }
    world.memory("add-note --commit HEAD Seen").ok();
    world.write(".git/refs/notes/memory", "");
    has(&world.memory("notes").fails(128), "refs/notes/memory");
    has(&world.memory("doctor").out, "refs/notes/memory");
    world.memory("doctor --fix");
    has(&world.memory("notes").ok(), "Seen");
}

/// A fetch that was killed leaves commits without what they follow, which git takes for lost ones.
#[test]
fn half_of_what_was_fetched_breaks_no_log() {
    let world = World::with_memory();
    if world.has(".git/reftable") {
        return;
    }
    for title in ["first", "second"] {
        let append = ["summary", "append", "--run", "r", "--step", "1", "--title"];
        world.memory(append.iter().chain(&[title])).ok();
    }
    let commit = "git commit-tree -p $parent -m Fetched -m 'Memory-Id: sum-aaaaaa\nMemory-Kind: summary' \
                  $(git mktree </dev/null)";
    let parent = "parent=$(git commit-tree -m Below $(git mktree </dev/null))";
    let hole = "rm -f .git/objects/$(echo $parent | cut -c1-2)/$(echo $parent | cut -c3-)";
    world.shell(&format!("{parent}; {commit}; {hole}")).ok();
    world.write(".git/refs/memory/branches/main", "no ref\n");
    world.memory("doctor --fix");
    let log = world
        .git("log --format=%s --glob=refs/memory/branches/*")
        .ok();
    assert!(log.contains("second\nfirst\n"), "{log}");
    assert_eq!(world.git("fsck --strict --no-dangling").status, 0);
}
