//! The part of Markdown that reading a decision needs: its lines of text and of code, and its
//! headings, from the outline of the text. `plain` removes the markup of a line.

use std::borrow::Cow;
use std::ops::Range;

use git_memory_text::markdown::Outline;
use git_memory_text::pattern::{Pattern, compiled};
use git_memory_text::plain::plain;

/// The marks around a comment.
const BEGIN: &str = "<!--";
const END: &str = "-->";

/// One line without its line ending and without HTML comments.
#[derive(Debug)]
pub struct Line<'a> {
    /// Its text.
    pub text: Cow<'a, str>,
    /// True in a code block, its fences included.
    pub code: bool,
}

/// One heading: `# text`, or text underlined with `===` or `---`.
#[derive(Debug)]
pub struct Heading {
    /// 1 for the title, 2 for a section.
    pub level: usize,
    /// As written, markup included.
    pub text: String,
    /// The text as a section name: plain, lower case, with no number before and no colon after it.
    pub name: String,
    /// Index of its first line.
    pub start: usize,
    /// Index of the line after it.
    pub end: usize,
}

/// A text cut into lines and headings.
#[derive(Debug)]
pub struct Document<'a> {
    /// Lines in their order.
    pub lines: Vec<Line<'a>>,
    /// Headings in their order.
    pub headings: Vec<Heading>,
}

impl<'a> Document<'a> {
    /// Reads `text`; any text is a document.
    pub fn parse(text: &'a str) -> Self {
        let source = outlined(text);
        let outline = Outline::of(&source);
        let comments = comments(text, &outline);
        let mut lines = Vec::new();
        // Starts of all lines.
        let mut starts = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let content = without_line_end(line);
            let after = outline.code.partition_point(|code| code.end <= at);
            let code = outline.code.get(after).is_some_and(|code| code.start <= at);
            let range = at..at + content.len();
            lines.push(Line {
                text: uncommented(text, range, &comments),
                code,
            });
            starts.push(at);
            at += line.len();
        }
        let mut headings = Vec::new();
        for heading in &outline.headings {
            // The title is a slice of the outlined text, whose bytes have the same places.
            let title = uncommented(text, heading.title_range.clone(), &comments);
            headings.push(Heading {
                level: heading.level,
                text: title.trim().to_owned(),
                name: section_name(&title),
                start: starts.partition_point(|start| *start < heading.range.start),
                end: starts.partition_point(|start| *start < heading.range.end),
            });
        }
        Self { lines, headings }
    }

    /// The position of the first heading that is called one of `names`; an earlier name is
    /// preferred.
    pub fn find(&self, names: &[&str]) -> Option<usize> {
        for name in names {
            let mut headings = self.headings.iter();
            if let Some(at) = headings.position(|heading| heading.name == *name) {
                return Some(at);
            }
        }
        None
    }

    /// The lines under the heading at a position, up to the next heading of any level.
    pub fn under(&self, heading: usize) -> &[Line<'a>] {
        let start = self.headings[heading].end;
        let end = match self.headings.get(heading + 1) {
            Some(next) => next.start,
            None => self.lines.len(),
        };
        &self.lines[start..end]
    }
}

fn section_name(heading: &str) -> String {
    static NUMBER: Pattern = compiled!(r"^\d+(?:\.\d+)*[.)]?\s+");
    let mut name = plain(heading).to_lowercase();
    if name.starts_with(|letter: char| letter.is_ascii_digit()) {
        name = NUMBER.replace(&name, "").into_owned();
    }
    name.trim_end_matches([':', '.']).trim().to_owned()
}

fn without_line_end(line: &str) -> &str {
    let mut content = line;
    for end in ['\n', '\r'] {
        if let Some(before) = content.strip_suffix(end) {
            content = before;
        }
    }
    content
}

/// The comments of a text, as byte ranges in order. An unclosed one is text.
fn comments(text: &str, outline: &Outline<'_>) -> Vec<Range<usize>> {
    let mut comments = Vec::new();
    for html in &outline.html {
        let mut at = html.start;
        while let Some(begin) = text[at..html.end].find(BEGIN) {
            let begin = at + begin;
            let Some(length) = text[begin..html.end].find(END) else {
                break;
            };
            at = begin + length + END.len();
            comments.push(begin..at);
        }
    }
    comments
}

/// The text as its outline is read; every byte keeps its place.
fn outlined(text: &str) -> Cow<'_, str> {
    // By CommonMark an unclosed comment contains everything after it, and a decision with a stray
    // `<!--` would have no sections: after the last end of a comment, none begins here.
    let (closed, open) = match text.rfind(END) {
        Some(last_end) => text.split_at(last_end),
        None => ("", text),
    };
    if open.contains(BEGIN) {
        return format!("{closed}{}", open.replace(BEGIN, "(!--")).into();
    }
    text.into()
}

/// The rest of a range of the text without its comments.
fn uncommented<'a>(text: &'a str, range: Range<usize>, comments: &[Range<usize>]) -> Cow<'a, str> {
    let first = comments.partition_point(|comment| comment.end <= range.start);
    let mut kept = String::new();
    let mut at = range.start;
    for comment in &comments[first..] {
        if comment.start >= range.end {
            break;
        }
        kept.push_str(&text[at..comment.start.max(at)]);
        at = comment.end.min(range.end);
    }
    if at == range.start {
        return text[range].into();
    }
    kept.push_str(&text[at..range.end]);
    kept.into()
}

/// A paragraph or a list item.
pub struct Block {
    /// True for an item of a list.
    pub is_item: bool,
    /// Plain text.
    pub text: String,
    /// As written, without the mark of its item.
    pub source: String,
}

/// The first paragraph or list item among `lines`, plain.
pub fn first_paragraph(lines: &[Line<'_>]) -> Option<String> {
    let lines: Vec<&Line<'_>> = lines.iter().collect();
    Some(blocks(&lines, 1).into_iter().next()?.text)
}

/// True for definitions of links, rows of tables, rules and empty lines: they are not part of a
/// sentence.
fn is_aside(line: &str) -> bool {
    let text = line.trim_start();
    let is_rule = |letter: char| "-=_*".contains(letter) || letter.is_whitespace();
    let is_definition = || {
        let (name, after) = text.strip_prefix('[')?.split_once(']')?;
        Some(!name.is_empty() && after.starts_with(':'))
    };
    text.starts_with('|') || text.chars().all(is_rule) || is_definition() == Some(true)
}

/// Length of the mark with which an item of a list begins, with the spaces beside it, in bytes; 0
/// for other lines.
fn mark(line: &str) -> usize {
    let text = line.trim_start();
    let number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let content = match text.strip_prefix(['-', '*', '+']) {
        None if number.len() < text.len() => number.strip_prefix(['.', ')']),
        content => content,
    };
    match content {
        Some(content) if content.starts_with(char::is_whitespace) => {
            line.len() - content.trim_start().len()
        }
        _ => 0,
    }
}

/// The first paragraphs and list items, at most `limit`; code is passed over.
pub fn blocks(lines: &[&Line<'_>], limit: usize) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open: Option<Block> = None;
    for line in lines {
        let (mark, is_aside) = (mark(&line.text), is_aside(&line.text));
        if line.code || mark > 0 || is_aside {
            found.extend(open.take().and_then(plain_block));
            if found.len() >= limit {
                return found;
            }
        }
        if line.code || is_aside {
            continue;
        }
        let block = open.get_or_insert_with(|| Block {
            is_item: mark > 0,
            text: String::new(),
            source: String::new(),
        });
        block
            .source
            .push_str(line.text[mark..].trim_start_matches(['>', ' ']));
        block.source.push('\n');
    }
    found.extend(open.and_then(plain_block));
    found
}

/// A block as plain text; `None` if nothing is left of it.
fn plain_block(mut block: Block) -> Option<Block> {
    block.text = plain(&block.source);
    if block.text.is_empty() {
        return None;
    }
    Some(block)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading_texts(text: &str) -> Vec<(usize, String)> {
        Document::parse(text)
            .headings
            .into_iter()
            .map(|heading| (heading.level, heading.text))
            .collect()
    }

    #[test]
    fn headings_are_found_outside_code_and_comments() {
        for (text, expected) in [
            ("# One\r\n\r\n## Two ##\r\n", vec![(1, "One"), (2, "Two")]),
            (
                "Under\n=====\n\nLined\n---\n",
                vec![(1, "Under"), (2, "Lined")],
            ),
            ("- Date: now\n---\n# Real", vec![(1, "Real")]),
            ("```md\n# no\n```\n~~~\n# no\n~~~\n# yes", vec![(1, "yes")]),
            ("<!-- # no\n# no\n--> \n# yes", vec![(1, "yes")]),
            ("<!-- open\n# yes", vec![(1, "yes")]),
            ("    # indented\n#hash\n####### seven", vec![]),
        ] {
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(level, text)| (level, text.to_owned()))
                .collect();
            assert_eq!(heading_texts(text), expected, "{text:?}");
        }
    }

    #[test]
    fn code_and_comments_are_told_from_text() {
        let text = "a <!-- b\nc --> d\n- ```\n  <!-- e -->\n  ```\n\n      f\n\ng `<!-- h -->` i\n\n    j\n";
        let document = Document::parse(text);
        let lines: Vec<_> = document
            .lines
            .iter()
            .map(|line| (line.text.as_ref(), line.code))
            .collect();
        let expected = [
            ("a ", false),
            (" d", false),
            ("- ```", true),
            ("  <!-- e -->", true),
            ("  ```", true),
            ("", false),
            ("      f", true),
            ("", false),
            ("g `<!-- h -->` i", false),
            ("", false),
            // Not a fence, but still code.
            ("    j", true),
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn an_underlined_heading_may_have_several_lines() {
        let expected = [(2, "One\ntwo".to_owned())];
        assert_eq!(heading_texts("One\ntwo\n---\n\nText.\n"), expected);
    }

    #[test]
    fn comments_that_never_end_cost_little() {
        let text = "<!--\n# a\n".repeat(1 << 14);
        assert_eq!(Document::parse(&text).headings.len(), 1 << 14);
    }

    #[test]
    fn the_first_paragraph_is_the_first_thing_said() {
        for (text, expected) in [
            ("\n[a]: b\n\nOne\ntwo.\n\nThree.", Some("One two.")),
            ("- item one\n- item two", Some("item one")),
            ("These:\n```\ncode\n```\n- later", Some("These:")),
            ("> quoted\n> text", Some("quoted text")),
            ("***\n", None),
        ] {
            assert_eq!(
                first_paragraph(&Document::parse(text).lines).as_deref(),
                expected,
                "{text:?}"
            );
        }
    }
}
