//! The parameters of a question in an address.

use axum::http::Uri;

use crate::reply::Failed;
use git_memory_text::date::moment_of_text;
use git_memory_text::visible;

/// The repositories that questions without a name of one are about.
const ALL: &str = "*";
/// The number of hits where a question names none.
pub const MOST: usize = 10;
/// The greatest number that may be asked for.
const GREATEST: usize = 10_000;

/// What a question says.
#[derive(Debug)]
pub struct Asked(Vec<(String, String)>);

impl Asked {
    /// Reads the parameters of an address; only `known` ones may be there, each once.
    ///
    /// # Errors
    /// One that is unknown or comes twice, or another `workspace` than `*`.
    pub fn of(uri: &Uri, known: &[&str]) -> Result<Self, Failed> {
        let query = uri.query().unwrap_or_default();
        let mut all: Vec<(String, String)> = Vec::new();
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            if !known.contains(&&*key) {
                return Err(Failed::bad(format!(
                    "unknown parameter '{}'",
                    visible(&key)
                )));
            }
            if all.iter().any(|(earlier, _)| *earlier == *key) {
                return Err(Failed::bad(format!("'{key}' comes twice")));
            }
            all.push((key.into_owned(), value.into_owned()));
        }
        let asked = Self(all);
        match asked.text("workspace") {
            None | Some(ALL) => Ok(asked),
            Some(name) => Err(Failed::bad(format!(
                "ask one repository at its own address: /r/{}/…",
                visible(name)
            ))),
        }
    }

    /// A text that is not empty.
    pub fn text(&self, key: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == key)?;
        Some(found.1.as_str()).filter(|text| !text.is_empty())
    }

    /// A number from 1.
    ///
    /// # Errors
    /// For one that is none, or too large.
    pub fn number(&self, key: &str, usual: usize) -> Result<usize, Failed> {
        let Some(text) = self.text(key) else {
            return Ok(usual);
        };
        match text.parse() {
            Ok(number) if (1..=GREATEST).contains(&number) => Ok(number),
            _ => Err(Failed::bad(format!(
                "'{key}' is a number from 1 to {GREATEST}"
            ))),
        }
    }

    /// A moment in seconds since 1970: the end of a day (YYYY-MM-DD, UTC), or a time of RFC 3339.
    ///
    /// # Errors
    /// For any other text.
    pub fn moment(&self, key: &str) -> Result<Option<i64>, Failed> {
        let Some(text) = self.text(key) else {
            return Ok(None);
        };
        let end = format!("{text}T23:59:59Z");
        match moment_of_text(text).or_else(|| moment_of_text(&end)) {
            Some(moment) => Ok(Some(moment)),
            None => Err(Failed::bad(format!(
                "'{key}' is a day or a time: 2026-11-28"
            ))),
        }
    }
}
