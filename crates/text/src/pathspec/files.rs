//! The files of a repository, in which pathspecs are looked for.

use std::cell::{Cell, OnceCell};
use std::fmt;
use std::ops::Range;

use super::spec::{Pathspec, Shape};
use crate::limits;

/// Cost of making a glob, in comparisons.
const GLOB: usize = 200;

/// The files of a repository, in which pathspecs are looked for.
#[derive(Debug)]
pub struct Files<'a> {
    /// Sorted, each with `/` between its parts.
    paths: Vec<&'a str>,
    /// The paths in lower case, for pathspecs that ignore case.
    folded: OnceCell<Vec<String>>,
    left: Cell<usize>,
}

/// Fault of a pathspec of a record; shown as the second half of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// git refuses it, too.
    Invalid,
    /// No tracked file is covered.
    Nothing,
    /// Unknown, as too many globs came before it.
    NotCompared,
}

impl fmt::Display for Unfit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Invalid => "is not a valid pathspec",
            Self::Nothing => "fits no tracked file",
            Self::NotCompared => "was not compared with the tracked files: too many globs",
        })
    }
}

impl<'a> Files<'a> {
    /// Files by their paths from the top.
    #[must_use]
    pub fn new(mut paths: Vec<&'a str>) -> Self {
        paths.sort_unstable();
        Self {
            paths,
            folded: OnceCell::new(),
            left: Cell::new(limits::PATH_COMPARISONS),
        }
    }

    /// Fault of a pathspec of a record, if any. One that excludes has none.
    #[must_use]
    pub fn fault(&self, spec: &str) -> Option<Unfit> {
        let parsed = Pathspec::parse(spec);
        let (true, Some(pattern)) = (parsed.is_valid(), parsed.pattern()) else {
            return Some(Unfit::Invalid);
        };
        // A name may look like a glob.
        if parsed.is_exclude() || has(&self.paths, spec) || has(&self.paths, pattern) {
            return None;
        }
        if parsed.is_icase() {
            let folded = self.folded.get_or_init(|| folded(&self.paths));
            return self.missing(folded, &Pathspec::parse(&spec.to_ascii_lowercase()));
        }
        self.missing(&self.paths, &parsed)
    }

    /// Fault of a valid pathspec that is not the exact name of a path.
    fn missing(&self, paths: &[impl AsRef<str>], spec: &Pathspec) -> Option<Unfit> {
        let fits = match spec.shape() {
            None => return Some(Unfit::Invalid),
            Some(Shape::Everything) => !paths.is_empty(),
            Some(Shape::Path(path)) => {
                has(paths, path) || begun(paths, &format!("{path}/")).next().is_some()
            }
            Some(Shape::Below(folder)) => begun(paths, folder).next().is_some(),
            Some(Shape::Glob(beginning)) => return self.unmatched(paths, spec, beginning),
        };
        if fits { None } else { Some(Unfit::Nothing) }
    }

    /// Fault of a glob, which has to be compared with each path that begins like it.
    fn unmatched(
        &self,
        paths: &[impl AsRef<str>],
        spec: &Pathspec,
        beginning: &str,
    ) -> Option<Unfit> {
        // If no path begins so, no glob is made.
        let mut cost = GLOB;
        for path in begun(paths, beginning) {
            let Some(left) = self.left.get().checked_sub(cost) else {
                return Some(Unfit::NotCompared);
            };
            self.left.set(left);
            cost = 1;
            if spec.names(path.as_ref()) {
                return None;
            }
        }
        Some(Unfit::Nothing)
    }
}

/// Paths as git folds case: only ASCII.
fn folded(paths: &[&str]) -> Vec<String> {
    let mut folded: Vec<String> = paths.iter().map(|path| path.to_ascii_lowercase()).collect();
    folded.sort_unstable();
    folded
}

fn has(paths: &[impl AsRef<str>], path: &str) -> bool {
    paths
        .binary_search_by(|known| known.as_ref().cmp(path))
        .is_ok()
}

/// The paths that begin with some letters.
fn begun<'p, P: AsRef<str>>(paths: &'p [P], letters: &str) -> impl Iterator<Item = &'p P> {
    paths[places(paths, letters)].iter()
}

/// The places, in sorted paths, of paths that begin with some letters.
pub(super) fn places(paths: &[impl AsRef<str>], letters: &str) -> Range<usize> {
    let from = paths.partition_point(|path| path.as_ref() < letters);
    let count = paths[from..].partition_point(|path| path.as_ref().starts_with(letters));
    from..from + count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pathspecs_without_files_are_known() {
        let files = Files::new(vec!["src/b.rs", "src/a/x.rs", "docs/a[1].md", "README.md"]);
        for fits in [
            "src",
            "src/",
            "src/a/**",
            "**/x.rs",
            ".",
            "docs/a[1].md",
            ":(icase)readme.md",
            ":!nothing",
            "src/*.rs",
        ] {
            assert_eq!(files.fault(fits), None, "{fits}");
        }
        for none in ["sr", "src/c", "lib/**", "*.rs", "src/a/x.rs/y", "src/[a"] {
            assert_eq!(files.fault(none), Some(Unfit::Nothing), "{none}");
        }
        for bad in [":(nonsense)a", ":(unclosed", ":%a", ""] {
            assert_eq!(files.fault(bad), Some(Unfit::Invalid), "{bad}");
        }
    }

    #[test]
    fn case_and_folders_are_as_for_one_path() {
        let files = Files::new(vec!["Docs/Ä/a.MD", "src-x/b.rs", "src/a/x.rs"]);
        for (spec, fault) in [
            (":(icase)docs", None),
            (":(icase)DOCS/Ä/**", None),
            (":(icase)docs/*/A.md", None),
            (":(icase)docs/ä", Some(Unfit::Nothing)),
            (":(icase)src/A/X", Some(Unfit::Nothing)),
            ("src-", Some(Unfit::Nothing)),
            ("src", None),
            ("src/a/x.rs", None),
            ("src/a/x.rs/**", Some(Unfit::Nothing)),
            ("s*/x.rs", Some(Unfit::Nothing)),
            ("s*", None),
            (":(literal)s*", Some(Unfit::Nothing)),
        ] {
            assert_eq!(files.fault(spec), fault, "{spec}");
        }
    }

    #[test]
    fn globs_that_are_too_many_are_said_to_be() {
        let names: Vec<String> = (0..5_000).map(|nth| format!("d/{nth}.rs")).collect();
        let files = Files::new(names.iter().map(String::as_str).collect());
        files.left.set(GLOB + 2 * names.len());
        assert_eq!(files.fault("**/none"), Some(Unfit::Nothing));
        assert_eq!(files.fault("**/5*"), None);
        assert_eq!(files.fault("**/no"), Some(Unfit::NotCompared));
        // Pathspecs that need no glob are still judged.
        for none in ["e", "d/5000.rs", ":(icase)D/x", "x/**", "x*"] {
            assert_eq!(files.fault(none), Some(Unfit::Nothing), "{none}");
        }
        assert_eq!(files.fault("d/**/"), None);
    }
}
