//! Pathspecs, as records name the files that they are about (gitglossary(7), `pathspec`).
//!
//! Two things differ from the command line of git: a pathspec is always relative to the top of the
//! work tree, and it always has glob magic, so that `*` does not cross a `/`. Globs are matched by
//! the library; this file reads the magic in front of them.

use std::cell::{Cell, OnceCell};

use globset::{GlobBuilder, GlobMatcher};

/// A pathspec, taken apart.
#[derive(Debug)]
pub struct Pathspec<'a> {
    /// As it is written, magic included.
    text: &'a str,
    /// What follows the magic, without what changes nothing; `None` where the magic is not known.
    pattern: Option<&'a str>,
    magic: Magic,
    // Made when it is needed first: most patterns are decided by their first letters.
    glob: OnceCell<Option<GlobMatcher>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Magic {
    is_exclude: bool,
    is_icase: bool,
    is_literal: bool,
}

/// What a glob gives a meaning beyond itself.
const WILD: [char; 4] = ['*', '?', '[', '\\'];

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

    /// Whether git reads it: its magic is known, and it is not empty.
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

    /// Whether it says which files are not meant.
    #[must_use]
    pub fn is_exclude(&self) -> bool {
        self.magic.is_exclude
    }

    /// What the path of every file that it covers begins with; empty where that is not known.
    #[must_use]
    pub fn literal_prefix(&self) -> &'a str {
        match self.pattern {
            Some(pattern) if self.magic.is_icase || pattern == "." => &pattern[..0],
            Some(pattern) => self.literal(pattern),
            None => self.text,
        }
    }

    /// Whether the files that it names include a path, itself or by one of its folders. For one
    /// that excludes, whether the path is excluded.
    #[must_use]
    pub fn names(&self, path: &str) -> bool {
        // A file may have a name that reads as magic or as a glob.
        if self.text == path {
            return true;
        }
        let Some(pattern) = self.pattern else {
            return false;
        };
        if pattern == "." || pattern == path {
            return true;
        }
        let literal = self.literal(pattern);
        if !begins_with(path, literal, self.magic.is_icase) {
            return false;
        }
        if literal.len() == pattern.len() {
            return is_end_of_part(path, pattern.len());
        }
        if is_folder(pattern, literal) {
            return path.len() > literal.len();
        }
        let glob = self.glob.get_or_init(|| glob(pattern, self.magic.is_icase));
        let Some(glob) = glob else {
            return false;
        };
        // A pattern that names a folder covers what is below it, so each folder of the path is
        // asked.
        let ends = (0..=path.len()).filter(|&end| is_end_of_part(path, end));
        ends.into_iter().any(|end| glob.is_match(&path[..end]))
    }

    /// Whether a glob has to be made before paths can be compared with it.
    fn needs_glob(&self) -> bool {
        let Some(pattern) = self.pattern else {
            return false;
        };
        let literal = self.literal(pattern);
        literal.len() < pattern.len() && !is_folder(pattern, literal)
    }

    /// The letters of a pattern that mean themselves, up to the first that does not.
    fn literal(&self, pattern: &'a str) -> &'a str {
        match pattern.find(WILD) {
            Some(wild) if !self.magic.is_literal => &pattern[..wild],
            _ => pattern,
        }
    }
}

/// Whether a pathspec covers a path: `*` stays within one part of the path, `**` crosses parts, and
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

/// Why a text is not a pathspec of this repository.
#[derive(Debug, thiserror::Error)]
pub enum BadPathspec {
    /// git does not take it either.
    #[error("an empty text is not a valid pathspec; use '.' for all files here")]
    Empty,
    /// Its beginning is a path that leads out of the repository.
    #[error("'{0}' is outside of this repository")]
    Outside(String),
}

/// A pathspec as it is typed in a folder, from the top: as git reads it, relative to the folder
/// unless its magic says `/` or `top`. One whose magic is not known stays as it is.
///
/// # Errors
/// [`BadPathspec`].
pub fn from_top(typed: &str, folder: &str) -> Result<String, BadPathspec> {
    let (signs, pattern, is_top) = signs_and_pattern(typed);
    if typed.is_empty() {
        return Err(BadPathspec::Empty);
    }
    if !Pathspec::parse(typed).is_valid() {
        return Ok(typed.to_owned());
    }
    let is_literal = signs.contains("literal");
    let mut parts: Vec<String> = Vec::new();
    if !is_top {
        for part in folder.split('/').filter(|part| !part.is_empty()) {
            parts.push(if is_literal {
                part.to_owned()
            } else {
                escaped(part)
            });
        }
    }
    for part in pattern.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.pop().is_some() => {}
            ".." => return Err(BadPathspec::Outside(typed.to_owned())),
            part => parts.push(part.to_owned()),
        }
    }
    // A folder may be meant, and nothing else.
    if pattern.ends_with('/') && !parts.is_empty() {
        parts.push(String::new());
    }
    let path = parts.join("/");
    let path = if path.is_empty() { "." } else { &path };
    Ok(format!("{signs}{path}"))
}

/// The magic of a pathspec without what says that it begins at the top, the pattern, and whether
/// it said so.
fn signs_and_pattern(typed: &str) -> (String, &str, bool) {
    if let Some(rest) = typed.strip_prefix(":(") {
        let Some((words, pattern)) = rest.split_once(')') else {
            return (String::new(), typed, false);
        };
        let is_top = words.split(',').any(|word| word == "top");
        let kept: Vec<&str> = words
            .split(',')
            .filter(|word| !matches!(*word, "top" | ""))
            .collect();
        if kept.is_empty() {
            return (String::new(), pattern, is_top);
        }
        return (format!(":({})", kept.join(",")), pattern, is_top);
    }
    let Some(rest) = typed.strip_prefix(':') else {
        return (String::new(), typed, false);
    };
    let pattern = rest.trim_start_matches(['!', '^', '/']);
    let signs = &rest[..rest.len() - pattern.len()];
    let is_exclude = signs.contains(['!', '^']);
    let pattern = pattern.strip_prefix(':').unwrap_or(pattern);
    let kept = if is_exclude { ":!" } else { "" };
    (kept.to_owned(), pattern, signs.contains('/'))
}

/// A folder's name with the signs of a glob taken for themselves.
fn escaped(part: &str) -> String {
    let mut out = String::new();
    for letter in part.chars() {
        if WILD.contains(&letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// Maximum number of paths that are compared in one go, a tenth of a second at most.
const TRIES: usize = 200_000;
/// What making a glob costs, in comparisons.
const GLOB: usize = 200;

/// The files of a repository, in which pathspecs are looked for.
#[derive(Debug)]
pub struct Files<'a> {
    /// Sorted, each with `/` between its parts.
    paths: Vec<&'a str>,
    left: Cell<usize>,
}

impl<'a> Files<'a> {
    /// Files by their paths from the top.
    #[must_use]
    pub fn new(mut paths: Vec<&'a str>) -> Self {
        paths.sort_unstable();
        Self {
            paths,
            left: Cell::new(TRIES),
        }
    }

    /// What is wrong with a pathspec of a record: a second half of a sentence. Nothing is wrong
    /// with one that excludes, nor with one for which there is no time left.
    #[must_use]
    pub fn fault(&self, spec: &str) -> Option<&'static str> {
        let parsed = Pathspec::parse(spec);
        if !parsed.is_valid() {
            return Some("is not a valid pathspec");
        }
        if parsed.is_exclude() || self.has(spec, &parsed) {
            None
        } else {
            Some("fits no tracked file")
        }
    }

    fn has(&self, spec: &str, parsed: &Pathspec) -> bool {
        // A name may hold what reads as a glob.
        if self.paths.binary_search(&spec).is_ok() {
            return true;
        }
        if parsed.needs_glob() {
            self.left.set(self.left.get().saturating_sub(GLOB));
        }
        let prefix = parsed.literal_prefix();
        let from = self.paths.partition_point(|path| *path < prefix);
        for path in &self.paths[from..] {
            if !path.starts_with(prefix) {
                return false;
            }
            let left = self.left.get();
            if left == 0 || parsed.names(path) {
                return true;
            }
            self.left.set(left - 1);
        }
        false
    }
}

/// Reads the words of `:(word,word)pattern`.
fn long_magic(rest: &str) -> Option<(Magic, &str)> {
    let (words, pattern) = rest.split_once(')')?;
    let mut magic = Magic::default();
    let mut is_glob = false;
    for word in words.split(',') {
        match word {
            "exclude" => magic.is_exclude = true,
            "icase" => magic.is_icase = true,
            "literal" => magic.is_literal = true,
            "glob" => is_glob = true,
            // Every pathspec of a record begins at the top.
            "top" | "" => {}
            _ => return None,
        }
    }
    if is_glob && magic.is_literal {
        return None;
    }
    Some((magic, pattern))
}

/// Reads the signs of `:!pattern`; a second colon ends them where the pattern begins with one.
fn short_magic(rest: &str) -> (Magic, &str) {
    let mut magic = Magic::default();
    let mut pattern = rest;
    while let Some(after) = pattern.strip_prefix(['!', '^', '/']) {
        magic.is_exclude |= !pattern.starts_with('/');
        pattern = after;
    }
    match pattern.strip_prefix(':') {
        Some(after) => (magic, after),
        None => (magic, pattern),
    }
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

fn glob(pattern: &str, is_icase: bool) -> Option<GlobMatcher> {
    // Braces mean nothing to git.
    let pattern = pattern.replace('{', "[{]").replace('}', "[}]");
    let mut builder = GlobBuilder::new(&pattern);
    let builder = builder
        .literal_separator(true)
        .backslash_escape(true)
        .case_insensitive(is_icase);
    match builder.build() {
        Ok(glob) => Some(glob.compile_matcher()),
        // A pattern that is not a glob, such as one with an open bracket, matches nothing in git
        // too.
        Err(_) => None,
    }
}

/// Whether a pattern is a folder and everything below it, `src/**`: the most common glob, and the one
/// that needs none.
fn is_folder(pattern: &str, literal: &str) -> bool {
    literal.ends_with('/') && &pattern[literal.len()..] == "**"
}

fn begins_with(path: &str, start: &str, is_icase: bool) -> bool {
    if !is_icase {
        return path.starts_with(start);
    }
    // As git folds case: ASCII alone.
    let head = path.as_bytes().get(..start.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
}

/// Whether a path, or one of its folders, ends at a byte.
fn is_end_of_part(path: &str, at: usize) -> bool {
    at == path.len() || path.as_bytes().get(at) == Some(&b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_pathspec_is_relative_to_the_folder_it_is_typed_in() {
        for (typed, folder, expected) in [
            ("store/**", "src", "src/store/**"),
            ("store/", "src", "src/store/"),
            ("./a.rs", "src", "src/a.rs"),
            ("../docs", "src", "docs"),
            ("..", "src/store", "src"),
            ("..", "src", "."),
            (".", "src", "src"),
            (".", "", "."),
            ("src/*.rs", "", "src/*.rs"),
            (":/docs", "src", "docs"),
            (":/", "src", "."),
            (":(top)docs/*", "src", "docs/*"),
            (":(top,icase)README", "src", ":(icase)README"),
            (":(icase)readme", "src", ":(icase)src/readme"),
            (":!x", "src", ":!src/x"),
            (":/!x", "src", ":!x"),
            (":^x/", "src", ":!src/x/"),
            ("a", "x[1]", "x\\[1]/a"),
            (":(literal)a", "x[1]", ":(literal)x[1]/a"),
            (":(nonsense)a", "src", ":(nonsense)a"),
            (":%a", "src", ":%a"),
        ] {
            assert_eq!(from_top(typed, folder).unwrap(), expected, "{typed}");
        }
        assert!(from_top("../../x", "src").is_err() && from_top("", "src").is_err());
    }

    #[test]
    fn what_fits_no_file_is_known() {
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
            assert_eq!(files.fault(none), Some("fits no tracked file"), "{none}");
        }
        for bad in [":(nonsense)a", ":(unclosed", ":%a", ""] {
            assert_eq!(files.fault(bad), Some("is not a valid pathspec"), "{bad}");
        }
    }

    #[test]
    fn looking_for_many_pathspecs_is_bounded() {
        let names: Vec<String> = (0..5_000).map(|nth| format!("d/{nth}.rs")).collect();
        let files = Files::new(names.iter().map(String::as_str).collect());
        for nth in 0..10_000 {
            // After so many tries nothing is claimed any more.
            let _ = files.fault(&format!("**/none-{nth}"));
        }
        assert_eq!(files.fault("**/none"), None);
        assert_eq!(files.fault("e"), Some("fits no tracked file"));
    }

    #[test]
    fn a_hostile_spec_costs_little() {
        assert!(!covers(&"*a".repeat(200), &"a".repeat(150)));
        assert!(!covers(&"**/b/".repeat(100), &"a/".repeat(150)));
    }
}
