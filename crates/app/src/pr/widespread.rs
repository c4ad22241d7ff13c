//! Changes that are the same in many files, such as a new name of a function: they are about the thing
//! that was replaced, and not about the decisions of each file.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::differences::Differences;
use crate::workspace::Error;

/// Number of other files that a replacement is in, from which on it is about no decision of a file.
const OTHERS: usize = 2;

/// Words, and those that took their place.
type Replacement = (String, String);

/// The replacements in each changed file.
pub(super) struct Widespread(BTreeMap<String, BTreeSet<Replacement>>);

impl Widespread {
    /// Reads the differences of files.
    pub(super) fn of(differences: &mut Differences<'_>, paths: &[String]) -> Result<Self, Error> {
        let mut files = BTreeMap::new();
        for path in paths {
            files.insert(path.clone(), replacements(differences.of(path)?));
        }
        Ok(Self(files))
    }

    /// True if all that changed in some files changed in the same way in files beside them.
    pub(super) fn is_all_of(&self, files: &[String]) -> bool {
        let mut others: HashMap<&Replacement, usize> = HashMap::new();
        for (path, replaced) in &self.0 {
            if !files.contains(path) {
                for it in replaced {
                    *others.entry(it).or_default() += 1;
                }
            }
        }
        let is_widespread = |it| others.get(it).is_some_and(|count| *count >= OTHERS);
        files.iter().all(|path| {
            let replaced = self.0.get(path);
            replaced.is_some_and(|it| !it.is_empty() && it.iter().all(is_widespread))
        })
    }
}

/// The replacements in a unified difference.
fn replacements(difference: &str) -> BTreeSet<Replacement> {
    let mut found = BTreeSet::new();
    let (mut old, mut new) = (Vec::new(), Vec::new());
    // The last line ends the last group.
    for line in difference.lines().chain([""]) {
        if let Some(line) = line.strip_prefix('-').filter(|_| new.is_empty()) {
            old.push(line);
        } else if let Some(line) = line.strip_prefix('+') {
            new.push(line);
        } else {
            let is_paired = old.len() == new.len();
            for nth in 0..old.len().max(new.len()) {
                let (old, new) = (old.get(nth), new.get(nth));
                let (old, new) = (old.copied().unwrap_or(""), new.copied().unwrap_or(""));
                if is_paired {
                    found.insert(replaced(old, new));
                } else {
                    found.extend([replaced(old, ""), replaced("", new)]);
                }
            }
            old.clear();
            new.clear();
        }
    }
    found.remove(&Replacement::default());
    found
}

/// The words between the same beginning and the same end.
fn replaced(old: &str, new: &str) -> Replacement {
    let (old, new) = (words(old), words(new));
    let same = |(a, b): &(&&str, &&str)| a == b;
    let start = old.iter().zip(&new).take_while(same).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count();
    let between = |words: &[&str]| words[..words.len() - end].join(" ");
    (between(old), between(new))
}

/// Words and signs, without space.
fn words(line: &str) -> Vec<&str> {
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) {
            rest.find(|sign| !is_word(sign)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, more) = rest.split_at(length);
        words.push(word);
        rest = more.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use git_memory_text::difference::unified;

    fn pair(old: &str, new: &str) -> Replacement {
        (old.to_owned(), new.to_owned())
    }

    #[test]
    fn replacements_are_words_between_what_stays() {
        for (before, after, expected) in [
            ("a.one(b)\n", "a.two(b)\n", vec![pair("one", "two")]),
            ("f(a)\n", "f(a, b)\n", vec![pair("", ", b")]),
            ("x\n", "x\n  y z\n", vec![pair("", "y z")]),
            ("x\ny\n", "x\n", vec![pair("y", "")]),
            ("a\n", "  a\n", vec![]),
        ] {
            let found: Vec<_> = replacements(&unified(before, after)).into_iter().collect();
            assert_eq!(found, expected, "{before:?} {after:?}");
        }
    }

    #[test]
    fn what_two_other_files_have_is_widespread() {
        let file = |path: &str, news: &[&str]| {
            let replaced = news.iter().map(|new| pair("one", new)).collect();
            (path.to_owned(), replaced)
        };
        let files = [
            ("a", &["two"][..]),
            ("b", &["two"]),
            ("c", &["two", "three"]),
        ];
        let all = Widespread(files.iter().map(|(path, news)| file(path, news)).collect());
        let is_all = |paths: &[&str]| {
            let paths: Vec<String> = paths.iter().map(ToString::to_string).collect();
            all.is_all_of(&paths)
        };
        assert!(is_all(&["a"]));
        assert!(!is_all(&["c"]) && !is_all(&["a", "b"]) && !is_all(&["d"]));
    }
}
