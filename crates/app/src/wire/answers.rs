//! The schemas of answers. A command's file names the documents that it answers with; a test holds
//! every command to its own.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;

use super::ErrorAnswer;
use super::document::JsonDocument;

/// A command's answer.
pub struct Answered {
    /// The command, without arguments: `summary append`. The commands that add a record, one for
    /// each kind, are `add`; what only an option asks for follows it: `notes --orphans`.
    pub command: &'static str,
    /// The JSON Schema (draft 2020-12) of the document that it answers with.
    pub schema: fn() -> Schema,
}

/// The answer of a command.
#[must_use]
pub const fn answered<T: Serialize + JsonSchema>(command: &'static str) -> Answered {
    let schema = schema_of::<T>;
    Answered { command, schema }
}

fn schema_of<T: Serialize + JsonSchema>() -> Schema {
    let generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    generator.into_root_schema_for::<JsonDocument<T>>()
}

/// The schema of what any command answers when it fails.
#[must_use]
pub fn error_schema() -> Schema {
    schema_of::<ErrorAnswer>()
}
