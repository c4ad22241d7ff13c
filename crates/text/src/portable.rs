//! Names that every system accepts: names that Windows reserves, and names that some file systems
//! take for the same though git tells them apart.

use unicode_normalization::UnicodeNormalization;

/// The devices of Windows, which no file there can be called, with any ending
/// (learn.microsoft.com, "Naming Files, Paths, and Namespaces"); digits follow the last two.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
const NUMBERED: [&str; 2] = ["com", "lpt"];

/// The part of a slash path that Windows cannot hold, and why; `None` if it can hold it all.
#[must_use]
pub fn reserved(path: &str) -> Option<(&str, &'static str)> {
    for part in path.split('/') {
        if is_device(part) {
            return Some((part, "it is the name of a device"));
        }
        if part.ends_with(['.', ' ']) {
            return Some((part, "it ends with a dot or a space"));
        }
        if part.contains(|c: char| c.is_control() || r#"<>:"|?*\"#.contains(c)) {
            return Some((part, "it has a sign that means something else there"));
        }
    }
    None
}

/// True if Windows reads a name as a device, whatever its ending is.
#[must_use]
pub fn is_device(name: &str) -> bool {
    let stem = match name.split_once('.') {
        Some((stem, _)) => stem,
        None => name,
    };
    let stem = stem.trim_end_matches(' ').to_lowercase();
    let is_numbered = |device: &&str| match stem.strip_prefix(*device) {
        Some(rest) => {
            let mut digits = rest.chars();
            matches!(digits.next(), Some('1'..='9' | '¹' | '²' | '³')) && digits.next().is_none()
        }
        None => false,
    };
    DEVICES.contains(&stem.as_str()) || NUMBERED.iter().any(is_numbered)
}

/// Key that is equal for paths which some file systems take for the same: they differ only in case,
/// or in how an accent is written.
#[must_use]
pub fn folded(path: &str) -> String {
    // Through capitals, as some letters have no small form but that of another: `ſ` is `S` is `s`.
    let capitals: String = path.nfc().flat_map(char::to_uppercase).collect();
    capitals.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_reserved_by_windows_are_known_in_any_form() {
        for bad in [
            "con",
            "memory/topics/AUX.md",
            "a/nul.tar.gz/b",
            "Com1",
            "lpt³.x",
            "prn .md",
            "a./b",
            "a /b",
            "a:b",
            "what?",
            "CONIN$",
        ] {
            assert!(reserved(bad).is_some(), "{bad}");
        }
        for good in [
            "memory/topics/console.md",
            "com",
            "com10",
            "lpt0.md",
            ".gitignore",
            "memory/decisions/260101-con-7k3m9q.md",
            "été",
        ] {
            assert_eq!(reserved(good), None, "{good}");
        }
    }

    #[test]
    fn case_and_accents_make_no_other_name() {
        assert_eq!(folded("A/É.md"), folded("a/e\u{301}.MD"));
        assert_ne!(folded("a/e.md"), folded("a/é.md"));
    }
}
