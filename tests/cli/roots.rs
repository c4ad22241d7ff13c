//! Folders beside `memory/` whose files are read where they lie.

use serde_json::json;

use crate::common::{World, has, lacks, token};

/// Returns a world with a folder of hand-written decision records.
fn world() -> World {
    let world = World::with_memory();
    world.write(
        "docs/adr/0001-use-postgres.md",
        "# Use Postgres\n\nDate: 2024-03-04\n\n## Status\n\nAccepted\n\n## Decision\n\n\
         The event store is relational, whatever the pelican says.\n",
    );
    world.write(
        "docs/adr/0002-use-kafka.md",
        "---\ntitle: Use Kafka\nstatus: superseded\ndate: 2024-05-06\n---\nNo longer.\n",
    );
    world.write("docs/adr/README.md", "# All decisions\n");
    world.write("docs/adr/index.md", "# The decisions\n");
    world.write("docs/adr/template.md", "# [title]\n");
    world.write("docs/adr/picture.png", "not text");
    world.git("add docs").ok();
    world.git("commit -q -m Decisions").ok();
    world
}

/// The paths that a list has.
fn listed(world: &World, arguments: &[&str]) -> Vec<String> {
    let answer = world
        .memory([&["list", "--sort", "path", "--json"], arguments].concat())
        .json();
    let mut paths = Vec::new();
    for record in answer["records"].as_array().unwrap() {
        let path = record["record_path"].as_str().unwrap();
        if path.starts_with("docs/") {
            paths.push(path.to_owned());
        }
    }
    paths
}

const BOTH: [&str; 2] = [
    "docs/adr/0001-use-postgres.md",
    "docs/adr/0002-use-kafka.md",
];

#[test]
fn init_finds_folders_of_decisions_and_reads_them_where_asked() {
    let world = world();
    assert!(listed(&world, &[]).is_empty());
    let offered = world.memory("init");
    has(&offered.err, "found 2 decision records in docs/adr");
    has(&offered.err, "git memory init --root docs/adr");
    let done = world.memory("init --root docs/adr/");
    assert!(done.err.contains("docs/adr: 2 documents"), "{}", done.err);
    assert!(!done.err.contains("to use them"), "{}", done.err);
    assert_eq!(done.out, "memory/config.yaml\n");
    assert_eq!(world.read("memory/config.yaml"), "roots:\n  - docs/adr\n");
    assert_eq!(world.memory("init --root docs/adr").out, "", "twice");
    let again = world.memory("init").err;
    assert!(!again.contains("to use them"), "{again}");
    assert!(!again.contains("have no id"), "{again}");

    assert_eq!(listed(&world, &["--kind", "decision"]), BOTH);
    assert_eq!(listed(&world, &["--status", "superseded"]), BOTH[1..]);
    world.git("rm -q -r docs/adr").ok();
    assert!(listed(&world, &[]).is_empty(), "as they are now");
    let before = listed(&world, &["--rev", "HEAD"]);
    assert_eq!(before, BOTH, "as they were");
}

#[test]
fn what_is_read_where_it_lies_stands_wherever_records_stand() {
    let world = world();
    world.write("memory/config.yaml", "roots: [docs/adr]\n");
    let path = BOTH[0];
    for arguments in [
        &["recall", "pelican"][..],
        &["recall", "pelican", "--rev", "HEAD"],
        &["show", path],
        &["context"],
        &["context", "--query", "pelican"],
        &["get-context", "--topics", "decisions"],
        &["briefing"],
        &["topic", "read", "decisions"],
        &["diff", "HEAD~1..HEAD"],
    ] {
        let answer = world.memory(arguments);
        assert_eq!(answer.status, 0, "{arguments:?}: {}", answer.err);
        assert!(
            answer.out.contains(path) || answer.out.contains("pelican"),
            "{arguments:?}: {}",
            answer.out
        );
    }
    world.memory("refresh").ok();
    let said = world.read("memory/index.md");
    has(&said, "](../docs/adr/0001-use-postgres.md)");
    assert!(world.read("memory/impressions.jsonl").contains(path));
    let pack = world.memory("context").ok();
    assert!(pack.ends_with("Nothing was left out.\n"), "{pack}");
    let shown = world.memory(["show", BOTH[1], "--json"]).json();
    assert_eq!(shown["updated"], "2024-05-06");
    world.write(
        "docs/adr/0003-use-files.md",
        "# 3. Use files\n\nDate: 2023-01-02\n\n## Status\n\nSuperseded by \
         [ADR 1](0001-use-postgres.md)\n\n## Decision\n\nA pelican a file.\n",
    );
    world.git("add docs").ok();
    let shown = world.memory("show 'ADR 3' --json").json();
    assert_eq!(shown["status"], "superseded", "as its text says");
    assert_eq!(shown["updated"], "2023-01-02");
    let pack = world.memory("context").ok();
    assert!(!pack.contains("0003-use-files"), "{pack}");
}

#[test]
fn a_file_outside_of_memory_is_never_written() {
    let world = world();
    world.write("memory/config.yaml", "roots: [docs/adr]\n");
    world.commit("Read them");
    let path = BOTH[0];
    for arguments in [
        &["adopt", path][..],
        &["set", path, "status=archived"],
        &["supersede", path, "--title", "Another"],
        &["edit", path, "--section", "Decision", "--text", "No."],
        &["add-decision", "New", "--related", path],
    ] {
        let said = world.memory(arguments).fails(128);
        assert!(
            said.contains("fatal: 'docs/adr/0001-use-postgres.md' is outside of 'memory'"),
            "{arguments:?}: {said}"
        );
    }
    let said = world.memory(["supersede", path, "Another"]).err;
    has(&said, "and has no id, so no record can link to it");
    has(&said, "import it ('import adr'), or name it");
    assert!(world.memory("adopt").err.contains("adopted 0 pages"));
    assert_eq!(world.status(), "");
    let check = world.memory("check");
    assert_eq!(check.status, 0, "{}", check.err);
    assert!(!check.out.contains("docs/adr"), "{}", check.out);
}

#[test]
fn a_setting_that_cannot_be_read_is_named() {
    let world = world();
    world.write(
        "memory/config.yaml",
        "roots: [docs/adr, ../x, memory/notes]\n",
    );
    assert_eq!(listed(&world, &[]), BOTH, "the rest is read");
    let said = world.memory("check");
    has(&said.out, "'../x' is not a path inside");
    has(&said.out, "'memory/notes' is in 'memory/'");
    let said = world.memory("init --root docs/adr=nosuch").fails(128);
    assert!(said.contains("fatal: 'nosuch' is not a kind"), "{said}");
    let said = world.memory("init --root docs/none").fails(128);
    has(&said, "'docs/none' holds no Markdown files");
    world.git("config memory.roots /etc").ok();
    let said = world.memory("list").fails(128);
    has(&said, "memory.roots: '/etc' is not a path inside");
}

#[test]
fn a_link_is_not_followed_out_of_the_repository() {
    let world = World::with_memory();
    world.write("elsewhere/note.md", "# Elsewhere\n");
    std::fs::create_dir_all(world.root().join("docs")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../elsewhere", world.root().join("docs/adr")).unwrap();
    world.write("memory/config.yaml", "roots: [docs/adr]\n");
    assert!(listed(&world, &[]).is_empty());
}

#[test]
fn tracked_derived_files_follow_what_is_read_beside_memory() {
    let world = world();
    world.memory("init --track-derived --root docs/adr").ok();
    world.commit("Track them");
    world.write("docs/adr/0003-third.md", "# The third\n");
    world.git("add docs").ok();
    world.git("commit -q -m 'A third'").ok();
    let check = world.memory("check --rev HEAD");
    assert_eq!(check.status, 0, "{}", check.out);
    assert!(!check.out.contains("stale"), "{}", check.out);
    has(&world.git("show HEAD:memory/index.md").out, "The third");
    world.git("switch -q HEAD~1 --detach").ok();
    assert!(!world.read("memory/index.md").contains("The third"));
    assert_eq!(world.status(), "");
}

#[test]
fn the_nets_hold_what_is_read_beside_memory() {
    let world = world();
    world.memory("init --root docs/adr").ok();
    world.commit("Roots");
    let page = "docs/adr/0003-third.md";
    // A page without an id is not a fault, nor is a file that is not a page.
    world.write(page, "# The third\n");
    world.write("docs/adr/picture.png", token());
    world.commit("A third");

    world.write(page, format!("# The third\n\n{}\n", token()));
    let secret = format!("{page}:3:1: error[secret]");
    let says = |out: &str| assert!(out.contains(&secret) && !out.contains(&token()), "{out}");
    let check = world.memory("check");
    assert_eq!(check.status, 1);
    says(&check.out);
    let scan = world.memory("scan");
    assert_eq!(scan.status, 1);
    has(&scan.out, "docs/adr/0003-third.md:3:1");
    assert!(!scan.out.contains("picture"), "{}", scan.out);
    world.git("add -A").ok();
    let staged = world.memory("check --staged");
    assert_eq!(staged.status, 1);
    says(&staged.out);
    says(&world.git("commit -q -m x").fails(1));
    says(&world.git(["commit", "-q", "-m", "x", page]).fails(1));

    world.git("commit -q -n -m 'Past it'").ok();
    says(&world.memory("check --rev HEAD").out);
    world.write(page, "# The third\n");
    world.git("commit -q -a -m 'Out again'").ok();
    world.memory("check").ok();
    let range = world.memory("check --rev HEAD~2..HEAD");
    assert_eq!(range.status, 1, "{}", range.out);
    says(&range.out);

    world.write(page, "# The third\n\nHidden \u{202e} here.\n");
    let said = world.git("commit -q -a -m Hidden").fails(1);
    assert!(said.contains(page) && said.contains("error["), "{said}");
}

#[test]
fn a_root_of_the_team_shows_only_what_git_tracks() {
    let world = world();
    world.write(".gitignore", "diary/\n");
    world.write("diary/hr.md", "# Salary\n\nCANARY a month.\n");
    world.write("docs/adr/0003-new.md", "# CANARY\n");
    world.write("memory/config.yaml", "roots: [diary, docs/adr]\n");
    let reads = [
        "list --json",
        "context",
        "recall CANARY",
        "export",
        "briefing",
        "get-context",
    ];
    for command in reads {
        let answer = world.shell(&format!("git memory {command}"));
        assert!(!answer.out.contains("CANARY"), "{command}: {}", answer.out);
    }
    world.memory("refresh").ok();
    assert!(!world.read("memory/index.md").contains("CANARY"));
    assert_eq!(listed(&world, &[]), BOTH);
    // An added file is tracked, committed or not.
    world.git("add docs/adr/0003-new.md").ok();
    assert_eq!(listed(&world, &[]).len(), 3);
    // A folder that the person names is read as it is.
    world.git("config memory.roots diary").ok();
    let own = world.memory("recall 'CANARY salary'").ok();
    assert!(own.contains("diary/hr.md"), "{own}");
}

#[test]
fn a_tracked_page_in_conflict_is_still_read() {
    let world = world();
    world.write("memory/config.yaml", "roots: [docs/adr]\n");
    world
        .shell("git add -A; git commit -q -m Roots; git switch -q -c side")
        .ok();
    for (branch, title) in [("side", "Theirs"), ("main", "Ours")] {
        world.git(["switch", "-q", branch]).ok();
        world.write(BOTH[1], format!("# {title}\n"));
        world.git(["commit", "-q", "-a", "-m", title]).ok();
    }
    world.git("merge -q side").fails(1);
    assert_eq!(listed(&world, &[]), BOTH);
}

#[test]
fn init_says_which_documents_wait_for_git() {
    let world = World::with_memory();
    world.write("docs/adr/0001-queues.md", "# Use queues\n");
    world.write("docs/adr/0002-kafka.md", "# Use Kafka\n");
    world.git("add docs/adr/0001-queues.md").ok();
    let said = world.memory("init --root docs/adr").err;
    let hint = "git does not track 1 of them; to read them: git add docs/adr";
    assert!(said.contains(hint), "{said}");
    assert_eq!(listed(&world, &["--kind", "decision"]).len(), 1);
    world.git("add docs/adr").ok();
    assert_eq!(listed(&world, &["--kind", "decision"]).len(), 2);
}

#[test]
fn documents_in_place_lead_to_each_other() {
    let world = world();
    world.write("memory/config.yaml", "roots: [docs/adr]\n");
    world.write(
        "docs/adr/0003-use-files.md",
        "# 4. Use files\n\nDate: 2023-01-02\n\n## Status\n\nSuperseded by \
         [ADR 1](0001-use-postgres.md)\n\n## Decision\n\nFiles, as [Kafka](0002-use-kafka.md).\n",
    );
    world.git("add docs").ok();
    let old = world.memory("show 'ADR 3' --json").json();
    assert_eq!(old["superseded_by"], json!([BOTH[0]]));
    assert_eq!(old["related"], json!([BOTH[1]]));
    assert_eq!(old["title"], "Use files");
    // The number of the file wins.
    world.memory("show 'ADR 4'").fails(128);
    let new = world.memory(["show", BOTH[0], "--json"]).json();
    assert_eq!(new["supersedes"], json!(["docs/adr/0003-use-files.md"]));
    has(&world.memory(["related", BOTH[1]]).ok(), "0003-use-files");
}

#[test]
fn what_describes_a_folder_is_no_record_and_other_words_are_statuses() {
    let world = World::with_memory();
    for name in ["README.md", "OVERVIEW.md", "index.md", "template.md"] {
        let path = format!("memory/decisions/{name}");
        world.write(&path, "# All of them\n\nText.\n");
    }
    for (path, status) in [("decisions/a", "Approved"), ("plans/b", "implemented")] {
        let text = format!("---\nstatus: {status}\n---\n# Title\n\nText of it.\n");
        world.write(&format!("memory/{path}.md"), text);
    }
    assert_eq!(
        world.memory("list --sort path").ok(),
        "memory/decisions/a.md  active  Title\nmemory/plans/b.md      done    Title\n"
    );
    let filtered = world.memory("list --status accepted").ok();
    assert_eq!(filtered, "memory/decisions/a.md  active  Title\n");
    world.memory("refresh").ok();
    lacks(&world.read("memory/index.md"), "All of them");
    lacks(&world.memory("context").ok(), "All of them");
    let named = world.memory("show memory/decisions/README.md").ok();
    has(&named, "Text.");
}

#[test]
fn a_moved_document_keeps_the_day_on_which_it_was_written() {
    let mut world = World::with_memory();
    world.write("memory/config.yaml", "roots: [docs/adr]\n");
    for (day, path) in [
        ("2019-02-03", "old/1-queue.md"),
        ("2020-03-04", "docs/adr/1-queue.md"),
    ] {
        world.set("GIT_AUTHOR_DATE", &format!("{day}T10:00:00Z"));
        world.set("GIT_COMMITTER_DATE", &format!("{day}T10:00:00Z"));
        if world.has("old/1-queue.md") {
            std::fs::remove_file(world.here.join("old/1-queue.md")).unwrap();
        }
        world.write(path, "# Queue\n\nOne queue for all.\n");
        world.git("add --all").ok();
        world.git("commit -q -m move").ok();
        // The second time from the ages that are kept of the first one.
        world.memory("list").ok();
    }
    let shown = world.memory("show docs/adr/1-queue.md --json").json();
    assert_eq!(shown["created"], "2019-02-03");
}
