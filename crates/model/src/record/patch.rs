//! Writing YAML by hand: values as a person would write them, and one key changed in place.
//!
//! No library keeps comments, order and quoting through a round trip. So a change replaces the
//! lines of one key, and the library then reads old and new text and confirms that nothing else
//! changed.

use std::ops::Range;

use serde_yaml::{Mapping, Value};

use super::front_matter;
use super::header::scalar as scalar_of;
use git_memory_text::yaml::{self, scalar};

/// A value that the program writes into front matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A text, quoted if YAML needs it.
    Text(String),
    /// A text without quotes: ids, dates, statuses.
    Word(String),
    /// A list, written on one line.
    List(Vec<String>),
}

/// Why a key could not be changed in place.
#[derive(Debug, thiserror::Error)]
pub enum PatchError {
    /// The file has no front matter, or none that can be read.
    #[error("{0}")]
    Unreadable(String),
    /// The key's value is written in a form that this program does not edit.
    #[error("cannot change '{0}' in place: its value is written in an unusual form")]
    Unusual(String),
}

impl Field {
    fn write(&self) -> String {
        match self {
            Self::Word(word) => word.clone(),
            Self::Text(text) => scalar(text, false),
            Self::List(items) => {
                let items: Vec<_> = items.iter().map(|item| scalar(item, true)).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }

    fn value(&self) -> Value {
        match self {
            Self::Word(text) | Self::Text(text) => Value::String(text.clone()),
            Self::List(items) => {
                Value::Sequence(items.iter().cloned().map(Value::String).collect())
            }
        }
    }
}

/// A line `key: value` with the line end `newline`.
#[must_use]
pub fn line(key: &str, field: &Field, newline: &str) -> String {
    format!("{key}: {}{newline}", field.write())
}

/// True if front matter already has this value under a key, however that is written.
#[must_use]
pub fn says(text: &str, key: &str, field: &Field) -> bool {
    let values = front_matter::split(text).and_then(|parts| front_matter::mapping(text, &parts));
    // Unreadable front matter has no values; setting the key reports the reason.
    let Ok(values) = values else { return false };
    let Some(value) = values.get(key) else {
        return false;
    };
    match (field, value) {
        (Field::Text(text) | Field::Word(text), value) => scalar_of(value).as_ref() == Some(text),
        (Field::List(wanted), Value::Sequence(items)) => {
            let items: Vec<_> = items.iter().map(scalar_of).collect();
            items.iter().map(Option::as_ref).eq(wanted.iter().map(Some))
        }
        // One text without brackets is a list of one.
        (Field::List(wanted), value) => {
            matches!(wanted.as_slice(), [one] if scalar_of(value).as_ref() == Some(one))
        }
    }
}

/// Sets one top-level key of a record's front matter; a missing key becomes the last one. Every
/// byte outside the key's own lines stays, and so does a comment after a value of one line.
///
/// # Errors
/// [`PatchError`] if the front matter cannot be read, or the key cannot be changed without the
/// others; nothing is guessed.
pub fn set(text: &str, key: &str, field: &Field) -> Result<String, PatchError> {
    let parts = front_matter::split(text).map_err(unreadable)?;
    let before = front_matter::mapping(text, &parts).map_err(unreadable)?;
    let yaml = &text[parts.yaml.clone()];
    let lines = match front_matter::key_lines(yaml, key) {
        Some(lines) => lines,
        None => yaml.len()..yaml.len(),
    };
    let comment = trailing_comment(&yaml[lines.clone()], &before, key);
    let written = format!("{}{comment}", field.write());
    let new_line = format!("{key}: {written}{}", parts.newline);
    let mut wanted = before;
    wanted.insert(Value::String(key.to_owned()), field.value());
    Lines { text, key, lines }.replaced(&parts.yaml, &new_line, &wanted)
}

/// Removes one top-level key of a record's front matter, with a comment after its value. Every
/// other byte stays.
///
/// # Errors
/// [`PatchError`], as for [`set`].
pub fn unset(text: &str, key: &str) -> Result<String, PatchError> {
    let parts = front_matter::split(text).map_err(unreadable)?;
    let mut wanted = front_matter::mapping(text, &parts).map_err(unreadable)?;
    if wanted.remove(key).is_none() {
        return Ok(text.to_owned());
    }
    match front_matter::key_lines(&text[parts.yaml.clone()], key) {
        Some(lines) => Lines { text, key, lines }.replaced(&parts.yaml, "", &wanted),
        None => Err(PatchError::Unusual(key.to_owned())),
    }
}

fn unreadable(fault: super::Fault) -> PatchError {
    PatchError::Unreadable(fault.message)
}

/// The lines of a key in a text; their range is one of its front matter.
struct Lines<'a> {
    text: &'a str,
    key: &'a str,
    lines: Range<usize>,
}

impl Lines<'_> {
    /// The text with other lines in the place of these, where its front matter then has the
    /// `wanted` values.
    fn replaced(
        &self,
        yaml: &Range<usize>,
        new: &str,
        wanted: &Mapping,
    ) -> Result<String, PatchError> {
        let (before, after) = (
            &self.text[..yaml.start + self.lines.start],
            &self.text[yaml.start + self.lines.end..],
        );
        let text = format!("{before}{new}{after}");
        // Read as a file, not only as YAML: it may have grown too long to be read at all.
        let parts = front_matter::split(&text).map_err(unreadable)?;
        // A change by lines goes wrong in YAML that is not written by lines: a flow mapping, an
        // anchor that another key refers to. Then the new text is not YAML any more, or means
        // something else.
        match front_matter::mapping(&text, &parts) {
            Ok(got) if got == *wanted => Ok(text),
            _ => Err(PatchError::Unusual(self.key.to_owned())),
        }
    }
}

/// The comment after a key's value on the same line, with the white space before it.
fn trailing_comment<'a>(lines: &'a str, mapping: &Mapping, key: &str) -> &'a str {
    let line = lines.trim_end_matches(['\n', '\r']);
    if line.contains('\n') {
        return "";
    }
    let value = mapping.get(key);
    for (at, _) in line.match_indices([' ', '\t']) {
        if !line[at + 1..].starts_with('#') {
            continue;
        }
        // A `#` may also be inside a quoted value. The first one whose removal does not change the
        // value begins the comment.
        let end = line[..at].trim_end().len();
        let alone: Result<Mapping, _> = yaml::read(&line[..end]);
        if alone.is_ok_and(|alone| alone.get(key) == value) {
            return &line[end..];
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "---\n# the id\nid: dec-7k3m9q\nstatus:   'active'  # since June\nextra: {a: 1}\ntags:\n- x\n- y\n---\nBody\n";

    #[test]
    fn a_comment_behind_a_tab_stays() {
        let record = "---\nid: a\nstatus: active\t# why\n---\n";
        let changed = set(record, "status", &Field::Word("new".to_owned())).unwrap();
        assert_eq!(changed, record.replace("active", "new"));
    }

    #[test]
    fn a_change_that_makes_front_matter_too_long_is_refused() {
        // Each of them takes six bytes once it is quoted.
        let value = Field::Text("\u{10}".repeat(4000));
        let refused = set(TEXT, "title", &value).unwrap_err();
        assert!(matches!(refused, PatchError::Unreadable(_)), "{refused}");
    }

    #[test]
    fn only_the_key_changes() {
        let word = |text: &str| Field::Word(text.to_owned());
        assert_eq!(
            set(TEXT, "status", &word("superseded")).unwrap(),
            TEXT.replace("  'active'  # since", "superseded  # since")
        );
        assert_eq!(
            set(TEXT, "tags", &Field::List(vec!["a, b".into(), "c".into()])).unwrap(),
            TEXT.replace("tags:\n- x\n- y\n", "tags: [\"a, b\", c]\n")
        );
        assert_eq!(
            set(TEXT, "updated", &word("2026-11-20")).unwrap(),
            TEXT.replace("- y\n", "- y\nupdated: 2026-11-20\n")
        );
    }

    #[test]
    fn a_present_value_is_known_in_any_spelling() {
        let word = |text: &str| Field::Word(text.to_owned());
        let list = |items: &[&str]| Field::List(items.iter().map(ToString::to_string).collect());
        assert!(says(TEXT, "status", &word("active")));
        assert!(says(TEXT, "tags", &list(&["x", "y"])));
        assert!(says("---\ntags: x\nn: 7\n---\n", "tags", &list(&["x"])));
        assert!(says("---\ntags: x\nn: 7\n---\n", "n", &word("7")));
        for (key, field) in [
            ("status", word("open")),
            ("tags", list(&["x"])),
            ("tags", word("x")),
            ("nothing", list(&[])),
        ] {
            assert!(!says(TEXT, key, &field), "{key}");
        }
        assert!(!says("text", "status", &word("active")));
    }

    #[test]
    fn line_ends_and_a_byte_order_mark_stay() {
        let text = format!("\u{feff}{}", TEXT.replace('\n', "\r\n"));
        let set = set(&text, "status", &Field::Word("archived".into())).unwrap();
        assert!(set.starts_with("\u{feff}---\r\n# the id\r\n"));
        assert_eq!(set.matches("\r\n").count(), set.matches('\n').count());
    }

    #[test]
    fn a_key_that_cannot_be_changed_by_lines_is_refused() {
        for text in [
            "---\n{id: x, status: a}\n---\n",
            "---\nstatus: &s a\nother: *s\n---\n",
            "no front matter",
        ] {
            assert!(
                set(text, "status", &Field::Word("b".into())).is_err(),
                "{text}"
            );
        }
    }

    #[test]
    fn a_list_item_with_a_colon_is_quoted() {
        assert_eq!(
            line(
                "tags",
                &Field::List(vec!["a:?".into(), "src/**".into()]),
                "\n"
            ),
            "tags: [\"a:?\", src/**]\n"
        );
    }

    proptest! {
        #[test]
        fn any_text_survives_the_round_trip(text in any::<String>(), item in any::<String>()) {
            let yaml = line("title", &Field::Text(text.clone()), "\n")
                + &line("tags", &Field::List(vec![item.clone(), text.clone()]), "\n");
            let read: Mapping = serde_yaml::from_str(&yaml).map_err(|e| TestCaseError::fail(format!("{e}: {yaml}")))?;
            prop_assert_eq!(read.get("title").and_then(Value::as_str), Some(text.as_str()));
            let tags = read.get("tags").and_then(Value::as_sequence).unwrap();
            prop_assert_eq!(tags[0].as_str(), Some(item.as_str()));
        }

        #[test]
        fn a_set_touches_no_other_byte(value in "[ -~]{0,40}", body in any::<String>()) {
            let text = format!("---\nid: a\ntitle: \"x\" # c\n# d\nz:   1\n---\n{body}");
            let set = set(&text, "title", &Field::Text(value)).unwrap();
            prop_assert!(set.starts_with("---\nid: a\ntitle: "));
            let end = format!(" # c\n# d\nz:   1\n---\n{body}");
            prop_assert!(set.ends_with(&end));
        }
    }
}
