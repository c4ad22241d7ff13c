//! Answers to programs when a command fails: one JSON document, if they asked for JSON.

use serde_json::{Value, json};

use crate::common::{World, has};

fn error(out: &str) -> Value {
    let document: Value = serde_json::from_str(out).unwrap();
    assert_eq!(document["schema_version"], 1);
    document["error"].clone()
}

#[test]
fn a_failure_is_one_json_document_on_stdout_and_words_on_stderr() {
    let world = World::with_memory();
    let answer = world.memory("show dec-zzzzzz --json");
    assert_eq!(answer.status, 128);
    assert_eq!(
        error(&answer.out),
        json!({
            "code": "unknown-record",
            "message": "no record 'dec-zzzzzz'",
            "details": [],
            "hints": [{"code": "list-records", "text": "'git memory list' shows every record"}],
        })
    );
    let words = "fatal: no record 'dec-zzzzzz'\nhint: 'git memory list' shows every record\n";
    assert_eq!(answer.err, words);
    let plain = world.memory("show dec-zzzzzz");
    assert_eq!((plain.out.as_str(), plain.err.as_str()), ("", words));
}

#[test]
fn words_for_a_record_lead_to_a_search_and_an_import_tells_what_is_read() {
    let world = World::with_documents();
    let said = world.memory("show zero dependencies").fails(128);
    has(
        &said,
        "hint: 'git memory recall WORDS' finds a record\nhint: 'git memory list' shows",
    );
    let said = world.memory("import adr").fails(128);
    has(
        &said,
        "'docs/adr' is read in place; no other folder of decision records",
    );
}

#[test]
fn a_name_that_fits_several_lists_them() {
    let world = World::with_memory();
    for title in ["Use one queue", "Use two queues"] {
        world.decision(title);
    }
    let answer = world.memory("show dec- --json");
    assert_eq!(answer.status, 128);
    let error = error(&answer.out);
    assert_eq!(error["code"], "ambiguous");
    assert_eq!(error["details"].as_array().unwrap().len(), 2);
    assert_eq!(error["hints"][0]["code"], "narrow");
}

#[test]
fn advice_has_its_values_as_keys() {
    let world = World::with_memory();
    let (id, _) = world.decision("Use one queue");
    let answer = world.memory(["set", &id, "status=superseded", "--json"]);
    let error = error(&answer.out);
    assert_eq!(error["code"], "fixed-key");
    assert_eq!(
        error["hints"],
        json!([{
            "code": "supersede",
            "id": id,
            "text": format!("to replace it, run 'git memory supersede {id}'"),
        }])
    );
}

#[test]
fn wrong_usage_is_json_too() {
    let world = World::with_memory();
    let answer = world.memory("lst --json");
    assert_eq!(answer.status, 129);
    let unknown = error(&answer.out);
    assert_eq!(unknown["code"], "usage");
    assert_eq!(unknown["message"], "'lst' is not a git memory command");
    assert!(answer.err.contains("'git memory -h'"), "{}", answer.err);
    let answer = world.memory("--json show");
    assert_eq!(answer.status, 129);
    assert_eq!(
        error(&answer.out)["details"],
        json!(["<RECORD>..."]),
        "{}",
        answer.out
    );
    // Arguments after '--' are not options, and help is not an error.
    assert_eq!(world.memory("lst -- --json").out, "");
    assert!(world.memory("--help --json").ok().contains("Usage:"));
}

#[test]
fn outside_of_a_repository() {
    let world = World::empty();
    let answer = world.memory("list --json");
    assert_eq!(answer.status, 128);
    let error = error(&answer.out);
    assert_eq!(error["code"], "no-repository");
    assert_eq!(error["hints"][0]["code"], "init-repository");
}

#[test]
fn what_the_system_refuses_is_told_in_words() {
    let world = World::with_memory();
    for arguments in [
        &["-C", "nowhere", "list"][..],
        &["add-note", "A", "--body-file", "nowhere"],
        &["import", "json", "nowhere"],
        &["scan", "nowhere"],
    ] {
        let err = world.memory(arguments).fails(128);
        assert!(err.contains("No such file"), "{arguments:?}: {err}");
        assert!(!err.contains("os error"), "{arguments:?}: {err}");
    }
}
