//! Documents as short text, for clients that show text alone to the model: what an answer says,
//! without the keys. Programs have the structured content beside it.

use serde_json::{Map, Value};

use git_memory_model::record::front_matter::front_matter_and_body;

/// Keys that name an item, in this order.
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
/// Keys that need no word: each says how the answer came about, or where its text comes from.
const KNOWN: [&str; 22] = [
    "_meta",
    "blob",
    "chars",
    "created",
    "document_path",
    "explanation",
    "freshness",
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
    let notes = notes(object);
    let mut lines = Vec::new();
    match (head.is_empty(), notes.is_empty()) {
        (true, true) => {}
        (true, false) => lines.push(notes),
        (false, true) => lines.push(head),
        (false, false) => lines.push(format!("{head} ({notes})")),
    }
    for said in texts(object) {
        lines.extend(said.trim_end().lines().map(str::to_owned));
    }
    for (nth, line) in lines.iter().enumerate() {
        let indent = if nth > 0 && !line.is_empty() {
            indent
        } else {
            ""
        };
        text.extend([indent, line, "\n"]);
    }
    for (key, value) in object {
        if !KNOWN.contains(&key.as_str()) {
            held(key, value, indent, text);
        }
    }
}

/// The other keys of an object, on one line.
fn notes(object: &Map<String, Value>) -> String {
    let mut notes = Vec::new();
    for (key, value) in object {
        let silent = [&NAMES[..], &TEXTS, &KNOWN];
        if silent.iter().any(|keys| keys.contains(&key.as_str())) {
            continue;
        }
        if let Some(value) = note(value) {
            let says_all = PLAIN.contains(&key.as_str());
            let key = key.replace('_', " ");
            notes.push(if says_all {
                value
            } else {
                format!("{key} {value}")
            });
        }
    }
    notes.join(", ")
}

/// The texts of an object, each once: the abstract is part of a file, whose front matter is said in
/// the notes.
fn texts(object: &Map<String, Value>) -> Vec<&str> {
    let mut texts = Vec::new();
    for key in TEXTS {
        let Some(text) = object.get(key).and_then(Value::as_str) else {
            continue;
        };
        match key {
            "description" if object.contains_key("content") => {}
            "content" => texts.push(front_matter_and_body(text).1.trim_start()),
            _ => texts.push(text),
        }
    }
    texts
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

    #[test]
    fn an_answer_is_said_without_its_keys() {
        for (document, text) in [
            (
                r#"{"left_out": 2, "view": {"of": "x"}, "hits": [{"id": "dec-1", "status": "active",
                    "title": "Use one queue", "confidence": "high", "snippet": "One **queue**."}]}"#,
                "left out 2\n- dec-1 Use one queue (high, active)\n  One **queue**.\n",
            ),
            (
                r##"{"id": "dec-1", "title": "Use one queue", "content": "# A\n\nB\n"}"##,
                "dec-1 Use one queue\n# A\n\nB\n",
            ),
            (
                r#"{"results": [{"path": "a", "is_allowed": false, "hints": [{"text": "ask"}]}]}"#,
                "results:\n- is allowed false, path a\n  hints:\n  - ask\n",
            ),
            (
                r#"{"warnings": ["x"], "defaults": {"lessons_t0": [{"id": "les-1", "name": "No"}]}}"#,
                "warnings x\ndefaults:\nlessons t0:\n- les-1 No\n",
            ),
            (
                r#"{"schema_version": 1, "hits": [], "near": []}"#,
                "nothing\n",
            ),
        ] {
            assert_eq!(plain(&serde_json::from_str(document).unwrap()), text);
        }
    }
}
