//! Pathspecs with glob magic, as records name the paths that they are about (gitglossary(7),
//! `pathspec`).

/// Whether a pathspec covers a path: `*` stays within one part of the path, `**` crosses parts, `?`
/// is one character, and a spec that names a folder covers everything below it; a spec that is the
/// path to the letter covers it, whatever signs it has. Both are relative to the top of the work
/// tree.
#[must_use]
pub fn covers(spec: &str, path: &str) -> bool {
    if excludes(spec) {
        return false;
    }
    let spec = plain(spec);
    if spec == path || spec == "." {
        return true;
    }
    let (spec, path): (Vec<char>, Vec<char>) = (spec.chars().collect(), path.chars().collect());
    // The end of the path, or of one of its folders, has to be reached.
    let ends = (0..=path.len()).filter(|&end| end == path.len() || path[end] == '/');
    ends.into_iter().any(|end| matches(&spec, &path[..end]))
}

/// Whether a pathspec says what is not meant.
#[must_use]
pub fn excludes(spec: &str) -> bool {
    [":!", ":^", ":(exclude"]
        .iter()
        .any(|magic| spec.starts_with(magic))
}

/// A pathspec without the magic that every one has here (from the top, with globs), and without
/// what changes nothing.
#[must_use]
pub fn plain(spec: &str) -> &str {
    const MAGIC: [&str; 6] = [
        ":(glob)",
        ":(top,glob)",
        ":(glob,top)",
        ":(top)",
        ":/",
        "./",
    ];
    let rest = MAGIC
        .iter()
        .find_map(|magic| spec.strip_prefix(magic))
        .unwrap_or(spec);
    match rest.trim_end_matches('/') {
        // The top itself.
        "" if !spec.is_empty() => ".",
        rest => rest,
    }
}

/// Glob matching with one row of states for each character: linear in the product of both lengths,
/// whatever the spec.
fn matches(spec: &[char], path: &[char]) -> bool {
    let mut states = vec![false; spec.len() + 1];
    states[0] = true;
    close(spec, &mut states, true);
    for (nth, &c) in path.iter().enumerate() {
        let mut next = vec![false; spec.len() + 1];
        for at in (0..spec.len()).filter(|&at| states[at]) {
            let double = spec[at] == '*' && spec.get(at + 1) == Some(&'*');
            match spec[at] {
                '*' if double => next[at] = true,
                // The second star of a pair is entered only from the first.
                '*' if at > 0 && spec[at - 1] == '*' => {}
                '*' => next[at] |= c != '/',
                '?' => next[at + 1] |= c != '/',
                literal => next[at + 1] |= literal == c,
            }
        }
        close(spec, &mut next, nth + 1 == path.len() || c == '/');
        states = next;
    }
    states[spec.len()]
}

/// Follows the steps that take no character: a star that matches nothing, and `**/` that matches no
/// folder.
fn close(spec: &[char], states: &mut [bool], at_part: bool) {
    for at in 0..spec.len() {
        if !states[at] || spec[at] != '*' {
            continue;
        }
        if spec.get(at + 1) == Some(&'*') {
            states[at + 2] = true;
            if at_part && spec.get(at + 2) == Some(&'/') {
                states[at + 3] = true;
            }
        } else if at == 0 || spec[at - 1] != '*' {
            states[at + 1] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pathspec_covers_what_git_says() {
        for (spec, path, expected) in [
            ("src/store/**", "src/store/a.rs", true),
            ("src/store/**", "src/store/x/y/a.rs", true),
            ("src/store/**", "src/storex/a.rs", false),
            ("src/*.rs", "src/a.rs", true),
            ("src/*.rs", "src/x/a.rs", false),
            ("**/a.rs", "a.rs", true),
            ("**/a.rs", "x/y/a.rs", true),
            ("src/**/a.rs", "src/a.rs", true),
            ("src/**/a.rs", "src/xa.rs", false),
            ("src", "src/a.rs", true),
            ("src/", "src/x/a.rs", true),
            ("src", "srcx", false),
            ("a?c", "abc", true),
            ("a?c", "a/c", false),
            (":(glob)docs/*", "docs/a", true),
            ("", "a", false),
        ] {
            assert_eq!(covers(spec, path), expected, "{spec} {path}");
        }
    }

    #[test]
    fn a_hostile_spec_costs_little() {
        assert!(!covers(&"*a".repeat(200), &"a".repeat(150)));
    }
}
