//! Memory in a folder of another name, which a line of `.gitattributes` tells every clone.

use crate::common::{World, has, lacks, token};

const FOLDER: &str = "docs/memory";

/// A project with source code in `memory/` and its memory in `docs/memory`, committed.
fn world() -> World {
    let world = World::new();
    world.write("memory/pool.rs", "fn pool() {}\n");
    world.commit("Code");
    world.memory(["init", "--folder", FOLDER]).ok();
    world.git("commit -q -m Memory").ok();
    world
}

#[test]
fn init_names_the_way_where_memory_is_source_code() {
    let world = World::new();
    world.write("memory/pool.rs", "fn pool() {}\n");
    let refused = world.memory("init").fails(128);
    has(
        &refused,
        "hint: to keep memory elsewhere: git memory init --folder docs/memory",
    );
    world.git("config memory.folder docs/memory/").ok();
    let done = world.memory("init").ok();
    has(&done, "memory is set up in docs/memory/: 4 files staged");
    assert!(world.has("docs/memory/summary.md"));
    assert_eq!(world.read(".gitattributes"), "/docs/memory/** git-memory\n");
    has(&world.memory("init").out, "memory is already set up");
    let other = world.memory("init --folder notes").fails(128);
    has(&other, "memory is in 'docs/memory' already");
    world.git("config memory.folder notes").ok();
    let warned = world.memory("list").err;
    has(
        &warned,
        "memory.folder is 'notes', and memory is in 'docs/memory'",
    );
    assert!(!world.has("memory/summary.md") && !world.has("notes"));
}

#[test]
fn a_day_of_records_stays_in_the_folder() {
    let world = world();
    let (id, path) = world.decision("Pool the buffers");
    assert!(path.starts_with("docs/memory/decisions/"), "{path}");
    world.memory(["set", &id, "paths=memory/pool.rs"]).ok();
    world.commit("Decide");
    has(&world.memory("list").out, "Pool the buffers");
    has(&world.memory(["show", &path]).out, "Pool the buffers");
    has(&world.memory("recall pool buffers").out, &id);
    has(&world.memory("why memory/pool.rs").out, &id);
    has(
        &world.read("docs/memory/index.md"),
        &format!("](decisions/{}", &path[22..]),
    );
    let moved = world.memory(["set", &id, "kind=lesson"]).ok();
    has(&moved, "docs/memory/lessons/");
    world.commit("Learn");
    world.memory("check").ok();
    has(
        &world.memory("doctor").out,
        "files below docs/memory/ go through it",
    );
    has(&world.memory("log").out, "Pool the buffers");
    lacks(&world.memory("list").out, "pool.rs");
    assert_eq!(world.status(), "");
    assert!(!world.has("memory/index.md"));
}

#[test]
fn hooks_filter_and_policy_guard_the_folder() {
    let world = world();
    let secret = format!("The token is {}.\n", token());
    world.write("docs/memory/notes/a.md", format!("# A\n\n{secret}"));
    has(
        &world.git("add docs/memory/notes/a.md").fails(128),
        "docs/memory/notes/a.md",
    );
    let unfiltered = [&crate::common::UNFILTERED[..], &["add", "docs/memory"]].concat();
    world.git(unfiltered).ok();
    has(
        &world.git("commit -q -m Secret").fails(1),
        "docs/memory/notes/a.md:3",
    );
    // Code is not the hook's concern.
    world.git("reset -q").ok();
    world.write("memory/token.rs", format!("// {secret}"));
    world.git("add memory/token.rs").ok();
    world.git("commit -q -m Code").ok();
    let check = |path: &str| {
        let words = ["policy", "check", "--for=write", path];
        world.memory(words).status
    };
    assert_eq!(
        (check("docs/memory/index.md"), check("memory/index.md")),
        (1, 0)
    );
}

#[test]
fn branches_that_add_on_both_sides_merge_there() {
    let world = world();
    let (id, path) = world.decision("Link with mold");
    world.commit("Base");
    world.git("switch -q -c side").ok();
    world.memory(["set", &id, "tags=linker"]).ok();
    world.decision("On the side");
    world.commit("Side");
    world.git("switch -q main").ok();
    world.memory(["set", &id, "paths=src"]).ok();
    world.decision("On main");
    world.commit("Main");
    world.git("merge -q -m Merge side").ok();
    has(&world.read(&path), ["linker", "src"]);
    has(
        &world.memory("list").out,
        ["On the side", "On main", "Link with mold"],
    );
    has(&world.read("docs/memory/index.md"), "records: 3");
    world.memory("check").ok();
}

#[test]
fn a_clone_sees_the_marker_and_an_old_revision_its_own_folder() {
    let world = World::with_memory();
    world.decision("Decided early");
    world.commit("Early");
    world.write("docs/a.md", "# A\n");
    world.git(["mv", "memory", FOLDER]).ok();
    world.memory(["init", "--folder", FOLDER]).ok();
    world.decision("Decided late");
    world.commit("Move");
    let clone = world.root().join("clone");
    world
        .git(["clone", "-q", ".", clone.to_str().unwrap()])
        .ok();
    let clone = world.again(&clone);
    has(&clone.memory("list").out, ["Decided early", "Decided late"]);
    let old = clone.memory("list --rev HEAD~1 --json").out;
    has(&old, "\"memory/decisions/");
    lacks(&old, [FOLDER, "Decided late"]);
    has(
        &clone.memory("recall early --rev HEAD~1").out,
        "memory/decisions/",
    );
    let exported = clone.memory("export").out;
    has(&exported, "\"path\":\"memory/decisions/");
    lacks(&exported, "docs/memory/decisions/");
    let other = world_in("notes", &exported);
    has(&other.memory("list").out, "Decided early");
}

/// A project with its memory in a folder of this name, and what an export has.
fn world_in(folder: &str, exported: &str) -> World {
    let world = World::new();
    world.memory(["init", "--folder", folder]).ok();
    world.memory_with("import json -", exported).ok();
    assert!(world.has(&format!("{folder}/decisions")));
    world
}

#[test]
fn a_marker_that_names_no_folder_is_told_and_followed_nowhere() {
    let world = world();
    let long = format!("/{}/** git-memory", "a/".repeat(2000));
    for (line, said) in [
        (
            "/../x/** git-memory",
            ".gitattributes:1: '../x' is not a path",
        ),
        ("/.git/** git-memory", "it leads into git's folder"),
        ("/docs/*/** git-memory", "a sign of patterns"),
        (
            "/a/** git-memory\n/b/** git-memory",
            ":2: 'b' is a second folder of memory",
        ),
        (&long, "it is longer than 200 bytes"),
    ] {
        world.write(".gitattributes", format!("{line}\n"));
        for command in ["list", "check", "add-note x --text y"] {
            let told = world.memory(command).fails(128);
            has(&told, [said, "hint: correct the line, or remove it"]);
            assert!(told.len() < 600, "{told}");
        }
    }
    assert!(!world.has("a") && !world.has("b") && !world.has("memory/notes"));
    world.git("checkout -q .gitattributes").ok();
    world.memory("check").ok();
}

#[cfg(unix)]
#[test]
fn no_part_of_the_folder_s_path_may_be_a_link() {
    let world = world();
    let outside = world.root().join("outside");
    std::fs::rename(world.here.join("docs"), &outside).unwrap();
    std::os::unix::fs::symlink(&outside, world.here.join("docs")).unwrap();
    for command in ["list", "add-note x --text y", "init"] {
        has(
            &world.memory(command).fails(128),
            "'docs' is a symbolic link",
        );
    }
    assert!(!outside.join("memory/notes").exists());
}

/// A decision about `a.rs` and a page that were in `memory/`, and moved with it; `a.rs` has changed
/// in between.
fn moved() -> (World, String) {
    let world = World::with_memory();
    world.write("a.rs", "fn a() {}\n");
    let (id, _) = world.decision("Pool early");
    world.memory(["set", &id, "paths=a.rs"]).ok();
    world.write("memory/notes/page.md", "# A page\n\nOf notes.\n");
    world.commit("Early");
    world.write("a.rs", "fn a() { b() }\n");
    world.write("docs/x.md", "x\n");
    world.commit("Code");
    world.git(["mv", "memory", FOLDER]).ok();
    world.memory(["init", "--folder", FOLDER]).ok();
    world.commit("Move");
    (world, id)
}

#[test]
fn ages_and_the_log_go_on_before_a_move_of_the_folder() {
    let (world, id) = moved();
    let hits = world.memory("recall --json pool").json();
    assert_eq!(hits["hits"][0]["freshness"]["state"], "changed", "{hits:#}");
    for record in [&*id, "docs/memory/notes/page.md"] {
        let log = world.memory(["log", record]).out;
        has(&log, "Early");
        lacks(&log, "Move");
    }
}

#[test]
fn a_revision_is_searched_in_the_folder_that_its_attributes_name() {
    let (world, _) = moved();
    world.git(["mv", FOLDER, "notes"]).ok();
    world.write(".gitattributes", "/notes/** git-memory\n");
    world.commit("Move again");
    for (revision, path) in [
        ("HEAD", "notes/decisions/"),
        ("HEAD~", "docs/memory/decisions/"),
        ("HEAD~2", "memory/decisions/"),
    ] {
        let found = world.memory(["recall", "pool early", "--rev", revision, "--json"]);
        let found = found.json();
        let file = found["hits"][0]["record_path"].as_str().unwrap_or_default();
        assert!(file.starts_with(path), "{revision}: {found:#}");
    }
}

#[test]
fn a_record_that_moved_with_the_folder_has_not_changed() {
    let (world, id) = moved();
    lacks(&world.memory("diff HEAD~").out, ["Pool early", "A page"]);
    world
        .memory(["set", &id, "title=Pool early, and late"])
        .ok();
    let changed = world.memory("diff HEAD~").out;
    has(&changed, "Pool early");
    lacks(&changed, ["A page", "added", "removed"]);
}

#[test]
fn the_line_of_a_hook_manager_looks_at_the_folder() {
    let world = world();
    world.write(".husky/pre-commit", "true\n");
    world.git("config core.hooksPath .husky/_").ok();
    world.memory("hooks install --write").ok();
    let without = format!("PATH={}/tools sh .husky/pre-commit", world.root().display());
    world.write("memory/pool.rs", "fn pool() { 1 }\n");
    world.git("add memory").ok();
    assert_eq!(world.shell(&without).err, "");
    world.write("docs/memory/notes/a.md", "# A\n");
    world.git("add docs").ok();
    has(&world.shell(&without).err, "memory is not checked");
}
