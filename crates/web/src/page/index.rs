//! The index with which a browser searches a site: words and where they are. It is made of what
//! documents tell, which has no secrets.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value, json};

use super::parts::{address_of, items, text};
use super::record::body;
use super::source::Place;

/// How much a word counts in a title, and in an abstract or tag.
const TITLE: usize = 6;
const ABSTRACT: usize = 3;
/// How often a word counts in a text, at most.
const OFTEN: usize = 4;
/// The longest word, in characters; people do not type longer ones.
const WORD: usize = 40;
/// The size of a part of the words, in bytes of what is written of them.
const PART: usize = 200_000;

/// The files of the index of records, by their names below the folder of the pages.
///
/// `search.json` has what is shown of each record in `docs`, in order, and the first word of each
/// part of the words in `parts`. `words/NTH.json` is such a part: for each word the places in `docs`,
/// each followed by how much the word counts there. So a browser loads only the parts that it asks for.
pub(super) fn index(records: &[Value]) -> Vec<(String, String)> {
    let mut docs = Vec::with_capacity(records.len());
    let mut words: HashMap<String, Vec<usize>> = HashMap::new();
    for (nth, record) in records.iter().enumerate() {
        docs.push(json!([
            address_of(Place::Site, text(record, "id")),
            text(record, "title"),
            text(record, "kind"),
            text(record, "status"),
            text(record, "updated"),
            record["tags"],
            record["freshness"]["state"],
        ]));
        for (word, weight) in counted(record) {
            words.entry(word).or_default().extend([nth, weight]);
        }
    }
    let mut words: Vec<(String, Vec<usize>)> = words.into_iter().collect();
    // As scripts compare texts.
    words.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
    let (mut files, mut firsts) = (Vec::new(), Vec::new());
    let mut words = words.into_iter().peekable();
    while let Some((first, _)) = words.peek() {
        firsts.push(first.clone());
        let (mut part, mut size) = (Map::new(), 0);
        while size < PART
            && let Some((word, places)) = words.next()
        {
            let places = Value::from(places);
            size += word.len() + places.to_string().len();
            part.insert(word, places);
        }
        let name = format!("words/{}.json", files.len());
        files.push((name, format!("{}\n", Value::Object(part))));
    }
    let whole = format!("{}\n", json!({"docs": docs, "parts": firsts}));
    files.push(("search.json".to_owned(), whole));
    files
}

/// The words of a record, and how much each counts in it.
fn counted(record: &Value) -> BTreeMap<String, usize> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
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
