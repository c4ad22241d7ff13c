//! Asks the memory of the repository in the current folder: `cargo run --example search -- WORDS...`.

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::env;
use std::error::Error;
use std::time::SystemTime;

use git_memory_app::wire::ask::RecallQuestion;
use git_memory_app::{Environment, Invocation, Searcher};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let environment = Environment::of_process(env::current_dir()?, env::vars_os());
    let searcher = Searcher::open(&Invocation::new(environment, SystemTime::now())?)?;
    let answer = searcher.recall(RecallQuestion {
        words: words.join(" "),
        most: Some(5),
        ..RecallQuestion::default()
    })?;
    for hit in answer.hits {
        println!("{:6.2}  {}  {}", hit.score, hit.id, hit.title);
    }
    Ok(())
}
