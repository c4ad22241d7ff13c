//! The formats of configuration, and why a text is not fit for a change.

/// A format of configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON, as RFC 8259 has it.
    Json,
    /// JSON with comments and trailing commas.
    JsonWithComments,
    /// TOML 1.0.
    Toml,
    /// A program that is ours as a whole.
    Script,
}

/// Why an entry cannot be put into a text, or taken out of it. Nothing is changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The text is not what it should be.
    #[error("is not valid {}: {why}", .format.name())]
    NotValid {
        /// The format that the text should have.
        format: Format,
        /// Why it is not.
        why: String,
    },
    /// Something else is in the place of an object or a list.
    #[error("{0}")]
    Shape(String),
    /// A key is there twice.
    #[error("has '{0}' twice")]
    Twice(String),
    /// The form of the text has no place for it.
    #[error("is in a form that git-memory does not change")]
    Form,
    /// The file is not one that is read or written, for this reason.
    #[error("{0}")]
    Odd(&'static str),
    /// Why a text is not valid, before it is known what it should be.
    #[error("{0}")]
    Invalid(String),
}

impl Unfit {
    pub(crate) fn shape(path: &[&'static str]) -> Self {
        Self::Shape(match path.join(".") {
            top if top.is_empty() => "does not hold an object".to_owned(),
            key => format!("has something else than an object or a list as '{key}'"),
        })
    }
}

impl Format {
    /// Returns the name that people use for the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::JsonWithComments => "JSON with comments",
            Self::Toml => "TOML",
            Self::Script => "a script",
        }
    }

    pub(crate) fn invalid(self, unfit: Unfit) -> Unfit {
        match unfit {
            Unfit::Invalid(why) => Unfit::NotValid { format: self, why },
            other => other,
        }
    }
}
