//! Words, slugs, keywords and abstracts: how the program reads prose.
//!
//! One tokenizer for everything: Unicode word boundaries (UAX #29), lower case.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_segmentation::UnicodeSegmentation;

/// How long the slug in a file name may be, in characters.
const SLUG_LENGTH: usize = 60;
/// How long an abstract (T0) taken from the text is, in characters.
pub const ABSTRACT_LENGTH: usize = 200;

/// English words that carry no topic by themselves.
const STOP_WORDS: &[&str] = &[
    "a", "about", "all", "also", "an", "and", "any", "are", "as", "at", "be", "because", "been", "but", "by", "can",
    "do", "does", "for", "from", "had", "has", "have", "how", "if", "in", "into", "is", "it", "its", "may", "more",
    "must", "no", "not", "of", "on", "one", "only", "or", "our", "should", "so", "some", "such", "than", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "to", "use", "used", "using", "was", "we", "were",
    "what", "when", "where", "which", "who", "will", "with", "would", "you", "your",
];

/// The words of a text in lower case, in order.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    text.unicode_words().map(str::to_lowercase)
}

/// At most `most` different keywords: the words of each text in turn, without stop words, numbers and single letters.
#[must_use]
pub fn keywords<'a>(texts: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::with_capacity(most);
    for word in texts.into_iter().flat_map(words) {
        if found.len() == most {
            break;
        }
        let tells = word.chars().any(char::is_alphabetic)
            && (word.chars().nth(1).is_some() || !word.is_ascii())
            && STOP_WORDS.binary_search(&word.as_str()).is_err();
        if tells && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// The title as a file name has it: lower case, words of any script joined by `-`, at most 60 characters.
/// Empty where the title has no word at all (only emoji, say).
#[must_use]
pub fn slug(title: &str) -> String {
    let mut slug = String::new();
    let mut length = 0;
    let mut end = 0;
    let lower = title.to_lowercase();
    for (at, word) in lower.unicode_word_indices() {
        // Scripts without spaces have words that touch.
        let touches = at == end;
        end = at + word.len();
        let word: String = word.chars().filter(|&c| is_in_slug(c)).collect();
        let size = word.chars().count();
        if size == 0 {
            continue;
        }
        let gap = usize::from(!slug.is_empty() && !touches);
        if length + gap + size > SLUG_LENGTH {
            if slug.is_empty() {
                slug.extend(word.chars().take(SLUG_LENGTH));
            }
            break;
        }
        slug.extend((gap == 1).then_some('-'));
        slug.push_str(&word);
        length += gap + size;
    }
    slug
}

/// Percent-encoding (RFC 3986, section 2.1) of everything but the unreserved characters and `/` where `keeps_slash`;
/// `escape` writes a byte.
pub fn percent_encoded(text: &str, keeps_slash: bool, escape: impl Fn(u8) -> String) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'-' | b'_' | b'.' | b'~' => encoded.push(char::from(byte)),
            b'/' if keeps_slash => encoded.push('/'),
            _ if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
            _ => encoded.push_str(&escape(byte)),
        }
    }
    encoded
}

fn is_in_slug(c: char) -> bool {
    // Marks that belong to a letter (Devanagari signs, accents) are not alphanumeric, but break the word when dropped.
    let is_mark = !c.is_ascii() && !c.is_whitespace() && !is_punctuation(c);
    !is_hidden(c) && (c.is_alphanumeric() || c == '_' || is_mark)
}

fn is_punctuation(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{205e}' | '\u{3001}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}' | '·')
}

/// A text on one line: white space folded, cut at `most` characters (at a word where there is one) with an ellipsis.
#[must_use]
pub fn one_line(text: &str, most: usize) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > most.saturating_mul(4).saturating_add(4) {
            break;
        }
    }
    if line.chars().count() <= most {
        return line;
    }
    let cut: String = line.chars().take(most.saturating_sub(1)).collect();
    let end = cut.rfind(' ').filter(|&at| at * 2 > cut.len()).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end())
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

/// Whether a character can hide or reorder what a reader sees: controls other than tab and line ends, bidirectional
/// controls (UAX #9), zero-width and filler characters, and tag characters. The two joiners are judged in [`hidden`].
#[must_use]
pub fn is_hidden(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => false,
        '\u{ad}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        c => c.is_control(),
    }
}

/// Whether a hidden character reorders the text around it.
#[must_use]
pub fn is_bidirectional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The hidden characters of a text with their byte offsets, in order. A zero-width joiner or non-joiner counts where
/// it stands beside ASCII (in emoji and in Indic or Persian words it is spelling); tag characters do not where they
/// spell a flag.
pub fn hidden(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut before = '\0';
    let mut in_flag = false;
    let plain = text.bytes().all(|byte| matches!(byte, 0x20..=0x7e | b'\t' | b'\n' | b'\r'));
    let searched = if plain { "" } else { text };
    searched.char_indices().filter(move |&(_, c)| {
        in_flag = c == '\u{1f3f4}' || (in_flag && ('\u{e0020}'..='\u{e007f}').contains(&c));
        let joins_ascii = matches!(c, '\u{200c}' | '\u{200d}') && before.is_ascii();
        before = c;
        joins_ascii || (is_hidden(c) && !in_flag)
    })
}

/// A text without what only a terminal understands (escape sequences of ECMA-48, carriage returns of progress bars) and
/// without hidden characters: what a command printed, as it was meant to be read.
#[must_use]
pub fn plain(text: &str) -> String {
    let text = without_escapes(&text.replace("\r\n", "\n").replace('\r', "\n"));
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for (at, c) in hidden(&text) {
        kept.push_str(&text[from..at]);
        from = at + c.len_utf8();
    }
    kept.push_str(&text[from..]);
    kept
}

fn without_escapes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        kept.push_str(&rest[..at]);
        let sequence = &rest[at + 1..];
        rest = match sequence.chars().next() {
            // A control sequence ends with the first character from `@` to `~`.
            Some('[') => sequence[1..].find(|c| matches!(c, '@'..='~')).map_or("", |end| &sequence[end + 2..]),
            // A string ends with BEL, or with ESC and a backslash.
            Some(']' | 'P' | 'X' | '^' | '_') => match sequence.find(['\u{7}', '\u{1b}', '\n']) {
                Some(end) if sequence[end..].starts_with('\u{7}') => &sequence[end + 1..],
                Some(end) if sequence[end..].starts_with("\u{1b}\\") => &sequence[end + 2..],
                Some(end) => &sequence[end..],
                None => "",
            },
            Some(other) if other.is_ascii_graphic() => &sequence[1..],
            _ => sequence,
        };
    }
    kept.push_str(rest);
    kept
}

/// A text as a terminal may show it: hidden characters spelled out, tabs and line feeds kept.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_kept = |c: char| c != '\r' && !is_hidden(c);
    let is_plain = text.bytes().all(|byte| matches!(byte, 0x20..=0x7e | b'\t' | b'\n'));
    if is_plain || text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if is_kept(c) || (c == '\r' && rest.peek() == Some(&'\n')) {
            shown.push(c);
        } else {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
        }
    }
    Cow::Owned(shown)
}

/// The same on one line: line ends are spelled out, too.
#[must_use]
pub fn visible_line(text: &str) -> Cow<'_, str> {
    let shown = visible(text);
    if shown.contains(['\n', '\r']) {
        return Cow::Owned(shown.replace('\r', "\\r").replace('\n', "\\n"));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn stop_words_are_sorted_for_the_search() {
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn slugs_keep_words_of_any_script() {
        for (title, expected) in [
            ("Use Postgres for the event store", "use-postgres-for-the-event-store"),
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
            keywords(["Use the Postgres event store", "postgres 15 for x events"], 12),
            ["postgres", "event", "store", "events"]
        );
        assert_eq!(keywords(["alpha beta gamma"], 2), ["alpha", "beta"]);
    }

    #[test]
    fn an_abstract_is_the_first_paragraph() {
        assert_eq!(first_paragraph("# T\n\n<!-- x\ny -->\n## Decision\n\nOne\ntwo.\n\nThree"), "One\ntwo.");
        assert_eq!(first_paragraph("# only\n"), "");
        assert_eq!(one_line("One\n  two   three", 9), "One two…");
    }

    #[test]
    fn hidden_characters_are_found_and_shown() {
        assert_eq!(visible("a\u{1b}[31mb\u{202e}c\td\n"), "a\\u{1b}[31mb\\u{202e}c\td\n");
        let at = |text: &str| hidden(text).map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(at("a\u{200b}b"), [1]);
        assert_eq!(at("a\u{200d}b"), [1]);
        assert!(at("👩\u{200d}💻 می\u{200c}خواهم 🏴\u{e0067}\u{e007f}").is_empty());
    }

    #[test]
    fn a_plain_text_is_what_was_meant_to_be_read() {
        for (printed, expected) in [
            ("export T=\u{1b}[01;31m\u{1b}[Kghp_\u{1b}[m\u{1b}[Ka8", "export T=ghp_a8"),
            ("\u{1b}]0;title\u{7}text", "text"),
            ("\u{1b}]8;;https://x\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link"),
            ("a\u{1b}(Bb", "aBb"),
            ("10%\r20%\r\ndone\n", "10%\n20%\ndone\n"),
            ("gh\u{200b}p\u{0}_", "ghp_"),
            ("\u{1b}[", ""),
            ("👩\u{200d}💻\tß", "👩\u{200d}💻\tß"),
        ] {
            assert_eq!(plain(printed), expected, "{printed:?}");
        }
    }

    proptest! {
        #[test]
        fn plain_text_hides_nothing(text in "(\\PC|\u{1b}|\\[|\u{7}|\r|\n|[a-z;0-9]){0,40}") {
            let once = plain(&text);
            prop_assert_eq!(hidden(&once).count(), 0);
            prop_assert_eq!(&plain(&once), &once);
        }

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

        #[test]
        fn what_is_visible_hides_nothing(text in any::<String>()) {
            prop_assert!(!visible(&text).chars().any(is_hidden));
        }
    }
}
