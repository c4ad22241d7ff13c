//! Changing front matter keys in the text of a record; every other byte stays as it is.

use crate::app::workspace::Error;
use crate::domain::path::RepoPath;
use crate::domain::record::front_matter;
use crate::domain::record::patch;
use crate::domain::record::patch::Field;

/// A record's text with these keys set, from the bytes of its file.
///
/// # Errors
/// [`Error::Unpatchable`] where the bytes are not UTF-8, or where a key cannot be set in place.
pub(crate) fn patched(
    path: &RepoPath,
    bytes: &[u8],
    fields: &[(&str, Field)],
) -> Result<String, Error> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(unpatchable(path, &"the file is not UTF-8"));
    };
    let mut text = text.to_owned();
    // One after the other: each change moves the lines after it.
    for (key, field) in fields {
        let key = key_in_use(&text, key);
        text = match patch::set(&text, key, field) {
            Ok(text) => text,
            Err(error) => return Err(unpatchable(path, &error)),
        };
    }
    Ok(text)
}

fn unpatchable(path: &RepoPath, why: &dyn ToString) -> Error {
    Error::Unpatchable {
        path: path.to_string(),
        why: why.to_string(),
    }
}

/// The name that a key has in a file: some have an alias, which a file may use instead.
fn key_in_use<'a>(text: &str, key: &'a str) -> &'a str {
    let alias = match key {
        "title" => "name",
        "created" => "date",
        "paths" => "impactedPaths",
        _ => return key,
    };
    // A text without front matter has no key at all; setting one says what is wrong with it.
    let Ok(parts) = front_matter::split(text) else {
        return key;
    };
    let yaml = &text[parts.yaml];
    let has_key = front_matter::key_lines(yaml, key).is_some();
    let has_alias = front_matter::key_lines(yaml, alias).is_some();
    if has_alias && !has_key { alias } else { key }
}

/// Whether this may be the name of a front matter key: a letter, then letters, digits, `_` and `-`.
pub(crate) fn is_key(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}
