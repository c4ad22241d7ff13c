//! `git memory edit`.

use crate::common::{World, ends, has, lacks, token};

const TEXT: &str = "---\n# mine\nid: dec-aaaaaa\ntitle:   'One'   # the title\nstatus: active\nscope: project\n\
                    extra: {a: [1, 2]}\nupdated: \"2026-01-01\"\n---\n# One\n\n## Rationale\n\nOld.\n\n## Odd\n\ntext  \n";

fn with_record() -> World {
    let world = World::with_memory();
    world.write("memory/decisions/one.md", TEXT);
    world
}

#[test]
fn a_section_or_the_body_changes_and_nothing_else() {
    let world = with_record();
    let today = TEXT.replace("\"2026-01-01\"", "2026-11-20");
    let out = world
        .memory("edit dec-aaaaaa --section rationale --text New.")
        .ok();
    assert_eq!(out, "dec-aaaaaa  memory/decisions/one.md\n");
    let expected = today.replace("Old.", "New.");
    assert_eq!(world.read("memory/decisions/one.md"), expected);
    assert_eq!(world.status(), "A  memory/decisions/one.md\n");
    let arguments = ["edit", "dec-aaaaaa", "--body-file", "-"];
    world.memory_with(arguments, "Short.\n").ok();
    let head = &today[..today.find("# One").unwrap()];
    let whole = format!("{head}Short.\n");
    assert_eq!(world.read("memory/decisions/one.md"), whole);
    // The output of 'show' comes back unchanged.
    let again = whole.replace("Short", "Shorter");
    world.memory_with(arguments, &again).ok();
    assert_eq!(world.read("memory/decisions/one.md"), again);
    let answer = world.memory_with(arguments, "Shorter.\n");
    assert!(answer.err.contains("nothing was changed"), "{}", answer.err);
    let answer = world.memory("edit dec-aaaaaa --section x");
    assert!(answer.fails(129).contains("--text or --body-file"));
}

#[test]
fn the_editor_opens_the_whole_file() {
    let mut world = with_record();
    world.set("GIT_EDITOR", "sed -i -e s/Old/Edited/ -e s/project/web/");
    let out = world.memory("edit dec-aaaaaa").ok();
    assert_eq!(out, "dec-aaaaaa  memory/scopes/web/decisions/one.md\n");
    let text = world.read("memory/scopes/web/decisions/one.md");
    has(&text, ["Edited.", "updated: 2026-11-20"]);
    assert!(!world.has("memory/decisions/one.md"));
    world.memory("check").ok();
}

#[test]
fn what_is_refused_is_kept() {
    let mut world = with_record();
    for (change, why, kept) in [
        ("s/dec-aaaaaa/dec-bbbbbb/", "the id must stay", "Mine."),
        ("/^title/d", "'title' is missing", "Mine."),
    ] {
        world.set("GIT_EDITOR", &format!("sed -i -e {change} -e s/Old/Mine/"));
        let err = world.memory("edit dec-aaaaaa").fails(128);
        assert!(err.contains(why), "{err}");
        has(&std::fs::read_to_string(kept_in(&err)).unwrap(), kept);
    }
    let secret = format!("key = {}\n", token());
    let arguments = ["edit", "dec-aaaaaa", "--body-file", "-"];
    let err = world
        .memory_with(arguments, &format!("Mine, {secret}"))
        .fails(128);
    assert!(!err.contains(&token()) && err.contains("without possible secrets"));
    let text = std::fs::read_to_string(kept_in(&err)).unwrap();
    assert!(text.contains("Mine") && !text.contains(&token()), "{text}");
    assert_eq!(world.read("memory/decisions/one.md"), TEXT);
}

/// The file that a message names.
fn kept_in(err: &str) -> String {
    let (_, rest) = err.split_once("your text is saved in '").unwrap();
    rest.split_once('\'').unwrap().0.to_owned()
}

/// An editor that writes what it was given, behind the text that it shows, into `shown`.
fn editor(script: &str) -> String {
    format!("sh -c 'cp \"$1\" shown; sed -i \"{script}\" \"$1\"' -")
}

#[test]
fn a_text_that_was_typed_for_a_new_record_is_kept() {
    let mut world = World::with_memory();
    let typed = "-e 's/^<!-- What was decided -->/Mine./' -e";
    for (editor, why) in [
        (
            format!("sed -i {typed} s/^status:.*/status:\\ nosuch/"),
            "'nosuch' is not a status",
        ),
        (
            format!("sed -i {typed} /^updated/d"),
            "'updated' is missing",
        ),
        (
            "sh -c 'sed -i \"s/^<!-- What was.*/Mine./\" \"$1\"; exit 1' -".to_owned(),
            "the editor",
        ),
    ] {
        world.set("GIT_EDITOR", &editor);
        let err = world.memory("add-decision One --edit").fails(128);
        assert!(err.contains(why), "{err}");
        let kept = std::fs::read_to_string(kept_in(&err)).unwrap();
        assert!(kept.contains("Mine."), "{kept}");
    }
    // A secret is taken out of what is kept.
    let secret = token();
    world.set(
        "GIT_EDITOR",
        &format!("sed -i 's/^<!-- What was decided -->/Mine, {secret}/'"),
    );
    let err = world.memory("add-decision One --edit").fails(128);
    let kept = std::fs::read_to_string(kept_in(&err)).unwrap();
    assert!(kept.contains("Mine, ") && !kept.contains(&secret), "{kept}");
    assert_eq!(world.memory("list --count --json").json()["count"], 0);
}

#[test]
fn a_text_from_a_pipe_is_kept_when_it_is_refused() {
    let world = with_record();
    for arguments in [
        "add-note One --body-file - --status nosuch",
        "supersede dec-aaaaaa --body-file -",
        "topic write a\u{202e}b",
        "summary append --run r --step s --title '' --body-file -",
        "user write ../up",
    ] {
        let answer = world.memory_with(arguments, "Mine, from a pipe.\n");
        if answer.status == 0 {
            continue;
        }
        let kept = std::fs::read_to_string(kept_in(&answer.err)).unwrap();
        assert_eq!(kept, "Mine, from a pipe.\n", "{arguments:?}");
    }
}

#[test]
fn the_editor_shows_what_may_be_written() {
    let mut world = World::with_memory();
    world.set(
        "GIT_EDITOR",
        &editor("s/^<!-- Why it was decided so -->/Less to run./"),
    );
    let out = world.memory("add-decision One --edit").ok();
    let shown = world.read("shown");
    for hint in [
        "# status of a decision: active, proposed, superseded, rejected, archived\n",
        "## Decision\n\n<!-- What was decided -->\n\n## Rationale\n",
    ] {
        assert!(shown.contains(hint), "{shown}");
    }
    let text = world.read(out.trim_end().split_once("  ").unwrap().1);
    ends(&text, "---\n## Rationale\n\nLess to run.\n");
    lacks(&text, ["<!--", "# status"]);
    world.set("GIT_EDITOR", &editor("s/Less/Nothing/"));
    let id = out.split_once("  ").unwrap().0;
    world.memory(["edit", id]).ok();
    let said = world.read("shown");
    has(&said, "# sections of a decision: Decision, Rationale, ");
    let edited = world.read(out.trim_end().split_once("  ").unwrap().1);
    assert_eq!(edited, text.replace("Less", "Nothing"));
}

#[test]
fn signs_that_mean_something_to_yaml_are_quoted() {
    let mut world = World::with_memory();
    world.set(
        "GIT_EDITOR",
        "sed -i -e 's/^title:.*/title: Queue: fix #12/' -e 's/^source:/tags: [a: b, @c]\\n&/'",
    );
    // The title that was typed names the file.
    let out = world.memory("add-decision --edit").ok();
    assert!(out.contains("-queue-fix-12-"), "{out}");
    let record = world
        .memory(["show", out.split_once("  ").unwrap().0, "--json"])
        .json();
    assert_eq!(record["title"], "Queue: fix #12");
    assert_eq!(record["tags"], serde_json::json!(["a: b", "@c"]));
    world.set("GIT_EDITOR", "true");
    let err = world.memory("add-decision --edit").fails(128);
    has(&err, "'title' is missing");
    lacks(&err, "is saved");
    world.memory("check").ok();
}

#[test]
fn a_successor_is_written_in_the_editor_too() {
    let mut world = with_record();
    world.set(
        "GIT_EDITOR",
        "sed -i -e 's/^title:.*/title: Two/' -e 's/^<!-- What was.*/Yes./'",
    );
    let answer = world.memory("supersede dec-aaaaaa Later --edit");
    let (err, out) = (answer.err.clone(), answer.ok());
    assert!(
        err.contains("it replaces dec-aaaaaa") && out.contains("-two-"),
        "{out}{err}"
    );
    world.memory("check").ok();
}

#[test]
fn a_change_in_the_meantime_is_not_lost() {
    let mut world = with_record();
    world.set(
        "GIT_EDITOR",
        "sh -c 'echo more >> memory/decisions/one.md; sed -i s/Old/Mine/ \"$1\"' -",
    );
    let err = world.memory("edit dec-aaaaaa").fails(128);
    has(&err, ["has changed since it was read", "is saved in"]);
    assert_eq!(
        world.read("memory/decisions/one.md"),
        format!("{TEXT}more\n")
    );
}

#[test]
fn pages_are_taken_up_and_pages_about_folders_are_not() {
    let world = World::with_memory();
    world.write("memory/notes/hand.md", "# By hand\n\nA.\n");
    let edit = |name| world.memory(["edit", name, "--section", "More", "--text", "B."]);
    has(
        &edit("memory/notes/hand.md").err,
        "adopted memory/notes/hand.md as note-",
    );
    let text = world.read("memory/notes/hand.md");
    assert!(
        text.ends_with("---\n# By hand\n\nA.\n\n## More\n\nB.\n"),
        "{text}"
    );
    world.write("memory/notes/OVERVIEW.md", "# Notes\n");
    edit("memory/notes/OVERVIEW.md").ok();
    assert_eq!(
        world.read("memory/notes/OVERVIEW.md"),
        "# Notes\n\n## More\n\nB.\n"
    );
}

#[test]
fn private_records_and_user_files_are_edited_too() {
    let world = World::with_memory();
    let written = world.memory("add-note Mine --private --json").json();
    let id = written["id"].as_str().unwrap();
    let text = format!("Before, key = {}", token());
    let arguments = ["edit", id, "--section", "More", "--text", &text];
    assert!(world.memory(arguments).err.contains("redacted"));
    let shown = world.memory(["show", id]).ok();
    assert!(
        shown.contains("## More\n\nBefore") && !shown.contains(&token()),
        "{shown}"
    );
    world.memory("user write 'git tricks' 'Use switch.'").ok();
    let out = world.memory("edit 'git tricks' --section A --text b").ok();
    assert!(
        out.starts_with("git tricks.md  ") && out.ends_with("git tricks.md\n"),
        "{out}"
    );
    let text = world.memory("user read 'git tricks'").ok();
    assert_eq!(text, "Use switch.\n\n## A\n\nb\n");
    let err = world.memory("edit nothing --section A --text b").fails(128);
    assert!(err.contains("no record 'nothing'"), "{err}");
}
