//! Which files the project index is made from, by their names, and into which folders it looks.

use super::pattern::fits;
use super::reading::{SCRIPTS, reader_of};
use super::roles;
use super::stacks::STACKS;
use crate::domain::path::{folder, last};
use crate::domain::text::is_hidden;

/// How deep the folders are that are looked into: `a/b/c` is the third level.
pub const DEPTH: usize = 3;

/// What a file is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It is read.
    Read,
    /// That it is there says something.
    Mark,
    /// It is source code of a stack: of many, a few say as much.
    Source,
}

/// What a file of this path is good for; `None` where it says nothing to us.
#[must_use]
pub fn use_of(path: &str) -> Option<Use> {
    let name = last(path);
    let is_at_top = name.len() == path.len();
    if is_at_top && matches!(name, ".gitattributes" | ".gitmodules") {
        return Some(Use::Read);
    }
    // What git ignores depends on it.
    if name == ".gitignore" {
        return Some(Use::Read);
    }
    if matches!(path, "memory/summary.md" | "memory/.gitattributes") || is_script(path) {
        return Some(Use::Mark);
    }
    for row in &STACKS {
        if row.manifests.iter().any(|pattern| fits(pattern, name)) {
            return Some(Use::Read);
        }
        let mut marks = row
            .marks
            .iter()
            .chain(row.managers.iter().map(|(mark, _)| mark));
        if marks.any(|pattern| fits(pattern, name)) {
            return Some(Use::Mark);
        }
    }
    if reader_of(path).is_some() {
        return Some(Use::Read);
    }
    // At the top and in the usual folders of sources only: one script in a folder of a large
    // project is no stack.
    let is_own = is_at_top || roles::is_source(folder(path));
    let has_ending = STACKS.iter().any(|row| row.has_ending(name));
    (is_own && has_ending).then_some(Use::Source)
}

fn is_script(path: &str) -> bool {
    SCRIPTS.iter().any(|(script, _)| *script == path)
}

/// Whether a name is source code of any language.
#[must_use]
pub fn is_source(name: &str) -> bool {
    STACKS.iter().any(|row| row.has_ending(name)) || roles::is_source_file(name)
}

/// Whether a file of this name says how a stack is built, or what its tools do. What is known by its
/// ending alone, or shows a stack, may be source code (`main.tf`, `manage.py`).
#[must_use]
pub fn is_of_build(name: &str) -> bool {
    STACKS.iter().any(|row| {
        let is_known = row.marks.contains(&name) || row.has_manifest(name);
        row.manifests.contains(&name) || (is_known && !row.has_ending(name))
    })
}

/// Whether manifests are looked for in a folder; `path` is from the top.
#[must_use]
pub fn is_entered(path: &str) -> bool {
    let name = last(path);
    // Where it would be shown, nobody could tell what it is called.
    if name.chars().any(is_hidden) || name.contains(['\n', '\r', '\t']) {
        return false;
    }
    if name.starts_with('.') {
        // Of hidden folders, those of continuous integration.
        return matches!(path, ".github" | ".github/workflows" | ".circleci" | ".ci");
    }
    !roles::is_never_own(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_build_are_told_from_documents_and_source_code() {
        for name in [
            "CMakeLists.txt",
            "requirements.txt",
            "mix.exs",
            "gradlew",
            "meson.build",
        ] {
            assert!(is_of_build(name), "{name}");
        }
        for name in [
            "notes.txt",
            "main.tf",
            "manage.py",
            "Cargo.lock",
            "gradlew.bat",
        ] {
            assert!(!is_of_build(name), "{name}");
        }
    }

    #[test]
    fn names_say_what_is_read() {
        for path in [
            "Cargo.toml",
            "a/b/c/package.json",
            "App.csproj",
            "infra/main.tf",
            ".github/workflows/ci.yml",
            ".gitlab-ci.yml",
            "Makefile",
            ".gitattributes",
        ] {
            assert_eq!(use_of(path), Some(Use::Read), "{path}");
        }
        for path in ["yarn.lock", ".ci/run", "gradlew"] {
            assert_eq!(use_of(path), Some(Use::Mark), "{path}");
        }
        for path in ["main.py", "src/main.c"] {
            assert_eq!(use_of(path), Some(Use::Source), "{path}");
        }
        for path in ["README.md", "docs/conf.py", "x/.gitattributes", "a.csprojx"] {
            assert_eq!(use_of(path), None, "{path}");
        }
        for path in ["src", "packages/a", ".github/workflows"] {
            assert!(is_entered(path), "{path}");
        }
        for path in [".git", ".venv", "node_modules", "a/.github", "a\u{202e}b"] {
            assert!(!is_entered(path), "{path}");
        }
    }
}
