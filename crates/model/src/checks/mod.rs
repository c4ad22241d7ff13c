//! Checks that a record declares in its front matter: what files must contain, or must not.
//!
//! ```yaml
//! checks:
//!   - forbid: 'use reqwest'        # a regular expression of one line
//!     in: ['src/domain/**']
//!     except: ['src/domain/http/**']
//!   - require: 'SPDX-License-Identifier'
//!     in: ['src/**/*.rs']
//!   - forbid-code: '$X.unwrap()'   # a pattern of syntax
//!     language: rust
//!   - forbid-dependency: openssl   # in manifests and lock files
//!   - command: 'cargo deny check'
//! ```
//!
//! [`Check`] reads them, [`scan`] runs those of lines over one file, and [`old`] tells what was there
//! before. Manifests, languages and processes are the caller's business.

use git_memory_text::limits::RECORD_CHECKS;

pub mod old;
mod reading;
pub mod scan;
#[cfg(test)]
mod tests;

use serde_json::Value;

use super::record::{Header, more};
use git_memory_guard::Clean;
use git_memory_text::pathspec::Coverage;

/// The key of front matter that holds checks.
pub const KEY: &str = "checks";
/// The key beside it that lets agents be denied what breaks a check.
const ENFORCE: &str = "enforce";

/// One check of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Number in its record, from 1.
    pub number: usize,
    /// Condition on the content of a file.
    pub rule: Rule,
    /// Pathspecs of the files that it is about.
    pub within: Vec<String>,
    /// Pathspecs of files among these that it is not about.
    except: Vec<String>,
}

/// Condition on the content of a file, or on the project.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// No line matches this regular expression.
    Forbid(String),
    /// At least one line matches this regular expression.
    Require(String),
    /// No code matches a pattern of syntax.
    ForbidCode {
        /// The pattern.
        pattern: String,
        /// Name of the language; without it, the names of the files tell it.
        language: Option<String>,
    },
    /// No manifest or lock file names this package; `*` stands for any letters.
    ForbidDependency(String),
    /// This command line of a shell succeeds.
    Command(String),
}

impl Rule {
    /// The key that declares it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Forbid(_) => "forbid",
            Self::Require(_) => "require",
            Self::ForbidCode { .. } => "forbid-code",
            Self::ForbidDependency(_) => "forbid-dependency",
            Self::Command(_) => "command",
        }
    }

    /// Its pattern, package or command line, as written.
    #[must_use]
    pub fn pattern(&self) -> &str {
        match self {
            Self::Forbid(text)
            | Self::Require(text)
            | Self::ForbidDependency(text)
            | Self::Command(text)
            | Self::ForbidCode { pattern: text, .. } => text,
        }
    }

    /// The same number for the same rule, in any record. `about` tells apart what one rule means in
    /// files of several kinds.
    #[must_use]
    pub fn key(&self, about: &str) -> u64 {
        let identity = format!("{}\0{}\0{about}", self.name(), self.pattern());
        scan::sum(identity.as_bytes())
    }
}

/// A check that cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Number in its record, from 1; 0 for the whole list.
    pub number: usize,
    /// The reason, in one line.
    pub reason: String,
}

/// Checks of one record: those that can be run, and the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Checks that can be run.
    pub good: Vec<Check>,
    /// Checks that cannot.
    pub broken: Vec<Broken>,
    /// True if the record says `enforce: true`: agents are denied what breaks a check.
    pub is_enforced: bool,
}

impl Checks {
    /// Reads the checks of a record; its `paths` stand for `in` where a check has none.
    #[must_use]
    pub fn of_header(header: &Header) -> Self {
        let paths: Vec<&str> = header.paths.iter().map(Clean::as_str).collect();
        Self::of(header.more.as_deref(), &paths)
    }

    fn of(kept: Option<&str>, paths: &[impl AsRef<str>]) -> Self {
        let mut checks = Self::default();
        // Parsing the keys of ten thousand records would be waited for; few of them have checks.
        let Some(kept) = kept.filter(|kept| kept.contains(KEY)) else {
            return checks;
        };
        let mut keys = more::read(kept);
        let Some(value) = keys.remove(KEY) else {
            return checks;
        };
        checks.is_enforced = keys.get(ENFORCE) == Some(&Value::Bool(true));
        let Value::Array(items) = value else {
            checks.broken.push(Broken {
                number: 0,
                reason: format!("'{KEY}' is not a list"),
            });
            return checks;
        };
        if items.len() > RECORD_CHECKS {
            checks.broken.push(Broken {
                number: 0,
                reason: format!("{} checks; the first {RECORD_CHECKS} are read", items.len()),
            });
        }
        for (nth, item) in items.iter().take(RECORD_CHECKS).enumerate() {
            let number = nth + 1;
            match reading::read(number, item, paths) {
                Ok(check) => checks.good.push(check),
                Err(reason) => checks.broken.push(Broken { number, reason }),
            }
        }
        checks
    }
}

impl Check {
    /// True if another check asks the same of the same files, whatever its number.
    #[must_use]
    pub fn asks_the_same(&self, other: &Self) -> bool {
        let of = |it: &Self| (it.rule.clone(), it.within.clone(), it.except.clone());
        of(self) == of(other)
    }

    /// Pathspecs of the files that it is about, exclusions among them.
    #[must_use]
    pub fn coverage(&self) -> Coverage<'_> {
        Coverage::of(self.pathspecs())
    }

    /// These pathspecs: two checks with the same ones are about the same files.
    pub fn pathspecs(&self) -> impl Iterator<Item = &str> {
        self.within.iter().chain(&self.except).map(String::as_str)
    }
}
