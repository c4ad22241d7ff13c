//! `git memory list --format`: JSON lines, or fields in a text as `git for-each-ref` takes them.

use serde_json::Value;

use crate::exit::Failure;
use crate::output::Printer;
use git_memory_app::wire::RecordAnswer;
use git_memory_text::visible_line;

/// The name of the format that is no text with fields.
const JSON_LINES: &str = "jsonl";
/// Before the name of a key that the answer has below `more`.
const MORE: &str = "more.";

/// The name of the key that has the two sides of a conflict.
const CONFLICT: &str = "conflict";

/// How each record is printed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// One JSON object a line.
    JsonLines,
    /// A text, in pieces.
    Fields(Vec<Piece>),
}

/// A piece of a format.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text that is printed as it is.
    Text(String),
    /// The name of a field.
    Field(String),
}

impl Format {
    /// Reads a format: `%(field)`, `%%` for a percent sign and `%xx` for a byte of ASCII in
    /// hexadecimal digits, as git's.
    ///
    /// # Errors
    /// A failure that names the fields that there are.
    pub(crate) fn parse(format: &str) -> Result<Self, Failure> {
        if format == JSON_LINES {
            return Ok(Self::JsonLines);
        }
        // As 'git log' says of a format that it does not know: a text without any field is a
        // mistake.
        if !format.contains("%(") {
            return Err(refused(format!("invalid --format: '{format}'")));
        }
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = format;
        while let Some(at) = rest.find('%') {
            text.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            if let Some(field) = rest.strip_prefix('(') {
                let Some((name, after)) = field.split_once(')') else {
                    return Err(refused(format!("no ')' after '%({field}'")));
                };
                pieces.push(Piece::Text(std::mem::take(&mut text)));
                pieces.push(Piece::Field(known(name)?));
                rest = after;
            } else if let Some(after) = rest.strip_prefix('%') {
                text.push('%');
                rest = after;
            } else if let Some(letter) = hexadecimal(rest) {
                text.push(letter);
                rest = &rest[2..];
            } else {
                text.push('%');
            }
        }
        text.push_str(rest);
        pieces.push(Piece::Text(text));
        Ok(Self::Fields(pieces))
    }

    /// Prints a record.
    pub(crate) fn print(
        &self,
        record: &RecordAnswer,
        printer: &mut Printer,
    ) -> Result<(), Failure> {
        let pieces = match self {
            Self::JsonLines => {
                printer.json_line(record);
                return Ok(());
            }
            Self::Fields(pieces) => pieces,
        };
        let record = serde_json::to_value(record)
            .map_err(|error| Failure::fatal(format!("cannot write a record: {error}")))?;
        let mut line = String::new();
        for piece in pieces {
            match piece {
                // Typed by who reads it: a byte such as %00 is wanted as it is.
                Piece::Text(text) => line.push_str(text),
                Piece::Field(name) => line.push_str(&visible_line(&value(&record, name))),
            }
        }
        printer.formatted(&line);
        Ok(())
    }
}

/// The name of a field, where there is such a one.
fn known(name: &str) -> Result<String, Failure> {
    let is_known = RecordAnswer::FIELDS.contains(&name);
    let is_own_key = name.strip_prefix(MORE).is_some_and(|key| !key.is_empty());
    if is_known || is_own_key {
        return Ok(name.to_owned());
    }
    Err(refused(format!("unknown field name: '{name}'")))
}

fn refused(message: String) -> Failure {
    Failure::usage(message)
        .hint("'jsonl', or a text with fields such as '%(id) %(title)'; --json prints one document")
        .hint(format!(
            "the fields are: {}, and more.KEY for any other key",
            RecordAnswer::FIELDS.join(", ")
        ))
}

/// The letter of ASCII that two hexadecimal digits stand for.
fn hexadecimal(text: &str) -> Option<char> {
    let digits = text.get(..2)?;
    // A sign before a digit would be read as part of the number.
    let is_number = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let code = u8::from_str_radix(digits, 16).ok().filter(|_| is_number)?;
    code.is_ascii().then(|| char::from(code))
}

/// A field's value as a text; empty where the record has none.
fn value(record: &Value, name: &str) -> String {
    match name.strip_prefix(MORE) {
        Some(key) => text(&record["more"][key]),
        None if name == CONFLICT => conflict(&record[name]),
        None => text(&record[name]),
    }
}

/// That a record is in conflict, and between what where that is known.
fn conflict(sides: &Value) -> String {
    match (&sides["ours"], &sides["theirs"]) {
        (Value::String(ours), Value::String(theirs)) => {
            format!("in conflict between '{ours}' and '{theirs}'")
        }
        _ if sides.is_null() => String::new(),
        _ => "in conflict".to_owned(),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let texts: Vec<String> = values.iter().map(text).collect();
            texts.join(", ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(format: &str) -> Vec<Piece> {
        match Format::parse(format) {
            Ok(Format::Fields(pieces)) => pieces,
            other => panic!("{other:?}"),
        }
    }

    fn piece(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    #[test]
    fn a_format_is_read_as_git_reads_it() {
        assert!(matches!(Format::parse("jsonl"), Ok(Format::JsonLines)));
        assert_eq!(
            fields("a%%%09%(id)%zz%"),
            [piece("a%\t"), Piece::Field("id".to_owned()), piece("%zz%")]
        );
        assert_eq!(
            fields("%(more.owner)"),
            [piece(""), Piece::Field("more.owner".to_owned()), piece("")]
        );
        for (format, expected) in [
            ("json", "invalid --format: 'json'"),
            ("", "invalid --format: ''"),
            ("%(id", "no ')' after '%(id'"),
            ("%(nosuch)", "unknown field name: 'nosuch'"),
            ("%(more.)", "unknown field name: 'more.'"),
            ("%(é)%é", "unknown field name: 'é'"),
        ] {
            match Format::parse(format) {
                Err(failure) => assert_eq!(failure.message, expected),
                Ok(read) => panic!("{read:?}"),
            }
        }
        assert_eq!(fields("%é%+1%(id)")[0], piece("%é%+1"));
    }
}
