//! JSON, with comments or without: finding the place of an entry, and putting it there.

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::TokenAndRange;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::chooses;
use super::container::Container;
use super::edit::{self, Item};
use super::entry::{Entry, Found, Json, PROGRAM, What};
use super::layout::Layout;
use super::unfit::Unfit;

/// The keys of a program, or of a command line that begins with it.
const PROGRAMS: [&str; 3] = ["command", "bash", "powershell"];

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

/// How far the path of an entry is there.
struct Walked<'t, 'v> {
    value: &'v Value<'t>,
    /// How many keys of the path led here.
    depth: usize,
}

/// Follows the path of an entry as far as it is there.
fn walk<'t, 'v>(value: &'v Value<'t>, path: &[&'static str]) -> Result<Walked<'t, 'v>, Unfit> {
    let mut walked = Walked { value, depth: 0 };
    for key in path {
        let Value::Object(object) = walked.value else {
            return Err(Unfit::shape(&path[..walked.depth]));
        };
        let Some(index) = property(object, key)? else {
            return Ok(walked);
        };
        walked.value = &object.properties[index].value;
        walked.depth += 1;
    }
    Ok(walked)
}

/// The place of a key among those of an object.
fn property(object: &Object, key: &str) -> Result<Option<usize>, Unfit> {
    let mut found = None;
    for (index, property) in object.properties.iter().enumerate() {
        if property.name.as_str() != key {
            continue;
        }
        // Which of the two counts, every reader decides for itself.
        if found.is_some() {
            return Err(Unfit::Twice(key.to_owned()));
        }
        found = Some(index);
    }
    Ok(found)
}

/// What is in the place of an entry.
pub(crate) fn look(text: &str, entry: &Entry, with_comments: bool) -> Result<Found, Unfit> {
    let read = read(text, with_comments)?;
    Ok(at(text, &read.value, entry)?.found)
}

/// What is in the place of an entry, and where in its container.
struct At {
    found: Found,
    index: usize,
}

const NOTHING: At = At {
    found: Found::Missing,
    index: 0,
};

fn at(text: &str, value: &Value, entry: &Entry) -> Result<At, Unfit> {
    let walked = walk(value, &entry.path)?;
    if walked.depth < entry.path.len() {
        // What is missing would be put into an object.
        return match walked.value {
            Value::Object(_) => Ok(NOTHING),
            _ => Err(Unfit::shape(&entry.path[..walked.depth])),
        };
    }
    match (&entry.what, walked.value) {
        (What::Named(name), Value::Object(object)) => {
            let Some(index) = property(object, name)? else {
                return Ok(NOTHING);
            };
            let value = &object.properties[index].value;
            let is_alike = has(value, &entry.value);
            let is_ours = is_alike && says_no_more(value, &entry.value);
            let found = compared(text, value, is_ours, is_alike);
            Ok(At { found, index })
        }
        (What::Item(command), Value::Array(list)) => {
            let mut at = NOTHING;
            for (index, value) in list.elements.iter().enumerate() {
                let Some(runs) = call(value, command) else {
                    continue;
                };
                // Both would run.
                if at.found != Found::Missing {
                    return Err(Unfit::Twice(command.clone()));
                }
                let mut ours = entry.former.iter().chain([&entry.value]);
                let is_ours = ours.any(|ours| is_same(value, ours));
                let found = compared(text, value, is_ours, is_more(&runs, command));
                at = At { found, index };
            }
            Ok(at)
        }
        (What::Word(word), Value::Array(list)) => {
            let is_word = |value: &Value| is_same(value, &Json::text(word));
            let end = list.elements.len().saturating_sub(1);
            let place = list.elements.iter().position(is_word);
            let found = match place {
                None => Found::Missing,
                Some(place) if place == end || is_same(walked.value, &entry.value) => Found::Ours,
                Some(_) => Found::Alike,
            };
            let index = place.unwrap_or_default();
            Ok(At { found, index })
        }
        (What::Word(_), _) => Ok(At {
            found: Found::Alike,
            index: 0,
        }),
        _ => Err(Unfit::shape(&entry.path)),
    }
}

fn compared(text: &str, value: &Value, is_ours: bool, is_alike: bool) -> Found {
    if is_ours {
        return Found::Ours;
    }
    let is_impostor = chooses_what_runs(None, value);
    if is_alike && !is_impostor {
        return Found::Alike;
    }
    let range = value.range();
    Found::other(&text[range.start..range.end], is_impostor)
}

/// True if something in an entry chooses which program runs.
fn chooses_what_runs(key: Option<&str>, value: &Value) -> bool {
    let of_inner = |object: &Object| {
        let mut properties = object.properties.iter();
        properties.any(|it| chooses_what_runs(Some(it.name.as_str()), &it.value))
    };
    match (key, value) {
        (Some(key), Value::Object(object)) if chooses::holds_variables(key) => {
            let mut variables = object.properties.iter();
            variables.any(|it| chooses::is_choice(it.name.as_str()))
        }
        (Some(key), Value::StringLit(text)) if PROGRAMS.contains(&key) => {
            chooses::is_relative(&text.value)
        }
        (Some(key), Value::StringLit(_)) => chooses::names_variables(key),
        (Some(key), Value::Array(list)) if PROGRAMS.contains(&key) => match list.elements.first() {
            Some(program) => chooses_what_runs(Some(key), program),
            None => false,
        },
        (_, Value::Object(object)) => of_inner(object),
        (_, Value::Array(list)) => {
            let mut items = list.elements.iter();
            items.any(|item| chooses_what_runs(None, item))
        }
        _ => false,
    }
}

/// Whether a command line is another one, with more arguments or without.
fn is_more(line: &str, than: &str) -> bool {
    let rest = line.strip_prefix(than);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// The first command line in a value that calls the same hook as `command` does.
fn call(value: &Value, command: &str) -> Option<String> {
    match value {
        Value::StringLit(text) => {
            // The program, `hook`, and the name of the hook.
            let ours: Vec<&str> = command.split(' ').skip(1).take(2).collect();
            let words: Vec<&str> = text.value.split_whitespace().collect();
            // Other words may come first, which look whether the program is there.
            let at = (0..words.len()).find(|at| {
                after_program(&words[*at..]).is_some_and(|rest| rest.starts_with(&ours))
            });
            at.map(|at| words[at..].join(" "))
        }
        Value::Object(object) => {
            let mut properties = object.properties.iter();
            properties.find_map(|property| call(&property.value, command))
        }
        Value::Array(list) => list.elements.iter().find_map(|value| call(value, command)),
        _ => None,
    }
}

/// What follows the program on a command line that begins with it, by its own name or through git.
fn after_program<'a>(words: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let (first, rest) = words.split_first()?;
    let name = first.rsplit(['/', '\\']).next()?;
    let name = name.trim_matches(['"', '\'']).trim_end_matches(".exe");
    match (name, rest) {
        (PROGRAM, rest) | ("git", ["memory", rest @ ..]) => Some(rest),
        _ => None,
    }
}

/// Whether a value says exactly what one of ours does, whatever the order of its keys.
fn is_same(value: &Value, ours: &Json) -> bool {
    match (value, ours) {
        (Value::Object(object), Json::Object(keys)) => {
            object.properties.len() == keys.len() && has(value, ours)
        }
        (Value::Array(list), Json::List(items)) => {
            let mut pairs = list.elements.iter().zip(items);
            list.elements.len() == items.len() && pairs.all(|(value, item)| is_same(value, item))
        }
        (Value::StringLit(text), Json::Text(ours)) => text.value == ours.as_str(),
        (Value::NumberLit(number), Json::Number(ours)) => number.value == ours.to_string(),
        _ => false,
    }
}

/// Whether an object has every key of ours, with its value.
fn has(value: &Value, ours: &Json) -> bool {
    let (Value::Object(object), Json::Object(keys)) = (value, ours) else {
        return false;
    };
    keys.iter().all(|(key, ours)| {
        // Of a key that is there twice, nobody can say what it is.
        matches!(property(object, key), Ok(Some(index))
            if is_same(&object.properties[index].value, ours))
    })
}

/// Whether an object has no keys but ours, and those that agents write which change nothing: that a
/// server is spoken to by its streams, and an environment without variables.
fn says_no_more(value: &Value, ours: &Json) -> bool {
    let (Value::Object(object), Json::Object(keys)) = (value, ours) else {
        return false;
    };
    object.properties.iter().all(|property| {
        let name = property.name.as_str();
        let is_ours = keys.iter().any(|(key, _)| *key == name);
        is_ours
            || match (name, &property.value) {
                ("type", Value::StringLit(kind)) => kind.value == "stdio",
                ("env", Value::Object(variables)) => variables.properties.is_empty(),
                _ => false,
            }
    })
}

/// The text with an entry that is not in it yet.
pub(crate) fn put(text: &str, entry: &Entry, with_comments: bool) -> Result<String, Unfit> {
    let read = read(text, with_comments)?;
    let walked = walk(&read.value, &entry.path)?;
    let (key, value) = wrapped(entry, walked.depth);
    let container = match (key, walked.value) {
        (Some(_), Value::Object(object)) => Container::of_object(object, &read.tokens),
        (None, Value::Array(list)) => Container::of_list(list, &read.tokens),
        _ => return Err(Unfit::shape(&entry.path[..walked.depth])),
    };
    let item = Item { key, value };
    let after = edit::put(text, &container, &item, &Layout::of(text));
    // Whatever was in the way: what is written says what it should.
    match look(&after, entry, with_comments) {
        Ok(Found::Ours) => Ok(after),
        _ => Err(Unfit::Form),
    }
}

/// What an entry puts into the object or list that so many keys of its path lead to: its key, or
/// `None` for an item, and the value with what is missing around it.
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

/// The text without an entry that is ours, and without what was made for it alone.
pub(crate) fn take_out(text: &str, entry: &Entry, with_comments: bool) -> Result<String, Unfit> {
    let read = read(text, with_comments)?;
    let mut index = at(text, &read.value, entry)?.index;
    let mut depth = entry.path.len();
    if matches!(entry.what, What::Word(_)) {
        let walked = walk(&read.value, &entry.path[..depth - 1])?;
        if let Value::Object(object) = walked.value
            && let Some(list) = property(object, entry.path[depth - 1])?
            && is_same(&object.properties[list].value, &entry.value)
        {
            // The whole list is ours.
            index = list;
            depth -= 1;
        }
    }
    let container = loop {
        let walked = walk(&read.value, &entry.path[..depth])?;
        let container = match walked.value {
            Value::Object(object) => Container::of_object(object, &read.tokens),
            Value::Array(list) => Container::of_list(list, &read.tokens),
            _ => return Err(Unfit::shape(&entry.path[..depth])),
        };
        depth = match depth.checked_sub(1) {
            Some(outer) if container.is_made_for_one(text) => outer,
            _ => break container,
        };
        let walked = walk(&read.value, &entry.path[..depth])?;
        let Value::Object(object) = walked.value else {
            return Err(Unfit::shape(&entry.path[..depth]));
        };
        index = match property(object, entry.path[depth])? {
            Some(index) => index,
            None => return Err(Unfit::Form),
        };
    };
    for after in edit::without(text, &container, index) {
        if matches!(look(&after, entry, with_comments), Ok(Found::Missing)) {
            return Ok(after);
        }
    }
    Err(Unfit::Form)
}
