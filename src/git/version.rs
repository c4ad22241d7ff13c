//! Which git this is: some of its abilities came with a version.

use std::fmt;
use std::process::Stdio;

use super::{Environment, Error, Repo};

/// The version of the `git` program, major and minor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32);

impl Version {
    /// The first version that runs hooks from its settings (`hook.<name>.command`).
    pub const CONFIG_HOOKS: Version = Version(2, 54);
    /// The oldest version that this program is tried with.
    pub const OLDEST: Version = Version(2, 39);

    fn parse(text: &str) -> Option<Self> {
        // Vendors add words after the number (`2.39.5 (Apple Git-154)`) and parts to it
        // (`2.54.0.windows.1`).
        let mut words = text.split_whitespace();
        let number = words.find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
        let mut parts = number.split('.');
        match (parts.next()?.parse(), parts.next()?.parse()) {
            (Ok(major), Ok(minor)) => Some(Self(major, minor)),
            _ => None,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.0, self.1)
    }
}

/// The version that a program on PATH says it has: the last word of its `--version`.
#[must_use]
pub fn version_of(environment: &Environment, program: &str) -> Option<String> {
    let asked = environment
        .command(program, environment.folder())
        .arg("--version")
        .stdin(Stdio::null())
        .output();
    // One that is not on PATH, and one that cannot be run, are equally useless to git's hooks.
    let output = match asked {
        Ok(output) if output.status.success() => output,
        _ => return None,
    };
    let answer = String::from_utf8_lossy(&output.stdout);
    Some(answer.split_whitespace().last()?.to_owned())
}

impl Repo {
    /// The version of the `git` program.
    ///
    /// # Errors
    /// Where it does not say.
    pub fn git_version(&self) -> Result<Version, Error> {
        match Version::parse(&self.git(["version"]).line()?) {
            Some(version) => Ok(version),
            None => Err(Error::unexpected("version")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vendors_add_words_behind_the_number() {
        for (text, expected) in [
            ("git version 2.47.3", Some(Version(2, 47))),
            ("git version 2.39.5 (Apple Git-154)", Some(Version(2, 39))),
            ("git version 2.54.0.windows.1", Some(Version(2, 54))),
            ("git version 3.0.rc1", Some(Version(3, 0))),
            ("what", None),
        ] {
            assert_eq!(Version::parse(text), expected);
        }
        assert!(Version(3, 0) > Version::CONFIG_HOOKS);
    }
}
