//! `git memory rules`.

use crate::common::{World, begins, has, lacks};

fn world() -> World {
    let world = World::with_memory();
    world.write(
        "memory/rules/ask.md",
        "<!-- budget: 5 lines -->\n# Ask first\n\nRun `git memory recall` before you decide.\n",
    );
    world.write(
        "memory/rules/save.md",
        "<!-- budget: 5 lines -->\n# Save\n\nRecord a decision when it is made.\n",
    );
    world
}

#[test]
fn rules_are_built_into_the_files_that_agents_read() {
    let world = world();
    world.write("AGENTS.md", "# About\n\nOurs.\n");
    let built = world
        .memory("rules build --for claude --for cursor --for codex")
        .ok();
    has(&built, [".agents/rules/ask.md", ".cursor/rules/save.mdc"]);
    has(&built, ["AGENTS.md", "CLAUDE.md"]);
    let agents = world.read("AGENTS.md");
    begins(&agents, "# About\n\nOurs.\n\n<!-- git-memory rules: begin");
    has(&agents, ["# Ask first", "# Save"]);
    lacks(&agents, "budget");
    assert!(world.read(".agents/rules/ask.md").contains("# Ask first"));
    assert!(
        world
            .read(".cursor/rules/save.mdc")
            .starts_with("---\ndescription: \"Save\"\nalwaysApply: true\n---\n")
    );
    assert!(world.read("CLAUDE.md").contains("\n@AGENTS.md\n"));
    assert_eq!(
        world.memory("rules build --for claude --for cursor").ok(),
        "",
        "a second run changes nothing"
    );
}

#[test]
fn only_what_is_ours_is_touched() {
    let world = world();
    world.memory("rules build").ok();
    let edited = world.read("AGENTS.md");
    let edited = edited.replacen("<!-- git-memory", "Before.\n\n<!-- git-memory", 1) + "\nAfter.\n";
    world.write("AGENTS.md", &edited);
    let text = "<!-- budget: 5 lines -->\nAsk twice.\n";
    world.write("memory/rules/ask.md", text);
    std::fs::remove_file(world.here.join("memory/rules/save.md")).unwrap();
    world.write(".cursor/rules/ask.mdc", "mine\n");
    let built = world.memory("rules build --for cursor");
    let expected = ".cursor/rules/ask.mdc was not written by git-memory";
    has(&built.err, expected);
    built.ok();
    let agents = world.read("AGENTS.md");
    assert!(
        agents.starts_with("Before.\n\n<!-- git") && agents.ends_with("-->\n\nAfter.\n"),
        "{agents}"
    );
    has(&agents, "Ask twice.");
    lacks(&agents, "# Save");
    assert_eq!(world.read(".cursor/rules/ask.mdc"), "mine\n");
    let gone = ".agents/rules/save.md";
    assert!(!world.has(gone), "the link of a rule that is gone");
}

#[test]
fn without_rules_a_build_removes_what_was_made_and_says_what_a_rule_is() {
    let world = world();
    world.memory("rules build --for claude --for cursor").ok();
    std::fs::remove_dir_all(world.here.join("memory/rules")).unwrap();
    has(&world.memory("rules build").ok(), ".agents/rules/ask.md");
    for file in [
        "AGENTS.md",
        "CLAUDE.md",
        ".cursor/rules/ask.mdc",
        ".agents/rules/ask.md",
    ] {
        assert!(!world.has(file), "{file}");
    }
    let again = world.memory("rules build");
    has(&again.err, "hint: a rule is a file memory/rules/NAME.md");
    assert_eq!(again.ok(), "");
}

#[test]
fn a_project_may_begin_with_a_short_set() {
    let world = World::new();
    world.memory("init").ok();
    world.memory("init --rules").ok();
    assert!(world.has("memory/rules/memory.md"));
    let call = "rules check";
    assert_eq!(world.memory(call).ok(), "", "it holds its own budget");
    let again = world.memory("init --rules");
    has(&again.ok(), "memory is already set up");
    world.memory("rules build").ok();
    // The commands in the rules exist.
    let rules = world.read("AGENTS.md");
    let commands = rules
        .split("`git memory ")
        .skip(1)
        .map(|rest| rest.split([' ', '`']).next().unwrap());
    for command in commands {
        assert_eq!(world.memory([command, "-h"]).status, 0, "{command}");
    }
}

#[test]
fn what_is_wrong_with_rules_is_named() {
    let world = world();
    assert_eq!(world.memory("rules check").ok(), "");
    world.write(
        "memory/rules/long.md",
        format!("<!-- budget: 3 lines -->\n{}", "line\n".repeat(600)),
    );
    world.write("memory/rules/none.md", "No budget.\n");
    let answer = world.memory("rules check");
    assert_eq!(answer.status, 1);
    insta::assert_snapshot!(answer.out, @"
    memory/rules/long.md: it has 601 lines, its budget is 3
    memory/rules/none.md: it names no budget: begin it with '<!-- budget: 50 lines -->'
    memory/rules: all rules together have 611 lines and up to 1145 tokens; the limits are 500 and 5000, so agents are only given the names of long.md
    ");
    let json = world.memory("rules check --json");
    has(&json.out, "\"path\":\"memory/rules/long.md\"");
}

#[test]
fn hostile_rules_and_files_are_held_off() {
    let world = world();
    world.write(
        "memory/rules/ask.md",
        format!(
            "<!-- budget: 9 lines -->\nUse \u{202e}{} now\u{200b}.\n",
            crate::common::token()
        ),
    );
    world.memory("rules build").ok();
    let agents = world.read("AGENTS.md");
    assert!(agents.contains("Use [REDACTED:token] now."), "{agents}");
    world.write("AGENTS.md", "<!-- git-memory rules: end -->\n");
    let said = world.memory("rules build").fails(128);
    has(&said, "unbalanced git-memory markers");
    #[cfg(unix)]
    {
        std::fs::remove_file(world.here.join("AGENTS.md")).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", world.here.join("AGENTS.md")).unwrap();
        let built = world.memory("rules build --for claude");
        has(
            &built.err,
            [
                "warning: AGENTS.md: it is a symbolic link to '/etc/hostname', so no rules",
                "\nhint: put a file in the place of the link",
            ],
        );
        assert!(!built.ok().contains("AGENTS.md") && !world.has("CLAUDE.md"));
        assert!(world.has(".agents/rules/ask.md"), "the rest is done");
        world.memory("rules check").fails(1);
        std::fs::remove_file(world.here.join("AGENTS.md")).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", world.here.join("memory/rules/link.md"))
            .unwrap();
        let said = world.memory("rules build").fails(128);
        has(&said, "is not a regular file");
    }
}

#[cfg(unix)]
#[test]
fn one_file_with_two_names_has_the_rules_once() {
    for (link, file) in [("AGENTS.md", "CLAUDE.md"), ("CLAUDE.md", "AGENTS.md")] {
        let world = world();
        world.write(file, "# Ours\n");
        std::os::unix::fs::symlink(file, world.here.join(link)).unwrap();
        let built = world.memory("rules build --for claude");
        assert_eq!(built.err, "");
        assert!(built.ok().lines().any(|line| line == file));
        let text = world.read(file);
        begins(&text, "# Ours\n\n<!-- git-memory rules: begin");
        assert_eq!(text.matches("# Ask first").count(), 1, "{text}");
        lacks(&text, "@AGENTS.md");
        let target = std::fs::read_link(world.here.join(link)).unwrap();
        assert_eq!(target.to_str(), Some(file));
        for agents in [&["--for", "claude"][..], &[]] {
            let again = [&["rules", "build"], agents].concat();
            assert_eq!(world.memory(again).ok(), "");
        }
        assert_eq!(world.memory("rules check").ok(), "");
        std::fs::remove_dir_all(world.here.join("memory/rules")).unwrap();
        world.memory("rules build").ok();
        assert_eq!(world.read(file), "# Ours\n");
    }
}

#[test]
fn a_build_warns_of_what_is_too_long_and_of_what_agents_do_not_get() {
    let world = world();
    let long = format!("<!-- budget: 3 lines -->\n{}", "line\n".repeat(9));
    world.write("memory/rules/long.md", long);
    world.write(
        "memory/rules/open.md",
        "<!-- budget: 3 lines -->\nDo.\n<!-- Lost\n",
    );
    let built = world.memory("rules build");
    insta::assert_snapshot!(built.err, @"
    warning: memory/rules/long.md: it has 10 lines, its budget is 3
    warning: memory/rules/open.md: it has a comment that does not end, and agents read nothing after it
    hint: shorten the rules, or name a larger budget in them
    hint: end the comment with '-->'
    ");
    built.ok();
    let text = world.read("AGENTS.md");
    assert_eq!(
        text.matches("line\n").count(),
        9,
        "a rule over its own budget is told all the same"
    );
    let json = world.memory("rules build --json").json();
    assert_eq!(json["findings"][0]["path"], "memory/rules/long.md");
}

#[test]
fn what_cannot_be_kept_is_not_touched() {
    let world = world();
    world.write("AGENTS.md", b"# Caf\xe9\n");
    let said = world.memory("rules build").fails(128);
    has(&said, ["AGENTS.md", "is not UTF-8"]);
    let kept = std::fs::read(world.here.join("AGENTS.md")).unwrap();
    assert_eq!(kept, b"# Caf\xe9\n");
    std::fs::remove_file(world.here.join("AGENTS.md")).unwrap();
    world.shell("mkfifo AGENTS.md").ok();
    let told = world.memory("rules build").fails(128);
    has(&told, "is not a regular file");
    std::fs::remove_file(world.here.join("AGENTS.md")).unwrap();
    world.shell("ln -s elsewhere .agents").ok();
    world.memory("rules build --for claude").fails(128);
    world.shell("rm .agents; echo x > .agents").ok();
    world.memory("rules build --for claude").fails(128);
    // All or nothing.
    assert!(!world.has("AGENTS.md") && !world.has("CLAUDE.md"));
    let call = "rm .agents; printf 'Mine.\n@AGENTS.md\n' > CLAUDE.md";
    world.shell(call).ok();
    world.memory("rules build --for claude").ok();
    // It is imported once.
    assert_eq!(world.read("CLAUDE.md"), "Mine.\n@AGENTS.md\n");
}

#[test]
fn comments_of_rules_reach_nobody_and_break_nothing() {
    let world = world();
    let mark = "<!-- git-memory rules: end -->";
    world.write(
        "memory/rules/ask.md",
        format!("<!-- budget: 9 lines -->\nNever write `{mark}`.<!-- obey -->\n"),
    );
    for _ in 0..2 {
        world.memory("rules build").ok();
        let agents = world.read("AGENTS.md");
        assert_eq!(
            (agents.matches(mark).count(), agents.contains("obey")),
            (1, false),
            "{agents}"
        );
    }
}

#[test]
fn a_rule_that_is_gone_is_gone_for_every_agent() {
    let world = world();
    world.write(".cursor/rules/mine.mdc", "Mine.\n");
    world.memory("rules build --for cursor").ok();
    std::fs::remove_file(world.here.join("memory/rules/save.md")).unwrap();
    let built = world.memory("rules build --for cursor").ok();
    assert!(built.contains(".cursor/rules/save.mdc"), "{built}");
    assert!(!world.has(".cursor/rules/save.mdc") && !world.has(".agents/rules/save.md"));
    assert!(world.has(".cursor/rules/ask.mdc") && world.has(".cursor/rules/mine.mdc"));
}
