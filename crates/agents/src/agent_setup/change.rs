//! Operations on the entries in a text, whatever its format is.

use super::entry::{Beside, Entry, Found, Json, What};
use super::layout::Layout;
use super::unfit::{Format, Unfit};
use super::{json, toml_tables};

/// The mark of UTF-8 that some editors begin a file with.
const BOM: char = '\u{feff}';

/// A text without its mark of UTF-8, and the mark.
fn without_mark(text: &str) -> (&str, &str) {
    match text.strip_prefix(BOM) {
        Some(rest) => (&text[..BOM.len_utf8()], rest),
        None => ("", text),
    }
}

/// Finds what a text has in the place of each entry.
///
/// # Errors
/// [`Unfit`] where that cannot be told.
pub fn look(format: Format, text: &str, entries: &[Entry]) -> Result<Vec<Found>, Unfit> {
    let (_, text) = without_mark(text);
    if text.contains('\0') {
        let why = "it holds a NUL byte".to_owned();
        return Err(Unfit::NotValid { format, why });
    }
    let mut found = Vec::new();
    for entry in entries {
        let one = match format {
            Format::Script => Ok(whole(text, entry)),
            Format::Json => json::look(text, entry, false),
            Format::JsonWithComments => json::look(text, entry, true),
            Format::Toml => toml_tables::look(text, entry),
        };
        found.push(one.map_err(|unfit| format.invalid(unfit))?);
    }
    Ok(found)
}

/// Looks for an entry that is the whole file.
fn whole(text: &str, entry: &Entry) -> Found {
    match &entry.value {
        Json::Text(ours) if ours == text => Found::Ours,
        Json::Text(ours) if ours.lines().next() == text.lines().next() => Found::Alike,
        _ => Found::other(text, false),
    }
}

/// The text with those of the entries that it lacks; every other byte stays.
///
/// # Errors
/// [`Unfit`] where it has no place for one of them.
pub fn put(format: Format, text: &str, entries: &[Entry]) -> Result<String, Unfit> {
    let found = look(format, text, entries)?;
    let (mark, text) = without_mark(text);
    let mut after = text.to_owned();
    for (entry, found) in entries.iter().zip(found) {
        if found != Found::Missing {
            continue;
        }
        let put = match format {
            Format::Script => Err(Unfit::Form),
            Format::Json => json::put(&after, entry, false),
            Format::JsonWithComments => json::put(&after, entry, true),
            Format::Toml => toml_tables::put(&after, entry),
        };
        after = put.map_err(|unfit| format.invalid(unfit))?;
    }
    Ok(format!("{mark}{after}"))
}

/// The text without those of the entries that are ours as we wrote them; `None` where it has none.
/// If the text has not been changed since they were [`put`], the result is byte for byte the text
/// before that.
///
/// # Errors
/// [`Unfit`] where one cannot be taken out alone.
pub fn take_out(format: Format, text: &str, entries: &[Entry]) -> Result<Option<String>, Unfit> {
    let found = look(format, text, entries)?;
    if !found.contains(&Found::Ours) {
        return Ok(None);
    }
    let (mark, text) = without_mark(text);
    let mut left = text.to_owned();
    // The last one first, as each came in behind the ones before.
    for (entry, found) in entries.iter().zip(found).rev() {
        if found != Found::Ours {
            continue;
        }
        let taken = match format {
            Format::Script => Ok(String::new()),
            Format::Json => json::take_out(&left, entry, false),
            Format::JsonWithComments => json::take_out(&left, entry, true),
            Format::Toml => toml_tables::take_out(&left, entry),
        };
        left = taken.map_err(|unfit| format.invalid(unfit))?;
    }
    Ok(Some(format!("{mark}{left}")))
}

/// A file that is made for entries, and for what the agent wants in it besides.
///
/// # Errors
/// [`Unfit::Form`] for entries that cannot be written in this format.
pub fn fresh(format: Format, entries: &[Entry], also: &[Beside]) -> Result<String, Unfit> {
    if format == Format::Toml {
        let [entry] = entries else {
            return Err(Unfit::Form);
        };
        return toml_tables::fresh(entry);
    }
    if let (
        Format::Script,
        [
            Entry {
                value: Json::Text(text),
                ..
            },
        ],
    ) = (format, entries)
    {
        return Ok(text.clone());
    }
    let mut top = Vec::new();
    for entry in entries {
        let (key, value) = json::wrapped(entry, 0);
        let Some(key) = key else {
            return Err(Unfit::Form);
        };
        merge(&mut top, key, value);
    }
    // Behind ours, so that a file that a person began with such a key is another one.
    for (key, value) in also {
        merge(&mut top, key, (*value).into());
    }
    let step = Layout::of("").step;
    Ok(format!("{}\n", Json::Object(top).written(Some("\n"), step)))
}

/// Puts a key into an object beside those that are there.
fn merge(keys: &mut Vec<(&'static str, Json)>, key: &'static str, value: Json) {
    let there = keys.iter_mut().find(|(known, _)| *known == key);
    match (there, value) {
        (Some((_, Json::Object(inner))), Json::Object(more)) => {
            for (key, value) in more {
                merge(inner, key, value);
            }
        }
        (Some((_, Json::List(items))), Json::List(more)) => items.extend(more),
        (_, value) => keys.push((key, value)),
    }
}

impl Entry {
    /// The name by which people know it: a server's, or the command of a hook.
    #[must_use]
    pub fn label(&self) -> String {
        match &self.what {
            What::Named(name) => format!("MCP server '{name}'"),
            What::Item(command) => format!("hook '{command}'"),
            What::Word(name) => format!("file name '{name}'"),
            What::Whole => "plugin".to_owned(),
        }
    }
}
