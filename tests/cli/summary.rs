//! `git memory summary`.

use super::common::{Words, World, has, lacks, part, token};
use git_memory_text::limits;

fn append(world: &World, step: &str, more: impl Words) -> String {
    let mut call = "summary append --run r1 --step".words();
    call.push(step.into());
    call.extend(more.words());
    let told = world.memory(call).ok();
    told.split(' ').next().unwrap().to_owned()
}

/// The headings of the latest steps.
fn titles(latest: &str) -> Vec<&str> {
    let lines = latest.lines().filter(|line| line.starts_with("## "));
    lines.map(|line| &line[3..]).collect()
}

#[test]
fn an_entry_reads_as_a_work_log() {
    let world = World::new();
    world.git("commit -q --allow-empty -m one").ok();
    let happened = "--agent ada --happened 'Wrote it.'";
    let left = "--output a.txt --output b.txt --follow-up 'Test it'";
    append(&world, "s1", &format!("{happened} {left}"));
    let log = "log '--format=%an %cI%n%B' refs/memory/branches/main";
    let log = world.git(log).ok();
    let head = world.git("rev-parse HEAD").ok();
    let identity = world.memory("identity --json").json();
    let expected = format!(
        "Ada 2026-11-20T12:00:00Z\nWrote it.\n\n## What happened\n\nWrote it.\n\n## Outputs\n\n- a.txt\n- b.txt\n\n\
         ## Follow-up\n\n- Test it\n\nMemory-Id: sum-jdzqyjrrkyht\nMemory-Kind: summary\nRepo-Hash: {}\nHead: {head}\
         Run-Id: r1\nStep-Id: s1\nAgent: ada\nStatus: ok\n\n",
        identity["repo_hash"].as_str().unwrap()
    );
    let mut lines = log.lines();
    let id = lines.find_map(|line| line.strip_prefix("Memory-Id: "));
    let expected = expected.replace("sum-jdzqyjrrkyht", id.unwrap());
    assert_eq!(log.replace("+00:00", "Z"), expected);
    let empty = world.git("rev-parse refs/memory/branches/main^{tree}").ok();
    let tree = world.shell("git hash-object -t tree /dev/null").ok();
    assert_eq!(empty, tree, "one object a summary");
    assert_eq!(world.status(), "");
}

#[test]
fn entries_are_listed_chosen_and_shown() {
    let mut world = World::new();
    for (step, agent, status, day) in [
        ("1", "ada", "ok", "18"),
        ("2", "bob", "failed", "19"),
        ("3", "ada", "started", "20"),
    ] {
        world.set("GIT_MEMORY_CLOCK", &format!("2026-11-{day}T12:00:00Z"));
        append(&world, step, ["--agent", agent, "--status", status]);
    }
    for (words, expected) in [
        ("", "321"),
        ("-n 2", "32"),
        ("--agent ada", "31"),
        ("--status failed", "2"),
        ("--run r2", ""),
        ("--since 2026-11-19", "32"),
        ("--since 2026-11-19T13:00:00+01:00", "32"),
        ("--since 36h", "32"),
        ("--agent ada -n 1", "3"),
    ] {
        let listed = world.memory(&format!("summary list --json {words}")).json();
        let steps = listed["entries"].as_array().unwrap().iter();
        let steps: String = steps.map(|it| it["step"].as_str().unwrap()).collect();
        assert_eq!(steps, expected, "{words}");
    }
    let commit = "rev-parse --short refs/memory/branches/main";
    let commit = world.git(commit).ok();
    let shown = world.memory(["summary", "show", commit.trim()]).ok();
    has(&shown, "3 started  started  r1 · 3 · ada");
    let err = world.memory("summary show sum-").fails(128);
    has(&err, "names 3 records");
}

#[test]
fn an_entry_that_cannot_be_named_is_an_error() {
    let world = World::new();
    append(&world, "1", "--agent ada");
    let err = world.memory("summary list --since soon").fails(128);
    has(&err, "invalid time 'soon'");
    let err = world.memory("summary show sum-nothing").fails(128);
    has(&err, "hint: 'git memory summary list'");
}

#[test]
fn what_is_compacted_stays_in_the_log_and_leaves_the_latest_short() {
    let world = World::new();
    for step in 1..=6 {
        let more = format!("--title 'Step {step}' --output {step}.txt");
        append(&world, &step.to_string(), &more);
    }
    let compact = |words: &str| world.memory(&format!("summary compact {words}")).ok();
    assert_eq!(compact("--keep 2").lines().count(), 1);
    let latest = world.memory("summary latest").ok();
    let short = "4 steps of run r1, in short";
    assert_eq!(titles(&latest), ["Step 6", "Step 5", short]);
    has(&latest, "- 1.txt\n- 2.txt\n- 3.txt\n- 4.txt\n");
    assert_eq!(world.memory("summary list").ok().lines().count(), 7);
    append(&world, "7", "--title 'Step 7'");
    assert_eq!(compact("--run r1 --keep 1").lines().count(), 1);
    let latest = world.memory("summary latest").ok();
    assert_eq!(titles(&latest), ["Step 7", "6 steps of run r1, in short"]);
    assert_eq!(compact("--keep 1"), "");
    for most in [0, 1, 20, 300] {
        let call = format!("summary latest --max-chars {most}");
        let text = world.memory(&call).ok();
        assert!(text.chars().count() <= most, "{most}: {text}");
    }
}

#[test]
fn a_second_compaction_hides_nothing_that_is_kept() {
    let world = World::new();
    let steps = |range: std::ops::RangeInclusive<u32>| {
        for step in range {
            append(&world, &step.to_string(), &format!("--title s{step}"));
        }
    };
    steps(1..=6);
    world.memory("summary compact --keep 3").ok();
    steps(7..=8);
    world.memory("summary compact --keep 3").ok();
    steps(9..=9);
    let latest = world.memory("summary latest").ok();
    let short = "5 steps of run r1, in short";
    assert_eq!(titles(&latest), ["s9", "s8", "s7", "s6", short]);
    for step in 1..=5 {
        has(&latest, &format!("- {step}: s{step}\n"));
    }
}

#[test]
fn an_export_is_one_object_a_line_the_oldest_first() {
    let world = World::new();
    let more = ["--happened", "First.\u{1b}[0m", "--output", "a"];
    append(&world, "1", more);
    append(&world, "2", "--title Second");
    world.memory("add-note 'A record' --private").ok();
    let lines = world.memory("summary export --format jsonl").ok();
    let lines = lines.lines().map(serde_json::from_str);
    let lines: Vec<serde_json::Value> = lines.map(Result::unwrap).collect();
    assert_eq!(lines.len(), 2);
    let first = &lines[0];
    for (key, expected) in [
        ("runId", "r1"),
        ("stepId", "1"),
        ("status", "ok"),
        ("createdAt", "2026-11-20T12:00:00Z"),
    ] {
        assert_eq!(first[key], expected, "{key}");
    }
    let text = "## What happened\n\nFirst.\n\n## Outputs\n\n- a";
    assert_eq!(first["summaryText"], text);
    assert_eq!(lines[1]["title"], "Second");
}

#[test]
fn what_a_terminal_hides_hides_no_secret() {
    let world = World::new();
    let token = token();
    let (first, rest) = token.split_at(4);
    let coloured = format!("T=\u{1b}[01;31m\u{1b}[K{first}\u{1b}[m\u{1b}[K{rest}");
    let invisible = format!("T={}\u{200b}{}", &token[..9], &token[9..]);
    for text in [coloured, invisible] {
        let happened = ["--title", "\u{1b}", "--happened", &text];
        append(
            &world,
            "s",
            [&happened[..], &["--output", "- a dash"]].concat(),
        );
        let log = "log -1 --format=%B refs/memory/branches/main";
        let written = world.git(log).ok();
        lacks(&written, &token[9..]);
        assert!(written.starts_with("T=[REDACTED:token]\n"), "{written}");
    }
    let added = world.memory("add-note x --private --json").json();
    let id = added["id"].as_str().unwrap();
    world.memory(["set", id, &format!("tags={token},b")]).ok();
    let shown = world.memory(["show", id]).ok();
    has(&shown, "tags: [\"[REDACTED:token]\", b]");
}

#[test]
fn an_entry_has_its_limits() {
    let world = World::new();
    let base = "summary append --run r --step s --body-file -";
    let err = world.memory_with(base, &"x".repeat(3 << 20)).fails(128);
    has(&err, "more than 1 MiB");
    let err = world
        .memory_with(base, &"word ".repeat(limits::ENTRY_BYTES / 5 + 1))
        .fails(128);
    has(&err, ["64 KiB", "hint: "]);
    world.memory_with(base, &"word ".repeat(12_000)).ok();
    for [run, step] in [["", "s"], ["a\nb", "s"], ["r", "x\u{202e}y"]] {
        let call = ["summary", "append", "--run", run, "--step", step];
        has(&world.memory(call).fails(129), "invalid name");
    }
    world.git("config memory.private false").ok();
    for call in ["summary append --run r --step s", "add-note x --private"] {
        has(&world.memory(call).fails(128), "memory.private is false");
    }
    assert_eq!(world.memory("summary list").ok().lines().count(), 1);
}

#[test]
fn private_records_live_on_the_chain_alone() {
    let world = World::new();
    world.write("one", "one");
    world.commit("one");
    let add = "add-loop 'Ask Bob' --private --why 'He knows.' --json";
    let written = world.memory(add).json();
    let id = written["id"].as_str().unwrap();
    let path = format!("memory/open-loops/261120-ask-bob-{}.md", part(id));
    assert_eq!(written["path"], path);
    let tree = "ls-tree -r --name-only refs/memory/branches/main";
    assert_eq!(world.git(tree).ok(), format!("{path}\n"));
    let why = "## Why it matters\n\nHe knows.";
    has(&world.memory(["show", id]).ok(), why);
    world.memory(["set", id, "tags=people"]).ok();
    world.memory(["close", id]).ok();
    let format = ["list", "--private", "--format", "%(status) %(tags)"];
    assert_eq!(world.memory(format).ok(), "closed people\n");
    assert_eq!(world.memory("list --count --private").ok(), "1\n");
    assert_eq!(world.memory("list").ok() + &world.status(), "");
    assert_eq!(world.git("fsck --strict").ok(), "");
    let add = "add-note 'Ask Bob' --private";
    world.memory(&format!("{add} --related {id}")).ok();
    world.memory(add).ok();
    assert_eq!(world.memory("list --count --private").ok(), "3\n");
}

#[test]
fn durability_is_git_s_unless_it_is_asked_for() {
    let world = World::new();
    let append = ["summary", "append", "--run", "r", "--step", "s"];
    for value in ["true", "false"] {
        world.git(["config", "memory.fsync", value]).ok();
        world.memory(append).ok();
    }
    world.git("config memory.fsync perhaps").ok();
    has(
        &world.memory(append).fails(128),
        "memory.fsync: 'perhaps' is neither true nor false",
    );
    world.git("config --unset memory.fsync").ok();
    world.git("config core.fsync all").ok();
    world.memory(append).ok();
    assert_eq!(world.memory("summary list").ok().lines().count(), 3);
}

#[test]
fn two_workers_share_a_run_and_feed_each_other() {
    let world = World::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/repos/workflow.sh");
    let out = world.shell(&format!("sh '{script}'")).ok();
    assert!(out.ends_with("five steps done\n"), "{out}");
}

#[test]
fn a_follow_up_stays_in_the_pack_until_it_is_closed() {
    let world = World::with_memory();
    append(
        &world,
        "0",
        "--title Begin --follow-up 'write the docs' --follow-up ask",
    );
    let id = append(&world, "1", "--title Look --follow-up 'measure it'");
    for nth in 2..20 {
        append(&world, &nth.to_string(), "--title Idle");
    }
    let has = |text: &str| world.memory("context").ok().contains(&format!("- {text}"));
    assert!(has("write the docs") && has("ask") && has("measure it"));
    assert!(world.memory("briefing").ok().contains("write the docs"));
    world.memory("summary close 'the docs'").ok();
    assert!(!has("write the docs") && has("ask"));
    world.memory(["summary", "close", &id]).ok();
    assert!(!has("measure it"));
    append(&world, "20", "--title 'Asked them' --closes ask");
    assert!(!has("ask"));
    // A compaction brings none of them back.
    world.memory("summary compact --keep 1").ok();
    assert!(!has("write the docs") && !has("ask") && !has("measure it"));
}

#[test]
fn only_a_follow_up_that_is_open_can_be_closed() {
    let world = World::with_memory();
    let id = append(
        &world,
        "0",
        "--title Begin --follow-up 'ask Ann' --follow-up 'ask Bob'",
    );
    let err = world.memory("summary close ask").fails(128);
    assert!(err.contains("ask Ann") && err.contains("ask Bob"), "{err}");
    let err = world.memory("summary close nothing").fails(128);
    has(&err, ["no open follow-up 'nothing'", "hint: "]);
    world.memory(["summary", "close", &id]).ok();
    world.memory(["summary", "close", &id]).fails(128);
    world.memory("summary close").fails(129);
}

#[test]
fn a_private_entry_needs_no_name_of_a_user() {
    let mut world = World::with_memory();
    for name in [
        "GIT_AUTHOR_NAME",
        "GIT_AUTHOR_EMAIL",
        "GIT_COMMITTER_NAME",
        "GIT_COMMITTER_EMAIL",
    ] {
        world.set(name, "");
    }
    world.git("config user.useConfigOnly true").ok();
    append(&world, "0", "--title Begin");
    let list = world.memory("summary list --json").json();
    assert_eq!(list["entries"][0]["author"], "git-memory");
}
