//! The frame of every answer: the version of the answers, then the answer's own keys.

use schemars::JsonSchema;
use serde::Serialize;

use crate::app::workspace::Redaction;
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

/// The bytes of an answer, the same at every door: one JSON document on one line, without secrets
/// and hidden characters. Agents pay for each space, and people have programs that lay it out.
///
/// # Errors
/// Where the answer cannot be written as JSON.
pub fn document(
    answer: impl Serialize,
    redaction: &Redaction<'_>,
) -> Result<String, serde_json::Error> {
    let document = serde_json::to_string(&JsonDocument::new(answer))?;
    // Before the rest is escaped: an invisible character inside of a secret must not hide it.
    Ok(escaped(&redaction.json(&document)))
}

/// The same of an answer of which every text is clean by itself.
///
/// # Errors
/// As for [`document`].
pub fn clean_document(
    answer: impl Serialize,
    redaction: &Redaction<'_>,
) -> Result<String, serde_json::Error> {
    let document = serde_json::to_string(&JsonDocument::new(answer))?;
    Ok(escaped(&redaction.json_of_clean(&document)))
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
