//! Records whose paths or scopes cover a file.

use std::collections::{HashMap, HashSet};

use super::tie::{Tie, is_about};
use super::{Applier, Tied};
use crate::evidence::renames::former;
use crate::recall::near::nearness;
use crate::workspace::Error;
use git_memory_model::evidence::applying::{of_own_path, of_path};
use git_memory_model::kind::Lifecycle;
use git_memory_model::scope::PROJECT;
use git_memory_recall::{Attribute, AttributeValue, DocumentRef, Field, Part, values_where};
use git_memory_store::index::SegmentBytes;
use git_memory_text::path::is_below;
use git_memory_text::pathspec::Pathspec;

impl Applier<'_> {
    /// Adds the records whose paths or scopes cover the file, each by its nearest one.
    pub(super) fn add_covering(&self, tied: &mut Tied, path: &str) -> Result<(), Error> {
        let mut names = vec![(path.to_lowercase(), None)];
        for before in former(self.workspace, &self.commits, path)? {
            names.push((before.to_lowercase(), Some(before)));
        }
        let mut nearest: HashMap<DocumentRef, (f64, Tie)> = HashMap::new();
        for (part, of_view) in self.parts[..self.tracked].iter().enumerate() {
            let mut excluded: HashSet<u32> = HashSet::new();
            for (name, before) in &names {
                let mut found = values_where(of_view, Attribute::About, |spec| {
                    is_about(spec, name) || is_excluded(spec, name)
                })?;
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
            for (document, near) in scopes(of_view, &names[0].0)? {
                let at = DocumentRef { part, document };
                let known = nearest.entry(at).or_insert((near, Tie::Scope));
                if near > known.0 {
                    *known = (near, Tie::Scope);
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
}

/// The documents whose own scope contains a file, each with how near it is.
fn scopes(part: &Part<'_, SegmentBytes>, path: &str) -> Result<HashMap<u32, f64>, Error> {
    let is_part = |scope: &str| !scope.is_empty() && scope != PROJECT;
    let scopes = values_where(part, Attribute::Scope, is_part)?;
    // A record has the parents of its scope, too: the longest is its own.
    let mut own: HashMap<u32, &str> = HashMap::new();
    for AttributeValue { value, holders } in &scopes {
        for document in holders {
            let known = own.entry(*document).or_default();
            if known.len() < value.len() {
                *known = value;
            }
        }
    }
    own.retain(|_, scope| is_below(path, scope));
    let each = own.into_iter();
    Ok(each
        .map(|(document, scope)| (document, nearness(scope, path)))
        .collect())
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
