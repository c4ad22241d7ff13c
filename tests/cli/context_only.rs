//! `git memory context --only`, what binds the files of a branch, and commits where no record
//! answers.

use crate::common::{World, has, lacks};

fn decision(world: &World, id: &str, title: &str, more: &str, body: &str) {
    let front = format!(
        "---\nid: {id}\ntitle: {title}\nstatus: active\nscope: project\nupdated: 2026-01-01\n"
    );
    world.write(
        &format!("memory/decisions/{id}.md"),
        format!("{front}{more}---\n{body}\n"),
    );
}

fn world() -> World {
    let world = World::with_memory();
    for (id, title, paths) in [
        (
            "dec-aaaaaa",
            "Retry with jitter",
            "paths: [src/net/send.rs]\n",
        ),
        (
            "dec-bbbbbb",
            "All of the network goes through one pool",
            "paths: [src/net/**]\n",
        ),
        (
            "dec-cccccc",
            "Rows are kept for ten years",
            "paths: [src/rows/**]\n",
        ),
    ] {
        let context = "It came up again and again. ".repeat(30);
        let body = format!("# {title}\n\n## Context\n\n{context}\n\n## Decision\n\n{id} it is.");
        decision(&world, id, title, paths, &body);
    }
    for nth in 0..10 {
        decision(
            &world,
            &format!("dec-other{nth}"),
            &format!("Filler {nth}"),
            "",
            "Filler.",
        );
    }
    world.commit("memory");
    world
}

fn context(world: &World, arguments: &[&str]) -> String {
    world.memory([&["context"], arguments].concat()).ok()
}

fn ids(pack: &str) -> Vec<&str> {
    let words = pack.split_whitespace();
    words.filter_map(|word| word.strip_prefix("id=")).collect()
}

#[test]
fn only_gives_what_governs_and_never_less_with_more_room() {
    let world = world();
    let file = ["--only", "--for", "src/net/send.rs"];
    let pack = context(&world, &file);
    assert_eq!(ids(&pack), ["dec-aaaaaa", "dec-bbbbbb"], "{pack}");
    let (decided, before) = (pack.find("dec-aaaaaa it is"), pack.find("It came up"));
    assert!(decided.unwrap() < before.unwrap(), "{pack}");
    for absent in ["Filler", "## Policy", "Left out", "dec-cccccc"] {
        assert!(!pack.contains(absent), "{pack}");
    }
    let mut known = 0;
    for tokens in (0..600).step_by(50) {
        let tokens = tokens.to_string();
        let pack = context(&world, &[&file[..], &["--max-tokens", &tokens]].concat());
        let found = ids(&pack).len();
        assert!(found >= known, "{tokens}: {pack}");
        known = found;
        if tokens == "300" {
            assert!(pack.contains("dec-aaaaaa it is"), "{pack}");
        }
    }
    assert_eq!(known, 2);
    let nothing = world.memory("context --only --for docs/unheard.md");
    assert_eq!(nothing.ok(), "");
}

#[test]
fn what_replaced_a_record_governs() {
    let world = world();
    let record =
        "decisions/dec-newnew | Retry at most five times | supersedes: [dec-aaaaaa] | Five.";
    world.records(record);
    world
        .shell("sed -i 's/^status: active/status: superseded\\nsuperseded_by: [dec-newnew]/' memory/decisions/dec-aaaaaa.md")
        .ok();
    let pack = context(&world, &["--only", "--for", "src/net/send.rs"]);
    assert_eq!(ids(&pack), ["dec-newnew", "dec-bbbbbb"], "{pack}");
}

#[test]
fn without_a_question_the_files_of_the_branch_ask() {
    let world = world();
    assert_eq!(context(&world, &["--only"]), "");
    let whole = context(&world, &[]);
    assert!(whole.contains("Filler 3"), "{whole}");
    world.git("checkout -q -b topic").ok();
    world.write("src/net/send.rs", "new");
    let pack = context(&world, &[]);
    let both = ["dec-aaaaaa", "dec-bbbbbb"];
    assert_eq!(ids(&pack), both, "uncommitted: {pack}");
    world.commit("code");
    for arguments in [&[][..], &["--only"]] {
        let pack = context(&world, arguments);
        assert_eq!(ids(&pack), both, "{arguments:?} {pack}");
    }
    // Another clone may not have the branch that this one is compared with.
    let pack = context(&world, &["--committed"]);
    assert!(pack.contains("Filler 3"), "{pack}");
}

#[test]
fn commits_answer_where_no_record_does() {
    let world = World::with_memory();
    for (path, message) in [
        (
            "src/sprocket.rs",
            "Fix the sprocket\n\nIt rattled at high speed.",
        ),
        ("src/gear.rs", "Replace the gear"),
    ] {
        world.write(path, message);
        world.git(["add", path]).ok();
        world.git(["commit", "-q", "-m", message]).ok();
    }
    let pack = context(&world, &["--query", "why does the sprocket rattle"]);
    has(&pack, ["## Commits", "high speed"]);
    assert!(!pack.contains("Replace the gear"), "{pack}");
    let pack = context(&world, &["--for", "src/gear.rs"]);
    assert!(pack.contains("Replace the gear"), "{pack}");
    let why = world.memory("why src/sprocket.rs").ok();
    assert!(why.contains("Fix the sprocket (commit)"), "{why}");
    lacks(&world.memory("why src/gear.rs").ok(), "(commit)");
    // A record that such a commit names comes before it, whatever its own words are.
    let record = "decisions/dec-bbbbbb | Run smoothly | | Nobody likes noise.";
    world.records(record);
    world.write("src/sprocket.rs", "oiled");
    world.git("add -A").ok();
    world
        .git([
            "commit",
            "-q",
            "-m",
            "Oil the sprocket\n\nDecision: dec-bbbbbb",
        ])
        .ok();
    let pack = context(&world, &["--query", "why oil the sprocket"]);
    let at = |what: &str| pack.find(what).unwrap_or_else(|| panic!("{what}: {pack}"));
    assert!(at("id=dec-bbbbbb") < at("Oil the sprocket"), "{pack}");
    assert_eq!(pack.matches("Nobody likes noise").count(), 1, "{pack}");
    let why = world.memory("why src/sprocket.rs").ok();
    assert!(why.starts_with("dec-bbbbbb  Run smoothly"), "{why}");
    has(&why, "1 commit of src/sprocket.rs names it");
    lacks(&why, "(commit)");
    // A record has the reason, a commit only the change.
    world.records("decisions/dec-aaaaaa | Sprockets may rattle | | They do.");
    let pack = context(&world, &["--query", "why does the sprocket rattle"]);
    has(&pack, "dec-aaaaaa");
    lacks(&pack, "## Commits");
}
