//! The lines of a reStructuredText, block by block.

use super::directive::{self, Within};
use super::inline::Inline;
use git_memory_text::limits;
use git_memory_text::pattern::{Pattern, compiled};

/// A whole text as Markdown.
pub(crate) fn to_markdown(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.replace('\t', "        "))
        .collect();
    converted(&Inline::of(text), &lines, 0)
}

/// Some lines as Markdown: a whole text, or the content of a block (`depth` of them are around it),
/// without its indentation.
pub(crate) fn converted(inline: &Inline, lines: &[String], depth: usize) -> String {
    if depth > limits::BLOCK_DEPTH {
        return directive::fence("", lines);
    }
    let mut blocks = Blocks {
        inline,
        lines,
        depth,
        at: 0,
        out: String::new(),
        styles: Vec::new(),
        has_title: false,
        list: None,
    };
    if depth == 0 {
        blocks.mail_header();
    }
    while blocks.at < lines.len() {
        blocks.block();
    }
    blocks.out
}

/// A way to mark titles: the character, and whether it is above the title as well.
type Style = (char, bool);

/// A text on its way.
pub(crate) struct Blocks<'a> {
    pub(crate) inline: &'a Inline,
    pub(crate) lines: &'a [String],
    depth: usize,
    pub(crate) at: usize,
    pub(crate) out: String,
    /// In the order in which they appear, the highest first: the order defines the levels.
    styles: Vec<Style>,
    /// True if the header has given the title.
    has_title: bool,
    /// Start of the text of the open list item.
    pub(crate) list: Option<usize>,
}

impl<'a> Blocks<'a> {
    pub(crate) fn line(&self, at: usize) -> &'a str {
        self.lines.get(at).map_or("", String::as_str)
    }

    /// `Key: value` lines at the very beginning, as mail has them.
    fn mail_header(&mut self) {
        static HEADER: Pattern = compiled!(r"^([A-Z][A-Za-z-]{1,30}):(?:\s+(.*))?$");
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut end = 0;
        for line in self.lines {
            if let Some(parts) = HEADER.captures(line) {
                let value = parts.get(2).map_or("", |value| value.as_str());
                fields.push((parts[1].to_owned(), value.trim().to_owned()));
            } else if line.starts_with(' ')
                && let Some((_, value)) = fields.last_mut()
            {
                value.push(' ');
                value.push_str(line.trim());
            } else {
                break;
            }
            end += 1;
        }
        // One line with a colon may be a sentence.
        if fields.len() < 2 || !self.line(end).trim().is_empty() {
            return;
        }
        for (key, value) in &fields {
            if key == "Title" {
                self.out = format!("# {}\n\n", self.inline.markdown(value));
                self.has_title = true;
            }
        }
        for (key, value) in fields.iter().filter(|(key, _)| key != "Title") {
            self.item(key, value);
        }
        self.out.push('\n');
        self.at = end;
    }

    fn item(&mut self, key: &str, value: &str) {
        let value = self.inline.markdown(value.trim());
        self.out.extend(["- ", key, ": ", value.trim()]);
        self.out.truncate(self.out.trim_end().len());
        self.out.push('\n');
    }

    fn block(&mut self) {
        let line = self.line(self.at);
        let text = line.trim();
        let indent = indent(line);
        if text.is_empty() {
            self.out.push('\n');
            self.at += 1;
        } else if indent == 0 && (self.title() || self.transition()) {
            self.list = None;
        } else if text.starts_with(".. ") || text == ".." || text.starts_with("__ ") {
            self.explicit(indent);
        } else if self.field(indent) || self.table(indent) || self.doctest(indent) {
        } else {
            self.text_line(indent);
        }
    }

    /// A title with its marks below it, or around it.
    fn title(&mut self) -> bool {
        let (first, second, third) = (
            self.line(self.at),
            self.line(self.at + 1),
            self.line(self.at + 2),
        );
        let (text, mark, is_framed, taken) = match (adornment(first), adornment(second)) {
            (Some(mark), None) if adornment(third) == Some(mark) && !second.trim().is_empty() => {
                (second.trim(), mark, true, 3)
            }
            (None, Some(mark)) if underlines(first, second) => (first.trim(), mark, false, 2),
            _ => return false,
        };
        let style = (mark, is_framed);
        if !self.styles.contains(&style) {
            self.styles.push(style);
        }
        let above = self.styles.iter().take_while(|known| **known != style);
        let level = (above.count() + 1 + usize::from(self.has_title)).min(6);
        let heading = format!("{} {}\n", "#".repeat(level), self.inline.markdown(text));
        self.out.push_str(&heading);
        self.at += taken;
        // A paragraph may follow at once, which Markdown allows too.
        true
    }

    fn transition(&mut self) -> bool {
        let line = self.line(self.at);
        let is_alone = self.line(self.at + 1).trim().is_empty();
        if adornment(line).is_none() || line.trim().len() < 4 || !is_alone {
            return false;
        }
        self.out.push_str("---\n");
        self.at += 1;
        true
    }

    /// `.. something`, with the indented lines below it.
    fn explicit(&mut self, indent: usize) {
        let line = self.line(self.at).trim();
        let first = line.trim_start_matches("..").trim().to_owned();
        self.at += 1;
        if line.starts_with("__ ") {
            return;
        }
        let below = self.indented(indent);
        let within = Within {
            inline: self.inline,
            blocks: &|lines| converted(self.inline, lines, self.depth + 1),
        };
        let markdown = directive::markdown(&within, &first, &below);
        self.nested(&markdown, indent);
    }

    /// The lines from here that are indented deeper, and empty ones between them, without their
    /// common indentation.
    pub(crate) fn indented(&mut self, indent_before: usize) -> Vec<String> {
        let mut end = self.at;
        let mut last = self.at;
        while end < self.lines.len() {
            let line = self.line(end);
            if !line.trim().is_empty() {
                if indent(line) <= indent_before {
                    break;
                }
                last = end + 1;
            }
            end += 1;
        }
        let lines = &self.lines[self.at..last];
        self.at = last;
        let filled = lines.iter().filter(|line| !line.trim().is_empty());
        let common = filled.map(|line| indent(line)).min().unwrap_or_default();
        let mut below = Vec::new();
        for line in lines {
            below.push(line.get(common..).unwrap_or_default().to_owned());
        }
        below
    }

    /// Markdown at the place of a block that was indented so far: inside a list it stays there.
    pub(crate) fn nested(&mut self, markdown: &str, indent: usize) {
        let prefix = match self.list {
            Some(content) if indent >= content => " ".repeat(content),
            _ => String::new(),
        };
        for line in markdown.lines() {
            if !line.is_empty() {
                self.out.push_str(&prefix);
                self.out.push_str(line);
            }
            self.out.push('\n');
        }
    }

    /// `:Key: value`.
    fn field(&mut self, indent: usize) -> bool {
        static FIELD: Pattern = compiled!(r"^:([^:`\n]{1,40}):(?:\s+(.*))?$");
        let line = self.line(self.at).trim().to_owned();
        let Some(parts) = FIELD.captures(&line) else {
            return false;
        };
        self.at += 1;
        let mut value = parts.get(2).map_or("", |value| value.as_str()).to_owned();
        for more in self.indented(indent) {
            value.push(' ');
            value.push_str(more.trim());
        }
        self.item(&parts[1], &value);
        true
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The character that a line consists of, if it may mark a title.
fn adornment(line: &str) -> Option<char> {
    let line = line.trim_end();
    let mark = line.chars().next()?;
    let is_mark = mark.is_ascii_punctuation() && line.len() >= 2;
    (is_mark && line.chars().all(|other| other == mark)).then_some(mark)
}

/// True if the second line is the mark of a title in the first line.
fn underlines(title: &str, marks: &str) -> bool {
    if title.trim().is_empty() || title.starts_with(' ') {
        return false;
    }
    // Marks are as long as the title; a few too short are a slip, many mean something else.
    let (title, marks) = (title.trim().chars().count(), marks.trim_end().len());
    marks + 3 >= title || marks >= 10
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_mail_header_becomes_a_list() {
        let rst = "PEP: 9\nTitle: Some ``x``\nAuthor: A <a@b.c>,\n        B\nSuperseded-By: 12\n\nAbstract\n========\n\nWords.\n";
        let expected = "# Some `x`\n\n- PEP: 9\n- Author: A \\<a@b.c>, B\n- Superseded-By: 12\n\n\n## Abstract\n\nWords.\n";
        assert_eq!(to_markdown(rst), expected);
    }

    #[test]
    fn blocks_that_lie_too_deep_stay_as_they_are() {
        let mut rst = String::new();
        for depth in 0..=limits::BLOCK_DEPTH + 1 {
            rst.extend(["  ".repeat(depth).as_str(), ".. note:: Here\n\n"]);
        }
        let markdown = to_markdown(&rst);
        assert!(markdown.contains("```"), "{markdown}");
        assert_eq!(markdown.matches("Here").count(), limits::BLOCK_DEPTH + 2);
    }

    #[test]
    fn titles_have_levels_by_their_first_use() {
        let rst = "=====\nTitle\n=====\n\nOne\n===\n\nTwo\n---\n\nThree\n=====\n\n----\n";
        let expected = "# Title\n\n## One\n\n### Two\n\n## Three\n\n---\n";
        assert_eq!(to_markdown(rst), expected);
    }

    #[test]
    fn blocks_become_those_of_markdown() {
        for (rst, expected) in [
            (
                ":Status: Accepted\n:Date: x\n   y\n",
                "- Status: Accepted\n- Date: x y\n",
            ),
            (
                "Like this::\n\n    a_b\n      c\n\nAfter.\n",
                "Like this:\n\n```\na_b\n  c\n```\n\nAfter.\n",
            ),
            (
                ".. code-block:: py\n   :linenos:\n\n   x = 1\n",
                "```py\nx = 1\n```\n",
            ),
            (".. note:: Look\n\nText\n", "> **Note:**\n> Look\n\nText\n"),
            (".. comment\n   more\n\nText\n", "\nText\n"),
            (".. image:: a.png\n   :alt: A\n", "![A](a.png)\n"),
            ("#. one\n#. two\n\n   more\n", "1. one\n1. two\n\n   more\n"),
            ("Said:\n\n    A quotation.\n", "Said:\n\n> A quotation.\n"),
            (">>> 1\n1\n", "```python\n>>> 1\n1\n```\n"),
            (
                ".. list-table::\n   :widths: 1 2\n\n   * - Status\n     - Final\n   * - Date\n     - x\n",
                "|  |  |\n|---|---|\n| Status | Final |\n| Date | x |\n",
            ),
            (
                "+---+---+\n| A | b |\n+---+---+\n",
                "|  |  |\n|---|---|\n| A | b |\n",
            ),
            (".. [1] A note\n", "[^1]: A note\n"),
        ] {
            assert_eq!(to_markdown(rst), expected, "{rst}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_converted(text in "(\\.\\. |::|`|_|<|\\||\\+-+\\+|=|-|\n|\n    |a|é| |:x: |\\* ){0,80}") {
            let _ = to_markdown(&text);
        }
    }
}
