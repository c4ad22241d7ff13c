//! Writes texts and values on one line, so that every YAML reader reads them back unchanged.

use std::fmt::Write as _;

use serde_json::Value as Json;

use crate::is_hidden;

/// A text as a YAML scalar on one line: plain if every YAML reader takes it for this text, else in
/// double quotes.
#[must_use]
pub fn scalar(text: &str, in_list: bool) -> String {
    if is_plain(text, in_list) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

fn is_plain(text: &str, in_list: bool) -> bool {
    // YAML 1.1, which many readers still speak, takes these for truths.
    const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    let starts_well = text
        .chars()
        .next()
        .is_some_and(|c| c.is_alphanumeric() || "/_(".contains(c));
    // YAML 1.1 readers take digits with dots, colons, signs or letters for numbers, times and
    // dates.
    let looks_like_number = text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains(' ');
    starts_well
        && !looks_like_number
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text
            .chars()
            .any(|c| is_hidden(c) || matches!(c, '\t' | '\n' | '\r' | '\u{85}'))
        && !(in_list && text.contains([',', '[', ']', '{', '}', ':', '?']))
}

/// A value of JSON as YAML on one line.
#[must_use]
pub fn flow(value: &Json) -> String {
    match value {
        Json::String(text) => quoted(text),
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Json::Object(entries) => {
            let mut out = Vec::new();
            for (key, value) in entries {
                out.push(format!("{}: {}", quoted(key), flow(value)));
            }
            format!("{{{}}}", out.join(", "))
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => value.to_string(),
    }
}

/// A text in double quotes.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            // Spelled out, so that a reviewer sees the hidden character in the diff. Writing to a
            // String cannot fail.
            c if is_hidden(c) && u32::from(c) > 0xffff => {
                let _ = write!(out, "\\U{:08x}", u32::from(c));
            }
            c if is_hidden(c) => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
