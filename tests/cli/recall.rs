//! `git memory recall`, `related`, `feedback` and `why`.

use crate::common::World;

/// The ids of an answer's hits, joined.
fn ids(answer: &serde_json::Value) -> String {
    let hits = answer["hits"].as_array().unwrap();
    hits.iter()
        .map(|hit| hit["id"].as_str().unwrap())
        .collect::<Vec<_>>()
        .join(" ")
}

fn recall(world: &World, arguments: &[&str]) -> serde_json::Value {
    world
        .memory([&["recall", "--json"], arguments].concat())
        .json()
}

/// A record's file, written by hand.
fn record(world: &World, id: &str, title: &str, more: &str, body: &str) {
    let front = format!("---\nid: {id}\ntitle: {title}\nscope: project\nupdated: 2026-01-01\n");
    let status = if more.contains("status:") {
        ""
    } else {
        "status: active\n"
    };
    world.write(
        &format!("memory/decisions/{id}.md"),
        format!("{front}{status}{more}---\n{body}\n"),
    );
}

fn world() -> World {
    let world = World::with_memory();
    record(
        &world,
        "dec-aaaaaa",
        "Use Postgres for the event store",
        "tags: [storage]\n",
        "One relational store.",
    );
    record(
        &world,
        "dec-bbbbbb",
        "Release every second Tuesday",
        "paths: [src/release/**]\n",
        "The train leaves on time.",
    );
    record(
        &world,
        "dec-cccccc",
        "Log as JSON lines",
        "",
        "Every event is one line; see `src/store/event_log.rs`.",
    );
    world
}

#[test]
fn the_answer_has_its_shape() {
    let world = world();
    let answer = world
        .memory(["recall", "--json", "where do we store events", "-n", "1"])
        .ok();
    let lines = answer
        .trim_end()
        .replace("\":", "\": ")
        .replace(",\"", ",\n\"");
    insta::assert_snapshot!(lines, @r#"
    {"schema_version": 1,
    "hits": [{"id": "dec-aaaaaa",
    "kind": "decision",
    "title": "Use Postgres for the event store",
    "status": "active",
    "scope": "project",
    "record_path": "memory/decisions/dec-aaaaaa.md",
    "score": 2.069,
    "confidence": "medium",
    "snippet": "One relational **store**.",
    "why": ["title: events, store",
    "body: store"],
    "source": "tracked",
    "superseded_by": [],
    "freshness": {"state": "unknown",
    "reason": "no files linked"}}],
    "view": {"of": "work tree",
    "revision": null,
    "texts": 3},
    "replaced": [],
    "near": []}
    "#);
}

#[test]
fn words_questions_names_and_paths_find() {
    let world = world();
    for (question, expected) in [
        ("postgres", "dec-aaaaaa"),
        ("When is the next release of the train?", "dec-bbbbbb"),
        ("EventLog", "dec-cccccc"),
        ("src/store/event_log.rs", "dec-cccccc"),
        ("dec-bbbbbb", "dec-bbbbbb"),
        ("DEC-BBBBBB", "dec-bbbbbb"),
        ("log as json lines", "dec-cccccc"),
        ("postgress", "dec-aaaaaa"),
        ("relationalstore", "dec-aaaaaa"),
    ] {
        let found = ids(&recall(&world, &["--", question]));
        assert!(found.starts_with(expected), "{question}: {found}");
    }
}

#[test]
fn any_words_are_a_question() {
    let world = world();
    let long = "word ".repeat(10_000);
    for question in [
        "\"",
        "'",
        "-",
        "--",
        "a AND (b OR",
        "NEAR/3",
        "*",
        "\\",
        "/",
        "🚀",
        "\u{202e}x",
        "事件 の ก",
        "%s%n",
        "-n",
        "--json",
        "the of and",
        &long,
    ] {
        let answer = world.memory(["recall", "--json", "--", question]);
        assert_eq!(answer.status, 0, "{question}: {}", answer.err);
    }
    for nothing in [&["recall"][..], &["recall", ""], &["recall", " ", ""]] {
        assert!(world.memory(nothing).fails(129).contains("WORDS"));
    }
}

#[test]
fn other_scripts_are_found() {
    let world = World::with_memory();
    record(
        &world,
        "dec-jajaja",
        "イベントはPostgresに保存する",
        "",
        "リレーショナルデータベースを一つだけ使う。",
    );
    record(
        &world,
        "dec-zhzhzh",
        "发布流程",
        "",
        "每两周发布一次，由机器人完成。",
    );
    record(
        &world,
        "dec-dedede",
        "Die Ereignisse liegen in der Datenbank",
        "",
        "Wir haben uns für eine einzige entschieden.",
    );
    for (question, expected) in [
        ("イベントの保存先", "dec-jajaja"),
        ("データベース", "dec-jajaja"),
        ("什么时候发布", "dec-zhzhzh"),
        ("Ereignis Datenbanken", "dec-dedede"),
        ("entscheiden", "dec-dedede"),
        ("周は", "dec-zhzhzh"),
    ] {
        let found = ids(&recall(&world, &[question]));
        assert!(found.starts_with(expected), "{question}: {found}");
    }
}

#[test]
fn filters_choose_and_near_paths_lift() {
    let world = World::with_memory();
    record(
        &world,
        "dec-aaaaaa",
        "Cache one",
        "tags: [x]\npaths: [src/web/**]\n",
        "cache",
    );
    record(
        &world,
        "dec-bbbbbb",
        "Cache two",
        "status: proposed\n",
        "cache",
    );
    world
        .memory(["add-note", "Cache three", "--scope", "services/billing"])
        .ok();
    for (arguments, expected) in [
        (vec!["--kind", "note"], 1),
        (vec!["--status", "proposed"], 1),
        (vec!["--tag", "X"], 1),
        (vec!["--tag", "x", "--tag", "y"], 0),
        (vec!["--scope", "services"], 1),
        (vec!["--scope", "project"], 2),
        (vec!["-n", "2"], 2),
        (vec!["-n", "0"], 0),
        (vec![], 3),
    ] {
        let answer = recall(&world, &[&["cache"], arguments.as_slice()].concat());
        assert_eq!(
            answer["hits"].as_array().unwrap().len(),
            expected,
            "{arguments:?}"
        );
    }
    assert!(ids(&recall(&world, &["cache", "--for", "src/web/page.rs"])).starts_with("dec-aaaaaa"));
    assert!(
        ids(&recall(
            &world,
            &["cache", "--for", "services/billing/main.rs"]
        ))
        .starts_with("note-")
    );
}

#[test]
fn what_is_sure_is_told_from_guesses() {
    let world = world();
    let question = "how do the migrating geese find postgres";
    let answer = recall(&world, &[question]);
    assert_eq!(answer["hits"][0]["confidence"], "low", "{answer}");
    assert_eq!(ids(&recall(&world, &[question, "--sure"])), "");
    let shown = world.memory(["recall", question]).ok();
    assert!(shown.contains("  low confidence\n"), "{shown}");
    let answer = recall(&world, &["dec-aaaaaa"]);
    assert_eq!(answer["hits"][0]["confidence"], "high", "{answer}");
    assert_eq!(
        ids(&recall(&world, &["dec-aaaaaa", "--sure"])),
        "dec-aaaaaa"
    );
}

#[test]
fn words_that_a_title_says_are_no_name_of_code() {
    let world = World::with_memory();
    record(
        &world,
        "dec-aaaaaa",
        "Structural pattern matching",
        "",
        "Add a match statement for pattern matching over data. Pattern matching makes code clear.",
    );
    record(
        &world,
        "dec-bbbbbb",
        "Assignment expressions",
        "",
        "Allow them: `m = pattern.match(data)`; `if m := pattern.match(line): return m`.",
    );
    for nth in 0..8 {
        let (id, title) = (
            format!("dec-ccccc{nth}"),
            format!("Topic {nth} about storage"),
        );
        record(&world, &id, &title, "", "Something else.");
    }
    let first = |question: &str| recall(&world, &[question])["hits"][0]["id"].clone();
    for question in ["pattern matching", "structural pattern matching"] {
        assert_eq!(first(question), "dec-aaaaaa", "{question}");
    }
    // Typed as code is written, it is a name.
    assert_eq!(first("pattern.match"), "dec-bbbbbb");
    // No title contains these words, so that they may be a name.
    record(
        &world,
        "dec-dddddd",
        "Sessions",
        "",
        "Call `getUserName` once.",
    );
    record(
        &world,
        "dec-eeeeee",
        "Users",
        "",
        "Get the name of a user. A user name may change.",
    );
    assert_eq!(first("get user name"), "dec-dddddd");
}

#[test]
fn what_is_found_in_place_of_a_word_is_a_guess() {
    let world = world();
    for (question, confidence) in [
        ("postgres", "high"),
        // Misspellings, and words that were written as one.
        ("postgress", "low"),
        ("relatonal stoore", "low"),
        ("relationalstore", "low"),
        // The known words are most of the first question, and a third of the second.
        ("postgres events storre", "high"),
        ("postgres sharding stoore", "low"),
    ] {
        let answer = recall(&world, &[question]);
        assert_eq!(ids(&answer).split(' ').next(), Some("dec-aaaaaa"));
        let hit = &answer["hits"][0];
        assert_eq!(hit["confidence"], confidence, "{question}: {answer}");
    }
    assert_eq!(ids(&recall(&world, &["postgress", "--sure"])), "");
    let explained = world.memory(["recall", "--explain", "postgress"]).ok();
    assert!(explained.contains("0 % of the question"), "{explained}");
}

#[test]
fn what_replaced_a_record_stands_before_it_and_the_archive_comes_last() {
    let world = World::with_memory();
    record(
        &world,
        "dec-oldold",
        "Queue",
        "status: superseded\nsuperseded_by: [dec-newnew]\n",
        "A queue by hand. Queue.",
    );
    record(
        &world,
        "dec-newnew",
        "Stream",
        "supersedes: [dec-oldold]\n",
        "Another way.",
    );
    record(
        &world,
        "dec-gonego",
        "Queue queue queue",
        "status: archived\n",
        "queue queue queue queue",
    );
    record(
        &world,
        "dec-weakly",
        "Somewhere",
        "",
        &format!(
            "{} the queue is named once.",
            "filler words here ".repeat(30)
        ),
    );
    let answer = recall(&world, &["queue by hand"]);
    assert_eq!(ids(&answer), "dec-newnew dec-oldold dec-weakly dec-gonego");
    assert_eq!(answer["hits"][0]["why"][0], "replaces dec-oldold");
    assert_eq!(answer["hits"][1]["superseded_by"][0], "dec-newnew");
    assert_eq!(
        ids(&recall(&world, &["dec-oldold"])),
        "dec-oldold dec-newnew",
        "what is named by its id comes first"
    );
    assert_eq!(
        ids(&recall(
            &world,
            &["queue by hand", "--status", "superseded"]
        )),
        "dec-oldold"
    );
}

#[test]
fn hand_edits_are_seen_at_once() {
    let world = world();
    assert_eq!(ids(&recall(&world, &["zeppelin"])), "");
    record(&world, "dec-dddddd", "Buy a zeppelin", "", "For the view.");
    assert_eq!(ids(&recall(&world, &["zeppelin"])), "dec-dddddd");
    record(&world, "dec-dddddd", "Buy a balloon", "", "For the view.");
    assert_eq!(ids(&recall(&world, &["zeppelin"])), "");
    assert_eq!(ids(&recall(&world, &["balloon"])), "dec-dddddd");
    std::fs::remove_file(world.here.join("memory/decisions/dec-dddddd.md")).unwrap();
    assert_eq!(ids(&recall(&world, &["balloon"])), "");
}

#[test]
fn a_revision_ranks_as_a_clone_of_it_does() {
    let world = world();
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Three"]).ok();
    // Another branch's records, and later ones, are in the cache, too.
    world.git(["switch", "-q", "-c", "other"]).ok();
    for nth in 0..30 {
        record(
            &world,
            &format!("dec-other{nth}"),
            &format!("Event store number {nth}"),
            "",
            "Events in the store, stored.",
        );
    }
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Thirty"]).ok();
    recall(&world, &["event store"]);
    let then = recall(&world, &["event store", "--rev", "main"]);
    world
        .git(["clone", "-q", "-b", "main", ".", "../clone"])
        .ok();
    let clone = world
        .memory(["-C", "../clone", "recall", "--json", "event store"])
        .json();
    assert_eq!(then["hits"], clone["hits"]);
    assert_eq!(then["view"]["texts"], 3);
    world.memory(["recall", "x", "--rev", "nowhere"]).fails(128);
}

#[test]
fn all_branches_tell_where_a_record_lives_and_since_what_is_new() {
    let world = world();
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Three"]).ok();
    world.git(["switch", "-q", "-c", "topic"]).ok();
    record(
        &world,
        "dec-dddddd",
        "Shard the event store",
        "",
        "By customer.",
    );
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Shard"]).ok();
    assert_eq!(
        ids(&recall(&world, &["event store", "--since", "main"])),
        "dec-dddddd"
    );
    world.git(["switch", "-q", "main"]).ok();
    assert!(!ids(&recall(&world, &["shard"])).contains("dec-dddddd"));
    let everywhere = recall(&world, &["event store", "--all-branches"]);
    let lives = |id: &str| {
        let hits = everywhere["hits"].as_array().unwrap();
        hits.iter().find(|hit| hit["id"] == id).unwrap()["branches"].to_string()
    };
    assert_eq!(lives("dec-dddddd"), r#"["topic"]"#);
    assert_eq!(lives("dec-aaaaaa"), r#"["main","topic"]"#);
}

#[test]
fn private_entries_notes_and_ones_own_memory_can_be_asked_too() {
    let world = world();
    world.git(["add", "-A"]).ok();
    world
        .git(["commit", "-q", "-m", "Begin the zebra work"])
        .ok();
    world
        .memory([
            "summary",
            "append",
            "--run",
            "r",
            "--step",
            "s",
            "--title",
            "Fed the zebra",
        ])
        .ok();
    world
        .memory(["add-note", "A zebra of one's own", "--private"])
        .ok();
    world
        .memory(["add-note", "--commit", "HEAD", "The zebra was slow"])
        .ok();
    world
        .memory(["user", "write", "animals", "Zebras are mine."])
        .ok();
    assert_eq!(ids(&recall(&world, &["zebra"])), "");
    let answer = recall(&world, &["zebra", "--private", "--user"]);
    let mut sources: Vec<&str> = answer["hits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| hit["source"].as_str().unwrap())
        .collect();
    sources.sort_unstable();
    assert_eq!(sources, ["note", "private", "private", "user"]);
}

#[test]
fn a_question_without_an_answer_says_what_there_is() {
    let world = world();
    let answer = world.memory(["recall", "relinquish"]);
    assert_eq!((answer.status, answer.out.as_str()), (0, ""));
    assert!(
        answer
            .err
            .contains("similar terms in memory: relational, release"),
        "{}",
        answer.err
    );
    let other = world.memory(["recall", "postgress"]);
    assert!(
        other.err.contains("no record contains 'postgress'"),
        "{}",
        other.err
    );
    assert_eq!(ids(&recall(&World::with_memory(), &["anything"])), "");
}

#[test]
fn dates_of_a_question_are_those_of_records() {
    let mut world = World::with_memory();
    for (day, title) in [
        ("2024-03-05", "Storage in spring"),
        ("2026-05-07", "Storage in May"),
        ("2026-11-01", "Storage now"),
    ] {
        world.set("GIT_MEMORY_CLOCK", &format!("{day}T00:00:00Z"));
        world.memory(["add-decision", title]).ok();
    }
    world.set("GIT_MEMORY_CLOCK", "2026-11-20T00:00:00Z");
    for (question, expected) in [
        ("storage 2024-03", "spring"),
        ("what about storage last May", "May"),
        ("storage this month", "now"),
    ] {
        let answer = recall(&world, &[question]);
        let title = answer["hits"][0]["title"].as_str().unwrap();
        assert!(title.ends_with(expected), "{question}: {title}");
    }
}

#[test]
fn feedback_ranks_later_answers_and_hides_nothing() {
    let world = World::with_memory();
    record(&world, "dec-aaaaaa", "Retry the call", "", "Retry thrice.");
    record(&world, "dec-bbbbbb", "Retry the job", "", "Retry twice.");
    record(
        &world,
        "dec-cccccc",
        "Amounts are whole cents",
        "",
        "Integers.",
    );
    let first = ids(&recall(&world, &["retry"]));
    let (one, two) = first.split_once(' ').unwrap();
    world
        .memory([
            "feedback",
            "--outcome",
            "irrelevant",
            "--id",
            one,
            "--",
            "retry",
        ])
        .ok();
    assert_eq!(ids(&recall(&world, &["retry"])), format!("{two} {one}"));
    assert_eq!(
        ids(&recall(&world, &["call", "retry"])).split(' ').count(),
        2
    );
    // An exact match stays first, whatever the ratings are.
    for nth in 0..20 {
        let note = nth.to_string();
        world
            .memory([
                "feedback",
                "--outcome",
                "irrelevant",
                "--id",
                "dec-aaaaaa",
                "--note",
                &note,
                "retry the call",
            ])
            .ok();
    }
    assert!(ids(&recall(&world, &["retry the call"])).starts_with("dec-aaaaaa"));
    // The words of a missed question find the record.
    world
        .memory([
            "feedback",
            "--outcome",
            "missed",
            "--id",
            "dec-cccccc",
            "--",
            "how is money stored",
        ])
        .ok();
    assert!(ids(&recall(&world, &["how is money stored"])).contains("dec-cccccc"));
    let explained = recall(&world, &["how is money stored", "--explain"]);
    assert!(explained.to_string().contains("feedback +"), "{explained}");
    world.git(["config", "memory.feedback", "false"]).ok();
    assert_eq!(ids(&recall(&world, &["how is money stored"])), "");
}

#[test]
fn settings_are_those_of_the_place_that_is_asked() {
    let world = World::with_memory();
    record(&world, "dec-aaaaaa", "Häuser", "", "Ereignisse");
    // Neither word is a frequent one, so only the setting makes them German.
    assert_eq!(ids(&recall(&world, &["haus"])), "");
    world.write("memory/config.yaml", "language: de\n");
    assert_eq!(ids(&recall(&world, &["haus"])), "dec-aaaaaa");
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "German"]).ok();
    world.write("memory/config.yaml", "language: en\n");
    assert_eq!(ids(&recall(&world, &["haus"])), "");
    assert_eq!(
        ids(&recall(&world, &["haus", "--rev", "HEAD"])),
        "dec-aaaaaa"
    );
    let error = world.memory(["-C", ".", "recall", "x"]);
    assert_eq!(error.status, 0);
    world.write("memory/config.yaml", "language: xx\n");
    let answer = world.memory(["recall", "x"]);
    assert!(
        answer.err.contains("'language': 'xx' is not one of: "),
        "{}",
        answer.err
    );
}

#[test]
fn feedback_is_a_line_at_its_place() {
    let world = world();
    let token = crate::common::token();
    world
        .memory([
            "feedback",
            "--outcome",
            "overloaded",
            "--",
            &format!("password {token}"),
            &"long ".repeat(100),
        ])
        .ok();
    world
        .memory([
            "feedback",
            "--outcome",
            "helpful",
            "--id",
            "dec-a",
            "--note",
            "good",
            "--",
            "events",
        ])
        .ok();
    let file = world.read("memory/recall-feedback.jsonl");
    assert!(
        !file.contains(&token) && file.contains("[REDACTED:"),
        "{file}"
    );
    for line in file.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["schema_version"], 1);
        assert!(line["query"].as_str().unwrap().chars().count() <= 200);
        assert_eq!(line["created"], "2026-11-20T12:00:00Z");
    }
    assert!(
        !world.status().contains("recall-feedback"),
        "it is untracked unless a team tracks it"
    );
    world
        .git(["add", "-f", "memory/recall-feedback.jsonl"])
        .ok();
    world
        .memory(["feedback", "--outcome", "missed", "--", "trains"])
        .ok();
    assert!(
        world
            .git(["show", ":memory/recall-feedback.jsonl"])
            .ok()
            .contains("trains")
    );
    world
        .memory([
            "feedback",
            "--outcome",
            "helpful",
            "--id",
            "dec-zzzzzz",
            "--",
            "x",
        ])
        .fails(128);
    world
        .memory(["feedback", "--outcome", "nice", "--", "x"])
        .fails(129);
    world
        .memory(["feedback", "--outcome", "missed", "--", " "])
        .fails(128);
}

#[test]
fn why_names_what_is_about_a_file() {
    let world = world();
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Records"]).ok();
    world.write("src/release/train.rs", "fn main() {}\nlet it = go;\n");
    world.write("src/store/event_log.rs", "one\n");
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Code"]).ok();
    record(&world, "dec-dddddd", "Why it goes", "", "Because.");
    world.write("src/release/train.rs", "fn main() {}\nlet it = run;\n");
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Run"]).ok();
    world
        .memory(["add-note", "--commit", "HEAD", "It ran"])
        .ok();
    let about = |spots: &[&str]| world.memory([&["why"], spots].concat()).ok();
    let release = about(&["src/release/train.rs"]);
    assert!(
        release.contains("dec-bbbbbb") && release.contains("paths: src/release/**"),
        "{release}"
    );
    assert!(
        release.contains("dec-dddddd") && release.contains("It ran"),
        "{release}"
    );
    assert!(about(&["src/release/train.rs:2"]).contains("dec-dddddd"));
    assert!(!about(&["src/release/train.rs:1"]).contains("dec-dddddd"));
    assert!(about(&["src/store/event_log.rs"]).contains("mentions src/store/event_log.rs"));
    let json = world
        .memory(["why", "--json", "src/release/train.rs:2", "code.txt"])
        .json();
    assert_eq!(json["spots"][0]["notes"][0]["text"], "It ran");
    assert_eq!(json["spots"][1]["records"].as_array().unwrap().len(), 0);
    record(
        &world,
        "dec-bbbbbb",
        "Release",
        "status: archived\npaths: [src/release/**]\n",
        "Gone.",
    );
    assert!(!about(&["src/release/train.rs"]).contains("dec-bbbbbb"));
    assert!(about(&["--all", "src/release/train.rs"]).contains("dec-bbbbbb"));
    world.memory(["why", "../elsewhere"]).fails(128);
}

#[test]
fn related_records_are_named_or_alike() {
    let world = world();
    record(
        &world,
        "dec-dddddd",
        "Shard the event store",
        "related: [dec-bbbbbb]\n",
        "Postgres is sharded by customer.",
    );
    let answer = world.memory(["related", "dec-dddddd", "--json"]).json();
    assert!(
        ids(&answer).starts_with("dec-bbbbbb dec-aaaaaa"),
        "{}",
        ids(&answer)
    );
    assert_eq!(answer["hits"][0]["why"][0], "named by it");
    assert!(!ids(&answer).contains("dec-dddddd"));
    world.memory(["related", "dec-zzzzzz"]).fails(128);
}

#[test]
fn what_two_records_share_is_told_as_it_is_written() {
    let world = world();
    let text = "Customers' storages are replicated by EventStore.";
    record(&world, "dec-dddddd", "Replicating storages", "", text);
    record(
        &world,
        "dec-eeeeee",
        "Replicate",
        "tags: [replicas]\n",
        text,
    );
    let shown = world.memory(["related", "dec-dddddd", "-n", "1"]).ok();
    let shared = shown
        .lines()
        .find(|line| line.contains("shares: "))
        .unwrap();
    for word in ["Replicate", "storages", "EventStore", "Customers"] {
        assert!(shared.contains(word), "{word}: {shared}");
    }
}

#[test]
fn values_that_no_record_has_are_named_as_in_lists() {
    let world = world();
    record(&world, "dec-dddddd", "Tagged", "tags: [storage]\n", "");
    for command in [
        &["recall", "postgres", "--tag", "strage"][..],
        &["list", "--tag", "strage"],
    ] {
        let answer = world.memory(command);
        assert_eq!(answer.status, 0);
        assert!(
            answer
                .err
                .contains("no record has the tag 'strage'; did you mean 'storage'?"),
            "{}",
            answer.err
        );
    }
    let fits = world.memory(["recall", "postgres", "--status", "active"]);
    assert_eq!(fits.err, "");
}

#[test]
fn a_new_record_that_says_nearly_the_same_is_noticed() {
    let world = world();
    let twin = world.memory([
        "add-decision",
        "Use Postgres for the event store",
        "--rationale",
        "One relational store.",
    ]);
    assert_eq!(twin.status, 0);
    assert!(
        twin.err
            .contains("a record with this title exists: dec-aaaaaa (")
            && twin.err.contains("supersede dec-aaaaaa"),
        "{}",
        twin.err
    );
    let namesake = world.memory(["add-decision", "Retry: failed payments!"]);
    assert!(!namesake.err.contains("same title"), "{}", namesake.err);
    let other_words =
        "In quite other words, of which nobody has thought before, at length and in detail.";
    let add = |title| world.memory(["add-decision", title, "--rationale", other_words]);
    let namesake = add("retry: FAILED payments!");
    assert!(
        namesake.err.contains("a record with this title exists: "),
        "{}",
        namesake.err
    );
    for title in [
        "Ship with feature flags",
        "Note number 1 about caches",
        "Note number 2 about caches",
    ] {
        let err = world.memory(["add-decision", title]).err;
        assert!(!err.contains("similar"), "{title}: {err}");
    }
    for title in ["Use TLS 1.2", "Use TLS 1.3", "P1", "P2", "@x", "%x"] {
        let err = add(title).err;
        assert!(!err.contains("same title"), "{title}: {err}");
    }
}

#[test]
fn why_knows_what_was_made_of_a_file_and_what_it_is_itself() {
    let world = World::with_memory();
    let (_, path) = world.decision("Ours");
    world.write(
        "doc/adr/0005-use-x.md",
        "# 5. Use X\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use X.\n",
    );
    world.write("docs/notes/page.md", "# A page\n\nText.\n");
    world.write("memory/config.yaml", "roots: [docs/notes=note]\n");
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Begin"]).ok();
    world.memory(["import", "adr", "doc/adr"]).ok();
    for (path, why) in [
        ("doc/adr/0005-use-x.md", "made from this file"),
        ("docs/notes/page.md", "this file is the page"),
        (path.as_str(), "this file is the record"),
    ] {
        let found = world.memory(["why", path]).ok();
        assert!(found.contains(why), "{path}: {found}");
    }
}
