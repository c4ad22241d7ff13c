//! The program's settings: the environment beats git's settings, those beat the team's file, that beats the default.
//!
//! The team's file `memory/config.yaml` comes with every pull request, so it counts only where it makes things stricter.

use std::collections::BTreeMap;

use regex::Regex;
use serde_yaml::Value;

use super::{Desk, Error};
use crate::domain::layout::CONFIG;

/// A file of settings that is longer is none, and would cost the YAML library dearly.
const CONFIG_LIMIT: u64 = 16 << 10;

/// What the pre-commit hook looks at for secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// What is staged below `memory/`.
    Memory,
    /// Everything that is staged.
    All,
}

/// `memory.scan`: how much the hooks scan. The team's file can ask for more, not for less.
///
/// # Errors
/// A value that means nothing, or where git's settings cannot be read.
pub fn scan_scope(desk: &Desk) -> Result<Scope, Error> {
    let own = match std::env::var("GIT_MEMORY_SCAN") {
        Ok(value) => Some(value),
        Err(_) => desk.repo.setting("memory.scan")?,
    };
    let is_strict = team(desk)?.get("scan").and_then(Value::as_str) == Some("all");
    match own.as_deref() {
        Some("all") => Ok(Scope::All),
        None | Some("memory") => Ok(if is_strict { Scope::All } else { Scope::Memory }),
        Some(other) => {
            Err(Error::Setting { key: "memory.scan", why: format!("'{other}' is neither 'memory' nor 'all'") })
        }
    }
}

/// `memory.strict`: whether the nets that cost every git command something are wanted too.
///
/// # Errors
/// Where git's settings cannot be read.
pub(super) fn is_strict(desk: &Desk) -> Result<bool, Error> {
    let is_true = |value: &str| ["true", "yes", "on", "1"].iter().any(|word| value.eq_ignore_ascii_case(word));
    Ok(desk.repo.settings()?.get("memory.strict").is_some_and(is_true))
}

/// The expressions of `memory.<name>`, from git's settings and the environment; from the team's file too where `is_strict`.
///
/// # Errors
/// An expression that is none, or where git's settings cannot be read.
pub(super) fn expressions(desk: &Desk, key: &'static str, is_strict: bool) -> Result<Vec<Regex>, Error> {
    let name = key.strip_prefix("memory.").unwrap_or(key);
    let variable = format!("GIT_MEMORY_{}", name.to_ascii_uppercase());
    let mut sources: Vec<String> = desk.repo.settings()?.all(&key.to_ascii_lowercase()).to_vec();
    sources.extend(std::env::var(variable));
    if is_strict && let Some(value) = team(desk)?.get(name) {
        let list = value.as_sequence().map_or_else(|| vec![value.clone()], Clone::clone);
        sources.extend(list.iter().filter_map(Value::as_str).map(str::to_owned));
    }
    let compile = |source: &String| {
        let compiled = regex::RegexBuilder::new(source).size_limit(1 << 20).build();
        compiled.map_err(|error| {
            let why = error.to_string();
            Error::Setting { key, why: why.lines().last().unwrap_or("it is no expression").trim().to_owned() }
        })
    };
    sources.iter().map(compile).collect()
}

/// The team's file; empty where there is none.
fn team(desk: &Desk) -> Result<BTreeMap<String, Value>, Error> {
    let Ok(file) = desk.repo.work_tree().map(|top| top.join(CONFIG)) else { return Ok(BTreeMap::new()) };
    let unusable = |why: &str| Error::Setting { key: CONFIG, why: why.to_owned() };
    match std::fs::symlink_metadata(&file) {
        Err(_) => return Ok(BTreeMap::new()),
        Ok(meta) if !meta.is_file() => return Err(unusable("it is not a regular file")),
        Ok(meta) if meta.len() > CONFIG_LIMIT => return Err(unusable("it is larger than 16 KiB")),
        Ok(_) => {}
    }
    let text = std::fs::read_to_string(&file).map_err(|source| Error::Input { path: file, source })?;
    serde_yaml::from_str(&text).map_err(|error| unusable(&error.to_string()))
}
