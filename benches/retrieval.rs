//! How well `recall` finds: recall at 5 and 10 and the mean reciprocal rank over collections of
//! texts and questions.
//!
//! Usage: `cargo bench --bench retrieval -- <folder>...`; each folder holds `docs.jsonl` (`doc_id`,
//! `title`, `text`) and `queries.jsonl` (`query`, `relevant`: ids). The texts become records of a
//! new repository, and every question is asked as the command line asks it. With `MISSES=1` in the
//! environment it also prints the questions whose answers are not among the first five.
#![allow(clippy::print_stdout, reason = "this program is its output")]

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use git_memory::wire::ask::RecallQuestion;
use git_memory::{Environment, Invocation, Searcher};
use serde::Deserialize;

#[derive(Deserialize)]
struct Document {
    doc_id: String,
    #[serde(default)]
    title: String,
    text: String,
}

#[derive(Deserialize)]
struct Asked {
    query: String,
    relevant: Vec<String>,
}

#[derive(Default)]
struct Sums {
    questions: f64,
    at_5: f64,
    at_10: f64,
    reciprocal: f64,
    empty: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let environment = Environment::of_process(std::env::current_dir()?, std::env::vars_os());
    let invocation = Invocation::new(environment, SystemTime::now())?;
    println!(
        "| collection | texts | questions | R@5 | R@10 | MRR | without any answer |\n|---|---|---|---|---|---|---|"
    );
    // `cargo bench` adds an argument of its own.
    let folders = std::env::args().skip(1);
    for folder in folders.filter(|argument| argument != "--bench") {
        let folder = invocation.path(folder.as_ref());
        let work = tempfile::tempdir()?;
        let texts: Vec<Document> = lines(&folder.join("docs.jsonl"))?;
        let names = write_records(work.path(), &texts)?;
        let searcher = Searcher::open(&invocation.at(work.path())?)?;
        let sums = ask_all(&searcher, &lines(&folder.join("queries.jsonl"))?, &names)?;
        let name = folder
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let mean = |sum: f64| sum / sums.questions.max(1.0);
        let (at_5, at_10, reciprocal) = (mean(sums.at_5), mean(sums.at_10), mean(sums.reciprocal));
        let Sums {
            questions, empty, ..
        } = sums;
        println!(
            "| {name} | {} | {questions} | {at_5:.3} | {at_10:.3} | {reciprocal:.3} | {empty} |",
            texts.len()
        );
    }
    Ok(())
}

fn lines<T: for<'a> Deserialize<'a>>(file: &Path) -> Result<Vec<T>, Box<dyn Error>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    text.lines()
        .map(|line| Ok(serde_json::from_str(line)?))
        .collect()
}

/// Makes a repository whose records are the texts; gives the names of the texts by the records'
/// ids.
fn write_records(
    top: &Path,
    texts: &[Document],
) -> Result<HashMap<String, String>, Box<dyn Error>> {
    let made = Command::new("git").args(["init", "-q"]).arg(top).status()?;
    if !made.success() {
        return Err("git init failed".into());
    }
    let folder: PathBuf = top.join("memory").join("notes");
    fs::create_dir_all(&folder)?;
    let mut names = HashMap::new();
    for (nth, text) in texts.iter().enumerate() {
        let id = format!("note-{nth:06}");
        // A record has a title; a text without one is named by its place.
        let title = if text.title.trim().is_empty() {
            format!("{nth}")
        } else {
            text.title.trim().to_owned()
        };
        let mut record =
            format!("---\nid: {id}\nstatus: active\nscope: project\nupdated: 2026-01-01\n");
        write!(
            record,
            "title: {}\n---\n{}\n",
            serde_json::to_string(&title)?,
            text.text
        )?;
        fs::write(folder.join(format!("{id}.md")), record)?;
        names.insert(id, text.doc_id.clone());
    }
    Ok(names)
}

fn ask_all(
    searcher: &Searcher,
    questions: &[Asked],
    names: &HashMap<String, String>,
) -> Result<Sums, Box<dyn Error>> {
    let mut sums = Sums::default();
    for asked in questions {
        let question = RecallQuestion {
            words: asked.query.clone(),
            most: Some(10),
            ..RecallQuestion::default()
        };
        let hits = searcher.recall(question)?.hits;
        let is_relevant = |id: &str| {
            names
                .get(id)
                .is_some_and(|name| asked.relevant.contains(name))
        };
        let ranks: Vec<u32> = (1..)
            .zip(&hits)
            .filter(|(_, hit)| is_relevant(&hit.id))
            .map(|(rank, _)| rank)
            .collect();
        let relevant = f64::from(u32::try_from(asked.relevant.len())?.max(1));
        let within = |most: u32| {
            ranks
                .iter()
                .filter(|rank| **rank <= most)
                .map(|_| 1.0 / relevant)
                .sum::<f64>()
        };
        sums.questions += 1.0;
        sums.at_5 += within(5);
        sums.at_10 += within(10);
        sums.reciprocal += ranks.first().map_or(0.0, |rank| 1.0 / f64::from(*rank));
        sums.empty += u32::from(hits.is_empty());
        if ranks.first().is_none_or(|rank| *rank > 5) && std::env::var_os("MISSES").is_some() {
            println!("missed: {} ({})", asked.query, asked.relevant.join(", "));
        }
    }
    Ok(sums)
}
