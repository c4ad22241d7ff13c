//! Joins clean parts to a clean whole without scanning it again: derived files are thousands of
//! short pieces.

use std::borrow::Cow;
use std::fmt::{Display, Write};

use percent_encoding::utf8_percent_encode;

use super::{Clean, has_mixed_run, redact};
use git_memory_text::RESERVED;
use git_memory_text::date::Date;
use git_memory_text::path::{MemoryFolder, RepoPath, relative};

/// A type whose grammar leaves no room for a secret: an id, a date, a kind. Only such types may
/// implement it.
pub trait Token: Display {}

/// A day is digits and dashes.
impl Token for Date {}

/// Text of a token, as a clean text.
#[must_use]
pub fn clean(token: &(impl Token + ?Sized)) -> Clean {
    let mut text = Assembly::new();
    text.token(token);
    text.finish()
}

/// A file's name, or one that is made of it, as a clean text: a part that looks like a token is
/// redacted. It is asked of thousands of names at once.
#[must_use]
pub fn clean_name(name: &str) -> Clean {
    Clean(without_secrets(name).into_owned())
}

/// A [`Clean`] text in the making. It takes only texts without secrets, so it cannot fail.
#[derive(Debug, Default)]
pub struct Assembly {
    text: String,
}

impl Assembly {
    /// A text with nothing in it yet.
    #[must_use]
    pub fn new() -> Assembly {
        Assembly::default()
    }

    /// An empty text with room for `bytes`.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Assembly {
        Assembly {
            text: String::with_capacity(bytes),
        }
    }

    /// Appends text of the program itself.
    pub fn literal(&mut self, text: &'static str) -> &mut Assembly {
        self.text.push_str(text);
        self
    }

    /// Appends clean text unchanged.
    pub fn text(&mut self, text: &Clean) -> &mut Assembly {
        self.text.push_str(text);
        self
    }

    /// Appends a value of a type with a safe grammar.
    pub fn token<T: Token + ?Sized>(&mut self, token: &T) -> &mut Assembly {
        // Writing to a string cannot fail; a type that gives up has written a part.
        let _ = write!(self.text, "{token}");
        self
    }

    /// Appends a number in decimal.
    pub fn number(&mut self, number: usize) -> &mut Assembly {
        let _ = write!(self.text, "{number}");
        self
    }

    /// Appends clean text as a JSON string with its quotes (RFC 8259, section 7). Control
    /// characters, bidirectional and other invisible ones are escaped, too, so that a reader of the
    /// raw file sees them.
    pub fn json(&mut self, text: &Clean) -> &mut Assembly {
        self.quote(text);
        self
    }

    /// Appends the words of a clean text (they are joined by single spaces) as JSON strings with
    /// commas between them.
    pub fn json_words(&mut self, words: &Clean) -> &mut Assembly {
        for (nth, word) in words.split(' ').filter(|word| !word.is_empty()).enumerate() {
            if nth > 0 {
                self.text.push(',');
            }
            self.quote(word);
        }
        self
    }

    /// Appends clean text as Markdown that shows exactly this text: characters that could begin
    /// markup are escaped.
    pub fn markdown(&mut self, text: &Clean) -> &mut Assembly {
        for letter in text.chars() {
            // Markdown has no escape for invisible characters: a visible sign takes their place.
            if needs_escape(letter) && !matches!(letter, '"' | '\\') {
                self.text.push('\u{fffd}');
                continue;
            }
            if MARKUP.contains(letter) {
                self.text.push('\\');
            }
            self.text.push(letter);
        }
        self
    }

    /// Appends a record's path as a JSON string, without parts that look like a secret.
    pub fn path_json(&mut self, path: &RepoPath) -> &mut Assembly {
        self.quote(&without_secrets(path.as_str()));
        self
    }

    /// Appends a record's path as the target of a Markdown link in the `index.md` of a folder of
    /// memory, with percent-encoded (RFC 3986) characters that would end the link, without parts
    /// that look like a secret: such a file is a finding, and has to get another name.
    pub fn path_link(&mut self, path: &RepoPath, memory: &MemoryFolder) -> &mut Assembly {
        let beside;
        let target = if let Some(below) = memory.below(path.as_str()) {
            below
        } else {
            beside = relative(memory.as_str(), path.as_str());
            &beside
        };
        for letter in without_secrets(target).chars() {
            if letter.is_ascii_alphanumeric() || matches!(letter, '/' | '-' | '_' | '.' | '~') {
                self.text.push(letter);
            } else if letter.is_ascii() || needs_escape(letter) {
                let mut buffer = [0; 4];
                let letter = letter.encode_utf8(&mut buffer);
                self.text.extend(utf8_percent_encode(letter, RESERVED));
            } else {
                self.text.push(letter);
            }
        }
        self
    }

    /// The text as it was put together, clean as all of its parts are.
    #[must_use]
    pub fn finish(self) -> Clean {
        Clean(self.text)
    }

    fn quote(&mut self, text: &str) {
        self.text.push('"');
        // Most texts need no escape: bytes are looked at faster than characters.
        if text.bytes().all(is_plain) {
            self.text.push_str(text);
        } else {
            self.escaped(text);
        }
        self.text.push('"');
    }

    fn escaped(&mut self, text: &str) {
        let mut from = 0;
        for (at, letter) in text.char_indices() {
            if needs_escape(letter) {
                self.text.push_str(&text[from..at]);
                self.escape(letter);
                from = at + letter.len_utf8();
            }
        }
        self.text.push_str(&text[from..]);
    }

    fn escape(&mut self, letter: char) {
        let short = match letter {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\u{8}' => "\\b",
            '\t' => "\\t",
            '\n' => "\\n",
            '\u{c}' => "\\f",
            '\r' => "\\r",
            _ => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    let _ = write!(self.text, "\\u{unit:04x}");
                }
                return;
            }
        };
        self.text.push_str(short);
    }
}

/// Characters that begin markup in Markdown.
const MARKUP: &str = "\\`*_[]<>|&";

/// Printable ASCII that JSON does not escape.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')
}

/// Quotes, backslashes, controls (Cc), format characters (Cf) and the line and paragraph
/// separators, by Unicode 16.
fn needs_escape(letter: char) -> bool {
    if letter.is_ascii() {
        return matches!(letter, '"' | '\\' | '\0'..='\u{1f}' | '\u{7f}');
    }
    matches!(
        letter,
        '\u{80}'..='\u{9f}'
            | '\u{ad}'
            | '\u{600}'..='\u{605}'
            | '\u{61c}'
            | '\u{6dd}'
            | '\u{70f}'
            | '\u{890}'..='\u{891}'
            | '\u{8e2}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{110bd}'
            | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// The shortest run of letters and digits for which a path is looked through: tokens have longer
/// ones, and the names of most files have none.
const SHORTEST_RUN: usize = 16;

/// A path in a form that may be written down; the rules take far longer than all other work for a
/// line.
fn without_secrets(path: &str) -> Cow<'_, str> {
    if has_mixed_run(path, SHORTEST_RUN) {
        Cow::Owned(redact(path).into_string())
    } else {
        Cow::Borrowed(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redact;
    use proptest::prelude::*;

    struct Day;

    impl Display for Day {
        fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            out.write_str("2026-11-20")
        }
    }

    impl Token for Day {}

    fn json(text: &str) -> String {
        let mut assembly = Assembly::new();
        assembly.json(&redact(text));
        assembly.finish().into_string()
    }

    #[test]
    fn parts_are_joined_in_order() {
        let mut assembly = Assembly::with_capacity(64);
        assembly
            .literal("on ")
            .token(&Day)
            .literal(": ")
            .text(&redact("a\"b"))
            .literal(" ")
            .number(12)
            .json(&redact("a\"b"));
        assert_eq!(
            assembly.finish().as_str(),
            "on 2026-11-20: a\"b 12\"a\\\"b\""
        );
    }

    #[test]
    fn invisible_characters_are_escaped() {
        let table = [
            ("a\u{1b}[2J", r#""a\u001b[2J""#),
            ("\u{202e}x\u{9b}\u{7f}", r#""\u202ex\u009b\u007f""#),
            ("\u{e0041}", r#""\udb40\udc41""#),
            ("é\u{200d}漢\n", r#""é\u200d漢\n""#),
        ];
        for (text, expected) in table {
            assert_eq!(json(text), expected);
        }
    }

    #[test]
    fn a_name_keeps_its_words_and_no_token() {
        for name in [
            "0012-use-postgres-for-events",
            "adr-12",
            "2024-03-04-Queue_v2",
        ] {
            assert_eq!(clean_name(name).as_str(), name);
        }
        let token = ["ghp_", &"q7RtZ2mKx9".repeat(4)[..36]].concat();
        let token = crate::sealed(&token).unwrap_or(token);
        let name = format!("0012-{token}");
        assert!(!clean_name(&name).contains(&token), "{name}");
    }

    proptest! {
        #[test]
        fn json_reads_back(text in any::<String>()) {
            let clean = redact(&text);
            prop_assert_eq!(serde_json::from_str::<String>(&json(&text)).unwrap(), clean.as_str());
        }

        #[test]
        fn printable_text_is_written_as_serde_json_writes_it(text in "[ -~\t\n\r\u{8}\u{c}äß漢]{0,40}") {
            let clean = redact(&text);
            prop_assert_eq!(json(&text), serde_json::to_string(clean.as_str()).unwrap());
        }
    }
}
