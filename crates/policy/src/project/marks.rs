//! Statements of `.gitattributes` and `.gitmodules` about the entries at the top of a repository.

use std::collections::BTreeSet;

use git_memory_text::glob::{Dialect, Glob};

/// A file name that the folder's patterns are tried on: `docs/** linguist-generated` is about the
/// contents of the folder, and names no file.
const ANY_FILE: &str = "any";

/// Values of the attributes of an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    pub(crate) generated: Option<bool>,
    pub(crate) vendored: Option<bool>,
    pub(crate) left_out_of_exports: Option<bool>,
}

/// The attributes of the top's `.gitattributes` (gitattributes(5); GitHub's linguist, "Overrides").
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Line {
    pattern: Glob,
    /// True if the pattern matches names at any depth.
    is_of_names: bool,
    marks: Marks,
}

impl Attributes {
    /// Reads the lines that set known attributes. Macros and invalid lines are ignored, as git
    /// ignores them.
    pub(crate) fn parse(text: &str) -> Self {
        let mut attributes = Self::default();
        for line in text.lines() {
            let line = line.trim();
            if line.starts_with(['#', '"', '!', '[']) {
                continue;
            }
            let mut words = line.split_ascii_whitespace();
            let Some(pattern) = words.next() else {
                continue;
            };
            let mut marks = Marks::default();
            for word in words {
                marks.set(word);
            }
            if marks == Marks::default() {
                continue;
            }
            if let Some(glob) = Glob::new(pattern.trim_matches('/'), Dialect::GIT) {
                attributes.lines.push(Line {
                    pattern: glob,
                    is_of_names: !pattern.trim_end_matches('/').contains('/'),
                    marks,
                });
            }
        }
        attributes
    }

    /// Attributes of an entry at the top; the last line that sets one counts.
    pub(crate) fn of(&self, name: &str, is_folder: bool) -> Marks {
        let inside = format!("{name}/{ANY_FILE}");
        let mut marks = Marks::default();
        for line in &self.lines {
            // A pattern that matches names at any depth says nothing about one folder.
            let is_meant = line.pattern.matches(name)
                || (is_folder && !line.is_of_names && line.pattern.matches(&inside));
            if is_meant {
                marks.add(line.marks);
            }
        }
        marks
    }
}

impl Marks {
    fn set(&mut self, word: &str) {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, value != "false"),
            None => match word.strip_prefix(['-', '!']) {
                Some(name) => (name, false),
                None => (word, true),
            },
        };
        match name {
            "linguist-generated" => self.generated = Some(value),
            "linguist-vendored" => self.vendored = Some(value),
            "export-ignore" => self.left_out_of_exports = Some(value),
            _ => {}
        }
    }

    fn add(&mut self, later: Self) {
        self.generated = later.generated.or(self.generated);
        self.vendored = later.vendored.or(self.vendored);
        self.left_out_of_exports = later.left_out_of_exports.or(self.left_out_of_exports);
    }
}

/// The folders of submodules at the top, as `.gitmodules` has them (gitmodules(5)).
pub(crate) fn submodules(text: &str) -> BTreeSet<&str> {
    let mut paths = BTreeSet::new();
    for line in text.lines() {
        if let Some((key, value)) = line.split_once('=')
            && key.trim() == "path"
        {
            paths.insert(value.trim().trim_matches(['"', '/']));
        }
    }
    paths.retain(|path| !path.contains('/'));
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_that_says_something_counts() {
        let text = "# x\n[attr]y linguist-generated\n*.pb.go linguist-generated\n\
            out/** linguist-generated=true\n/ext/* linguist-vendored\nown/** linguist-vendored\n\
            own/** -linguist-vendored\nsnap linguist-generated\n.ci export-ignore\n[a-\n\
            * text=auto\n";
        let attributes = Attributes::parse(text);
        let of = |name: &str| attributes.of(name, true);
        assert_eq!(of("out").generated, Some(true));
        assert_eq!(of("ext").vendored, Some(true));
        assert_eq!(of("own").vendored, Some(false));
        assert_eq!(of("snap").generated, Some(true));
        assert_eq!(of(".ci").left_out_of_exports, Some(true));
        assert_eq!(of("src"), Marks::default());
        assert_eq!(attributes.of("a.pb.go", false).generated, Some(true));
    }

    #[test]
    fn submodules_are_known_by_their_paths() {
        let text = "[submodule \"a\"]\n\tpath = libs\n\turl = ../libs\n[submodule \"b\"]\n\
            \tpath = third/b\n";
        assert_eq!(submodules(text), BTreeSet::from(["libs"]));
        assert!(submodules("no\n").is_empty());
    }
}
