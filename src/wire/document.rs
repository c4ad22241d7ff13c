//! The frame of every answer: the version of the answers, then the answer's own keys.

use schemars::JsonSchema;
use serde::Serialize;

/// The version of the answers.
const VERSION: u32 = 1;

/// One JSON document.
#[derive(Serialize, JsonSchema)]
pub struct JsonDocument<T: Serialize> {
    schema_version: u32,
    #[serde(flatten)]
    answer: T,
}

impl<T: Serialize> JsonDocument<T> {
    /// The document of an answer.
    pub fn new(answer: T) -> Self {
        Self {
            schema_version: VERSION,
            answer,
        }
    }
}
