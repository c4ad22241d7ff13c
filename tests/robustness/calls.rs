//! Every command is stopped at each of its system calls that change something.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use crate::cases::{Case, Template};
use crate::common::{BINARY, World};
use crate::trace::{self, Fault};
use crate::whole::{State, assert_goes_on, assert_sound};

/// Commands over several branches of private memory, files of rules, or a file of user memory and
/// its index: a second call finishes them.
const RESUMES: [&str; 5] = ["fold", "forget", "rules", "sync", "user"];

/// True if a second call finishes what a stopped one began.
fn is_resumed(case: &Case) -> bool {
    let mut words = case.arguments.iter().take(2);
    words.any(|word| RESUMES.contains(&word.as_str()))
}

#[test]
#[ignore = "takes minutes"]
fn killed_at_any_call_nothing_is_lost_or_half_done() {
    let template = Template::new();
    if trace::strace().is_none() {
        println!("strace is not here, or may not trace: killed at random moments instead");
    }
    each_case(&template, |case| match trace::strace() {
        Some(_) => killed_by_call(&template, case),
        None => killed_at_random(&template, case),
    });
}

#[test]
#[ignore = "takes minutes"]
fn what_the_system_refuses_is_said_and_changes_nothing() {
    let template = Template::new();
    if trace::strace().is_none() {
        println!("skipped: strace is not here, or may not trace");
        return;
    }
    each_case(&template, |case| {
        each_fault(&template, case, "error=ENOSPC", |fault| {
            refused(&template, case, fault);
        });
    });
}

#[test]
#[ignore = "takes minutes"]
fn a_thread_or_process_that_cannot_be_started_is_no_panic() {
    let template = Template::new();
    if trace::strace().is_none() {
        println!("skipped: strace is not here, or may not trace");
        return;
    }
    for nth in 1..=3 {
        let fault = Fault {
            injected: "error=EAGAIN",
            follows: false,
            call: "?clone,?clone3,?vfork",
            nth,
        };
        each_case(&template, |case| {
            refused(&template, case, &fault);
        });
    }
}

#[test]
#[ignore = "takes minutes"]
fn every_file_of_memory_is_synced_before_it_has_its_name() {
    let template = Template::new();
    let Some(strace) = trace::strace() else {
        println!("skipped: strace is not here, or may not trace");
        return;
    };
    let world = template.copy();
    let mut command = world.command(strace);
    let calls = "trace=fsync,?rename,?renameat,?renameat2";
    command.args(["-qq", "-f", "-y", "-s", "4096", "-e", calls, BINARY]);
    let output = command.args(["add-decision", "Sync"]).output().unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    let mut renamed = 0;
    for (nth, line) in log.lines().enumerate() {
        let names: Vec<&str> = line.split('"').collect();
        if let [_, from, _, to, _] = names[..]
            && line.contains("rename")
            && to.contains("/repo/memory/")
        {
            let mut before = log.lines().take(nth);
            assert!(
                before.any(|it| it.contains("fsync") && it.contains(from)),
                "{log}"
            );
            renamed += 1;
        }
    }
    assert_eq!(renamed, 3, "the record and both derived files: {log}");
}

/// Two cases at once: most of the time goes into starting processes. Each goes on where another one
/// fails. `GIT_MEMORY_TEST_CASE` chooses those whose arguments contain it.
fn each_case(template: &Template, run: impl Fn(&Case) + Sync) {
    let run = &run;
    let chosen = std::env::var("GIT_MEMORY_TEST_CASE").unwrap_or_default();
    let chosen = |case: &&Case| case.arguments.join(" ").contains(&chosen);
    let cases: Vec<&Case> = template.cases.iter().filter(chosen).collect();
    let failed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for worker in 0..2 {
            let (cases, failed) = (&cases, &failed);
            scope.spawn(move || {
                for case in cases.iter().skip(worker).step_by(2) {
                    if catch_unwind(AssertUnwindSafe(|| run(case))).is_err() {
                        failed.lock().unwrap().push(case.arguments.join(" "));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Runs something for each system call of a case that changes something.
fn each_fault(template: &Template, case: &Case, injected: &'static str, run: impl Fn(&Fault)) {
    for follows in [false, true] {
        let calls = trace::calls(&template.copy_for(case), case, follows);
        assert!(follows || !calls.is_empty(), "{case:?} changes nothing");
        for (call, most) in &calls {
            for nth in 1..=*most {
                run(&Fault {
                    injected,
                    follows,
                    call,
                    nth,
                });
            }
        }
    }
}

fn killed_by_call(template: &Template, case: &Case) {
    each_fault(template, case, "signal=KILL", |fault| {
        let world = template.copy_for(case);
        let traced = trace::run(&world, case, fault);
        let what = format!("{case:?}, {fault:?}: {traced:?}");
        let is_done = traced.status == Some(0) || !traced.out.is_empty();
        assert_kept(&world, case, is_done, &what);
    });
}

fn killed_at_random(template: &Template, case: &Case) {
    for nth in 1..=30_u64 {
        let world = template.copy_for(case);
        let mut command = world.command(BINARY);
        command
            .args(&case.arguments)
            .stdout(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        thread::sleep(Duration::from_micros(nth * 700));
        let _ = child.kill();
        let output = child.wait_with_output().unwrap();
        let is_done = output.status.success() || !output.stdout.is_empty();
        assert_kept(
            &world,
            case,
            is_done,
            &format!("{case:?}, killed after {nth} x 700 us"),
        );
    }
}

/// Checks that a reported change is there, and that the repository is sound.
#[track_caller]
fn assert_kept(world: &World, case: &Case, is_done: bool, what: &str) {
    assert_goes_on(world, what);
    if is_done {
        let shown = world.shell(case.shows);
        assert_eq!(shown.status, 0, "{what}: {}{}", shown.out, shown.err);
    }
}

fn refused(template: &Template, case: &Case, fault: &Fault) {
    let world = template.copy_for(case);
    let before = State::of(&world);
    let traced = trace::run(&world, case, fault);
    let what = format!("{case:?}, {fault:?}: {traced:?}");
    assert!(!traced.err.contains("panicked"), "{what}");
    // The answer is printed last, after the change is made.
    let is_answer = |call: &String| call.contains("write(1,") || call.contains("write(2,");
    if traced.met.iter().any(is_answer) {
        assert_sound(&world, &what);
        return;
    }
    match traced.status {
        Some(0) => {
            let shown = world.shell(case.shows);
            assert_eq!(shown.status, 0, "{what}: {}{}", shown.out, shown.err);
        }
        Some(1 | 128) => {
            assert!(
                traced.err.contains("fatal: ") || traced.err.contains("error: "),
                "{what}"
            );
            let mut differences = State::of(&world).differences(&before);
            if is_resumed(case) {
                let is_its_own = |name: &str| {
                    name.contains("refs/memory")
                        || name.contains("refs/notes")
                        || name.contains("/AGENTS.md")
                        || name.contains("/.agents/")
                        || name.contains("/share/git-memory/")
                };
                differences.retain(|difference| !is_its_own(difference));
            }
            assert!(differences.is_empty(), "{differences:#?}: {what}");
        }
        _ => panic!("{what}"),
    }
    if is_resumed(case) && world.shell(case.shows).status != 0 {
        world.memory(&case.arguments).ok();
        world.shell(case.shows).ok();
    }
    assert_goes_on(&world, &what);
}
