//! Ranks sentences by how near their meaning is to a question:
//! `cargo run -p git-memory-meaning --example near -- model.onnx tokenizer.json QUESTION SENTENCE...`.

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::error::Error;
use std::{env, fs};

use git_memory_meaning::{Files, Model, convert};

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = env::args().skip(1).collect();
    let [weights, tokens, question, sentences @ ..] = &given[..] else {
        return Err("give weights, a tokenizer, a question, and sentences".into());
    };
    let (weights, tokens) = (fs::read(weights)?, fs::read(tokens)?);
    let file = convert(&Files {
        name: "model",
        weights: &weights,
        tokens: &tokens,
        config: None,
        pooling: None,
    })?;
    let model = Model::open(&file[..])?;
    let question = model.question(question)?;
    let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
    for (vector, sentence) in model.texts(&sentences)?.iter().zip(sentences) {
        println!("{:6}  {sentence}", question.cosine(vector));
    }
    Ok(())
}
