//! The index with which a browser searches a site: words and where they are, made for few bytes.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use serde_json::{Map, Value, json};

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
/// How much a word counts in a record, at most: the last letter for it.
const MOST: u32 = 21;
/// The size of a part of the words, in bytes of what is written of them.
const PART: usize = 60_000;
/// The last hexadecimal digit of each step. No run of what is written is as long as a token: an
/// index of plain base 64 looks like secrets, and is redacted.
const LAST: &[u8; 16] = b"!#$()*,;?^|~[]{}";

/// The files of the index of records, by their names below the folder of the pages.
///
/// `search.json` has what is shown of each record in `docs`, in order, and the first word of each
/// part of the words in `parts`. `words/NTH.json` is such a part: for each word the places in `docs`
/// as steps from the one before, hexadecimal, with a sign for the last digit ([`LAST`]), followed by
/// how much the word counts there, `g` for 2 and so on, where it is more than 1. So a browser need
/// not load what nobody asks for.
pub(super) fn index(records: &[Value]) -> Vec<(String, String)> {
    let mut docs = Vec::with_capacity(records.len());
    let mut words: HashMap<String, Places> = HashMap::new();
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
            let places = words.entry(word).or_default();
            places.add(nth, weight);
        }
    }
    let mut words: Vec<(String, Places)> = words.into_iter().collect();
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
            size += word.len() + places.written.len();
            part.insert(word, places.written.into());
        }
        let name = format!("words/{}.json", files.len());
        files.push((name, format!("{}\n", Value::Object(part))));
    }
    let whole = format!("{}\n", json!({"docs": docs, "parts": firsts}));
    files.push(("search.json".to_owned(), whole));
    files
}

/// Where a word is.
#[derive(Default)]
struct Places {
    written: String,
    last: usize,
}

impl Places {
    fn add(&mut self, nth: usize, weight: u32) {
        let step = nth - self.last;
        self.last = nth;
        if step >= LAST.len() {
            // Into a text, which takes everything.
            let _ = write!(self.written, "{:x}", step / LAST.len());
        }
        self.written.push(char::from(LAST[step % LAST.len()]));
        let letter = (2..=MOST)
            .zip('g'..='z')
            .find(|(known, _)| *known == weight.min(MOST));
        self.written.extend(letter.map(|(_, letter)| letter));
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_steps_and_weights() {
        let mut places = Places::default();
        for (nth, weight) in [(0, 1), (1, 2), (16, 21), (33, 99), (4129, 1)] {
            places.add(nth, weight);
        }
        assert_eq!(places.written, "!#g}z1#z100!");
    }
}
