//! The globs of other programs, as pathspecs from the top.

use git_memory_text::pathspec::Pathspec;

/// Maximum number of pathspecs that one file's globs may become.
const MOST: usize = 64;

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
        for glob in parted(value, ',') {
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
    for glob in globs {
        for plain in without_braces(glob)? {
            let spec = pathspec(&plain, folder).ok_or_else(|| no_path(glob))?;
            if !specs.contains(&spec) {
                specs.push(spec);
            }
        }
        if specs.len() > MOST {
            return Err(format!("its globs mean more than {MOST} patterns"));
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

/// A glob once for each of its alternatives: git's pathspecs have no `{ts,tsx}`.
fn without_braces(glob: &str) -> Result<Vec<String>, String> {
    let mut done = Vec::new();
    let mut waiting = vec![glob.to_owned()];
    while let Some(glob) = waiting.pop() {
        if done.len() + waiting.len() > MOST {
            return Err(format!("its globs mean more than {MOST} patterns"));
        }
        let Some((start, end)) = inner_braces(&glob) else {
            done.push(glob);
            continue;
        };
        let choices: Vec<&str> = parted(&glob[start + 1..end], ',');
        // Taken from the end, so that they stay in their order.
        for choice in choices.into_iter().rev() {
            waiting.push([&glob[..start], choice, &glob[end + 1..]].concat());
        }
    }
    Ok(done)
}

/// The first pair of braces with none inside.
fn inner_braces(glob: &str) -> Option<(usize, usize)> {
    let end = glob.find('}')?;
    let start = glob[..end].rfind('{')?;
    Some((start, end))
}

/// The parts of a text between separators that are not in braces.
fn parted(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0_usize, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if letter == separator && depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
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
            ("a/{b/{c,d},e}", "", &["a/b/c", "a/e", "a/b/d"]),
            ("!dist/**", "", &[":(exclude)dist/**"]),
        ] {
            let globs = globs(&[value.to_owned()]);
            let specs = pathspecs(&globs, folder).unwrap();
            assert_eq!(specs, expected, "{value}");
        }
        for bad in ["../x", "a/../../b", ":(top)x", "!", &"{a,b}".repeat(9)] {
            assert!(pathspecs(&[bad.to_owned()], "").is_err(), "{bad}");
        }
        assert!(are_all(&globs(&["**".to_owned()])));
    }
}
