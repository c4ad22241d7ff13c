//! The routes: each verb at its address, with its question as query parameters or, where something is
//! written, as a body of JSON.

use std::sync::{LazyLock, OnceLock};

use schemars::Schema;
use serde_json::json;

use git_memory_app::verbs::{READ, VERBS, Verb};

/// A verb as a route.
pub(super) struct Route {
    pub(super) verb: &'static Verb,
    /// The schema of its question, once it was asked for.
    schema: OnceLock<Schema>,
}

/// The key of a question that names the repository that is meant, as tools do.
pub(super) const FOLDER: &str = "workspace";
/// What the question of a record reads in the place of one.
const INSTEAD: [&str; 2] = ["topic", "user"];

/// Everything that may be asked.
pub(super) static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let verbs = VERBS.iter();
    let route = |verb: &&'static Verb| Route {
        verb,
        schema: OnceLock::new(),
    };
    verbs.map(route).collect()
});

impl Route {
    /// The key of the question that the last part of the path is.
    pub(super) fn key(&self) -> Option<&'static str> {
        let (_, last) = self.verb.path.rsplit_once('/')?;
        let name = last.strip_prefix('{')?.strip_suffix('}')?;
        Some(name.trim_start_matches('*'))
    }

    /// The schema of its question, with the folder that tools name beside it.
    pub(super) fn schema(&self) -> &Schema {
        self.schema.get_or_init(|| {
            let mut schema = (self.verb.question)();
            let properties = schema.ensure_object().entry("properties");
            let properties = properties.or_insert_with(|| json!({}));
            // The question may have it for a purpose of its own.
            if properties.get(FOLDER).is_none() {
                properties[FOLDER] = json!({
                    "type": "string",
                    "description": "A folder of the served repository",
                });
            }
            if let (true, Some(properties)) =
                (self.verb.path == READ.path, properties.as_object_mut())
            {
                properties.retain(|name, _| !INSTEAD.contains(&name.as_str()));
            }
            schema
        })
    }
}
