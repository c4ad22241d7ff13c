//! Lists the current records of a revision: `cargo run --example records -- [REVISION]`.

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::env;
use std::error::Error;
use std::time::SystemTime;

use git_memory_app::{Environment, Invocation, Searcher};

fn main() -> Result<(), Box<dyn Error>> {
    let environment = Environment::of_process(env::current_dir()?, env::vars_os());
    let searcher = Searcher::open(&Invocation::new(environment, SystemTime::now())?)?;
    let revision = env::args().nth(1);
    for record in searcher.records(revision.as_deref())? {
        if record.is_current() {
            println!(
                "{}  {}  {}",
                record.header.id, record.path, record.header.title
            );
        }
    }
    Ok(())
}
