//! The names of user memory's files: `MEMORY.md`, topics beside it, and `rules/*.md`.

use std::fmt;
use std::str::FromStr;

use git_memory_text as text;

const INDEX: &str = "MEMORY.md";
const RULES: &str = "rules/";
/// The longest name, in characters.
const LIMIT: usize = 60;

/// A file of user memory, as a slash path below its folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UserPath(Name);

/// Which file it is, in the order of lists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Index,
    Topic(String),
    Rule(String),
}

/// A text that names no file of user memory.
#[derive(Debug, thiserror::Error)]
#[error(
    "invalid name '{0}': give MEMORY, a topic, or rules/<name>, of at most 60 printable characters"
)]
pub struct BadName(String);

impl UserPath {
    /// The file that is read first, `MEMORY.md`.
    #[must_use]
    pub fn index() -> Self {
        Self(Name::Index)
    }
}

impl UserPath {
    /// True if the path is that of a topic, not of the index or a rule.
    #[must_use]
    pub fn is_topic(&self) -> bool {
        matches!(self.0, Name::Topic(_))
    }
}

impl FromStr for UserPath {
    type Err = BadName;

    /// Reads a name, with or without `.md`.
    fn from_str(given: &str) -> Result<Self, BadName> {
        let name = match given.trim().strip_suffix(".md") {
            Some(name) => name,
            None => given.trim(),
        };
        let name = match name.strip_prefix(RULES) {
            Some(rule) if is_plain(rule) => Name::Rule(rule.to_owned()),
            // On a file system that folds case, a topic of this name would be the index's file.
            None if name.eq_ignore_ascii_case("memory") => Name::Index,
            None if is_plain(name) => Name::Topic(name.to_owned()),
            _ => {
                return Err(BadName(
                    text::visible_line(&text::one_line(given, 80)).into_owned(),
                ));
            }
        };
        Ok(Self(name))
    }
}

/// True if a name is valid on every file system: no path, nothing hidden, no sign that has a
/// meaning for a shell or Windows.
fn is_plain(name: &str) -> bool {
    let is_odd = |c: char| {
        text::is_hidden(c)
            // Separators of paths, and characters that Windows does not allow in a file's name.
            || matches!(
                c,
                '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '\t' | '\n' | '\r'
            )
    };
    // A dash at the beginning would be an option to other programs, a dot would hide the file.
    !name.contains(is_odd)
        && !name.starts_with(['.', '-', ' '])
        && !name.ends_with(['.', ' '])
        && (1..=LIMIT).contains(&name.chars().count())
}

impl fmt::Display for UserPath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Name::Index => out.write_str(INDEX),
            Name::Topic(name) => write!(out, "{name}.md"),
            Name::Rule(name) => write!(out, "{RULES}{name}.md"),
        }
    }
}

/// A text that a file of user memory had, and that another one took the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Counts from 1; a number is not used again while the file's last version is there.
    pub number: u32,
    /// When it was replaced, in seconds since 1970.
    pub replaced: i64,
}

impl Version {
    /// The version that a file of the history is, by its name.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let (number, replaced) = name.strip_suffix(".md")?.split_once('-')?;
        Some(Self {
            number: number.parse().ok()?,
            replaced: replaced.parse().ok()?,
        })
    }

    /// The name of its file.
    #[must_use]
    pub fn file(self) -> String {
        format!("{:06}-{}.md", self.number, self.replaced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_is_the_index_a_topic_or_a_rule() {
        for (name, expected) in [
            ("MEMORY", "MEMORY.md"),
            ("memory.md", "MEMORY.md"),
            ("git tricks", "git tricks.md"),
            ("日本.md", "日本.md"),
            ("rules/style", "rules/style.md"),
            ("v1.2", "v1.2.md"),
        ] {
            assert_eq!(name.parse::<UserPath>().unwrap().to_string(), expected);
        }
        for bad in [
            "",
            ".md",
            "..",
            "../x",
            "a/b",
            "rules/",
            "rules/a/b",
            "rules/../x",
            ".lock",
            "-x",
            "a\u{202e}",
            "a\nb",
            "c:x",
            "/etc/x",
        ] {
            assert!(bad.parse::<UserPath>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_version_is_known_by_its_file() {
        let version = Version {
            number: 7,
            replaced: 1_795_348_800,
        };
        assert_eq!(version.file(), "000007-1795348800.md");
        assert_eq!(Version::of_file(&version.file()), Some(version));
        for other in ["7.md", "a-1.md", "1-b.md", "000001-1", ""] {
            assert_eq!(Version::of_file(other), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn no_name_leads_outside(name in any::<String>()) {
            if let Ok(path) = name.parse::<UserPath>() {
                let path = path.to_string();
                let below = path.strip_prefix(RULES).unwrap_or(&path);
                prop_assert!(!below.contains(['/', '\\']) && !below.starts_with('.'), "{}", path);
                prop_assert_eq!(path.parse::<UserPath>().unwrap().to_string(), path);
            }
        }
    }
}
