//! Memory outside of a sparse checkout: git tracks it, so commands read it from the index and
//! report that; they never write where the next checkout does not expect it.

use crate::common::{World, has, lacks};

/// A clone with a decision and a lesson, of which the decision is about `web/a.txt`; `how` makes it
/// sparse.
fn sparse(how: &[&str]) -> (World, String, String) {
    let world = World::with_memory();
    world.write("web/a.txt", "a\n");
    world.git("add .").ok();
    let written = world
        .memory("add-decision 'Keep a' --path web/a.txt --json")
        .json();
    let lesson = world.memory("add-lesson Measure --json").json();
    world.write("memory/config.yaml", "maxLines: 77\n");
    world.git("add .").ok();
    world.git("commit -q -m Memory").ok();
    world.git([&["sparse-checkout", "set"], how].concat()).ok();
    let id = |written: &serde_json::Value| written["id"].as_str().unwrap().to_owned();
    (world, id(&written), id(&lesson))
}

const CONES: [&[&str]; 2] = [&["--cone", "web"], &["--cone", "--sparse-index", "web"]];

#[test]
fn memory_outside_of_the_cone_is_read_from_the_index() {
    for cone in CONES {
        let (world, id, _) = sparse(cone);
        assert!(!world.has("memory"), "{cone:?}");
        let listed = world.memory("list");
        let note = "are not checked out, and are read from the index";
        assert!(listed.err.contains(note), "{}", listed.err);
        assert_eq!(listed.ok(), world.memory("list --rev HEAD").ok());
        assert_eq!(world.memory("list --count").ok(), "2\n");
        let shown = world.memory(["show", &id]).ok();
        assert_eq!(shown, world.memory(["show", "--rev", "HEAD", &id]).ok());
        assert!(world.memory("recall keep").ok().contains(&id));
        assert!(world.memory("why web/a.txt").ok().contains(&id));
        assert!(world.memory("log").ok().contains(&id));
        world.memory(["related", &id]).ok();
        world.memory("check").ok();
        world.memory("scan").ok();
        world.memory("doctor");
        let export = world.memory("export").ok();
        assert_eq!(export, world.memory("export --rev HEAD").ok());
        for command in ["context", "get-context", "briefing"] {
            let pack = world.memory([command]);
            assert!(pack.err.contains(note), "{command}: {}", pack.err);
            assert!(pack.ok().contains("Keep a"), "{command}");
        }
        // The team's settings count, too.
        assert!(world.memory("config").ok().contains("maxLines = 77"));
        let status = world.memory("status").ok();
        has(&status, "2 records");
        lacks(&status, "not committed");
        assert!(!world.has("memory"), "reading makes nothing");
        assert_eq!(world.status(), "");
    }
}

#[test]
fn nothing_is_written_where_the_checkout_has_no_memory() {
    for cone in CONES {
        let (mut world, id, lesson) = sparse(cone);
        world.set("GIT_EDITOR", "touch edited;");
        for words in [
            &["add-note", "New"][..],
            &["set", &id, "category=x"],
            &["edit", &id],
            &["supersede", &id, "--by", &lesson],
            &["topic", "write", "build", "Run make."],
            &["init"],
            &["refresh"],
        ] {
            let err = world.memory(words).fails(128);
            has(&err, "fatal: memory/ is tracked here, but not checked out");
            has(&err, "hint: run 'git sparse-checkout add memory'");
        }
        assert!(!world.has("edited"), "the editor opens for nothing");
        world.write("web/a.txt", "b\n");
        let there = "git commit -q -a -m Elsewhere && git switch -q -c side && git switch -q main";
        world.shell(there).ok();
        assert!(!world.has("memory"));
        assert_eq!(world.status(), "");
    }
}

#[test]
fn a_part_of_memory_outside_of_the_checkout_is_not_gone() {
    let (world, id, lesson) = sparse(&["--no-cone", "/*", "!/memory/lessons/"]);
    let listed = world.memory("list");
    has(&listed.err, "note: 1 file of memory is not checked out");
    has(&listed.out, [&id, &lesson]);
    assert!(
        world.read("memory/index.md").contains(&lesson),
        "the index is of all records"
    );
    assert!(world.memory("recall measure").ok().contains(&lesson));
    let err = world.memory(["set", &lesson, "category=x"]).fails(128);
    assert!(err.contains("not checked out"), "{err}");
    world.memory(["set", &id, "category=x"]).ok();
    world.git("commit -q -m Edit").ok();
    assert_eq!(world.status(), "");
    world.git("sparse-checkout disable").ok();
    let listed = world.memory("list");
    assert_eq!(listed.err, "");
    assert!(listed.out.contains(&lesson), "{}", listed.out);
}
