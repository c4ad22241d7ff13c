//! The agents themselves, from their packages, against a model on loopback: a scripted session
//! each, and our texts that reached the model. Each check is a row of the table in docs/agents.md.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;

mod agents;
mod model;
mod record;
mod session;

use std::path::PathBuf;
use std::process::Command;

use agents::{ALL, Real};
use common::packages;
use model::Model;

/// The program of an agent; `None` where npm cannot give it.
fn program(real: &Real) -> Option<PathBuf> {
    let programs = packages::of_node(&[real.package], real.program)?;
    if let Some(script) = real.finish {
        let modules = programs.parent()?;
        let mut finish = Command::new("node");
        finish.current_dir(modules).arg(modules.join(script));
        finish
            .output()
            .ok()
            .filter(|output| output.status.success())?;
    }
    Some(programs.join(real.program))
}

#[test]
#[ignore = "installs packages; .ci/run asks for it"]
#[allow(
    clippy::print_stderr,
    reason = "a row for each check, and what is skipped has to be said"
)]
fn the_agents_themselves_are_told_what_they_should_be() {
    let mut failed = Vec::new();
    let Some(model) = Model::start() else {
        eprintln!("skipped: the agents, which need Node");
        return;
    };
    for real in &ALL {
        let Some(program) = program(real) else {
            eprintln!("skipped: {}, which npm cannot give", real.title);
            continue;
        };
        let mut rows = session::play(real, &program, &model);
        // On a busy machine a hook may run out of time, or a program write its transcript late.
        if rows.iter().any(|(_, result)| *result == Some(false)) {
            eprintln!("{:<11}  once more", real.title);
            rows = session::play(real, &program, &model);
        }
        for (check, result) in rows {
            let shown = match result {
                Some(true) => "yes",
                Some(false) => "NO",
                None => "not possible",
            };
            eprintln!("{:<11}  {check:<22}  {shown}", real.title);
            if result == Some(false) {
                failed.push(format!("{}: {check}", real.title));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
