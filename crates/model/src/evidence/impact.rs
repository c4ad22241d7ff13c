//! Judges by what a record names if its files have changed in a way that matters to it: two states
//! of the files in, differences out. It reads nothing itself.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::names::{Form, Name};
use git_memory_text::one_line;
use git_memory_text::path::is_below;

/// Maximum number of differences of one record.
const MOST: usize = 9;
/// Beginnings of lines that are comments or imports.
const ASIDE: [&str; 13] = [
    "//", "/*", "* ", "# ", "-- ", "<!--", "use ", "pub use ", "mod ", "import ", "from ",
    "#include", "require",
];
/// Shortest word that makes two lines alike, and how much of its beginning is compared, in bytes.
const WORD: usize = 4;
const STEM: usize = 5;
/// Likeness from which a new line is the other form of an old one.
const ALIKE: f64 = 0.4;

/// A file before and after.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// Its path now, or the last one that it had.
    pub path: &'a str,
    /// Its text before; empty if there was none.
    pub before: &'a str,
    /// Its text now; empty if there is none.
    pub after: &'a str,
}

/// A thing that a record names, and that its files do not have any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The thing.
    pub name: String,
    /// True if it may have gone to other files.
    pub may_be_elsewhere: bool,
    /// True if it is one word.
    pub is_word: bool,
    /// The sentence of the record that names it.
    pub sentence: String,
    /// The file that had it.
    pub path: String,
    /// The line that had it.
    pub before: String,
    /// The line that took its place; empty if there is none.
    pub after: String,
}

/// Change of a record's files, as far as it matters to the record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Impact {
    /// The differences, in the order of the record; a few of many.
    pub differences: Vec<Difference>,
    /// Number of things that the record names and that the changed files had.
    pub named: usize,
    /// Number of lines of the files before.
    pub lines: usize,
    /// Number of these that are gone.
    pub gone: usize,
}

impl Impact {
    /// Compares both states of the files that changed.
    #[must_use]
    pub fn of(names: &[Name], pairs: &[Pair]) -> Self {
        let mut impact = Self::default();
        for name in names {
            let found = pairs
                .iter()
                .find_map(|pair| Some((pair, was_in(name, pair)?)));
            let Some((pair, before)) = found else {
                continue;
            };
            impact.named += 1;
            let is_there = pairs.iter().any(|it| is_in(name, it));
            if is_there || impact.differences.len() == MOST {
                continue;
            }
            let after = counterpart(before, pair);
            // A number is in many lines by chance: what counts is that its line has another one.
            if name.form != Form::Value || !after.is_empty() {
                impact.differences.push(Difference {
                    name: name.text.clone(),
                    may_be_elsewhere: matches!(name.form, Form::Symbol | Form::Quote),
                    is_word: name.form == Form::Symbol,
                    sentence: name.sentence.clone(),
                    path: pair.path.to_owned(),
                    before: before.trim().to_owned(),
                    after,
                });
            }
        }
        (impact.lines, impact.gone) = lines_gone(pairs);
        impact
    }

    /// Drops the differences about names that another text has, in a file that did not change or in
    /// one that is not the record's.
    pub fn strike(&mut self, names: &[Name], text: &str) {
        self.differences.retain(|it| {
            let mut of_it = names.iter().filter(|name| name.text == it.name);
            !of_it.any(|name| line_with(name, text).is_some())
        });
    }

    /// Cuts sentences and lines to at most `most` characters each.
    pub fn shorten(&mut self, most: usize) {
        for it in &mut self.differences {
            for text in [&mut it.sentence, &mut it.before, &mut it.after] {
                *text = one_line(text, most);
            }
        }
    }

    /// True if more than half of the lines are gone.
    #[must_use]
    pub fn is_rewritten(&self) -> bool {
        self.gone * 2 > self.lines
    }
}

/// Number of names that a text has.
#[must_use]
pub fn named_in(names: &[Name], text: &str) -> usize {
    let has = |name: &&Name| line_with(name, text).is_some();
    names.iter().filter(has).count()
}

/// The line of a file before that had a name, or its path; `None` if neither had it.
fn was_in<'a>(name: &Name, pair: &Pair<'a>) -> Option<&'a str> {
    if name.form != Form::Path {
        return line_with(name, pair.before);
    }
    let is_named = pair.path == name.text || is_below(pair.path, &name.text);
    (is_named && !pair.before.is_empty()).then_some(pair.path)
}

fn is_in(name: &Name, pair: &Pair) -> bool {
    match name.form {
        Form::Path => was_in(name, pair).is_some() && !pair.after.is_empty(),
        _ => line_with(name, pair.after).is_some(),
    }
}

/// True if a text still has half of the lines of another one, as a file that was moved has.
#[must_use]
pub fn is_alike(before: &str, after: &str) -> bool {
    let path = "";
    let (lines, gone) = lines_gone(&[Pair {
        path,
        before,
        after,
    }]);
    gone * 2 <= lines
}

/// Number of lines that pass as lines of a text.
#[must_use]
pub fn lines_of(text: &str) -> usize {
    told_lines(text).count()
}

/// The lines of a text that are neither comments nor imports, which change with their files' places.
fn told_lines(text: &str) -> impl Iterator<Item = &str> {
    let is_told = |it: &&str| {
        // Braces stand everywhere.
        it.contains(char::is_alphanumeric) && !ASIDE.iter().any(|mark| it.starts_with(mark))
    };
    text.lines().map(str::trim).filter(is_told)
}

/// The first line of a text that has a name; of a value, one that shares a word with the sentence.
fn line_with<'t>(name: &Name, text: &'t str) -> Option<&'t str> {
    let forms = match name.form {
        Form::Path => Vec::new(),
        Form::Value => vec![
            name.text.clone(),
            grouped(&name.text, '_'),
            grouped(&name.text, ','),
        ],
        _ => vec![name.text.clone()],
    };
    for form in forms {
        for (at, _) in text.match_indices(form.as_str()) {
            let (before, after) = (&text[..at], &text[at + form.len()..]);
            if name.form != Form::Quote && (ends_in_word(before) || begins_in_word(after)) {
                continue;
            }
            let begin = before.rfind('\n').map_or(0, |it| it + 1);
            let end = after
                .find('\n')
                .map_or(text.len(), |it| at + form.len() + it);
            let line = &text[begin..end];
            if name.form != Form::Value || share_word(&name.sentence, line) {
                return Some(line);
            }
        }
    }
    None
}

/// Digits in groups of three.
fn grouped(digits: &str, sign: char) -> String {
    let mut grouped = String::new();
    for (nth, digit) in digits.char_indices() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            grouped.push(sign);
        }
        grouped.push(digit);
    }
    grouped
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn ends_in_word(text: &str) -> bool {
    text.ends_with(is_part)
}

fn begins_in_word(text: &str) -> bool {
    text.starts_with(is_part)
}

/// Beginnings of the longer words of a text, in lower case.
fn stems(text: &str) -> HashSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|it| it.len() >= WORD && it.chars().any(char::is_alphabetic));
    words
        .map(|it| it.to_lowercase()[..].chars().take(STEM).collect())
        .collect()
}

fn share_word(one: &str, other: &str) -> bool {
    let other = stems(other);
    stems(one).iter().any(|it| other.contains(it))
}

/// The line of a file that is new and most like one that is gone; empty if none is.
fn counterpart(line: &str, pair: &Pair) -> String {
    let old: HashSet<&str> = told_lines(pair.before).collect();
    let words = stems(line);
    let mut best = (ALIKE, "");
    for new in told_lines(pair.after).filter(|it| !old.contains(it)) {
        let other = stems(new);
        let likeness = number(2 * words.intersection(&other).count())
            / number((words.len() + other.len()).max(1));
        if likeness > best.0 {
            best = (likeness, new);
        }
    }
    best.1.to_owned()
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Number of lines of some files before, and of those that none of the files has now.
fn lines_gone(pairs: &[Pair]) -> (usize, usize) {
    let mut now: HashMap<&str, usize> = HashMap::new();
    for line in pairs.iter().flat_map(|it| told_lines(it.after)) {
        *now.entry(line).or_default() += 1;
    }
    let (mut lines, mut gone) = (0, 0);
    for line in pairs.iter().flat_map(|it| told_lines(it.before)) {
        lines += 1;
        match now.get_mut(line) {
            Some(count) if *count > 0 => *count -= 1,
            _ => gone += 1,
        }
    }
    (lines, gone)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::names::names;
    use super::*;

    fn impact(record: &str, before: &str, after: &str) -> Impact {
        let path = "src/a.rs";
        let pairs = [Pair {
            path,
            before,
            after,
        }];
        Impact::of(&names(record), &pairs)
    }

    #[test]
    fn a_difference_has_the_line_before_and_the_one_that_took_its_place() {
        for (record, before, after, name, now) in [
            (
                "Try `retries = 3` times.",
                "let retries = 3;\nrun();\n",
                "let retries = 5;\nrun();\n",
                "retries = 3",
                "let retries = 5;",
            ),
            (
                "Look at the newest 1,000 commits.",
                "const NEWEST: usize = 1_000; // commits\n",
                "const NEWEST: usize = 2_000; // commits\n",
                "1000",
                "const NEWEST: usize = 2_000; // commits",
            ),
            (
                "Go through `Roots::place`.",
                "fn place() {}\n",
                "fn other() {}\n",
                "place",
                "",
            ),
            (
                "Only `Clean` is written.",
                "struct Clean;\n",
                "",
                "Clean",
                "",
            ),
        ] {
            let found = impact(record, before, after).differences;
            assert_eq!(found.len(), 1, "{record}");
            assert_eq!((&*found[0].name, &*found[0].after), (name, now), "{record}");
            assert_eq!(found[0].before, before.lines().next().unwrap());
            assert_eq!(found[0].sentence, record);
        }
    }

    #[test]
    fn names_that_are_still_there_or_never_were_differ_in_nothing() {
        for (record, before, after, named) in [
            ("Use `Clean`.", "fn a(b: Clean) {}\n", "struct Clean;\n", 1),
            ("Use `Clean`.", "fn a(b: Cleaner) {}\n", "\n", 0),
            (
                "Wait 30 ms.",
                "const WIDTH: u32 = 30;\n",
                "const WIDTH: u32 = 40;\n",
                0,
            ),
            ("Keep 32 threads.", "let threads = 32;\n", "run();\n", 1),
            ("Be quick.", "one();\n", "two();\n", 0),
        ] {
            let found = impact(record, before, after);
            assert_eq!(
                (found.named, found.differences),
                (named, Vec::new()),
                "{record}"
            );
        }
        let mut moved = impact("Use `Clean`.", "struct Clean;\n", "");
        moved.strike(&names("Use `Clean`."), "pub struct Clean;\n");
        assert_eq!(moved.differences, []);
    }

    #[test]
    fn more_than_half_of_the_lines_is_a_change_of_everything() {
        let before = "one();\ntwo();\nthree();\nfour();\n";
        for (after, expected) in [
            ("one();\ntwo();\nother();\nmore();\n", false),
            ("four();\nelse();\n", true),
            ("four();\nthree();\n\n   two();\none();\n", false),
        ] {
            let found = impact("", before, after);
            assert_eq!(found.is_rewritten(), expected, "{after}");
        }
    }

    proptest! {
        #[test]
        fn any_files_are_compared(
            before in "(Clean|é|30 | ms|\n|_){0,30}", after in "(Clean|é|30 | ms|\n|_){0,30}"
        ) {
            let record = "Only `Clean` is written, each 30 ms.";
            let same = impact(record, &before, &before);
            prop_assert_eq!((same.differences.len(), same.gone), (0, 0));
            let found = impact(record, &before, &after);
            prop_assert!(found.differences.len() <= found.named && found.gone <= found.lines);
        }
    }
}
