//! The index with which a browser searches a site: words and where they are. It is made of what
//! documents tell, which has no secrets.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value, json};

use super::parts::{address_of, updated};
use super::record::body;
use super::rows::{told, words};
use super::source::{Place, Source};
use git_memory_app::records::show::Shown;

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
pub(super) fn index(source: &Source, records: &[Shown]) -> Vec<(String, String)> {
    let mut docs = Vec::with_capacity(records.len());
    let mut places: HashMap<String, Vec<usize>> = HashMap::new();
    for (nth, shown) in records.iter().enumerate() {
        let record = &shown.record;
        let header = &record.header;
        let tags = header.tags.iter().map(|tag| source.told(tag));
        docs.push(json!([
            address_of(Place::Site, &source.written(header.id.as_str())),
            source.told(&header.title),
            record.kind_name(),
            source.told(&header.status),
            updated(record),
            tags.collect::<Vec<_>>(),
            told(
                source,
                words(record.kind(), &header.status, shown.ground.as_ref())
            ),
        ]));
        for (word, weight) in counted(source, shown) {
            places.entry(word).or_default().extend([nth, weight]);
        }
    }
    let mut words: Vec<(String, Vec<usize>)> = places.into_iter().collect();
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
fn counted(source: &Source, shown: &Shown) -> BTreeMap<String, usize> {
    let header = &shown.record.header;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for word in split(body(&source.told(&shown.text))) {
        let count = counts.entry(word).or_default();
        *count = (*count + 1).min(OFTEN);
    }
    for text in header.tags.iter().chain([&header.abstract_line]) {
        for word in split(&source.told(text)) {
            *counts.entry(word).or_default() += ABSTRACT;
        }
    }
    let (title, id) = (
        source.told(&header.title),
        source.written(header.id.as_str()),
    );
    for word in split(&title).chain(split(&id)) {
        *counts.entry(word).or_default() += TITLE;
    }
    counts
}

/// The words of a text, as the page's script splits what is typed.
fn split(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty() && word.chars().count() <= WORD);
    words.map(str::to_lowercase)
}
