//! A remote that cannot read: bodies are encrypted to the people of `memory/recipients`, and merge
//! as ever.

use std::thread;

use age::secrecy::ExposeSecret;

use super::{entry, seen, sync, world};
use crate::common::{World, has, lacks};
use git_memory_text::limits;

/// Names of the clones, and of the people who own them.
const CLONES: [&str; 3] = ["a", "b", "c"];
/// The ref of the work log of `main`.
const MAIN: &str = "refs/memory/branches/main";

/// As [`world`], where the three people have keys, and read the work log.
pub(super) fn team() -> World {
    team_of(world())
}

pub(super) fn team_of(world: World) -> World {
    for clone in CLONES {
        let key = age::x25519::Identity::generate();
        world.write(&format!("{clone}.key"), key.to_string().expose_secret());
        world.write(&format!("{clone}.pub"), key.to_public().to_string());
        let identity = format!("../{clone}.key");
        world
            .git(["-C", clone, "config", "memory.identity", &identity])
            .ok();
    }
    read_by(&world, "a b c");
    world
}

/// Lets these people read, on the branch that counts.
pub(super) fn read_by(world: &World, people: &str) {
    let mut lines = "# The team\n\n".to_owned();
    for person in people.split_whitespace() {
        let key = world.read(&format!("{person}.pub"));
        lines.extend([person, " ", &key, "\n"]);
    }
    recipients(world, &lines);
}

pub(super) fn recipients(world: &World, text: &str) {
    world.write("a/memory/recipients", text);
    world.git("-C a add memory").ok();
    world.git("-C a commit -qm Readers --allow-empty").ok();
    world.git("-C a push -q origin main").ok();
    for clone in ["b", "c"] {
        world.git(["-C", clone, "pull", "-q"]).ok();
    }
}

/// Syncs all clones until nothing moves any more.
pub(super) fn settle(world: &World) {
    for clone in CLONES.into_iter().cycle().take(6) {
        world.memory(["-C", clone, "sync"]).ok();
    }
}

/// Every object of the remote with its name, and the names of its refs.
fn remote_text(world: &World) -> String {
    let objects = "-C remote.git cat-file --batch-all-objects --batch --buffer";
    let output = world.command("git").args(objects.split(' ')).output();
    let objects = String::from_utf8_lossy(&output.unwrap().stdout).into_owned();
    objects + &world.git("-C remote.git for-each-ref").ok()
}

/// Asserts that all clones have these entries, in the same commits, and are sound.
#[track_caller]
pub(super) fn all_have(world: &World, titles: &[&str]) {
    let tip = world.git(["-C", "a", "rev-parse", MAIN]).ok();
    for clone in CLONES {
        assert_eq!(seen(world, clone), titles, "{clone}");
        assert_eq!(world.git(["-C", clone, "rev-parse", MAIN]).ok(), tip);
        world.git(["-C", clone, "fsck", "--strict"]).ok();
    }
}

pub(super) fn remote_log(world: &World) -> String {
    world.git(["-C", "remote.git", "log", "-p", MAIN]).ok()
}

#[test]
fn none_of_two_hundred_canaries_is_on_the_remote() {
    let world = team();
    let canary = |nth: usize| format!("zebra{nth:03}quartz");
    for nth in (0..180).step_by(9) {
        let words: Vec<String> = (nth..nth + 9).map(canary).collect();
        let mut call = vec!["-C", "a", "summary", "append"];
        for (option, word) in [
            "--run",
            "--step",
            "--agent",
            "--title",
            "--happened",
            "--output",
            "--follow-up",
            "--after",
            "--assignee",
        ]
        .into_iter()
        .zip(&words)
        {
            call.extend([option, word]);
        }
        world.memory(call.as_slice()).ok();
    }
    for nth in (180..200).step_by(4) {
        let [title, tag, path, body] = [0, 1, 2, 3].map(|it| canary(nth + it));
        let path = format!("src/{path}.rs");
        let add = [
            "-C",
            "a",
            "add-note",
            "--private",
            &title,
            "--tag",
            &tag,
            "--path",
            &path,
        ];
        world
            .memory([&add[..], &["--body", &body]].concat().as_slice())
            .ok();
    }
    settle(&world);
    let (there, here) = (
        remote_text(&world),
        world
            .git("-C b log -p --root --format=%B refs/memory/branches/main")
            .ok(),
    );
    for nth in 0..200 {
        assert!(here.contains(&canary(nth)), "{nth} was not written");
        assert!(!there.contains(&canary(nth)), "{nth} is on the remote");
    }
    lacks(&there, "Join the work log");
    let titles: Vec<String> = (0..180).step_by(9).map(|nth| canary(nth + 3)).collect();
    let grep = world
        .git(["-C", "c", "log", "--format=%s", "--grep", &titles[0], MAIN])
        .ok();
    has(&grep, titles[0].as_str());
}

#[test]
fn three_people_who_wrote_apart_end_with_the_same_commits() {
    let world = team();
    for clone in CLONES {
        entry(&world, clone, &format!("1 of {clone}"));
    }
    let first = world.memory("-C a sync");
    has(
        &first.err,
        "entries on origin are encrypted now; readable by a, b, c",
    );
    lacks(&first.err, "reencrypt");
    settle(&world);
    all_have(&world, &["1 of a", "1 of b", "1 of c"]);
    let again = world.memory("-C b sync").err;
    assert_eq!(again, "note: already in sync with origin\n");
    // The forms that another machine made are taken over: nothing is there twice.
    let count = ["-C", "remote.git", "rev-list", "--count", MAIN];
    let ours = world.git(["-C", "a", "rev-list", "--count", MAIN]).ok();
    assert_eq!(world.git(count).ok(), ours);
}

#[test]
fn syncs_at_the_same_time_lose_nothing_and_double_nothing() {
    let world = team();
    let mut titles = Vec::new();
    for round in 0..3 {
        for clone in CLONES {
            let title = format!("{round} of {clone}");
            entry(&world, clone, &title);
            titles.push(title);
        }
        thread::scope(|scope| {
            for clone in CLONES {
                let other = world.again(&world.here);
                scope.spawn(move || other.memory(["-C", clone, "sync"]).ok());
            }
        });
    }
    settle(&world);
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    all_have(&world, &titles);
}

#[test]
fn entries_of_before_stay_plain_until_they_are_encrypted_again() {
    let world = world();
    entry(&world, "a", "Zebrastripe");
    sync(&world, "a");
    sync(&world, "c");
    let keyed = team_of(world);
    entry(&keyed, "b", "Quagga");
    let said = keyed.memory("-C b sync");
    has(
        &said.err,
        "for the entries of before: 'git memory sync --reencrypt'",
    );
    has(&remote_log(&keyed), "Zebrastripe");
    lacks(&remote_log(&keyed), "Quagga");
    settle(&keyed);
    all_have(&keyed, &["Quagga", "Zebrastripe"]);
    keyed.memory("-C a sync --reencrypt").ok();
    lacks(&remote_log(&keyed), ["Zebrastripe", "Quagga"]);
    settle(&keyed);
    all_have(&keyed, &["Quagga", "Zebrastripe"]);
}

#[test]
fn a_damaged_entry_is_named_and_the_rest_is_served() {
    let world = team();
    entry(&world, "a", "one");
    sync(&world, "a");
    let damage = "cd remote.git && tip=$(git rev-parse refs/memory/branches/main) && \
        blob=$({ git cat-file blob $tip:memory/entry.age | head -c -20; printf 01234567890123456789; } \
        | git hash-object -w --stdin) && inner=$(printf '100644 blob %s\\tentry.age\\n' $blob | git mktree) && \
        tree=$(printf '040000 tree %s\\tmemory\\n' $inner | git mktree) && \
        new=$(printf 'Encrypted entry\\n\\nMemory-Id: sum-zzzzzz\\nMemory-Kind: encrypted\\n' \
        | git commit-tree $tree -p $tip) && git update-ref refs/memory/branches/main $new";
    world.shell(damage).ok();
    entry(&world, "b", "two");
    let answer = world.memory("-C b sync");
    has(
        &answer.err,
        "warning: sum-zzzzzz of origin cannot be read: damaged",
    );
    answer.fails(1);
    assert_eq!(seen(&world, "b"), ["one", "two"]);
    entry(&world, "a", "three");
    for clone in ["a", "b", "c", "a", "b"] {
        world.memory(["-C", clone, "sync"]).fails(1);
    }
    for clone in CLONES {
        assert_eq!(seen(&world, clone), ["one", "three", "two"], "{clone}");
        world.git(["-C", clone, "fsck", "--strict"]).ok();
    }
}

#[test]
fn a_killed_sync_leaves_nothing_that_the_next_one_does_not_finish() {
    let world = team();
    let real = world.root().join("tools/git");
    let (real, git) = (real.display(), world.root().join("bin/git"));
    let mut titles = Vec::new();
    for (nth, command) in ["fetch", "push"].into_iter().cycle().take(4).enumerate() {
        for clone in ["a", "b"] {
            let title = format!("{nth} of {clone}");
            entry(&world, clone, &title);
            titles.push(title);
        }
        sync(&world, "a");
        // Before, and after git has done it.
        let first = if nth < 2 {
            String::new()
        } else {
            format!("'{real}' \"$@\"; ")
        };
        let script = format!(
            "#!/bin/sh\ncase \" $* \" in *' {command} '*) {first}kill -9 $PPID; exit 1;; esac\n\
             exec '{real}' \"$@\"\n"
        );
        world.write(git.to_str().unwrap(), script);
        world.shell(&format!("chmod +x '{}'", git.display())).ok();
        assert_eq!(world.memory("-C b sync").status, -1, "{command}");
        std::fs::remove_file(&git).unwrap();
        sync(&world, "b");
    }
    settle(&world);
    all_have(
        &world,
        &titles.iter().map(String::as_str).collect::<Vec<_>>(),
    );
}

#[test]
fn an_entry_with_too_many_files_is_not_sent_encrypted() {
    let world = team();
    entry(&world, "a", "one");
    sync(&world, "a");
    let files = limits::SEALED_BYTES / 1_000_000 + 1;
    let script = format!(
        "cd a && for n in $(seq {files}); do blob=$({{ echo $n; seq 1000000 | head -c 1000000; }} \
         | git hash-object -w --stdin --no-filters); printf '100644 blob %s\\t%s\\n' $blob $n; done | git mktree >../tree && \
         new=$(git commit-tree $(cat ../tree) -p {MAIN} -m Large) && git update-ref {MAIN} $new"
    );
    world.shell(&script).ok();
    let answer = world.memory("-C a sync");
    has(&answer.err, "limit 16 MiB with its files");
    answer.fails(1);
    sync(&world, "b");
    assert_eq!(seen(&world, "b"), ["one"]);
}

#[test]
fn what_was_expunged_is_gone_from_an_encrypted_remote() {
    let world = team();
    for title in ["First", "Zebrastripe", "Last"] {
        entry(&world, "a", title);
    }
    settle(&world);
    let list = world.memory("-C a summary list --json").json();
    let id = list["entries"][1]["id"].as_str().unwrap();
    world.memory(["-C", "a", "summary", "forget", id]).ok();
    world.memory("-C a summary gc --expunge").ok();
    sync(&world, "a");
    has(&world.git("-C a log --all --format=%B").ok(), "First");
    lacks(&remote_log(&world), id);
    let objects = ["-C", "a", "cat-file", "--batch-all-objects", "--batch"];
    lacks(
        &world.git(objects).out,
        ["Zebrastripe", &format!("Memory-Id: {id}")],
    );
    settle(&world);
    for clone in CLONES {
        assert_eq!(seen(&world, clone), ["First", "Last"], "{clone}");
    }
}

#[test]
fn a_private_record_that_two_machines_changed_at_once_is_merged_encrypted() {
    let world = team();
    let written = world
        .memory("-C a add-note Plan --private --tag x --json")
        .json();
    let id = written["id"].as_str().unwrap();
    settle(&world);
    world.memory(["-C", "a", "set", id, "tags=x,of-a"]).ok();
    world
        .memory(["-C", "b", "set", id, "tags=x,of-b", "status=archived"])
        .ok();
    settle(&world);
    for clone in CLONES {
        let record = world.memory(["-C", clone, "show", id]).ok();
        has(&record, ["tags: [of-a, of-b, x]\n", "status: archived\n"]);
    }
    lacks(&remote_log(&world), "Plan");
}

#[test]
fn branches_share_what_they_have_in_common() {
    let world = team();
    entry(&world, "a", "common");
    world.git("-C a switch -q -c topic").ok();
    entry(&world, "a", "of topic");
    sync(&world, "a");
    let list = "-C remote.git rev-list --count --glob=refs/memory";
    assert_eq!(world.git(list).ok(), "2\n");
    world.git("-C a push -q origin topic").ok();
    world.git("-C b fetch -q").ok();
    world.git("-C b switch -q topic").ok();
    sync(&world, "b");
    assert_eq!(seen(&world, "b"), ["common", "of topic"]);
    assert_eq!(
        world.memory("-C b status --json").json()["unsynced"]["count"],
        0
    );
    entry(&world, "b", "more");
    has(
        &world.memory("-C b sync --dry-run").out,
        "topic  0 to receive, 1 to send",
    );
}
