//! What the secret guard knows in this repository: the rules, the values of this machine, patterns,
//! allowances.

use std::fs;
use std::path::Path;

use super::{Error, Workspace, settings};
use crate::app::workspace::settings::Team;
use crate::domain::layout::ALLOWANCES;
use crate::domain::path::MEMORY;
use crate::domain::secrets::{Allowance, Guard, Known, dotenv};
use crate::git::Settings;

/// How deep below the top `.env` files are looked for, and in how many folders at most: a hook has
/// no time for more.
const DEPTH: usize = 3;
const FOLDERS: usize = 500;
/// A larger file is no list of variables.
const ENV_FILE_LIMIT: u64 = 256 << 10;
/// Folders of other people's code, of what a build made, and of records.
const FOREIGN: [&str; 6] = ["node_modules", "target", "vendor", "dist", "build", MEMORY];

/// Makes the guard. Values are read now and kept in memory only.
///
/// # Errors
/// A setting that cannot be understood.
pub(crate) fn of(workspace: &Workspace) -> Result<Guard, Error> {
    let files = workspace
        .repo
        .work_tree()
        .map(env_files)
        .unwrap_or_default();
    let guard = knowing(
        workspace.repo.settings()?,
        &settings::team(workspace)?,
        files,
    )?;
    let allowances = allowances(workspace)?;
    let pardons = move |rule: &str, secret: &str| {
        allowances
            .iter()
            .any(|allowance| allowance.covers(rule, secret))
    };
    Ok(guard.pardoning(Box::new(pardons)))
}

/// The guard outside of any repository: the rules, the environment, and the user's own settings.
///
/// # Errors
/// A setting that cannot be understood.
pub(crate) fn outside() -> Result<Guard, Error> {
    knowing(&Settings::outside()?, &Team::default(), Vec::new())
}

/// A guard that knows these settings, the environment, and the variables of `.env` files.
fn knowing(settings: &Settings, team: &Team, files: Vec<(String, String)>) -> Result<Guard, Error> {
    let names = settings::expressions(settings, "memory.secretNames", Some(team))?;
    let environment = std::env::vars_os();
    let variables = environment
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let known = Known::new(variables.chain(files), |name| {
        names.iter().any(|pattern| pattern.is_match(name))
    });
    Ok(Guard::new()
        .knowing(known)
        .watching(settings::expressions(
            settings,
            "memory.secretPattern",
            Some(team),
        )?)
        .allowing(settings::expressions(settings, "memory.secretAllow", None)?))
}

/// What the team has allowed: the file as HEAD has it, so that a change counts only once it was
/// reviewed and committed.
///
/// # Errors
/// Where git cannot be read.
pub(crate) fn allowances(workspace: &Workspace) -> Result<Vec<Allowance>, Error> {
    let Some(head) = workspace.repo.head()?.commit else {
        return Ok(Vec::new());
    };
    let Some(blob) = workspace.repo.file(head, ALLOWANCES)? else {
        return Ok(Vec::new());
    };
    Ok(Allowance::read(&String::from_utf8_lossy(
        &workspace.repo.blob(blob)?,
    )))
}

/// The variables of the `.env` files in the work tree's upper folders.
fn env_files(top: &Path) -> Vec<(String, String)> {
    let mut variables = Vec::new();
    let mut folders = vec![(top.to_owned(), 0)];
    let mut at = 0;
    while let Some((folder, depth)) = folders.get(at).cloned() {
        at += 1;
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (Ok(kind), name) = (entry.file_type(), entry.file_name()) else {
                continue;
            };
            let Some(name) = name.to_str() else { continue };
            let is_ours = !name.starts_with('.') && !FOREIGN.contains(&name);
            if kind.is_dir() && is_ours && depth < DEPTH && folders.len() < FOLDERS {
                folders.push((entry.path(), depth + 1));
            } else if kind.is_file()
                && dotenv::is_file_name(name)
                && entry
                    .metadata()
                    .is_ok_and(|meta| meta.len() <= ENV_FILE_LIMIT)
            {
                let text = fs::read(entry.path()).unwrap_or_default();
                variables.extend(dotenv::variables(&String::from_utf8_lossy(&text)));
            }
        }
    }
    variables
}
