//! Trailers of a range's commits that waive what is found about a record:
//! `Decision-Exempt: ID REASON`.

use super::found::{Age, Verification};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::evidence::Citation;
use git_memory_model::evidence::trailer::exemptions;
use git_memory_model::record::Record;
use git_memory_text::limits;

/// The longest author or reason in an answer, in characters.
const LINE: usize = 200;

/// A trailer that waives what is found about a record.
#[derive(Clone, Debug)]
pub struct Waiver {
    /// The record; `None` if the trailer does not begin with the name of one.
    pub name: Option<Citation>,
    /// The text of the trailer, cut.
    pub value: Clean,
    /// The reason; empty if none is given: then it waives nothing.
    pub reason: Clean,
    /// The author of the commit.
    pub author: Clean,
    /// The commit that has the trailer.
    pub commit: ObjectId,
}

impl Waiver {
    /// True if findings about a record are waived.
    #[must_use]
    pub fn waives(&self, record: &Record) -> bool {
        !self.reason.is_empty() && self.name.as_ref().is_some_and(|it| it.names(record))
    }
}

/// The waivers of the commits that `tip` reaches and `base` does not, the newest first.
///
/// # Errors
/// Where git cannot walk the history.
pub fn waivers(workspace: &Workspace, base: ObjectId, tip: ObjectId) -> Result<Vec<Waiver>, Error> {
    let history = workspace.store().history();
    let guard = workspace.guard()?;
    let mut found = Vec::new();
    for id in history.between(tip, &[base])? {
        let commit = history.commit(id)?;
        for exemption in exemptions(&commit.message) {
            if found.len() == limits::WAIVERS {
                return Ok(found);
            }
            found.push(Waiver {
                name: exemption.name,
                value: sanitize::line(guard, &exemption.value, LINE),
                reason: sanitize::line(guard, &exemption.reason, LINE),
                author: sanitize::line(guard, &commit.author, LINE),
                commit: id,
            });
        }
    }
    Ok(found)
}

/// Makes the new places of records exempt that commits between `since` and `tip` waive.
pub(super) fn exempt(
    workspace: &Workspace,
    [since, tip]: [Option<ObjectId>; 2],
    verification: &mut Verification,
) -> Result<(), Error> {
    let mut new = verification.violations.iter_mut();
    if !new.any(|it| it.age == Age::New) {
        return Ok(());
    }
    let (Some(since), Some(tip)) = (since, tip) else {
        return Ok(());
    };
    let waivers = waivers(workspace, since, tip)?;
    for violation in &mut verification.violations {
        let is_waived = waivers.iter().any(|it| it.waives(&violation.record));
        if violation.age == Age::New && is_waived {
            violation.age = Age::Exempt;
        }
    }
    Ok(())
}
