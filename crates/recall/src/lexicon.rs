//! Data that the texts of an index share: the forms that were read, and the term of each in a
//! language.
//!
//! Most words of a text were in another one: a form is stemmed once in the life of a lexicon, and
//! kept once, however often it was read. Documents know their terms by number.

use std::collections::HashMap;
use std::rc::Rc;

use super::field::Field;
use super::stream;
use git_memory_text::{Language, Shape, Telling, tokens};

// Length of the part of a field by which the language of its text is recognized, in bytes: the
// beginning of a long one is enough.
const LANGUAGE_SAMPLE: usize = 4096;
/// Memory that a name takes beside its letters, in bytes: its entries in a list and in a map.
const NAME: usize = 64;
/// Most memory that words may take when the next texts begin, in bytes.
const WORDS_LIMIT: usize = 4 << 20;
/// The bit of a term's number that marks facts.
const FACT: u32 = 1 << 31;

/// The forms and terms of texts, by number. Terms are words, or facts that can be asked for.
#[derive(Default)]
pub struct Lexicon {
    forms: Names,
    /// For each form, its evidence about a text's language.
    telling: Vec<Telling>,
    words: Names,
    facts: Names,
    /// The facts of the text that was read last.
    of_text: Vec<u32>,
    /// For each language by its number: the stem of each form, if a text had it.
    stems: Vec<Vec<Option<Stem>>>,
    /// Words of the last text; kept to reuse their memory.
    read: Vec<Read>,
    weights: Weights,
}

/// Names and their numbers, which are counted from 0.
#[derive(Default)]
struct Names {
    numbers: HashMap<Rc<str>, u32, foldhash::fast::RandomState>,
    in_order: Vec<Rc<str>>,
    /// Approximate memory of the names, in bytes.
    size: usize,
}

impl Names {
    /// The number of a name; a new name gets one.
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        // Memory ends long before numbers do.
        let number = u32::try_from(self.in_order.len()).unwrap_or(u32::MAX);
        let name: Rc<str> = Rc::from(name);
        self.size += name.len() + NAME;
        self.in_order.push(Rc::clone(&name));
        self.numbers.insert(name, number);
        number
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.in_order.clear();
        self.size = 0;
    }
}

/// Stem of a form in a language.
#[derive(Clone, Copy)]
struct Stem {
    term: u32,
    /// Mark of the term in a stream.
    mark: u32,
}

/// A word of a text.
#[derive(Clone, Copy)]
struct Read {
    form: u32,
    /// True if the word counts for the length of the text.
    is_counted: bool,
    /// True if the word is at the same place as the one before.
    is_same: bool,
}

/// A term of a document, and the sum of its weighted occurrences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weighted {
    pub(crate) term: u32,
    pub(crate) weight: u32,
}

/// The words of a text, one by one.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) language: Language,
    /// The sum of the weights of all words.
    pub(crate) length: u32,
    /// The words in order ([`super::stream`]).
    pub(crate) stream: Vec<u8>,
    /// The words of the first title, in order ([`super::document::exact`]).
    pub(crate) title: String,
}

impl Lexicon {
    /// Approximate memory of the facts, in bytes.
    pub(crate) fn size_of_facts(&self) -> usize {
        self.facts.size
    }

    /// Forgets the facts, which most texts do not share; words only if there are very many.
    pub(crate) fn clear(&mut self) {
        if self.forms.size + self.words.size > WORDS_LIMIT {
            *self = Self::default();
        }
        self.facts.clear();
    }

    /// Number of terms.
    pub(crate) fn count(&self) -> usize {
        self.words.in_order.len() + self.facts.in_order.len()
    }

    /// All terms, by their places.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &str> {
        let names = self.words.in_order.iter().chain(&self.facts.in_order);
        names.map(Rc::as_ref)
    }

    /// The place of a term among all, by its number: the words come first.
    pub(crate) fn place(&self, term: u32) -> usize {
        let at = (term & !FACT) as usize;
        if term & FACT == 0 {
            at
        } else {
            self.words.in_order.len() + at
        }
    }

    /// The word with this number; `None` of a fact.
    pub(crate) fn word(&self, term: u32) -> Option<&str> {
        // No word has a number with that bit.
        self.words.in_order.get(term as usize).map(Rc::as_ref)
    }

    /// Reads a text; [`Lexicon::weighed`] gives its terms next. `usual` is its language unless its
    /// words show another one.
    pub(crate) fn read(&mut self, fields: &[(Field, &str)], usual: Language) -> Words {
        let mut read = std::mem::take(&mut self.read);
        read.clear();
        let mut sample = Language::sample();
        let mut ends = Vec::with_capacity(fields.len());
        for (_, text) in fields {
            let mut position = None;
            tokens(text, |token| {
                let form = self.form(token.form);
                if token.shape == Shape::Word && token.span.start < LANGUAGE_SAMPLE {
                    sample.add(self.telling[form as usize]);
                }
                read.push(Read {
                    form,
                    // Compounds and pairs repeat the same words: with them, a text full of names
                    // would be ranked as a long one.
                    is_counted: matches!(token.shape, Shape::Word | Shape::Single),
                    is_same: position == Some(token.position),
                });
                position = Some(token.position);
            });
            ends.push(read.len());
        }
        let words = self.words(fields, &ends, &read, sample.language(usual));
        self.read = read;
        words
    }

    /// Turns the words that were read into terms of a language.
    fn words(
        &mut self,
        fields: &[(Field, &str)],
        ends: &[usize],
        read: &[Read],
        language: Language,
    ) -> Words {
        let mut words = Words {
            language,
            length: 0,
            stream: stream::with_room(fields.len(), read.len()),
            title: String::new(),
        };
        let mut title = None;
        let mut start = 0;
        for (nth, ((field, _), &end)) in fields.iter().zip(ends).enumerate() {
            if *field == Field::Title {
                title.get_or_insert(nth);
            }
            let weight = field.weight();
            stream::begin(&mut words.stream, *field);
            for word in &read[start..end] {
                if word.is_counted {
                    words.length = words.length.saturating_add(weight);
                    if title == Some(nth) {
                        words
                            .title
                            .push_str(&self.forms.in_order[word.form as usize]);
                        words.title.push(' ');
                    }
                }
                let stem = self.stem(word.form, language);
                stream::push(&mut words.stream, stem.mark, word.is_same);
                self.weights.add(stem.term, weight);
            }
            start = end;
        }
        words
    }

    fn form(&mut self, form: &str) -> u32 {
        let number = self.forms.number(form);
        if number as usize == self.telling.len() {
            self.telling.push(Language::telling(form));
        }
        number
    }

    fn stem(&mut self, form: u32, language: Language) -> Stem {
        let (row, form) = (usize::from(language.number()), form as usize);
        if self.stems.len() <= row {
            self.stems.resize_with(row + 1, Vec::new);
        }
        let stems = &mut self.stems[row];
        if stems.len() <= form {
            stems.resize(self.forms.in_order.len(), None);
        }
        if let Some(stem) = stems[form] {
            return stem;
        }
        let text = language.stem(&self.forms.in_order[form]);
        let stem = Stem {
            term: self.words.number(&text),
            mark: stream::mark(&text),
        };
        stems[form] = Some(stem);
        stem
    }

    /// Adds a fact to the text: a term that counts once.
    pub(crate) fn add_fact(&mut self, term: &str) {
        let number = self.facts.number(term);
        self.of_text.push(number | FACT);
    }

    /// The terms of the text that was read last, with their weights, in no order.
    pub(crate) fn weighed(&mut self) -> Vec<Weighted> {
        let mut weighed = self.weights.drain(self.of_text.len());
        // A text may have a fact twice.
        self.of_text.sort_unstable();
        self.of_text.dedup();
        let facts = self.of_text.drain(..);
        weighed.extend(facts.map(|term| Weighted { term, weight: 1 }));
        weighed
    }
}

/// The sums of a text: a list over all words, which is faster than a map, and which of them it has.
#[derive(Default)]
struct Weights {
    of_terms: Vec<u32>,
    had: Vec<u32>,
}

impl Weights {
    fn add(&mut self, term: u32, weight: u32) {
        let at = term as usize;
        if self.of_terms.len() <= at {
            self.of_terms.resize(at + 1, 0);
        }
        let sum = &mut self.of_terms[at];
        if *sum == 0 {
            self.had.push(term);
        }
        *sum = sum.saturating_add(weight);
    }

    /// The terms that it has; with room for some more.
    fn drain(&mut self, more: usize) -> Vec<Weighted> {
        let mut weighed = Vec::with_capacity(self.had.len() + more);
        for term in self.had.drain(..) {
            let weight = std::mem::take(&mut self.of_terms[term as usize]);
            weighed.push(Weighted { term, weight });
        }
        weighed
    }
}
