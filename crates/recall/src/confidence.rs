//! How sure it is that a document answers.

/// How sure an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Nine of ten such answers are right.
    Sure,
    /// One of three such answers is right: worth being told.
    Likely,
    /// It shares something with the question, and is a guess.
    Near,
}

impl Confidence {
    /// Its name in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sure => "sure",
            Self::Likely => "likely",
            Self::Near => "near",
        }
    }
}
