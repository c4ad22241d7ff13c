//! The places where a Markdown text may be cut: after a sentence, an item, a row or a block.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The ends of the sentences, list items, rows of tables, headings and blocks of a text, in bytes
/// and in order, each before the white space that follows.
#[must_use]
pub fn ends(text: &str) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let (mut spans, mut proses): (Vec<Range<usize>>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Code(_) => spans.push(range),
            Event::Start(Tag::Paragraph | Tag::Item) => proses.push(range),
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Item
                | TagEnd::Heading(_)
                | TagEnd::CodeBlock
                | TagEnd::HtmlBlock
                | TagEnd::TableRow,
            ) => found.push(text[..range.end].trim_end().len()),
            _ => {}
        }
    }
    for prose in proses {
        for end in sentence_ends(&text[prose.clone()]) {
            let end = prose.start + end;
            if !spans.iter().any(|span| span.contains(&end)) {
                found.push(end);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The ends of the sentences in a piece of prose, in bytes.
fn sentence_ends(prose: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    for (at, sign) in prose.char_indices() {
        let after = &prose[at + sign.len_utf8()..];
        if sign == '。' {
            ends.push(at + sign.len_utf8());
        }
        if !matches!(sign, '.' | '!' | '?') {
            continue;
        }
        let rest = after.trim_start_matches(['"', '\'', ')', '*', '_', '”', '’']);
        let next = rest.trim_start();
        let is_begun = next.starts_with(|letter: char| !letter.is_lowercase());
        if is_begun && next.len() < rest.len() && !is_abbreviated(&prose[..at]) {
            ends.push(prose.len() - rest.len());
        }
    }
    ends
}

/// True if a text ends with a short form before its full stop: `e.g`, `J`, `vs`.
fn is_abbreviated(before: &str) -> bool {
    let word = before
        .rsplit(|letter: char| letter.is_whitespace() || letter == '(')
        .next();
    let word = word.unwrap_or_default();
    let is_short = word.len() == 1 || word.contains('.');
    let is_letters = word
        .chars()
        .all(|letter| letter.is_alphabetic() || letter == '.');
    is_short && is_letters || matches!(word, "vs" | "cf" | "etc" | "No" | "Nr" | "approx")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_ends_after_sentences_items_and_blocks() {
        for (text, expected) in [
            (
                "One. Two! *Three?* Four",
                vec!["One.", "Two!", "*Three?*", "Four"],
            ),
            (
                "See e.g. Postgres vs. Redis by J. Doe. (Or not.)",
                vec!["Doe.", "not.)"],
            ),
            ("Use `a. B` or `x.*.in`. Go", vec!["in`.", "Go"]),
            ("- one\n- two\n  more\n", vec!["- one", "more"]),
            ("A\nb.\n\n```\nc. D\n```\n\n# E\n", vec!["b.", "```", "# E"]),
            ("| a | b |\n|---|---|\n| c | d |\n", vec!["| d |"]),
            ("イベント。保存", vec!["イベント。", "保存"]),
        ] {
            let ends = ends(text);
            assert_eq!(ends.len(), expected.len(), "{text}: {ends:?}");
            for (end, word) in ends.iter().zip(expected) {
                assert!(text[..*end].ends_with(word), "{text}: {end} {word}");
            }
        }
    }

    proptest! {
        #[test]
        fn ends_are_places_of_the_text(text in "([#`~ a|=>\r\n<!\\[\\]()*_-]|é|[.] [A-Z]|。){0,60}") {
            let ends = ends(&text);
            prop_assert!(ends.is_sorted() && ends.iter().all(|end| text.is_char_boundary(*end)));
        }
    }
}
