//! The program's settings: the environment beats git's settings, those beat the team's file, that
//! beats the default.
//!
//! The team's file `memory/config.yaml` comes with every pull request, so it counts only where it
//! makes things stricter.

use std::collections::BTreeMap;

use regex::Regex;
use serde_yaml::Value;

use super::{Error, Workspace};
use crate::domain::layout::CONFIG;
use crate::domain::text::Language;
use crate::git::{Durability, Settings};

/// A file of settings that is longer is none, and would cost the YAML library dearly.
const CONFIG_LIMIT: u64 = 16 << 10;
/// A page of two to three screens: what an agent reads without losing its own thread.
const MAX_LINES: usize = 200;

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
pub fn scan_scope(workspace: &Workspace) -> Result<Scope, Error> {
    let own = own(workspace, "memory.scan")?;
    let is_strict = team(workspace)?.get("scan").and_then(Value::as_str) == Some("all");
    match own.as_deref() {
        Some("all") => Ok(Scope::All),
        None | Some("memory") => Ok(if is_strict { Scope::All } else { Scope::Memory }),
        Some(other) => Err(Error::Setting {
            key: "memory.scan",
            why: format!("'{other}' is neither 'memory' nor 'all'"),
        }),
    }
}

/// `memory.fsync`: whether private memory has to be on the disk before it is said to be written;
/// where it is not set, what git's own `core.fsync` says of loose objects and refs.
///
/// # Errors
/// A value that means nothing, or where git's settings cannot be read.
pub(crate) fn durability(workspace: &Workspace) -> Result<Durability, Error> {
    /// The components of `core.fsync` that hold loose objects or refs (git-config(1)).
    const HARD: [&str; 6] = [
        "loose-object",
        "reference",
        "objects",
        "committed",
        "added",
        "all",
    ];
    Ok(match truth(workspace, "memory.fsync")? {
        Some(true) => Durability::Synced,
        Some(false) => Durability::Lazy,
        None => {
            let settings = workspace.repo.settings()?;
            let named = settings.get("core.fsync").unwrap_or_default();
            let is_hard = named
                .split(',')
                .any(|component| HARD.contains(&component.trim()));
            let is_old = settings
                .get("core.fsyncobjectfiles")
                .is_some_and(|value| Settings::is_true(value) == Some(true));
            if is_hard || is_old {
                Durability::Synced
            } else {
                Durability::Lazy
            }
        }
    })
}

/// `memory.private`: whether private entries may be written. The team's file can forbid it, not
/// allow it.
///
/// # Errors
/// A value that means nothing, or where git's settings cannot be read.
pub(crate) fn allows_private(workspace: &Workspace) -> Result<bool, Error> {
    let is_forbidden = team(workspace)?.get("private").and_then(Value::as_bool) == Some(false);
    Ok(truth(workspace, "memory.private")?.unwrap_or(true) && !is_forbidden)
}

/// `memory.feedback`: whether what was said of earlier answers ranks later ones, by the team's file
/// of the work tree or of a revision.
///
/// # Errors
/// A value that means nothing, or where git's settings cannot be read.
pub(crate) fn heeds_feedback(workspace: &Workspace, revision: Option<&str>) -> Result<bool, Error> {
    match truth(workspace, "memory.feedback")? {
        Some(own) => Ok(own),
        None => Ok(team_at(workspace, revision)?
            .get("feedback")
            .and_then(Value::as_bool)
            .unwrap_or(true)),
    }
}

/// `memory.auto`: whether anything is put into prompts without being asked for each time. The
/// team's file, of the work tree or of a revision, can say no, too.
///
/// # Errors
/// A value that means nothing, or where git's settings cannot be read.
pub(crate) fn is_automatic(workspace: &Workspace, revision: Option<&str>) -> Result<bool, Error> {
    match truth(workspace, "memory.auto")? {
        Some(own) => Ok(own),
        None => Ok(team_at(workspace, revision)?
            .get("auto")
            .and_then(Value::as_bool)
            .unwrap_or(true)),
    }
}

/// `memory.maxLines`: how many lines a pack has at most, where nobody says; the team's file is the
/// one of the work tree or of a revision.
///
/// # Errors
/// A value that is no number, or where git's settings cannot be read.
pub(crate) fn max_lines(workspace: &Workspace, revision: Option<&str>) -> Result<usize, Error> {
    let own = own(workspace, "memory.maxLines")?;
    let Some(value) = own else {
        let team = team_at(workspace, revision)?
            .get("maxLines")
            .and_then(Value::as_u64);
        return Ok(team
            .and_then(|lines| lines.try_into().ok())
            .unwrap_or(MAX_LINES));
    };
    let unclear = |_| Error::Setting {
        key: "memory.maxLines",
        why: format!("'{value}' is no number of lines"),
    };
    value.parse().map_err(unclear)
}

/// `memory.language`: the language of texts whose words do not tell another, by its code (ISO
/// 639-1); English where it is not set. The team's file is the one of the work tree or of a
/// revision.
///
/// # Errors
/// A code that has no stemmer, or where git's settings cannot be read.
pub(crate) fn language(workspace: &Workspace, revision: Option<&str>) -> Result<Language, Error> {
    let code = match own(workspace, "memory.language")? {
        Some(code) => code,
        None => match team_at(workspace, revision)?
            .get("language")
            .and_then(Value::as_str)
        {
            Some(code) => code.to_owned(),
            None => return Ok(Language::ENGLISH),
        },
    };
    Language::by_code(&code).ok_or_else(|| {
        let codes: Vec<_> = Language::all().map(Language::code).collect();
        let why = format!(
            "'{code}' has no stemmer here; those that have: {}",
            codes.join(", ")
        );
        Error::Setting {
            key: "memory.language",
            why,
        }
    })
}

/// `memory.remote`: where `sync` goes.
///
/// # Errors
/// Where git's settings cannot be read.
pub(crate) fn remote(workspace: &Workspace) -> Result<Option<String>, Error> {
    Ok(own(workspace, "memory.remote")?.filter(|name| !name.is_empty()))
}

/// A setting that is true or false, from the environment or git's settings.
fn truth(workspace: &Workspace, key: &'static str) -> Result<Option<bool>, Error> {
    let Some(value) = own(workspace, key)? else {
        return Ok(None);
    };
    let unclear = || Error::Setting {
        key,
        why: format!("'{value}' is neither true nor false"),
    };
    Settings::is_true(&value).map(Some).ok_or_else(unclear)
}

/// The value of a setting in the environment, else in git's settings.
fn own(workspace: &Workspace, key: &'static str) -> Result<Option<String>, Error> {
    let name = key.strip_prefix("memory.").unwrap_or(key);
    let variable = std::env::var(format!("GIT_MEMORY_{}", name.to_ascii_uppercase())).ok();
    Ok(variable.or(workspace
        .repo
        .settings()?
        .get(&key.to_ascii_lowercase())
        .map(str::to_owned)))
}

/// `memory.strict`: whether the nets that cost every git command something are wanted too.
///
/// # Errors
/// Where git's settings cannot be read.
pub(crate) fn is_strict(workspace: &Workspace) -> Result<bool, Error> {
    Ok(truth(workspace, "memory.strict")?.unwrap_or(false))
}

/// The expressions of `memory.<name>`, from git's settings and the environment; from the team's
/// file too, where it is given.
///
/// # Errors
/// An expression that is none.
pub(crate) fn expressions(
    settings: &Settings,
    key: &'static str,
    team: Option<&Team>,
) -> Result<Vec<Regex>, Error> {
    let name = key.strip_prefix("memory.").unwrap_or(key);
    let variable = format!("GIT_MEMORY_{}", name.to_ascii_uppercase());
    let mut sources: Vec<String> = settings.all(&key.to_ascii_lowercase()).to_vec();
    sources.extend(std::env::var(variable));
    if let Some(value) = team.and_then(|team| team.get(name)) {
        let list = value
            .as_sequence()
            .map_or_else(|| vec![value.clone()], Clone::clone);
        sources.extend(list.iter().filter_map(Value::as_str).map(str::to_owned));
    }
    let compile = |source: &String| {
        let compiled = regex::RegexBuilder::new(source).size_limit(1 << 20).build();
        compiled.map_err(|error| {
            let why = error.to_string();
            Error::Setting {
                key,
                why: why
                    .lines()
                    .last()
                    .unwrap_or("it is no expression")
                    .trim()
                    .to_owned(),
            }
        })
    };
    sources.iter().map(compile).collect()
}

/// The settings of the team's file, by name.
pub(crate) type Team = BTreeMap<String, Value>;

/// The team's file; empty where there is none.
///
/// # Errors
/// A file that cannot be read as settings.
pub(crate) fn team(workspace: &Workspace) -> Result<Team, Error> {
    let Ok(file) = workspace.repo.work_tree().map(|top| top.join(CONFIG)) else {
        return Ok(Team::new());
    };
    let unusable = |why: &str| Error::Setting {
        key: CONFIG,
        why: why.to_owned(),
    };
    match std::fs::symlink_metadata(&file) {
        Err(_) => return Ok(Team::new()),
        Ok(meta) if !meta.is_file() => return Err(unusable("it is not a regular file")),
        Ok(meta) if meta.len() > CONFIG_LIMIT => return Err(unusable("it is larger than 16 KiB")),
        Ok(_) => {}
    }
    let text =
        std::fs::read_to_string(&file).map_err(|source| Error::Input { path: file, source })?;
    serde_yaml::from_str(&text).map_err(|error| unusable(&error.to_string()))
}

/// The team's file as a revision has it; the work tree's where none is named.
///
/// # Errors
/// An unknown revision, or a file that cannot be read as settings.
fn team_at(workspace: &Workspace, revision: Option<&str>) -> Result<Team, Error> {
    let Some(revision) = revision else {
        return team(workspace);
    };
    let Some(blob) = workspace
        .repo
        .file(workspace.repo.resolve(revision)?, CONFIG)?
    else {
        return Ok(Team::new());
    };
    let unusable = |why: String| Error::Setting { key: CONFIG, why };
    let text = workspace.repo.blob(blob)?;
    if text.len() as u64 > CONFIG_LIMIT {
        return Err(unusable("it is larger than 16 KiB".to_owned()));
    }
    serde_yaml::from_str(&String::from_utf8_lossy(&text))
        .map_err(|error| unusable(error.to_string()))
}
