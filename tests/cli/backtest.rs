//! `git memory backtest`: commits that name records as questions about memory before them.

use crate::common::{World, has};

/// A memory with two decisions, of which commits name the first by its id.
fn world() -> World {
    let world = World::with_memory();
    let id = decide(&world, "dec-events", "Keep events in one store");
    let mail = decide(&world, "dec-emails", "Send mail through a queue");
    world.git("commit -q -m 'Decide on dec-events'").ok();
    // Its words do not help; an earlier commit for it changed the file.
    for (nth, words) in ["Append events to the store", "Tidy up", "Rename things"]
        .iter()
        .enumerate()
    {
        world.write("src/log.rs", format!("{nth}\n"));
        world.git("add src").ok();
        let message = format!("{words}\n\nDecision: {id}");
        world.git(["commit", "-q", "-m", &message]).ok();
    }
    world.write("src/mail.rs", "one\n");
    world.git("add src").ok();
    world
        .git([
            "commit",
            "-q",
            "-m",
            &format!("Queue mail, as {mail} and dec-nobody say"),
        ])
        .ok();
    world
        .git("commit -q --allow-empty -m 'Follow dec-nobody'")
        .ok();
    world
}

fn decide(world: &World, id: &str, title: &str) -> String {
    let arguments = ["--id", id, "--rationale", "It is simple."];
    let arguments = ["add-decision", title].into_iter().chain(arguments);
    world.memory(arguments).ok();
    id.to_owned()
}

#[test]
fn each_commit_that_names_a_record_is_a_question_about_memory_before_it() {
    let world = world();
    let told = world.memory("backtest --json").json();
    assert_eq!(told["citing"], 6, "{told}");
    assert_eq!(told["asked"], 4, "{told}");
    // The commit that brought the record names it, too.
    assert_eq!(told["too_early"], 1, "{told}");
    assert_eq!(told["unknown"], 1, "{told}");
    assert_eq!(told["words"]["first"], 2, "{told}");
    assert_eq!(told["words_and_files"]["first"], 4, "{told}");
    assert_eq!(told["words_and_files"]["within_300_tokens"], 4, "{told}");
}

#[test]
fn people_get_shares_and_what_was_not_asked() {
    let world = world();
    let answer = world.memory("backtest");
    assert!(
        answer
            .out
            .starts_with("6 commits that cite records; 4 used\n"),
        "{}",
        answer.out
    );
    has(&answer.out, "words and files    100 %");
    assert!(answer.out.contains("found by: "), "{}", answer.out);
    assert_eq!(
        answer.err,
        "not used: 1 cite records that did not exist before them\nnot used: 1 cite \
         none that memory has\n"
    );
    let since = world.memory("backtest --since HEAD~2 --json").json();
    assert_eq!((&since["asked"], &since["unknown"]), (&1.into(), &1.into()));
    assert_eq!(world.memory("backtest --since nothing").status, 128);
}

#[test]
fn a_shallow_clone_says_that_there_may_be_more() {
    let mut world = world();
    let url = format!("file://{}", world.here.display());
    let clone = world.root().join("clone");
    world
        .git(["clone", "-q", "--depth=3", &url, clone.to_str().unwrap()])
        .ok();
    world.here = clone;
    let answer = world.memory("backtest");
    has(&answer.err, "note: this clone is shallow");
    assert_eq!(world.memory("backtest --json").json()["is_cut"], true);
    let id = world.memory("list --format %(id)").ok();
    let show = world.memory(["show", "--followers", id.lines().next().unwrap()]);
    has(&show.err, "note: this clone is shallow");
}

#[test]
fn where_no_commit_names_a_record_it_says_how_one_does() {
    let world = World::with_memory();
    let answer = world.memory("backtest");
    assert_eq!(answer.out, "0 commits that cite records; 0 used\n");
    has(&answer.err, "'Decision: dec-7k3m9q'");
}

/// Adds commits that change a file which one record is about, and name another. The file is at the
/// top, so that its folder is no evidence: paths always count a little more than commits.
fn mislead(world: &World, commits: usize) {
    let misleading = ["--id", "dec-format", "--path", "log.rs"];
    let add = ["add-decision", "Write logs as text"];
    world.memory(add.into_iter().chain(misleading)).ok();
    decide(world, "dec-events", "Keep events in one store");
    world.write("log.rs", "");
    world.git("add log.rs").ok();
    world.git("commit -q -m Decide").ok();
    for nth in 0..commits {
        world.write("log.rs", format!("{nth}\n"));
        world.git("add log.rs").ok();
        let message = format!("Tidy up {nth}\n\nDecision: dec-events");
        world.git(["commit", "-q", "-m", &message]).ok();
    }
}

#[test]
fn weights_are_found_in_the_older_half_and_tried_on_the_newer() {
    let world = World::with_memory();
    mislead(&world, 24);
    let tuning = &world.memory("backtest --tune --json").json()["tuning"];
    assert_eq!(tuning["current"], "", "{tuning}");
    assert_eq!(tuning["is_accepted"], true, "{tuning}");
    assert_eq!(tuning["older"]["asked"], 12, "{tuning}");
    assert_eq!(tuning["newer"]["proposed"]["first"], 12, "{tuning}");
    assert_eq!(tuning["newer"]["current"]["first"], 0, "{tuning}");
    let answer = world.memory("backtest --tune");
    assert!(answer.out.contains("newer half"), "{}", answer.out);
    let weights = tuning["proposed"].as_str().unwrap();
    let hint = format!("hint: to use them: git config memory.weights '{weights}'\n");
    assert!(answer.err.ends_with(&hint), "{}", answer.err);
    // The command itself changes no setting.
    assert_eq!(world.git("config memory.weights").status, 1);
    world.git(["config", "memory.weights", weights]).ok();
    let told = world.memory("backtest --json").json();
    // Before the first of them nothing tied the record to the file.
    assert_eq!(told["words_and_files"]["first"], 23, "{told}");
    assert!(told.get("tuning").is_none(), "{told}");
    // They count wherever files do.
    let found = world.memory("recall --for log.rs tidy --json");
    assert_eq!(found.json()["hits"][0]["id"], "dec-events");
}

#[test]
fn few_questions_tune_nothing() {
    let world = world();
    let answer = world.memory("backtest --tune");
    has(&answer.err, "too few commits to tune weights\n");
    let tuning = &world.memory("backtest --tune --json").json()["tuning"];
    assert_eq!(tuning["is_accepted"], false, "{tuning}");
}

#[test]
fn weights_that_say_nothing_are_refused() {
    let world = World::with_memory();
    world.git("config memory.weights words=2").ok();
    let said = world.memory("recall --for code.txt x").fails(128);
    assert!(said.contains("paths, scope, commits, mentions"), "{said}");
}
