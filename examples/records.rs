//! Lists the current records of a revision: `cargo run --example records -- [REVISION]`.

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::env;
use std::error::Error;
use std::time::SystemTime;

use git_memory_app::{Environment, get_repo_memory};

fn main() -> Result<(), Box<dyn Error>> {
    let here = Environment::of_process(env::current_dir()?, env::vars_os());
    let memory = get_repo_memory(here, SystemTime::now)?;
    let revision = env::args().nth(1);
    for record in memory.records(revision.as_deref())? {
        if record.is_current() {
            println!(
                "{}  {}  {}",
                record.header.id, record.path, record.header.title
            );
        }
    }
    Ok(())
}
