//! Rules that are ready to run, over one content.

use git_memory_model::checks::scan::{Hit, Scanner, hits_on, is_text};
use git_memory_policy::code::word;
use git_memory_policy::dependencies::Manifest;
use git_memory_policy::map::Language;

/// A rule that is ready to run over files of one kind.
pub enum Scan {
    /// A rule of lines.
    Lines(Scanner),
    /// A package that a manifest may not name.
    Dependency {
        /// Kind of the manifest.
        manifest: &'static Manifest,
        /// The package.
        package: String,
        /// See [`Scan::key`].
        key: u64,
    },
    /// A pattern of syntax that code may not match.
    Code {
        /// Language of the code.
        language: &'static Language,
        /// The pattern.
        pattern: String,
        /// See [`Scan::key`].
        key: u64,
    },
}

impl Scan {
    /// The same number for the same rule and kind of files.
    #[must_use]
    pub fn key(&self) -> u64 {
        match self {
            Self::Lines(scanner) => scanner.key(),
            Self::Dependency { key, .. } | Self::Code { key, .. } => *key,
        }
    }

    /// The places of a content that break the rule; `None` for code, which a process has to read
    /// ([`pattern_in`](Self::pattern_in)).
    pub(super) fn hits(&self, content: &[u8]) -> Option<Vec<Hit>> {
        Some(match self {
            Self::Lines(scanner) => scanner.hits(content),
            Self::Dependency {
                manifest, package, ..
            } if is_text(content) => {
                let text = String::from_utf8_lossy(content);
                hits_on(&text, &manifest.lines(&text, package))
            }
            Self::Code { .. } if self.pattern_in(content).is_some() => return None,
            Self::Dependency { .. } | Self::Code { .. } => Vec::new(),
        })
    }

    /// The language and the pattern of a rule of code, if a content may match it. Most do not have
    /// one word of the pattern, which is found out at no cost.
    pub(super) fn pattern_in(&self, content: &[u8]) -> Option<(&'static Language, &String)> {
        let Self::Code {
            language, pattern, ..
        } = self
        else {
            return None;
        };
        let has = |word: &str| content.windows(word.len()).any(|it| it == word.as_bytes());
        let may_match = is_text(content) && word(pattern).is_none_or(has);
        may_match.then_some((language, pattern))
    }
}
