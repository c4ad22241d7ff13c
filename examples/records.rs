//! Lists the current records of a revision: `cargo run --example records -- [REVISION]`.

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::env;
use std::error::Error;
use std::time::SystemTime;

use git_memory::app::workspace::{Invocation, Workspace};
use git_memory::git::Environment;
use git_memory::store::View;

fn main() -> Result<(), Box<dyn Error>> {
    let environment = Environment::of_process(env::current_dir()?, env::vars_os());
    let workspace = Workspace::open(&Invocation::new(environment, SystemTime::now())?)?;
    let view = match env::args().nth(1) {
        Some(revision) => View::Revision(revision),
        None => View::WorkTree,
    };
    for record in &workspace.memory(&view)?.records {
        if record.is_current() {
            println!(
                "{}  {}  {}",
                record.header.id, record.path, record.header.title
            );
        }
    }
    Ok(())
}
