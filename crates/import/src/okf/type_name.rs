//! The key `type`: the type of a file of memory, and adding the key if it is missing.

use serde_yaml::Value;

use git_memory_model::keys;
use git_memory_model::layout::{self, OVERVIEW, Part, SUMMARY};
use git_memory_model::record::front_matter;
use git_memory_model::record::header::scalar;
use git_memory_model::record::patch::{self, Field, PatchError};
use git_memory_text::path::{MemoryFolder, RepoPath};

/// Type of a file of memory, in a word or two: `Decision`, `Open Loop`, `Rule`.
#[must_use]
pub fn type_of(memory: &MemoryFolder, path: &RepoPath) -> String {
    if memory.below(path.as_str()) == Some(SUMMARY) {
        return "Summary".to_owned();
    }
    if [OVERVIEW, "README.md"].contains(&path.file_name()) {
        return "Overview".to_owned();
    }
    match (layout::part(memory, path), layout::place(memory, path)) {
        (Part::Rule, _) | (_, None) => "Rule".to_owned(),
        (_, Some(place)) => place.kind_of_page().type_name(),
    }
}

/// True if the keys of a document state its type.
pub(super) fn says_type(values: &Value) -> bool {
    let value = values.get(keys::TYPE.name).and_then(scalar);
    value.is_some_and(|text| !text.trim().is_empty())
}

/// True if a text states its type.
#[must_use]
pub fn is_typed(text: &str) -> bool {
    let read = front_matter::split(text).and_then(|parts| front_matter::mapping(text, &parts));
    read.is_ok_and(|values| says_type(&Value::Mapping(values)))
}

/// A text with its type; no other byte of it changes. A text without front matter gets one.
///
/// # Errors
/// [`PatchError`] if its front matter cannot be read, or cannot be changed in place.
pub fn with_type(text: &str, type_name: &str) -> Result<String, PatchError> {
    let field = Field::Text(type_name.to_owned());
    if front_matter::split(text).is_ok() {
        return patch::set(text, keys::TYPE.name, &field);
    }
    let content = front_matter::without_bom(text);
    let mark = &text[..text.len() - content.len()];
    let newline = newline_of(content);
    let line = patch::line(keys::TYPE.name, &field, newline);
    Ok(format!("{mark}---{newline}{line}---{newline}{content}"))
}

/// Line end of a text.
pub(super) fn newline_of(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_memory_has_a_type_by_its_place() {
        for (path, expected) in [
            ("memory/summary.md", "Summary"),
            ("memory/scopes/web/OVERVIEW.md", "Overview"),
            ("memory/rules/memory.md", "Rule"),
            ("memory/_open-loops/login.md", "Open Loop"),
            ("memory/tables/orders.md", "Topic"),
        ] {
            assert_eq!(
                type_of(&MemoryFolder::default(), &path.parse().unwrap()),
                expected
            );
        }
    }

    #[test]
    fn a_type_is_added_and_nothing_else_changes() {
        for (text, expected) in [
            ("# T\n", "---\ntype: Note\n---\n# T\n"),
            ("\u{feff}a\r\n", "\u{feff}---\r\ntype: Note\r\n---\r\na\r\n"),
            ("---\nb: 1 # c\n---\nB", "---\nb: 1 # c\ntype: Note\n---\nB"),
            ("---\ntype: ''\nb: 1\n---\n", "---\ntype: Note\nb: 1\n---\n"),
        ] {
            assert!(!is_typed(text));
            let typed = with_type(text, "Note").unwrap();
            assert_eq!(typed, expected);
            assert!(is_typed(&typed));
        }
        assert!(with_type("---\na: [\n---\n", "Note").is_err());
    }
}
