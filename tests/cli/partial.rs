//! Partial clones without their remote: the present objects answer, missing ones are named, and no
//! command contacts the remote unasked.

use std::fs;

use crate::common::{World, has, lacks};

/// A clone with this filter, of a repository with a decision and five commits about `a.txt`; its
/// remote is gone.
fn partial(filter: &str) -> (World, String) {
    let mut world = World::with_memory();
    let written = world
        .memory("add-decision 'Keep a' --path a.txt --json")
        .json();
    for nth in 0..5 {
        world.write("a.txt", format!("{nth}\n"));
        world
            .memory(["add-note", &format!("Note {nth}"), "--path", "a.txt"])
            .ok();
        world.git("add .").ok();
        world
            .git(["commit", "-q", "-m", &format!("Change {nth}")])
            .ok();
    }
    let removed = world.path_of("memory/notes/261120-note-2");
    world.git(["rm", "-q", &removed]).ok();
    world.git("commit -q -m Remove").ok();
    world.git("config uploadpack.allowFilter true").ok();
    let url = format!("file://{}", world.here.display());
    world.git(["clone", "-q", filter, &url, "../partial"]).ok();
    fs::rename(&world.here, world.root().join("gone")).unwrap();
    let clone = world.root().join("partial");
    world.at(clone);
    (world, written["id"].as_str().unwrap().to_owned())
}

#[test]
fn what_is_checked_out_answers_without_the_remote() {
    for filter in ["--filter=tree:0", "--filter=blob:none"] {
        let (mut world, id) = partial(filter);
        world.set(
            "GIT_TRACE",
            &world.root().join("trace").display().to_string(),
        );
        world.memory("init").ok();
        for words in [
            &["list"][..],
            &["show", &id],
            &["recall", "keep"],
            &["why", "a.txt"],
            &["why", "a.txt:1"],
            &["context"],
            &["context", "--committed"],
            &["get-context"],
            &["briefing"],
            &["status"],
            &["check"],
            &["doctor"],
            &["list", "--rev", "HEAD"],
            &["related", &id],
            &["add-note", "Of my own"],
        ] {
            let answer = world.memory(words);
            assert_eq!(answer.status, 0, "{filter} {words:?}: {}", answer.err);
        }
        // Hooks, too.
        world.git("add .").ok();
        world.git("commit -q -m Mine").ok();
        world.git("switch -q -c side").ok();
        let trace = fs::read_to_string(world.root().join("trace")).unwrap();
        assert!(!trace.contains("fetch"), "{filter}: {trace}");
    }
}

#[test]
fn what_is_missing_is_named_with_the_way_to_get_it() {
    for filter in ["--filter=tree:0", "--filter=blob:none"] {
        let (world, _) = partial(filter);
        for words in [
            &["list", "--rev", "HEAD~2"][..],
            &["diff", "HEAD~2.."],
            &["log"],
            &["export", "--rev", "HEAD~2"],
            &["recall", "keep", "--rev", "HEAD~2"],
        ] {
            let err = world.memory(words).fails(128);
            has(&err, "is not in this clone");
            has(&err, "git fetch --refetch --no-filter");
        }
    }
    let (world, id) = partial("--filter=tree:0");
    let why = world.memory("why a.txt");
    let note = "note: the history of a.txt is not in this clone, a partial one\n";
    assert_eq!(why.err, note);
    assert!(why.out.contains(&id), "{}", why.out);
    has(&world.memory("briefing").ok(), "age unknown");
    lacks(&world.memory("context").ok(), " uncommitted");
}
