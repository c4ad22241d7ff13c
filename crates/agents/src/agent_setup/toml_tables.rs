//! TOML: a table of ours at the end of a file, found again by its lines, and compared by what both
//! texts mean.
//!
//! An editing tree of TOML writes its own line ends, and one at the end of the file: it would not
//! give back the bytes.

use toml::Table;

use super::entry::{Entry, Found, Json, What};
use super::layout::Layout;
use super::unfit::Unfit;

fn read(text: &str) -> Result<serde_json::Value, Unfit> {
    let table = text.parse::<Table>().map_err(|error| {
        let mut message = error.message().replace('\n', ", ");
        if let Some(span) = error.span() {
            let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
            message = format!("{message} on line {line}");
        }
        Unfit::Invalid(message)
    })?;
    serde_json::to_value(table).map_err(|_| Unfit::Form)
}

/// The keys that lead to an entry's table, its name the last.
fn path(entry: &Entry) -> Result<Vec<&'static str>, Unfit> {
    match entry.what {
        What::Named(name) => Ok([entry.path.as_slice(), &[name]].concat()),
        _ => Err(Unfit::Form),
    }
}

/// Looks for an entry.
pub(crate) fn look(text: &str, entry: &Entry) -> Result<Found, Unfit> {
    let document = read(text)?;
    let (mut there, path) = (&document, path(entry)?);
    for (depth, key) in path.iter().enumerate() {
        let Some(table) = there.as_object() else {
            return Err(Unfit::shape(&path[..depth]));
        };
        there = match table.get(*key) {
            None => return Ok(Found::Missing),
            Some(value) => value,
        };
    }
    // With other lines, as with a quoted key, a person or another program wrote it.
    let is_alike = entry.value.is_part_of(there);
    let is_ours = *there == entry.value.value() && text.contains(&lines(entry, text)?);
    Ok(Found::of(&there.to_string(), there, is_ours, is_alike))
}

/// The lines of an entry, with the line ends of a text and without the last one.
fn lines(entry: &Entry, text: &str) -> Result<String, Unfit> {
    let Json::Object(keys) = &entry.value else {
        return Err(Unfit::Form);
    };
    let mut lines = vec![format!("[{}]", path(entry)?.join("."))];
    for (key, value) in keys {
        lines.push(format!("{key} = {}", value.written(None, "")));
    }
    Ok(lines.join(Layout::of(text).newline))
}

/// A file that holds only an entry.
pub(crate) fn fresh(entry: &Entry) -> Result<String, Unfit> {
    Ok(format!("{}\n", lines(entry, "")?))
}

/// Puts an entry into a text that lacks it, as its last table.
pub(crate) fn put(text: &str, entry: &Entry) -> Result<String, Unfit> {
    let (newline, lines) = (Layout::of(text).newline, lines(entry, text)?);
    // The end of the text is told from how it ends then.
    let after = if text.is_empty() || text.ends_with('\n') {
        format!("{text}{newline}{lines}{newline}")
    } else {
        format!("{text}{newline}{newline}{lines}")
    };
    match look(&after, entry) {
        Ok(Found::Ours) => Ok(after),
        // A table that is written on one line, or in dotted keys, takes no other.
        _ => Err(Unfit::Form),
    }
}

/// Takes an entry of ours out of a text.
pub(crate) fn take_out(text: &str, entry: &Entry) -> Result<String, Unfit> {
    let (newline, lines) = (Layout::of(text).newline, lines(entry, text)?);
    for (start, lines) in text.match_indices(&lines) {
        let (before, behind) = (&text[..start], &text[start + lines.len()..]);
        // The empty line before it came with it, and where it ends the text without a line end, the
        // end of the line before that.
        let mut before = before.strip_suffix(newline).unwrap_or(before);
        let behind = behind.strip_prefix(newline).unwrap_or_else(|| {
            before = before.strip_suffix(newline).unwrap_or(before);
            behind
        });
        let after = format!("{before}{behind}");
        // The lines may stand in a text or comment, too: then the table is still there.
        if look(&after, entry) == Ok(Found::Missing) {
            return Ok(after);
        }
    }
    Err(Unfit::Form)
}
