//! Reads one check from front matter.

use serde_json::{Map, Value};

use super::{Check, Rule, scan};
use git_memory_text::limits::PATTERN_BYTES;
use git_memory_text::limits::PATTERN_PATHS;
use git_memory_text::pathspec::Pathspec;

/// Files that a check without `in` is about.
const EVERYTHING: &str = "*";
/// The keys that declare rules.
const RULES: [&str; 5] = [
    "forbid",
    "require",
    "forbid-code",
    "forbid-dependency",
    "command",
];

/// Reads a check; the paths of its record stand for `in` where it has none.
///
/// # Errors
/// Why it cannot be run, in one line.
pub(super) fn read(
    number: usize,
    item: &Value,
    paths: &[impl AsRef<str>],
) -> Result<Check, String> {
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
    if text.len() > PATTERN_BYTES {
        return Err(format!("'{key}' has over {PATTERN_BYTES} bytes"));
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
    if values.len() > PATTERN_PATHS {
        return Err(format!("'{key}' has over {PATTERN_PATHS} paths"));
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
