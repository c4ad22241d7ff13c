//! Front matter as people type it: a value with signs that have a meaning in YAML is quoted, so
//! that writers need not know them.

use serde_yaml::{Mapping, Value};

use super::front_matter::{self, Parts};
use super::patch::{Field, line as written};
use crate::keys::{self, Key};
use git_memory_text::yaml;
use git_memory_text::yaml::scalar;

/// The keys whose value is one text.
const TEXTS: [&Key; 8] = [
    &keys::TITLE,
    &keys::DESCRIPTION,
    &keys::STATUS,
    &keys::SCOPE,
    &keys::CATEGORY,
    &keys::SOURCE,
    &keys::OWNER,
    &keys::NEXT_TRIGGER,
];
/// The keys whose value is a list of texts.
const LISTS: [&Key; 3] = [&keys::TAGS, &keys::PATHS, &keys::ALIAS];

/// A text whose front matter has the values that its writer typed: values that YAML reads as
/// something else are quoted. Lines that `before` has, too, stay unchanged, and so do invalid
/// lines.
#[must_use]
pub fn quoted(text: &str, before: &str) -> String {
    let Ok(parts) = front_matter::split(text) else {
        return text.to_owned();
    };
    let mut yaml = String::new();
    let mut is_list = false;
    for line in text[parts.yaml.clone()].split_inclusive('\n') {
        // A comment after a value was there before, or is the writer's own.
        let is_known = before.lines().any(|known| known == line.trim_end());
        match quoted_line(line, is_list, &parts) {
            Some(quoted) if !is_known => yaml.push_str(&quoted),
            _ => yaml.push_str(line),
        }
        is_list = is_list_key(line) || (is_list && is_item(line));
    }
    let changed = format!(
        "{}{yaml}{}",
        &text[..parts.yaml.start],
        &text[parts.yaml.end..]
    );
    // A line may be a part of a value of several lines: then it was not ours to change.
    match yaml::read::<Mapping>(&yaml) {
        Ok(_) => changed,
        Err(_) => text.to_owned(),
    }
}

/// A line with its value quoted, if necessary.
fn quoted_line(line: &str, is_list: bool, parts: &Parts) -> Option<String> {
    if is_list && is_item(line) {
        let dash = line.find('-')? + 1;
        let item = line[dash..].trim();
        // An item with a key before a colon may be meant so, but no list here has such items.
        let is_text = yaml::read::<Value>(item).is_ok_and(|value| is_scalar(&value));
        let is_right = is_text && !has_number_sign(item);
        return (!is_right && !item.is_empty())
            .then(|| format!("{} {}{}", &line[..dash], scalar(item, true), parts.newline));
    }
    let (name, value) = line.split_once(':')?;
    let value = value.trim();
    if value.is_empty() || value.starts_with(['|', '>']) {
        return None;
    }
    let read = yaml::read::<Mapping>(line);
    let read = read.ok().and_then(|read| read.get(name).cloned());
    if is_named(&TEXTS, name) {
        let is_right = read.is_some_and(|value| is_scalar(&value)) && !has_number_sign(value);
        return (!is_right).then(|| written(name, &Field::Text(value.to_owned()), parts.newline));
    }
    if is_named(&LISTS, name) {
        let is_right = match read {
            Some(Value::Sequence(items)) => items.iter().all(is_scalar),
            Some(value) => is_scalar(&value) && !has_number_sign(value_text(line)),
            None => false,
        };
        return (!is_right).then(|| written(name, &list(value), parts.newline));
    }
    None
}

fn value_text(line: &str) -> &str {
    match line.split_once(':') {
        Some((_, value)) => value.trim(),
        None => line,
    }
}

/// The items of a list as it was typed, with or without brackets.
fn list(value: &str) -> Field {
    let inner = value
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let Some(inner) = inner else {
        return Field::List(vec![value.to_owned()]);
    };
    let mut items = Vec::new();
    for item in inner.split(',') {
        let item = item.trim().trim_matches(['"', '\'']);
        if !item.is_empty() {
            items.push(item.to_owned());
        }
    }
    Field::List(items)
}

/// True if YAML takes the end of an unquoted value for a comment where a writer means a number:
/// `Fix #12`.
fn has_number_sign(value: &str) -> bool {
    if value.starts_with(['"', '\'', '[', '{']) {
        return false;
    }
    let mut signs = value.match_indices(" #");
    signs.any(|(at, _)| value[at + 2..].starts_with(|c: char| c.is_alphanumeric()))
}

fn is_scalar(value: &Value) -> bool {
    !matches!(
        value,
        Value::Mapping(_) | Value::Sequence(_) | Value::Tagged(_) | Value::Null
    )
}

fn is_named(keys: &[&Key], name: &str) -> bool {
    keys.iter()
        .any(|key| key.names().any(|known| known == name))
}

fn is_list_key(line: &str) -> bool {
    match line.split_once(':') {
        Some((name, value)) => value.trim().is_empty() && is_named(&LISTS, name),
        None => false,
    }
}

fn is_item(line: &str) -> bool {
    line.trim_start().starts_with("- ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn front(lines: &str) -> String {
        format!("---\n{lines}\n---\nBody\n")
    }

    #[test]
    fn values_with_signs_of_yaml_are_quoted() {
        for (typed, expected) in [
            ("title: Queue: one for all", "title: \"Queue: one for all\""),
            ("title: @home", "title: \"@home\""),
            ("title: *bold* words", "title: \"*bold* words\""),
            ("title: [x] done", "title: \"[x] done\""),
            ("title: {a}", "title: \"{a}\""),
            ("title: \"a\" and b", "title: \"\\\"a\\\" and b\""),
            ("title: Fix #12 now", "title: \"Fix #12 now\""),
            ("title: 100% %x", "title: 100% %x"),
            ("title: `code`", "title: \"`code`\""),
            ("title: - x", "title: \"- x\""),
            ("title: Plain words", "title: Plain words"),
            ("title: 'One'   # the title", "title: 'One'   # the title"),
            ("title: One # a word", "title: One # a word"),
            ("tags: [a, b]", "tags: [a, b]"),
            ("tags: [#one, b: c]", "tags: [\"#one\", \"b: c\"]"),
            ("paths: *.rs", "paths: [\"*.rs\"]"),
            ("paths: [*.rs, src/**]", "paths: [\"*.rs\", src/**]"),
            ("paths:\n  - *.rs\n  - src", "paths:\n  - \"*.rs\"\n  - src"),
            ("paths:\n- :!x: y\n- src", "paths:\n- \":!x: y\"\n- src"),
            ("description: |\n  a: b\n  c", "description: |\n  a: b\n  c"),
            ("other: {a: 1}", "other: {a: 1}"),
            ("other: a: b", "other: a: b"),
        ] {
            assert_eq!(quoted(&front(typed), ""), front(expected), "{typed}");
        }
    }

    #[test]
    fn lines_that_were_there_stay() {
        let known = front("title: Fix #12");
        assert_eq!(quoted(&known, &known), known);
        let text = "no front matter: a: b\n";
        assert_eq!(quoted(text, ""), text);
    }

    proptest! {
        #[test]
        fn a_title_of_any_letters_is_kept(title in "[!-~][ -~]{0,30}[!-~]") {
            // Block marks and quoted or commented values are meant as YAML.
            prop_assume!(!title.starts_with(['|', '>', '"', '\'', '#', '&', '!', '[', '{']));
            prop_assume!(!title.contains(" #"));
            let text = quoted(&front(&format!("title: {title}")), "");
            let parts = front_matter::split(&text).unwrap();
            let values = front_matter::mapping(&text, &parts).unwrap();
            let value = values.get("title").unwrap();
            let read = super::super::header::scalar(value);
            prop_assert!(read.is_some() || value.is_null(), "{}", text);
        }
    }
}
