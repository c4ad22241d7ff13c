//! Secrets that the repository already has: a committed secret cannot be kept out any more, and
//! must not keep people from working on the text around it.

use std::collections::HashSet;

use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::{Finding, readable};

/// The secrets in some blobs, by rule and text.
#[derive(Debug, Default)]
pub(crate) struct KnownSecrets(HashSet<(&'static str, String)>);

impl KnownSecrets {
    /// Takes those in some blobs.
    ///
    /// # Errors
    /// Where one of them is not there.
    pub(crate) fn in_blobs(workspace: &Workspace, ids: &[ObjectId]) -> Result<Self, Error> {
        let guard = workspace.guard()?;
        let mut known = HashSet::new();
        workspace.store().objects().blobs(ids, |_, content| {
            let text = readable(content);
            for finding in guard.scan(&text) {
                known.insert((finding.rule, text[finding.span].to_owned()));
            }
        })?;
        Ok(Self(known))
    }

    /// True if a finding in a text is one of these secrets.
    pub(crate) fn has(&self, text: &str, finding: &Finding) -> bool {
        let secret = text[finding.span.clone()].to_owned();
        self.0.contains(&(finding.rule, secret))
    }
}
