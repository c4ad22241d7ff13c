//! The pages as a person meets them: in a real browser, driven by a script (`session.mjs`).

#![allow(clippy::print_stderr, reason = "a test that is skipped has to say so")]

use std::path::Path;
use std::process::Stdio;

use crate::client::Server;
use crate::common::{World, packages};

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

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn a_person_searches_reads_and_writes() {
    let browser = BROWSERS.iter().find(|path| Path::new(path).exists());
    let (Some(browser), Some(programs)) = (browser, packages::of_node(&DRIVER, "playwright-core"))
    else {
        eprintln!("skipped: there is no Chromium here, or no Node with npm's registry");
        return;
    };
    let world = world();
    let server = Server::start(&world);
    world.memory("site ../site").ok();
    let shots = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    std::fs::create_dir_all(&shots).unwrap();
    // git and the program work beside the page, in this world.
    let mut session = world.command("node");
    let outer = std::env::var("PATH").unwrap();
    session
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/web/session.mjs"
        ))
        .env("PATH", format!("{}:{outer}", world.path()))
        .env("MODULES", programs.parent().unwrap())
        .env("BROWSER", browser)
        .env("ADDRESS", format!("http://127.0.0.1:{}/", server.port))
        .env("TOKEN", &server.token)
        .env("SHOTS", &shots)
        .env("REPOSITORY", &world.here)
        .env("SITE", world.here.join("../site"))
        .stdin(Stdio::null());
    let output = session.output().unwrap();
    eprint!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    world.memory("check").ok();
}
