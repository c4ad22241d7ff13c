//! Asks the memory of the repository in the current folder: `cargo run --example search -- WORDS...`.

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::env;
use std::error::Error;
use std::time::SystemTime;

use git_memory_app::{Environment, RecallQuestion, get_repo_memory};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let here = Environment::of_process(env::current_dir()?, env::vars_os());
    let memory = get_repo_memory(here, SystemTime::now)?;
    let answer = memory.recall(RecallQuestion {
        words: words.join(" "),
        most: Some(5),
        ..RecallQuestion::default()
    })?;
    for hit in answer.hits {
        println!("{:6.2}  {}  {}", hit.score, hit.id, hit.title);
    }
    Ok(())
}
