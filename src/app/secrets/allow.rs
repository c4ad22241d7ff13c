//! Marking a finding as a false positive: a line in a tracked file, which counts once it is in
//! HEAD.

use crate::app::secrets::scan::{Target, scan};
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
    /// Where it is: path and line.
    pub place: String,
    /// The file that says so now.
    pub file: RepoPath,
}

/// Allows the secret of the finding with this fingerprint, found in the work tree's memory, among
/// what is staged, or anywhere in the work tree.
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
    // Of two at once, the second has to see the first one's line.
    let lock = workspace.lock()?;
    let Some(named) = find(workspace, fingerprint)? else {
        return Err(Error::UnknownFinding(fingerprint.to_owned()));
    };
    // The file is committed: without a salt, the hash of a guessable value would give it away.
    let mut salt = [0; 16];
    getrandom::fill(&mut salt)
        .map_err(|error| Error::BadValue(format!("no random bytes: {error}")))?;
    let path: RepoPath = ALLOWANCES
        .parse()
        .map_err(|error| Error::BadValue(format!("{error}")))?;
    let before = workspace.store().work_files()?.read(ALLOWANCES)?;
    let mut allowances = match &before {
        Some(bytes) => Allowance::read(&String::from_utf8_lossy(bytes)),
        None => Vec::new(),
    };
    let today = workspace.today().to_string();
    allowances.push(Allowance::new(
        named.rule,
        &named.secret,
        salt,
        reason,
        today,
    ));
    let text = Allowance::write(&allowances, workspace.guard()?).map_err(Error::secret(&path))?;
    let change = match before {
        Some(before) => Change::Replace(path.clone(), before, text),
        None => Change::Create(path.clone(), text),
    };
    workspace.change(&lock, &[change], is_staged)?;
    Ok(Allowed {
        rule: named.rule,
        place: named.place,
        file: path,
    })
}

/// A finding with its secret, which is nowhere else.
struct Named {
    rule: &'static str,
    /// Path and line.
    place: String,
    secret: String,
}

/// The finding of this fingerprint in the work tree's memory, among what is staged, or in the rest
/// of the work tree: a file that an import refused.
fn find(workspace: &Workspace, fingerprint: &str) -> Result<Option<Named>, Error> {
    // Reports hold no secrets, so it has to be found once more.
    let mut named = None;
    for target in [Target::Memory, Target::Staged, Target::WorkTree] {
        // All of a large work tree takes a while.
        if named.is_some() {
            break;
        }
        scan(workspace, &target, &mut |found, secret| {
            if found.fingerprint == fingerprint {
                named = Some(Named {
                    rule: found.finding.rule,
                    place: format!("{}:{}", found.path, found.finding.line),
                    secret: secret.to_owned(),
                });
            }
        })?;
    }
    Ok(named)
}
