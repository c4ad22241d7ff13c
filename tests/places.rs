//! One process serves many places: repositories are opened from their own invocations, on any
//! thread, whatever the process's own folder and environment are.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::time::{Duration, SystemTime};

use common::World;
use git_memory::app::workspace::{Invocation, Workspace};
use git_memory::git::Environment;
use git_memory::store::View;

fn invocation(world: &World, now: SystemTime, more: &[(&str, &str)]) -> Invocation {
    let variables = ["PATH", "HOME"].map(|name| (name, std::env::var(name).unwrap()));
    let more = more
        .iter()
        .map(|(name, value)| (*name, (*value).to_owned()));
    let variables = variables.into_iter().chain(more);
    let variables = variables.map(|(name, value)| (name.into(), value.into()));
    let environment = Environment::isolated(world.root().join("repo"), variables);
    Invocation::new(environment, now).unwrap()
}

fn titles(workspace: &Workspace) -> Vec<String> {
    let memory = workspace.memory(&View::WorkTree).unwrap();
    let titles = memory
        .records
        .iter()
        .map(|record| record.header.title.to_string());
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
                let mut workspace = Workspace::open(&first).unwrap();
                for _ in 0..5 {
                    assert_eq!(titles(&workspace), [*title]);
                    workspace = workspace.next(&first).unwrap();
                }
            });
        }
    });
}

#[test]
fn settings_clock_and_secrets_are_of_the_request() {
    let world = World::with_memory();
    world.write(".env", "API_KEY=q7Lw2vRt9xZk41PmW\n");
    let day = SystemTime::UNIX_EPOCH + Duration::from_hours(24);
    let first = Workspace::open(&invocation(&world, day, &[])).unwrap();
    assert_eq!(first.today().to_string(), "1970-01-02");
    let finds =
        |workspace: &Workspace, text: &str| !workspace.guard().unwrap().scan(text).is_empty();
    assert!(finds(&first, "we use q7Lw2vRt9xZk41PmW"));
    world.write(".env", "API_KEY=z3Hn8cTy5bQs60KdV\n");
    let variables = [("DEPLOY_TOKEN", "j4Fp1mGx7uEa92NcR")];
    let next = first.next(&invocation(&world, day, &variables)).unwrap();
    assert!(!finds(&next, "we use q7Lw2vRt9xZk41PmW"));
    assert!(finds(&next, "we use z3Hn8cTy5bQs60KdV"));
    assert!(finds(&next, "we use j4Fp1mGx7uEa92NcR"));
    assert!(!finds(&first, "we use j4Fp1mGx7uEa92NcR"));
    world.write("memory/config.yaml", "secretPattern: 'Hunter\\d+'\n");
    let last = next.next(&invocation(&world, day, &[])).unwrap();
    assert!(finds(&last, "Hunter2") && !finds(&next, "Hunter2"));
}
