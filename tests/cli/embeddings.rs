//! Search by meaning with a server of embeddings: a small one, whose vectors are of words, and
//! faults of one.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use super::common::tiny_model::WORDS;
use super::common::{World, has, lacks, token};
use super::meaning::write_model;
use git_memory_text::limits;

/// Length of vectors.
const WIDTH: usize = 64;

/// A server, with every request that it got.
struct Server {
    address: String,
    manner: Arc<Mutex<Manner>>,
    seen: Arc<Mutex<Vec<String>>>,
}

/// A way to answer.
#[derive(Clone)]
enum Manner {
    /// With vectors, by a model of this name and length.
    Model(&'static str, usize),
    /// With vectors, if the request has only fields of the API.
    Strict,
    /// With this status and text, whatever is asked.
    Text(&'static str, String),
    /// Never.
    Silent,
    /// With an end of the connection.
    Ends,
    /// With vectors so many times, and then with an end.
    EndsAfter(usize),
}

/// A vector of words: those that mean the same have one direction.
fn vector(text: &str, width: usize) -> Vec<f32> {
    let mut vector = vec![0.0; width];
    let words = text.split(|it: char| !it.is_alphanumeric());
    for word in words.filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        match WORDS.iter().find(|(known, _)| *known == word) {
            Some((_, direction)) => vector[*direction] += 1.0,
            None => vector[4 + crc32fast::hash(word.as_bytes()) as usize % (width - 4)] += 0.1,
        }
    }
    vector
}

fn vectors(request: &str, name: &str, width: usize) -> String {
    let request: Value = serde_json::from_str(request).unwrap();
    let texts = request["input"].as_array().unwrap().iter().enumerate();
    let rows = texts.map(|(index, text)| {
        json!({"index": index, "object": "embedding", "embedding": vector(text.as_str().unwrap(), width)})
    });
    // Any order is right, as each has its number.
    let rows: Vec<Value> = rows.rev().collect();
    json!({"object": "list", "model": name, "data": rows}).to_string()
}

/// Reads a request, and returns its body.
fn body(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if line.trim().is_empty() {
            break;
        }
        let line = line.to_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    String::from_utf8(body).unwrap()
}

impl Server {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Self {
            address: format!("http://{}/v1", listener.local_addr().unwrap()),
            manner: Arc::new(Mutex::new(Manner::Model("hash", WIDTH))),
            seen: Arc::default(),
        };
        let (manner, seen) = (server.manner.clone(), server.seen.clone());
        thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let request = body(&stream);
                seen.lock().unwrap().push(request.clone());
                let mut manner = manner.lock().unwrap();
                let (status, text) = match &mut *manner {
                    Manner::Model(name, width) => ("200 OK", vectors(&request, name, *width)),
                    Manner::EndsAfter(left) if *left > 0 => {
                        *left -= 1;
                        ("200 OK", vectors(&request, "hash", WIDTH))
                    }
                    Manner::Strict if request.contains("input_type") => {
                        ("400 Bad Request", r#"{"message":"extra field"}"#.to_owned())
                    }
                    Manner::Strict => ("200 OK", vectors(&request, "hash", WIDTH)),
                    Manner::Text(status, text) => (*status, text.clone()),
                    Manner::Silent => {
                        silent.push(stream);
                        continue;
                    }
                    Manner::Ends | Manner::EndsAfter(_) => continue,
                };
                let length = text.len();
                // The program may have seen enough, and be gone.
                let _ = write!(
                    stream,
                    "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nLocation: /v1/embeddings\r\n\
                     Connection: close\r\n\r\n{text}"
                );
            }
        });
        server
    }

    fn answers(&self, manner: Manner) {
        *self.manner.lock().unwrap() = manner;
    }

    /// The requests since the last time.
    fn seen(&self) -> Vec<String> {
        std::mem::take(&mut self.seen.lock().unwrap())
    }
}

/// Three decisions, and a server that can tell them apart.
fn world() -> (World, Server) {
    let world = World::with_memory();
    world.records(
        "decisions/dec-aaaaaa | Mail | | It goes through one place.
         decisions/dec-bbbbbb | Builds | | They last for a quarter.
         decisions/dec-cccccc | Tables | | They have keys.",
    );
    world.commit("Decide");
    let server = Server::new();
    name(&world, &server.address);
    (world, server)
}

fn name(world: &World, address: &str) {
    world.git(["config", "memory.embeddings", address]).ok();
}

#[test]
fn a_server_finds_what_says_the_same_in_other_words() {
    let (world, server) = world();
    let done = world.memory("index --json").json();
    assert_eq!(done["made"], 3);
    assert_eq!(done["retrieval"], "words + hash (3 of 3 records)");
    for (word, id) in [("letters", "dec-aaaaaa"), ("artefacts", "dec-bbbbbb")] {
        let answer = world.memory(["recall", word, "--json"]).json();
        assert_eq!(answer["hits"][0]["id"], id, "{answer}");
        assert_eq!(answer["hits"][0]["confidence"], "low");
        assert_eq!(answer["retrieval"], done["retrieval"]);
    }
    assert_eq!(world.memory("index --json").json()["made"], 0);
    let seen = server.seen();
    let asked =
        |request: &&String| request.contains(r#"{"input":["letters"],"input_type":"query"}"#);
    assert_eq!(seen.iter().filter(asked).count(), 1, "{seen:?}");
    lacks(&seen.concat(), "\"model\"");
    let doctor = world.memory("doctor").out;
    has(
        &doctor,
        ["words + hash (3 of 3 records) at ", "memory.embeddings"],
    );
}

#[test]
fn the_setting_wins_over_a_model_and_is_listed() {
    let (world, server) = world();
    write_model(&world);
    world.memory("model add ../tiny").ok();
    let place = format!("at {} (memory.embeddings), in use\n", server.address);
    has(
        &world.memory("model list").ok(),
        &format!("not asked yet, {place}"),
    );
    let status = world.memory("status --json").json();
    let unknown = format!("words + {} (0 of 3 records)", server.address);
    assert_eq!(status["retrieval"], unknown.as_str());
    assert!(server.seen().is_empty(), "a list and a status ask nobody");
    world.git("config memory.embeddingsModel big").ok();
    world.memory("index").ok();
    has(&server.seen()[0], r#""model":"big""#);
    let list = world.memory("model list").ok();
    has(
        &list,
        [
            format!("hash  64 dimensions, {place}"),
            "tiny  8".to_owned(),
        ],
    );
    let list = world.memory("model list --json").json();
    assert_eq!(list["embeddings"]["name"], "hash");
    assert_eq!(list["models"][0]["used"], false);
    world.git("config --unset memory.embeddings").ok();
    lacks(&world.memory("model list").ok(), "hash");
}

#[test]
fn a_server_that_refuses_fields_of_others_is_asked_without_them() {
    let (world, server) = world();
    server.answers(Manner::Strict);
    assert_eq!(world.memory("index --json").json()["made"], 3);
    let seen = server.seen();
    let refused = seen.iter().filter(|it| it.contains("input_type"));
    assert_eq!(refused.count(), 1, "{seen:?}");
}

#[test]
fn a_question_meets_a_server_by_itself() {
    let (world, server) = world();
    let answer = world.memory("recall letters --json").json();
    let said = answer["retrieval"].as_str().unwrap();
    has(said, "words + hash (");
    let first = server.seen().len();
    world.memory("recall letters").ok();
    assert!(server.seen().len() < first, "it knows the model by now");
}

/// Faults of a server: its manner, and the message.
fn faults() -> Vec<(Manner, &'static str)> {
    let good = |text: &str| Manner::Text("200 OK", text.to_owned());
    let rows = |row: &str| good(&format!(r#"{{"data":[{{"embedding":[{row}]}}]}}"#));
    let error = r#"{"error":{"message":"no model 'x'"}}"#.to_owned();
    vec![
        (
            Manner::Ends,
            "it ended the connection before the end of its answer",
        ),
        (
            Manner::Text("404 Not Found", error),
            "it answered with status 404: no model 'x'",
        ),
        (
            Manner::Text("500 Oh", String::new()),
            "it answered with status 500\n",
        ),
        (
            Manner::Text("307 Go", String::new()),
            "redirects the request (status 307)",
        ),
        (good("<!doctype html>"), "it answered with a web page"),
        (
            good("[1, 2]"),
            "it answered with something else than embeddings",
        ),
        (
            good(r#"{"data":[]}"#),
            "its answer has 0 vectors for 1 texts",
        ),
        (rows("1, NaN"), "a vector has a number that is not finite"),
        (
            rows(&vec!["1"; 5000].join(",")),
            "its vectors have 5000 numbers, limit 4096",
        ),
        (
            good(&" ".repeat(usize::try_from(limits::EMBEDDING_BYTES).unwrap() + 1)),
            "its answer is larger than 4 MiB",
        ),
    ]
}

#[test]
fn each_fault_is_named_and_the_search_goes_by_words() {
    let (world, server) = world();
    for (manner, why) in faults() {
        server.answers(manner);
        let answer = world.memory("recall keys --json").json();
        assert_eq!(answer["hits"][0]["id"], "dec-cccccc");
        assert_eq!(answer["retrieval"], "words");
        let said = world.memory("recall keys").err;
        has(
            &said,
            [&*format!("no embeddings from {}: ", server.address), why],
        );
        assert_eq!(server.seen().len(), 2, "{why}: nothing is asked again");
        let said = world.memory("index").fails(128);
        has(&said, ["fatal: no embeddings from ", why, "\nhint: "]);
        server.seen();
    }
    has(
        &world.memory("doctor").out,
        "its answer is larger than 4 MiB",
    );
}

#[test]
fn a_server_that_hangs_or_is_not_there_keeps_nobody_waiting() {
    let (world, server) = world();
    world.memory("index").ok();
    server.answers(Manner::Silent);
    let said = world.memory("recall keys").err;
    has(&said, "it did not answer within 2 seconds");
    name(&world, "http://127.0.0.1:1");
    let answer = world.memory("recall keys");
    has(
        &answer.err,
        "no embeddings from http://127.0.0.1:1/v1: no connection: ",
    );
    has(&answer.ok(), "dec-cccccc");
    let said = world.memory("index").fails(128);
    has(
        &said,
        "hint: start that server, or correct memory.embeddings",
    );
    let doctor = world.memory("doctor").out;
    has(&doctor, ["no connection", "start that server"]);
}

#[test]
fn a_model_that_changes_is_named_and_never_replaced_silently() {
    let (world, server) = world();
    world.memory("index").ok();
    for (name, width) in [("other", WIDTH), ("hash", 32)] {
        server.answers(Manner::Model(name, width));
        let answer = world.memory("recall keys");
        has(
            &answer.err,
            &format!(
                "its model is now '{name} ({width} numbers)', and the vectors of records are by \
                 'hash (64 numbers)'"
            ),
        );
        has(&world.memory("doctor").out, "git memory index");
    }
    server.answers(Manner::Model("other", WIDTH));
    let done = world.memory("index --json").json();
    assert_eq!(done["retrieval"], "words + other (3 of 3 records)");
    let answer = world.memory("recall letters --json").json();
    assert_eq!(answer["hits"][0]["id"], "dec-aaaaaa");
    // Each model has vectors of its own, which stay.
    server.answers(Manner::Model("hash", WIDTH));
    assert_eq!(world.memory("index --json").json()["made"], 0);
}

#[test]
fn what_was_made_before_a_fault_stays() {
    let (world, server) = world();
    for nth in 0..20 {
        let place = format!("decisions/dec-ddddd{}", char::from(b'a' + nth));
        world.record(&place, &format!("Rule {nth}"), "", "It is so.");
    }
    // Three to learn about it, and two of sixteen texts.
    server.answers(Manner::EndsAfter(4));
    has(&world.memory("index").fails(128), "it ended the connection");
    let status = world.memory("status --json").json();
    assert_eq!(status["retrieval"], "words + hash (16 of 23 records)");
    server.answers(Manner::Model("hash", WIDTH));
    assert_eq!(world.memory("index --json").json()["made"], 7);
}

#[test]
fn no_secret_and_nothing_of_the_work_log_is_sent() {
    let (world, server) = world();
    world.step("one", "A walrus was seen.");
    world.memory("index").ok();
    let question = format!("letters {}", token());
    world.memory(["recall", &question]).ok();
    world.memory("recall --private walrus").ok();
    let seen = server.seen();
    has(
        &seen.concat(),
        ["letters [REDACTED:", "\"input\":[\"walrus\"]"],
    );
    lacks(&seen.concat(), [&token()[..], "was seen"]);
}

#[test]
fn a_commit_and_its_hooks_ask_no_server() {
    let (world, server) = world();
    world.memory("hooks install").ok();
    world.memory(["add-decision", "Letters have stamps"]).ok();
    world.commit("Decide more");
    world.memory("list").ok();
    world.memory("context").ok();
    assert_eq!(server.seen(), [""; 0]);
}

#[test]
fn another_machine_is_asked_only_if_the_person_allows_it() {
    let (world, server) = world();
    // A way to this machine that is not its loopback address.
    name(&world, &server.address.replace("127.0.0.1", "0.0.0.0"));
    let said = world.memory("index").fails(128);
    has(
        &said,
        [
            "'0.0.0.0' is another machine",
            "hint: set memory.embeddingsRemote",
        ],
    );
    let answer = world.memory("recall keys");
    has(&answer.err, "'0.0.0.0' is another machine");
    has(&answer.ok(), "dec-cccccc");
    has(&world.memory("status").ok(), "'0.0.0.0' is another machine");
    has(
        &world.memory("model list").err,
        "'0.0.0.0' is another machine",
    );
    assert_eq!(server.seen(), [""; 0]);
    world.git("config memory.embeddingsRemote yes").ok();
    assert_eq!(world.memory("index --json").json()["made"], 3);
}

#[test]
fn only_addresses_without_a_password_are_taken() {
    let (world, _) = world();
    for (address, why) in [
        ("here", "not an address such as http://127.0.0.1:8080/v1"),
        ("https://127.0.0.1", "https is not supported"),
        (
            "http://me:hidden-word@127.0.0.1",
            "an address with a user name",
        ),
    ] {
        name(&world, address);
        let said = world.memory("index").fails(128);
        has(
            &said,
            [&*format!("fatal: memory.embeddings: {why}"), "hint: "],
        );
        lacks(&said, "hidden-word");
    }
}

#[test]
fn proxies_of_the_environment_are_not_used() {
    let (mut world, server) = world();
    for name in ["http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"] {
        world.set(name, "http://127.0.0.1:1");
    }
    name(&world, &server.address.replace("127.0.0.1", "localhost"));
    assert_eq!(world.memory("index --json").json()["made"], 3);
}

#[test]
fn the_file_of_the_team_cannot_name_a_server() {
    let (world, server) = world();
    world.git("config --unset memory.embeddings").ok();
    let lines = format!("embeddings: {}\nembeddingsRemote: true\n", server.address);
    world.write("memory/config.yaml", lines);
    let answer = world.memory("recall keys --json");
    assert_eq!(answer.json()["retrieval"], "words");
    let said = world.memory("check").out;
    has(&said, ["'embeddings'", "only by 'git config'"]);
    assert_eq!(server.seen(), [""; 0]);
}
