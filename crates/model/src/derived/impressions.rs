//! `impressions.jsonl`: one line a record, for cheap scanning. Keys and order are those of
//! docs/contract.md, section 4.

use crate::record::{Name, Record};
use git_memory_guard::{Assembly, Clean};

/// The text of the file. Lines are sorted by the id's part after the prefix, so that two branches
/// rarely touch the same place.
#[must_use]
pub fn impressions(records: &[Record]) -> Clean {
    let mut sorted: Vec<&Record> = records.iter().filter(|it| !it.is_about_folder()).collect();
    sorted.sort_unstable_by(|a, b| {
        // Sorted by prefix, all new decisions would come to the same place, where branches
        // conflict.
        let (left, right) = (&a.header.id, &b.header.id);
        (place_of(a), left, &a.path).cmp(&(place_of(b), right, &b.path))
    });
    // Approximate size of a line: copying a growing text would cost more than the lines.
    let mut out = Assembly::with_capacity(records.len() * 384);
    for record in sorted {
        line(&mut out, record);
    }
    out.finish()
}

/// Key by which a line is sorted: the id's part after the prefix, or a page's path.
fn place_of(record: &Record) -> &str {
    match &record.header.id {
        Name::Id(id) => id.random_part(),
        Name::Path(path) => path.as_str(),
    }
}

fn line(out: &mut Assembly, record: &Record) {
    let header = &record.header;
    out.literal("{\"id\":");
    match &header.id {
        Name::Id(id) => out.literal("\"").token(id).literal("\""),
        Name::Path(path) => out.path_json(path),
    };
    out.literal(",\"kind\":\"");
    out.literal(record.kind_name());
    out.literal("\",\"scope\":\"");
    out.token(&header.scope);
    out.literal("\",\"title\":");
    out.json(&header.title);
    out.literal(",\"status\":");
    out.json(&header.status);
    out.literal(",\"keywords\":[");
    out.json_words(&header.keywords);
    out.literal("],\"record_path\":");
    out.path_json(&record.path);
    out.literal(",\"updated\":");
    match header.updated {
        Some(day) => out.literal("\"").token(&day).literal("\""),
        None => out.literal("null"),
    };
    out.literal("}\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::{KEYS, Shown};
    use crate::record::sample;

    #[test]
    fn lines_have_exactly_the_promised_keys_and_order() {
        let record = |id: &str| {
            sample::record(
                &format!("memory/decisions/{id}.md"),
                id,
                "Say \"no\"",
                "status: active",
                "Body text.\n",
            )
        };
        let text = impressions(&[record("dec-zzzzzz"), record("dec-aaaaaa")]).into_string();
        let first = r#"{"id":"dec-aaaaaa","kind":"decision","scope":"project","title":"Say \"no\"","status":"active","#
            .to_owned()
            + r#""keywords":["say","body","text"],"record_path":"memory/decisions/dec-aaaaaa.md","updated":"2026-01-01"}"#;
        assert_eq!(text.lines().next(), Some(first.as_str()));
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn a_line_shows_the_keys_that_the_table_says() {
        let record = sample::record(
            "memory/notes/a.md",
            "note-aaaaaa",
            "T",
            "status: active",
            "",
        );
        let line = impressions(&[record]).into_string();
        let line: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&line).unwrap();
        for key in KEYS {
            let is_shown = key.shown.contains(&Shown::Impressions);
            assert_eq!(line.contains_key(key.name), is_shown, "{}", key.name);
        }
    }
}
