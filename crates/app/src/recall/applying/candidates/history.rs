//! Files that a commit or a comment ties to records.

use std::collections::{BTreeMap, HashMap};

use super::{Bounds, Subject};
use crate::evidence::citing::citing;
use crate::recall::applying::{Applier, FILES};
use crate::workspace::Error;
use git_memory_model::evidence::applying::of_common_commit;
use git_memory_recall::DocumentRef;

impl Applier<'_> {
    /// Adds the files of the commits that added a record, and of those that cite one.
    pub(super) fn bound_history(
        &self,
        bounds: &mut Bounds,
        files: &[String],
        subjects: &BTreeMap<DocumentRef, Subject>,
    ) -> Result<(), Error> {
        let paths = subjects.values().map(|it| (it.record.path.as_str(), it));
        let by_path: HashMap<&str, &Subject> = paths.collect();
        for commit in self.commits.iter() {
            let of_memory = |path: &str| self.workspace.folder().holds(path);
            let changed = commit.files.iter();
            let (added, work): (Vec<_>, Vec<_>) = changed.partition(|it| of_memory(&it.path));
            let new = added.iter().filter(|it| it.before.is_none());
            let new: Vec<&str> = new.map(|it| it.path.as_str()).collect();
            let wanted: Vec<&&Subject> = new.iter().filter_map(|it| by_path.get(*it)).collect();
            if wanted.is_empty() || work.len() > FILES {
                continue;
            }
            let weight = of_common_commit(new.len(), work.len());
            for file in work {
                if let Ok(place) = files.binary_search(&file.path) {
                    let each = wanted.iter();
                    each.for_each(|subject| bounds.add(subject, place, weight));
                }
            }
        }
        let Some(followers) = &self.followers else {
            return Ok(());
        };
        let mut lowered: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, file) in files.iter().enumerate() {
            lowered.entry(file.to_lowercase()).or_default().push(place);
        }
        let named = followers.files_by_name()?;
        let keys: Vec<String> = named.keys().cloned().collect();
        for (key, found) in keys.iter().zip(self.by_keys(&keys)?) {
            for subject in found.iter().filter_map(|at| subjects.get(at)) {
                for file in &named[key] {
                    let places = lowered.get(file).into_iter().flatten();
                    places.for_each(|place| bounds.add(subject, *place, 1.0));
                }
            }
        }
        Ok(())
    }

    /// Adds the files whose comments cite a record.
    pub(super) fn bound_citing(
        &self,
        bounds: &mut Bounds,
        files: &[String],
        subjects: &BTreeMap<DocumentRef, Subject>,
    ) -> Result<(), Error> {
        for file in citing(self.workspace, self.files, &[])? {
            let Ok(place) = files.binary_search(&file.path) else {
                continue;
            };
            for subject in subjects.values() {
                let mut citations = file.citations.iter();
                if citations.any(|it| it.may_name(&subject.record)) {
                    bounds.add(subject, place, 1.0);
                }
            }
        }
        Ok(())
    }
}
