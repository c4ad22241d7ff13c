//! Which git this is: some of its abilities came with a version.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{fmt, fs};

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

/// The version of a program on PATH: the last word of its `--version`.
#[must_use]
pub fn version_of(environment: &Environment, program: &str) -> Option<String> {
    let answer = says(environment, program)?;
    Some(answer.split_whitespace().last()?.to_owned())
}

/// Answer of a program to `--version`.
fn says(environment: &Environment, program: &str) -> Option<String> {
    let asked = environment
        .command(program, environment.folder())
        .arg("--version")
        .stdin(Stdio::null())
        .output();
    // A program that is not on PATH, and one that cannot be run, are equally useless to git's
    // hooks.
    match asked {
        Ok(output) if output.status.success() => {
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        _ => None,
    }
}

/// A git on PATH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGit {
    /// The program.
    pub path: PathBuf,
    /// Its version.
    pub version: Version,
}

impl fmt::Display for FoundGit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "git {} ({})", self.version, self.path.display())
    }
}

/// Every git on PATH, in its order: one of each version.
#[must_use]
pub fn gits(environment: &Environment) -> Vec<FoundGit> {
    let mut seen: Vec<PathBuf> = Vec::new();
    let mut found: Vec<FoundGit> = Vec::new();
    let Some(path) = environment.variable("PATH") else {
        return found;
    };
    for folder in std::env::split_paths(path) {
        let program = folder.join(format!("git{}", std::env::consts::EXE_SUFFIX));
        // A missing program, and a link to one that was asked.
        let Ok(resolved) = fs::canonicalize(&program) else {
            continue;
        };
        if seen.contains(&resolved) {
            continue;
        }
        seen.push(resolved);
        let answer = program.to_str().and_then(|path| says(environment, path));
        let Some(version) = answer.and_then(|answer| Version::parse(&answer)) else {
            continue;
        };
        let one = FoundGit {
            path: program,
            version,
        };
        match found.iter_mut().find(|known| known.version == version) {
            // git puts its own folder before PATH: the program that the user calls is better
            // evidence.
            Some(known) if is_core(&known.path) => *known = one,
            Some(_) => {}
            None => found.push(one),
        }
    }
    found
}

/// True if `program` is git's program in the folder of its subcommands.
fn is_core(program: &Path) -> bool {
    program
        .parent()
        .is_some_and(|folder| folder.ends_with("git-core"))
}

impl Repo {
    /// The version of the `git` program.
    ///
    /// # Errors
    /// If it does not tell.
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
