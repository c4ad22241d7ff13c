//! The lists of a document whose entries become records: the kind of each list, and the reader of
//! its entries.

use serde::Deserialize;

use super::document::{self, ListKey};
use super::foreign::Foreign;
use super::shapes::{self, Id};
use git_memory_model::kind::Kind;
use git_memory_text as text;

/// A list of a document.
pub struct List {
    /// Its key in the document.
    pub key: ListKey,
    /// The kind that its entries become.
    pub kind: Kind,
    read: fn(&str) -> Result<Foreign, String>,
}

/// Every list except that of files. The keys belong to the document, which other programs write:
/// they do not follow a renamed kind.
pub const LISTS: [List; 3] = [
    List {
        key: ListKey::Conventions,
        kind: Kind::CONVENTION,
        read: shapes::convention,
    },
    List {
        key: ListKey::Decisions,
        kind: Kind::DECISION,
        read: shapes::decision,
    },
    List {
        key: ListKey::Notes,
        kind: Kind::NOTE,
        read: shapes::note,
    },
];

/// The memories of mem0, which become notes.
pub const MEMORIES: List = List {
    key: ListKey::Notes,
    kind: Kind::NOTE,
    read: shapes::memory,
};

impl List {
    /// The id that an entry gives itself, whatever its other fields are.
    #[must_use]
    pub fn id(entry: &str) -> Option<String> {
        #[derive(Deserialize)]
        struct Named {
            id: Option<Id>,
        }
        match document::entry::<Named>(entry) {
            Ok(named) => named.id?.text(),
            // An unreadable field is refused with its reason when the whole entry is read.
            Err(_) => None,
        }
    }

    /// Reads an entry of this list.
    ///
    /// # Errors
    /// The reason why it cannot become a record; the message may quote it.
    pub fn entry(&self, text: &str) -> Result<Foreign, String> {
        let foreign = (self.read)(text)?.with_said(self.kind);
        let words = foreign
            .tags
            .iter()
            .chain(&foreign.paths)
            .chain(&foreign.id)
            .chain(&foreign.source);
        // Title and text are taken over without hidden characters. A word that is compared or
        // matched would become another one that way, so it is refused.
        for word in words {
            if let Some((_, hidden)) = text::hidden(word).next() {
                let code = u32::from(hidden);
                return Err(format!("it has a hidden character, U+{code:04X}"));
            }
        }
        Ok(foreign)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use git_memory_text::limits;
    use proptest::prelude::*;

    fn list(key: &str) -> &'static List {
        LISTS.iter().find(|list| list.key.name() == key).unwrap()
    }

    #[test]
    fn each_list_has_its_keys() {
        let convention = r#"{"id": "a", "title": " T\nU ", "content": "C", "tags": ["x"], "createdAt": "2026-01-02",
            "updatedAt": "2026-01-03T23:00:00-02:00", "more": {"deep": []}, "summary": 7}"#;
        let read = list("conventions").entry(convention).unwrap();
        assert_eq!(
            (read.title.as_str(), read.body.as_str(), read.tags.len()),
            ("T U", "C", 1)
        );
        assert_eq!(read.updated.unwrap().day.to_string(), "2026-01-04");
        let decision = r#"{"id": 7, "summary": "S", "rationale": "R\n", "impactedPaths": ["src/**"], "source": {}}"#;
        let read = list("decisions").entry(decision).unwrap();
        assert_eq!(read.text(), "## Decision\n\nS\n\n## Rationale\n\nR\n");
        assert_eq!(
            (read.id.as_deref(), read.paths.len(), read.created),
            (Some("7"), 1, None)
        );
        let read = list("notes")
            .entry(r#"{"content": "\n# One\n\ntwo", "source": "manual", "id": null}"#)
            .unwrap();
        assert_eq!(
            (read.title.as_str(), read.source.as_deref(), read.id),
            ("One", Some("manual"), None)
        );
    }

    #[test]
    fn a_memory_of_mem0_is_a_note() {
        let memory = r#"{"id": "6c1f-9a", "memory": "Tests need Redis", "user_id": "ann",
            "type": "core", "metadata": {"k\u202e": [1, "a: b"], "z": null}, "categories": ["build"], "hash": "ab",
            "created_at": "2025-02-03T10:29:36.630547-07:00", "updated_at": null}"#;
        let read = MEMORIES.entry(memory).unwrap();
        assert_eq!(
            (read.title.as_str(), read.tags.join(" ")),
            ("Tests need Redis", "build".into())
        );
        assert_eq!(read.created.unwrap().day.to_string(), "2025-02-03");
        assert_eq!(read.origin(Some("mem0")), "json:mem0/6c1f-9a");
        assert_eq!(
            read.kept,
            "type: core\nmetadata: {\"k\\u202e\": [1, \"a: b\"], \"z\": null}\n"
        );
        assert!(MEMORIES.entry(r#"{"id": "x", "memory": ""}"#).is_err());
    }

    #[test]
    fn null_means_that_a_key_is_left_out() {
        let convention =
            r#"{"id": null, "title": "T", "content": null, "tags": null, "createdAt": null}"#;
        let read = list("conventions").entry(convention).unwrap();
        assert_eq!((read.title.as_str(), read.body.as_str()), ("T", ""));
        assert!(read.id.is_none() && read.tags.is_empty() && read.created.is_none());
    }

    #[test]
    fn entries_that_cannot_become_records_are_refused() {
        for (key, entry, why) in [
            ("notes", "7", "not a JSON object"),
            ("notes", "[null, \"x\"]", "not a JSON object"),
            ("notes", "{}", "neither a title nor text"),
            ("notes", r#"{"content": 7}"#, "expected a string"),
            (
                "notes",
                r#"{"content": "x", "createdAt": "soon"}"#,
                "neither",
            ),
            (
                "notes",
                r#"{"content": "x", "createdAt": 1700000000}"#,
                "expected a string",
            ),
            (
                "notes",
                r#"{"content": "x", "source": "a\u001b[2J"}"#,
                "U+001B",
            ),
            ("notes", r#"{"content": "\ud800"}"#, "hex escape"),
            (
                "conventions",
                r#"{"title": "x", "tags": "y"}"#,
                "expected a sequence",
            ),
            (
                "conventions",
                r#"{"title": "x", "tags": ["\u202e"]}"#,
                "U+202E",
            ),
            (
                "decisions",
                r#"{"summary": " ", "rationale": "\n"}"#,
                "neither a title nor text",
            ),
            (
                "decisions",
                r#"{"summary": "x", "impactedPaths": {}}"#,
                "expected a sequence",
            ),
            (
                "decisions",
                r#"{"summary": "x", "id": []}"#,
                "a text or a number",
            ),
        ] {
            let refusal = list(key).entry(entry).unwrap_err();
            assert!(refusal.contains(why), "{entry}: {refusal}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_taken_or_refused(text in any::<String>(), id in any::<Option<String>>()) {
            let entry = serde_json::json!({
                "id": id, "title": text, "summary": text, "content": text, "rationale": text, "source": text,
            });
            for list in &LISTS {
                if let Ok(foreign) = list.entry(&entry.to_string()) {
                    let length = foreign.title.chars().count();
                    prop_assert!((1..=limits::TITLE_CHARS).contains(&length) && !foreign.title.contains('\n'));
                    prop_assert_eq!(foreign.origin(None).lines().count(), 1);
                }
            }
        }
    }
}
