//! The value of a key as `set` takes it: which keys may be set, and how each value is written.

use crate::records::add;
use crate::records::pathspecs::from_here;
use crate::records::valid::{Title, must_be_one_line, parse_scope, parse_source, parse_status};
use crate::workspace::{Error, Workspace};
use git_memory_model::keys::{self, Key, Setter, Shape};
use git_memory_model::kind::{Kind, SUPERSEDED};
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Name, Record};
use git_memory_store::Memory;
use git_memory_text as text;
use git_memory_text::advice::Advice;
use git_memory_text::date::Date;

/// Reason why the status of a superseded record cannot be set.
const WHY_SUPERSEDED: &str = "the record is superseded; to take that back, remove 'superseded_by' \
    from it and 'supersedes' from its successor by hand";

/// Makes sure that a record's status may change to this one without other changes.
///
/// # Errors
/// [`Error::FixedKey`] where a supersession is its other side.
pub(crate) fn must_be_settable(record: &Record, status: &str) -> Result<(), Error> {
    if status == SUPERSEDED {
        return Err(superseding(keys::STATUS.name, record));
    }
    if !record.header.superseded_by.is_empty() {
        return Err(fixed(keys::STATUS.name, WHY_SUPERSEDED));
    }
    Ok(())
}

/// The value of a key as it is written.
///
/// # Errors
/// [`Error::FixedKey`] or [`Error::BadValue`] for an invalid change; as for finding a record that
/// is linked.
pub(crate) fn field(
    workspace: &Workspace,
    memory: &Memory,
    record: &Record,
    name: &str,
    value: &str,
) -> Result<Field, Error> {
    if name == "body" {
        return Err(Error::FixedKey {
            key: name.to_owned(),
            why: "the text follows the front matter",
            advice: Some(Advice::Edit {
                id: record.header.id.to_string(),
            }),
        });
    }
    let Some(key) = keys::by_name(name) else {
        return unknown_field(name, value);
    };
    // Read as one item with brackets, it would be a path that no file has.
    if key.is_list() && value.starts_with('[') && value.ends_with(']') {
        return Err(Error::FixedKey {
            key: name.to_owned(),
            why: "a list is given without brackets",
            advice: Some(Advice::by_hand(
                "separate the items with commas only: a,b; quote an item that has one: '\"a,b\",c'",
            )),
        });
    }
    match key.setter {
        Setter::Anyone => shaped(workspace, memory, record, key, value),
        Setter::Program(why) => Err(fixed(name, why)),
        Setter::Supersession => Err(superseding(name, record)),
    }
}

/// The value of a key that may be set, in its shape.
fn shaped(
    workspace: &Workspace,
    memory: &Memory,
    record: &Record,
    key: &Key,
    value: &str,
) -> Result<Field, Error> {
    match key.shape {
        Shape::Status => {
            // A record in a folder of the team's own is kept like a note.
            let kind = record.kind().unwrap_or(Kind::NOTE);
            Ok(Field::Word(parse_status(kind, value)?.to_owned()))
        }
        Shape::Source => Ok(Field::Word(parse_source(value)?.to_owned())),
        Shape::Title => Ok(Field::Text(value.parse::<Title>()?.into_string())),
        Shape::Scope => Ok(Field::Word(parse_scope(value)?.to_string())),
        Shape::Day => match value.parse::<Date>() {
            Ok(day) => Ok(Field::Word(day.to_string())),
            Err(error) => Err(Error::BadValue(error.to_string())),
        },
        Shape::Records => {
            let names = add::related(workspace, memory, &items(value)?)?;
            Ok(Field::List(names.iter().map(Name::to_string).collect()))
        }
        Shape::Texts if key.name == keys::PATHS.name => {
            Ok(Field::List(from_here(workspace, &items(value)?)?))
        }
        Shape::Texts => {
            must_be_one_line(key, value)?;
            Ok(Field::List(items(value)?))
        }
        Shape::Id | Shape::Text => {
            if key.name == keys::CATEGORY.name {
                must_be_one_line(key, value)?;
            }
            Ok(Field::Text(value.to_owned()))
        }
    }
}

/// The value of a key that the program does not know: any text.
fn unknown_field(name: &str, value: &str) -> Result<Field, Error> {
    if let Some(why) = why_alias(name) {
        return Err(fixed(name, why));
    }
    // Keys of the team's own are kept, so they may be set, too.
    if keys::is_key(name) {
        return Ok(Field::Text(value.to_owned()));
    }
    Err(Error::BadValue(format!(
        "'{}' is not a key",
        text::visible(name)
    )))
}

/// Returns the key to set instead of an alias.
fn why_alias(name: &str) -> Option<&'static str> {
    match name {
        "name" => Some("it is read as 'title': set that"),
        "date" => Some("it is read as 'created': set that"),
        "impactedPaths" => Some("it is read as 'paths': set that"),
        _ => None,
    }
}

fn superseding(key: &str, record: &Record) -> Error {
    Error::FixedKey {
        key: key.to_owned(),
        why: "the record that replaces it has to be named",
        advice: Some(Advice::Supersede {
            id: Some(record.header.id.to_string()),
        }),
    }
}

fn fixed(key: &str, why: &'static str) -> Error {
    Error::FixedKey {
        key: text::visible(key).into_owned(),
        why,
        advice: None,
    }
}

/// A key, and whether its value comes to the items that it has: `related+`.
pub(crate) fn adding(key: &str) -> (&str, bool) {
    match key.strip_suffix('+') {
        Some(key) => (key, true),
        None => (key, false),
    }
}

/// The items of a list as the command line gives it, with commas between them. An item in double
/// quotes may have commas, too; a quote in it is written twice, as in CSV.
///
/// # Errors
/// [`Error::BadValue`] for a quoted item that does not end where a comma or the value does.
pub fn items(value: &str) -> Result<Vec<String>, Error> {
    let mut items = Vec::new();
    let mut rest = Some(value);
    while let Some(value) = rest {
        let (item, after) = match value.trim_start().strip_prefix('"') {
            Some(quoted) => quoted_item(quoted)?,
            None => match value.split_once(',') {
                Some((item, after)) => (item.trim().to_owned(), Some(after)),
                None => (value.trim().to_owned(), None),
            },
        };
        if !item.is_empty() {
            items.push(item);
        }
        rest = after;
    }
    Ok(items)
}

/// The item that begins after a double quote, and the text after the comma that ends it.
fn quoted_item(text: &str) -> Result<(String, Option<&str>), Error> {
    let mut item = String::new();
    let mut rest = text;
    while let Some((part, after)) = rest.split_once('"') {
        item.push_str(part);
        if let Some(after) = after.strip_prefix('"') {
            item.push('"');
            rest = after;
            continue;
        }
        return match after.trim_start() {
            "" => Ok((item, None)),
            after if after.starts_with(',') => Ok((item, Some(&after[1..]))),
            _ => Err(unended(text)),
        };
    }
    Err(unended(text))
}

fn unended(item: &str) -> Error {
    Error::BadValue(format!(
        "the item \"{} has no '\"' before a comma or the end",
        text::visible(item)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_parted_by_commas_outside_of_quotes() {
        for (value, expected) in [
            ("", &[][..]),
            ("a, b,,c ", &["a", "b", "c"]),
            ("\"a, b\", c", &["a, b", "c"]),
            ("a\"b,5\"", &["a\"b", "5\""]),
            ("\"say \"\"x, y\"\"\"", &["say \"x, y\""]),
            ("\"\",a", &["a"]),
        ] {
            assert_eq!(items(value).unwrap(), expected, "{value}");
        }
        for value in ["\"a, b", "\"a\" b", "c,\"a\"\""] {
            let error = items(value).unwrap_err().to_string();
            assert!(error.contains("before a comma"), "{value}: {error}");
        }
    }
}
