//! Confidence that a document answers a question.

/// Confidence in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Nine of ten such answers are right.
    Sure,
    /// One of three such answers is right: worth showing.
    Likely,
    /// It shares something with the question, and is a guess.
    Near,
}

impl Confidence {
    /// Its name in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sure => "high",
            Self::Likely => "medium",
            Self::Near => "low",
        }
    }
}
