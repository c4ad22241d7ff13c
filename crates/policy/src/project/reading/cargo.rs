//! `Cargo.toml` (the Cargo book, "The Manifest Format", "Workspaces").

use toml::Table;

use super::said::{Part, Said};
use crate::project::Purpose;

/// Reads a manifest of Cargo's.
pub(crate) fn manifest(text: &str, _: &Part<'_>) -> Result<Said, String> {
    let table = toml_of(text)?;
    let mut said = Said::default();
    if let Some(workspace) = table.get("workspace") {
        said.members = texts(workspace.get("members"));
    }
    // With several programs, the name of one would have to be chosen.
    let programs = table.get("bin").and_then(toml::Value::as_array);
    if programs.is_some_and(|programs| programs.len() == 1) {
        said.add(Purpose::Run, "cargo run");
    }
    Ok(said)
}

/// A text as TOML; the error does not quote it.
pub(crate) fn toml_of(text: &str) -> Result<Table, String> {
    text.parse()
        .map_err(|_: toml::de::Error| "is not valid TOML".to_owned())
}

/// The texts of a list; empty if the value is not a list.
pub(crate) fn texts(value: Option<&toml::Value>) -> Vec<String> {
    let mut texts = Vec::new();
    if let Some(values) = value.and_then(toml::Value::as_array) {
        for value in values {
            texts.extend(value.as_str().map(str::to_owned));
        }
    }
    texts
}
