//! A scripted session, and what is looked at in it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::agents::{Call, Real};
use crate::common::{BINARY, World};
use crate::model::{Heard, Model};

pub const PROMPT: &str = "How do we retry uploads with jitter?";
const TITLE: &str = "Retry uploads with jitter";
const BODY: &str =
    "The servers came down together, so each client waits a little longer than it must.";
const QUEUE: &str = "Keep the queue in one file";
const MAIL: &str = "Send mail through one address";
/// How long a session may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// Files that the sessions change, for `git status`.
const PROJECT: [&str; 5] = ["--", ".", ":!src", ":!memory", ":!fixed"];
const CHECK: &str = "make all";

/// A call of a hook: its event, what the agent told it, and what it answered.
pub struct Called {
    pub event: String,
    pub input: String,
    pub answer: Value,
}

/// A fresh clone of a repository with memory, a program `make` that fails until there is a file
/// `fixed`, and `git-memory` as agents find it: it writes down what its hooks are told and answer.
pub fn world() -> World {
    let mut world = World::with_memory();
    world.memory(["init", "--rules"]).ok();
    let records = [
        (TITLE, "src/upload.rs"),
        (QUEUE, "src/queue.rs"),
        (MAIL, "src/mail.rs"),
    ];
    for (title, file) in records {
        let text = format!("## Decision\n\n{title}.\n\n## Rationale\n\n{BODY}\n");
        let add = ["add-decision", title, "--path", file, "--body-file", "-"];
        world.memory_with(add, &text).ok();
        world.write(file, "fn one() {}\n");
    }
    world.memory(["rules", "build"]).ok();
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Remember"]).ok();
    let clone = world.root().join("clone");
    world
        .git(["clone", "-q", ".", clone.to_str().unwrap()])
        .ok();
    world.at(&clone);
    script(&world, "make", "test -e fixed");
    let folder = world.root().join("hooks");
    fs::create_dir_all(&folder).unwrap();
    let file = format!("'{}'/$(date +%s%N)-$2", folder.display());
    let line = format!(
        "case \"$*\" in hook*--agent*) ;; *) exec {BINARY} \"$@\" ;; esac\n\
         file={file}\ncat >\"$file.in\"\n{BINARY} \"$@\" <\"$file.in\" >\"$file.out\"\n\
         status=$?\ncat \"$file.out\"\nexit $status"
    );
    script(&world, "git-memory", &line);
    world
}

fn script(world: &World, name: &str, lines: &str) {
    let file = world.root().join("bin").join(name);
    let _ = fs::remove_file(&file);
    fs::write(&file, format!("#!/bin/sh\n{lines}\n")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Runs the program of an agent; true where it ended well, and in time.
pub fn run(real: &Real, program: &Path, world: &World, port: u16, arguments: &[String]) -> bool {
    let outer = std::env::var("PATH").unwrap();
    let log = fs::File::create(world.root().join("run.log")).unwrap();
    let mut command: Command = world.command(program);
    command.args(arguments).stdin(Stdio::null());
    command.stdout(log.try_clone().unwrap()).stderr(log);
    command.env("PATH", format!("{}:{outer}", world.path()));
    for (name, value) in real.variables {
        command.env(name, value.replace("PORT", &port.to_string()));
    }
    ends(command.spawn().unwrap())
}

fn ends(mut child: Child) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().unwrap() {
            return status.success();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}

/// The calls of hooks, in order.
pub fn called(world: &World) -> Vec<Called> {
    let folder = world.root().join("hooks");
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        files.push(entry.unwrap().path());
    }
    files.retain(|file| file.extension().is_some_and(|end| end == "in"));
    files.sort();
    let mut calls = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let answer = fs::read_to_string(file.with_extension("out")).unwrap_or_default();
        calls.push(Called {
            event: name.split_once('-').unwrap().1.to_owned(),
            input: fs::read_to_string(&file).unwrap(),
            answer: serde_json::from_str(&answer).unwrap_or_default(),
        });
    }
    calls
}

impl Called {
    /// What the agent was told.
    fn told(&self) -> Option<&str> {
        let specific = &self.answer["hookSpecificOutput"]["additionalContext"];
        let plain = &self.answer["additionalContext"];
        specific.as_str().or(plain.as_str())
    }

    fn is_denial(&self) -> bool {
        self.answer.to_string().contains("\"deny\"")
    }
}

/// True if what a hook told of this event, where its input has a word, reached the model.
fn reached(calls: &[Called], event: &str, word: &str, heard: &Heard) -> bool {
    let mut of_event = calls
        .iter()
        .filter(|it| it.event == event && it.input.contains(word));
    of_event.any(|call| call.told().is_some_and(|told| heard.has(told.trim())))
}

/// The turns of the first session.
pub fn turns(real: &Real, world: &World) -> Vec<Value> {
    let mut turns = Vec::new();
    let mut then = |call: &Call| turns.extend((real.calls)(world, call));
    then(&Call::Edit(
        "src/queue.rs",
        "fn one() {}",
        "fn one() { retry() }",
    ));
    then(&Call::Shell("sed -i s/one/two/ src/mail.rs"));
    then(&Call::Shell(CHECK));
    then(&Call::Shell(
        "git commit -qam 'Retry uploads' && git log --oneline -1",
    ));
    then(&Call::Shell(
        "git memory add-lesson 'Servers come down together'",
    ));
    then(&Call::Recall("queue"));
    turns.push(json!([{"say": "Uploads wait a little now."}]));
    turns
}

/// The texts of all entries of the work log, the newest first.
fn log(world: &World) -> Vec<String> {
    let list = world.memory(["summary", "list", "--json"]).json();
    let mut log = Vec::new();
    for entry in list["entries"].as_array().unwrap() {
        log.push(
            world
                .memory(["summary", "show", entry["id"].as_str().unwrap()])
                .ok(),
        );
    }
    log
}

/// Plays the sessions of an agent; gives the checks with what came of them, `None` where the program
/// does not have the moment.
pub fn play(real: &Real, program: &Path, model: &Model) -> Vec<(&'static str, Option<bool>)> {
    let world = world();
    (real.configure)(&world, model.port);
    let status = || {
        world
            .git(["status", "--porcelain"].iter().chain(&PROJECT))
            .ok()
    };
    let before = status();
    world.memory(["agents", "install", real.agent]).ok();
    let mut rows = Vec::new();
    let mut row = |check: &'static str, is_so: bool| {
        let result = (!real.lacks.contains(&check)).then_some(is_so);
        rows.push((check, result));
    };

    model.turns(&turns(real, &world));
    let has_ended = run(real, program, &world, model.port, &(real.ask)(PROMPT));
    let (heard, calls) = (model.heard(), called(&world));
    row("runs", has_ended && heard.has("Servers come down together"));
    let rules = fs::read_to_string(world.here.join("AGENTS.md")).unwrap();
    let rule = rules
        .lines()
        .find(|line| line.starts_with("- "))
        .unwrap_or("no rule");
    row("rules", heard.has(rule));
    let pack = calls
        .iter()
        .find(|call| call.event == "session-start")
        .and_then(Called::told);
    row(
        "pack at first",
        pack.is_some_and(|pack| heard.begins_with(pack.trim())),
    );
    row("prompt", reached(&calls, "user-prompt", "", &heard));
    row(
        "before an edit",
        reached(&calls, "pre-tool-use", "queue.rs", &heard),
    );
    row(
        "before a shell's edit",
        reached(&calls, "pre-tool-use", "sed -i", &heard),
    );
    row("MCP call", heard.has("\"hits\"") || heard.has("dec-"));
    row("nothing denied", !calls.iter().any(Called::is_denial));

    let log_of_first = log(&world);
    let said = log_of_first.first().cloned().unwrap_or_default();
    let parts = [
        &format!("asked: {PROMPT}"),
        "recorded memory/lessons/",
        "src/queue.rs",
        "src/mail.rs",
        "`make all` fails",
    ];
    let has_all = parts.iter().all(|part| said.contains(*part));
    row(
        "end",
        log_of_first.len() == 1 && has_all && said.matches("asked: ").count() == 1,
    );

    row(
        "last words",
        said.contains("said: Uploads wait a little now."),
    );

    if let Some(compact) = real.compact {
        model.turns(&[]);
        let words: Vec<String> = compact.iter().map(ToString::to_string).collect();
        run(real, program, &world, model.port, &words);
    }
    let is_compaction =
        |call: &Called| call.input.contains("Compact") || call.input.contains("Compress");
    let is_heard = called(&world).iter().any(is_compaction);
    row("compaction", is_heard && log(&world).len() == 1);

    // A file that agents keep for themselves, one in a temporary folder, and one that is nobody's.
    let own = real
        .own
        .iter()
        .map(|file| world.root().join("home").join(file));
    let mut free: Vec<PathBuf> = own.collect();
    free.push(world.root().join("tmp/notes.md"));
    let known = called(&world).len();
    let mut wanted = Vec::new();
    for file in &free {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        wanted.extend((real.calls)(&world, &Call::Write(file.to_str().unwrap())));
    }
    wanted.extend((real.calls)(
        &world,
        &Call::Shell("cat .git/HEAD > ../out.log"),
    ));
    wanted.extend((real.calls)(
        &world,
        &Call::Shell("touch fixed && make all"),
    ));
    wanted.extend((real.calls)(&world, &Call::Write(".git/hooks/own")));
    model.turns(&wanted);
    run(
        real,
        program,
        &world,
        model.port,
        &(real.ask)("Tidy up and build"),
    );
    let (heard, calls) = (model.heard(), called(&world));
    row("follow-up", heard.begins_with("`make all` fails"));
    let denied: Vec<&Called> = calls[known..]
        .iter()
        .filter(|call| call.is_denial())
        .collect();
    let is_only_git = denied
        .iter()
        .all(|call| call.input.contains(".git/hooks/own"));
    // Some have rules of their own for files elsewhere: that none of ours stands in the way is enough.
    row("own folders are free", is_only_git);
    let is_denied = denied
        .iter()
        .any(|call| call.input.contains(".git/hooks/own"));
    let is_told = heard.has("git-folder") && !world.has(".git/hooks/own");
    row("denial", is_denied && is_told);
    let closed = log(&world).first().cloned().unwrap_or_default();
    row("follow-up done", closed.contains("- [x] `make all` fails"));

    world.memory(["agents", "uninstall", real.agent]).ok();
    row("uninstall", status() == before);
    rows
}
