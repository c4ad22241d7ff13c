//! Query parameters as a question: the schema of the question says what each of them is.

use schemars::Schema;
use serde_json::{Map, Value};

use git_memory_app::wire::OF_PATHS;
use git_memory_app::workspace::Error;
use git_memory_text::visible;

/// The question that a query string asks. A list is given by a parameter that is repeated, or, but
/// for paths, by one with commas; a switch by `true` or `false`, or by its name alone.
///
/// # Errors
/// [`Error::BadValue`] for a parameter that the question does not have, one that is given twice,
/// and a value of another type.
pub(super) fn question(query: &str, schema: &Schema) -> Result<Map<String, Value>, Error> {
    let mut question = Map::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let property = schema.get("properties").and_then(|all| all.get(&*name));
        let Some(property) = property else {
            return Err(unknown(&name, schema));
        };
        if is(property, "array") {
            let list = question
                .entry(&*name)
                .or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(list) = list {
                let is_whole = OF_PATHS.contains(&&*name);
                let parts = value.split(|letter| letter == ',' && !is_whole);
                // A path that is empty is none, and is said to be none.
                let parts = parts.filter(|part| is_whole || !part.is_empty());
                list.extend(parts.map(|part| Value::String(part.to_owned())));
            }
            continue;
        }
        let value = single(property, &value).ok_or_else(|| {
            let (name, value) = (visible(&name), visible(&value));
            Error::BadValue(format!("'{value}' is not a value of '{name}'"))
        })?;
        if question.insert(name.to_string(), value).is_some() {
            let name = visible(&name);
            return Err(Error::BadValue(format!("'{name}' is given twice")));
        }
    }
    Ok(question)
}

/// The error for a parameter that a question does not have, with those that it has.
fn unknown(name: &str, schema: &Schema) -> Error {
    let known = schema.get("properties").and_then(Value::as_object);
    let known: Vec<&str> = known
        .into_iter()
        .flatten()
        .map(|(name, _)| name.as_str())
        .collect();
    Error::BadValue(format!(
        "there is no parameter '{}'; there are: {} (see /openapi.json)",
        visible(name),
        known.join(", ")
    ))
}

/// A value as its property's type has it.
fn single(property: &Value, value: &str) -> Option<Value> {
    if is(property, "boolean") {
        return match value {
            "" | "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        };
    }
    if is(property, "integer") {
        return value.parse::<u64>().ok().map(Value::from);
    }
    Some(Value::String(value.to_owned()))
}

/// True if a property may be of a type.
fn is(property: &Value, name: &str) -> bool {
    match property.get("type") {
        Some(Value::String(only)) => only == name,
        Some(Value::Array(all)) => all.iter().any(|one| one == name),
        _ => false,
    }
}
