//! What the secret guard knows in this repository: the rules, the values of this machine, patterns,
//! allowances.

use super::{Error, Workspace, settings};
use crate::app::workspace::settings::Team;
use crate::domain::layout::ALLOWANCES;
use crate::domain::secrets::{Allowance, Guard, Known, dotenv};
use crate::git::Settings;

/// Makes the guard. Values are read now and kept in memory only.
///
/// # Errors
/// A setting that cannot be understood.
pub(crate) fn of(workspace: &Workspace) -> Result<Guard, Error> {
    let mut files = Vec::new();
    for text in workspace.store().env_files()?.texts {
        files.extend(dotenv::variables(&text));
    }
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
    Ok(guard.allowing_by_name(Box::new(pardons)))
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
