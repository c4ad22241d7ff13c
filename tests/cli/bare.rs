//! Bare repositories: every read that takes a revision answers there, and a work tree beside one is
//! like any other.

use crate::common::{World, has};

/// A bare clone of a repository with a decision about `src/a.rs`; tests begin in it.
fn bare() -> (World, String) {
    let mut world = World::with_memory();
    world.write("src/a.rs", "fn a() {}\n");
    world.git("add src").ok();
    let written = world
        .memory("add-decision 'Keep a' --path src/a.rs --json")
        .json();
    world.git("commit -q -m 'Keep a'").ok();
    world.write("src/a.rs", "fn a() {}\nfn b() {}\n");
    world.write(".agents/skills/go/SKILL.md", "---\nname: go\n---\n");
    world.write(
        "memory/OVERVIEW.md",
        "---\nname: All\n---\nOf everything.\n",
    );
    world.commit("Change a");
    world.git("clone -q --bare . ../bare.git").ok();
    world.at("../bare.git");
    (world, written["id"].as_str().unwrap().to_owned())
}

#[test]
fn why_review_and_get_context_answer_of_a_revision() {
    let (mut world, id) = bare();
    world.set("GIT_MEMORY_CLOCK", "2026-12-20T12:00:00Z");
    for path in ["src/a.rs", "src/a.rs:1"] {
        let why = world.memory(["why", "--rev", "HEAD", path]).ok();
        has(&why, [&id, "its path src/a.rs covers src/a.rs"]);
        assert!(why.contains("Keep a"), "{why}");
    }
    let older = world.memory("why --rev HEAD~2 src/a.rs").ok();
    assert_eq!(older, "");
    world.memory("review --rev HEAD").ok();
    let answer = world.memory("get-context --rev HEAD --json").json();
    let defaults = &answer["defaults"];
    assert_eq!(defaults["decisions_t0"][0]["id"], id.as_str());
    assert_eq!(defaults["scope_overview_t1"], "Of everything.");
    assert_eq!(defaults["loaded_skills"][0]["name"], "go");
    assert_eq!(defaults["folder_structure"], "memory/\n  decisions/");
    let older = world.memory("get-context --rev HEAD~2 --json").json();
    assert_eq!(older["defaults"]["decisions_t0"], serde_json::json!([]));
}

#[test]
fn what_a_revision_says_is_what_its_work_tree_said() {
    let (mut world, _) = bare();
    world.at("../repo");
    for words in [
        &["why", "src/a.rs"][..],
        &["review"],
        &["get-context", "--topics", "decisions"],
    ] {
        let here = world.memory(words).ok();
        let of_head = world.memory([words, &["--rev", "HEAD"]].concat()).ok();
        assert_eq!(here, of_head, "{words:?}");
    }
    // An uncommitted record is in no revision.
    world.decision("Not committed");
    let of_head = world.memory("get-context --rev HEAD").ok();
    assert!(!of_head.contains("Not committed"), "{of_head}");
}

#[test]
fn review_finds_what_a_revision_says_is_out_of_date() {
    let (mut world, id) = bare();
    world.at("../repo");
    world.git("rm -q src/a.rs").ok();
    world.git("commit -q -m 'Remove a'").ok();
    world.git("push -q ../bare.git main").ok();
    world.at("../bare.git");
    let found = world.memory("review --rev HEAD").ok();
    has(&found, [&id, "no file matches"]);
    let before = world.memory("review --rev HEAD~1").ok();
    assert!(!before.contains("no file matches"), "{before}");
    world
        .memory(["review", "--rev", "HEAD", "--confirm", &id])
        .fails(129);
}

#[test]
fn a_bare_repository_says_how_it_is_read() {
    let (world, _) = bare();
    for words in [
        &["get-context"][..],
        &["why", "src/a.rs"],
        &["review"],
        &["list"],
    ] {
        let err = world.memory(words).fails(128);
        assert!(err.contains("hint: read a revision with --rev"), "{err}");
    }
    assert!(world.memory("context").ok().contains("Keep a"));
}

#[test]
fn a_map_is_that_of_head() {
    let (mut world, id) = bare();
    for words in [
        &["map"][..],
        &["map", "--decisions"],
        &["map", "--for", "src"],
    ] {
        let map = world.memory(words).ok();
        assert!(map.starts_with("src/a.rs: a b\n"), "{map}");
        let of_head = world.memory([words, &["--rev", "HEAD"]].concat()).ok();
        assert_eq!(map, of_head);
    }
    assert!(world.memory("map --decisions").ok().contains(&id));
    world.git("init -q --bare ../new.git").ok();
    world.at("../new.git");
    for words in [&["map"][..], &["map", "--decisions"]] {
        let map = world.memory(words);
        assert!(map.err.contains("the map is empty"), "{}", map.err);
        assert_eq!(map.ok(), "");
    }
}

#[test]
fn a_work_tree_beside_a_bare_repository_is_one_like_any_other() {
    let (mut world, id) = bare();
    world.at(world.root());
    let folders = ["--git-dir=bare.git", "--work-tree=work"];
    let git = |words: &[&str]| world.git([&folders[..], words].concat());
    world.shell("mkdir work").ok();
    git(&["reset", "-q", "--hard"]).ok();
    let memory = |words: &[&str]| git(&[&["memory"], words].concat());
    memory(&["init", "-q"]).ok();
    assert!(memory(&["list"]).ok().contains(&id));
    // As in git, paths start at the top for commands outside of the work tree.
    let why = memory(&["why", "src/a.rs"]).ok();
    assert!(why.contains(&id), "{why}");
    assert_eq!(memory(&["why", "work/src/a.rs"]).ok(), why);
    memory(&["add-note", "Of my own", "--path", "src/a.rs"]).ok();
    git(&["commit", "-q", "-m", "A note"]).ok();
    assert_eq!(git(&["status", "-s"]).ok(), "");
    memory(&["check"]).ok();
    let err = memory(&["why", "../elsewhere"]).fails(128);
    assert!(err.contains("outside of this repository"), "{err}");
}
