//! Hooks of agents that have no time for a long history: here one whose walks stand still.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::agent_hook::{PROMPT, fixture, hook, told, world};
use crate::common::{BINARY, World, has};

const TITLE: &str = "Retry uploads with jitter";
const LATE: &str = "git-memory was still indexing this repository when the session began.";

/// A clone that was just made, in which git's walks through history stand still.
fn fresh() -> World {
    let mut world = world();
    world.git("clone -q . ../fresh").ok();
    world.here = world.root().join("fresh");
    let (root, tools) = (world.root().display().to_string(), world.path());
    let script = format!(
        "#!/bin/sh\ncase \" $* \" in *' log '*|*' rev-list '*)\n\
         while [ -d {root}/slow ] && [ ! -e {root}/go ]; do sleep 0.02; done ;; esac\nexec {root}/tools/git \"$@\"\n"
    );
    world.write("../slow/git", script);
    fs::set_permissions(
        world.root().join("slow/git"),
        PermissionsExt::from_mode(0o755),
    )
    .unwrap();
    world.set("PATH", &format!("{root}/slow:{tools}"));
    world
}

/// Lets the walks go on.
fn go(world: &World) {
    fs::write(world.root().join("go"), "").unwrap();
}

/// Waits until something is so.
#[track_caller]
pub(crate) fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_there() {
        assert!(begun.elapsed() < Duration::from_mins(1), "{what}");
        sleep(Duration::from_millis(10));
    }
}

fn state(world: &World, name: &str) -> String {
    fs::read_to_string(world.here.join(".git/memory/seen").join(name)).unwrap_or_default()
}

/// Returns the stored state of the only session.
fn session(world: &World) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(world.here.join(".git/memory/sessions/agents"))
        .into_iter()
        .flatten()
    {
        text.push_str(&fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    text
}

/// Begins a session, and leaves the hook at work.
fn begun(world: &World) -> Child {
    let mut command = world.command(BINARY);
    command.args(["hook", "session-start", "--agent", "claude"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let input = fixture(world, "claude", "session-start.json");
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child
}

/// Begins a session whose hook is killed by its agent for taking too long; then the walks go on.
fn cut_off(world: &World) {
    let mut child = begun(world);
    wait_for("a question", || session(world).contains("owed-start"));
    child.kill().unwrap();
    child.wait().unwrap();
    go(world);
}

#[test]
fn the_first_session_of_a_fresh_clone_begins_with_the_pack() {
    let world = fresh();
    go(&world);
    let text = told(hook(&world, "claude", "session-start"));
    has(&text, ["# Project memory", TITLE]);
    assert!(!text.contains(LATE), "{text}");
}

#[test]
fn a_context_that_was_cut_off_comes_with_the_next_hook_of_the_session() {
    let world = fresh();
    cut_off(&world);
    let text = told(hook(&world, "claude", "user-prompt"));
    assert!(
        text.starts_with(LATE) && text.contains("# Project memory"),
        "{text}"
    );
    // The prompt is answered, too.
    assert!(text.matches(TITLE).count() >= 2, "{text}");
    assert!(text.chars().count() <= 10_000);
    assert_eq!(told(hook(&world, "claude", "user-prompt")), "");
}

#[test]
fn a_session_that_begins_again_is_told_nothing_late() {
    let world = fresh();
    cut_off(&world);
    assert!(!told(hook(&world, "claude", "session-start")).contains(LATE));
    assert!(!told(hook(&world, "claude", "user-prompt")).contains(LATE));
}

#[test]
fn a_hook_that_is_late_says_so_and_has_history_read() {
    let mut world = fresh();
    // The clock that the tests fix never says that it is late.
    world.set("GIT_MEMORY_CLOCK", "");
    let answer = hook(&world, "claude", "pre-tool-use");
    assert_eq!((answer.status, answer.out.as_str()), (0, ""));
    let warning = "warning: git-memory: still indexing this repository (first run); the next hook \
                   adds the rest\n";
    assert_eq!(answer.err, warning);
    wait_for("a count", || {
        state(&world, "late-hooks").starts_with("pre-tool-use 1 ")
    });
    go(&world);
    wait_for("the end", || !state(&world, "warm").is_empty());
}

#[test]
fn after_one_hook_was_late_the_others_answer_without_history_until_it_is_read() {
    let world = fresh();
    let mut reading = world.command(BINARY);
    reading.args(["hook", "warm-up", "pre-tool-use"]);
    let mut reading = reading.spawn().unwrap();
    wait_for("a count", || !state(&world, "late-hooks").is_empty());
    // The walks still stand still.
    let text = told(hook(&world, "claude", "user-prompt"));
    has(&text, TITLE);
    let text = told(hook(&world, "codex", "session-start"));
    has(&text, ["# Project memory", TITLE]);
    go(&world);
    assert!(reading.wait().unwrap().success());
    assert!(!state(&world, "warm").is_empty());
    let text = told(hook(&world, "codex", "user-prompt"));
    has(&text, TITLE);
}

#[test]
fn late_hooks_are_counted_and_told() {
    let world = world();
    for _ in 0..2 {
        world.memory("hook warm-up session-start").ok();
    }
    let line = "ran out of time: session-start 2 times, last 20";
    let status = world.memory("agents status").ok();
    assert!(status.contains(line), "{status}");
    let doctor = world.memory("doctor");
    let line = "hooks that ran out of time: session-start 2 times, last 20";
    assert!(doctor.out.contains(line), "{}", doctor.out);
    let json = world.memory("agents status --json").json();
    let hook = &json["late_hooks"][0];
    assert_eq!(
        (hook["hook"].as_str(), hook["count"].as_u64()),
        (Some("session-start"), Some(2))
    );
    fs::write(
        world.here.join(".git/memory/seen/late-hooks"),
        "odd\n\u{0} 3 x\n",
    )
    .unwrap();
    assert!(!world.memory("agents status").ok().contains("out of time"));
}

#[test]
fn the_caches_are_filled_once_for_a_commit() {
    let world = world();
    let ages = world.here.join(".git/memory/history");
    world.memory("hook warm-up").ok();
    // A second run for the same commit must not fill the caches again.
    fs::remove_dir_all(&ages).unwrap();
    world.memory("hook warm-up").ok();
    assert!(!ages.exists());
    world.git("commit -q --allow-empty -m Next").ok();
    world.memory("hook warm-up").ok();
    assert!(ages.exists());
}

#[test]
fn a_prompt_that_waits_for_its_answer_is_kept_without_secrets() {
    let mut world = fresh();
    world.set("GIT_MEMORY_CLOCK", "");
    let secret = crate::common::token();
    let input = fixture(&world, "claude", "user-prompt.json");
    let input = input.replace(PROMPT, &format!("{PROMPT} with {secret}"));
    let answer = world.memory_with("hook user-prompt --agent claude", &input);
    assert!(answer.err.contains("still indexing"), "{}", answer.err);
    let kept = session(&world);
    assert!(kept.contains("owed-prompt how do we retry"), "{kept}");
    assert!(!kept.contains(&secret));
    go(&world);
}

/// A repository with memory and a history that is worth reading ahead.
fn long() -> World {
    let world = world();
    let head = world.git("rev-parse HEAD").ok();
    let mut commits = String::new();
    for nth in 0..600 {
        let from = if nth == 0 {
            format!("from {head}")
        } else {
            String::new()
        };
        let head = "commit refs/heads/main\ncommitter A <a@example.org> 1780000000 +0000\n";
        commits.extend([head, "data 2\nC\n", &from, "\n"]);
    }
    let file = world.root().join("commits");
    fs::write(&file, commits).unwrap();
    let mut import = world.command("git");
    import
        .args(["fast-import", "--quiet"])
        .stdin(fs::File::open(file).unwrap());
    assert!(import.status().unwrap().success());
    fs::remove_dir_all(world.here.join(".git/memory")).unwrap();
    world
}

#[test]
fn a_long_history_is_read_ahead_by_init_and_when_agents_are_connected() {
    for command in [
        &["init", "--no-hooks"][..],
        &["agents", "install", "claude"],
    ] {
        let world = long();
        let done = world.memory(command);
        assert_eq!(
            (done.status, done.err.contains("Indexing")),
            (0, false),
            "{}",
            done.err
        );
        assert!(!state(&world, "warm").is_empty(), "{command:?}");
        assert!(world.here.join(".git/memory/recall/en-commits").exists());
    }
}

#[test]
fn a_long_history_is_read_ahead_beside_the_first_command_switch_and_session() {
    let zeros = "0".repeat(40);
    let world = long();
    world.memory("list").ok();
    wait_for("the end", || !state(&world, "warm").is_empty());
    let world = long();
    let head = world.git("rev-parse HEAD").ok();
    world
        .memory(["hook", "post-checkout", &zeros, head.trim(), "1"])
        .ok();
    wait_for("the end", || !state(&world, "warm").is_empty());
    let world = long();
    told(hook(&world, "claude", "session-start"));
    wait_for("the end", || !state(&world, "warm").is_empty());
    assert!(world.here.join(".git/memory/recall/en-commits").exists());
}

#[test]
fn nothing_is_read_ahead_where_that_is_quick_or_not_wanted() {
    let world = world();
    fs::remove_dir_all(world.here.join(".git/memory")).unwrap();
    world.memory("config").ok();
    assert!(!state(&world, "warm").is_empty());
    assert!(!world.here.join(".git/memory/history").exists());
    let world = long();
    world.git("config memory.auto false").ok();
    world.memory("config").ok();
    world.memory("init --no-hooks").ok();
    assert_eq!(state(&world, "warm"), "");
}
