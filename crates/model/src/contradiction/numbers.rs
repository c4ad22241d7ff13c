//! Numbers that a sentence sets: the sentence without the number is their name.

use super::vocabulary::{
    CONDITIONS, DETERMINERS, ENDINGS, FILLERS, MODALS, NUMBERED, PREPOSITIONS, SETTING,
};
use super::words::{Token, noun, number};
use super::{Claim, ClaimKind};

/// Least number of words beside a number that name it; in a text more, as it has more sentences.
const NAMING: usize = 2;
const NAMING_IN_TEXT: usize = 3;
/// The longest name, in words.
const LONGEST: usize = 10;
/// Verbs that choose a version.
const CHOOSING: [&str; 9] = [
    "use", "require", "target", "pin", "set", "limit", "return", "answer", "respond",
];
/// Verbs that say no more than a number after its name does: "the timeout is 30 seconds" sets what
/// "set the timeout to 30 seconds" sets.
const COPULAS: [&str; 4] = ["set", "is", "be", "at"];
/// Units by what they measure, with what they have of the smallest of it.
const UNITS: [(&str, u64, &[&str]); 9] = [
    ("time", 1, &["ms", "millisecond"]),
    ("time", 1_000, &["s", "sec", "second"]),
    ("time", 60_000, &["m", "min", "minute"]),
    ("time", 3_600_000, &["h", "hour"]),
    ("time", 86_400_000, &["d", "day"]),
    ("time", 604_800_000, &["week"]),
    ("size", 1, &["kb", "kib", "kilobyte"]),
    ("size", 1_000, &["mb", "mib", "megabyte"]),
    ("size", 1_000_000, &["gb", "gib", "gigabyte"]),
];

/// Returns the number that a sentence sets, if it has just one.
pub(super) fn of(tokens: &[Token], is_title: bool) -> Option<Claim> {
    let mut found = tokens.iter().enumerate().filter_map(|(nth, token)| {
        let value = number(&token.word)?;
        (!token.is_mark).then_some((nth, value))
    });
    let (at, value) = found.next()?;
    if found.next().is_some() || !is_set(tokens, at) {
        return None;
    }
    let next = tokens.get(at + 1).map_or("", |it| &*it.word);
    let (value, unit) = measured(value, next);
    let (mut name, mut words) = (Vec::new(), 0);
    let mut is_negated = false;
    for (nth, token) in tokens.iter().enumerate() {
        let word = token.word.as_str();
        is_negated |= matches!(word, "not" | "never" | "no");
        if nth == at {
            name.push("#".to_owned());
            name.extend(unit.map(str::to_owned));
            words += 1;
        } else if token.is_mark {
            // The words after it explain.
            if nth > at {
                break;
            }
        } else if !DETERMINERS.contains(&word) && !FILLERS.contains(&word) {
            words += 1;
            let is_told = nth == at + 1 && unit_of(word).is_some() || COPULAS.contains(&word);
            name.extend((!is_told).then(|| noun(word)));
        }
    }
    let least = if is_title { NAMING } else { NAMING_IN_TEXT };
    if is_negated || words <= least || words > LONGEST {
        return None;
    }
    Some(Claim::new(
        name.join(" "),
        ClaimKind::Number(value),
        String::new(),
    ))
}

/// A number in the smallest unit of what it measures, and what that is; the number itself without
/// a unit after it.
fn measured(value: String, next: &str) -> (String, Option<&'static str>) {
    let digits = value.trim_end_matches(char::is_alphabetic);
    let unit = if digits.len() < value.len() {
        unit_of(&value[digits.len()..])
    } else {
        unit_of(next)
    };
    match (unit, digits.parse::<u64>()) {
        (Some((measure, size)), Ok(count)) => {
            (count.saturating_mul(size).to_string(), Some(measure))
        }
        _ => (value, None),
    }
}

/// What a unit measures, and how much of the smallest unit it is.
fn unit_of(word: &str) -> Option<(&'static str, u64)> {
    let word = noun(word);
    let unit = UNITS.iter().find(|(.., names)| names.contains(&&*word));
    unit.map(|(measure, size, _)| (*measure, *size))
}

/// True if a number is the value of something, and no part of a name or a date.
fn is_set(tokens: &[Token], at: usize) -> bool {
    let word = |nth: Option<usize>| {
        nth.and_then(|nth| tokens.get(nth))
            .map_or("", |it| &*it.word)
    };
    let (before, after) = (word(at.checked_sub(1)), word(Some(at + 1)));
    let is_year = matches!(
        tokens[at].word.trim_start_matches('v').as_bytes(),
        [b'1', b'9', _, _] | [b'2', b'0', _, _]
    );
    if is_year || NUMBERED.contains(&before) {
        return false;
    }
    // "The log of area 3 is kept": what follows is no unit, and the number a part of a name.
    let goes_on = [
        &["was", "were", "has"][..],
        &FILLERS,
        &MODALS,
        &PREPOSITIONS,
        &CONDITIONS,
        &ENDINGS,
        &DETERMINERS,
    ];
    let is_unit = after.starts_with(char::is_alphabetic) && after.len() > 1;
    let has_unit = is_unit && !goes_on.iter().any(|words| words.contains(&after));
    let is_chosen = CHOOSING.contains(&word(Some(0)));
    SETTING.contains(&before) || is_chosen || (has_unit && !tokens[at].word.contains('.'))
}
