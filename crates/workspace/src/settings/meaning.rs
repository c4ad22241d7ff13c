//! Meaning of each setting for the use cases.

use super::reader::Origin;
use super::table;
use super::value::Value;
use crate::{Error, Workspace};
use git_memory_git::{Durability, Settings};
use git_memory_policy::project::policy::Pattern;
use git_memory_recall::Weights;
use git_memory_store::embeddings::{EmbeddingServer, Fault};
use git_memory_text::Language;

/// The components of `core.fsync` that hold loose objects or refs (git-config(1)).
const SYNCED: [&str; 6] = [
    "loose-object",
    "reference",
    "objects",
    "committed",
    "added",
    "all",
];

/// True if the hooks scan everything that is staged or pushed, and not only files below `memory/`.
pub fn scans_all(workspace: &Workspace) -> Result<bool, Error> {
    may_be(workspace, &table::SCAN, "all")
}

/// True if pre-commit runs the checks of records over what is staged.
pub fn verifies_commits(workspace: &Workspace) -> Result<bool, Error> {
    may_be(workspace, &table::VERIFY, "commit")
}

/// True if `verify` may run the commands of records.
///
/// # Errors
/// A value that cannot be read, or where git's settings cannot be read.
pub fn runs_commands(workspace: &Workspace) -> Result<bool, Error> {
    let own = workspace.settings()?.boolean(&table::VERIFY_COMMANDS)?;
    Ok(own.unwrap_or(false))
}

/// The words of settings that are choices, in their order, by the team's file as a revision has it.
///
/// # Errors
/// A value of the user's own that cannot be read, or an unknown revision.
pub fn choices(
    workspace: &Workspace,
    revision: &str,
    settings: &[&'static table::Setting],
) -> Result<Vec<&'static str>, Error> {
    let reader = workspace.settings_at(Some(revision))?;
    let mut words = Vec::new();
    for setting in settings {
        words.push(match reader.value(setting)? {
            Some(Value::Choice(word)) => word,
            _ => setting.default,
        });
    }
    Ok(words)
}

/// True if a setting of the hooks has this value, or one that cannot be read: it may have been meant
/// to turn it on, and hooks go on in spite of bad settings.
fn may_be(workspace: &Workspace, setting: &table::Setting, word: &str) -> Result<bool, Error> {
    Ok(match workspace.settings()?.value(setting) {
        Ok(value) => value.is_some_and(|value| value.is(word)),
        Err(_) => true,
    })
}

/// True if private memory must be on the disk before a write counts as done; the default of
/// `memory.fsync` follows git's own `core.fsync` for loose objects and refs.
///
/// # Errors
/// A value that cannot be read, or where git's settings cannot be read.
pub fn durability(workspace: &Workspace) -> Result<Durability, Error> {
    let own = workspace.settings()?.boolean(&table::FSYNC)?;
    let is_synced = match own {
        Some(own) => own,
        None => syncs_objects(workspace.store().configuration().settings()?),
    };
    Ok(if is_synced {
        Durability::Synced
    } else {
        Durability::Lazy
    })
}

fn syncs_objects(settings: &Settings) -> bool {
    if let Some(named) = settings.get("core.fsync") {
        let mut components = named.split(',').map(str::trim);
        if components.any(|component| SYNCED.contains(&component)) {
            return true;
        }
    }
    // The name of old: git still heeds it.
    let old = settings.get("core.fsyncobjectfiles");
    old.is_some_and(|value| Settings::is_true(value) == Some(true))
}

/// True if private entries may be written. The team's file can forbid it, not allow it.
pub fn allows_private(workspace: &Workspace) -> Result<bool, Error> {
    // An unreadable value may have been meant to forbid it.
    if workspace.settings()?.must_protect().is_err() {
        return Ok(false);
    }
    if committed_says(workspace, &table::PRIVATE, "false")? {
        return Ok(false);
    }
    is_on(workspace, None, &table::PRIVATE)
}

/// True if the team's file as HEAD has it gives a setting this value: what it asks for stands until
/// a change of it is committed, as any tool may edit the file.
fn committed_says(
    workspace: &Workspace,
    setting: &table::Setting,
    word: &str,
) -> Result<bool, Error> {
    let Some(head) = workspace.store().history().head_commit()? else {
        return Ok(false);
    };
    let committed = workspace
        .settings_at(Some(&head.to_string()))?
        .of_team(setting);
    Ok(committed.iter().any(|value| value.is(word)))
}

/// True if agents' decisions stay proposed until a person makes them active. The team's file can
/// require it, not lift it.
pub fn agents_propose(workspace: &Workspace) -> Result<bool, Error> {
    // An unreadable value may have been meant to require it.
    if workspace.settings()?.must_protect().is_err() {
        return Ok(true);
    }
    if committed_says(workspace, &table::AGENTS_PROPOSE, "true")? {
        return Ok(true);
    }
    is_on(workspace, None, &table::AGENTS_PROPOSE)
}

/// True if ratings of earlier results rank later ones.
///
/// # Errors
/// A value that cannot be read, or where git's settings cannot be read.
pub fn heeds_feedback(workspace: &Workspace, revision: Option<&str>) -> Result<bool, Error> {
    is_on(workspace, revision, &table::FEEDBACK)
}

/// True if memory is put into prompts without a request.
///
/// # Errors
/// A value that cannot be read, or where git's settings cannot be read.
pub fn is_automatic(workspace: &Workspace, revision: Option<&str>) -> Result<bool, Error> {
    is_on(workspace, revision, &table::AUTO)
}

/// True if calls of tools are judged. A person's setting silences the hook at once, the team's file
/// only after a commit: an edit of the file, which any tool may make, opens nothing.
///
/// # Errors
/// A value that cannot be read, or where git's settings cannot be read.
pub fn judges_tools(workspace: &Workspace) -> Result<bool, Error> {
    let effective = workspace.settings()?.effective(&table::AUTO)?.pop();
    Ok(match effective {
        Some(off) if off.value.is("false") => {
            matches!(off.origin, Origin::Team(_))
                && !committed_says(workspace, &table::AUTO, "false")?
        }
        _ => true,
    })
}

/// True if tools may write nothing outside of the work tree. The team's file can ask for it, not
/// lift it.
///
/// # Errors
/// If git's settings cannot be read. A value that cannot be read is a fault of the policy.
pub fn closes_outside(workspace: &Workspace) -> Result<bool, Error> {
    let of_here = workspace.settings()?.readable(&table::POLICY_OUTSIDE)?;
    let is_closed = of_here.iter().any(|effective| effective.value.is("deny"));
    Ok(is_closed || committed_says(workspace, &table::POLICY_OUTSIDE, "deny")?)
}

/// The folders that the person has opened though agents keep logs in such, as far as the setting
/// can be read.
pub fn opened_logs(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let mut opened = Vec::new();
    for effective in workspace.settings()?.readable(&table::POLICY_OPEN)? {
        if let Value::Choice(name) = effective.value {
            opened.push(name);
        }
    }
    Ok(opened)
}

/// True if the hook that checks every ref update is on.
///
/// # Errors
/// A value that cannot be read, or where git's settings cannot be read.
pub fn is_strict(workspace: &Workspace) -> Result<bool, Error> {
    is_on(workspace, None, &table::STRICT)
}

/// A boolean setting that has a default.
fn is_on(
    workspace: &Workspace,
    revision: Option<&str>,
    setting: &table::Setting,
) -> Result<bool, Error> {
    let value = workspace.settings_at(revision)?.boolean(setting)?;
    Ok(value == Some(true))
}

/// Default of the maximum number of lines of a pack.
///
/// # Errors
/// A value that cannot be read, or where git's settings cannot be read.
pub fn max_lines(workspace: &Workspace, revision: Option<&str>) -> Result<usize, Error> {
    match workspace.settings_at(revision)?.value(&table::MAX_LINES)? {
        Some(Value::Count(lines)) => Ok(lines),
        _ => Err(unset(&table::MAX_LINES)),
    }
}

/// The maximum number of commits whose messages are searched.
///
/// # Errors
/// A value that cannot be read, or where git's settings cannot be read.
pub fn commits(workspace: &Workspace) -> Result<usize, Error> {
    match workspace.settings()?.value(&table::COMMITS)? {
        Some(Value::Count(commits)) => Ok(commits),
        _ => Err(unset(&table::COMMITS)),
    }
}

/// The language of texts whose words do not identify one.
///
/// # Errors
/// A code that has no stemmer, or where git's settings cannot be read.
pub fn language(workspace: &Workspace, revision: Option<&str>) -> Result<Language, Error> {
    match workspace.settings_at(revision)?.value(&table::LANGUAGE)? {
        Some(Value::Language(language)) => Ok(language),
        _ => Err(unset(&table::LANGUAGE)),
    }
}

/// Weights of ties between records and files.
///
/// # Errors
/// A value that cannot be read, or where git's settings cannot be read.
pub fn weights(workspace: &Workspace, revision: Option<&str>) -> Result<Weights, Error> {
    match workspace.settings_at(revision)?.value(&table::WEIGHTS)? {
        Some(Value::Weights(weights)) => Ok(weights),
        _ => Ok(Weights::default()),
    }
}

/// A path or glob that a setting of the policy names.
pub struct NamedPath {
    /// The path or glob.
    pub pattern: Pattern,
    /// Its source.
    pub origin: Origin,
}

/// The paths and globs that one of the policy's settings names, as far as they can be read.
pub fn policy_paths(
    workspace: &Workspace,
    setting: &table::Setting,
) -> Result<Vec<NamedPath>, Error> {
    let store = workspace.store();
    // A bare repository has no work tree's file of the team, but HEAD's.
    let revision = if store.has_work_tree() {
        None
    } else {
        store
            .history()
            .head_commit()?
            .map(|commit| commit.to_string())
    };
    let mut named = Vec::new();
    let reader = workspace.settings_at(revision.as_deref())?;
    for effective in reader.readable(setting)? {
        if let Value::Path(pattern) = effective.value {
            let origin = effective.origin;
            named.push(NamedPath { pattern, origin });
        }
    }
    Ok(named)
}

/// The paths and globs that the team names in a revision: nothing that only this machine has.
///
/// # Errors
/// An unknown revision, or where the team's file cannot be read.
pub fn team_policy_paths(
    workspace: &Workspace,
    revision: &str,
    setting: &table::Setting,
) -> Result<Vec<Pattern>, Error> {
    let mut patterns = Vec::new();
    for value in workspace.settings_at(Some(revision))?.of_team(setting) {
        if let Value::Path(pattern) = value {
            patterns.push(pattern);
        }
    }
    Ok(patterns)
}

/// The server of embeddings that the person has named.
///
/// # Errors
/// A value that cannot be read, or another machine that the person has not allowed.
pub fn embeddings(workspace: &Workspace) -> Result<Option<EmbeddingServer>, Error> {
    let settings = workspace.settings()?;
    let Some(Value::Address(address)) = settings.value(&table::EMBEDDINGS)? else {
        return Ok(None);
    };
    if !address.is_local() && !is_on(workspace, None, &table::EMBEDDINGS_REMOTE)? {
        return Err(Error::Embeddings {
            source: Fault::Remote(address.host().to_owned()),
            address,
        });
    }
    let model = settings.text(&table::EMBEDDINGS_MODEL)?;
    Ok(Some(EmbeddingServer::new(address, model)))
}

/// The remote that `sync` exchanges private memory with.
pub fn remote(workspace: &Workspace) -> Result<Option<String>, Error> {
    workspace.settings()?.text(&table::REMOTE)
}

/// The address of this repository at a hub.
///
/// # Errors
/// [`Error::Setting`] for an address of another form, and for one with a password: what is in a file
/// of settings is not secret.
pub fn hub(workspace: &Workspace) -> Result<Option<String>, Error> {
    let Some(address) = workspace.settings()?.text(&table::HUB)? else {
        return Ok(None);
    };
    let schemes = ["https://", "http://"];
    let rest = schemes.iter().find_map(|it| address.strip_prefix(it));
    let user = rest.and_then(|rest| rest.split('/').next()?.split_once('@'));
    let why = match (rest, user) {
        (None, _) => "the address of a hub begins with https:// or http://",
        (_, Some((user, _))) if user.contains(':') => {
            "leave the token to a credential helper of git: others read this file"
        }
        _ => return Ok(Some(address)),
    };
    Err(Error::Setting {
        key: table::HUB.key(),
        why: why.to_owned(),
    })
}

/// The file of the person's private key, as it is written in the settings.
pub fn identity(workspace: &Workspace) -> Result<Option<String>, Error> {
    workspace.settings()?.text(&table::IDENTITY)
}

/// The folder in which `init` sets memory up, where one is named.
pub fn folder(workspace: &Workspace) -> Result<Option<String>, Error> {
    workspace.settings()?.text(&table::FOLDER)
}

/// The remote whose URL identifies the repository, where one is named.
pub fn identity_remote(workspace: &Workspace) -> Result<Option<String>, Error> {
    workspace.settings()?.text(&table::IDENTITY_REMOTE)
}

/// The fault of a row that has to have a default, and has none.
fn unset(setting: &table::Setting) -> Error {
    Error::Setting {
        key: setting.key(),
        why: "it has no value".to_owned(),
    }
}
