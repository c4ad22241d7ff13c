//! The paths and scopes of records, found by the files that they may cover.

use std::collections::{BTreeMap, HashMap};

use crate::workspace::Error;
use git_memory_model::scope::PROJECT;
use git_memory_recall::{Attribute, AttributeValue, Part, Values, values_where};
use git_memory_store::index::SegmentBytes;
use git_memory_text::pathspec::Pathspec;

/// The paths and scopes of the records of a part, which are read once for all files.
pub(super) struct Covering {
    pub(super) paths: Values,
    /// How the files begin that each of the paths may cover, in order; its place.
    beginnings: Vec<(String, usize)>,
    /// The documents whose own scope is a part of the project, by that scope.
    pub(super) scopes: BTreeMap<String, Vec<u32>>,
}

impl Covering {
    pub(super) fn of(part: &Part<'_, SegmentBytes>) -> Result<Self, Error> {
        let paths = Values::of(part, Attribute::About)?;
        let mut beginnings = Vec::with_capacity(paths.len());
        for nth in 0..paths.len() {
            let beginning = Pathspec::parse(&paths.value(nth))
                .literal_prefix()
                .to_owned();
            beginnings.push((beginning, nth));
        }
        beginnings.sort_unstable();
        Ok(Self {
            paths,
            beginnings,
            scopes: own_scopes(part)?,
        })
    }

    /// The places of the paths that may be about a file, or about something in a folder.
    pub(super) fn near(&self, name: &str) -> Vec<usize> {
        // It could be taken for the magic of a pathspec.
        if name.starts_with(':') {
            return (0..self.paths.len()).collect();
        }
        let mut near = Vec::new();
        let ends = (0..=name.len()).filter(|end| name.is_char_boundary(*end));
        for beginning in ends.map(|end| &name[..end]) {
            near.extend(self.beginning_with(beginning, |it| it == beginning));
        }
        let inside = format!("{name}/");
        near.extend(self.beginning_with(&inside, |it| it.starts_with(&inside)));
        near.sort_unstable();
        near
    }

    fn beginning_with<'s>(
        &'s self,
        from: &str,
        is_it: impl Fn(&str) -> bool + 's,
    ) -> impl Iterator<Item = usize> + 's {
        let first = self
            .beginnings
            .partition_point(|(it, _)| it.as_str() < from);
        let found = self.beginnings[first..].iter();
        found
            .take_while(move |(it, _)| is_it(it))
            .map(|(_, nth)| *nth)
    }
}

/// The documents whose own scope is a part of the project, by that scope.
fn own_scopes(part: &Part<'_, SegmentBytes>) -> Result<BTreeMap<String, Vec<u32>>, Error> {
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
    let mut by_scope: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (document, scope) in own {
        by_scope.entry(scope.to_owned()).or_default().push(document);
    }
    Ok(by_scope)
}
