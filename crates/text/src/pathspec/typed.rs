//! Reads pathspecs that are typed in a folder.

use super::magic::signs_and_pattern;
use super::spec::Pathspec;
use crate::glob::WILD;
use crate::visible;

/// Reason why a text is not a pathspec of this repository.
#[derive(Debug, thiserror::Error)]
pub enum BadPathspec {
    /// git refuses it, too.
    #[error("an empty text is not a valid pathspec; use '.' for all files here")]
    Empty,
    /// Its beginning is a path out of the repository.
    #[error("'{0}' is outside of this repository")]
    Outside(String),
    /// It has a NUL, which no path has.
    #[error("'{0}' has a NUL, which no path has")]
    Nul(String),
}

/// A typed pathspec in the form from the top: as git reads it, relative to the folder unless its
/// magic says `/` or `top`. One with unknown magic stays unchanged.
///
/// # Errors
/// [`BadPathspec`].
pub fn from_top(typed: &str, folder: &str) -> Result<String, BadPathspec> {
    let (signs, pattern, is_top) = signs_and_pattern(typed);
    if typed.is_empty() {
        return Err(BadPathspec::Empty);
    }
    if typed.contains('\0') {
        return Err(BadPathspec::Nul(visible(typed).into_owned()));
    }
    if !Pathspec::parse(typed).is_valid() {
        return Ok(typed.to_owned());
    }
    let is_literal = signs.contains("literal");
    let mut parts: Vec<String> = Vec::new();
    if !is_top {
        for part in folder.split('/').filter(|part| !part.is_empty()) {
            parts.push(if is_literal {
                part.to_owned()
            } else {
                escaped(part)
            });
        }
    }
    for part in pattern.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.pop().is_some() => {}
            ".." => return Err(BadPathspec::Outside(typed.to_owned())),
            part => parts.push(part.to_owned()),
        }
    }
    // The slash limits it to a folder.
    if pattern.ends_with('/') && !parts.is_empty() {
        parts.push(String::new());
    }
    let path = parts.join("/");
    let path = if path.is_empty() { "." } else { &path };
    Ok(format!("{signs}{path}"))
}

/// A folder's name with the signs of a glob escaped.
fn escaped(part: &str) -> String {
    let mut out = String::new();
    for letter in part.chars() {
        if WILD.contains(&letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pathspec_is_relative_to_the_folder_it_is_typed_in() {
        for (typed, folder, expected) in [
            ("store/**", "src", "src/store/**"),
            ("store/", "src", "src/store/"),
            ("./a.rs", "src", "src/a.rs"),
            ("../docs", "src", "docs"),
            ("..", "src/store", "src"),
            ("..", "src", "."),
            (".", "src", "src"),
            (".", "", "."),
            ("src/*.rs", "", "src/*.rs"),
            (":/docs", "src", "docs"),
            (":/", "src", "."),
            (":(top)docs/*", "src", "docs/*"),
            (":(top,icase)README", "src", ":(icase)README"),
            (":(icase)readme", "src", ":(icase)src/readme"),
            (":!x", "src", ":!src/x"),
            (":/!x", "src", ":!x"),
            (":^x/", "src", ":!src/x/"),
            ("a", "x[1]", "x\\[1]/a"),
            (":(literal)a", "x[1]", ":(literal)x[1]/a"),
            (":(nonsense)a", "src", ":(nonsense)a"),
            (":%a", "src", ":%a"),
        ] {
            assert_eq!(from_top(typed, folder).unwrap(), expected, "{typed}");
        }
        for bad in ["../../x", "", "a\0b", ":(nonsense)a\0b"] {
            assert!(from_top(bad, "src").is_err(), "{bad:?}");
        }
    }
}
