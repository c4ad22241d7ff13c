//! Which hooks this clone lacks: they come with no clone, and memory works without them, so nobody
//! would notice.

use super::install::{InstalledAt, is_current, status};
use super::table::Duty;
use crate::app::workspace::settings::is_strict;
use crate::app::workspace::{Error, Workspace};

/// The hooks that are not installed here and should be, by name; the clean filter is one of them.
///
/// # Errors
/// Where git cannot be asked, or a hook file cannot be read.
pub fn missing(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let is_strict = is_strict(workspace)?;
    let mut missing = Vec::new();
    for installed in status(workspace)? {
        let is_wanted = installed.hook.duty != Duty::Transaction || is_strict;
        if is_wanted && installed.place == InstalledAt::Missing {
            missing.push(installed.hook.name);
        }
    }
    Ok(missing)
}

/// The hooks that are installed here as another version of this program wrote them, by name; the
/// clean filter is one of them.
///
/// # Errors
/// As for [`missing`].
pub fn outdated(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let mut outdated = Vec::new();
    for installed in status(workspace)? {
        if !is_current(workspace, &installed)? {
            outdated.push(installed.hook.name);
        }
    }
    Ok(outdated)
}

/// What a write has to say about this clone: the hooks that it lacks, the first time on a day.
/// Empty where `init` was never run, for then nobody wants them.
///
/// # Errors
/// As for [`missing`].
pub fn reminder(workspace: &Workspace) -> Result<Vec<&'static str>, Error> {
    let store = workspace.store();
    let today = workspace.today().to_string();
    if !store.is_set_up()? || !store.is_reminder_due(&today) {
        return Ok(Vec::new());
    }
    missing(workspace)
}
