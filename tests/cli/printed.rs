//! Whatever is typed, given or named, no secret is printed, and none is left in any file.

use std::fs;
use std::path::Path;

use git_memory_cli::command_line::command_line;

use crate::common::{Answer, World, token};

/// So many letters and digits of the token that follow each other come from it.
const PART: usize = 9;

/// Commands that only read, or do nothing here.
const READS: [&str; 44] = [
    "status",
    "list",
    "list --count",
    "check",
    "doctor",
    "review",
    "context",
    "briefing",
    "get-context",
    "log",
    "config",
    "refresh",
    "topic list",
    "recall one",
    "recall use",
    "why .",
    "diff",
    "identity",
    "show note-aaaaaa",
    "show note-aaaaaa --files",
    "show note-aaaaaa --followers",
    "map --decisions",
    "related note-aaaaaa",
    "related note-aaaaaa --format dot",
    "log --graph",
    "log -p",
    "adopt --dry-run",
    "export",
    "rules check",
    "scan",
    "summary list",
    "runs",
    "notes",
    "hooks status",
    "agents status",
    "agents install",
    "hook pre-commit",
    "init",
    "sync",
    "export --format jsonl",
    "check --format github",
    "check --format json",
    "summary gc",
    "summary fold",
];

/// The letters and digits of a text, in lower case: what every spelling of a token has in common.
fn folded(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The first part of the token that a text holds, however it is spelled.
fn part_in(text: &str) -> Option<String> {
    let (text, token) = (folded(text), folded(&token()));
    let parts = (0..=token.len() - PART).map(|at| &token[at..at + PART]);
    parts
        .filter(|part| text.contains(*part))
        .map(str::to_owned)
        .next()
}

#[track_caller]
fn is_silent(answer: &Answer, what: &str) {
    for text in [&answer.out, &answer.err] {
        assert_eq!(part_in(text), None, "{what}: {text}");
    }
}

/// The files and folders below a folder that hold a part of the token, or are named after one; but
/// for what lies below the planted ones.
fn traces(folder: &Path, planted: &[&str], found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if planted.iter().any(|planted| path.ends_with(planted)) {
            continue;
        }
        let is_named = part_in(&entry.file_name().to_string_lossy()).is_some();
        let kind = entry.file_type().unwrap();
        let is_holding = kind.is_file()
            && part_in(&String::from_utf8_lossy(&fs::read(&path).unwrap())).is_some();
        if is_named || is_holding {
            found.push(path.display().to_string());
        }
        if kind.is_dir() {
            traces(&path, planted, found);
        }
    }
}

#[track_caller]
fn leaves_nothing(world: &World, planted: &[&str], what: &str) {
    let mut found = Vec::new();
    traces(&world.root(), planted, &mut found);
    assert_eq!(found, [""; 0], "{what}");
    let objects = world
        .git("cat-file --batch-all-objects --batch --unordered")
        .ok();
    assert_eq!(part_in(&objects), None, "{what}: an object");
    assert_eq!(part_in(&world.git("for-each-ref").ok()), None, "{what}");
}

/// Every way to type `value` into a command and its subcommands: as each argument in turn, the
/// others that it needs given.
fn typed_into(command: &clap::Command, words: &[String], value: &str) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    for subcommand in command.get_subcommands() {
        let words = [words, &[subcommand.get_name().to_owned()]].concat();
        lines.extend(typed_into(subcommand, &words, value));
    }
    let given = |argument: &clap::Arg| {
        let possible = argument.get_possible_values();
        match possible.first() {
            Some(first) => first.get_name().to_owned(),
            None => "x".to_owned(),
        }
    };
    let mut needed = words.to_vec();
    for argument in command.get_arguments() {
        if argument.is_required_set() && !argument.is_positional() {
            needed.push(format!(
                "--{}={}",
                argument.get_long().unwrap(),
                given(argument)
            ));
        }
    }
    let positionals: Vec<&clap::Arg> = command.get_positionals().collect();
    for chosen in command.get_arguments() {
        if !chosen.get_action().takes_values() {
            continue;
        }
        let mut line = needed.clone();
        let option = match (chosen.get_long(), chosen.get_short()) {
            (Some(long), _) => Some(format!("--{long}={value}")),
            (None, Some(short)) => Some(format!("-{short}{value}")),
            (None, None) => None,
        };
        line.extend(option);
        line.push("--".to_owned());
        for argument in &positionals {
            if argument.get_id() == chosen.get_id() {
                line.push(value.to_owned());
            } else if argument.is_required_set() {
                line.push(given(argument));
            }
        }
        lines.push(line);
    }
    lines.push([words, &[value.to_owned(), value.to_owned()]].concat());
    lines.push([words, &[format!("--{value}")]].concat());
    lines
}

#[test]
fn no_argument_of_any_command_is_repeated() {
    let mut world = World::with_memory();
    world.decision("One");
    world.git("commit -q -m One").ok();
    world.set("GIT_EDITOR", "true");
    let token = token();
    let mut line = command_line();
    line.build();
    let values = [
        token.clone(),
        format!("Use {token}, and more"),
        format!("memory/notes/{token}.md"),
        format!("https://a:{token}@example.org/{token}"),
    ];
    let mut typed = 0;
    for (nth, command) in line.get_subcommands().enumerate() {
        let name = command.get_name().to_owned();
        // git's own text stays: the user asked for it.
        if name == "help" {
            continue;
        }
        for (at, value) in values.iter().enumerate() {
            // Each command gets two of the values; neighbours get others.
            if (nth + at) % 2 == 1 {
                continue;
            }
            for (n, mut words) in typed_into(command, std::slice::from_ref(&name), value)
                .into_iter()
                .enumerate()
            {
                if n % 2 == 0 {
                    words.insert(0, "--json".to_owned());
                }
                typed += 1;
                is_silent(&world.memory(&words), &format!("{words:?}"));
            }
        }
        if ["install-man", "export", "site"].contains(&name.as_str()) {
            // Files were asked for in a folder of that name.
            world.git("clean -ffdxq").ok();
        }
        leaves_nothing(&world, &[], &name);
    }
    assert!(typed > 500, "{typed}");
    for words in [["-C", &token, "list"], ["--color", &token, "list"]] {
        is_silent(&world.memory(words), &format!("{words:?}"));
    }
    leaves_nothing(&world, &[], "all");
}

#[test]
fn what_is_read_from_elsewhere_is_not_repeated() {
    let mut world = World::with_memory();
    let token = token();
    world.decision("One");
    world.git("commit -q -m One").ok();
    let note = "---\nid: note-aaaaaa\ntitle: A\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\nText.\n";
    let planted = [
        format!("memory/notes/{token}.md"),
        format!("memory/notes/page-{token}.txt"),
        format!("memory/{token}/page.md"),
        format!("memory/OVERVIEW-{token}.md"),
    ];
    for path in &planted {
        world.write(
            path,
            note.replace("title: A", &format!("title: Use {token}")),
        );
    }
    let text = format!("maxLines: {token}\n{token}: 1\n");
    world.write("memory/config.yaml", text);
    let mut planted: Vec<&str> = planted.iter().map(String::as_str).collect();
    let folder = format!("memory/{token}");
    // Lists of file names must contain these: index and local state consist of paths.
    planted.extend([
        "memory/index.md",
        "memory/impressions.jsonl",
        ".git/memory",
        folder.as_str(),
        "memory/config.yaml",
        ".git/config",
        ".git/HEAD",
    ]);
    for read in READS {
        for json in [&[][..], &["--json"]] {
            let words: Vec<&str> = read.split(' ').chain(json.iter().copied()).collect();
            is_silent(&world.memory(&words), &format!("{words:?}"));
        }
    }
    world.write("memory/config.yaml", "");
    for read in READS {
        let words: Vec<&str> = read.split(' ').collect();
        is_silent(&world.memory(&words), &format!("{words:?}"));
    }
    leaves_nothing(&world, &planted, "files");
    // Settings, remotes and branches.
    world
        .git([
            "config",
            "remote.origin.url",
            &format!("https://a:{token}@example.invalid/x"),
        ])
        .ok();
    world.git(["config", "memory.remote", &token]).ok();
    world.git(["config", "memory.maxLines", &token]).ok();
    let call = ["symbolic-ref", "HEAD", &format!("refs/heads/{token}")];
    world.git(call).ok();
    for read in READS {
        let words: Vec<&str> = read.split(' ').collect();
        is_silent(&world.memory(&words), &format!("{words:?}"));
    }
    for variable in [
        "GIT_MEMORY_CLOCK",
        "GIT_MEMORY_SEED",
        "GIT_MEMORY_MAX_LINES",
        "GIT_DIR",
    ] {
        world.set(variable, &token);
        is_silent(&world.memory("list"), variable);
        is_silent(&world.memory("context --json"), variable);
        world.set(variable, "");
    }
}

#[test]
fn what_comes_in_as_a_text_is_not_repeated() {
    let world = World::with_memory();
    let token = token();
    let json = serde_json::json!({
        "schema_version": 1,
        "records": [{"kind": "note", "title": format!("Use {token}"), "id": token, "body": token}],
        token.as_str(): token,
    });
    let inputs = [
        token.clone(),
        json.to_string(),
        format!("{{\"{token}\": "),
        format!("[{{\"title\": \"{token}\"}}]"),
    ];
    let readers: [&[&str]; 10] = [
        &["add-note", "x", "--body-file", "-"],
        &["topic", "write", "build", "--body-file", "-"],
        &["user", "write", "build", "--body-file", "-"],
        &["import", "json", "-"],
        &["import", "mem0", "-"],
        &["summary", "append", "--title", "x", "--body-file", "-"],
        &["hook", "pre-push", "origin"],
        &["hook", "session-start"],
        &["hook", "session-end"],
        &["scan", "--stdin"],
    ];
    for input in &inputs {
        for words in readers {
            is_silent(
                &world.memory_with(words, input),
                &format!("{words:?} < {input}"),
            );
        }
    }
    leaves_nothing(&world, &[], "stdin");
}
