//! `git memory clear`.

use crate::common::{World, ends, has};

#[test]
fn clearing_archives_and_asks_first() {
    let world = World::with_memory();
    let (id, path) = world.decision("One");
    world.memory("add-loop Two").ok();
    let err = world.memory(["clear", &id]).fails(128);
    has(
        &err,
        "One\nfatal: cannot ask whether to archive 1 record: not a terminal\nhint: ",
    );
    assert!(world.read(&path).contains("status: active"));
    assert_eq!(
        world.memory(["clear", &id, "--yes"]).ok(),
        format!("{id}  archived  {path}\n")
    );
    assert!(world.read(&path).contains("status: archived"));
    let all = world.memory("clear --all --yes --json").json();
    assert_eq!(
        all["cleared"].as_array().unwrap().len(),
        1,
        "what is cleared already is left out: {all}"
    );
    assert_eq!(all["cleared"][0]["status"], "closed");
    world.memory("check").ok();
}

#[test]
fn deleting_takes_the_files_away() {
    let world = World::with_memory();
    world.memory("add-note One --tag old").ok();
    world.memory("add-event Two").ok();
    world.git("commit -q -m both").ok();
    let path = world.path_of("memory/notes/261120-one");
    world.memory("clear --tag old --delete --yes").ok();
    assert_eq!(world.status(), format!("D  {path}\n"));
    assert_eq!(world.memory("list --count").ok(), "1\n");
}

#[test]
fn events_are_archived_with_everything_else() {
    let world = World::with_memory();
    world.memory("add-event Released").ok();
    world.memory("add-context 'Who we are'").ok();
    let out = world.memory("clear --all --yes").ok();
    assert_eq!(out.matches("  archived  ").count(), 2, "{out}");
    world.memory("check").ok();
}

#[test]
fn what_is_only_read_is_left_and_named() {
    let world = World::with_memory();
    let root = "docs/adr/0006-id.md";
    let text = "---\nid: dec-aaaaaa\ntitle: Six\nstatus: active\nscope: project\n\
                updated: 2026-11-20\n---\nT.\n";
    world.write("memory/config.yaml", "roots: [docs/adr]\n");
    world.write(root, text);
    world.git("add docs").ok();
    let (id, _) = world.decision("Mine");
    let told = format!("note: '{root}' is outside of 'memory'");
    let cleared = world.memory("clear --kind decision --yes");
    assert!(cleared.err.starts_with(&told), "{}", cleared.err);
    assert!(cleared.ok().starts_with(&id));
    let err = world.memory("clear dec-aaaaaa --yes").fails(128);
    assert!(err.contains("is outside of 'memory'"), "{err}");
    let deleted = world.memory("clear --all --delete --yes --json");
    assert!(deleted.err.starts_with(&told), "{}", deleted.err);
    assert_eq!(deleted.json()["cleared"][0]["id"], id.as_str());
    let nothing = world.memory("clear --all --delete --yes");
    ends(&nothing.err, "note: nothing to clear\n");
    assert_eq!((nothing.status, world.read(root).as_str()), (0, text));
}
