//! Files that the paths and scopes of records cover.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Bounds, Subject};
use crate::evidence::renames::moves;
use crate::recall::applying::Applier;
use crate::recall::applying::covering::near;
use crate::recall::near::nearness;
use git_memory_model::evidence::applying::of_path;
use git_memory_model::scope::PROJECT;
use git_memory_recall::DocumentRef;
use git_memory_text::pathspec::Coverage;

/// Maximum number of former names of one file.
const NAMES: usize = 5;

impl Applier<'_> {
    pub(super) fn bound_covered(
        &self,
        bounds: &mut Bounds,
        files: &[String],
        subjects: &BTreeMap<DocumentRef, Subject>,
    ) {
        let mut lowered: Vec<(String, usize)> = Vec::new();
        for (place, file) in files.iter().enumerate() {
            lowered.push((file.to_lowercase(), place));
        }
        lowered.extend(self.former_names(files));
        lowered.sort();
        let (names, places): (Vec<String>, Vec<usize>) = lowered.into_iter().unzip();
        for subject in subjects.values() {
            let header = &subject.record.header;
            let specs: Vec<String> = header.paths.iter().map(|it| it.to_lowercase()).collect();
            for at in Coverage::of(specs.iter().map(String::as_str)).among(&names) {
                let each = specs.iter().map(|spec| near(spec, &names[at]));
                let weight = match each.fold(0.0, f64::max) {
                    nearest if nearest > 0.0 => 1.0,
                    _ => of_path(0.0, specs.len(), 1),
                };
                bounds.add(subject, places[at], weight);
            }
            let scope = header.scope.as_str().to_lowercase();
            if scope.is_empty() || scope == PROJECT {
                continue;
            }
            let below = format!("{scope}/");
            let from = names.partition_point(|name| **name < *below);
            let inside = names[from..].iter().take_while(|it| it.starts_with(&below));
            for (name, place) in inside.zip(&places[from..]) {
                bounds.add(subject, *place, of_path(nearness(&scope, name), 1, 1));
            }
        }
    }

    /// The names that files had before the newest commits moved them, in lower case.
    fn former_names(&self, files: &[String]) -> Vec<(String, usize)> {
        let mut before: HashMap<String, Vec<String>> = HashMap::new();
        for commit in &*self.commits {
            for it in moves(commit) {
                before.entry(it.to).or_default().push(it.from);
            }
        }
        let mut former = Vec::new();
        for (place, file) in files.iter().enumerate() {
            let mut names: Vec<&String> = before.get(file).into_iter().flatten().collect();
            let mut seen: HashSet<&String> = HashSet::new();
            while let Some(name) = names.pop() {
                if seen.len() < NAMES && seen.insert(name) {
                    former.push((name.to_lowercase(), place));
                    names.extend(before.get(name).into_iter().flatten());
                }
            }
        }
        former
    }
}
