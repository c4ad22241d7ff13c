//! The MCP server as the protocol's own programs see it: the SDK for Python, and the inspector.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{BINARY, World, packages};
use serde_json::Value;

const SDK: [&str; 1] = ["mcp==2.3.0"];
const INSPECTOR: [&str; 1] = ["@modelcontextprotocol/inspector@2.12.0"];

/// A command of a program that a package brought, in a world; its interpreter is the machine's own.
fn command(world: &World, program: &Path) -> Command {
    let mut command = world.command(program);
    let outer = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{outer}", world.path()));
    command
}

/// Runs a script in a world with the client for Python, with the server's program and further
/// arguments.
#[allow(clippy::print_stderr, reason = "a test that is skipped has to say so")]
fn run(world: &World, script: &str, more: &[PathBuf]) {
    let Some(programs) = packages::of_python(&SDK, "mcp") else {
        eprintln!("skipped: the SDK needs Python and pip's registry");
        return;
    };
    // The SDK hands few variables on to a server.
    for (key, value) in [("user.name", "Ann"), ("user.email", "ann@example.org")] {
        world.git(["config", key, value]).ok();
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mcp_clients");
    let mut session = command(world, &programs.join("python"));
    session.arg(Path::new(folder).join(script)).arg(BINARY);
    let output = session.args(more).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    eprint!("{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn the_sdk_for_python_is_answered() {
    let world = World::with_memory();
    run(&world, "session.py", &[]);
    world.memory("check").ok();
}

/// Runs the script about runs in work trees of these names.
fn share_a_run(trees: &[&str]) {
    let world = World::with_memory();
    let trees = trees.iter().map(|name| world.root().join(name));
    let trees: Vec<PathBuf> = trees.collect();
    for (nth, tree) in trees.iter().enumerate() {
        let branch = format!("t{nth}");
        let add = ["worktree", "add", "-q", "-b", &branch];
        world
            .git([&add[..], &[tree.to_str().unwrap()]].concat())
            .ok();
    }
    run(&world, "run.py", &trees);
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn eight_clients_do_the_steps_of_a_run_once() {
    share_a_run(&["one", "two", "three", "four"]);
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
fn a_lead_plans_watches_and_hands_over() {
    share_a_run(&["day", "other"]);
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
#[allow(clippy::print_stderr, reason = "a test that is skipped has to say so")]
fn the_inspector_lists_calls_and_reads() {
    let Some(programs) = packages::of_node(&INSPECTOR, "mcp-inspector") else {
        eprintln!("skipped: the inspector needs Node and npm's registry");
        return;
    };
    let world = World::with_memory();
    let (id, _) = world.decision("Send mail through one queue");
    let ask = |arguments: &[&str]| -> Value {
        let mut inspector = command(&world, &programs.join("mcp-inspector"));
        inspector.args(["--cli", BINARY, "mcp", "--method"]);
        let output = inspector.args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let tools = ask(&["tools/list"]);
    assert_eq!(tools["tools"].as_array().unwrap().len(), 6);
    let found = ask(&[
        "tools/call",
        "--tool-name",
        "memory_recall",
        "--tool-arg",
        "query=mail",
    ]);
    assert_eq!(found["structuredContent"]["hits"][0]["id"], id.as_str());
    let resources = ask(&["resources/list"]);
    for resource in resources["resources"].as_array().unwrap() {
        let read = ask(&["resources/read", "--uri", resource["uri"].as_str().unwrap()]);
        assert!(read["contents"][0]["text"].is_string(), "{read}");
    }
    let prompts = ask(&["prompts/list"]);
    assert_eq!(prompts["prompts"].as_array().unwrap().len(), 2);
}
