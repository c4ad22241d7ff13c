//! Scopes: the part of a repository that a record is about, `project` or a slash path.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use git_memory_guard::{Token, has_mixed_run, redact};

/// `project`, or a slash path such as `services/billing`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Scope(Box<str>);

/// A text that is not a scope.
#[derive(Debug, thiserror::Error)]
#[error(
    "'{0}' is not a scope: expected 'project' or a slash path such as 'services/billing', \
     each part of letters, digits, '.', '_' and '-'"
)]
pub struct BadScope(String);

/// Scope of the whole project, as it is written.
pub const PROJECT: &str = "project";
/// The shortest run of letters and digits that is worth looking at.
const SHORTEST_TOKEN: usize = 16;

impl Scope {
    /// The scope of records about the whole repository.
    #[must_use]
    pub fn project() -> Self {
        Self(PROJECT.into())
    }

    /// True if the scope is the whole repository.
    #[must_use]
    pub fn is_project(&self) -> bool {
        &*self.0 == PROJECT
    }

    /// The scope as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The scope with all its parents, the widest first: `project`, `services`, `services/billing`.
    #[must_use]
    pub fn ladder(&self) -> Vec<Scope> {
        let mut rungs = vec![Self::project()];
        if !self.is_project() {
            let ends = self.0.match_indices('/').map(|(at, _)| at);
            for end in ends.chain([self.0.len()]) {
                rungs.push(Self(self.0[..end].into()));
            }
        }
        // A folder of that name has no scope of its own.
        rungs.dedup();
        rungs
    }
}

impl FromStr for Scope {
    type Err = BadScope;

    fn from_str(text: &str) -> Result<Self, BadScope> {
        // A scope is a folder's path: `..` would lead out of it, and `.git` is git's.
        let part_is_good = |part: &str| {
            !part.is_empty()
                && !part.starts_with('.')
                && part
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'))
        };
        // With folders before it and a file's name after it, it still is a path that systems take.
        if text.len() <= 200 && text.split('/').all(part_is_good) && !looks_secret(text) {
            Ok(Self(text.into()))
        } else {
            Err(BadScope(redact(text).chars().take(80).collect()))
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Letters and digits in the parts of a path, and nothing that looks like a secret.
impl Token for Scope {}

/// True if the rules of the guard take a scope for a secret, such as a pasted token.
fn looks_secret(text: &str) -> bool {
    // The rules take a millisecond to make ready, and nearly every scope is a few plain words.
    has_mixed_run(text, SHORTEST_TOKEN) && redact(text).as_str() != text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ladder_climbs_from_the_project() {
        let ladder = |text: &str| {
            let scope: Scope = text.parse().unwrap();
            scope
                .ladder()
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(ladder("project"), "project");
        assert_eq!(
            ladder("services/billing"),
            "project services services/billing"
        );
        assert_eq!(ladder("project/api"), "project project/api");
    }

    #[test]
    fn a_scope_is_a_plain_slash_path() {
        for bad in [
            "",
            "a//b",
            "../x",
            "a/..",
            "/a",
            "a b",
            ".git",
            "a\u{202e}b",
            // It would stand in every answer and derived file.
            &format!("services/ghp_{}", "a1B2c3D4e5F6g7H8i9J0".repeat(2)),
        ] {
            assert!(bad.parse::<Scope>().is_err(), "{bad:?}");
        }
        assert!("日本/支払い".parse::<Scope>().is_ok());
    }
}
