//! The front matter of a page, in each form that other programs write: YAML, two blocks of YAML as
//! programs leave them that do not see each other's, and TOML between `+++` lines.

use std::ops::Range;

use serde_yaml::{Mapping, Value};

use super::front_matter::parse;
use crate::record::fault::{Code, Fault, position};
use crate::record::front_matter::{self, mapping, without_bom};

/// The values of a page's front matter, and the text after it.
#[derive(Debug, Default)]
pub struct Front<'a> {
    /// Keys and values; those of the first block count before those of the second.
    pub values: Mapping,
    /// The blocks of YAML, as written.
    pub yaml: Vec<&'a str>,
    /// Everything after the front matter.
    pub body: &'a str,
    /// Whatever is wrong with it.
    pub fault: Option<Fault>,
}

impl Front<'_> {
    /// The reason why its values are not known, if they cannot be read.
    #[must_use]
    pub fn unread(&self) -> Option<String> {
        let fault = self.fault.as_ref()?;
        (fault.code == Code::UnreadKeys).then(|| {
            let message = fault.message.as_str();
            message.trim_start_matches("the front matter: ").to_owned()
        })
    }
}

/// Parts a text at its front matter, and reads that.
#[must_use]
pub fn front(text: &str) -> Front<'_> {
    if let Some((toml, body)) = toml_block(text) {
        return match toml_values(&text[toml]) {
            Ok(values) => Front {
                values,
                body,
                ..Front::default()
            },
            Err(message) => Front {
                body,
                fault: Some(Fault::at(
                    Code::UnreadKeys,
                    (1, 1),
                    format!("the front matter: {message}"),
                )),
                ..Front::default()
            },
        };
    }
    let parts = match front_matter::split(text) {
        Ok(parts) => parts,
        Err(fault) => {
            // A line of dashes at the beginning of a text is a rule, as Markdown has it.
            let is_too_long = fault.code == Code::BadYaml;
            let fault = Fault {
                code: Code::UnreadKeys,
                ..fault
            };
            return Front {
                body: without_bom(text),
                fault: is_too_long.then_some(fault),
                ..Front::default()
            };
        }
    };
    let yaml = &text[parts.yaml.clone()];
    // Other readers are less strict, so a mistake in it was not noticed.
    let (values, fault) = match mapping(text, &parts) {
        Ok(values) => (values, None),
        Err(fault) => match parse(yaml) {
            Ok(values) => (values, None),
            Err(message) => {
                let message = format!("the front matter: {message}");
                let fault = Fault {
                    code: Code::UnreadKeys,
                    message,
                    ..fault
                };
                (Mapping::new(), Some(fault))
            }
        },
    };
    let front = Front {
        values,
        yaml: vec![yaml],
        body: &text[parts.body.clone()],
        fault,
    };
    with_second(text, front)
}

/// Front matter with the values of a second block that follows at once, as far as the first one
/// lacks them.
fn with_second<'a>(text: &'a str, front: Front<'a>) -> Front<'a> {
    let rest = front.body.trim_start();
    if !rest.starts_with("---") {
        return front;
    }
    let Ok(parts) = front_matter::split(rest) else {
        return front;
    };
    let second = match parse(&rest[parts.yaml.clone()]) {
        Ok(second) if !second.is_empty() => second,
        // Text between two rules.
        _ => return front,
    };
    let (mut values, mut yaml) = (front.values, front.yaml);
    yaml.push(&rest[parts.yaml.clone()]);
    for (key, value) in second {
        if values.get(&key).is_none_or(Value::is_null) {
            values.insert(key, value);
        }
    }
    let at = position(text, text.len() - rest.len());
    let message = "a second front matter follows the first one; the keys of both are read";
    Front {
        values,
        yaml,
        body: &rest[parts.body],
        fault: front
            .fault
            .or(Some(Fault::at(Code::SecondFrontMatter, at, message))),
    }
}

/// The place of the TOML between `+++` lines that a text begins with, and the text after it.
pub(super) fn toml_block(text: &str) -> Option<(Range<usize>, &str)> {
    let (first, rest) = without_bom(text).split_once('\n')?;
    if first.trim_end() != "+++" {
        return None;
    }
    let start = text.len() - rest.len();
    let mut at = start;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "+++" {
            return Some((start..at, &text[at + line.len()..]));
        }
        at += line.len();
    }
    None
}

/// The values of TOML, or what is wrong with it.
pub(super) fn toml_values(text: &str) -> Result<Mapping, String> {
    match toml::from_str(text) {
        Ok(table) => Ok(table_values(table)),
        Err(error) => Err(error
            .message()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned()),
    }
}

fn table_values(table: toml::Table) -> Mapping {
    let mut values = Mapping::new();
    for (key, value) in table {
        values.insert(Value::String(key), toml_value(value));
    }
    values
}

fn toml_value(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => Value::Number(number.into()),
        toml::Value::Float(number) => Value::Number(number.into()),
        toml::Value::Boolean(truth) => Value::Bool(truth),
        toml::Value::Datetime(moment) => Value::String(moment.to_string()),
        toml::Value::Array(items) => Value::Sequence(items.into_iter().map(toml_value).collect()),
        toml::Value::Table(table) => Value::Mapping(table_values(table)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, &str, Option<Code>) {
        let front = front(text);
        let mut values: Vec<String> = Vec::new();
        for (key, value) in &front.values {
            let value = crate::record::header::scalar(value).unwrap_or_default();
            values.push(format!("{}={value}", key.as_str().unwrap_or_default()));
        }
        (
            values.join(" "),
            front.body,
            front.fault.map(|fault| fault.code),
        )
    }

    #[test]
    fn each_form_of_front_matter_is_read() {
        for (text, values, body, code) in [
            ("---\na: 1.10\n---\nB", "a=1.10", "B", None),
            ("\u{feff}---\na: x: y\n---\nB", "a=x: y", "B", None),
            (
                "+++\na = \"x\"\nb = 2024-01-02\n+++\nB",
                "a=x b=2024-01-02",
                "B",
                None,
            ),
            ("+++\na = \n+++\nB", "", "B", Some(Code::UnreadKeys)),
            ("+++\na = 1\n", "", "+++\na = 1\n", None),
            ("---\na: [\n---\nB", "", "B", Some(Code::UnreadKeys)),
            ("---\nrule\n", "", "---\nrule\n", None),
            (
                "---\na: 1\nb:\n---\n\n---\na: 2\nb: 3\n---\nB",
                "a=1 b=3",
                "B",
                Some(Code::SecondFrontMatter),
            ),
            (
                "---\na: 1\n---\n---\nJust a rule.\n---\nB",
                "a=1",
                "---\nJust a rule.\n---\nB",
                None,
            ),
            ("B", "", "B", None),
        ] {
            let found = read(text);
            assert_eq!(
                (found.0.as_str(), found.1, found.2),
                (values, body, code),
                "{text}"
            );
        }
    }
}
