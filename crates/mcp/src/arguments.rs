//! The arguments of a call as the tool's schema has them. Clients send lists, objects, numbers and
//! switches as JSON text some of the time, one text for a list of texts, and a count as a float: all
//! of that is taken. A text stays as it is where the schema has a text.

use serde_json::{Map, Number, Value};

use git_memory_app::wire::OF_PATHS;
use git_memory_app::workspace::Error;

/// The arguments that every tool takes, beside its question.
pub(crate) const WORKSPACE: &str = "workspace";
/// The workspace that stands for all repositories that the person has listed.
pub(crate) const EVERYWHERE: &str = "*";
pub(crate) const MAX_TOKENS: &str = "max_tokens";
pub(crate) const DETAILS: &str = "details";

/// Maximum size of an answer where a call names none, in tokens as estimated.
pub(crate) const TOKENS: usize = 1500;
/// Above this a float need not be the number that was meant.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Arguments that any tool takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Common {
    /// The folder whose repository is meant, where one is named.
    pub(crate) folder: Option<String>,
    /// Maximum size of the answer, in tokens as estimated.
    pub(crate) tokens: usize,
    /// True if the answer has what programs need, too.
    pub(crate) has_details: bool,
}

/// The arguments with each value as its property's schema has it. One that is null is left out, as
/// models fill in every property; one that fits no reading stays, and the question refuses it.
pub(crate) fn coerced(arguments: Map<String, Value>, schema: &Value) -> Map<String, Value> {
    let mut fitting = Map::new();
    for (name, value) in arguments {
        if value.is_null() {
            continue;
        }
        let value = match schema["properties"].get(&name) {
            Some(property) => read(&name, value, property),
            None => value,
        };
        fitting.insert(name, value);
    }
    fitting
}

/// Takes what every tool is asked out of a call's arguments.
///
/// # Errors
/// [`Error::BadValue`] for a value of another type.
pub(crate) fn take_common(arguments: &mut Map<String, Value>) -> Result<Common, Error> {
    let bad = |name: &str, what: &str| Err(Error::BadValue(format!("'{name}' is {what}")));
    let folder = match arguments.remove(WORKSPACE) {
        None => None,
        Some(Value::String(folder)) => Some(folder).filter(|folder| !folder.is_empty()),
        Some(_) => return bad(WORKSPACE, "the path of a folder"),
    };
    let tokens = match arguments.remove(MAX_TOKENS) {
        None => TOKENS,
        Some(count) => match count.as_u64().map(usize::try_from) {
            Some(Ok(tokens)) => tokens,
            _ => return bad(MAX_TOKENS, "a whole number"),
        },
    };
    let has_details = match arguments.remove(DETAILS) {
        None => false,
        Some(Value::Bool(has_details)) => has_details,
        Some(_) => return bad(DETAILS, "true or false"),
    };
    Ok(Common {
        folder,
        tokens,
        has_details,
    })
}

/// A value as its schema has it.
fn read(name: &str, value: Value, schema: &Value) -> Value {
    let kind = schema["type"].as_str().unwrap_or_default();
    let read = match (&value, kind) {
        (Value::String(text), "array") => list(name, text),
        (Value::String(text), "object") => match serde_json::from_str(text) {
            Ok(Value::Object(object)) => Some(Value::Object(object)),
            _ => None,
        },
        (Value::String(text), "boolean") => switch(text.trim()),
        (Value::String(text), "integer") => match serde_json::from_str(text.trim()) {
            Ok(number) => whole(&number),
            Err(_) => None,
        },
        (Value::Number(number), "integer") => whole(number),
        _ => None,
    };
    read.unwrap_or(value)
}

/// A list of texts: JSON, or one text; with commas in it several, but for paths.
fn list(name: &str, text: &str) -> Option<Value> {
    let parsed: Result<Vec<String>, _> = serde_json::from_str(text);
    if let Ok(items) = parsed {
        return Some(items.into());
    }
    let text = text.trim();
    if OF_PATHS.contains(&name) {
        let paths: Vec<&str> = Some(text)
            .filter(|text| !text.is_empty())
            .into_iter()
            .collect();
        return Some(paths.into());
    }
    // A list as another language writes it is none of ours.
    if text.starts_with('[') {
        return None;
    }
    let parts = text.split(',').map(str::trim);
    Some(parts.filter(|part| !part.is_empty()).collect())
}

fn switch(text: &str) -> Option<Value> {
    let is_on = text.eq_ignore_ascii_case("true");
    (is_on || text.eq_ignore_ascii_case("false")).then_some(Value::Bool(is_on))
}

/// A count that was written as a float.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is a whole number in range"
)]
fn whole(number: &Number) -> Option<Value> {
    if number.is_u64() {
        return Some(Value::Number(number.clone()));
    }
    let float = number.as_f64()?;
    let is_count = float.fract() == 0.0 && (0.0..=EXACT).contains(&float);
    is_count.then(|| Value::from(float as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::of_question;
    use git_memory_app::verbs::{RECALL, Verb, WRITE};
    use serde_json::json;

    fn taken(verb: &Verb, arguments: &Value) -> Value {
        let arguments = arguments.as_object().unwrap().clone();
        Value::Object(coerced(arguments, &of_question((verb.question)())))
    }

    /// Arguments in one form and in the other.
    fn each(rows: &[(&str, &str)], verb: &Verb) {
        for (sent, expected) in rows {
            let [sent, expected]: [Value; 2] =
                [sent, expected].map(|json| serde_json::from_str(json).unwrap());
            assert_eq!(taken(verb, &sent), expected, "{sent}");
        }
    }

    /// Arguments of `memory_write`, and what each is read as.
    const WRITTEN: [(&str, &str); 9] = [
        (
            r#"{"tags": "[\"net\", \"a,b\"]"}"#,
            r#"{"tags": ["net", "a,b"]}"#,
        ),
        (
            r#"{"tags": "net, retry,"}"#,
            r#"{"tags": ["net", "retry"]}"#,
        ),
        (r#"{"tags": ""}"#, r#"{"tags": []}"#),
        (r#"{"paths": "src/a,b.c"}"#, r#"{"paths": ["src/a,b.c"]}"#),
        (r#"{"paths": "[ab].rs"}"#, r#"{"paths": ["[ab].rs"]}"#),
        (r#"{"paths": "[1]"}"#, r#"{"paths": ["[1]"]}"#),
        (
            r#"{"parts": "{\"why\": \"x\"}"}"#,
            r#"{"parts": {"why": "x"}}"#,
        ),
        (
            r#"{"dry_run": "true", "private": "False"}"#,
            r#"{"dry_run": true, "private": false}"#,
        ),
        (r#"{"id": null}"#, "{}"),
    ];

    /// Arguments of `memory_recall`, and what each is read as.
    const SEARCHED: [(&str, &str); 3] = [
        (r#"{"most": "2"}"#, r#"{"most": 2}"#),
        (
            r#"{"most": 300.0, "max_tokens": "3e2"}"#,
            r#"{"most": 300, "max_tokens": 300}"#,
        ),
        (
            r#"{"for": "a.c", "details": "true"}"#,
            r#"{"for": ["a.c"], "details": true}"#,
        ),
    ];

    #[test]
    fn what_comes_as_text_is_read_as_the_schema_has_it() {
        each(&WRITTEN, &WRITE);
        each(&SEARCHED, &RECALL);
    }

    #[test]
    fn a_text_and_what_has_no_reading_stay_as_they_are() {
        let deep = "[".repeat(5000);
        for same in [
            json!({"title": "[\"x\"]", "body": "123", "status": "true", "description": "{}"}),
            json!({"parts": {"decision": "[1]", "why": "true"}}),
            json!({"parts": "text", "dry_run": "yes", "tags": "['a']", "clear": 7}),
            json!({"tags": deep, "nothing_known": "[1]"}),
        ] {
            assert_eq!(taken(&WRITE, &same), same);
        }
        for same in [
            json!({"most": 1.5}),
            json!({"most": -1.0}),
            json!({"most": "ten"}),
            json!({"tier": "t1", "words": "7"}),
        ] {
            assert_eq!(taken(&RECALL, &same), same);
        }
    }
}
