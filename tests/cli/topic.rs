//! `git memory topic`.

use crate::common::{World, has};

#[test]
fn writing_replaces_and_appending_adds_after_an_empty_line() {
    let world = World::with_memory();
    let out = world.memory("topic write 'Release process' First.").ok();
    let path = "memory/topics/release-process.md";
    assert!(out.ends_with(&format!("  {path}\n")), "{out}");
    world
        .memory("topic write release-process --append Second.")
        .ok();
    assert_eq!(
        world.memory("topic read 'Release process'").ok(),
        "First.\n\nSecond.\n"
    );
    world
        .memory_with("topic write release-process", "Only this.\n")
        .ok();
    assert_eq!(
        world.memory("topic read release-process").ok(),
        "Only this.\n"
    );
    assert_eq!(world.memory("count --kind topic").ok(), "1\n");
    world.memory("check").ok();
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
    assert_eq!(world.memory("count --kind decision").ok(), "1\n");
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
    world.memory("topic write C++ new").ok();
    assert_eq!(world.memory("topic read C").ok().trim(), "c");
    assert_eq!(world.memory("count").ok().trim(), "6");
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
