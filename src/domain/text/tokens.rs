//! The tokenizer: one for the index, for queries, for keywords and for snippets.
//!
//! A text is read as runs: words that touch, or between which only one of `_ - ' . / \ :` stands.
//! Of a run come its words, split where case or digits change (`HTTPServer2`: http, server), and at
//! each level what they make together: `src/work_tree.rs` gives worktree, worktreers and
//! srcworktreers, `v1.2.3` gives 1.2 and 1.2.3. Scripts that put no spaces between words give
//! single characters and pairs. Stems are made by [`Language`](super::Language).

use std::ops::Range;

use super::fold::{Class, class, fold};

/// The longest form, in bytes: what is longer is no word that anybody types.
const FORM_LIMIT: usize = 64;
/// A run is cut after so many words: a compound does not grow without end.
const RUN_LIMIT: usize = 32;
/// A word that case and digits part more often than this is a hash or a piece of data.
const PARTS_LIMIT: usize = 6;

/// What a token is of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A word, or a part of an identifier.
    Word,
    /// What the words of an identifier, a path or a version make together.
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
    /// What it is.
    pub shape: Shape,
    /// Which word of the text it is, counted from 0; a compound and a pair stand where their last
    /// word does.
    pub position: u32,
    /// Where it stands, in bytes.
    pub span: Range<usize>,
}

/// What stands between two words of a run, the weakest first.
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
    /// What stands before it.
    joint: Joint,
}

impl Word {
    fn is_number(&self) -> bool {
        self.form.bytes().all(|byte| byte.is_ascii_digit())
    }
}

/// Reads a text, token by token, in order of position.
pub fn tokens(text: &str, each: impl FnMut(Token<'_>)) {
    Reader {
        text,
        at: 0,
        position: 0,
        form: String::new(),
        each,
    }
    .read();
}

struct Reader<'t, F: FnMut(Token<'_>)> {
    text: &'t str,
    at: usize,
    position: u32,
    form: String,
    each: F,
}

impl<F: FnMut(Token<'_>)> Reader<'_, F> {
    fn read(mut self) {
        let mut words: Vec<Word> = Vec::new();
        while let Some(c) = self.peek() {
            match class(c) {
                Class::Letter | Class::Digit => {
                    self.run(&mut words);
                    self.emit(&words);
                    words.clear();
                }
                Class::Dense => self.dense(),
                Class::Symbol => {
                    let span = self.at..self.at + c.len_utf8();
                    self.form.clear();
                    self.form.push(c);
                    self.token(Shape::Single, span.clone());
                    self.position += 1;
                    self.at = span.end;
                }
                Class::Mark | Class::Other => self.at += c.len_utf8(),
            }
        }
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
            let suffix = if rest.starts_with("++") {
                "++"
            } else {
                &rest[..usize::from(rest.starts_with('#'))]
            };
            word.form.push_str(suffix);
            self.at += suffix.len();
            word.span.end = self.at;
        }
    }

    /// Reads one word and adds its parts.
    fn word(&mut self, joint: Joint, words: &mut Vec<Word>) {
        let start = self.at;
        let is_inside = |c: char| matches!(class(c), Class::Letter | Class::Digit | Class::Mark);
        let rest = &self.text[start..];
        self.at += rest.find(|c| !is_inside(c)).unwrap_or(rest.len());
        let mut joint = joint;
        for part in parts(&self.text[start..self.at]) {
            let span = start + part.start..start + part.end;
            words.push(Word {
                form: folded(&self.text[span.clone()]),
                span,
                joint,
            });
            joint = Joint::Case;
        }
        let (length, kept) = contraction(&self.text[self.at..]);
        if let Some(word) = words.last_mut() {
            word.form.push_str(kept);
            word.span.end += length;
        }
        self.at += length;
    }

    /// What joins the word that ends here to another one, and its length in bytes.
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
        let goes_on = matches!(
            class(rest[length..].chars().next()?),
            Class::Letter | Class::Digit
        );
        goes_on.then_some((joint, length))
    }

    /// Gives out a run: each word, and behind it the compounds that end with it.
    fn emit(&mut self, words: &[Word]) {
        let joint_after = |nth: usize| words.get(nth + 1).map_or(Joint::End, |word| word.joint);
        for (nth, word) in words.iter().enumerate() {
            // A letter or digit by itself tells nothing where it is a part: the compound tells.
            if words.len() == 1 || word.form.chars().nth(1).is_some() {
                self.form.clear();
                self.form.push_str(&word.form);
                self.token(Shape::Word, word.span.clone());
            }
            self.version(&words[..=nth], words.get(nth + 1));
            let mut first = nth;
            for level in LEVELS
                .into_iter()
                .take_while(|level| *level < joint_after(nth))
            {
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
        let goes_on = |word: &Word| word.joint == Joint::Dot && word.is_number();
        let linked = words.iter().rev().take_while(|word| goes_on(word)).count();
        let first = words.len().saturating_sub(linked + 1);
        if linked == 0 || next.is_some_and(goes_on) || !words[first].is_number() {
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

    /// Gives out what some words of a run make together.
    fn compound(&mut self, words: &[Word]) {
        self.form.clear();
        words.iter().for_each(|word| self.form.push_str(&word.form));
        let is_version =
            words.iter().all(Word::is_number) && words[words.len() - 1].joint == Joint::Dot;
        if self.form.len() <= FORM_LIMIT && !is_version {
            self.token(
                Shape::Compound,
                words[0].span.start..words[words.len() - 1].span.end,
            );
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

fn folded(text: &str) -> String {
    let mut form = String::with_capacity(text.len());
    text.chars().for_each(|c| fold(c, &mut form));
    form
}

/// The end of an English contraction that begins here: its length, and what of it belongs to the
/// word (nothing of a genitive's).
fn contraction(rest: &str) -> (usize, &str) {
    let Some(end) = rest.strip_prefix(['\'', '’']) else {
        return (0, "");
    };
    let length = end
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(end.len());
    let whole = rest.len() - end.len() + length;
    match &end[..length] {
        "s" | "S" => (whole, ""),
        kept @ ("t" | "re" | "ve" | "ll" | "d" | "m") => (whole, kept),
        _ => (0, ""),
    }
}

/// The parts of a word, where case or digits change.
fn parts(word: &str) -> Vec<Range<usize>> {
    let mut letters = word.chars();
    let is_number = letters.next().is_none_or(char::is_numeric);
    if letters.all(|c| c.is_ascii_lowercase() || Case::of(c) == Case::Lower) && !is_number {
        return std::iter::once(0..word.len()).collect();
    }
    let letters: Vec<(usize, Case)> = word
        .char_indices()
        .filter(|(_, c)| class(*c) != Class::Mark)
        .map(|(at, c)| (at, Case::of(c)))
        .collect();
    let case = |nth: usize| letters.get(nth).map(|(_, case)| *case);
    let is_start = |nth: usize| match (letters[nth - 1].1, letters[nth].1) {
        (Case::Digit, Case::Digit) => false,
        (Case::Digit, _) | (_, Case::Digit) | (Case::Lower, Case::Upper) => true,
        // The last capital begins the next word (HTTPServer), but not before the s of a plural
        // (APIs).
        (Case::Upper, Case::Upper) => {
            let is_plural = case(nth + 2) != Some(Case::Lower)
                && word[letters[nth].0..].chars().nth(1) == Some('s');
            case(nth + 1) == Some(Case::Lower) && !is_plural
        }
        _ => false,
    };
    let mut starts: Vec<usize> = vec![0];
    starts.extend(
        (1..letters.len())
            .filter(|&nth| is_start(nth))
            .map(|nth| letters[nth].0),
    );
    if starts.len() > PARTS_LIMIT {
        starts.truncate(1);
    }
    starts.push(word.len());
    starts.windows(2).map(|ends| ends[0]..ends[1]).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Upper,
    Lower,
    Digit,
}

impl Case {
    fn of(c: char) -> Self {
        if c.is_uppercase() {
            Self::Upper
        } else if c.is_numeric() {
            Self::Digit
        } else {
            Self::Lower
        }
    }
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
