//! Languages: which one a text is in, its stop words, and the stems of its words (Snowball's).

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use rust_stemmers::{Algorithm, Stemmer};

/// A language that has a stemmer: a row of the table below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language(u8);

struct Row {
    /// ISO 639-1.
    code: &'static str,
    algorithm: Algorithm,
    /// Words that carry no topic, as the tokenizer folds them: sorted, for the search.
    stop_words: &'static [&'static str],
}

#[rustfmt::skip]
const TABLE: [Row; 16] = [
    Row { code: "en", algorithm: Algorithm::English, stop_words: &[
        "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "because", "been",
        "being", "but", "by", "can", "could", "did", "do", "does", "doing", "dont", "for", "from", "had", "has",
        "have", "he", "her", "here", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "may",
        "me", "more", "must", "my", "no", "not", "of", "on", "one", "only", "or", "our", "she", "should", "so",
        "some", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those",
        "to", "too", "us", "use", "used", "using", "very", "was", "we", "were", "what", "when", "where", "which",
        "who", "whom", "why", "will", "with", "would", "you", "your",
    ] },
    Row { code: "da", algorithm: Algorithm::Danish, stop_words: &[
        "af", "at", "blev", "da", "de", "den", "der", "det", "du", "eller", "en", "er", "et", "for", "fra", "har",
        "hvad", "hvor", "hvordan", "hvorfor", "i", "ikke", "jeg", "kan", "man", "med", "nar", "og", "om", "op", "pa",
        "sig", "skal", "som", "til", "ud", "var", "ved", "vi", "vil",
    ] },
    Row { code: "de", algorithm: Algorithm::German, stop_words: &[
        "aber", "als", "am", "an", "auch", "auf", "aus", "bei", "bis", "da", "das", "dass", "dem", "den", "der",
        "des", "die", "diese", "dieser", "doch", "du", "durch", "ein", "eine", "einem", "einen", "einer", "eines",
        "er", "es", "fur", "haben", "hat", "ich", "ihr", "im", "in", "ist", "kann", "kein", "keine", "man", "mit",
        "nach", "nicht", "noch", "nur", "oder", "sich", "sie", "sind", "so", "uber", "um", "und", "uns", "unser",
        "unsere", "von", "vor", "wann", "war", "warum", "was", "welche", "wenn", "wer", "werden", "wie", "wir",
        "wird", "wo", "zu", "zum", "zur",
    ] },
    Row { code: "es", algorithm: Algorithm::Spanish, stop_words: &[
        "a", "al", "como", "con", "cual", "cuando", "de", "del", "donde", "el", "ella", "en", "entre", "era", "es",
        "esta", "estan", "este", "esto", "fue", "ha", "hay", "la", "las", "le", "lo", "los", "mas", "me", "muy", "no",
        "nos", "nuestro", "o", "para", "pero", "por", "porque", "que", "quien", "se", "ser", "si", "sin", "sobre",
        "son", "su", "sus", "un", "una", "y", "ya",
    ] },
    Row { code: "fi", algorithm: Algorithm::Finnish, stop_words: &[
        "ei", "ett", "etta", "han", "he", "ja", "joka", "jos", "jotka", "kanssa", "kuin", "kun", "me", "mika",
        "miksi", "missa", "miten", "mutta", "myos", "ne", "niin", "nyt", "oli", "olla", "on", "ovat", "se", "seka",
        "sen", "sina", "tai", "tama", "vai", "vain",
    ] },
    Row { code: "fr", algorithm: Algorithm::French, stop_words: &[
        "a", "au", "aux", "avec", "ce", "ces", "cette", "comme", "comment", "dans", "de", "des", "du", "elle", "en",
        "est", "et", "etait", "etre", "il", "ils", "je", "la", "le", "les", "leur", "mais", "meme", "ne", "nos",
        "notre", "nous", "on", "ont", "ou", "par", "pas", "plus", "pour", "pourquoi", "qu", "quand", "que", "quel",
        "quelle", "qui", "sa", "sans", "se", "ses", "si", "son", "sont", "sur", "un", "une", "vous",
    ] },
    Row { code: "hu", algorithm: Algorithm::Hungarian, stop_words: &[
        "a", "az", "azt", "csak", "de", "egy", "es", "ez", "ezt", "ha", "hogy", "hogyan", "hol", "is", "kell", "ki",
        "lehet", "lesz", "meg", "mert", "mi", "miert", "mikor", "minden", "mint", "mit", "nem", "nincs", "sem",
        "vagy", "van", "volt",
    ] },
    Row { code: "it", algorithm: Algorithm::Italian, stop_words: &[
        "a", "al", "alla", "anche", "che", "chi", "come", "con", "cosa", "da", "dal", "dalla", "dei", "del", "della",
        "delle", "di", "dove", "e", "ed", "era", "gli", "ha", "hanno", "i", "il", "in", "la", "le", "lo", "ma", "nel",
        "nella", "noi", "non", "o", "per", "perche", "piu", "quale", "quando", "questa", "questo", "se", "si", "sono",
        "su", "sul", "sulla", "un", "una", "uno",
    ] },
    Row { code: "nl", algorithm: Algorithm::Dutch, stop_words: &[
        "aan", "als", "bij", "dan", "dat", "de", "deze", "die", "dit", "door", "een", "en", "er", "geen", "had",
        "heb", "hebben", "heeft", "het", "hij", "hoe", "ik", "in", "is", "je", "kan", "maar", "met", "naar", "niet",
        "nog", "of", "om", "onze", "ook", "op", "over", "te", "tot", "uit", "van", "voor", "waar", "waarom",
        "wanneer", "was", "wat", "we", "welke", "werd", "wie", "wij", "worden", "wordt", "zich", "zijn", "zo",
    ] },
    Row { code: "no", algorithm: Algorithm::Norwegian, stop_words: &[
        "alle", "at", "av", "ble", "bli", "de", "den", "der", "det", "du", "eller", "en", "er", "et", "etter", "for",
        "fra", "ha", "har", "hva", "hvor", "hvordan", "hvorfor", "i", "ikke", "jeg", "kan", "man", "med", "nar",
        "noe", "og", "om", "opp", "pa", "seg", "skal", "som", "til", "ut", "var", "ved", "vi", "vil",
    ] },
    Row { code: "pt", algorithm: Algorithm::Portuguese, stop_words: &[
        "a", "ao", "aos", "as", "com", "como", "da", "das", "de", "do", "dos", "e", "ela", "ele", "em", "entre",
        "era", "essa", "esta", "este", "foi", "ha", "isso", "ja", "mais", "mas", "na", "nao", "nas", "no", "nos",
        "nosso", "o", "onde", "os", "ou", "para", "pela", "pelo", "por", "porque", "qual", "quando", "que", "quem",
        "sao", "se", "sem", "ser", "seu", "sua", "tem", "um", "uma", "voce",
    ] },
    Row { code: "ro", algorithm: Algorithm::Romanian, stop_words: &[
        "aceasta", "acest", "al", "am", "are", "asa", "au", "ca", "care", "ce", "cel", "cine", "cu", "cum", "da",
        "de", "din", "dupa", "este", "fi", "fost", "in", "la", "mai", "nu", "o", "pe", "pentru", "prin", "sa", "sau",
        "se", "si", "sunt", "un", "unde", "unui", "va",
    ] },
    Row { code: "ru", algorithm: Algorithm::Russian, stop_words: &[
        "а", "бы", "был", "была", "были", "в", "во", "вот", "все", "вы", "где", "для", "до", "его", "если", "есть",
        "еще", "же", "за", "и", "из", "или", "к", "как", "какие", "какой", "когда", "ли", "мы", "на", "не", "нет",
        "но", "о", "он", "она", "они", "от", "по", "почему", "при", "с", "со", "так", "то", "ту", "ты", "у", "что",
        "чтобы", "эта", "это", "этот", "я",
    ] },
    Row { code: "sv", algorithm: Algorithm::Swedish, stop_words: &[
        "alla", "att", "av", "blev", "de", "den", "det", "du", "efter", "eller", "en", "er", "ett", "for", "fran",
        "ha", "har", "hur", "i", "inte", "jag", "kan", "man", "med", "men", "mot", "nar", "och", "om", "pa", "sa",
        "ska", "som", "till", "upp", "ut", "vad", "var", "varfor", "vi", "vid", "vilka",
    ] },
    Row { code: "tr", algorithm: Algorithm::Turkish, stop_words: &[
        "ama", "bir", "bu", "cok", "da", "daha", "de", "degil", "en", "gibi", "hangi", "hem", "her", "icin", "ile",
        "ise", "kadar", "ki", "mi", "mu", "nasil", "ne", "neden", "nerede", "o", "olan", "olarak", "oldu", "sonra",
        "su", "var", "ve", "veya", "ya", "yok",
    ] },
    Row { code: "el", algorithm: Algorithm::Greek, stop_words: &[
        "αν", "απο", "αυτο", "για", "δεν", "ειναι", "η", "θα", "και", "με", "να", "ο", "οι", "οταν", "που", "πωσ",
        "σε", "στη", "στην", "στο", "στον", "τα", "τη", "την", "τησ", "τι", "το", "τον", "του", "των", "ωσ",
    ] },
];

impl Language {
    /// English, where nothing says otherwise.
    pub const ENGLISH: Self = Self(0);
    /// So many words tell a text's language.
    pub const SAMPLE: usize = 100;

    /// Every language of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).map(Self).take(TABLE.len())
    }

    /// The language with this code of ISO 639-1.
    #[must_use]
    pub fn by_code(code: &str) -> Option<Self> {
        Self::all().find(|language| language.code() == code)
    }

    /// The language with this number; English for any that is none.
    #[must_use]
    pub fn by_number(number: u8) -> Self {
        Self::all()
            .find(|language| language.0 == number)
            .unwrap_or(Self::ENGLISH)
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

    /// Whether a form carries no topic in this language.
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
        // What has a digit or a sign is a name, not a word that is inflected.
        if form.len() < 3 || !form.chars().all(char::is_alphabetic) {
            return Cow::Borrowed(form);
        }
        Stemmer::create(self.row().algorithm).stem(form)
    }

    /// The language that a text's stop words speak of; `usual` unless another one has more of them,
    /// and at least two. The forms are those of the text's first words.
    #[must_use]
    pub fn of<'a>(forms: impl Iterator<Item = &'a str>, usual: Self) -> Self {
        let mut counts = [0_u32; TABLE.len()];
        let small_words = small_words();
        for form in forms.take(Self::SAMPLE).filter(|form| form.len() <= SMALL) {
            let languages = small_words.get(form).copied().unwrap_or(0);
            (0_u32..)
                .zip(&mut counts)
                .for_each(|(nth, count)| *count += languages >> nth & 1);
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        let is_usual = most < 2 || counts[usize::from(usual.0)] == most;
        if is_usual {
            usual
        } else {
            Self::all()
                .find(|it| counts[usize::from(it.0)] == most)
                .unwrap_or(usual)
        }
    }

    fn row(self) -> &'static Row {
        &TABLE[usize::from(self.0)]
    }
}

/// The longest stop word, in bytes.
const SMALL: usize = 16;

/// The stop words of all languages: bit n for the language with number n. Made once, where a text
/// is read at all.
fn small_words() -> &'static HashMap<&'static str, u32, foldhash::fast::RandomState> {
    static WORDS: OnceLock<HashMap<&'static str, u32, foldhash::fast::RandomState>> =
        OnceLock::new();
    WORDS.get_or_init(|| {
        let mut words = HashMap::default();
        for (nth, row) in (0_u32..).zip(&TABLE) {
            row.stop_words
                .iter()
                .for_each(|word| *words.entry(*word).or_default() |= 1 << nth);
        }
        words
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text::{Shape, tokens};
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
                assert!(word.len() <= SMALL, "{word}");
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
