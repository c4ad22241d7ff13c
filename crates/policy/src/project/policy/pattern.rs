//! Names in the policy's settings: paths and globs from the top of the work tree.

use std::fmt;
use std::str::FromStr;

use git_memory_text::limits;
use git_memory_text::pathspec::Pathspec;

/// A path from the top of the work tree, or a glob as in git's pathspecs: `*` stays within one
/// part, `**` crosses parts, and a pattern that names a folder names everything below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(String);

/// A text that is not a pattern, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not a path from the top of the work tree: {why}")]
pub struct BadPattern {
    text: String,
    why: &'static str,
}

impl Pattern {
    /// The path of these letters, and everything below it.
    #[must_use]
    pub(super) fn literal(path: &str) -> Self {
        Self(format!(":(literal){path}"))
    }

    /// The pattern, without a slash at its end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True if the pattern names a slash path from the top, itself or by one of its folders.
    #[must_use]
    pub fn names(&self, path: &str) -> bool {
        Pathspec::parse(&self.0).names(path)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl FromStr for Pattern {
    type Err = BadPattern;

    fn from_str(text: &str) -> Result<Self, BadPattern> {
        let bad = |why| {
            Err(BadPattern {
                text: text.chars().take(80).collect(),
                why,
            })
        };
        let pattern = text
            .strip_prefix("./")
            .unwrap_or(text)
            .trim_end_matches('/');
        if pattern.is_empty() || pattern == "." {
            return bad("it names everything");
        }
        if pattern.len() > limits::POLICY_PATTERN_BYTES {
            return bad("it is too long");
        }
        if pattern.starts_with('/') {
            return bad("it is absolute");
        }
        // An exclusion would open what another pattern blocks.
        if pattern.starts_with([':', '!']) {
            return bad("only plain paths and globs can be named");
        }
        if pattern.contains(['\0', '\n']) {
            return bad("it has a NUL or a line break");
        }
        if pattern
            .split('/')
            .any(|part| matches!(part, "" | "." | ".."))
        {
            return bad("it has an empty, '.' or '..' part");
        }
        Ok(Self(pattern.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_begins_at_the_top_and_opens_nothing() {
        for good in [
            "secrets", "secrets/", "./a/b", "**/*.pem", "a b", "*.k?y", "[ab]",
        ] {
            assert!(good.parse::<Pattern>().is_ok(), "{good}");
        }
        for bad in [
            "",
            "/",
            ".",
            "./",
            "/etc",
            "../x",
            "a/../b",
            "a//b",
            ":!secrets",
            ":(icase)a",
            "!a",
            "a\0b",
            "a\nb",
        ] {
            assert!(bad.parse::<Pattern>().is_err(), "{bad}");
        }
        assert!(
            "a".repeat(limits::POLICY_PATTERN_BYTES + 1)
                .parse::<Pattern>()
                .is_err()
        );
        let folder: Pattern = "secrets/".parse().unwrap();
        assert!(folder.names("secrets/a/b") && !folder.names("secrets2"));
        let glob: Pattern = "**/*.pem".parse().unwrap();
        assert!(glob.names("a/b.pem") && glob.names("b.pem") && !glob.names("b.pen"));
    }
}
