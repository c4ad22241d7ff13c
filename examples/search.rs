//! Asks the memory of the repository in the current folder: `cargo run --example search -- WORDS...`.

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::env;
use std::error::Error;
use std::time::SystemTime;

use git_memory::app::recall::{Question, recall};
use git_memory::app::workspace::{Invocation, Workspace};
use git_memory::git::Environment;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let environment = Environment::of_process(env::current_dir()?, env::vars_os());
    let workspace = Workspace::open(&Invocation::new(environment, SystemTime::now())?)?;
    let question = Question {
        words: words.join(" "),
        most: 5,
        ..Question::default()
    };
    // The second argument of the closure is the number of texts that the index does not have yet.
    let answer = recall(&workspace, &question, &|_read, _of| {})?;
    for hit in answer.hits {
        println!("{:6.2}  {}  {}", hit.score, hit.id, hit.title);
    }
    Ok(())
}
