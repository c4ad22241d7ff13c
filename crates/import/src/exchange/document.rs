//! A document of memory, read as far as its lists: the entries stay text until they are read one by
//! one.

use std::fmt;

use git_memory_text::limits::IMPORTED_ENTRIES;
use serde::de::{Deserializer, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::value::RawValue;

/// The version of documents that this program reads and writes.
const VERSION: u64 = 1;

/// A document: every key may be missing, but not all four lists.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MemoryDocument<'a> {
    #[serde(rename = "schema_version")]
    version: Option<u64>,
    /// Hash that names the repository of origin.
    pub repo_hash: Option<String>,
    #[serde(borrow)]
    files: Option<Entries<'a>>,
    #[serde(borrow)]
    conventions: Option<Entries<'a>>,
    #[serde(borrow)]
    decisions: Option<Entries<'a>>,
    #[serde(borrow)]
    notes: Option<Entries<'a>>,
}

impl<'a> MemoryDocument<'a> {
    /// Reads the JSON of a document as far as its lists.
    ///
    /// # Errors
    /// The reason why the text is not a document; the message may quote it.
    pub fn parse(text: &'a str) -> Result<Self, String> {
        let document: Self = object(text)?;
        match document.version {
            None | Some(VERSION) => {}
            Some(other) => {
                return Err(format!(
                    "its schema_version is {other}; this program reads {VERSION}"
                ));
            }
        }
        // Some other program's JSON would otherwise be imported as nothing at all, and reported as
        // done.
        let lists = [
            &document.files,
            &document.conventions,
            &document.decisions,
            &document.notes,
        ];
        if lists.iter().all(|list| list.is_none()) {
            return Err(
                "it has none of the keys 'files', 'conventions', 'decisions' and 'notes'"
                    .to_owned(),
            );
        }
        Ok(document)
    }

    /// The entries of a list, each JSON; none if the document does not have the list.
    #[must_use]
    pub fn list(&self, key: ListKey) -> Vec<&'a str> {
        let list = match key {
            ListKey::Files => &self.files,
            ListKey::Conventions => &self.conventions,
            ListKey::Decisions => &self.decisions,
            ListKey::Notes => &self.notes,
        };
        match list {
            Some(entries) => entries.0.iter().map(|entry| entry.get()).collect(),
            None => Vec::new(),
        }
    }
}

/// The memories in an answer of mem0: a list, or the one under `results` or `memories`
/// (<https://docs.mem0.ai/cookbooks/essentials/exporting-memories>).
///
/// # Errors
/// The reason why there are none; the message may quote the text.
pub fn memories(text: &str) -> Result<Vec<&str>, String> {
    #[derive(Deserialize)]
    struct Answer<'a> {
        #[serde(borrow)]
        results: Option<Entries<'a>>,
        #[serde(borrow)]
        memories: Option<Entries<'a>>,
    }
    let entries = if text.trim_start().starts_with('[') {
        serde_json::from_str::<Entries<'_>>(text).map_err(|error| error.to_string())?
    } else {
        let answer: Answer<'_> = object(text)?;
        match answer.results.or(answer.memories) {
            Some(entries) => entries,
            None => return Err("it has neither of the keys 'results' and 'memories'".to_owned()),
        }
    };
    Ok(entries.0.iter().map(|entry| entry.get()).collect())
}

/// The lists that a document may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKey {
    /// Unchanged files, each with its path.
    Files,
    /// Conventions of any program.
    Conventions,
    /// Decisions of any program.
    Decisions,
    /// Notes of any program.
    Notes,
}

impl ListKey {
    /// The key in the document.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Conventions => "conventions",
            Self::Decisions => "decisions",
            Self::Notes => "notes",
        }
    }
}

/// Reads an entry of a list.
///
/// # Errors
/// The reason why the text is not such an entry; the message may quote it.
pub(crate) fn entry<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    object(text).map_err(|why| match why.split_once(" at line ") {
        // The library counts lines within the entry, which cannot be found in the document.
        Some((why, _)) => why.to_owned(),
        None => why,
    })
}

fn object<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    // The library also reads a list into a struct, taking its items for the fields in order.
    if !text.trim_start().starts_with('{') && serde_json::from_str::<de::IgnoredAny>(text).is_ok() {
        return Err("it is not a JSON object".to_owned());
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// The entries of a list.
#[derive(Debug)]
struct Entries<'a>(Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(EntryReader)
    }
}

struct EntryReader;

impl<'de> Visitor<'de> for EntryReader {
    type Value = Entries<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element()? {
            if entries.len() == IMPORTED_ENTRIES {
                return Err(A::Error::custom(format!(
                    "a list has more than {IMPORTED_ENTRIES} entries"
                )));
            }
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_texts_than_documents_are_refused() {
        let nested = format!("{{\"notes\": {}", "[".repeat(100_000));
        let many = format!("{{\"notes\": [{}0]}}", "0,".repeat(IMPORTED_ENTRIES));
        for (text, why) in [
            ("", "EOF"),
            ("nonsense", "expected"),
            ("[]", "not a JSON object"),
            ("null", "not a JSON object"),
            ("{}", "none of the keys"),
            ("{\"notes\": null}", "none of the keys"),
            ("{\"notes\": {}}", "expected a list"),
            ("{\"notes\": 7}", "expected a list"),
            ("{\"notes\": [], \"notes\": []}", "duplicate field"),
            ("{\"notes\": [], \"repoHash\": 1}", "expected a string"),
            (
                "{\"notes\": [], \"schema_version\": 2}",
                "schema_version is 2",
            ),
            ("{\"notes\": []} trailing", "trailing"),
            (nested.as_str(), "EOF"),
            (many.as_str(), "more than 100000"),
        ] {
            let refusal = MemoryDocument::parse(text).map(drop).unwrap_err();
            assert!(refusal.contains(why), "{refusal}");
        }
    }

    #[test]
    fn the_memories_of_mem0_are_a_list_or_in_an_answer() {
        for (text, count) in [
            ("[{}, {}]", Some(2)),
            (r#"{"count": 1, "next": null, "results": [{}]}"#, Some(1)),
            (r#"{"memories": []}"#, Some(0)),
            (r#"{"results": {}}"#, None),
            (r#"{"data": []}"#, None),
            ("7", None),
        ] {
            assert_eq!(
                memories(text).ok().map(|found| found.len()),
                count,
                "{text}"
            );
        }
    }

    #[test]
    fn entries_stay_as_they_are_written() {
        let document =
            MemoryDocument::parse(r#"{"more": [[]], "notes": [{"id": 1}, 7], "repoHash": "ab"}"#)
                .unwrap();
        assert_eq!(document.list(ListKey::Notes), [r#"{"id": 1}"#, "7"]);
        assert_eq!(document.list(ListKey::Files).len(), 0);
        assert_eq!(document.repo_hash.as_deref(), Some("ab"));
    }
}
