//! Characters in a record's file that a reader would not see, or that show the text in another
//! order than it has.

use super::fault::{Code, Fault, position};
use super::front_matter;
use git_memory_text as text;

// Maximum number of findings in one file: one for each character would drown all others.
const LIMIT: usize = 5;
/// Maximum number of invisible characters, without soft hyphens, that may be remnants: each could
/// be one bit of a hidden text.
const HARMLESS: usize = 12;

const SOFT_HYPHEN: char = '\u{ad}';

/// The first hidden characters of a text, each as a fault at its place. A byte order mark at the
/// beginning is not one of them.
#[must_use]
pub fn hidden_characters(text: &str) -> Vec<Fault> {
    let content = front_matter::without_bom(text);
    let start = text.len() - content.len();
    let hidden: Vec<(usize, char)> = text::hidden(content).collect();
    let mut faults = Vec::new();
    if hidden.is_empty() {
        return faults;
    }
    let are_few = are_few(&hidden);
    let mut has_error = false;
    for (at, c) in hidden {
        let is_harmless = are_few && is_remnant(content, at, c);
        let (code, what) = named(c, is_harmless);
        let is_error = code == Code::HiddenCharacter;
        // The first five may be harmless, and later ones not.
        if faults.len() < LIMIT || (is_error && !has_error) {
            let message = format!("{what} U+{:04X}", u32::from(c));
            faults.push(Fault::at(code, position(text, start + at), message));
        }
        has_error |= is_error;
    }
    faults
}

/// A text without its invisible characters, and the first of them, if all are harmless; `None` if
/// there are none, or if one may hide something.
#[must_use]
pub fn without_remnants(text: &str) -> Option<(String, char)> {
    let hidden: Vec<(usize, char)> = text::hidden(text).collect();
    let (_, first) = *hidden.first()?;
    let is_harmless = |&(at, c): &(usize, char)| is_remnant(text, at, c);
    if !are_few(&hidden) || !hidden.iter().all(is_harmless) {
        return None;
    }
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for (at, c) in hidden {
        kept.push_str(&text[from..at]);
        from = at + c.len_utf8();
    }
    kept.push_str(&text[from..]);
    Some((kept, first))
}

/// True if invisible characters are too few to spell anything. A token that they divide is found by
/// the guard, which looks past them.
fn are_few(hidden: &[(usize, char)]) -> bool {
    let counted = hidden.iter().filter(|(_, c)| *c != SOFT_HYPHEN).count();
    counted <= HARMLESS
}

/// True if the character at `at` hides nothing, and no other invisible one is beside it. The form of
/// a symbol may be chosen twice.
fn is_remnant(text: &str, at: usize, c: char) -> bool {
    let is_shown =
        |c: Option<char>| !c.is_some_and(|c| text::is_hidden(c) || text::is_harmless_alone(c));
    let mut before = text[..at].chars().rev().peekable();
    if matches!(c, '\u{fe0e}' | '\u{fe0f}') {
        before.next_if_eq(&c);
    }
    text::is_harmless_alone(c)
        && is_shown(before.next())
        && is_shown(text[at + c.len_utf8()..].chars().next())
}

fn named(c: char, is_harmless: bool) -> (Code, &'static str) {
    match c {
        // These do reorder the text around them, but right-to-left prose cannot do without.
        c if text::is_direction_mark(c) => (Code::DirectionMark, "direction mark"),
        c if text::is_bidirectional(c) => {
            (Code::HiddenCharacter, "bidirectional control character")
        }
        c if c.is_control() => (Code::HiddenCharacter, "control character"),
        _ if is_harmless => (Code::InvisibleCharacter, "invisible character"),
        _ => (Code::HiddenCharacter, "invisible character"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use git_memory_guard::{scan, sealed};

    fn codes(text: &str) -> Vec<(Code, u32, u32)> {
        let faults = hidden_characters(text);
        faults
            .into_iter()
            .map(|fault| (fault.code, fault.line, fault.column))
            .collect()
    }

    #[test]
    fn one_invisible_character_is_a_notice_at_its_place() {
        for remnant in ['\u{ad}', '\u{feff}', '\u{200b}', '\u{200d}', '\u{2060}'] {
            let text = format!("One\nco{remnant}operate\n");
            assert_eq!(codes(&text), [(Code::InvisibleCharacter, 2, 3)], "{text:?}");
        }
        let twice = "\u{269b}\u{fe0e}\u{fe0e}";
        assert_eq!(codes(twice), [(Code::InvisibleCharacter, 1, 3)]);
        assert_eq!(codes("👩\u{200d}💻 क\u{94d}\u{200d}ष \u{feff}").len(), 1);
        let many = "soft\u{ad}hyphen ".repeat(40);
        assert!(
            codes(&many)
                .iter()
                .all(|(code, ..)| *code == Code::InvisibleCharacter)
        );
    }

    #[test]
    fn remnants_are_taken_out_where_all_are_harmless() {
        for (text, kept) in [
            ("co\u{ad}operate", Some("cooperate")),
            ("\u{feff}a \u{200b}b\u{ad}", Some("a b")),
            ("plain", None),
            ("a\u{202e}b", None),
            ("a\u{ad}b\u{202e}c", None),
            ("a\u{200b}\u{200c}b", None),
        ] {
            let taken = without_remnants(text);
            assert_eq!(
                taken.as_ref().map(|taken| taken.0.as_str()),
                kept,
                "{text:?}"
            );
        }
        assert_eq!(without_remnants("a\u{ad}").unwrap().1, '\u{ad}');
    }

    #[test]
    fn characters_that_can_hide_a_text_stay_an_error() {
        let token = sealed(&["ghp", "_", &"a1B2c3D4e5F6".repeat(3)].concat()).unwrap();
        let token = token.replacen('h', "h\u{ad}", 1);
        for text in [
            "a\u{200b}\u{200c}b".to_owned(),
            "a\u{202e}b".to_owned(),
            "\u{269b}\u{fe0e}\u{fe0e}\u{fe0e}".to_owned(),
            "\u{269b}\u{fe0e}\u{fe0f}".to_owned(),
            "a\u{2066}b\u{ad}".to_owned(),
            "x\u{e0041}y".to_owned(),
            "a\u{1b}[0m".to_owned(),
            "a\u{200b}b".repeat(30),
            format!("{}\u{202e}", "soft\u{ad}hyphen ".repeat(9)),
        ] {
            let codes = codes(&text);
            let is_error = |code: &(Code, u32, u32)| code.0 == Code::HiddenCharacter;
            assert!(codes.iter().any(is_error), "{text:?} {codes:?}");
        }
        assert_eq!(codes("\u{feff}plain\n"), []);
        assert_eq!(scan(&format!("see {token}")).len(), 1);
    }
}
