//! Words and pieces of prose: keywords, slugs, abstracts, lines.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use super::language::Language;
use super::tokens::{Shape, Token, tokens};
use super::visible::is_hidden;

/// The longest slug in a file name, in characters.
const SLUG_LENGTH: usize = 60;
/// The longest abstract (T0) that is taken from a text, in characters.
pub const ABSTRACT_LENGTH: usize = 200;

/// At most `most` different keywords: the words of each text in turn, without stop words, numbers
/// and single letters.
#[must_use]
pub fn keywords<'a>(texts: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::with_capacity(most);
    for text in texts {
        tokens(text, |token| {
            let is_known = found.iter().any(|known| known == token.form);
            if found.len() < most && !is_known && is_keyword(&token) {
                found.push(token.form.to_owned());
            }
        });
    }
    found
}

fn is_keyword(token: &Token<'_>) -> bool {
    let form = token.form;
    let is_word = match token.shape {
        Shape::Word => !form.is_ascii() || form.len() > 1,
        Shape::Pair => true,
        Shape::Compound | Shape::Single => false,
    };
    is_word && form.contains(char::is_alphabetic) && !Language::ENGLISH.is_stop_word(form)
}

/// The title as a file name has it: lower case, words of any script joined by `-`, at most 60
/// characters. Empty if the title has no words (only emoji, say).
#[must_use]
pub fn slug(title: &str) -> String {
    let mut slug = String::new();
    let mut length = 0;
    let mut end = 0;
    let lower = title.to_lowercase();
    for (at, word) in lower.unicode_word_indices() {
        // Scripts without spaces have words that touch: dashes there would be in every file name.
        let touches = at == end;
        end = at + word.len();
        let word: String = word.chars().filter(|c| is_in_slug(*c)).collect();
        let size = word.chars().count();
        if size == 0 {
            continue;
        }
        let has_gap = !slug.is_empty() && !touches;
        let added = size + usize::from(has_gap);
        if length + added > SLUG_LENGTH {
            // Cut between words, but a first word that is longer than all is better than no name.
            if slug.is_empty() {
                slug.extend(word.chars().take(SLUG_LENGTH));
            }
            break;
        }
        if has_gap {
            slug.push('-');
        }
        slug.push_str(&word);
        length += added;
    }
    slug
}

fn is_in_slug(c: char) -> bool {
    // Marks that belong to a letter (Devanagari signs, accents) are not alphanumeric, but break the
    // word when dropped.
    let is_mark = !c.is_ascii() && !c.is_whitespace() && !is_punctuation(c);
    !is_hidden(c) && (c.is_alphanumeric() || c == '_' || is_mark)
}

fn is_punctuation(c: char) -> bool {
    matches!(
        c,
        '\u{2010}'..='\u{205e}' | '\u{3001}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}' | '·'
    )
}

/// The last start of a character at or before a byte.
#[must_use]
pub fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

/// A text on one line: white space folded, cut at `most` characters (between words if possible)
/// with an ellipsis.
#[must_use]
pub fn one_line(text: &str, most: usize) -> String {
    // A character has at most four bytes: longer text is cut anyway.
    let enough = most.saturating_mul(4).saturating_add(4);
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > enough {
            break;
        }
    }
    if line.chars().count() <= most {
        return line;
    }
    let cut: String = line.chars().take(most.saturating_sub(1)).collect();
    // A long word at the end is cut rather than left out: half an empty line tells less.
    let kept = match cut.rfind(' ') {
        Some(space) if space * 2 > cut.len() => &cut[..space],
        _ => &cut,
    };
    format!("{}…", kept.trim_end())
}

/// The first paragraph of Markdown that is neither a heading nor a comment nor a rule, as written.
#[must_use]
pub fn first_paragraph(markdown: &str) -> Cow<'_, str> {
    let mut lines: Vec<&str> = Vec::new();
    let mut in_comment = false;
    for line in markdown.lines().map(str::trim) {
        if in_comment || line.starts_with("<!--") {
            in_comment = !line.contains("-->");
            continue;
        }
        let is_text = !line.is_empty() && !line.starts_with('#') && !line.starts_with("---");
        if is_text {
            lines.push(line);
        } else if !lines.is_empty() {
            break;
        }
    }
    match lines.as_slice() {
        [] => Cow::Borrowed(""),
        [only] => Cow::Borrowed(only),
        several => Cow::Owned(several.join("\n")),
    }
}

/// A number and a noun, as in "1 record" and "2 records".
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn slugs_keep_words_of_any_script() {
        for (title, expected) in [
            (
                "Use Postgres for the event store",
                "use-postgres-for-the-event-store",
            ),
            ("  C++ / Rust: don't mix!  ", "c-rust-dont-mix"),
            ("事件存储使用 Postgres", "事件存储使用-postgres"),
            ("🚀🚀", ""),
            ("../../etc/passwd", "etc-passwd"),
            ("\u{3164}a\u{3164}", "a"),
            ("हिन्दी शीर्षक", "हिन्दी-शीर्षक"),
        ] {
            assert_eq!(slug(title), expected, "{title}");
        }
    }

    #[test]
    fn keywords_leave_out_what_tells_nothing() {
        assert_eq!(
            keywords(
                ["Use the Postgres event store", "postgres 15 for x events"],
                12
            ),
            ["postgres", "event", "store", "events"]
        );
        assert_eq!(keywords(["alpha beta gamma"], 2), ["alpha", "beta"]);
    }

    #[test]
    fn an_abstract_is_the_first_paragraph() {
        assert_eq!(
            first_paragraph("# T\n\n<!-- x\ny -->\n## Decision\n\nOne\ntwo.\n\nThree"),
            "One\ntwo."
        );
        assert_eq!(first_paragraph("# only\n"), "");
        assert_eq!(one_line("One\n  two   three", 9), "One two…");
    }

    proptest! {
        #[test]
        fn a_slug_is_short_and_safe(title in any::<String>()) {
            let slug = slug(&title);
            prop_assert!(slug.chars().count() <= SLUG_LENGTH);
            let is_bad = |c: char| c == '/' || c == '.' || is_hidden(c) || c.is_whitespace();
            prop_assert!(!slug.contains(is_bad));
        }

        #[test]
        fn one_line_keeps_its_length(text in any::<String>(), most in 1usize..300) {
            let line = one_line(&text, most);
            prop_assert!(line.chars().count() <= most);
            prop_assert!(!line.contains('\n'));
        }

    }
}
