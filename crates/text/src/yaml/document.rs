//! Answers as YAML that every reader takes for the same: words and numbers that YAML 1.1 readers
//! take for truths or dates are quoted, which no library does.

use serde_yaml::Value;

use super::{quoted, scalar};
use crate::is_hidden;

/// A value as a document, with its last line end.
#[must_use]
pub fn document(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value, 0);
    text.trim_start_matches('\n').to_owned()
}

/// Writes a value after its key or dash; a value of several lines begins on the next one.
fn write(text: &mut String, value: &Value, indent: usize) {
    match value {
        Value::Mapping(map) if !map.is_empty() => {
            for (nth, (key, value)) in map.iter().enumerate() {
                begin(text, nth, indent);
                text.push_str(&word(key));
                text.push(':');
                write(text, value, indent + 2);
            }
        }
        Value::Sequence(items) if !items.is_empty() => {
            for (nth, item) in items.iter().enumerate() {
                begin(text, nth, indent);
                text.push('-');
                write(text, item, indent + 2);
            }
        }
        // At the edge of the page its lines could be marks of YAML's own.
        Value::String(lines) if indent > 0 && is_block(lines) => {
            text.push_str(" |-\n");
            for line in lines.lines() {
                text.push_str(&" ".repeat(if line.is_empty() { 0 } else { indent }));
                text.push_str(line);
                text.push('\n');
            }
        }
        other => {
            text.push(' ');
            text.push_str(&word(other));
            text.push('\n');
        }
    }
}

/// A key, or a value of one line; a list or mapping is empty here.
fn word(value: &Value) -> String {
    match value {
        Value::String(line) if line.contains('\n') => quoted(line),
        Value::String(line) => scalar(line, false),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::Mapping(_) => "{}".to_owned(),
        Value::Sequence(_) => "[]".to_owned(),
        _ => "null".to_owned(),
    }
}

/// Begins an entry: the first one of a list's item follows its dash.
fn begin(text: &mut String, nth: usize, indent: usize) {
    if nth == 0 && text.ends_with('-') {
        text.push(' ');
        return;
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&" ".repeat(indent));
}

/// True if lines can be written unchanged below their key.
fn is_block(text: &str) -> bool {
    // Readers guess the indentation from the first line, and fold or drop other line ends.
    let is_odd = |c: char| c != '\n' && (is_hidden(c) || matches!(c, '\t' | '\r' | '\u{85}'));
    text.contains('\n')
        && !text.starts_with([' ', '\n'])
        && !text.ends_with('\n')
        && !text.chars().any(is_odd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ambiguous_values_are_quoted() {
        let value: Value = serde_yaml::from_str(
            "{a: 'yes', 'on': '2026-01-01', b: [x, ['1e3', {c: null, d: {}}], []], e: \"one\\n  two\\n\\nthree\", f: \"a\\n\", g: 7}",
        )
        .unwrap();
        let expected = "a: \"yes\"\n\"on\": \"2026-01-01\"\nb:\n  - x\n  - - \"1e3\"\n    - c: null\n      d: {}\n  - []\n\
            e: |-\n  one\n    two\n\n  three\nf: \"a\\n\"\ng: 7\n";
        assert_eq!(document(&value), expected);
        assert_eq!(serde_yaml::from_str::<Value>(expected).unwrap(), value);
    }

    fn values() -> impl Strategy<Value = Value> {
        let text = prop_oneof![
            "\\PC{0,12}",
            "(\\PC| |\n|#|:|-){0,20}",
            Just("no".to_owned())
        ]
        .prop_map(Value::String);
        let leaf = prop_oneof![text, any::<bool>().prop_map(Value::Bool), Just(Value::Null)];
        leaf.prop_recursive(3, 24, 4, |inner| {
            let list = prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Sequence);
            let map = prop::collection::btree_map("[a-z]{1,6}|\\PC{1,4}", inner, 0..4);
            let map = map.prop_map(|map| {
                Value::Mapping(
                    map.into_iter()
                        .map(|(k, v)| (Value::String(k), v))
                        .collect(),
                )
            });
            prop_oneof![list, map]
        })
    }

    proptest! {
        #[test]
        fn a_document_reads_back(value in values()) {
            let text = document(&value);
            prop_assert_eq!(serde_yaml::from_str::<Value>(&text).unwrap(), value, "{}", text);
        }
    }
}
