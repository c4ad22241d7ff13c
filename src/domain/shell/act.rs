//! What a command does to a file that it names.

use super::words::Word;
use crate::domain::project::policy::Access;

/// What a command does to a file, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Reads it.
    Reads,
    /// Makes it where it is not there, or changes what is kept beside its text: its mode, its times.
    Marks,
    /// Adds to its end.
    Appends,
    /// Gives it another text, or takes it away.
    Writes,
}

impl Act {
    /// What it has to be allowed.
    #[must_use]
    pub const fn access(self) -> Access {
        match self {
            Self::Reads => Access::Read,
            Self::Marks | Self::Appends | Self::Writes => Access::Write,
        }
    }
}

/// Whether a program's options say that files are edited in place: `i` alone or among other letters
/// (`-Ei`, `-pi.bak`), before one whose value is the rest of the word; or the library of `awk` that is
/// called so.
pub(super) fn is_in_place(words: &[Word], valued: &str) -> bool {
    let options = words.iter().map(|word| word.text.as_str());
    let options: Vec<&str> = options.take_while(|text| *text != "--").collect();
    let loads = |pair: &[&str]| matches!(pair, ["-i" | "--include", "inplace"]);
    let says = |text: &&str| match text.strip_prefix('-') {
        Some("-include=inplace" | "iinplace") => true,
        Some(long) if long.starts_with('-') => long.starts_with("-in-place"),
        Some(letters) => letters
            .chars()
            .take_while(|letter| !valued.contains(*letter))
            .any(|letter| letter == 'i'),
        None => false,
    };
    options.iter().any(says) || options.windows(2).any(loads)
}

#[cfg(test)]
mod tests {
    use super::super::words::{Token, tokens};
    use super::*;

    #[test]
    fn options_say_what_is_edited_in_place() {
        for (line, valued, expected) in [
            ("-i s/a/b/ f", "efl", true),
            ("-Ei.bak s/a/b/ f", "efl", true),
            ("--in-place=.bak s/a/b/ f", "efl", true),
            ("-n 1p f", "efl", false),
            ("-ei f", "efl", false),
            ("-- -i", "efl", false),
            ("-lpi -e s/a/b/ f", "eIM", true),
            ("-Ilib -Mstrict -e 1 f", "eIM", false),
            ("-i inplace 1 f", "fi", true),
            ("-i other 1 f", "fi", false),
        ] {
            let words = tokens(line).into_iter().filter_map(|token| match token {
                Token::Word(word) => Some(word),
                _ => None,
            });
            let words: Vec<Word> = words.collect();
            assert_eq!(is_in_place(&words, valued), expected, "{line}");
        }
    }
}
