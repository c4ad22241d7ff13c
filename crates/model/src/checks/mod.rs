//! Checks that a record declares in its front matter: what files must contain, or must not.
//!
//! ```yaml
//! checks:
//!   - forbid: 'use reqwest'        # a regular expression of one line
//!     in: ['src/domain/**']
//!     except: ['src/domain/http/**']
//!   - require: 'SPDX-License-Identifier'
//!     in: ['src/**/*.rs']
//! ```
//!
//! [`Check`] reads them, [`scan`] runs them over one file, and [`old`] tells what was there before.

pub mod old;
pub mod scan;

use serde_json::{Map, Value};

use super::record::{Header, more};
use git_memory_guard::Clean;
use git_memory_text::pathspec::{Coverage, Pathspec};

/// The key of front matter that holds checks.
pub const KEY: &str = "checks";

/// Maximum number of checks of one record.
const MOST: usize = 100;
/// The longest pattern, in bytes.
const PATTERN: usize = 1000;
/// Maximum number of globs of one list.
const GLOBS: usize = 100;

/// Files that a check without `in` is about.
const EVERYTHING: &str = "*";

/// One check of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Number in its record, from 1.
    pub number: usize,
    /// Condition on the content of a file.
    pub rule: Rule,
    /// Pathspecs of the files that it is about.
    within: Vec<String>,
    /// Pathspecs of files among these that it is not about.
    except: Vec<String>,
}

/// Condition on the content of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// No line matches this regular expression.
    Forbid(String),
    /// At least one line matches this regular expression.
    Require(String),
}

impl Rule {
    /// The key that declares it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Forbid(_) => "forbid",
            Self::Require(_) => "require",
        }
    }

    /// Its pattern, as written.
    #[must_use]
    pub fn pattern(&self) -> &str {
        match self {
            Self::Forbid(pattern) | Self::Require(pattern) => pattern,
        }
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
        let Some(value) = more::read(kept).remove(KEY) else {
            return checks;
        };
        let Value::Array(items) = value else {
            checks.broken.push(Broken {
                number: 0,
                reason: format!("'{KEY}' is not a list"),
            });
            return checks;
        };
        if items.len() > MOST {
            checks.broken.push(Broken {
                number: 0,
                reason: format!("{} checks; the first {MOST} are read", items.len()),
            });
        }
        for (nth, item) in items.iter().take(MOST).enumerate() {
            let number = nth + 1;
            match read(number, item, paths) {
                Ok(check) => checks.good.push(check),
                Err(reason) => checks.broken.push(Broken { number, reason }),
            }
        }
        checks
    }
}

impl Check {
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

fn read(number: usize, item: &Value, paths: &[impl AsRef<str>]) -> Result<Check, String> {
    let Value::Object(item) = item else {
        return Err("it is not a mapping of keys to values".to_owned());
    };
    let known = ["forbid", "require", "in", "except"];
    if let Some(other) = item.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!(
            "unknown key '{other}'; known are {}",
            known.join(", ")
        ));
    }
    let rule = match (item.get("forbid"), item.get("require")) {
        (Some(pattern), None) => Rule::Forbid(pattern_of("forbid", pattern)?),
        (None, Some(pattern)) => Rule::Require(pattern_of("require", pattern)?),
        _ => return Err("it needs one of 'forbid' and 'require'".to_owned()),
    };
    let mut within = globs(item, "in")?;
    if within.is_empty() {
        within.extend(paths.iter().map(|path| path.as_ref().to_owned()));
    }
    if within.is_empty() {
        within.push(EVERYTHING.to_owned());
    }
    let except = globs(item, "except")?;
    let except = except.iter().map(|glob| format!(":(exclude){glob}"));
    Ok(Check {
        number,
        rule,
        within,
        except: except.collect(),
    })
}

/// The regular expression of a rule.
fn pattern_of(key: &str, value: &Value) -> Result<String, String> {
    let Value::String(pattern) = value else {
        return Err(format!("'{key}' is not a text"));
    };
    if pattern.trim().is_empty() {
        return Err(format!("'{key}' is empty"));
    }
    if pattern.len() > PATTERN {
        return Err(format!("'{key}' has over {PATTERN} bytes"));
    }
    match scan::expression(pattern) {
        // Many lines of a drawing; the last one says what is wrong.
        Err(error) => {
            let error = error.to_string();
            let last = error.lines().last().unwrap_or_default();
            let last = last.trim_start_matches("error: ");
            Err(format!("'{key}' is not a regular expression: {last}"))
        }
        Ok(expression) if expression.is_match(b"") => {
            Err(format!("'{key}' matches every line, also an empty one"))
        }
        Ok(_) => Ok(pattern.clone()),
    }
}

/// A list of globs, or one of them.
fn globs(item: &Map<String, Value>, key: &str) -> Result<Vec<String>, String> {
    let values = match item.get(key) {
        None => return Ok(Vec::new()),
        Some(Value::Array(values)) => values.as_slice(),
        Some(value) => std::slice::from_ref(value),
    };
    if values.len() > GLOBS {
        return Err(format!("'{key}' has over {GLOBS} paths"));
    }
    let mut globs = Vec::with_capacity(values.len());
    for value in values {
        match value.as_str() {
            Some(glob)
                if Pathspec::parse(glob).is_valid() && !Pathspec::parse(glob).is_exclude() =>
            {
                globs.push(glob.to_owned());
            }
            _ => {
                return Err(format!(
                    "'{key}' has a value that is not a path or glob: {value}"
                ));
            }
        }
    }
    Ok(globs)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [&str; 0] = [];

    fn broken(checks: &str) -> String {
        let found = Checks::of(Some(&format!("{{\"checks\":{checks}}}")), &NONE);
        assert!(found.good.is_empty(), "{checks}");
        found.broken[0].reason.clone()
    }

    #[test]
    fn a_check_is_about_its_own_files_then_the_records_then_all() {
        let own =
            r#"{"checks":[{"forbid":"a","in":["src/**"],"except":"src/b/**"},{"require":"b"}]}"#;
        let checks = Checks::of(Some(own), &["lib/**"]).good;
        let covers = |nth: usize, path: &str| checks[nth].coverage().covers(path);
        assert!(covers(0, "src/a/x.rs") && !covers(0, "src/b/x.rs") && !covers(0, "lib/x.rs"));
        assert!(covers(1, "lib/x.rs") && !covers(1, "src/a/x.rs"));
        let checks = Checks::of(Some(own), &NONE).good;
        assert!(checks[1].coverage().covers("any/where/x.rs"));
        assert_eq!((checks[0].number, checks[1].number), (1, 2));
    }

    #[test]
    fn a_check_that_cannot_be_run_says_why() {
        for (checks, expected) in [
            ("\"x\"", "'checks' is not a list"),
            ("[\"x\"]", "it is not a mapping of keys to values"),
            (
                "[{\"in\":[\"a\"]}]",
                "it needs one of 'forbid' and 'require'",
            ),
            (
                "[{\"forbid\":\"a\",\"require\":\"b\"}]",
                "it needs one of 'forbid' and 'require'",
            ),
            (
                "[{\"forbid\":\"a\",\"on\":\"b\"}]",
                "unknown key 'on'; known are forbid, require, in, except",
            ),
            ("[{\"forbid\":7}]", "'forbid' is not a text"),
            ("[{\"forbid\":\" \"}]", "'forbid' is empty"),
            (
                "[{\"forbid\":\"a*\"}]",
                "'forbid' matches every line, also an empty one",
            ),
            (
                "[{\"require\":\"(\"}]",
                "'require' is not a regular expression: unclosed group",
            ),
            (
                "[{\"forbid\":\"a\",\"in\":[7]}]",
                "'in' has a value that is not a path or glob: 7",
            ),
            (
                "[{\"forbid\":\"a\",\"in\":\":!b\"}]",
                "'in' has a value that is not a path or glob: \":!b\"",
            ),
        ] {
            assert_eq!(broken(checks), expected, "{checks}");
        }
        let large = broken("[{\"forbid\":\"(a{1000}){1000}\"}]");
        assert!(large.contains("exceeds size limit"), "{large}");
    }

    #[test]
    fn more_checks_than_a_record_may_have_are_named() {
        let many = vec![r#"{"forbid":"a"}"#; MOST + 1].join(",");
        let checks = Checks::of(Some(&format!("{{\"checks\":[{many}]}}")), &NONE);
        assert_eq!(checks.good.len(), MOST);
        assert_eq!(
            checks.broken[0].reason,
            "101 checks; the first 100 are read"
        );
    }
}
