//! Taking a record's file apart: front matter between `---` lines, body behind it, and where each
//! key stands.
//!
//! Reading is the YAML library's work; this room only knows lines. Writing is in [`super::patch`].

use std::ops::Range;

use serde_yaml::Mapping;

use super::fault::{Code, Fault};

/// The largest front matter that is handed to the YAML library, in bytes: nesting costs it
/// quadratic time.
const LIMIT: usize = 16 << 10;

/// Where the parts of a file lie, as byte ranges of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The YAML between the two `---` lines, line ends included.
    pub yaml: Range<usize>,
    /// Everything behind the closing line.
    pub body: Range<usize>,
    /// The file's line end: `"\r\n"` where the opening line has it.
    pub newline: &'static str,
}

/// Finds the front matter of a file; a byte order mark before it is allowed.
///
/// # Errors
/// A [`Fault`] where the file does not begin with front matter, where it is not closed, or where it
/// is too long.
pub fn split(text: &str) -> Result<Parts, Fault> {
    let start = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let mut lines = text[start..].split_inclusive('\n');
    let opening = lines.next().unwrap_or_default();
    if opening.trim_end() != "---" {
        return Err(Fault::at(
            Code::NoFrontMatter,
            (1, 1),
            "the file does not begin with front matter ('---')",
        ));
    }
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
            if yaml.len() > LIMIT {
                let message = format!("the front matter is longer than {} KiB", LIMIT >> 10);
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

/// Reads the front matter's keys and values.
///
/// # Errors
/// A [`Fault`] with the library's message, at the line of the file.
pub fn mapping(text: &str, parts: &Parts) -> Result<Mapping, Fault> {
    serde_yaml::from_str(&text[parts.yaml.clone()]).map_err(|error| {
        let in_yaml = error
            .location()
            .map_or((1, 1), |at| (at.line(), at.column()));
        let number = |value: usize| u32::try_from(value.max(1)).unwrap_or(1);
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Fault::at(
            Code::BadYaml,
            (number(in_yaml.0) + 1, number(in_yaml.1)),
            format!("the front matter: {message}"),
        )
    })
}

/// The lines that a top-level key takes up in the YAML, as a byte range of it: its own line and the
/// indented, blank, comment or `- ` lines that belong to its value. `None` where no line begins
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
            Some(lines)
                if line.starts_with([' ', '\t'])
                    || line.starts_with("- ")
                    || line.trim_end() == "-" =>
            {
                lines.end = end;
            }
            // A blank or comment line belongs to the value only where more of the value follows.
            Some(_) if line.trim().is_empty() || line.starts_with('#') => {}
            Some(_) => break,
        }
        at = end;
    }
    found
}

fn is_key_line(line: &str, key: &str) -> bool {
    let after = |quote: &str| {
        line.strip_prefix(quote)?
            .strip_prefix(key)?
            .strip_prefix(quote)
    };
    let rest = after("").or_else(|| after("\"")).or_else(|| after("'"));
    rest.is_some_and(|rest| {
        let rest = rest.trim_start_matches(' ');
        rest.strip_prefix(':')
            .is_some_and(|value| value.trim_end().is_empty() || value.starts_with([' ', '\t']))
    })
}

/// The position of a key in the file (line and column from 1), or the opening line where it is not
/// there.
#[must_use]
pub fn key_position(text: &str, parts: &Parts, key: &str) -> (u32, u32) {
    let yaml = &text[parts.yaml.clone()];
    key_lines(yaml, key).map_or((1, 1), |lines| {
        super::fault::position(text, parts.yaml.start + lines.start)
    })
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
