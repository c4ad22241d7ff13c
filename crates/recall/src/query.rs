//! Reads a question for the index.

use std::collections::HashMap;

use super::document::exact;
use git_memory_text::{Language, Shape, tokens};

// Maximum number of different forms of a question that are asked for; of a longer one the first
// words tell.
const FORMS: usize = 1000;
// A question of no more words than this may be a name in another spelling: then the compound of its
// words is asked for, too. In longer ones that was never a gain.
const NAME: usize = 5;

/// Origin of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A word that was typed, at its place in the question.
    Typed(u32),
    /// Typed words joined as they were typed: an identifier, a pair.
    Whole(u32),
    /// Words joined that were typed apart.
    Joined,
    /// A word of another text, as the index has it.
    Stem,
}

/// One form of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) text: String,
    pub(crate) origin: Origin,
    /// Number of times that the question has it.
    pub(crate) count: u32,
}

/// A question, taken apart into the forms that the index is asked for.
#[derive(Clone, Debug, Default)]
pub struct Query {
    pub(crate) forms: Vec<Form>,
    /// Its words in order, folded: for titles that are asked for exactly.
    pub(crate) exact: String,
    /// The question as one lower-case word, if it is one: for ids.
    pub(crate) name: Option<String>,
    /// All of its words joined, if they may be one name: an identifier, a path.
    pub(crate) whole: Option<String>,
    /// Where the parts are candidates: in how many documents of the whole each form is.
    found: Option<HashMap<String, u64>>,
}

/// A token of a question.
struct Read {
    form: String,
    shape: Shape,
    position: u32,
}

impl Query {
    /// Reads a question, whatever it contains. Stop words are left out unless nothing else is left.
    /// `usual` is the language unless the words show another one.
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
        let mut words: Vec<&str> = Vec::new();
        let mut pairs: Vec<u32> = Vec::new();
        for token in &read {
            match token.shape {
                Shape::Word => words.push(&token.form),
                Shape::Pair => pairs.push(token.position),
                Shape::Compound | Shape::Single => {}
            }
        }
        let language = Language::of(words.iter().copied(), usual);
        // Questions mix languages: a stop word of any of them tells nothing.
        let languages = [language, usual, Language::ENGLISH];
        let says_nothing = read.iter().all(|token| is_stop(token, &languages));
        let mut query = Self {
            forms: Vec::new(),
            exact: exact(question),
            name: name(question),
            whole: (2..=NAME).contains(&words.len()).then(|| words.concat()),
            found: None,
        };
        for token in &read {
            let is_left_out = !says_nothing && is_stop(token, &languages);
            if is_left_out || is_in_pair(token, &pairs) {
                continue;
            }
            let origin = match token.shape {
                Shape::Compound => Origin::Whole(token.position),
                _ => Origin::Typed(token.position),
            };
            query.add(&token.form, origin);
        }
        // Names are typed with or without their blanks and dashes.
        if words.len() <= NAME {
            for length in 2..=words.len() {
                for run in words.windows(length) {
                    query.add(&run.concat(), Origin::Joined);
                }
            }
        }
        query
    }

    /// A question for terms of the index.
    #[must_use]
    pub(crate) fn of_stems(stems: impl Iterator<Item = String>) -> Self {
        let forms = stems
            .map(|text| Form {
                text,
                origin: Origin::Stem,
                count: 1,
            })
            .collect();
        Self {
            forms,
            ..Self::default()
        }
    }

    /// The forms that are asked for, without stems.
    pub fn forms(&self) -> impl Iterator<Item = &str> {
        self.forms.iter().map(|form| form.text.as_str())
    }

    /// The word that the question is, in lower case, if it may be an id.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The question to parts that hold only candidates, chosen from a larger whole: `found` says in
    /// how many documents of that whole each form is, by which it is weighed.
    #[must_use]
    pub fn among(self, found: HashMap<String, u64>) -> Self {
        Self {
            found: Some(found),
            ..self
        }
    }

    /// In how many documents of the whole a form is; `None` where the parts are the whole.
    pub(crate) fn whole_of(&self, form: &str) -> Option<u64> {
        let found = self.found.as_ref()?;
        Some(found.get(form).copied().unwrap_or_default())
    }

    fn add(&mut self, form: &str, origin: Origin) {
        if let Some(known) = self.forms.iter_mut().find(|known| known.text == form) {
            // Joined words are our own reading: the question does not repeat anything by them.
            known.count += u32::from(origin != Origin::Joined);
        } else if self.forms.len() < FORMS {
            self.forms.push(Form {
                text: form.to_owned(),
                origin,
                count: 1,
            });
        }
    }

    /// True if the query asks for nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }
}

/// True if a token is a stop word in one of these languages.
fn is_stop(token: &Read, languages: &[Language]) -> bool {
    let mut languages = languages.iter();
    token.shape == Shape::Word && languages.any(|language| language.is_stop_word(&token.form))
}

/// True if a token is a character of one of the pairs that end at these positions: it tells less
/// than the pair.
fn is_in_pair(token: &Read, pairs: &[u32]) -> bool {
    let ends_pair = |position: u32| pairs.binary_search(&position).is_ok();
    token.shape == Shape::Single && (ends_pair(token.position) || ends_pair(token.position + 1))
}

/// The question in small letters, if it is one word: it may be an id.
fn name(question: &str) -> Option<String> {
    let name = question.trim().to_lowercase();
    let is_word = !name.is_empty() && !name.contains(char::is_whitespace);
    is_word.then_some(name)
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
