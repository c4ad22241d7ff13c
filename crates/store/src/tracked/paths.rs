//! Paths that git tracks below the folders of which only those are read.

/// The paths as the index has them, sorted. Most are only compared: to make a path of each of ten
/// thousand would take as long as to read the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TrackedPaths(Vec<Vec<u8>>);

impl TrackedPaths {
    pub(crate) fn new(mut paths: Vec<Vec<u8>>) -> Self {
        if !paths.is_sorted() {
            paths.sort_unstable();
        }
        Self(paths)
    }

    /// True if git tracks a file.
    pub(crate) fn has(&self, path: &str) -> bool {
        let found = self
            .0
            .binary_search_by(|it| it.as_slice().cmp(path.as_bytes()));
        found.is_ok()
    }

    /// Tells for one file after the other, sorted by path, if git tracks it.
    pub(crate) fn in_order(&self) -> impl FnMut(&str) -> bool {
        let mut left = self.0.iter().peekable();
        move |path| {
            while left.next_if(|it| it.as_slice() < path.as_bytes()).is_some() {}
            left.peek()
                .is_some_and(|it| it.as_slice() == path.as_bytes())
        }
    }

    /// True if git tracks a file below a folder.
    pub(crate) fn has_any_below(&self, folder: &str) -> bool {
        let start = format!("{folder}/").into_bytes();
        let at = self.0.partition_point(|path| *path < start);
        self.0.get(at).is_some_and(|path| path.starts_with(&start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_are_found() {
        let paths = ["docs/b/2.md", "docs/a.md", "docs/b.md", "docs/\u{e9}.md"];
        let tracked = TrackedPaths::new(paths.map(|path| path.as_bytes().to_vec()).to_vec());
        for path in paths {
            assert!(tracked.has(path), "{path}");
        }
        let mut has = tracked.in_order();
        let asked = ["docs/a.md", "docs/a.md", "docs/b", "docs/b.md", "docs/c"];
        assert_eq!(asked.map(&mut has), [true, true, false, true, false]);
        assert!(!tracked.has("docs/b") && !tracked.has("docs"));
        assert!(tracked.has_any_below("docs/b") && tracked.has_any_below("docs"));
        assert!(!tracked.has_any_below("docs/c") && !tracked.has_any_below("doc"));
    }
}
