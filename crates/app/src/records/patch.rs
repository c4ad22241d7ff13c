//! Changing front matter keys in the text of a record; every other byte stays as it is.

use crate::workspace::Error;
use git_memory_model::keys;
use git_memory_model::record::conflict::Conflict;
use git_memory_model::record::patch::Field;
use git_memory_model::record::{body, front_matter, page, patch};
use git_memory_text::path::RepoPath;

/// A record's text with these keys set, from the bytes of its file.
///
/// # Errors
/// [`Error::Unpatchable`] where the bytes are not UTF-8, or where a key cannot be set in place;
/// [`Error::InConflict`].
pub(crate) fn patched(
    path: &RepoPath,
    bytes: &[u8],
    fields: &[(&str, Field)],
) -> Result<String, Error> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(unpatchable(path, &"the file is not UTF-8"));
    };
    // A key that is set in one of two versions would be lost with it, or break both.
    if let Some(conflict) = Conflict::of(text) {
        return Err(Error::InConflict {
            path: path.clone(),
            sides: conflict.sides,
        });
    }
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

/// New values for an existing record. Other values stay.
pub(crate) struct Amendment<'a> {
    pub(crate) fields: Vec<(&'static str, Field)>,
    /// The body that a new record would get.
    pub(crate) body: Option<String>,
    /// The sections that the body is made of: only these change, where there are any.
    pub(crate) sections: Vec<(&'static str, &'a str)>,
}

/// A record's text with the given values; the same text if it has them already, in any form.
///
/// # Errors
/// [`Error::Unpatchable`] where a key cannot be set in place; [`Error::BadValue`] for a section
/// that the text has twice.
pub(crate) fn amended(path: &RepoPath, text: &str, given: &Amendment) -> Result<String, Error> {
    let mut fields = Vec::new();
    for (name, field) in &given.fields {
        let in_use = match keys::by_name(name) {
            Some(key) => front_matter::name_in_use(text, key),
            None => name,
        };
        if !patch::says(text, in_use, field) {
            fields.push((*name, field.clone()));
        }
    }
    let mut new = patched(path, text.as_bytes(), &fields)?;
    let Some(body) = &given.body else {
        return Ok(new);
    };
    if is_body_of(text, body) {
        return Ok(new);
    }
    if given.sections.is_empty() {
        return Ok(body::with_body(&new, body));
    }
    for (name, section) in &given.sections {
        new = body::with_section(&new, name, section)
            .map_err(|error| Error::BadValue(error.to_string()))?;
    }
    Ok(new)
}

/// True if a record has this body; line ends, and empty lines around it, may differ.
fn is_body_of(text: &str, body: &str) -> bool {
    let own = page::body(text).trim().lines();
    own.eq(body.trim().lines())
}

fn unpatchable(path: &RepoPath, why: &dyn ToString) -> Error {
    Error::Unpatchable {
        path: path.to_string(),
        why: why.to_string(),
    }
}
