//! The outline of a text: its headings, the text below each of them, its code blocks and its HTML.
//! Read by the library, so that code, comments, quotations and lists hold no headings.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

/// A heading that is not inside a quotation or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading<'a> {
    /// Its bytes in the text, from the beginning of its first line to the end of its last one.
    pub range: Range<usize>,
    /// From 1, the highest, to 6.
    pub level: usize,
    /// Text of the heading, markup included.
    pub title: &'a str,
    /// The bytes of the title.
    pub title_range: Range<usize>,
    /// True if the heading is a text underlined with `=` or `-`.
    pub is_underlined: bool,
}

/// A stretch of a text: a heading and everything up to the next one.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// `None` for the text before the first heading.
    pub heading: Option<Heading<'a>>,
    /// The heading's lines as written.
    pub head: &'a str,
    /// Text after the heading, up to the next heading of any level.
    pub body: &'a str,
}

/// The headings of a text, and the places of code and HTML.
#[derive(Debug, Default)]
pub struct Outline<'a> {
    /// In the order of the text.
    pub headings: Vec<Heading<'a>>,
    /// The lines of each code block, fences included, as byte ranges.
    pub code: Vec<Range<usize>>,
    /// HTML, comments too: each block, or each tag within a line, as byte ranges.
    pub html: Vec<Range<usize>>,
}

impl<'a> Outline<'a> {
    /// Reads a text; any text has an outline.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        let mut outline = Self::default();
        // Number of open quotations and lists.
        let mut depth = 0_usize;
        let mut open: Option<Open> = None;
        for (event, range) in Parser::new(text).into_offset_iter() {
            match event {
                Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => depth += 1,
                Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => {
                    depth = depth.saturating_sub(1);
                }
                Event::Start(Tag::CodeBlock(_)) => outline.code.push(lines(text, &range)),
                Event::Start(Tag::HtmlBlock) => outline.html.push(range),
                Event::Start(Tag::Heading { level, .. }) if depth == 0 => {
                    open = Some(Open {
                        level,
                        lines: lines(text, &range),
                        title: None,
                    });
                }
                Event::End(TagEnd::Heading(_)) => {
                    if let Some(open) = open.take() {
                        outline.add(open.heading(text));
                    }
                }
                event => {
                    if let Some(open) = &mut open {
                        open.extend(&range);
                    }
                    if matches!(event, Event::InlineHtml(_)) {
                        outline.html.push(range);
                    }
                }
            }
        }
        outline
    }

    fn add(&mut self, heading: Heading<'a>) {
        // With comments that never end the library reads a line twice: a heading that begins inside
        // the last one is the same one again.
        let is_next = match self.headings.last() {
            Some(last) => heading.range.start >= last.range.end,
            None => true,
        };
        if is_next {
            self.headings.push(heading);
        }
    }
}

/// A heading whose end was not read yet.
struct Open {
    level: HeadingLevel,
    lines: Range<usize>,
    /// The bytes of its content.
    title: Option<Range<usize>>,
}

impl Open {
    fn extend(&mut self, inner: &Range<usize>) {
        let title = self.title.get_or_insert_with(|| inner.clone());
        title.end = title.end.max(inner.end);
    }

    fn heading(self, text: &str) -> Heading<'_> {
        let lines = text[self.lines.clone()].trim_start();
        let title = match self.title {
            Some(title) => title,
            // A heading may consist only of its marks.
            None => self.lines.start..self.lines.start,
        };
        Heading {
            range: self.lines,
            level: self.level as usize,
            title: text[title.clone()].trim(),
            title_range: title,
            is_underlined: !lines.starts_with('#'),
        }
    }
}

/// Whole lines around a range.
// The library's ranges leave out the spaces before a block, and sometimes its line end.
fn lines(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    if text[start..range.end].ends_with('\n') {
        return start..range.end;
    }
    let end = text[range.end..].find('\n');
    start..end.map_or(text.len(), |at| range.end + at + 1)
}

/// A text cut at its headings; joined again, the parts are the text.
#[must_use]
pub fn parts(text: &str) -> Vec<Part<'_>> {
    let headings = Outline::of(text).headings;
    let first = headings
        .first()
        .map_or(text.len(), |first| first.range.start);
    let mut parts = vec![Part {
        heading: None,
        head: "",
        body: &text[..first],
    }];
    let mut rest = headings.into_iter().peekable();
    while let Some(heading) = rest.next() {
        let end = rest.peek().map_or(text.len(), |next| next.range.start);
        parts.push(Part {
            head: &text[heading.range.clone()],
            body: &text[heading.range.end..end],
            heading: Some(heading),
        });
    }
    parts
}

/// A link with a target of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Start of the link, in bytes.
    pub start: usize,
    /// Target of the link, as written.
    pub target: String,
}

/// The links of a text outside of code, in order.
#[must_use]
pub fn links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (event, range) in Parser::new(text).into_offset_iter() {
        if let Event::Start(Tag::Link { dest_url, .. }) = event {
            links.push(Link {
                start: range.start,
                target: dest_url.into_string(),
            });
        }
    }
    links
}

/// The text under the first heading of this name (of any level, in any case), up to the next
/// heading that is not below it.
#[must_use]
pub fn section<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut headings = Outline::of(text).headings.into_iter();
    let found = headings.find(|heading| heading.title.eq_ignore_ascii_case(name))?;
    let next = headings.find(|heading| heading.level <= found.level);
    let end = next.map_or(text.len(), |next| next.range.start);
    Some(text[found.range.end..end].trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_section_ends_where_the_next_one_begins() {
        let body = "## Decision\n\nYes.\n\n## Rationale\r\n\r\nA\n\n### More\n\nB\n\n```sh\n## no heading\n```\n\n# Next\n\nC\n";
        for (name, expected) in [
            ("Decision", Some("Yes.")),
            (
                "rationale",
                Some("A\n\n### More\n\nB\n\n```sh\n## no heading\n```"),
            ),
            ("More", Some("B\n\n```sh\n## no heading\n```")),
            ("Next", Some("C")),
            ("no heading", None),
            ("Related", None),
        ] {
            assert_eq!(section(body, name), expected, "{name}");
        }
        assert_eq!(section("````\n```\n## A\n````\n## A ##\n", "a"), Some(""));
    }

    #[test]
    fn a_heading_is_what_commonmark_calls_one() {
        for (text, expected) in [
            (
                "# One\r\n\r\n## *Two* ##\r\n",
                vec![(1, "One"), (2, "*Two*")],
            ),
            (
                "Under\n=====\n\nLined\n---\n",
                vec![(1, "Under"), (2, "Lined")],
            ),
            ("   ### Three\n#\n", vec![(3, "Three"), (1, "")]),
            ("<!--\n# in a comment\n-->\n", vec![]),
            ("> # quoted\n\n- # listed\n", vec![]),
            ("    # code\n#hash\n####### seven\n", vec![]),
            ("```\n# open to the end", vec![]),
            ("- a\n---\n# Real", vec![(1, "Real")]),
        ] {
            let outline = Outline::of(text);
            let found: Vec<_> = outline
                .headings
                .iter()
                .map(|it| (it.level, it.title))
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn a_line_that_the_library_reads_twice_counts_once() {
        let text = "## <!--<!---->#-->é<!--ééé é-->éa<!--ééé-->--><!--éé  --><!--`--> -->\n`";
        let whole: String = parts(text)
            .iter()
            .map(|it| [it.head, it.body].concat())
            .collect();
        assert_eq!(whole, text);
    }

    #[test]
    fn code_is_known_with_its_fences() {
        let text = "a\n```sh\nb\n```\nc\n\n    d\n";
        let outline = Outline::of(text);
        let code: Vec<_> = outline.code.into_iter().map(|range| &text[range]).collect();
        assert_eq!(code, ["```sh\nb\n```\n", "    d\n"]);
    }

    proptest! {
        #[test]
        fn the_parts_are_the_text(text in "([#`~ a=>\r\n-]|é|<!--|-->){0,60}") {
            let whole: String = parts(&text).iter().map(|it| [it.head, it.body].concat()).collect();
            prop_assert_eq!(whole, text);
        }

        #[test]
        fn a_section_is_part_of_its_text(text in "([#`~ a\r\n]|é){0,60}") {
            if let Some(found) = section(&text, "a") {
                prop_assert!(text.contains(found));
            }
        }
    }
}
