//! TOML: a table of ours at the end of a file, found again by its lines, and compared by what both
//! texts mean.

use toml::{Table, Value};

use super::chooses;
use super::entry::{Entry, Found, Json, What};
use super::layout::{Layout, compact};
use super::unfit::Unfit;

fn read(text: &str) -> Result<Table, Unfit> {
    text.parse::<Table>().map_err(|error| {
        let mut message = error.message().replace('\n', ", ");
        if let Some(span) = error.span() {
            let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
            message = format!("{message} on line {line}");
        }
        Unfit::Invalid(message)
    })
}

/// The name of an entry's table.
fn name(entry: &Entry) -> Result<&'static str, Unfit> {
    match entry.what {
        What::Named(name) => Ok(name),
        _ => Err(Unfit::Form),
    }
}

/// What is in the place of an entry.
pub(crate) fn look(text: &str, entry: &Entry) -> Result<Found, Unfit> {
    let document = read(text)?;
    let mut table = &document;
    for (depth, key) in entry.path.iter().enumerate() {
        table = match table.get(*key) {
            None => return Ok(Found::Missing),
            Some(Value::Table(table)) => table,
            Some(_) => return Err(Unfit::shape(&entry.path[..=depth])),
        };
    }
    let Some(value) = table.get(name(entry)?) else {
        return Ok(Found::Missing);
    };
    let ours = value_of(&entry.value);
    // By other lines, as with a quoted key, it is somebody's.
    if *value == ours && text.contains(&lines(entry, Layout::of(text).newline)?) {
        return Ok(Found::Ours);
    }
    let is_impostor = chooses_what_runs(value);
    if !is_impostor
        && let (Some(there), Some(keys)) = (value.as_table(), ours.as_table())
        && keys
            .iter()
            .all(|(key, value)| there.get(key) == Some(value))
    {
        return Ok(Found::Alike);
    }
    // As JSON, which names a table as well as its keys do.
    match serde_json::to_string(value) {
        Ok(text) => Ok(Found::other(&text, is_impostor)),
        Err(_) => Err(Unfit::Form),
    }
}

/// True if a table sets variables that choose which program runs, or starts one by a relative path.
fn chooses_what_runs(value: &Value) -> bool {
    let Some(table) = value.as_table() else {
        return false;
    };
    table.iter().any(|(key, value)| match value {
        Value::Table(variables) if chooses::holds_variables(key) => {
            variables.keys().any(|name| chooses::is_choice(name))
        }
        Value::String(command) if key == "command" => chooses::is_relative(command),
        _ => false,
    })
}

fn value_of(value: &Json) -> Value {
    match value {
        Json::Text(text) => Value::String(text.clone()),
        Json::Number(number) => Value::Integer((*number).into()),
        Json::List(items) => Value::Array(items.iter().map(value_of).collect()),
        Json::Object(keys) => {
            let mut table = Table::new();
            for (key, value) in keys {
                table.insert((*key).to_owned(), value_of(value));
            }
            Value::Table(table)
        }
    }
}

/// The lines of an entry, without the end of the last one.
fn lines(entry: &Entry, newline: &str) -> Result<String, Unfit> {
    let mut header = entry.path.join(".");
    header.push('.');
    header.push_str(name(entry)?);
    let mut lines = vec![format!("[{header}]")];
    let Json::Object(keys) = &entry.value else {
        return Err(Unfit::Form);
    };
    for (key, value) in keys {
        lines.push(format!("{key} = {}", compact(value)));
    }
    Ok(lines.join(newline))
}

/// A file that holds nothing but an entry.
pub(crate) fn fresh(entry: &Entry) -> Result<String, Unfit> {
    Ok(format!("{}\n", lines(entry, "\n")?))
}

/// The text with an entry that is not in it yet, as its last table.
pub(crate) fn put(text: &str, entry: &Entry) -> Result<String, Unfit> {
    let newline = Layout::of(text).newline;
    let lines = lines(entry, newline)?;
    // How the text ended is told from how it ends then.
    let after = if text.is_empty() || text.ends_with('\n') {
        format!("{text}{newline}{lines}{newline}")
    } else {
        format!("{text}{newline}{newline}{lines}")
    };
    match look(&after, entry) {
        Ok(Found::Ours) if without(&after, entry)? == without(text, entry)? => Ok(after),
        // A table that is written on one line, or in dotted keys, takes no other.
        _ => Err(Unfit::Form),
    }
}

/// What a text means without an entry, and without a table around it that holds nothing else.
fn without(text: &str, entry: &Entry) -> Result<Table, Unfit> {
    let mut document = read(text)?;
    remove(&mut document, &entry.path, &entry.what);
    Ok(document)
}

fn remove(table: &mut Table, path: &[&'static str], what: &What) {
    match (path, what) {
        ([], What::Named(name)) => {
            table.remove(*name);
        }
        ([], _) => {}
        ([key, path @ ..], what) => {
            let Some(Value::Table(inner)) = table.get_mut(*key) else {
                return;
            };
            remove(inner, path, what);
            if inner.is_empty() {
                table.remove(*key);
            }
        }
    }
}

/// The text without an entry that is ours.
pub(crate) fn take_out(text: &str, entry: &Entry) -> Result<String, Unfit> {
    let newline = Layout::of(text).newline;
    let lines = lines(entry, newline)?;
    let Some(start) = text.find(&lines) else {
        return Err(Unfit::Form);
    };
    let (before, behind) = (&text[..start], &text[start + lines.len()..]);
    // The empty line before it came with it, and where it ends the text without a line end, the
    // end of the line before that.
    let mut before = before.strip_suffix(newline).unwrap_or(before);
    let behind = if let Some(behind) = behind.strip_prefix(newline) {
        behind
    } else {
        before = before.strip_suffix(newline).unwrap_or(before);
        behind
    };
    let after = format!("{before}{behind}");
    if without(&after, entry)? == without(text, entry)? && look(&after, entry)? == Found::Missing {
        Ok(after)
    } else {
        Err(Unfit::Form)
    }
}
