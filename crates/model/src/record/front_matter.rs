//! Taking a record's file apart: front matter between `---` lines, the body after it, and the lines
//! of each key.
//!
//! Reading is the YAML library's work; this file only knows lines. Writing is in [`super::patch`].

use std::ops::Range;

use serde_yaml::Mapping;

use super::fault::{Code, Fault, number, position};
use super::id::RecordId;
use crate::keys::{self, Key};
use git_memory_text::limits;
use git_memory_text::yaml;

/// Places of the parts of a file, as byte ranges of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The YAML between the two `---` lines, line ends included.
    pub yaml: Range<usize>,
    /// Everything after the closing line.
    pub body: Range<usize>,
    /// The file's line end: `"\r\n"` if the opening line has it.
    pub newline: &'static str,
}

/// A text without the byte order mark that it may begin with.
#[must_use]
pub fn without_bom(text: &str) -> &str {
    // Editors on Windows write it; a reader that looks for `---` would not find the first line.
    match text.strip_prefix('\u{feff}') {
        Some(content) => content,
        None => text,
    }
}

/// Finds the front matter of a file; a byte order mark before it is allowed.
///
/// # Errors
/// A [`Fault`] if the file does not begin with front matter, if it is not closed, or if it is too
/// long.
pub fn split(text: &str) -> Result<Parts, Fault> {
    let content = without_bom(text);
    let start = text.len() - content.len();
    let mut lines = content.split_inclusive('\n');
    let Some(opening) = lines.next().filter(|line| line.trim_end() == "---") else {
        return Err(Fault::at(
            Code::NoFrontMatter,
            (1, 1),
            "the file does not begin with front matter ('---')",
        ));
    };
    let newline = if opening.ends_with("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let yaml_start = start + opening.len();
    let mut at = yaml_start;
    for line in lines {
        if matches!(line.trim_end(), "---" | "...") {
            let yaml = yaml_start..at;
            if yaml.len() > limits::FRONT_MATTER_BYTES {
                let message = format!(
                    "the front matter is longer than {} KiB",
                    limits::FRONT_MATTER_BYTES >> 10
                );
                return Err(Fault::at(Code::BadYaml, (1, 1), message));
            }
            return Ok(Parts {
                yaml,
                body: at + line.len()..text.len(),
                newline,
            });
        }
        at += line.len();
    }
    Err(Fault::at(
        Code::NoFrontMatter,
        (1, 1),
        "the front matter is not closed: a second '---' line is missing",
    ))
}

/// The YAML of a file and its body, for showing them; no YAML if there is no front matter.
#[must_use]
pub fn front_matter_and_body(text: &str) -> (Option<&str>, &str) {
    match split(text) {
        Ok(parts) => (Some(&text[parts.yaml]), &text[parts.body]),
        // Without front matter all of it is body.
        Err(_) => (None, text),
    }
}

/// Reads the front matter's keys and values.
///
/// # Errors
/// A [`Fault`] with the library's message, at the line of the file.
pub fn mapping(text: &str, parts: &Parts) -> Result<Mapping, Fault> {
    yaml::read_as_written(&text[parts.yaml.clone()]).map_err(|error| {
        let (line, column) = match error.location() {
            Some(at) => (at.line(), at.column()),
            None => (1, 1),
        };
        let message = error.to_string();
        // The library counts lines from the YAML's first one; the file has one more before it.
        let message = match message.split_once(" at line ") {
            Some((message, _)) => message,
            None => &message,
        };
        Fault::at(
            Code::BadYaml,
            (number(line.max(1)) + 1, number(column.max(1))),
            format!("the front matter: {message}"),
        )
    })
}

/// The id of a record's file; `None` for a file that is not a record, or cannot be read.
#[must_use]
pub fn id(text: &str) -> Option<RecordId> {
    let parts = split(text).ok()?;
    let values = mapping(text, &parts).ok()?;
    values.get(keys::ID.name)?.as_str()?.parse().ok()
}

/// The lines that a top-level key takes up in the YAML, as a byte range of it: its own line and the
/// indented, blank, comment or `- ` lines that belong to its value. `None` if no line begins
/// with the key.
#[must_use]
pub fn key_lines(yaml: &str, key: &str) -> Option<Range<usize>> {
    let mut at = 0;
    let mut found: Option<Range<usize>> = None;
    for line in yaml.split_inclusive('\n') {
        let end = at + line.len();
        match &mut found {
            None if is_key_line(line, key) => found = Some(at..end),
            None => {}
            // The items of a list may begin at the margin, as their key does.
            Some(lines)
                if line.starts_with([' ', '\t'])
                    || line.starts_with("- ")
                    || line.trim_end() == "-" =>
            {
                lines.end = end;
            }
            // A blank or comment line belongs to the value only if more of the value follows.
            Some(_) if line.trim().is_empty() || line.starts_with('#') => {}
            Some(_) => break,
        }
        at = end;
    }
    found
}

fn is_key_line(line: &str, key: &str) -> bool {
    for quote in ["", "\"", "'"] {
        if let Some(value) = value_after(line, quote, key) {
            // Without white space after it, the colon is part of a longer key (`a:b: c`).
            return value.trim_end().is_empty() || value.starts_with([' ', '\t']);
        }
    }
    false
}

/// Text after the colon of `key`, written between `quote`s.
fn value_after<'a>(line: &'a str, quote: &str, key: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(quote)?.strip_prefix(key)?;
    let rest = rest.strip_prefix(quote)?.trim_start_matches(' ');
    rest.strip_prefix(':')
}

/// The position of a key in the file (line and column from 1), by its first present name, or that
/// of the opening line if there is none.
#[must_use]
pub fn key_position(text: &str, parts: &Parts, key: &Key) -> (u32, u32) {
    let yaml = &text[parts.yaml.clone()];
    match key.names().find_map(|name| key_lines(yaml, name)) {
        Some(lines) => position(text, parts.yaml.start + lines.start),
        None => (1, 1),
    }
}

/// The name under which a file has a key: its own, unless only another one is there.
#[must_use]
pub fn name_in_use(text: &str, key: &Key) -> &'static str {
    // Without front matter there is no other name in use; writing the key will report the fault.
    if let Ok(parts) = split(text) {
        let yaml = &text[parts.yaml];
        for name in key.names() {
            if key_lines(yaml, name).is_some() {
                return name;
            }
        }
    }
    key.name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_found_whatever_the_line_ends() {
        for (text, yaml, body) in [
            ("---\na: 1\n---\nB\n", "a: 1\n", "B\n"),
            ("\u{feff}---\r\na: 1\r\n---\r\nB", "a: 1\r\n", "B"),
            ("---\n---\n", "", ""),
            ("---  \na: 1\n...\nB", "a: 1\n", "B"),
        ] {
            let parts = split(text).unwrap();
            assert_eq!(
                (&text[parts.yaml.clone()], &text[parts.body.clone()]),
                (yaml, body)
            );
        }
        let long = format!(
            "---\n{}---\n",
            "a: 1\n".repeat(limits::FRONT_MATTER_BYTES / 5 + 1)
        );
        assert_eq!(split(&long).unwrap_err().code, Code::BadYaml);
        for bad in ["", "# T\n", "---\na: 1\n", "--- x\n---\n", "\0"] {
            assert_eq!(split(bad).unwrap_err().code, Code::NoFrontMatter, "{bad:?}");
        }
    }

    #[test]
    fn yaml_that_cannot_be_read_is_named_with_its_line() {
        let text = "---\nid: x\ntitle: a: b\n---\n";
        let fault = mapping(text, &split(text).unwrap()).unwrap_err();
        assert_eq!((fault.code, fault.line), (Code::BadYaml, 3));
    }

    #[test]
    fn a_yaml_bomb_is_refused() {
        let mut bomb = "---\na0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let links = vec![format!("*a{}", level - 1); 9].join(", ");
            bomb = format!("{bomb}a{level}: &a{level} [{links}]\n");
        }
        bomb.push_str("---\n");
        assert_eq!(
            mapping(&bomb, &split(&bomb).unwrap()).unwrap_err().code,
            Code::BadYaml
        );
        let deep = format!("---\na: {}\n---\n", "[".repeat(1 << 20));
        assert_eq!(split(&deep).unwrap_err().code, Code::BadYaml);
    }

    #[test]
    fn a_key_takes_the_lines_of_its_value() {
        let yaml =
            "id: x\ntags:\n- a\n# c\n- b\n\n'title' : >\n  t\n  u\n\nupdated: 1\ntitle2: z\n";
        let lines = |key| key_lines(yaml, key).map(|range| &yaml[range]);
        assert_eq!(lines("tags"), Some("tags:\n- a\n# c\n- b\n"));
        assert_eq!(lines("title"), Some("'title' : >\n  t\n  u\n"));
        assert_eq!(lines("title2"), Some("title2: z\n"));
        assert_eq!(lines("scope"), None);
    }
}
