//! Names by which people call a record of a numbered series: `ADR 32`, `adr-0032`, `PEP 8`,
//! `rfc2005`, `032`.

use std::fmt;

use git_memory_text::path::RepoPath;

/// Names of series of decisions.
pub const NUMBERED: [&str; 14] = [
    "adr", "bip", "dec", "decision", "design", "eip", "jep", "kep", "oep", "otep", "pep",
    "proposal", "rfc", "tep",
];
/// Names in capitals with numbers that are not series of decisions.
const NOT_SERIES: [&str; 16] = [
    "aes", "base", "cve", "cwe", "ecma", "gh", "http", "ipv", "iso", "md", "mp", "pr", "sha",
    "tls", "utf", "win",
];
/// The longest name of a series in capitals: `KIP-500`.
const ACRONYM: usize = 5;
/// The longest name of a series, in letters.
const SERIES: usize = 12;
/// The most digits of a number: more are a date or a hash.
const DIGITS: usize = 6;

/// A number, with the name of its series in lower case if it is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberName {
    series: String,
    number: u32,
}

impl fmt::Display for NumberName {
    /// The series and the number, as in `adr#32`; only the number if no series is named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.series.is_empty() {
            write!(f, "{}", self.number)
        } else {
            write!(f, "{}#{}", self.series, self.number)
        }
    }
}

impl NumberName {
    /// The name that a whole text is; `None` if it is anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match Self::at_start(text.trim())? {
            (name, "") => Some(name),
            _ => None,
        }
    }

    /// The name that a title or a file's name begins with: `ADR-12: Use X`, `1. Record decisions`,
    /// `0007-use-x`. A number that is a word of a sentence is not a name: `32 bits`,
    /// `About 32 bits`.
    #[must_use]
    pub fn of_start(text: &str) -> Option<Self> {
        let text = text.trim_start();
        let (name, rest) = Self::at_start(text)?;
        let head = &text[..text.len() - rest.len()];
        let mut next = rest.trim_start().chars();
        let is_parted = match next.next() {
            None => true,
            Some('.' | ':' | '-' | '_' | ')' | '—' | '–') => {
                // A date, or a version, begins so, too.
                !next.next().is_some_and(|letter| letter.is_ascii_digit())
            }
            // Only a number of a series is written with zeros before it, or joined to a word.
            Some(_) => rest.starts_with(' ') && !head.contains(' ') && is_padded(head),
        };
        is_parted.then_some(name)
    }

    /// The name of a series with a number that a text begins with, as commits cite records: in the
    /// text, in a link (`rfcs/pull/2005`), as a file's name (`adr/0007-use-x.md`); with the text
    /// after it. A word before a number is a series if decisions are called so (of one or many), or
    /// if it is an acronym.
    pub(crate) fn cited(text: &str) -> Option<(Self, &str)> {
        let letters = text.len()
            - text
                .trim_start_matches(|c: char| c.is_ascii_alphabetic())
                .len();
        let (word, rest) = text.split_at(letters);
        let series = word.to_ascii_lowercase();
        let singular = series.strip_suffix('s').unwrap_or(&series);
        let is_acronym = (2..=ACRONYM).contains(&letters)
            && word.bytes().all(|c| c.is_ascii_uppercase())
            && !NOT_SERIES.contains(&series.as_str());
        let series = if NUMBERED.contains(&singular) {
            singular
        } else if is_acronym {
            &series
        } else {
            return None;
        };
        // `Dec 12` is a day.
        if series == "dec" && rest.starts_with(' ') {
            return None;
        }
        let number = rest.strip_prefix("/pull").unwrap_or(rest);
        let number = number.trim_start_matches(['-', '_', ' ', '#', '/']);
        let (name, rest) = Self::at_start(number)?;
        // A part of a date, of a version or of a word is not a number.
        let mut next = rest.chars();
        let is_whole = match next.next() {
            None => true,
            Some('.' | '-' | '_' | ':' | '/') => !next.next().is_some_and(|c| c.is_ascii_digit()),
            Some(other) => !other.is_alphanumeric(),
        };
        let is_plain = name.series.is_empty() && !number.starts_with('#');
        (is_whole && is_plain).then(|| {
            let series = series.to_owned();
            (Self { series, ..name }, rest)
        })
    }

    /// A name at the beginning of a text, and the text after it.
    fn at_start(text: &str) -> Option<(Self, &str)> {
        let letters = text.len()
            - text
                .trim_start_matches(|c: char| c.is_ascii_alphabetic())
                .len();
        let (series, rest) = text.split_at(letters);
        let rest = if series.is_empty() {
            rest.trim_start_matches('#')
        } else {
            rest.trim_start_matches(['-', '_', ' ', '#'])
        };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = rest.split_at(digits);
        if series.len() > SERIES || series.len() == 1 || !(1..=DIGITS).contains(&digits) {
            return None;
        }
        let name = Self {
            series: series.to_ascii_lowercase(),
            number: number.parse().ok()?,
        };
        Some((name, rest))
    }

    /// True if the typed name means this name of a record; `path` is the record's.
    #[must_use]
    pub fn is_meant_by(&self, typed: &Self, path: &RepoPath) -> bool {
        self.number == typed.number && self.is_of_series(&typed.series, path)
    }

    fn is_of_series(&self, typed: &str, path: &RepoPath) -> bool {
        if typed == self.series {
            return true;
        }
        if typed.is_empty() {
            // `UTF-8` is not the eighth record.
            return NUMBERED.contains(&self.series.as_str());
        }
        // A file that has only a number belongs to the series that its folder is called by.
        let folder = path.folder().rsplit('/').next().unwrap_or_default();
        let folder = folder.trim_start_matches('_').to_ascii_lowercase();
        self.series.is_empty()
            && (folder
                .strip_prefix(typed)
                .is_some_and(|rest| matches!(rest, "" | "s"))
                || typed == "adr" && folder.ends_with("decisions"))
    }
}

/// True if a name is not written as a word of a sentence.
fn is_padded(name: &str) -> bool {
    name.starts_with('0') || name.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

impl NumberName {
    /// The digits of its number, without zeros before them.
    #[must_use]
    pub fn digits(&self) -> String {
        self.number.to_string()
    }
}

/// True if the typed text is a number by which a record goes: one that its file's name or another of
/// its names begins with. Only without such a number does its title count: copied headings often
/// keep the number of another decision.
#[must_use]
pub fn is_numbered<'a>(
    typed: &NumberName,
    path: &'a RepoPath,
    names: impl IntoIterator<Item = &'a str>,
    titles: impl IntoIterator<Item = &'a str>,
) -> bool {
    let file = path.file_name().trim_end_matches(".md");
    let own = names.into_iter().chain([file]);
    let mut has_number = false;
    for name in own.filter_map(NumberName::of_start) {
        if name.is_meant_by(typed, path) {
            return true;
        }
        // The names of our own files begin with a day of six digits.
        has_number |= name.number < 100_000;
    }
    let mut titles = titles.into_iter().filter_map(NumberName::of_start);
    !has_number && titles.any(|name| name.is_meant_by(typed, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_in_every_spelling() {
        for (text, series, number) in [
            ("ADR 32", "adr", 32),
            ("adr-0042", "adr", 42),
            ("PEP 8", "pep", 8),
            ("pep-0572", "pep", 572),
            ("rfc2005", "rfc", 2005),
            ("RFC #2005", "rfc", 2005),
            ("032", "", 32),
            ("#7", "", 7),
        ] {
            let name = NumberName::parse(text).unwrap();
            assert_eq!(
                (name.series.as_str(), name.number),
                (series, number),
                "{text}"
            );
        }
        for text in [
            "",
            "adr",
            "use 2 queues",
            "adr-32-b",
            "2026-01-02",
            "12345678",
            "a1",
            "1.2",
        ] {
            assert_eq!(NumberName::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_number_in_a_sentence_is_none() {
        for (typed, title, expected) in [
            ("32", "About 32 bits", false),
            ("32", "32 bits", false),
            ("8", "UTF-8: how we write", false),
            ("pep 8", "PEP 8 – Style", true),
            ("8", "PEP 8 – Style", true),
            ("9", "9. Stay on nine", true),
        ] {
            let typed = NumberName::parse(typed).unwrap();
            let path = "memory/notes/x.md".parse().unwrap();
            assert_eq!(is_numbered(&typed, &path, [], [title]), expected, "{title}");
        }
    }

    #[test]
    fn a_record_goes_by_the_number_of_its_title_its_file_and_its_other_names() {
        let is = |typed: &str, path: &str, title: &str, aliases: &[&str]| {
            let typed = NumberName::parse(typed).unwrap();
            is_numbered(
                &typed,
                &path.parse().unwrap(),
                aliases.iter().copied(),
                [title],
            )
        };
        let file = "docs/adr/0032-use-x.md";
        assert!(is("ADR 32", file, "Use X", &[]));
        assert!(is("32", file, "Use X", &[]));
        assert!(!is("PEP 32", file, "Use X", &[]));
        assert!(!is("33", file, "Use X", &[]));
        assert!(is("rfc2005", "rfcs/2005-match.md", "Match", &[]));
        assert!(is("adr 7", "memory/decisions/x.md", "7. Use X", &[]));
        assert!(is(
            "adr-7",
            "memory/decisions/260101-x-abc.md",
            "Use X",
            &["adr-7"]
        ));
        assert!(!is("26", "memory/decisions/x.md", "26.1 is out", &[]));
        let wrong = "docs/adr/0020-use-x.md";
        assert!(is("ADR 20", wrong, "ADR-21: Use X", &[]));
        assert!(
            !is("ADR 21", wrong, "ADR-21: Use X", &[]),
            "the file's own number wins"
        );
        assert!(!is(
            "ADR 21",
            "memory/decisions/260101-x-abc.md",
            "21. Use X",
            &["adr-20"]
        ));
        assert!(is(
            "ADR 21",
            "memory/decisions/260101-x-abc.md",
            "21. Use X",
            &["x"]
        ));
        assert!(
            !is("2026", "memory/events/2026-01-02-x.md", "Met", &[]),
            "a date"
        );
    }
}
