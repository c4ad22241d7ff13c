//! Answers to bad input: a clear message, a way out, the right exit status, and no change.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::os::unix::fs::symlink;

use common::{UNFILTERED, World, begins, has, lacks, token};

/// Everything that a failed command must leave as it was.
fn everything(world: &World) -> String {
    world.shell("git for-each-ref; git ls-files -s; git status --porcelain; find memory -type f -not -name '*.jsonl' -not -name index.md | sort | xargs cat").out
}

/// Runs a command that must fail, and fails the test where it changed anything or has no hint.
#[track_caller]
fn refused(world: &World, status: i32, arguments: &[&str]) -> String {
    let before = everything(world);
    let err = world.memory(arguments).fails(status);
    assert_eq!(everything(world), before, "{arguments:?}");
    assert!(!err.contains("panicked"), "{err}");
    if status == 128 {
        assert!(err.starts_with("fatal: "), "{err}");
    }
    err
}

#[test]
fn outside_a_repository_and_in_a_bare_one() {
    let mut world = World::empty();
    let err = world.memory("list").fails(128);
    let expected = "fatal: not a git repository (or any of the parent directories): .git\nhint: run 'git init' here, or name a repository with -C <path>\n";
    assert_eq!(err, expected);
    let source = World::with_memory();
    source.decision("Kept");
    source.git("commit -q -m one").ok();
    source.git("clone -q --bare . ../bare").ok();
    world.here = source.root().join("bare");
    for arguments in [
        vec!["list"],
        vec!["init"],
        vec!["add-note", "x"],
        vec!["check"],
    ] {
        let err = world.memory(&arguments).fails(128);
        has(&err, "bare repository");
        has(&err, "hint: read a revision with --rev");
        has(&err, "write in a clone");
    }
    assert!(world.memory("list --rev HEAD").ok().contains("Kept"));
    assert!(world.memory("log").ok().contains("Kept"));
    world.memory("check --rev main").ok();
}

#[test]
fn memory_that_is_no_folder() {
    let world = World::new();
    world.write("memory", "a file");
    for arguments in [vec!["init"], vec!["add-note", "x"], vec!["list"]] {
        let err = refused(&world, 128, &arguments);
        assert!(err.contains("'memory' is not a folder\nhint: "), "{err}");
    }
    fs::remove_file(world.here.join("memory")).unwrap();
    fs::create_dir(world.root().join("elsewhere")).unwrap();
    symlink(world.root().join("elsewhere"), world.here.join("memory")).unwrap();
    for arguments in [vec!["init"], vec!["add-note", "x"], vec!["list"]] {
        has(
            &world.memory(&arguments).fails(128),
            "'memory' is a symbolic link",
        );
    }
    assert_eq!(
        fs::read_dir(world.root().join("elsewhere"))
            .unwrap()
            .count(),
        0
    );
}

#[test]
fn nothing_is_read_or_written_through_a_link() {
    let world = World::with_memory();
    let outside = world.root().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(
        outside.join("a.md"),
        "---\nid: dec-aaaaaa\ntitle: A\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\n",
    )
    .unwrap();
    symlink(&outside, world.here.join("memory/decisions")).unwrap();
    symlink(outside.join("a.md"), world.here.join("memory/link.md")).unwrap();
    assert_eq!(world.memory("list").ok(), "");
    let err = world.memory("add-decision B").fails(128);
    has(&err, "'memory/decisions' is a symbolic link");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    let out = world.memory("check").out;
    has(&out, "memory/decisions:1:1: error[symbolic-link]");
    has(&out, "memory/link.md:1:1: error");
    world.git("add memory").ok();
    has(
        &world.git("commit -q -m links").fails(1),
        "error[symbolic-link]",
    );
}

#[test]
fn names_that_fit_nothing_or_too_much() {
    let world = World::with_memory();
    for title in ["One", "Two"] {
        world.decision(title);
    }
    let err = refused(&world, 128, &["show", "dec-zzzzzz"]);
    assert_eq!(
        err,
        "fatal: no record 'dec-zzzzzz'\nhint: 'git memory list' shows every record\n"
    );
    let err = refused(&world, 128, &["show", "dec-"]);
    has(&err, "fatal: 'dec-' names 2 records");
    has(&err, "One (memory/decisions/");
    for hostile in [
        "../../etc/passwd",
        "/etc/passwd",
        "",
        "memory/../../x.md",
        "a\u{1b}[31mb",
        "./.git/config.md",
    ] {
        let err = refused(&world, 128, &["show", hostile]);
        assert!(!err.contains('\u{1b}'), "{err:?}");
    }
    for revision in [
        "--output=x",
        "HEAD; rm",
        "nope",
        "",
        "@{u}",
        "HEAD:code.txt",
    ] {
        refused(&world, 128, &["list", &format!("--rev={revision}")]);
    }
}

#[test]
fn titles_and_values_that_cannot_be() {
    let world = World::with_memory();
    let (id, _) = world.decision("One");
    let long = "x".repeat(10_000);
    for (title, why) in [
        ("", "is empty"),
        ("  ", "is empty"),
        (long.as_str(), "more than 300"),
        ("a\nb", "more than one line"),
        ("a\u{1b}[2Jb", "U+001B"),
        ("a\u{202e}b", "U+202E"),
    ] {
        assert!(
            refused(&world, 128, &["add-decision", "--title", title]).contains(why),
            "{why}"
        );
        assert!(
            refused(&world, 128, &["set", &id, &format!("title={title}")]).contains(why),
            "{why}"
        );
    }
    for arguments in [
        vec!["add-decision", "x", "--status", "blue"],
        vec!["add-decision", "x", "--scope", "../up"],
        vec!["add-decision", "x", "--source", "me"],
        vec!["add-decision", "x", "--related", "dec-zzzzzz"],
        vec!["add-decision", "x", "--body-file", "missing"],
        vec!["set", &id, "id=dec-bbbbbb"],
        vec!["set", &id, "status=superseded"],
        vec!["set", &id, "created=soon"],
        vec!["set", &id, "a b=c"],
        vec!["close", &id],
        vec!["clear"],
        vec!["topic", "read", "none"],
        vec!["import", "adr", "missing"],
    ] {
        refused(&world, 128, &arguments);
    }
    for usage in [
        vec!["set", &id, "status"],
        vec!["add-decision", "a", "--title", "b"],
        vec!["nonsense"],
        vec!["list", "--kind", "x"],
    ] {
        refused(&world, 129, &usage);
    }
}

#[test]
fn a_secret_is_never_written() {
    let world = World::with_memory();
    let (id, path) = world.decision("One");
    let token = token();
    world.write("body.md", &token);
    for arguments in [
        vec!["add-decision", "x", "--rationale", &token],
        vec!["add-note", &token],
        vec!["add-note", "x", "--tag", &token],
        vec!["add-note", "x", "--body-file", "body.md"],
        vec!["set", &id, &format!("description={token}")],
        vec!["supersede", &id, "--title", "x", "--rationale", &token],
        vec!["topic", "write", "x", &token],
    ] {
        let err = refused(&world, 128, &arguments);
        assert!(!err.contains(&token) && err.contains("hint: "), "{err}");
    }
    world.write(&path, world.read(&path) + &token);
    let said = world.memory(["set", &id, "category=x"]).fails(128);
    has(&said, "github");
    world
        .shell(&format!(": >body.md; : >{path}; git memory list"))
        .ok();
    let objects = "git cat-file --batch-all-objects --batch";
    let everywhere = format!("grep -rl {token} . ; {objects} | grep -c {token}");
    assert_eq!(world.shell(&everywhere).out, "0\n");
}

#[test]
fn files_that_are_no_records_are_named_and_never_in_the_way() {
    let world = World::with_memory();
    let good = "---\nid: dec-aaaaaa\ntitle: Good\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\n";
    let text = format!("\u{feff}{}", good.replace('\n', "\r\n"));
    world.write("memory/decisions/good.md", text);
    let bomb = (1..12).fold(
        "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned(),
        |bomb, level| {
            format!(
                "{bomb}a{level}: &a{level} [{}]\n",
                vec![format!("*a{}", level - 1); 9].join(", ")
            )
        },
    );
    let id = |name: &str| good.replace("dec-aaaaaa", &format!("dec-{name}"));
    for (name, content, code) in [
        (
            "bomb",
            format!("---\nid: dec-bombxx\n{bomb}---\n").into_bytes(),
            "bad-yaml",
        ),
        (
            "deep",
            format!("---\nid: dec-deepxx\na: {}\n---\n", "[".repeat(100_000)).into_bytes(),
            "bad-yaml",
        ),
        (
            "yaml",
            id("yamlxx")
                .replace("title: Good", "title: a: b")
                .into_bytes(),
            "bad-yaml",
        ),
        (
            "unclosed",
            b"---\nid: dec-unclos\ntitle: x\n".to_vec(),
            "no-front-matter",
        ),
        (
            "nul",
            id("nulxxx").replace("Good", "G\0d").into_bytes(),
            "hidden-character",
        ),
        (
            "latin",
            b"---\nid: dec-latinx\ntitle: \xfcber\n---\n".to_vec(),
            "not-utf8",
        ),
        ("large", vec![b'x'; 2 << 20], "too-large"),
        ("twice", good.as_bytes().to_vec(), "double-id"),
        (
            "bidi",
            id("bidixx").replace("Good", "G\u{202e}d").into_bytes(),
            "hidden-character",
        ),
    ] {
        let path = format!("memory/decisions/{name}.md");
        world.write(&path, content);
        assert!(world.memory("list").ok().contains("Good"), "{name}");
        let out = world.memory("check").out;
        assert!(
            out.contains(&format!("{path}:")) && out.contains(&format!("error[{code}]")),
            "{name}: {out}"
        );
        assert!(!out.contains('\0') && !out.contains('\u{202e}'), "{name}");
        fs::remove_file(world.here.join(path)).unwrap();
    }
}

#[test]
fn a_locked_index_leaves_nothing_behind() {
    let world = World::with_memory();
    let (id, _) = world.decision("One");
    world.write(".git/index.lock", "");
    for arguments in [
        vec!["add-lesson", "x"],
        vec!["supersede", &id, "--title", "y"],
        vec!["clear", &id, "--yes", "--delete"],
    ] {
        let err = refused(&world, 128, &arguments);
        has(&err, ["index.lock", "hint: another git process"]);
    }
    assert!(
        !world.has("memory/lessons"),
        "a folder that was made for nothing"
    );
    world.memory("add-lesson x --no-stage").ok();
}

#[test]
fn the_environment_is_no_way_to_a_panic() {
    let mut world = World::with_memory();
    for (name, value) in [("GIT_MEMORY_CLOCK", "soon"), ("GIT_MEMORY_SEED", "-1")] {
        world.set(name, value);
        let said = world.memory("add-note x").fails(128);
        assert!(said.starts_with(&format!("fatal: {name}: '{value}' is not ")));
        world.set(name, "");
    }
    world.set("HOME", "/nonexistent");
    world.memory("add-note x").ok();
    world.set("GIT_MEMORY_CLOCK", "+262142-12-31T23:59:59Z");
    assert!(!world.memory("add-note x").err.contains("panicked"));
    let world = World::with_memory();
    let told = world.memory("-C missing list").fails(128);
    has(&told, "cannot change to 'missing'");
    world.write(".git/config", "[core\nbroken");
    assert!(world.memory("list").fails(128).starts_with("fatal: "));
    let world = World::with_memory();
    world.write(".git/index", "broken");
    begins(&world.memory("check --staged").fails(128), "fatal: ");
    world.memory("list").ok();
}

#[test]
fn escape_sequences_of_a_record_reach_no_terminal() {
    let world = World::with_memory();
    let (_, path) = world.decision("One");
    world.git("commit -q -m one").ok();
    let hostile = world
        .read(&path)
        .replace("title: One", "title: \"a\\e]0;x\\abc\\u202ed\"")
        + "\u{1b}[2J\n";
    world.write(&path, hostile);
    let call = "git add memory && git commit -q -n -m hostile";
    world.shell(call).ok();
    for arguments in [
        vec!["list"],
        vec!["list", "--json"],
        vec!["diff", "HEAD~1"],
        vec!["diff", "HEAD~1", "--format", "markdown"],
        vec!["log"],
        vec!["log", "--json"],
        vec!["topic", "read"],
        vec!["check"],
        vec!["list", "--count"],
    ] {
        let answer = world.memory(&arguments);
        let all = answer.out + &answer.err;
        assert!(
            !all.contains(['\u{1b}', '\u{7}', '\u{202e}']),
            "{arguments:?}: {all:?}"
        );
    }
    assert!(
        !world
            .read("memory/index.md")
            .contains(['\u{1b}', '\u{202e}'])
    );
}

#[test]
fn what_would_not_be_read_is_not_written() {
    let world = World::with_memory();
    world.write("body.txt", "x".repeat(1 << 20));
    let err = refused(
        &world,
        128,
        &["add-note", "huge", "--body-file", "body.txt"],
    );
    assert!(err.contains("larger than 1 MiB"), "{err}");
    world.write("body.txt", "x".repeat((1 << 20) - 200));
    let id = world
        .memory("add-note large --body-file body.txt --json")
        .json()["id"]
        .clone();
    refused(
        &world,
        128,
        &[
            "set",
            id.as_str().unwrap(),
            &format!("description={}", "y".repeat(300)),
        ],
    );
}

#[test]
fn only_temporary_files_of_ours_are_swept_up() {
    let world = World::with_memory();
    world.write("memory/.git-memory-keep.txt", "mine");
    world.write("memory/notes/.git-memory-keep.md", "mine");
    world.write(
        "memory/notes/.git-memory-a1B2c3.tmp",
        "left by a killed process",
    );
    world.memory("add-note x").ok();
    world.memory("list").ok();
    assert!(
        world.has("memory/.git-memory-keep.txt") && world.has("memory/notes/.git-memory-keep.md")
    );
    assert!(!world.has("memory/notes/.git-memory-a1B2c3.tmp"));
}

#[test]
fn a_line_of_an_answer_is_one_line() {
    let world = World::with_memory();
    world.write("memory/notes/a\n::error::b.md", "x");
    let text = "---\nid: note-aaaaaa\ntitle: A\nstatus: \"act\\n::warning::x\"\nscope: project\nupdated: 2026-01-01\n---\n";
    world.write("memory/notes/c.md", text);
    for arguments in [["check"], ["list"]] {
        let out = world.memory(arguments).out;
        assert!(out.contains("\\n::") && !out.contains("\n::"), "{out}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let world = World::with_memory();
    world.decision("x");
    let answer = world.shell("git memory list >/dev/full");
    assert!(
        answer
            .err
            .starts_with("fatal: write failure on standard output: "),
        "{}",
        answer.err
    );
    assert_eq!(answer.status, 128);
}

#[test]
fn an_intention_to_add_is_nothing_yet() {
    let world = World::with_memory();
    // `git ls-files`, which reads these indexes, cannot distinguish such an entry from an empty
    // file.
    if world.git("config extensions.refstorage").out.trim() == "reftable" {
        return;
    }
    world.write("memory/notes/b.md", "not finished");
    world.git("add -N memory/notes/b.md").ok();
    world
        .git("commit -q --allow-empty -m 'Something else'")
        .ok();
}

#[test]
fn a_secret_in_a_file_name_is_a_secret() {
    let world = World::with_memory();
    let token = token();
    world.write(&format!("memory/notes/{token}.txt"), "text");
    let err = world.git("add memory").fails(128);
    has(
        &err,
        "memory/notes/[REDACTED:token].txt: this file's name looks like a secret",
    );
    world.git(UNFILTERED.iter().chain(&["add", "memory"])).ok();
    let err = world
        .git(UNFILTERED.iter().chain(&["commit", "-q", "-m", "x"]))
        .fails(1);
    has(&err, "memory:1:1: error[secret]: a file name below it");
    lacks(&err, &token);
}

#[test]
fn memory_outside_of_the_checkout_is_neither_deleted_nor_made_again() {
    let world = World::with_memory();
    let (id, path) = world.decision("Kept");
    world.write("memory/summary.md", "# Ours\n");
    world.write("src/x", "x");
    world.commit("Ours");
    world.git(["update-index", "--skip-worktree", &path]).ok();
    world.memory(["set", &id, "category=x"]).ok();
    assert!(!world.git("diff --cached --name-status").ok().contains('D'));
    world
        .git(["update-index", "--no-skip-worktree", &path])
        .ok();
    world.git("reset -q --hard").ok();
    world.git("sparse-checkout set src").ok();
    for arguments in [["init", "-q"], ["add-note", "B"]] {
        let err = world.memory(arguments).fails(128);
        has(
            &err,
            "tracked here, but not checked out\nhint: run 'git sparse-checkout add memory'",
        );
    }
    assert_eq!(world.status(), "");
}

#[test]
fn neither_end_of_a_supersession_is_left_alone() {
    let world = World::with_memory();
    let (old, _) = world.decision("Old");
    let new = world.memory(["supersede", &old, "New", "--json"]).json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let err = refused(&world, 128, &["clear", &new, "--delete", "--yes"]);
    has(&err, &format!("cannot delete {new}: {old} supersedes it"));
    has(
        &refused(&world, 128, &["set", &old, "status=active"]),
        "the record is superseded",
    );
    world
        .memory(["clear", &new, &old, "--delete", "--yes"])
        .ok();
    world.memory("check").ok();
}

#[test]
fn where_git_is_told_to_work_elsewhere() {
    let mut world = World::with_memory();
    world.at("..");
    world
        .set("GIT_DIR", "repo/.git")
        .set("GIT_WORK_TREE", "repo");
    world.memory("add-note 'From outside'").ok();
    world.memory("check").ok();
    world.memory("log").ok();
    assert!(world.memory("diff HEAD").ok().contains("From outside"));
}

#[test]
fn a_pipe_in_place_of_a_derived_file_is_replaced() {
    let world = World::with_memory();
    world
        .shell("rm -f memory/index.md && mkfifo memory/index.md")
        .ok();
    world.memory("list").ok();
    assert!(world.read("memory/index.md").starts_with("---\n"));
}

#[test]
fn json_is_answered_even_where_there_is_nothing() {
    let world = World::with_memory();
    assert_eq!(
        world.memory("clear --kind event --yes --json").json()["cleared"],
        serde_json::json!([])
    );
    has(
        world.memory("topic read --json").json()["text"]
            .as_str()
            .unwrap(),
        "# Scope: project",
    );
    world.write("body.txt", "\u{feff}Text.");
    world.memory("add-note x --body-file body.txt").ok();
}

#[test]
fn an_id_as_long_as_another_kind_of_repository_has_them_names_nothing() {
    let world = World::with_memory();
    world.decision("One");
    world.git("commit -q -m One").ok();
    let mut title = 0;
    for length in [40, 64] {
        let id = "f".repeat(length);
        // Another person could push a note on such a commit.
        let note = "blob=$(echo '{\"text\": \"x\"}' | git hash-object -w --stdin); \
                    tree=$(printf '100644 blob %s\\t%s\\n' $blob ID | git mktree); \
                    git update-ref refs/notes/memory $(git commit-tree -m x $tree)";
        world.shell(&note.replace("ID", &id)).ok();
        // An entry of private memory that was made at such a commit.
        let branch = "commit=$(printf 'x\\n\\nMemory-Id: sum-aaaaaa\\nMemory-Kind: summary\\nHead: ID\\n' | \
                      git commit-tree $(git mktree </dev/null)); \
                      git update-ref refs/memory/branches/main $commit";
        world.shell(&branch.replace("ID", &id)).ok();
        let range = format!("{id}..HEAD");
        for arguments in [
            &["notes"][..],
            &["notes", "--orphans"],
            &["notes", "reattach"],
            &["notes", &range],
            &["summary", "list"],
            &["summary", "show", &id],
            &["runs"],
            &["list", "--rev", &id],
            &["recall", "one", "--rev", &id],
            &["recall", "one", "--since", &id],
            &["diff", &id],
            &["log", &id],
            &["show", &id],
            &["context", "--rev", &id],
            &["check", "--rev", &range],
            &["scan", "--range", &range],
            &["add-note", "x", "--commit", &id],
            &["hook", "post-checkout", &id, &id, "1"],
            &["why", "code.txt"],
            &["status"],
        ] {
            let answer = world.memory(arguments);
            assert!(answer.status >= 0, "{arguments:?}: {}", answer.err);
            assert!(!answer.err.contains("panicked"), "{}", answer.err);
        }
        title += 1;
        world.decision(&format!("Another {title}"));
    }
}

#[cfg(unix)]
#[test]
fn nobody_waits_for_a_pipe_into_which_nobody_writes() {
    let world = World::with_memory();
    world
        .shell("rm memory/summary.md; mkfifo memory/summary.md pipe.md")
        .ok();
    world.memory("check");
    world.memory("context").ok();
    let imported = world.memory("import adr pipe.md");
    assert!(
        imported.out.contains("is not a regular file")
            || imported.err.contains("is not a regular file"),
        "{}{}",
        imported.out,
        imported.err
    );
}

/// Runs a command that may take neither much memory nor much time.
fn bounded(world: &World, command: &str) -> common::Answer {
    world.shell(&format!(
        "ulimit -v 4000000; ulimit -t 20; git memory {command}"
    ))
}

#[test]
fn only_regular_files_are_opened_below_memory() {
    for path in [
        "notes/odd.md",
        "rules/odd.md",
        "summary.md",
        "config.yaml",
        "recall-feedback.jsonl",
        "secret-allowances.jsonl",
        "loaded-skills.yaml",
        "notes/OVERVIEW.md",
    ] {
        for make in ["ln -s /dev/zero", "mkfifo"] {
            let world = World::with_memory();
            world.memory("add-note 'A note'").ok();
            let file = format!("memory/{path}");
            let made = format!("mkdir -p memory/rules; rm -f {file}; {make} {file}");
            world.shell(&made).ok();
            world.shell("git add -A; git commit -q -n -m Odd").ok();
            for command in [
                "list",
                "log",
                "context",
                "recall note",
                "status",
                "get-context",
            ] {
                let answer = bounded(&world, command);
                assert!(
                    answer.status <= 1,
                    "{make} {path}: {command}: {}",
                    answer.err
                );
            }
            bounded(&world, "site public").ok();
            let check = bounded(&world, "check");
            assert!(check.status <= 1, "{make} {path}: {}", check.err);
            assert!(check.out.contains(&file), "{make} {path}: {}", check.out);
        }
    }
}

#[test]
fn nothing_is_read_through_a_folder_that_is_a_link() {
    let world = World::with_memory();
    world.write("../elsewhere/notes/a.md", "# CANARY\n");
    world.write("../elsewhere/rules/b.md", "CANARY\n");
    for folder in ["notes", "rules"] {
        let target = format!("../../elsewhere/{folder}");
        symlink(target, world.here.join("memory").join(folder)).unwrap();
    }
    for command in ["list", "context", "recall CANARY", "get-context", "export"] {
        let answer = bounded(&world, command);
        assert!(!answer.out.contains("CANARY"), "{command}: {}", answer.out);
    }
    has(
        &bounded(&world, "check").out,
        "memory/notes:1:1: error[symbolic-link]",
    );
}
