//! Answers about records that contradict each other, and about those that a new one may replace.

use serde_json::Value;

use crate::common::{World, has};

/// A memory with a decision about `src/store/**`, another one, and the id of the first.
fn world() -> (World, String) {
    let world = World::with_memory();
    world.write("src/store/log.rs", "one\n");
    world.write("src/mail.rs", "one\n");
    world.git("add src").ok();
    let kept = ("Keep each event in a relational database", "src/store/**");
    let id = add(&world, kept.0, kept.1, "Transactions, and one backup.");
    let mail = ("Send mail through one queue", "src/mail.rs");
    add(&world, mail.0, mail.1, "Providers limit us.");
    (world, id)
}

/// Adds a decision; returns its id.
fn add(world: &World, title: &str, path: &str, why: &str) -> String {
    let arguments = [
        "add-decision",
        title,
        "--path",
        path,
        "--rationale",
        why,
        "--json",
    ];
    let answer = world.memory(arguments).json();
    answer["id"].as_str().unwrap().to_owned()
}

/// Contradicts the first decision.
const OPPOSITE: [&str; 6] = [
    "add-decision",
    "Write events to flat files",
    "--path",
    "src/store/**",
    "--rationale",
    "A server is one thing more that can be down; appending a line to a file cannot.",
];

/// Adds it; returns its id.
fn add_opposite(world: &World) -> String {
    let answer = world.memory(OPPOSITE);
    answer.out.split(' ').next().unwrap().to_owned()
}

#[test]
fn a_record_that_says_otherwise_is_named_with_both_sentences() {
    let (world, id) = world();
    let answer = world.memory(OPPOSITE);
    let new = answer.out.split(' ').next().unwrap().to_owned();
    has(
        &answer.err,
        &format!(
            "contradicts {id}: \u{201c}Write events to flat files\u{201d} / \u{201c}Keep each event \
             in a relational database\u{201d}\nhint: to replace it, run 'git memory supersede {id} \
             --by {new}'\nhint: if both apply, link them: git memory set {new} related+={id}\n"
        ),
    );
    world.memory(["supersede", &id, "--by", &new]).ok();
    assert_eq!(world.memory("review --conflicts").out, "");
}

#[test]
fn json_carries_it_with_the_command() {
    let (world, id) = world();
    let answer = world.memory(OPPOSITE.into_iter().chain(["--json"])).json();
    let contested = &answer["conflicts_with"][0];
    assert_eq!(contested["id"], id);
    assert_eq!(contested["why"][0], "contradict each other");
    assert_eq!(contested["sentences"][0], "Write events to flat files");
    let new = answer["id"].as_str().unwrap();
    assert_eq!(
        contested["command"],
        format!("git memory supersede {id} --by {new}")
    );
    assert_eq!(answer["conflicts_with"].as_array().unwrap().len(), 1);
}

#[test]
fn files_in_common_alone_are_never_told() {
    let world = World::with_memory();
    world.write("src/a.rs", "one\n");
    for title in ["Use tokio", "Log with tracing", "Return errors as enums"] {
        let why = format!("It is known to us: {title}.");
        let add = ["add-decision", title, "--path", "src/a.rs"];
        let added = world.memory(add.iter().chain(&["--rationale", &*why]));
        assert!(!added.err.contains("contradicts"), "{}", added.err);
        assert!(!added.err.contains("may replace"), "{}", added.err);
    }
    world.commit("Decide");
    assert_eq!(world.memory("review --conflicts").out, "");
    assert!(!world.memory("check").out.contains("contradict"));
    assert!(!world.memory("recall tokio").out.contains("conflicts with"));
    let why = world.memory("why src/a.rs --json").json();
    for record in why["spots"][0]["records"].as_array().unwrap() {
        assert_eq!(record["freshness"]["state"], "current", "{record}");
    }
}

#[test]
fn an_open_pair_is_listed_until_it_is_settled() {
    let (world, id) = world();
    let new = add_opposite(&world);
    let pairs = world.memory("review --conflicts").out;
    let said = "\u{201c}Write events to flat files\u{201d}";
    has(&pairs, [&*id, &*new, said]);
    let listed = world.memory("review --conflicts --json").json();
    assert_eq!(listed["pairs"].as_array().unwrap().len(), 1);
    assert_eq!(world.memory("status --json").json()["unsettled"], 1);
    has(
        &world.memory("status").out,
        "1 pair of records may contradict each other",
    );
    let check = world.memory("check");
    assert_eq!(check.status, 0);
    has(&check.out, "notice[may-contradict]: contradicts dec-");
    // The finding has the command that settles it.
    let related = check
        .out
        .split("if both apply: git memory ")
        .nth(1)
        .unwrap();
    world.memory(related.lines().next().unwrap()).ok();
    assert_eq!(world.memory("review --conflicts").out, "");
    assert_eq!(world.memory("status --json").json()["unsettled"], 0);
    assert!(!world.memory("check").out.contains("contradict"));
}

#[test]
fn a_record_that_the_text_says_to_replace_is_named() {
    let (world, id) = world();
    let why = format!(
        "Appending cannot fail. This replaces {id}, keep each event in a relational database."
    );
    let title = "Keep each event in a flat file";
    let arguments = ["add-decision", title, "--rationale", &why, "--json"];
    let answer = world.memory(arguments).json();
    assert_eq!(answer["conflicts_with"][0]["id"], id, "{answer}");
}

#[test]
fn a_record_is_shown_with_the_one_that_contradicts_it() {
    let (world, id) = world();
    let new = add_opposite(&world);
    world.commit("Decide");
    for (one, other) in [(&id, &new), (&new, &id)] {
        let ground = world.memory(["show", one, "--json"]).json()["freshness"].clone();
        assert_eq!(ground["state"], "conflict", "{ground}");
        let conflict = &ground["conflicts_with"][0];
        assert_eq!(conflict["id"], other.as_str());
        assert_eq!(conflict["sentences"].as_array().unwrap().len(), 2);
        assert_eq!(ground["advice"]["code"], "relate");
        let said = world.memory(["show", one]).err;
        has(&said, &format!("conflicts with {other}"));
    }
}

#[test]
fn answers_and_contexts_name_the_record_that_contradicts_a_hit() {
    let (world, id) = world();
    let new = add_opposite(&world);
    world.commit("Decide");
    // The terminal's width wraps the sentence.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = format!("conflicts with {new}");
    for command in ["recall 'relational database'", "why src/store/log.rs"] {
        has(&words(&world.memory(command).out), &said);
    }
    for command in [
        "context --query 'relational database'",
        "context --only --for src/store/log.rs",
    ] {
        let pack = world.memory(command).ok();
        let piece = pack.lines().find(|line| line.contains(&format!("id={id}")));
        has(piece.unwrap(), &format!(" conflicts_with={new}"));
    }
}

#[test]
fn a_settled_pair_and_other_records_are_in_no_conflict() {
    let (world, id) = world();
    let new = add_opposite(&world);
    let mail = world.memory("recall 'queue mail' --json").json();
    assert!(mail["hits"][0]["freshness"]["conflicts_with"][0].is_null());
    world.memory(["set", &new, &format!("related+={id}")]).ok();
    let shown = world.memory(["show", &id, "--json"]).json();
    assert!(shown["freshness"]["conflicts_with"][0].is_null(), "{shown}");
    let pack = world.memory("context --query database").ok();
    assert!(!pack.contains("conflicts_with"), "{pack}");
}

#[test]
fn a_contested_record_tells_what_has_changed_and_one_that_is_gone_is_gone() {
    let (world, id) = world();
    world.memory(OPPOSITE).ok();
    world.git("commit -q -m Decide").ok();
    world.write("src/store/log.rs", "two\n");
    world.git("commit -q -a -m 'Say two'").ok();
    let shown = world.memory(["show", &id, "--json"]).json();
    assert_eq!(shown["freshness"]["state"], "conflict", "{shown}");
    world.git("rm -q src/store/log.rs").ok();
    world.git("commit -q -m 'Remove it'").ok();
    let shown = world.memory(["show", &id, "--json"]).json();
    assert_eq!(shown["freshness"]["state"], "deleted");
    assert!(shown["freshness"]["conflicts_with"].is_null());
    let then = world.memory("recall 'relational database' --rev HEAD~ --json");
    assert_eq!(then.json()["hits"][0]["freshness"]["state"], "conflict");
}

/// The pairs that are listed: the first, the second, and whether either may replace the other.
fn listed(world: &World) -> Vec<(String, String, bool)> {
    let answer = world.memory("review --conflicts --json").json();
    let mut pairs = Vec::new();
    for pair in answer["pairs"].as_array().unwrap() {
        let [one, other] = ["record", "other"].map(|side| pair[side]["id"].as_str().unwrap());
        let command = format!("git memory supersede {other} --by {one}");
        assert_eq!(pair["other"]["command"], command);
        let other_way = pair["other_way"].as_str();
        let expected = format!("git memory supersede {one} --by {other}");
        assert!(other_way.is_none_or(|it| it == expected), "{answer}");
        pairs.push((one.to_owned(), other.to_owned(), other_way.is_some()));
    }
    pairs
}

#[test]
fn the_later_of_two_from_one_day_is_the_one_that_was_added_later() {
    for titles in [
        ["Use Postgres for events", "Use Oracle for events"],
        ["Use Oracle for events", "Use Postgres for events"],
    ] {
        let world = World::with_memory();
        let old = add(&world, titles[0], "src/log.rs", "Of reasons.");
        world.commit("Decide");
        let new = add(&world, titles[1], "src/log.rs", "Of reasons.");
        // An uncommitted record is later than a committed one.
        let expected = [(new.clone(), old.clone(), false)];
        assert_eq!(listed(&world), expected);
        world.commit("Decide again");
        assert_eq!(listed(&world), expected);
        // A later change makes no record a later one.
        world.memory(["set", &old, "tags=x"]).ok();
        world.git("commit -q -a -m Tag").ok();
        assert_eq!(listed(&world), expected);
        world.memory(["set", &new, "created=2026-01-01"]).ok();
        assert_eq!(listed(&world), [(old, new, false)]);
    }
}

#[test]
fn where_neither_is_known_to_be_older_each_may_replace_the_other() {
    let world = World::with_memory();
    add(
        &world,
        "Use Postgres for events",
        "src/log.rs",
        "Of reasons.",
    );
    add(&world, "Use Oracle for events", "src/log.rs", "Of reasons.");
    let pairs = listed(&world);
    assert!(matches!(&pairs[..], [(_, _, true)]), "{pairs:?}");
    world.commit("Decide");
    assert_eq!(listed(&world), pairs);
    let told = world.memory("review --conflicts").ok();
    has(
        &told,
        "the older one is unknown: each may replace the other",
    );
}

#[test]
fn what_decides_nothing_contradicts_nothing() {
    let (world, id) = world();
    let title = "Write events to flat files";
    let lesson = world.memory(["add-lesson", title, "--path", "src/store/**", "--json"]);
    assert_eq!(lesson.json()["conflicts_with"][0]["id"], id.as_str());
    let pairs = world.memory("review --conflicts --json").json();
    assert_eq!(pairs["pairs"][0]["other"]["command"], Value::Null);
    assert_eq!(pairs["pairs"].as_array().unwrap().len(), 1);
    for command in ["add-note", "add-plan", "add-loop"] {
        let title = format!("{title}, by {command}");
        let answer = world.memory([command, &title, "--path", "src/store/**", "--json"]);
        let answer = answer.json();
        let mut contested = answer["conflicts_with"].as_array().into_iter().flatten();
        assert!(contested.all(|it| it["id"] != id.as_str()), "{answer}");
    }
}

#[test]
fn rivals_that_were_found_before_are_found_again_and_forgotten_with_the_view() {
    let (world, id) = world();
    let new = add_opposite(&world);
    let rivals = || {
        let shown = world.memory(["show", "--json", &id]).json();
        shown["freshness"]["conflicts_with"].clone()
    };
    let found = rivals();
    assert_eq!(found[0]["id"], new.as_str(), "{found}");
    assert_eq!(rivals(), found);
    let damage = "for file in .git/memory/answers/pairs-* .git/memory/by-blob/claims; \
                  do printf 'git-memory' >$file; done";
    world.shell(damage).ok();
    assert_eq!(rivals(), found);
    world
        .memory(["set", &new, "title=Put events into flat files"])
        .ok();
    assert_eq!(rivals()[0]["title"], "Put events into flat files");
    world.memory(["set", &new, &format!("related+={id}")]).ok();
    assert!(rivals()[0].is_null());
}

#[test]
fn two_branches_that_replace_one_decision_are_told_after_the_merge() {
    let (world, old) = World::with_two_successors();
    world.git("merge -q --no-edit side").ok();
    let replaced = world.memory(["show", &old, "--json"]).json();
    let successors = replaced["superseded_by"].as_array().unwrap();
    assert_eq!(successors.len(), 2, "{replaced}");
    let check = world.memory("check").ok();
    has(&check, "warning[two-successors]: dec-");
    has(&check, &format!("both supersede {old}"));
    assert_eq!(world.memory("status --json").json()["stale"], 2);
    let review = world.memory("review").out;
    has(&review, &format!("supersedes {old}, and so does dec-"));
    let pairs = world.memory("review --conflicts --json").json();
    let pair = pairs["pairs"][0].to_string();
    has(&pair, "both supersede the same record");
}

#[test]
fn two_successors_that_name_each_other_are_in_no_conflict() {
    let (world, _) = World::with_two_successors();
    world.git("merge -q --no-edit side").ok();
    let listed = world.memory("list --status active --json").json();
    let id = |nth: usize| listed["records"][nth]["id"].as_str().unwrap();
    let related = format!("related+={}", id(1));
    world.memory(["set", id(0), &related]).ok();
    assert!(!world.memory("check").out.contains("two-successors"));
    assert_eq!(world.memory("review --conflicts").out, "");
}

/// Adds decisions about one place that differ in a number, and commits them.
fn crowd(world: &World, count: usize, place: &str) {
    for nth in 0..count {
        let record = format!(
            "---\nid: dec-c{nth:05}\ntitle: Use Oracle {nth} for events\nstatus: active\n\
             scope: project\nupdated: 2026-11-20\npaths: ['{place}']\n---\n\n\
             We use Oracle for events because it is known. Never use Postgres.\n"
        );
        world.write(&format!("memory/decisions/c{nth}.md"), record);
    }
    world.commit("Crowd");
}

#[test]
fn of_a_crowd_the_likeliest_pairs_are_listed_and_the_others_counted() {
    let (world, _) = world();
    crowd(&world, 60, "src/store/**");
    let answer = world.memory("review --conflicts --json").json();
    let pairs = answer["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 25);
    let more = answer["more"].as_u64().unwrap();
    // Each is compared with some, not with all.
    assert!(more > 0 && more + 25 <= 60 * 20, "{more}");
    let listed = world.memory("review --conflicts");
    let told = format!("note: {more} more pairs contradict each other: resolve these first\n");
    has(&listed.err, &told);
    assert!(listed.out.lines().count() <= 125, "{}", listed.out);
}

#[test]
fn of_many_records_that_apply_some_are_told_and_the_others_counted() {
    let (world, _) = world();
    crowd(&world, 60, "src/mail.rs");
    let answer = world.memory("why src/mail.rs --json").json();
    let spot = &answer["spots"][0];
    assert_eq!(spot["records"].as_array().unwrap().len(), 50);
    assert_eq!(spot["more"], 11);
    let listed = world.memory("why src/mail.rs");
    let told = "note: 11 more records and notes are about src/mail.rs\n";
    assert!(listed.err.contains(told), "{}", listed.err);
}
