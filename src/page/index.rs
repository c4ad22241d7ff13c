//! The index with which a browser searches a site: words and where they are, made for few bytes.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use super::parts::{address_of, items, text};
use super::record::body;
use super::source::Place;

/// How much a word counts in a title, and in an abstract or tag.
const TITLE: u32 = 6;
const ABSTRACT: u32 = 3;
/// How often a word counts in a text, at most.
const OFTEN: u32 = 4;
/// The longest word, in characters; what is longer is no word that somebody types.
const WORD: usize = 40;

/// The index of records: `docs` has what is shown of each, in order; `words` has for each word a
/// list of numbers, the places in `docs` as steps from the one before, each followed by how much
/// the word counts there.
pub(super) fn index(records: &[Value]) -> String {
    let mut docs = Vec::with_capacity(records.len());
    let mut words: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut before: HashMap<String, usize> = HashMap::new();
    for (nth, record) in records.iter().enumerate() {
        docs.push(json!([
            address_of(Place::Site, text(record, "id")),
            text(record, "title"),
            text(record, "kind"),
            text(record, "status"),
            text(record, "updated"),
            text(record, "description"),
            record["tags"],
        ]));
        for (word, weight) in counted(record) {
            let step = nth - before.get(&word).copied().unwrap_or(0);
            let places = words.entry(word.clone()).or_default();
            places.push(step);
            places.push(weight as usize);
            before.insert(word, nth);
        }
    }
    format!("{}\n", json!({"docs": docs, "words": words}))
}

/// The words of a record, and how much each counts in it.
fn counted(record: &Value) -> BTreeMap<String, u32> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for word in split(body(record)) {
        let count = counts.entry(word).or_default();
        *count = (*count + 1).min(OFTEN);
    }
    for word in split(text(record, "description")) {
        *counts.entry(word).or_default() += ABSTRACT;
    }
    for tag in items(record, "tags").iter().filter_map(Value::as_str) {
        for word in split(tag) {
            *counts.entry(word).or_default() += ABSTRACT;
        }
    }
    for key in ["title", "id"] {
        for word in split(text(record, key)) {
            *counts.entry(word).or_default() += TITLE;
        }
    }
    counts
}

/// The words of a text, as the page's script splits what is typed.
fn split(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty() && word.chars().count() <= WORD);
    words.map(str::to_lowercase)
}
