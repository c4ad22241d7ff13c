//! The keys of front matter that no field of a header holds: those of one kind, of an import, and
//! of the team's own. Answers for programs carry them as JSON.

use serde_json::{Map, Value as Json};
use serde_yaml::{Mapping, Value};

use super::RecordId;
use super::header::scalar;
use crate::keys::{self, Key};
use git_memory_guard::{Clean, Guard};

/// The keys that a header has fields for.
const HELD: [&Key; 14] = [
    &keys::ID,
    &keys::TITLE,
    &keys::DESCRIPTION,
    &keys::STATUS,
    &keys::SCOPE,
    &keys::CATEGORY,
    &keys::TAGS,
    &keys::PATHS,
    &keys::SOURCE,
    &keys::CREATED,
    &keys::UPDATED,
    &keys::SUPERSEDES,
    &keys::SUPERSEDED_BY,
    &keys::RELATED,
];

// In bytes. Front matter has at most 16 KiB: only repeated aliases of one long value, which YAML
// allows, come to more.
const LIMIT: usize = 64 << 10;

/// The other keys with their values, as the text of a JSON object; `None` if there are none.
/// The guard takes secrets out.
pub(super) fn more(guard: &Guard, values: &Mapping) -> Option<Clean> {
    let mut more = Map::new();
    for (key, value) in values {
        let Some(name) = scalar(key) else { continue };
        let is_held = HELD.iter().any(|held| held.names().any(|own| own == name));
        if !is_held && !is_own_type(values, &name, value) {
            more.insert(clean(guard, &name), json(guard, value));
        }
    }
    if more.is_empty() {
        return None;
    }
    let text = Json::Object(more).to_string();
    // Once more as a whole: a key and its value may be a secret together.
    (text.len() <= LIMIT).then(|| guard.redact(&text))
}

/// True if a key only repeats the kind of one of our records.
fn is_own_type(values: &Mapping, name: &str, value: &Value) -> bool {
    if name != keys::TYPE.name {
        return false;
    }
    let id = values.get(keys::ID.name).and_then(Value::as_str);
    let id: Option<RecordId> = id.and_then(|id| id.parse().ok());
    match (id.and_then(|id| id.kind()), value.as_str()) {
        (Some(kind), Some(said)) => said == kind.type_name(),
        _ => false,
    }
}

/// The keys that `more` wrote, as a JSON object.
#[must_use]
pub fn read(text: &str) -> Map<String, Json> {
    match serde_json::from_str(text) {
        Ok(Json::Object(map)) => map,
        // A mark in place of a secret may have removed a quotation mark, too. A text that cannot be
        // parsed is better than none.
        _ => Map::from_iter([("unreadable".to_owned(), Json::from(text))]),
    }
}

fn json(guard: &Guard, value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(truth) => Json::from(*truth),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(number), ..) => Json::from(number),
            (_, Some(number), _) => Json::from(number),
            // JSON has no infinity.
            (.., Some(number)) if number.is_finite() => Json::from(number),
            _ => Json::from(number.to_string()),
        },
        Value::String(text) => Json::from(clean(guard, text)),
        Value::Sequence(items) => {
            let items = items.iter().map(|item| json(guard, item));
            Json::Array(items.collect())
        }
        Value::Mapping(mapping) => {
            let mut map = Map::new();
            for (key, value) in mapping {
                // A list as a key has no form in JSON.
                if let Some(name) = scalar(key) {
                    map.insert(clean(guard, &name), json(guard, value));
                }
            }
            Json::Object(map)
        }
        // Tags are instructions to other programs' readers.
        Value::Tagged(tagged) => json(guard, &tagged.value),
    }
}

fn clean(guard: &Guard, text: &str) -> String {
    guard.redact(text).into_string()
}
