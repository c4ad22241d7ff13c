//! Names of the packages that manifests and lock files name, each with its line.
//!
//! [`Manifest::of_path`] tells by its name how a file is read, [`Manifest::lines`] on which lines it
//! names a package. Files come from strangers: readers take a bounded text, go through it once, and
//! read what they can of a file with faults.

mod json;
mod lines;
mod toml;

use git_memory_text::path::last;

/// The longest name of a package, in bytes.
const NAME: usize = 300;

/// Hands out names, each with its line from 1.
type Names<'n> = &'n mut dyn FnMut(&str, u32);

/// A kind of manifest or lock file.
pub struct Manifest {
    /// Names of its files; a `*` stands for any letters.
    files: &'static [&'static str],
    /// How the ecosystem compares names.
    ecosystem: Ecosystem,
    read: fn(&str, Names<'_>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ecosystem {
    /// Names are compared as they are written.
    Exact,
    /// `-`, `_` and `.` are the same, and so are letters of both cases (PEP 503).
    Python,
    /// `-` and `_` are the same (the registry of Cargo allows one of them).
    Rust,
}

const fn row(
    files: &'static [&'static str],
    ecosystem: Ecosystem,
    read: fn(&str, Names<'_>),
) -> Manifest {
    Manifest {
        files,
        ecosystem,
        read,
    }
}

/// Number of kinds.
const COUNT: usize = 18;

static MANIFESTS: [Manifest; COUNT] = [
    row(&["Cargo.toml"], Ecosystem::Rust, toml::cargo),
    row(&["Cargo.lock"], Ecosystem::Rust, lines::toml_packages),
    row(&["pyproject.toml"], Ecosystem::Python, toml::pyproject),
    row(&["Pipfile"], Ecosystem::Python, toml::pipfile),
    row(
        &["requirements*.txt", "requirements*.in"],
        Ecosystem::Python,
        lines::requirements,
    ),
    row(
        &["poetry.lock", "uv.lock", "pdm.lock"],
        Ecosystem::Python,
        lines::toml_packages,
    ),
    row(&["Pipfile.lock"], Ecosystem::Python, json::pipfile_lock),
    row(&["package.json"], Ecosystem::Exact, json::package),
    row(
        &["package-lock.json", "npm-shrinkwrap.json"],
        Ecosystem::Exact,
        json::package_lock,
    ),
    row(&["yarn.lock"], Ecosystem::Exact, lines::yarn),
    row(&["pnpm-lock.yaml"], Ecosystem::Exact, lines::pnpm),
    row(&["composer.json"], Ecosystem::Exact, json::composer),
    row(&["composer.lock"], Ecosystem::Exact, json::composer_lock),
    row(&["go.mod"], Ecosystem::Exact, lines::go),
    row(&["Gemfile", "*.gemspec"], Ecosystem::Exact, lines::gemfile),
    row(&["Gemfile.lock"], Ecosystem::Exact, lines::gemfile_lock),
    row(&["pom.xml"], Ecosystem::Exact, lines::maven),
    row(
        &[
            "build.gradle",
            "build.gradle.kts",
            "gradle.lockfile",
            "libs.versions.toml",
        ],
        Ecosystem::Exact,
        lines::gradle,
    ),
];

impl Manifest {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        MANIFESTS.iter()
    }

    /// The kind of a file, by its name; `None` for other files.
    #[must_use]
    pub fn of_path(path: &str) -> Option<&'static Self> {
        let name = last(path);
        MANIFESTS
            .iter()
            .find(|kind| kind.files.iter().any(|pattern| is_like(pattern, name)))
    }

    /// Name of the kind: of one of its files.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.files[0]
    }

    /// The lines, from 1, on which a file of this kind names a package; `*` in the name stands for any
    /// letters.
    #[must_use]
    pub fn lines(&self, text: &str, package: &str) -> Vec<u32> {
        let wanted = self.ecosystem.normal(package);
        let mut lines = Vec::new();
        (self.read)(text, &mut |name, line| {
            if name.len() <= NAME && is_like(&wanted, &self.ecosystem.normal(name)) {
                lines.push(line);
            }
        });
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}

impl Ecosystem {
    /// A name in the one form that all of its spellings have.
    fn normal(self, name: &str) -> String {
        match self {
            Self::Exact => name.to_owned(),
            Self::Rust => name.replace('_', "-"),
            Self::Python => {
                let lower = name.to_ascii_lowercase();
                let parts: Vec<&str> = lower.split(['-', '_', '.']).collect();
                let mut parts: Vec<&str> = parts.into_iter().filter(|it| !it.is_empty()).collect();
                parts.truncate(NAME);
                parts.join("-")
            }
        }
    }
}

/// True if a text is like a pattern, in which `*` stands for any letters.
fn is_like(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The line, from 1, of a place in a text.
fn line_at(text: &str, at: usize) -> u32 {
    let before = &text.as_bytes()[..at.min(text.len())];
    let lines = before.split(|byte| *byte == b'\n').count() - 1;
    u32::try_from(lines + 1).unwrap_or(u32::MAX)
}

/// The name at the beginning of a requirement of Python (PEP 508).
fn requirement(text: &str) -> &str {
    let text = text.trim_start();
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let end = text.find(|letter| !is_name(letter)).unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests;
