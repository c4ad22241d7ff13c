//! Objects and circumstances of a verb: the words that follow it.

use super::vocabulary::{CONDITIONS, DEFINITE, DETERMINERS, ENDINGS, PREPOSITIONS};
use super::words::{Token, noun};

/// Maximum number of words of an object or a circumstance: longer ones are never the same again.
const WORDS: usize = 5;

/// Places that are no narrower than a rule without one.
const EVERYWHERE: [&str; 5] = ["project", "repository", "repo", "codebase", "everything"];

/// The words after a verb.
#[derive(Clone, Debug, Default)]
pub(super) struct Phrase {
    /// The things that the verb is about; none if one of them is too long.
    pub(super) objects: Vec<Vec<String>>,
    /// The thing that one of these is taken instead of.
    pub(super) rejected: Option<Vec<String>>,
    /// The circumstances.
    pub(super) roles: Vec<Role>,
    /// True if any of the objects will do.
    pub(super) is_any: bool,
    /// True if there is nothing beside the object.
    pub(super) is_only: bool,
    /// True if it depends on something.
    pub(super) is_conditional: bool,
}

/// A circumstance: a preposition and its words.
#[derive(Clone, Debug, Default)]
pub(super) struct Role {
    preposition: String,
    /// Nouns in their usual form.
    pub(super) words: Vec<String>,
    /// True if it is "the" or "our" something, of which there is one.
    pub(super) is_definite: bool,
}

impl Role {
    /// True if it says what for.
    pub(super) fn is_purpose(&self) -> bool {
        matches!(self.preposition.as_str(), "for" | "as")
    }

    /// True if it says which of several things are meant: nothing is chosen there.
    pub(super) fn tells_which(&self) -> bool {
        matches!(self.preposition.as_str(), "of" | "from" | "during" | "if")
    }

    /// The preposition; one for all that say where something goes.
    pub(super) fn kind(&self) -> &str {
        match self.preposition.as_str() {
            "into" | "to" | "on" | "under" | "within" => "in",
            other => other,
        }
    }
}

/// Part of a phrase that is read.
enum Part {
    Object,
    Rejected,
    Role,
}

impl Phrase {
    /// Reads the words after a verb.
    pub(super) fn read(tokens: &[Token]) -> Self {
        let mut phrase = Self::default();
        let mut part = Part::Object;
        let mut object: Vec<String> = Vec::new();
        let mut nth = 0;
        while let Some(token) = tokens.get(nth) {
            let word = token.word.as_str();
            let next = tokens.get(nth + 1).map(|it| it.word.as_str());
            nth += 1;
            match (word, next) {
                ("\"" | "“" | "”" | "'", _) | ("in", Some("place" | "lieu")) => {}
                (",", Some("not" | "never"))
                | ("instead" | "place" | "lieu", Some("of"))
                | ("rather", Some("than")) => {
                    part = Part::Rejected;
                    phrase.rejected = Some(Vec::new());
                    nth += 1;
                }
                ("over" | "not", _) if matches!(part, Part::Object) && !object.is_empty() => {
                    part = Part::Rejected;
                    phrase.rejected = Some(Vec::new());
                }
                ("only" | "exclusively" | "solely", _) => phrase.is_only = true,
                ("and" | "or", _) if matches!(part, Part::Object) => {
                    phrase.is_any |= word == "or";
                    phrase.objects.push(std::mem::take(&mut object));
                }
                (_, _) if CONDITIONS.contains(&word) => {
                    phrase.condition(&tokens[nth - 1..]);
                    break;
                }
                (_, _) if token.is_mark || ENDINGS.contains(&word) => break,
                (_, _) if PREPOSITIONS.contains(&word) && !token.is_code => {
                    part = Part::Role;
                    let is_definite = word == "as" && next.is_some_and(|it| DEFINITE.contains(&it));
                    phrase.roles.push(Role {
                        preposition: word.to_owned(),
                        words: Vec::new(),
                        is_definite,
                    });
                }
                (_, _) if DETERMINERS.contains(&word) => {}
                _ => match part {
                    Part::Object => object.push(noun(word)),
                    Part::Rejected => phrase.rejected.get_or_insert_default().push(noun(word)),
                    Part::Role => phrase.add_to_role(word),
                },
            }
        }
        phrase.objects.push(object);
        phrase.tidy();
        phrase
    }

    fn add_to_role(&mut self, word: &str) {
        if let Some(role) = self.roles.last_mut()
            && !DEFINITE.contains(&word)
            && !EVERYWHERE.contains(&word)
        {
            role.words.push(noun(word));
        }
    }

    /// Adds a condition as a circumstance that only the same words equal.
    fn condition(&mut self, tokens: &[Token]) {
        self.is_conditional = true;
        let words = tokens.iter().take_while(|it| !it.is_mark);
        self.roles.push(Role {
            preposition: "if".to_owned(),
            words: words.map(|it| noun(&it.word)).collect(),
            is_definite: false,
        });
    }

    fn tidy(&mut self) {
        self.objects.retain(|object| !object.is_empty());
        if self.objects.iter().any(|object| object.len() > WORDS) {
            self.objects.clear();
        }
        self.rejected = self
            .rejected
            .take()
            .filter(|it| (1..=WORDS).contains(&it.len()));
    }

    /// The circumstances but the one of this number, as one text.
    pub(super) fn place(&self, but: Option<usize>) -> String {
        let mut words: Vec<&str> = Vec::new();
        for (nth, role) in self.roles.iter().enumerate() {
            if Some(nth) != but {
                words.extend(role.words.iter().map(String::as_str));
            }
        }
        words.sort_unstable();
        words.dedup();
        words.join(" ")
    }
}
