//! The beginning of a text that has too little room: it ends with a sentence, an item of a list or
//! a paragraph, never with a heading or within a span of code.

use crate::record::sections::{CUT, mark};
use git_memory_text::budget::Size;
use git_memory_text::floor;
use git_memory_text::markdown::ends;

/// The fewest characters of whole sentences, and of words: less of a longer text tells nothing.
const FEWEST: usize = 40;
const FEWEST_IN_WORDS: usize = 80;
/// In characters: beside less than this, a mark with many names takes the room of the text.
const SHORT: usize = 600;
/// Length of the part of a text that is looked at, in bytes: a page may be a megabyte long.
const LOOKED_AT: usize = 64 << 10;
/// Length of the part of a text whose words are tried, in bytes: each step of the search measures it.
const WORDS: usize = 8192;

/// As much of a text as there is room for, with a mark that names the cut sections, unless that is
/// too little.
#[must_use]
pub fn cut(text: &str, room: Size) -> Option<String> {
    let text = &text[..floor(text, LOOKED_AT)];
    let ends = ends(text);
    let short = beginning(text, &ends, room.without(room.measure(CUT)))?;
    let named = if short.chars().count() < SHORT { 2 } else { 5 };
    let mut end = mark(text, short.len(), named);
    // The names take room from the text, so that there may be one more of them.
    for _ in 0..3 {
        if end == CUT {
            break;
        }
        let Some(kept) = beginning(text, &ends, room.without(room.measure(&end))) else {
            break;
        };
        let needed = mark(text, kept.len(), named);
        if needed == end {
            return Some(marked(text, kept, &end));
        }
        end = needed;
    }
    Some(marked(text, short, CUT))
}

/// A beginning with its mark: on a line of its own after the end of a line.
fn marked(text: &str, kept: &str, mark: &str) -> String {
    let gap = if text[kept.len()..].starts_with(['\n', '\r']) {
        "\n"
    } else {
        " "
    };
    format!("{kept}{gap}{mark}")
}

/// As much of a text as there is room for, unless that is too little: up to one of its ends, or the
/// first words if it has none so early.
fn beginning<'a>(text: &'a str, ends: &[usize], room: Size) -> Option<&'a str> {
    let fits = |end: &usize| room.holds(room.measure(&text[..*end]) + room.measure("\n"));
    let count = ends.partition_point(fits);
    let whole = match count.checked_sub(1).and_then(|last| ends.get(last)) {
        Some(&end) => without_heading(&text[..end]),
        None => "",
    };
    if whole.chars().count() >= FEWEST {
        return Some(whole);
    }
    let part = words(&text[..floor(text, WORDS)], room);
    (part.chars().count() >= FEWEST_IN_WORDS).then_some(part)
}

/// A text without the headings at its end, below which nothing is left.
fn without_heading(text: &str) -> &str {
    let mut kept = text.trim_end();
    while let Some(line) = kept.rsplit('\n').next()
        && line.starts_with('#')
    {
        kept = kept[..kept.len() - line.len()].trim_end();
    }
    kept
}

/// The first words of a text that have room, without a span of code that they do not hold as a
/// whole.
fn words(text: &str, room: Size) -> &str {
    // By halves: measuring tokens costs more than anything else here.
    let (mut fits, mut too_long) = (0, text.len() + 1);
    while too_long - fits > 1 {
        let middle = fits.midpoint(too_long);
        if room.holds(room.measure(&text[..floor(text, middle)])) {
            fits = middle;
        } else {
            too_long = middle;
        }
    }
    let part = &text[..floor(text, fits)];
    let part = match part.rfind([' ', '\n']) {
        Some(at) if part.len() < text.len() => part[..at].trim_end(),
        Some(_) => part,
        None => "",
    };
    let code = part
        .rfind('`')
        .filter(|_| part.matches('`').count() % 2 == 1);
    without_heading(&part[..code.unwrap_or(part.len())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn chars(most: usize) -> Size {
        Size::at_most(Some(most), None, None)
    }

    #[test]
    fn a_cut_comes_after_a_sentence_an_item_or_a_paragraph() {
        let sentence = "One queue sends all of the mail, and a worker\nreads it, e.g. at night.";
        let text = format!(
            "{sentence} It keeps `a. B` of each.\n\n- first item of the list\n- second item\n\n\
             ## Rationale\n\nA crash lost mail."
        );
        for (most, kept) in [
            (90, format!("{sentence} [… also: Rationale]")),
            (
                120,
                format!("{sentence} It keeps `a. B` of each.\n[… also: Rationale]"),
            ),
            (
                150,
                format!(
                    "{sentence} It keeps `a. B` of each.\n\n- first item of the list\n[… also: Rationale]"
                ),
            ),
            (
                170,
                text.replace(
                    "\n\n## Rationale\n\nA crash lost mail.",
                    "\n[… also: Rationale]",
                ),
            ),
        ] {
            assert_eq!(
                cut(&text, chars(most)).as_deref(),
                Some(kept.as_str()),
                "{most}"
            );
        }
        assert_eq!(cut(&text, chars(60)), None, "too little");
    }

    #[test]
    fn a_text_without_sentences_is_cut_at_a_word() {
        let text = "one two ".repeat(40);
        let cut_text = cut(&text, chars(200)).unwrap();
        assert!(
            cut_text.ends_with("o […]") || cut_text.ends_with("e […]"),
            "{cut_text}"
        );
        assert!(cut_text.len() > 180, "{cut_text}");
        assert_eq!(cut(&"x".repeat(500), chars(200)), None, "no word to cut at");
        let code = format!(
            "{}`requirements.*.in and more of it`{}",
            "word ".repeat(30),
            " end".repeat(20)
        );
        assert!(cut(&code, chars(165)).unwrap().ends_with("word […]"));
    }

    #[test]
    fn a_cut_names_the_sections_that_it_lacks() {
        let words = |word: &str| format!("{word} ").repeat(60).trim_end().to_owned();
        let text = format!(
            "{}\n## Rationale\n{}\n## Consequences\n{}\n## Links\nL.",
            words("one"),
            words("two"),
            words("three"),
        );
        for (most, end) in [
            (400, "one\n[… also: Rationale · Consequences · 1 more]"),
            (700, "two\n[… also: Consequences · Links]"),
            // Without room for the names they are left out.
            (100, "one […]"),
        ] {
            let cut = cut(&text, chars(most)).unwrap();
            assert!(cut.ends_with(end), "{most}: {cut}");
            assert!(cut.chars().count() <= most + 1, "{most}: {cut}");
        }
    }

    proptest! {
        #[test]
        fn a_beginning_is_one(text in "(\\PC| |\n|\n## \\PC|[.] [A-Z]|`){0,400}", most in 0_usize..500) {
            if let Some(cut) = cut(&text, chars(most)) {
                let kept = &cut[..cut.rfind("[…").unwrap()];
                prop_assert!(text.starts_with(kept.trim_end()));
                // The gap is measured with the frame.
                prop_assert!(cut.chars().count() <= most + 1);
            }
        }
    }
}
