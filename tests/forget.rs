//! A forgotten entry is hidden from every read; an expunged one is in no object, file, cache or
//! reflog of the clone.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;

use std::collections::BTreeSet;

use common::{World, has};
use git_memory_app::{Forgetting, KEPT, Scope};

/// Words that appear nowhere else.
const RECORD: &str = "Zebrastripe";
const STEP: &str = "Walrustusk";
const TRACKED: &str = "Quaggamane";
const DRAFT: &str = "Narwhalhorn";

/// A repository with memory, with refs in this format.
fn world(refs: &str) -> World {
    let world = World::empty();
    let format = format!("--ref-format={refs}");
    world.git(["init", "-q", "-b", "main", &format]).ok();
    world.memory("init").ok();
    world.commit("Begin");
    world
}

fn step(world: &World, step: &str, title: &str) -> String {
    let arguments = [
        "summary", "append", "--run", "r", "--step", step, "--status", "ok", "--title", title,
        "--json",
    ];
    let written = world.memory(arguments).json();
    written["id"].as_str().unwrap().to_owned()
}

/// A private record with two versions and a step, among others; gives their ids.
fn filled(world: &World) -> [String; 2] {
    step(world, "a", "Before");
    let title = format!("{RECORD} title");
    let written = world
        .memory(["add-note", &title, "--private", "--json"])
        .json();
    let record = written["id"].as_str().unwrap().to_owned();
    let entry = step(world, "b", STEP);
    let text = format!("More {RECORD}.");
    let section = ["edit", &record, "--section", "More", "--text", &text];
    world.memory(section).ok();
    step(world, "c", "After");
    step(world, "d", "Later");
    world.memory("summary compact --keep 1").ok();
    [record, entry]
}

/// Returns the output of every command that reads private memory.
fn everything(world: &World) -> String {
    let reads: [&[&str]; 14] = [
        &["list", "--private"],
        &["list", "--count", "--private"],
        &["summary", "list"],
        &["summary", "latest"],
        &["summary", "export"],
        &["runs"],
        &["recall", "--private", RECORD],
        &["recall", "--private", STEP],
        &["recall", "--private", "before after later"],
        &["context"],
        &["briefing"],
        &["get-context"],
        &["export"],
        &["why", "code.txt"],
    ];
    let mut all = String::new();
    for arguments in reads {
        let answer = world.memory(arguments);
        assert!(answer.status <= 1, "{arguments:?}: {}", answer.err);
        // The answer repeats the question.
        all.push_str(&answer.out);
    }
    all
}

/// Makes every kind of thing that is kept, but for the journal of a change that is not done.
fn keep_everything(world: &mut World, record: &str) {
    world.write("src/table.rs", "pub fn zebrastripe() {}\n");
    world.git("add -A").ok();
    world.git("commit -q --allow-empty -m 'Count stripes'").ok();
    world.set("GIT_EDITOR", &format!("sed -i -e 's/^title.*/{DRAFT}/'"));
    world.memory(["edit", record]).fails(128);
    world.memory("map").ok();
    world.memory("status").ok();
    world.memory("briefing").ok();
    let session = r#"{"session_id": "s", "hook_event_name": "SessionStart"}"#;
    let hook = ["hook", "session-start", "--agent", "claude"];
    world.memory_with(hook, session).ok();
    // As a hook leaves it that is killed before it has answered.
    let sessions = "$(git rev-parse --git-common-dir)/memory/sessions/agents";
    let ask = format!("for file in {sessions}/*; do echo owed-prompt {RECORD} >>$file; done");
    world.shell(&ask).ok();
    everything(world);
}

/// The names of everything that is kept in a git folder.
fn kept(world: &World, git_dir: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(world.here.join(git_dir).join("memory")).unwrap() {
        names.insert(entry.unwrap().file_name().into_string().unwrap());
    }
    names
}

/// The names of the rows of these scopes.
fn rows(scopes: &[Scope]) -> BTreeSet<String> {
    let rows = KEPT.iter().filter(|row| scopes.contains(&row.scope));
    rows.map(|row| row.name.to_owned()).collect()
}

#[test]
fn everything_that_is_kept_has_a_row() {
    let mut world = world("files");
    let [record, entry] = filled(&world);
    keep_everything(&mut world, &record);
    world.memory(["summary", "forget", &entry]).ok();
    world.memory("summary gc --expunge").ok();
    keep_everything(&mut world, &record);
    let mut all = rows(&[Scope::Clone, Scope::WorkTree]);
    // It is there during a change only.
    all.remove("journal");
    assert_eq!(kept(&world, ".git"), all);
    world.git("worktree add -q ../side").ok();
    let mut side = world.again(&world.root().join("side"));
    side.here = world.root().join("side");
    keep_everything(&mut side, &record);
    let own = kept(&world, ".git/worktrees/side");
    let of_work_tree = rows(&[Scope::WorkTree]);
    assert!(own.is_subset(&of_work_tree) && own.len() > 2, "{own:?}");
}

#[test]
fn rows_with_private_texts_are_forgotten() {
    for row in &KEPT {
        let stays = row.forgetting == Forgetting::Keep && row.scope != Scope::User;
        assert!(!(row.is_private && stays), "{}", row.name);
    }
    assert!(KEPT.len() <= 16 && KEPT.is_sorted_by(|a, b| a.name < b.name));
}

#[test]
fn no_cache_holds_what_was_expunged() {
    let mut world = world("files");
    let [record, entry] = filled(&world);
    let title = format!("{TRACKED} title");
    world.memory(["add-note", &title]).ok();
    world.commit(TRACKED);
    keep_everything(&mut world, &record);
    world.write(".git/memory/packs/old", format!("{RECORD} {TRACKED}"));
    world.git("reset -q --hard HEAD~2").ok();
    world.git("reflog expire --expire=now --all").ok();
    world.git("gc -q --prune=now").ok();
    world.memory("refresh").ok();
    for id in [&record, &entry] {
        world.memory(["summary", "forget", id]).ok();
    }
    let words = [RECORD, STEP, TRACKED, DRAFT];
    for word in words {
        assert!(!traces(&world, word).is_empty(), "{word}");
    }
    world.memory("summary gc --expunge").ok();
    for word in words {
        assert_eq!(traces(&world, word), Vec::<String>::new());
    }
}

fn tells(text: &str, word: &str) -> bool {
    text.to_lowercase().contains(&word.to_lowercase())
}

/// Every file below a folder, and every object, reflog and message of the repository.
fn traces(world: &World, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let objects = ["cat-file", "--batch-all-objects", "--batch", "--unordered"];
    let logs = ["log", "--walk-reflogs", "--all", "--format=%gs %B"];
    for arguments in [&objects[..], &logs] {
        let answer = world.git(arguments);
        if tells(&answer.out, text) {
            found.push(format!("git {arguments:?}"));
        }
    }
    files(&world.root(), text, &mut found);
    found
}

fn files(folder: &Path, word: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let kind = fs::symlink_metadata(&path).unwrap().file_type();
        if kind.is_dir() {
            files(&path, word, found);
        } else if kind.is_file() && tells(&String::from_utf8_lossy(&fs::read(&path).unwrap()), word)
        {
            found.push(path.display().to_string());
        }
    }
}

#[test]
fn what_is_forgotten_is_read_nowhere() {
    let world = world("files");
    let [record, entry] = filled(&world);
    let before = everything(&world);
    assert!(tells(&before, RECORD) && tells(&before, STEP));
    let answer = world.memory(["summary", "forget", &record]);
    assert!(answer.err.contains("gc --expunge"), "{}", answer.err);
    assert_eq!(answer.ok(), format!("{record}  forgotten\n"));
    let answer = world.memory(["summary", "forget", &entry]);
    has(&answer.err, "repeats it, and is forgotten, too");
    let after = everything(&world);
    assert!(!tells(&after, RECORD) && !tells(&after, STEP), "{after}");
    has(&after, ["Before", "After", "Later"]);
    for id in [&record, &entry] {
        world.memory(["show", id]).fails(128);
        world.memory(["summary", "show", id]).fails(128);
        world.memory(["set", id, "tags=a"]).fails(128);
        let err = world.memory(["summary", "forget", id]).fails(128);
        assert!(err.contains("no entry"), "{err}");
    }
    world.memory("summary compact --keep 1").ok();
    let after = everything(&world);
    assert!(!tells(&after, RECORD) && !tells(&after, STEP), "{after}");
}

#[test]
fn it_is_forgotten_on_every_branch_and_stays_so_when_they_meet() {
    let world = world("files");
    let [record, _] = filled(&world);
    world.git("switch -q -c side").ok();
    step(&world, "x", "Aside");
    let text = format!("{RECORD} aside.");
    let section = ["edit", &record, "--section", "Aside", "--text", &text];
    world.memory(section).ok();
    world.git("commit -q --allow-empty -m Work").ok();
    world.git("switch -q main").ok();
    world.memory(["summary", "forget", &record]).ok();
    world.git("switch -q side").ok();
    assert!(!tells(&everything(&world), RECORD));
    world.git("switch -q main").ok();
    world.git("merge -q --no-ff --no-edit side").ok();
    let all = everything(&world);
    assert!(!tells(&all, RECORD) && all.contains("Aside"), "{all}");
}

#[test]
fn what_is_expunged_is_gone() {
    for refs in ["files", "reftable"] {
        let mut world = world(refs);
        // Reflogs of all refs, and objects in packs.
        world.git("config core.logAllRefUpdates always").ok();
        let [record, entry] = filled(&world);
        everything(&world);
        world.git("repack -a -d -q").ok();
        world.set("GIT_EDITOR", "sed -i -e /^title/d");
        world.memory(["edit", &record]).fails(128);
        world.git("switch -q -c side").ok();
        step(&world, "x", "Aside");
        world.git("switch -q main").ok();
        for id in [&record, &entry] {
            world.memory(["summary", "forget", id]).ok();
        }
        assert!(!traces(&world, RECORD).is_empty());
        let answer = world.memory("summary gc --expunge --json").json();
        let mut ids = vec![record.clone(), entry.clone()];
        ids.sort();
        let mut expunged: Vec<String> = serde_json::from_value(answer["expunged"].clone()).unwrap();
        expunged.retain(|id| ids.contains(id));
        assert_eq!(expunged, ids, "{answer}");
        for word in [RECORD, STEP] {
            assert_eq!(traces(&world, word), Vec::<String>::new(), "{refs}");
        }
        let fsck = world.git("fsck --strict");
        assert_eq!(
            (fsck.status, fsck.err.contains("missing")),
            (0, false),
            "{}",
            fsck.err
        );
        let all = everything(&world);
        for kept in ["Before", "After", "Later"] {
            assert!(all.contains(kept), "{kept}");
        }
        step(&world, "z", "On it goes");
        world.memory("summary gc --expunge").ok();
        world.memory("doctor").ok();
    }
}

#[test]
fn what_another_ref_reaches_is_named() {
    let world = world("files");
    let [record, _] = filled(&world);
    world
        .git("update-ref refs/backup refs/memory/branches/main")
        .ok();
    world.memory(["summary", "forget", &record]).ok();
    let answer = world.memory("summary gc --expunge");
    has(&answer.err, "stays: another ref or a reflog reaches it");
    assert!(!traces(&world, RECORD).is_empty());
    assert!(!tells(&everything(&world), RECORD));
}
