//! Names that some file system takes for `.git`. git guards the same ones in what it checks out
//! (`core.protectHFS`, `core.protectNTFS` in git-config(1)), on every system.

/// Whether a part of a path is git's folder or file, whatever the file system.
#[must_use]
pub fn is_gits(part: &str) -> bool {
    // HFS+ drops these letters anywhere in a name.
    let seen: String = part
        .chars()
        .filter(|letter| !is_ignorable(*letter))
        .collect();
    let name = without_stream(&seen);
    // NTFS drops dots and spaces at the end, and knows the first name of eight letters by another.
    let name = name.trim_end_matches(['.', ' ']);
    name.eq_ignore_ascii_case(".git") || name.eq_ignore_ascii_case("git~1")
}

/// The name of a file without the stream of it that NTFS would open: `a:b` and `a::$DATA` are `a`.
pub(super) fn without_stream(name: &str) -> &str {
    match name.split_once(':') {
        Some((name, _)) => name,
        None => name,
    }
}

/// Whether HFS+ leaves a letter out when it compares names (Apple's Technical Note TN1150).
pub(super) fn is_ignorable(letter: char) -> bool {
    matches!(letter,
        '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

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
