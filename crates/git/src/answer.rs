//! The forms in which the `git` program answers: words that end with a byte, lines with fields.

use std::str::FromStr;

use super::Error;

/// The byte between the fields of the formats that we ask for. Names and subjects may hold every
/// printable character, and a NUL ends the entries of `-z`.
const FIELD_END: char = '\u{1}';

/// The parts of an answer that each end with this byte, without it; empty ones are left out.
pub(crate) fn words(answer: &[u8], end: u8) -> impl Iterator<Item = &[u8]> {
    answer
        .split(move |byte| *byte == end)
        .filter(|word| !word.is_empty())
}

/// Names that each end with a NUL; bytes that are not UTF-8 are replaced.
pub(crate) fn names(answer: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    for name in words(answer, 0) {
        names.push(String::from_utf8_lossy(name).into_owned());
    }
    names
}

/// The lines of an answer, each read as a value.
pub(crate) fn lines<T: FromStr<Err = Error>>(answer: &[u8]) -> Result<Vec<T>, Error> {
    let mut values = Vec::new();
    for line in String::from_utf8_lossy(answer).lines() {
        values.push(line.parse()?);
    }
    Ok(values)
}

/// A text without the line end that git writes after it.
pub(crate) fn without_line_end(text: &[u8]) -> &[u8] {
    match text.strip_suffix(b"\n") {
        Some(text) => text,
        None => text,
    }
}

/// A word without the line feed that git puts before the output that follows a `--format`.
pub(crate) fn without_line_feed(word: &[u8]) -> &[u8] {
    match word.strip_prefix(b"\n") {
        Some(word) => word,
        None => word,
    }
}

/// The fields of one line of an answer, in order.
pub(crate) struct Fields<'a> {
    rest: Option<&'a str>,
    /// The subcommand that answered.
    command: &'a str,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(line: &'a str, command: &'a str) -> Self {
        let rest = Some(line);
        Self { rest, command }
    }

    /// The next field.
    pub(crate) fn next(&mut self) -> Result<&'a str, Error> {
        let rest = self.rest()?;
        match rest.split_once(FIELD_END) {
            Some((field, rest)) => {
                self.rest = Some(rest);
                Ok(field)
            }
            None => Ok(rest),
        }
    }

    /// Everything that is left: the last field may be text of a person's, with any character.
    pub(crate) fn rest(&mut self) -> Result<&'a str, Error> {
        match self.rest.take() {
            Some(rest) => Ok(rest),
            None => Err(Error::unexpected(self.command)),
        }
    }
}
