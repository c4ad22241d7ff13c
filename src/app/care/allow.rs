//! Allowing a secret that is none: a line in a tracked file, which counts once it is in HEAD.

use crate::app::care::scan::{Target, scan};
use crate::app::workspace::{Error, Workspace};
use crate::domain::layout::ALLOWANCES;
use crate::domain::path::RepoPath;
use crate::domain::secrets::Allowance;
use crate::store::write::Change;

/// What was allowed.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// The rule that found it.
    pub rule: &'static str,
    /// Where it stands: path and line.
    pub place: String,
    /// The file that says so now.
    pub file: RepoPath,
}

/// Allows the secret of the finding with this fingerprint, found in the work tree's memory or among
/// what is staged.
///
/// # Errors
/// [`Error::UnknownFinding`], an empty reason, or where the file cannot be written.
pub fn allow(
    workspace: &Workspace,
    fingerprint: &str,
    reason: &str,
    is_staged: bool,
) -> Result<Allowed, Error> {
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(Error::BadValue("the reason is empty".to_owned()));
    }
    let lock = workspace.lock()?;
    let mut named: Option<(&'static str, String, String)> = None;
    for target in [Target::Memory, Target::Staged] {
        scan(workspace, &target, &mut |found, secret| {
            if found.fingerprint == fingerprint {
                let place = format!("{}:{}", found.path, found.finding.line);
                named = Some((found.finding.rule, place, secret.to_owned()));
            }
        })?;
    }
    let Some((rule, place, secret)) = named else {
        return Err(Error::UnknownFinding(fingerprint.to_owned()));
    };
    let mut salt = [0; 16];
    getrandom::fill(&mut salt)
        .map_err(|error| Error::BadValue(format!("no random bytes: {error}")))?;
    let path: RepoPath = ALLOWANCES
        .parse()
        .map_err(|error| Error::BadValue(format!("{error}")))?;
    let before = std::fs::read(workspace.repo.work_tree()?.join(ALLOWANCES)).ok();
    let mut allowances = Allowance::read(&String::from_utf8_lossy(
        before.as_deref().unwrap_or_default(),
    ));
    allowances.push(Allowance::new(
        rule,
        &secret,
        salt,
        reason,
        workspace.today().to_string(),
    ));
    let text = Allowance::write(&allowances, workspace.guard()?).map_err(Error::secret(&path))?;
    let change = match before {
        Some(before) => Change::Replace(path.clone(), before, text),
        None => Change::Create(path.clone(), text),
    };
    workspace.change(&lock, &[change], is_staged)?;
    Ok(Allowed {
        rule,
        place,
        file: path,
    })
}
