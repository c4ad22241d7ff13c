//! Records that the commits of a file cite, or added together with a change of it.

use std::collections::HashMap;
use std::rc::Rc;

use super::tie::{Tie, Together};
use super::{Applier, FILES, Tied};
use crate::workspace::Error;
use git_memory_git::ObjectId;
use git_memory_model::evidence::applying::{MAYBE, of_commits, of_common_commit};
use git_memory_model::evidence::{Citation, citations};

impl Applier<'_> {
    /// Adds the records that the commits of the file cite.
    pub(super) fn add_followed(&self, tied: &mut Tied, path: &str) -> Result<(), Error> {
        let Some(followers) = &self.followers else {
            return Ok(());
        };
        let counts = followers.counts(&path.to_lowercase())?;
        let keys: Vec<String> = counts.by_name.keys().map(ToString::to_string).collect();
        for (key, found) in keys.iter().zip(self.by_keys(&keys)?) {
            let Some(given) = counts.by_name.get(key.as_str()) else {
                continue;
            };
            let weight = of_commits(given.weight, counts.all.weight);
            for at in found {
                let tie = Tie::Commits(given.commits, counts.all.commits);
                tied.entry(at).or_default().push((weight, tie));
            }
        }
        Ok(())
    }

    /// Adds the records that came in one commit with a change of the file. The first commit and
    /// those that change everything are evidence of nothing. Of a line, only the commit counts that
    /// wrote it.
    pub(super) fn add_added(
        &self,
        tied: &mut Tied,
        path: &str,
        only: Option<ObjectId>,
    ) -> Result<(), Error> {
        let is_asked = |commit: ObjectId| only.is_none_or(|only| only == commit);
        let of_path = self.together()?.get(path).into_iter().flatten();
        for together in of_path.filter(|it| is_asked(it.commit)) {
            for at in &*together.added {
                let reasons = tied.entry(*at).or_default();
                reasons.push((together.weight, Tie::Together(together.commit)));
            }
        }
        Ok(())
    }

    /// The commits that added records, by the files that they changed.
    fn together(&self) -> Result<&HashMap<String, Vec<Rc<Together>>>, Error> {
        if let Some(known) = self.together.get() {
            return Ok(known);
        }
        let of_memory = |path: &str| self.workspace.folder().holds(path);
        let mut known: HashMap<String, Vec<Rc<Together>>> = HashMap::new();
        for commit in self.commits.iter() {
            let added = commit.files.iter();
            let added = added.filter(|it| it.before.is_none() && of_memory(&it.path));
            let added: Vec<&str> = added.map(|file| file.path.as_str()).collect();
            if added.is_empty() || self.roots.contains(&commit.id) {
                continue;
            }
            let work = commit.files.iter().filter(|file| !of_memory(&file.path));
            let files = work.count();
            let weight = of_common_commit(added.len(), files);
            if files > FILES || weight < MAYBE {
                continue;
            }
            let by_path = self.by_path()?;
            let added = added.iter().filter_map(|path| by_path.get(*path).copied());
            let together = Rc::new(Together {
                commit: commit.id,
                weight,
                added: added.collect(),
            });
            for file in &commit.files {
                let of_file = known.entry(file.path.clone()).or_default();
                of_file.push(Rc::clone(&together));
            }
        }
        Ok(self.together.get_or_init(|| known))
    }

    /// Adds the records that the commit cites which wrote a line.
    pub(super) fn add_line(&self, tied: &mut Tied, commit: ObjectId) -> Result<(), Error> {
        let message = self.workspace.store().history().commit(commit)?.message;
        let keys: Vec<String> = citations(&message).iter().map(Citation::key).collect();
        for at in self.by_keys(&keys)?.into_iter().flatten() {
            let tie = Tie::Line(commit);
            tied.entry(at).or_default().push((1.0, tie));
        }
        Ok(())
    }
}
