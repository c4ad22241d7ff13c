//! git's settings. libgit2 reads them from the files; if the environment adds to them (`git -c`,
//! `GIT_CONFIG_COUNT`), only one `git config -z --list` knows them all.

use std::collections::HashMap;

use super::answer::names;
use super::command::Git;
use super::{Environment, Error};

/// Every setting in effect, with all its values in git's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(HashMap<String, Vec<String>>);

impl Settings {
    /// The settings in effect outside of any repository: the machine's and the user's.
    pub fn outside(environment: &Environment) -> Result<Self, Error> {
        let list = Git::new(
            environment,
            environment.folder(),
            ["config", "-z", "--list"],
        );
        Ok(Self::parse(&list.run()?))
    }

    /// Reads `key LF value NUL` lines; a key without a value means `true`, as for git.
    pub(crate) fn parse(output: &[u8]) -> Self {
        let mut pairs = Vec::new();
        // By NULs, not by lines: a value may have several.
        for entry in names(output) {
            match entry.split_once('\n') {
                Some((key, value)) => pairs.push((key.to_owned(), value.to_owned())),
                None => pairs.push((entry, "true".to_owned())),
            }
        }
        Self::of(pairs)
    }

    /// Settings from keys and values, in git's order.
    pub(crate) fn of(pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut values: HashMap<String, Vec<String>> = HashMap::new();
        for (key, value) in pairs {
            values.entry(key).or_default().push(value);
        }
        Self(values)
    }

    /// The value that counts: the last one. Section and name of `key` in lower case, as git lists
    /// them.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.last().map(String::as_str)
    }

    /// The boolean that git reads from a value (git-config(1), "boolean"); `None` for any other
    /// value.
    #[must_use]
    pub fn is_true(value: &str) -> Option<bool> {
        match value.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => Some(true),
            "false" | "no" | "off" | "" => Some(false),
            // Any other number than 0 is true.
            other => match other.parse::<i64>() {
                Ok(number) => Some(number != 0),
                Err(_) => None,
            },
        }
    }

    /// Every value, in git's order.
    #[must_use]
    pub fn all(&self, key: &str) -> &[String] {
        match self.0.get(key) {
            Some(values) => values,
            None => &[],
        }
    }

    /// The names in a section, with their subsections; sorted.
    #[must_use]
    pub fn below(&self, section: &str) -> Vec<&str> {
        let mut found = Vec::new();
        for key in self.0.keys() {
            let rest = key.strip_prefix(section);
            found.extend(rest.and_then(|rest| rest.strip_prefix('.')));
        }
        found.sort_unstable();
        found
    }

    /// The names between `<section>.` and `.<name>` that have a value: `remote.*.url` gives the
    /// remotes, sorted.
    #[must_use]
    pub fn subsections(&self, section: &str, name: &str) -> Vec<&str> {
        let mut found = Vec::new();
        for key in self.0.keys() {
            found.extend(subsection(key, section, name));
        }
        found.sort_unstable();
        found
    }
}

/// Part of a key between section and name. It may hold dots, as a URL does.
fn subsection<'a>(key: &'a str, section: &str, name: &str) -> Option<&'a str> {
    let rest = key.strip_prefix(section)?.strip_prefix('.')?;
    rest.strip_suffix(name)?.strip_suffix('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_counts() {
        let settings = Settings::parse(
            b"user.name\nA\0core.bare\0user.name\nB\nC\0remote.a.b.url\nu\0remote.o.url\nv\0",
        );
        assert_eq!(settings.get("user.name"), Some("B\nC"));
        assert_eq!(settings.all("user.name"), ["A", "B\nC"]);
        assert_eq!(settings.get("core.bare"), Some("true"));
        assert_eq!(settings.subsections("remote", "url"), ["a.b", "o"]);
    }
}
