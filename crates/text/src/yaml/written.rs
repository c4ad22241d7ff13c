//! Numbers of YAML as they are written: `1.10` is a version, and the number 1.1 is another one.

use std::borrow::Cow;

use serde_yaml::{Mapping, Value};

use super::{quoted, read};

/// Reads a mapping whose numbers are texts if the number would be written in another way: `1.10`,
/// `0x1F` and `1e3` stay, `10` is a number.
///
/// # Errors
/// As [`read`].
pub fn read_as_written(text: &str) -> Result<Mapping, serde_yaml::Error> {
    let values: Mapping = read(text)?;
    // Most front matter has no number at all.
    if !values.iter().any(|(_, value)| has_number(value)) {
        return Ok(values);
    }
    // Quotes may be put into a text of several lines, too: only the numbers are taken from there.
    match read::<Mapping>(&with_quotes(text)) {
        Ok(texts) => Ok(mapping(values, &texts)),
        Err(_) => Ok(values),
    }
}

fn has_number(value: &Value) -> bool {
    match value {
        Value::Number(_) => true,
        Value::Sequence(items) => items.iter().any(has_number),
        Value::Mapping(values) => values.iter().any(|(_, value)| has_number(value)),
        _ => false,
    }
}

/// Values with the texts of their numbers from the same values in quotes.
fn as_written(value: Value, text: &Value) -> Value {
    match (value, text) {
        (Value::Number(number), Value::String(written)) => {
            if number.to_string() == *written {
                Value::Number(number)
            } else {
                Value::String(written.clone())
            }
        }
        (Value::Sequence(items), Value::Sequence(texts)) if items.len() == texts.len() => {
            let pairs = items.into_iter().zip(texts);
            Value::Sequence(pairs.map(|(item, text)| as_written(item, text)).collect())
        }
        (Value::Mapping(values), Value::Mapping(texts)) => Value::Mapping(mapping(values, texts)),
        (value, _) => value,
    }
}

fn mapping(values: Mapping, texts: &Mapping) -> Mapping {
    let mut written = Mapping::new();
    for (key, value) in values {
        let value = match texts.get(&key) {
            Some(text) => as_written(value, text),
            None => value,
        };
        written.insert(key, value);
    }
    written
}

/// The lines of a text with quotes around each value, and each item of a list, that may be a number.
fn with_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        let start = value_start(content);
        let (head, value) = content.split_at(start);
        out.push_str(head);
        let list = value
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        match list {
            // Of a comma in quotes the two parts are no list of the same length.
            Some(items) if !items.contains(['[', '{']) => {
                let items: Vec<Cow<'_, str>> = items.split(',').map(number_quoted).collect();
                out.extend(["[", &items.join(", "), "]"]);
            }
            _ => out.push_str(&number_quoted(value)),
        }
        out.push_str(&line[content.len()..]);
    }
    out
}

/// The place of the value in a line `key: value` or `- value`.
fn value_start(line: &str) -> usize {
    let mut start = line.len() - line.trim_start().len();
    while line[start..].starts_with("- ") {
        start = line.len() - line[start + 1..].trim_start().len();
    }
    match line[start..].find(": ") {
        Some(colon) => line.len() - line[start + colon + 1..].trim_start().len(),
        None => start,
    }
}

/// A value in quotes if it begins as a number does, and is one word; a comment after it stays.
fn number_quoted(value: &str) -> Cow<'_, str> {
    let value = value.trim();
    let (word, rest) = match value.find(" #") {
        Some(at) => (value[..at].trim_end(), &value[at..]),
        None => (value, ""),
    };
    let digits = word.trim_start_matches(['+', '-', '.']);
    let is_number = digits.starts_with(|letter: char| letter.is_ascii_digit())
        && !word.contains(char::is_whitespace);
    if is_number {
        Cow::Owned(quoted(word) + rest)
    } else {
        Cow::Borrowed(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_written_counts() {
        for (text, expected) in [
            ("a: 1.10", "a: '1.10'"),
            ("a: 1.10 # the version", "a: '1.10'"),
            (
                "a: [1.10, 0x1F, 1e3, 10, x]",
                "a: ['1.10', '0x1F', '1e3', 10, x]",
            ),
            ("a:\n  - 1.10\n  - 2\n", "a: ['1.10', 2]"),
            ("a:\n- +1\n- b: 3.0\n", "a: ['+1', {b: 3.0}]"),
            (
                "a: |\n  b: 1.10\n  - 1.0\nc: 1.0\n",
                "a: \"b: 1.10\\n- 1.0\\n\"\nc: 1.0",
            ),
            (
                "a: '1.10'\nb: 2024-01-01\nc: 7\n",
                "a: '1.10'\nb: '2024-01-01'\nc: 7",
            ),
            ("a: {b: 1.10}", "a: {b: 1.1}"),
            ("a: [[1.10], \"x, 1.0\"]", "a: [[1.1], 'x, 1.0']"),
        ] {
            let expected: Mapping = read(expected).unwrap();
            assert_eq!(read_as_written(text).unwrap(), expected, "{text}");
        }
        assert!(read_as_written("a: [1").is_err());
    }

    proptest! {
        #[test]
        fn only_numbers_become_texts(text in "([a-z]: |- |  |\n|1|[.]|0x|#|[|]|,|\"|'|[a-z]|[|]\n){0,24}") {
            if let Ok(values) = read::<Mapping>(&text) {
                let written = read_as_written(&text).unwrap();
                prop_assert_eq!(values.len(), written.len());
                for ((_, value), (_, other)) in values.iter().zip(&written) {
                    prop_assert!(value == other || has_number(value), "{}", text);
                }
            }
        }
    }
}
