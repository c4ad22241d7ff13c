//! Invariants that hold after every fault.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::World;

/// The next writes work, and afterwards nothing is wrong with the repository or with memory in it.
#[track_caller]
pub fn assert_goes_on(world: &World, what: &str) {
    pass_time(world);
    for next in [
        "add-note 'What came next'",
        "summary append --run n --step 1 --title Next",
    ] {
        let answer = world.memory(next);
        assert_eq!(answer.status, 0, "{what}: {}", answer.err);
    }
    assert_sound(world, what);
}

/// Nothing is wrong with the repository or with memory in it.
#[track_caller]
pub fn assert_sound(world: &World, what: &str) {
    let fsck = world.git("fsck --strict --no-dangling --no-progress");
    assert_eq!((fsck.status, fsck.err.as_str()), (0, ""), "{what}");
    let check = world.memory("check");
    assert_eq!(check.status, 0, "{what}: {}{}", check.out, check.err);
    let left = world.shell("find . -name '.git-memory-*'").ok();
    assert_eq!(left, "", "{what}: temporary files");
}

/// Lets time pass for the lock files and temporary files of a killed process, and removes the locks
/// of git's own index and settings, as git advises people to do.
fn pass_time(world: &World) {
    world
        .shell(
            "find . -name '*.lock' -exec touch -d '3 days ago' {} +; \
             find . -name '.git-memory-*' -exec touch -d '3 days ago' {} +; \
             rm -f .git/index.lock .git/config.lock",
        )
        .ok();
}

/// Everything that a command may change: refs with their logs, the index, and the files that are
/// not git's.
pub struct State {
    refs: String,
    index: String,
    config: String,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl State {
    pub fn of(world: &World) -> Self {
        let mut files = BTreeMap::new();
        collect(&world.here, &mut files);
        collect(&world.root().join("home"), &mut files);
        Self {
            refs: world.git("for-each-ref").ok(),
            index: world.git("ls-files --stage").ok(),
            config: world.git("config --local --list").ok(),
            files,
        }
    }
}

impl State {
    /// Returns the differences from an earlier state: names of files, and lines of git's lists.
    pub fn differences(&self, before: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        for path in self.files.keys().chain(before.files.keys()) {
            if self.files.get(path) != before.files.get(path) {
                differences.push(path.display().to_string());
            }
        }
        for (now, then) in [
            (&self.refs, &before.refs),
            (&self.index, &before.index),
            (&self.config, &before.config),
        ] {
            let is_new = |line: &&str| !then.lines().any(|old| old == *line);
            differences.extend(now.lines().filter(is_new).map(str::to_owned));
            if now.lines().count() < then.lines().count() {
                differences.push(format!("lines are missing: {now}"));
            }
        }
        differences
    }
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        // A later command removes a leftover temporary file; a lock file is harmless.
        let is_left = name.starts_with(".git-memory-") || name == ".lock";
        if name == ".git" || is_left {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
}
