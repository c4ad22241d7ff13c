//! `git memory recall --commits`: messages of commits beside records.

use crate::common::{World, token};

/// The hits of a question, each as its source and its title.
fn hits(world: &World, arguments: &[&str]) -> Vec<String> {
    let answer = world.memory([&["recall", "--json", "--commits"], arguments].concat());
    let answer = answer.json();
    let mut hits = Vec::new();
    for hit in answer["hits"].as_array().unwrap() {
        let (source, title) = (&hit["source"], &hit["title"]);
        hits.push(format!(
            "{}: {}",
            source.as_str().unwrap(),
            title.as_str().unwrap()
        ));
    }
    hits
}

fn commit(world: &World, message: &str) {
    world
        .git(["commit", "-q", "--allow-empty", "-m", message])
        .ok();
}

fn decision(world: &World, id: &str, title: &str, more: &str) {
    let text = format!(
        "---\nid: {id}\ntitle: {title}\nstatus: active\nscope: project\nupdated: 2026-01-01\n{more}---\n"
    );
    world.write(&format!("memory/decisions/{id}.md"), text);
}

#[test]
fn messages_are_searched_where_they_are_asked_for() {
    let world = World::with_memory();
    world.records("decisions/dec-aaaaaa | Use Postgres for events | |");
    commit(
        &world,
        "Throttle the webhook sender\n\nReceivers were flooded after an outage.",
    );
    assert_eq!(
        hits(&world, &["flooded receivers"]),
        ["commit: Throttle the webhook sender"]
    );
    let plain = world.memory("recall --json 'flooded receivers'").json();
    assert_eq!(plain["hits"].as_array().unwrap().len(), 0);
    let shown = world.memory("recall --commits 'flooded receivers'").ok();
    let head = world.git("rev-parse HEAD").ok();
    assert!(shown.contains(head.trim()), "{}", shown);
    assert!(shown.contains("[commit]"), "{}", shown);
}

#[test]
fn what_a_commit_follows_comes_before_it() {
    let world = World::with_memory();
    world.records(
        r"
        decisions/dec-aaaaaa | Limit what leaves the house | |
        decisions/dec-bbbbbb | Keep a queue | alias: [ADR-7] |
        ",
    );
    commit(
        &world,
        "Throttle the webhook sender\n\nDecision: dec-aaaaaa",
    );
    commit(&world, "Retry the mailer (ADR 7)");
    commit(&world, "Rewrite the parser\n\nDecision: dec-nowhere, RFC 9");
    assert_eq!(
        hits(&world, &["webhook throttle"]),
        [
            "tracked: Limit what leaves the house",
            "commit: Throttle the webhook sender"
        ]
    );
    assert_eq!(
        hits(&world, &["mailer"]),
        ["tracked: Keep a queue", "commit: Retry the mailer (ADR 7)"]
    );
    // It names a record of another repository, or none at all.
    assert_eq!(hits(&world, &["parser"]), ["commit: Rewrite the parser"]);
    // A question for a kind of record finds no commits, and no records that they name.
    assert_eq!(
        hits(&world, &["mailer", "--kind", "lesson"]),
        Vec::<String>::new()
    );
}

#[test]
fn what_a_commit_names_passes_the_same_filters() {
    let world = World::with_memory();
    world.records(
        r"
        decisions/dec-aaaaaa | Limit what leaves the house | |
        decisions/dec-bbbbbb | Throttle what is not urgent | |
        ",
    );
    world.git("add -A").ok();
    let both = "Decision: dec-aaaaaa\nDecision: dec-bbbbbb";
    commit(&world, &format!("Throttle the webhook sender\n\n{both}"));
    let old = hits(&world, &["webhook throttle"]);
    assert_eq!(old.len(), 3, "{old:?}");
    // The file of one was changed, and not committed.
    world.records("decisions/dec-aaaaaa | Limit all that leaves the house | |");
    assert_eq!(
        hits(&world, &["webhook throttle", "--trust", "committed"]),
        ["tracked: Throttle what is not urgent"]
    );
    assert_eq!(
        hits(&world, &["webhook throttle", "--trust", "uncommitted"]).len(),
        3
    );
    // The revision has the commit and one of the records.
    let since = |revision| hits(&world, &["webhook throttle", "--since", revision]);
    assert_eq!(since("HEAD"), Vec::<String>::new());
    commit(&world, &format!("Throttle the webhook reader\n\n{both}"));
    assert_eq!(
        since("HEAD~"),
        [
            "tracked: Limit all that leaves the house",
            "commit: Throttle the webhook reader"
        ]
    );
    assert_eq!(since("HEAD~2").len(), 4);
}

#[test]
fn a_commit_is_never_before_the_record_that_it_names() {
    let world = World::with_memory();
    // The record is a guess by its own words, and has fewer points than others.
    world.records(
        r"
        decisions/dec-aaaaaa | Webhooks and many other things | |
        decisions/dec-bbbbbb | The mailer throttles a queue | |
        ",
    );
    commit(
        &world,
        "Throttle the webhook sender queue\n\nDecision: dec-aaaaaa",
    );
    let words = "throttle webhook sender queue";
    assert_eq!(
        hits(&world, &[words])[..2],
        [
            "tracked: Webhooks and many other things",
            "commit: Throttle the webhook sender queue"
        ]
    );
    let answer = world
        .memory(["recall", "--json", "--commits", words])
        .json();
    let [record, commit] = [0, 1].map(|nth| &answer["hits"][nth]);
    for key in ["score", "confidence"] {
        assert_eq!(record[key], commit[key], "{answer}");
    }
    let why = record["why"].as_array().unwrap();
    let named = format!("named by {}", commit["id"].as_str().unwrap());
    assert_eq!(why.last().unwrap(), &named, "{answer}");
}

#[test]
fn the_history_of_the_place_that_is_asked_counts() {
    let world = World::with_memory();
    commit(&world, "Tune the sprocket");
    world.git("branch old").ok();
    assert_eq!(
        hits(&world, &["sprocket gear"]),
        ["commit: Tune the sprocket"]
    );
    commit(&world, "Replace the gear");
    assert_eq!(hits(&world, &["gear"]), ["commit: Replace the gear"]);
    assert_eq!(
        hits(&world, &["gear", "--rev", "old"]),
        Vec::<String>::new()
    );
    world
        .git("commit -q --amend --allow-empty -m 'Replace the cog'")
        .ok();
    assert_eq!(hits(&world, &["gear"]), Vec::<String>::new());
    assert_eq!(hits(&world, &["cog"]), ["commit: Replace the cog"]);
    world.git("switch -q old").ok();
    assert_eq!(hits(&world, &["cog"]), Vec::<String>::new());
    assert_eq!(hits(&world, &["sprocket"]), ["commit: Tune the sprocket"]);
    world.git("switch -q --orphan new").ok();
    assert_eq!(hits(&world, &["sprocket"]), Vec::<String>::new());
}

#[test]
fn only_the_newest_commits_are_searched() {
    let world = World::with_memory();
    for nth in 0..12 {
        commit(&world, &format!("Turn the crank {nth}"));
    }
    world.git("config memory.commits 3").ok();
    let found = |words: &str| hits(&world, &["-n", "20", words]).len();
    assert_eq!(found("crank"), 3);
    for nth in 12..15 {
        commit(&world, &format!("Turn the crank {nth}"));
        assert_eq!(found("crank"), 3);
    }
    world.git("reset -q --hard HEAD~6").ok();
    assert_eq!(found("crank"), 3);
    world.git("config memory.commits 100").ok();
    assert_eq!(found("crank"), 9);
}

#[test]
fn a_kept_list_that_is_damaged_is_made_again() {
    let world = World::with_memory();
    commit(&world, "Turn the crank");
    assert_eq!(hits(&world, &["crank"]).len(), 1);
    let list = ".git/memory/history/commits";
    for damaged in ["", "whole 1 x\n", "\u{1}\n"] {
        world.write(list, damaged);
        commit(&world, "Oil it");
        assert_eq!(hits(&world, &["crank"]).len(), 1, "{damaged:?}");
    }
}

#[test]
fn a_message_shows_no_secret_and_no_escape() {
    let world = World::with_memory();
    let secret = token();
    commit(
        &world,
        &format!("Rotate the lever\n\nthe old one was {secret}\u{1b}[31m red"),
    );
    let shown = world.memory("recall --commits lever --tier t2").ok();
    assert!(shown.contains("Rotate the lever"));
    assert!(!shown.contains(&secret), "{}", shown);
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
    world.memory(["recall", "--commits", &secret]).ok();
    let found = world
        .shell(&format!("grep -rla '{secret}' .git/memory || :"))
        .ok();
    assert_eq!(found, "");
}

#[test]
fn a_shallow_clone_searches_what_it_has() {
    let world = World::with_memory();
    commit(&world, "Tune the sprocket");
    commit(&world, "Replace the gear (RFC 9)");
    world
        .shell("git clone -q --depth 1 \"file://$PWD\" ../shallow")
        .ok();
    let answer = world.shell("cd ../shallow && git memory recall --commits --json 'sprocket gear'");
    let answer = answer.json();
    assert_eq!(answer["hits"].as_array().unwrap().len(), 1, "{answer}");
}

/// Commits a change of a file.
fn change(world: &World, path: &str, message: &str) {
    world.write(path, message);
    world.git(["add", path]).ok();
    world.git(["commit", "-q", "-m", message]).ok();
}

#[test]
fn the_commits_of_a_file_say_which_records_it_follows() {
    let world = World::with_memory();
    world.records(
        r"
        decisions/dec-aaaaaa | Retry with jitter | |
        decisions/dec-bbbbbb | Retry at most five times | |
        decisions/dec-cccccc | Keep the parser small | alias: [ADR-7] |
        ",
    );
    change(&world, "src/net/send.rs", "one\n\nDecision: dec-bbbbbb");
    change(&world, "src/net/send.rs", "two\n\nDecision: dec-bbbbbb");
    change(&world, "src/parse/lines.rs", "three, see ADR 7");
    let ids = |arguments: &[&str]| -> Vec<String> {
        let answer = world
            .memory([&["recall", "--json"], arguments].concat())
            .json();
        let hits = answer["hits"].as_array().unwrap();
        hits.iter()
            .map(|hit| hit["id"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(ids(&["retry jitter"])[0], "dec-aaaaaa");
    // With equal words, the file decides.
    assert_eq!(ids(&["retry", "--for", "src/net/send.rs"])[0], "dec-bbbbbb");
    // A file that is new beside others, and a record that has no word of the question.
    // What is followed elsewhere in src/ comes after what is followed beside it.
    let beside = ids(&["unheard of", "--for", "src/parse/new.rs"]);
    assert_eq!(beside, ["dec-cccccc", "dec-bbbbbb"]);
    assert_eq!(
        ids(&["unheard of", "--for", "docs/x.md"]),
        Vec::<String>::new()
    );
    let explained = world
        .memory("recall --explain retry --for src/net/send.rs")
        .ok();
    assert!(explained.contains("commits +"), "{explained}");
}

#[test]
fn a_text_that_names_a_file_is_about_it() {
    let world = World::with_memory();
    world.records(
        r"
        decisions/dec-aaaaaa | Lines are cut | |
        decisions/dec-bbbbbb | Long lines are cut by line_wrap.rs | |
        decisions/dec-cccccc | Lines go through src/text/wrap.rs | |
        ",
    );
    let first = |path: &str| -> String {
        let answer = world.memory(["recall", "--json", "lines", "--for", path]);
        answer.json()["hits"][0]["id"].as_str().unwrap().to_owned()
    };
    assert_eq!(first("src/text/line_wrap.rs"), "dec-bbbbbb");
    assert_eq!(first("src/text/wrap.rs"), "dec-cccccc");
    let explained = world
        .memory("recall --explain x --for src/text/wrap.rs")
        .ok();
    assert!(explained.contains("mentions +0.750 (100 %)"), "{explained}");
}

#[test]
fn many_paths_say_less_of_each() {
    let world = World::with_memory();
    let others: Vec<String> = (0..20).map(|nth| format!("src/other/f{nth}.rs")).collect();
    let all = format!("paths: [src/a.rs, {}]\n", others.join(", "));
    decision(&world, "dec-aaaaaa", "Format the code", &all);
    world.records("decisions/dec-bbbbbb | Keep it small | paths: [src/a.rs] |");
    let answer = world.memory("recall --json anything --for src/a.rs");
    assert_eq!(answer.json()["hits"][0]["id"], "dec-bbbbbb");
}

#[test]
fn a_record_about_everything_says_little_of_a_file() {
    let world = World::with_memory();
    decision(&world, "dec-aaaaaa", "Format the code", "paths: [\"**\"]\n");
    world.records(
        r"
        decisions/dec-bbbbbb | Send in batches | paths: [src/net/**] |
        decisions/dec-cccccc | Escape names | paths: [src/net/send.rs] |
        ",
    );
    let answer = world
        .memory("recall --json anything --for src/net/send.rs")
        .json();
    let hits = answer["hits"].as_array().unwrap();
    let ids: Vec<&str> = hits.iter().map(|hit| hit["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["dec-cccccc", "dec-bbbbbb", "dec-aaaaaa"]);
}

#[test]
fn a_clone_without_old_trees_goes_by_what_commits_say() {
    let world = World::with_memory();
    world.records("decisions/dec-aaaaaa | Retry with jitter | |");
    world.git("add -A").ok();
    change(&world, "src/send.rs", "Send once\n\nDecision: dec-aaaaaa");
    change(&world, "src/send.rs", "Send twice");
    world
        .shell(
            "git config uploadpack.allowFilter true &&
             git clone -q --filter=tree:0 \"file://$PWD\" ../treeless",
        )
        .ok();
    let ask = |more: &str| {
        let line = format!("cd ../treeless && git memory recall --json jitter {more}");
        let answer = world.shell(&line).json();
        answer["hits"][0]["id"].as_str().unwrap().to_owned()
    };
    assert_eq!(ask("--for src/send.rs"), "dec-aaaaaa");
    assert_eq!(ask("--commits"), "dec-aaaaaa");
}

#[test]
fn notes_on_commits_are_searched_with_them() {
    let world = World::with_memory();
    commit(&world, "Throttle the webhook sender");
    let note = ["add-note", "--commit", "HEAD", "Receivers were flooded."];
    world.memory(note).ok();
    let found = hits(&world, &["flooded receivers"]);
    assert_eq!(found, ["note: Throttle the webhook sender"]);
    let old = hits(&world, &["--rev", "HEAD", "flooded receivers"]);
    assert!(old.is_empty(), "{old:?}");
}

#[test]
fn a_question_without_a_match_is_told_of_commits_where_there_are_any() {
    let world = World::with_memory();
    world.decision("Keep one queue");
    let hint = "hint: 'git memory recall --commits WORDS' searches commits\n";
    let told = world.memory("recall why is sqpoll disabled by default").err;
    assert!(
        told.ends_with(hint) && told.starts_with("no match; "),
        "{told}"
    );
    assert_eq!(
        world
            .memory("recall --commits sqpoll")
            .err
            .matches(hint)
            .count(),
        0
    );
}
