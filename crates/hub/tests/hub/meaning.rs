//! Search by meaning in a hub that runs.

use std::thread;
use std::time::{Duration, Instant, SystemTime};

use git_memory_app::models;
use git_memory_app::workspace::Invocation;
use git_memory_git::Environment;
use serde_json::{Value, json};

use crate::common::{Repository, Served, World, ids, many};
use crate::tiny_model::{CONFIG, tokens, weights};

impl World {
    pub fn environment(&self) -> Environment {
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
    pub fn repositories(&self, all: &[(&str, &[&str])]) {
        for (name, titles) in all {
            let repository = self.repository(name, titles);
            self.ok(&["add", repository.url()]);
        }
    }

    /// A number that the database tells.
    pub fn count(&self, what: &str) -> usize {
        let counted = self.sql(&format!("SELECT count(*) FROM git_memory.{what}"));
        counted.parse().unwrap()
    }
}

pub const MAIL: (&str, &[&str]) = ("mail", &["Mail", "Builds mail"]);
pub const SHOP: (&str, &[&str]) = ("shop", &["Tables", "Orders builds"]);

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
    // Texts that are read anew keep their vectors.
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
    let repository = Repository(world.path("shop"));
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
