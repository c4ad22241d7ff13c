//! What a glob could reach. Shells, agents and search tools each have a dialect; what any of them
//! reads as a wildcard counts as one.

use globset::GlobBuilder;

use super::git_names::is_gits;

/// The most globs that one with braces may stand for.
const ALTERNATIVES: usize = 256;
/// Classes of letters that a shell knows and the library does not.
const CLASSES: [(&str, &str); 9] = [
    ("[:alpha:]", "a-zA-Z"),
    ("[:lower:]", "a-z"),
    ("[:upper:]", "A-Z"),
    ("[:digit:]", "0-9"),
    ("[:alnum:]", "a-zA-Z0-9"),
    ("[:word:]", "a-zA-Z0-9_"),
    ("[:graph:]", ".a-zA-Z0-9_-"),
    ("[:print:]", ".a-zA-Z0-9_-"),
    ("[:punct:]", "._-"),
];

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

/// Whether a text has a sign that some shell or tool takes for more than itself.
#[must_use]
pub fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '[', '{', '\\'])
        || text.contains("@(")
        || text.contains("+(")
        || text.contains("!(")
}

/// The globs without braces that a glob stands for: `{a,b}/c` is `a/c` and `b/c`. Alternatives of
/// other dialects, as `@(a|b)`, likewise.
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

/// A part of a glob that stands for several texts.
struct Group {
    start: usize,
    end: usize,
    choices: Vec<String>,
}

fn first_group(glob: &str) -> Option<Group> {
    let bytes = glob.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let group = match bytes[at] {
            b'\\' => {
                at += 2;
                continue;
            }
            b'{' => braces(glob, at),
            b'@' | b'+' | b'?' | b'*' | b'!' if bytes.get(at + 1) == Some(&b'(') => {
                parentheses(glob, at)
            }
            _ => None,
        };
        if group.is_some() {
            return group;
        }
        at += 1;
    }
    None
}

fn braces(glob: &str, start: usize) -> Option<Group> {
    let (end, mut choices) = parts(glob, start, b'{', b'}', b',')?;
    if let [inner] = &choices[..] {
        choices = match inner.split_once("..") {
            Some((first, last)) => range(first, last)?,
            // One shell takes it as it is, other programs for what is in it.
            None => {
                return Some(Group {
                    start,
                    end,
                    choices,
                });
            }
        };
    }
    Some(Group {
        start,
        end,
        choices,
    })
}

/// `@(a|b)` and its kin.
fn parentheses(glob: &str, start: usize) -> Option<Group> {
    let (end, mut choices) = parts(glob, start + 1, b'(', b')', b'|')?;
    match glob.as_bytes()[start] {
        // All but these: nearly anything.
        b'!' => choices = vec!["*".to_owned()],
        b'?' | b'*' => choices.push(String::new()),
        _ => {}
    }
    Some(Group {
        start,
        end,
        choices,
    })
}

/// What is between two signs, divided at a third; and where it ends.
fn parts(
    glob: &str,
    start: usize,
    open: u8,
    close: u8,
    between: u8,
) -> Option<(usize, Vec<String>)> {
    let bytes = glob.as_bytes();
    let mut depth = 0_usize;
    let mut from = start + 1;
    let mut choices = Vec::new();
    let mut at = start;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'\\' {
            at += 1;
        } else if byte == open {
            depth += 1;
        } else if byte == close {
            depth -= 1;
            if depth == 0 {
                choices.push(glob[from..at].to_owned());
                return Some((at + 1, choices));
            }
        } else if byte == between && depth == 1 {
            choices.push(glob[from..at].to_owned());
            from = at + 1;
        }
        at += 1;
    }
    None
}

/// The letters from one to another.
fn range(first: &str, last: &str) -> Option<Vec<String>> {
    let [first] = first.as_bytes() else {
        return None;
    };
    let [last] = last.as_bytes() else { return None };
    let (low, high) = (first.min(last), first.max(last));
    Some(
        (*low..=*high)
            .map(|byte| char::from(byte).to_string())
            .collect(),
    )
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
        let mut glob = text.to_owned();
        for (name, letters) in CLASSES {
            glob = glob.replace(name, letters);
        }
        let (plain, is_plain) = simplified(&glob);
        if is_plain {
            return Self::Plain(plain.replace('\\', ""));
        }
        let has_letter = plain.chars().any(|letter| !"*?".contains(letter));
        Self::Wild {
            glob: plain,
            has_letter,
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

    /// Whether it could be what a part of a pattern names. One without a letter of its own is not
    /// held to be aimed at anything where `needs_letter`.
    pub(super) fn may_be(&self, named: &Self, needs_letter: bool) -> bool {
        match (self, named) {
            (_, Self::AnyDepth) => true,
            (Self::Plain(name), Self::Plain(named)) => name == named,
            (Self::Plain(name), Self::Wild { glob, .. }) => matches(glob, name),
            (Self::Wild { glob, has_letter }, Self::Plain(named)) => {
                (*has_letter || !needs_letter) && matches(glob, named)
            }
            // Nearly all wildcards meet somewhere: only what is as narrow as the other is aimed
            // at it.
            (Self::Wild { glob, .. }, Self::Wild { glob: named, .. }) => {
                glob == named || matches(named, glob)
            }
            (Self::AnyDepth, _) => !needs_letter,
        }
    }
}

/// A glob whose classes of one letter and escapes of letters are those letters, and whether
/// nothing else is in it.
fn simplified(glob: &str) -> (String, bool) {
    let mut simple = String::new();
    let mut is_plain = true;
    let mut rest = glob;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            '\\' => {
                let Some(escaped) = rest.chars().next() else {
                    break;
                };
                rest = &rest[escaped.len_utf8()..];
                if "*?[]{}!".contains(escaped) {
                    simple.push('\\');
                }
                simple.push(escaped);
            }
            '[' => {
                let mut inner = rest.chars();
                match (inner.next(), inner.next()) {
                    (Some(one), Some(']')) if !"!^".contains(one) => {
                        simple.push(one);
                        rest = inner.as_str();
                    }
                    _ => {
                        simple.push('[');
                        is_plain = false;
                    }
                }
            }
            '*' | '?' => {
                simple.push(letter);
                is_plain = false;
            }
            _ => simple.push(letter),
        }
    }
    (simple, is_plain)
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
            (".{g..g}it", vec![".git"]),
            ("{.git}/config", vec![".git/config"]),
            ("@(.git|x)/a", vec![".git/a", "x/a"]),
            ("?(.git)", vec!["", ".git"]),
            ("{a", vec!["{a"]),
            (r"\{a,b}", vec![r"\{a,b}"]),
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
            ".git",
            ".[g]it",
            "[.]git",
            ".g*",
            ".*",
            ".?it",
            "?git",
            ".GI[tT]",
            ".[[:alpha:]]it",
            r".g\it",
            "[!x]git",
            ".git*",
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
