//! Globs, as far as they say plainly what they stand for.

use globset::GlobBuilder;

use super::git_names::is_gits;

/// The most globs that one with braces may stand for.
const ALTERNATIVES: usize = 256;

/// A glob that stands for more globs than anybody would type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// The glob of a search for files, as one from the folder where it begins: without a slash it is for
/// any folder. `None` for one that leaves files out, with `!`.
#[must_use]
pub fn of_search(glob: &str) -> Option<String> {
    if glob.starts_with('!') {
        return None;
    }
    Some(if glob.contains('/') {
        glob.trim_start_matches('/').to_owned()
    } else {
        format!("**/{glob}")
    })
}

/// True if a text has a sign that a shell or a tool takes for more than itself.
#[must_use]
pub fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '[', '{', '\\'])
}

/// The globs without braces that a glob stands for: `{a,b}/c` is `a/c` and `b/c`.
///
/// # Errors
/// [`TooMany`].
pub fn alternatives(glob: &str) -> Result<Vec<String>, TooMany> {
    let mut open = vec![glob.to_owned()];
    let mut done = Vec::new();
    while let Some(glob) = open.pop() {
        match first_group(&glob) {
            Some(group) => {
                let (before, after) = (&glob[..group.start], &glob[group.end..]);
                for one in group.choices {
                    open.push(format!("{before}{one}{after}"));
                }
            }
            None => done.push(glob),
        }
        if open.len() + done.len() > ALTERNATIVES {
            return Err(TooMany);
        }
    }
    Ok(done)
}

/// Braces of a glob, and the texts that they stand for.
struct Group {
    start: usize,
    end: usize,
    choices: Vec<String>,
}

/// The first braces that are closed and not escaped. One text alone in them stays one: some
/// programs take it for what is in it.
fn first_group(glob: &str) -> Option<Group> {
    let bytes = glob.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'{' => {
                if let Some(group) = group_at(glob, at) {
                    return Some(group);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn group_at(glob: &str, start: usize) -> Option<Group> {
    let mut depth = 0_usize;
    let mut from = start + 1;
    let mut choices = Vec::new();
    let mut is_escaped = false;
    for (at, byte) in glob.bytes().enumerate().skip(start) {
        if std::mem::take(&mut is_escaped) {
            continue;
        }
        match byte {
            b'\\' => is_escaped = true,
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    choices.push(glob[from..at].to_owned());
                    let end = at + 1;
                    return Some(Group {
                        start,
                        end,
                        choices,
                    });
                }
            }
            b',' if depth == 1 => {
                choices.push(glob[from..at].to_owned());
                from = at + 1;
            }
            _ => {}
        }
    }
    None
}

/// One part of a glob, between two slashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// It means itself.
    Plain(String),
    /// `**`: any number of parts.
    AnyDepth,
    /// A glob, and whether it has a letter that means itself.
    Wild { glob: String, has_letter: bool },
}

impl Part {
    pub(super) fn new(text: &str) -> Self {
        if text == "**" {
            return Self::AnyDepth;
        }
        if !text.contains(['*', '?', '[', '\\']) {
            return Self::Plain(text.to_owned());
        }
        Self::Wild {
            glob: text.to_owned(),
            has_letter: text.chars().any(|letter| !"*?".contains(letter)),
        }
    }

    /// Whether it could be git's own folder. A `*` in front stands for no dot, as in a shell, and
    /// as search tools leave such names out by themselves.
    pub(super) fn may_be_gits(&self) -> bool {
        match self {
            Self::Plain(name) => is_gits(name),
            Self::AnyDepth => false,
            Self::Wild { glob, .. } => matches(&glob.to_ascii_lowercase(), ".git"),
        }
    }

    /// True if it could be what a part of a pattern names.
    pub(super) fn may_be(&self, named: &Self) -> bool {
        match (self, named) {
            (_, Self::AnyDepth) | (Self::AnyDepth, _) => true,
            (Self::Plain(name), Self::Plain(named)) => name == named,
            (Self::Plain(name), Self::Wild { glob, .. }) => matches(glob, name),
            (Self::Wild { glob, .. }, Self::Plain(named)) => matches(glob, named),
            // Nearly all wildcards meet somewhere: only what is as narrow as the other is aimed
            // at it.
            (Self::Wild { glob, .. }, Self::Wild { glob: named, .. }) => {
                glob == named || matches(named, glob)
            }
        }
    }

    /// True if it is aimed at what a part of a pattern names: by a letter of its own.
    pub(super) fn is_aimed_at(&self, named: &Self) -> bool {
        match (self, named) {
            (Self::Wild { has_letter, .. }, Self::Plain(_)) if !has_letter => false,
            _ => self.may_be(named),
        }
    }
}

fn matches(glob: &str, name: &str) -> bool {
    if name.starts_with('.') && glob.starts_with('*') {
        return false;
    }
    let built = GlobBuilder::new(glob)
        .literal_separator(true)
        .backslash_escape(true)
        .build();
    match built {
        Ok(built) => built.compile_matcher().is_match(name),
        // An open bracket: the shell takes it as it is.
        Err(_) => glob == name,
    }
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
            (r"\{a,b}", vec![r"\{a,b}"]),
            (r"{a\,b,c}", vec![r"a\,b", "c"]),
        ] {
            let mut found = alternatives(glob).unwrap();
            found.sort();
            assert_eq!(found, expected, "{glob}");
        }
        assert_eq!(alternatives(&"{a,b}".repeat(20)), Err(TooMany));
        assert_eq!(alternatives(&"{".repeat(4000)).unwrap().len(), 1);
    }

    #[test]
    fn a_wildcard_in_front_is_not_aimed_at_git() {
        for glob in [
            ".git", ".[g]it", "[.]git", ".g*", ".*", ".?it", "?git", ".GI[tT]", r".g\it",
            "[!x]git", ".git*",
        ] {
            assert!(Part::new(glob).may_be_gits(), "{glob}");
        }
        for glob in [
            "*",
            "**",
            "*git",
            "*git*",
            ".gitignore",
            ".gith*",
            "git",
            "*.git",
            "[a",
            "g*",
        ] {
            assert!(!Part::new(glob).may_be_gits(), "{glob}");
        }
    }
}
