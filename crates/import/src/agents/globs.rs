//! The globs of other programs, as pathspecs from the top.

use git_memory_text::glob::{alternatives, between_commas};
use git_memory_text::limits::IMPORTED_RULE_GLOBS;
use git_memory_text::pathspec::Pathspec;

/// True if globs name every file there is.
pub(crate) fn are_all(globs: &[String]) -> bool {
    globs
        .iter()
        .any(|glob| matches!(glob.as_str(), "**" | "**/*"))
}

/// The globs of some values, each of which may be a list with commas.
pub(crate) fn globs(values: &[String]) -> Vec<String> {
    let mut globs = Vec::new();
    for value in values {
        for glob in between_commas(value) {
            let glob = glob.trim().trim_matches(['"', '\'']);
            if !glob.is_empty() {
                globs.push(glob.to_owned());
            }
        }
    }
    globs
}

/// Pathspecs that match the same files as the globs in a folder (from the top; empty for the top).
///
/// # Errors
/// The reason why a glob has none; the message repeats it.
pub(crate) fn pathspecs(globs: &[String], folder: &str) -> Result<Vec<String>, String> {
    let mut specs = Vec::new();
    let too_many = || format!("its globs mean more than {IMPORTED_RULE_GLOBS} patterns");
    for glob in globs {
        // git's pathspecs have no `{ts,tsx}`.
        for plain in alternatives(glob, IMPORTED_RULE_GLOBS).map_err(|_| too_many())? {
            let spec = pathspec(&plain, folder).ok_or_else(|| no_path(glob))?;
            if !specs.contains(&spec) {
                specs.push(spec);
            }
        }
        if specs.len() > IMPORTED_RULE_GLOBS {
            return Err(too_many());
        }
    }
    Ok(specs)
}

fn no_path(glob: &str) -> String {
    format!("'{glob}' does not name files of this repository")
}

fn pathspec(glob: &str, folder: &str) -> Option<String> {
    let (exclude, glob) = match glob.strip_prefix('!') {
        Some(rest) => (":(exclude)", rest),
        None => ("", glob),
    };
    let glob = glob.trim_start_matches("./").trim_start_matches('/');
    // A colon begins git's magic, which no such program means.
    if glob.is_empty() || glob.starts_with(':') || glob.split('/').any(|part| part == "..") {
        return None;
    }
    let rest = if glob.ends_with('/') { "**" } else { "" };
    let slash = if folder.is_empty() { "" } else { "/" };
    let spec = [exclude, folder, slash, glob, rest].concat();
    Pathspec::parse(&spec).is_valid().then_some(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_become_pathspecs() {
        for (value, folder, expected) in [
            ("src/**/*.ts", "", &["src/**/*.ts"][..]),
            (
                "**/*.{ts,tsx}, docs/",
                "",
                &["**/*.ts", "**/*.tsx", "docs/**"],
            ),
            ("*.py", "svc", &["svc/*.py"]),
            ("./a,/b", "", &["a", "b"]),
            ("a/{b/{c,d},e}", "", &["a/b/c", "a/b/d", "a/e"]),
            ("!dist/**", "", &[":(exclude)dist/**"]),
        ] {
            let globs = globs(&[value.to_owned()]);
            let specs = pathspecs(&globs, folder).unwrap();
            assert_eq!(specs, expected, "{value}");
        }
        for bad in ["../x", "a/../../b", ":(top)x", "!", &"{a,b}".repeat(7)] {
            assert!(pathspecs(&[bad.to_owned()], "").is_err(), "{bad}");
        }
        const { assert!(IMPORTED_RULE_GLOBS < 1 << 7) };
        assert!(are_all(&globs(&["**".to_owned()])));
    }
}
