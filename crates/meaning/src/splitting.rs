//! The settings by which a model splits a text into pieces.

use serde::{Deserialize, Serialize};

use super::error::Error;

/// Stands for a blank in pieces.
pub(crate) const BLANK: char = '\u{2581}';
/// Steps of a tokenizer, and bytes that one puts in place of a text.
const STEPS: usize = 32;
const PUT: usize = 16;

/// The way in which a text is split into pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Splitting {
    /// Into words, and these into the longest pieces.
    Words {
        /// True if texts are read in lower case, without accents.
        is_lower: bool,
    },
    /// Into the pieces with the best scores.
    Scores(Unigram),
}

/// A step that brings a text to one form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Step {
    /// By the charsmap of the model.
    Charsmap,
    Nfc,
    Nfd,
    Nfkc,
    Nfkd,
    Lower,
    /// Without marks that combine with a letter.
    Bare,
    /// Without blanks at the start and at the end.
    Strip(bool, bool),
    /// Two or more blanks as this text.
    Blanks(String),
    /// A text as another one.
    Replace(String, String),
}

/// The parts of a text that get the mark of a blank where they begin with none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Marked {
    /// Each part.
    Always,
    /// The first one.
    First,
    Never,
}

/// The settings of a tokenizer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Unigram {
    pub(crate) steps: Vec<Step>,
    /// True if blanks of all kinds separate parts, and are left out.
    pub(crate) is_parted: bool,
    pub(crate) marked: Marked,
    /// True if no piece goes on after a blank.
    pub(crate) is_by_word: bool,
    /// The lowest score of a piece.
    pub(crate) lowest: f32,
}

impl Unigram {
    /// Holds the steps against their limits: each may make a text longer.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let is_short = |step: &Step| match step {
            Step::Blanks(to) => to.len() <= PUT,
            Step::Replace(from, to) => !from.is_empty() && to.len() <= PUT,
            _ => true,
        };
        let is_fitting = self.steps.len() <= STEPS && self.steps.iter().all(is_short);
        is_fitting
            .then_some(())
            .ok_or_else(|| Error::Tokens("its steps are too many or too long".to_owned()))
    }
}
