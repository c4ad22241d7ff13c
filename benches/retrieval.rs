//! How well `recall` finds: recall at 5 and 10 and the mean reciprocal rank over collections of
//! texts and questions.
//!
//! Usage: `cargo bench --bench retrieval -- <folder>...`; each folder holds `docs.jsonl` (`doc_id`,
//! `title`, `text`) and `queries.jsonl` (`query`, `relevant`: ids). The texts become records of a
//! new repository, and every question is asked as the command line asks it. With `MISSES=1` in the
//! environment it also prints the questions whose answers are not among the first five.
//!
//! A second table says of the hits of each confidence how many there are for a question, and how
//! many of them are right; and how often a question of the next folder, which this one cannot
//! answer, has a hit that is said to be sure or likely. With `ROWS=1` it also prints each hit with
//! its features.
#![allow(clippy::print_stdout, reason = "this program is its output")]

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use git_memory_app::RecallQuestion;
use git_memory_app::{Environment, RepoMemory, get_repo_memory};
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
    /// By confidence: sure, likely, near.
    hits: [Tally; 3],
    /// How many questions have a right answer that is sure.
    surely: f64,
}

/// Hits, and how many of them are right.
#[derive(Clone, Copy, Default)]
struct Tally {
    all: f64,
    right: f64,
}

const CONFIDENCES: [&str; 3] = ["high", "medium", "low"];

fn main() -> Result<(), Box<dyn Error>> {
    let here = Environment::of_process(std::env::current_dir()?, std::env::vars_os());
    println!(
        "| collection | texts | questions | R@5 | R@10 | MRR | without any answer |\n|---|---|---|---|---|---|---|"
    );
    // `cargo bench` adds an argument of its own.
    let folders = std::env::args().skip(1);
    let folders: Vec<PathBuf> = folders
        .filter(|argument| argument != "--bench")
        .map(|folder| here.folder().join(folder))
        .collect();
    let mut judged = String::new();
    for (nth, folder) in folders.iter().enumerate() {
        let next = &folders[(nth + 1) % folders.len()];
        let work = tempfile::tempdir()?;
        let texts: Vec<Document> = lines(&folder.join("docs.jsonl"))?;
        let names = write_records(work.path(), &texts)?;
        let memory = get_repo_memory(here.at(work.path())?, SystemTime::now)?;
        let sums = ask_all(&memory, &lines(&folder.join("queries.jsonl"))?, &names)?;
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
        let foreign = ask_all(
            &memory,
            &lines(&next.join("queries.jsonl"))?,
            &HashMap::new(),
        )?;
        write!(judged, "| {name} |")?;
        for tally in sums.hits {
            let right = tally.right / tally.all.max(1.0);
            write!(judged, " {:.2}; {right:.3} |", mean(tally.all))?;
        }
        let foreign_mean = |sum: f64| sum / foreign.questions.max(1.0);
        writeln!(
            judged,
            " {:.3} | {:.3}; {:.3} |",
            mean(sums.surely),
            foreign_mean(foreign.hits[0].all),
            foreign_mean(foreign.hits[1].all)
        )?;
    }
    println!(
        "\n| collection | sure: for a question; right | likely | near | surely answered | \
         sure, likely for questions of others |\n|---|---|---|---|---|---|\n{judged}"
    );
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
    memory: &RepoMemory,
    questions: &[Asked],
    names: &HashMap<String, String>,
) -> Result<Sums, Box<dyn Error>> {
    let mut sums = Sums::default();
    for asked in questions {
        let question = RecallQuestion {
            words: asked.query.clone(),
            most: Some(10),
            explain: std::env::var_os("ROWS").is_some(),
            ..RecallQuestion::default()
        };
        let hits = memory.recall(question)?.hits;
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
        let mut is_surely = false;
        for (nth, hit) in hits.iter().enumerate() {
            let Some(confidence) = hit.confidence else {
                continue;
            };
            let place = CONFIDENCES.iter().position(|it| *it == confidence.name());
            let tally = &mut sums.hits[place.unwrap_or_default()];
            let is_right = is_relevant(&hit.id);
            tally.all += 1.0;
            tally.right += f64::from(u8::from(is_right));
            is_surely |= is_right && place == Some(0);
            if std::env::var_os("ROWS").is_some() {
                let next = hits.get(nth + 1).map_or(0.0, |next| next.score);
                let why = hit.why.join("; ");
                println!(
                    "row {} {nth} {is_right} {} {next} {why}",
                    names.len(),
                    hit.score
                );
            }
        }
        sums.surely += f64::from(u8::from(is_surely));
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
