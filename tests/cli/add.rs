//! `git memory add-…`.

use crate::common::{World, has, lacks, part};

#[test]
fn a_decision_is_written_staged_and_named() {
    let world = World::with_memory();
    let out = world
        .memory("add-decision 'Use Postgres' --rationale 'It is there.' --tag storage")
        .ok();
    let (id, path) = out.trim_end().split_once("  ").unwrap();
    let named = format!("memory/decisions/261120-use-postgres-{}.md", part(id));
    assert_eq!(path, named);
    let expected = format!(
        "---\nid: {id}\ntype: Decision\ntitle: Use Postgres\nstatus: active\nscope: project\ntags: [storage]\nsource: manual\n\
         created: 2026-11-20\nupdated: 2026-11-20\n---\n## Rationale\n\nIt is there.\n"
    );
    assert_eq!(world.read(path), expected);
    assert_eq!(world.status(), format!("A  {path}\n"));
}

#[test]
fn a_text_is_given_in_one_line_where_it_has_no_sections() {
    let world = World::with_memory();
    for command in [
        "add-note",
        "add-convention",
        "add-plan",
        "add-event",
        "add-context",
    ] {
        for option in ["--text", "--body"] {
            let written = world
                .memory([command, "A title", option, "- In short."])
                .ok();
            let (_, path) = written.trim_end().split_once("  ").unwrap();
            assert!(
                world.read(path).ends_with("---\n- In short.\n"),
                "{command}"
            );
        }
    }
    let old = world.memory(["add-convention", "C"]).ok();
    let text = ["--title", "B", "--text", "Now so."];
    let old = ["supersede", old.split(' ').next().unwrap()];
    let new = world.memory([&old, &text[..]].concat()).ok();
    assert!(
        world
            .read(new.trim_end().split_once("  ").unwrap().1)
            .ends_with("Now so.\n")
    );
    let (id, path) = world.decision("One");
    let decided = ["supersede", id.as_str()];
    let err = world.memory([&decided, &text[..]].concat()).fails(129);
    assert!(
        err.contains("a decision has no --text") && err.contains("--rationale"),
        "{err}"
    );
    world.memory(["edit", &id, "--text", "All of it."]).ok();
    assert!(world.read(&path).ends_with("---\nAll of it.\n"));
}

#[test]
fn an_option_of_another_program_leads_to_the_one_for_the_text() {
    let world = World::with_memory();
    for (line, options) in [
        ("add-note A --content x", "--text"),
        ("add-decision A --message x", "--decision or --rationale"),
        ("add-decision A --text x", "--decision or --rationale"),
        ("add-lesson A --reason=x", "--cause or --happened"),
        ("add-loop A --body x", "--why"),
        ("topic write A --content x", "--text"),
        ("user write A -m x", "--text"),
        ("summary append --run r --step s --message x", "--happened"),
    ] {
        let err = world.memory(line).fails(129);
        let hint = format!("hint: the text goes into {options}\n");
        assert!(err.contains(&hint), "{line}: {err}");
        assert!(!err.contains("similar"), "{line}: {err}");
    }
}

#[test]
fn every_flag_has_its_place_in_the_file() {
    let world = World::with_memory();
    let (other, _) = world.decision("Other");
    let arguments = [
        "add-decision",
        "--title",
        "All: of it",
        "--description",
        "In short.",
        "--tag",
        "a",
        "--tag",
        "b, c",
        "--path",
        "src/**",
        "--scope",
        "services/billing",
        "--category",
        "architecture",
        "--status",
        "proposed",
        "--related",
        &other[..6],
        "--source",
        "agent",
        "--decision",
        "Yes.",
        "--consequences",
        "None.",
        "--json",
    ];
    let written = world.memory(arguments).json();
    assert_eq!(written["kind"], "decision");
    let path = written["path"].as_str().unwrap();
    let folder = "memory/scopes/services/billing/decisions";
    assert_eq!(path, world.path_of(&format!("{folder}/261120-all-of-it")));
    let expected = format!(
        "---\nid: {}\ntype: Decision\ntitle: \"All: of it\"\ndescription: In short.\nstatus: proposed\nscope: services/billing\n\
         category: architecture\ntags: [a, \"b, c\"]\npaths: [src/**]\nsource: agent\ncreated: 2026-11-20\n\
         updated: 2026-11-20\nrelated: [{other}]\n---\n## Decision\n\nYes.\n\n## Consequences\n\nNone.\n",
        written["id"].as_str().unwrap()
    );
    assert_eq!(world.read(path), expected);
    world.memory("check").ok();
}

#[test]
fn each_kind_has_its_command_folder_and_sections() {
    let world = World::with_memory();
    for (arguments, folder, expected) in [
        (vec!["add-convention", "C"], "conventions", "status: active"),
        (
            vec![
                "add-lesson",
                "L",
                "--happened",
                "H",
                "--cause",
                "R",
                "--instead",
                "I",
            ],
            "lessons",
            "## What happened\n\nH\n\n## Root cause\n\nR\n\n## What to do differently\n\nI\n",
        ),
        (
            vec!["add-loop", "O", "--why", "W", "--next-trigger", "T"],
            "open-loops",
            "owner: unassigned\nopened: 2026-11-20\nnext_trigger: T\n---\n## Why it matters\n\nW\n",
        ),
        (vec!["add-plan", "P"], "plans", "status: new"),
        (vec!["add-note", "N"], "notes", "id: note-"),
        (
            vec![
                "add-recipe",
                "R",
                "--command",
                "make",
                "--when",
                "W",
                "--verified",
                "V",
            ],
            "recipes",
            "## Command\n\nmake\n",
        ),
        (vec!["add-event", "E"], "events", "status: recorded"),
    ] {
        let out = world.memory(&arguments).ok();
        let path = out.trim_end().split_once("  ").unwrap().1;
        assert!(path.starts_with(&format!("memory/{folder}/")), "{path}");
        assert!(world.read(path).contains(expected), "{}", world.read(path));
    }
    world.memory("check").ok();
    let said = world.memory("add-note x --rationale y").fails(129);
    has(&said, "--rationale");
}

#[test]
fn the_same_title_twice_makes_two_records() {
    let world = World::with_memory();
    let (first, second) = (world.decision("Same"), world.decision("Same"));
    assert_ne!(first.0, second.0);
    assert_ne!(first.1, second.1);
}

#[test]
fn two_branches_with_one_title_and_day_merge_without_a_conflict() {
    let mut world = World::with_memory();
    let mut paths = Vec::new();
    // Each person has random numbers of their own.
    for (branch, seed) in [("one", "1"), ("two", "2")] {
        world.git(["switch", "-q", "-c", branch, "main"]).ok();
        world.set("GIT_MEMORY_SEED", seed);
        paths.push(world.decision("Same").1);
        world.git(["commit", "-q", "-m", branch]).ok();
    }
    world.git("merge -q -m both one").ok();
    assert_ne!(paths[0], paths[1]);
    assert!(paths.iter().all(|path| world.has(path)), "{paths:?}");
    assert_eq!(world.memory("list --count").ok(), "2\n");
    world.memory("check").ok();
}

#[test]
fn a_title_loses_a_harmless_character_that_nobody_sees() {
    let world = World::with_memory();
    for command in [
        vec!["add-decision", "Co\u{ad}operate", "--json"],
        vec!["supersede", "dec-", "Re\u{200b}ad", "--json"],
    ] {
        let answer = world.memory(&command);
        let note = "note: removed an invisible character from the title (U+";
        assert!(answer.err.contains(note), "{}", answer.err);
        answer.ok();
    }
    let listed = world.memory("list").ok();
    has(&listed, ["  Cooperate\n", "  Read\n"]);
    for title in ["a\u{202e}b", "a\u{200b}\u{200c}b"] {
        let err = world.memory(["add-decision", title]).fails(128);
        assert!(err.contains("the title has a hidden character"), "{err}");
    }
}

#[test]
fn titles_in_any_script_work() {
    let world = World::with_memory();
    for (title, path) in [
        ("事件存储", "memory/decisions/261120-事件存储"),
        ("🚀", "memory/decisions/261120-decision"),
        ("קבלת החלטות", "memory/decisions/261120-קבלת-החלטות"),
        ("yes", "memory/decisions/261120-yes"),
    ] {
        assert_eq!(world.decision(title).1, world.path_of(path));
        assert!(world.memory("list").ok().contains(title), "{title}");
    }
    world.git("commit -q -m titles").ok();
    world.memory("check").ok();
    assert_eq!(world.status(), "");
}

#[test]
fn the_body_comes_from_a_file_or_from_standard_input() {
    let world = World::with_memory();
    world.write("body.txt", "From a file.\r\n");
    let out = world.memory("add-note A --body-file body.txt").ok();
    assert!(
        world
            .read(out.trim_end().split_once("  ").unwrap().1)
            .ends_with("---\nFrom a file.\r\n")
    );
    let out = world
        .memory_with("add-decision B --body-file - --rationale R", "From a pipe.")
        .ok();
    assert!(
        world
            .read(out.trim_end().split_once("  ").unwrap().1)
            .ends_with("---\nFrom a pipe.\n\n## Rationale\n\nR\n")
    );
}

#[test]
fn the_editor_has_the_last_word() {
    let mut world = World::with_memory();
    world.set("GIT_EDITOR", "sed -i s/EDIT/Edited/");
    let out = world.memory("add-note 'Note EDIT' --edit").ok();
    has(
        &world.read(out.trim_end().split_once("  ").unwrap().1),
        "title: Note Edited\n",
    );
    for (editor, why) in [
        ("false", "the editor 'false' failed"),
        ("sh -c ': > \"$1\"' -", "the text is empty"),
        ("sed -i s/^id.*/id:\\ note-zzzzzz/", "the id must stay"),
        ("sed -i /^title/d", "'title' is missing"),
    ] {
        let before = world.status();
        world.set("GIT_EDITOR", editor);
        assert!(
            world.memory("add-note x --edit").fails(128).contains(why),
            "{editor}"
        );
        assert_eq!(world.status(), before);
    }
}

#[test]
fn the_index_is_left_alone_where_asked() {
    let world = World::with_memory();
    world.memory("add-note x --no-stage").ok();
    assert_eq!(world.status(), "?? memory/notes/\n");
    let world = World::new();
    has(
        &world.memory("add-note x").fails(128),
        "hint: run 'git memory init' first",
    );
}

#[test]
fn what_cannot_be_seen_is_taken_out_of_a_private_title() {
    let world = World::with_memory();
    let title = "one\u{202e} line";
    let err = world.memory(["add-note", title]).fails(128);
    assert!(err.contains("hidden character, U+202E"), "{err}");
    world.memory(["add-note", title, "--private"]).ok();
    let listed = world.memory("summary list").ok();
    assert!(listed.contains("one line"), "{listed}");
    world.git("commit -q --allow-empty -m x").ok();
    // The text of a note on a commit is not a title: it may have several lines.
    world.memory(["add-note", "a\nb", "--commit", "HEAD"]).ok();
}

#[test]
fn context_pages_have_a_command_too() {
    let world = World::with_memory();
    let out = world.memory("add-context 'Who we are' --tag team").ok();
    assert!(
        out.starts_with("ctx-") && out.contains("  memory/context/261120-who-we-are-"),
        "{out}"
    );
    world.memory("check").ok();
}

/// Adds or updates the decision `dec-7k3m9q`, tracked or private.
fn upsert(world: &World, more: &[&str]) -> crate::common::Answer {
    let start = ["add-decision", "--id", "dec-7k3m9q"];
    world.memory(start.iter().chain(more))
}

#[test]
fn an_id_of_ones_own_makes_a_record_and_then_is_compared_with_it() {
    for private in [&[][..], &["--private"]] {
        let world = World::with_memory();
        let with = |more: &[&str]| {
            let arguments: Vec<&str> = more.iter().chain(private).copied().collect();
            upsert(&world, &arguments)
        };
        let show = || world.memory("show dec-7k3m9q").ok();
        let texts = [
            "Use X",
            "--decision",
            "Yes.",
            "--rationale",
            "So.",
            "--tag",
            "a",
        ];
        let out = with(&texts).ok();
        assert!(
            out.starts_with("dec-7k3m9q  memory/decisions/261120-use-x-7k3m9q.md"),
            "{out}"
        );
        let (before, state) = (show(), world.status());
        let again = with(&texts);
        assert!(again.err.contains("nothing was changed"), "{}", again.err);
        assert_eq!(again.ok(), out);
        let mut json = texts.to_vec();
        json.push("--json");
        assert_eq!(with(&json).json()["changed"], false);
        let other = ["Use X", "--rationale", "Now because of Y."];
        let err = with(&other).fails(128);
        has(&err, "dec-7k3m9q exists already, with another text");
        has(&err, "hint: --update");
        assert_eq!((show(), world.status()), (before.clone(), state));
        with(&["Use X, always", "--rationale", "Because of Y.", "--update"]).ok();
        let expected = before
            .replace("title: Use X\n", "title: Use X, always\n")
            .replace("So.", "Because of Y.");
        assert_eq!(show(), expected);
        let listed = world.memory("show dec-7k3m9q --json").json();
        assert_eq!(
            listed["record_path"],
            "memory/decisions/261120-use-x-7k3m9q.md"
        );
    }
}

#[test]
fn an_update_keeps_what_is_not_given() {
    let mut world = World::with_memory();
    upsert(
        &world,
        &[
            "Use X",
            "--decision",
            "Yes.",
            "--category",
            "c",
            "--tag",
            "a",
        ],
    )
    .ok();
    let path = "memory/decisions/261120-use-x-7k3m9q.md";
    let by_hand = world
        .read(path)
        .replace("tags: [a]\n", "tags: [a]  # mine\nown: 1\n");
    world.write(path, &by_hand);
    world.set("GIT_MEMORY_CLOCK", "2026-11-21T00:00:00Z");
    upsert(
        &world,
        &[
            "Use X",
            "--status",
            "proposed",
            "--rationale",
            "So.",
            "--update",
        ],
    )
    .ok();
    let expected = by_hand
        .replace("status: active", "status: proposed")
        .replace("Yes.\n", "Yes.\n\n## Rationale\n\nSo.\n");
    let read = world.read(path);
    assert!(read.contains("created: 2026-11-20\n"), "{read}");
    assert_eq!(
        read.replace("updated: 2026-11-21", "updated: 2026-11-20"),
        expected
    );
    let moved = upsert(&world, &["Use X", "--scope", "web", "--update"]).ok();
    has(&moved, "memory/scopes/web/decisions/261120-use-x-7k3m9q.md");
    assert!(!world.has(path));
    world.memory("check").ok();
}

#[test]
fn an_id_that_cannot_be_is_refused_with_the_way() {
    let world = World::with_memory();
    for id in ["decision-use-x", "ADR-12", "con-7k3m9q", "dec-1", "7k3m9q"] {
        let err = world
            .memory(["add-decision", "Use X", "--id", id])
            .fails(128);
        has(
            &err,
            [
                &format!("'{id}' cannot be the id of a decision: that is 'dec-' and"),
                &format!("alias={id}"),
            ],
        );
    }
    assert_eq!(world.memory("list --count").ok(), "0\n");
    upsert(&world, &["Use X"]).ok();
    let err = upsert(&world, &["Use X", "--private"]).fails(128);
    assert!(err.contains("dec-7k3m9q is a tracked record"), "{err}");
    let call = "add-note Mine --private --id note-aaaaaa";
    world.memory(call).ok();
    let err = world.memory("add-note Mine --id note-aaaaaa").fails(128);
    has(&err, "is a private record");
    has(&err, "git memory summary publish note-aaaaaa");
    world.memory("add-note Mine --update").fails(129);
}

#[test]
fn characters_that_belong_to_a_script_are_written() {
    let world = World::with_memory();
    let kanji = "\u{845b}\u{e0100}\u{57ce}";
    let out = world.memory(["add-note", kanji, "--text", kanji]).ok();
    let (_, path) = out.trim_end().split_once("  ").unwrap();
    assert!(world.read(path).ends_with(&format!("---\n{kanji}\n")));
    world.git(["commit", "-q", "-m", "kanji"]).ok();
    assert!(
        world.memory(["list"]).ok().contains(kanji),
        "a terminal shows it"
    );
    world
        .memory(["add-note", "\u{642}\u{631}\u{627}\u{631}\u{200f} HTTP"])
        .ok();
    for hidden in ["a\u{e0100}\u{e0101}", "plain\u{200f}", "\u{642}\u{202e}"] {
        world.memory(["add-note", hidden]).fails(128);
    }
}

#[test]
fn a_first_record_beside_a_folder_of_documents_tells_where_it_is() {
    let world = World::with_documents();
    let note = "note: new records go to memory/decisions/; a file that you add to docs/adr is read \
                as well\n";
    lacks(
        &world.memory("add lesson Look --what-happened It").err,
        note,
    );
    has(
        &world
            .memory(["add", "Use a cache", "--rationale", "Fast."])
            .err,
        note,
    );
    lacks(
        &world
            .memory(["add", "Use a queue", "--rationale", "Calm."])
            .err,
        note,
    );
}
