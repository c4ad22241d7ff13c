//! The answer of a server of embeddings, which may be anything.

use serde::Deserialize;
use serde_json::Value;

use super::Fault;
use git_memory_guard::redact;
use git_memory_meaning::Vector;
use git_memory_text::limits;
use git_memory_text::{one_line, visible_line};

/// Characters of a name or message of the server's that are shown.
const SHOWN: usize = 160;

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    model: Option<String>,
    data: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    index: Option<usize>,
    /// Some programs write `null` for a number that is none. One that is too large for a vector is
    /// a number still.
    embedding: Vec<Option<f64>>,
}

/// The name of the model, where the answer has one, and a vector for each of so many texts.
pub(super) fn read(answer: &[u8], texts: usize) -> Result<(Option<String>, Vec<Vector>), Fault> {
    let mut answer: Answer = serde_json::from_slice(answer).map_err(|_| other(answer))?;
    if answer.data.len() != texts {
        let got = answer.data.len();
        return Err(Fault::Count { asked: texts, got });
    }
    if answer.data.iter().all(|row| row.index.is_some()) {
        answer.data.sort_by_key(|row| row.index);
    }
    let mut vectors = Vec::with_capacity(texts);
    let length = answer.data.first().map_or(0, |row| row.embedding.len());
    for Row { embedding, .. } in &answer.data {
        match embedding.len() {
            it if it != length => return Err(Fault::Lengths(length, it)),
            0 => return Err(Fault::Other),
            it if it > limits::VECTOR_NUMBERS => return Err(Fault::TooLong(it)),
            _ => vectors.push(vector(embedding).ok_or(Fault::NoNumber)?),
        }
    }
    let name = answer.model.map(|name| shown(&name));
    Ok((name.filter(|name| !name.is_empty()), vectors))
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a number that is too large is not finite then"
)]
fn vector(numbers: &[Option<f64>]) -> Option<Vector> {
    let numbers = numbers.iter().map(|number| number.map(|it| it as f32));
    let numbers = numbers.collect::<Option<Vec<f32>>>()?;
    let is_finite = numbers.iter().all(|it| it.is_finite());
    is_finite.then(|| Vector::of(&numbers))
}

/// The fault of an answer that cannot be read.
fn other(answer: &[u8]) -> Fault {
    let text = String::from_utf8_lossy(answer);
    let is_json = serde_json::from_slice::<Value>(answer).is_ok();
    if text.trim_start().starts_with('<') {
        Fault::Page
    } else if !is_json && (text.contains("NaN") || text.contains("Infinity")) {
        // Python writes such numbers, which JSON does not have.
        Fault::NoNumber
    } else if let Some(message) = message(answer) {
        Fault::Status {
            status: 200,
            message: Some(message),
        }
    } else {
        Fault::Other
    }
}

/// The message of an answer that has no vectors: `{"error": {"message": …}}` and its relatives.
pub(super) fn message(answer: &[u8]) -> Option<String> {
    let answer: Value = serde_json::from_slice(answer).ok()?;
    let error = answer.get("error").unwrap_or(&answer);
    let fields = ["message", "detail"].map(|name| error.get(name));
    let texts = fields.into_iter().flatten().chain([error]);
    let text = texts.into_iter().find_map(Value::as_str)?;
    Some(shown(text))
}

/// A text of the server's as one short line, without secrets: it may repeat what it was asked.
fn shown(text: &str) -> String {
    let text = redact(text);
    visible_line(&one_line(text.as_str(), SHOWN)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(answer: &str) -> String {
        match read(answer.as_bytes(), 2) {
            Ok((name, vectors)) => format!("{name:?} {}", vectors.len()),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn an_answer_is_two_vectors_or_a_fault_with_a_name() {
        let rows = |one: &str, two: &str| {
            format!(r#"{{"data":[{{"embedding":[{one}]}},{{"embedding":[{two}]}}],"model":"m"}}"#)
        };
        let long = vec!["1"; limits::VECTOR_NUMBERS + 1].join(",");
        for (answer, wanted) in [
            (rows("1,2", "0.5,-3e-2"), "Some(\"m\") 2"),
            (rows("1", "2,3"), "its vectors have 1 and 2 numbers"),
            (rows("", ""), "it answered with something else"),
            (
                rows("1", "null"),
                "a vector has a number that is not finite",
            ),
            (rows("1", "NaN"), "a vector has a number that is not finite"),
            (
                rows("1", "1e39"),
                "a vector has a number that is not finite",
            ),
            (
                rows(&long, &long),
                "its vectors have 4097 numbers, limit 4096",
            ),
            (
                r#"{"data":[]}"#.to_owned(),
                "its answer has 0 vectors for 2 texts",
            ),
            ("<html>".to_owned(), "it answered with a web page"),
            ("[1]".to_owned(), "it answered with something else"),
            (
                r#"{"error":{"message":"no\nmodel"}}"#.to_owned(),
                "it answered with status 200: no model",
            ),
            (
                r#"{"error":"busy"}"#.to_owned(),
                "it answered with status 200: busy",
            ),
        ] {
            let told = told(&answer);
            assert!(told.starts_with(wanted), "{answer:.80}: {told}");
        }
    }

    #[test]
    fn vectors_are_in_the_order_of_the_texts() {
        let answer = r#"{"data":[{"index":1,"embedding":[0,1]},{"index":0,"embedding":[1,0]}]}"#;
        let (name, vectors) = read(answer.as_bytes(), 2).unwrap();
        assert_eq!(name, None);
        assert_eq!(vectors, [Vector::of(&[1.0, 0.0]), Vector::of(&[0.0, 1.0])]);
    }
}
