//! Limits that only the whole program can reach (`crates/text/src/limits.rs` has the table): what
//! lies beyond is named, and the rest is served.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use common::{World, has, lacks};
use git_memory_text::limits;

/// A world with a decision about `src/`, committed.
fn world() -> World {
    let world = World::with_memory();
    world.write("src/queue.rs", "fn queue() {}\n");
    let call = ["add-decision", "Keep one queue", "--path", "src/**"];
    world.memory(call).ok();
    world.commit("Begin");
    world
}

/// Commits what a script writes for `git fast-import` after HEAD, and checks it out.
fn imported(world: &World, script: &str) {
    let stream = format!("printf 'from refs/heads/main^0\\n'; {script}");
    let all = format!(
        "{{ printf 'commit refs/heads/main\\ncommitter A <a@example.org> 1780000000 +0000\\n\
         data 1\\nx\\n'; {stream}; }} | git fast-import --quiet --force && git reset -q --hard"
    );
    world.shell(&all).ok();
}

#[test]
fn files_with_lines_for_records_are_named_and_not_read() {
    let world = world();
    for name in ["recall-feedback.jsonl", "index.md"] {
        let path = format!("memory/{name}");
        world.hollow(&path, limits::LIST_BYTES + 1);
        has(&world.memory("recall queue").ok(), "Keep one queue");
        let found = world.memory("check");
        has(&found.out, format!("{path}:1:1: error[too-large]").as_str());
        world.shell(&format!("rm -f {path}")).ok();
    }
    let path = "memory/secret-allowances.jsonl";
    world.hollow(path, limits::LIST_BYTES + 1);
    let staged = format!(
        "git update-index --add --cacheinfo 100644,$(git hash-object -w --no-filters {path}),{path}"
    );
    world.shell(&staged).ok();
    let found = world.memory("check --staged");
    has(&found.out, format!("{path}:1:1: error[too-large]").as_str());
}

#[test]
fn ratings_that_do_not_count_are_named() {
    let world = world();
    world.hollow("memory/recall-feedback.jsonl", limits::RATING_BYTES as u64);
    lacks(&world.memory("check").ok(), "beyond-limit");
    world.hollow(
        "memory/recall-feedback.jsonl",
        limits::RATING_BYTES as u64 + 1,
    );
    let found = world.memory("check").ok();
    has(
        &found,
        "notice[beyond-limit]: ratings beyond the first 4 MiB",
    );
}

#[test]
fn no_rules_are_built_with_one_that_is_too_large() {
    let world = world();
    world.hollow("memory/rules/large.md", limits::RULE_BYTES + 1);
    let built = world.memory("rules build --for codex");
    has(&built.err, ["large.md", "256 KiB, too large for a rule"]);
    built.fails(128);
    assert!(!world.has("AGENTS.md"));
    has(&world.memory("list").ok(), "Keep one queue");
}

#[test]
fn a_file_that_scan_does_not_read_is_counted() {
    let world = world();
    world.hollow("data/large.txt", limits::SCAN_BYTES as u64 + 1);
    world.write("data/small.txt", "words\n");
    let answer = world.memory("scan data");
    has(&answer.err, "scanned 1 file, 6 bytes; skipped 1;");
}

#[test]
fn waivers_that_do_not_count_are_named() {
    let world = world();
    world.git("switch -q -c topic").ok();
    let trailers = "Decision-Exempt: dec-aaaaaa it is urgent\n".repeat(limits::TRAILERS);
    for _ in 0..=limits::WAIVERS / limits::TRAILERS {
        let message = format!("Waive\n\n{trailers}");
        let call = ["commit", "-q", "--allow-empty", "-m", &message];
        world.git(call).ok();
    }
    let told = "128 waivers (Decision-Exempt): the newest 100 count";
    has(&world.memory("check --rev main..topic").out, told);
    has(&world.memory("pr main..topic").out, told);
}

#[test]
fn a_change_of_too_many_files_is_named() {
    let world = world();
    let base = world.git("rev-parse HEAD").ok();
    let count = limits::CHANGED_FILES + 1;
    imported(
        &world,
        &format!("seq {count} | sed 's,.*,M 100644 inline lib/&\\ndata 1\\nx,'"),
    );
    let range = format!("{}..", base.trim());
    let told = world.memory(["check", "--rev", &range]).ok();
    has(
        &told,
        [
            "the range changes 10001 files; 500 are searched for citations",
            "the range changes 10001 files; 10000 are searched for records",
        ],
    );
    const { assert!(limits::CITING_FILES == 500) };
    has(
        &world.memory(["pr", &range]).out,
        "the range changes 10001 files",
    );
}

#[test]
fn freshness_beyond_what_is_compared_is_unknown() {
    for (files, bytes) in [
        (limits::COMPARED_FILES + 1, 1),
        (limits::RECORD_FILES, 1),
        (3, limits::COMPARED_BYTES / 2),
    ] {
        let world = world();
        let script = format!(
            "for n in $(seq {files}); do printf \"M 100644 inline src/$n\\ndata {bytes}\\n\"; \
             head -c {bytes} /dev/zero; echo; done"
        );
        imported(&world, &script);
        let hit = world.memory("recall --json queue").json()["hits"][0].clone();
        let said = hit["freshness"].to_string();
        has(&said, ["unknown", "too many of its files have changed"]);
    }
}

#[test]
fn two_records_with_one_id_are_told_apart_by_the_newest_commits() {
    let world = world();
    let record = "---\nid: dec-aaaaaa\ntitle: One\nstatus: active\nscope: project\n\
                  updated: 2026-11-01\n---\n\nText.\n";
    world.write("memory/decisions/one.md", record);
    world.commit("One");
    let head = "commit refs/heads/main\\ncommitter A <a@example.org> 1780000000 +0000\\ndata 1\\nx";
    let count = limits::LINE_COMMITS;
    let script = format!(
        "{{ printf '{head}\\nfrom refs/heads/main^0\\n'; seq {count} | sed 's,.*,{head},'; }} | \
         git fast-import --quiet --force"
    );
    world.shell(&script).ok();
    world.write("memory/decisions/two.md", record.replace("One", "Two"));
    let told = world.memory("list");
    lacks(&told.err, "fatal");
    has(&told.ok(), "dec-aaaaaa");
    has(&world.memory("check").out, "error[double-id]");
}

#[test]
fn a_folder_that_lies_too_deep_in_git_is_not_read() {
    let world = world();
    let deep = "d/".repeat(limits::TREE_DEPTH + 1);
    imported(
        &world,
        &format!(
            "printf 'M 100644 inline memory/notes/{deep}a.md\\ndata 3\\n# A\\n\
             M 100644 inline memory/notes/fine.md\\ndata 6\\n# Fine\\n'"
        ),
    );
    let listed = world.memory("list --rev HEAD").ok();
    has(&listed, ["Fine", "Keep one queue"]);
    lacks(&listed, "a.md");
    let checked = world.memory("check --rev HEAD");
    has(
        &checked.out,
        ["notice[beyond-limit]", "folders within too many others"],
    );
}

#[test]
fn code_that_lies_too_deep_is_named() {
    let world = world();
    let deep = "d/".repeat(limits::TREE_DEPTH);
    let files = |folders: &str| {
        let script = format!(
            "printf 'M 100644 inline src/{folders}a.rs\ndata 3\n//a\n\
             M 100644 inline src/b.rs\ndata 3\n//b\n'"
        );
        imported(&world, &script);
        world.memory("check --rev HEAD~1..HEAD")
    };
    let told = "a folder lies within more than 200 others: nothing below it is read";
    let most = files(&deep[2..]);
    lacks(&most.err, told);
    has(&most.out, "src/b.rs");
    let beyond = files(&deep);
    has(&beyond.err, told);
    lacks(&beyond.out, "panicked");
    has(&world.memory("recall queue").err, told);
}
