//! `git memory recall`, `related`, `feedback` and `why`.

use crate::common::{Words, World, has, lacks, token};

/// The ids of an answer's hits, joined.
fn ids(answer: &serde_json::Value) -> String {
    let hits = answer["hits"].as_array().unwrap();
    hits.iter()
        .map(|hit| hit["id"].as_str().unwrap())
        .collect::<Vec<_>>()
        .join(" ")
}

fn recall(world: &World, words: impl Words) -> serde_json::Value {
    let mut call = vec!["recall".into(), "--json".into()];
    call.extend(words.words());
    world.memory(call).json()
}

fn world() -> World {
    let world = World::with_memory();
    world.records(
        "
        decisions/dec-aaaaaa | Use Postgres for the event store | tags: [storage] | \
        One relational store.
        decisions/dec-bbbbbb | Release every second Tuesday | paths: [src/release/**] | \
        The train leaves on time.
        decisions/dec-cccccc | Log as JSON lines | | \
        Every event is one line; see `src/store/event_log.rs`.
        ",
    );
    world
}

#[test]
fn the_answer_has_its_shape() {
    let world = world();
    let answer = world
        .memory("recall --json 'where do we store events' -n 1")
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
    "confidence": "high",
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
    "near": [],
    "retrieval": "words"}
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
        let found = ids(&recall(&world, ["--", question]));
        assert!(found.starts_with(expected), "{question}: {found}");
    }
}

#[test]
fn any_words_are_a_question() {
    let world = world();
    let long = "word ".repeat(10_000);
    let signs = [
        "\"",
        "'",
        "-",
        "--",
        "*",
        "\\",
        "/",
        "🚀",
        "\u{202e}x",
        "%s%n",
    ];
    let words = ["a AND (b OR", "NEAR/3", "事件 の ก", "-n", "--json", &long];
    for question in signs.into_iter().chain(words).chain(["the of and"]) {
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
    world.records(
        "
        decisions/dec-jajaja | イベントはPostgresに保存する | | リレーショナルデータベースを一つだけ使う。
        decisions/dec-zhzhzh | 发布流程 | | 每两周发布一次，由机器人完成。
        decisions/dec-dedede | Die Ereignisse liegen in der Datenbank | | \
        Wir haben uns für eine einzige entschieden.
        ",
    );
    for (question, expected) in [
        ("イベントの保存先", "dec-jajaja"),
        ("データベース", "dec-jajaja"),
        ("什么时候发布", "dec-zhzhzh"),
        ("Ereignis Datenbanken", "dec-dedede"),
        ("entscheiden", "dec-dedede"),
        ("周は", "dec-zhzhzh"),
    ] {
        let found = ids(&recall(&world, [question]));
        assert!(found.starts_with(expected), "{question}: {found}");
    }
}

#[test]
fn filters_choose() {
    let world = World::with_memory();
    world.records(
        r"
        decisions/dec-aaaaaa | Cache one | tags: [x]; paths: [src/web/**] | cache
        decisions/dec-bbbbbb | Cache two | status: proposed | cache
        ",
    );
    let call = "add-note 'Cache three' --scope services/billing";
    world.memory(call).ok();
    for (words, expected) in [
        ("--kind note", 1),
        ("--status proposed", 1),
        ("--tag X", 1),
        ("--tag x --tag y", 0),
        ("--scope services", 1),
        ("--scope project", 2),
        ("-n 2", 2),
        ("-n 0", 0),
        ("", 3),
    ] {
        let answer = recall(&world, &format!("cache {words}"));
        let hits = answer["hits"].as_array().unwrap();
        assert_eq!(hits.len(), expected, "{words}");
    }
}

#[test]
fn near_paths_lift() {
    let world = World::with_memory();
    world.records("decisions/dec-aaaaaa | Cache one | paths: [src/web/**] | cache");
    let add = "add-note 'Cache three' --scope services/billing";
    world.memory(add).ok();
    assert!(ids(&recall(&world, "cache --for src/web/page.rs")).starts_with("dec-aaaaaa"));
    assert!(ids(&recall(&world, "cache --for services/billing/main.rs")).starts_with("note-"));
}

#[test]
fn what_is_sure_is_told_from_guesses() {
    let world = world();
    let question = "how do the migrating geese find postgres";
    let answer = recall(&world, [question]);
    assert_eq!(answer["hits"][0]["confidence"], "low", "{answer}");
    assert_eq!(ids(&recall(&world, [question, "--sure"])), "");
    let shown = world.memory(["recall", question]).ok();
    assert!(shown.contains("  low confidence\n"), "{shown}");
    let answer = recall(&world, "dec-aaaaaa");
    assert_eq!(answer["hits"][0]["confidence"], "high", "{answer}");
    assert_eq!(ids(&recall(&world, "dec-aaaaaa --sure")), "dec-aaaaaa");
}

#[test]
fn a_document_is_named_once_and_its_excerpt_begins_after_its_fields() {
    let world = World::with_memory();
    world.write("memory/config.yaml", "roots: [docs/adr=decision]\n");
    world.write(
        "docs/adr/0003-queue.md",
        "# 3. Send mail by queue\n\nDate: 2020-01-02\n\n## Status\n\nAccepted\n\n\
         ## Context\n\nLetters were lost on the way.\n",
    );
    world.git("add -A").ok();
    let shown = world.memory("recall letters").ok();
    assert_eq!(shown.matches("0003-queue.md").count(), 1, "{shown}");
    has(&shown, "Letters were lost");
    assert!(
        !shown.contains("Accepted") && !shown.contains("Date:"),
        "{shown}"
    );
}

#[test]
fn words_that_a_title_says_are_no_name_of_code() {
    let world = World::with_memory();
    world.records(
        "
        decisions/dec-aaaaaa | Structural pattern matching | | \
        Add a match statement for pattern matching over data. Pattern matching makes code clear.
        decisions/dec-bbbbbb | Assignment expressions | | \
        Allow them: `m = pattern.match(data)`; `if m := pattern.match(line): return m`.
        ",
    );
    for nth in 0..8 {
        let place = format!("decisions/dec-ccccc{nth}");
        world.record(&place, &format!("Topic {nth} about storage"), "", "Else.");
    }
    let first = |question: &str| recall(&world, [question])["hits"][0]["id"].clone();
    for question in ["pattern matching", "structural pattern matching"] {
        assert_eq!(first(question), "dec-aaaaaa", "{question}");
    }
    // Typed as code is written, it is a name.
    assert_eq!(first("pattern.match"), "dec-bbbbbb");
    // No title contains these words, so that they may be a name.
    world.records(
        r"
        decisions/dec-dddddd | Sessions | | Call `getUserName` once.
        decisions/dec-eeeeee | Users | | Get the name of a user. A user name may change.
        ",
    );
    assert_eq!(first("get user name"), "dec-dddddd");
}

#[test]
fn a_page_is_found_by_the_name_of_its_file() {
    let world = world();
    world.write("memory/notes/project_structure.md", "Code is in `lib`.\n");
    world.write(
        "memory/notes/2026-release-train.md",
        "# Trains\n\nOn time.\n",
    );
    for (question, path) in [
        ("project structure", "project_structure.md"),
        ("the structure of this project", "project_structure.md"),
        ("release train", "2026-release-train.md"),
    ] {
        let answer = recall(&world, [question]);
        let hit = &answer["hits"][0];
        assert!(
            hit["id"].as_str().unwrap().ends_with(path),
            "{question}: {answer}"
        );
        has(&hit["why"].to_string(), "its file's name");
    }
    assert_eq!(ids(&recall(&world, "structure")), "");
}

#[test]
fn a_heading_of_the_template_is_no_misspelling_of_another_word() {
    let world = World::with_memory();
    for nth in 0..24 {
        let title = format!("Topic {nth} about storage");
        world.record(
            &format!("decisions/dec-cccc{nth:02}"),
            &title,
            "",
            "Else.\n\n## Rationale",
        );
    }
    assert_eq!(ids(&recall(&world, "relational")), "");
    assert!(ids(&recall(&world, "rationale")).starts_with("dec-"));
}

#[test]
fn a_title_with_every_word_is_found_however_many_texts_have_them() {
    let world = World::with_memory();
    world.record(
        "decisions/dec-aaaaaa",
        "Use Kafka for ingest",
        "",
        "Partitions.",
    );
    for nth in 0..400 {
        let title = format!("Kafka offset {nth}");
        world.record(
            &format!("notes/note-cc{nth:04}"),
            &title,
            "",
            "Kafka ingest: lag, lag.",
        );
    }
    for question in ["kafka ingest", "what do we use for ingest"] {
        assert_eq!(
            recall(&world, [question])["hits"][0]["id"],
            "dec-aaaaaa",
            "{question}"
        );
    }
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
        let answer = recall(&world, [question]);
        assert_eq!(ids(&answer).split(' ').next(), Some("dec-aaaaaa"));
        let hit = &answer["hits"][0];
        assert_eq!(hit["confidence"], confidence, "{question}: {answer}");
    }
    assert_eq!(ids(&recall(&world, "postgress --sure")), "");
    let explained = world.memory("recall --explain postgress").ok();
    assert!(explained.contains("0 % of the question"), "{explained}");
}

#[test]
fn what_replaced_a_record_stands_before_it_and_the_archive_comes_last() {
    let world = World::with_memory();
    world.records(
        "
        decisions/dec-oldold | Queue | status: superseded; superseded_by: [dec-newnew] | \
        A queue by hand. Queue.
        decisions/dec-newnew | Stream | supersedes: [dec-oldold] | Another way.
        decisions/dec-gonego | Queue queue queue | status: archived | queue queue queue queue
        ",
    );
    let weakly = "filler words here ".repeat(30) + " the queue is named once.";
    world.record("decisions/dec-weakly", "Somewhere", "", &weakly);
    let answer = recall(&world, "'queue by hand'");
    assert_eq!(ids(&answer), "dec-newnew dec-oldold dec-weakly dec-gonego");
    assert_eq!(answer["hits"][0]["why"][0], "replaces dec-oldold");
    assert_eq!(answer["hits"][1]["superseded_by"][0], "dec-newnew");
    // The record that is named by its id comes first.
    let named = ids(&recall(&world, "dec-oldold"));
    assert_eq!(named, "dec-oldold dec-newnew");
    let old = recall(&world, "'queue by hand' --status superseded");
    assert_eq!(ids(&old), "dec-oldold");
}

#[test]
fn hand_edits_are_seen_at_once() {
    let world = world();
    assert_eq!(ids(&recall(&world, "zeppelin")), "");
    world.records("decisions/dec-dddddd | Buy a zeppelin | | For the view.");
    assert_eq!(ids(&recall(&world, "zeppelin")), "dec-dddddd");
    world.records("decisions/dec-dddddd | Buy a balloon | | For the view.");
    assert_eq!(ids(&recall(&world, "zeppelin")), "");
    assert_eq!(ids(&recall(&world, "balloon")), "dec-dddddd");
    std::fs::remove_file(world.here.join("memory/decisions/dec-dddddd.md")).unwrap();
    assert_eq!(ids(&recall(&world, "balloon")), "");
}

#[test]
fn a_revision_ranks_as_a_clone_of_it_does() {
    let world = world();
    world.commit("Three");
    // Another branch's records, and later ones, are in the cache, too.
    world.git("switch -q -c other").ok();
    for nth in 0..30 {
        let (place, title) = (
            format!("decisions/dec-other{nth}"),
            format!("Event store number {nth}"),
        );
        world.record(&place, &title, "", "Events in the store, stored.");
    }
    world.commit("Thirty");
    recall(&world, "'event store'");
    let then = recall(&world, "'event store' --rev main");
    world.git("clone -q -b main . ../clone").ok();
    let clone = world
        .memory("-C ../clone recall --json 'event store'")
        .json();
    assert_eq!(then["hits"], clone["hits"]);
    assert_eq!(then["view"]["texts"], 3);
    world.memory("recall x --rev nowhere").fails(128);
}

#[test]
fn all_branches_tell_where_a_record_lives_and_since_what_is_new() {
    let world = world();
    world.commit("Three");
    world.git("switch -q -c topic").ok();
    let record = "decisions/dec-dddddd | Shard the event store | | By customer.";
    world.records(record);
    world.commit("Shard");
    assert_eq!(
        ids(&recall(&world, "'event store' --since main")),
        "dec-dddddd"
    );
    world.git("switch -q main").ok();
    assert!(!ids(&recall(&world, "shard")).contains("dec-dddddd"));
    let everywhere = recall(&world, "'event store' --all-branches");
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
    world.commit("Begin the zebra work");
    world
        .memory("summary append --run r --step s --title 'Fed the zebra'")
        .ok();
    world
        .memory(["add-note", "A zebra of one's own", "--private"])
        .ok();
    world
        .memory("add-note --commit HEAD 'The zebra was slow'")
        .ok();
    world.memory("user write animals 'Zebras are mine.'").ok();
    assert_eq!(ids(&recall(&world, "zebra")), "");
    let answer = recall(&world, "zebra --private --user");
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
fn a_word_that_no_record_has_is_named_unless_the_others_found_the_answer() {
    let world = world();
    let asked = "postgres event store evvents";
    has(
        &world.memory("recall evvents").err,
        "no record contains 'evvents'",
    );
    let answer = world.memory(["recall", "--sure", asked]);
    has(&answer.out, "dec-aaaaaa");
    assert_eq!(answer.err, "");
}

#[test]
fn a_question_without_an_answer_says_what_there_is() {
    let world = world();
    let answer = world.memory("recall relinquish");
    assert_eq!((answer.status, answer.out.as_str()), (0, ""));
    has(&answer.err, "similar terms in memory: relational, release");
    let other = world.memory("recall postgress");
    has(&other.err, "no record contains 'postgress'");
    let filtered = world.memory("recall postgres --kind lesson");
    has(&filtered.err, "no match; without the filters: dec-");
    assert_eq!(ids(&recall(&World::with_memory(), "anything")), "");
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
        ("storage, as we said on April 30", "May"),
        ("storage of 19 days ago", "now"),
    ] {
        let answer = recall(&world, [question]);
        let title = answer["hits"][0]["title"].as_str().unwrap();
        assert!(title.ends_with(expected), "{question}: {title}");
    }
}

#[test]
fn feedback_ranks_later_answers_and_hides_nothing() {
    let world = World::with_memory();
    world.records(
        r"
        decisions/dec-aaaaaa | Retry the call | | Retry thrice.
        decisions/dec-bbbbbb | Retry the job | | Retry twice.
        ",
    );
    let first = ids(&recall(&world, "retry"));
    let (one, two) = first.split_once(' ').unwrap();
    let rate = |words: &str| world.memory(&format!("feedback --outcome {words}")).ok();
    rate(&format!("irrelevant --id {one} -- retry"));
    assert_eq!(ids(&recall(&world, "retry")), format!("{two} {one}"));
    assert_eq!(ids(&recall(&world, "call retry")).split(' ').count(), 2);
    // An exact match stays first, whatever the ratings are.
    for nth in 0..20 {
        let id = "--id dec-aaaaaa";
        rate(&format!("irrelevant {id} --note {nth} 'retry the call'"));
    }
    assert!(ids(&recall(&world, "'retry the call'")).starts_with("dec-aaaaaa"));
}

#[test]
fn the_words_of_a_missed_question_find_the_record() {
    let world = World::with_memory();
    world.records("decisions/dec-cccccc | Amounts are whole cents | | Integers.");
    let rate = |words: &str| world.memory(&format!("feedback --outcome {words}")).ok();
    rate("missed --id dec-cccccc -- 'how is money stored'");
    assert!(ids(&recall(&world, "'how is money stored'")).contains("dec-cccccc"));
    let explained = recall(&world, "'how is money stored' --explain");
    assert!(explained.to_string().contains("feedback +"), "{explained}");
    world.git("config memory.feedback false").ok();
    assert_eq!(ids(&recall(&world, "'how is money stored'")), "");
}

#[test]
fn settings_are_those_of_the_place_that_is_asked() {
    let world = World::with_memory();
    world.records("decisions/dec-aaaaaa | Häuser | | Ereignisse");
    // Neither word is a frequent one, so only the setting makes them German.
    assert_eq!(ids(&recall(&world, "haus")), "");
    world.write("memory/config.yaml", "language: de\n");
    assert_eq!(ids(&recall(&world, "haus")), "dec-aaaaaa");
    world.commit("German");
    world.write("memory/config.yaml", "language: en\n");
    assert_eq!(ids(&recall(&world, "haus")), "");
    assert_eq!(ids(&recall(&world, "haus --rev HEAD")), "dec-aaaaaa");
    let error = world.memory("-C . recall x");
    assert_eq!(error.status, 0);
    world.write("memory/config.yaml", "language: xx\n");
    let answer = world.memory("recall x");
    has(&answer.err, "'language': 'xx' is not one of: ");
}

#[test]
fn feedback_keeps_no_name_of_a_person() {
    let world = world();
    let query = "'why did anna@host.org or +49 30 1234567 write /home/anna/a.rs'";
    let note = "'mail bob@host.org'";
    let rate = format!("feedback --outcome missed --note {note} -- {query}");
    world.memory(&rate).ok();
    let file = world.read("memory/recall-feedback.jsonl");
    for personal in ["anna", "bob", "host.org", "1234567"] {
        lacks(&file, personal);
    }
    has(
        &file,
        "why did [REDACTED:personal] or [REDACTED:personal] write",
    );
    has(&file, "/home/[REDACTED:personal]/a.rs");
}

#[test]
fn feedback_is_a_line_at_its_place() {
    let world = world();
    let token = token();
    let rate = |words: &str| world.memory(&format!("feedback --outcome {words}"));
    let long = "long ".repeat(100);
    rate(&format!("overloaded -- 'password {token}' '{long}'")).ok();
    rate("helpful --id dec-a --note good -- events").ok();
    let file = world.read("memory/recall-feedback.jsonl");
    has(&file, "[REDACTED:");
    lacks(&file, &token);
    for line in file.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["schema_version"], 1);
        assert!(line["query"].as_str().unwrap().chars().count() <= 200);
        assert_eq!(line["created"], "2026-11-20T12:00:00Z");
    }
    // It is untracked unless a team tracks it.
    lacks(&world.status(), "recall-feedback");
    world.git("add -f memory/recall-feedback.jsonl").ok();
    rate("missed -- trains").ok();
    let said = world.git("show :memory/recall-feedback.jsonl").ok();
    has(&said, "trains");
    rate("helpful --id dec-zzzzzz -- x").fails(128);
    rate("nice -- x").fails(129);
    rate("missed -- ' '").fails(128);
}

#[test]
fn why_names_what_is_about_a_file() {
    let world = world();
    world.commit("Records");
    world.write("src/release/train.rs", "fn main() {}\nlet it = go;\n");
    world.write("src/store/event_log.rs", "one\n");
    world.commit("Code");
    world.records("decisions/dec-dddddd | Why it goes | | Because.");
    world.write("src/release/train.rs", "fn main() {}\nlet it = run;\n");
    world.commit("Run");
    world.memory("add-note --commit HEAD 'It ran'").ok();
    let about = |words: &str| world.memory(&format!("why {words}")).ok();
    let release = about("src/release/train.rs");
    has(
        &release,
        [
            "dec-bbbbbb",
            "its path src/release/** covers src/release/train.rs",
        ],
    );
    has(&release, ["dec-dddddd", "It ran"]);
    assert!(about("src/release/train.rs:2").contains("dec-dddddd"));
    assert!(!about("src/release/train.rs:1").contains("dec-dddddd"));
    assert!(about("src/store/event_log.rs").contains("its text names src/store/event_log.rs"));
    let json = world
        .memory("why --json src/release/train.rs:2 code.txt")
        .json();
    assert_eq!(json["spots"][0]["notes"][0]["text"], "It ran");
    assert_eq!(json["spots"][1]["records"].as_array().unwrap().len(), 0);
    let record =
        "decisions/dec-bbbbbb | Release | status: archived; paths: [src/release/**] | Gone.";
    world.records(record);
    assert!(!about("src/release/train.rs").contains("dec-bbbbbb"));
    assert!(about("--all src/release/train.rs").contains("dec-bbbbbb"));
    world.memory("why ../elsewhere").fails(128);
}

#[test]
fn related_records_are_named_or_alike() {
    let world = world();
    world.records(
        "decisions/dec-dddddd | Shard the event store | related: [dec-bbbbbb] | \
         Postgres is sharded by customer.",
    );
    let answer = world.memory("related dec-dddddd --json").json();
    let found = ids(&answer);
    assert!(found.starts_with("dec-bbbbbb dec-aaaaaa"), "{found}");
    assert_eq!(answer["hits"][0]["why"][0], "named by it");
    assert!(!ids(&answer).contains("dec-dddddd"));
    world.memory("related dec-zzzzzz").fails(128);
}

#[test]
fn records_with_little_in_common_are_related_only_where_asked() {
    let world = world();
    world.records(
        "
        decisions/dec-dddddd | Shard pelicans | | Pelican flamingo heron stork ibis customer.
        decisions/dec-eeeeee | Split pelicans | | Pelican flamingo heron stork ibis.
        decisions/dec-ffffff | Name customers | | A customer has a name.
        ",
    );
    let near = world.memory("related dec-dddddd");
    has(&near.out, "dec-eeeeee");
    lacks(&near.out, "dec-ffffff");
    has(
        &near.err,
        " with less in common left out; -n 10 lists them\n",
    );
    let all = world.memory("related dec-dddddd -n 10");
    has(&all.out, "dec-ffffff");
    lacks(&all.err, "left out");
}

#[test]
fn what_two_records_share_is_told_as_it_is_written() {
    let world = world();
    world.records(
        "
        decisions/dec-dddddd | Replicating storages | | \
        Customers' storages are replicated by EventStore.
        decisions/dec-eeeeee | Replicate | tags: [replicas] | \
        Customers' storages are replicated by EventStore.
        ",
    );
    let shown = world.memory("related dec-dddddd -n 1").ok();
    let shared = shown
        .lines()
        .find(|line| line.contains("shares: "))
        .unwrap();
    has(shared, ["Replicate", "storages", "EventStore"]);
    has(shared, "Customers");
}

#[test]
fn values_that_no_record_has_are_named_as_in_lists() {
    let world = world();
    world.records("decisions/dec-dddddd | Tagged | tags: [storage] |");
    for command in [
        &["recall", "postgres", "--tag", "strage"][..],
        &["list", "--tag", "strage"],
    ] {
        let answer = world.memory(command);
        assert_eq!(answer.status, 0);
        has(
            &answer.err,
            "no record has the tag 'strage'; did you mean 'storage'?",
        );
    }
    let fits = world.memory("recall postgres --status active");
    assert_eq!(fits.err, "");
}

#[test]
fn a_new_record_that_says_nearly_the_same_is_noticed() {
    let world = world();
    let twin = world.memory(
        "add-decision 'Use Postgres for the event store' --rationale 'One relational store.'",
    );
    assert_eq!(twin.status, 0);
    has(&twin.err, "a record with this title exists: dec-aaaaaa (");
    has(&twin.err, "supersede dec-aaaaaa");
    let namesake = world.memory("add-decision 'Retry: failed payments!'");
    assert!(!namesake.err.contains("same title"), "{}", namesake.err);
    let other_words =
        "In quite other words, of which nobody has thought before, at length and in detail.";
    let add = |title| world.memory(["add-decision", title, "--rationale", other_words]);
    let namesake = add("retry: FAILED payments!");
    has(&namesake.err, "a record with this title exists: ");
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
    world.commit("Begin");
    world.memory("import adr doc/adr").ok();
    for (path, why) in [
        ("doc/adr/0005-use-x.md", "made from this file"),
        ("docs/notes/page.md", "this file is the page"),
        (path.as_str(), "this file is the record"),
    ] {
        let found = world.memory(["why", path]).ok();
        assert!(found.contains(why), "{path}: {found}");
    }
}

#[test]
fn rules_and_the_files_of_agents_are_found_once() {
    let world = world();
    world.write("AGENTS.md", "# Guide\n\nRun the tests with `just check`.\n");
    world.write(
        ".cursor/rules/web.mdc",
        "---\nglobs: web/**\n---\n# Web\n\nButtons are lime.\n",
    );
    assert_eq!(ids(&recall(&world, "run tests")), "AGENTS.md");
    assert_eq!(
        ids(&recall(&world, "lime buttons")),
        ".cursor/rules/web.mdc"
    );
    assert_eq!(ids(&recall(&world, "lime --kind decision")), "");
    world.memory("import agents-md").ok();
    world.memory("import cursor-rules").ok();
    let answer = recall(&world, "run tests");
    let hit = &answer["hits"][0];
    assert_eq!(ids(&answer), hit["record_path"]);
    has(hit["record_path"].as_str().unwrap(), "memory/rules/");
    assert_eq!(
        (&hit["kind"], &hit["source"]),
        (&"rule".into(), &"rule".into())
    );
    has(&ids(&recall(&world, "lime buttons")), "con-");
    lacks(&ids(&recall(&world, "lime buttons")), ".cursor");
}

#[test]
fn a_rule_that_cannot_be_read_hides_no_record() {
    let world = world();
    world.write("memory/rules/bad name.md", "Lime.\n");
    let result = world.memory("recall postgres");
    has(&result.err, "is not a name for a rule file");
    has(&result.ok(), "dec-aaaaaa");
    let result = world.memory("why memory/decisions/dec-aaaaaa.md");
    has(&result.err, "is not a name for a rule file");
    has(&result.ok(), "dec-aaaaaa");
}

#[test]
fn what_is_used_instead_of_a_thing_is_found_by_the_thing() {
    let world = World::with_memory();
    for (title, why) in [
        (
            "Client of the browser",
            "[Ky](https://example.org/ky), not [it](https://axios.example).",
        ),
        (
            "State of the page",
            "Signals instead of stores, instead of props.",
        ),
    ] {
        world.memory(["add", title, "--rationale", why]).ok();
    }
    let told = world.memory("recall what do we use instead of axios").ok();
    let first = told.lines().next().unwrap();
    has(first, "Client of the browser");
    lacks(&told, "State of the page");
}

#[test]
fn an_empty_memory_says_how_it_begins() {
    let world = World::with_memory();
    let hint = "hint: 'git memory add TITLE' records a decision\n";
    has(&world.memory("recall queue").err, hint);
    let world = World::with_decisions();
    let hint = "hint: 'git memory init --root docs/adr' reads 2 decision records in docs/adr\n";
    has(&world.memory("recall queue").err, hint);
    world.write("AGENTS.md", "# Guide\n\nA queue is bounded.\n");
    let answer = world.memory("recall bounded queue");
    has(&answer.err, hint);
    has(&answer.ok(), "AGENTS.md  Guide [rule]");
}

#[test]
fn a_decided_record_comes_before_a_proposal_and_a_page_before_its_readme() {
    let world = World::with_memory();
    world.records(
        "decisions/dec-bbbbbb | Cache pages | status: proposed; updated: 2026-03-01 | In a ring.
         decisions/dec-aaaaaa | Cache pages | status: active | In a ring.",
    );
    let text = "Locks are taken by name in order.\n";
    world.write("docs/notes/README.md", format!("# Notes\n\n{text}"));
    world.write("docs/notes/locks.md", format!("# Names\n\n{text}{text}"));
    world.write("memory/config.yaml", "roots: [docs/notes]\n");
    world.commit("Begin");
    has(
        &ids(&recall(&world, "ring of cached pages")),
        "dec-aaaaaa dec-bbbbbb",
    );
    let first = ids(&recall(&world, "order in which locks are taken"));
    assert!(first.starts_with("docs/notes/locks.md"), "{first}");
}
