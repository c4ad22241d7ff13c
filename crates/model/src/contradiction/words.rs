//! Words of a sentence, in forms that can be compared.

use std::collections::HashSet;

use super::vocabulary;

/// A word or a mark of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The word in lower case; a mark as it is.
    pub(super) word: String,
    /// True for a mark.
    pub(super) is_mark: bool,
    /// True if it was written as code.
    pub(super) is_code: bool,
}

/// Marks that belong to a word if letters or digits follow.
const INNER: [char; 8] = ['_', '-', '.', '/', '+', '#', ':', '@'];

/// Returns the words and marks of a sentence, without what stands in parentheses.
pub(super) fn tokens(sentence: &str) -> Vec<Token> {
    let letters: Vec<char> = sentence.chars().collect();
    let mut tokens = Vec::new();
    let (mut depth, mut is_code, mut is_name, mut at) = (0_usize, false, false, 0);
    while let Some(&letter) = letters.get(at) {
        at += 1;
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '`' => is_code = !is_code,
            _ if depth > 0 || letter.is_whitespace() => {}
            _ if is_of_word(letter) => {
                let mut word = String::from(letter);
                while let Some(&next) = letters.get(at) {
                    let after = letters.get(at + 1).copied();
                    let is_inner = INNER.contains(&next)
                        && (after.is_some_and(is_of_word) || "+#".contains(next));
                    if !is_of_word(next) && !is_inner && next != '\'' && next != '’' {
                        break;
                    }
                    word.push(next);
                    at += 1;
                }
                // Of a name, a number is a version; of anything else, one of several: queue 7.
                let is_version = is_name && word.chars().all(|it| it.is_ascii_digit());
                is_name = !tokens.is_empty() && word.starts_with(char::is_uppercase);
                if is_version {
                    word.insert(0, 'v');
                }
                push(&mut tokens, &word.to_lowercase(), is_code);
            }
            mark => {
                is_name = false;
                tokens.push(Token {
                    word: mark.to_string(),
                    is_mark: true,
                    is_code,
                });
            }
        }
    }
    tokens
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Adds a word; a contraction as the two words that it stands for.
fn push(tokens: &mut Vec<Token>, word: &str, is_code: bool) {
    let word = word.replace('’', "'");
    let parts: Vec<&str> = match word.as_str() {
        "won't" => vec!["will", "not"],
        "can't" | "cannot" => vec!["can", "not"],
        "let's" => vec!["let", "us"],
        other => match (other.strip_suffix("n't"), other.split_once('\'')) {
            (Some(verb), _) => vec![verb, "not"],
            (None, Some((noun, "s" | ""))) => vec![noun],
            (None, Some((noun, "ll"))) => vec![noun, "will"],
            (None, Some((noun, "ve"))) => vec![noun, "have"],
            _ => vec![other],
        },
    };
    for part in parts {
        tokens.push(Token {
            word: part.to_owned(),
            is_mark: false,
            is_code,
        });
    }
}

/// The words of a title that tell its subject.
pub(super) fn of_title(title: &str) -> HashSet<String> {
    let mut words = HashSet::new();
    for token in tokens(title).iter().filter(|it| !it.is_mark) {
        let word = token.word.as_str();
        let is_small = [
            &vocabulary::DETERMINERS[..],
            &vocabulary::PREPOSITIONS,
            &vocabulary::FILLERS,
        ];
        if !is_small.iter().any(|small| small.contains(&word)) {
            words.insert(noun(word));
        }
    }
    words
}

/// A noun in its usual form: one of the names that a thing goes by, in the singular.
pub(super) fn noun(word: &str) -> String {
    let word = vocabulary::usual_name(word);
    let is_word = word.chars().all(char::is_alphabetic);
    if !is_word || word.len() < 4 || vocabulary::family(word).is_some() {
        return word.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for ending in ["sses", "xes", "ches", "shes"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    let is_plural = word.ends_with('s') && !["ss", "us", "is"].iter().any(|it| word.ends_with(it));
    let word = if is_plural {
        &word[..word.len() - 1]
    } else {
        word
    };
    vocabulary::usual_name(word).to_owned()
}

/// The stem of a verb, whatever its form is.
pub(super) fn verb(word: &str) -> &str {
    for ending in ["ing", "ed", "es", "s", "e"] {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.len() > 1
            && !(ending == "s" && stem.ends_with('s'))
        {
            // "stopped", "running"
            let last = stem.chars().last();
            let is_doubled = ending.len() > 1
                && last.is_some_and(|letter| !"aeiouls".contains(letter))
                && stem.chars().rev().nth(1) == last;
            return if is_doubled {
                &stem[..stem.len() - 1]
            } else {
                stem
            };
        }
    }
    word
}

/// A number, also as a word.
pub(super) fn number(word: &str) -> Option<String> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    if let Some(value) = WORDS.iter().position(|it| *it == word) {
        return Some(value.to_string());
    }
    let word = version(word).unwrap_or(word);
    let is_number = word.starts_with(|first: char| first.is_ascii_digit());
    let rest =
        word.trim_start_matches(|letter: char| letter.is_ascii_digit() || ".,_".contains(letter));
    // With a unit at the end: 30s, 4kb.
    (is_number && rest.len() <= 2 && rest.chars().all(char::is_alphabetic)).then(|| word.to_owned())
}

/// The number of a version: of `v18`, which also stands for the number after a name, and of `1.70`.
pub(super) fn version(word: &str) -> Option<&str> {
    let is_number = |it: &&str| it.starts_with(|first: char| first.is_ascii_digit());
    let marked = word.strip_prefix('v').filter(is_number);
    marked.or(Some(word).filter(|it| it.contains('.') && is_number(it)))
}
