//! Languages: which one a text is in, its stop words, and the stems of its words (Snowball's).

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use rust_stemmers::Stemmer;

use super::irregular;
use super::stop_words::{LONGEST_STOP_WORD, Row, TABLE};

/// Number of words by which a text's language is recognized.
const SAMPLE: usize = 100;

/// A language that has a stemmer: the number of its row in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language(u8);

impl Language {
    /// English, the default.
    pub const ENGLISH: Self = Self(0);

    /// Every language of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).map(Self).take(TABLE.len())
    }

    /// The language with this code of ISO 639-1.
    #[must_use]
    pub fn by_code(code: &str) -> Option<Self> {
        Self::all().find(|language| language.code() == code)
    }

    /// The language with this number; English for a number that none has.
    #[must_use]
    pub fn by_number(number: u8) -> Self {
        // The index may have been written by a version that knows more languages.
        if usize::from(number) < TABLE.len() {
            Self(number)
        } else {
            Self::ENGLISH
        }
    }

    /// Its number in the table.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its code of ISO 639-1.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// True if a form carries no topic in this language.
    #[must_use]
    pub fn is_stop_word(self, form: &str) -> bool {
        self.row().stop_words.binary_search(&form).is_ok()
    }

    /// Its words that carry no topic.
    pub fn stop_words(self) -> impl Iterator<Item = &'static str> {
        self.row().stop_words.iter().copied()
    }

    /// The stem of a form.
    #[must_use]
    pub fn stem(self, form: &str) -> Cow<'_, str> {
        // A form with a digit or a sign is a name, and names are not inflected.
        if form.len() < 3 || !form.chars().all(char::is_alphabetic) {
            return Cow::Borrowed(form);
        }
        let stemmer = Stemmer::create(self.row().algorithm);
        match irregular::base(form) {
            Some(base) if self == Self::ENGLISH => stemmer.stem(base),
            _ => stemmer.stem(form),
        }
    }

    /// The language with most stop words in a text; `usual` unless another one has more of them,
    /// and at least two. The forms are those of the text's first words.
    #[must_use]
    pub fn of<'a>(forms: impl Iterator<Item = &'a str>, usual: Self) -> Self {
        let mut sample = Self::sample();
        for form in forms.take(SAMPLE) {
            sample.add(Self::telling(form));
        }
        sample.language(usual)
    }

    /// Evidence that a form gives about the language of its text.
    #[must_use]
    pub fn telling(form: &str) -> Telling {
        // Most words are longer than any stop word: a look at the length spares the search.
        if form.len() > LONGEST_STOP_WORD {
            return Telling(0);
        }
        Telling(all_stop_words().get(form).copied().unwrap_or_default())
    }

    /// A sample of a text, with no word yet.
    #[must_use]
    pub fn sample() -> Sample {
        Sample {
            words: 0,
            counts: [0; TABLE.len()],
        }
    }

    fn row(self) -> &'static Row {
        &TABLE[usize::from(self.0)]
    }
}

/// In which languages a form is a stop word: bit n for the language with number n.
#[derive(Clone, Copy, Debug)]
pub struct Telling(u32);

/// The first words of a text, which tell its language.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    words: usize,
    /// Number of stop words by language.
    counts: [u32; TABLE.len()],
}

impl Sample {
    /// Takes the next word in; after the first hundred, nothing.
    pub fn add(&mut self, word: Telling) {
        if self.words == SAMPLE {
            return;
        }
        self.words += 1;
        if word.0 == 0 {
            return;
        }
        for (nth, count) in (0_u32..).zip(&mut self.counts) {
            *count += word.0 >> nth & 1;
        }
    }

    /// The language of which most words are stop words; `usual` unless another one has more of
    /// them, and at least two.
    #[must_use]
    pub fn language(&self, usual: Language) -> Language {
        // Related languages share stop words, and names are in any text: a tie is the usual one's.
        let usual_count = self.counts[usize::from(usual.0)];
        let mut best = (usual, usual_count.max(1));
        for (language, count) in Language::all().zip(self.counts) {
            if count > best.1 {
                best = (language, count);
            }
        }
        best.0
    }
}

type StopWords = HashMap<&'static str, u32, foldhash::fast::RandomState>;

/// The stop words of all languages: bit n for the language with number n. Made once, with the first
/// text that is read.
fn all_stop_words() -> &'static StopWords {
    static WORDS: OnceLock<StopWords> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut words = StopWords::default();
        for (nth, row) in (0_u32..).zip(&TABLE) {
            for word in row.stop_words {
                *words.entry(word).or_default() |= 1 << nth;
            }
        }
        words
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, tokens};
    use proptest::prelude::*;

    fn of(text: &str) -> &'static str {
        let mut forms = Vec::new();
        tokens(text, |token| {
            forms.extend((token.shape == Shape::Word).then(|| token.form.to_owned()));
        });
        Language::of(forms.iter().map(String::as_str), Language::ENGLISH).code()
    }

    #[test]
    fn stop_words_are_sorted_and_folded() {
        for row in &TABLE {
            assert!(row.stop_words.is_sorted(), "{}", row.code);
            for word in row.stop_words {
                tokens(word, |token| assert_eq!(token.form, *word, "{}", row.code));
                assert!(word.len() <= LONGEST_STOP_WORD, "{word}");
            }
        }
    }

    #[test]
    fn short_texts_are_known_by_their_small_words() {
        for (text, expected) in [
            ("Use Postgres for the event store", "en"),
            ("Postgres", "en"),
            ("Wie speichern wir Ereignisse?", "de"),
            ("die roll", "en"),
            ("Pourquoi est-ce que nous avons choisi Postgres ?", "fr"),
            ("¿Por qué usamos una cola de mensajes?", "es"),
            ("Perché usiamo una coda di messaggi", "it"),
            ("Waarom gebruiken we een wachtrij voor het verzenden", "nl"),
            ("Por que não usamos uma fila", "pt"),
            ("Почему мы выбрали эту базу данных", "ru"),
            ("Varför använder vi inte en kö", "sv"),
            ("Γιατί δεν είναι στο κατάστημα", "el"),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
    }

    #[test]
    fn stems_bring_forms_of_a_word_together() {
        for (code, one, other) in [
            ("en", "decisions", "decision"),
            ("en", "caching", "cached"),
            ("en", "choices", "chose"),
            ("en", "children", "child"),
            ("de", "entscheidungen", "entscheidung"),
            ("fr", "decisions", "decision"),
            ("ru", "решения", "решение"),
        ] {
            let language = Language::by_code(code).unwrap();
            assert_eq!(language.stem(one), language.stem(other), "{code}");
        }
        assert_eq!(Language::ENGLISH.stem("sha256"), "sha256");
    }

    proptest! {
        #[test]
        fn no_form_is_too_odd_for_a_stemmer(text in "(\\PC|[a-z]|[äöüßéèêçñãõåøæı]|[а-я]|[α-ω]){0,40}") {
            tokens(&text, |token| Language::all().for_each(|language| drop(language.stem(token.form))));
        }
    }
}
