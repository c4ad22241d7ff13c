//! `git memory rules` for the rules of scopes: where they are written, and where not.

use crate::common::{World, has, lacks};

const BUDGET: &str = "<!-- budget: 9 lines -->";

/// A project with a rule of its own, and a service with one.
fn world() -> World {
    let world = World::with_memory();
    world.write(
        "memory/rules/ask.md",
        format!("{BUDGET}\n# Ask first\n\nAsk.\n"),
    );
    world.write(
        "memory/scopes/services/billing/rules/money.md",
        format!("{BUDGET}\n# Money\n\nCents, never floats.\n"),
    );
    world.write("services/billing/main.rs", "fn main() {}\n");
    world
}

fn build(world: &World) -> String {
    world.memory("rules build").ok()
}

#[test]
fn rules_of_a_scope_are_written_into_its_folder() {
    let world = world();
    let all = [
        "rules", "build", "--for", "claude", "--for", "cursor", "--for", "codex",
    ];
    insta::assert_snapshot!(world.memory(all).ok(), @r"
    AGENTS.md
    CLAUDE.md
    services/billing/AGENTS.md
    services/billing/CLAUDE.md
    .cursor/rules/ask.mdc
    .cursor/rules/services/billing/money.mdc
    .agents/rules/ask.md
    ");
    insta::assert_snapshot!(world.read("services/billing/AGENTS.md"), @r"
    <!-- git-memory rules: begin; 'git memory rules build' makes this from memory/scopes/services/billing/rules/ -->
    # Money

    Cents, never floats.
    <!-- git-memory rules: end -->
    ");
    insta::assert_snapshot!(world.read("services/billing/CLAUDE.md"), @r"
    <!-- git-memory rules: begin; 'git memory rules build' makes this from memory/scopes/services/billing/rules/ -->
    @AGENTS.md
    <!-- git-memory rules: end -->
    ");
    insta::assert_snapshot!(world.read(".cursor/rules/services/billing/money.mdc"), @r#"
    ---
    description: "Money"
    globs: services/billing/**
    alwaysApply: false
    ---
    <!-- made by 'git memory rules build' from memory/scopes/services/billing/rules/; changes made here are lost -->

    # Money

    Cents, never floats.
    "#);
    let top = world.read("AGENTS.md");
    has(&top, "# Ask first");
    lacks(&top, "Money");
    assert_eq!(world.memory(all).ok(), "", "a second run changes nothing");
    assert_eq!(world.memory("rules check").ok(), "");
    assert_eq!(world.memory("list").ok(), "", "a rule is no page");
    // A build for fewer agents removes nothing from the others.
    assert_eq!(build(&world), "");
}

#[test]
fn what_was_built_for_an_agent_is_kept_up_to_date_without_its_name() {
    let world = world();
    world.memory("rules build --for claude --for cursor").ok();
    let cursor = ".cursor/rules/services/billing/money.mdc";
    let before = world.read(cursor);
    world.write(
        "memory/scopes/services/billing/rules/money.md",
        "# Money\n\nIn cents, always.\n",
    );
    let built = build(&world);
    assert!(built.contains(cursor), "{built}");
    assert_ne!(world.read(cursor), before);
    assert!(world.has("services/billing/CLAUDE.md"));
}

#[test]
fn a_scope_without_rules_loses_its_block_and_nothing_else() {
    let world = world();
    world.write("services/billing/AGENTS.md", "# By hand\n");
    world.memory("rules build --for claude --for cursor").ok();
    world.commit("Rules");
    std::fs::remove_dir_all(world.here.join("memory/scopes")).unwrap();
    insta::assert_snapshot!(build(&world), @r"
    .cursor/rules/services/billing/money.mdc
    services/billing/AGENTS.md
    services/billing/CLAUDE.md
    ");
    assert_eq!(world.read("services/billing/AGENTS.md"), "# By hand\n");
    assert!(!world.has("services/billing/CLAUDE.md"));
    assert_eq!(build(&world), "");
}

#[test]
fn a_block_is_found_where_git_ignores_it_and_where_its_folder_has_moved() {
    let world = world();
    world.write(".gitignore", "AGENTS.md\n/target/\n");
    world.write("target/AGENTS.md", "Not looked at.\n");
    build(&world);
    std::fs::remove_dir_all(world.here.join("memory/scopes")).unwrap();
    assert_eq!(build(&world), "services/billing/AGENTS.md\n");
    assert!(!world.has("services/billing/AGENTS.md"));

    let world = self::world();
    build(&world);
    for moved in ["services/billing", "memory/scopes/services/billing"] {
        let to = moved.replace("billing", "pay");
        std::fs::rename(world.here.join(moved), world.here.join(to)).unwrap();
    }
    assert_eq!(build(&world), "services/pay/AGENTS.md\n");
    let text = world.read("services/pay/AGENTS.md");
    assert_eq!(text.matches("rules: begin").count(), 1, "{text}");
    has(&text, "from memory/scopes/services/pay/rules/");
}

#[test]
fn another_project_in_a_folder_keeps_its_blocks() {
    let world = world();
    build(&world);
    for file in ["AGENTS.md", "services/billing/AGENTS.md"] {
        world.write(&format!("vendor/it/{file}"), world.read(file));
    }
    assert_eq!(build(&world), "");
    world.write(
        "memory/scopes/vendor/it/rules/a.md",
        format!("{BUDGET}\nAsk.\n"),
    );
    let built = world.memory("rules build");
    let note = "vendor/it/AGENTS.md was not written by git-memory; not changed";
    assert!(built.err.contains(note), "{}", built.err);
    assert_eq!(built.ok(), "");
}

#[test]
fn rules_that_nobody_reads_are_named() {
    let world = world();
    let elsewhere = world.root().join("elsewhere");
    std::fs::create_dir_all(&elsewhere).unwrap();
    std::fs::create_dir_all(world.here.join("aux")).unwrap();
    std::fs::create_dir_all(world.here.join("Services")).unwrap();
    world.write("file", "A file.\n");
    world.write("lib/.git", "gitdir: ../elsewhere\n");
    world.write("lib/sub/a.rs", "");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&elsewhere, world.here.join("link")).unwrap();
    #[cfg(not(unix))]
    world.write("link", "A link.\n");
    for scope in [
        "aux",
        "file",
        "lib/sub",
        "link",
        "link/sub",
        "MEMORY",
        "none",
        "project",
        "services/Billing",
        "a b",
    ] {
        let text = format!("{BUDGET}\nA rule.\n");
        world.write(&format!("memory/scopes/{scope}/rules/a.md"), text);
    }
    let answer = world.memory("rules check");
    assert_eq!(answer.status, 1);
    #[cfg(unix)]
    insta::assert_snapshot!(answer.out, @r"
    memory/scopes/MEMORY/rules: MEMORY/ holds records, so no agent reads these rules
    memory/scopes/aux/rules: Windows cannot hold 'aux': it is the name of a device, so no agent reads these rules
    memory/scopes/file/rules: file is not a folder, so no agent reads these rules
    memory/scopes/lib/sub/rules: lib/ is another repository, so no agent reads these rules
    memory/scopes/link/rules: link is a symbolic link, so no agent reads these rules
    memory/scopes/link/sub/rules: link is a symbolic link, so no agent reads these rules
    memory/scopes/none/rules: there is no folder none/, so no agent reads these rules
    memory/scopes/services/Billing/rules: there is no folder services/Billing/, so no agent reads these rules
    memory/scopes: 'a b' is not a scope: expected 'project' or a slash path such as 'services/billing', each part of letters, digits, '.', '_' and '-'
    memory/scopes/project/rules: the rules of the whole project belong into memory/rules
    ");
    let built = world.memory("rules build");
    for line in answer.out.lines() {
        assert!(built.err.contains(line), "{line} in {}", built.err);
    }
    let listed = ".agents/rules/ask.md";
    assert_eq!(
        built.ok(),
        format!("AGENTS.md\nservices/billing/AGENTS.md\n{listed}\n")
    );
    assert!(elsewhere.read_dir().unwrap().next().is_none());
    let json = world.memory("rules build --json").json();
    assert_eq!(json["unread"][0]["path"], "memory/scopes/MEMORY/rules");
}

#[test]
fn what_an_agent_reads_in_one_folder_has_a_limit() {
    let world = world();
    let long = |count: usize| format!("<!-- budget: 400 lines -->\n{}", "line\n".repeat(count));
    world.write("memory/rules/long.md", long(300));
    world.write("memory/scopes/web/rules/long.md", long(180));
    world.write("web/a.js", "");
    assert_eq!(world.memory("rules check").ok(), "");
    world.write("memory/scopes/services/rules/a.md", long(170));
    let text = format!("{BUDGET}\n# Brief\n\nBe brief.\n");
    world.write("memory/scopes/services/rules/b.md", text);
    let text = format!("# Long\n{}", long(200));
    world.write("memory/scopes/services/rules/long.md", text);
    let answer = world.memory("rules check");
    assert_eq!(answer.status, 1);
    insta::assert_snapshot!(answer.out, @"memory/scopes/services/rules: with those above it, the \
                                          rules that apply in services/ have 683 lines and up to \
                                          1261 tokens; the limits are 500 and 5000, so agents are \
                                          only given the names of long.md");
    let built = world.memory("rules build --for cursor");
    insta::assert_snapshot!(built.err, @"
    warning: memory/scopes/services/rules: with those above it, the rules that apply in services/ have 683 lines and up to 1261 tokens; the limits are 500 and 5000, so agents are only given the names of long.md
    hint: shorten the rules, or move those that are for one folder to its scope
    ");
    built.ok();
    // Rules with room are there, the others are named, and all of them stay in reach.
    let top = world.read("AGENTS.md");
    assert_eq!(top.matches("line\n").count(), 300, "{top}");
    let services = world.read("services/AGENTS.md");
    assert_eq!(services.matches("line\n").count(), 170, "{services}");
    has(&services, "\nBe brief.\n\nSome rules have no room here.");
    let asked_for = world.read(".cursor/rules/services/long.mdc");
    assert!(
        asked_for.starts_with("---\ndescription: \"Long\"\nalwaysApply: false\n---\n"),
        "{asked_for}"
    );
    let billing = world.read("services/billing/AGENTS.md");
    assert!(billing.contains("Cents, never floats."), "{billing}");
    // Beside the folder nothing changes.
    assert_eq!(world.read("web/AGENTS.md").matches("line\n").count(), 180);
    // A shorter rule comes back without another command.
    world.write("memory/scopes/services/rules/long.md", long(9));
    world.memory("rules build").ok();
    let services = world.read("services/AGENTS.md");
    assert_eq!(services.matches("line\n").count(), 179, "{services}");
    assert!(!services.contains("no room"), "{services}");
    assert_eq!(world.memory("rules check").ok(), "");
}

#[test]
fn a_file_that_cannot_be_written_keeps_all_as_it_was() {
    let world = world();
    world.write(
        "services/billing/AGENTS.md",
        "<!-- git-memory rules: end -->\n",
    );
    let said = world.memory("rules build").fails(128);
    has(&said, ["services/billing/AGENTS.md", "unbalanced"]);
    assert!(!world.has("AGENTS.md") && !world.has(".agents"));
    #[cfg(unix)]
    {
        let outside = world.root().join("outside.md");
        std::fs::write(&outside, "Outside.\n").unwrap();
        let file = world.here.join("services/billing/AGENTS.md");
        std::fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink(&outside, &file).unwrap();
        let built = world.memory("rules build");
        let warned = "warning: services/billing/AGENTS.md: it is a symbolic link to '";
        assert!(built.err.starts_with(warned), "{}", built.err);
        built.ok();
        assert_eq!(std::fs::read_to_string(&outside).unwrap(), "Outside.\n");
        assert!(world.has("AGENTS.md") && world.has(".agents/rules"));
    }
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_neither_written_nor_taken_away() {
    let world = world();
    build(&world);
    world.commit("Rules");
    world.git("sparse-checkout set memory .agents").ok();
    assert!(!world.has("services"));
    assert_eq!(build(&world), "");
    assert_eq!(world.memory("rules check").ok(), "");
    world
        .git("sparse-checkout set services memory/rules .agents")
        .ok();
    let said = world.memory("rules build").fails(128);
    assert!(said.contains("not checked out"), "{said}");
    assert!(world.read("services/billing/AGENTS.md").contains("Cents"));
}

#[test]
fn the_block_of_a_scope_is_seen_by_doctor_and_left_by_uninstall() {
    let world = world();
    world.memory("agents install claude").ok();
    assert!(world.has("services/billing/CLAUDE.md"));
    world.memory("agents uninstall claude").ok();
    let out = world.memory("doctor").out;
    let seen = "2 rules, in AGENTS.md, .agents/rules, 1 file in folders of scopes";
    assert!(out.contains(seen), "{out}");
    let rule = "memory/scopes/services/billing/rules/money.md";
    world.write(rule, format!("{BUDGET}\n# Money\n\nCents.\n"));
    let out = world.memory("doctor").out;
    let stale = "older than the rules in memory: services/billing/AGENTS.md";
    assert!(out.contains(stale), "{out}");
    world.memory("doctor --fix").ok();
    has(&world.read("services/billing/AGENTS.md"), "\nCents.\n");
    std::fs::remove_dir_all(world.here.join("memory/scopes")).unwrap();
    std::fs::remove_dir_all(world.here.join("memory/rules")).unwrap();
    world.memory("doctor --fix").ok();
    for file in ["AGENTS.md", "CLAUDE.md", "services/billing/AGENTS.md"] {
        assert!(!world.has(file), "{file}");
    }
}
