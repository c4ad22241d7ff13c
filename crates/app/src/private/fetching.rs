//! Protection of private memory and notes from `git fetch`: a remote whose fetch list covers our
//! refs (as in a mirror clone) overwrites them, and with `--prune` deletes them.

use crate::workspace::{Error, Workspace};
pub use git_memory_model::private::fetching::Fetching;
use git_memory_model::private::fetching::fetching;

/// A remote whose fetch list is about refs of ours.
#[derive(Clone, Debug)]
pub struct Remote {
    /// Its name.
    pub name: String,
    /// Effect of the list on them.
    pub fetching: Fetching,
}

impl Remote {
    /// True if `git fetch` from it writes over refs of ours, or prunes them.
    #[must_use]
    pub fn is_unguarded(&self) -> bool {
        !self.fetching.lacking.is_empty() || !self.fetching.aimed.is_empty()
    }

    /// The setting that holds its fetch list.
    #[must_use]
    pub fn setting(&self) -> String {
        setting(&self.name)
    }
}

fn setting(remote: &str) -> String {
    format!("remote.{remote}.fetch")
}

/// The remotes whose fetch lists cover refs of ours, or leave them out on purpose.
pub fn remotes(workspace: &Workspace) -> Result<Vec<Remote>, Error> {
    let settings = workspace.store().configuration().settings()?;
    let mut found = Vec::new();
    for name in settings.subsections("remote", "fetch") {
        let fetching = fetching(settings.all(&setting(name)));
        if fetching != Fetching::default() {
            let name = name.to_owned();
            found.push(Remote { name, fetching });
        }
    }
    Ok(found)
}

/// Leaves our refs out of every fetch list that covers them; gives the remotes whose lists changed.
pub fn guard(workspace: &Workspace) -> Result<Vec<Remote>, Error> {
    let mut changed = remotes(workspace)?;
    changed.retain(|remote| !remote.fetching.lacking.is_empty());
    for remote in &changed {
        for refspec in &remote.fetching.lacking {
            let configuration = workspace.store().configuration();
            configuration.add(&remote.setting(), refspec)?;
        }
    }
    Ok(changed)
}
