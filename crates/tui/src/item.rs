//! Answers as they are shown: every text of a record is from another person or a program, so
//! nothing of it reaches the terminal that could move the cursor or turn the reading direction.

use git_memory_app::recall::{Answer, Hit};
use git_memory_app::records::listing::Listing;
use git_memory_app::records::show::Shown;
use git_memory_app::workspace::Redaction;
use git_memory_model::evidence::ground::Ground;
use git_memory_model::kind::{Kind, Lifecycle};
use git_memory_model::record::Record;
use git_memory_text::{visible, visible_line};

/// How wide a tab is set, in columns.
const TAB: &str = "    ";

/// A record of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) title: String,
    pub(super) status: String,
    pub(super) scope: String,
    /// Only what was searched for has one.
    pub(super) freshness: Option<Freshness>,
}

/// Freshness of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Freshness {
    pub(super) state: String,
    /// Reason if it is not known.
    pub(super) reason: Option<String>,
}

/// The answer of a list or a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) items: Vec<Item>,
    /// That other words were searched for than those that were typed.
    pub(super) note: Option<String>,
}

/// A record as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) item: Item,
    pub(super) content: String,
}

impl Item {
    fn of_record(record: &Record, ground: Option<&Ground>, redaction: &Redaction) -> Self {
        let header = &record.header;
        let text = |text: &str| redaction.answer(text).into_owned();
        Self {
            id: text(header.id.as_str()),
            kind: text(record.kind_name()),
            title: text(&header.title),
            status: text(&header.status),
            scope: text(&header.scope.to_string()),
            freshness: ground.map(Freshness::of),
        }
        .shown()
    }

    fn of_hit(hit: &Hit, redaction: &Redaction) -> Self {
        let text = |text: &str| redaction.answer(text).into_owned();
        Self {
            id: text(&hit.id),
            kind: text(hit.kind),
            title: text(&hit.title),
            status: text(&hit.status),
            scope: text(&hit.scope),
            freshness: hit.ground.as_ref().map(Freshness::of),
        }
        .shown()
    }

    /// Returns the item with texts that a terminal may show. The id stays: it is asked for.
    fn shown(mut self) -> Self {
        for text in [&mut self.title, &mut self.scope, &mut self.status] {
            make_line(text);
        }
        make_line(&mut self.kind);
        self
    }

    /// Returns the meaning of the record's status.
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
    /// The hits of a search.
    pub(super) fn of_answer(answer: &Answer, redaction: &Redaction) -> Self {
        let hits = answer.hits.iter();
        let replaced = answer.replaced.first().map(|replaced| {
            let note = format!(
                "no record contains '{}'; searched for '{}' instead",
                replaced.word,
                replaced.by.join("', '")
            );
            visible_line(&redaction.answer(&note)).into_owned()
        });
        Self {
            items: hits.map(|hit| Item::of_hit(hit, redaction)).collect(),
            note: replaced,
        }
    }

    /// The records of a list.
    pub(super) fn of_listing(listing: &Listing, redaction: &Redaction) -> Self {
        let records = listing.records();
        Self {
            items: records
                .map(|record| Item::of_record(record, None, redaction))
                .collect(),
            note: None,
        }
    }

    /// Returns the items whose title, id, kind or scope has each of these words' letters.
    pub(super) fn named(mut self, words: &str) -> Self {
        let words = words.to_lowercase();
        self.items.retain(|item| {
            let own = format!("{} {} {} {}", item.title, item.id, item.kind, item.scope);
            let own = own.to_lowercase();
            words.split_whitespace().all(|word| own.contains(word))
        });
        self
    }
}

impl Text {
    /// A record that was read.
    pub(super) fn of(shown: &Shown, redaction: &Redaction) -> Self {
        Self {
            item: Item::of_record(&shown.record, shown.ground.as_ref(), redaction),
            content: lines(&redaction.answer(&shown.text)),
        }
    }
}

impl Freshness {
    fn of(ground: &Ground) -> Self {
        let reason = ground.reason;
        Self {
            state: ground.verdict.name().to_owned(),
            reason: (!reason.is_empty()).then(|| reason.to_owned()),
        }
    }
}

/// Text of several lines as a terminal may show it.
fn lines(text: &str) -> String {
    visible(text).replace("\r\n", "\n").replace('\t', TAB)
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

    fn item(title: &str) -> Item {
        Item {
            id: "dec-1".to_owned(),
            kind: "decision".to_owned(),
            title: title.to_owned(),
            status: "active".to_owned(),
            scope: "project".to_owned(),
            freshness: None,
        }
    }

    #[test]
    fn words_that_are_half_typed_are_found_in_titles() {
        let all = Found {
            items: vec![item("Use Postgres"), item("ÉTÉ of mail")],
            note: None,
        };
        for (words, expected) in [("post", 1), ("été deci", 1), ("post mail", 0), ("", 2)] {
            let found = all.clone().named(words);
            assert_eq!(found.items.len(), expected, "{words}");
        }
    }

    #[test]
    fn no_text_of_a_record_reaches_the_terminal_as_it_is() {
        let shown = Item {
            status: "\u{7}active".to_owned(),
            ..item("a\u{1b}[31m\tb\n\u{202e}c")
        }
        .shown();
        assert_eq!(shown.title, "a\\u{1b}[31m    b\\n\\u{202e}c");
        assert_eq!(shown.status, "\\u{7}active");
        assert_eq!(
            lines("x\r\n\ty\u{1b}]0;z\u{7}"),
            "x\n    y\\u{1b}]0;z\\u{7}"
        );
    }
}
