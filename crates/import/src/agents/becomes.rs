//! Decides if a file becomes a rule or a record, and which files the result is about.

use serde_yaml::Mapping;

use super::form::Role;
use super::globs::{are_all, globs, pathspecs};
use git_memory_model::form::front_matter;
use git_memory_model::kind::Kind;

/// Result of a file: a rule or a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// A rule file.
    Rule,
    /// A record of a kind.
    Record(Kind),
}

/// The result of a file, and the pathspecs that it is about.
///
/// # Errors
/// The reason why it becomes nothing.
pub(crate) fn becomes(
    folder: &str,
    role: Role,
    front: &Mapping,
    body: &str,
) -> Result<(Becomes, Vec<String>), String> {
    let kind = match role {
        Role::Always => return Ok(for_all(folder)),
        Role::Rule { key, is_always } => return rule(folder, front, key, is_always),
        Role::Page => Kind::TOPIC,
        Role::Fact => fact(front, body)?,
        Role::Note => match front_matter::text(front, &["type"]) {
            Some(kind) => Kind::by_name(&kind.to_lowercase()).unwrap_or(Kind::TOPIC),
            // A note without a type is a note.
            None => Kind::NOTE,
        },
    };
    Ok((Becomes::Record(kind), Vec::new()))
}

/// Result for all files of a folder.
fn for_all(folder: &str) -> (Becomes, Vec<String>) {
    if folder.is_empty() {
        return (Becomes::Rule, Vec::new());
    }
    let paths = vec![format!("{folder}/**")];
    (Becomes::Record(Kind::CONVENTION), paths)
}

fn rule(
    folder: &str,
    front: &Mapping,
    key: &str,
    is_always: bool,
) -> Result<(Becomes, Vec<String>), String> {
    let globs = match front_matter::value(front, &[key]) {
        Some(value) => globs(&front_matter::texts(value)),
        None => Vec::new(),
    };
    let applies = front_matter::value(front, &["alwaysapply"]);
    let is_said = applies.and_then(serde_yaml::Value::as_bool) == Some(true);
    if is_said || are_all(&globs) || (globs.is_empty() && is_always) {
        return Ok(for_all(folder));
    }
    let paths = pathspecs(&globs, folder)?;
    Ok((Becomes::Record(Kind::CONVENTION), paths))
}

/// The kind of a fact that Claude Code remembered.
fn fact(front: &Mapping, body: &str) -> Result<Kind, String> {
    let nested = front_matter::value(front, &["metadata"]);
    let nested = nested.and_then(|value| value.as_mapping());
    let said = front_matter::text(front, &["type"]);
    let said = said.or_else(|| front_matter::text(nested?, &["type"]));
    match said.as_deref() {
        Some("user") => Err("it is about its user, not about the project".to_owned()),
        // A wish about the way of working.
        Some("feedback") => Ok(Kind::CONVENTION),
        None if is_index(body) => Err("it is an index of the other files".to_owned()),
        _ => Ok(Kind::TOPIC),
    }
}

/// True if a text has only headings and a list of links.
fn is_index(body: &str) -> bool {
    let mut lines = body.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.all(|line| line.starts_with('#') || (line.starts_with(['-', '*']) && line.contains("](")))
}
