//! All pathspecs of one record, parsed once for many paths.

use std::collections::BTreeSet;

use super::files::places;
use super::spec::Pathspec;

/// Paths that a record is about.
pub struct Coverage<'a>(Vec<Pathspec<'a>>);

impl<'a> Coverage<'a> {
    /// Coverage of some pathspecs together.
    pub fn of(specs: impl IntoIterator<Item = &'a str>) -> Self {
        Self(specs.into_iter().map(Pathspec::parse).collect())
    }

    /// True if one of the pathspecs covers a path, and none excludes it.
    #[must_use]
    pub fn covers(&self, path: &str) -> bool {
        let mut is_named = false;
        for spec in &self.0 {
            // After one pathspec covers a path, only exclusions are still compared.
            if spec.is_exclude() || !is_named {
                let names = spec.names(path);
                if spec.is_exclude() && names {
                    return false;
                }
                is_named |= names;
            }
        }
        is_named
    }

    /// The places of covered paths among sorted ones: a pathspec is compared only with paths that
    /// begin like it.
    #[must_use]
    pub fn among(&self, paths: &[impl AsRef<str>]) -> BTreeSet<usize> {
        let mut among = BTreeSet::new();
        for spec in self.0.iter().filter(|spec| !spec.is_exclude()) {
            // A file may have a name that reads as magic.
            let own = paths.binary_search_by(|path| path.as_ref().cmp(spec.text()));
            let begun = places(paths, spec.literal_prefix());
            for place in begun.chain(own) {
                if !among.contains(&place) && self.covers(paths[place].as_ref()) {
                    among.insert(place);
                }
            }
        }
        among
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathspec::covering;

    #[test]
    fn it_says_what_one_comparison_says() {
        for specs in [
            &["src", ":!src/x"][..],
            &[":!src"],
            &["docs", "src/*.rs"],
            &[":(icase)SRC/**"],
            &[":/src"],
            &["."],
            &[],
        ] {
            let coverage = Coverage::of(specs.iter().copied());
            let paths = [":/src", "a", "docs", "docs/a", "src/a.rs", "src/x/b.rs"];
            let among = coverage.among(&paths);
            for (place, path) in paths.into_iter().enumerate() {
                let expected = covering(specs.iter().copied(), path).is_some();
                assert_eq!(coverage.covers(path), expected, "{specs:?} {path}");
                assert_eq!(among.contains(&place), expected, "{specs:?} {path}");
            }
        }
    }
}
