//! The door of agents: an MCP server on standard input and output, by the real binary. Messages
//! are written out here as a client sends them; one test goes through the SDK's own client.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use common::{WORKSPACE, World, ends, has, lacks, token};
use git_memory_text::limits;
use serde_json::{Value, json};

const CONTEXT: &str = "workspace_get_context";

/// A client that sends exactly the messages of a test.
struct Client {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: u64,
    /// Messages beside the answers.
    told: Vec<Value>,
}

impl Client {
    /// A client that has sent nothing yet.
    fn silent(world: &World) -> Self {
        let mut command = world.command(common::BINARY);
        command.arg("mcp");
        Self::of(command)
    }

    fn of(mut command: Command) -> Self {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self {
            input: process.stdin.take(),
            output,
            process,
            last: 0,
            told: Vec::new(),
        }
    }

    /// A client after the handshake.
    fn new(world: &World) -> Self {
        let mut client = Self::silent(world);
        client.initialize("2025-11-25");
        client
    }

    fn initialize(&mut self, version: &str) -> Value {
        let parameters = json!({
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        let answer = self.ask("initialize", &parameters);
        self.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer["result"].clone()
    }

    fn say_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    fn say(&mut self, message: &Value) {
        self.say_bytes(message.to_string().as_bytes());
    }

    /// Sends a request without waiting for its answer; its number.
    fn send(&mut self, method: &str, parameters: &Value) -> u64 {
        self.last += 1;
        let id = self.last;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}));
        id
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "the server went away");
        serde_json::from_str(&line).expect("nothing but the protocol is on standard output")
    }

    fn answer_to(&mut self, id: u64) -> Value {
        loop {
            let message = self.hear();
            if message["id"] == id {
                return message;
            }
            self.told.push(message);
        }
    }

    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        let id = self.send(method, parameters);
        self.answer_to(id)
    }

    /// The result of a tool.
    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        assert!(answer.get("result").is_some(), "{answer}");
        answer["result"].clone()
    }

    /// Returns a tool's answer, which must not be a failure.
    #[track_caller]
    fn data(&mut self, tool: &str, arguments: &Value) -> Value {
        let result = self.call(tool, arguments);
        assert_ne!(result["isError"], true, "{result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(!text.starts_with('{'), "{text}");
        result["structuredContent"].clone()
    }

    /// Returns a tool's error.
    #[track_caller]
    fn failure(&mut self, tool: &str, arguments: &Value) -> Value {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        serde_json::from_str::<Value>(text).unwrap()["error"].clone()
    }

    /// Goes away; returns the server's exit status and its standard error.
    fn leave(mut self) -> (i32, String) {
        drop(self.input.take());
        let output = self.process.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap_or(-1), err)
    }
}

fn add(world: &World, title: &str) -> String {
    let answer = world.memory(["--json", "add-decision", title, "--rationale", "Because."]);
    answer.json()["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_client_is_greeted_in_each_revision_of_the_protocol() {
    let world = World::with_memory();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut client = Client::silent(&world);
        let greeting = client.initialize(version);
        assert_eq!(greeting["protocolVersion"], version);
        assert_eq!(greeting["serverInfo"]["name"], "git-memory");
        let says = greeting["instructions"].as_str().unwrap();
        let begin = "If `# Project memory` is not in your context yet, begin with memory_recall";
        assert_eq!(says.matches("begin").count(), 1, "{says}");
        assert!(says.contains(begin), "{says}");
        assert_eq!(client.leave(), (0, String::new()));
    }
}

/// The data that each request has with it where no handshake was.
fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    })
}

#[test]
fn without_a_handshake_each_request_says_what_it_speaks() {
    let world = World::with_memory();
    add(&world, "One queue for mail");
    let mut client = Client::silent(&world);
    let found = client.ask("server/discover", &json!({"_meta": meta()}));
    let versions = found["result"]["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2026-07-28")), "{found}");
    let call = json!({
        "_meta": meta(), "name": "memory_recall", "arguments": {"words": "mail"},
    });
    let answer = client.ask("tools/call", &call);
    let hits = &answer["result"]["structuredContent"]["hits"];
    assert_eq!(hits[0]["title"], "One queue for mail", "{answer}");
    assert_eq!(client.leave().0, 0);
}

#[test]
fn unexpected_messages_before_a_handshake_do_not_end_the_server() {
    let world = World::with_memory();
    let mut client = Client::silent(&world);
    for mut message in [
        json!({"method": "notifications/cancelled", "params": {"requestId": 1}}),
        json!({"method": "notifications/initialized"}),
        json!({"id": "abc", "result": {}}),
    ] {
        message["jsonrpc"] = json!("2.0");
        client.say(&message);
    }
    let tools = client.ask("tools/list", &json!({"_meta": meta()}));
    let tools = &tools["result"];
    assert_eq!(tools["resultType"], "complete");
    assert!(tools["ttlMs"].as_u64().unwrap() > 0 && tools["cacheScope"].is_string());
    // A request without the data is refused, and the next one is answered.
    let refused = client.ask("tools/list", &json!({}));
    assert!(refused["error"].is_object(), "{refused}");
    let again = client.ask("tools/list", &json!({"_meta": meta()}));
    assert_eq!(again["result"]["tools"], tools["tools"]);
    assert_eq!(client.leave().0, 0);
}

/// Writes a decision with the tool; returns the answer.
fn write_events(client: &mut Client) -> Value {
    let decision = json!({
        "kind": "decision", "title": "Use SQLite for events", "tags": ["storage"],
        "paths": ["src/store/**"],
        "parts": {"decision": "SQLite.", "rationale": "One file, no server."},
    });
    client.data("memory_write", &decision)
}

#[test]
fn a_decision_is_written_found_and_read() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let written = write_events(&mut client);
    let id = written["id"].as_str().unwrap();
    let file = world.read(written["path"].as_str().unwrap());
    has(&file, ["source: agent", "One file, no server."]);
    has(&world.git("diff --cached --name-only").ok(), &id[4..]);
    let found = client.data("memory_recall", &json!({"query": "where do events go"}));
    assert_eq!(found["hits"][0]["id"], id);
    let read = client.data("memory_read", &json!({"id": id, "section": "Rationale"}));
    let section = "## Rationale\n\nOne file, no server.";
    assert_eq!(read["content"].as_str().unwrap().trim(), section);
}

#[test]
fn all_listed_repositories_are_asked_as_one_workspace() {
    let world = World::with_memory();
    world.decision("Queue mail");
    let list = world.root().display().to_string();
    world
        .git(["config", "--global", "--add", "memory.repositories", &list])
        .ok();
    let mut client = Client::new(&world);
    let everywhere = json!({"words": "queue mail", "workspace": "*", "details": true});
    let found = client.data("memory_recall", &everywhere);
    let hit = &found["hits"][0];
    assert_eq!(hit["name"], "repo", "{found}");
    let id = format!("repo:{}", hit["id"].as_str().unwrap());
    let read = client.data("memory_read", &json!({"id": id, "workspace": "*"}));
    assert_eq!(read["title"], "Queue mail", "{read}");
    let error = client.failure(
        "memory_check_path",
        &json!({"paths": ["a"], "workspace": "*"}),
    );
    has(error["message"].as_str().unwrap(), "workspace '*'");
}

#[test]
fn listed_repositories_are_asked_from_outside_of_any() {
    let mut world = World::with_memory();
    world.decision("Queue mail");
    let list = world.root().join("repo").display().to_string();
    world
        .git(["config", "--global", "memory.repositories", &list])
        .ok();
    world.at(world.root());
    let mut client = Client::new(&world);
    let everywhere = json!({"words": "queue mail", "workspace": "*", "details": true});
    let found = client.data("memory_recall", &everywhere);
    let id = format!("repo:{}", found["hits"][0]["id"].as_str().unwrap());
    let read = client.data("memory_read", &json!({"id": id, "workspace": "*"}));
    assert_eq!(read["title"], "Queue mail", "{read}");
    client.failure("memory_recall", &json!({"words": "queue mail"}));
}

#[test]
fn what_is_tied_to_a_name_is_one_form_of_an_answer() {
    let world = World::with_memory();
    world.write("src/lib.rs", "pub struct EventStore;\n");
    world.record(
        "decisions/dec-events",
        "Keep events",
        "",
        "In the EventStore.",
    );
    world.commit("Begin");
    let mut client = Client::new(&world);
    let ask = json!({"words": "EventStore", "as": "related", "details": true});
    let told = client.data("memory_recall", &ask);
    let entity = &told["entities"][0];
    assert_eq!(
        (&entity["kind"], &entity["name"]),
        (&json!("symbol"), &json!("EventStore"))
    );
    has(
        &entity["relations"].to_string(),
        ["dec-events", "src/lib.rs"],
    );
    let ask = json!({"words": "EventStore", "as": "related", "kinds": ["decision"]});
    let error = client.failure("memory_recall", &ask);
    has(error["message"].as_str().unwrap(), "'related' only takes");
}

#[test]
fn a_decision_is_changed_and_replaced() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let id = write_events(&mut client)["id"].clone();
    let more = json!({"id": id, "parts": {"consequences": "Backups are copies."}});
    let changed = client.data("memory_write", &more);
    assert_eq!((&changed["id"], &changed["changed"]), (&id, &json!(true)));
    let read = client.data("memory_read", &json!({"id": id}));
    let text = read["content"].as_str().unwrap();
    has(text, ["One file, no server.", "Backups are copies."]);
    let new = json!({"supersedes": id, "title": "Use Postgres for events",
        "parts": {"decision": "Postgres.", "rationale": "Two writers."}});
    let new = client.data("memory_write", &new);
    assert_eq!(new["supersedes"]["id"], id);
    let old = client.data("memory_read", &json!({"id": id, "tier": "t0"}));
    assert_eq!(old["status"], "superseded");
    assert!(world.memory("check").status == 0);
}

#[test]
fn records_are_written_into_a_folder_of_another_name() {
    let world = World::new();
    world.memory("init --folder docs/memory").ok();
    let mut client = Client::new(&world);
    let lesson = json!({"kind": "lesson", "title": "Pin it", "parts": {"cause": "It moved."}});
    let written = client.data("memory_write", &lesson);
    let path = written["path"].as_str().unwrap();
    assert!(path.starts_with("docs/memory/lessons/") && world.has(path));
    let found = client.data("memory_recall", &json!({"query": "pin"}));
    assert_eq!(found["hits"][0]["id"], written["id"]);
    let read = client.ask("resources/read", &json!({"uri": "memory://index"}));
    assert!(read.to_string().contains("](lessons/"), "{read}");
}

#[test]
fn a_dry_run_says_what_would_be_written() {
    let world = World::with_memory();
    let before = world.git("status --porcelain").ok();
    let mut client = Client::new(&world);
    let planned = client.data(
        "memory_write",
        &json!({"kind": "lesson", "title": "Caches lie", "dry_run": true,
            "parts": {"cause": "No key."}}),
    );
    assert_eq!(planned["dry_run"], true);
    has(planned["text"].as_str().unwrap(), "title: Caches lie");
    assert_eq!(world.git("status --porcelain").ok(), before);
    let refused = client.failure(
        "memory_write",
        &json!({"kind": "lesson", "title": "Key", "body": token(), "dry_run": true}),
    );
    assert_eq!(refused["code"], "secret");
    assert!(!refused.to_string().contains(&token()));
}

#[test]
fn topics_and_user_memory_are_written_and_read() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    for body in ["Queues.", "Bounces."] {
        let more = json!({"kind": "topic", "title": "mail", "body": body});
        client.data("memory_write", &more);
    }
    let topic = client.data("memory_read", &json!({"topic": "mail"}));
    let text = topic["text"].as_str().unwrap();
    assert_eq!(text.trim(), "Queues.\n\nBounces.");
    let new = json!({"kind": "topic", "title": "mail", "body": "New.", "replace": true});
    client.data("memory_write", &new);
    let topic = client.data("memory_read", &json!({"topic": "mail"}));
    assert_eq!(topic["text"], "New.\n");
    let tabs = json!({"kind": "user", "title": "MEMORY", "body": "Prefers tabs."});
    client.data("memory_write", &tabs);
    let user = client.data("memory_read", &json!({"user": "MEMORY"}));
    assert_eq!(user["text"].as_str().unwrap().trim(), "Prefers tabs.");
    let index = client.data("memory_read", &json!({}));
    assert!(index["topic"].is_null() && index["text"].as_str().unwrap().contains("mail"));
}

#[test]
fn summaries_and_private_records_are_written_and_read() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let summary = json!({"run": "r1", "step": "s1", "title": "Built it",
        "follow_ups": ["Test it", "Tell Ada"]});
    let summary = client.data("memory_run", &summary);
    assert!(summary["id"].is_string(), "{summary}");
    let latest = world.memory("summary latest").ok();
    has(&latest, ["Test it", "Tell Ada"]);
    let private = json!({"kind": "note", "title": "Only here", "private": true});
    let private = client.data("memory_write", &private);
    let private = private["id"].as_str().unwrap().to_owned();
    let read = client.data("memory_read", &json!({"id": private}));
    assert_eq!(read["title"], "Only here");
}

#[test]
fn tools_are_asked_by_the_names_that_their_kind_uses() {
    let world = World::with_memory();
    let id = add(&world, "One queue for mail");
    let mut client = Client::new(&world);
    let asked = json!({"topics": ["lessons"], "include_defaults": true, "filter_tags": []});
    let answer = client.data("workspace_get_context", &asked);
    assert_eq!(answer["defaults"]["decisions_t0"][0]["id"], id.as_str());
    assert!(answer["lessons"]["entries"].is_array());
    let asked = json!({"domain": "services", "repository": "billing", "include_defaults": false});
    let scoped = client.data("workspace_get_context", &asked);
    assert_eq!(scoped["scope"], "services/billing");
    assert!(scoped.get("defaults").is_none());
    let rating = json!({"kind": "feedback", "title": "mail", "status": "helpful", "id": id});
    client.data("memory_write", &rating);
    let asked = json!({"paths": [".git/config", "src/a.rs"], "for": "write"});
    let verdicts = client.data("memory_check_path", &asked);
    let verdicts = &verdicts["results"];
    assert_eq!(verdicts[0]["is_allowed"], false);
    assert_eq!(verdicts[0]["rule"], "git-folder");
    assert_eq!(verdicts[1]["is_allowed"], true);
}

/// Questions to a tool, each with the same one on the command line.
fn asked_twice(id: &str) -> [(&'static str, Value, String); 6] {
    [
        (
            "memory_recall",
            json!({"words": "mail queue"}),
            "recall 'mail queue'".to_owned(),
        ),
        ("memory_read", json!({"id": id}), format!("show {id}")),
        ("memory_read", json!({}), "topic read".to_owned()),
        (
            "workspace_get_context",
            json!({"topics": ["overview", "decisions"]}),
            "get-context --topics overview,decisions".to_owned(),
        ),
        (
            "memory_check_path",
            json!({"paths": [".git/config", "src/a\u{202e}.rs"], "for": "write"}),
            "policy check --for write .git/config src/a\u{202e}.rs".to_owned(),
        ),
        (
            "memory_write",
            json!({"kind": "feedback", "title": "mail", "status": "helpful", "id": id}),
            format!("feedback mail --outcome helpful --id {id}"),
        ),
    ]
}

#[test]
fn the_same_question_has_the_same_answer_on_the_command_line() {
    let world = World::with_memory();
    let id = add(&world, "One queue for mail");
    world.git("commit -q -m Decide").ok();
    let mut client = Client::new(&world);
    for (tool, arguments, typed) in asked_twice(&id) {
        let mut whole = arguments;
        (whole["details"], whole["max_tokens"]) = (json!(true), json!(100_000));
        let typed = world.memory(&format!("--json {typed}")).out;
        let typed: Value = serde_json::from_str(&typed).unwrap();
        assert_eq!(client.data(tool, &whole), typed, "{tool} {whole}");
    }
}

#[test]
fn a_budget_leaves_out_the_worst() {
    let world = World::with_memory();
    for nth in 0..5 {
        add(&world, &format!("Mail queue number {nth}"));
    }
    let mut client = Client::new(&world);
    let all = client.data("memory_recall", &json!({"words": "mail queue"}));
    let some = client.data(
        "memory_recall",
        &json!({"words": "mail queue", "max_tokens": 250}),
    );
    let kept = some["hits"].as_array().unwrap();
    assert!(!kept.is_empty() && kept.len() < 5, "{}", kept.len());
    assert_eq!(kept[0], all["hits"][0]);
    assert_eq!(some["left_out"], 5 - kept.len());
}

/// The arguments of a call, as a client writes them.
fn arguments(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

/// Calls whose arguments come as text where the schema has something else.
const AS_TEXT: [(&str, &str); 6] = [
    (
        "memory_write",
        r#"{"kind": "lesson", "title": "A", "parts": "{\"cause\": \"x\"}"}"#,
    ),
    (
        "memory_write",
        r#"{"kind": "lesson", "title": "B", "body": "x", "dry_run": "true"}"#,
    ),
    (
        "memory_recall",
        r#"{"words": "x", "most": "2", "kinds": "decision, lesson"}"#,
    ),
    (
        "memory_recall",
        r#"{"words": "x", "max_tokens": 900.0, "for": "src/a,b.c"}"#,
    ),
    ("memory_check_path", r#"{"paths": "src/a.c"}"#),
    (
        "workspace_get_context",
        r#"{"topics": "lessons", "include_defaults": "false"}"#,
    ),
];

#[test]
fn what_clients_send_as_text_is_taken() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    for (tool, sent) in AS_TEXT {
        client.data(tool, &arguments(sent));
    }
    assert_eq!(world.memory("list --count").ok().trim(), "1");
}

#[test]
fn a_text_that_looks_like_a_list_or_a_number_stays_one() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let sent = r#"{"kind": "note", "title": "[\"x\"]", "body": "123", "tags": "[\"a\", \"b\"]"}"#;
    let id = client.data("memory_write", &arguments(sent))["id"].clone();
    let read = client.data("memory_read", &json!({"id": id}));
    assert_eq!(
        (&read["title"], &read["tags"]),
        (&json!("[\"x\"]"), &json!(["a", "b"]))
    );
    assert!(
        read["content"]
            .as_str()
            .unwrap()
            .trim_end()
            .ends_with("\n123"),
        "{read}"
    );
}

/// A memory of long decisions about one thing.
fn long_memory(count: usize) -> World {
    let world = World::with_memory();
    let body = "Every message has a line of its own in the long text of a queue.\n".repeat(60);
    for nth in 0..count {
        let title = format!("Mail queue number {nth}");
        let add = [
            "add-decision",
            &title,
            "--decision",
            &body,
            "--rationale",
            "Because.",
        ];
        world.memory(add).ok();
    }
    world
}

/// Calls whose answers are long.
const LONG: [(&str, &str); 6] = [
    ("memory_recall", r#"{"words": "mail queue"}"#),
    (
        "memory_recall",
        r#"{"words": "mail queue", "tier": "t2", "most": 10}"#,
    ),
    (
        "memory_recall",
        r#"{"words": "mail queue", "as": "context"}"#,
    ),
    ("memory_read", r#"{"id": "memory/long.md"}"#),
    ("memory_read", "{}"),
    ("workspace_get_context", r#"{"topics": ["decisions"]}"#),
];

#[test]
fn no_answer_has_more_tokens_than_it_may() {
    let world = long_memory(17);
    world.write(
        "memory/long.md",
        "# A\n\nLong words.\n\n## B\n\nMore.\n".repeat(300),
    );
    let vocabulary = tiktoken_rs::o200k_base().unwrap();
    let mut client = Client::new(&world);
    for (tool, sent) in LONG {
        for most in [None, Some(300), Some(800), Some(4000)] {
            let mut sent = arguments(sent);
            sent["max_tokens"] = json!(most);
            let result = client.call(tool, &sent);
            let tokens = vocabulary.encode_ordinary(&result.to_string()).len();
            assert!(tokens <= most.unwrap_or(1500), "{tool} {sent}: {tokens}");
            let hits = result["structuredContent"].get("hits");
            assert!(
                hits.is_none_or(|hits| hits[0]["id"].is_string()),
                "{result}"
            );
        }
    }
}

#[test]
fn failures_and_answers_of_writes_have_no_more_tokens_than_they_may() {
    let world = World::with_memory();
    let vocabulary = tiktoken_rs::o200k_base().unwrap();
    let long = "mail queue ".repeat(9000);
    let mut client = Client::new(&world);
    let dry = json!({"kind": "note", "title": "One", "body": long, "dry_run": true});
    for (tool, sent) in [
        ("memory_recall", json!({"words": "x", "most": long})),
        ("memory_read", json!({"id": long})),
        ("memory_write", json!({"kind": long, "title": "Use one"})),
        ("memory_write", dry),
        ("memory_check_path", json!({"paths": [], "for": long})),
    ] {
        for most in [None, Some(200), Some(800)] {
            let mut sent = sent.clone();
            sent["max_tokens"] = json!(most);
            let result = client.call(tool, &sent);
            let tokens = vocabulary.encode_ordinary(&result.to_string()).len();
            assert!(tokens <= most.unwrap_or(1500), "{tool} {most:?}: {result}");
            let text = result["content"][0]["text"].as_str().unwrap();
            assert!(text.contains('…') || most != Some(200), "{tool}: {text}");
        }
    }
}

#[test]
fn a_completed_write_is_reported_whatever_room_there_is() {
    let world = World::with_memory();
    let written = json!({"kind": "note", "title": "Two", "max_tokens": 3});
    let answer = Client::new(&world).data("memory_write", &written);
    assert!(answer["id"].is_string(), "{answer}");
}

#[test]
fn user_memory_grows_unless_it_is_replaced_and_its_text_is_kept() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let mut text = |values: Value| {
        let mut call = json!({"kind": "user", "title": "MEMORY"});
        call.as_object_mut()
            .unwrap()
            .extend(values.as_object().unwrap().clone());
        client.data("memory_write", &call);
        world.memory("user read").ok()
    };
    text(json!({"body": "Tabs."}));
    assert_eq!(text(json!({"body": "Short."})), "Tabs.\n\nShort.\n");
    assert_eq!(
        text(json!({"body": "All.", "append": true})),
        "Tabs.\n\nShort.\n\nAll.\n"
    );
    assert_eq!(text(json!({"body": "New.", "replace": true})), "New.\n");
    world.memory("user restore MEMORY").ok();
    assert_eq!(world.memory("user read").ok(), "Tabs.\n\nShort.\n\nAll.\n");
}

const DOCUMENT: &str = "docs/adr/0001-use-postgres.md";

const FRONT: &str = "docs/adr/0002-use-kafka.md";

/// Values for a document, the command that writes the same, and the first line that changes.
const SAME: [(&str, &str, &str, &str); 4] = [
    (
        DOCUMENT,
        r#"{"status": "archived"}"#,
        "set PATH status=archived",
        "Deprecated",
    ),
    (
        FRONT,
        r#"{"tags": ["queue", "events"], "category": "infra"}"#,
        "set PATH category=infra tags=queue,events",
        "category: infra",
    ),
    (
        DOCUMENT,
        r#"{"parts": {"decision": "SQLite."}}"#,
        "edit PATH --section Decision --text SQLite.",
        "SQLite.",
    ),
    (
        FRONT,
        r#"{"related": ["docs/adr/0001-use-postgres.md"]}"#,
        "set PATH related=docs/adr/0001-use-postgres.md",
        "related: [\"0001-use-postgres.md\"]",
    ),
];

#[test]
fn a_document_is_changed_in_its_own_form_as_by_the_command_line() {
    let world = World::with_documents();
    let mut client = Client::new(&world);
    for (path, values, command, line) in SAME {
        let mut values = arguments(values);
        values["id"] = json!(path);
        let written = client.data("memory_write", &values);
        assert_eq!(written["lines"][0]["text"], line, "{written}");
        let by_tool = world.read(path);
        world.git("checkout -q HEAD -- docs").ok();
        world.memory(&*command.replace("PATH", path)).ok();
        assert_eq!(world.read(path), by_tool);
        world.git("checkout -q HEAD -- docs").ok();
    }
}

#[test]
fn a_record_and_a_document_are_confirmed_as_by_the_command_line() {
    let world = World::with_documents();
    add(&world, "One queue");
    world.commit("One");
    let record = world.path_of("memory/decisions/261120-one-queue");
    let mut client = Client::new(&world);
    for path in [record.as_str(), FRONT] {
        client.data("memory_write", &json!({"id": path, "confirm": true}));
        let by_tool = world.read(path);
        world.git(["checkout", "-q", "HEAD", "--", path]).ok();
        let before = world.read(path);
        world.memory(["review", "--confirm", path]).ok();
        assert_eq!(world.read(path), by_tool);
        assert_ne!(before, by_tool);
    }
    for more in [
        json!({"confirm": true}),
        json!({"id": FRONT, "confirm": true, "title": "x"}),
    ] {
        let said = client.failure("memory_write", &more).to_string();
        has(&said, "give its 'id', and nothing else");
    }
}

#[test]
fn a_form_without_a_place_for_a_value_is_named_with_the_line_to_write() {
    let world = World::with_documents();
    world.write("docs/adr/0003-words.md", "# Words\n\nOnly words.\n");
    world.git("add -A").ok();
    let mut client = Client::new(&world);
    let archived = json!({"id": "docs/adr/0003-words.md", "status": "archived"});
    let failure = client.failure("memory_write", &archived);
    let hint = failure["hints"][0]["text"].as_str().unwrap();
    has(hint, "write 'deprecated' where the document says");
    let titled = json!({"id": DOCUMENT, "title": "Other", "status": "rejected"});
    let failure = client.failure("memory_write", &titled);
    has(&failure.to_string(), "change its heading to 'Other'");
}

#[test]
fn a_refused_change_of_a_document_leaves_it_as_it_is() {
    let world = World::with_documents();
    let mut client = Client::new(&world);
    let private = json!({"id": DOCUMENT, "status": "rejected", "private": true});
    client.failure("memory_write", &private);
    let owner = json!({"id": DOCUMENT, "body": token()});
    let failure = client.failure("memory_write", &owner);
    lacks(&failure.to_string(), &token());
    let old = json!({"id": DOCUMENT, "status": "rejected", "blob": "0".repeat(40)});
    let failure = client.failure("memory_write", &old);
    assert_eq!(failure["code"], "changed-meanwhile");
    assert_eq!(
        world.git(["diff", "HEAD", "--stat", "--", DOCUMENT]).ok(),
        ""
    );
}

#[test]
fn a_dry_run_shows_a_document_and_writes_nothing() {
    let world = World::with_documents();
    let mut client = Client::new(&world);
    let values = json!({"id": DOCUMENT, "status": "archived", "dry_run": true});
    let planned = client.data("memory_write", &values);
    has(
        planned["text"].as_str().unwrap(),
        "## Status\n\nDeprecated\n",
    );
    assert_eq!(planned["id"], DOCUMENT);
    assert_eq!(world.status(), "");
}

#[test]
fn a_document_and_a_record_replace_each_other_by_id_alone() {
    let world = World::with_documents();
    add(&world, "One queue");
    add(&world, "Two queues");
    let listed = world
        .memory("list --kind decision --sort title --json")
        .json();
    let id = |nth: usize| listed["records"][nth]["id"].as_str().unwrap().to_owned();
    let mut client = Client::new(&world);
    let call = json!({"id": id(0), "supersedes": DOCUMENT});
    let both = client.data("memory_write", &call);
    assert_eq!(both["supersedes"]["path"], DOCUMENT, "{both}");
    has(
        &world.read(DOCUMENT),
        "Superseded by [One queue](../../memory/decisions/",
    );
    let call = json!({"id": id(1), "supersedes": id(0)});
    client.data("memory_write", &call);
    let shown = world.memory(["show", &id(0), "--json"]).json();
    assert_eq!(shown["superseded_by"], json!([id(1)]));
    let more = json!({"id": DOCUMENT, "supersedes": id(1), "status": "active"});
    client.failure("memory_write", &more);
}

#[test]
fn agents_that_only_propose_change_no_document_that_holds() {
    let world = World::with_documents();
    world.git("config memory.agentsPropose true").ok();
    let mut client = Client::new(&world);
    for change in [
        json!({"id": DOCUMENT, "status": "archived"}),
        json!({"id": DOCUMENT, "parts": {"decision": "SQLite."}}),
        json!({"id": "docs/adr/0002-use-kafka.md", "supersedes": DOCUMENT}),
    ] {
        let failure = client.failure("memory_write", &change);
        has(&failure.to_string(), "agents can only propose here");
    }
    assert_eq!(world.status(), "");
}

/// Filters, and the number of decisions of the tree that each leaves.
const FILTERS: [(&str, &str, usize); 6] = [
    ("filter_status", r#""archived""#, 0),
    ("filter_status", r#"["active"]"#, 1),
    ("filter_tags", r#""money""#, 1),
    ("filter_tags", r#"["money", "x"]"#, 0),
    ("filter_category", r#""books, x""#, 1),
    ("filter_category", r#"["x"]"#, 0),
];

#[test]
fn a_workspace_is_a_name_or_a_folder_and_takes_every_filter() {
    let world = World::with_workspaces();
    let mut client = Client::new(&world);
    let ask = "get-context --json --domain pay --repository ledger --topics decisions";
    for workspace in ["acme", WORKSPACE, "resources/workspaces/acme/pay"] {
        let mut asked = json!({"workspace": workspace, "domain": "pay", "repository": "ledger",
            "topics": "decisions", "details": true, "max_tokens": 100_000});
        let printed = world
            .memory(&*format!("{ask} --workspace {workspace}"))
            .json();
        assert_eq!(printed["decisions"]["entries"][0]["name"], "Double entry");
        assert_eq!(client.data(CONTEXT, &asked), printed, "{workspace}");
        asked["include_defaults"] = json!("false");
        assert!(client.data(CONTEXT, &asked).get("defaults").is_none());
        for (filter, value, count) in FILTERS {
            let mut filtered = asked.clone();
            filtered[filter] = arguments(value);
            let found = client.data(CONTEXT, &filtered)["decisions"]["entries"].clone();
            assert_eq!(found.as_array().map_or(0, Vec::len), count, "{filtered}");
        }
    }
    let failure = client.failure(CONTEXT, &json!({"workspace": "beta"}));
    has(&failure.to_string(), "no workspace 'beta'; there are: acme");
}

#[test]
fn of_an_id_that_two_files_have_a_path_says_which_is_changed() {
    let world = World::with_memory();
    let text = "---\nid: dec-aaaaaa\ntitle: Use one queue\nstatus: active\nscope: project\n\
                ---\n\nOne queue for mail.\n";
    let [one, other] = ["memory/decisions/a.md", "memory/decisions/b.md"];
    world.write(one, text);
    world.write(other, text);
    world.git("add -A").ok();
    world.git("commit -q -n -m Both").ok();
    let mut client = Client::new(&world);
    let hits = client.data("memory_recall", &json!({"words": "queue"}));
    assert!(hits["hits"][0]["same_id"].is_array(), "{hits}");
    let change = |name: &str| json!({"id": name, "title": "Use two queues"});
    let failure = client.failure("memory_write", &change("dec-aaaaaa"));
    assert_eq!(failure["code"], "ambiguous");
    let hint = failure["hints"][0]["text"].as_str().unwrap();
    assert!(hint.contains(&format!("{one} or {other}")), "{hint}");
    let written = client.data("memory_write", &change(other));
    assert_eq!(written["path"], other);
    assert!(world.read(other).contains("title: Use two queues"));
    assert_eq!(world.read(one), text);
}

#[test]
fn what_has_no_room_is_cut_and_the_answer_says_how_to_read_on() {
    let world = long_memory(2);
    let mut client = Client::new(&world);
    let hits = arguments(r#"{"words": "mail queue", "tier": "t2", "max_tokens": 400}"#);
    let hits = client.data("memory_recall", &hits);
    let text = hits["hits"][0]["text"].as_str().unwrap();
    assert!(text.contains("## Decision\n\nEvery message"), "{hits}");
    let read = json!({"id": hits["hits"][0]["id"], "max_tokens": 500});
    let read = client.data("memory_read", &read);
    let text = read["content"].as_str().unwrap();
    assert!(
        text.contains("Every message") && text.ends_with("[… also: Rationale]"),
        "{text}"
    );
    assert!(
        read["rest"].as_str().unwrap().contains("max_tokens"),
        "{read}"
    );
    let around = json!({"id": hits["hits"][0]["id"], "around": "because"});
    let around = client.data("memory_read", &around)["content"].clone();
    assert_eq!(around.as_str().unwrap().trim(), "## Rationale\n\nBecause.");
}

#[test]
fn a_budget_that_has_no_room_for_anything_says_what_is_needed() {
    let world = long_memory(1);
    let mut client = Client::new(&world);
    let none = json!({"words": "queue", "max_tokens": 5});
    let none = client.failure("memory_recall", &none)["message"].clone();
    assert!(
        none.as_str()
            .unwrap()
            .contains("nothing fits into 5 tokens"),
        "{none}"
    );
}

#[test]
fn hits_are_short_unless_details_are_asked_for() {
    let world = World::with_memory();
    add(&world, "One queue for mail");
    let mut client = Client::new(&world);
    let short = client.call("memory_recall", &json!({"words": "mail"}));
    let whole = client.data("memory_recall", &json!({"words": "mail", "details": true}));
    for key in ["score", "why", "freshness", "source"] {
        let hit = &short["structuredContent"]["hits"][0];
        assert!(
            hit.get(key).is_none() && whole["hits"][0].get(key).is_some(),
            "{key}"
        );
    }
    let text = short["content"][0]["text"].as_str().unwrap();
    assert!(
        text.starts_with("- dec-") && text.contains("One queue for mail ("),
        "{text}"
    );
}

#[test]
fn one_text_is_what_the_command_line_makes_for_words_and_files() {
    let world = World::with_memory();
    world.write("src/a.rs", "fn main() {}\n");
    add(&world, "One queue for mail");
    let governs = ["add-decision", "Keep it small", "--path", "src/a.rs"];
    world
        .memory([&governs[..], &["--rationale", "x"]].concat())
        .ok();
    let mut client = Client::new(&world);
    let sent = r#"{"words": "mail", "for": "src/a.rs", "as": "context", "max_tokens": 4000}"#;
    let given = client.data("memory_recall", &arguments(sent))["text"].clone();
    // The text is sent twice, and has less than half of the tokens.
    let tokens = ["--max-tokens", "1840"];
    let typed = ["context", "--query", "mail", "--for", "src/a.rs"];
    let typed = world.memory([&typed[..], &tokens].concat()).ok();
    let sections = |text: &str| text.split("\nLeft out").next().unwrap().to_owned();
    assert_eq!(sections(given.as_str().unwrap()), sections(&typed));
    has(&typed, ["One queue for mail", "Keep it small"]);
    let more = json!({"words": "mail", "as": "context", "tags": "a"});
    client.failure("memory_recall", &more);
}

/// A request with this id, and more members.
fn ping(id: &str, more: &str) -> Vec<u8> {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"{more}}}").into_bytes()
}

#[test]
fn every_request_gets_an_answer_with_its_id() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    for id in ["1.5", "1.0", "18446744073709551616", "\"a\"", "-7"] {
        client.say_bytes(&ping(id, ""));
        let mut line = String::new();
        client.output.read_line(&mut line).unwrap();
        let is_under_id = line.contains(&format!("\"id\":{id},"));
        assert!(is_under_id && line.contains("result"), "{line}");
    }
    let deep = format!(",\"params\":{}{}", "[".repeat(5000), "]".repeat(5000));
    client.say_bytes(&ping("8.5", &deep));
    let refused = client.hear();
    assert_eq!(refused["id"], 8.5);
    assert_eq!(refused["error"]["code"], -32600);
    assert_eq!(client.leave().0, 0);
}

#[test]
fn one_bad_member_of_a_batch_is_refused_and_the_others_are_answered() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let deep = format!(",\"params\":{}{}", "[".repeat(5000), "]".repeat(5000));
    let members = [
        ping("21", ""),
        b"7".to_vec(),
        ping("22", &deep),
        ping("23", ""),
    ];
    client.say_bytes(&[b"[", &members.join(&b","[..])[..], b"]"].concat());
    let answers: Vec<Value> = members.iter().map(|_| client.hear()).collect();
    for (id, is_refused) in [(json!(21), false), (json!(null), true), (json!(22), true)] {
        let answer = answers.iter().find(|answer| answer["id"] == id).unwrap();
        assert_eq!(answer.get("error").is_some(), is_refused, "{answer}");
    }
    assert!(answers.iter().any(|answer| answer["id"] == 23));
}

#[test]
fn a_failure_says_which_tool_to_call_next_and_never_a_command() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    for (tool, arguments, code, hint) in [
        (
            "memory_read",
            json!({"id": "dec-nothing"}),
            "unknown-record",
            "memory_read {}",
        ),
        (
            "memory_recall",
            json!({"word": "x"}),
            "bad-value",
            "call the tool again",
        ),
        (
            "memory_recall",
            json!({"words": "x", "kinds": ["nonsense"]}),
            "bad-value",
            "call the tool again",
        ),
        (
            "memory_write",
            json!({"kind": "nonsense", "title": "x"}),
            "bad-value",
            "call the tool again",
        ),
        (
            "memory_write",
            json!({"title": "x"}),
            "bad-value",
            "call the tool again",
        ),
        (
            "memory_write",
            json!({"kind": "topic", "title": "x", "body": "y", "tags": ["z"]}),
            "bad-value",
            "call the tool again",
        ),
        (
            "memory_write",
            json!({"kind": "feedback", "title": "x", "status": "good"}),
            "bad-value",
            "call the tool again",
        ),
    ] {
        let failure = client.failure(tool, &arguments);
        assert_eq!(failure["code"], code, "{failure}");
        let hints = failure["hints"].to_string();
        assert!(hints.contains(&hint.replace('"', "\\\"")), "{hints}");
        assert!(!failure.to_string().contains("git memory "), "{failure}");
    }
    for (arguments, said) in [
        (
            json!({"words": "x", "most": "ten"}),
            "'most': invalid type: string",
        ),
        (
            json!({"words": "x", "tags": "['ten']"}),
            "'tags': invalid type: string",
        ),
        (json!({"words": "x", "most": -1}), "expected a whole number"),
        (json!({"max_tokens": -1}), "'max_tokens' is a whole number"),
        (json!({}), "nothing is asked: give 'words'"),
        (json!({"word": "x"}), "unknown field `word`"),
    ] {
        let failure = client.failure("memory_recall", &arguments);
        let message = failure["message"].as_str().unwrap();
        assert!(message.contains(said), "{message}");
    }
    // Nothing is set up here.
    let empty = World::new();
    let mut client = Client::new(&empty);
    let failure = client.failure("memory_write", &json!({"kind": "note", "title": "x"}));
    assert_eq!(failure["code"], "no-memory");
    let told = failure["hints"][0]["text"].as_str().unwrap();
    has(told, "ask the user");
}

#[test]
fn one_thing_is_read_at_once() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    for (arguments, said) in [
        (json!({"id": "a", "topic": "b"}), "give one of 'id'"),
        (json!({"topic": "a", "user": "b"}), "give one of 'id'"),
        (json!({"topic": "a", "tier": "t0"}), "are of a record"),
        (json!({"topic": "a", "around": "b"}), "are of a record"),
        (json!({"topic": "a", "followers": true}), "are of a record"),
        (json!({"user": "a", "rev": "v1"}), "has no revisions"),
        (
            json!({"id": "a", "tier": "t0", "section": "b"}),
            "give one of 'tier'",
        ),
        (
            json!({"id": "a", "around": "b", "section": "b"}),
            "give one of 'tier'",
        ),
        (json!({"id": "a", "tier": "t9"}), "'tier': unknown"),
    ] {
        let failure = client.failure("memory_read", &arguments);
        let message = failure["message"].as_str().unwrap();
        assert!(message.contains(said), "{arguments}: {message}");
    }
}

/// Calls that have a secret in each place that an argument has.
fn calls_with(secret: &str) -> [(&'static str, Value); 14] {
    let user = json!({"kind": "user", "title": "a", "body": secret});
    let workspace = json!({"workspace": format!("/{secret}")});
    [
        ("memory_read", json!({"id": secret})),
        ("memory_read", json!({"topic": secret})),
        ("memory_read", json!({"user": secret})),
        ("memory_recall", json!({"words": secret})),
        ("memory_recall", json!({"words": "x", "rev": secret})),
        ("memory_recall", json!({"words": "x", "kinds": [secret]})),
        ("memory_write", json!({"kind": secret, "title": "x"})),
        ("memory_write", json!({"kind": "note", "title": secret})),
        ("memory_write", user),
        (
            "memory_run",
            json!({"run": "x", "step": "y", "status": secret}),
        ),
        ("memory_check_path", json!({"paths": [secret]})),
        ("memory_check_path", json!({"paths": ["a"], "for": secret})),
        ("workspace_get_context", json!({"topics": [secret]})),
        ("workspace_get_context", workspace),
    ]
}

#[test]
fn a_token_in_an_argument_comes_back_nowhere() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let secret = token();
    let part = &secret[8..];
    for (tool, arguments) in calls_with(&secret) {
        let result = client.call(tool, &arguments).to_string();
        assert!(!result.contains(part), "{tool} {result}");
    }
    let uri = json!({"uri": format!("memory://record/{secret}")});
    let answer = client.ask("resources/read", &uri);
    lacks(&answer.to_string(), part);
    let (status, err) = client.leave();
    assert_eq!(status, 0);
    lacks(&err, part);
}

#[test]
fn resources_are_listed_and_read() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let listed = client.ask("resources/list", &json!({}));
    let mut uris = Vec::new();
    for resource in listed["result"]["resources"].as_array().unwrap() {
        uris.push(resource["uri"].as_str().unwrap().to_owned());
    }
    let names = ["summary", "index", "policy", "map"];
    assert_eq!(uris, names.map(|name| format!("memory://{name}")));
    for uri in &uris {
        let read = client.ask("resources/read", &json!({"uri": uri}));
        let text = read["result"]["contents"][0]["text"].as_str().unwrap();
        assert!(!text.is_empty() || uri.ends_with("map"), "{uri}");
    }
    let unknown = client.ask("resources/read", &json!({"uri": "memory://nothing"}));
    assert_eq!(unknown["error"]["code"], -32002, "{unknown}");
}

#[test]
fn a_record_is_a_resource_whose_id_is_completed() {
    let world = World::with_memory();
    let id = add(&world, "One queue for mail");
    let mut client = Client::new(&world);
    let uri = format!("memory://record/{id}");
    let read = client.ask("resources/read", &json!({"uri": uri}));
    let content = &read["result"]["contents"][0];
    assert_eq!(content["mimeType"], "text/markdown");
    has(content["text"].as_str().unwrap(), "One queue for mail");
    let template = "memory://record/{id}";
    let templates = client.ask("resources/templates/list", &json!({}));
    let templates = &templates["result"]["resourceTemplates"];
    assert_eq!(templates[0]["uriTemplate"], template);
    let begun = json!({
        "ref": {"type": "ref/resource", "uri": template},
        "argument": {"name": "id", "value": "dec-"},
    });
    let completed = client.ask("completion/complete", &begun);
    assert_eq!(completed["result"]["completion"]["values"], json!([id]));
}

#[test]
fn a_change_is_told_to_who_subscribed() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let answer = client.ask("resources/subscribe", &json!({"uri": "memory://index"}));
    assert!(answer.get("result").is_some(), "{answer}");
    add(&world, "One queue for mail");
    let told = client.hear();
    assert_eq!(told["method"], "notifications/resources/updated");
    assert_eq!(told["params"]["uri"], "memory://index");
    client.ask("resources/unsubscribe", &json!({"uri": "memory://index"}));
    assert_eq!(client.leave().0, 0);
}

#[test]
fn who_listens_is_told_and_may_go_away_at_any_time() {
    let world = World::with_memory();
    let mut client = Client::silent(&world);
    let id = client.send(
        "subscriptions/listen",
        &json!({
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            },
            "notifications": {"resourceSubscriptions": ["memory://index", "memory://nothing"]},
        }),
    );
    let begun = client.hear();
    assert_eq!(begun["method"], "notifications/subscriptions/acknowledged");
    let told = &begun["params"]["notifications"]["resourceSubscriptions"];
    assert_eq!(told, &json!(["memory://index"]), "{begun}");
    drop(client.input.take());
    // The last message comes unasked: the protocol's SDK would wait for it for five seconds, and
    // not send it then.
    let ended = client.answer_to(id);
    assert_eq!(ended["result"]["resultType"], "complete", "{ended}");
    assert_eq!(client.leave().0, 0);
}

#[test]
fn who_does_not_hear_the_first_answer_is_gone() {
    let world = World::with_memory();
    let mut client = Client::silent(&world);
    let mut command = world.command("true");
    let mut other = command.stdout(Stdio::piped()).spawn().unwrap();
    let silence = BufReader::new(other.stdout.take().unwrap());
    other.wait().unwrap();
    drop(std::mem::replace(&mut client.output, silence));
    client.send(
        "initialize",
        &json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }),
    );
    assert_eq!(client.leave(), (0, String::new()));
}

#[test]
fn a_work_tree_that_is_taken_away_is_named() {
    let world = World::with_memory();
    let other = world.again(&world.root().join("other"));
    fs::create_dir_all(&other.here).unwrap();
    other.git("init -q").ok();
    let mut client = Client::new(&other);
    client.call("memory_recall", &json!({"words": "x"}));
    fs::remove_dir_all(&other.here).unwrap();
    let gone = client.failure("memory_recall", &json!({"words": "x"}));
    assert!(!gone.to_string().contains("install git"), "{gone}");
    assert!(
        gone["message"].as_str().unwrap().contains("other"),
        "{gone}"
    );
}

#[test]
fn prompts_hold_the_pack_and_the_handover_page() {
    let world = World::with_memory();
    add(&world, "One queue for mail");
    let mut client = Client::new(&world);
    let listed = client.ask("prompts/list", &json!({}));
    assert_eq!(listed["result"]["prompts"].as_array().unwrap().len(), 2);
    for name in ["session-start", "handover"] {
        let prompt = client.ask("prompts/get", &json!({"name": name}));
        let text = prompt["result"]["messages"][0]["content"]["text"]
            .as_str()
            .unwrap();
        assert!(text.contains("One queue for mail"), "{name}: {text}");
        assert!(!text.contains("git memory recall"), "{name}: {text}");
    }
    let unknown = client.ask("prompts/get", &json!({"name": "nothing"}));
    assert!(unknown["error"].is_object());
}

#[test]
fn a_checkout_or_an_edit_between_two_calls_is_seen() {
    let world = World::with_memory();
    world.git("switch -q -c other").ok();
    let id = add(&world, "One queue for mail");
    world.git("commit -q -m Decide").ok();
    let mut client = Client::new(&world);
    let words = json!({"words": "mail queue"});
    let found = client.data("memory_recall", &words);
    assert_eq!(found["hits"][0]["id"], id.as_str());
    world.git("switch -q -").ok();
    let found = client.data("memory_recall", &words);
    assert_eq!(found["hits"], json!([]));
    fs::write(
        world.here.join("memory/notes.md"),
        "# Queues of mail\n\nBy hand.\n",
    )
    .unwrap();
    let found = client.data("memory_recall", &words);
    assert_eq!(found["hits"][0]["record_path"], "memory/notes.md");
}

#[test]
fn another_repository_is_asked_where_a_call_names_it() {
    let world = World::with_memory();
    let other = World::with_memory();
    add(&other, "One queue for mail");
    let mut client = Client::new(&world);
    let folder = other.here.to_str().unwrap();
    let there = client.data(
        "memory_recall",
        &json!({"words": "mail", "workspace": folder}),
    );
    assert_eq!(there["hits"][0]["title"], "One queue for mail");
    let here = client.data("memory_recall", &json!({"words": "mail", "workspace": ""}));
    assert_eq!(here["hits"], json!([]));
    let failure = client.failure(
        "memory_recall",
        &json!({"words": "x", "workspace": "/nowhere/at/all"}),
    );
    assert!(
        failure["message"].as_str().unwrap().contains("/nowhere"),
        "{failure}"
    );
}

#[test]
fn one_bad_message_ends_nothing() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    for bad in [
        &b"{ not json"[..],
        b"[]",
        b"{}",
        b"\xff\xfe\x00",
        br#"{"jsonrpc": "2.0", "id": 900, "method": "tools/call"}"#,
        br#"{"jsonrpc": "2.0", "id": 901, "method": "tools/call", "params": {"name": 7}}"#,
        br#"{"jsonrpc": "2.0", "id": 902, "method": "no/such/method"}"#,
        br#"{"jsonrpc": "2.0", "id": 903, "method": "tools/call", "params": {"name": "rm"}}"#,
        br#"{"jsonrpc": "2.0", "method": "notifications/unknown"}"#,
        br#"{"jsonrpc": "2.0", "id": 904, "method": "tools/call",
            "params": {"name": "memory_recall", "arguments": {"words": 7}}}"#,
    ] {
        client.say_bytes(bad);
    }
    let index = client.data("memory_read", &json!({}));
    assert!(index["text"].is_string());
    assert_eq!(client.leave().0, 0);
}

#[test]
fn what_is_no_request_is_refused_under_its_own_id() {
    let call = |id, params| json!({"id": id, "method": "tools/call", "params": params});
    let world = World::with_memory();
    let mut client = Client::new(&world);
    for (message, code) in [
        (call(1, json!("memory_recall")), -32602),
        (
            call(2, json!({"name": "memory_read", "arguments": []})),
            -32602,
        ),
        (call(3, json!({})), -32602),
        (json!({"id": "four", "params": {}}), -32602),
        (json!({"id": 5, "method": "no/such/method"}), -32601),
    ] {
        let mut message = message;
        message["jsonrpc"] = json!("2.0");
        client.say(&message);
        let answer = client.hear();
        assert_eq!(answer["id"], message["id"], "{answer}");
        assert_eq!(answer["error"]["code"], code, "{message} {answer}");
    }
}

#[test]
fn the_answer_that_lists_the_tools_is_short() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let listed = client.ask("tools/list", &json!({}));
    assert!(listed.to_string().len() < 5000, "{listed}");
}

#[test]
fn half_a_character_in_a_message_is_read_as_none() {
    let world = World::with_memory();
    add(&world, "One queue for mail");
    let mut client = Client::new(&world);
    let call = r#"{"jsonrpc": "2.0", "id": 905, "method": "tools/call", "params":
        {"name": "memory_recall", "arguments": {"words": "mail HALF"}}}"#;
    let call = call.replace('\n', "");
    for half in [&br"\ud83d"[..], b"\xf0\x9f"] {
        let (before, after) = call.split_once("HALF").unwrap();
        client.say_bytes(&[before.as_bytes(), half, after.as_bytes()].concat());
        let answer = client.hear();
        assert_eq!(answer["id"], 905, "{answer}");
        assert_eq!(
            answer["result"]["structuredContent"]["hits"][0]["title"],
            "One queue for mail"
        );
    }
}

#[test]
fn a_broken_record_is_named_and_the_others_are_served() {
    let world = World::with_memory();
    add(&world, "One queue for mail");
    let broken = "memory/decisions/broken.md";
    world.write(broken, "---\nid: dec-7k3m9q\ntitle: [\n---\n");
    let mut client = Client::new(&world);
    let found = client.data("memory_recall", &json!({"words": "mail"}));
    assert_eq!(found["hits"][0]["title"], "One queue for mail");
    let context = client.data("workspace_get_context", &json!({}));
    has(&context["warnings"].to_string(), "broken.md");
    let failure = client.failure("memory_read", &json!({"id": broken}));
    assert_eq!(failure["code"], "unreadable-record");
    // Its name now has the id.
    let named = "memory/decisions/260101-broken-7k3m9q.md";
    fs::rename(world.here.join(broken), world.here.join(named)).unwrap();
    let failure = client.failure("memory_read", &json!({"id": "dec-7k3m9q"}));
    assert_eq!(failure["code"], "unreadable-record");
}

#[test]
fn a_step_that_was_found_is_read() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let step = json!({"run": "r", "step": "s", "title": "Walrus", "body": "Fed it."});
    client.data("memory_run", &step);
    let asked = json!({"words": "walrus", "private": true});
    let found = client.data("memory_recall", &asked)["hits"][0]["id"].clone();
    let read = client.data("memory_read", &json!({"id": found}));
    assert!(
        read["content"].as_str().unwrap().contains("Fed it."),
        "{read}"
    );
    let unknown = client.failure("memory_read", &json!({"id": "sum-nosuch"}));
    assert_eq!(unknown["code"], "unknown-record");
}

#[test]
fn a_record_is_changed_by_its_path() {
    let world = World::with_memory();
    let id = add(&world, "Use Postgres");
    let mut client = Client::new(&world);
    let path = client.data("memory_read", &json!({"id": id}))["record_path"].clone();
    let titled = json!({"id": path, "title": "Use Postgres 17"});
    client.data("memory_write", &titled);
    let now = client.data("memory_read", &json!({"id": id}));
    assert_eq!(now["title"], "Use Postgres 17");
    // White space around an id or a path is not part of it.
    for name in [format!(" {id}\n"), format!("{}\n", path.as_str().unwrap())] {
        let read = client.data("memory_read", &json!({"id": name}));
        assert_eq!(read["id"], id.as_str());
        let write = json!({"id": name, "tags": ["a"]});
        assert_eq!(client.data("memory_write", &write)["id"], id.as_str());
    }
}

#[test]
fn a_record_keeps_its_kind_and_never_replaces_itself() {
    let world = World::with_memory();
    let id = add(&world, "Use Postgres");
    let mut client = Client::new(&world);
    for (change, why) in [
        (
            json!({"id": id, "kind": "note", "body": "x"}),
            "is a decision",
        ),
        (
            json!({"supersedes": id, "kind": "note", "title": "Use MySQL", "body": "x"}),
            "own kind",
        ),
        (
            json!({"id": id, "supersedes": id, "title": "Use MySQL"}),
            "cannot replace itself",
        ),
    ] {
        let failure = client.failure("memory_write", &change);
        has(failure["message"].as_str().unwrap(), why);
    }
}

#[test]
fn a_page_without_an_id_is_refused_with_the_way_to_change_it() {
    let world = World::with_memory();
    world.write("memory/hand.md", "# By hand\n");
    let mut client = Client::new(&world);
    for (page, code, way) in [
        ("memory/hand.md", "no-id", "register it as a record"),
        ("memory/summary.md", "unknown-record", "edit the file"),
    ] {
        let failure = client.failure("memory_write", &json!({"id": page, "body": "x"}));
        assert_eq!(failure["code"], code, "{failure}");
        has(failure["hints"][0]["text"].as_str().unwrap(), way);
    }
}

#[test]
fn requests_run_side_by_side_and_a_cancelled_one_is_not_answered() {
    let world = World::with_memory();
    add(&world, "One queue for mail");
    let mut client = Client::new(&world);
    let call = json!({"name": "memory_recall", "arguments": {"words": "mail"}});
    let mut ids = Vec::new();
    for _ in 0..20 {
        ids.push(client.send("tools/call", &call));
    }
    let cancelled = client.send("tools/call", &call);
    client.say(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": cancelled, "reason": "enough"},
    }));
    while !ids.is_empty() {
        let answer = client.hear();
        let id = answer["id"].as_u64().unwrap();
        // It may have been done before it was cancelled.
        if id != cancelled {
            assert!(answer["result"].is_object(), "{answer}");
            let nth = ids.iter().position(|asked| *asked == id);
            ids.remove(nth.unwrap());
        }
    }
}

#[test]
fn more_requests_than_may_wait_are_all_answered() {
    let mut client = Client::new(&World::with_memory());
    let calls = 4 * limits::OPEN_REQUESTS;
    let sent: BTreeSet<u64> = (0..calls)
        .map(|_| client.send("ping", &json!({})))
        .collect();
    let answered = (0..calls).map(|_| client.hear()["id"].as_u64().unwrap());
    assert_eq!(answered.collect::<BTreeSet<u64>>(), sent);
}

#[test]
fn what_is_cancelled_before_it_began_is_not_done() {
    const CALLS: usize = 60;
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let (mut calls, mut cancels) = (String::new(), String::new());
    for id in 1000..1000 + CALLS {
        let arguments = json!({"kind": "note", "title": format!("Note {id}")});
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": "memory_write", "arguments": arguments}});
        calls.extend([format!("{call}\n")]);
        let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": {"requestId": id}});
        cancels.extend([format!("{cancel}\n")]);
    }
    client.say_bytes((calls + cancels.trim_end()).as_bytes());
    // The next call waits for those that had begun.
    client.data("memory_read", &json!({}));
    assert_eq!(client.leave().0, 0);
    let written = world.memory("list --json").json();
    let written = written["records"].as_array().unwrap().len();
    // Eight are worked on at once.
    assert!(written < CALLS / 2, "{written}");
    world.memory("check").ok();
}

#[test]
fn eight_clients_write_at_once_and_nothing_is_lost() {
    let world = World::with_memory();
    std::thread::scope(|scope| {
        for client in 0..8 {
            let world = &world;
            scope.spawn(move || {
                let mut own = Client::new(world);
                for nth in 0..5 {
                    let title = format!("Note {nth} of client {client}");
                    let note = json!({"kind": "note", "title": title});
                    own.data("memory_write", &note);
                }
            });
        }
    });
    assert_eq!(world.memory("list --count").ok().trim(), "40");
    world.memory("check").ok();
}

#[test]
fn a_client_that_goes_away_ends_the_server() {
    let world = World::with_memory();
    let client = Client::silent(&world);
    assert_eq!(client.leave(), (0, String::new()));
    let mut client = Client::new(&world);
    client.send(
        "tools/call",
        &json!({"name": "memory_read", "arguments": {}}),
    );
    let begun = Instant::now();
    assert_eq!(client.leave().0, 0);
    assert!(begun.elapsed() < Duration::from_secs(20));
}

/// The client that the SDK itself has.
#[test]
fn the_clients_of_the_sdk_are_understood() {
    use rmcp::ServiceExt;
    use rmcp::model::CallToolRequestParams;
    use rmcp::transport::TokioChildProcess;

    let world = World::with_memory();
    add(&world, "One queue for mail");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut command = world.command(common::BINARY);
        command.arg("mcp");
        let server = TokioChildProcess::new(tokio::process::Command::from(command)).unwrap();
        let client = ().serve(server).await.unwrap();
        let tools = client.list_all_tools().await.unwrap();
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
        assert_eq!(
            names,
            [
                "workspace_get_context",
                "memory_recall",
                "memory_read",
                "memory_write",
                "memory_run",
                "memory_check_path"
            ]
        );
        let arguments = json!({"words": "mail"}).as_object().unwrap().clone();
        let call = CallToolRequestParams::new("memory_recall").with_arguments(arguments);
        let result = client.call_tool(call).await.unwrap();
        let data = result.structured_content.unwrap();
        assert_eq!(data["hits"][0]["title"], "One queue for mail");
        assert_eq!(client.list_all_resources().await.unwrap().len(), 4);
        client.cancel().await.unwrap();
    });
}

#[test]
fn a_record_of_an_agent_says_so() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    for title in ["Use SQLite", "Use Rust"] {
        let call = json!({"kind": "decision", "title": title,
            "parts": {"decision": "So.", "rationale": "x"}});
        let written = client.data("memory_write", &call);
        assert!(written.get("proposed").is_none(), "{written}");
    }
    add(&world, "Decided by a person");
    let listed = world.memory("list --source agent --json").json();
    let listed = listed["records"].as_array().unwrap();
    assert_eq!(listed.len(), 2);
    for record in listed {
        assert_eq!(record["source"], "agent");
        assert_eq!(record["more"]["agent"], "test");
        assert_eq!(record["more"]["session"], listed[0]["more"]["session"]);
        assert_eq!(record["status"], "active");
    }
    world.memory("list --source nobody").fails(129);
}

#[test]
fn a_page_and_a_summary_of_an_agent_say_so() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let topic = json!({"kind": "topic", "title": "deploy", "body": "Push to main."});
    client.data("memory_write", &topic);
    let by_agent = world.read("memory/topics/deploy.md");
    has(&by_agent, ["source: agent\n", "agent: test\n"]);
    let topic = "---\ntitle: Tests\nsource: manual\n---\nRun them.\n";
    world.write("memory/topics/tests.md", topic);
    let more = json!({"kind": "topic", "title": "tests", "body": "All.", "append": true});
    client.data("memory_write", &more);
    let text = world.read("memory/topics/tests.md");
    has(&text, "source: agent\n");
    ends(&text, "Run them.\n\nAll.\n");
    client.data(
        "memory_run",
        &json!({"run": "r", "step": "s", "title": "Done"}),
    );
    let entries = world.memory("summary list --json").json();
    assert_eq!(entries["entries"][0]["agent"], "test");
    assert!(world.memory("check").status == 0);
}

#[test]
fn a_text_that_an_agent_leaves_unchanged_keeps_its_writer() {
    let world = World::with_memory();
    world
        .memory("add-lesson --id les-mmmmmm 'By hand' --cause Haste")
        .ok();
    let before = world.memory("show les-mmmmmm").ok();
    let mut client = Client::new(&world);
    client.data("memory_write", &json!({"id": "les-mmmmmm"}));
    let same = json!({"id": "les-mmmmmm", "title": "By hand"});
    client.data("memory_write", &same);
    assert_eq!(world.memory("show les-mmmmmm").ok(), before);
}

#[test]
fn parts_have_the_names_under_which_they_are_reported_as_missing() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let call = json!({"kind": "decision", "title": "Use tabs", "parts": {"Decision": "Tabs."}});
    let decision = client.data("memory_write", &call);
    assert_eq!(decision["lacks"], json!(["Rationale"]), "{decision}");
}

#[test]
fn a_team_may_ask_that_agents_propose() {
    let world = World::with_memory();
    let old = add(&world, "Use Postgres");
    world.write("memory/config.yaml", "agentsPropose: true\n");
    let mut client = Client::new(&world);
    let call = json!({"kind": "decision", "title": "Use SQLite",
        "parts": {"decision": "SQLite.", "rationale": "One file."}});
    let written = client.data("memory_write", &call);
    assert_eq!(written["proposed"], true);
    let id = written["id"].as_str().unwrap().to_owned();
    let shown = world.memory(["show", &id, "--json"]).json();
    assert_eq!(shown["status"], "proposed");
    let review = world.memory("review").ok();
    assert!(review.contains("proposed by an agent (test)"), "{review}");
    for refused in [
        json!({"kind": "decision", "title": "Use Redis", "status": "active",
            "parts": {"decision": "Redis.", "rationale": "Fast."}}),
        json!({"id": id, "status": "active"}),
        json!({"id": old, "status": "rejected"}),
        // An active record is protected in its text, too.
        json!({"id": old, "title": "Use MySQL"}),
        json!({"id": old, "parts": {"decision": "MySQL."}}),
        json!({"id": old, "paths": ["src/**"]}),
        json!({"supersedes": old, "title": "Use MySQL",
            "parts": {"decision": "MySQL.", "rationale": "Known."}}),
    ] {
        let error = client.failure("memory_write", &refused);
        let message = error["message"].as_str().unwrap();
        assert!(
            message.contains("agents can only propose here"),
            "{refused} {message}"
        );
    }
    // Its own proposal an agent may put in other words.
    client.data("memory_write", &json!({"id": id, "title": "Use SQLite 3"}));
    // A kind without proposals decides nothing.
    let lesson = json!({"kind": "lesson", "title": "Test first", "body": "It broke."});
    assert!(
        client
            .data("memory_write", &lesson)
            .get("proposed")
            .is_none()
    );
    world.memory(["set", &id, "status=active"]).ok();
    // A record that an agent adds in a shell is a proposal, too, if it names its source.
    let typed = ["add-decision", "Use files", "--source", "agent", "--json"];
    let typed = world.memory(typed).json()["id"].clone();
    let typed = world
        .memory(["show", typed.as_str().unwrap(), "--json"])
        .json();
    assert_eq!(typed["status"], "proposed");
    let replace = [
        "supersede",
        &old,
        "--title",
        "Use files",
        "--source",
        "agent",
    ];
    let said = world.memory(replace).fails(128);
    has(&said, "agents can only propose here");
    // A person lifts it, not the clone's own settings.
    world.git("config memory.agentsPropose false").ok();
    client.failure("memory_write", &json!({"id": id, "status": "rejected"}));
    world.commit("Agents propose");
    // Any tool may edit the file; it counts once a person has committed that.
    world.write("memory/config.yaml", "agentsPropose: false\n");
    client.failure("memory_write", &json!({"id": id, "status": "rejected"}));
    std::fs::remove_file(world.here.join("memory/config.yaml")).unwrap();
    client.failure("memory_write", &json!({"id": id, "status": "rejected"}));
    world.commit("They decide");
    client.data("memory_write", &json!({"id": id, "status": "rejected"}));
}

#[test]
fn an_empty_text_changes_nothing_of_a_record() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let call = json!({"kind": "decision", "title": "Use SQLite", "description": "One file.",
        "tags": ["db"], "parts": {"decision": "SQLite.", "rationale": "One file."}});
    let id = client.data("memory_write", &call)["id"].clone();
    let show = ["show", id.as_str().unwrap(), "--json"];
    let before = world.memory(show).json();
    // Models that have to fill in every argument send this.
    let edit = json!({"id": id, "title": "Use SQLite 3", "kind": "", "body": "", "description": "",
        "category": "", "scope": "", "status": "", "supersedes": "", "blob": "", "tags": [],
        "paths": [], "parts": {"rationale": " "}});
    client.data("memory_write", &edit);
    let after = world.memory(show).json();
    assert_eq!(after["title"], "Use SQLite 3");
    for key in ["description", "tags", "category", "body"] {
        assert_eq!(after[key], before[key], "{key}");
    }
}

#[test]
fn an_empty_text_for_a_topic_is_refused() {
    let world = World::with_memory();
    let mut client = Client::new(&world);
    let page = json!({"kind": "topic", "title": "mail", "body": "One queue."});
    client.data("memory_write", &page);
    let empty = json!({"kind": "topic", "title": "mail", "body": ""});
    let error = client.failure("memory_write", &empty);
    has(error["message"].as_str().unwrap(), "'body'");
    has(&world.memory("topic read mail").ok(), "One queue.");
}

/// A day with an agent, from the first session to the second.
#[test]
fn a_working_day() {
    let world = World::with_memory();
    world.memory("hooks install").ok();
    world.write("src/upload.rs", "fn upload() {}\n");
    let guidance = [
        "add-decision",
        "Uploads are retried with jitter",
        "--path",
        "src/upload.rs",
    ];
    world
        .memory([&guidance[..], &["--rationale", "All came back at once."]].concat())
        .ok();
    world.commit("Uploads");
    let transcript = world.root().join("transcript.jsonl");
    let hook = |event: &str, more: Value| {
        let mut input = json!({"session_id": "day", "transcript_path": transcript,
            "cwd": world.here});
        for (key, value) in more.as_object().unwrap() {
            input[key] = value.clone();
        }
        let answer = world.memory_with(["hook", event, "--agent", "claude"], &input.to_string());
        assert_eq!(answer.err, "", "{event}");
        answer.ok()
    };
    let log = |lines: &[Value]| {
        let mut text = fs::read_to_string(&transcript).unwrap_or_default();
        for line in lines {
            text.extend([&line.to_string(), "\n"]);
        }
        fs::write(&transcript, text).unwrap();
    };
    let says = |text: &str| json!({"type": "user", "message": {"role": "user", "content": text}});
    let calls = |id: &str, tool: &str, input: Value| {
        json!({"type": "assistant", "message": {"role": "assistant", "content": [
            {"type": "tool_use", "id": id, "name": tool, "input": input}]}})
    };
    let gets = |id: &str, text: &str| {
        json!({"type": "user", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": id, "content": text}]}})
    };

    // The morning: the session begins with memory, and a prompt needs no more of it.
    let pack = hook("session-start", json!({"source": "startup"}));
    assert!(pack.contains("Uploads are retried with jitter"), "{pack}");
    let ask = "how are uploads retried";
    log(&[says(ask)]);
    let told = hook("user-prompt", json!({"prompt": ask}));
    assert!(told.contains("All came back at once"), "{told}");
    let mut client = Client::new(&world);
    let found = client.data("memory_recall", &json!({"words": ask}));
    assert_eq!(found["hits"][0]["title"], "Uploads are retried with jitter");

    // The policy denies the call, and the context has the records about the file.
    let denied = hook(
        "pre-tool-use",
        json!({"tool_name": "Write", "tool_input": {"file_path": ".git/config", "content": "x"}}),
    );
    has(&denied, "\"permissionDecision\":\"deny\"");
    let edit = json!({"file_path": world.here.join("src/upload.rs"), "content": "fn retry() {}\n"});
    assert_eq!(
        hook(
            "pre-tool-use",
            json!({"tool_name": "Write", "tool_input": edit})
        ),
        ""
    );
    world.write("src/upload.rs", "fn retry() {}\n");
    log(&[calls("1", "Write", edit), gets("1", "ok")]);

    // A decision over MCP is committed with the code, through the hooks.
    let decided = client.data(
        "memory_write",
        &json!({"kind": "decision", "title": "Give up after five tries", "paths": ["src/**"],
            "parts": {"decision": "Five.", "rationale": "The queue filled up."}}),
    );
    let id = decided["id"].as_str().unwrap();
    world.git("switch -q -c retries").ok();
    world.git("commit -q -am 'Retry uploads'").ok();
    let commit = world.git("log -1 '--format=[retries %h] %s'").ok();
    log(&[
        calls(
            "2",
            "Bash",
            json!({"command": "git commit -qam 'Retry uploads'"}),
        ),
        gets("2", &commit),
    ]);
    // The running server sees the branch that is checked out.
    world.git("switch -q main").ok();
    client.failure("memory_read", &json!({"id": id}));
    world.git("switch -q retries").ok();
    assert_eq!(client.data("memory_read", &json!({"id": id}))["id"], id);

    // Noon: a compaction; the session may hear again what it has lost.
    assert_eq!(hook("user-prompt", json!({"prompt": ask})), "");
    assert_eq!(
        hook(
            "session-end",
            json!({"hook_event_name": "PreCompact", "trigger": "auto"})
        ),
        ""
    );
    hook("session-start", json!({"source": "compact"}));
    let told = hook("user-prompt", json!({"prompt": ask}));
    assert!(told.contains("All came back at once"), "{told}");

    // The evening: the session ends, and leaves what is to be done.
    let todos = json!({"todos": [{"content": "tell the operators", "status": "pending"}]});
    log(&[
        says("that is enough for today"),
        calls("3", "TodoWrite", todos),
    ]);
    assert_eq!(hook("session-end", json!({"reason": "other"})), "");
    assert_eq!(client.leave().0, 0);
    let entries = world.memory("summary list --json").json();
    let titles: Vec<&str> = entries["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles, ["that is enough for today", ask]);

    // The next morning.
    let pack = hook(
        "session-start",
        json!({"session_id": "next", "source": "startup"}),
    );
    assert!(pack.contains("tell the operators"), "{pack}");
    assert!(pack.contains("Give up after five tries"), "{pack}");
    let brief = hook("subagent-start", json!({"session_id": "next"}));
    assert!(brief.contains("tell the operators"), "{brief}");
}
