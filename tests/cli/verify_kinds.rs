//! `git memory verify`: checks of dependencies, of code and by commands.

use crate::common::{World, has, lacks};
use git_memory_text::limits;

const RECORD: &str = "memory/decisions/kinds.md";

/// A record with checks, as a person writes it.
fn record(checks: &str) -> String {
    format!(
        "---\nid: dec-aaaaaa\ntitle: Keep it small\nstatus: active\nscope: project\n\
         updated: 2026-01-01\npaths: ['src/**']\nchecks:\n{checks}---\n\n## Rationale\n\nBuilds.\n"
    )
}

fn world(checks: &str) -> World {
    let world = World::with_memory();
    world.write(RECORD, record(checks));
    world.commit("Decide");
    world
}

const LOCK: &str = "version = 4\n\n[[package]]\nname = \"openssl-sys\"\nversion = \"1.0.0\"\n";

#[test]
fn a_package_is_found_in_manifests_and_lock_files_by_its_exact_name() {
    let world = world("  - forbid-dependency: openssl_sys\n  - forbid-dependency: 'ssl*'\n");
    world.write("Cargo.lock", LOCK);
    world.write(
        "a/Cargo.toml",
        "[dependencies]\nopenssl = \"1\"\nssl-x = \"1\"\n",
    );
    world.write("src/openssl-sys.rs", "// openssl-sys\n");
    world.git("add .").ok();
    let found = world.memory("verify");
    assert_eq!(found.status, 1);
    assert_eq!(
        found.out,
        "Cargo.lock:4: error[dec-aaaaaa]: the package 'openssl_sys' is forbidden: \
         name = \"openssl-sys\"\n\
         a/Cargo.toml:3: error[dec-aaaaaa]: the package 'ssl*' is forbidden: ssl-x = \"1\"\n"
    );
    let json = world.memory("verify --json").out;
    has(
        &json,
        r#""rule":"forbid-dependency","pattern":"openssl_sys","path":"Cargo.lock","line":4"#,
    );
    let sarif = world.memory("verify --format sarif").out;
    has(
        &sarif,
        "the package 'ssl*' is forbidden: Keep it small (Builds.)",
    );
    let exempt = "[dependencies]\nssl-x = \"1\" # git-memory: dec-aaaaaa except only for tests\n";
    world.write("a/Cargo.toml", exempt);
    lacks(&world.memory("verify").out, "a/Cargo.toml");
}

#[test]
fn a_pattern_of_syntax_is_found_in_code_of_its_language() {
    let world = world("  - forbid-code: '$X.unwrap()'\n    language: rust\n");
    world.write("src/old.rs", "fn a() {\n    b().unwrap();\n}\n");
    world.commit("Break it");
    world.write(
        "src/text.rs",
        "// a.unwrap()\nconst B: &str = \".unwrap()\";\n",
    );
    world.write("src/new.rs", "fn a() {\n    b(1)\n        .unwrap();\n}\n");
    world.write("src/a.py", "b.unwrap()\n");
    world.write("other/a.rs", "fn a() { b().unwrap(); }\n");
    world.git("add .").ok();
    let found = world.memory("verify --rev HEAD");
    has(
        &found.out,
        "src/old.rs:2: error[dec-aaaaaa]: code like '$X.unwrap()' is forbidden",
    );
    for _ in 0..2 {
        let found = world.memory("verify").out;
        assert_eq!(found.lines().count(), 2, "{found}");
        has(
            &found,
            "src/new.rs:2: error[dec-aaaaaa]: code like '$X.unwrap()' is forbidden: b(1)",
        );
    }
    has(&world.memory("verify --bisect dec-aaaaaa").out, "Break it");
}

#[test]
fn the_globs_tell_the_language_where_the_check_does_not() {
    let world = world("  - forbid-code: print($$$)\n    in: 'src/**/*.py'\n");
    world.write("src/a.py", "def a():\n    print(1, 2)\n");
    world.write("src/b.rs", "fn a() { print(1); }\n");
    world.git("add src").ok();
    has(
        &world.memory("verify").out,
        "src/a.py:2: error[dec-aaaaaa]: code like 'print($$$)' is forbidden: print(1, 2)",
    );
}

#[test]
fn code_that_is_too_hard_to_read_is_named_and_stops_nothing() {
    let world = world("  - forbid-code: $X.a()\n    language: java\n");
    // The grammar reads it in several ways, and takes gigabytes for all of them.
    const { assert!(limits::SOURCE_MEMORY < 1 << 30) };
    world.write("src/Hard.java", "a<".repeat(20_000));
    world.write("src/New.java", "class B { void c() {\n d.a(); } }\n");
    world.git("add src").ok();
    let found = world.memory("verify");
    has(&found.out, "src/New.java:2: error[dec-aaaaaa]");
    has(
        &found.err,
        "src/Hard.java was not read: it is too large or too hard",
    );
    let again = world.memory("verify");
    assert_eq!((again.out, again.err), (found.out, found.err));
}

#[test]
fn a_pattern_that_is_no_code_or_of_no_language_is_an_error() {
    let world = world(
        "  - forbid-code: 'fn ('\n    language: rust\n  - forbid-code: a()\n  \
         - forbid-code: a()\n    language: cobol\n  - forbid-code: a()\n    in: ['*.rs', '*.py']\n",
    );
    let check = world.memory("check").out;
    let verify = world.memory("verify");
    assert_eq!(verify.status, 1);
    for expected in [
        "check 1: 'forbid-code' cannot be used: it is no rust",
        "check 2: 'language' is missing, and the paths do not tell it; known are rust, python",
        "check 3: unknown language 'cobol'; known are rust, python",
        "check 4: 'language' is missing, and the paths do not tell it",
    ] {
        has(&check, format!("error[broken-check]: {expected}").as_str());
        has(&verify.err, expected);
    }
}

#[test]
fn a_command_runs_only_from_head_and_where_the_person_allows_it() {
    let world = World::with_memory();
    world.write(
        RECORD,
        record("  - command: 'echo ran >> ran; echo why >&2; exit 3'\n"),
    );
    let has_run = |world: &World| world.has("ran");
    world.git("config memory.verifyCommands yes").ok();
    let found = world.memory("verify");
    assert_eq!((found.status, has_run(&world)), (0, false));
    has(
        &found.err,
        "check 1 was not run: the commit before these changes does not have it",
    );
    world.commit("Decide");
    world.git("config --unset memory.verifyCommands").ok();
    world.write("memory/config.yaml", "verifyCommands: true\n");
    let found = world.memory("verify");
    assert_eq!((found.status, has_run(&world)), (0, false));
    has(
        &found.err,
        [
            "was not run: memory.verifyCommands is not set",
            "git config memory.verify",
        ],
    );
    has(
        &world.memory("verify --json").out,
        r#""not_run":[{"id":"dec-aaaaaa""#,
    );
    world.git("config memory.verifyCommands yes").ok();
    let found = world.memory("verify");
    assert_eq!((found.status, has_run(&world)), (1, true));
    has(
        &found.out,
        "memory/decisions/kinds.md:1: error[dec-aaaaaa]: 'echo ran >> ran; echo why >&2; exit 3' \
         failed: exit status 3\n    why\n",
    );
    // Changed in the work tree: not what HEAD has.
    world.git("clean -fq ran").ok();
    world.write(RECORD, record("  - command: 'echo ran >> ran'\n"));
    assert_eq!((world.memory("verify").status, has_run(&world)), (0, false));
}

#[test]
fn a_command_of_a_pull_request_never_runs() {
    let world = world("  - command: 'true'\n");
    world.git("config memory.verifyCommands yes").ok();
    world.git("switch -q -c topic").ok();
    world.write(RECORD, record("  - command: 'echo ran >> ran'\n"));
    world.commit("Change the command");
    let found = world.memory("verify --rev main..HEAD");
    has(
        &found.err,
        "check 1 was not run: the commit before these changes does not have it",
    );
    for call in [
        "verify --rev HEAD",
        "verify --staged",
        "verify --rev main..HEAD~1",
    ] {
        has(
            &world.memory(call).err,
            "check 1 was not run: commands run over the work tree",
        );
    }
    has(
        &world.memory("verify --bisect dec-aaaaaa").fails(128),
        "its checks are commands",
    );
    assert!(!world.has("ran"));
    world.git("switch -q main").ok();
    world.write("a.txt", "a");
    world.git("add a.txt").ok();
    world.git("switch -q -c other").ok();
    world.commit("Something else");
    let kept = world.memory("verify --rev main..HEAD");
    assert_eq!(kept.status, 0);
    lacks(&kept.err, "was not run");
}

#[test]
fn git_bisect_run_skips_commits_without_the_check() {
    let world = World::with_memory();
    world.write("a.txt", "good");
    world.commit("Begin");
    assert_eq!(world.memory("verify dec-aaaaaa").status, 125);
    world.write(RECORD, record("  - command: '! grep -q bad a.txt'\n"));
    world.commit("Decide");
    world.git("config memory.verifyCommands yes").ok();
    assert_eq!(world.memory("verify dec-aaaaaa").status, 0);
    world.write("a.txt", "bad");
    assert_eq!(world.memory("verify dec-aaaaaa").status, 1);
}

#[cfg(unix)]
#[test]
fn what_a_command_leaves_running_is_ended_and_it_has_no_input() {
    let world = world("  - command: 'cat; sleep 300 & echo begun; exit 1'\n");
    world.git("config memory.verifyCommands yes").ok();
    let start = std::time::Instant::now();
    let found = world.memory_with("verify", "not for it");
    has(&found.out, "    begun\n");
    lacks(&found.out, "not for it");
    assert!(start.elapsed().as_secs() < 200);
}

#[test]
fn ten_thousand_checks_are_cut_and_that_is_an_error() {
    let world = World::with_memory();
    let checks: String = (0..100)
        .map(|nth| format!("  - forbid: zz{nth}\n    in: src\n"))
        .collect();
    for nth in 0..100 {
        let text = record(&checks).replace("dec-aaaaaa", &format!("dec-{nth:06}"));
        world.write(&format!("memory/decisions/{nth}.md"), text);
    }
    world.write("src/a.txt", "zz7\n");
    world.git("add .").ok();
    let found = world.memory("verify");
    assert_eq!(found.status, 1);
    assert_eq!(limits::PROJECT_CHECKS, 1000);
    has(&found.err, "checks: beyond 1000 checks of the project; ");
    has(&found.err, "ran 1000 checks over 1 file");
    has(
        &world.memory("check").out,
        "error[broken-check]: beyond 1000 checks of the project",
    );
}
