//! Processes that are killed, that write at once, that find their caches damaged or their disk
//! full.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::process::Stdio;
use std::time::Duration;
use std::{fs, thread};

use common::{World, has};

/// No temporary file of ours is left below `memory/`, and nothing is wrong with the records.
#[track_caller]
fn assert_whole(world: &World) {
    world.memory("list").ok();
    let left = world.shell("find memory -name '.git-memory-*'").ok();
    assert_eq!(left, "", "temporary files");
    let answer = world.memory("check");
    assert_eq!(answer.status, 0, "{}", answer.out);
    world.memory("refresh --check").ok();
}

#[test]
fn a_killed_change_is_made_whole_or_never_was() {
    let world = World::with_memory();
    let (first, _) = world.decision("Version 0");
    let mut last = first;
    for round in 1..=40_u64 {
        let title = format!("Version {round}");
        let mut command = world.command(common::BINARY);
        command.args(["supersede", &last, "--title", &title, "--json"]);
        command.env("GIT_MEMORY_SEED", round.to_string());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        thread::sleep(Duration::from_micros(round * 250));
        let _ = child.kill();
        child.wait().unwrap();
        // A lock that git itself left when it was killed is not part of this test.
        let _ = fs::remove_file(world.here.join(".git/index.lock"));
        assert_whole(&world);
        let active = world.memory("list --status active --json").json();
        let records = active["records"].as_array().unwrap();
        assert_eq!(records.len(), 1, "round {round}: {active}");
        last = records[0]["id"].as_str().unwrap().to_owned();
    }
}

#[test]
fn writers_at_once_lose_nothing() {
    let world = World::with_memory();
    thread::scope(|scope| {
        for writer in 0..8 {
            let world = &world;
            scope.spawn(move || {
                for nth in 0..10 {
                    let mut command = world.command(common::BINARY);
                    command.env_remove("GIT_MEMORY_SEED").args([
                        "add-note",
                        "Same title",
                        "--tag",
                        &format!("w{writer}n{nth}"),
                    ]);
                    let output = command.output().unwrap();
                    assert!(
                        output.status.success(),
                        "{}",
                        String::from_utf8_lossy(&output.stderr)
                    );
                }
            });
        }
        for _ in 0..20 {
            world.memory("list").ok();
            world.memory("check --staged").ok();
        }
    });
    assert_eq!(world.memory("list --count").ok(), "80\n");
    assert_eq!(
        world
            .status()
            .lines()
            .filter(|line| line.starts_with("A "))
            .count(),
        80
    );
    assert_whole(&world);
}

#[test]
fn a_damaged_cache_changes_no_answer() {
    let world = World::with_memory();
    world.decision("One");
    world.decision("Two");
    let expected = world.memory("list").ok();
    let caches = world.shell("find .git/memory -type f").ok();
    assert!(caches.lines().count() >= 3, "{caches}");
    for path in caches.lines() {
        let bytes = fs::read(world.here.join(path)).unwrap();
        let half = bytes[..bytes.len() / 2].to_vec();
        let turned: Vec<u8> = bytes.iter().map(|byte| byte ^ 0x20).collect();
        for damaged in [Vec::new(), half, turned, vec![0xff; 100]] {
            world.write(path, damaged);
            assert_eq!(world.memory("list").ok(), expected, "{path}");
            assert_eq!(world.memory("list --rev HEAD").ok(), "", "{path}");
        }
        fs::remove_file(world.here.join(path)).unwrap();
        assert_eq!(world.memory("list").ok(), expected, "{path} deleted");
    }
    assert_whole(&world);
}

#[test]
fn what_cannot_be_written_changes_nothing() {
    let world = World::with_memory();
    let (id, _) = world.decision("One");
    let before = world.status();
    // A limit of one block for every file stands for a full disk: the signal is ignored, so writing
    // fails.
    let long = "word ".repeat(2000);
    world.write("body.md", &long);
    for command in [
        "add-note x --body-file body.md".to_owned(),
        format!("supersede {id} --title y --body-file body.md"),
    ] {
        let answer = world.shell(&format!("trap '' XFSZ; ulimit -f 1; git-memory {command}"));
        let err = answer.fails(128);
        assert!(
            err.starts_with("fatal: cannot write '") && err.contains("hint: "),
            "{err}"
        );
    }
    fs::remove_file(world.here.join("body.md")).unwrap();
    assert_eq!(world.status(), before);
    assert!(!world.has("memory/notes"));
    assert_whole(&world);
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let world = World::with_memory();
    for nth in 0..50 {
        world.write(
            &format!("memory/notes/{nth}.md"),
            format!(
                "---\nid: note-{nth:06}\ntitle: {}\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\n",
                "x".repeat(290)
            ),
        );
    }
    let answer =
        world.shell("git-memory list --json | head -1; git-memory nonsense 2>&1 | head -0; git-memory -h | head -1");
    assert!(
        !answer.err.contains("panicked") && !answer.out.contains("panicked"),
        "{}",
        answer.err
    );
}

#[test]
fn the_first_lines_of_a_topic_meet_on_one_page() {
    let world = World::with_memory();
    let line =
        |number: u32| format!("git memory topic write race --append 'line {number}' >/dev/null &");
    world
        .shell(&((1..=6).map(line).collect::<String>() + " wait"))
        .ok();
    let page = world.read("memory/topics/race.md");
    assert!(
        (1..=6).all(|number| page.contains(&format!("line {number}\n"))),
        "{page}"
    );
    assert_eq!(world.memory("list --count").ok().trim(), "1");
}

/// The subjects of a chain's commits.
fn subjects(world: &World) -> Vec<String> {
    let log = world.git("log --format=%s refs/memory/branches/main").ok();
    log.lines().map(str::to_owned).collect()
}

#[test]
fn writers_of_one_chain_lose_nothing_whoever_they_are() {
    let world = World::new();
    world.git("commit -q --allow-empty -m one").ok();
    let ours = |writer: u32| {
        format!(
            "for n in 1 2 3 4 5 6 7 8; do git memory summary append --run r --step $n --title w{writer}n$n >/dev/null \
             || echo failed; done &"
        )
    };
    let gits = "t=$(git mktree </dev/null); for n in 1 2 3 4 5 6 7 8; do while :; do \
                tip=$(git rev-parse -q --verify refs/memory/branches/main) || tip=; \
                c=$(git commit-tree ${tip:+-p $tip} -m w0n$n $t) || continue; \
                git update-ref refs/memory/branches/main $c \
                ${tip:-$(git rev-parse main | tr 0-9a-f 0)} 2>/dev/null && break; done; done &";
    let packing =
        "for n in 1 2 3 4 5; do git pack-refs --all --prune; sleep 0.02; done 2>/dev/null &";
    let all = (1..=6).map(ours).collect::<String>();
    let said = world.shell(&format!("{all} {gits} {packing} wait")).ok();
    assert_eq!(said, "");
    let found = subjects(&world);
    let different: std::collections::HashSet<&String> = found.iter().collect();
    assert_eq!((found.len(), different.len()), (56, 56));
    assert_eq!(world.git("fsck --strict --no-dangling").ok(), "");
}

#[test]
fn changes_of_one_private_record_and_compactions_at_once_lose_nothing() {
    let world = World::new();
    let added = world.memory("add-decision x --private --json").json();
    let id = added["id"].as_str().unwrap();
    let set = |nth: u32| format!("git memory -q set {id} key{nth}=v >/dev/null & ");
    let sets = (1..=8).map(set).collect::<String>() + "wait";
    world.shell(&sets).ok();
    let record = world.memory(["show", id]).ok();
    for nth in 1..=8 {
        has(&record, &format!("key{nth}: v\n"));
    }

    let append = |nth: u32| {
        format!("git memory summary append --run r --step {nth} --title s{nth} >/dev/null; ")
    };
    world.shell(&(1..=8).map(append).collect::<String>()).ok();
    let compact = "git memory summary compact --keep 2 >/dev/null & ".repeat(5) + "wait";
    world.shell(&compact).ok();
    let latest = world.memory("summary latest").ok();
    let titles = latest.lines().filter(|line| line.starts_with("## "));
    let expected = ["## s8", "## s7", "## 6 steps of run r, in short"];
    assert!(titles.eq(expected), "{latest}");
}

#[test]
fn what_a_killed_writer_reported_is_there_and_the_next_one_works() {
    let world = World::new();
    let append = |title: &str| {
        let mut command = world.command(common::BINARY);
        command.args([
            "summary", "append", "--run", "r", "--step", "s", "--title", title,
        ]);
        command
    };
    for round in 0..40_u64 {
        let mut killed = append(&format!("killed {round}"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_micros(round * 150));
        let _ = killed.kill();
        let reported = killed.wait_with_output().unwrap().stdout;
        let next = append(&format!("next {round}")).output().unwrap();
        if !next.status.success() {
            // git's own lock file, left by the kill: the next write removes it when it is old.
            assert!(String::from_utf8_lossy(&next.stderr).contains("doctor --fix"));
            let call = "find .git -name '*.lock' -exec touch -d '2 minutes ago' {} +";
            world.shell(call).ok();
            assert!(
                append(&format!("next {round}"))
                    .output()
                    .unwrap()
                    .status
                    .success()
            );
        }
        let found = subjects(&world);
        assert_eq!(found[0], format!("next {round}"));
        assert!(reported.is_empty() || found[1] == format!("killed {round}"));
    }
    assert_eq!(world.git("fsck --strict --no-dangling").ok(), "");
}

#[test]
fn a_lock_file_that_was_left_behind_is_named_and_removed_when_it_is_old() {
    let world = World::new();
    let append = ["summary", "append", "--run", "r", "--step", "s"];
    world.memory(append).ok();
    let lock = if world.has(".git/reftable") {
        ".git/reftable/tables.list.lock"
    } else {
        ".git/refs/memory/branches/main.lock"
    };
    world.write(lock, "");
    let refs = |answer: serde_json::Value| {
        let checks = answer["checks"].as_array().unwrap().clone();
        checks
            .into_iter()
            .find(|check| check["name"] == "refs")
            .unwrap()["is_good"]
            .as_bool()
            .unwrap()
    };
    let doctor = |world: &World| {
        let answer = world.memory("doctor --fix --json");
        refs(serde_json::from_str(&answer.out).unwrap())
    };
    assert!(
        doctor(&world) && world.has(lock),
        "a fresh one may be somebody's"
    );
    let call = format!("touch -d '61 seconds ago' {lock}");
    world.shell(&call).ok();
    assert!(doctor(&world) && !world.has(lock));
    world.write(lock, "");
    let call = format!("touch -d '61 seconds ago' {lock}");
    world.shell(&call).ok();
    world.memory(append).ok();
    assert!(!world.has(lock), "the next write needs nobody's help");
}

/// Records enough for several segments, and a question with its answer.
fn world_to_search() -> (World, String) {
    let world = World::with_memory();
    for nth in 0..200 {
        let text = format!(
            "---\nid: dec-n{nth:05}\ntitle: Subject {nth}\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\n\
             The event store of area {} is settled.\n",
            nth % 7
        );
        world.write(&format!("memory/decisions/n{nth:03}.md"), text);
    }
    let answer = search(&world);
    assert!(answer.contains("dec-n"), "{answer}");
    (world, answer)
}

fn search(world: &World) -> String {
    world.memory("recall --json 'event store of area 3'").ok()
}

/// Every file of the index of recall.
fn index_files(world: &World) -> Vec<std::path::PathBuf> {
    let common = world.git("rev-parse --git-common-dir").ok();
    let folder = world.here.join(common.trim()).join("memory/recall/en");
    let in_folder = |folder: std::path::PathBuf| {
        fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
    };
    let files = in_folder(folder.clone()).chain(in_folder(folder.join("views")));
    files
        .filter(|path| path.is_file() && !path.ends_with("lock"))
        .collect()
}

#[test]
fn a_damaged_index_is_made_anew() {
    let (world, expected) = world_to_search();
    let damages: [fn(&mut Vec<u8>); 5] = [
        |bytes| bytes.clear(),
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| bytes.iter_mut().step_by(100).for_each(|byte| *byte ^= 0xff),
        |bytes| bytes.extend_from_slice(b"more"),
        |bytes| *bytes = b"git-memory view 1\n\xff\xff\xff\x7f\0\0\0\0".to_vec(),
    ];
    for damage in damages {
        let files = index_files(&world);
        assert!(files.len() >= 2, "{files:?}");
        for file in files {
            let mut bytes = fs::read(&file).unwrap();
            damage(&mut bytes);
            fs::write(&file, bytes).unwrap();
            assert_eq!(search(&world), expected, "{}", file.display());
        }
    }
}

#[test]
fn an_index_that_cannot_be_written_answers_from_memory() {
    let (world, expected) = world_to_search();
    let common = world.git("rev-parse --git-common-dir").ok();
    let folder = world.here.join(common.trim()).join("memory/recall");
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "in the way").unwrap();
    assert_eq!(search(&world), expected);
    fs::remove_file(&folder).unwrap();
    // A full disk: a limit of one block for every file, and the signal ignored.
    let full =
        world.shell("trap '' XFSZ; ulimit -f 1; git-memory recall --json 'event store of area 3'");
    assert_eq!(full.ok(), expected);
    assert_eq!(search(&world), expected);
}

#[test]
fn searching_at_once_and_killed_searches_leave_right_answers() {
    let (world, expected) = world_to_search();
    let common = world.git("rev-parse --git-common-dir").ok();
    let folder = world.here.join(common.trim()).join("memory/recall");
    for round in 0..6_u64 {
        let _ = fs::remove_dir_all(&folder);
        thread::scope(|scope| {
            for nth in 0..4_u64 {
                let (world, expected) = (&world, &expected);
                scope.spawn(move || {
                    let mut command = world.command(common::BINARY);
                    command.args(["recall", "--json", "event store of area 3"]);
                    command.stdout(Stdio::null()).stderr(Stdio::null());
                    if nth % 2 == 0 {
                        let mut child = command.spawn().unwrap();
                        thread::sleep(Duration::from_millis(round * 4 + nth * 3));
                        let _ = child.kill();
                        child.wait().unwrap();
                    } else {
                        assert_eq!(&search(world), expected);
                    }
                });
            }
        });
        assert_eq!(search(&world), expected);
    }
}

#[test]
fn many_small_changes_keep_the_index_small() {
    let (world, _) = world_to_search();
    for nth in 0..30 {
        let text = format!(
            "---\nid: dec-n00000\ntitle: Zeppelin {nth}\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\nFlies.\n"
        );
        world.write("memory/decisions/n000.md", text);
        let found = world.memory("recall --json zeppelin").json();
        assert_eq!(found["hits"][0]["title"], format!("Zeppelin {nth}"));
    }
    let segments = index_files(&world)
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "segment"))
        .count();
    assert!(segments <= 9, "{segments}");
}

#[test]
fn a_folder_for_temporary_files_that_is_missing_is_named() {
    let mut world = World::with_memory();
    world.git("config memory.fsync true").ok();
    let missing = world.root().join("nowhere").display().to_string();
    world.set("TMPDIR", &missing);
    let answer = world.memory("summary append --run r --step s --title one");
    if world.has(".git/reftable") {
        // The program syncs without git, and needs no settings file.
        answer.ok();
        return;
    }
    let said = answer.fails(128);
    assert!(said.contains("the folder for temporary files"), "{said}");
    assert!(said.contains(&missing), "{said}");
    assert!(!said.contains("install git"), "{said}");
}

#[test]
fn what_a_killed_process_left_is_swept_wherever_something_is_written() {
    let world = World::with_memory();
    world.memory("init --rules").ok();
    let old = std::time::SystemTime::now() - std::time::Duration::from_hours(1);
    let folders = [
        ".",
        "memory",
        ".git/memory",
        ".git/hooks",
        ".git/memory/answers",
    ];
    let leave = |name: &str| {
        for folder in folders {
            let path = format!("{folder}/{name}");
            world.write(&path, "half");
            let file = fs::File::options()
                .append(true)
                .open(world.here.join(&path))
                .unwrap();
            file.set_modified(old).unwrap();
        }
    };
    leave(".git-memory-aB3xY9.tmp");
    // A foreign file.
    leave(".git-memory-notes.tmp");
    world.decision("Anything");
    world.memory("rules build").ok();
    world.memory("context").ok();
    world.memory("hooks uninstall").ok();
    world.memory("hooks install").ok();
    for folder in folders {
        assert!(
            !world.has(&format!("{folder}/.git-memory-aB3xY9.tmp")),
            "{folder}"
        );
        assert!(
            world.has(&format!("{folder}/.git-memory-notes.tmp")),
            "{folder}"
        );
    }
}
