//! The library as other programs use it: many repositories in one process, each call as things are
//! then, and the same files and refusals as the command line's.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "../examples/step.rs"]
#[allow(dead_code, reason = "its main is for people")]
mod step;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::SystemTime;

use common::{World, has};
use git_memory_app::workspace::{Repositories, Workspace};
use git_memory_app::{
    Access, ClearRequest, Environment, Error, Invocation, Kind, RecallQuestion, RecordQuestion,
    RepoMemory, Summary, Verdict, View, get_repo_memory,
};
use step::Step;

/// The environment of a world's commands, with more variables.
fn environment(world: &World, more: &[(&str, &str)]) -> Environment {
    let command = world.command("git");
    let set = command.get_envs();
    let set = set.filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())));
    let more = more
        .iter()
        .map(|(name, value)| ((*name).into(), (*value).into()));
    Environment::isolated(world.here.clone(), set.chain(more))
}

fn memory(world: &World) -> RepoMemory {
    get_repo_memory(environment(world, &[]), SystemTime::now).unwrap()
}

fn titles(memory: &RepoMemory) -> Vec<String> {
    let records = memory.records(None).unwrap();
    let titles = records.iter().map(|record| record.header.title.to_string());
    titles.collect()
}

/// A question with a title.
fn titled(title: &str) -> RecordQuestion {
    RecordQuestion {
        title: title.to_owned(),
        ..RecordQuestion::default()
    }
}

#[test]
fn any_number_of_threads_use_a_memory_at_once() {
    let worlds = ["One", "Two", "Three"].map(|title| {
        let world = World::with_memory();
        world.decision(title);
        (memory(&world), title, world)
    });
    std::thread::scope(|scope| {
        for (memory, title, _) in worlds.iter().chain(&worlds) {
            scope.spawn(move || {
                for _ in 0..5 {
                    assert_eq!(titles(memory), [*title]);
                }
            });
        }
    });
}

/// The abstract of the record, as an answer shows it.
fn shown(memory: &RepoMemory) -> String {
    let question = RecallQuestion {
        words: "deploy".to_owned(),
        ..RecallQuestion::default()
    };
    let hits = memory.recall(question).unwrap().hits;
    assert_eq!(hits.len(), 1);
    hits[0].snippet.marked("", "")
}

#[test]
fn settings_and_secrets_are_those_of_the_call() {
    let world = World::with_memory();
    let values = [
        "q7Lw2vRt9xZk41PmW",
        "z3Hn8cTy5bQs60KdV",
        "j4Fp1mGx7uEa92NcR",
        "Hunter2",
    ];
    let head = "---\nid: note-dep10y\ntitle: Deploy\nstatus: active\nscope: project\n\
                updated: 2026-01-01\n---\n\nTo deploy: ";
    let file = format!("{head}{}.\n", values.join(", "));
    world.write("memory/notes/deploy.md", file);
    let is_hidden = |from: &RepoMemory| values.map(|value| !shown(from).contains(value));
    world.write(".env", "API_KEY=q7Lw2vRt9xZk41PmW\n");
    let first = memory(&world);
    assert_eq!(is_hidden(&first), [true, false, false, false]);
    world.write(".env", "API_KEY=z3Hn8cTy5bQs60KdV\n");
    assert_eq!(is_hidden(&first), [false, true, false, false]);
    let with_token = environment(&world, &[("DEPLOY_TOKEN", "j4Fp1mGx7uEa92NcR")]);
    let other = get_repo_memory(with_token, SystemTime::now).unwrap();
    assert_eq!(is_hidden(&other), [false, true, true, false]);
    world.write("memory/config.yaml", "secretPattern: 'Hunter\\d+'\n");
    assert_eq!(is_hidden(&first), [false, true, false, true]);
}

#[test]
fn a_step_is_taken_from_start_to_end() {
    let world = World::with_memory();
    let step = Step {
        names: ("run-1", "build"),
        file: "code.txt",
        text: "Count the words of a line.",
    };
    let log = step::take(memory(&world), &step).unwrap();
    let did = "Count the words of a line.\n\nKept con-example in mind.";
    assert_eq!(log, format!("## What happened\n\n{did}"));
    let shown = world.memory("show con-example").ok();
    has(&shown, ["Keep code.txt covered by tests", "source: agent"]);
    has(&shown, "agent: example");
    // A lesson that was learned is in the next prompt; a step that is taken again changes no
    // record.
    let next = memory(&world).load_memory_for_prompt().unwrap().text;
    assert!(next.contains("Keep code.txt covered by tests"), "{next}");
    let staged = world.git("ls-files -s").ok();
    step::take(memory(&world), &step).unwrap();
    assert_eq!(staged, world.git("ls-files -s").ok());
}

/// All that a repository keeps of memory: what is staged, the files, and the work log.
fn kept(world: &World) -> String {
    let all = "git ls-files -s && find memory -type f | sort | xargs cat && \
               git for-each-ref refs/memory && git log --format=%B --all";
    world.shell(all).ok()
}

/// Does the same by the command line and by the library, in one repository as it was.
#[track_caller]
fn both(by_command: impl FnOnce(&World), by_library: impl FnOnce(&RepoMemory)) {
    let world = World::with_memory();
    world.shell("cp -a . ../before").ok();
    let before = kept(&world);
    by_command(&world);
    let commanded = kept(&world);
    assert_ne!(before, commanded);
    world.shell("cd .. && rm -rf repo && mv before repo").ok();
    by_library(&memory(&world));
    assert_eq!(commanded, kept(&world));
}

/// Texts that a writer may spoil.
const TEXTS: [&str; 4] = [
    "Plain.",
    "Ends with spaces  \n\n- and: a list\n- of 'two'\n",
    "---\nid: dec-000000\n---\nLooks like front matter.\r\n",
    "Größe, 大きさ, \u{1f600} and `code`.\n\n## A heading\n\nBelow it.",
];

/// The texts of a kind's own sections and keys.
fn parts(kind: Kind) -> BTreeMap<String, String> {
    let parts = kind.sections().iter().chain(kind.keys());
    let texts = TEXTS.iter().cycle();
    parts
        .zip(texts)
        .map(|(part, text)| {
            (
                part.flag.to_owned(),
                text.lines().next().unwrap().to_owned(),
            )
        })
        .collect()
}

/// Each kind that records are added of, with its command and a text.
fn kinds() -> impl Iterator<Item = (Kind, &'static str, &'static str)> {
    let kinds = Kind::all().filter_map(|kind| Some((kind, kind.add_command()?)));
    let texts = TEXTS.into_iter().cycle();
    kinds
        .zip(texts)
        .map(|((kind, add), text)| (kind, add, text))
}

fn add_by_command(world: &World) {
    for (kind, add, body) in kinds() {
        let id = format!("--id={}-library", kind.prefix());
        let mut typed = vec![add.to_owned(), "It's: a \"title\"".to_owned(), id.clone()];
        let more = ["--tag=a b", "--path=src/**", "--scope=services/billing"];
        typed.extend(more.map(str::to_owned));
        let parts = parts(kind).into_iter();
        typed.extend(parts.map(|(flag, text)| format!("--{flag}={text}")));
        typed.push("--body-file=-".to_owned());
        world.memory_with(&typed, body).ok();
        let update = [add, "Changed", &id, "--update", "--tag=c"];
        world.memory(update).ok();
    }
}

fn add_by_library(memory: &RepoMemory) {
    for (kind, _, body) in kinds() {
        let record = RecordQuestion {
            id: Some(format!("{}-library", kind.prefix())),
            tags: vec!["a b".to_owned()],
            paths: vec!["src/**".to_owned()],
            scope: Some("services/billing".to_owned()),
            parts: parts(kind),
            body: Some(body.to_owned()),
            ..titled("It's: a \"title\"")
        };
        memory.upsert(kind, record.clone()).unwrap();
        let changed = RecordQuestion {
            id: record.id,
            tags: vec!["c".to_owned()],
            ..titled("Changed")
        };
        memory.upsert(kind, changed).unwrap();
    }
}

#[test]
fn records_of_every_kind_are_those_of_the_command_line_byte_for_byte() {
    both(add_by_command, add_by_library);
}

#[test]
fn topics_and_clearing_are_those_of_the_command_line_byte_for_byte() {
    let write = |world: &World, topic: &str, text: &str, more: &[&str]| {
        let typed = ["topic", "write", topic];
        world.memory_with(typed.iter().chain(more), text).ok();
    };
    let by_command = |world: &World| {
        for text in TEXTS {
            write(world, "Build times", text, &[]);
            write(world, "Mail", text, &["--replace"]);
        }
        world.memory("clear --kind=topic --yes").ok();
    };
    both(by_command, |memory| {
        for text in TEXTS {
            memory.write_topic("Build times", text, false).unwrap();
            memory.write_topic("Mail", text, true).unwrap();
        }
        let mut topics = ClearRequest::default();
        topics.filter.kinds = vec![Kind::TOPIC];
        assert_eq!(memory.clear(&topics).unwrap().len(), 2);
    });
}

/// A step that says all that it can.
fn whole_step() -> Summary {
    Summary {
        status: "failed".parse().unwrap(),
        agent: Some("ada".parse().unwrap()),
        outputs: vec!["one".to_owned()],
        follow_ups: vec!["two".to_owned()],
        title: Some("T".to_owned()),
        ..Summary::new("r".parse().unwrap(), "s".parse().unwrap())
    }
}

#[test]
fn summaries_are_those_of_the_command_line_byte_for_byte() {
    let by_command = |world: &World| {
        for text in TEXTS {
            let append = ["summary", "append", "--run=r 1", "--step=build"];
            world
                .memory(append.iter().chain(&["--happened", text]))
                .ok();
        }
        let append = "summary append --run r --step s --status=failed --agent=ada --output=one \
                      --follow-up=two --title=T";
        world.memory(append).ok();
    };
    both(by_command, |memory| {
        for text in TEXTS {
            memory.append_summary("r 1", "build", text).unwrap();
        }
        memory.append_step(whole_step()).unwrap();
    });
}

#[test]
fn a_secret_is_refused_in_tracked_memory_and_taken_out_of_the_work_log() {
    let world = World::with_memory();
    let (memory, token) = (memory(&world), common::token());
    let before = kept(&world);
    let told = format!("The token is {token}");
    let refused = |error: Option<Error>, typed: &[&str]| {
        let (library, command) = (error.unwrap().to_string(), world.memory(typed).fails(128));
        assert!(
            command.contains(&library) && !library.contains(&token),
            "{library}\n{command}"
        );
    };
    let record = memory.upsert_note(titled(&told));
    refused(record.err(), &["add-note", &told]);
    refused(
        memory.write_topic("Keys", &told, true).err(),
        &["topic", "write", "Keys", &told],
    );
    assert_eq!(before, kept(&world));
    let appended = memory.append_summary("r", "s", &told).unwrap();
    assert!(!appended.redacted.is_empty());
    let log = memory.latest_summaries(1, 1000).unwrap();
    assert!(log.contains("[REDACTED:token]"), "{log}");
    assert!(!kept(&world).contains(&token));
}

#[test]
fn topics_are_read_back() {
    let world = World::with_memory();
    let memory = memory(&world);
    for (text, replace) in [("Ten minutes.", true), ("Now five.", false)] {
        memory.write_topic("Build times", text, replace).unwrap();
    }
    let text = memory.read_topic("build-times").unwrap();
    assert_eq!(&*text, "Ten minutes.\n\nNow five.\n");
    assert_eq!(memory.list_topics().unwrap()[0].name, "build-times");
    let unknown = memory.read_topic("Mail");
    assert!(matches!(unknown, Err(Error::UnknownTopic(name)) if name == "Mail"));
}

#[test]
fn places_and_counts_are_those_of_the_command_line() {
    let world = World::with_memory();
    let memory = memory(&world);
    let written = memory.upsert_lesson(titled("Measure twice")).unwrap();
    let path = written.path().strip_prefix("memory/").unwrap();
    assert!(memory.memory_dir().unwrap().join(path).exists());
    assert!(memory.read_index().unwrap().contains(written.id()));
    let count = world.memory("list --count").ok();
    assert_eq!(memory.memory_count().unwrap().to_string(), count.trim());
    let user = memory.user_memory_path().unwrap();
    let shown = world.memory("user path").ok();
    assert_eq!(user.display().to_string(), shown.trim());
}

#[test]
fn a_context_is_that_of_the_command_line_with_its_wording() {
    let world = World::with_memory();
    for nth in 0..12 {
        world.decision(&format!("Use database {nth}"));
    }
    let worded = memory(&world).worded(git_memory_app::advice::CLI);
    for room in [300, 600] {
        let typed = world.memory(["context", "--max-chars", &room.to_string()]);
        let context = worded.build_context_from_memory(room).unwrap().text;
        assert_eq!(typed.ok(), context.as_str());
        assert!(context.chars().count() <= room, "{context}");
        assert!(context.contains("git memory list)"), "{context}");
    }
    let plain = memory(&world).build_context_from_memory(300).unwrap().text;
    assert!(plain.contains("list-records)"), "{plain}");
}

#[test]
fn the_policy_judges_paths_as_for_tools() {
    let world = World::with_memory();
    world.write("memory/config.yaml", "policy:\n  block: [secrets]\n");
    let memory = memory(&world);
    let is_denied =
        |path: &str, access| matches!(memory.check_path(path, access).unwrap(), Verdict::Denied(_));
    for access in [Access::Read, Access::Write, Access::Search] {
        assert!(is_denied("secrets/key", access), "{access:?}");
        assert!(!is_denied("code.txt", access), "{access:?}");
    }
    assert!(is_denied("memory/index.md", Access::Write));
    assert!(!is_denied("memory/index.md", Access::Read));
    let blocks = memory.policy().unwrap().policy;
    assert!(
        blocks
            .blocks()
            .iter()
            .any(|block| block.pattern == "secrets")
    );
}

#[test]
fn a_read_is_asked_anew_if_a_file_was_changed_meanwhile_and_a_write_is_not() {
    let world = World::with_memory();
    world.decision("Use a queue");
    let start = Invocation::new(environment(&world, &[]), SystemTime::now()).unwrap();
    let repositories = Repositories::new(&start, SystemTime::now);
    let change = |path: &str| {
        let text = std::fs::read_to_string(world.here.join(path)).unwrap();
        world.write(path, text + "More.\n");
    };
    let ask = |writes, changes| {
        let asked = Cell::new(0);
        let read = |workspace: &Workspace| {
            let memory = workspace.store().memory(&View::WorkTree)?;
            let record = &memory.records[0];
            if asked.replace(asked.get() + 1) < changes {
                change(record.path.as_str());
            }
            let blob = memory.blob(record).unwrap();
            Ok(workspace.store().content(record.path.as_str(), blob)?)
        };
        let told = |error: &Error, _: Option<&Workspace>| error.to_string();
        let answer = repositories.ask_told(None, writes, read, told);
        (answer.is_ok(), asked.get())
    };
    // Git has the text that was committed.
    assert_eq!(ask(false, 1), (true, 1));
    assert_eq!(ask(false, 1), (true, 2));
    assert_eq!(ask(false, 9), (false, 3));
    assert_eq!(ask(true, 1), (false, 1));
}

#[test]
fn a_folder_without_a_repository_or_memory_is_an_error() {
    let world = World::empty();
    assert!(get_repo_memory(environment(&world, &[]), SystemTime::now).is_err());
    let world = World::new();
    let refused = memory(&world).upsert_note(titled("One"));
    assert!(matches!(refused, Err(Error::NoMemory)));
    assert!(memory(&world).load_memory_for_prompt().is_ok());
}
