//! JSON, with comments or without: finding the place of an entry, and putting it there.

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::TokenAndRange;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::edit::{self, Container};
use super::entry::{Entry, Found, Json, PROGRAM, What};
use super::unfit::Unfit;

/// A text that was read.
struct Read<'a> {
    value: Value<'a>,
    tokens: Vec<TokenAndRange<'a>>,
}

fn read(text: &str, with_comments: bool) -> Result<Read<'_>, Unfit> {
    let options = ParseOptions {
        allow_comments: with_comments,
        allow_trailing_commas: with_comments,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let collect = CollectOptions {
        tokens: true,
        ..CollectOptions::default()
    };
    match parse_to_ast(text, &collect, &options) {
        Ok(parsed) => match (parsed.value, parsed.tokens) {
            (Some(value), Some(tokens)) => Ok(Read { value, tokens }),
            _ => Err(Unfit::Invalid("it is empty".to_owned())),
        },
        Err(error) => Err(Unfit::Invalid(error.to_string())),
    }
}

/// The path of an entry, as far as the text has it.
struct Walked<'t, 'v> {
    /// Each object on the way, with the index of the key that leads on.
    above: Vec<(&'v Value<'t>, usize)>,
    value: &'v Value<'t>,
}

fn walk<'t, 'v>(value: &'v Value<'t>, path: &[&'static str]) -> Result<Walked<'t, 'v>, Unfit> {
    let (mut above, mut value) = (Vec::new(), value);
    for key in path {
        let Value::Object(object) = value else {
            return Err(Unfit::shape(&path[..above.len()]));
        };
        let Some(index) = property(object, key)? else {
            break;
        };
        above.push((value, index));
        value = &object.properties[index].value;
    }
    Ok(Walked { above, value })
}

/// The index of a key of an object.
fn property(object: &Object, key: &str) -> Result<Option<usize>, Unfit> {
    let is_it = |property: &jsonc_parser::ast::ObjectProp| property.name.as_str() == key;
    let found = object.properties.iter().position(is_it);
    // Every reader decides for itself which of two counts.
    match object.properties.iter().filter(|it| is_it(it)).count() {
        0 | 1 => Ok(found),
        _ => Err(Unfit::Twice(key.to_owned())),
    }
}

/// The value of a part of the text.
fn meaning(value: &Value) -> Result<serde_json::Value, Unfit> {
    fn check_keys(value: &Value) -> Result<(), Unfit> {
        match value {
            Value::Object(object) => object.properties.iter().try_for_each(|it| {
                property(object, it.name.as_str())?;
                check_keys(&it.value)
            }),
            Value::Array(list) => list.elements.iter().try_for_each(check_keys),
            _ => Ok(()),
        }
    }
    check_keys(value)?;
    Ok(value.clone().into())
}

/// Looks for an entry.
pub(crate) fn look(text: &str, entry: &Entry, with_comments: bool) -> Result<Found, Unfit> {
    let read = read(text, with_comments)?;
    let walked = walk(&read.value, &entry.path)?;
    Ok(at(text, &walked, entry)?.0)
}

/// Looks for an entry where its path leads; gives its index there, too.
fn at(text: &str, walked: &Walked, entry: &Entry) -> Result<(Found, usize), Unfit> {
    let mut at = (Found::Missing, 0);
    if walked.above.len() < entry.path.len() {
        return Ok(at);
    }
    let shown = |value: &Value| &text[value.range().start..value.range().end];
    match (&entry.what, walked.value) {
        (What::Named(name), Value::Object(object)) => {
            if let Some(index) = property(object, name)? {
                let value = &object.properties[index].value;
                let there = meaning(value)?;
                let is_alike = entry.value.is_part_of(&there);
                let is_ours = is_alike && adds_nothing(&there, &entry.value);
                at = (Found::of(shown(value), &there, is_ours, is_alike), index);
            }
        }
        (What::Item(command), Value::Array(list)) => {
            for (index, value) in list.elements.iter().enumerate() {
                let there = meaning(value)?;
                let Some(runs) = call(&there, command) else {
                    continue;
                };
                // Both would run.
                if at.0 != Found::Missing {
                    return Err(Unfit::Twice(command.clone()));
                }
                let mut ours = entry.former.iter().chain([&entry.value]);
                let is_ours = ours.any(|ours| ours.value() == there);
                let is_alike = format!("{runs} ").starts_with(&format!("{command} "));
                at = (Found::of(shown(value), &there, is_ours, is_alike), index);
            }
        }
        (What::Word(word), Value::Array(list)) => {
            let there = meaning(walked.value)?;
            let end = list.elements.len().saturating_sub(1);
            let is_word = |it: &Value| matches!(it, Value::StringLit(it) if it.value == *word);
            if let Some(index) = list.elements.iter().position(is_word) {
                let is_ours = index == end || there == entry.value.value();
                let found = if is_ours { Found::Ours } else { Found::Alike };
                at = (found, index);
            }
        }
        (What::Word(_), _) => at.0 = Found::Alike,
        _ => return Err(Unfit::shape(&entry.path)),
    }
    Ok(at)
}

/// The first command line in a value that calls the same hook as `command` does.
fn call(value: &serde_json::Value, command: &str) -> Option<String> {
    match value {
        serde_json::Value::String(text) => {
            // The program, `hook`, and the name of the hook.
            let ours: Vec<&str> = command.split(' ').skip(1).take(2).collect();
            let words: Vec<&str> = text.split_whitespace().collect();
            // Other words may come first, which look for the program.
            let at = (0..words.len()).find(|at| {
                after_program(&words[*at..]).is_some_and(|rest| rest.starts_with(&ours))
            });
            at.map(|at| words[at..].join(" "))
        }
        serde_json::Value::Object(keys) => keys.values().find_map(|value| call(value, command)),
        serde_json::Value::Array(items) => items.iter().find_map(|value| call(value, command)),
        _ => None,
    }
}

/// The words behind the program on a command line that begins with it, by its own name or through
/// git.
fn after_program<'a>(words: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let (first, rest) = words.split_first()?;
    let name = first.rsplit(['/', '\\']).next()?;
    let name = name.trim_matches(['"', '\'']).trim_end_matches(".exe");
    match (name, rest) {
        (PROGRAM, rest) | ("git", ["memory", rest @ ..]) => Some(rest),
        _ => None,
    }
}

/// True if an object has only keys of ours, and those that agents write which change nothing: that a
/// server is spoken to by its streams, and an environment without variables.
fn adds_nothing(there: &serde_json::Value, ours: &Json) -> bool {
    let (Some(there), Json::Object(ours)) = (there.as_object(), ours) else {
        return false;
    };
    there.iter().all(|(name, value)| {
        let is_default = match name.as_str() {
            "type" => value == "stdio",
            "env" => value.as_object().is_some_and(serde_json::Map::is_empty),
            _ => false,
        };
        is_default || ours.iter().any(|(key, _)| *key == name.as_str())
    })
}

/// Puts an entry into a text that lacks it.
pub(crate) fn put(text: &str, entry: &Entry, with_comments: bool) -> Result<String, Unfit> {
    let read = read(text, with_comments)?;
    let walked = walk(&read.value, &entry.path)?;
    let depth = walked.above.len();
    let (key, value) = wrapped(entry, depth);
    if !matches!(
        (key, walked.value),
        (Some(_), Value::Object(_)) | (None, Value::Array(_))
    ) {
        return Err(Unfit::shape(&entry.path[..depth]));
    }
    let container = Container::new(walked.value, &read.tokens);
    let after = edit::put(text, &container, key, &value);
    // The text may be in the way: what is written has to read as ours.
    match look(&after, entry, with_comments) {
        Ok(Found::Ours) => Ok(after),
        _ => Err(Unfit::Form),
    }
}

/// Returns what an entry puts into the object or list that so many keys of its path lead to: its
/// key, or `None` for an item, and the value with what is missing around it.
pub(crate) fn wrapped(entry: &Entry, depth: usize) -> (Option<&'static str>, Json) {
    let mut missing = &entry.path[depth..];
    let mut value = entry.value.clone();
    let mut key = match entry.what {
        What::Named(name) => Some(name),
        What::Item(_) | What::Whole => None,
        What::Word(word) => {
            let list = missing.split_last();
            match list {
                Some((_, outer)) => missing = outer,
                None => value = Json::text(word),
            }
            list.map(|(last, _)| *last)
        }
    };
    for outer in missing.iter().rev() {
        value = match key {
            Some(key) => Json::Object(vec![(key, value)]),
            None => Json::List(vec![value]),
        };
        key = Some(outer);
    }
    (key, value)
}

/// Takes an entry of ours out of a text, with the objects and lists that were made for it.
pub(crate) fn take_out(text: &str, entry: &Entry, with_comments: bool) -> Result<String, Unfit> {
    let read = read(text, with_comments)?;
    let walked = walk(&read.value, &entry.path)?;
    let (_, index) = at(text, &walked, entry)?;
    let is_whole_list =
        matches!(entry.what, What::Word(_)) && meaning(walked.value)? == entry.value.value();
    let mut above = walked.above;
    let mut place = match above.pop_if(|_| is_whole_list) {
        Some(list) => list,
        None => (walked.value, index),
    };
    let container = loop {
        let container = Container::new(place.0, &read.tokens);
        match above.pop() {
            Some(outer) if container.is_made_for_one(text) => place = outer,
            _ => break container,
        }
    };
    let after = edit::without(text, &container, place.1);
    match look(&after, entry, with_comments) {
        Ok(Found::Missing) => Ok(after),
        _ => Err(Unfit::Form),
    }
}
