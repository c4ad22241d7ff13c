//! `git memory topic`.

use crate::common::{World, has};

#[test]
fn writing_appends_after_an_empty_line_unless_the_text_is_to_be_replaced() {
    let world = World::with_memory();
    let out = world.memory("topic write 'Release process' First.").ok();
    let path = "memory/topics/release-process.md";
    assert!(out.ends_with(&format!("  {path}\n")), "{out}");
    let write = ["topic", "write", "release-process"];
    world
        .memory([&write[..], &["--body", "Second."]].concat())
        .ok();
    let text = || world.memory(["topic", "read", "Release process"]).ok();
    assert_eq!(text(), "First.\n\nSecond.\n");
    world
        .memory_with([&write[..], &["--replace"]].concat(), "Only this.\n")
        .ok();
    assert_eq!(text(), "Only this.\n");
    assert_eq!(
        world.memory(["list", "--count", "--kind", "topic"]).ok(),
        "1\n"
    );
    world.memory(["check"]).ok();
}

#[test]
fn a_replaced_text_is_kept_and_comes_back() {
    let world = World::with_memory();
    let write = |text| {
        world
            .memory(["topic", "write", "build", text, "--replace"])
            .ok()
    };
    for text in ["# One", "Two.", "Three."] {
        write(text);
    }
    let log = world.memory(["topic", "log", "build"]).ok();
    let titles: Vec<_> = log.lines().map(|line| line.split("  ").last()).collect();
    assert_eq!(titles, [Some("Two."), Some("One")], "{log}");
    world.memory(["topic", "restore", "build"]).ok();
    assert_eq!(world.memory(["topic", "read", "build"]).ok(), "Two.\n");
    // The current text was kept, too.
    world.memory(["topic", "restore", "build"]).ok();
    assert_eq!(world.memory(["topic", "read", "build"]).ok(), "Three.\n");
    world.memory(["topic", "restore", "build", "1"]).ok();
    assert_eq!(world.memory(["topic", "read", "build"]).ok(), "# One\n");
    let err = world.memory(["topic", "restore", "build", "9"]).fails(128);
    assert!(err.contains("git memory topic log"), "{err}");
    world.memory(["topic", "restore", "other"]).fails(128);
}

#[test]
fn any_folder_is_a_topic() {
    let world = World::with_memory();
    let record = |id: &str| {
        format!(
            "---\nid: {id}\ntitle: T {id}\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\nAbout {id}.\n"
        )
    };
    world.write("memory/runbooks/a.md", record("note-aaaaaa"));
    world.write("memory/_runbooks/b.md", record("rec-bbbbbb"));
    world.write("memory/runbooks/page.md", "# A page without front matter\n");
    world.write("memory/_decisions/c.md", record("dec-cccccc"));
    world.memory("topic write x y").ok();
    assert_eq!(
        world.memory("topic list").ok(),
        "runbooks  3 records\nx  x\n"
    );
    let read = world.memory("topic read _runbooks").ok();
    has(&read, "## T note-aaaaaa\n\nAbout note-aaaaaa.\n");
    has(&read, "## T rec-bbbbbb");
    has(&read, "## A page without front matter\n");
    assert_eq!(world.memory("list --count --kind decision").ok(), "1\n");
    world.memory("check").ok();
}

#[test]
fn without_a_name_the_index_is_printed() {
    let world = World::with_memory();
    world.decision("One");
    assert_eq!(
        world.memory("topic read").ok(),
        world.read("memory/index.md")
    );
}

#[test]
fn topics_are_named_by_their_titles() {
    let world = World::with_memory();
    for (title, text) in [
        ("C", "c"),
        ("C++", "cpp"),
        ("C#", "cs"),
        ("index", "i"),
        ("summary", "s"),
        ("!!!", "marks"),
    ] {
        world.memory(["topic", "write", title, text]).ok();
    }
    for (title, text) in [
        ("C", "c"),
        ("c++", "cpp"),
        ("C#", "cs"),
        ("index", "i"),
        ("summary", "s"),
        ("!!!", "marks"),
    ] {
        assert_eq!(
            world.memory(["topic", "read", title]).ok().trim(),
            text,
            "{title}"
        );
    }
    world
        .memory(["topic", "write", "C++", "new", "--replace"])
        .ok();
    assert_eq!(world.memory(["topic", "read", "C"]).ok().trim(), "c");
    assert_eq!(world.memory(["list", "--count"]).ok().trim(), "6");
    // A scope has pages of its own.
    world.memory("topic write Runbook b --scope billing").ok();
    world.memory("topic write Runbook s --scope search").ok();
    assert!(
        world
            .read("memory/scopes/billing/topics/runbook.md")
            .ends_with("b\n")
    );
    assert!(
        world
            .read("memory/scopes/search/topics/runbook.md")
            .ends_with("s\n")
    );
    world.memory("check").ok();
}
