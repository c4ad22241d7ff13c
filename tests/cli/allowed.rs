//! Allowed secrets are shown by every command, in header fields, too.

use crate::common::{World, token};

/// A world with a record, an entry, a note and a private record that hold the token, which HEAD
/// allows.
fn world() -> World {
    let world = World::with_memory();
    let scanned = world
        .memory_with("scan --stdin --json", &format!("{}\n", token()))
        .out;
    let scanned: serde_json::Value = serde_json::from_str(&scanned).unwrap();
    let fingerprint = scanned["findings"][0]["fingerprint"].as_str().unwrap();
    world
        .memory(["allow", fingerprint, "--reason", "A sample of the docs."])
        .ok();
    world.git("add memory").ok();
    world.git("commit -q -m Allow").ok();
    world
}

fn add(world: &World) -> String {
    let token = token();
    let title = format!("Sample {token}");
    let tag = format!("--tag={token}");
    let mut arguments = vec!["add-decision", &title, "--rationale", "It is a sample."];
    arguments.extend(["--description", &title, &tag, "--category", &token]);
    world.memory(arguments).ok();
    let listed = world.memory("list --json").json();
    listed["records"][0]["id"].as_str().unwrap().to_owned()
}

#[test]
fn header_fields_are_shown_with_it() {
    let world = world();
    let (token, id) = (token(), add(&world));
    world.git("add memory").ok();
    world.git("commit -q -m 'A sample'").ok();
    for arguments in [
        vec!["list"],
        vec!["list", "--json"],
        vec!["list", "--rev", "HEAD"],
        vec!["recall", "sample"],
        vec!["recall", "--json", "--tier", "t1", "sample"],
        vec!["recall", "--tier", "t0", "sample"],
        vec!["show", &id],
        vec!["context"],
        vec!["briefing"],
        vec!["export"],
        vec!["diff", "HEAD~1"],
        vec!["log", "--patch"],
        vec!["log", "--graph"],
        vec!["get-context", "--scope", "project"],
    ] {
        let answer = world.memory(&arguments);
        let said = format!("{arguments:?}: {}{}", answer.out, answer.err);
        assert_eq!(answer.status, 0, "{said}");
        assert!(answer.out.contains(&token), "{said}");
        assert!(!answer.out.contains("[REDACTED:"), "{said}");
    }
    assert!(!world.memory("check").ok().contains("secret"));
    world.memory(["set", &id, "status=superseded"]);
    // The cache is the same for every clone: it has none of it.
    let found = world.shell(&format!(
        "grep -rlF {token} .git/memory/by-blob/readings memory/index.md"
    ));
    assert_eq!(found.out, "");
}

#[test]
fn private_memory_and_notes_are_shown_with_it() {
    let world = world();
    let token = token();
    let title = format!("Sample {token}");
    let append = ["summary", "append", "--run", "r", "--step", "s"];
    world
        .memory([&append[..], &["--title", &title, "--happened", &title]].concat())
        .ok();
    world.memory(["add-note", &title, "--commit", "HEAD"]).ok();
    world.memory(["add-note", &title, "--private"]).ok();
    for arguments in [
        vec!["summary", "list"],
        vec!["recall", "--private", "sample"],
        vec!["recall", "--private", "--json", "--tier", "t1", "sample"],
        vec!["notes"],
        vec!["list", "--private"],
        vec!["briefing"],
    ] {
        let answer = world.memory(&arguments);
        let said = format!("{arguments:?}: {}{}", answer.out, answer.err);
        assert_eq!(answer.status, 0, "{said}");
        assert!(answer.out.contains(&token), "{said}");
        assert!(!answer.out.contains("[REDACTED:"), "{said}");
    }
}

#[test]
fn it_is_redacted_again_once_it_is_no_longer_allowed() {
    let world = world();
    add(&world);
    world.memory("context").ok();
    let rm = ["rm", "-q", "memory/secret-allowances.jsonl"];
    world.git(rm).ok();
    let hooks = ["-c", "core.hooksPath=/dev/null"];
    let commit = [&hooks[..], &["commit", "-q", "-m", "No longer"]].concat();
    world.git(commit).ok();
    for arguments in [vec!["list"], vec!["context"], vec!["recall", "sample"]] {
        let out = world.memory(&arguments).ok();
        assert!(out.contains("[REDACTED:token]"), "{arguments:?}: {out}");
        assert!(!out.contains(&token()), "{arguments:?}: {out}");
    }
}
