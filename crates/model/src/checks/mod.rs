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

pub mod old;
pub mod scan;

use serde_json::{Map, Value};

use super::record::{Header, more};
use git_memory_guard::Clean;
use git_memory_text::pathspec::{Coverage, Pathspec};

/// The key of front matter that holds checks.
pub const KEY: &str = "checks";
/// The key beside it that lets agents be denied what breaks a check.
const ENFORCE: &str = "enforce";

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

/// The keys that declare rules.
const RULES: [&str; 5] = [
    "forbid",
    "require",
    "forbid-code",
    "forbid-dependency",
    "command",
];

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
    let known = || RULES.into_iter().chain(["language", "in", "except"]);
    if let Some(other) = item.keys().find(|key| !known().any(|it| it == *key)) {
        let known: Vec<&str> = known().collect();
        return Err(format!(
            "unknown key '{other}'; known are {}",
            known.join(", ")
        ));
    }
    let rule = rule_of(item)?;
    let mut within = globs(item, "in")?;
    // The paths of a record are code, and hold no manifests.
    if within.is_empty() && !matches!(rule, Rule::ForbidDependency(_)) {
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

fn rule_of(item: &Map<String, Value>) -> Result<Rule, String> {
    let mut rules = RULES.into_iter().filter(|name| item.contains_key(*name));
    let (Some(key), None) = (rules.next(), rules.next()) else {
        let (last, others) = ("command", &RULES[..RULES.len() - 1]);
        return Err(format!("it needs one of {} and {last}", others.join(", ")));
    };
    let language = match item.get("language") {
        None => None,
        Some(_) if key != "forbid-code" => {
            return Err("'language' belongs to 'forbid-code'".to_owned());
        }
        Some(_) => Some(text_of("language", item)?),
    };
    if key == "command" && ["in", "except"].iter().any(|it| item.contains_key(*it)) {
        return Err("a command is about no files: it has no 'in' or 'except'".to_owned());
    }
    let text = text_of(key, item)?;
    Ok(match key {
        "forbid" => Rule::Forbid(expression_of(key, text)?),
        "require" => Rule::Require(expression_of(key, text)?),
        "forbid-dependency" => Rule::ForbidDependency(package_of(text)?),
        "forbid-code" => Rule::ForbidCode {
            pattern: text,
            language,
        },
        _ => Rule::Command(text),
    })
}

/// A text that is not empty, and not too long.
fn text_of(key: &str, item: &Map<String, Value>) -> Result<String, String> {
    let Some(Value::String(text)) = item.get(key) else {
        return Err(format!("'{key}' is not a text"));
    };
    if text.trim().is_empty() {
        return Err(format!("'{key}' is empty"));
    }
    if text.len() > PATTERN {
        return Err(format!("'{key}' has over {PATTERN} bytes"));
    }
    if text.contains('\0') {
        return Err(format!("'{key}' has a NUL in it"));
    }
    Ok(text.clone())
}

/// The name of a package.
fn package_of(name: String) -> Result<String, String> {
    let is_odd = |letter: char| letter.is_whitespace() || letter.is_control();
    if name.contains(is_odd) || name.chars().all(|letter| letter == '*') {
        return Err("'forbid-dependency' is not the name of a package".to_owned());
    }
    Ok(name)
}

/// The regular expression of a rule.
fn expression_of(key: &str, pattern: String) -> Result<String, String> {
    match scan::expression(&pattern) {
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
        Ok(_) => Ok(pattern),
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
                "it needs one of forbid, require, forbid-code, forbid-dependency and command",
            ),
            (
                "[{\"forbid\":\"a\",\"require\":\"b\"}]",
                "it needs one of forbid, require, forbid-code, forbid-dependency and command",
            ),
            (
                "[{\"forbid\":\"a\",\"on\":\"b\"}]",
                "unknown key 'on'; known are forbid, require, forbid-code, forbid-dependency, \
                 command, language, in, except",
            ),
            (
                "[{\"forbid\":\"a\",\"language\":\"rust\"}]",
                "'language' belongs to 'forbid-code'",
            ),
            (
                "[{\"forbid-dependency\":\"a b\"}]",
                "'forbid-dependency' is not the name of a package",
            ),
            (
                "[{\"command\":\"a\",\"in\":\"src\"}]",
                "a command is about no files: it has no 'in' or 'except'",
            ),
            ("[{\"forbid-code\":\"\"}]", "'forbid-code' is empty"),
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
