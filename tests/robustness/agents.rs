//! Many agents do the steps of one run in several work trees, and are killed: each step is done
//! once, and none before the one that it waits for.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{BINARY, World};

const AGENTS: usize = 16;
const TREES: usize = 4;
/// Steps in CI; `GIT_MEMORY_TEST_STEPS` asks for others.
const STEPS: usize = 120;
/// Each step waits for the one so many before it.
const LANES: usize = 40;
/// The others wait for the steps of an agent that failed: after this time they give up.
const PATIENCE: Duration = Duration::from_mins(15);
/// How many steps an agent of the first half takes before it dies.
const LIVES: usize = 3;

/// Why a call may fail: many others write, or one that was killed left the lock of a ref, which
/// counts for a minute.
const BUSY: [&str; 3] = [
    "has held the lock",
    "lock file '",
    "keeps moving or holding",
];

/// What the agents did.
#[derive(Default)]
struct Seen {
    /// The steps that agents began to report.
    reported: BTreeSet<usize>,
    killed: usize,
    died: usize,
}

/// An agent in a work tree.
struct Agent {
    here: World,
    nth: usize,
    calls: usize,
}

#[test]
#[ignore = "takes minutes"]
fn agents_do_each_step_once_and_in_order() {
    let asked = std::env::var("GIT_MEMORY_TEST_STEPS");
    let steps = asked.map_or(STEPS, |steps| steps.parse().unwrap());
    let world = planned(steps);
    let seen = Mutex::new(Seen::default());
    let begin = Instant::now();
    thread::scope(|scope| {
        for nth in 0..AGENTS {
            let (here, calls) = (tree(&world, nth % TREES), nth);
            let mut agent = Agent { here, nth, calls };
            let seen = &seen;
            scope.spawn(move || agent.work(seen));
        }
    });
    let (seen, seconds) = (seen.into_inner().unwrap(), begin.elapsed().as_secs());
    let (killed, died) = (seen.killed, seen.died);
    println!("{steps} steps, {AGENTS} agents, {died} died, {killed} calls killed, {seconds} s");
    assert!(killed > 0 && died == AGENTS / 2);
    let runs = world.memory("runs --all-branches").ok();
    assert!(runs.starts_with(&format!("r  {steps} done\n")), "{runs}");
    assert_eq!(reports(&world), (0..steps).map(|step| (step, 1)).collect());
    world.git("fsck --strict --no-dangling --no-progress").ok();
}

/// A world of several work trees with a plan.
fn planned(steps: usize) -> World {
    let world = World::with_memory();
    for tree in 1..TREES {
        let add = format!("worktree add -q -b t{tree} ../t{tree}");
        world.git(&add).ok();
    }
    for step in 0..steps {
        let mut call = format!("summary append --run r --step {step} --status planned");
        if let Some(before) = step.checked_sub(LANES) {
            call.extend([" --after ".to_owned(), before.to_string()]);
        }
        world.memory(&call).ok();
    }
    world
}

fn tree(world: &World, nth: usize) -> World {
    match nth {
        0 => world.again(&world.here),
        _ => world.again(&world.root().join(format!("t{nth}"))),
    }
}

/// How many entries of all branches say that each step is done.
fn reports(world: &World) -> BTreeMap<usize, usize> {
    let form = "log --format=%(trailers:key=Status,valueonly)%(trailers:key=Step-Id,valueonly) \
                --glob=refs/memory/branches/*";
    let log = world.git(form).ok();
    let words: Vec<&str> = log.split_whitespace().collect();
    let mut reports = BTreeMap::new();
    for pair in words.chunks(2).filter(|pair| pair[0] == "ok") {
        *reports.entry(pair[1].parse().unwrap()).or_default() += 1;
    }
    reports
}

impl Agent {
    /// Takes steps and reports them, until all are done, or it dies with one that it has taken.
    fn work(&mut self, seen: &Mutex<Seen>) {
        let dies = self.nth < AGENTS / 2;
        let (mut taken, begin) = (0, Instant::now());
        loop {
            assert!(!seen.is_poisoned(), "another agent failed");
            assert!(begin.elapsed() < PATIENCE, "a{} waits for ever", self.nth);
            let last = dies && taken + 1 == LIVES;
            let lease = if last { "2s" } else { "1d" };
            let next = format!("runs next r --agent a{} --lease {lease} --json", self.nth);
            let Some(answer) = self.call(&next, seen) else {
                continue;
            };
            let answer: Value = serde_json::from_str(&answer).unwrap();
            if answer["done"] == true {
                return;
            }
            let Some(name) = answer["next"]["step"].as_str() else {
                thread::sleep(Duration::from_millis(200));
                continue;
            };
            let step: usize = name.parse().unwrap();
            taken += 1;
            let mut now = seen.lock().unwrap();
            if let Some(before) = step.checked_sub(LANES) {
                assert!(now.reported.contains(&before), "{step} before {before}");
            }
            if last {
                now.died += 1;
                return;
            }
            now.reported.insert(step);
            drop(now);
            let report = format!("summary append --run r --step {step} --agent a{}", self.nth);
            self.call(&report, seen);
        }
    }

    /// The answer of a call; `None` if it was killed, as each third one is, or if others were
    /// in its way for too long.
    fn call(&mut self, words: &str, seen: &Mutex<Seen>) -> Option<String> {
        self.calls += 1;
        let mut command = self.here.command(BINARY);
        command.env_remove("GIT_MEMORY_SEED");
        command.env_remove("GIT_MEMORY_CLOCK");
        command.args(words.split(' ')).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        if self.calls.is_multiple_of(3) {
            thread::sleep(Duration::from_millis(self.calls as u64 % 40));
            child.kill().unwrap();
        }
        let output = child.wait_with_output().unwrap();
        if output.status.code().is_none() {
            seen.lock().unwrap().killed += 1;
            return None;
        }
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        if BUSY.iter().any(|words| err.contains(words)) {
            return None;
        }
        // The others would wait for this agent's steps: they see that it failed by this lock.
        let _failing = seen.lock().unwrap();
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{words}: {err}"
        );
        Some(String::from_utf8(output.stdout).unwrap())
    }
}
