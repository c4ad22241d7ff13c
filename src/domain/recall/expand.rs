//! From the forms of a question to terms of the index: stems by language, and what stands in for a
//! word that the view does not know.

use std::borrow::Cow;

use super::codec::Damaged;
use super::query::{Form, Origin, Query};
use super::segment::{Bytes, Posting};
use super::view::{Part, Totals};
use crate::domain::text::{Language, tokens};

/// What a form counts beside a typed word where nobody typed it.
const STAND_IN: f64 = 0.5;
/// What words count that were typed apart and stand as one.
const JOINED: f64 = 0.7;
/// Stand-ins are sought for so many unknown words.
const UNKNOWN: usize = 8;
/// The shortest word that is taken for a misspelling or for words written as one, in bytes.
const SHORTEST: usize = 5;
/// The longest word that is taken apart.
const LONGEST: usize = 40;

/// A form that is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Sought {
    /// The form, folded; a stem, where the index gave it.
    pub form: String,
    /// How much it counts.
    pub weight: f64,
    pub(super) origin: Origin,
}

impl Sought {
    /// A term of the index.
    #[must_use]
    pub fn stem(stem: String) -> Self {
        Self {
            form: stem,
            weight: 1.0,
            origin: Origin::Stem,
        }
    }

    /// What it is in a text of this language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> Cow<'_, str> {
        if self.origin == Origin::Stem {
            Cow::Borrowed(&self.form)
        } else {
            language.stem(&self.form)
        }
    }
}

/// The same with the documents of each part that hold it. Its weight is how much it counts beside a
/// typed word.
pub(super) struct Term {
    pub(super) sought: Sought,
    pub(super) lists: Vec<Vec<Posting>>,
}

impl Term {
    /// How many documents of the view hold it.
    pub(super) fn found(&self) -> u64 {
        self.lists.iter().map(|list| list.len() as u64).sum()
    }
}

/// Unknown words, and what was asked for in their place.
type Replaced = Vec<(String, Vec<String>)>;

/// The terms of a question.
pub(super) fn terms<S: Bytes>(
    parts: &[Part<'_, S>],
    languages: &[Language],
    query: &Query,
) -> Result<(Vec<Term>, Replaced), Damaged> {
    let index = Index { parts, languages };
    let (mut terms, mut replaced): (Vec<Term>, Replaced) = (Vec::new(), Vec::new());
    for Form { text, origin } in &query.forms {
        let share = if *origin == Origin::Joined {
            JOINED
        } else {
            1.0
        };
        let lists = if *origin == Origin::Stem {
            index.of_stem(text)?
        } else {
            index.lists(text)?
        };
        let term = Term {
            sought: Sought {
                form: text.clone(),
                weight: share,
                origin: *origin,
            },
            lists,
        };
        let is_unknown = term.found() == 0 && matches!(origin, Origin::Typed(_));
        if is_unknown && replaced.len() < UNKNOWN {
            let characters = characters(text);
            let (others, origin) = if characters.is_empty() {
                index.stand_ins(text)?
            } else {
                (characters, Origin::Joined)
            };
            // That a pair is asked for by its characters is no news.
            if !others.is_empty() && text.chars().nth(2).is_some() {
                replaced.push((text.clone(), others.clone()));
            }
            for form in others {
                if !query.forms.iter().any(|known| known.text == form) {
                    let lists = if origin == Origin::Stem {
                        index.of_stem(&form)?
                    } else {
                        index.lists(&form)?
                    };
                    terms.push(Term {
                        sought: Sought {
                            form,
                            weight: STAND_IN,
                            origin,
                        },
                        lists,
                    });
                }
            }
        }
        terms.push(term);
    }
    Ok((terms, replaced))
}

/// The Han characters of a pair: each is a word by itself, or was one.
fn characters(pair: &str) -> Vec<String> {
    let is_han = |c: &char| matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}');
    let count = if pair.chars().count() == 2 { 2 } else { 0 };
    pair.chars()
        .take(count)
        .filter(is_han)
        .map(String::from)
        .collect()
}

struct Index<'a, 's, S> {
    parts: &'a [Part<'s, S>],
    languages: &'a [Language],
}

impl<S: Bytes> Index<'_, '_, S> {
    /// The postings of a form in each part: of each document by the stem that its own language
    /// gives.
    fn lists(&self, form: &str) -> Result<Vec<Vec<Posting>>, Damaged> {
        let mut stems: Vec<(String, Vec<Language>)> = Vec::new();
        for &language in self.languages {
            let stem = language.stem(form);
            match stems.iter_mut().find(|(known, _)| *known == stem) {
                Some((_, of)) => of.push(language),
                None => stems.push((stem.into_owned(), vec![language])),
            }
        }
        let mut lists = Vec::with_capacity(self.parts.len());
        for part in self.parts {
            let mut list = Vec::new();
            for (stem, of) in &stems {
                let mut found = part.segment.postings(stem)?;
                found.retain(|posting| part.members.contains(posting.document));
                if stems.len() > 1 {
                    let fits = |it: &Posting| {
                        part.segment
                            .language(it.document)
                            .is_ok_and(|it| of.contains(&it))
                    };
                    found.retain(fits);
                }
                // Nearly always there is one stem: its list is not copied.
                if list.is_empty() {
                    list = found;
                } else {
                    list.extend(found);
                }
            }
            lists.push(list);
        }
        Ok(lists)
    }

    /// The postings of a term in each part.
    fn of_stem(&self, stem: &str) -> Result<Vec<Vec<Posting>>, Damaged> {
        let of_part = |part: &Part<'_, S>| {
            let mut found = part.segment.postings(stem)?;
            found.retain(|posting| part.members.contains(posting.document));
            Ok(found)
        };
        self.parts.iter().map(of_part).collect()
    }

    fn is_known(&self, form: &str) -> Result<bool, Damaged> {
        Ok(self.lists(form)?.iter().any(|list| !list.is_empty()))
    }

    /// What an unknown word may have meant: known words that it is made of, else the stem of one
    /// that is spelled nearly so.
    fn stand_ins(&self, form: &str) -> Result<(Vec<String>, Origin), Damaged> {
        if form.len() < SHORTEST || !form.chars().all(char::is_alphabetic) {
            return Ok((Vec::new(), Origin::Joined));
        }
        let pieces = self.pieces(form)?;
        if pieces.is_empty() {
            Ok((self.nearest(form)?, Origin::Stem))
        } else {
            Ok((pieces, Origin::Joined))
        }
    }

    /// The fewest known words, of three letters or more, that make a word together; none where
    /// there are no such.
    fn pieces(&self, form: &str) -> Result<Vec<String>, Damaged> {
        const LEAST: usize = 3;
        let ends: Vec<usize> = form
            .char_indices()
            .map(|(at, _)| at)
            .chain([form.len()])
            .collect();
        if form.len() > LONGEST {
            return Ok(Vec::new());
        }
        // For each end, how few words reach it, and where the last of them begins.
        let mut best: Vec<Option<(usize, usize)>> = vec![None; ends.len()];
        best[0] = Some((0, 0));
        for end in LEAST..ends.len() {
            for start in 0..=end - LEAST {
                let Some((count, _)) = best[start] else {
                    continue;
                };
                let is_better = best[end].is_none_or(|(known, _)| count + 1 < known);
                if is_better && self.is_known(&form[ends[start]..ends[end]])? {
                    best[end] = Some((count + 1, start));
                }
            }
        }
        let mut pieces = Vec::new();
        let mut end = ends.len() - 1;
        while let Some((_, start)) = best[end].filter(|_| end > 0) {
            pieces.push(form[ends[start]..ends[end]].to_owned());
            end = start;
        }
        pieces.reverse();
        Ok(pieces)
    }

    /// The term that is spelled most like a word and begins like it: one letter off, or two in a
    /// long stem, an ending aside. Of several the one that most documents hold.
    fn nearest(&self, form: &str) -> Result<Vec<String>, Damaged> {
        let mut best: Option<(usize, std::cmp::Reverse<usize>, String)> = None;
        let first: String = form.chars().take(1).collect();
        for part in self.parts {
            for entry in part.segment.terms(&first)? {
                let Ok(term) = std::str::from_utf8(&entry.term) else {
                    continue;
                };
                let Some(distance) = distance(term, form) else {
                    continue;
                };
                if best.as_ref().is_some_and(|(least, ..)| *least < distance) {
                    continue;
                }
                let found: usize = self.of_stem(term)?.iter().map(Vec::len).sum();
                let candidate = (distance, std::cmp::Reverse(found), term.to_owned());
                if found > 0 && best.as_ref().is_none_or(|best| candidate < *best) {
                    best = Some(candidate);
                }
            }
        }
        Ok(best.map(|(_, _, term)| term).into_iter().collect())
    }
}

/// Terms that begin like the words of a question, those of the most documents first: each with a
/// document that holds it (its part and number).
///
/// # Errors
/// [`Damaged`].
pub fn near<S: Bytes>(
    parts: &[Part<'_, S>],
    query: &Query,
    most: usize,
) -> Result<Vec<(String, usize, u32)>, Damaged> {
    const LETTERS: usize = 3;
    let mut found: Vec<(std::cmp::Reverse<usize>, String, usize, u32)> = Vec::new();
    for form in query
        .forms
        .iter()
        .filter(|form| matches!(form.origin, Origin::Typed(_)))
        .take(UNKNOWN)
    {
        let beginning: String = form.text.chars().take(LETTERS).collect();
        for (nth, part) in parts
            .iter()
            .enumerate()
            .filter(|_| beginning.chars().nth(LETTERS - 1).is_some())
        {
            for entry in part.segment.terms(&beginning)? {
                let postings = part.segment.list(&entry)?;
                let held = || {
                    postings
                        .iter()
                        .filter(|posting| part.members.contains(posting.document))
                };
                let Some(first) = held().next() else { continue };
                let term = String::from_utf8_lossy(&entry.term).into_owned();
                found.push((std::cmp::Reverse(held().count()), term, nth, first.document));
            }
        }
    }
    found.sort();
    found.dedup_by(|a, b| a.1 == b.1);
    found.truncate(most);
    Ok(found
        .into_iter()
        .map(|(_, term, part, document)| (term, part, document))
        .collect())
}

/// The documents (part and number) that hold a whole text as one word: an identifier, a path.
///
/// # Errors
/// [`Damaged`].
pub fn holding<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    text: &str,
) -> Result<Vec<(usize, u32)>, Damaged> {
    let mut whole = String::new();
    tokens(text, |token| token.form.clone_into(&mut whole));
    let languages = totals.languages();
    let lists = Index {
        parts,
        languages: &languages,
    }
    .lists(&whole)?;
    let holders = |(nth, list): (usize, Vec<Posting>)| {
        list.into_iter().map(move |posting| (nth, posting.document))
    };
    Ok(lists.into_iter().enumerate().flat_map(holders).collect())
}

/// How far a stem is from a word, less is nearer; `None` where it is too far. What counts is how
/// many letters have to be put in, taken out, changed, or swapped with their neighbour (Damerau
/// 1964, optimal string alignment), at most one, or two in a long stem; and how many letters of the
/// word are left behind the stem as its ending, at most three.
fn distance(stem: &str, word: &str) -> Option<usize> {
    const ENDING: usize = 3;
    const LEAST: usize = 4;
    let (a, b): (Vec<char>, Vec<char>) = (stem.chars().collect(), word.chars().collect());
    let limit = if a.len() > 7 { 2 } else { 1 };
    // A stem that is much shorter than the word is another word's.
    if a.len() < LEAST.max(b.len() * 3 / 5) || a.len() > b.len() + limit {
        return None;
    }
    let mut rows: [Vec<usize>; 3] = [Vec::new(), Vec::new(), (0..=b.len()).collect()];
    for (i, x) in a.iter().enumerate() {
        rows.rotate_left(1);
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut cost = (rows[1][j] + usize::from(x != y))
                .min(rows[1][j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *y && b[j - 1] == *x {
                cost = cost.min(rows[0][j - 1] + 1);
            }
            row.push(cost);
        }
        if row.iter().all(|cost| *cost > limit) {
            return None;
        }
        rows[2] = row;
    }
    let ends = (0..=ENDING.min(b.len())).map(|ending| (rows[2][b.len() - ending], ending));
    let near = ends
        .filter(|(cost, _)| *cost <= limit)
        .map(|(cost, ending)| cost * (ENDING + 1) + ending);
    near.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_are_a_letter_or_two_away() {
        for (stem, word, expected) in [
            ("postgr", "postgress", Some(3)),
            ("receiv", "recieve", Some(5)),
            ("journal", "jurnal", Some(4)),
            ("post", "postgress", None),
            ("relay", "receive", None),
            ("ete", "été", None),
            ("configur", "konfiguration", None),
            ("configur", "cofniguration", None),
            ("configur", "confgiure", Some(5)),
        ] {
            assert_eq!(distance(stem, word), expected, "{stem} {word}");
        }
    }
}
