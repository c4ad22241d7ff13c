//! All pathspecs of one record, taken apart once for many paths.

use super::spec::Pathspec;

/// Which paths a record is about.
pub struct Coverage<'a>(Vec<Pathspec<'a>>);

impl<'a> Coverage<'a> {
    /// What some pathspecs cover together.
    pub fn of(specs: impl IntoIterator<Item = &'a str>) -> Self {
        Self(specs.into_iter().map(Pathspec::parse).collect())
    }

    /// Whether one of them covers a path, and none excludes it.
    #[must_use]
    pub fn covers(&self, path: &str) -> bool {
        let mut is_named = false;
        for spec in &self.0 {
            // A path that is named already need not be compared with more of them.
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::pathspec::covering;

    #[test]
    fn it_says_what_one_comparison_says() {
        for specs in [
            &["src", ":!src/x"][..],
            &[":!src"],
            &["docs", "src/*.rs"],
            &[":(icase)SRC/**"],
            &[],
        ] {
            let coverage = Coverage::of(specs.iter().copied());
            for path in ["src/a.rs", "src/x/b.rs", "docs", "docs/a", "a"] {
                let expected = covering(specs.iter().copied(), path).is_some();
                assert_eq!(coverage.covers(path), expected, "{specs:?} {path}");
            }
        }
    }
}
