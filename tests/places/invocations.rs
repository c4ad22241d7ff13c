//! One process serves many places: repositories are opened from their own invocations, on any
//! thread, whatever the process's own folder and environment are.

use std::time::SystemTime;

use git_memory_app::wire::ask::RecallQuestion;
use git_memory_app::{Environment, Invocation, Searcher};

use crate::common::World;

fn invocation(world: &World, now: SystemTime, more: &[(&str, &str)]) -> Invocation {
    let variables = [
        ("PATH", world.path()),
        ("HOME", world.root().join("home").display().to_string()),
    ];
    let more = more
        .iter()
        .map(|(name, value)| (*name, (*value).to_owned()));
    let variables = variables.into_iter().chain(more);
    let variables = variables.map(|(name, value)| (name.into(), value.into()));
    let environment = Environment::isolated(world.root().join("repo"), variables);
    Invocation::new(environment, now).unwrap()
}

fn titles(searcher: &Searcher) -> Vec<String> {
    let records = searcher.records(None).unwrap();
    let titles = records.iter().map(|record| record.header.title.to_string());
    titles.collect()
}

#[test]
fn each_thread_reads_its_own_repository() {
    let worlds = ["One", "Two", "Three"].map(|title| {
        let world = World::with_memory();
        world.decision(title);
        (world, title)
    });
    std::thread::scope(|scope| {
        for (world, title) in &worlds {
            scope.spawn(move || {
                let first = invocation(world, SystemTime::now(), &[]);
                let mut searcher = Searcher::open(&first).unwrap();
                for _ in 0..5 {
                    assert_eq!(titles(&searcher), [*title]);
                    searcher = searcher.again(&first).unwrap();
                }
            });
        }
    });
}

/// The abstract of the record, as an answer shows it.
fn shown(searcher: &Searcher) -> String {
    let question = RecallQuestion {
        words: "deploy".to_owned(),
        ..RecallQuestion::default()
    };
    let hits = searcher.recall(question).unwrap().hits;
    assert_eq!(hits.len(), 1);
    hits[0].snippet.marked("", "")
}

#[test]
fn settings_and_secrets_are_of_the_request() {
    let world = World::with_memory();
    let values = [
        "q7Lw2vRt9xZk41PmW",
        "z3Hn8cTy5bQs60KdV",
        "j4Fp1mGx7uEa92NcR",
        "Hunter2",
    ];
    world.write(
        "memory/notes/deploy.md",
        format!(
            "---\nid: note-dep10y\ntitle: Deploy\nstatus: active\nscope: project\n\
             updated: 2026-01-01\n---\n\nTo deploy: {}.\n",
            values.join(", ")
        ),
    );
    let now = SystemTime::now();
    let is_hidden = |searcher: &Searcher| {
        let text = shown(searcher);
        values.map(|value| !text.contains(value))
    };
    world.write(".env", "API_KEY=q7Lw2vRt9xZk41PmW\n");
    let first = Searcher::open(&invocation(&world, now, &[])).unwrap();
    assert_eq!(is_hidden(&first), [true, false, false, false]);
    world.write(".env", "API_KEY=z3Hn8cTy5bQs60KdV\n");
    let variables = [("DEPLOY_TOKEN", "j4Fp1mGx7uEa92NcR")];
    let next = first.again(&invocation(&world, now, &variables)).unwrap();
    assert_eq!(is_hidden(&next), [false, true, true, false]);
    assert_eq!(is_hidden(&first), [true, false, false, false]);
    world.write("memory/config.yaml", "secretPattern: 'Hunter\\d+'\n");
    let last = next.again(&invocation(&world, now, &[])).unwrap();
    assert_eq!(is_hidden(&last), [false, true, false, true]);
}
