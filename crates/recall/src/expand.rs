//! Turns the forms of a question into terms of the index: stems by language, and replacements of
//! words that the view does not know.

use std::borrow::Cow;

use super::codec::Damaged;
use super::lookup::{Lookup, StandIns, UNKNOWN};
use super::query::{Form, Origin, Query};
use super::segment::{Bytes, Posting};
use super::view::Part;
use git_memory_text::Language;

// Weight of a form in the place of a typed word: a guess must count less than the word that was
// asked for.
const STAND_IN: f64 = 0.5;
/// Limit for the value of a word that the question repeats (the k3 of BM25).
const K3: f64 = 8.0;
// Weight of the joined form of words that were typed apart: mostly the name that was meant, but the
// separate words are asked for as well.
const JOINED: f64 = 0.7;

/// A form that is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Sought {
    /// The form, folded; a stem, if it comes from the index.
    pub form: String,
    /// Weight of the form.
    pub weight: f64,
    pub(crate) origin: Origin,
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

    /// True if the form is a word that was typed: neither several words joined nor a replacement of
    /// one.
    pub(crate) fn is_typed(&self) -> bool {
        matches!(self.origin, Origin::Typed(_))
    }

    /// The form as it is in a text of this language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> Cow<'_, str> {
        if self.origin == Origin::Stem {
            Cow::Borrowed(&self.form)
        } else {
            language.stem(&self.form)
        }
    }
}

/// A form that is looked for, and its occurrences. Its weight is relative to a typed word.
pub(crate) struct Term {
    pub(crate) sought: Sought,
    /// For each part, the documents that contain it.
    pub(crate) lists: Vec<Vec<Posting>>,
    /// Number of documents that contain it in the whole from which the parts were chosen.
    whole: Option<u64>,
}

impl Term {
    /// Number of documents of the view that contain it, or of the whole that it was chosen from.
    pub(crate) fn found(&self) -> u64 {
        let counted = || self.lists.iter().map(|list| list.len() as u64).sum();
        self.whole.unwrap_or_else(counted)
    }
}

/// An unknown word, and its replacements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The word of the question, folded: lower case, without accents.
    pub word: String,
    /// Words or stems that the view knows.
    pub by: Vec<String>,
}

/// The terms of a question.
pub(crate) struct Expansion {
    pub(crate) terms: Vec<Term>,
    pub(crate) replaced: Vec<Replaced>,
}

/// Looks up the terms of a question. A word that the view does not know comes after its
/// replacements.
pub(crate) fn expand<S: Bytes>(
    parts: &[Part<'_, S>],
    languages: &[Language],
    query: &Query,
) -> Result<Expansion, Damaged> {
    let lookup = Lookup { parts, languages };
    let mut expansion = Expansion {
        terms: Vec::new(),
        replaced: Vec::new(),
    };
    for form in &query.forms {
        let term = term(&lookup, form, query.whole_of(&form.text))?;
        // A joined form is mostly unknown, and not a misspelling.
        let is_typed = matches!(form.origin, Origin::Typed(_));
        if is_typed && term.found() == 0 && expansion.replaced.len() < UNKNOWN {
            add_stand_ins(&lookup, query, &form.text, &mut expansion)?;
        }
        expansion.terms.push(term);
    }
    Ok(expansion)
}

/// A form of the question with its postings.
fn term<S: Bytes>(
    lookup: &Lookup<'_, '_, S>,
    form: &Form,
    whole: Option<u64>,
) -> Result<Term, Damaged> {
    let weight = match form.origin {
        Origin::Joined => JOINED,
        _ => said(form.count),
    };
    let lists = lookup.postings(&form.text, form.origin)?;
    let sought = Sought {
        form: form.text.clone(),
        weight,
        origin: form.origin,
    };
    Ok(Term {
        sought,
        lists,
        whole,
    })
}

/// Weight of a word that the question repeats this often.
fn said(times: u32) -> f64 {
    let times = f64::from(times);
    times * (K3 + 1.0) / (K3 + times)
}

/// Adds possible meanings of an unknown word, unless the question asks for them anyway.
fn add_stand_ins<S: Bytes>(
    lookup: &Lookup<'_, '_, S>,
    query: &Query,
    word: &str,
    expansion: &mut Expansion,
) -> Result<(), Damaged> {
    let characters = characters(word);
    let StandIns { forms, origin } = if characters.is_empty() {
        lookup.stand_ins(word)?
    } else {
        StandIns {
            forms: characters,
            origin: Origin::Joined,
        }
    };
    // That a pair is looked for by its characters is nothing to tell.
    let is_pair = word.chars().count() <= 2;
    if !forms.is_empty() && !is_pair {
        expansion.replaced.push(Replaced {
            word: word.to_owned(),
            by: forms.clone(),
        });
    }
    for form in forms {
        if query.forms.iter().any(|known| known.text == form) {
            continue;
        }
        let lists = lookup.postings(&form, origin)?;
        let sought = Sought {
            form,
            weight: STAND_IN,
            origin,
        };
        expansion.terms.push(Term {
            sought,
            lists,
            whole: None,
        });
    }
    Ok(())
}

/// The Han characters of a pair: each may be a word.
fn characters(pair: &str) -> Vec<String> {
    let mut characters = Vec::new();
    if pair.chars().count() == 2 {
        for character in pair.chars().filter(|c| is_han(*c)) {
            characters.push(character.to_string());
        }
    }
    characters
}

fn is_han(c: char) -> bool {
    matches!(
        c,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}'
    )
}
