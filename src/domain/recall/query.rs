//! A question, as it is asked of the index.

use super::document::exact;
use crate::domain::text::{Language, Shape, tokens};

/// So many different forms of a question are asked for; a longer one is told by its first words.
const FORMS: usize = 1000;
/// A question of no more words than this may be a name in another spelling: then what its words
/// make together is asked for, too. In longer ones that was never a gain.
const NAME: usize = 5;

/// Where a form comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A word that was typed, at its place in the question.
    Typed(u32),
    /// What typed words make together as they were typed: an identifier, a pair.
    Whole(u32),
    /// What words make together that were typed apart.
    Joined,
    /// A word of another text, as the index has it.
    Stem,
}

/// One form of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) text: String,
    pub(super) origin: Origin,
}

/// A question.
#[derive(Clone, Debug, Default)]
pub struct Query {
    pub(super) forms: Vec<Form>,
    /// Its words in order, folded: for titles that are asked for exactly.
    pub(super) exact: String,
    /// The question as one lower-case word, where it is one: for ids.
    pub(super) name: Option<String>,
}

struct Read {
    form: String,
    shape: Shape,
    position: u32,
}

impl Query {
    /// Reads a question, whatever stands in it. Words that carry no topic are left out unless
    /// nothing else is left.
    #[must_use]
    pub fn parse(question: &str, usual: Language) -> Self {
        let mut read: Vec<Read> = Vec::new();
        tokens(question, |token| {
            read.push(Read {
                form: token.form.to_owned(),
                shape: token.shape,
                position: token.position,
            });
        });
        let words: Vec<&Read> = read
            .iter()
            .filter(|token| token.shape == Shape::Word)
            .collect();
        let language = Language::of(words.iter().map(|token| token.form.as_str()), usual);
        let is_stop = |token: &Read| {
            let is_listed = [language, usual, Language::ENGLISH]
                .iter()
                .any(|it| it.is_stop_word(&token.form));
            token.shape == Shape::Word && is_listed
        };
        let says_nothing = read.iter().all(is_stop);
        let pairs = read.iter().filter(|token| token.shape == Shape::Pair);
        let paired: Vec<u32> = pairs.map(|pair| pair.position).collect();
        // A character that stands in a pair tells less than the pair.
        let is_paired = |token: &Read| {
            let ends_pair = |position| paired.binary_search(&position).is_ok();
            token.shape == Shape::Single
                && (ends_pair(token.position) || ends_pair(token.position + 1))
        };
        let name = question.trim().to_lowercase();
        let name = (!name.is_empty() && !name.contains(char::is_whitespace)).then_some(name);
        let mut query = Self {
            forms: Vec::new(),
            exact: exact(question),
            name,
        };
        for token in read
            .iter()
            .filter(|token| (says_nothing || !is_stop(token)) && !is_paired(token))
        {
            let origin = match token.shape {
                Shape::Compound => Origin::Whole(token.position),
                _ => Origin::Typed(token.position),
            };
            query.add(&token.form, origin);
        }
        if words.len() <= NAME {
            for run in (2..=words.len()).flat_map(|length| words.windows(length)) {
                let joined: String = run.iter().map(|token| token.form.as_str()).collect();
                query.add(&joined, Origin::Joined);
            }
        }
        query
    }

    /// A question for terms of the index.
    #[must_use]
    pub(super) fn of_stems(stems: impl Iterator<Item = String>) -> Self {
        let forms = stems
            .map(|text| Form {
                text,
                origin: Origin::Stem,
            })
            .collect();
        Self {
            forms,
            exact: String::new(),
            name: None,
        }
    }

    fn add(&mut self, form: &str, origin: Origin) {
        if self.forms.len() < FORMS && !self.forms.iter().any(|known| known.text == form) {
            self.forms.push(Form {
                text: form.to_owned(),
                origin,
            });
        }
    }

    /// Whether it asks for nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn forms(question: &str) -> String {
        let query = Query::parse(question, Language::ENGLISH);
        query
            .forms
            .iter()
            .map(|form| form.text.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn a_question_is_asked_by_the_words_that_tell() {
        for (question, expected) in [
            (
                "How do we store the events of a customer account?",
                "store events customer account",
            ),
            (
                "to be, or not",
                "to be or not tobe beor ornot tobeor beornot tobeornot",
            ),
            ("what is it", "what is it whatis isit whatisit"),
            ("event store", "event store eventstore"),
            ("EventStore", "event store eventstore"),
            (
                "Wie speichern wir Ereignisse in der Datenbank?",
                "speichern ereignisse datenbank",
            ),
            ("事件存储", "事件 件存 存储"),
            ("犬", "犬"),
            ("\"(-)[*] AND NEAR/3", "near near3 andnear"),
            ("🚀", "🚀"),
            ("", ""),
        ] {
            assert_eq!(forms(question), expected, "{question}");
        }
    }

    proptest! {
        #[test]
        fn any_question_is_read(question in any::<String>()) {
            let _ = Query::parse(&question, Language::ENGLISH);
        }
    }
}
