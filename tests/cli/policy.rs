//! The policy: what it shows, and what settings make of it.

use std::fs;

use crate::common::{World, has, lacks};
use git_memory_text::limits;

#[test]
fn what_is_blocked_is_shown_with_its_reason() {
    let world = World::with_memory();
    world.write("sessions/a.rs", "\n");
    let before = world.memory("policy show").ok();
    let expected = "\n  sessions  (agents keep logs there; a command line may touch it)\n";
    has(&before, expected);
    world.git("add sessions").ok();
    world.git("commit -q -m Sessions").ok();
    let text = "policy:\n  block: [secrets]\n  ignore: [data]\n  focus: src\n";
    world.write("memory/config.yaml", text);
    world.git("config memory.policy.block **/*.pem").ok();
    let shown = world.memory("policy show").ok();
    for line in [
        "\n  .git  (git's own, at any depth and in any spelling; a command line may read it)\n",
        "\n  receipts  (agents keep logs there; a command line may touch it)\n",
        "\n  **/*.pem  (policy.block in git config)\n",
        "\n  secrets  (policy.block in memory/config.yaml)\n",
        "not blocked:\n  sessions  (HEAD tracks it: the project's own source)\n",
        "\n  memory/index.md  (made from the records)\n",
        "\n  data  (policy.ignore in memory/config.yaml)\n",
        "in focus:\n  src  (policy.focus in memory/config.yaml)\n",
    ] {
        assert!(shown.contains(line), "{line}{shown}");
    }
    assert!(!shown.contains("sessions  (agents"), "{shown}");
    assert!(!shown.contains("outside"), "{shown}");
    world.git("config memory.policy.outside deny").ok();
    let shown = world.memory("policy show").ok();
    has(&shown, "\n  ..  (outside of the work tree");
}

#[test]
fn no_setting_opens_what_is_always_blocked() {
    let mut world = World::with_memory();
    let open = "policy:\n  focus: [.git, .waypoints, sessions]\n  block: []\n";
    world.write("memory/config.yaml", open);
    for path in [".git", ".waypoints", "sessions", "receipts"] {
        world
            .git(["config", "--add", "memory.policy.focus", path])
            .ok();
    }
    world.set("GIT_MEMORY_POLICY_FOCUS", "sessions");
    // It is not source, although it was tracked by force.
    world.write(".waypoints/a", "\n");
    world.git("add -f .waypoints").ok();
    for path in [".git/config", ".waypoints/a", "sessions/a", "receipts/a"] {
        for access in ["read", "write", "search"] {
            world
                .memory(["policy", "check", path, "--for", access])
                .fails(1);
        }
    }
}

#[test]
fn folders_named_like_logs_are_open_once_head_tracks_them_or_a_person_says_so() {
    let world = World::with_memory();
    let rule = |path: &str| {
        let answer = world.memory(["policy", "check", "--for=write", path, "--json"]);
        let told: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
        let rule = told["results"][0]["rule"].as_str();
        rule.unwrap_or_default().to_owned()
    };
    world.write("sessions/a.rs", "\n");
    world.write("memory/config.yaml", "policy:\n  open: [sessions]\n");
    world.git("add -A").ok();
    assert_eq!(rule("sessions/b"), "agent-log", "any tool may stage files");
    assert_eq!(
        rule("sessions/b.rb"),
        "",
        "no agent writes its log as source code"
    );
    assert_eq!(rule("sessions/b.jsonl"), "agent-log");
    let refused = world.memory("policy check sessions/b");
    has(&refused.out, "closed by default: agents keep logs");
    let way_out = "git config --add memory.policy.open sessions";
    assert!(refused.err.contains(way_out), "{}", refused.err);
    let found = world.memory("check").out;
    has(&found, "'policy.open' cannot be set by this file");
    world.git("config --add memory.policy.open receipts").ok();
    assert_eq!(rule("receipts/b"), "");
    assert_eq!(rule("sessions/b"), "agent-log");
    world.write("memory/config.yaml", "{}\n");
    world.commit("Sessions");
    assert_eq!(rule("sessions/b"), "");
    world.git("config --add memory.policy.open .git").ok();
    let refused = world.memory("policy check a").fails(128);
    has(&refused, "'.git' is not one of: receipts, sessions");
}

#[test]
fn a_repository_without_memory_has_what_its_settings_block_and_nothing_else() {
    let world = World::new();
    let check = |path: &str| {
        world
            .memory(["policy", "check", "--for=write", path])
            .status
    };
    for path in [
        ".git/config",
        "sessions/a",
        ".waypoints/a",
        "../x",
        "memory/index.md",
    ] {
        assert_eq!(check(path), 0, "{path}");
    }
    let shown = world.memory("policy show").ok();
    assert!(
        shown.starts_with("Nothing is blocked: no memory"),
        "{shown}"
    );
    world.git("config memory.policy.block vault").ok();
    assert_eq!((check("vault/a"), check(".git/config")), (1, 0));
}

#[test]
#[cfg(unix)]
fn what_lies_outside_is_closed_where_that_is_asked_for() {
    let mut world = World::with_memory();
    world.write("memory/config.yaml", "policy:\n  outside: deny\n");
    world.commit("Close");
    world.git("worktree add -q ../linked").ok();
    // Neither an edit of the file nor a person's setting lifts what the team has committed.
    world.write("memory/config.yaml", "policy:\n  outside: leave\n");
    world.git("config memory.policy.outside leave").ok();
    world.set("CODEX_HOME", "/nowhere/codex");
    std::os::unix::fs::symlink("/", world.here.join("root")).unwrap();
    for (path, is_closed) in [
        ("/etc/passwd", true),
        ("/x/y", true),
        ("~root/.profile", true),
        (r"C:\x", true),
        ("file:///etc/passwd", true),
        ("root/etc/passwd", true),
        ("/proc/self/root/etc/x", true),
        ("src/../../../../etc/x", true),
        ("/nowhere/codex2/x", true),
        ("/tmp/x", false),
        ("/var/tmp/x", false),
        ("../linked/a", false),
        ("src/a", false),
        ("~/.claude/plans/p.md", false),
        ("/nowhere/codex/x", false),
        ("/dev/null", false),
    ] {
        let answer = world.memory(["policy", "check", "--for=write", path]);
        let is_denied = answer.out.starts_with("denied[outside] ");
        assert_eq!(is_denied, is_closed, "{path}: {}{}", answer.out, answer.err);
        world.memory(["policy", "check", path]).ok();
    }
}

#[test]
fn a_path_is_judged_in_the_repository_that_holds_it() {
    let world = World::with_memory();
    world.write("vendor/keys/a", "\n");
    for (folder, block) in [("../other", "vault"), ("vendor", "own")] {
        let inner = world.again(&world.here.join(folder));
        fs::create_dir_all(inner.here.join("src")).unwrap();
        inner.git("init -q").ok();
        inner.git(["config", "memory.policy.block", block]).ok();
    }
    world.git("config memory.policy.block vendor/keys").ok();
    let denied = |path: &str| world.memory(["policy", "check", path]).status == 1;
    let vendor = ["vendor/own/a", "vendor/keys/a", "vendor/.git/config"];
    for path in vendor.into_iter().chain(["../other/vault/a"]) {
        assert!(denied(path), "{path}");
    }
    // The other one has no memory, and so no closed folder of git's.
    let other = ["../other/own/a", "../other/.git/config", "../other/src"];
    for path in other.into_iter().chain(["vault/a", "own/a"]) {
        assert!(!denied(path), "{path}");
    }
}

#[test]
fn searches_leave_out_what_is_ignored_and_not_in_focus() {
    let world = World::with_memory();
    let team = "policy:\n  ignore: [data, '**/*.snap']\n  focus: [data/ours]\n";
    world.write("memory/config.yaml", team);
    for (path, is_allowed) in [
        (".", true),
        ("data", false),
        ("data/a", false),
        ("data/*.json", false),
        ("data/ours", true),
        ("data/ours/a/b", true),
        ("data/ours/*.json", true),
        ("src/a.snap", false),
        ("**/*.snap", false),
        ("**/*.json", true),
    ] {
        let answer = world.memory(["policy", "check", path, "--for", "search"]);
        assert_eq!(answer.status, 0);
        assert_eq!(answer.out, format!("allowed {path}\n"));
        let note = format!("note: '{path}' is left out of searches by ");
        assert_eq!(!answer.err.contains(&note), is_allowed, "{}", answer.err);
        world.memory(["policy", "check", path]).ok();
        world.memory(["policy", "check", "--for=write", path]).ok();
    }
}

#[test]
fn names_are_one_where_the_file_system_says_so() {
    let world = World::with_memory();
    world.write(
        "memory/config.yaml",
        "policy:\n  block: [Secrets, caf\u{e9}]\n",
    );
    let denied = |path: &str| world.memory(["policy", "check", path]).status == 1;
    world.git("config core.ignoreCase false").ok();
    world.git("config core.precomposeUnicode false").ok();
    assert!(!denied("SESSIONS/a") && !denied("secrets/a") && !denied("cafe\u{301}/a"));
    world.git("config core.ignoreCase true").ok();
    assert!(denied("SESSIONS/a") && denied("secrets/a") && denied("sessions./a"));
    assert!(denied("SEC*ETS/a"), "in a glob, too");
    world.git("config core.precomposeUnicode true").ok();
    assert!(denied("cafe\u{301}/a") && denied("se\u{200c}ssions/a"));
}

#[test]
fn every_git_folder_of_the_repository_is_known() {
    let world = World::with_memory();
    world.write("a", "\n");
    world.commit("Begin");
    world.git("worktree add -q ../linked").ok();
    let common = world
        .git("rev-parse --path-format=absolute --git-common-dir")
        .ok();
    let linked = world.again(&world.root().join("linked"));
    let own = linked.git("rev-parse --absolute-git-dir").ok();
    for folder in [common.trim_end(), own.trim_end(), ".git"] {
        let answer = linked.memory(["policy", "check", folder, &format!("{folder}/x")]);
        let denied = answer.out.matches("denied[git-folder]").count();
        assert_eq!(denied, 2, "{}", answer.out);
    }
}

#[test]
fn a_git_folder_of_another_name_and_one_around_a_work_tree_are_known() {
    let world = World::with_memory();
    world.write("a", "\n");
    world.commit("Begin");
    let apart = world.again(&world.root().join("apart"));
    fs::create_dir_all(&apart.here).unwrap();
    apart.git("init -q --separate-git-dir=meta .").ok();
    apart.memory("init -q").ok();
    let answer = apart.memory("policy check meta/config src/meta/x");
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines[0], "denied[git-folder] 'meta/config' is git's own");
    assert_eq!(lines[1..], ["allowed src/meta/x"]);
    // A work tree in the git folder that it belongs to.
    world.git("clone -q --bare . ../bare.git").ok();
    let bare = world.again(&world.root().join("bare.git"));
    bare.git("worktree add -q tree main").ok();
    let tree = world.again(&bare.here.join("tree"));
    tree.memory("policy check a --for write").ok();
    tree.memory("policy check ../config").fails(1);
}

#[test]
fn paths_begin_where_the_command_runs() {
    let world = World::with_memory();
    world.write("src/deep/a", "\n");
    let deep = world.again(&world.here.join("src/deep"));
    deep.memory("policy check ../../sessions/x").fails(1);
    deep.memory("policy check sessions/x").ok();
    let path = deep.memory("policy path").ok();
    assert!(path.trim_end().ends_with("memory/project"), "{path}");
}

#[test]
fn no_path_is_an_error_and_what_is_too_long_is_not_judged() {
    let world = World::with_memory();
    let none = world.memory("policy check ''").fails(128);
    assert!(none.contains("a path is empty"), "{none}");
    for path in [
        "a/../".repeat(limits::CALL_PATH_BYTES / 5 + 1),
        "{a,b}".repeat(9),
    ] {
        let answer = world.memory(["policy", "check", &path]);
        const { assert!(limits::CALL_GLOBS < 1 << 9) };
        assert_eq!(answer.status, 0, "{}", answer.out);
        has(&answer.err, "' cannot be judged: it names a ");
        assert!(answer.err.len() < 400, "{}", answer.err.len());
        let call = serde_json::json!({"paths": [path]}).to_string();
        let strict = world.memory_with("hook pre-tool-use --strict", &call);
        assert!(strict.ok().contains("\"strict\""));
    }
}

#[test]
#[cfg(unix)]
fn names_that_are_not_utf_8_are_judged_like_others() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let world = World::with_memory();
    for (path, status) in [
        (&b"src/\xff"[..], 0),
        (b"\xff/../.git/config", 1),
        (b"sessions/\xff", 1),
        (b"\xff*/x", 0),
    ] {
        let path = OsStr::from_bytes(path);
        let arguments = ["policy".as_ref(), "check".as_ref(), path];
        let answer = world.memory(arguments);
        assert_eq!(answer.status, status, "{path:?}: {}", answer.out);
    }
}

#[test]
fn a_file_of_the_same_name_that_is_not_ours_may_be_written() {
    let world = World::new();
    world.write("memory/index.md", "# By hand\n");
    world
        .memory("policy check memory/index.md --for write")
        .ok();
    world.memory("init").ok();
    world
        .memory("policy check memory/index.md --for write")
        .ok();
    let refused = world.memory("policy check memory/impressions.jsonl --for write");
    assert!(
        refused.out.starts_with("denied[derived] "),
        "{}",
        refused.out
    );
    assert!(refused.err.contains("hint: "), "{}", refused.err);
}

#[test]
fn a_setting_that_cannot_be_read_is_named() {
    let world = World::with_memory();
    world.write(
        "memory/config.yaml",
        "policy:\n  block: ['../x', secrets]\n",
    );
    let answer = world.memory("policy check secrets/a");
    assert_eq!(answer.status, 1, "the rest counts");
    has(&answer.err, "memory/config.yaml:2: 'policy.block': '../x'");
    world.git("config memory.policy.block /x").ok();
    let refused = world.memory("policy check a").fails(128);
    has(&refused, "memory.policy.block: '/x' is not a path");
}

#[test]
fn what_is_shown_as_blocked_is_denied_in_every_spelling() {
    let world = World::with_memory();
    world.write("src/a", "\n");
    let text = "policy:\n  block: [secrets, docs/private]\n";
    world.write("memory/config.yaml", text);
    let shown = world.memory("policy show --json").json();
    let blocked = shown["blocked"].as_array().unwrap();
    assert_eq!(blocked.len(), 6, "{shown}");
    let top = world.here.to_str().unwrap();
    for row in blocked {
        let name = row["pattern"].as_str().unwrap();
        let (first, rest) = name.split_at(1);
        let mut spellings = vec![
            name.to_owned(),
            format!("{name}/"),
            format!("./{name}/x"),
            format!("src/../{name}"),
            format!("none/.././{name}//x"),
            format!("{top}/{name}/x/y"),
            format!("file://{top}/{name}"),
            name.replace('/', "\\") + "\\x",
            format!("{{{name},x}}/y"),
        ];
        // A pattern that has to be guessed is not a log.
        if row["rule"] != "agent-log" {
            spellings.extend([format!("[{first}]{rest}/x"), format!("**/{name}/*")]);
        }
        for access in ["read", "write", "search"] {
            let mut arguments = vec!["--json", "policy", "check", "--for", access, "--"];
            arguments.extend(spellings.iter().map(String::as_str));
            let answer = world.memory(&arguments);
            let verdicts: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
            for verdict in verdicts["results"].as_array().unwrap() {
                assert_eq!(verdict["rule"], row["rule"], "{access} {verdict}");
            }
        }
    }
}

#[test]
fn searches_leave_out_what_the_project_index_does() {
    let world = World::with_memory();
    world.write(".gitignore", "/built/\n");
    world.write("built/a", "\n");
    world.write("src/a.rs", "\n");
    let search = |path: &str| world.memory(["policy", "check", "--for=search", path]);
    let told = search("built/a");
    assert_eq!(told.status, 0);
    has(&told.err, "note: 'built/a' is left out of searches");
    assert!(told.err.contains("git ignores it"), "{}", told.err);
    assert!(search("built/*").err.contains("note: "));
    assert_eq!(search("src").err, "");
    assert_eq!(world.memory("policy check built/a").err, "");
    world.git("config memory.policy.focus built").ok();
    assert_eq!(search("built/a").err, "");
}

#[test]
fn what_is_committed_has_the_teams_settings_and_nobody_elses() {
    let world = World::with_memory();
    let team = "policy:\n  block: [closed]\n  ignore: [data]\n  focus: [src/core]\n";
    world.write("memory/config.yaml", team);
    world.commit("Settings");
    // Neither is part of the commit.
    world.write("memory/config.yaml", "policy:\n  block: [later]\n");
    world.git("config memory.policy.block mine").ok();
    let here = world.memory("context").ok();
    assert!(here.contains("later") && here.contains("mine"), "{here}");
    let committed = world.memory("context --committed").ok();
    has(&committed, ["closed", "data", "src/core"]);
    lacks(&committed, ["later", "mine"]);
    // A bare repository has no other settings of the team.
    world.git("clone -q --bare . ../bare.git").ok();
    let bare = world.again(&world.root().join("bare.git"));
    assert_eq!(bare.memory("context").ok(), committed);
    let shown = bare.memory("policy show").ok();
    let line = "\n  closed  (policy.block in memory/config.yaml)\n";
    assert!(shown.contains(line), "{shown}");
    assert!(!shown.contains("later"), "{shown}");
}

#[test]
fn an_edit_of_the_teams_file_opens_nothing_before_it_is_committed() {
    let world = World::with_memory();
    let team = "policy:\n  block: [closed, '**/*.pem']\n";
    world.write("memory/config.yaml", team);
    world.commit("Close");
    let call = r#"{"tool_name": "Read", "tool_input": {"file_path": "closed/a"}}"#;
    let told = || world.memory_with("hook pre-tool-use", call).ok();
    let denied = || told().contains("\"deny\"");
    let edited = "policy:\n  block: ['**/*.pem']\n";
    world.write("memory/config.yaml", edited);
    let expected = "'closed/a' is blocked by 'closed' (policy.block in HEAD:memory/config.yaml)";
    has(&world.memory("policy check closed/a").out, expected);
    assert!(denied());
    let shown = world.memory("policy show").ok();
    assert_eq!(shown.matches("**/*.pem").count(), 1, "{shown}");
    // The pack says what the hook does.
    has(&world.memory("context").ok(), "closed");
    // Nor does it where the file is taken away.
    fs::remove_file(world.here.join("memory/config.yaml")).unwrap();
    assert!(denied());
    world.write("memory/config.yaml", edited);
    world.git("commit -q -am Open").ok();
    assert!(!denied());
    world.memory("policy check closed/a").ok();
}

#[test]
fn what_is_computed_lifts_nothing_that_a_setting_says() {
    let world = World::with_memory();
    for file in ["src/a.rs", "src/made/a.rs", "testdata/a.rs", "tests/a.rs"] {
        world.write(file, "\n");
    }
    let team = "policy:\n  ignore: [testdata, src/made]\n  focus: [.git, sessions, src/made/by]\n";
    world.write("memory/config.yaml", team);
    world.commit("Begin");
    for path in ["testdata", "testdata/a.rs", "testdata/*.rs", "src/made"] {
        let answer = world.memory(["policy", "check", "--for=search", path]);
        has(&answer.err, "is left out of searches");
    }
    let open = world.memory("policy check --for=search src src/made/by/a");
    assert_eq!((open.status, open.err.as_str()), (0, ""));
    let shown = world.memory("policy show").ok();
    let (_, focus) = shown.split_once("in focus:\n").unwrap();
    let names = focus.lines();
    let names: Vec<_> = names.map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["src/made/by", "src", "tests"].map(Some), "{shown}");
    for arguments in [&["context"][..], &["context", "--committed"]] {
        let pack = world.memory(arguments).ok();
        assert!(pack.contains("Focus: src, tests, src/made/by\n"), "{pack}");
    }
}

#[test]
fn what_is_in_focus_is_left_out_of_nothing() {
    let world = World::with_memory();
    world.write("src/a.rs", "\n");
    let team = "policy:\n  ignore: [src]\n  focus: [src]\n";
    world.write("memory/config.yaml", team);
    world.memory("policy check --for=search src").ok();
    let shown = world.memory("policy show").ok();
    assert_eq!(shown.matches("\n  src  ").count(), 1, "{shown}");
    assert!(!shown.contains("left out of searches"), "{shown}");
    let pack = world.memory("context").ok();
    has(&pack, "Focus: src\n");
    lacks(&pack, "Leave out");
}

#[test]
fn a_reason_names_the_glob_as_it_is_typed_or_the_path_in_it() {
    let world = World::with_memory();
    world.write("sessions/a", "\n");
    let team = "policy:\n  block: ['**/*.pem', docs/x/a]\n";
    world.write("memory/config.yaml", team);
    for (glob, shown) in [
        ("{sessions,src}/x", "'sessions/x' is closed by default"),
        ("src/{k.pem,a.rs}", "'src/k.pem' is blocked by '**/*.pem'"),
        ("docs/*/a", "'docs/*/a' is blocked by 'docs/x/a'"),
        ("src/**/.g*", "'src/**/.g*' is git's own"),
    ] {
        let answer = world.memory(["policy", "check", glob]);
        assert!(answer.out.contains(shown), "{glob}: {}", answer.out);
    }
}

#[test]
fn a_glob_is_denied_where_it_is_aimed_at_a_block() {
    let world = World::with_memory();
    world.write("src/k.pem", "\n");
    let text = "policy:\n  block: ['**/*.pem', secrets]\n";
    world.write("memory/config.yaml", text);
    for access in ["read", "write", "search"] {
        let denied = |glob: &str| {
            let answer = world.memory(["policy", "check", "--for", access, glob]);
            answer.out.starts_with("denied[block] ")
        };
        let folders = ["sec*/key", "**/secrets/**", "{docs,secrets}/*"];
        for glob in ["src/*.pem", "**/*.pem"].into_iter().chain(folders) {
            assert!(denied(glob), "{access} {glob}");
        }
        let wide = ["src/*", "src/**", "*/key", "*", "**"];
        for glob in wide.into_iter().chain(["src/*.rs", "src/[a-c]*"]) {
            assert!(!denied(glob), "{access} {glob}");
        }
    }
}
