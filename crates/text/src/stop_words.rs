//! The languages: their codes, their stemmers, and their stop words.

use rust_stemmers::Algorithm;

/// A language that has a stemmer.
pub(crate) struct Row {
    /// ISO 639-1.
    pub(crate) code: &'static str,
    pub(crate) algorithm: Algorithm,
    /// Words that carry no topic, as the tokenizer folds them: sorted, for the search.
    pub(crate) stop_words: &'static [&'static str],
}

/// The longest stop word, in bytes.
// Held by a test: a longer one would never be found.
pub(crate) const LONGEST_STOP_WORD: usize = 16;

/// A language's place is its number in the index: new ones are added at the end.
// One word a line would make a page of each language.
#[rustfmt::skip]
pub(crate) const TABLE: [Row; 16] = [
    Row {
        code: "en",
        algorithm: Algorithm::English,
        stop_words: &[
            "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at",
            "be", "because", "been", "being", "but", "by", "can", "could", "did", "do", "does",
            "doing", "dont", "for", "from", "had", "has", "have", "he", "her", "here", "him",
            "his", "how", "i", "if", "in", "instead", "into", "is", "it", "its", "just", "may",
            "me", "more", "must", "my", "no", "not", "of", "on", "one", "only", "or", "our",
            "rather", "she", "should", "so", "some", "such", "than", "that", "the", "their",
            "them", "then", "there", "these", "they", "this", "those", "to", "too", "us", "use",
            "used", "using", "very", "was", "we", "were", "what", "when", "where", "which", "who",
            "whom", "why", "will", "with", "would", "you", "your",
        ],
    },
    Row {
        code: "da",
        algorithm: Algorithm::Danish,
        stop_words: &[
            "af", "at", "blev", "da", "de", "den", "der", "det", "du", "eller", "en", "er", "et",
            "for", "fra", "har", "hvad", "hvor", "hvordan", "hvorfor", "i", "ikke", "jeg", "kan",
            "man", "med", "nar", "og", "om", "op", "pa", "sig", "skal", "som", "til", "ud", "var",
            "ved", "vi", "vil",
        ],
    },
    Row {
        code: "de",
        algorithm: Algorithm::German,
        stop_words: &[
            "aber", "als", "am", "an", "auch", "auf", "aus", "bei", "bis", "da", "das", "dass",
            "dem", "den", "der", "des", "die", "diese", "diesem", "diesen", "dieser", "dieses",
            "doch", "du", "durch", "ein", "eine", "einem", "einen", "einer", "eines", "er", "es",
            "fur", "habe", "haben", "hat", "hatte", "hier", "ich", "ihr", "ihre", "ihrem", "ihren",
            "ihrer", "im", "in", "ist", "kann", "kein", "keine", "man", "mein", "meine", "meinem",
            "meinen", "meiner", "mit", "muss", "nach", "nicht", "noch", "nur", "oder", "sein",
            "seine", "seinem", "seinen", "seiner", "sich", "sie", "sind", "so", "soll", "sollen",
            "uber", "um", "und", "uns", "unser", "unsere", "unserem", "unseren", "unserer", "von",
            "vor", "wann", "war", "warum", "was", "welche", "wenn", "wer", "werden", "wie", "wir",
            "wird", "wo", "wurde", "wurden", "zu", "zum", "zur",
        ],
    },
    Row {
        code: "es",
        algorithm: Algorithm::Spanish,
        stop_words: &[
            "a", "al", "como", "con", "cual", "cuando", "de", "del", "donde", "el", "ella", "en",
            "entre", "era", "es", "esta", "estan", "este", "esto", "fue", "ha", "hay", "la", "las",
            "le", "lo", "los", "mas", "me", "muy", "no", "nos", "nuestro", "o", "para", "pero",
            "por", "porque", "que", "quien", "se", "ser", "si", "sin", "sobre", "son", "su", "sus",
            "un", "una", "y", "ya",
        ],
    },
    Row {
        code: "fi",
        algorithm: Algorithm::Finnish,
        stop_words: &[
            "ei", "ett", "etta", "han", "he", "ja", "joka", "jos", "jotka", "kanssa", "kuin",
            "kun", "me", "mika", "miksi", "missa", "miten", "mutta", "myos", "ne", "niin", "nyt",
            "oli", "olla", "on", "ovat", "se", "seka", "sen", "sina", "tai", "tama", "vai", "vain",
        ],
    },
    Row {
        code: "fr",
        algorithm: Algorithm::French,
        stop_words: &[
            "a", "au", "aux", "avec", "ce", "ces", "cette", "comme", "comment", "dans", "de",
            "des", "du", "elle", "en", "est", "et", "etait", "etre", "il", "ils", "je", "la", "le",
            "les", "leur", "mais", "meme", "ne", "nos", "notre", "nous", "on", "ont", "ou", "par",
            "pas", "plus", "pour", "pourquoi", "qu", "quand", "que", "quel", "quelle", "qui", "sa",
            "sans", "se", "ses", "si", "son", "sont", "sur", "un", "une", "vous",
        ],
    },
    Row {
        code: "hu",
        algorithm: Algorithm::Hungarian,
        stop_words: &[
            "a", "az", "azt", "csak", "de", "egy", "es", "ez", "ezt", "ha", "hogy", "hogyan",
            "hol", "is", "kell", "ki", "lehet", "lesz", "meg", "mert", "mi", "miert", "mikor",
            "minden", "mint", "mit", "nem", "nincs", "sem", "vagy", "van", "volt",
        ],
    },
    Row {
        code: "it",
        algorithm: Algorithm::Italian,
        stop_words: &[
            "a", "al", "alla", "anche", "che", "chi", "come", "con", "cosa", "da", "dal", "dalla",
            "dei", "del", "della", "delle", "di", "dove", "e", "ed", "era", "gli", "ha", "hanno",
            "i", "il", "in", "la", "le", "lo", "ma", "nel", "nella", "noi", "non", "o", "per",
            "perche", "piu", "quale", "quando", "questa", "questo", "se", "si", "sono", "su",
            "sul", "sulla", "un", "una", "uno",
        ],
    },
    Row {
        code: "nl",
        algorithm: Algorithm::Dutch,
        stop_words: &[
            "aan", "als", "bij", "dan", "dat", "de", "deze", "die", "dit", "door", "een", "en",
            "er", "geen", "had", "heb", "hebben", "heeft", "het", "hij", "hoe", "ik", "in", "is",
            "je", "kan", "maar", "met", "naar", "niet", "nog", "of", "om", "onze", "ook", "op",
            "over", "te", "tot", "uit", "van", "voor", "waar", "waarom", "wanneer", "was", "wat",
            "we", "welke", "werd", "wie", "wij", "worden", "wordt", "zich", "zijn", "zo",
        ],
    },
    Row {
        code: "no",
        algorithm: Algorithm::Norwegian,
        stop_words: &[
            "alle", "at", "av", "ble", "bli", "de", "den", "der", "det", "du", "eller", "en", "er",
            "et", "etter", "for", "fra", "ha", "har", "hva", "hvor", "hvordan", "hvorfor", "i",
            "ikke", "jeg", "kan", "man", "med", "nar", "noe", "og", "om", "opp", "pa", "seg",
            "skal", "som", "til", "ut", "var", "ved", "vi", "vil",
        ],
    },
    Row {
        code: "pt",
        algorithm: Algorithm::Portuguese,
        stop_words: &[
            "a", "ao", "aos", "as", "com", "como", "da", "das", "de", "do", "dos", "e", "ela",
            "ele", "em", "entre", "era", "essa", "esta", "este", "foi", "ha", "isso", "ja", "mais",
            "mas", "na", "nao", "nas", "no", "nos", "nosso", "o", "onde", "os", "ou", "para",
            "pela", "pelo", "por", "porque", "qual", "quando", "que", "quem", "sao", "se", "sem",
            "ser", "seu", "sua", "tem", "um", "uma", "voce",
        ],
    },
    Row {
        code: "ro",
        algorithm: Algorithm::Romanian,
        stop_words: &[
            "aceasta", "acest", "al", "am", "are", "asa", "au", "ca", "care", "ce", "cel", "cine",
            "cu", "cum", "da", "de", "din", "dupa", "este", "fi", "fost", "in", "la", "mai", "nu",
            "o", "pe", "pentru", "prin", "sa", "sau", "se", "si", "sunt", "un", "unde", "unui",
            "va",
        ],
    },
    Row {
        code: "ru",
        algorithm: Algorithm::Russian,
        stop_words: &[
            "а", "бы", "был", "была", "были", "в", "во", "вот", "все", "вы", "где", "для", "до",
            "его", "если", "есть", "еще", "же", "за", "и", "из", "или", "к", "как", "какие",
            "какой", "когда", "ли", "мы", "на", "не", "нет", "но", "о", "он", "она", "они", "от",
            "по", "почему", "при", "с", "со", "так", "то", "ту", "ты", "у", "что", "чтобы", "эта",
            "это", "этот", "я",
        ],
    },
    Row {
        code: "sv",
        algorithm: Algorithm::Swedish,
        stop_words: &[
            "alla", "att", "av", "blev", "de", "den", "det", "du", "efter", "eller", "en", "er",
            "ett", "for", "fran", "ha", "har", "hur", "i", "inte", "jag", "kan", "man", "med",
            "men", "mot", "nar", "och", "om", "pa", "sa", "ska", "som", "till", "upp", "ut", "vad",
            "var", "varfor", "vi", "vid", "vilka",
        ],
    },
    Row {
        code: "tr",
        algorithm: Algorithm::Turkish,
        stop_words: &[
            "ama", "bir", "bu", "cok", "da", "daha", "de", "degil", "en", "gibi", "hangi", "hem",
            "her", "icin", "ile", "ise", "kadar", "ki", "mi", "mu", "nasil", "ne", "neden",
            "nerede", "o", "olan", "olarak", "oldu", "sonra", "su", "var", "ve", "veya", "ya",
            "yok",
        ],
    },
    Row {
        code: "el",
        algorithm: Algorithm::Greek,
        stop_words: &[
            "αν", "απο", "αυτο", "για", "δεν", "ειναι", "η", "θα", "και", "με", "να", "ο", "οι",
            "οταν", "που", "πωσ", "σε", "στη", "στην", "στο", "στον", "τα", "τη", "την", "τησ",
            "τι", "το", "τον", "του", "των", "ωσ",
        ],
    },
];
