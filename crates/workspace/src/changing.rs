//! Changes of tracked memory: in one step, staged, and with the derived files brought up to date.

use std::collections::HashMap;

use super::{Error, Workspace, project_id};
use git_memory_model::record::Reading;
use git_memory_store::Lock;
use git_memory_store::write::Change;
use git_memory_text::path::RepoPath;
use git_memory_text::portable::reserved;

impl Workspace {
    /// Makes changes, stages them where asked, and brings the derived files up to date.
    ///
    /// # Errors
    /// Where something fails; then every file and the index are as they were.
    pub fn change(&self, lock: &Lock, changes: &[Change], is_staged: bool) -> Result<(), Error> {
        self.change_as_read(lock, changes, &HashMap::new(), is_staged)
    }

    /// Makes changes and whatever `then` does, all or nothing, and stages nothing.
    pub fn change_and(
        &self,
        lock: &Lock,
        changes: &[Change],
        then: impl FnOnce() -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.must_be_ours(changes)?;
        self.store().target()?.apply(lock, changes, false, then)?;
        // As below: the next command repairs what cannot be written now.
        let _ = self.store().refresh();
        Ok(())
    }

    /// Refuses changes at places that are not ours to write to.
    fn must_be_ours(&self, changes: &[Change]) -> Result<(), Error> {
        let roots = self.store().roots()?;
        for change in changes {
            let path = change.path();
            if matches!(change, Change::Create(..))
                && let Some((part, why)) = reserved(path.as_str())
            {
                return Err(Error::Reserved {
                    path: path.clone(),
                    part: part.to_owned(),
                    why,
                });
            }
            // Documents keep their places; the files of agents lie outside of memory, too, and are
            // ours to write.
            let is_in_place = matches!(change, Change::Replace(..));
            let place = roots.place(path);
            if !is_in_place && place.is_some_and(|place| !place.is_in_memory) {
                return Err(Error::Outside(path.clone()));
            }
            // It would be neither staged nor what the next checkout expects there.
            if self.store().leaves_out(path)? {
                return Err(Error::NotCheckedOut(self.store().folder().clone()));
            }
        }
        Ok(())
    }

    /// Makes changes whose texts the guard has accepted and whose readings the caller has, by their
    /// paths.
    pub fn change_as_read(
        &self,
        lock: &Lock,
        changes: &[Change],
        read: &HashMap<RepoPath, Reading>,
        is_staged: bool,
    ) -> Result<(), Error> {
        self.must_be_ours(changes)?;
        let completed;
        let changes = match project_id::on_the_way(self, changes) {
            None => changes,
            Some(summary) => {
                completed = [changes, &[summary]].concat();
                &completed
            }
        };
        self.store().target()?.apply(lock, changes, is_staged, || {
            // Inside, so that a failure of git's undoes the files as well.
            if is_staged {
                self.store()
                    .staging()
                    .add(changes.iter().map(Change::path))?;
            }
            Ok::<(), Error>(())
        })?;
        // The change itself is made; a derived file that cannot be written now is healed by the
        // next command.
        let _ = if self.admits_by_rules() {
            self.store().refresh_after(changes, read)
        } else {
            // An allowed secret is still a finding of the rules.
            self.store().refresh()
        };
        Ok(())
    }
}
