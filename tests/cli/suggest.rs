//! `git memory suggest`, and the hook that offers the same in a commit's message.

use serde_json::Value;

use crate::common::{World, has, lacks};

/// A world with a decision about a file, committed; with the decision's id.
fn world() -> (World, String) {
    let world = World::with_memory();
    world.write("src/queue.txt", "one\n");
    world.write("other/file.txt", "one\n");
    let path = ["--path", "src/queue.txt", "--json"];
    let written = world.memory(["add-decision", "Keep one queue"].iter().chain(&path));
    let id = written.json()["id"].as_str().unwrap().to_owned();
    world.commit("Begin");
    (world, id)
}

/// Changes a file and stages it.
fn change(world: &World, path: &str, text: &str) {
    world.write(path, text);
    world.git(["add", path]).ok();
}

fn records(world: &World, arguments: &[&str]) -> Value {
    let arguments = ["suggest", "--json"].iter().chain(arguments);
    world.memory(arguments).json()["records"].clone()
}

#[test]
fn what_is_staged_is_about_the_records_that_cover_it() {
    let (world, id) = world();
    let nothing = world.memory("suggest");
    assert_eq!(nothing.ok(), "");
    change(&world, "src/queue.txt", "two\n");
    let found = records(&world, &["--staged"]);
    assert_eq!(found[0]["id"], id.as_str());
    assert_eq!(found[0]["confidence"], "high");
    assert_eq!(
        found[0]["reasons"][0],
        "its path src/queue.txt covers src/queue.txt"
    );
    assert_eq!(found[0]["trailer"], format!("Decision: {id}"));
    let text = world.memory("suggest").ok();
    has(&text, &format!("{id}  Keep one queue  high confidence\n"));
    assert!(text.contains(&format!("    Decision: {id}\n")), "{text}");
    world.git("reset -q --hard").ok();
    change(&world, "other/file.txt", "two\n");
    assert_eq!(records(&world, &["--sure"]), Value::Array(Vec::new()));
}

#[test]
fn a_change_is_about_the_records_that_it_brings() {
    let (world, _) = world();
    change(&world, "other/file.txt", "two\n");
    let lesson = world
        .memory("add-lesson 'Other files are slow' --json")
        .json();
    let found = records(&world, &[]);
    assert_eq!(found[0]["id"], lesson["id"]);
    assert_eq!(found[0]["reasons"][0], "the change brings it");
    let commit = world.git("commit -q -m Learn");
    lacks(&commit.err, "hint: this commit may");
    let trailer = format!("Memory: {}", lesson["id"].as_str().unwrap());
    assert_eq!(found[0]["trailer"], trailer);
}

#[test]
fn what_only_lies_beside_the_files_is_not_offered_without_a_reason() {
    let (world, _) = world();
    // A binary file has no words.
    world.shell("printf 'a\\0b' >src/other.bin").ok();
    world.git("add src/other.bin").ok();
    assert_eq!(records(&world, &[]), Value::Array(Vec::new()));
}

#[test]
fn trailers_are_no_words_of_a_message() {
    let (world, id) = world();
    let with = |trailers: &str| {
        change(&world, "other/file.txt", trailers);
        let message = format!("Plain\n\nOf no interest.\n\n{trailers}");
        world.git(["commit", "-q", "-m", &message]).ok();
        records(&world, &["HEAD"])
    };
    for trailers in [
        "Signed-off-by: Ann Queue <queue@example.com>",
        "Co-authored-by: Queue <queue@example.com>\nChange-Id: Iqueue",
        "Fixes: queue\nCc: queue <queue@example.com>",
    ] {
        assert_eq!(with(trailers), Value::Array(Vec::new()), "{trailers}");
    }
    let found = with("It is a queue.");
    assert_eq!(found[0]["id"], id.as_str(), "{found}");
}

#[test]
fn a_merge_is_what_it_changed_beside_its_first_parent() {
    let (world, id) = world();
    world.git("switch -q -c side").ok();
    change(&world, "src/queue.txt", "two\n");
    world.git("commit -q -m Two").ok();
    world.git("switch -q main").ok();
    change(&world, "other/file.txt", "two\n");
    world.git("commit -q -m Other").ok();
    world.git("merge -q --no-ff -m Join side").ok();
    let found = records(&world, &["HEAD"]);
    assert_eq!(found[0]["id"], id.as_str(), "{found}");
    assert_eq!(
        found[0]["reasons"][0],
        "its path src/queue.txt covers src/queue.txt"
    );
    assert_eq!(records(&world, &["HEAD^1"]), Value::Array(Vec::new()));
}

#[test]
fn a_deletion_is_a_change() {
    let (world, _) = world();
    world.shell("git rm -q memory/decisions/*").ok();
    let nothing = world.memory("suggest");
    has(&nothing.err, "no record is about this change");
    world.git("reset -q --hard").ok();
    let nothing = world.memory("suggest");
    assert!(nothing.err.contains("nothing is staged"), "{}", nothing.err);
}

#[test]
fn a_bare_repository_is_asked_about_a_commit() {
    let (mut world, id) = world();
    change(&world, "src/queue.txt", "two\n");
    world.git("commit -q -m Two").ok();
    world.git("clone -q --bare . ../bare.git").ok();
    world.at("../bare.git");
    for arguments in [&["suggest"][..], &["suggest", "--staged"]] {
        let err = world.memory(arguments).fails(128);
        assert!(
            err.starts_with("fatal: nothing can be staged in a bare repository\n"),
            "{err}"
        );
        assert!(err.contains("git memory suggest REV"), "{err}");
    }
    let found = records(&world, &["HEAD"]);
    assert_eq!(found[0]["id"], id.as_str(), "{found}");
}

#[test]
fn commits_that_named_a_record_suggest_it_again() {
    let (world, id) = world();
    for n in 0..3 {
        change(&world, "other/file.txt", &format!("{n}\n"));
        let message = format!("Change {n}\n\nDecision: {id}");
        world.git(["commit", "-q", "-m", &message]).ok();
    }
    change(&world, "other/file.txt", "last\n");
    let found = records(&world, &["--sure"]);
    assert_eq!(found[0]["id"], id.as_str());
    assert_eq!(
        found[0]["reasons"][0],
        "3 commits of other/file.txt name it"
    );
}

#[test]
fn a_commit_is_asked_about_by_its_message_and_its_files() {
    let (world, id) = world();
    change(&world, "other/file.txt", "two\n");
    let message = format!("Follow it\n\nDecision: {id}\nMemory: dec-zzzzzz");
    world.git(["commit", "-q", "-m", &message]).ok();
    let found = world.memory("suggest --json HEAD");
    has(&found.err, "warning: 'Memory: dec-zzzzzz' names no record");
    let found = found.json();
    assert_eq!(found["records"][0]["reasons"][0], "the message names it");
    assert_eq!(found["unknown"][0], "Memory: dec-zzzzzz");
    world.memory("suggest nowhere").fails(128);
    // A page of a series goes by its number.
    world.write("memory/config.yaml", "roots:\n  - docs/adr\n");
    world.write(
        "docs/adr/0007-use-files.md",
        "# Use files\n\nFor all of it.\n",
    );
    world.commit("Implement ADR 7");
    let found = records(&world, &["HEAD"]);
    assert_eq!(found[0]["trailer"], "Decision: ADR 7");
}

#[test]
fn a_range_with_a_trailer_that_names_nothing_is_named() {
    let (world, id) = world();
    change(&world, "other/file.txt", "two\n");
    world
        .git(["commit", "-q", "-m", &format!("Two\n\nDecision: {id}")])
        .ok();
    let check = world.memory("check --rev HEAD~..HEAD");
    assert!(!check.out.contains("unknown-record"), "{}", check.out);
    change(&world, "other/file.txt", "three\n");
    world
        .git(["commit", "-q", "-m", "Three\n\nDecision: dec-zzzzzz"])
        .ok();
    let check = world.memory("check --rev HEAD~2..HEAD");
    has(&check.out, "warning[unknown-record]");
    has(&check.out, "says 'Decision: dec-zzzzzz'");
    assert_eq!(check.status, 0);
    world.memory("check --strict --rev HEAD~2..HEAD").fails(1);
}

/// Returns the editor's text for a commit with these arguments.
fn shown(world: &World, arguments: &[&str]) -> String {
    world.write("../editor", "#!/bin/sh\ncp \"$1\" \"$HOME/shown\"\nprintf 'Typed' >\"$1.new\"\ncat \"$1\" >>\"$1.new\"\nmv \"$1.new\" \"$1\"\n");
    world
        .shell("chmod +x ../editor; rm -f \"$HOME/shown\"")
        .ok();
    let editor = format!("core.editor={}", world.here.join("../editor").display());
    let arguments = ["-c", &editor, "commit", "-q"]
        .into_iter()
        .chain(arguments.iter().copied());
    world.git(arguments).ok();
    world.shell("cat \"$HOME/shown\" 2>/dev/null || :").ok()
}

fn message(world: &World) -> String {
    world.git("log -1 --format=%B").ok().trim().to_owned()
}

#[test]
fn the_editor_shows_what_a_commit_is_about_and_the_message_stays_as_typed() {
    let (world, id) = world();
    change(&world, "src/queue.txt", "two\n");
    let text = shown(&world, &[]);
    assert!(text.starts_with("\n\n# This commit may follow"), "{text}");
    has(&text, &format!("\n# Decision: {id}\n#\n# "));
    has(&text, "Keep one queue: its path src/queue.txt covers");
    assert_eq!(message(&world), "Typed");
    // An existing message stays unchanged.
    assert!(!shown(&world, &["--amend"]).contains("Decision"));
    change(&world, "src/queue.txt", "three\n");
    assert!(!shown(&world, &["-e", "-m", "Given"]).contains("Decision"));
    // Nothing is certain about this one.
    change(&world, "other/file.txt", "two\n");
    assert!(!shown(&world, &[]).contains("Decision"));
}

#[test]
fn signs_templates_scissors_and_cleanup_are_heeded() {
    let (world, id) = world();
    let mut n = 0;
    let mut with = |settings: &[&str], arguments: &[&str]| -> (String, String) {
        n += 1;
        for setting in settings {
            let (key, value) = setting.split_once('=').unwrap();
            world.git(["config", key, value]).ok();
        }
        change(&world, "src/queue.txt", &format!("{n}\n"));
        let text = shown(&world, arguments);
        for setting in settings {
            let key = setting.split_once('=').unwrap().0;
            world.git(["config", "--unset", key]).ok();
        }
        (text, message(&world))
    };
    let (text, message) = with(&["core.commentChar=;"], &[]);
    assert!(text.contains(&format!("\n; Decision: {id}\n;\n")), "{text}");
    assert_eq!(message, "Typed");
    let (text, message) = with(&["core.commentChar=auto"], &[]);
    assert!(text.contains(&format!(" Decision: {id}\n")), "{text}");
    assert_eq!(message, "Typed");
    let (text, message) = with(&["commit.verbose=true"], &[]);
    let at = |what: &str| text.find(what).unwrap();
    assert!(at("Decision: ") < at(">8"), "{text}");
    assert_eq!(message, "Typed");
    for cleanup in ["scissors", "verbatim", "whitespace"] {
        let (text, message) = with(&[&format!("commit.cleanup={cleanup}")], &[]);
        assert!(!text.contains("Decision"), "{cleanup}: {text}");
        assert!(!message.contains("Decision"), "{cleanup}: {message}");
    }
    let (text, message) = with(&[], &["--cleanup=scissors"]);
    assert!(!text.contains("Decision") && message == "Typed", "{text}");
    world.write("../template", "\n\nWhy:\n");
    let template = world.here.join("../template").display().to_string();
    let (text, message) = with(&[&format!("commit.template={template}")], &[]);
    has(&text, "Why:\n\n\n# This commit may follow");
    assert!(text.contains(&format!("# Decision: {id}\n")), "{text}");
    assert_eq!(message, "Typed\n\nWhy:");
}

#[test]
fn a_message_that_is_given_gets_one_hint() {
    let (world, id) = world();
    change(&world, "src/queue.txt", "two\n");
    let commit = world.git("commit -q -m Two");
    let hint = format!("hint: this commit may follow {id} (Keep one queue); to cite it: ");
    assert!(commit.err.contains(&hint), "{}", commit.err);
    assert_eq!(message(&world), "Two");
    let command = commit.err.split("to cite it: ").nth(1).unwrap().trim();
    let again = world.shell(command);
    assert_eq!(
        message(&world),
        format!("Two\n\nDecision: {id}"),
        "{}",
        again.err
    );
    change(&world, "src/queue.txt", "three\n");
    let commit = world.git(["commit", "-q", "-m", &format!("Three\n\nDecision: {id}")]);
    assert_eq!(commit.err, "");
    change(&world, "src/queue.txt", "four\n");
    world.git("commit -q -m Four").ok();
    for picks in [
        "git revert --no-edit HEAD",
        "git cherry-pick HEAD~",
        "git rebase -f HEAD~2",
    ] {
        let picked = world.shell(picks);
        assert!(
            !picked.err.contains("hint: this commit may"),
            "{picks}: {}",
            picked.err
        );
    }
    assert!(!world.git("log --format=%B").ok().contains("# Decision"));
}

#[test]
fn a_commit_follows_nothing_by_a_comment_or_by_deleting_its_file() {
    let world = World::with_memory();
    world.write("src/queue.rs", "fn one() {}\n");
    world.memory("add-decision Queue --path src/queue.rs").ok();
    world.commit("One");
    let hint = |text: &str| {
        world.write("src/queue.rs", text);
        world.git("add src").ok();
        world.git("commit -q -m Next").err
    };
    assert_eq!(hint("// The first.\nfn one() {}\n"), "");
    has(&hint("fn one() { two(); }\n"), "this commit may follow");
    world.git("rm -q src/queue.rs").ok();
    assert_eq!(world.git("commit -q -m Last").err, "");
}

#[test]
fn a_message_of_ten_megabytes_is_read_to_its_trailer() {
    let (world, id) = world();
    change(&world, "other/file.txt", "two\n");
    world
        .shell(&format!(
            "{{ echo Two; echo; head -c 10485760 /dev/zero | tr '\\0' x; \
             printf '\\n\\nDecision: {id}\\nMemory: dec-zzzzzz\\n'; }} >../message && \
             git commit -q -F ../message"
        ))
        .ok();
    let found = world.memory("suggest --json HEAD").json();
    assert_eq!(found["records"][0]["id"], id.as_str());
    assert_eq!(found["unknown"][0], "Memory: dec-zzzzzz");
    let check = world.memory("check --rev HEAD~..HEAD");
    assert!(check.out.contains("dec-zzzzzz"), "{}", check.out);
    assert!(check.out.len() < 2000, "{}", check.out.len());
    let why = world.memory("why other/file.txt").ok();
    assert!(why.starts_with(&id) && why.len() < 2000, "{}", why.len());
    let recalled = world.memory("recall --commits queue").ok();
    assert!(recalled.len() < 4000, "{}", recalled.len());
    world.memory("backtest --json").json();
}

#[test]
fn trailers_of_another_repository_and_of_a_history_that_is_gone_are_named() {
    let (mut world, id) = world();
    change(&world, "other/file.txt", "two\n");
    let message = format!("Two\n\nDecision: {id}\nDecision: other/repository#dec-abcdef");
    world.git(["commit", "-q", "-m", &message]).ok();
    let found = world.memory("suggest --json HEAD").json();
    assert_eq!(found["records"][0]["id"], id.as_str());
    assert_eq!(found["unknown"][0], "Decision: other/repository#dec-abcdef");
    // A shallow clone knows the records, whatever it lacks of the history.
    let url = format!("file://{}", world.here.display());
    let clone = world.root().join("clone");
    world
        .git(["clone", "-q", "--depth=1", &url, clone.to_str().unwrap()])
        .ok();
    world.here = clone;
    let found = world.memory("suggest --json HEAD").json();
    assert_eq!(found["records"][0]["id"], id.as_str());
    assert!(!world.memory("suggest HEAD~").err.is_empty());
    world.memory("suggest HEAD~").fails(128);
}
