//! `git memory import claude-md` and the other forms in which agents' programs keep what they know.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{World, ends, has, lacks, token};
use git_memory_text::limits;

/// The example of a form, outside of the work tree.
fn fixture(form: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/import-agents")
        .join(form)
        .display()
        .to_string()
}

/// A world whose work tree has the example of a form.
fn with(form: &str) -> World {
    let world = World::with_memory();
    copy(&world, Path::new(&fixture(form)), "");
    world
}

fn copy(world: &World, folder: &Path, to: &str) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let to = match to {
            "" => name,
            to => format!("{to}/{name}"),
        };
        if path.is_dir() {
            copy(world, &path, &to);
        } else {
            world.write(&to, fs::read(&path).unwrap());
        }
    }
}

/// Returns a line for each file of an import: `file outcome what`.
fn lines(report: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    for file in report["files"].as_array().unwrap() {
        let text = |key: &str| file[key].as_str().unwrap_or_default().to_owned();
        let what = match (text("id").rsplit_once('-'), text("path").as_str()) {
            (Some((kind, _)), _) => kind.to_owned(),
            (None, "") => text("reason"),
            (None, path) => path.to_owned(),
        };
        lines.push(
            format!("{} {} {what}", text("file"), text("outcome"))
                .trim_end()
                .to_owned(),
        );
    }
    lines
}

fn import(world: &World, form: &str, path: &str) -> Value {
    world.memory(["import", form, path, "--json"]).json()
}

/// The text of what a file became.
fn made(world: &World, report: &Value, file: &str) -> String {
    let files = report["files"].as_array().unwrap();
    let found = files.iter().find(|it| it["file"] == file).unwrap();
    world.read(found["path"].as_str().unwrap())
}

#[test]
fn each_form_becomes_rules_and_records_once() {
    for (form, expected) in [
        (
            "claude-md",
            &[
                ".claude/rules/sql.md imported con",
                ".claude/rules/style.md imported memory/rules/style.md",
                "CLAUDE.md imported memory/rules/claude.md",
                "README.md skipped it is a README, and the text goes on naming it",
                "docs/fixtures.md imported top",
                "docs/testing.md imported top",
                "web/CLAUDE.md imported con",
            ][..],
        ),
        (
            "agents-md",
            &[
                "AGENTS.md imported memory/rules/agents.md",
                "services/pay/AGENTS.md imported con",
            ],
        ),
        (
            "claude-memory",
            &[
                "MEMORY.md skipped it is an index of the other files",
                "harbour-timeouts.md imported top",
                "small-commits.md imported con",
                "who-she-is.md skipped it is about its user, not about the project",
            ],
        ),
        (
            "cline",
            &[
                ".clinerules/01-basics.md imported memory/rules/01-basics.md",
                ".clinerules/02-web.md imported con",
                "memory-bank/activeContext.md imported top",
                "memory-bank/features/crane.md imported top",
                "memory-bank/productContext.md imported top",
                "memory-bank/progress.md imported top",
                "memory-bank/projectbrief.md imported top",
                "memory-bank/systemPatterns.md imported top",
                "memory-bank/techContext.md imported top",
            ],
        ),
        (
            "cursor-rules",
            &[
                ".cursor/rules/always.mdc imported memory/rules/always.md",
                ".cursor/rules/made.mdc skipped it was made from the rules of this memory",
                ".cursor/rules/releasing.mdc imported con",
                ".cursor/rules/web/components.mdc imported con",
                ".cursorrules imported memory/rules/cursorrules.md",
            ],
        ),
        (
            "copilot",
            &[
                ".github/copilot-instructions.md imported memory/rules/copilot-instructions.md",
                ".github/instructions/all.instructions.md imported memory/rules/all-instructions.md",
                ".github/instructions/python.instructions.md imported con",
            ],
        ),
        (
            "serena",
            &[
                ".serena/memories/modules/crane.md imported top",
                ".serena/memories/suggested_commands.md imported top",
            ],
        ),
        (
            "basic-memory",
            &[
                "Disk layout.md imported note",
                "architecture/Event Log.md imported dec",
                "people/Harbour Master.md imported top",
            ],
        ),
    ] {
        let world = World::with_memory();
        let folder = fixture(form);
        let before = world.status();
        let dry = world
            .memory(["import", form, &folder, "--dry-run", "--json"])
            .json();
        assert_eq!(lines(&dry), expected, "{form}");
        assert_eq!(world.status(), before, "{form}");
        assert_eq!(lines(&import(&world, form, &folder)), expected, "{form}");
        world.memory("check").ok();
        world.git("commit -q -m Import").ok();
        // A second run knows all of them, from wherever it is started.
        for again in import(&world, form, &folder)["files"].as_array().unwrap() {
            assert_ne!(again["outcome"], "imported", "{form} {again}");
        }
        assert_eq!(world.status(), "", "{form}");
    }
}

#[test]
fn texts_stay_whole_and_say_where_they_come_from() {
    let world = with("claude-md");
    world.git("add .").ok();
    world.git("commit -q -m All").ok();
    let report = import(&world, "claude-md", ".");
    let rule = world.read("memory/rules/claude.md");
    let head = "<!-- budget: 10 lines -->\n<!-- imported from: CLAUDE.md; text: ";
    assert!(rule.starts_with(head), "{rule}");
    let original = world.read("CLAUDE.md");
    assert!(rule.ends_with(&original), "{rule}");
    let nested = made(&world, &report, "web/CLAUDE.md");
    has(&nested, ["title: CLAUDE.md of web", "paths: [web/**]"]);
    has(&nested, ["source: tool", "imported_from: web/CLAUDE.md"]);
    has(&nested, "imported_blob: ");
    let sql = made(&world, &report, ".claude/rules/sql.md");
    has(&sql, ["db/**/*.sql", "migrations/**"]);
    assert_eq!(sql.matches("paths:").count(), 1, "{sql}");
    let page = made(&world, &report, "docs/fixtures.md");
    ends(&page, "# Fixtures of tests\n\nEach box has one file.\n");
    world.memory("rules check").ok();
    world.memory("rules build").ok();
    // The block that was built from the rules is not text of the file.
    let again = import(&world, "agents-md", "AGENTS.md");
    assert_eq!(lines(&again), ["AGENTS.md skipped there is nothing in it"]);
}

#[test]
fn a_rule_from_cursor_and_a_note_keep_what_they_say_of_themselves() {
    let world = with("cursor-rules");
    let report = import(&world, "cursor-rules", ".cursor/rules");
    let web = made(&world, &report, "web/components.mdc");
    has(&web, "title: Components");
    has(&web, "description: How components are written");
    has(&web, ["web/**/*.ts, web/**/*.tsx, ", "**/*.css"]);
    let why = world.memory("why web/a/b.tsx").ok();
    assert!(why.contains("Components"), "{why}");

    let world = World::with_memory();
    let report = import(&world, "basic-memory", &fixture("basic-memory"));
    let log = made(&world, &report, "architecture/Event Log.md");
    let disk = made(&world, &report, "Disk layout.md");
    let id = disk
        .lines()
        .find_map(|line| line.strip_prefix("id: "))
        .unwrap();
    has(&log, ["created: 2025-02-03", "architecture/event-log"]);
    has(&log, ["reviewer: ann", "tags: [storage, events]"]);
    has(&log, &format!("related: [{id}]"));
    has(&log, "- [fact] Rotation is described in [[Rotation]]");
}

#[test]
fn links_lead_to_what_was_imported_with_them() {
    let world = World::with_memory();
    let queue = "# Queue\n\n[log](sub/log.md#why) [gone](gone.md) [site](https://a.b/log.md)\n";
    world.write(".serena/memories/queue.md", queue);
    let log = "# Log\n\nSee [the queue](../queue.md), [code](../../../code.txt).\n";
    world.write(".serena/memories/sub/log.md", log);
    let report = import(&world, "serena", ".");
    let path = |nth: usize| report["files"][nth]["path"].as_str().unwrap().to_owned();
    let name = |nth: usize| path(nth).replace("memory/topics/", "");
    let (queued, logged) = (name(0), name(1));
    let text = world.read(&path(0));
    let expected = format!("[log]({logged}#why) [gone](gone.md) [site](https://a.b/log.md)\n");
    assert!(text.ends_with(&expected), "{text}");
    let text = world.read(&path(1));
    let expected = format!("See [the queue]({queued}), [code](../../../code.txt).\n");
    assert!(text.ends_with(&expected), "{text}");
    // The page is still known to be untouched, and a new link leads to it, too.
    world.git("add -A").ok();
    let file = format!("{queue}More [of it](./sub/log.md).\n");
    world.write(".serena/memories/queue.md", file);
    world.memory("import serena . --update").ok();
    let text = world.read(&path(0));
    ends(&text, &format!("More [of it]({logged}).\n"));
    has(&text, &format!("[log]({logged}#why)"));
}

#[test]
fn memories_of_mem0_become_notes() {
    let world = World::with_memory();
    let file = format!("{}/memories.json", fixture("mem0"));
    let before = world.status();
    let dry = world.memory(["import", "mem0", &file, "--dry-run"]).ok();
    assert!(dry.contains("2 entries: 2 would be imported"), "{dry}");
    assert_eq!(world.status(), before);
    let report = import(&world, "mem0", &file);
    let id = report["files"][0]["id"].as_str().unwrap();
    assert!(dry.starts_with(id), "{id}: {dry}");
    let first = report["files"][0]["path"].as_str().unwrap();
    let note = world.read(first);
    has(&note, ["created: 2025-02-03", "tags: [tests]"]);
    has(&note, "The harbour tests need FERRY_HARBOUR=1\n");
    let again = world.memory(["import", "mem0", &file]).ok();
    assert!(again.contains("0 imported, 2 already known"), "{again}");
    // Import the memories again, without the answer around them.
    let document: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let mut list = document["results"].clone();
    list[1]["memory"] = "Amounts are whole cents, always".into();
    let changed = world.memory_with("import mem0 -", &list.to_string()).ok();
    assert!(changed.contains("1 already known, 1 skipped"), "{changed}");
    let update = ["import", "mem0", "-", "--update"];
    let updated = world.memory_with(update, &list.to_string()).ok();
    assert!(updated.contains("1 imported, 1 already known"), "{updated}");
    let refused = world
        .memory_with("import mem0 -", "{\"data\": []}")
        .fails(128);
    has(
        &refused,
        [
            "not an answer of mem0: it has neither of the keys 'results' and 'memories'\n",
            "hint: give the JSON that mem0's 'get_all' answers",
        ],
    );
}

#[test]
fn a_secret_is_told_once() {
    let world = World::with_memory();
    let token = token();
    world.write(".serena/memories/a.md", format!("# A\n\n{token}\n"));
    world.write("adr/0001-a.md", format!("# A\n\n## Decision\n\n{token}\n"));
    let memory = format!("[{{\"id\": \"a\", \"memory\": \"Use {token} here\"}}]");
    let serena = world.memory("import serena .");
    let adr = world.memory("import adr adr");
    let mem0 = world.memory_with("import mem0 -", &memory);
    for (answer, place) in [
        (serena, ".serena/memories/a.md: 3:1"),
        (adr, "0001-a.md: 5:1"),
        (mem0, "notes/a: 1:5"),
    ] {
        let (told, sum) = answer.out.split_once('\n').unwrap();
        let expected = format!("skipped     {place}: github-token (ghp_…); fingerprint ");
        let fingerprint = told.strip_prefix(&expected);
        assert_eq!(fingerprint.map(str::len), Some(16), "{told}");
        assert!(
            sum.starts_with("1 file: 0 ") || sum.starts_with("1 entry: 0 "),
            "{sum}"
        );
    }
}

#[test]
fn what_rules_build_writes_changes_no_file_for_an_import() {
    for text in [
        "# Ferry\n\nDo.\n",
        "# Ferry\n\nDo.",
        "# Ferry\r\n\r\nDo.\r\n",
    ] {
        let world = World::with_memory();
        world.write("AGENTS.md", text);
        world.memory("import agents-md .").ok();
        let import = || world.memory("import agents-md AGENTS.md").ok();
        for _ in 0..2 {
            world.memory("rules build").ok();
            let again = import();
            assert!(
                again.ends_with("1 file: 0 imported, 1 already known, 0 skipped\n"),
                "{again}"
            );
        }
        let more = world.read("AGENTS.md").replacen("Do.", "Do it.", 1);
        world.write("AGENTS.md", more);
        assert!(import().contains(" 1 changed"));
    }
}

#[test]
fn a_changed_file_is_named_and_taken_over_where_nothing_is_lost() {
    let world = with("cline");
    import(&world, "cline", ".");
    world.write("memory-bank/progress.md", "# Progress\n\nAll works.\n");
    world.write(".clinerules/01-basics.md", "# Basics\n\nNever log a box.\n");
    let told = world.memory("import cline .");
    assert!(told.err.contains("--update"), "{}", told.err);
    let told = told.ok();
    let expected = "9 files: 0 imported, 7 already known, 2 changed, 0 skipped";
    has(&told, expected);
    let updated = world.memory("import cline . --update").ok();
    assert!(updated.contains("2 imported, 7 already known"), "{updated}");
    assert!(
        world
            .read("memory/rules/01-basics.md")
            .ends_with("\n\nNever log a box.\n")
    );
    let page = world.read("memory/topics/progress.md");
    assert!(
        page.ends_with("\n\nAll works.\n") && !page.contains("unloading"),
        "{page}"
    );
    let again = world.memory("import cline . --update").ok();
    assert!(again.contains("0 imported, 9 already known"), "{again}");
    // A page that was changed on both sides stays.
    world.write(
        "memory/topics/progress.md",
        page.replace("All works", "Most works"),
    );
    world.write("memory-bank/progress.md", "# Progress\n\nNothing works.\n");
    let both = world.memory("import cline . --update").ok();
    let expected = "it has changed, and so has 'memory/topics/progress.md'";
    has(&both, expected);
    has(&world.read("memory/topics/progress.md"), "Most works");
}

#[test]
fn what_is_too_long_for_every_conversation_becomes_a_topic() {
    let world = World::with_memory();
    let long = format!(
        "# Ferry\n\n{}",
        "- one more thing\n".repeat(limits::IMPORTED_RULE_LINES)
    );
    world.write("AGENTS.md", &long);
    let told = world.memory("import agents-md AGENTS.md").ok();
    assert!(told.starts_with("top-"), "{told}");
    has(&told, "as a topic: 205 lines are too many");
    assert!(world.read("memory/topics/ferry.md").ends_with(&long));
}

#[test]
fn hostile_files_are_named_and_the_rest_is_taken() {
    let world = World::with_memory();
    let token = token();
    world.write("outside.md", "secret plans\n");
    let text = "---\nalwaysApply: true\n---\nDo.\n";
    world.write(".cursor/rules/good.mdc", text);
    world.write(".cursor/rules/secret.mdc", format!("Use {token}.\n"));
    world.write(".cursor/rules/bytes.mdc", b"\xff\xfe\n");
    world.write(".cursor/rules/up.mdc", "---\nglobs: ../../etc/**\n---\nx\n");
    world.write(".cursor/rules/bidi.mdc", "Do \u{202e}ton\u{202c} stop.\n");
    let mut bomb = "---\na: &a [x, x, x, x, x, x, x, x]\n".to_owned();
    for (new, old) in ["b", "c", "d", "e", "f", "g", "h", "i"]
        .iter()
        .zip("abcdefgh".chars())
    {
        let items = [format!("*{old}").as_str(); 7].join(", ");
        bomb.extend([new, ": &", new, " [", &items, "]\n"]);
    }
    world.write(".cursor/rules/bomb.mdc", bomb + "---\nx\n");
    world.write(".cursor/rules/huge.mdc", vec![b'x'; 50 << 20]);
    #[cfg(unix)]
    world
        .shell("ln -s ../../outside.md .cursor/rules/link.mdc")
        .ok();
    let answer = world.memory("import cursor-rules .");
    assert!(!answer.out.contains(&token) && !answer.err.contains(&token));
    let told = answer.ok();
    for line in [
        ".cursor/rules/huge.mdc: it is larger than 1 MiB",
        ".cursor/rules/bytes.mdc: it is not UTF-8",
        ".cursor/rules/up.mdc: '../../etc/**' does not name files of this repository",
        ".cursor/rules/bomb.mdc: it has front matter that cannot be read",
        ".cursor/rules/secret.mdc: ",
        "1:5: github-token (ghp_…); fingerprint ",
        "rule              good ← .cursor/rules/good.mdc",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    #[cfg(unix)]
    has(
        &told,
        "link.mdc: it is a symbolic link to '../../outside.md'",
    );
    let bidi = world.memory("list").ok();
    assert!(bidi.contains("bidi"), "{bidi}");
    world.memory("check").ok();
    lacks(&world.memory("recall 'secret plans'").out, "outside");
}

#[test]
fn mentions_lead_nowhere_else() {
    let world = World::with_memory();
    world.write("docs/a.md", "# A\n\n@b.md\n");
    world.write("docs/b.md", "# B\n\n@a.md @../CLAUDE.md @1.md\n");
    for nth in 1..=limits::INCLUDE_DEPTH {
        let text = format!("# C{nth}\n\n@{}.md\n", nth + 1);
        world.write(&format!("docs/{nth}.md"), text);
    }
    let text = "# Ferry\n\n@docs/a.md @../up.md @/etc/hosts.md @~/mine.md @nosuch.md @ann\n";
    world.write("CLAUDE.md", text);
    let report = import(&world, "claude-md", "CLAUDE.md");
    assert_eq!(
        lines(&report),
        [
            "../up.md skipped it is outside of the project",
            "/etc/hosts.md skipped it is outside of the project",
            "CLAUDE.md imported memory/rules/claude.md",
            "docs/1.md imported top",
            "docs/2.md imported top",
            "docs/3.md imported top",
            "docs/4.md skipped it is included too deep, and the text goes on naming it",
            "docs/a.md imported top",
            "docs/b.md imported top",
            "~/mine.md skipped it is outside of the project",
        ]
    );
}

#[test]
fn a_path_without_such_files_is_a_mistake() {
    let world = World::with_memory();
    world.write("notes.txt", "x\n");
    for path in [".", "notes.txt"] {
        let message = world.memory(["import", "serena", path]).fails(128);
        has(
            &message,
            [
                "no .serena/memories/*.md in",
                "hint: name one of these files, or a folder that has some",
            ],
        );
    }
    world.memory("import serena nowhere").fails(128);
}

#[test]
fn each_agent_is_called_by_its_name_and_found_at_its_place() {
    let world = World::with_memory();
    for (name, file) in [
        ("cursor", ".cursor/rules/a.mdc"),
        ("cline", "memory-bank/a.md"),
        ("copilot", ".github/copilot-instructions.md"),
        ("serena", ".serena/memories/a.md"),
    ] {
        world.write(file, "# A\n\nText.\n");
        let report = world.memory(["import", name, "--dry-run", "--json"]).json();
        assert_eq!(lines(&report).len(), 1, "{report}");
    }
}

#[test]
fn days_are_those_of_git_or_of_the_file() {
    let mut world = with("serena");
    world.git("add .").ok();
    world.set("GIT_AUTHOR_DATE", "2024-05-06T12:00:00Z");
    world.set("GIT_COMMITTER_DATE", "2024-05-06T12:00:00Z");
    world.git("commit -q -m Memories").ok();
    let report = import(&world, "serena", ".");
    let page = made(&world, &report, ".serena/memories/modules/crane.md");
    assert!(page.contains("created: 2024-05-06\n"), "{page}");
}

#[test]
fn rules_are_named_where_there_are_no_records() {
    let world = World::with_memory();
    world.write("AGENTS.md", "# House\n\nRun the linter.\n");
    world.memory("import AGENTS.md").ok();
    ends(
        &world.memory("list").err,
        "no records; 1 rule for agents in memory/rules/\n",
    );
    has(
        &world.memory("recall linter --rev HEAD").err,
        "to search; 1 rule for",
    );
    has(&world.memory("recall linter").out, "memory/rules/");
    has(&world.memory("status").out, "has no records yet; 1 rule\n");
    let input = r#"{"session_id": "s"}"#;
    let start = world.memory_with("hook session-start", input).out;
    has(&start, "Memory has 1 rule and no records; to add one: ");
}

#[test]
fn a_link_to_the_other_file_is_followed_and_its_text_is_not_written_again() {
    let world = World::with_memory();
    world.write("AGENTS.md", "# House\n\n<!-- old -->\nRun the linter.\n");
    std::os::unix::fs::symlink("AGENTS.md", world.here.join("CLAUDE.md")).unwrap();
    let report = world.memory("import CLAUDE.md --json").json();
    assert_eq!(
        lines(&report),
        ["CLAUDE.md imported memory/rules/agents.md"]
    );
    let before = world.read("AGENTS.md");
    world.memory("rules build --for claude").ok();
    assert_eq!(world.read("AGENTS.md"), before);
    world.write("AGENTS.md", "# Another\n");
    world.memory("rules build").ok();
    has(&world.read("AGENTS.md"), "# Another\n\n<!--");
    has(&world.read("AGENTS.md"), "Run the linter.\n");
}

#[test]
fn a_long_guide_is_told_for_its_subject_and_not_for_the_words_of_any_task() {
    let world = World::with_memory();
    let words = "Fix a bug, add a test, write docs, check each error message and version. ";
    let guide = format!(
        "---\nglobs: docs/**\n---\n# Mintlify guide\n\n{}",
        words.repeat(40)
    );
    world.write(".cursor/rules/guide.mdc", guide);
    world.memory("import cursor-rules").ok();
    world
        .memory("add 'Store sessions in Redis' --decision 'A cache survives restarts.'")
        .ok();
    for (prompt, expected) in [
        ("bump version", ""),
        ("Fix the bug in the error message", ""),
        ("Add a test for the client", ""),
        ("Write the docs for the version check", ""),
        (
            "which components does the mintlify guide allow?",
            "# Mintlify",
        ),
        ("does the cache survive restarts", "# Store sessions"),
    ] {
        let input = serde_json::json!({"session_id": prompt, "prompt": prompt}).to_string();
        let told = world.memory_with("hook user-prompt", &input).out;
        assert_eq!(told.is_empty(), expected.is_empty(), "{prompt}: {told}");
        has(&told, expected);
    }
}
