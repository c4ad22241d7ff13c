//! The frame of every answer: the version of the answers, then the answer's own keys.

use schemars::JsonSchema;
use serde::Serialize;

use crate::domain::text::is_hidden;

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

/// A document with the characters escaped that could hide in what shows it.
#[must_use]
pub fn escaped(document: &str) -> String {
    let mut escaped = String::with_capacity(document.len());
    // An escape of JSON has 16 bits, so a letter beyond those needs two.
    let mut units = [0; 2];
    for letter in document.chars() {
        if letter != '\n' && is_hidden(letter) {
            for unit in letter.encode_utf16(&mut units) {
                escaped.extend([format!("\\u{unit:04x}")]);
            }
        } else {
            escaped.push(letter);
        }
    }
    escaped
}
