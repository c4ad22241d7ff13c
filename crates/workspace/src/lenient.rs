//! A workspace for git's hooks and filter, which no setting may stop.

use super::{Error, Workspace};
use git_memory_model::roots::Roots;

impl Workspace {
    /// Goes on without the user's own settings that cannot be read: no folder beside memory is
    /// read where that setting is wrong. Gives what is wrong, a sentence each.
    pub fn pass_over_settings(&mut self) -> Vec<String> {
        let roots = self.store().roots().map(drop).map_err(Error::from);
        if roots.is_err() {
            let folder = self.store().folder().clone();
            self.repository.set_folder(folder.clone());
            self.repository.set_roots(Ok(Roots::new(folder, [])));
        }
        let protecting = self
            .settings()
            .and_then(|settings| settings.own_must_protect());
        let faults = [roots, protecting].into_iter().filter_map(Result::err);
        faults.map(|fault| fault.to_string()).collect()
    }
}
