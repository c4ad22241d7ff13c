//! One question to all repositories that a person lists.

use std::fs;

use serde_json::Value;

use crate::common::{World, has, lacks};

/// Three repositories below `src` that know about queues, listed in the person's settings; commands
/// run outside of any repository.
fn three() -> World {
    let mut world = World::empty();
    for (name, title) in [
        ("api", "Queue mail"),
        ("web", "Queue clicks"),
        ("api2", "Queue jobs"),
    ] {
        let place = if name == "api2" { "more/api" } else { name };
        fs::create_dir_all(world.root().join("src").join(place)).unwrap();
        let there = world.again(&world.root().join("src").join(place));
        there.git("init -q -b main").ok();
        there.record(
            &format!("decisions/dec-aaaaa{}", &title[6..7]),
            title,
            "",
            "## Rationale\n\nA queue waits.",
        );
        there.commit("Decide");
    }
    let list = format!("{}/src", world.root().display());
    world
        .git(["config", "--global", "--add", "memory.repositories", &list])
        .ok();
    fs::create_dir_all(world.root().join("elsewhere")).unwrap();
    world.at(world.root().join("elsewhere"));
    world
}

fn names(answer: &Value, key: &str) -> Vec<String> {
    let items = answer[key].as_array().unwrap().iter();
    let name = |item: &Value| item["name"].as_str().unwrap().to_owned();
    let mut names: Vec<String> = items.map(name).collect();
    names.sort();
    names
}

#[test]
fn a_question_is_asked_everywhere() {
    let world = three();
    let answer = world
        .memory("recall --everywhere --json queue waits")
        .json();
    assert_eq!(names(&answer, "hits"), ["more/api", "src/api", "web"]);
    assert_eq!(answer["view"]["of"], "everywhere");
    let folder = answer["hits"][0]["repository"].as_str().unwrap();
    assert!(fs::metadata(folder).unwrap().is_dir());
    let shown = world.memory("recall --everywhere -n 1 clicks").ok();
    has(&shown, "web:dec-aaaaac  Queue clicks");
    lacks(&shown, "Queue mail");
}

#[test]
fn a_damaged_repository_is_named_and_the_rest_answers() {
    let world = three();
    fs::remove_file(world.root().join("src/web/.git/HEAD")).unwrap();
    let answer = world.memory("recall --everywhere queue");
    has(&answer.err, "warning: web: not a git repository");
    has(&answer.ok(), ["Queue mail", "Queue jobs"]);
    let answer = world.memory("recall --everywhere --json queue").json();
    assert_eq!(names(&answer, "hits"), ["more/api", "src/api"]);
    has(
        answer["faults"][0].as_str().unwrap(),
        "web: not a git repository",
    );
    has(
        &world.memory("list --everywhere").ok(),
        "src/api:dec-aaaaam",
    );
}

#[test]
fn records_are_listed_and_shown_by_the_name_of_their_repository() {
    let world = three();
    let listed = world.memory("list --everywhere").ok();
    has(
        &listed,
        [
            "more/api:dec-aaaaaj",
            "src/api:dec-aaaaam",
            "web:dec-aaaaac",
        ],
    );
    assert_eq!(world.memory("list --everywhere --count").ok(), "3\n");
    let answer = world.memory("list --everywhere --json").json();
    assert_eq!(names(&answer, "records").len(), 3);
    let there = world.again(&world.root().join("src/web"));
    for world in [&world, &there] {
        has(
            &world.memory("show more/api:dec-aaaaaj").ok(),
            "A queue waits.",
        );
    }
    let none = world.memory("show dec-aaaaaj").fails(128);
    has(&none, "not a git repository");
    assert_eq!(
        there.memory("show src/api:dec-aaaaam --json").json()["name"],
        "src/api"
    );
    has(
        there.memory("show src/api:dec-none").fails(128).as_str(),
        "no record 'dec-none'",
    );
    has(
        there.memory("show gone:dec-aaaaaj").fails(128).as_str(),
        "no record 'gone:dec-aaaaaj'",
    );
}

#[test]
fn only_the_persons_own_settings_list_repositories() {
    let world = three();
    world
        .git("config --global --unset-all memory.repositories")
        .ok();
    let there = world.again(&world.root().join("src/web"));
    there.git(["config", "memory.repositories", "/"]).ok();
    for world in [&world, &there] {
        let err = world.memory("recall --everywhere queue").fails(128);
        has(&err, "git config --global --add memory.repositories");
    }
}

#[test]
fn private_records_of_others_are_found_only_with_private() {
    let world = three();
    let there = world.again(&world.root().join("src/web"));
    there.step("s1", "Zebras were counted.");
    let refs = || there.git("for-each-ref").ok();
    let before = refs();
    lacks(&world.memory("recall --everywhere zebras").ok(), "Zebras");
    has(
        &world.memory("recall --everywhere --private zebras").ok(),
        "Zebras were counted",
    );
    assert_eq!(refs(), before);
    assert_eq!(there.status(), "");
}

#[test]
fn what_is_about_one_repository_is_refused() {
    let world = three();
    for option in ["--rev HEAD", "--since HEAD", "--for src", "--user"] {
        let err = world
            .memory(&*format!("recall --everywhere queue {option}"))
            .fails(129);
        has(&err, "cannot be used with");
    }
    world.memory("recall queue").fails(128);
}
