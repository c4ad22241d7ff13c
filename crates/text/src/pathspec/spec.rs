//! A pathspec, and which paths it covers.

use std::cell::OnceCell;

use super::magic::{Magic, long_magic, short_magic};
use crate::glob::{Dialect, Glob, WILD};

/// A pathspec, taken apart.
#[derive(Debug)]
pub struct Pathspec<'a> {
    /// As it is written, magic included.
    text: &'a str,
    /// The text after the magic, without what changes nothing; `None` where the magic is not known.
    pattern: Option<&'a str>,
    magic: Magic,
    // Made when it is needed first: most patterns are decided by their first letters.
    glob: OnceCell<Option<Glob>>,
}

/// The demand of a pattern on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape<'a> {
    /// Nothing: it is the top.
    Everything,
    /// To be this path, or below it.
    Path(&'a str),
    /// To be below this folder, whose `/` is the last letter: `src/**`, the most common glob, and
    /// the one that needs none.
    Below(&'a str),
    /// To begin with these letters, and to match as a whole.
    Glob(&'a str),
}

impl<'a> Pathspec<'a> {
    /// Takes a pathspec apart. One with magic that git does not have, or that asks for attributes,
    /// covers nothing but the path of its own letters.
    #[must_use]
    pub fn parse(text: &'a str) -> Self {
        let read = if let Some(rest) = text.strip_prefix(":(") {
            long_magic(rest)
        } else if let Some(rest) = text.strip_prefix(':') {
            Some(short_magic(rest))
        } else {
            Some((Magic::default(), text))
        };
        let (magic, pattern) = match read {
            Some((magic, pattern)) => (magic, Some(trimmed(text, pattern))),
            None => (Magic::default(), None),
        };
        Self {
            text,
            pattern,
            magic,
            glob: OnceCell::new(),
        }
    }

    /// It as it is written.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// True if git reads the pathspec: its magic is known, and it is not empty.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        // git's own short magic is these three signs; any other sign is reserved.
        let is_reserved = match self.text.strip_prefix(':') {
            Some(rest) => rest.starts_with(|sign: char| {
                sign.is_ascii_punctuation() && !matches!(sign, '!' | '^' | '/' | '(' | ':')
            }),
            None => false,
        };
        self.pattern.is_some() && !self.text.is_empty() && !is_reserved
    }

    /// True if the pathspec says which files are not meant.
    #[must_use]
    pub fn is_exclude(&self) -> bool {
        self.magic.is_exclude
    }

    /// Returns the beginning of the path of every file that the pathspec covers; empty where that
    /// is not known.
    #[must_use]
    pub fn literal_prefix(&self) -> &'a str {
        match self.pattern {
            Some(pattern) if self.magic.is_icase || pattern == "." => &pattern[..0],
            Some(pattern) => self.literal(pattern),
            None => self.text,
        }
    }

    /// True if the files that the pathspec names include a path, itself or by one of its folders.
    /// For a pathspec that excludes, true if the path is excluded.
    #[must_use]
    pub fn names(&self, path: &str) -> bool {
        // A file may have a name that reads as magic or as a glob.
        if self.text == path || self.pattern == Some(path) {
            return true;
        }
        let is_icase = self.magic.is_icase;
        match self.shape() {
            None => false,
            Some(Shape::Everything) => true,
            Some(Shape::Path(own)) => {
                begins_with(path, own, is_icase) && is_end_of_part(path, own.len())
            }
            Some(Shape::Below(folder)) => {
                begins_with(path, folder, is_icase) && path.len() > folder.len()
            }
            Some(Shape::Glob(beginning)) => {
                begins_with(path, beginning, is_icase) && self.is_match(path)
            }
        }
    }

    /// Returns the demand of its pattern on a path; `None` where its magic is not known.
    pub(crate) fn shape(&self) -> Option<Shape<'a>> {
        let pattern = self.pattern?;
        let literal = self.literal(pattern);
        Some(if pattern == "." {
            Shape::Everything
        } else if literal.len() == pattern.len() {
            Shape::Path(pattern)
        } else if literal.ends_with('/') && &pattern[literal.len()..] == "**" {
            Shape::Below(literal)
        } else {
            Shape::Glob(literal)
        })
    }

    /// Returns the text after its magic; `None` where that is not known.
    pub(crate) fn pattern(&self) -> Option<&'a str> {
        self.pattern
    }

    /// True if case makes no difference to the pathspec.
    pub(crate) fn is_icase(&self) -> bool {
        self.magic.is_icase
    }

    fn is_match(&self, path: &str) -> bool {
        let glob = self.glob.get_or_init(|| {
            let dialect = Dialect {
                is_icase: self.magic.is_icase,
                ..Dialect::PATHSPEC
            };
            Glob::new(self.pattern?, dialect)
        });
        // A pattern that is not a glob, such as one with an open bracket, matches nothing in git
        // too.
        glob.as_ref().is_some_and(|glob| glob.matches(path))
    }

    /// The letters of a pattern that mean themselves, up to the first that does not.
    fn literal(&self, pattern: &'a str) -> &'a str {
        // All of them are ASCII, and so no part of another letter.
        let mut bytes = pattern.bytes();
        match bytes.position(|byte| WILD.contains(&char::from(byte))) {
            Some(wild) if !self.magic.is_literal => &pattern[..wild],
            _ => pattern,
        }
    }
}

/// True if a pathspec covers a path: `*` stays within one part of the path, `**` crosses parts, and
/// a spec that names a folder covers everything below it. One that excludes covers nothing.
#[must_use]
pub fn covers(spec: &str, path: &str) -> bool {
    let spec = Pathspec::parse(spec);
    !spec.is_exclude() && spec.names(path)
}

/// The first of several pathspecs that covers a path, where none of them excludes it. Where all of
/// them exclude, nothing is covered: a record has to say what it is about.
pub fn covering<'a>(specs: impl IntoIterator<Item = &'a str>, path: &str) -> Option<&'a str> {
    let mut first = None;
    for text in specs {
        let spec = Pathspec::parse(text);
        if spec.is_exclude() && spec.names(path) {
            return None;
        }
        if first.is_none() && !spec.is_exclude() && spec.names(path) {
            first = Some(text);
        }
    }
    first
}

/// A pattern without what changes nothing; `.` for the top itself.
fn trimmed<'a>(text: &str, pattern: &'a str) -> &'a str {
    let pattern = match pattern.strip_prefix("./") {
        Some(rest) => rest,
        None => pattern,
    };
    match pattern.trim_end_matches('/') {
        "" if !text.is_empty() => ".",
        rest => rest,
    }
}

fn begins_with(path: &str, start: &str, is_icase: bool) -> bool {
    if !is_icase {
        return path.starts_with(start);
    }
    // As git folds case: ASCII alone.
    let head = path.as_bytes().get(..start.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
}

/// True if a path, or one of its folders, ends at a byte.
fn is_end_of_part(path: &str, at: usize) -> bool {
    at == path.len() || path.as_bytes().get(at) == Some(&b'/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_pathspec_covers_what_git_says() {
        for (spec, path, expected) in [
            ("src/store/**", "src/store/a.rs", true),
            ("src/store/**", "src/store/x/y/a.rs", true),
            ("src/store/**", "src/storex/a.rs", false),
            ("src/*.rs", "src/a.rs", true),
            ("src/*.rs", "src/x/a.rs", false),
            ("**/a.rs", "a.rs", true),
            ("**/a.rs", "x/y/a.rs", true),
            ("src/**/a.rs", "src/a.rs", true),
            ("src/**/a.rs", "src/xa.rs", false),
            ("src", "src/a.rs", true),
            ("src/", "src/x/a.rs", true),
            ("src", "srcx", false),
            ("a?c", "abc", true),
            ("a?c", "a/c", false),
            (":(glob)docs/*", "docs/a", true),
            ("s*", "src/x/a", true),
            ("*/x", "src/x/a/b", true),
            ("x**", "xy/a", true),
            ("**", "a/b", true),
            ("s?c/**", "src", false),
            ("s?c/**", "src/x/a", true),
            ("", "a", false),
        ] {
            assert_eq!(covers(spec, path), expected, "{spec} {path}");
        }
    }

    #[test]
    fn magic_means_what_gitglossary_says() {
        for (spec, path, expected) in [
            ("src/[ab].rs", "src/a.rs", true),
            ("src/[ab].rs", "src/c.rs", false),
            ("src/[!a].rs", "src/b.rs", true),
            ("src/[a-c]x/**", "src/bx/y.rs", true),
            ("src/[ab].rs", "src/[ab].rs", true),
            ("src/[a.rs", "src/[a.rs", true),
            ("src/[a.rs", "src/a.rs", false),
            ("src/\\*.rs", "src/*.rs", true),
            ("src/\\*.rs", "src/a.rs", false),
            ("{a,b}/c", "a/c", false),
            ("{a,b}/*", "{a,b}/c", true),
            (":(icase)README.*", "readme.md", true),
            (":(icase)Docs", "docs/a", true),
            (":(icase,glob)Src/**/A.rs", "src/x/a.rs", true),
            ("README.*", "readme.md", false),
            (":(literal)a*", "a*", true),
            (":(literal)a*", "ab", false),
            (":(top)src", "src/a", true),
            (":(top,icase)SRC", "src/a", true),
            (":/src", "src/a", true),
            (":/", "src/a", true),
            (":(top)", "src/a", true),
            (":/:a", "a", true),
            (".", "src/a", true),
            ("./src", "src/a", true),
            (":(glob,literal)a", "a", false),
            (":(attr:text)a", "a", false),
            (":(nonsense)a", "a", false),
        ] {
            assert_eq!(covers(spec, path), expected, "{spec} {path}");
        }
    }

    #[test]
    fn what_is_excluded_is_not_covered() {
        for exclude in [
            ":!src/x",
            ":^src/x",
            ":(exclude)src/x/**",
            ":!/src/x",
            ":(exclude,icase)SRC/X",
        ] {
            assert!(!covers(exclude, "src/x/a") && !covers(exclude, "src/a"));
            let specs = ["src", exclude];
            assert_eq!(covering(specs, "src/a"), Some("src"), "{exclude}");
            assert_eq!(covering(specs, "src/x/a"), None, "{exclude}");
            assert_eq!(covering([exclude], "src/a"), None, "{exclude}");
        }
        assert_eq!(covering(["docs", "src/*"], "src/a"), Some("src/*"));
    }

    #[test]
    fn what_every_covered_path_begins_with_is_known() {
        for (spec, expected) in [
            ("src/a*", "src/a"),
            (":/src/", "src"),
            (":(icase)src", ""),
            (":(literal)a*", "a*"),
            (".", ""),
        ] {
            assert_eq!(Pathspec::parse(spec).literal_prefix(), expected, "{spec}");
        }
    }

    #[test]
    fn a_hostile_spec_costs_little() {
        assert!(!covers(&"*a".repeat(200), &"a".repeat(150)));
        assert!(!covers(&"**/b/".repeat(100), &"a/".repeat(150)));
    }

    proptest! {
        // One comparison with a path says the same as one with each of its folders.
        #[test]
        fn what_is_below_a_match_is_covered(
            pattern in "[ab*?/\\[\\]{}]{1,8}",
            path in "[ab{}]{1,2}(/[ab]{1,2}){0,3}",
            below in "(/[ab]{1,2}){1,2}",
        ) {
            if covers(&pattern, &path) {
                let below = format!("{path}{below}");
                // A file's name is compared letter by letter before anything else.
                prop_assert!(pattern == path || covers(&pattern, &below), "{below}");
            }
        }
    }
}
