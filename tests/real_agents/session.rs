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
/// Maximum duration of a session.
const PATIENCE: Duration = Duration::from_mins(2);
/// A file of git's that no tool may write.
const OF_GIT: &str = ".git/hooks/own";
/// Files that the sessions change, for `git status`.
const PROJECT: [&str; 5] = ["--", ".", ":!src", ":!memory", ":!fixed"];
const CHECK: &str = "make all";

/// A call of a hook: its event, its input, and its answer.
pub struct Called {
    pub event: String,
    pub input: String,
    pub answer: Value,
}

/// A fresh clone of a repository with memory, a program `make` that fails until there is a file
/// `fixed`, and `git-memory` as agents find it: it records the inputs and answers of its hooks.
pub fn world() -> World {
    let mut world = World::with_memory();
    world.memory("init --rules").ok();
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
    world.memory("rules build").ok();
    world.commit("Remember");
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
    /// Returns the text for the agent.
    fn told(&self) -> Option<&str> {
        let specific = &self.answer["hookSpecificOutput"]["additionalContext"];
        let plain = &self.answer["additionalContext"];
        specific.as_str().or(plain.as_str())
    }

    fn is_denial(&self) -> bool {
        self.answer.to_string().contains("\"deny\"")
    }
}

/// True if a hook's text for this event, with a word in its input, reached the model.
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
    let list = world.memory("summary list --json").json();
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

/// A check, and its outcome: `None` where the program does not have the moment.
pub type Checked = (&'static str, Option<bool>);

/// An agent that plays its sessions in a repository.
struct Play<'a> {
    real: &'a Real,
    program: &'a Path,
    model: &'a Model,
    world: World,
    rows: Vec<Checked>,
}

/// Plays the sessions of an agent, and checks each of its moments.
pub fn play(real: &Real, program: &Path, model: &Model) -> Vec<Checked> {
    let world = world();
    (real.configure)(&world, model.port);
    let mut play = Play {
        real,
        program,
        model,
        world,
        rows: Vec::new(),
    };
    let before = play.status();
    play.world.memory(["agents", "install", real.agent]).ok();
    play.first_session();
    play.compaction();
    play.second_session();
    play.world.memory(["agents", "uninstall", real.agent]).ok();
    let after = play.status();
    play.row("uninstall", after == before);
    play.rows
}

impl Play<'_> {
    fn status(&self) -> String {
        let status = ["status", "--porcelain"];
        self.world.git(status.iter().chain(&PROJECT)).ok()
    }

    fn row(&mut self, check: &'static str, is_so: bool) {
        let result = (!self.real.lacks.contains(&check)).then_some(is_so);
        self.rows.push((check, result));
    }

    fn run(&self, words: &[String]) -> bool {
        run(self.real, self.program, &self.world, self.model.port, words)
    }

    /// The session of a fresh clone, with context at its start, at its prompt and before its edits.
    fn first_session(&mut self) {
        self.model.turns(&turns(self.real, &self.world));
        let has_ended = self.run(&(self.real.ask)(PROMPT));
        let (heard, calls) = (self.model.heard(), called(&self.world));
        let has_run = has_ended && heard.has("Servers come down together");
        self.row("runs", has_run);
        let rules = fs::read_to_string(self.world.here.join("AGENTS.md")).unwrap();
        let rule = rules.lines().find(|line| line.starts_with("- "));
        self.row("rules", rule.is_some_and(|rule| heard.has(rule)));
        let mut starts = calls.iter().filter(|call| call.event == "session-start");
        let pack = starts.next().and_then(Called::told);
        let is_first = pack.is_some_and(|pack| heard.begins_with(pack.trim()));
        self.row("pack at first", is_first);
        for (check, event, input) in [
            ("prompt", "user-prompt", ""),
            ("before an edit", "pre-tool-use", "queue.rs"),
            ("before a shell's edit", "pre-tool-use", "sed -i"),
        ] {
            self.row(check, reached(&calls, event, input, &heard));
        }
        self.row("MCP call", heard.has("\"hits\"") || heard.has("dec-"));
        self.row("nothing denied", !calls.iter().any(Called::is_denial));
        self.first_summary();
    }

    fn first_summary(&mut self) {
        let log = log(&self.world);
        let said = log.first().cloned().unwrap_or_default();
        let parts = [
            &format!("asked: {PROMPT}"),
            "recorded memory/lessons/",
            "src/queue.rs",
            "src/mail.rs",
            "`make all` fails",
        ];
        let has_all = parts.iter().all(|part| said.contains(*part));
        let is_once = log.len() == 1 && said.matches("asked: ").count() == 1;
        self.row("end", has_all && is_once);
        let has_words = said.contains("said: Uploads wait a little now.");
        self.row("last words", has_words);
    }

    fn compaction(&mut self) {
        if let Some(compact) = self.real.compact {
            self.model.turns(&[]);
            let words: Vec<String> = compact.iter().map(ToString::to_string).collect();
            self.run(&words);
        }
        let is_compaction =
            |call: &Called| call.input.contains("Compact") || call.input.contains("Compress");
        let is_heard = called(&self.world).iter().any(is_compaction);
        let is_one = log(&self.world).len() == 1;
        self.row("compaction", is_heard && is_one);
    }

    /// Turns that write where agents keep their own files, in a temporary folder and beside the
    /// repository, mend what the first session left open, and end with a file of git's.
    fn tidying(&self) -> Vec<Value> {
        let (world, real) = (&self.world, self.real);
        let own = real
            .own
            .iter()
            .map(|file| world.root().join("home").join(file));
        let mut free: Vec<PathBuf> = own.collect();
        free.push(world.root().join("tmp/notes.md"));
        let mut wanted = Vec::new();
        for file in &free {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            wanted.extend((real.calls)(world, &Call::Write(file.to_str().unwrap())));
        }
        for call in [
            Call::Shell("cat .git/HEAD > ../out.log"),
            Call::Shell("touch fixed && make all"),
            Call::Write(OF_GIT),
        ] {
            wanted.extend((real.calls)(world, &call));
        }
        wanted
    }

    fn second_session(&mut self) {
        let known = called(&self.world).len();
        self.model.turns(&self.tidying());
        self.run(&(self.real.ask)("Tidy up and build"));
        let (heard, calls) = (self.model.heard(), called(&self.world));
        self.row("follow-up", heard.begins_with("`make all` fails"));
        let mut denied = calls[known..].iter().filter(|call| call.is_denial());
        // Some have rules of their own for files elsewhere: it is enough that ours do not deny
        // them.
        let is_only_git = denied.clone().all(|call| call.input.contains(OF_GIT));
        self.row("own folders are free", is_only_git);
        let is_denied = denied.any(|call| call.input.contains(OF_GIT));
        let is_told = heard.has("git-folder") && !self.world.has(OF_GIT);
        self.row("denial", is_denied && is_told);
        let closed = log(&self.world).first().cloned().unwrap_or_default();
        let is_done = closed.contains("- [x] `make all` fails");
        self.row("follow-up done", is_done);
    }
}
