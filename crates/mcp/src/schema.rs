//! The schemas of tools: those of the wire's types, in as few characters as say the same. Every
//! session of an agent pays for each of them.

use rmcp::model::JsonObject;
use schemars::Schema;
use serde_json::{Value, json};

use super::arguments::{DETAILS, MAX_TOKENS, WORKSPACE};

/// Keywords that a client does not need: what is said twice, what any reader expects, and what the
/// table of tools says in fewer words.
const SILENT: [&str; 6] = [
    "additionalProperties",
    "default",
    "description",
    "format",
    "minimum",
    "title",
];

/// A property of a question that is listed, and what it is; nothing where its name says that.
pub(crate) type Listed = (&'static str, &'static str);

/// The schema of a question, with what every tool is asked.
pub(crate) fn of_question(schema: Schema) -> Value {
    let mut schema = compact(schema.to_value());
    for (name, kind) in [
        (WORKSPACE, "string"),
        (MAX_TOKENS, "integer"),
        (DETAILS, "boolean"),
    ] {
        schema["properties"][name] = json!({ "type": kind });
    }
    schema
}

/// The schema of a question as far as it is listed, with the repository that may be meant.
pub(crate) fn as_listed(schema: &Value, listed: &[Listed], workspace: &str) -> JsonObject {
    let mut properties = JsonObject::new();
    for (name, about) in listed.iter().chain(&[(WORKSPACE, workspace)]) {
        // A row without its property is found by a test.
        let mut property = schema["properties"][*name].clone();
        if !about.is_empty() {
            property["description"] = json!(about);
        }
        properties.insert((*name).to_owned(), property);
    }
    let mut object = JsonObject::new();
    object.insert("type".to_owned(), json!("object"));
    object.insert("properties".to_owned(), Value::Object(properties));
    if let Some(required) = schema.get("required") {
        object.insert("required".to_owned(), required.clone());
    }
    object
}

/// The schema of every answer of a tool: an outline of the wire's own schema, which is held to it
/// by a test. The schemas of all answers would be a fiftieth of the program.
pub(crate) fn of_answer(required: &[&str]) -> JsonObject {
    let mut object = JsonObject::new();
    object.insert("type".to_owned(), json!("object"));
    object.insert("required".to_owned(), json!(required));
    object
}

fn compact(schema: Value) -> Value {
    match schema {
        Value::Object(object) => {
            let mut smaller = JsonObject::new();
            for (key, value) in object {
                // Below `properties` it is a name, and keeps its own.
                if key == "properties" {
                    smaller.insert(key, names(value));
                } else if !SILENT.contains(&key.as_str()) {
                    smaller.insert(key, compact(value));
                }
            }
            simple(smaller)
        }
        Value::Array(values) => values.into_iter().map(compact).collect(),
        other => other,
    }
}

fn names(properties: Value) -> Value {
    match properties {
        Value::Object(properties) => properties
            .into_iter()
            .map(|(name, schema)| (name, compact(schema)))
            .collect(),
        other => other,
    }
}

/// A value that need not be there is one that is left out, and a choice of words is a list of them.
fn simple(mut object: JsonObject) -> Value {
    if let Some(Value::Array(kinds)) = object.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            object.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(choices)) = object.get("anyOf") {
        let mut real = choices.iter().filter(|choice| choice["type"] != "null");
        if let (Some(Value::Object(only)), None) = (real.next(), real.next()) {
            return Value::Object(only.clone());
        }
    }
    if let Some(Value::Array(choices)) = object.remove("oneOf") {
        let mut words = Vec::new();
        for choice in &choices {
            words.push(choice["const"].clone());
        }
        object.insert("type".to_owned(), json!("string"));
        object.insert("enum".to_owned(), Value::Array(words));
    }
    Value::Object(object)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeSet;

    use schemars::JsonSchema;
    use schemars::generate::SchemaSettings;
    use serde::Serialize;
    use serde_json::{Value, json};

    use super::*;
    use git_memory_app::wire::JsonDocument;

    /// All of the wire's schema of an answer, in as few characters as say the same.
    pub(crate) fn whole<T: Serialize + JsonSchema>() -> Value {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let schema = settings
            .into_generator()
            .into_root_schema_for::<JsonDocument<T>>();
        without_words(schema.to_value())
    }

    fn without_words(schema: Value) -> Value {
        match schema {
            Value::Object(mut object) => {
                for key in ["$schema", "description", "format", "minimum", "title"] {
                    // Below `properties` it is a name, and what it names an object.
                    if object.get(key).is_some_and(|value| !value.is_object()) {
                        object.remove(key);
                    }
                }
                let parts = object.into_iter();
                let parts = parts.map(|(key, value)| (key, without_words(value)));
                Value::Object(parts.collect())
            }
            Value::Array(values) => values.into_iter().map(without_words).collect(),
            other => other,
        }
    }

    /// Returns the properties that every answer of a type has.
    pub(crate) fn always<T: Serialize + JsonSchema>() -> BTreeSet<String> {
        let mut settings = SchemaSettings::draft2020_12().for_serialize();
        settings.inline_subschemas = true;
        let schema = settings
            .into_generator()
            .into_root_schema_for::<JsonDocument<T>>();
        required(&schema.to_value())
    }

    fn required(schema: &Value) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for name in schema["required"].as_array().into_iter().flatten() {
            all.extend(name.as_str().map(str::to_owned));
        }
        for key in ["anyOf", "oneOf"] {
            // A property that one of several choices may lack is not always there.
            let mut common: Option<BTreeSet<String>> = None;
            for choice in schema[key].as_array().into_iter().flatten() {
                let own = required(choice);
                common = Some(match common {
                    None => own,
                    Some(common) => common.intersection(&own).cloned().collect(),
                });
            }
            all.extend(common.unwrap_or_default());
        }
        all
    }

    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "its schema is what is looked at")]
    struct Asked {
        /// Text about the property.
        title: Option<String>,
        tags: Vec<String>,
        most: Option<usize>,
        tier: Option<git_memory_app::records::Tier>,
        hidden: bool,
    }

    #[test]
    fn a_question_is_listed_in_few_words() {
        let listed = [
            ("title", ""),
            ("tags", "All of these"),
            ("most", ""),
            ("tier", ""),
        ];
        let mut settings = SchemaSettings::draft2020_12();
        (settings.inline_subschemas, settings.meta_schema) = (true, None);
        let question = settings.into_generator().into_root_schema_for::<Asked>();
        assert_eq!(
            Value::Object(as_listed(&of_question(question), &listed, "")),
            json!({
                "type": "object",
                "properties": {
                    "title": {"type": "string"},
                    "tags": {
                        "type": "array",
                        "items": {"type": "string"},
                        "description": "All of these",
                    },
                    "most": {"type": "integer"},
                    "tier": {"type": "string", "enum": ["t0", "t1", "t2"]},
                    "workspace": {"type": "string"},
                },
                "required": ["tags", "hidden"],
            })
        );
    }

    #[derive(Serialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "its schema is what is looked at")]
    enum Answered {
        One { id: String, path: String },
        Other { id: String, text: Option<String> },
    }

    #[test]
    fn what_one_of_several_answers_lacks_is_not_always_there() {
        let always: Vec<String> = always::<Answered>().into_iter().collect();
        assert_eq!(always, ["id", "schema_version"]);
    }
}
