//! Records that the commits of a file cite, or added together with a change of it.

use super::tie::Tie;
use super::{Applier, ByPath, FILES, Tied};
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
        let mut by_path: Option<ByPath> = None;
        let is_asked = |commit: ObjectId| only.is_none_or(|only| only == commit);
        for commit in self.commits.iter().filter(|it| is_asked(it.id)) {
            let of_memory = |path: &str| self.workspace.folder().holds(path);
            let work = commit.files.iter().filter(|file| !of_memory(&file.path));
            let files = work.count();
            let has_it = commit.files.iter().any(|file| file.path == path);
            if !has_it || files > FILES || self.roots.contains(&commit.id) {
                continue;
            }
            let added = commit.files.iter();
            let added = added.filter(|it| it.before.is_none() && of_memory(&it.path));
            let added: Vec<&str> = added.map(|file| file.path.as_str()).collect();
            let weight = of_common_commit(added.len(), files);
            if weight < MAYBE || added.is_empty() {
                continue;
            }
            let by_path = match &by_path {
                Some(known) => known,
                None => by_path.insert(self.by_path()?),
            };
            for at in added.iter().filter_map(|path| by_path.get(*path)) {
                let reasons = tied.entry(*at).or_default();
                reasons.push((weight, Tie::Together(commit.id)));
            }
        }
        Ok(())
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
