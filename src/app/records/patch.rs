//! Changing front matter keys in the text of a record; every other byte stays as it is.

use crate::app::workspace::Error;
use crate::domain::keys;
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
        // A file may have the key under another of its names.
        let name = match keys::by_name(key) {
            Some(key) => front_matter::name_in_use(&text, key),
            None => key,
        };
        text = match patch::set(&text, name, field) {
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
