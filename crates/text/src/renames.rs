//! Names of files and folders before and after the commits that moved them.

use std::collections::BTreeSet;

/// A file that a commit moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// Its path before, from the top of the work tree.
    pub from: String,
    /// Its path since.
    pub to: String,
}

/// Names that a file or folder had before some moves.
#[must_use]
pub fn before(renames: &[Rename], path: &str) -> BTreeSet<String> {
    let pairs = renames.iter();
    other_names(pairs.map(|it| (it.to.as_str(), it.from.as_str())), path)
}

/// Names that a file or folder has after some moves.
#[must_use]
pub fn since(renames: &[Rename], path: &str) -> BTreeSet<String> {
    let pairs = renames.iter();
    other_names(pairs.map(|it| (it.from.as_str(), it.to.as_str())), path)
}

/// Names on the other side of files, and of folders with their contents.
fn other_names<'a>(
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
    path: &str,
) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (own, other) in pairs {
        let Some(below) = own.strip_prefix(path) else {
            continue;
        };
        // A file that was renamed within its folder tells nothing about the folder.
        let is_it = below.is_empty() || below.starts_with('/');
        if is_it
            && let Some(name) = other.strip_suffix(below)
            && !name.is_empty()
            && name != path
        {
            names.insert(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_have_other_names() {
        let mut renames = Vec::new();
        for (from, to) in [
            ("src/new/a.rs", "src/create/a.rs"),
            ("src/new/b/c.rs", "src/create/b/c.rs"),
            ("src/new/d.rs", "src/create/e.rs"),
            ("src/newer/f.rs", "lib/f.rs"),
            ("g.rs", "h.rs"),
        ] {
            let (from, to) = (from.to_owned(), to.to_owned());
            renames.push(Rename { from, to });
        }
        for (path, expected) in [
            ("src/create", &["src/new"][..]),
            ("src/create/b", &["src/new/b"]),
            ("src/create/e.rs", &["src/new/d.rs"]),
            ("src/create/b/c.rs", &["src/new/b/c.rs"]),
            ("lib", &["src/newer"]),
            ("h.rs", &["g.rs"]),
            ("src", &[]),
            ("g.rs", &[]),
        ] {
            let names = before(&renames, path);
            assert_eq!(names.iter().collect::<Vec<_>>(), expected, "{path}");
        }
        let names = since(&renames, "src/new");
        assert_eq!(names.iter().collect::<Vec<_>>(), ["src/create"]);
    }
}
