//! Records whose paths or scopes cover a file.

use std::collections::{HashMap, HashSet};

use super::paths::Covering;
use super::tie::{Tie, is_about};
use super::{Applier, Tied};
use crate::evidence::renames::former;
use crate::recall::near::nearness;
use crate::workspace::Error;
use git_memory_model::evidence::applying::{of_own_path, of_path};
use git_memory_model::kind::Lifecycle;
use git_memory_recall::{AttributeValue, DocumentRef, Field};
use git_memory_text::path::is_below;
use git_memory_text::pathspec::Pathspec;

impl Applier<'_> {
    /// Adds the records whose paths or scopes cover the file, each by its nearest one.
    pub(super) fn add_covering(&self, tied: &mut Tied, path: &str) -> Result<(), Error> {
        let mut names = vec![(path.to_lowercase(), None)];
        for before in former(self.workspace, self.moving(), path)? {
            names.push((before.to_lowercase(), Some(before)));
        }
        let mut nearest: HashMap<DocumentRef, (f64, Tie)> = HashMap::new();
        for (part, covering) in self.covering()?.iter().enumerate() {
            let of_view = &self.parts[part];
            let mut excluded: HashSet<u32> = HashSet::new();
            for (name, before) in &names {
                let mut places = covering.near(name);
                places.retain(|nth| {
                    let spec = covering.paths.value(*nth);
                    is_about(&spec, name) || is_excluded(&spec, name)
                });
                let mut found = covering.paths.read(of_view, places.into_iter())?;
                found.sort_by_key(|it| !is_excluded(&it.value, name));
                for AttributeValue { value, holders } in found {
                    if is_excluded(&value, name) {
                        excluded.extend(holders);
                        continue;
                    }
                    let near = near(&value, name);
                    for document in holders.into_iter().filter(|it| !excluded.contains(it)) {
                        let at = DocumentRef { part, document };
                        let known = nearest.entry(at).or_insert((-1.0, Tie::Scope));
                        if near > known.0 {
                            *known = (near, Tie::Paths(before.clone()));
                        }
                    }
                }
            }
            let path = names[0].0.as_str();
            for (scope, documents) in covering.scopes.iter().filter(|it| is_below(path, it.0)) {
                let near = nearness(scope, path);
                for document in documents {
                    let at = DocumentRef {
                        part,
                        document: *document,
                    };
                    let known = nearest.entry(at).or_insert((near, Tie::Scope));
                    if near > known.0 {
                        *known = (near, Tie::Scope);
                    }
                }
            }
        }
        // A proposal takes no room of those that apply.
        let mut crowd = Vec::new();
        for (at, (near, _)) in &nearest {
            let facts = self.parts[at.part].segment.facts(at.document)?;
            if *near < 1.0 && facts.lifecycle == Some(Lifecycle::Current) {
                crowd.push(*near);
            }
        }
        crowd.sort_by(f64::total_cmp);
        for (at, (near, tie)) in nearest {
            let sharing = crowd.len() - crowd.partition_point(|other| *other < near);
            let count = self.parts[at.part]
                .segment
                .field_count(at.document, Field::Paths)?;
            let count = count as usize;
            let weight = if near >= 1.0 {
                of_own_path(count)
            } else {
                of_path(near, count, sharing)
            };
            tied.entry(at).or_default().push((weight, tie));
        }
        Ok(())
    }

    fn covering(&self) -> Result<&[Covering], Error> {
        if let Some(known) = self.covering.get() {
            return Ok(known);
        }
        let parts = self.parts[..self.tracked].iter();
        let read = parts.map(Covering::of).collect::<Result<Vec<_>, _>>()?;
        Ok(self.covering.get_or_init(|| read))
    }
}

/// How near a pathspec is to a path that it covers, from 0 (everything) to 1 (only that).
pub(super) fn near(spec: &str, path: &str) -> f64 {
    let near = nearness(spec, path);
    // `**/*.sql` spells out a part of the name, `**/store/**` a folder.
    let is_spelled = |part: &&str| part.contains(|c: char| c.is_alphanumeric());
    let spelled = spec.split('/').filter(is_spelled).count();
    if near == 0.0 && spelled > 0 {
        let [spelled, parts] = [spelled, path.split('/').count().saturating_add(1)]
            .map(|count| f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
        return (0.5 * spelled / parts).min(0.5);
    }
    near
}

/// True if a pathspec takes a path out of what its record is about.
fn is_excluded(spec: &str, path: &str) -> bool {
    // Parsing each of ten thousand pathspecs would take longer than all else.
    spec.starts_with(':') && {
        let spec = Pathspec::parse(spec);
        spec.is_exclude() && spec.names(path)
    }
}
