//! The description of the routes (`OpenAPI` 3.1, spec.openapis.org).
//!
//! It is a file, which a test makes from the wire's schemas: the schemas of all answers are a
//! fiftieth of a program that has them, and reviewers see what changes for clients.

/// The document.
pub(super) const DOCUMENT: &str = include_str!("../../../docs/schemas/openapi.json");

#[cfg(test)]
mod tests {
    use std::fs;

    use schemars::Schema;
    use schemars::generate::SchemaSettings;
    use serde_json::{Map, Value, json};

    use super::DOCUMENT;
    use crate::routes::{ROUTES, Route};
    use git_memory_app::verbs::answers;
    use git_memory_app::wire::{ErrorAnswer, JsonDocument};

    /// Path of the parts of schemas.
    const PARTS: &str = "/components/schemas";
    /// How many levels of objects have a line for each value: so each address and each part has one.
    const LEVELS: usize = 3;

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "a test is told by the environment to write the file anew"
    )]
    fn it_is_what_the_wire_says() {
        let mut made = String::new();
        write(&mut made, &document(), LEVELS);
        made.push('\n');
        if std::env::var_os("GIT_MEMORY_UPDATE_DOCS").is_some() {
            let path = concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../docs/schemas/openapi.json"
            );
            fs::write(path, made).unwrap();
        } else {
            assert!(
                made == DOCUMENT,
                "docs/schemas/openapi.json is not what the wire says: \
                 GIT_MEMORY_UPDATE_DOCS=1 cargo test --lib openapi"
            );
        }
    }

    fn write(text: &mut String, value: &Value, levels: usize) {
        let Some(object) = value.as_object().filter(|_| levels > 0) else {
            text.push_str(&value.to_string());
            return;
        };
        let mut before = "{\n";
        for (key, value) in object {
            text.push_str(before);
            text.push_str(&json!(key).to_string());
            text.push(':');
            write(text, value, levels - 1);
            before = ",\n";
        }
        text.push('}');
    }

    fn document() -> Value {
        let mut settings = SchemaSettings::draft2020_12().for_serialize();
        settings.definitions_path = PARTS.into();
        settings.meta_schema = None;
        let mut generator = settings.into_generator();
        let failure = generator.subschema_for::<JsonDocument<ErrorAnswer>>();
        let mut paths = Map::new();
        let answers = answers(&mut generator);
        for (route, answer) in ROUTES.iter().zip(&answers) {
            let path = route.verb.path.replace("{*", "{");
            let item = paths.entry(path).or_insert_with(|| json!({}));
            let method = if route.verb.writes { "post" } else { "get" };
            item[method] = operation(route, answer, &failure);
        }
        let schemas = generator.take_definitions(true);
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "git-memory",
                "version": env!("CARGO_PKG_VERSION"),
                "description": env!("CARGO_PKG_DESCRIPTION"),
            },
            "security": [{"token": []}],
            "paths": paths,
            "components": {
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
                "schemas": schemas,
            },
        })
    }

    /// Returns the description of what one route takes and gives.
    fn operation(route: &Route, answer: &Schema, failure: &Schema) -> Value {
        let question = route.schema().as_value();
        let mut operation = json!({
            "summary": route.verb.about,
            "responses": {
                "200": response("The answer", answer),
                "default": response("Why there is none", failure),
            },
        });
        let in_path = route.key();
        let mut parameters = Vec::new();
        if let Some(name) = in_path {
            let schema = json!({"type": "string"});
            parameters
                .push(json!({"name": name, "in": "path", "required": true, "schema": schema}));
        }
        if route.verb.writes {
            operation["requestBody"] = json!({
                "required": true,
                "content": {"application/json": {"schema": question}},
            });
        } else {
            for (name, schema) in question["properties"].as_object().into_iter().flatten() {
                if in_path != Some(name.as_str()) {
                    parameters.push(parameter(name, schema, question));
                }
            }
        }
        if !parameters.is_empty() {
            operation["parameters"] = Value::Array(parameters);
        }
        operation
    }

    fn parameter(name: &str, schema: &Value, question: &Value) -> Value {
        let mut required = question["required"].as_array().into_iter().flatten();
        let mut parameter = json!({
            "name": name,
            "in": "query",
            "required": required.any(|it| it == name),
            "schema": schema,
        });
        if let Some(about) = schema.get("description") {
            parameter["description"] = about.clone();
        }
        parameter
    }

    fn response(about: &str, schema: &Schema) -> Value {
        json!({
            "description": about,
            "content": {"application/json": {"schema": schema}},
        })
    }
}
