//! What is said about records that may say otherwise than a new one.

use crate::common::World;

/// A memory with a decision about `src/store/**`, and its id.
fn world() -> (World, String) {
    let world = World::with_memory();
    world.write("src/store/log.rs", "one\n");
    world.write("src/mail.rs", "one\n");
    world.git(["add", "src"]).ok();
    let id = add(
        &world,
        "Keep each event in a relational database",
        "src/store/**",
        "Transactions and one backup: everybody on the team has run Postgres for years.",
    )["id"]
        .as_str()
        .unwrap()
        .to_owned();
    add(
        &world,
        "Send mail through one queue",
        "src/mail.rs",
        "Providers limit us; a queue with retries keeps the order of messages.",
    );
    (world, id)
}

fn add(world: &World, title: &str, path: &str, why: &str) -> serde_json::Value {
    let arguments = ["--path", path, "--rationale", why, "--json"];
    let arguments = ["add-decision", title].into_iter().chain(arguments);
    world.memory(arguments).json()
}

/// Says the opposite of the first decision in other words.
const OPPOSITE: [&str; 6] = [
    "add-decision",
    "Write events to flat files",
    "--path",
    "src/store/**",
    "--rationale",
    "A server is one thing more that can be down; appending a line to a file cannot.",
];

#[test]
fn a_record_on_the_same_files_is_named_whatever_its_words_are() {
    let (world, id) = world();
    let answer = world.memory(OPPOSITE);
    let new = answer.out.split(' ').next().unwrap().to_owned();
    let told = answer.err.split_once("dec-").unwrap().1;
    let told = told.split_once('\n').unwrap().1;
    assert_eq!(
        told,
        format!(
            "{id} may say otherwise (about the same files): Keep each event in a relational \
             database\n\
             hint: to replace it, run 'git memory supersede {id} --by {new}'\n\
             hint: if both hold, say so: git memory set {new} related+={id}\n"
        )
    );
    world.memory(["supersede", &id, "--by", &new]).ok();
    assert_eq!(world.memory(["review", "--contested"]).out, "");
}

#[test]
fn json_carries_it_with_the_command() {
    let (world, id) = world();
    let answer = world.memory(OPPOSITE.into_iter().chain(["--json"])).json();
    let contested = &answer["contested"][0];
    assert_eq!(contested["id"], id);
    assert_eq!(contested["why"][0], "about the same files");
    let new = answer["id"].as_str().unwrap();
    assert_eq!(
        contested["command"],
        format!("git memory supersede {id} --by {new}")
    );
    assert!(
        answer["contested"].as_array().unwrap().len() == 1,
        "{answer}"
    );
    let quiet = add(
        &world,
        "Draw the logo in blue",
        "docs/logo.svg",
        "It is our colour.",
    );
    assert!(quiet["contested"].is_null(), "{quiet}");
}

#[test]
fn an_open_pair_is_listed_until_somebody_settles_it() {
    let (world, id) = world();
    let answer = world.memory(OPPOSITE);
    let new = answer.out.split(' ').next().unwrap().to_owned();
    let pairs = world.memory(["review", "--contested"]);
    for id in [&id, &new] {
        assert!(pairs.out.contains(id.as_str()), "{}", pairs.out);
    }
    assert!(pairs.out.contains("about the same files"), "{}", pairs.out);
    let listed = world.memory(["review", "--contested", "--json"]).json();
    assert_eq!(listed["pairs"].as_array().unwrap().len(), 1);
    let check = world.memory(["check"]);
    assert_eq!(check.status, 0);
    assert!(
        check
            .out
            .contains("notice[contested]: it may say otherwise than dec-"),
        "{}",
        check.out
    );
    // Both hold, and the record says so.
    world.memory(["set", &new, &format!("related+={id}")]).ok();
    assert_eq!(world.memory(["review", "--contested"]).out, "");
    assert!(!world.memory(["check"]).out.contains("contested"));
}

#[test]
fn a_record_that_the_text_says_to_replace_is_named() {
    let (world, id) = world();
    let why = format!(
        "Appending cannot fail. This replaces {id}, keep each event in a relational database."
    );
    let answer = add(
        &world,
        "Keep each event in a flat file",
        "lib/other.rs",
        &why,
    );
    assert_eq!(answer["contested"][0]["id"], id, "{answer}");
}

#[test]
fn files_that_everything_is_about_are_no_reason() {
    let (world, _) = world();
    for nth in 0..15 {
        let title = format!("Rule {nth} {}", "abcdefghijklmnopq".split_at(nth).1);
        let why = format!("Because of reason {nth}{nth}.");
        add(&world, &title, "*", &why);
    }
    let answer = add(
        &world,
        "Speak plainly in messages",
        "*",
        "Readers are in a hurry.",
    );
    assert!(answer["contested"].is_null(), "{answer}");
}
