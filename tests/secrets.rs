//! The net that holds a secret on each way in, and the proof: every object, file and log is
//! searched for it afterwards.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;

use common::{UNFILTERED, World, has, lacks, other_token, token};

const NOTE: &str = "memory/notes/a.md";

fn note(text: &str) -> String {
    format!(
        "---\nid: note-aaaaaa\ntitle: A\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\n{text}\n"
    )
}

/// Returns the places of the token: files (except the planted one), and objects of the repository.
fn traces(world: &World, planted: Option<&str>) -> Vec<String> {
    fn walk(folder: &Path, token: &[u8], found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                walk(&entry.path(), token, found);
            } else if kind.is_file()
                && fs::read(entry.path())
                    .unwrap()
                    .windows(token.len())
                    .any(|window| window == token)
            {
                found.push(entry.path().display().to_string());
            }
        }
    }
    let token = token();
    let mut found = Vec::new();
    walk(&world.root(), token.as_bytes(), &mut found);
    let planted = planted.map(|path| world.here.join(path).display().to_string());
    found.retain(|path| Some(path) != planted.as_ref());
    let objects = world
        .git("cat-file --batch-all-objects --batch --unordered")
        .ok();
    found.extend(objects.contains(&token).then(|| "an object".to_owned()));
    found
}

/// A world with a note in HEAD, and a way to see that nothing is left of a secret that was refused.
fn world() -> World {
    let world = World::with_memory();
    world.write(NOTE, note("Text."));
    world.git("add memory").ok();
    world.git("commit -q -m 'A note'").ok();
    world
}

#[test]
fn what_the_program_writes_holds_none() {
    let mut world = world();
    let token = token();
    let body = world.root().join("body.md");
    fs::write(&body, format!("Use {token}.")).unwrap();
    world.set("GIT_EDITOR", &format!("sed -i s/EDIT/{token}/"));
    let body_file = format!("--body-file {}", body.display());
    // Front matter writes it as `\u200b`.
    let unseen = token.replace("B2", "B\u{200b}2");
    for arguments in [
        format!("add-note x --tag {unseen}"),
        format!("set note-aaaaaa category={unseen}"),
        format!("add-note {token}"),
        format!("add-note x --description {token}"),
        format!("add-note x {body_file}"),
        "add-note EDIT --edit".to_owned(),
        format!("add-decision x --rationale 'see {token}.'"),
        format!("set note-aaaaaa category={token}"),
        format!("topic write notes-on-ci {body_file}"),
        format!("topic write notes-on-ci --append {body_file}"),
    ] {
        let err = world.memory(&arguments).fails(128);
        has(&err, "github-token (ghp_…)");
        lacks(&err, &token);
    }
    fs::remove_file(&body).unwrap();
    assert_eq!(traces(&world, None), [""; 0]);
    assert_eq!(world.status(), "");
}

#[test]
fn what_comes_from_a_pipe_or_an_import_leaves_none() {
    let world = world();
    let token = token();
    let err = world
        .memory_with("add-note x --body-file -", &format!("Use {token}"))
        .fails(128);
    has(&err, "hint: leave the value out");
    let adr = format!("# A\n\n## Status\n\nAccepted\n\n## Decision\n\n{token}\n");
    world.write("../adr/0001-a.md", adr);
    let import = world.memory("import adr ../adr");
    // Nothing was taken, which a script should see.
    assert_eq!(import.status, 1);
    has(&import.out, "skipped     0001-a.md: 9:1: github-token");
    fs::remove_file(world.root().join("adr/0001-a.md")).unwrap();
    assert_eq!(traces(&world, None), [""; 0]);
    assert_eq!(world.status(), "");
}

#[test]
fn the_index_of_recall_and_its_answers_hold_none() {
    let world = world();
    let token = token();
    let planted = "memory/notes/planted.md";
    let text = note(&format!("The zebra key is {token} and works."));
    world.write(planted, text.replace("note-aaaaaa", "note-bbbbbb"));
    for command in [
        "recall 'zebra key'",
        "recall --json --tier t2 zebra",
        "recall TOKEN",
        "related note-bbbbbb",
        "why src/zebra",
        "feedback --outcome missed --note TOKEN -- TOKEN",
    ] {
        let answer = world.memory(&command.replace("TOKEN", &token));
        lacks(&answer.out, &token);
    }
    has(&world.memory("recall zebra").ok(), "[REDACTED:");
    assert_eq!(traces(&world, Some(planted)), Vec::<String>::new());
    // Folded and in parts it would be in the index, too.
    let folded = token.to_lowercase();
    let common = world.git("rev-parse --git-common-dir").ok();
    let search = format!("grep -rilF {} {}/memory", &folded[4..30], common.trim());
    assert_eq!(world.shell(&search).out, "");
}

#[test]
fn a_file_name_is_in_no_file_of_ours() {
    let world = world();
    let text =
        note(&format!("The zebra key is {}.", token())).replace("note-aaaaaa", "note-bbbbbb");
    world.write(&format!("memory/notes/{}.md", token()), text);
    world.memory("list").ok();
    world.memory("scan").fails(1);
    world.memory("refresh").ok();
    let found = world.shell(&format!(
        "grep -lF {} memory/index.md memory/impressions.jsonl .git/memory/seen/findings",
        token()
    ));
    assert_eq!(found.out, "");
    assert!(world.read("memory/index.md").contains("REDACTED"));
}

#[test]
fn private_memory_is_written_without_it() {
    let world = world();
    let token = token();
    world.git("branch spike").ok();
    let append = ["summary", "append", "--run", "r", "--step", "s"];
    for arguments in [
        [&append[..], &["--title", &token]].concat(),
        [
            &append[..],
            &["--happened", &format!("Use {token}."), "--agent", "a"],
        ]
        .concat(),
        [
            &append[..],
            &[
                "--output",
                &token,
                "--follow-up",
                &format!("replace {token}"),
            ],
        ]
        .concat(),
        [&append[..], &["--agent", &token]].concat(),
        vec!["summary", "append", "--run", &token, "--step", &token],
        vec!["summary", "compact", "--keep", "1"],
        vec!["add-note", &token, "--private"],
        vec![
            "add-decision",
            "x",
            "--private",
            "--rationale",
            &token,
            "--tag",
            &token,
            "--description",
            &token,
        ],
        vec!["add-note", "--commit", "HEAD", &token],
    ] {
        let answer = world.memory(&arguments);
        assert_eq!(
            answer.status, 0,
            "{arguments:?}: {}{}",
            answer.out, answer.err
        );
        assert!(
            !answer.err.contains(&token) && !answer.out.contains(&token),
            "{arguments:?}: {}",
            answer.err
        );
        let is_told = answer
            .err
            .contains("note: redacted a secret: github-token (token)");
        assert_eq!(
            is_told,
            arguments[1] != "compact",
            "{arguments:?}: {}",
            answer.err
        );
    }
    let title = [&append[..], &["--title", "x", "--body-file", "-"]].concat();
    world.memory_with(&title, &format!("Use {token}")).ok();
    let listed = world.memory("summary list").ok();
    assert!(listed.contains("[REDACTED:token]"), "{listed}");
    assert_eq!(traces(&world, None), [""; 0]);
    world.memory("scan --private").ok();
}

#[test]
fn git_stores_none_that_is_added_by_hand() {
    let world = world();
    world.write(NOTE, note(&token()));
    for command in [
        "git add memory/notes/a.md",
        "git add -A",
        "printf 'y\\n' | git add -p memory/notes/a.md",
        "git commit -q -a -m x",
        "git commit -q -a -n -m x",
        "git commit -q -m x memory/notes/a.md",
        "git stash",
        "git update-index memory/notes/a.md",
        "git hash-object -w --path memory/notes/a.md memory/notes/a.md",
    ] {
        let answer = world.shell(command);
        assert_ne!(answer.status, 0, "{command}: {}{}", answer.out, answer.err);
        has(&answer.err, "memory/notes/a.md:8:1: github-token (ghp_…)");
        assert_eq!(traces(&world, Some(NOTE)), [""; 0], "{command}");
    }
    assert_eq!(world.status(), format!(" M {NOTE}\n"));
}

#[test]
fn git_stores_none_of_a_new_file_that_only_the_clones_attributes_leave_out() {
    let world = world();
    world.write("memory/anything.txt", token());
    let said = world.git("add memory").fails(128);
    has(&said, "memory/anything.txt:1:1");
    assert_eq!(traces(&world, Some("memory/anything.txt")), [""; 0]);
}

/// A world that has pulled a secret in a file, and one in a file's name, from a careless clone.
fn world_of_the_careless() -> World {
    let mut world = world();
    let call = "git -c core.hooksPath=/dev/null clone -q . ../careless";
    world.shell(call).ok();
    world.at("../careless");
    world.write(NOTE, note(&token()));
    let planted = format!("memory/notes/{}.txt", token());
    world.write(&planted, "Text.\r\n");
    world.commit("Careless");
    world.at("../repo");
    world.git("pull -q ../careless main").ok();
    world
}

/// Makes git read all files of memory: it cannot see from their times if they changed.
const TOUCH: &str = "find memory -type f -exec touch -d @2000000000 {} +;";

#[test]
fn what_others_have_committed_takes_nothing_hostage() {
    let world = world_of_the_careless();
    for command in [
        "git status --porcelain",
        "git diff --quiet",
        "echo 1 >code.txt; git stash; git stash pop -q",
        "git add -A; git commit -q -m Code",
        "git checkout -q -b other; git checkout -q main",
        "echo 2 >code.txt; git commit -q -a -m Code; git rebase -q --force-rebase HEAD~1",
        "git cherry-pick --allow-empty HEAD~1 || git cherry-pick --skip",
        "git memory briefing",
        "git memory list",
        "git memory status",
        "git memory recall text",
        "git memory add-note More",
    ] {
        let answer = world.shell(&format!("{TOUCH} set -e; {command}"));
        assert_eq!(answer.status, 0, "{command}: {}{}", answer.out, answer.err);
        assert!(!answer.err.contains(&token()), "{command}: {}", answer.err);
    }
    let said = world.shell(&format!("{TOUCH} git status --porcelain")).err;
    assert_eq!(said.matches("warning: ").count(), 1, "{said}");
    has(&said, "hint: 'git memory check' names all of them");
}

#[test]
fn what_others_have_committed_is_allowed_by_the_command_that_is_named() {
    let world = world_of_the_careless();
    let status = |second: u32| {
        let line = format!("touch -d @200000000{second} {NOTE}; git status");
        world.shell(&line).err
    };
    let said = status(1);
    let named = said.split("allow ").nth(1).unwrap();
    let fingerprint = named.split(' ').next().unwrap();
    let call = ["scan", "--allow", fingerprint, "--reason", "A sample."];
    world.memory(call).ok();
    world.git("add memory/secret-allowances.jsonl").ok();
    world.git("commit -q -m Allowed").ok();
    assert_eq!(status(2), "");
    // A new secret is refused as before.
    world.write(NOTE, note(&format!("And {}x", token())));
    world.git(["add", NOTE]).fails(128);
}

/// A world in whose HEAD a note has a secret that got past the hooks, changed once more since.
fn world_of_the_past() -> World {
    let world = world();
    world.write(NOTE, note(&token()));
    let add = UNFILTERED.iter().copied().chain(["add", NOTE]);
    world.git(add).ok();
    world
        .git("-c core.hooksPath=/dev/null commit -q -m Past")
        .ok();
    world.write(NOTE, note(&format!("More.\n\n{}", token())));
    world
}

#[test]
fn what_is_around_a_committed_secret_can_be_changed() {
    let world = world_of_the_past();
    for command in [
        "git diff",
        "git stash && git stash pop -q",
        "git commit -q -a -m Edited",
        "git mv memory/notes/a.md memory/notes/b.md && git commit -q -m Moved",
        "git mv memory/notes/b.md memory/notes/a.md && echo End. >>memory/notes/a.md \
         && git commit -q -a -m Both",
        // By hand, so that git does not know yet that it was moved.
        "mv memory/notes/a.md memory/notes/d.md && echo More. >>memory/notes/d.md \
         && git add memory/notes/d.md && git add -A && git commit -q -m Renamed \
         && git mv memory/notes/d.md memory/notes/a.md && git commit -q -m Back",
    ] {
        let answer = world.shell(command);
        assert_eq!(answer.status, 0, "{command}: {}{}", answer.out, answer.err);
        assert!(!answer.err.contains(&token()), "{command}: {}", answer.err);
    }
}

#[test]
fn a_secret_beside_a_committed_one_is_new_and_so_is_the_same_one_elsewhere() {
    let world = world_of_the_past();
    let other = format!("{}\n{}", token(), other_token());
    world.write(NOTE, note(&other));
    world.git("commit -q -a -m x").fails(128);
    world.git(["restore", NOTE]).ok();
    world.write("memory/notes/c.md", note(&format!("Here: {}", token())));
    world.git("add memory/notes/c.md").fails(128);
}

#[test]
fn what_got_past_the_filter_is_not_committed() {
    let world = world();
    world.write(NOTE, note(&token()));
    for command in ["commit -q -a -m x", "commit -q -m x memory/notes/a.md"] {
        let words = UNFILTERED.iter().copied().chain(command.split(' '));
        let err = world.git(words).fails(1);
        has(&err, "memory/notes/a.md:8:1: error[secret]");
    }
    has(&world.memory("check").fails(1), "hint: secret: ");
    assert_eq!(world.git("log --format=%s").ok(), "A note\nBegin\n");
}

/// git's arguments that commit everything past the filter and the hooks.
const PAST: [&str; 6] = ["commit", "-q", "-a", "-n", "-m", "Past"];

/// A world with a remote, in whose history, but not in its files, is a secret.
fn world_with_a_remote() -> World {
    let world = world();
    world.bare("../remote");
    world.git("remote add origin ../remote").ok();
    world.git("push -q -u origin main").ok();
    world.write(NOTE, note(&token()));
    world.git(UNFILTERED.iter().copied().chain(PAST)).ok();
    world.write(NOTE, note("Gone again."));
    let call = "commit -q -a -m 'Gone from the files, not from history'";
    world.git(call).ok();
    world
}

#[test]
fn what_got_past_the_commit_is_not_pushed() {
    let world = world_with_a_remote();
    for command in [
        "push origin main",
        "push origin HEAD:refs/heads/new",
        "push --all",
        "push --mirror",
        "push ../remote main:main",
    ] {
        let err = world.git(command).fails(1);
        has(&err, ":memory/notes/a.md:8:1: github-token (ghp_…)");
        has(&err, "find-object=");
    }
}

#[test]
fn what_was_pushed_all_the_same_holds_back_no_later_push() {
    let mut world = world_with_a_remote();
    // A hook of the user still gets git's list.
    world.git("push -q --no-verify origin main").ok();
    world.write("code.txt", "more\n");
    world.git("commit -q -a -m Code").ok();
    world.git("push -q origin main").ok();
    world.at("../remote");
    let said = world.memory("scan --all").fails(1);
    has(&said, "rotate real credentials first");
}

#[test]
fn a_hook_before_ours_still_gets_the_list_of_refs() {
    let world = world();
    if world
        .shell("git config hook.git-memory-pre-push.command")
        .status
        == 0
    {
        return; // This git runs hooks from its settings, beside the file.
    }
    let file = ".git/hooks/pre-push";
    let ours = world.read(file);
    world.write(
        file,
        ours + "while read -r line; do echo \"saw $line\" >&2; done\n",
    );
    world.bare("../remote");
    let answer = world.git("push ../remote main");
    has(&answer.err, "saw refs/heads/main ");
    assert_eq!(answer.err.matches("saw ").count(), 1);
}

/// A world whose setting is strict.
fn strict() -> World {
    let world = world();
    world.git("config memory.strict true").ok();
    world.memory("hooks install").ok();
    world
}

#[track_caller]
fn is_refused(answer: &common::Answer) {
    assert_ne!(answer.status, 0, "{}", answer.out);
    has(&answer.err, "memory/notes/a.md:8:1: github-token (ghp_…)");
}

#[test]
fn with_strict_no_commit_has_a_secret() {
    let world = strict();
    let before = world.git("for-each-ref").ok();
    world.write(NOTE, note(&token()));
    is_refused(&world.git(UNFILTERED.iter().copied().chain(PAST)));
    world.git("reset -q --hard").ok();
    assert_eq!(world.git("for-each-ref").ok(), before);
    world.decision("Still works");
    world.git("commit -q -m Clean").ok();
}

#[test]
fn with_strict_no_ref_moves_to_a_secret() {
    let mut world = strict();
    let before = world.git("for-each-ref").ok();
    // From a clone that knows nothing of all this.
    let call = "-c core.hooksPath=/dev/null clone -q . ../careless";
    world.git(call).ok();
    world.at("../careless");
    world.write(NOTE, note(&token()));
    let call = "-c core.hooksPath=/dev/null commit -q -a -m Careless";
    world.git(call).ok();
    world.git("format-patch -q -1 -o ..").ok();
    world.at("../repo");
    is_refused(&world.git("pull -q ../careless main"));
    is_refused(&world.git("fetch -q ../careless main:other"));
    world.git("fetch -q ../careless main").ok();
    is_refused(&world.git("update-ref refs/heads/other FETCH_HEAD"));
    is_refused(&world.git("update-ref refs/memory/branches/main FETCH_HEAD"));
    is_refused(&world.git("branch other FETCH_HEAD"));
    is_refused(&world.git("cherry-pick FETCH_HEAD"));
    let call = "git cherry-pick --abort; git reset -q --hard";
    world.shell(call).ok();
    is_refused(&world.shell("git am ../*.patch"));
    world.shell("git am --abort; git reset -q --hard").ok();
    assert_eq!(world.git("for-each-ref").ok(), before);
}

#[test]
fn where_the_program_is_missing_everything_passes_unchanged() {
    let world = world();
    fs::remove_file(world.root().join("bin/git-memory")).unwrap();
    let large = "line\n".repeat(30_000);
    let mut files = vec![
        ("large", large.as_str()),
        ("empty", ""),
        ("zeros", "\0\n\0\n\n"),
    ];
    if cfg!(unix) {
        files.push(("of\n\nlines", "0000"));
    }
    for (name, text) in &files {
        world.write(&format!("memory/{name}"), text);
    }
    world.git("add memory").ok();
    world.git("commit -q -n -m 'Without the program'").ok();
    for (name, text) in &files {
        assert_eq!(
            world.git(["show", &format!("HEAD:memory/{name}")]).ok(),
            *text
        );
    }
    world.git("rm -q -r memory").ok();
    world.git("checkout -q HEAD -- memory").ok();
    for (name, text) in &files {
        assert_eq!(world.read(&format!("memory/{name}")), *text);
    }
    assert_eq!(world.status(), "");
}

#[test]
fn an_allowance_that_cannot_be_read_is_named() {
    let world = world();
    world.write("memory/secret-allowances.jsonl", "\n{bad\n");
    let answer = world.memory("check");
    has(
        &answer.out,
        "memory/secret-allowances.jsonl:2:1: error[bad-setting]",
    );
}

/// Commands that each make something else of the program fail than the guard.
const FAULTS: [&str; 8] = [
    "git config memory.scan everything",
    "git config memory.roots /etc",
    "git config memory.secretPattern '('",
    "git config memory.commits 99999999999",
    "printf ': [' >memory/config.yaml",
    "rm -rf .git/memory; echo >.git/memory",
    "rm -f memory/config.yaml; ln -s /dev/zero memory/config.yaml",
    r"printf 'tree %s\nparent %s\ncommitter C <c@d> 1 +0000\n\nx\n' \
     $(git rev-parse HEAD^{tree} HEAD) >x && git update-ref HEAD \
     $(git hash-object --literally -t commit -w x)",
];

#[test]
fn the_filter_fails_for_secrets_alone() {
    for fault in FAULTS {
        let world = world();
        world.shell(fault).ok();
        world.write("code.txt", "two\n");
        world.write("memory/notes/b.md", "# A page\n");
        world.git("status --porcelain").ok();
        world.git("add code.txt memory/notes/b.md").ok();
        world
            .shell("git reset -q -- memory; git commit -q -m Code")
            .ok();
        // The rules hold whatever else is wrong.
        world.write("memory/notes/c.md", format!("# Key\n\n{}\n", token()));
        let refused = world.git("add memory/notes/c.md").fails(128);
        has(&refused, "memory/notes/c.md:3:1");
    }
}

#[test]
fn the_filter_names_only_what_protects_something() {
    let world = world();
    world.write("memory/config.yaml", "maxLines: many\nsecretPattern: '('\n");
    let added = world.git("add memory/config.yaml");
    assert_eq!(added.status, 0, "{}", added.err);
    has(&added.err, "warning: memory/config.yaml:2: ");
    assert!(!added.err.contains("maxLines"), "{}", added.err);
}

#[test]
fn what_passed_a_filter_with_a_fault_is_looked_through_by_pre_commit() {
    let world = world();
    world.git("config memory.secretPattern (").ok();
    world.write("memory/notes/b.md", "# A page\n\nACME-4711\n");
    let added = world.git("add memory/notes/b.md");
    assert_eq!(added.status, 0, "{}", added.err);
    has(&added.err, "warning: memory.secretPattern: '('");
    world.git("commit -q -m 'A page'").fails(1);
    world.git("config memory.secretPattern ACME-[0-9]+").ok();
    let refused = world.git("commit -q -m 'A page'").fails(1);
    assert!(refused.contains("memory/notes/b.md:3:1"), "{refused}");
}
