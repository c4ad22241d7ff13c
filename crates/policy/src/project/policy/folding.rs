//! Names that a file system takes for the same.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::git_names::{is_ignorable, without_stream};
use git_memory_text::portable::folded;

/// Names that the file system of a work tree takes for the same, as git found out when it made the
/// repository.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Folding {
    /// Case makes no difference (`core.ignoreCase`).
    pub case: bool,
    /// The composition of accents makes no difference (`core.precomposeUnicode`).
    pub unicode: bool,
}

impl Folding {
    /// A slash path in the spelling that is common to all its spellings.
    #[must_use]
    pub fn fold(self, path: &str) -> Cow<'_, str> {
        if !self.case && !self.unicode {
            return Cow::Borrowed(path);
        }
        let mut parts: Vec<String> = Vec::new();
        for part in path.split('/') {
            parts.push(self.part(part));
        }
        Cow::Owned(parts.join("/"))
    }

    fn part(self, part: &str) -> String {
        let mut part = part.to_owned();
        if self.unicode {
            part = part.nfc().filter(|letter| !is_ignorable(*letter)).collect();
        }
        if self.case {
            // Windows drops these, and its repositories fold case.
            part = folded(without_stream(&part).trim_end_matches(['.', ' ']));
        }
        part
    }

    /// True if two names are the same for the file system.
    #[must_use]
    pub fn is_same(self, one: &str, other: &str) -> bool {
        one == other || self.fold(one) == self.fold(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_where_the_file_system_says_so() {
        let exact = Folding::default();
        let case = Folding {
            case: true,
            unicode: false,
        };
        let unicode = Folding {
            case: false,
            unicode: true,
        };
        for (one, other, folding, expected) in [
            ("sessions", "Sessions", exact, false),
            ("sessions", "SESSIONS", case, true),
            ("sessions", "\u{17f}e\u{17f}\u{17f}ions", case, true),
            ("sessions", "sessions. .", case, true),
            ("sessions", "sessions::$INDEX_ALLOCATION", case, true),
            ("sessions", "ses\u{200c}sions", unicode, true),
            ("sessions", "ses\u{200c}sions", exact, false),
            ("caf\u{e9}/a", "cafe\u{301}/a", unicode, true),
            ("caf\u{e9}", "cafe\u{301}", exact, false),
            ("caf\u{e9}", "CAFE\u{301}", case, true),
        ] {
            assert_eq!(folding.is_same(one, other), expected, "{one} {other}");
        }
    }
}
