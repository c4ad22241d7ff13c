//! The words of a text as a reader sees them: without marks, targets of links and tags.

use std::ops::Range;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag};

use crate::floor;

/// Distance from a piece within which its paragraph may end: a mark may be closed there.
const TAIL: usize = 4096;

/// Separation between some words and those before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// At most a mark.
    Nothing,
    /// The end of a line.
    Line,
    /// The end of a paragraph, a heading, an item or a cell.
    Block,
}

/// A stretch of a text that holds only words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Separation from the words before.
    pub before: Before,
}

/// The words within a piece of a text, in order.
#[must_use]
pub fn words(text: &str, piece: Range<usize>) -> Vec<Words> {
    let start = section_start(text, piece.start);
    let end = paragraph_end(text, piece.end);
    let mut reader = Reader {
        start,
        piece,
        before: Before::Nothing,
        words: Vec::new(),
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let read = &text[start..end];
    let parser = Parser::new_with_broken_link_callback(read, options, Some(known_elsewhere));
    for (event, range) in parser.into_offset_iter() {
        if start + range.start >= reader.piece.end {
            break;
        }
        reader.take(&event, range, read);
    }
    reader.words
}

/// Position from which a place can be understood: the heading of its section.
fn section_start(text: &str, at: usize) -> usize {
    // Reading the whole text would take longer than all other work for one hit.
    let Some(start) = text[..at].rfind("\n#").map(|heading| heading + 1) else {
        return 0;
    };
    // Within a block of code it is not a heading.
    let fences = text[..start].matches("\n```").count() + text[..start].matches("\n~~~").count();
    if fences.is_multiple_of(2) { start } else { 0 }
}

fn paragraph_end(text: &str, at: usize) -> usize {
    let tail = floor(text, at.saturating_add(TAIL).min(text.len()));
    match text[at..tail].find("\n\n") {
        Some(end) => at + end,
        None => tail,
    }
}

/// Takes a link by name (`[text][name]`) for one: its name may be explained in another section.
// The library hands it over.
#[allow(clippy::needless_pass_by_value, clippy::unnecessary_wraps)]
fn known_elsewhere(link: BrokenLink<'_>) -> Option<(CowStr<'_>, CowStr<'_>)> {
    // Brackets without a definition are usually just brackets.
    let is_link = matches!(
        link.link_type,
        LinkType::Reference
            | LinkType::ReferenceUnknown
            | LinkType::Collapsed
            | LinkType::CollapsedUnknown
    );
    is_link.then(|| (CowStr::from(""), CowStr::from("")))
}

struct Reader {
    /// Byte of the text at which the reader started.
    start: usize,
    /// Which words are wanted.
    piece: Range<usize>,
    before: Before,
    words: Vec<Words>,
}

impl Reader {
    fn take(&mut self, event: &Event, range: Range<usize>, read: &str) {
        match event {
            Event::Text(_) => self.add(range),
            Event::Code(_) => self.add(within_ticks(read, range)),
            Event::SoftBreak | Event::HardBreak => self.part(),
            Event::Start(Tag::HtmlBlock) => {
                self.before = Before::Block;
                self.add_untagged(range, read);
            }
            Event::Start(
                Tag::Paragraph
                | Tag::Heading { .. }
                | Tag::Item
                | Tag::CodeBlock(_)
                | Tag::TableCell,
            ) => self.before = Before::Block,
            _ => {}
        }
    }

    /// Adds the wanted part of a range.
    fn add(&mut self, range: Range<usize>) {
        let start = (self.start + range.start).max(self.piece.start);
        let end = (self.start + range.end).min(self.piece.end);
        if start >= end {
            return;
        }
        self.words.push(Words {
            range: start..end,
            before: self.before,
        });
        self.before = Before::Nothing;
    }

    /// Adds the text between the tags of some HTML; comments are tags here.
    fn add_untagged(&mut self, range: Range<usize>, read: &str) {
        let mut at = range.start;
        while at < range.end {
            let rest = &read[at..range.end];
            let tag = rest.find('<').unwrap_or(rest.len());
            self.add(at..at + tag);
            let close = if rest[tag..].starts_with("<!--") {
                "-->"
            } else {
                ">"
            };
            at = match rest[tag..].find(close) {
                Some(end) => at + tag + end + close.len(),
                None => range.end,
            };
            self.part();
        }
    }

    /// Parts the next words from the last ones.
    fn part(&mut self) {
        if self.before == Before::Nothing {
            self.before = Before::Line;
        }
    }
}

/// A span of code without the ticks around it.
fn within_ticks(read: &str, range: Range<usize>) -> Range<usize> {
    let code = read[range.clone()].trim_start_matches('`');
    let start = range.end - code.len();
    start..start + code.trim_end_matches('`').len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The words of a text, `/` between blocks and a space between lines.
    fn read(text: &str) -> String {
        let mut read = String::new();
        for words in words(text, 0..text.len()) {
            read.push_str(match words.before {
                Before::Nothing => "",
                Before::Line => " ",
                Before::Block => "/",
            });
            read.push_str(&text[words.range]);
        }
        read
    }

    #[test]
    fn words_have_no_marks() {
        for (text, expected) in [
            ("**Use** `Postgres`, *please*.", "/Use Postgres, please."),
            ("# A\n\n- b\n- c\nd\n", "/A/b/c d"),
            ("[text](https://x.example/y) ![picture](z)", "/text picture"),
            (
                "[text][name] and a[0] <https://x.example>",
                "/text and a[0] https://x.example",
            ),
            ("| a | b |\n|---|---|\n| c | `d` |\n", "/a/b/c/d"),
            ("> quoted\n> twice", "/quoted twice"),
            ("```sh\nls -l\n```\n", "/ls -l"),
            ("a <b>c</b>\\*", "/a c*"),
            ("<p>one</p>\n<!-- no -->", "/one"),
            ("``a `b` c``", "/a `b` c"),
        ] {
            assert_eq!(read(text).trim_end(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_piece_is_read_from_its_section_on() {
        let text = "# A\n\n```\n# no\n\n**b**\n```\n\n## C\n\n**d** e **f**";
        let at = |piece: &str| {
            let start = text.find(piece).unwrap();
            let mut read = String::new();
            for words in words(text, start..start + piece.len()) {
                read.push_str(&text[words.range]);
            }
            read
        };
        assert_eq!(at("**b**"), "**b**");
        assert_eq!(at("**d** e"), "d e");
        assert_eq!(at("e **f"), "e f");
    }

    proptest! {
        #[test]
        fn words_are_in_order(text in "([#`~ a|=>\r\n<!\\[\\]()*_-]|é|<!--|-->){0,60}", from in 0usize..60) {
            let from = floor(&text, from.min(text.len()));
            let found = words(&text, from..text.len());
            prop_assert!(found.iter().all(|words| text.get(words.range.clone()).is_some()));
        }
    }
}
