//! The tokenizer: one for the index, for queries, for keywords and for snippets.
//!
//! A text is read as runs: words that touch, or with just one of `_ - ' . / \ :` between them. A
//! run gives its words, split at changes of case and at digits (`HTTPServer2`: http, server), and
//! at each level the words joined: `src/work_tree.rs` gives worktree, worktreers and srcworktreers,
//! `v1.2.3` gives 1.2 and 1.2.3. Scripts that put no spaces between words give single characters
//! and pairs. Stems are made by [`Language`](super::Language).

use std::ops::Range;

use super::fold::{Class, class, fold};
use super::parts::parts;

// The longest form, in bytes: longer words are not typed into a search, and each one is a term of
// the index.
const FORM_LIMIT: usize = 64;
// A run is cut after this many words: each end of a level makes a compound of all words before it,
// which would grow with the square of a hostile path.
const RUN_LIMIT: usize = 32;

/// Relation of a token to its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A word, or a part of an identifier.
    Word,
    /// The words of an identifier, a path or a version, joined.
    Compound,
    /// One character of a script without spaces, or a pictograph.
    Single,
    /// Two characters of such a script that touch.
    Pair,
}

/// One form at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The form: lower case, without accents, of normal width; not stemmed.
    pub form: &'a str,
    /// Shape of the token: a word, or several words joined.
    pub shape: Shape,
    /// Which word of the text it is, counted from 0; a compound and a pair have the position of
    /// their last word.
    pub position: u32,
    /// Place of the token, in bytes.
    pub span: Range<usize>,
}

/// Separator between two words of a run, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Joint {
    /// Nothing: case or digits change.
    Case,
    /// `_`, `-` or an apostrophe.
    Word,
    /// `.`
    Dot,
    /// `/`, `\` or `:`
    Part,
    /// The run begins or ends.
    End,
}

const LEVELS: [Joint; 4] = [Joint::Case, Joint::Word, Joint::Dot, Joint::Part];

/// One word of a run.
struct Word {
    form: String,
    span: Range<usize>,
    /// Separator before the word.
    joint: Joint,
}

impl Word {
    fn is_number(&self) -> bool {
        self.form.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// True if the word is a further number of a version.
    fn continues_version(&self) -> bool {
        self.joint == Joint::Dot && self.is_number()
    }
}

/// Reads a text, token by token, in order of position.
pub fn tokens(text: &str, each: impl FnMut(Token<'_>)) {
    Tokenizer {
        text,
        at: 0,
        position: 0,
        form: String::new(),
        each,
    }
    .read_by(Tokenizer::plain_word);
}

struct Tokenizer<'t, F: FnMut(Token<'_>)> {
    text: &'t str,
    at: usize,
    position: u32,
    form: String,
    each: F,
}

impl<F: FnMut(Token<'_>)> Tokenizer<'_, F> {
    /// Reads all; `plain` may read the next word, and returns true if it did.
    fn read_by(mut self, plain: impl Fn(&mut Self) -> bool) {
        let mut words: Vec<Word> = Vec::new();
        while let Some(c) = self.peek() {
            if plain(&mut self) {
                continue;
            }
            match class(c) {
                Class::Letter | Class::Digit => {
                    self.run(&mut words);
                    self.emit(&words);
                    words.clear();
                }
                Class::Dense => self.dense(),
                Class::Symbol => self.symbol(c),
                Class::Mark | Class::Other => self.at += c.len_utf8(),
            }
        }
    }

    /// Reads a word of the usual form: small letters of ASCII, the first one perhaps a capital, and
    /// nothing after them that could belong to them. Returns true if there was one.
    // A quarter of the work that a run is, and the same token.
    fn plain_word(&mut self) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        let Some((first, others)) = rest.split_first() else {
            return false;
        };
        let length = 1 + others
            .iter()
            .take_while(|byte| byte.is_ascii_lowercase())
            .count();
        if !first.is_ascii_alphabetic() || !ends_run(&rest[length..]) {
            return false;
        }
        let span = self.at..self.at + length;
        self.form.clear();
        self.form.push_str(&self.text[span.clone()]);
        self.form.make_ascii_lowercase();
        self.at = span.end;
        self.token(Shape::Word, span);
        self.position += 1;
        true
    }

    fn symbol(&mut self, c: char) {
        let span = self.at..self.at + c.len_utf8();
        self.at = span.end;
        self.form.clear();
        self.form.push(c);
        self.token(Shape::Single, span);
        self.position += 1;
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Reads the words of a run.
    fn run(&mut self, words: &mut Vec<Word>) {
        let mut joint = Joint::End;
        loop {
            self.word(joint, words);
            match self.joint() {
                Some((next, length)) if words.len() < RUN_LIMIT => {
                    joint = next;
                    self.at += length;
                }
                _ => break,
            }
        }
        if let [word] = words.as_mut_slice()
            && word.form.len() <= 3
            && !word.is_number()
        {
            // C++, C#, F#
            let rest = &self.text[self.at..];
            for suffix in ["++", "#"] {
                if rest.starts_with(suffix) {
                    word.form.push_str(suffix);
                    self.at += suffix.len();
                    word.span.end = self.at;
                }
            }
        }
    }

    /// Reads one word and adds its parts.
    fn word(&mut self, joint: Joint, words: &mut Vec<Word>) {
        let start = self.at;
        let rest = &self.text[start..];
        self.at = match rest.find(ends_word) {
            Some(length) => start + length,
            None => self.text.len(),
        };
        let mut joint = joint;
        for part in parts(&self.text[start..self.at]) {
            let span = start + part.start..start + part.end;
            let form = folded(&self.text[span.clone()]);
            words.push(Word { form, span, joint });
            joint = Joint::Case;
        }
        let Some(contraction) = contraction(&self.text[self.at..]) else {
            return;
        };
        self.at += contraction.length;
        if let Some(word) = words.last_mut() {
            word.form.push_str(contraction.kept);
            word.span.end = self.at;
        }
    }

    /// Separator that joins the word which ends here to another one, and its length in bytes.
    fn joint(&self) -> Option<(Joint, usize)> {
        let rest = &self.text[self.at..];
        let c = rest.chars().next()?;
        let (joint, length) = match c {
            '_' | '-' | '\'' | '’' | '‐' | '‑' | '－' => (Joint::Word, c.len_utf8()),
            '.' => (Joint::Dot, 1),
            ':' if rest.starts_with("::") => (Joint::Part, 2),
            '/' | '\\' | ':' => (Joint::Part, 1),
            _ => return None,
        };
        let next = rest[length..].chars().next()?;
        // A sign that nothing follows ends a sentence.
        let goes_on = matches!(class(next), Class::Letter | Class::Digit);
        goes_on.then_some((joint, length))
    }

    /// Gives out a run: each word, followed by the compounds that end with it.
    fn emit(&mut self, words: &[Word]) {
        for (nth, word) in words.iter().enumerate() {
            let next = words.get(nth + 1);
            // A single letter or digit as a part of a name tells nothing: the compound does.
            if words.len() == 1 || word.form.chars().nth(1).is_some() {
                self.form.clear();
                self.form.push_str(&word.form);
                self.token(Shape::Word, word.span.clone());
            }
            self.version(&words[..=nth], next);
            let joint_after = match next {
                Some(next) => next.joint,
                None => Joint::End,
            };
            let mut first = nth;
            for level in LEVELS {
                if level >= joint_after {
                    break;
                }
                let before = first;
                while first > 0 && words[first].joint <= level {
                    first -= 1;
                }
                if first < before {
                    self.compound(&words[first..=nth]);
                }
            }
            self.position += 1;
        }
    }

    /// Gives out the version that ends with the last of these words and does not go on with `next`,
    /// and its beginnings: 1.2 finds 1.2.3.
    fn version(&mut self, words: &[Word], next: Option<&Word>) {
        // From the last word back: the number of numbers that follow a dot.
        let mut linked = 0;
        while linked < words.len() && words[words.len() - 1 - linked].continues_version() {
            linked += 1;
        }
        let first = words.len().saturating_sub(linked + 1);
        let goes_on = next.is_some_and(Word::continues_version);
        if linked == 0 || goes_on || !words[first].is_number() {
            return;
        }
        let span = words[first].span.start..words[words.len() - 1].span.end;
        self.form.clear();
        self.form.push_str(&words[first].form);
        for word in &words[first + 1..] {
            self.form.push('.');
            self.form.push_str(&word.form);
            self.token(Shape::Compound, span.clone());
        }
    }

    /// Adds the compound of some words of a run.
    fn compound(&mut self, words: &[Word]) {
        let last = &words[words.len() - 1];
        self.form.clear();
        for word in words {
            self.form.push_str(&word.form);
        }
        // A version was given out with its dots.
        let is_version = last.joint == Joint::Dot && words.iter().all(Word::is_number);
        if self.form.len() <= FORM_LIMIT && !is_version {
            self.token(Shape::Compound, words[0].span.start..last.span.end);
        }
    }

    /// Reads a run of a script without spaces: each character, and each two that touch.
    fn dense(&mut self) {
        let mut before: Option<(String, usize)> = None;
        while let Some(c) = self.peek() {
            let start = self.at;
            match class(c) {
                Class::Dense => {}
                Class::Mark => {
                    self.at += c.len_utf8();
                    continue;
                }
                _ => break,
            }
            self.at += c.len_utf8();
            let mut single = String::new();
            fold(c, &mut single);
            // Voicing marks of half-width kana compose with their letter.
            while let Some(mark) = self.peek().filter(|&mark| class(mark) == Class::Mark) {
                fold(mark, &mut single);
                self.at += mark.len_utf8();
            }
            self.form.clear();
            self.form.push_str(&single);
            self.token(Shape::Single, start..self.at);
            if let Some((before, from)) = &before {
                self.form.insert_str(0, before);
                self.token(Shape::Pair, *from..self.at);
            }
            before = Some((single, start));
            self.position += 1;
        }
    }

    fn token(&mut self, shape: Shape, span: Range<usize>) {
        // Cut, not left out: the beginning of a long word can be asked for.
        let mut end = self.form.len().min(FORM_LIMIT);
        while !self.form.is_char_boundary(end) {
            end -= 1;
        }
        let form = &self.form[..end];
        if !form.is_empty() {
            (self.each)(Token {
                form,
                shape,
                position: self.position,
                span,
            });
        }
    }
}

/// True if a word of ASCII letters is the last one of its run.
fn ends_run(rest: &[u8]) -> bool {
    // A point or a colon ends it at the end of a sentence: no word follows that it could join.
    matches!(
        rest,
        [] | [b'.' | b':']
            | [b'.' | b':', b' ' | b'\n' | b'\r', ..]
            | [
                b' ' | b'\n' | b'\r' | b'\t' | b',' | b';' | b'!' | b'?' | b')' | b'"',
                ..,
            ]
    )
}

fn ends_word(c: char) -> bool {
    !matches!(class(c), Class::Letter | Class::Digit | Class::Mark)
}

fn folded(text: &str) -> String {
    let mut form = String::with_capacity(text.len());
    for c in text.chars() {
        fold(c, &mut form);
    }
    form
}

/// The end of an English contraction.
struct Contraction<'a> {
    /// With its apostrophe, in bytes.
    length: usize,
    /// Part of the contraction that belongs to the word; empty for a genitive.
    kept: &'a str,
}

/// The contraction whose apostrophe `rest` begins with.
fn contraction(rest: &str) -> Option<Contraction<'_>> {
    let end = rest.strip_prefix(['\'', '’'])?;
    let letters = match end.find(|c: char| !c.is_alphanumeric()) {
        Some(length) => &end[..length],
        None => end,
    };
    let kept = match letters {
        "s" | "S" => "",
        "t" | "re" | "ve" | "ll" | "d" | "m" => letters,
        _ => return None,
    };
    let apostrophe = rest.len() - end.len();
    Some(Contraction {
        length: apostrophe + letters.len(),
        kept,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn forms(text: &str) -> String {
        let mut forms = Vec::new();
        tokens(text, |token| forms.push(token.form.to_owned()));
        forms.join(" ")
    }

    #[test]
    fn identifiers_paths_and_versions_are_read_whole_and_in_parts() {
        for (text, expected) in [
            ("event_store", "event store eventstore"),
            ("EventStore", "event store eventstore"),
            ("HTTPServer2", "http server httpserver2"),
            ("the APIs of parseURLs", "the apis of parse urls parseurls"),
            ("E0382", "0382 e0382"),
            ("POL-358", "pol 358 pol358"),
            ("pack-objects.c", "pack objects packobjects packobjectsc"),
            ("--force-with-lease", "force with lease forcewithlease"),
            (
                "src/work_tree.rs:12",
                "src work tree worktree rs worktreers 12 srcworktreers12",
            ),
            ("std::fs::File", "std fs file stdfsfile"),
            ("v1.2.3", "v1 1.2 1.2.3 v123"),
            ("foo-1.2.3-rc1", "foo foo1 1.2 1.2.3 rc rc1 3rc1 foo123rc1"),
            ("C++, C# and C", "c++ c# and c"),
            ("don't the user's", "dont the user"),
            ("l'événement", "evenement levenement"),
            ("e.g. UTF-8", "eg utf utf8"),
            ("sha a1b2c3d4e5f6", "sha a1b2c3d4e5f6"),
            ("see: \"quoted\", (twice).", "see quoted twice"),
        ] {
            assert_eq!(forms(text), expected, "{text}");
        }
    }

    #[test]
    fn other_scripts_are_read_too() {
        for (text, expected) in [
            ("Ｆｕｌｌ－Ｗｉｄｔｈ１", "full width width1 fullwidth1"),
            (
                "Straße Łódź naïve e\u{301}t\u{e9}",
                "strasse lodz naive ete",
            ),
            ("Ёлка й", "елка й"),
            ("事件", "事 件 事件"),
            ("ｶﾞス", "ガ ス ガス"),
            ("Gitの設定", "git の 設 の設 定 設定"),
            ("한국", "한 국 한국"),
            ("हिन्दी", "हिन्दी"),
            ("in\u{ad}form", "inform"),
            ("ship 🚀 it", "ship 🚀 it"),
        ] {
            assert_eq!(forms(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_in_order(text in "(\\PC|[a-zA-Z0-9._/:'-]|事|ﾞ|\u{301}|\u{200d}){0,60}") {
            let mut last = (0, 0);
            tokens(&text, |token| {
                assert!(text.is_char_boundary(token.span.start) && text.is_char_boundary(token.span.end));
                assert!(token.span.start < token.span.end && token.form.len() <= FORM_LIMIT);
                assert!((token.position, token.span.end) >= last, "{token:?} after {last:?}");
                last = (token.position, token.span.end);
            });
        }

        #[test]
        fn a_plain_word_is_read_as_in_a_run(
            text in "([A-Za-z]{1,70}|[a-z]{1,5})[ \n\r\t,;!?)\"._:/#+'\u{301}-]{0,3}[a-z0-9]{0,2}"
        ) {
            let mut all = Vec::new();
            tokens(&text, |token| all.push(format!("{token:?}")));
            let mut runs = Vec::new();
            let each = |token: Token<'_>| runs.push(format!("{token:?}"));
            Tokenizer { text: &text, at: 0, position: 0, form: String::new(), each }.read_by(|_| false);
            prop_assert_eq!(all, runs);
        }

        #[test]
        fn one_spelling_finds_another(words in prop::collection::vec("[a-z]{2,8}", 2..5)) {
            let whole = words.concat();
            let camel: String = words.iter().map(|word| word[..1].to_uppercase() + &word[1..]).collect();
            for spelling in [words.join("_"), words.join("-"), words.join("."), words.join("/"), camel] {
                let read = forms(&spelling);
                prop_assert!(read.split(' ').any(|form| form == whole), "{} has no {}", read, whole);
            }
        }
    }
}
