//! The memory of what a session was asked and told.

use serde_json::{Value, json};

use crate::agent_hook::told;
use crate::common::World;

/// Answers a prompt in a session.
fn ask(world: &World, session: &str, prompt: &str) -> String {
    let input = json!({"session_id": session, "prompt": prompt}).to_string();
    told(world.memory_with(["hook", "user-prompt"], &input))
}

/// Answers a call of a tool in a session.
fn call(world: &World, session: &str, tool: &str, input: &Value) -> String {
    let input = json!({"session_id": session, "tool_name": tool, "tool_input": input});
    told(world.memory_with(["hook", "pre-tool-use"], &input.to_string()))
}

fn read(world: &World, session: &str, file: &str) -> String {
    call(world, session, "Read", &json!({"file_path": file}))
}

fn world() -> World {
    let world = World::with_memory();
    for title in [
        "Retry uploads with jitter",
        "Number invoices by year",
        "Keep names short",
    ] {
        world.decision(title);
    }
    for file in ["src/a.rs", "src/b.rs", "other.txt"] {
        world.write(file, "fn main() {}\n");
    }
    world
}

#[test]
fn the_text_to_be_replaced_is_part_of_the_question_at_an_edit() {
    let world = world();
    let edit = |session: &str, old: &str| {
        let edit = json!({"file_path": "src/a.rs", "old_string": old, "new_string": "x"});
        call(&world, session, "Edit", &edit)
    };
    assert_eq!(edit("one", "fn main() {}"), "");
    let text = edit("one", "// number the invoices of a year");
    assert!(text.contains("Number invoices by year"), "{text}");
    assert_eq!(edit("one", "// number the invoices of a year"), "");
}

#[test]
fn the_prompt_is_part_of_the_question_at_an_edit() {
    let world = world();
    let prompt = "the invoices of our customers begin with the wrong digit, and nothing else does";
    assert_eq!(ask(&world, "one", prompt), "");
    let edit = json!({"file_path": "src/a.rs", "old_string": "number(year)", "new_string": "x"});
    let text = call(&world, "one", "Edit", &edit);
    assert!(text.contains("Number invoices by year"), "{text}");
    assert_eq!(call(&world, "two", "Edit", &edit), "");
}

#[test]
fn a_record_is_told_again_for_another_file_after_twenty_calls() {
    let world = world();
    let add = ["add-decision", "Log to standard error", "--path", "src/**"];
    world.memory(add).ok();
    let is_told = |file: &str| read(&world, "one", file).contains("Log to standard error");
    assert!(is_told("src/a.rs"));
    assert!(!is_told("src/b.rs"));
    for _ in 0..19 {
        assert!(!is_told("other.txt"));
    }
    assert!(!is_told("src/a.rs"));
    assert!(is_told("src/b.rs"));
    assert!(!is_told("src/b.rs"));
}

#[test]
fn of_the_commits_that_answer_in_part_only_the_best_is_told() {
    let world = World::with_memory();
    for (nth, message) in [
        "Send the parts of a video one by one\n\nThe servers came down together when all clients \
            sent their parts at once, so each client waits for an answer before the next part.",
        "Count the parts of a video\n\nThe bar went back when a client had sent more than it had \
            said in the beginning, so it counts what is left and says so in the window.",
    ]
    .into_iter()
    .enumerate()
    {
        world.write("src/a.rs", format!("// {nth}\n"));
        world.git(["add", "-A"]).ok();
        world
            .git(["commit", "-q", "--no-verify", "-m", message])
            .ok();
    }
    let old = "// to send the parts of large files seems slow on the old network of our office";
    let edit = json!({"file_path": "src/a.rs", "old_string": old, "new_string": ""});
    let text = call(&world, "one", "Edit", &edit);
    assert!(text.contains("came down together"), "{text}");
    assert!(!text.contains("The bar went back"), "{text}");
}

#[test]
fn where_nothing_is_recorded_commits_with_a_reason_are_told() {
    let world = World::with_memory();
    let reason = "Upload the parts of a video one by one\n\nThe servers came down together when \
        all clients sent their parts at once, so each client waits for an answer to one part \
        before it sends the next.";
    for (nth, message) in ["Begin", reason, "Upload with a bar"]
        .into_iter()
        .enumerate()
    {
        world.write("src/a.rs", format!("// {nth}\n"));
        world.git(["add", "-A"]).ok();
        world
            .git(["commit", "-q", "--no-verify", "-m", message])
            .ok();
    }
    assert_eq!(
        ask(
            &world,
            "one",
            "who pays for the lunch of the team on Friday"
        ),
        ""
    );
    let text = ask(
        &world,
        "one",
        "why do clients upload the parts of a video one by one",
    );
    assert!(
        text.contains("commit=") && text.contains("came down together"),
        "{text}"
    );
    let edit = |session: &str, file: &str, old: &str| {
        let edit = json!({"file_path": file, "old_string": old, "new_string": ""});
        call(&world, session, "Edit", &edit)
    };
    // The commit answers in part; it is told where it changed the file, and once.
    let slow = "// the parts seem slow on the old network of our office";
    assert_eq!(edit("one", "src/a.rs", slow), "");
    assert_eq!(edit("two", "README.md", slow), "");
    let text = edit("two", "src/a.rs", slow);
    assert!(text.contains("came down together"), "{text}");
}
