//! `git memory review`.

use crate::common::{World, has, lacks};

/// A commit of code on a day.
fn commit(world: &mut World, day: &str, path: &str, text: &str) {
    world.write(path, text);
    world.set("GIT_COMMITTER_DATE", &format!("{day}T12:00:00Z"));
    world.git(["add", path]).ok();
    world.git("commit -q -m Change").ok();
}

/// A world with decisions of 2026-01-01 about files.
fn world() -> World {
    let mut world = World::with_memory();
    world.set("GIT_MEMORY_CLOCK", "2026-01-01T12:00:00Z");
    for (title, path) in [
        ("Cache", "src/cache/**"),
        ("Log", "src/log.rs"),
        ("Quiet", "src/quiet.rs"),
    ] {
        world.memory(["add-decision", title, "--path", path]).ok();
    }
    world
        .memory("add-loop 'Look again' --owner ada --next-trigger 2026-03-01")
        .ok();
    world
        .memory("add-loop 'Some day' --owner ada --next-trigger 'the next release'")
        .ok();
    commit(&mut world, "2025-12-01", "src/log.rs", "one");
    commit(&mut world, "2025-12-01", "src/quiet.rs", "one");
    world.set("GIT_MEMORY_CLOCK", "2026-06-01T12:00:00Z");
    world
}

fn id_of(world: &World, title: &str) -> String {
    let list = world.memory("list --json").json();
    let records = list["records"].as_array().unwrap();
    let named = records.iter().find(|record| record["title"] == title);
    named.unwrap()["id"].as_str().unwrap().to_owned()
}

/// The titles of the suspects, in order, each with its reasons.
fn suspects(world: &World) -> Vec<String> {
    let answer = world.memory("review --json").json();
    let suspects = answer["suspects"].as_array().unwrap().iter();
    suspects
        .map(|suspect| format!("{}: {}", suspect["title"], suspect["why"]))
        .collect()
}

#[test]
fn evidence_is_named_and_ranked() {
    let mut world = world();
    commit(&mut world, "2026-02-01", "src/log.rs", "two");
    commit(&mut world, "2026-02-02", "src/log.rs", "three");
    let newest = world.git("rev-parse --short=10 HEAD").ok();
    let moved = format!(
        r#""Log": ["changed since in 2 commits, the newest {} (Change); more than half of the lines are other ones"]"#,
        newest.trim()
    );
    assert_eq!(
        suspects(&world),
        [
            r#""Look again": ["due since 2026-03-01"]"#,
            r#""Cache": ["no file matches 'src/cache/**'"]"#,
            moved.as_str(),
        ]
    );
    // On the same day, and changed back: files are compared, not days.
    commit(&mut world, "2026-02-02", "src/log.rs", "one");
    assert!(!suspects(&world).join("\n").contains("Log"));
    commit(&mut world, "2025-12-31", "src/log.rs", "four");
    assert!(suspects(&world).join("\n").contains("Log"));
}

#[test]
fn a_suspect_is_what_the_verdict_says() {
    let mut world = world();
    commit(&mut world, "2026-02-01", "src/quiet.rs", "two");
    world.write("src/log.rs", "not committed");
    let told = world.memory("review --json").json();
    for title in ["Log", "Quiet"] {
        let suspects = told["suspects"].as_array().unwrap();
        let of = |it: &&serde_json::Value| it["title"] == title;
        let suspect = suspects.iter().find(of).unwrap();
        let id = suspect["id"].as_str().unwrap();
        let shown = world.memory(["show", id]).err;
        let why = suspect["why"][0].as_str().unwrap();
        assert!(shown.contains(why), "{why}: {shown}");
    }
    assert_eq!(told["unknown"], serde_json::Value::Array(Vec::new()));
}

#[test]
fn what_a_shallow_clone_cannot_tell_is_said() {
    let mut world = world();
    commit(&mut world, "2026-02-01", "src/log.rs", "two");
    world
        .shell("git clone -q --depth 1 \"file://$PWD\" ../shallow")
        .ok();
    world.here = world.root().join("shallow");
    let told = world.memory("review --json");
    let note = "note: freshness of 2 records unknown: this shallow clone";
    assert!(told.err.contains(note), "{}", told.err);
    let unknown = &told.json()["unknown"][0];
    assert_eq!(unknown["count"], 2);
    assert!(unknown["reason"].as_str().unwrap().contains("shallow"));
}

#[test]
fn what_is_confirmed_is_no_suspect_any_more() {
    let mut world = world();
    commit(&mut world, "2026-02-01", "src/log.rs", "two");
    let of = |title: &str| id_of(&world, title);
    world.memory(["review", "--confirm", &of("Log")]).ok();
    assert!(!suspects(&world).join("\n").contains("Log"));
    let before = world.memory(["show", &of("Cache")]).ok();
    world.memory(["set", &of("Cache"), "updated=today"]).ok();
    assert_eq!(
        world.memory(["show", &of("Cache")]).ok(),
        before.replace("updated: 2026-01-01", "updated: 2026-06-01")
    );
    let call = ["set", &of("Cache"), "updated=2020-01-01"];
    world.memory(call).fails(128);
    world.memory("review --confirm dec-zzzzzz").fails(128);
}

#[test]
fn feedback_and_successors_are_evidence_and_misses_are_gaps() {
    let world = world();
    let list = world.memory("list --json --kind decision").json();
    let quiet = list["records"]
        .as_array()
        .unwrap()
        .iter()
        .find(|record| record["title"] == "Quiet")
        .unwrap();
    let id = quiet["id"].as_str().unwrap();
    world
        .memory([
            "feedback",
            "--outcome",
            "irrelevant",
            "--id",
            id,
            "--",
            "noise",
        ])
        .ok();
    for question in ["Where are backups", "where are backups", "who deploys"] {
        world
            .memory([
                "feedback",
                "--outcome",
                "missed",
                "--note",
                question,
                "--",
                question,
            ])
            .ok();
    }
    world.write(
        "memory/decisions/new.md",
        format!("---\nid: dec-newnew\ntitle: New\nstatus: active\nscope: project\nupdated: 2026-06-01\nsupersedes: [{id}]\n---\n"),
    );
    let answer = world.memory("review --json").json();
    assert_eq!(answer["suspects"][0]["title"], "Quiet");
    let why = answer["suspects"][0]["why"].to_string();
    has(&why, "superseded by dec-newnew, but still active");
    has(&why, "rated irrelevant once");
    assert_eq!(answer["gaps"][0]["query"], "where are backups");
    assert_eq!(answer["gaps"][0]["count"], 2);
    has(&world.memory("review").ok(), "missed: who deploys  × 1");
}

#[test]
fn without_a_commit_or_records_there_is_nothing_to_review() {
    let world = World::new();
    world.memory("init").ok();
    assert_eq!(world.memory("review").ok(), "");
    world.memory("add-decision First --path src/**").ok();
    assert_eq!(
        suspects(&world),
        [r#""First": ["no file matches 'src/**'"]"#]
    );
}

#[test]
fn clocks_that_run_backwards_hide_nothing() {
    let mut world = world();
    commit(&mut world, "2026-02-01", "src/log.rs", "two");
    commit(&mut world, "2025-11-01", "other", "an older clock");
    let said = suspects(&world).join("\n");
    assert!(said.contains("changed since in 1 commit"), "{said}");
}

#[test]
fn a_record_that_names_its_successor_is_a_suspect() {
    let world = world();
    world.write(
        "memory/decisions/x.md",
        "---\nid: dec-xxxxxx\ntitle: Old\nstatus: active\nscope: project\nupdated: 2026-05-01\nsuperseded_by: [dec-yyyyyy]\n\
         paths: [./src/log.rs, ':/src/quiet.rs', ':!src/none']\n---\nText.\n",
    );
    let said = suspects(&world).join("\n");
    has(
        &said,
        r#""Old": ["names dec-yyyyyy as its successor, but is still active"]"#,
    );
}

#[test]
fn what_this_machine_knows_is_not_said() {
    let mut world = world();
    let secret = "x9K!mm#Pv@Q7tr";
    world
        .memory([
            "add-decision",
            &format!("It has {secret}"),
            "--path",
            &format!("gone/{secret}"),
        ])
        .ok();
    world.set("SHOP_API_TOKEN", secret);
    for arguments in [&["review"][..], &["review", "--json"]] {
        let said = world.memory(arguments).ok();
        has(&said, "REDACTED");
        lacks(&said, secret);
    }
    world.write(
        "memory/recall-feedback.jsonl",
        format!("{{\"schema_version\":1,\"query\":\"where is {secret}\",\"outcome\":\"missed\",\"created\":\"2026-01-01T00:00:00Z\"}}\n"),
    );
    let said = world.memory("review").ok();
    assert!(
        !said.contains(&secret.to_lowercase()) && said.contains("missed: where is"),
        "{said}"
    );
    let call = "rm -f memory/recall-feedback.jsonl; mkfifo memory/recall-feedback.jsonl";
    world.shell(call).ok();
    world.memory("review").ok();
    let told = world.memory("feedback --outcome missed x").fails(128);
    has(&told, "is not a regular file");
}

#[test]
fn a_day_after_which_a_document_is_stale_is_named() {
    let mut world = world();
    for (name, last) in [
        ("over", "2026-05-31"),
        ("moment", "2026-03-01T08:00:00Z"),
        ("today", "2026-06-01"),
        ("odd", "soon"),
        ("confirmed", "2026-05-30"),
    ] {
        let updated = if name == "confirmed" {
            "updated: 2026-05-31\n"
        } else {
            ""
        };
        let text = format!("---\ntype: Table\nstale_after: {last}\n{updated}---\n# {name}\n");
        world.write(&format!("memory/tables/{name}.md"), text);
    }
    let named = suspects(&world).join("\n");
    let stale: Vec<&str> = named.lines().filter(|it| it.contains("stale")).collect();
    assert_eq!(
        stale,
        [
            r#""moment": ["stale since 2026-03-01"]"#,
            r#""over": ["stale since 2026-05-31"]"#,
        ]
    );
    // A record of ours, which a person confirms.
    let id = world.memory("add-note Prices --json").json();
    let id = id["id"].as_str().unwrap().to_owned();
    world.memory(["set", &id, "stale_after=2026-06-15"]).ok();
    world.set("GIT_MEMORY_CLOCK", "2026-07-01T12:00:00Z");
    let said = suspects(&world).join("\n");
    has(&said, r#""Prices": ["stale since 2026-06-15"]"#);
    world.memory(["review", "--confirm", &id]).ok();
    assert!(!suspects(&world).join("\n").contains("Prices"));
}

#[test]
fn a_confirmed_record_follows_files_that_were_moved() {
    let mut world = world();
    std::fs::create_dir_all(world.here.join("src/out")).unwrap();
    world.git("mv src/log.rs src/out/lines.rs").ok();
    commit(&mut world, "2026-05-01", "src/quiet.rs", "two");
    let set = "git memory set DEC 'paths=src/out/lines.rs'";
    let shown = world.memory("review").out;
    let id = id_of(&world, "Log");
    has(&shown, &set.replace("DEC", &id));
    world.memory(["review", "--confirm", &id]).ok();
    let listed = world.memory(["show", &id]).out;
    has(&listed, "src/out/lines.rs");
    lacks(&world.memory("review").out, &id);
}
