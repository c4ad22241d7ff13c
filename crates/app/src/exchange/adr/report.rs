//! Result for each file of an import, and the sums.

use std::collections::BTreeMap;

use crate::workspace::{Error, fingerprinted};
use git_memory_import::adr::DateSource;
use git_memory_model::record::RecordId;
use git_memory_text::date::Date;
use git_memory_text::path::RepoPath;

/// Result of an import of decision records.
#[derive(Clone, Debug, Default)]
pub struct AdrReport {
    /// Every file, by name.
    pub outcomes: Vec<AdrOutcome>,
}

/// Result for one file.
#[derive(Clone, Debug)]
pub struct AdrOutcome {
    /// The file, as it was named or from the folder on.
    pub file: String,
    /// The record that was made, or why there is none.
    pub fate: Fate,
    /// More notes on the file, one line each.
    pub notes: Vec<String>,
}

/// Result of importing a file.
#[derive(Clone, Debug)]
pub enum Fate {
    /// A new record.
    Taken(Fact),
    /// The record exists, and its original is unchanged.
    Known(RecordId),
    /// The record exists, and its original has changed.
    Changed(RecordId),
    /// The record exists, and took over the changes of its original.
    Updated(Fact),
    /// Nothing.
    Skipped {
        /// The reason, as one line.
        reason: String,
        /// The secrets that it seems to hold.
        secrets: Vec<SecretFound>,
    },
}

/// Data of a record that was made from a file.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its id.
    pub id: RecordId,
    /// Its path.
    pub path: RepoPath,
    /// Its title.
    pub title: String,
    /// Its status.
    pub status: String,
    /// True if the file states a status.
    pub has_status: bool,
    /// The file's status, if its meaning is unknown.
    pub unknown_status: Option<String>,
    /// The day it was made.
    pub created: Date,
    /// Source of that day.
    pub dated_by: DateSource,
    /// Number of other records that it names.
    pub links: usize,
    /// Number of files that it is about.
    pub paths: usize,
}

/// A possible secret in a file that was not taken.
#[derive(Clone, Debug)]
pub struct SecretFound {
    /// The rule that found it.
    pub rule: &'static str,
    /// Its line, from 1.
    pub line: usize,
    /// By which it can be allowed.
    pub fingerprint: String,
}

impl Fate {
    /// Reason why no record was made of a file, on one line, with the fingerprints that allow its
    /// secrets.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        let Self::Skipped { reason, secrets } = self else {
            return None;
        };
        let prints = secrets.iter().map(|secret| secret.fingerprint.clone());
        Some(fingerprinted(reason, &prints.collect::<Vec<_>>()))
    }

    pub(crate) fn skipped(reason: impl Into<String>) -> Self {
        Self::Skipped {
            reason: reason.into(),
            secrets: Vec::new(),
        }
    }

    /// An error in one file: the other files are imported.
    pub(crate) fn failed(error: Error) -> Self {
        let mut secrets = Vec::new();
        let reason = match error {
            Error::Broken(findings) => match findings.first() {
                Some(finding) => {
                    format!("line {}: {}", finding.fault.line, finding.fault.message)
                }
                None => String::new(),
            },
            Error::Secret {
                refusal,
                fingerprints,
                ..
            } => {
                for (finding, fingerprint) in refusal.findings.iter().zip(fingerprints) {
                    secrets.push(SecretFound {
                        rule: finding.rule,
                        line: finding.line,
                        fingerprint,
                    });
                }
                refusal.to_string().replace('\n', "; ")
            }
            other => other.to_string(),
        };
        Self::Skipped { reason, secrets }
    }
}

/// Number of files with each result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// All of them.
    pub files: usize,
    /// New records.
    pub taken: usize,
    /// Existing records with unchanged originals.
    pub known: usize,
    /// Existing records with changed originals.
    pub changed: usize,
    /// Known ones that took that over.
    pub updated: usize,
    /// Files that nothing was made of.
    pub skipped: usize,
}

impl AdrReport {
    /// Returns the number of files with each result; the sum of the others is all of them.
    #[must_use]
    pub fn sums(&self) -> Sums {
        let mut sums = Sums {
            files: self.outcomes.len(),
            ..Sums::default()
        };
        for outcome in &self.outcomes {
            match outcome.fate {
                Fate::Taken(_) => sums.taken += 1,
                Fate::Known(_) => sums.known += 1,
                Fate::Changed(_) => sums.changed += 1,
                Fate::Updated(_) => sums.updated += 1,
                Fate::Skipped { .. } => sums.skipped += 1,
            }
        }
        sums
    }

    /// Data of all records that the import made or updated.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.outcomes
            .iter()
            .filter_map(|outcome| match &outcome.fate {
                Fate::Taken(fact) | Fate::Updated(fact) => Some(fact),
                Fate::Known(_) | Fate::Changed(_) | Fate::Skipped { .. } => None,
            })
    }

    /// Returns the number of records with each status.
    #[must_use]
    pub fn statuses(&self) -> BTreeMap<&str, usize> {
        let mut sums = BTreeMap::new();
        for fact in self.facts() {
            *sums.entry(fact.status.as_str()).or_default() += 1;
        }
        sums
    }

    /// Returns the number of records with a day from each source.
    #[must_use]
    pub fn dates(&self) -> BTreeMap<DateSource, usize> {
        let mut sums = BTreeMap::new();
        for fact in self.facts() {
            *sums.entry(fact.dated_by).or_default() += 1;
        }
        sums
    }

    /// The unknown words for a status, with the number of files that use each.
    #[must_use]
    pub fn unknown_statuses(&self) -> BTreeMap<&str, usize> {
        let mut sums = BTreeMap::new();
        for fact in self.facts() {
            if let Some(words) = &fact.unknown_status {
                *sums.entry(words.as_str()).or_default() += 1;
            }
        }
        sums
    }
}
