//! Names that some file system takes for `.git`. git guards the same ones in what it checks out
//! (`core.protectHFS`, `core.protectNTFS` in git-config(1)), on every system. Also the names below
//! it that only git writes.

/// Names of a repository's own parts, below its git folder (gitrepository-layout(5)).
const CORE: [&str; 9] = [
    "HEAD",
    "config",
    "config.worktree",
    "hooks",
    "index",
    "objects",
    "packed-refs",
    "refs",
    "reftable",
];
/// Folders in it with the git folders of others: of submodules, of linked work trees.
const NESTED: [&str; 2] = ["modules", "worktrees"];

/// True if a part of a path is git's folder or file, whatever the file system.
#[must_use]
pub fn is_gits(part: &str) -> bool {
    // HFS+ drops these letters anywhere in a name.
    let seen: String = part
        .chars()
        .filter(|letter| !is_ignorable(*letter))
        .collect();
    let name = without_stream(&seen);
    // NTFS drops dots and spaces at the end, and gives a name of eight letters a second one.
    let name = name.trim_end_matches(['.', ' ']);
    name.eq_ignore_ascii_case(".git") || name.eq_ignore_ascii_case("git~1")
}

/// The names of git's objects, refs, index, settings and hooks that a glob below a git folder could
/// mean.
pub(super) fn core_names() -> impl Iterator<Item = &'static str> {
    CORE.into_iter()
}

/// True if a path below a git folder is one of git's objects, refs, index, settings or hooks; the
/// folder itself, an empty path, holds them all.
pub(super) fn is_core(below: &str) -> bool {
    let is_named = |part: &str| CORE.iter().any(|name| name.eq_ignore_ascii_case(part));
    let mut parts = below.split('/').filter(|part| !part.is_empty());
    match parts.next() {
        None => true,
        Some(first) if NESTED.contains(&first) => parts.skip(1).any(is_named),
        Some(first) => is_named(first),
    }
}

/// The name of a file without the stream that NTFS would open: `a:b` and `a::$DATA` are `a`.
pub(super) fn without_stream(name: &str) -> &str {
    match name.split_once(':') {
        Some((name, _)) => name,
        None => name,
    }
}

/// True if HFS+ ignores a letter when it compares names (Apple's Technical Note TN1150).
pub(super) fn is_ignorable(letter: char) -> bool {
    matches!(letter,
        '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_a_message_or_an_exclusion_is_no_core_of_git() {
        for below in [
            "",
            "hooks",
            "hooks/pre-commit",
            "config",
            "index",
            "refs/heads/x",
            "objects/pack/x",
            "HEAD",
            "packed-refs",
            "CONFIG",
            "modules/a/b/hooks/x",
            "worktrees/w/index",
        ] {
            assert!(is_core(below), "{below}");
        }
        for below in [
            "index.lock",
            "HEAD.lock",
            "info/exclude",
            "COMMIT_EDITMSG",
            "description",
            "logs/HEAD",
            "modules",
            "modules/a",
            "worktrees/w",
            "memory/hooks",
            "x",
        ] {
            assert!(!is_core(below), "{below}");
        }
    }

    #[test]
    fn git_is_known_by_all_its_names() {
        for name in [
            ".git",
            ".GIT",
            ".Git",
            "git~1",
            "GIT~1",
            ".git.",
            ".git ",
            ".git. . ",
            ".git::$INDEX_ALLOCATION",
            ".git:x",
            "git~1::$DATA",
            ".g\u{200c}it",
            "\u{feff}.git",
            ".git\u{200e}",
            ".\u{202e}GI\u{206a}T",
        ] {
            assert!(is_gits(name), "{name:?}");
        }
        for name in [
            ".gitignore",
            ".github",
            "git",
            "a.git",
            "..git",
            ".git2",
            "git~2",
            ".gi",
            "",
            "g.it",
            ".\u{200b}git",
        ] {
            assert!(!is_gits(name), "{name:?}");
        }
    }
}
