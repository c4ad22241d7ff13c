//! Looks up forms in the parts of a view: their postings, replacements of unknown words, terms near
//! a question.

use std::cmp::Reverse;

use super::codec::Damaged;
use super::field::Field;
use super::query::{Origin, Query};
use super::segment::{Bytes, Posting};
use super::spelling::{Distance, distance};
use super::view::{Part, Totals};
use git_memory_text::{Language, tokens};

// Maximum number of unknown words of a question for which others are looked up: each of them reads
// a part of the dictionary, and a pasted text may be all unknown.
pub(crate) const UNKNOWN: usize = 8;
// The shortest word that is taken for a misspelling or for words written as one, in bytes: of
// shorter ones too many others are one letter away.
const SHORTEST: usize = 5;
// The longest word that is taken apart: any two of its letters may be the ends of a piece.
const LONGEST: usize = 40;
/// The shortest word that is a piece of another, in letters.
const SHORTEST_PIECE: usize = 3;
/// From this number of texts on, a word that more than half of them have stands for no other one: it
/// is a heading of their template, or the name of what they are about.
const MANY: usize = 20;
/// Number of letters that similar words share at their beginning.
const BEGINNING: usize = 3;

/// A document of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentRef {
    /// Which part of the view it is in.
    pub part: usize,
    /// Its number in the segment of that part, from 0.
    pub document: u32,
}

/// A term of the index, with a document that contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearTerm {
    /// The stem, as the index has it.
    pub term: String,
    /// The first document of the view that contains it.
    pub first: DocumentRef,
}

/// Forms that replace an unknown word.
pub(crate) struct StandIns {
    pub(crate) forms: Vec<String>,
    pub(crate) origin: Origin,
}

/// The parts of a view, and the languages of its documents.
pub(crate) struct Lookup<'a, 's, S> {
    pub(crate) parts: &'a [Part<'s, S>],
    pub(crate) languages: &'a [Language],
}

/// A stem, and the languages that make it of a form.
struct Stem {
    text: String,
    languages: Vec<Language>,
}

impl<S: Bytes> Lookup<'_, '_, S> {
    /// The postings of a form in each part, by its origin.
    pub(crate) fn postings(
        &self,
        form: &str,
        origin: Origin,
    ) -> Result<Vec<Vec<Posting>>, Damaged> {
        match origin {
            Origin::Stem => self.of_stem(form),
            _ => self.of_form(form),
        }
    }

    /// The postings of a form in each part: of each document by the stem that its own language
    /// gives.
    fn of_form(&self, form: &str) -> Result<Vec<Vec<Posting>>, Damaged> {
        let stems = self.stems(form);
        let mut lists = Vec::with_capacity(self.parts.len());
        for part in self.parts {
            let mut list = Vec::new();
            for stem in &stems {
                let mut found = part.postings(&stem.text)?;
                if stems.len() > 1 {
                    found = in_languages(part, found, &stem.languages)?;
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

    /// The different stems of a form.
    fn stems(&self, form: &str) -> Vec<Stem> {
        let mut stems: Vec<Stem> = Vec::new();
        for &language in self.languages {
            let text = language.stem(form);
            match stems.iter_mut().find(|stem| stem.text == text) {
                Some(stem) => stem.languages.push(language),
                None => stems.push(Stem {
                    text: text.into_owned(),
                    languages: vec![language],
                }),
            }
        }
        stems
    }

    /// The postings of a term in each part.
    fn of_stem(&self, stem: &str) -> Result<Vec<Vec<Posting>>, Damaged> {
        self.parts.iter().map(|part| part.postings(stem)).collect()
    }

    fn is_known(&self, form: &str) -> Result<bool, Damaged> {
        let lists = self.of_form(form)?;
        Ok(lists.iter().any(|list| !list.is_empty()))
    }

    /// Possible meanings of an unknown word: the known words that it consists of, else the stem of
    /// a word with nearly the same spelling.
    pub(crate) fn stand_ins(&self, form: &str) -> Result<StandIns, Damaged> {
        let mut forms = Vec::new();
        if form.len() >= SHORTEST && form.chars().all(char::is_alphabetic) {
            forms = self.pieces(form)?;
            if forms.is_empty() {
                let forms = self.nearest(form)?.into_iter().collect();
                return Ok(StandIns {
                    forms,
                    origin: Origin::Stem,
                });
            }
        }
        Ok(StandIns {
            forms,
            origin: Origin::Joined,
        })
    }

    /// The fewest known words, of three letters or more, that make a word together; empty if it
    /// cannot be made so.
    fn pieces(&self, form: &str) -> Result<Vec<String>, Damaged> {
        if form.len() > LONGEST {
            return Ok(Vec::new());
        }
        let mut ends: Vec<usize> = form.char_indices().map(|(at, _)| at).collect();
        ends.push(form.len());
        let mut best: Vec<Option<Pieces>> = vec![None; ends.len()];
        best[0] = Some(Pieces { count: 0, last: 0 });
        for end in SHORTEST_PIECE..ends.len() {
            for start in 0..=end - SHORTEST_PIECE {
                let Some(before) = best[start] else {
                    continue;
                };
                let count = before.count + 1;
                // Known words are looked up only if they would make a better word.
                let is_better = best[end].is_none_or(|known| count < known.count);
                if is_better && self.is_known(&form[ends[start]..ends[end]])? {
                    best[end] = Some(Pieces { count, last: start });
                }
            }
        }
        let mut pieces = Vec::new();
        let mut end = ends.len() - 1;
        while end > 0
            && let Some(Pieces { last, .. }) = best[end]
        {
            pieces.push(form[ends[last]..ends[end]].to_owned());
            end = last;
        }
        pieces.reverse();
        Ok(pieces)
    }

    /// The term that is spelled most like a word and begins like it: one letter off, or two in a
    /// long stem, apart from an ending. Of several, the one that most documents contain.
    fn nearest(&self, form: &str) -> Result<Option<String>, Damaged> {
        let mut best: Option<Candidate> = None;
        // The first letter is rarely the wrong one, and only its part of the dictionary is read.
        let first: String = form.chars().take(1).collect();
        let all: usize = self.parts.iter().map(|part| part.members.count()).sum();
        for part in self.parts {
            for entry in part.segment.terms(&first)? {
                // Attributes and terms are texts; other entries cannot have been typed.
                let Ok(term) = std::str::from_utf8(&entry.term) else {
                    continue;
                };
                let Some(distance) = distance(term, form) else {
                    continue;
                };
                if let Some(best) = &best
                    && best.distance < distance
                {
                    continue;
                }
                // The last thing to ask: it reads postings.
                let lists = self.of_stem(term)?;
                let found: usize = lists.iter().map(Vec::len).sum();
                let candidate = Candidate {
                    distance,
                    found: Reverse(found),
                    term: term.to_owned(),
                };
                let tells = all < MANY || found * 2 <= all;
                if found > 0 && tells && best.as_ref().is_none_or(|best| candidate < *best) {
                    best = Some(candidate);
                }
            }
        }
        Ok(best.map(|candidate| candidate.term))
    }
}

/// Postings whose documents are in one of these languages.
fn in_languages<S: Bytes>(
    part: &Part<'_, S>,
    postings: Vec<Posting>,
    languages: &[Language],
) -> Result<Vec<Posting>, Damaged> {
    let mut found = Vec::with_capacity(postings.len());
    for posting in postings {
        let language = part.segment.language(posting.document)?;
        if languages.contains(&language) {
            found.push(posting);
        }
    }
    Ok(found)
}

/// The best way to make the beginning of a word of known words.
#[derive(Clone, Copy)]
struct Pieces {
    count: usize,
    /// Start of the last word.
    last: usize,
}

/// A term for a misspelled word: the smallest is the best.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    distance: Distance,
    found: Reverse<usize>,
    term: String,
}

/// Terms that begin like the words of a question, at most `most`, with those of the most documents
/// first.
///
/// # Errors
/// [`Damaged`].
pub fn near<S: Bytes>(
    parts: &[Part<'_, S>],
    query: &Query,
    most: usize,
) -> Result<Vec<NearTerm>, Damaged> {
    let mut found: Vec<(Reverse<usize>, String, usize, u32)> = Vec::new();
    let forms = query.forms.iter();
    let typed = forms.filter(|form| matches!(form.origin, Origin::Typed(_)));
    for form in typed.take(UNKNOWN) {
        let beginning: String = form.text.chars().take(BEGINNING).collect();
        if beginning.chars().count() < BEGINNING {
            continue;
        }
        for (nth, part) in parts.iter().enumerate() {
            for entry in part.segment.terms(&beginning)? {
                let mut postings = part.segment.list(&entry)?;
                postings.retain(|posting| part.members.contains(posting.document));
                let Some(first) = postings.first() else {
                    continue;
                };
                let term = String::from_utf8_lossy(&entry.term).into_owned();
                found.push((Reverse(postings.len()), term, nth, first.document));
            }
        }
    }
    // Several parts may have a term: the one with more documents stays.
    found.sort();
    found.dedup_by(|a, b| a.1 == b.1);
    found.truncate(most);
    let mut terms = Vec::with_capacity(found.len());
    for (_, term, part, document) in found {
        let first = DocumentRef { part, document };
        terms.push(NearTerm { term, first });
    }
    Ok(terms)
}

/// The documents that contain a whole text as one word: an identifier, a path.
///
/// # Errors
/// [`Damaged`].
pub fn holding<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    text: &str,
) -> Result<Vec<DocumentRef>, Damaged> {
    occurring(parts, totals, text, 1)
}

/// The documents whose title may have a word: the others have too few occurrences of it.
///
/// # Errors
/// [`Damaged`].
pub fn may_have_title<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    word: &str,
) -> Result<Vec<DocumentRef>, Damaged> {
    occurring(parts, totals, word, Field::Title.weight())
}

/// The documents in which the occurrences of a text as one word weigh at least so much.
fn occurring<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    text: &str,
    least: u32,
) -> Result<Vec<DocumentRef>, Damaged> {
    let mut whole = String::new();
    // The last token of a text is the compound of all of it.
    tokens(text, |token| token.form.clone_into(&mut whole));
    let languages = totals.languages();
    let lookup = Lookup {
        parts,
        languages: &languages,
    };
    let mut holders = Vec::new();
    for (part, list) in lookup.of_form(&whole)?.into_iter().enumerate() {
        for posting in list.iter().filter(|posting| posting.weight >= least) {
            let document = posting.document;
            holders.push(DocumentRef { part, document });
        }
    }
    Ok(holders)
}
