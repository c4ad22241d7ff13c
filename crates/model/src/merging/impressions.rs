//! Merging `impressions.jsonl`: a line for each id.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::keyed;
use super::texts::Texts;
use crate::record::RecordId;

/// Fields of a line that the merge needs.
#[derive(Deserialize)]
struct Impression {
    id: String,
    record_path: String,
    updated: Option<String>,
}

/// A line with the value that counts if both sides have another one: the later day.
type Line<'a> = (Option<String>, &'a str);

/// Key by which the lines are sorted, as in making the file.
type Place = (String, String);

/// The file with the lines of both sides, by the ids of the records that they are about.
pub(crate) fn merge(texts: &Texts<'_>) -> String {
    let [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map(lines);
    let merged = keyed::merge(&base, &ours, &theirs);
    let mut out = String::new();
    for (_, line) in merged.into_values().flatten() {
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The lines of each id. Two records have one id only until a user follows `check`.
fn lines(text: &str) -> BTreeMap<Place, Vec<Line<'_>>> {
    let mut lines: BTreeMap<Place, Vec<(String, Line<'_>)>> = BTreeMap::new();
    for line in text.lines() {
        // A line that is not an impression is a mark of an earlier merge with a conflict.
        let Ok(impression) = serde_json::from_str::<Impression>(line) else {
            continue;
        };
        let place = match impression.id.parse::<RecordId>() {
            Ok(id) => id.random_part().to_owned(),
            Err(_) => impression.record_path.clone(),
        };
        let of_id = lines.entry((place, impression.id)).or_default();
        of_id.push((impression.record_path, (impression.updated, line)));
    }
    let mut sorted = BTreeMap::new();
    for (place, mut of_id) in lines {
        of_id.sort();
        of_id.dedup();
        sorted.insert(place, of_id.into_iter().map(|(_, line)| line).collect());
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derived::impressions;
    use crate::record::{Record, sample};

    fn record(id: &str, title: &str) -> Record {
        sample::record(&format!("memory/notes/{id}.md"), id, title, "", "")
    }

    #[test]
    fn the_merge_is_what_the_records_of_both_sides_give() {
        let ids = ["note-aaaaaa", "note-bbbbbb", "dec-cccccc"];
        let [a, b, c] = ids.map(|id| record(id, "T"));
        let page = sample::record("memory/notes/page.md", "note-dddddd", "P", "", "");
        let changed = record("note-aaaaaa", "U");
        let file = |records: &[&Record]| {
            let records: Vec<Record> = records.iter().map(|record| (*record).clone()).collect();
            impressions(&records).into_string()
        };
        let base = file(&[&a, &b]);
        let (ours, theirs) = (file(&[&changed, &b, &page]), file(&[&a, &c]));
        let expected = file(&[&changed, &page, &c]);
        for (ours, theirs) in [(&ours, &theirs), (&theirs, &ours)] {
            let texts = Texts {
                base: &base,
                ours,
                theirs,
            };
            assert_eq!(merge(&texts), expected);
        }
    }
}
