//! The frame of every answer: the version of the answers, then the answer's own keys; and the one
//! way in which every door writes it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::workspace::Redaction;
use git_memory_text::first_hidden;

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

/// Texts of an answer that may contain a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// Any of its texts.
    Unknown,
    /// Clean already: only the question may come back in it, in another spelling.
    Clean,
}

/// Returns an answer as one line of JSON without secrets, with its line end: the same bytes through
/// every door. For a reader at a terminal it `is_indented`.
pub fn document(
    redaction: &Redaction,
    answer: impl Serialize,
    texts: Texts,
    is_indented: bool,
) -> Result<String, serde_json::Error> {
    let document = JsonDocument::new(answer);
    let document = if is_indented {
        serde_json::to_string_pretty(&document)?
    } else {
        serde_json::to_string(&document)?
    };
    // Before the rest is escaped: an invisible character inside of a secret must not hide it.
    let redacted = match texts {
        Texts::Unknown => redaction.json(&document),
        Texts::Clean => redaction.json_of_clean(&document),
    };
    let mut line = escaped(&redacted);
    line.push('\n');
    Ok(line)
}

/// A document with the characters escaped that could hide in what shows it.
#[must_use]
pub fn escaped(document: &str) -> String {
    let mut escaped = String::with_capacity(document.len());
    // An escape of JSON has 16 bits, so a letter beyond those needs two.
    let mut units = [0; 2];
    let mut rest = document;
    while let Some(at) = first_hidden(rest) {
        let (shown, hidden) = rest.split_at(at);
        escaped.push_str(shown);
        let mut letters = hidden.chars();
        if let Some(letter) = letters.next() {
            for unit in letter.encode_utf16(&mut units) {
                escaped.extend([format!("\\u{unit:04x}")]);
            }
        }
        rest = letters.as_str();
    }
    escaped.push_str(rest);
    escaped
}
