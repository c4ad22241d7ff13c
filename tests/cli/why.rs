//! `git memory why` of names, lines and symbols, and of paths that are nearly right.

use crate::common::{World, has, lacks};

#[test]
fn a_symbol_is_explained_by_the_commits_of_its_lines() {
    let world = World::with_memory();
    let file = |ring: u32, tail: u32| {
        format!(
            "static int use_ring(void) {{\n#ifdef X\n  return {ring};\n#endif\n}}\n\n\
             int other(void) {{\n  return use_ring() + {tail};\n}}\n"
        )
    };
    for (message, ring, tail) in [
        ("Fix kernels that panic", 0, 0),
        ("Fix slow batches", 1, 0),
        ("Fix drift", 1, 7),
    ] {
        world.write("ring.c", file(ring, tail));
        world.commit(message);
    }
    let told = world.memory("why ring.c#use_ring").ok();
    has(&told, ["Fix slow batches", "Fix kernels"]);
    lacks(&told, "Fix drift");
    has(&world.memory("why ring.c").ok(), "Fix drift");
}

#[test]
fn a_mistyped_path_and_a_line_beyond_the_file_are_told() {
    let world = World::with_memory();
    world.write("app/models/email.rb", "class Email\nend\n");
    world.commit("Email");
    let told = world.memory("why app/models/emial.rb").err;
    has(
        &told,
        "fits no tracked file; did you mean 'app/models/email.rb'?",
    );
    let told = world.memory("why app/models/email.rb:999").err;
    has(
        &told,
        "warning: 'app/models/email.rb' has 2 lines, and no line 999",
    );
    lacks(&world.memory("why app/models/email.rb:2").err, "warning");
}

#[test]
fn a_record_has_one_name_in_show_log_and_why() {
    let world = World::with_documents();
    for name in ["ADR-1", "adr 0001", "0001-use-postgres"] {
        has(&world.memory(["show", name]).ok(), "# Use Postgres");
        has(
            &world.memory(["log", name]).ok(),
            ["Decisions", "Use Postgres"],
        );
        has(&world.memory(["why", name]).ok(), "this file is the page");
    }
    let said = world.memory("log ADR-7").fails(128);
    has(&said, "no record 'ADR-7'");
}

#[test]
fn commits_that_cite_a_record_are_counted_beside_those_that_cite_any() {
    let world = World::with_memory();
    let (one, _) = world.decision("Keep one queue");
    let (two, _) = world.decision("Keep the log");
    world.commit("Decide");
    for (nth, id) in [&one, &one, &two, &one].into_iter().enumerate() {
        world.write("src/q.rs", format!("{nth}\n"));
        world.commit(&format!("Change {nth}\n\nDecision: {id}"));
    }
    let told = world.memory("why src/q.rs").ok();
    has(
        &told,
        "of the 4 commits of src/q.rs that name a record, 3 name it",
    );
}

#[test]
fn passages_of_agents_files_are_told_before_and_after_an_import() {
    let world = World::with_memory();
    let guide = "# Guide\n\nBe kind.\n\n- `src/io/` has no locks.\n- Never edit log.rs by hand.\n";
    world.write("AGENTS.md", guide);
    world.write(
        "src/io/CLAUDE.md",
        "# Io\n\nPorts of `disk.rs` come first.\n",
    );
    world.write("CLAUDE.md", "@AGENTS.md\n");
    for name in ["src/io/disk.rs", "src/io/net.rs", "src/log.rs"] {
        world.write(name, "fn a() {}\n");
    }
    for nth in 0..20 {
        world.write(&format!("docs/{nth}.txt"), "x\n");
    }
    world.commit("Begin");
    let disk = world.memory("why src/io/disk.rs");
    lacks(&disk.err, "no records or notes");
    let disk = disk.ok();
    has(&disk, ["src/io/CLAUDE.md  Io [rule]", "Ports of"]);
    has(&disk, ["AGENTS.md  Guide [rule]", "its text names src/io/"]);
    let log = world.memory("why src/log.rs --json").json();
    let rule = &log["spots"][0]["rules"][0];
    assert_eq!(rule["path"], "AGENTS.md");
    has(
        rule["passage"].as_str().unwrap(),
        "Never edit log.rs by hand.",
    );
    lacks(&world.memory("why docs/1.txt").ok(), "Guide");
    world.memory("import agents-md").ok();
    has(&world.memory("why src/log.rs").ok(), "Never edit log.rs");
}

#[test]
fn the_passage_that_names_a_file_is_in_json_too() {
    let world = World::with_memory();
    world.write("src/log.rs", "fn a() {}\n");
    world.records("decisions/dec-aaaaaa | Append |  | Why.\\n\\n`src/log.rs` only grows.");
    world.commit("Begin");
    let told = world.memory("why src/log.rs --json").json();
    let record = &told["spots"][0]["records"][0];
    assert_eq!(record["passage"], "`src/log.rs` only grows.");
}

#[test]
fn an_agents_file_that_became_a_record_is_told_once() {
    let world = World::with_memory();
    world.write("AGENTS.md", "# Guide\n\nNever edit log.rs by hand.\n");
    world.write("log.rs", "fn a() {}\n");
    world.commit("Begin");
    has(&world.memory("why log.rs").ok(), "AGENTS.md  Guide [rule]");
    world.write(
        "memory/conventions/guide-aaaaaa.md",
        "---\nid: con-aaaaaa\ntitle: Edit logs\nstatus: active\nscope: project\n\
         imported_from: AGENTS.md\ncreated: 2026-01-01\nupdated: 2026-01-01\n---\n\
         Never edit log.rs by hand.\n",
    );
    let told = world.memory("why log.rs").ok();
    has(&told, "con-aaaaaa");
    lacks(&told, "[rule]");
    lacks(&world.memory("recall edit log by hand").ok(), "[rule]");
}
