//! The pages as a person meets them: in a real browser, driven by scripts (`session.mjs`, and
//! `picture.mjs` for the pictures of README).

#![allow(clippy::print_stderr, reason = "a test that is skipped has to say so")]

use std::path::Path;
use std::process::{Command, Stdio};

use crate::client::Server;
use crate::common::{World, packages};

/// With this variable in the environment the pictures of README are made anew, not compared.
const UPDATE: &str = "GIT_MEMORY_UPDATE_DOCS";
const DRIVER: [&str; 2] = ["playwright-core@1.64.1", "axe-core@4.11.0"];
/// Usual paths of a browser that the driver can drive.
const BROWSERS: [&str; 3] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
];

/// Memory of which one decision replaces another.
fn world() -> World {
    let world = World::with_memory();
    world.write("src/store.rs", "pub fn store() {}\n");
    let add = [
        "add-decision",
        "--id",
        "dec-aaaaaa",
        "Use SQLite for events",
        "--rationale",
        "One file.",
    ];
    world.memory(add).ok();
    let newer = [
        "add-decision",
        "--id",
        "dec-bbbbbb",
        "Use Postgres for events",
    ];
    let more = ["--rationale", "Two <b>writers</b>.", "--path", "src/**"];
    world.memory([&newer[..], &more].concat()).ok();
    let replaced = ["supersede", "dec-aaaaaa", "--by", "dec-bbbbbb"];
    world.memory(replaced).ok();
    world
        .memory("add-lesson --id les-cccccc 'דברים על מטמון' --tag cache")
        .ok();
    // A table and code that are wider than a telephone.
    let columns = "a_long_name_of_a_column | ".repeat(9);
    let wide = format!(
        "---\nid: les-dddddd\ntitle: Wide\nstatus: active\nscope: project\nupdated: 2026-01-01\n---\n\
         {columns}\n{}\n{columns}\n\n```\n{}\n```\n",
        "--: | ".repeat(9),
        "x".repeat(300)
    );
    world.write("memory/lessons/wide.md", wide);
    world.git("add --all").ok();
    // Longer than any window is wide.
    let begin = format!("Begin{}", " and go on".repeat(60));
    world.git(["commit", "--quiet", "-m", &begin]).ok();
    world.write("src/store.rs", "pub fn store(two: bool) -> bool { two }\n");
    world.memory("add-note 'Two writers it is'").ok();
    world.git("add --all").ok();
    let follows = "Two writers\n\nDecision: dec-bbbbbb";
    world.git(["commit", "--quiet", "-am", follows]).ok();
    world.write("memory/notes/hand.md", "# By hand\n\nWith an editor.\n");
    world
        .memory("add-note 'What only this branch knows' --private")
        .ok();
    world
}

/// Memory of a service for payments: two decisions contradict each other, and the code of one has
/// changed.
fn payments() -> World {
    let mut world = World::empty();
    world.write("payments/src/amount.py", "class Amount:\n    cents = 0\n");
    world.write(
        "payments/src/retry.py",
        "def retry(charge):\n    charge.again()\n",
    );
    world.at("payments").git("init -q -b main").ok();
    world.memory("init --no-hooks").ok();
    world.records(include_str!("payments.txt"));
    world.commit("Keep what was decided");
    world.write("src/amount.py", "class Money:\n    cents = 0\n");
    world.commit("Call it money");
    world
}

/// A browser's session with the server, driven by a script; `None` where there is no browser.
fn session(world: &World, server: &Server, script: &str) -> Option<Command> {
    let browser = BROWSERS.iter().find(|path| Path::new(path).exists());
    let (Some(browser), Some(programs)) = (browser, packages::of_node(&DRIVER, "playwright-core"))
    else {
        eprintln!("skipped: there is no Chromium here, or no Node with npm's registry");
        return None;
    };
    // git and the program work beside the page, in this world.
    let mut session = world.command("node");
    let outer = std::env::var("PATH").unwrap();
    session
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(script))
        .env("PATH", format!("{}:{outer}", world.path()))
        .env("MODULES", programs.parent().unwrap())
        .env("BROWSER", browser)
        .env("ADDRESS", format!("http://127.0.0.1:{}/", server.port))
        .env("TOKEN", &server.token)
        .stdin(Stdio::null());
    Some(session)
}

/// The output of a session that found nothing wrong.
fn ended(mut session: Command) -> String {
    let output = session.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn the_picture_of_readme_shows_what_the_page_says() {
    let world = payments();
    let server = Server::start(&world);
    let Some(mut session) = session(&world, &server, "tests/web/picture.mjs") else {
        return;
    };
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let known = top.join("tests/web/picture.txt");
    if std::env::var_os(UPDATE).is_some() {
        session.env("FOLDER", top.join("docs"));
        std::fs::write(known, ended(session)).unwrap();
        return;
    }
    let before = std::fs::read_to_string(known).unwrap();
    assert_eq!(
        ended(session),
        before,
        "make the pictures anew with {UPDATE}=1"
    );
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn a_person_searches_reads_and_writes() {
    let world = world();
    let server = Server::start(&world);
    let Some(mut session) = session(&world, &server, "tests/web/session.mjs") else {
        return;
    };
    world.memory("site ../site").ok();
    let shots = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    std::fs::create_dir_all(&shots).unwrap();
    session
        .env("SHOTS", &shots)
        .env("REPOSITORY", &world.here)
        .env("SITE", world.here.join("../site"));
    eprint!("{}", ended(session));
    world.memory("check").ok();
}
