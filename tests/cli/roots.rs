//! Folders beside `memory/` whose files are read where they lie.

use serde_json::json;

use crate::common::{WORKSPACE, World, has, lacks, token};

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
    let world = World::with_decisions();
    assert!(listed(&world, &[]).is_empty());
    let offered = world.memory(["init"]);
    assert!(
        offered.err.contains("2 decision records in docs/adr")
            && offered.err.contains("git memory init --root docs/adr"),
        "{}",
        offered.err
    );
    let done = world.memory(["init", "--root", "docs/adr/"]);
    assert!(done.err.contains("docs/adr: 2 documents"), "{}", done.err);
    assert!(!done.err.contains("found: "), "{}", done.err);
    assert_eq!(world.read("memory/config.yaml"), "roots:\n  - docs/adr\n");
    has(&world.memory("init --root docs/adr").out, "already set up");
    assert_eq!(world.memory("init").err, "next: git memory add \"…\"\n");

    assert_eq!(listed(&world, &["--kind", "decision"]), BOTH);
    has(&world.memory("show docs/adr/0001").ok(), "Postgres");
    world.memory("show docs/adr/0003").fails(128);
    world.memory("show docs/adr/00").fails(128);
    assert_eq!(listed(&world, &["--status", "superseded"]), BOTH[1..]);
    world.git(["rm", "-q", "-r", "docs/adr"]).ok();
    assert!(listed(&world, &[]).is_empty(), "as they are now");
    let before = listed(&world, &["--rev", "HEAD"]);
    assert_eq!(before, BOTH, "as they were");
}

#[test]
fn the_command_for_a_folder_works_where_it_is_printed() {
    let mut world = World::with_decisions();
    world.at("docs/adr");
    has(&world.memory("init").err, "git memory init --root ../adr");
    let done = world.memory("init --root ../adr");
    has(&done.err, "docs/adr: 2 documents");
}

#[test]
fn what_is_read_where_it_lies_stands_wherever_records_stand() {
    let world = World::with_decisions();
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
    world.memory(["refresh"]).ok();
    assert!(
        world
            .read("memory/index.md")
            .contains("](../docs/adr/0001-use-postgres.md)")
    );
    assert!(world.read("memory/impressions.jsonl").contains(path));
    let pack = world.memory(["context"]).ok();
    lacks(&pack, "Left out");
    let shown = world.memory(["show", BOTH[1], "--json"]).json();
    assert_eq!(shown["updated"], "2024-05-06");
    world.write(
        "docs/adr/0003-use-files.md",
        "# 3. Use files\n\nDate: 2023-01-02\n\n## Status\n\nSuperseded by \
         [ADR 1](0001-use-postgres.md)\n\n## Decision\n\nA pelican a file.\n",
    );
    world.git(["add", "docs"]).ok();
    let shown = world.memory(["show", "ADR 3", "--json"]).json();
    assert_eq!(shown["status"], "superseded", "as its text says");
    assert_eq!(shown["updated"], "2023-01-02");
    let pack = world.memory(["context"]).ok();
    assert!(!pack.contains("0003-use-files"), "{pack}");
}

/// The lines that were taken out of the work tree's documents and put into them.
fn changed(world: &World) -> String {
    let diff = world.git(["diff", "HEAD", "-U0", "--", "docs"]).ok();
    let is_change = |line: &&str| {
        let is_header = line.starts_with("+++") || line.starts_with("---");
        line.starts_with(['+', '-']) && !is_header
    };
    diff.lines()
        .filter(is_change)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn a_status_that_a_document_has_in_its_own_words_stays() {
    let world = World::new();
    let text = "# Eine Quelle\n\n- **Status:** Angenommen\n\n## Entscheidung\n\nEine.\n";
    world.write("docs/adr/0001-eine-quelle.md", text);
    world.memory("init --root docs/adr").ok();
    world.git("add --all").ok();
    world.commit("Decide");
    for status in ["active", "accepted"] {
        let said = world.memory(["set", "1", &format!("status={status}")]);
        assert_eq!(said.err, "note: nothing was changed\n");
    }
    assert_eq!(world.status(), "");
}

#[test]
fn set_changes_one_line_of_a_document_and_names_it() {
    let world = World::with_documents();
    let said = world.memory(["set", BOTH[0], "status=archived"]);
    assert_eq!(said.out, format!("{}\n", BOTH[0]), "{}", said.err);
    let line = format!("note: {}:7 is now: Deprecated", BOTH[0]);
    assert!(said.err.contains(&line), "{}", said.err);
    assert_eq!(changed(&world), "-Accepted\n+Deprecated");
    assert_eq!(listed(&world, &["--status", "archived"]), BOTH[..1]);
    world.memory(["set", BOTH[0], "status=Accepted"]).ok();
    assert_eq!(world.status(), "", "it can be taken back");
    world
        .memory(["set", BOTH[1], "tags+=queue,events", "category=infra"])
        .ok();
    assert_eq!(changed(&world), "+tags: [queue, events]\n+category: infra");
    assert_eq!(listed(&world, &["--tag", "queue"]), BOTH[1..]);
    let answer = world
        .memory(["set", BOTH[0], "status=rejected", "--json"])
        .json();
    assert_eq!(answer["lines"][0]["text"], "Rejected");
}

#[test]
fn a_document_is_replaced_by_another_in_the_words_of_its_form() {
    let world = World::with_documents();
    world.write(
        "docs/adr/0003-use-files.md",
        "# 3. Files\n\n## Status\n\nAccepted\n",
    );
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "A third"]).ok();
    let said = world.memory(["supersede", BOTH[0], "--by", "docs/adr/0003-use-files.md"]);
    assert_eq!(said.status, 0, "{}", said.err);
    let link = "[ADR-0003](0003-use-files.md)";
    let back = "[ADR-0001](0001-use-postgres.md)";
    assert_eq!(
        changed(&world),
        format!("-Accepted\n+Superseded by {link}\n+\n+Supersedes {back}")
    );
    let superseded = listed(&world, &["--status", "superseded"]);
    assert_eq!(superseded, BOTH);
    let again = world.memory(["supersede", BOTH[0], "Another"]).fails(128);
    assert!(again.contains("is already superseded"), "{again}");
}

#[test]
fn a_record_of_memory_may_replace_a_document() {
    let world = World::with_documents();
    world
        .memory([
            "supersede",
            BOTH[0],
            "Use SQLite",
            "--rationale",
            "One file.",
        ])
        .ok();
    let new = world.path_of("memory/decisions/261120-use-sqlite");
    assert_eq!(
        changed(&world),
        format!("-Accepted\n+Superseded by [Use SQLite](../../{new})")
    );
    has(
        &world.read(&new),
        format!("supersedes: [{}]\n", BOTH[0]).as_str(),
    );
    let id = world.memory(["show", &new, "--json"]).json()["id"].clone();
    let shown = world.memory(["show", BOTH[0], "--json"]).json();
    assert_eq!(shown["superseded_by"], json!([id]));
    assert_eq!(world.memory("check").status, 0);
}

#[test]
fn a_document_may_replace_a_record_and_each_names_the_other() {
    let world = World::with_documents();
    let (old, path) = world.decision("Use files");
    world.memory(["supersede", &old, "--by", BOTH[0]]).ok();
    let replaced = format!("superseded_by: [{}]\n", BOTH[0]);
    has(&world.read(&path), ["status: superseded\n", &replaced]);
    let link = format!("+Supersedes [Use files](../../{path})\n+");
    assert_eq!(changed(&world), link);
    let shown = |name: &str| world.memory(["show", name, "--json"]).json();
    assert_eq!(shown(&old)["superseded_by"], json!([BOTH[0]]));
    assert_eq!(shown(BOTH[0])["supersedes"], json!([old]));
    assert_eq!(world.memory("check").status, 0);
    world.commit("Replaced");
    world.git("mv docs/adr docs/decisions").ok();
    world.write("memory/config.yaml", "roots: [docs/decisions]\n");
    let moved = BOTH[0].replace("adr", "decisions");
    assert_eq!(shown(&old)["superseded_by"], json!([moved]));
}

#[test]
fn a_supersession_that_a_document_does_not_state_is_found() {
    let world = World::with_documents();
    world.write("docs/adr/0003-words.md", "# Words\n\nOnly words.\n");
    world.git("add -A").ok();
    let (old, path) = world.decision("Use files");
    let before = world.read(&path);
    let call = ["supersede", &old, "--by", "docs/adr/0003-words.md"];
    let said = world.memory(call).fails(128);
    has(&said, "hint: write a line 'Supersedes: [Use files](");
    assert_eq!(world.read(&path), before, "neither has changed");
    world.memory(["supersede", &old, "--by", BOTH[0]]).ok();
    world.git(["checkout", "-q", "HEAD", "--", "docs"]).ok();
    let check = world.memory("check").out;
    has(
        &check,
        format!("'superseded_by' names {}", BOTH[0]).as_str(),
    );
}

#[test]
fn an_item_with_a_comma_is_quoted() {
    let world = World::with_documents();
    let path = "docs/adr/0003-files, queues.md";
    world.write(path, "# Files\n\n## Status\n\nAccepted\n");
    world.git("add -A").ok();
    let (id, _) = world.decision("New");
    let call = format!("related=\"{path}\",{}", BOTH[0]);
    world.memory(["set", &id, &call]).ok();
    let shown = world.memory(["show", &id, "--json"]).json();
    assert_eq!(shown["related"], json!([path, BOTH[0]]));
    let said = world.memory(["set", &id, "tags=\"a, b"]).fails(128);
    has(
        &said,
        "the item \"a, b has no '\"' before a comma or the end",
    );
}

#[test]
fn records_and_documents_are_related_either_way() {
    let world = World::with_documents();
    let add = ["add-decision", "--id", "dec-aaaaaa", "New"];
    world.memory(add.iter().chain(&["--related", BOTH[0]])).ok();
    let related = |name: &str| world.memory(["show", name, "--json"]).json()["related"].clone();
    assert_eq!(related("dec-aaaaaa"), json!([BOTH[0]]));
    let call = format!("related+={}", BOTH[1]);
    world.memory(["set", "dec-aaaaaa", &call]).ok();
    assert_eq!(related("dec-aaaaaa"), json!(BOTH));
    world.memory(["set", BOTH[1], "related=dec-aaaaaa"]).ok();
    assert_eq!(related(BOTH[1]), json!(["dec-aaaaaa"]));
    let near = world.memory(["related", BOTH[0]]).ok();
    has(&near, "dec-aaaaaa");
    assert_eq!(world.memory("check").status, 0);
}

#[test]
fn links_of_records_follow_documents_that_were_moved() {
    let world = World::with_documents();
    let add = ["add-decision", "--id", "dec-aaaaaa", "New", "--related"];
    world.memory(add.iter().chain(&[BOTH[0]])).ok();
    world.commit("New");
    let related = || world.memory("show dec-aaaaaa --json").json()["related"].clone();
    world.git("mv docs/adr docs/decisions").ok();
    world.write("memory/config.yaml", "roots: [docs/decisions]\n");
    assert_eq!(related(), json!(["docs/decisions/0001-use-postgres.md"]));
    let dangling = || world.memory("check").out.contains("dangling-link");
    assert!(!dangling());
    world.git("mv docs/decisions docs/adr").ok();
    world.write("memory/config.yaml", "");
    assert!(dangling(), "no folder is read");
    world.memory(["import", "adr", "docs/adr"]).ok();
    let imported = related()[0].as_str().unwrap().to_owned();
    assert!(imported.starts_with("dec-"), "{imported}");
    assert!(!dangling());
}

#[test]
fn a_record_names_no_document_outside_of_the_repository_or_with_a_secret() {
    let world = World::with_documents();
    let text = "---\nid: dec-aaaaaa\ntitle: T\nstatus: active\nscope: project\n\
                updated: 2026-11-20\nrelated: [../x.md, /etc/x.md, a/SECRET.md, a/none.md]\n---\n";
    world.write("memory/decisions/a.md", text.replace("SECRET", &token()));
    let check = world.memory("check").out;
    has(
        &check,
        "'related' names '../x.md', which is not a record id",
    );
    has(&check, "'related' names a/none.md, which does not exist");
    lacks(&check, &token());
    let shown = world.memory("show dec-aaaaaa --json").json();
    assert_eq!(shown["related"], json!(["a/none.md"]));
}

#[test]
fn a_document_is_edited_confirmed_and_related_in_place() {
    let world = World::with_documents();
    world
        .memory([
            "edit",
            BOTH[0],
            "--section",
            "Decision",
            "--text",
            "SQLite.",
        ])
        .ok();
    assert!(
        changed(&world).ends_with("\n+SQLite."),
        "{}",
        changed(&world)
    );
    world.git(["checkout", "-q", "HEAD", "--", "docs"]).ok();
    world.memory(["review", "--confirm", BOTH[0]]).ok();
    assert_eq!(changed(&world), "+Last updated: 2026-11-20");
    let shown = world.memory(["show", BOTH[0], "--json"]).json();
    assert_eq!(shown["updated"], "2026-11-20");
    world.git(["checkout", "-q", "HEAD", "--", "docs"]).ok();
    world
        .memory(["set", BOTH[1], &format!("related+={}", BOTH[0])])
        .ok();
    assert_eq!(changed(&world), "+related: [\"0001-use-postgres.md\"]");
}

#[test]
fn what_has_no_place_in_a_document_is_told_to_be_written_by_hand() {
    let world = World::with_documents();
    world.write("docs/adr/0003-words.md", "# Words\n\nOnly words.\n");
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Words"]).ok();
    let said = world
        .memory(["set", "docs/adr/0003-words.md", "status=archived"])
        .fails(128);
    assert!(
        said.contains("hint: write 'deprecated' where the document says"),
        "{said}"
    );
    let said = world.memory(["set", BOTH[0], "title=Other"]).fails(128);
    assert!(
        said.contains("hint: change its heading to 'Other'"),
        "{said}"
    );
    let said = world.memory(["adopt", BOTH[0]]).fails(128);
    assert!(said.contains("is outside of 'memory'"), "{said}");
    assert!(world.memory(["adopt"]).err.contains("adopted 0 pages"));
    let said = world.memory(["set", BOTH[0], &format!("owner={}", token())]);
    assert_ne!(said.status, 0, "a secret stays out");
    assert_eq!(world.status(), "");
}

#[test]
fn an_import_of_a_root_offers_to_replace_it_and_doubles_nothing() {
    let world = World::with_documents();
    let said = world.memory(["import", "adr", "docs/adr"]).fails(128);
    assert!(
        said.contains("'docs/adr' is read in place already"),
        "{said}"
    );
    let hint = "remove 'docs/adr' from 'roots' in memory/config.yaml, and import it again";
    assert!(said.contains(hint), "{said}");
    let above = world.memory(["import", "adr", "docs"]);
    assert!(
        above.out.contains("2 files: 0 imported") || above.out.contains("0 imported"),
        "{}",
        above.out
    );
    assert_eq!(world.memory(["list", "--count"]).ok(), "2\n");
    world.write("memory/config.yaml", "");
    world.memory(["import", "adr", "docs/adr"]).ok();
    assert_eq!(world.memory(["list", "--count"]).ok(), "2\n");
}

#[test]
fn mdx_and_the_folder_that_adr_tools_name_are_found() {
    let world = World::with_memory();
    world.write(".adr-dir", "docs/our records\n");
    world.write(
        "docs/our records/0003-use-mdx.mdx",
        "# 3. Use MDX\n\n## Status\n\nAccepted\n\n## Decision\n\nYes.\n",
    );
    world.git(["add", "-A"]).ok();
    let said = world.memory(["init"]).err;
    let offer = "git memory init --root 'docs/our records=decision'";
    assert!(said.contains(offer), "{said}");
    world
        .memory(["init", "--root", "docs/our records=decision"])
        .ok();
    let list = listed(&world, &["--kind", "decision"]);
    assert_eq!(list, ["docs/our records/0003-use-mdx.mdx"]);
    world.memory(["set", &list[0], "status=proposed"]).ok();
    assert!(world.read(&list[0]).contains("\n\nProposed\n\n"));
}

#[test]
fn a_tree_of_workspaces_is_a_root_with_its_own_arguments() {
    let (world, tree) = (World::with_workspaces(), WORKSPACE);
    let of = |arguments: &str| {
        world
            .shell(&format!("git memory get-context --json {arguments}"))
            .json()
    };
    let ledger = of("--workspace acme --domain pay --repository ledger --topics decisions");
    assert_eq!(ledger["scope"], "acme/pay/ledger");
    assert_eq!(ledger["decisions"]["entries"][0]["name"], "Double entry");
    let pay = of(&format!(
        "--workspace {tree} --domain pay --topics runbooks"
    ));
    assert_eq!(pay["scope"], "acme/pay");
    assert_eq!(pay["defaults"]["scope_overview_t1"], "About payments.");
    assert_eq!(pay["runbooks"]["entries"][0]["name"], "Restart");
    let none = of("--workspace acme --filter-status archived --topics decisions");
    assert_eq!(none["decisions"]["entries"].as_array().unwrap().len(), 0);
    let said = world
        .memory(["get-context", "--workspace", "beta"])
        .fails(128);
    assert!(
        said.contains("no workspace 'beta'; there are: acme"),
        "{said}"
    );
    let check = world.memory(["check"]).out;
    let notice = "pay/OVERVIEW.md:1:1: notice[incomplete-overview]: the overview has no 'name'";
    assert!(
        check.contains(notice) && check.contains("no 'folder_structure'"),
        "{check}"
    );
}

#[test]
fn skills_are_read_from_the_list_of_the_tool_with_workspaces() {
    let world = World::with_memory();
    let list = "skills:\n  - name: deploy\n    skill_path: tools/deploy/SKILL.md\n";
    world.write(".aweave/loaded-skills.yaml", list);
    let answer = world.memory(["get-context", "--json"]).json();
    assert_eq!(answer["defaults"]["loaded_skills"][0]["name"], "deploy");
}

#[test]
fn a_setting_that_cannot_be_read_is_named() {
    let world = World::with_decisions();
    world.write(
        "memory/config.yaml",
        "roots: [docs/adr, ../x, memory/notes]\n",
    );
    assert_eq!(listed(&world, &[]), BOTH, "the rest is read");
    let said = world.memory(["check"]);
    assert!(
        said.out.contains("'../x' is not a path inside"),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("'memory/notes' is in 'memory/'"),
        "{}",
        said.out
    );
    let said = world
        .memory(["init", "--root", "docs/adr=nosuch"])
        .fails(128);
    assert!(said.contains("fatal: 'nosuch' is not a kind"), "{said}");
    let said = world.memory(["init", "--root", "docs/none"]).fails(128);
    assert!(said.contains("there is no folder 'docs/none'"), "{said}");
    world.git(["config", "memory.roots", "/etc"]).ok();
    let said = world.memory(["list"]).fails(128);
    assert!(
        said.contains("memory.roots: '/etc' is not a path inside"),
        "{said}"
    );
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
    let world = World::with_decisions();
    world
        .memory(["init", "--track-derived", "--root", "docs/adr"])
        .ok();
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Track them"]).ok();
    world.write("docs/adr/0003-third.md", "# The third\n");
    world.git(["add", "docs"]).ok();
    world.git(["commit", "-q", "-m", "A third"]).ok();
    let check = world.memory(["check", "--rev", "HEAD"]);
    assert_eq!(check.status, 0, "{}", check.out);
    assert!(!check.out.contains("stale"), "{}", check.out);
    assert!(
        world
            .git(["show", "HEAD:memory/index.md"])
            .out
            .contains("The third")
    );
    world.git(["switch", "-q", "HEAD~1", "--detach"]).ok();
    assert!(!world.read("memory/index.md").contains("The third"));
    assert_eq!(world.status(), "");
}

#[test]
fn the_nets_hold_what_is_read_beside_memory() {
    let world = World::with_decisions();
    world.memory(["init", "--root", "docs/adr"]).ok();
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "Roots"]).ok();
    let page = "docs/adr/0003-third.md";
    // A page without an id is not a fault, nor is a file that is not a page.
    world.write(page, "# The third\n");
    world.write("docs/adr/picture.png", token());
    world.git(["add", "-A"]).ok();
    world.git(["commit", "-q", "-m", "A third"]).ok();

    world.write(page, format!("# The third\n\n{}\n", token()));
    let secret = format!("{page}:3:1: error[secret]");
    let says = |out: &str| assert!(out.contains(&secret) && !out.contains(&token()), "{out}");
    let check = world.memory(["check"]);
    assert_eq!(check.status, 1);
    says(&check.out);
    let scan = world.memory(["scan"]);
    assert_eq!(scan.status, 1);
    assert!(
        scan.out.contains("docs/adr/0003-third.md:3:1"),
        "{}",
        scan.out
    );
    assert!(!scan.out.contains("picture"), "{}", scan.out);
    world.git(["add", "-A"]).ok();
    let staged = world.memory(["check", "--staged"]);
    assert_eq!(staged.status, 1);
    says(&staged.out);
    says(&world.git(["commit", "-q", "-m", "x"]).fails(1));
    says(&world.git(["commit", "-q", "-m", "x", page]).fails(1));

    world.git(["commit", "-q", "-n", "-m", "Past it"]).ok();
    says(&world.memory(["check", "--rev", "HEAD"]).out);
    world.write(page, "# The third\n");
    world.git(["commit", "-q", "-a", "-m", "Out again"]).ok();
    world.memory(["check"]).ok();
    let range = world.memory(["check", "--rev", "HEAD~2..HEAD"]);
    assert_eq!(range.status, 1, "{}", range.out);
    says(&range.out);

    world.write(page, "# The third\n\nHidden \u{202e} here.\n");
    let said = world.git(["commit", "-q", "-a", "-m", "Hidden"]).fails(1);
    assert!(said.contains(page) && said.contains("error["), "{said}");
}

#[test]
fn a_root_of_the_team_shows_only_what_git_tracks() {
    let world = World::with_decisions();
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
    world.memory(["refresh"]).ok();
    assert!(!world.read("memory/index.md").contains("CANARY"));
    assert_eq!(listed(&world, &[]), BOTH);
    // An added file is tracked, committed or not.
    world.git(["add", "docs/adr/0003-new.md"]).ok();
    assert_eq!(listed(&world, &[]).len(), 3);
    // A folder that the person names is read as it is.
    world.git(["config", "memory.roots", "diary"]).ok();
    let own = world.memory(["recall", "CANARY salary"]).ok();
    assert!(own.contains("diary/hr.md"), "{own}");
}

#[test]
fn a_tracked_page_in_conflict_is_still_read() {
    let world = World::with_decisions();
    world.write("memory/config.yaml", "roots: [docs/adr]\n");
    world
        .shell("git add -A; git commit -q -m Roots; git switch -q -c side")
        .ok();
    for (branch, title) in [("side", "Theirs"), ("main", "Ours")] {
        world.git(["switch", "-q", branch]).ok();
        world.write(BOTH[1], format!("# {title}\n"));
        world.git(["commit", "-q", "-a", "-m", title]).ok();
    }
    world.git(["merge", "-q", "side"]).fails(1);
    assert_eq!(listed(&world, &[]), BOTH);
}

#[test]
fn init_says_which_documents_wait_for_git() {
    let world = World::with_memory();
    world.write("docs/adr/0001-queues.md", "# Use queues\n");
    world.write("docs/adr/0002-kafka.md", "# Use Kafka\n");
    world.git(["add", "docs/adr/0001-queues.md"]).ok();
    let said = world.memory(["init", "--root", "docs/adr"]).err;
    let hint = "git does not track 1 of them; to read them: git add docs/adr";
    assert!(said.contains(hint), "{said}");
    assert_eq!(listed(&world, &["--kind", "decision"]).len(), 1);
    world.git(["add", "docs/adr"]).ok();
    assert_eq!(listed(&world, &["--kind", "decision"]).len(), 2);
}

#[test]
fn documents_in_place_lead_to_each_other() {
    let world = World::with_decisions();
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

#[test]
fn the_kind_of_a_folder_that_is_read_already_changes() {
    let world = World::with_decisions();
    world.memory("init --root docs/adr").ok();
    world.memory("init --root docs/adr=notes").ok();
    assert_eq!(listed(&world, &["--kind", "note"])[..2], BOTH);
    let config = world.read("memory/config.yaml");
    assert_eq!(config, "roots:\n  - docs/adr=note\n");
    world.memory("init --root docs/adr").ok();
    assert_eq!(world.read("memory/config.yaml"), config);
    let err = world.memory("init --root docs/adr=rfc").fails(128);
    has(&err, "'rfc' is not a kind; the kinds are: decision, ");
    world.git("config memory.roots docs/adr=note").ok();
    let err = world.memory("init --root docs/adr=decision").fails(128);
    has(&err, "memory.roots of git's settings reads 'docs/adr=note'");
}

#[test]
fn a_document_whose_successor_is_gone_is_named() {
    let world = World::with_memory();
    let successor = |link: &str| {
        let text = format!("# One queue\n\n## Status\n\nSuperseded by {link}\n");
        world.write("docs/adr/0001-one-queue.md", &text);
        let check = world.memory("check");
        check.out + &check.err
    };
    successor("nothing");
    world.write("docs/adr/0002-two-queues.md", "# Two queues\n");
    world.write("docs/queues.md", "# Queues\n");
    world.memory("init --root docs/adr").ok();
    world.commit("Documents");
    let gone = "docs/adr/0001-one-queue.md:5:1: warning[dangling-link]: its successor";
    has(&successor("[0003](0003-three.md)"), gone);
    has(&successor("0003-three.md"), "'0003-three.md' does not");
    for link in [
        "[0002](0002-two-queues.md)",
        "[0009](0009-two-queues.md)",
        "[Queues](../queues.md)",
        "[Queues](https://example.com/adr/0003-three.md)",
        "[Queues](/adr/three/)",
    ] {
        lacks(&successor(link), "does not exist");
    }
}

#[test]
fn a_successor_that_was_undone_is_missed() {
    let world = World::with_memory();
    let text = "# One queue\n\nStatus: accepted\n";
    world.write("docs/adr/0001-one-queue.md", text);
    world.memory("init --root docs/adr").ok();
    world.commit("Documents");
    let supersede = ["supersede", "docs/adr/0001-one-queue.md", "Two queues"];
    world.memory(supersede).ok();
    let check = || {
        let check = world.memory("check");
        check.out + &check.err
    };
    lacks(&check(), "does not exist");
    world.git("restore --staged --worktree memory").ok();
    has(&check(), "0001-one-queue.md");
    has(&check(), "does not exist");
}
