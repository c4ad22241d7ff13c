//! Findings that a commit brings, beside those that were there before.

use crate::common::{World, has, lacks};

const DOCUMENT: &str = "docs/adr/0001-use-postgres.md";

/// Documents of which one came with a hidden character.
fn with_old_character() -> World {
    let world = World::with_decisions();
    let text = world.read(DOCUMENT) + "\nA line\u{2028}of a web page, soft\u{ad}ened.\n";
    world.write(DOCUMENT, text);
    world.commit("A document from elsewhere");
    world.write("memory/config.yaml", "roots: [docs/adr]\n");
    world.commit("Read them");
    world
}

#[test]
fn a_commit_is_refused_only_for_the_hidden_characters_that_it_adds() {
    let world = with_old_character();
    let text = world.read(DOCUMENT);
    world.write(DOCUMENT, text.replace("Date:", "A line.\n\nDate:"));
    world.git(["commit", "-q", "-a", "-m", "Add a line"]).ok();
    world
        .git("mv docs/adr/0001-use-postgres.md docs/adr/0003-use-postgres.md")
        .ok();
    world.git(["commit", "-q", "-m", "Move it"]).ok();
    has(&world.memory("check").out, "error[hidden-character]");
    world.memory("check --rev HEAD~2..HEAD").ok();

    let moved = "docs/adr/0003-use-postgres.md";
    world.write(moved, world.read(moved) + "One\u{202e}more.\n");
    let refused = world
        .git(["commit", "-q", "-a", "-m", "Add another"])
        .fails(1);
    has(&refused, "U+202E");
    lacks(&refused, "U+2028");
    let head = world.git("rev-parse HEAD").ok();
    world
        .git(["commit", "-q", "-n", "-a", "-m", "Past the hook"])
        .ok();
    let range = format!("check --rev {}..HEAD", head.trim());
    has(&world.memory(range.as_str()).out, "U+202E");
}

#[test]
fn agents_hear_nothing_of_characters_in_documents_and_check_tells_the_fix_once() {
    let world = with_old_character();
    let start = r#"{"hook_event_name":"SessionStart","session_id":"s","source":"startup"}"#;
    let heard = world.memory_with("hook session-start --agent claude", start);
    assert_eq!(heard.err, "");
    assert_eq!(world.memory("context").err, "");
    let checked = world.memory("check");
    let fix = "hint: hidden-character: remove the character\n";
    assert_eq!(checked.err.matches(fix).count(), 1, "{}", checked.err);
    has(
        &checked.err,
        "hint: invisible-character: remove the character unless",
    );
}
