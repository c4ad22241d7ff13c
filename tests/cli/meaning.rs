//! Search by meaning, with a model that is made here.

use std::fs;
use std::process::Stdio;

use super::common::tiny_model::{CONFIG, tokens, weights};
use super::common::{BINARY, World, has, lacks};
use super::late_hooks::wait_for;

const FILE: &str = "../home/.local/share/git-memory-models/tiny.model";

/// Writes the files of a model, called `tiny`, beside the repository.
pub(crate) fn write_model(world: &World) {
    world.write("../tiny/model.onnx", weights());
    world.write("../tiny/vocab.txt", tokens());
    world.write("../tiny/config.json", CONFIG);
}

/// Three decisions, and a model whose words can tell them apart.
fn world() -> World {
    let world = World::with_memory();
    world.records(
        "decisions/dec-aaaaaa | Mail | | It goes through one place.
         decisions/dec-bbbbbb | Builds | | They last for a quarter.
         decisions/dec-cccccc | Tables | | They have keys.",
    );
    world.commit("Decide");
    write_model(&world);
    world
}

#[test]
fn a_model_finds_what_says_the_same_in_other_words() {
    let world = world();
    has(&world.memory("recall letters").err, "no match");
    let answer = world.memory("recall letters --json").json();
    assert_eq!(answer["retrieval"], "words");
    world.memory("model add ../tiny").ok();
    let done = world.memory("index --json").json();
    assert_eq!(done["made"], 3);
    assert_eq!(done["retrieval"], "words + tiny (3 of 3 records)");
    for (word, id) in [("letters", "dec-aaaaaa"), ("artefacts", "dec-bbbbbb")] {
        let answer = world.memory(["recall", word, "--json"]).json();
        assert_eq!(answer["hits"][0]["id"], id, "{answer}");
        // Vectors alone are never sure.
        assert_eq!(answer["hits"][0]["confidence"], "low");
        assert_eq!(answer["retrieval"], done["retrieval"]);
    }
    has(&world.memory("recall letters --explain").ok(), "meaning +");
    has(
        &world.memory("recall letters --sure").err,
        "best guess: dec-aaaaaa",
    );
    // A word of a record still tells more than a vector.
    let answer = world.memory("recall keys letters --json").json();
    assert_eq!(answer["hits"][0]["id"], "dec-cccccc");
    assert_eq!(world.memory("index --json").json()["made"], 0);
}

/// A world whose records have their vectors.
fn indexed() -> World {
    let world = world();
    world.memory("model add ../tiny").ok();
    world.memory("index").ok();
    world
}

#[test]
fn contexts_answer_by_meaning_and_say_so() {
    let world = world();
    let asked = "context --query letters --only --json";
    let before = world.memory("context --query letters --json").json();
    assert_eq!(before["retrieval"], serde_json::Value::Null);
    world.memory("model add ../tiny").ok();
    world.memory("index").ok();
    let after = world.memory("context --query letters --json").json();
    assert_eq!(after["retrieval"], "words + tiny (3 of 3 records)");
    let text = after["text"].as_str().unwrap();
    let [first, last] = ["dec-aaaaaa", "dec-bbbbbb"].map(|id| text.find(id).unwrap());
    assert!(first < last, "{text}");
    // Only what is more than a guess applies.
    assert_eq!(world.memory(asked).json()["text"], "");
    // A committed view is the same in every clone, and one without a question asks no model.
    for rest in ["--query letters --committed", "--for src/mail.rs"] {
        let answer = world
            .memory(format!("context --json {rest}").as_str())
            .json();
        assert_eq!(answer["retrieval"], serde_json::Value::Null, "{rest}");
    }
    world.write(FILE, "damaged");
    let damaged = world.memory("context --query letters");
    has(&damaged.err, "'tiny' cannot be used as a model");
    has(&damaged.ok(), "dec-aaaaaa");
}

#[test]
fn records_are_related_by_the_vectors_that_are_kept() {
    let world = indexed();
    world.records("decisions/dec-dddddd | Letters | | Nobody sorts these.");
    let related = |id: &str| world.memory(["related", id, "--json"]).json();
    // It has no vector yet, and none is made here.
    assert_eq!(related("dec-dddddd")["retrieval"], serde_json::Value::Null);
    world.memory("index").ok();
    let found = related("dec-dddddd");
    assert_eq!(found["hits"][0]["id"], "dec-aaaaaa", "{found}");
    assert_eq!(found["hits"][0]["why"][0], "its meaning");
    assert_eq!(found["retrieval"], "words + tiny (4 of 4 records)");
}

#[test]
fn questions_about_files_go_by_words_and_files() {
    let world = indexed();
    for files in ["", " --for post.txt"] {
        let line = format!("recall letters --json{files}");
        let answer = world.memory(line.as_str()).json();
        let by_words = answer["retrieval"] == "words";
        assert_eq!(by_words, !files.is_empty(), "{answer}");
    }
}

#[test]
fn answers_without_a_word_of_the_question_are_few_and_called_guesses() {
    let world = indexed();
    for nth in 0..4 {
        let place = format!("decisions/dec-ffffg{nth}");
        world.record(&place, &format!("Mail {nth}"), "", "mail");
    }
    let shown = world.memory("recall letters").ok();
    assert_eq!(
        shown.matches("a guess by its meaning").count(),
        3,
        "{shown}"
    );
    assert_eq!(shown.matches("dec-").count(), 6, "{shown}");
    lacks(&world.memory("recall mail").ok(), "guess");
    has(&world.memory("recall violin").err, "no match");
}

#[test]
fn a_question_reads_new_records_by_itself() {
    let world = world();
    world.memory("model add ../tiny/model.onnx").ok();
    let answer = world.memory("recall letters --json").json();
    assert_eq!(answer["hits"][0]["id"], "dec-aaaaaa");
    assert_eq!(answer["retrieval"], "words + tiny (3 of 3 records)");
    world.record("decisions/dec-dddddd", "Orders", "", &"tables ".repeat(200));
    // A long text takes a longer time than a question has, and the rest is found without it.
    for nth in 0..9 {
        let place = format!("decisions/dec-eeeee{nth}");
        world.record(
            &place,
            "Letters",
            "",
            &format!("{nth} {}", "orders ".repeat(40)),
        );
    }
    let answer = world.memory("recall builds --json").json();
    let said = answer["retrieval"].as_str().unwrap();
    assert_eq!(said, "words + tiny (6 of 13 records)");
    assert_eq!(world.memory("index --json").json()["made"], 7);
}

#[test]
fn a_server_that_is_idle_makes_missing_vectors() {
    for arguments in [&["mcp"][..], &["serve", "--port", "0"]] {
        let world = world();
        world.memory("model add ../tiny").ok();
        let mut server = world.command(BINARY);
        server.args(arguments);
        server.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = server.spawn().unwrap();
        wait_for("vectors", || {
            let status = world.memory("status --json").json();
            status["retrieval"] == "words + tiny (3 of 3 records)"
        });
        server.kill().unwrap();
        server.wait().unwrap();
        assert_eq!(world.memory("index --json").json()["made"], 0);
    }
}

#[test]
fn a_removed_model_takes_its_vectors_along() {
    let world = world();
    world.memory("model add ../tiny").ok();
    world.memory("index").ok();
    let kept = || {
        let names = fs::read_dir(world.here.join(".git/memory/by-blob")).unwrap();
        let names = names.map(|it| it.unwrap().file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with("vectors-")).count()
    };
    assert_eq!(kept(), 1);
    world.memory("model remove tiny").ok();
    assert_eq!(kept(), 0);
}

#[test]
fn models_are_listed_chosen_and_removed() {
    let mut world = world();
    let none = world.memory("model list").err;
    has(&none, "git memory model add FOLDER");
    let added = world.memory("model add ../tiny").ok();
    assert_eq!(added, "tiny  8 dimensions, licence not known, in use\n");
    fs::rename(world.root().join("tiny"), world.root().join("other")).unwrap();
    world.memory("model add ../other").ok();
    assert_eq!(
        world.memory("model list").ok(),
        "other  8 dimensions, licence not known, in use\n\
         tiny  8 dimensions, licence not known\n"
    );
    world.memory("model use Tiny").ok();
    let listed = world.memory("model list --json").json();
    assert_eq!(listed["models"][1]["used"], true);
    world.at("..");
    assert_eq!(world.memory("model remove tiny").ok(), "tiny: removed\n");
    world.at("repo");
    let answer = world.memory("recall letters --json").json();
    assert_eq!(answer["retrieval"], "words");
    let said = world.memory("model use tiny").fails(128);
    has(
        &said,
        ["fatal: no model 'tiny'", "hint: 'git memory model list'"],
    );
}

#[test]
fn a_damaged_model_leaves_the_search_by_words() {
    let world = world();
    world.memory("model add ../tiny").ok();
    let whole = fs::read(world.root().join("repo").join(FILE)).unwrap();
    for (damaged, why) in [
        (&whole[..whole.len() - 1], "not as long as its head says"),
        (&whole[..9], "cannot be read"),
        (b"", "cannot be read"),
        (
            &[&whole[..whole.len() - 9], b"123456789"].concat(),
            "another sum",
        ),
    ] {
        world.write(FILE, damaged);
        let answer = world.memory("recall mail");
        has(&answer.err, ["'tiny' cannot be used as a model", why]);
        has(&answer.ok(), "dec-aaaaaa");
    }
    fs::remove_file(world.root().join("repo").join(FILE)).unwrap();
    let answer = world.memory("recall mail");
    has(&answer.err, "no model 'tiny'");
    has(&answer.ok(), "dec-aaaaaa");
}

#[test]
fn files_that_are_no_model_are_refused_and_nothing_is_added() {
    let world = world();
    world.write("../wrong/model.onnx", "not weights");
    let no_tokens = world.memory("model add ../wrong").fails(128);
    has(&no_tokens, "has no tokenizer.json or vocab.txt beside it");
    for (file, text, why) in [
        ("wrong/vocab.txt", "[CLS]\n[SEP]\n[UNK]", "damaged"),
        (
            "tiny/tokenizer.json",
            r#"{"model": {"type": "BPE"}}"#,
            "only WordPiece and Unigram are read",
        ),
        ("tiny/config.json", "{}", "heads"),
        ("tiny/vocab.txt", "a\nb", "[CLS]"),
    ] {
        let _ = fs::remove_file(world.root().join("tiny/tokenizer.json"));
        world.write(&format!("../{file}"), text);
        let (folder, _) = file.split_once('/').unwrap();
        let said = world
            .memory(["model", "add", &format!("../{folder}")])
            .fails(128);
        has(&said, [why, "hint: 'git memory model add FOLDER'"]);
    }
    let missing = world.memory("model add ../nowhere").fails(128);
    has(&missing, "nowhere");
    lacks(&world.memory("model list").ok(), "dimensions");
}

#[test]
fn status_and_doctor_say_what_has_no_vector() {
    let world = world();
    world.git("commit -q --allow-empty -m More").ok();
    lacks(&world.memory("status").ok(), "vector");
    has(&world.memory("doctor").out, "found by words\n");
    world.memory("model add ../tiny").ok();
    let status = world.memory("status").ok();
    has(&status, ["3 records without a vector", "git memory index"]);
    let doctor = world.memory("doctor").out;
    has(
        &doctor,
        [
            "found by words + tiny (0 of 3 records)",
            "'git memory index' prepares",
        ],
    );
    world.memory("index").ok();
    lacks(&world.memory("status").ok(), "vector");
    let answer = world.memory("status --json").json();
    assert_eq!(answer["retrieval"], "words + tiny (3 of 3 records)");
    world.write(FILE, "damaged");
    has(
        &world.memory("status").ok(),
        "'tiny' cannot be used as a model",
    );
    let doctor = world.memory("doctor").out;
    has(
        &doctor,
        ["'tiny' cannot be used as a model", "git memory model list"],
    );
}
