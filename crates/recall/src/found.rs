//! The answer to a question: ranked documents, and the forms that were looked for.

use super::codec::Damaged;
use super::confidence::Confidence;
use super::expand::{Replaced, Sought};
use super::feature::{Feature, Features, Points};
use super::field::Field;
use super::lookup::DocumentRef;
use super::order::Rank;
use super::segment::{Bytes, Segment};
use super::stream;

/// A document that answers, and the parts of its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Which document.
    pub at: DocumentRef,
    /// Its class before any score counts.
    pub rank: Rank,
    /// Its features; the higher their sum, the better.
    pub features: Features,
    /// Part of the question's weight that its words have, from 0 to 1.
    pub matched: f64,
    /// Confidence that it answers.
    pub confidence: Confidence,
}

impl Ranked {
    /// A document that was not found by a question.
    #[must_use]
    pub fn unasked(at: DocumentRef) -> Self {
        Self {
            at,
            rank: Rank::Words,
            features: Features::default(),
            matched: 0.0,
            confidence: Confidence::Near,
        }
    }

    /// True if it has all that the question asks for.
    pub(crate) fn is_whole(&self) -> bool {
        self.rank < Rank::Words || self.matched >= 1.0
    }

    /// True if it was found by its vector only.
    #[must_use]
    pub fn is_guess(&self) -> bool {
        let near = self.features.of(Feature::Meaning);
        self.rank >= Rank::Words && near > Points::default() && self.score() <= near
    }

    /// Its score.
    #[must_use]
    pub fn score(&self) -> Points {
        self.features.sum()
    }
}

/// Result of a question.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The best documents, the best first.
    pub ranked: Vec<Ranked>,
    /// Words that the view does not know, and their replacements.
    pub replaced: Vec<Replaced>,
    /// Forms that were looked for, with their weights in this view.
    pub terms: Vec<Sought>,
}

/// The terms of a question in a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldTerms<'a> {
    /// The searched part of the text with the terms.
    pub field: Field,
    /// The terms, each once, in the order of the text.
    pub forms: Vec<&'a str>,
}

impl Found {
    /// The terms that a document contains, by field: for explanations.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn fields<S: Bytes>(
        &self,
        segment: &Segment<S>,
        document: u32,
    ) -> Result<Vec<FieldTerms<'_>>, Damaged> {
        let language = segment.language(document)?;
        let words = segment.stream(document)?;
        let mut marks = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            marks.push(stream::mark(&term.in_language(language)));
        }
        let mut fields: Vec<FieldTerms<'_>> = Vec::new();
        for word in stream::words(&words) {
            let Some(nth) = marks.iter().position(|mark| *mark == word.mark) else {
                continue;
            };
            let form = self.terms[nth].form.as_str();
            match fields.last_mut() {
                Some(last) if last.field == word.field => {
                    if !last.forms.contains(&form) {
                        last.forms.push(form);
                    }
                }
                _ => fields.push(FieldTerms {
                    field: word.field,
                    forms: vec![form],
                }),
            }
        }
        Ok(fields)
    }
}
