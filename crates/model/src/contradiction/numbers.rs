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
const CHOOSING: [&str; 6] = ["use", "require", "target", "pin", "set", "limit"];

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
    let mut name = Vec::new();
    let mut is_negated = false;
    for (nth, token) in tokens.iter().enumerate() {
        let word = token.word.as_str();
        is_negated |= matches!(word, "not" | "never" | "no");
        if nth == at {
            name.push("#".to_owned());
        } else if token.is_mark {
            // The words after it explain.
            if nth > at {
                break;
            }
        } else if !DETERMINERS.contains(&word) && !FILLERS.contains(&word) {
            name.push(noun(word));
        }
    }
    let least = if is_title { NAMING } else { NAMING_IN_TEXT };
    if is_negated || name.len() <= least || name.len() > LONGEST {
        return None;
    }
    Some(Claim::new(
        name.join(" "),
        ClaimKind::Number(value),
        String::new(),
    ))
}

/// True if a number is the value of something, and no part of a name or a date.
fn is_set(tokens: &[Token], at: usize) -> bool {
    let word = |nth: Option<usize>| {
        nth.and_then(|nth| tokens.get(nth))
            .map_or("", |it| &*it.word)
    };
    let (before, after) = (word(at.checked_sub(1)), word(Some(at + 1)));
    let is_year = matches!(
        tokens[at].word.as_bytes(),
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
