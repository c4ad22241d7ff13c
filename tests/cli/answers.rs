//! Every JSON answer matches its schema, without additional keys.
#![allow(clippy::panic, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;

use git_memory_app::wire::error_schema;
use git_memory_cli::commands::answers;

use crate::common::{BINARY, World, token};

/// Forbids every key that a schema does not name.
fn closed(mut schema: Value) -> Value {
    close(&mut schema);
    schema
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(keys) => {
            let is_split = keys.contains_key("properties") && keys.contains_key("oneOf");
            for (key, value) in keys.iter_mut() {
                // The choices of a split object each know only their own keys.
                if !(is_split && key == "oneOf") {
                    close(value);
                }
            }
            if is_split {
                keys.insert("unevaluatedProperties".to_owned(), Value::Bool(false));
            } else if keys.contains_key("properties") && !keys.contains_key("additionalProperties")
            {
                keys.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

#[track_caller]
fn assert_valid(schema: Value, out: &str, command: &str) {
    let validator = jsonschema::draft202012::new(&closed(schema)).unwrap();
    let document: Value =
        serde_json::from_str(out).unwrap_or_else(|error| panic!("{command}: {error}\n{out}"));
    let errors: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{command}: {errors:?}\n{out}");
}

struct Checked {
    world: World,
    seen: Vec<&'static str>,
}

impl Checked {
    /// Runs a command with `--json`; its answer has to fit the schema of the row `command`.
    #[track_caller]
    fn run(&mut self, command: &'static str, arguments: &[&str]) -> Value {
        self.with_input(command, arguments, "")
    }

    #[track_caller]
    fn with_input(&mut self, command: &'static str, arguments: &[&str], input: &str) -> Value {
        let row = answers().find(|row| row.command == command).unwrap();
        let arguments = ["--json"].iter().chain(arguments);
        let answer = self.world.memory_with(arguments, input);
        assert!(answer.status <= 1, "{command}: {}", answer.err);
        assert_valid((row.schema)().to_value(), &answer.out, command);
        self.seen.push(command);
        serde_json::from_str(&answer.out).unwrap()
    }
}

/// Checks the first line of a server.
fn serve(checked: &mut Checked) {
    let mut command = checked.world.command(BINARY);
    command.args(["serve", "--port", "0", "--json"]);
    let mut server = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let output = server.stdout.take().unwrap();
    BufReader::new(output).read_line(&mut line).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    let row = answers().find(|row| row.command == "serve").unwrap();
    assert_valid((row.schema)().to_value(), &line, "serve");
    checked.seen.push("serve");
}

fn id(answer: &Value) -> String {
    answer["id"].as_str().unwrap().to_owned()
}

#[test]
fn each_command_answers_as_its_schema_says() {
    let world = World::new();
    world.write("code.txt", "one\n");
    world.bare("../remote.git");
    let mut checked = Checked {
        world,
        seen: Vec::new(),
    };
    records(&mut checked);
    private(&mut checked);
    care(&mut checked);
    serve(&mut checked);
    let mut missing: Vec<&str> = answers().map(|row| row.command).collect();
    missing.retain(|command| !checked.seen.contains(command));
    assert!(missing.is_empty(), "no test of {missing:?}");
}

fn user_memory(checked: &mut Checked) {
    checked.run("user write", &["user", "write", "MEMORY", "# Mine\n"]);
    checked.run(
        "user write",
        &["user", "write", "MEMORY", "Ours", "--replace"],
    );
    checked.run("user log", &["user", "log"]);
    checked.run("user restore", &["user", "restore", "MEMORY", "1"]);
    checked.run("user list", &["user", "list"]);
    checked.run("user read", &["user", "read"]);
    checked.run("user path", &["user", "path"]);
}

fn records(checked: &mut Checked) {
    checked.run("init", &["init"]);
    let decision = [
        "add-decision",
        "Use one queue for all mail",
        "--path",
        "code.txt",
    ];
    let old = id(&checked.run("add", &decision));
    checked.run("add", &["add-lesson", "Warm the cache", "--private"]);
    checked.world.write("memory/notes/hand.md", "# By hand\n");
    checked.run("adopt", &["adopt"]);
    checked.run("list", &["list"]);
    checked.run("suggest", &["suggest"]);
    checked.world.write("lines.txt", "one\n");
    checked.world.git("add lines.txt").ok();
    checked.world.git("commit -q -m Lines -- lines.txt").ok();
    checked.run("blame", &["blame", "lines.txt"]);
    checked.run("status", &["status"]);
    checked.run("list --count", &["list", "--count"]);
    checked.run("incoming", &["incoming", "HEAD"]);
    checked.run("show", &["show", &old]);
    checked.run("show", &["show", &old, "--followers"]);
    checked.run("show --trust", &["show", &old, "--trust"]);
    checked.run("show --files", &["show", &old, "--files"]);
    {
        let source = "pub struct Queue;\nimpl Queue { fn push() {} }\n";
        checked.world.write("queue.rs", source);
        checked.world.git("add queue.rs").ok();
        checked.run("map", &["map", "--decisions"]);
    }
    checked.run("set", &["set", &old, "tags=mail"]);
    let section = ["edit", &old, "--section", "Related", "--text", "None."];
    checked.run("edit", &section);
    checked.world.git("add -A").ok();
    checked.world.git("commit -q -m Begin").ok();
    let new = checked.run("supersede", &["supersede", &old, "Use two queues for mail"]);
    checked.run("recall", &["recall", "queue mail zzz", "--explain"]);
    checked.run("related", &["related", &id(&new)]);
    checked.run("related --graph", &["related", &id(&new), "--graph"]);
    let outcome = [
        "feedback",
        "--outcome",
        "helpful",
        "--id",
        &old,
        "--",
        "queue",
    ];
    checked.run("feedback", &outcome);
    checked.run("why", &["why", "code.txt", "--all"]);
    checked.run("diff", &["diff"]);
    checked.run("log", &["log", "-p"]);
    checked.run("log --graph", &["log", "--graph"]);
    checked.run("context", &["context"]);
    checked.run("briefing", &["briefing"]);
    checked.run(
        "get-context",
        &["get-context", "--topics", "decisions,overview"],
    );
    let open = id(&checked.run("add", &["add-loop", "Who owns the queue"]));
    checked.run("close", &["close", &open]);
    checked.run(
        "topic write",
        &["topic", "write", "mail", "# Mail\n\nText.\n"],
    );
    checked.run("topic list", &["topic", "list"]);
    checked.run("topic read", &["topic", "read", "mail"]);
    let new = ["topic", "write", "mail", "New.", "--replace"];
    checked.run("topic write", &new);
    checked.run("topic log", &["topic", "log", "mail"]);
    checked.run("topic restore", &["topic", "restore", "mail"]);
    let document = checked.run("export", &["export", "--format", "json"]);
    checked.run("export okf", &["export", "okf", "../bundle"]);
    checked.run("site", &["site", "../site"]);
    checked.run("import", &["import", "okf", "../bundle", "--dry-run"]);
    let again = ["import", "json", "-"];
    checked.with_input("import", &again, &document.to_string());
    let decision = "# A\n\n- Status: Odd\n\n## Decision\n\nSo it is.\n";
    checked.world.write("adr/0001-a.md", decision);
    checked.run("import adr", &["import", "adr", "adr"]);
    let said = r#"{"type": "user", "message": {"role": "user", "content": "Do it"}}"#;
    checked.world.write("old/one.jsonl", said);
    checked.run("import transcripts", &["import", "transcripts", "old"]);
    checked.world.write("AGENTS.md", "# Ours\n\nDo it.\n");
    checked.run("import", &["import", "agents-md", "AGENTS.md"]);
    checked.world.write("AGENTS.md", "# Ours\n\nDo that.\n");
    checked.run("import", &["import", "agents-md", "AGENTS.md"]);
    let memories = r#"[{"id": "a", "memory": "Tests need Redis"}]"#;
    checked.with_input("import", &["import", "mem0", "-"], memories);
    checked.run("clear", &["clear", &open, "--yes"]);
    checked.run("review", &["review"]);
    checks_of_code(checked);
    checked.run("backtest", &["backtest"]);
    checked.run("review --conflicts", &["review", "--conflicts"]);
    user_memory(checked);
    models(checked);
}

fn checks_of_code(checked: &mut Checked) {
    let checks = "checks:\n- forbid: two\n";
    checked
        .world
        .record("decisions/dec-zzzzzz", "Count to one", checks, "So it is.");
    checked.world.commit("Decide");
    checked.world.write("code.txt", "two\n");
    checked.world.commit("Break it");
    checked.run("verify", &["verify"]);
    checked.run("pr", &["pr", "HEAD~1..HEAD"]);
    checked.run("verify --bisect", &["verify", "--bisect", "dec-zzzzzz"]);
}

fn models(checked: &mut Checked) {
    super::meaning::write_model(&checked.world);
    checked.run("model add", &["model", "add", "../tiny"]);
    checked.run("model list", &["model", "list"]);
    checked.run("index", &["index"]);
    checked.run("recall", &["recall", "letters"]);
    checked.run("model use", &["model", "use", "tiny"]);
    checked.run("model remove", &["model", "remove", "tiny"]);
}

fn private(checked: &mut Checked) {
    for (step, status) in [("a", "ok"), ("b", "failed"), ("c", "ok"), ("d", "started")] {
        let step = [
            "summary", "append", "--run", "r1", "--step", step, "--agent", "x", "--status", status,
            "--title", "Did it",
        ];
        checked.run("summary append", &step);
    }
    let entries = checked.run("summary list", &["summary", "list"]);
    let last = id(&entries["entries"][1]);
    checked.run("summary publish", &["summary", "publish", &last]);
    checked.run("summary forget", &["summary", "forget", &last]);
    checked.run("summary gc --expunge", &["summary", "gc", "--expunge"]);
    let entry = id(&entries["entries"][0]);
    checked.run("summary show", &["summary", "show", &entry]);
    checked.run("summary latest", &["summary", "latest"]);
    checked.run("runs", &["runs"]);
    let plan = "summary append --run r1 --step 9 --status planned";
    checked.world.memory(plan).ok();
    checked.run("runs next", &["runs", "next", "r1", "--agent", "a"]);
    checked.run("summary compact", &["summary", "compact", "--keep", "1"]);
    let world = &checked.world;
    world.git("checkout -q -b side").ok();
    world.git("commit -q --allow-empty -m Aside").ok();
    let note = ["add-note", "It was late", "--commit", "HEAD"];
    checked.run("add note --commit", &note);
    checked.run("notes", &["notes"]);
    checked.world.memory("add-note Here --private").ok();
    checked.world.git("checkout -q main").ok();
    checked.run("summary fold", &["summary", "fold", "side"]);
    checked.world.git("branch -q -D side").ok();
    checked.run("notes --orphans", &["notes", "--orphans"]);
    checked.run("notes reattach", &["notes", "reattach"]);
    checked.run("summary gc", &["summary", "gc", "--drop"]);
    checked.run("sync", &["sync", "../remote.git"]);
    checked.run("subscribe", &["subscribe"]);
}

fn care(checked: &mut Checked) {
    checked.run("identity", &["identity"]);
    checked.run("config", &["config", "--list"]);
    checked.run("refresh", &["refresh"]);
    checked.run("policy show", &["policy", "show"]);
    checked.run("policy check", &["policy", "check", ".git", "code.txt"]);
    checked.run("policy path", &["policy", "path"]);
    checked
        .world
        .write("memory/decisions/odd.md", "no front matter\n");
    checked.run("check", &["check"]);
    checked.run("doctor", &["doctor"]);
    checked.run("install-man", &["install-man"]);
    checked.run("hooks", &["hooks", "status"]);
    for words in [
        &["install"][..],
        &["install", "claude", "cursor", "--print"],
        &["install", "claude", "codex", "windsurf"],
        &["status"],
        &["uninstall", "claude"],
    ] {
        checked.run("agents", &[&["agents"], words].concat());
    }
    checked.world.git("clean -fdxq").ok();
    checked
        .world
        .write("memory/rules/tests.md", "# Tests\n\nRun them.\n");
    checked.run("rules build", &["rules", "build"]);
    let long = format!("<!-- budget: 1 line -->\n{}", "A rule.\n".repeat(9));
    checked.world.write("memory/rules/long.md", long);
    checked.run("rules check", &["rules", "check"]);
    checked
        .world
        .write("memory/leak.txt", format!("key = {}\n", token()));
    let found = checked.run("scan", &["scan"]);
    let fingerprint = found["findings"][0]["fingerprint"].as_str().unwrap();
    let allow = ["scan", "--allow", fingerprint, "--reason", "a test"];
    checked.run("scan --allow", &allow);
}

#[test]
fn a_failure_answers_as_its_schema_says() {
    let world = World::with_memory();
    let (id, _) = world.decision("Use one queue");
    let supersede = format!("superseded_by={id}");
    for arguments in [
        vec!["show", "dec-zzzzzz"],
        vec!["set", &id, &supersede],
        vec!["--wrong"],
        vec!["clear", &id],
    ] {
        let answer = world.memory(arguments.iter().chain(&["--json"]));
        assert!(answer.status > 1, "{arguments:?}");
        assert_valid(error_schema().to_value(), &answer.out, arguments[0]);
    }
}
