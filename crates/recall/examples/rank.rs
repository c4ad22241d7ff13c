//! Ranks Markdown files for a question, in memory:
//! `cargo run -p git-memory-recall --example rank -- QUESTION FILE...`.

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::error::Error;
use std::{env, fs};

use git_memory_recall::{
    Builder, Document, Language, Members, Neutral, Part, Query, Segment, Totals, search,
};

/// Maximum number of hits.
const MOST: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = env::args().skip(1);
    let question = given.next().ok_or("give a question, and files")?;
    let files: Vec<String> = given.collect();
    let texts = files.iter().map(fs::read);
    let texts: Vec<Vec<u8>> = texts.collect::<Result<_, _>>()?;
    for (nth, score) in ranked(&question, &texts)? {
        println!("{score:6.2}  {}", files[nth]);
    }
    Ok(())
}

/// The numbers of the texts that answer, best first, with their scores.
fn ranked(question: &str, texts: &[Vec<u8>]) -> Result<Vec<(usize, f64)>, Box<dyn Error>> {
    // An index keeps each text under an id, in the order of these: here, its number.
    let mut builder = Builder::default();
    for (nth, text) in texts.iter().enumerate() {
        let read = |lexicon: &mut _| Document::of_file(text, Language::ENGLISH, lexicon);
        builder.add(&nth.to_be_bytes(), read);
    }
    let segment = Segment::open(builder.write(Vec::new())?)?;
    // A view of the index: here, all of one segment.
    let members = Members::all_of(segment.documents());
    let totals = Totals::of(&segment, &members)?;
    let part = Part {
        segment: &segment,
        members: &members,
    };
    let query = Query::parse(question, Language::ENGLISH);
    let found = search(&[part], &totals, &query, &Neutral::default(), MOST)?;
    let hits = found.ranked.iter();
    Ok(hits
        .map(|hit| (hit.at.document as usize, hit.score().value()))
        .collect())
}

#[test]
fn the_text_that_answers_comes_first() {
    let texts = [
        "# Retry failed mails\n\nThe queue retries a mail three times.\n",
        "# Use one database\n\nPostgreSQL keeps sessions and orders.\n",
        "# Name branches by topic\n\nA short word for the work.\n",
    ];
    let texts = texts.map(|text| text.as_bytes().to_vec());
    let first = |question: &str| ranked(question, &texts).unwrap().first().map(|hit| hit.0);
    assert_eq!(first("where do we keep sessions?"), Some(1));
    assert_eq!(first("retrying mail"), Some(0));
    assert_eq!(first("kubernetes"), None);
}
