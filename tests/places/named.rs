//! A call that names its repository is about that one, whatever variables git has set for another
//! one. A call that names none goes where these variables lead.

use serde_json::json;

use crate::common::{World, has};

/// Variables of a repository B, as git sets them or a person may have; `@` is B's folder.
const OF_B: [(&str, &str); 13] = [
    ("GIT_DIR", "@/.git"),
    ("GIT_WORK_TREE", "@"),
    ("GIT_INDEX_FILE", "@/.git/index"),
    ("GIT_OBJECT_DIRECTORY", "@/.git/objects"),
    ("GIT_ALTERNATE_OBJECT_DIRECTORIES", "@/.git/objects"),
    ("GIT_COMMON_DIR", "@/.git"),
    ("GIT_NAMESPACE", "b"),
    ("GIT_PREFIX", "sub/"),
    ("GIT_SHALLOW_FILE", "@/.git/shallow"),
    ("GIT_IMPLICIT_WORK_TREE", "0"),
    ("GIT_REPLACE_REF_BASE", "refs/b/"),
    ("GIT_CONFIG_PARAMETERS", "'core.worktree'='@'"),
    ("GIT_CONFIG", "@/.git/config"),
];

/// Script of writes through each door: `$1` is the title, `$A` the folder that the call names, if
/// it names one.
const DOORS: &str = r#"set -e
call() { printf '{"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}\n' "$1" "$2" "$3"; }
tool() { call "$1" tools/call '{"name":"'"$2"'","arguments":{'"$WORKSPACE$3"'}}'; }
git-memory ${A:+-C "$A"} add-decision "Line $1" -q
git-memory ${A:+-C "$A"} summary append --run "$1" --step line --title Line -q
WORKSPACE=${A:+"\"workspace\":\"$A\","}
start='{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}'
{
  call 0 initialize "$start"
  tool 1 memory_write '"kind":"decision","title":"Tool '"$1"'"'
  tool 2 memory_run '"run":"'"$1"'","step":"tool","title":"T"'
} | git-memory mcp
CWD=${A:+"\"cwd\":\"$A\","}
printf '{%s"session_id":"%s","prompt":"what is the rule of gizmos"}' "$CWD" "$1" |
  git-memory hook user-prompt --agent claude 2>&1
"#;

/// A world with memory in two repositories, A (where it is) and B beside it.
fn two() -> World {
    let world = World::with_memory();
    world.write("../doors.sh", DOORS);
    world.git("init -q -b main ../b").ok();
    let b = world.again(&world.root().join("b"));
    b.memory("init -q --no-hooks").ok();
    for (there, title) in [
        (&world, "Rule of gizmos in repo"),
        (&b, "Rule of gizmos in b"),
    ] {
        there.decision(title);
        for message in ["One", "Two"] {
            let commit = [
                "commit",
                "-q",
                "--allow-empty",
                "--no-verify",
                "-m",
                message,
            ];
            there.git(commit).ok();
        }
    }
    world
}

/// Returns which of the doors' four writes went here: the records staged, and the refs of private
/// memory.
fn written(world: &World, folder: &str, title: &str) -> [bool; 4] {
    let there = world.again(&world.root().join(folder));
    let staged = there.git("diff --cached --name-only").ok();
    let steps = there.memory("summary list --json").json();
    let has_file = |door: &str| staged.contains(&format!("-{door}-{}-", title.to_lowercase()));
    let has_step = |step: &str| {
        let entries = steps["entries"].as_array().unwrap();
        let mut found = entries.iter().filter(|entry| entry["run"] == *title);
        found.any(|entry| entry["step"] == *step)
    };
    [
        has_file("line"),
        has_file("tool"),
        has_step("line"),
        has_step("tool"),
    ]
}

/// Runs the doors and looks where everything went: into `folder`, and nowhere else.
#[track_caller]
fn goes_to(world: &World, folder: &str, title: &str, command: impl FnOnce(&World) -> String) {
    let mut caller = world.again(&world.here);
    // Ids are made from it.
    let seed = crc32fast::hash(title.as_bytes());
    caller.set("GIT_MEMORY_SEED", &seed.to_string());
    let said = command(&caller);
    assert!(
        said.contains(&format!("Rule of gizmos in {folder}")),
        "{title}: the hook said: {said}"
    );
    for other in ["repo", "b"] {
        let expected = [other == folder; 4];
        assert_eq!(
            written(world, other, title),
            expected,
            "{title}: {other}\n{said}"
        );
    }
}

#[test]
fn what_is_named_counts_whatever_each_variable_says() {
    let world = two();
    let root = world.root();
    let b = root.join("b").display().to_string();
    for (nth, (name, value)) in OF_B.iter().enumerate() {
        goes_to(&world, "repo", &format!("Named{nth}"), |caller| {
            let mut caller = caller.again(&root);
            caller.set(name, &value.replace('@', &b));
            caller.set("A", world.here.to_str().unwrap());
            caller.shell(&format!("sh doors.sh Named{nth}")).ok()
        });
    }
    let b = world.again(&root.join("b"));
    assert_eq!(b.git("for-each-ref refs/memory").ok(), "");
}

/// Ways of git to start a program with variables of B, in the folder above both.
const STARTS: [(&str, &str); 4] = [
    (
        "Hook",
        "git -C b -c core.hooksPath=../hooks commit -q --allow-empty -m x",
    ),
    (
        "Linked",
        "git -C linked -c core.hooksPath=../hooks commit -q --allow-empty -m x",
    ),
    (
        "Alias",
        "git -C b -c alias.doors='!sh ../doors.sh Alias' doors",
    ),
    (
        "Rebase",
        "git -C b rebase -q -x 'sh ../doors.sh Rebase' HEAD~1 2>&1 || :",
    ),
];

fn start(caller: &World, title: &str, command: &str) -> String {
    caller.write(
        "hooks/post-commit",
        format!("#!/bin/sh\nsh ../doors.sh {title} >../said\n"),
    );
    caller.shell("chmod +x hooks/post-commit").ok();
    let said = caller.shell(command).ok();
    if caller.has("said") {
        caller.read("said") + &said
    } else {
        said
    }
}

#[test]
fn what_is_named_counts_in_a_hook_an_alias_and_a_rebase() {
    let world = two();
    world
        .git("-C ../b worktree add -q ../linked -b linked")
        .ok();
    for (title, command) in STARTS {
        goes_to(&world, "repo", title, |caller| {
            let mut caller = caller.again(&world.root());
            caller.set("A", world.here.to_str().unwrap());
            start(&caller, title, command)
        });
    }
}

#[test]
fn where_nothing_is_named_the_variables_count() {
    for (title, command) in STARTS.into_iter().filter(|(title, _)| *title != "Linked") {
        // A rebase begins with nothing staged, and stops at what a program stages.
        let world = two();
        goes_to(&world, "b", title, |caller| {
            start(&caller.again(&world.root()), title, command)
        });
    }
    let world = two();
    let b = world.root().join("b").display().to_string();
    goes_to(&world, "b", "Unnamed", |caller| {
        let mut caller = caller.again(&world.here);
        caller
            .set("GIT_DIR", &format!("{b}/.git"))
            .set("GIT_WORK_TREE", &b);
        caller.shell("sh ../doors.sh Unnamed").ok()
    });
}

#[test]
fn an_empty_name_names_nothing() {
    let world = two();
    let b = world.root().join("b").display().to_string();
    let mut caller = world.again(&world.here);
    caller
        .set("GIT_DIR", &format!("{b}/.git"))
        .set("GIT_WORK_TREE", &b);
    let write = json!({"name": "memory_write", "arguments":
        {"workspace": "", "kind": "decision", "title": "Empty"}});
    let lines = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": write});
    let start = json!({"protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"}});
    let start = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": start});
    caller
        .memory_with("mcp", &format!("{start}\n{lines}\n"))
        .ok();
    has(&world.git("-C ../b status --porcelain").ok(), "-empty-");
    assert_eq!(world.status(), "");
}
