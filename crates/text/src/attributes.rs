//! The line of a repository's attributes that names the folder of its memory:
//! `/docs/memory/** git-memory`. git gives the attribute no meaning of its own.

use crate::path::{BadPath, MemoryFolder};

/// The file of attributes at the top of a repository.
pub const ATTRIBUTES: &str = ".gitattributes";
/// The attribute of all files of memory.
const NAME: &str = "git-memory";

/// A line that gives files the attribute, and does not name a folder of memory.
#[derive(Debug, thiserror::Error)]
#[error("{ATTRIBUTES}:{line}: {why}")]
pub struct BadMarker {
    line: usize,
    why: String,
}

/// The line that names a folder of memory.
#[must_use]
pub fn marker(folder: &MemoryFolder) -> String {
    format!("/{folder}/** {NAME}")
}

/// The folder of memory that the attributes at the top of a repository name; `None` if they name
/// none.
///
/// # Errors
/// [`BadMarker`] for a line that names something else than one folder, and for a second folder.
pub fn memory_folder(attributes: &str) -> Result<Option<MemoryFolder>, BadMarker> {
    let mut found: Option<MemoryFolder> = None;
    for (line, text) in (1..).zip(attributes.lines()) {
        let bad = |why: String| BadMarker { line, why };
        let mut words = text.split_ascii_whitespace();
        let (Some(pattern), true) = (words.next(), words.any(|word| word == NAME)) else {
            continue;
        };
        if pattern.starts_with('#') {
            continue;
        }
        let path = pattern
            .strip_prefix('/')
            .and_then(|it| it.strip_suffix("/**"));
        let Some(path) = path else {
            let shown: String = pattern.chars().take(80).collect();
            let why = "the folder of memory is written as '/FOLDER/** git-memory'";
            return Err(bad(format!("{why}, not as '{}'", shown.escape_debug())));
        };
        let folder = path.parse().map_err(|it: BadPath| bad(it.to_string()))?;
        match &found {
            Some(first) if *first != folder => {
                let why = format!("'{folder}' is a second folder of memory beside '{first}'");
                return Err(bad(why));
            }
            _ => found = Some(folder),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_names_the_folder() {
        for (text, expected) in [
            ("", None),
            ("*.md text\n", None),
            ("# /docs/** git-memory\n", None),
            ("* filter=git-memory\n[attr]git-memory text\n", None),
            (
                "*.png binary\r\n/docs/memory/** git-memory\r\n",
                Some("docs/memory"),
            ),
            ("/a/** git-memory text\n/a/** git-memory\n", Some("a")),
        ] {
            let folder = memory_folder(text).unwrap();
            assert_eq!(
                folder.as_ref().map(MemoryFolder::as_str),
                expected,
                "{text}"
            );
        }
        let folder: MemoryFolder = "docs/memory".parse().unwrap();
        assert_eq!(memory_folder(&marker(&folder)).unwrap(), Some(folder));
    }

    #[test]
    fn a_line_that_names_no_single_folder_is_refused_by_its_number() {
        let long = format!("/{}/** git-memory", "a".repeat(300));
        for (text, said) in [
            ("\n/../x/** git-memory", ":2: '../x' is not a path"),
            ("/.git/** git-memory", "it leads into git's folder"),
            ("/docs/*/** git-memory", "a sign of patterns"),
            ("docs/** git-memory", "written as '/FOLDER/** git-memory'"),
            ("/** git-memory", "not as '/**'"),
            ("//** git-memory", "it is empty"),
            (
                "/a/** git-memory\n/b/** git-memory",
                ":2: 'b' is a second folder",
            ),
            (&long, "longer than 200 bytes"),
        ] {
            let error = memory_folder(text).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
            assert!(error.len() < 400, "{error}");
        }
    }
}
