//! Documents as short text, for clients that show text alone to the model: what an answer says,
//! without the keys. Programs have the structured content beside it.

use serde_json::{Map, Value};

/// What names an item, in this order.
const NAMES: [&str; 3] = ["id", "title", "name"];
/// The texts of an item, in this order; each stands on lines of its own.
const TEXTS: [&str; 12] = [
    "scope_overview_t1",
    "overview_t1",
    "folder_structure",
    "description",
    "reason",
    "snippet",
    "body_t1",
    "text",
    "content",
    "ours",
    "theirs",
    "rest",
];
/// What is known without a word: it says how the answer came about, or where its text comes from.
const KNOWN: [&str; 22] = [
    "_meta",
    "blob",
    "chars",
    "created",
    "document_path",
    "explanation",
    "ground",
    "kind",
    "lines",
    "more",
    "record_path",
    "schema_version",
    "scope",
    "score",
    "source",
    "texts",
    "tokens",
    "updated",
    "view",
    "why",
    "near_paths",
    "category",
];
/// Notes whose value says all.
const PLAIN: [&str; 3] = ["confidence", "outcome", "status"];

/// A document as text.
pub(crate) fn plain(document: &Value) -> String {
    let mut text = String::new();
    match document {
        Value::Object(object) => item(object, "", &mut text),
        other => text = other.to_string(),
    }
    if text.is_empty() {
        text.push_str("nothing\n");
    }
    text
}

/// An object: its names and notes on one line, then its texts, then what it holds.
fn item(object: &Map<String, Value>, indent: &str, text: &mut String) {
    let names = NAMES.iter().filter_map(|name| object.get(*name)?.as_str());
    let head = names.collect::<Vec<_>>().join(" ");
    let mut notes = Vec::new();
    for (key, value) in object {
        let is_other = [&NAMES[..], &TEXTS, &KNOWN]
            .iter()
            .all(|keys| !keys.contains(&key.as_str()));
        if is_other && let Some(value) = note(value) {
            notes.push(match PLAIN.contains(&key.as_str()) {
                true => value,
                false => format!("{} {value}", key.replace('_', " ")),
            });
        }
    }
    let notes = notes.join(", ");
    match (head.is_empty(), notes.is_empty()) {
        (true, true) => {}
        (true, false) => text.extend([&notes, "\n"]),
        (false, true) => text.extend([&head, "\n"]),
        (false, false) => text.extend([&head, " (", &notes, ")\n"]),
    }
    for key in TEXTS {
        if let Some(said) = object.get(key).and_then(Value::as_str) {
            for line in said.trim_end().lines() {
                text.extend([indent, line, "\n"]);
            }
        }
    }
    for (key, value) in object {
        if !KNOWN.contains(&key.as_str()) {
            held(key, value, indent, text);
        }
    }
}

/// A scalar, or a list of texts, as a note; nothing where it says nothing.
fn note(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(items) if !items.is_empty() => {
            let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            texts.map(|texts| texts.join(", "))
        }
        _ => None,
    }
}

/// A list of objects, or an object, below its name.
fn held(key: &str, value: &Value, indent: &str, text: &mut String) {
    let named = |text: &mut String| {
        text.extend([indent, &key.replace('_', " "), ":\n"]);
    };
    match value {
        Value::Array(items) if items.iter().any(Value::is_object) => {
            // Hits need no heading: they are what was asked for.
            if key != "hits" {
                named(text);
            }
            let inner = format!("{indent}  ");
            for object in items.iter().filter_map(Value::as_object) {
                text.extend([indent, "- "]);
                item(object, &inner, text);
            }
        }
        Value::Object(object) if !object.is_empty() => {
            named(text);
            item(object, indent, text);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_is_said_without_its_keys() {
        for (document, text) in [
            (
                json!({"schema_version": 1, "left_out": 2, "view": {"of": "work tree"}, "hits": [
                    {"id": "dec-7k3m9q", "title": "Use one queue", "status": "active", "confidence": "sure",
                     "snippet": "One **queue**.", "record_path": "memory/decisions/a.md"}]}),
                "left out 2\n- dec-7k3m9q Use one queue (sure, active)\n  One **queue**.\n",
            ),
            (
                json!({"schema_version": 1, "id": "dec-7k3m9q", "title": "Use one queue", "content": "# A\n\nB\n"}),
                "dec-7k3m9q Use one queue\n# A\n\nB\n",
            ),
            (
                json!({"schema_version": 1, "results": [
                    {"path": ".git/config", "is_allowed": false, "reason": "it is git's", "hints": []}]}),
                "results:\n- is allowed false, path .git/config\n  it is git's\n",
            ),
            (
                json!({"scope": "project", "warnings": ["a is broken"], "defaults": {"lessons_t0": [
                    {"id": "les-1", "name": "Look twice", "description": "It broke."}]}}),
                "warnings a is broken\ndefaults:\nlessons t0:\n- les-1 Look twice\n  It broke.\n",
            ),
            (
                json!({"schema_version": 1, "hits": [], "near": []}),
                "nothing\n",
            ),
        ] {
            assert_eq!(plain(&document), text);
        }
    }
}
