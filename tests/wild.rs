//! Memory that was not written for this program: every layout below `fixtures/wild` is read in
//! place, only commands that write change its bytes, and adopting adds only front matter.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use common::{World, has};
use git_memory_cli::commands::commands;

const READS: [&[&str]; 16] = [
    &["list"],
    &["list", "--count"],
    &["recall", "anything"],
    &["why", "."],
    &["diff"],
    &["log"],
    &["topic", "list"],
    &["topic", "read"],
    &["review"],
    &["doctor"],
    &["context"],
    &["context", "--query", "anything", "--max-lines", "40"],
    &["get-context"],
    &["briefing"],
    &["export"],
    &["check"],
];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/wild")
}

/// The layouts that lie in `memory/`.
fn layouts() -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(fixtures()).unwrap() {
        let path = entry.unwrap().path();
        if path.join("memory").is_dir() {
            names.push(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
    }
    names.sort();
    assert_eq!(names.len(), 6, "{names:?}");
    names
}

/// Every file below a folder, by its path from there.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
            files.insert(name.to_owned(), fs::read(&path).unwrap());
        }
    }
    files
}

/// Returns a repository with a layout, committed without this program.
fn world(layout: &str) -> World {
    let world = World::new();
    for (name, content) in files(&fixtures().join(layout)) {
        if name != "expected.txt" {
            world.write(&name, content);
        }
    }
    world.commit("What was there");
    world
}

/// Returns the expected answers for a layout: words, and the path that comes first.
fn expected(layout: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(fixtures().join(layout).join("expected.txt")).unwrap();
    let pairs = text.lines().map(|line| line.split_once('\t').unwrap());
    pairs
        .map(|(words, path)| (words.to_owned(), path.to_owned()))
        .collect()
}

fn must_find_all(world: &World, layout: &str) {
    for (words, path) in expected(layout) {
        let hits = world.memory(["recall", &words, "--json"]).json();
        assert_eq!(hits["hits"][0]["record_path"], path, "{layout}: {words}");
    }
}

/// Sets memory up; where its folder holds source code, only on a second word.
fn set_up(world: &World, layout: &str) {
    if layout == "sources" {
        let before = files(&world.here);
        let err = world.memory("init").fails(128);
        assert!(err.starts_with("fatal: memory/ holds source code"), "{err}");
        assert_eq!(files(&world.here), before);
        world.memory("init --force").ok();
    }
    world.memory("init").ok();
}

#[test]
fn reading_changes_not_a_byte() {
    for layout in layouts() {
        let world = world(&layout);
        let before = files(&world.here.join("memory"));
        for read in READS {
            let answer = world.memory(read);
            assert!(answer.status <= 1, "{layout}: {read:?}: {}", answer.err);
        }
        must_find_all(&world, &layout);
        assert_eq!(files(&world.here.join("memory")), before, "{layout}");
        let status = world.git("status --short --ignored").ok();
        assert_eq!(status, "", "{layout}");
    }
}

#[test]
fn a_day_after_init_every_file_is_still_theirs() {
    for layout in layouts() {
        let world = world(&layout);
        let before = files(&world.here.join("memory"));
        set_up(&world, &layout);
        for read in READS {
            world.memory(read);
        }
        world.memory("add-decision 'Decide something'").ok();
        world.git(["commit", "-q", "-m", "A day's work"]).ok();
        world.git("switch -q -c side").ok();
        world.memory("add-note 'Note something'").ok();
        world.git("commit -q -m 'On a branch'").ok();
        world.git("switch -q main").ok();
        let after = files(&world.here.join("memory"));
        for (name, content) in before {
            assert_eq!(after.get(&name), Some(&content), "{layout}: {name}");
        }
        must_find_all(&world, &layout);
        let check = world.memory("check");
        assert!(!check.out.contains("error["), "{layout}: {}", check.out);
    }
}

#[test]
fn what_is_taken_up_gains_front_matter_alone() {
    for layout in layouts() {
        let world = world(&layout);
        set_up(&world, &layout);
        world.git("commit -q -a -m Init");
        world.git("add -A").ok();
        world.git("commit -q -m Init");
        let before = files(&world.here.join("memory"));
        world.memory("adopt").ok();
        for (name, content) in files(&world.here.join("memory")) {
            let Some(old) = before.get(&name) else {
                panic!("{layout}: {name} is new");
            };
            let derived = ["index.md", "impressions.jsonl"];
            if content != *old && !derived.contains(&name.as_str()) {
                let (old, new) = (
                    String::from_utf8_lossy(old),
                    String::from_utf8_lossy(&content),
                );
                assert!(new.ends_with(body(&old)), "{layout}: {name}");
                assert!(
                    new.starts_with("---\nid: ") || new.contains("\nid: "),
                    "{name}"
                );
            }
        }
        let check = world.memory("check");
        assert!(!check.out.contains("error["), "{layout}: {}", check.out);
        // A layout with only source code has nothing to commit.
        world.git("commit -q -m Adopt");
        let again = world.memory("adopt");
        assert!(again.err.contains("adopted 0 pages"), "{}", again.err);
        assert_eq!(world.status(), "", "{layout}");
        must_find_all(&world, &layout);
    }
}

#[test]
fn an_index_written_by_hand_a_moment_ago_is_a_page() {
    let world = World::with_memory();
    world.write("memory/index.md", "# Index\n\nKept by hand.\n");
    // Its time is as late as the look at it, whatever the clock's precision is.
    world.shell("touch -d '2100-01-01' memory/index.md").ok();
    for _ in 0..3 {
        world.memory("refresh").ok();
        has(&world.memory("show memory/index.md").ok(), "Kept by hand.");
    }
}

/// The text after front matter that is closed; else all of it.
fn body(text: &str) -> &str {
    let rest = text.strip_prefix("---\n");
    match rest.and_then(|rest| rest.split_once("\n---\n")) {
        Some((_, body)) => body,
        None => text,
    }
}

#[test]
fn a_tree_of_workspaces_is_imported_once() {
    let world = World::with_memory();
    let tree = fixtures().join("workspace");
    let dry = world.memory(["import", "workspace", tree.to_str().unwrap(), "--dry-run"]);
    assert!(
        dry.ok()
            .ends_with("5 files: 5 would be imported, 0 already known, 0 skipped\n")
    );
    let out = world
        .memory(["import", "workspace", tree.to_str().unwrap()])
        .ok();
    assert!(
        out.ends_with("5 files: 5 imported, 0 already known, 0 skipped\n"),
        "{out}"
    );
    must_find_all(&world, "workspace");
    let check = world.memory("check");
    assert!(!check.out.contains("error["), "{}", check.out);
    let ledger = world.read("memory/scopes/acme/payments/ledger/decisions/double-entry.md");
    assert!(
        ledger.contains("\nscope: acme/payments/ledger\n"),
        "{ledger}"
    );
    let aliases = "alias: [double-entry, decision-double-entry]";
    assert!(ledger.contains("related: [les-") && ledger.contains(aliases));
    world.git("commit -q -m Import").ok();
    let again = world
        .memory(["import", "workspace", tree.to_str().unwrap()])
        .ok();
    assert!(
        again.ends_with("5 files: 0 imported, 5 already known, 0 skipped\n"),
        "{again}"
    );
    assert_eq!(world.status(), "");
}

/// Returns arguments for every command of the table, as a new user types them. A command that is
/// not here fails the test.
fn arguments(command: &str) -> Vec<&'static str> {
    match command {
        "add-note" | "add-decision" | "add-convention" | "add-lesson" | "add-loop" | "add-plan"
        | "add-recipe" | "add-event" | "add-context" => vec!["A title of its own"],
        "supersede" => vec!["dec-nothing", "New"],
        "set" => vec!["dec-nothing", "tags=x"],
        "close" | "show" | "related" => vec!["dec-nothing"],
        "edit" => vec!["dec-nothing", "--section", "Decision", "--text", "x"],
        "clear" => vec!["--all", "--yes"],
        "topic" | "user" | "hooks" | "notes" => vec!["list"],
        "summary" => vec!["append", "--title", "Did something"],
        "feedback" => vec!["words", "--outcome", "missed"],
        "recall" | "why" => vec!["words"],
        "scan" => vec!["memory"],
        "import" => vec!["adr", "memory"],
        "sync" | "adopt" => vec!["--dry-run"],
        "rules" => vec!["check"],
        "hook" => vec!["pre-commit"],
        "filter" => vec!["clean"],
        _ => Vec::new(),
    }
}

#[test]
fn no_command_changes_what_it_was_not_given() {
    let theirs = [
        ("memory/index.md", "# By hand\n"),
        ("memory/impressions.jsonl", "by hand\n"),
        ("memory/mod.rs", "pub mod arena;\n"),
        (
            "memory/decisions/theirs.md",
            "---\nid: decision-1\nname: Theirs\n---\nText.\n",
        ),
        ("memory/state.json", "{\"tool\": \"another\"}\n"),
    ];
    for is_set_up in [false, true] {
        let world = World::new();
        for (path, text) in theirs {
            world.write(path, text);
        }
        world.commit("Theirs");
        if is_set_up {
            world.memory("init --force").ok();
        }
        let commands: Vec<&str> = commands().map(|command| command.name).collect();
        assert!(commands.len() > 40, "{commands:?}");
        for command in commands {
            // `init` sets memory up, as its output shows; a server would not end.
            if command == "serve" || (command == "init" && !is_set_up) {
                continue;
            }
            let mut words = vec![command];
            words.extend(arguments(command));
            let answer = world.memory_with(&words, "");
            assert!(
                !answer.err.contains("panicked"),
                "{words:?}: {}",
                answer.err
            );
            for (path, text) in theirs {
                assert_eq!(world.read(path), text, "{words:?} (init: {is_set_up})");
            }
            let has_attributes = world.has("memory/.gitattributes");
            assert_eq!(has_attributes, is_set_up, "{words:?}");
        }
    }
}

#[test]
fn a_page_that_cannot_be_read_is_named_and_the_rest_is_served() {
    let world = World::with_memory();
    world.write("memory/notes/fine.md", "# Fine\n\nThe kestrel is served.\n");
    let line = "x".repeat((1 << 20) - 1);
    world.write("memory/notes/long.md", format!("{line}\n"));
    world.write("memory/notes/larger.md", format!("{line}xx\n"));
    world.write("memory/notes/binary.md", [0xff, 0xfe, 0, 1, 2]);
    let text = "---\n- a\n- b\n---\nThe plover is read.\n";
    world.write("memory/notes/list.md", text);
    world.write("memory/notes/nul.md", "a\0b\n");
    let text = "---\ntitle: never closed\n\nThe dunlin is read.\n";
    world.write("memory/notes/open.md", text);
    let deep = format!("---\na: {}\n---\nThe avocet is read.\n", "[".repeat(9000));
    world.write("memory/notes/deep.md", deep);
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"caf\xe9.md");
        fs::write(world.here.join("memory/notes").join(name), "# Latin\n").unwrap();
    }
    for (word, path) in [
        ("kestrel", "memory/notes/fine.md"),
        ("plover", "memory/notes/list.md"),
        ("dunlin", "memory/notes/open.md"),
        ("avocet", "memory/notes/deep.md"),
    ] {
        let hits = world.memory(["recall", word, "--json"]).json();
        assert_eq!(hits["hits"][0]["record_path"], path);
    }
    for read in READS {
        let answer = world.memory(read);
        assert!(answer.status <= 1, "{read:?}: {}", answer.err);
    }
    let out = world.memory("check").out;
    has(&out, "memory/notes/larger.md:1:1: error[too-large]");
    has(&out, "memory/notes/binary.md:1:1: error[not-utf8]");
    let expected = "memory/notes/list.md:2:1: notice[unread-front-matter]";
    has(&out, expected);
    has(&out, "memory/notes/nul.md:1:2: error[hidden-character]");
    has(&out, "memory/notes/deep.md:2:");
    #[cfg(target_os = "linux")]
    assert!(out.contains("not UTF-8"), "{out}");
}
