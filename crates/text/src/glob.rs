//! Globs of git, of shells and of other programs. In all of them `*` and `?` stay within one part of
//! a path, `**` crosses parts, and a backslash takes the next sign for itself; [`Dialect`] names the
//! differences.

use std::mem::take;

use globset::{GlobBuilder, GlobMatcher};

/// Signs that a glob gives a meaning beyond themselves, in every dialect.
pub const WILD: [char; 4] = ['*', '?', '[', '\\'];

/// The differences between the globs of programs.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a difference of its own"
)]
pub struct Dialect {
    /// `{a,b}` stands for `a` and for `b`; otherwise braces mean themselves.
    pub has_braces: bool,
    /// A glob that names a folder matches all that is below it.
    pub reaches_below: bool,
    /// Case makes no difference.
    pub is_icase: bool,
    /// A `*` at the beginning matches no dot there.
    pub hides_dots: bool,
}

impl Dialect {
    /// Patterns of `.gitattributes`.
    pub const GIT: Self = Self {
        has_braces: false,
        reaches_below: false,
        is_icase: false,
        hides_dots: false,
    };
    /// Pathspecs with glob magic.
    pub const PATHSPEC: Self = Self {
        reaches_below: true,
        ..Self::GIT
    };
    /// Patterns of folders in the manifests of workspaces.
    pub const MEMBERS: Self = Self {
        has_braces: true,
        ..Self::GIT
    };
    /// Names of files, as shells and search tools take them.
    pub const SHELL: Self = Self {
        hides_dots: true,
        ..Self::MEMBERS
    };
}

/// A glob that can be compared with paths.
#[derive(Clone, Debug)]
pub struct Glob {
    matcher: GlobMatcher,
    hides_dot: bool,
}

impl Glob {
    /// Reads a glob; `None` for one that is malformed, as with an open bracket.
    #[must_use]
    pub fn new(glob: &str, dialect: Dialect) -> Option<Self> {
        let mut text = glob.to_owned();
        if !dialect.has_braces {
            text = text.replace('{', "[{]").replace('}', "[}]");
        }
        // One that ends with whole parts of any depth matches what is below already.
        if dialect.reaches_below && text != "**" && !text.ends_with("/**") {
            text.push_str("{,/**}");
        }
        let mut builder = GlobBuilder::new(&text);
        let builder = builder
            .literal_separator(true)
            .backslash_escape(true)
            .empty_alternates(true)
            .case_insensitive(dialect.is_icase);
        Some(Self {
            matcher: builder.build().ok()?.compile_matcher(),
            hides_dot: dialect.hides_dots && glob.starts_with('*'),
        })
    }

    /// True if it matches a path as a whole.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        !(self.hides_dot && path.starts_with('.')) && self.matcher.is_match(path)
    }
}

/// True if a text has a sign that a shell or a tool takes for more than itself.
#[must_use]
pub fn is_glob(text: &str) -> bool {
    text.contains(WILD) || text.contains('{')
}

/// A glob that stands for more globs than anybody would type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// The globs without braces that a glob stands for, at most so many: `{a,b}/c` is `a/c` and `b/c`.
/// One text alone in braces stays one: some programs take it for what is in it.
///
/// # Errors
/// [`TooMany`].
pub fn alternatives(glob: &str, most: usize) -> Result<Vec<String>, TooMany> {
    let mut open = vec![glob.to_owned()];
    let mut done = Vec::new();
    while let Some(glob) = open.pop() {
        match first_braces(&glob) {
            Some((start, end)) => {
                // The first is taken next, so that they stay in their order.
                for one in between_commas(&glob[start + 1..end]).into_iter().rev() {
                    open.push([&glob[..start], one, &glob[end + 1..]].concat());
                }
            }
            None => done.push(glob),
        }
        if open.len() + done.len() > most {
            return Err(TooMany);
        }
    }
    Ok(done)
}

/// The places of the first braces that are closed.
fn first_braces(glob: &str) -> Option<(usize, usize)> {
    let mut open = Vec::new();
    let mut first = None;
    for (at, byte) in signs(glob) {
        if byte == b'{' {
            open.push(at);
        } else if byte == b'}'
            && let Some(start) = open.pop()
            && first.is_none_or(|(known, _)| start < known)
        {
            first = Some((start, at));
        }
    }
    first
}

/// The parts of a text between commas that are not in braces.
#[must_use]
pub fn between_commas(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_usize, 0);
    for (at, byte) in signs(text) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// The bytes that no backslash escapes, with their places.
fn signs(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let mut is_escaped = false;
    text.bytes().enumerate().filter(move |(_, byte)| {
        let is_sign = !take(&mut is_escaped);
        is_escaped = is_sign && *byte == b'\\';
        is_sign
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_stand_for_each_of_theirs() {
        for (glob, expected) in [
            ("a", vec!["a"]),
            ("{.git,x}/*", vec![".git/*", "x/*"]),
            ("a{b,c{d,e}}", vec!["ab", "acd", "ace"]),
            ("{.git}/config", vec![".git/config"]),
            ("{a", vec!["{a"]),
            ("{a{b,c}", vec!["{ab", "{ac"]),
            (r"\{a,b}", vec![r"\{a,b}"]),
            (r"{a\,b,c}", vec![r"a\,b", "c"]),
        ] {
            assert_eq!(alternatives(glob, 9).unwrap(), expected, "{glob}");
        }
        assert_eq!(alternatives(&"{a,b}".repeat(20), 256), Err(TooMany));
        assert_eq!(alternatives(&"{".repeat(4000), 256).unwrap().len(), 1);
    }

    #[test]
    fn dialects_differ_by_what_they_name() {
        for (dialect, glob, path, expected) in [
            (Dialect::GIT, "{a,b}", "a", false),
            (Dialect::GIT, "{a,b}", "{a,b}", true),
            (Dialect::MEMBERS, "{a,b}", "a", true),
            (Dialect::GIT, "a*", "ab/c", false),
            (Dialect::PATHSPEC, "a*", "ab/c", true),
            (Dialect::GIT, "*", ".git", true),
            (Dialect::SHELL, "*", ".git", false),
            (Dialect::SHELL, ".g*", ".git", true),
        ] {
            let compiled = Glob::new(glob, dialect).unwrap();
            assert_eq!(
                compiled.matches(path),
                expected,
                "{dialect:?} {glob} {path}"
            );
        }
        assert!(Glob::new("[a", Dialect::SHELL).is_none());
    }
}
