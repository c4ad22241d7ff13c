//! The documents that the program keeps for others to read: their names and schemas.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use git_memory_policy::project::{DirectoryMap, ProjectIndex, StackProfile};

/// A document of the project index.
pub struct Document {
    /// The name of its file.
    pub name: &'static str,
    /// Its JSON Schema (draft 2020-12).
    pub schema: fn() -> Schema,
}

const fn document<T: JsonSchema>(name: &'static str) -> Document {
    let schema = schema_of::<T>;
    Document { name, schema }
}

fn schema_of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12();
    settings.into_generator().into_root_schema_for::<T>()
}

/// The documents, as the project index has them.
pub static DOCUMENTS: [Document; 3] = [
    document::<StackProfile>("stack-profile.v1.json"),
    document::<DirectoryMap>("directory-map.v1.json"),
    document::<ProjectIndex>("project-index.v1.json"),
];
