//! Input of people who know git, or other forms of records: it is taken as it is meant, or the
//! answer says how.

use crate::common::{World, has};

#[test]
fn a_status_of_other_forms_is_read_as_the_kinds_own() {
    let world = World::with_memory();
    let title = "Use one queue";
    let added = ["add-decision", title, "--status", "accepted", "--json"];
    let id = world.memory(added).json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(world.memory("list").out.contains("active"));
    for command in [
        vec!["list", "--status", "approved"],
        vec!["recall", "--status", "accepted", "queue"],
    ] {
        let answer = world.memory(command);
        assert!(answer.out.contains(&id), "{}", answer.out);
        assert_eq!(answer.err, "");
    }
    world.memory(["set", &id, "status=deprecated"]).ok();
    assert!(world.memory("list").out.contains("archived"));
    world.memory(["set", &id, "status=done"]).ok();
    assert!(world.memory("list").out.contains("active"));
    let unknown = ["set", &id, "status=purple"];
    let said = world.memory(unknown).fails(128);
    assert!(said.contains("'purple' is not a status"), "{said}");
}

#[test]
fn a_day_may_be_given_as_git_takes_it() {
    let world = World::with_memory();
    let (id, _) = world.decision("Use one queue");
    for since in ["yesterday", "2 weeks ago", "3d", "2026-11-20"] {
        let listed = world.memory(["list", "--since", since]).ok();
        assert!(listed.contains(&id), "{since}: {listed}");
    }
    let said = world.memory("list --since soon").fails(128);
    assert!(said.contains("invalid time 'soon'"), "{said}");
}

#[test]
fn the_log_has_one_line_for_each_commit_where_asked() {
    let world = World::with_memory();
    let (id, _) = world.decision("Use one queue");
    world.git("commit -q -m Decide").ok();
    let log = world.memory("log --oneline").ok();
    assert!(log.contains("Decide") && !log.contains(&id), "{log}");
}

#[test]
fn commands_of_git_are_named_where_they_are_meant() {
    let world = World::with_memory();
    for (typed, hint) in [
        (
            vec!["config", "set", "auto", "false"],
            "git config memory.NAME VALUE",
        ),
        (vec!["undo"], "'git restore --staged --worktree FILE'"),
        (vec!["commit"], "'git commit' commits them"),
    ] {
        let said = world.memory(&typed).fails(129);
        assert!(said.contains(hint), "{typed:?}: {said}");
    }
}

#[test]
fn a_limit_that_is_too_small_or_no_number_is_told_apart() {
    let world = World::with_memory();
    world.decision("Use one queue");
    let said = world.memory("context --max-tokens abc").fails(129);
    assert!(said.contains("not a whole number"), "{said}");
    let small = world.memory("context --max-tokens 5");
    assert_eq!(small.err, "nothing fits into 5 tokens: raise the limit\n");
}

#[test]
fn files_of_agents_are_found_at_their_usual_place() {
    let mut world = World::with_memory();
    world.write("AGENTS.md", "# Ask first\n\nAsk before you delete.\n");
    world.write("src/a.rs", "");
    world.at("src");
    let said = world.memory("import agents-md --dry-run");
    assert!(said.out.contains("AGENTS.md"), "{}{}", said.out, said.err);
    let said = world.memory("import claude-memory").fails(128);
    has(&said, ".claude/projects/");
}

#[test]
fn a_question_is_words_whatever_it_begins_with() {
    let world = World::with_memory();
    let (id, _) = world.decision("Use a list of queues");
    let found = world.memory("recall '- a list' -n 1");
    assert!(found.out.contains(&id), "{}", found.err);
    let said = world.memory("recall --sur queues").fails(129);
    assert!(said.contains("unexpected argument '--sur'"), "{said}");
}

#[test]
fn without_a_sure_result_the_best_guess_is_named() {
    let world = World::with_memory();
    let (id, _) = world.decision("Use one queue for mail and events");
    let found = world.memory("recall --sure 'which mail server do we rent in March'");
    assert_eq!(found.out, "");
    let guess = format!("best guess: {id} Use one queue for mail and events (drop --sure)");
    assert!(found.err.contains(&guess), "{}", found.err);
}

#[test]
fn a_record_without_a_title_says_how_to_give_one() {
    let world = World::with_memory();
    let said = world.memory("add-decision").fails(128);
    has(&said, ["give a TITLE", "--edit"]);
}

#[test]
fn commands_that_find_nothing_say_so() {
    let world = World::new();
    for command in ["runs", "notes", "diff"] {
        let said = world.memory([command]).err;
        assert!(said.contains("this repository has no memory yet"), "{said}");
    }
    let world = World::with_memory();
    for (command, said) in [
        (vec!["list", "--kind", "lesson"], "no records\n"),
        (vec!["review"], "nothing to review\n"),
        (
            vec!["runs"],
            "no runs yet: 'git memory summary append' adds a step\n",
        ),
    ] {
        assert_eq!(world.memory(&command).err, said, "{command:?}");
    }
    let said = world.memory("recall queue").err;
    has(&said, "'git memory recall --commits WORDS'");
}

#[test]
fn a_record_goes_by_the_end_of_its_id_and_by_the_name_of_its_file() {
    let world = World::with_memory();
    let (id, path) = world.decision("Use one queue");
    let file = path.rsplit('/').next().unwrap();
    for name in [&id[4..], file, file.trim_end_matches(".md")] {
        has(&world.memory(["show", name]).ok(), "Use one queue");
    }
    for folder in ["docs/adr", "docs/notes"] {
        world.write(&format!("{folder}/mail.md"), "# Mail\n\nBy post.\n");
    }
    world.git("add docs").ok();
    world.memory("init --root docs/adr --root docs/notes").ok();
    let said = world.memory("show mail.md").fails(128);
    has(&said, ["names 2 records", "docs/adr/mail.md"]);
    world.write("mail.md", "# Mail\n");
    let said = world.memory("show mail.md").fails(128);
    has(&said, "no record 'mail.md'");
}
