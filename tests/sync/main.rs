//! Private memory on several machines: shared only when asked, joined by the graph, nothing lost.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod encrypted;
mod readers;

use common::{World, has, lacks, token};

/// Clones `a`, `b`, `c` of a bare repository `remote.git` with one commit, with `memory.remote`
/// set.
fn world() -> World {
    let mut world = World::new();
    world.git("commit -q --allow-empty -m one").ok();
    world.bare("../remote.git");
    world.git("push -q ../remote.git main").ok();
    world.at("..");
    for clone in ["a", "b", "c"] {
        world
            .git(["clone", "-q", "-b", "main", "remote.git", clone])
            .ok();
        world
            .git(["-C", clone, "config", "memory.remote", "origin"])
            .ok();
    }
    world
}

fn entry(world: &World, clone: &str, title: &str) {
    world
        .memory([
            "-C", clone, "summary", "append", "--run", "r", "--step", "s", "--title", title,
        ])
        .ok();
}

/// The titles of the entries that are seen in a clone, sorted.
fn seen(world: &World, clone: &str) -> Vec<String> {
    let entries = world
        .memory(["-C", clone, "summary", "list", "--json"])
        .json();
    let titles = entries["entries"].as_array().unwrap().iter();
    let mut titles: Vec<String> = titles
        .map(|entry| entry["title"].as_str().unwrap().to_owned())
        .collect();
    titles.sort();
    titles
}

fn sync(world: &World, clone: &str) -> String {
    world.memory(["-C", clone, "sync"]).ok()
}

#[test]
fn without_a_remote_it_says_how_and_what_becomes_visible() {
    let world = World::new();
    let err = world.memory("sync").fails(128);
    for line in [
        "fatal: no remote",
        "git config memory.remote origin",
        "everyone who can read that remote",
    ] {
        assert!(err.contains(line), "{err}");
    }
}

#[test]
fn machines_that_wrote_apart_end_with_the_same() {
    let world = world();
    for clone in ["a", "b"] {
        entry(&world, clone, &format!("1 of {clone}"));
        let note = format!("-C {clone} add-note --commit HEAD 'note of {clone}'");
        world.memory(&note).ok();
    }
    for (clone, received, sent) in [("a", 0, 1), ("b", 1, 2)] {
        let counts = format!("{received} received, {sent} sent\n");
        let expected = format!("main  {counts}notes on commits  {counts}");
        assert_eq!(sync(&world, clone), expected);
    }
    entry(&world, "a", "2 of a");
    for clone in ["a", "c", "b"] {
        sync(&world, clone);
    }
    for clone in ["a", "b", "c"] {
        let all = ["1 of a", "1 of b", "2 of a"];
        assert_eq!(seen(&world, clone), all, "{clone}");
        let notes = world.memory(["-C", clone, "notes", "HEAD"]).ok();
        has(&notes, ["note of a", "note of b"]);
        world.git(["-C", clone, "fsck", "--strict"]).ok();
    }
}

#[test]
fn a_remote_gets_nothing_but_memory_and_a_second_sync_says_so() {
    let world = world();
    entry(&world, "a", "1 of a");
    world.memory("-C a add-note --commit HEAD 'note of a'").ok();
    sync(&world, "a");
    sync(&world, "b");
    let again = world.memory("-C b sync").err;
    assert_eq!(again, "note: already in sync with origin\n");
    let list = "-C remote.git for-each-ref --format=%(refname)";
    let refs = "refs/heads/main\nrefs/memory/branches/main\nrefs/notes/memory\n";
    assert_eq!(world.git(list).ok(), refs);
}

#[test]
fn a_log_that_cannot_be_read_is_not_in_sync() {
    let world = world();
    entry(&world, "a", "1 of a");
    world.git("-C a switch -q -c side").ok();
    entry(&world, "a", "2 of a");
    let tip = world.git("-C a rev-parse refs/memory/branches/side").ok();
    let object = "a/.git/objects/";
    let (folder, name) = tip.trim().split_at(2);
    if !world.has(&format!("{object}{folder}/{name}")) {
        return;
    }
    world.shell(&format!("rm -f {object}{folder}/{name}")).ok();
    for _ in 0..2 {
        let err = world.memory("-C a sync").fails(1);
        has(&err, "warning: the work log of 'side': ");
        lacks(&err, "already in sync");
    }
    sync(&world, "b");
    assert_eq!(seen(&world, "b"), ["1 of a"]);
}

#[test]
fn a_hub_is_a_second_remote() {
    let world = world();
    world.bare("hub.git");
    let hub = "http://hub.invalid/r/shop";
    let folder = world.git("-C hub.git rev-parse --absolute-git-dir").ok();
    let url = format!("url.{}.insteadOf", folder.trim());
    for clone in ["a", "b"] {
        world.git(["-C", clone, "config", "memory.hub", hub]).ok();
        world.git(["-C", clone, "config", &url, hub]).ok();
    }
    entry(&world, "a", "1 of a");
    let counts = "main  0 received, 1 sent\n";
    let expected = format!("origin:\n{counts}hub.invalid/r/shop:\n{counts}");
    assert_eq!(sync(&world, "a"), expected);
    world.git("-C b config --unset memory.remote").ok();
    let answer = world.memory("-C b sync --json").json();
    assert_eq!(answer["remote"], "hub.invalid/r/shop");
    assert_eq!(answer["hub"], serde_json::Value::Null);
    assert_eq!(seen(&world, "b"), ["1 of a"]);
    let answer = world.memory("-C a sync --json --dry-run").json();
    assert_eq!(answer["remote"], "origin");
    assert_eq!(answer["hub"]["remote"], "hub.invalid/r/shop");
}

#[test]
fn a_token_has_no_place_in_the_settings() {
    let world = world();
    let secret = token();
    for (address, why) in [
        (
            format!("https://x:{secret}@hub.invalid/r/shop"),
            "credential helper",
        ),
        (format!("ssh://{secret}/r/shop"), "begins with https://"),
    ] {
        world
            .git(["-C", "a", "config", "memory.hub", &address])
            .ok();
        let err = world.memory("-C a sync").fails(128);
        has(&err, [why]);
        lacks(&err, secret.as_str());
    }
}

#[test]
fn a_lock_that_a_killed_sync_left_stops_no_later_one() {
    let world = world();
    entry(&world, "a", "one");
    sync(&world, "a");
    sync(&world, "b");
    let lock = if world.has("b/.git/reftable") {
        "b/.git/reftable/tables.list.lock"
    } else {
        "b/.git/refs/memory-remotes/origin/branches/main.lock"
    };
    world.write(lock, "");
    world
        .shell(&format!("touch -d '61 seconds ago' {lock}"))
        .ok();
    assert!(world.memory("-C b doctor").out.contains("main.lock") || !lock.contains("main"));
    entry(&world, "a", "two");
    sync(&world, "a");
    sync(&world, "b");
    assert_eq!(seen(&world, "b"), ["one", "two"]);
}

#[test]
fn a_dry_run_moves_nothing_and_notes_go_alone() {
    let world = world();
    entry(&world, "a", "of a");
    world.memory("-C a add-note --commit HEAD 'note of a'").ok();
    let refs = "git -C remote.git for-each-ref; git -C a for-each-ref";
    let before = world.shell(refs).ok();
    assert_eq!(
        world
            .memory("-C a sync --dry-run")
            .ok()
            .matches("0 to receive, 1 to send")
            .count(),
        2
    );
    assert_eq!(world.shell(refs).ok(), before);
    world.memory("-C a sync --notes-only").ok();
    assert_eq!(
        world.memory("-C b sync --dry-run").ok(),
        "notes on commits  would be fetched\n"
    );
    assert_eq!(sync(&world, "b"), "notes on commits  1 received, 0 sent\n");
    assert_eq!(seen(&world, "b"), [""; 0]);
}

#[test]
fn of_a_thousand_chains_only_what_is_needed_is_fetched() {
    let world = world();
    entry(&world, "a", "of a");
    sync(&world, "a");
    let many = "tip=$(git rev-parse refs/memory/branches/main); \
                for n in $(seq 1000); do echo create refs/memory/branches/b$n $tip; done | git update-ref --stdin";
    world.shell(&format!("cd remote.git && {many}")).ok();
    sync(&world, "b");
    let fetched = world
        .git("-C b for-each-ref --format=%(refname) refs/memory refs/memory-remotes")
        .ok();
    assert_eq!(
        fetched,
        "refs/memory-remotes/origin/branches/main\nrefs/memory/branches/main\n"
    );
    world.git("-C b switch -q -c b7").ok();
    assert_eq!(sync(&world, "b"), "");
    world
        .git("-C b rev-parse -q --verify refs/memory-remotes/origin/branches/b7")
        .ok();
}

#[test]
fn a_private_record_that_changed_on_two_machines_is_merged() {
    let world = world();
    let written = world
        .memory("-C a add-note Plan --private --tag x --json")
        .json();
    let id = written["id"].as_str().unwrap();
    sync(&world, "a");
    sync(&world, "b");
    world.memory(["-C", "a", "set", id, "tags=x,of-a"]).ok();
    world
        .memory(["-C", "b", "set", id, "tags=x,of-b", "status=archived"])
        .ok();
    for clone in ["a", "b", "a", "c"] {
        sync(&world, clone);
    }
    for clone in ["a", "b", "c"] {
        let record = world.memory(["-C", clone, "show", id]).ok();
        assert!(
            record.contains("tags: [of-a, of-b, x]\n") && record.contains("status: archived\n"),
            "{clone}: {record}"
        );
    }
}

#[test]
fn a_branch_of_a_remote_brings_what_the_last_sync_fetched() {
    let world = world();
    world.git("-C a switch -q -c topic").ok();
    entry(&world, "a", "of topic");
    world.git("-C a push -q origin topic").ok();
    sync(&world, "a");
    world.git("-C b fetch -q").ok();
    world.git("-C b switch -q topic").ok();
    sync(&world, "b");
    assert_eq!(seen(&world, "b"), ["of topic"]);
    world.git("-C b switch -q -c fix origin/topic").ok();
    assert_eq!(seen(&world, "b"), ["of topic"]);
}

#[test]
fn what_another_program_wrote_does_not_leave_with_a_secret() {
    let world = world();
    world.git("-C a switch -q -c other").ok();
    entry(&world, "a", "of other");
    world.git("-C a switch -q main").ok();
    let write = format!(
        "cd a && c=$(git commit-tree $(git mktree </dev/null) -m 'with {}') && git update-ref refs/memory/branches/main $c",
        token()
    );
    world.shell(&write).ok();
    let answer = world.memory("-C a sync");
    // Everything else is in sync.
    assert_eq!(answer.out, "other  0 received, 1 sent\n");
    let err = answer.fails(1);
    let kept = "note: not pushed: refs/memory/branches/main: it has a possible";
    has(&err, [kept, "github-token", "'git memory scan --private'"]);
    lacks(&err, &token());
    let there = "-C remote.git for-each-ref --format=%(refname) refs/memory";
    assert_eq!(world.git(there).ok(), "refs/memory/branches/other\n");
}

#[test]
fn a_branch_whose_name_holds_a_secret_keeps_no_other_back() {
    let world = world();
    entry(&world, "a", "of main");
    let branch = format!("fix-{}", token());
    world.git(["-C", "a", "switch", "-q", "-c", &branch]).ok();
    entry(&world, "a", "of fix");
    let answer = world.memory("-C a sync");
    assert_eq!(answer.out, "main  0 received, 1 sent\n");
    let err = answer.fails(1);
    let expected = "not pushed: refs/memory/branches/fix-[REDACTED:token]";
    has(&err, expected);
    has(&err, "hint: its name is the secret: rename the branch");
    let json = world.memory("-C a sync --json").out;
    has(&json, "branches/fix-[REDACTED:token]");
    lacks(&json, &token());
    world.git("-C a branch -m fix").ok();
    sync(&world, "a");
    let there = "-C remote.git for-each-ref --format=%(refname) refs/memory";
    let refs = "refs/memory/branches/fix\nrefs/memory/branches/main\n";
    assert_eq!(world.git(there).ok(), refs);
}

#[test]
fn one_odd_ref_of_a_remote_stops_nothing_else() {
    let world = world();
    entry(&world, "b", "of b");
    world.memory("-C b add-note --commit HEAD 'note of b'").ok();
    sync(&world, "b");
    let odd = "cd remote.git && blob=$(echo x | git hash-object -w --stdin) && git update-ref refs/memory/branches/main $blob";
    world.shell(odd).ok();
    let answer = world.memory("-C a sync");
    assert_eq!(answer.out, "notes on commits  1 received, 0 sent\n");
    has(
        &answer.fails(1),
        "refs/memory/branches/main on origin: not a commit",
    );
    assert_eq!(
        world
            .git("-C a for-each-ref refs/memory-remotes/origin/branches")
            .ok(),
        ""
    );
    let note = "cd remote.git && head=$(git rev-parse main) && tree=$(printf '160000 commit %s\t%s\n' $head $head \
                | git mktree --missing) && git update-ref refs/notes/memory $(git commit-tree $tree -m odd)";
    world.shell(note).ok();
    world.memory("-C c sync --notes-only").ok();
    assert_eq!(world.memory("-C c notes").ok(), "");
}

#[test]
fn a_tag_in_a_ref_of_a_remote_is_the_commit_that_it_leads_to() {
    let world = world();
    entry(&world, "a", "of a");
    sync(&world, "a");
    let put = "cd remote.git && git tag -a -m x t refs/memory/branches/main && \
               git update-ref refs/memory/branches/main t && git tag -d t";
    world.shell(put).ok();
    assert_eq!(sync(&world, "b"), "main  1 received, 0 sent\n");
    let status = world.memory("-C b status --json").json();
    assert_eq!(status["unsynced"]["count"], 0, "{status}");
    entry(&world, "b", "of b");
    assert_eq!(sync(&world, "b"), "main  0 received, 1 sent\n");
    sync(&world, "a");
    assert_eq!(seen(&world, "a"), ["of a", "of b"]);
}

#[test]
fn a_partial_clone_gets_what_its_records_and_notes_hold() {
    let world = world();
    let id = world
        .memory("-C a add-note Private --private --json")
        .json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    world
        .memory("-C a add-note --commit HEAD 'on a commit'")
        .ok();
    sync(&world, "a");
    world
        .git("-C remote.git config uploadpack.allowFilter true")
        .ok();
    world
        .shell("git clone -q --filter=blob:none -b main \"file://$PWD/remote.git\" partial")
        .ok();
    world.memory("-C partial sync origin").ok();
    has(
        &world.memory(["-C", "partial", "show", &id]).ok(),
        "title: Private",
    );
    has(&world.memory("-C partial notes").ok(), "on a commit");
}

#[test]
fn a_mirror_push_does_not_carry_private_memory() {
    let mut world = world();
    world.at("a");
    world.memory("hooks install").ok();
    entry(&world, ".", "of a");
    world.git("push -q").ok();
    world.git("push -q --all").ok();
    let err = world.git("push -q --mirror ../remote.git").fails(1);
    for line in [
        "would publish work logs: refs/memory/branches/main",
        "git memory sync",
        "'refs/heads/*:refs/heads/*'",
    ] {
        assert!(err.contains(line), "{err}");
    }
    let call = "push -q origin refs/memory/branches/main";
    world.git(call).fails(1);
    let call = "push -q origin refs/memory/branches/main:refs/heads/x";
    world.git(call).fails(1);
    let command = "-C ../remote.git for-each-ref refs/memory";
    assert_eq!(world.git(command).ok(), "");
    sync(&world, ".");
    let call = "push -q origin :refs/memory/branches/main";
    world.git(call).fails(1);
}

#[test]
fn a_remote_that_is_not_there_changes_nothing() {
    let world = world();
    entry(&world, "a", "of a");
    let refs = world.git("-C a for-each-ref").ok();
    let err = world
        .memory("-C a sync https://user:pass@127.0.0.1:1/x.git")
        .fails(128);
    assert!(
        err.starts_with("fatal: git ls-remote failed") && !err.contains("user:pass"),
        "{err}"
    );
    assert_eq!(world.git("-C a for-each-ref").ok(), refs);
}

/// True if a commit of a repository's private memory contains a word.
fn remote_tells(world: &World, text: &str) -> bool {
    let log = [
        "-C",
        "remote.git",
        "log",
        "--glob=refs/memory",
        "--format=%B",
    ];
    world.git(log).ok().contains(text)
}

#[test]
fn what_is_expunged_does_not_come_back() {
    let world = world();
    entry(&world, "a", "First");
    entry(&world, "a", "Zebrastripe");
    entry(&world, "a", "Last");
    sync(&world, "a");
    sync(&world, "b");
    let list = world.memory("-C a summary list --json").json();
    let id = list["entries"][1]["id"].as_str().unwrap();
    let answer = world.memory(["-C", "a", "summary", "forget", id]);
    let expected = "refs/memory-remotes/origin/branches/main had it";
    has(&answer.err, expected);
    let answer = world.memory("-C a summary gc --expunge");
    has(&answer.err, "other clones that were synced");
    entry(&world, "b", "Meanwhile");
    sync(&world, "a");
    assert!(!remote_tells(&world, "Zebrastripe"));
    // The other clone has the old commits, until it expunges them, too.
    sync(&world, "b");
    let seen_by_both = ["First", "Last", "Meanwhile"];
    assert_eq!(seen(&world, "b"), seen_by_both);
    sync(&world, "a");
    assert!(!remote_tells(&world, "Zebrastripe"));
    assert_eq!(seen(&world, "a"), seen_by_both);
    let log = ["-C", "a", "cat-file", "--batch-all-objects", "--batch"];
    assert!(!world.git(log).out.contains("Zebrastripe"));
    world.memory("-C b summary gc --expunge").ok();
    sync(&world, "b");
    sync(&world, "a");
    for clone in ["a", "b"] {
        assert_eq!(seen(&world, clone), seen_by_both);
        let said = world.git(["-C", clone, "log", "--all", "--format=%B"]).ok();
        lacks(&said, "Zebrastripe");
        world.git(["-C", clone, "fsck", "--strict"]).ok();
    }
    assert!(!remote_tells(&world, "Zebrastripe"));
}

/// An entry of another program on the chain of `main` in a clone: its message has this many bytes.
fn foreign_entry(world: &World, clone: &str, bytes: usize) {
    world.write(
        "message",
        format!("Of another program\n\n{}\n", "x ".repeat(bytes / 2)),
    );
    let script = format!(
        "cd {clone} && tip=$(git rev-parse refs/memory/branches/main) && \
         tree=$(git mktree </dev/null) && \
         new=$(git commit-tree $tree -p $tip -F ../message) && \
         git update-ref refs/memory/branches/main $new"
    );
    world.shell(&script).ok();
}

/// A world whose first clone has an entry that is too large for a remote.
fn world_with_a_large_entry() -> World {
    let world = world();
    entry(&world, "a", "1 of a");
    foreign_entry(&world, "a", 2 << 20);
    world
}

#[test]
fn an_entry_that_is_too_large_is_not_sent_and_the_rest_is() {
    let world = world_with_a_large_entry();
    world.memory("-C a add-note --commit HEAD 'note of a'").ok();
    world.git("-C a switch -q -c side").ok();
    world.git("-C a commit -q --allow-empty -m x").ok();
    world.git("-C a switch -q main").ok();
    let answer = world.memory("-C a sync");
    let told = [
        "of 'main' here is too large to sync (209",
        "limit 64 KiB",
        "hint: the author of the entry",
    ];
    has(&answer.err, told);
    has(&answer.out, "notes on commits  0 received, 1 sent");
    answer.fails(1);
    let there = world.git("-C remote.git for-each-ref refs/memory").ok();
    lacks(&there, "refs/memory/branches/main");
}

#[test]
fn everything_is_sent_once_a_large_entry_is_taken_out() {
    let world = world_with_a_large_entry();
    let answer = world.memory("-C a sync --json");
    let answer: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let large = &answer["too_large"][0];
    assert_eq!(large["branch"], "main");
    assert_eq!(large["is_ours"], true);
    let id = large["entry"].as_str().unwrap();
    world.memory(["-C", "a", "summary", "forget", id]).ok();
    world.memory("-C a summary gc --expunge").ok();
    has(&sync(&world, "a"), "main  0 received");
    sync(&world, "b");
    assert_eq!(seen(&world, "b"), ["1 of a"]);
}

#[test]
fn an_entry_that_is_too_large_is_not_taken_and_the_rest_is() {
    let world = world();
    entry(&world, "a", "1 of a");
    sync(&world, "a");
    entry(&world, "b", "1 of b");
    foreign_entry(&world, "a", 100 << 10);
    entry(&world, "a", "2 of a");
    // Another program brings it there.
    let refs = "refs/memory/branches/main";
    let push = ["-C", "a", "push", "-q", "--no-verify", "origin", refs];
    world.git(push).ok();
    for _ in 0..2 {
        let answer = world.memory("-C b sync");
        has(&answer.fails(1), "on");
        assert_eq!(seen(&world, "b"), ["1 of a", "1 of b", "2 of a"]);
    }
    // Nothing of theirs was put in another's place.
    let tip = |clone: &str| world.git(["-C", clone, "rev-parse", refs]).ok();
    assert_eq!(tip("remote.git"), tip("a"));
    let largest = "git -C b rev-list --objects refs/memory/branches/main | git -C b cat-file \
                   --batch-check='%(objectsize)' | sort -n | tail -n 1";
    let bytes: usize = world.shell(largest).ok().trim().parse().unwrap();
    assert!(bytes < 64 << 10, "{bytes}");
    world.git("-C b fsck --strict").ok();
}

#[test]
fn a_note_that_is_too_large_stays_where_it_is() {
    let world = world();
    entry(&world, "b", "1 of b");
    world.write("note", "y ".repeat(1 << 20));
    world.git("-C a notes --ref memory add -F ../note").ok();
    world
        .git("-C a push -q --no-verify origin refs/notes/memory")
        .ok();
    let answer = world.memory("-C b sync");
    assert_eq!(answer.status, 1, "{}", answer.err);
    has(&answer.err, "a note on a commit on");
    has(&answer.out, "main  0 received, 1 sent");
    world.git("-C b rev-parse refs/notes/memory").fails(128);
}
