//! What answers have, as it is shown: every text of a record is somebody else's, so nothing of it
//! reaches the terminal that could move the cursor or turn the reading direction.

use serde::Deserialize;

use git_memory_model::kind::Kind;
use git_memory_model::kind::Lifecycle;
use git_memory_text::visible;
use git_memory_text::visible_line;

/// How wide a tab is set, in columns.
const TAB: &str = "    ";

/// A record of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Item {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) title: String,
    pub(super) status: String,
    pub(super) scope: String,
    /// Only what was searched for has one.
    #[serde(default)]
    pub(super) freshness: Option<Freshness>,
}

/// Freshness of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Freshness {
    pub(super) state: String,
    #[serde(default)]
    pub(super) reason: Option<String>,
}

/// What a list or a search answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Found {
    #[serde(alias = "records", alias = "hits")]
    pub(super) items: Vec<Item>,
    /// What was searched for in place of words that no record has.
    #[serde(default)]
    replaced: Vec<Replaced>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Replaced {
    word: String,
    by: Vec<String>,
}

/// A record as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Text {
    #[serde(flatten)]
    pub(super) item: Item,
    pub(super) content: String,
}

impl Item {
    /// The same with texts that a terminal may show. The id stays: it is asked for.
    fn shown(mut self) -> Self {
        for text in [&mut self.title, &mut self.scope, &mut self.status] {
            make_line(text);
        }
        make_line(&mut self.kind);
        if let Some(freshness) = &mut self.freshness {
            make_line(&mut freshness.state);
            freshness.reason.iter_mut().for_each(make_line);
        }
        self
    }

    /// What its status means.
    pub(super) fn lifecycle(&self) -> Lifecycle {
        Lifecycle::of(Kind::by_name(&self.kind), &self.status)
    }

    /// Its kind, status and scope, and its freshness where that is known.
    pub(super) fn words(&self) -> String {
        let mut words = format!("{} · {} · {}", self.kind, self.status, self.scope);
        if let Some(freshness) = &self.freshness {
            words.push_str(" · ");
            words.push_str(&freshness.state);
        }
        words
    }
}

impl Found {
    /// The answer in a document.
    ///
    /// # Errors
    /// Where it is another document.
    pub(super) fn read(document: &str) -> serde_json::Result<Self> {
        let mut found: Self = serde_json::from_str(document)?;
        found.items = found.items.into_iter().map(Item::shown).collect();
        Ok(found)
    }

    /// Those whose title, id, kind or scope has each of these words' letters.
    pub(super) fn named(mut self, words: &str) -> Self {
        let words = words.to_lowercase();
        self.items.retain(|item| {
            let own = format!("{} {} {} {}", item.title, item.id, item.kind, item.scope);
            let own = own.to_lowercase();
            words.split_whitespace().all(|word| own.contains(word))
        });
        self
    }

    /// That other words were searched for than those that were typed.
    pub(super) fn note(&self) -> Option<String> {
        let replaced = self.replaced.first()?;
        let (word, by) = (visible_line(&replaced.word), replaced.by.join("', '"));
        Some(format!(
            "no record contains '{word}'; searched for '{}' instead",
            visible_line(&by)
        ))
    }
}

impl Text {
    /// The record in a document.
    ///
    /// # Errors
    /// Where it is another document.
    pub(super) fn read(document: &str) -> serde_json::Result<Self> {
        let text: Self = serde_json::from_str(document)?;
        Ok(Self {
            item: text.item.shown(),
            content: visible(&text.content)
                .replace("\r\n", "\n")
                .replace('\t', TAB),
        })
    }
}

fn make_line(text: &mut String) {
    if let std::borrow::Cow::Owned(shown) = visible_line(text) {
        *text = shown;
    }
    if text.contains('\t') {
        *text = text.replace('\t', TAB);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_that_are_half_typed_are_found_in_titles() {
        let item = |title: &str| {
            json!({"id": "dec-1", "kind": "decision", "title": title,
            "status": "active", "scope": "project"})
        };
        let all = json!({"records": [item("Use Postgres"), item("ÉTÉ of mail")]}).to_string();
        for (words, expected) in [("post", 1), ("été deci", 1), ("post mail", 0), ("", 2)] {
            let found = Found::read(&all).unwrap().named(words);
            assert_eq!(found.items.len(), expected, "{words}");
        }
    }

    #[test]
    fn no_text_of_a_record_reaches_the_terminal_as_it_is() {
        let document = r#"{"schema_version": 1, "records": [{"id": "dec-aaaaaa", "kind": "decision",
            "title": "a\u001b[31m\tb\n\u202ec", "status": "\u0007active", "scope": "project",
            "content": "x\r\n\ty\u001b]0;z\u0007", "more": 1}]}"#;
        let found = Found::read(document).unwrap();
        assert_eq!(found.items[0].title, "a\\u{1b}[31m    b\\n\\u{202e}c");
        assert_eq!(found.items[0].status, "\\u{7}active");
        let record: serde_json::Value = serde_json::from_str(document).unwrap();
        let text = Text::read(&record["records"][0].to_string()).unwrap();
        assert_eq!(text.content, "x\n    y\\u{1b}]0;z\\u{7}");
    }
}
