//! Which files the project index is made from, by their names, and into which folders it looks.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::pattern::fits;
use super::reading::{SCRIPTS, reader_of};
use super::roles;
use super::stacks::STACKS;
use git_memory_text::is_hidden;
use git_memory_text::path::last;

/// Maximum depth of searched folders: `a/b/c` is the third level.
pub const DEPTH: usize = 3;

/// Use of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It is read.
    Read,
    /// Its presence is evidence.
    Mark,
    /// It is source code of a stack: a few such files are as good as many.
    Source,
}

/// Use of a file with this path; `None` if we make no use of it.
#[must_use]
pub fn use_of(path: &str) -> Option<Use> {
    let name = last(path);
    let is_at_top = name.len() == path.len();
    if is_at_top && matches!(name, ".gitattributes" | ".gitmodules") {
        return Some(Use::Read);
    }
    // Ignored files depend on it.
    if name == ".gitignore" {
        return Some(Use::Read);
    }
    if matches!(path, "memory/summary.md" | "memory/.gitattributes") || is_script(path) {
        return Some(Use::Mark);
    }
    let known = of_stack(name);
    if known.is_some() {
        return known;
    }
    if reader_of(path).is_some() {
        return Some(Use::Read);
    }
    // At the top and below the usual folders of sources only: one script in a folder of a large
    // project is not a stack.
    let is_own = is_at_top
        || path
            .split_once('/')
            .is_some_and(|(top, _)| roles::is_source(top));
    let is_of_stack = is_own && STACKS.iter().any(|row| row.has_ending(name));
    is_of_stack.then_some(Use::Source)
}

/// The names of the stacks' files. A project has thousands of folders, and each is looked up.
#[derive(Default)]
struct Names {
    /// Each with its place in the tables.
    whole: HashMap<&'static str, (usize, Use), foldhash::fast::FixedState>,
    /// Names of which the end is given, in the order of the tables.
    ends: Vec<(&'static str, usize, Use)>,
}

impl Names {
    fn of_stacks() -> Self {
        let mut names = Self::default();
        let mut place = 0;
        for row in &STACKS {
            let manifests = row.manifests.iter().map(|name| (*name, Use::Read));
            let managers = row.managers.iter().map(|(mark, _)| mark);
            let marks = row.marks.iter().chain(managers);
            for (name, known) in manifests.chain(marks.map(|name| (*name, Use::Mark))) {
                place += 1;
                if name.starts_with('*') {
                    names.ends.push((name, place, known));
                } else {
                    names.whole.entry(name).or_insert((place, known));
                }
            }
        }
        names
    }
}

/// Use of a name to the first stack that knows it.
fn of_stack(name: &str) -> Option<Use> {
    static NAMES: OnceLock<Names> = OnceLock::new();
    let names = NAMES.get_or_init(Names::of_stacks);
    let whole = names.whole.get(name).copied();
    let mut ends = names.ends.iter();
    let end = ends.find(|(pattern, ..)| fits(pattern, name));
    let end = end.map(|(_, place, known)| (*place, *known));
    let first = whole.into_iter().chain(end).min_by_key(|(place, _)| *place);
    first.map(|(_, known)| known)
}

fn is_script(path: &str) -> bool {
    SCRIPTS.iter().any(|(script, _)| *script == path)
}

/// True if a name is source code of any language.
#[must_use]
pub fn is_source(name: &str) -> bool {
    STACKS.iter().any(|row| row.has_ending(name)) || roles::is_source_file(name)
}

/// True if a file of this name tells how a stack is built, or what its tools do. A file that is
/// known only by its ending, or that only shows a stack, may be source code (`main.tf`,
/// `manage.py`).
#[must_use]
pub fn is_of_build(name: &str) -> bool {
    STACKS.iter().any(|row| {
        let is_known = row.marks.contains(&name) || row.has_manifest(name);
        row.manifests.contains(&name) || (is_known && !row.has_ending(name))
    })
}

/// True if manifests are searched for in a folder; `path` is from the top.
#[must_use]
pub fn is_entered(path: &str) -> bool {
    let name = last(path);
    // A reader could not tell the name of such a folder in a list.
    if name.chars().any(is_hidden) || name.contains(['\n', '\r', '\t']) {
        return false;
    }
    if name.starts_with('.') {
        // Of hidden folders, only those of continuous integration.
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
        for path in ["main.py", "src/main.c", "src/core/a.cpp"] {
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
