//! The index with which a browser searches a site: what the server's index knows of the words of
//! each record, so that the script (assets/search.js) finds the same order. It is made of what
//! documents tell, which has no secrets.

use std::collections::{BTreeMap, HashMap};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::parts::{address_of, updated};
use super::rows::{told, words};
use super::source::{Place, Source};
use git_memory_app::recall::for_browsers::{Searched, searched};
use git_memory_app::records::show::Shown;
use git_memory_app::workspace::Error;
use git_memory_model::kind::Lifecycle;
use git_memory_model::record::Name;

/// The size of a part of the words, in bytes of what is written of them.
const PART: usize = 50_000;
/// The size of a part of the texts: a search asks for those of the hits, wherever they are.
const TEXTS: usize = 16_000;

/// The files of the index of records, by their names below the folder of the pages.
///
/// `search.json` has what is shown and counted of each record in `docs`, the first word of each part
/// of the words in `words`, the first record of each part of the texts in `orders` and `texts`, and
/// the words that tell nothing in `small`. A browser loads only the parts that it asks for:
/// - `words/NTH.json`: for each word the places in `docs`, each followed by its weight there; before
///   them, or in their place, the stems of the word where it is not its own.
/// - `orders/NTH.json`: for each record its words in order, three bytes each, in Base64.
/// - `texts/NTH.json`: for each record its abstract, and its text on one line.
///
/// # Errors
/// A language setting without a stemmer.
pub(super) fn index(source: &Source, records: &[Shown]) -> Result<Vec<(String, String)>, Error> {
    let texts: Vec<String> = records.iter().map(|it| source.told(&it.text)).collect();
    let read = texts.iter().map(String::as_str).zip(records);
    let read = read.map(|(text, shown)| (text, shown.record.is_page()));
    let all = searched(source.workspace, source.revision.as_deref(), read)?;
    let mut entries: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for (form, stems) in all.stems {
        let stems: Vec<String> = stems.into_iter().collect();
        entries.insert(form, vec![stems.join(" ").into()]);
    }
    for (nth, record) in all.records.iter().enumerate() {
        for (word, weight) in &record.words {
            let entry = entries.entry(word.clone()).or_default();
            entry.extend([nth.into(), (*weight).into()]);
        }
    }
    let mut files = Vec::new();
    let mut entries: Vec<(String, Vec<Value>)> = entries.into_iter().collect();
    // As scripts compare texts.
    entries.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
    let words = parts(&mut files, ("words", PART), entries, |of_part| {
        Value::Object(of_part.into_iter().collect())
    });
    let orders = all.records.iter().map(|it| STANDARD.encode(&it.stream));
    let orders = parts(&mut files, ("orders", TEXTS), orders.enumerate(), listed);
    let lines = records.iter().zip(&all.records).map(|(shown, it)| {
        let about = source.told(&shown.record.header.abstract_line);
        vec![about, it.plain.clone()]
    });
    let lines = parts(&mut files, ("texts", TEXTS), lines.enumerate(), listed);
    let whole = json!({
        "docs": docs(source, records, &all.records),
        "words": words,
        "orders": orders,
        "texts": lines,
        "small": all.small,
    });
    files.push(("search.json".to_owned(), format!("{whole}\n")));
    Ok(files)
}

/// The values of a part, without their places.
fn listed(of_part: Vec<(usize, Value)>) -> Value {
    of_part.into_iter().map(|(_, value)| value).collect()
}

/// Writes entries as files of some size in a folder; returns the key of the first entry of each.
fn parts<K: Clone, T: Into<Value>>(
    files: &mut Vec<(String, String)>,
    (folder, most): (&str, usize),
    entries: impl IntoIterator<Item = (K, T)>,
    written: impl Fn(Vec<(K, Value)>) -> Value,
) -> Vec<K> {
    let mut firsts = Vec::new();
    let mut entries = entries.into_iter().peekable();
    while let Some((first, _)) = entries.peek() {
        firsts.push(first.clone());
        let (mut of_part, mut size) = (Vec::new(), 0);
        while size < most
            && let Some((key, value)) = entries.next()
        {
            let value: Value = value.into();
            size += value.to_string().len();
            of_part.push((key, value));
        }
        let name = format!("{folder}/{}.json", firsts.len() - 1);
        files.push((name, format!("{}\n", written(of_part))));
    }
    firsts
}

/// What is shown and counted of each record.
fn docs(source: &Source, records: &[Shown], all: &[Searched]) -> Vec<Value> {
    let names = records.iter().map(|it| &it.record.header.id);
    let places: HashMap<&Name, usize> = names.enumerate().map(|(nth, id)| (id, nth)).collect();
    let mut docs = Vec::with_capacity(records.len());
    for (shown, searched) in records.iter().zip(all) {
        let (record, header) = (&shown.record, &shown.record.header);
        let tags = header.tags.iter().map(|tag| source.told(tag));
        let successors = header.superseded_by.iter().filter_map(|id| places.get(id));
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
            source.written(header.id.as_str()),
            searched.length,
            past(record.lifecycle()),
            successors.collect::<Vec<_>>(),
        ]));
    }
    docs
}

/// How far a record is from applying: such records lose points.
fn past(lifecycle: Lifecycle) -> u8 {
    match lifecycle {
        Lifecycle::Current | Lifecycle::Proposed => 0,
        Lifecycle::Finished | Lifecycle::Dropped => 1,
        Lifecycle::Superseded => 2,
        Lifecycle::Archived => 3,
    }
}
