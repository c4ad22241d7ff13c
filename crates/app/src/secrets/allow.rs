//! Marking a finding as a false positive: a line in a tracked file, which counts once it is in
//! HEAD.

use crate::secrets::scan::{Target, scan};
use crate::workspace::offers::{self, Offer};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Allowance;
use git_memory_model::layout::ALLOWANCES;
use git_memory_store::write::Change;
use git_memory_text::path::RepoPath;

/// The finding that was allowed.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// The rule that found it.
    pub rule: String,
    /// Place of the finding: path and line.
    pub place: String,
    /// The file that has the allowance.
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
    // The second of two at once must see the first one's line.
    let lock = workspace.lock()?;
    let Some(named) = find(workspace, fingerprint)? else {
        return Err(Error::UnknownFinding(fingerprint.to_owned()));
    };
    let path = workspace.folder().path(ALLOWANCES)?;
    let before = workspace.store().work_files()?.read(path.as_str())?;
    let mut allowances = match &before {
        Some(bytes) => Allowance::read(&String::from_utf8_lossy(bytes)),
        None => Vec::new(),
    };
    let today = workspace.today().to_string();
    let rule = named.allowance.rule.clone();
    allowances.push(named.allowance.because(reason, today));
    let text =
        Allowance::write(&allowances, workspace.writing_guard()?).map_err(Error::secret(&path))?;
    let change = match before {
        Some(before) => Change::Replace(path.clone(), before, text),
        None => Change::Create(path.clone(), text),
    };
    workspace.change(&lock, &[change], is_staged)?;
    Ok(Allowed {
        rule,
        place: named.place,
        file: path,
    })
}

/// The finding of this fingerprint: what is in memory or staged now, what was scanned or refused
/// lately, or what is in the rest of the work tree.
fn find(workspace: &Workspace, fingerprint: &str) -> Result<Option<Offer>, Error> {
    for target in [Target::Memory, Target::Staged] {
        if let Some(offer) = find_in(workspace, &target, fingerprint)? {
            return Ok(Some(offer));
        }
    }
    let mut offers = offers::kept(workspace.store()).into_iter().rev();
    match offers.find(|offer| offer.fingerprint == fingerprint) {
        Some(offer) => Ok(Some(offer)),
        // Last, as all of a large work tree takes a while.
        None => find_in(workspace, &Target::WorkTree, fingerprint),
    }
}

fn find_in(
    workspace: &Workspace,
    target: &Target,
    fingerprint: &str,
) -> Result<Option<Offer>, Error> {
    // Reports hold no secrets, so it has to be found once more.
    let mut named = None;
    scan(workspace, target, &mut |found, secret| {
        if found.fingerprint == fingerprint {
            let place = format!("{}:{}", found.path, found.finding.line);
            named = Some((place, found.finding.rule, secret.to_owned()));
        }
    })?;
    let Some((place, rule, secret)) = named else {
        return Ok(None);
    };
    let Some(salt) = offers::salt(workspace.store()) else {
        return Err(Error::BadValue("no random bytes".to_owned()));
    };
    Ok(Some(Offer {
        fingerprint: fingerprint.to_owned(),
        place,
        allowance: Allowance::new(rule, &secret, salt, "", String::new()),
    }))
}
