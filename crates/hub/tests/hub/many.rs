//! Many repositories and readers: what each may read, by chance, and how the database finds it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::common::{Served, World, ids};

const REPOSITORIES: usize = 12;
const RECORDS: usize = 120;
const READERS: usize = 10;
const QUESTIONS: usize = 1000;
/// Words of titles, each of which is in every repository; a model knows the last three.
const WORDS: [&str; 8] = [
    "queue", "order", "retry", "cache", "token", "mail", "builds", "tables",
];

/// Numbers that look random, and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % below
    }
}

fn filled() -> World {
    let world = World::new();
    let mut numbers = Numbers(1);
    for nth in 0..REPOSITORIES {
        let titles: Vec<String> = (0..RECORDS)
            .map(|at| {
                let mut chosen = || WORDS[numbers.next(WORDS.len())];
                format!("{} {} {} r{nth}n{at}", chosen(), chosen(), chosen())
            })
            .collect();
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        world.repository(&format!("r{nth}"), &titles);
    }
    std::fs::create_dir(world.path("all")).unwrap();
    for nth in 0..REPOSITORIES {
        let name = format!("r{nth}");
        std::fs::rename(world.path(&name), world.path("all").join(&name)).unwrap();
    }
    world.ok(&["add", "all"]);
    world
}

/// Asks one of the questions that there are.
fn ask(hub: &Served, token: &str, numbers: &mut Numbers) -> BTreeSet<String> {
    let word = WORDS[numbers.next(WORDS.len())];
    let (other, at) = (numbers.next(REPOSITORIES), numbers.next(RECORDS));
    let tool = |target: &str, name: &str, arguments: &Value| {
        hub.tool(token, target, name, arguments).to_string()
    };
    let one = format!("/r/r{other}/mcp");
    let id = format!("dec-r{other}{at:06}");
    let target = match numbers.next(14) {
        0 => format!("/recall?words={word}&most=100"),
        1 if at % 2 == 0 => "/recall?words=letters+artefacts+orders".to_owned(),
        1 => format!("/recall?words={word}+r{other}n{at}"),
        2 => format!("/records/{id}"),
        3 => format!("/records?most={}", 1 + numbers.next(2_000)),
        4 => format!("/r/r{other}/records?kinds=decision"),
        5 => format!("/r/r{other}/page/index.html"),
        6 => format!("/related?what={word}"),
        7 => "/related?what=a@example.org".to_owned(),
        nth => {
            let body = match nth {
                8 => tool(
                    "/mcp",
                    "memory_recall",
                    &json!({"words": word, "most": 100}),
                ),
                9 => tool("/mcp", "memory_read", &json!({"id": id, "workspace": "*"})),
                10 => {
                    let workspace = format!("r{other}");
                    tool(
                        "/mcp",
                        "memory_recall",
                        &json!({"words": word, "workspace": workspace}),
                    )
                }
                11 => tool(&one, "memory_read", &json!({"id": id})),
                12 => tool(&one, "workspace_get_context", &json!({})),
                _ => tool(
                    &one,
                    "memory_recall",
                    &json!({"words": word, "everywhere": true}),
                ),
            };
            return named(&body);
        }
    };
    named(&hub.ask(token, &target).1)
}

/// The repositories whose records a text tells of.
fn named(body: &str) -> BTreeSet<String> {
    // Each title has the name of its repository.
    let named = body.split(|c: char| !c.is_ascii_alphanumeric());
    let named = named.filter_map(|word| word.split_once('n').map(|(name, _)| name.to_owned()));
    named
        .filter(|name| {
            name.len() > 1 && name.starts_with('r') && name[1..].bytes().all(|b| b.is_ascii_digit())
        })
        .collect()
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_thousand_questions_get_nothing_that_their_readers_may_not_read() {
    let world = filled();
    world.add_model();
    world.ok(&["reindex"]);
    let mut numbers = Numbers(7);
    let mut readers = Vec::new();
    for nth in 0..READERS {
        let own: BTreeSet<String> = (0..3)
            .map(|_| format!("r{}", numbers.next(REPOSITORIES)))
            .collect();
        let names: Vec<&str> = own.iter().map(String::as_str).collect();
        readers.push((world.reader(&format!("reader{nth}"), &names), own));
    }
    let hub = world.serve(&["--rate", "100000"]);
    let mut told = 0;
    for nth in 0..QUESTIONS {
        let (token, own) = &readers[nth % READERS];
        let mut seen = ask(&hub, token, &mut numbers);
        told += usize::from(!seen.is_empty());
        seen.retain(|name| !own.contains(name));
        // A refusal repeats the id that was asked for.
        assert!(
            seen.is_empty(),
            "question {nth} of {own:?} tells of {seen:?}"
        );
    }
    println!("{told} of {QUESTIONS} questions had an answer");
    assert!(told > QUESTIONS / 4);
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn common_questions_use_the_indexes() {
    let world = filled();
    world.add_model();
    world.ok(&["reindex"]);
    let token = world.reader("all", &[]);
    let sql = |text: &str| world.sql(text);
    // Tables that are so small are read whole unless that is made dear.
    sql("ANALYZE; ALTER DATABASE postgres SET enable_seqscan = off");
    let scans = "SELECT pg_stat_clear_snapshot(); SELECT sum(seq_scan) FROM pg_stat_user_tables \
                 WHERE relname LIKE 'versions%' OR relname LIKE 'ties%' \
                 OR relname LIKE 'vectors%' \
                 OR relname = 'frequencies'";
    let hub = world.serve(&[]);
    // What was done before is counted when its connection has nothing to do.
    std::thread::sleep(std::time::Duration::from_secs(2));
    let before = sql(scans);
    for target in [
        "/recall?words=queue",
        "/recall?words=queue+order+retry",
        "/recall?words=r3n7",
        "/recall?words=where+do+we+keep+the+token+of+r5n5",
        "/recall?words=dec-r1000001",
        "/records/dec-r1000001",
        "/records/dec-r1000001?at=2026-11-02",
        "/records?most=10",
        "/records?most=10&kind=decision",
        "/repositories",
        "/related?what=queue",
        "/related?what=dec-r1000001",
    ] {
        assert_eq!(hub.ask(&token, target).0, 200, "{target}");
    }
    assert_eq!(
        ids(&hub.json(&token, "/recall?words=r3n7&most=1")["hits"]),
        ["dec-r3000007"]
    );
    drop(hub);
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert_eq!(sql(scans), before, "a table was read from end to end");
    let words = "SELECT sum(idx_scan) > 0 FROM pg_stat_user_indexes \
                 WHERE indexrelname LIKE 'versions_%_words_idx'";
    assert_eq!(sql(words), "t", "the index of words was not used");
    // Searches would read all of such a list.
    let waiting = "SELECT sum(gin_clean_pending_list(indexrelid)) FROM pg_stat_user_indexes \
                   WHERE indexrelname LIKE 'versions_%_words_idx'";
    assert_eq!(sql(waiting), "0", "words wait to get into the index");
}
