//! `git memory summary publish`.

use crate::common::{World, has};

fn private(world: &World, title: &str, related: &[&str]) -> String {
    let mut arguments = vec![
        "add-decision",
        title,
        "--private",
        "--rationale",
        "R",
        "--json",
    ];
    for other in related {
        arguments.extend(["--related", other]);
    }
    let written = world.memory(arguments).json();
    written["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_private_record_becomes_a_tracked_one_with_its_id() {
    let world = World::with_memory();
    let (tracked, _) = world.decision("Tracked");
    let other = private(&world, "Other", &[]);
    let id = private(&world, "Mine", &[&tracked, &other]);
    let answer = world.memory(["summary", "publish", &id]);
    has(&answer.err, &format!("{other} is not tracked"));
    has(
        &answer.err,
        &format!("'git memory summary forget {id}' hides it"),
    );
    let path = world.path_of("memory/decisions/261120-mine");
    assert_eq!(answer.ok(), format!("{id}  {path}\n"));
    let text = world.read(&path);
    has(
        &text,
        [format!("id: {id}\n"), format!("related: [{tracked}]\n")],
    );
    has(&text, &format!("imported_from: private/{id}\n"));
    assert!(world.status().contains(&format!("A  {path}")));
    world.memory("check").ok();
    let err = world.memory(["summary", "publish", &id]).fails(128);
    assert!(err.contains("was published already"), "{err}");
    let other = world.memory(["summary", "publish", &other, "--kind", "note"]);
    has(&other.fails(128), "keeps its kind");
    world.memory(["summary", "publish", &tracked]).fails(128);
}

#[test]
fn an_entry_of_the_work_log_becomes_a_record_of_any_kind() {
    let world = World::with_memory();
    let append = "summary append --run r --step a --agent x --status ok --output queue.rs --json \
                  --title 'Moved the queue'";
    let entry = world.memory(append).json();
    let entry = entry["id"].as_str().unwrap();
    let out = world
        .memory(["summary", "publish", entry, "--kind", "event"])
        .ok();
    let (id, path) = out.trim_end().split_once("  ").unwrap();
    assert!(id.starts_with("evt-"), "{id}");
    let text = world.read(path);
    has(&text, ["title: Moved the queue\n", "source: agent\n"]);
    has(&text, "- queue.rs\n");
    has(&text, &format!("imported_from: private/{entry}\n"));
    world.memory("check").ok();
    world.memory(["summary", "publish", entry]).fails(128);
    world.memory(["summary", "forget", entry]).ok();
    assert!(world.has(path));
}
