//! As much Markdown as reading a decision needs: which lines are text and which are code, where the
//! headings are. What a line says without its markup is `plain`'s part. Block rules follow
//! `CommonMark` 0.31, sections 4.2 to 4.5.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::pattern::pattern;
use super::plain::plain;

/// One line without its line ending and without HTML comments.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub text: Cow<'a, str>,
    /// True inside a fenced code block, its fences included.
    pub code: bool,
}

/// One heading: `# text`, or text underlined with `===` or `---`.
#[derive(Debug)]
pub(super) struct Heading {
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
pub(super) struct Document<'a> {
    pub lines: Vec<Line<'a>>,
    pub headings: Vec<Heading>,
}

impl<'a> Document<'a> {
    /// Reads `text`; any text is a document.
    pub fn parse(text: &'a str) -> Self {
        let lines = lines(text);
        let headings = headings(&lines);
        Self { lines, headings }
    }

    /// The position of the first heading that is called one of `names`; an earlier name is
    /// preferred.
    pub fn find(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| {
            self.headings
                .iter()
                .position(|heading| heading.name == *name)
        })
    }

    /// The lines under a heading, up to the next heading of any level.
    pub fn under(&self, heading: usize) -> &[Line<'a>] {
        let start = self.headings.get(heading).map_or(0, |found| found.end);
        let end = self
            .headings
            .get(heading + 1)
            .map_or(self.lines.len(), |next| next.start);
        self.lines.get(start..end).unwrap_or_default()
    }
}

fn section_name(heading: &str) -> String {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\d+(?:\.\d+)*[.)]?\s+"));
    let name = plain(heading).to_lowercase();
    NUMBER
        .replace(&name, "")
        .trim_end_matches([':', '.'])
        .trim()
        .to_owned()
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut fence: Option<(char, usize)> = None;
    let mut comment = false;
    let last_end = text.rfind("-->").map(|place| text.len() - place);
    let mut rest = text;
    let mut found = Vec::new();
    while !rest.is_empty() {
        let (raw, after) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = after;
        let raw = raw.strip_suffix('\r').unwrap_or(raw);
        if let Some(open) = fence {
            if closes(raw, open) {
                fence = None;
            }
            found.push(Line {
                text: raw.into(),
                code: true,
            });
            continue;
        }
        if !comment {
            fence = opens(raw);
        }
        let code = fence.is_some();
        let text = if code {
            raw.into()
        } else {
            uncommented(
                raw,
                &mut comment,
                last_end.is_some_and(|end| rest.len() >= end),
            )
        };
        found.push(Line { text, code });
    }
    found
}

/// The marker and its length, where a line opens a fenced code block.
fn opens(line: &str) -> Option<(char, usize)> {
    static FENCE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^(?:\s*[-*+]\s+|\s*>\s?|\s*)(`{3,}[^`]*|~{3,}.*)$"));
    let fence = FENCE.captures(line)?.get(1)?.as_str();
    let marker = fence.chars().next()?;
    Some((
        marker,
        fence.chars().take_while(|&letter| letter == marker).count(),
    ))
}

fn closes(line: &str, (marker, length): (char, usize)) -> bool {
    let line = line.trim_start_matches(['>', ' ', '\t']).trim_end();
    line.chars().count() >= length && line.chars().all(|letter| letter == marker)
}

/// A line without its HTML comments. One that never ends (`ends`: an end follows on a later line)
/// is text.
fn uncommented<'a>(line: &'a str, inside: &mut bool, ends: bool) -> Cow<'a, str> {
    if !*inside && !line.contains("<!--") {
        return line.into();
    }
    let mut kept = String::new();
    let mut left = line;
    loop {
        if *inside {
            let Some((_, after)) = left.split_once("-->") else {
                return kept.into();
            };
            *inside = false;
            left = after;
        }
        let Some((before, after)) = left.split_once("<!--") else {
            break;
        };
        let in_code = before.matches('`').count() % 2 == 1;
        if in_code || !(after.contains("-->") || ends) {
            break;
        }
        kept.push_str(before);
        *inside = true;
        left = after;
    }
    kept.push_str(left);
    kept.into()
}

fn headings(lines: &[Line<'_>]) -> Vec<Heading> {
    static ATX: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$"));
    static UNDERLINE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^ {0,3}(=+|-{2,})[ \t]*$"));
    let mut found: Vec<Heading> = Vec::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.code) {
        if let Some(parts) = ATX.captures(&line.text) {
            let text = parts
                .get(2)
                .map_or("", |text| text.as_str())
                .trim()
                .to_owned();
            let name = section_name(&text);
            found.push(Heading {
                level: parts[1].len(),
                text,
                name,
                start: index,
                end: index + 1,
            });
        } else if let Some(parts) = UNDERLINE.captures(&line.text) {
            let taken = found.last().is_some_and(|last| last.end == index);
            let above = index.checked_sub(1).and_then(|above| lines.get(above));
            if let Some(above) =
                above.filter(|above| !taken && !above.code && is_paragraph(&above.text))
            {
                let level = if parts[1].starts_with('=') { 1 } else { 2 };
                let text = above.text.trim().to_owned();
                let name = section_name(&text);
                found.push(Heading {
                    level,
                    text,
                    name,
                    start: index - 1,
                    end: index + 1,
                });
            }
        }
    }
    found
}

/// True for a line that an underline can make a heading: no list item, quote, table row or rule.
fn is_paragraph(line: &str) -> bool {
    static OTHER: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"^(?: {4}|\t|\s*(?:[-*+]\s|\d+[.)]\s|>|\||[-=_*\s]*$|\[[^\]]+\]:))")
    });
    !OTHER.is_match(line)
}

/// The first paragraph or list item among `lines`, plain; one that only leads to a list is joined
/// with its first item.
pub(super) fn first_paragraph(lines: &[Line<'_>]) -> Option<String> {
    let mut blocks = blocks(lines).into_iter();
    let (_, mut said) = blocks.next()?;
    let leads = said.ends_with([':', ',']) || said.ends_with("because");
    if let Some((_, item)) = blocks.next().filter(|(is_item, _)| leads && *is_item) {
        said = format!("{said} {item}");
    }
    Some(said)
}

/// The first two paragraphs and list items before any code block: whether it is an item, and its
/// plain text.
fn blocks(lines: &[Line<'_>]) -> Vec<(bool, String)> {
    static ASIDE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s*(?:\[[^\]]+\]:|\||[-=_*\s]*$)"));
    static ITEM: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s*(?:[-*+]|\d+[.)])\s+"));
    let mut found: Vec<(bool, String)> = Vec::new();
    let mut block: Option<(bool, String)> = None;
    let mut close = |block: &mut Option<(bool, String)>| {
        let said = block
            .take()
            .map(|(item, text)| (item, plain(&text)))
            .filter(|(_, text)| !text.is_empty());
        found.extend(said);
        found.len() >= 2
    };
    for line in lines {
        let mark = ITEM.find(&line.text).map_or(0, |mark| mark.end());
        if (line.code || mark > 0 || ASIDE.is_match(&line.text))
            && (close(&mut block) || line.code && block.is_none())
        {
            break;
        }
        if !line.code && !ASIDE.is_match(&line.text) {
            let text = line.text[mark..].trim_start_matches(['>', ' ']);
            let (_, block) = block.get_or_insert_with(|| (mark > 0, String::new()));
            block.push_str(text);
            block.push('\n');
        }
    }
    close(&mut block);
    found
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
    fn the_first_paragraph_is_the_first_thing_said() {
        for (text, expected) in [
            ("\n[a]: b\n\nOne\ntwo.\n\nThree.", Some("One two.")),
            ("- item one\n- item two", Some("item one")),
            (
                "Chosen, because\n\n* it is `small`\n* more",
                Some("Chosen, because it is small"),
            ),
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
