//! The lines of an AsciiDoc text, block by block.

use super::inline;
use crate::rst;
use git_memory_model::form::vocabulary;
use git_memory_text::dates;
use git_memory_text::pattern::{Pattern, compiled};

/// A whole text as Markdown.
pub(crate) fn to_markdown(text: &str) -> String {
    let mut blocks = Blocks {
        lines: text.lines().collect(),
        at: 0,
        out: String::new(),
        language: None,
    };
    blocks.header();
    while blocks.at < blocks.lines.len() {
        blocks.block();
    }
    blocks.out
}

struct Blocks<'a> {
    lines: Vec<&'a str>,
    at: usize,
    out: String,
    /// Of the source that a line such as `[source,rust]` announced.
    language: Option<String>,
}

impl<'a> Blocks<'a> {
    fn line(&self, at: usize) -> &'a str {
        self.lines.get(at).copied().unwrap_or_default()
    }

    fn push(&mut self, line: &str) {
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    /// The title, the lines about author and revision, the attributes: up to the first empty line.
    fn header(&mut self) {
        static ATTRIBUTE: Pattern = compiled!(r"^:([A-Za-z][\w-]*):(?:\s+(.*))?$");
        while self.at < self.lines.len() && is_passed_over(self.line(self.at)) {
            self.at += 1;
        }
        let mut fields: Vec<String> = Vec::new();
        let mut has_title = false;
        while self.at < self.lines.len() {
            let line = self.line(self.at).trim_end();
            if line.is_empty() && (has_title || !self.line(self.at + 1).starts_with(['=', ':'])) {
                break;
            }
            if let Some(title) = line.strip_prefix("= ") {
                self.out = format!("# {}\n\n", inline::markdown(title.trim()));
                has_title = true;
            } else if let Some(parts) = ATTRIBUTE.captures(line) {
                let value = parts.get(2).map_or("", |value| value.as_str());
                // The other attributes are about the display of the page.
                if vocabulary::is_key(&vocabulary::key(&parts[1])) && !value.is_empty() {
                    fields.push(format!("- {}: {}", &parts[1], inline::markdown(value)));
                }
            } else if has_title && let Some(day) = dates::first(line) {
                fields.push(format!("- revdate: {day}"));
            } else if !(line.is_empty() || is_passed_over(line) || has_title) {
                // The text begins without a header.
                break;
            }
            self.at += 1;
        }
        for field in &fields {
            self.push(field);
        }
        if !fields.is_empty() {
            self.out.push('\n');
        }
    }

    fn block(&mut self) {
        static STYLE: Pattern = compiled!(r"^\[[^\[\]]*\]$");
        let line = self.line(self.at).trim_end();
        self.at += 1;
        if is_passed_over(line) || line == "+" {
            if line == "+" {
                self.out.push('\n');
            }
        } else if let Some(mark) = delimiter(line) {
            self.delimited(line, mark);
        } else if line.starts_with("|===") || line.starts_with(",===") {
            self.table(line);
        } else if let Some(style) = STYLE.find(line) {
            let mut words = style.as_str().trim_matches(['[', ']']).split(',');
            if words.next().is_some_and(|word| word.trim() == "source") {
                let language = words.next().unwrap_or_default();
                self.language = Some(language.trim().to_owned());
            }
        } else {
            self.text_line(line);
        }
    }

    fn text_line(&mut self, line: &str) {
        static HEADING: Pattern = compiled!(r"^(={1,6})\s+(.+?)(?:\s+=+)?$");
        static ITEM: Pattern = compiled!(r"^\s*(\*{1,5}|\.{1,5}|-)\s+(.+)$");
        static NOTE: Pattern = compiled!(r"^(NOTE|TIP|IMPORTANT|WARNING|CAUTION):\s+(.+)$");
        static TERM: Pattern = compiled!(r"^(\S.*?)::(?:\s+(.*))?$");
        let markdown = if let Some(parts) = HEADING.captures(line) {
            format!(
                "{} {}",
                "#".repeat(parts[1].len()),
                inline::markdown(&parts[2])
            )
        } else if let Some(parts) = ITEM.captures(line) {
            let mark = if parts[1].starts_with('.') { "1." } else { "-" };
            let depth = parts[1].len() - 1;
            format!(
                "{}{mark} {}",
                "   ".repeat(depth),
                inline::markdown(&parts[2])
            )
        } else if let Some(parts) = NOTE.captures(line) {
            let name = parts[1].to_lowercase();
            let (first, rest) = name.split_at(1);
            let text = inline::markdown(&parts[2]);
            format!("> **{}{rest}:** {text}", first.to_uppercase())
        } else if line.starts_with("image::") {
            inline::markdown(line)
        } else if let Some(parts) = TERM.captures(line) {
            let text = parts.get(2).map_or("", |text| text.as_str());
            format!(
                "**{}**: {}",
                inline::markdown(&parts[1]),
                inline::markdown(text)
            )
        } else if let Some(title) = line.strip_prefix('.')
            && title.starts_with(char::is_alphabetic)
        {
            // A paragraph of its own: the next line would be joined to it.
            self.push(&format!("**{}**", inline::markdown(title)));
            String::new()
        } else {
            // A line break of its own.
            let text = line.strip_suffix(" +").unwrap_or(line);
            inline::markdown(text)
        };
        self.push(&markdown);
    }

    /// Reads the block between two equal lines of marks.
    fn delimited(&mut self, line: &str, mark: char) {
        let mut end = self.at;
        while end < self.lines.len() && self.line(end).trim_end() != line {
            end += 1;
        }
        match mark {
            '/' => self.at = end + 1,
            '-' | '.' | '`' => {
                let language = match line.strip_prefix("```") {
                    Some(language) => Some(language.to_owned()),
                    None => self.language.take(),
                };
                let inner: Vec<String> = self.lines[self.at..end]
                    .iter()
                    .map(|&line| line.to_owned())
                    .collect();
                let fenced = rst::fence(&language.unwrap_or_default(), &inner);
                self.out.push_str(&fenced);
                self.at = end + 1;
            }
            // Examples, sidebars, quotations: their content is text like any other.
            _ => {}
        }
        self.language = None;
    }

    /// `|===`: cells are parted by bars; a row has as many as `cols`, or as its first line.
    fn table(&mut self, border: &str) {
        static COLUMNS: Pattern = compiled!(r#"cols\s*=\s*"?([^"\]]*)"?"#);
        let mut columns = None;
        for above in self.lines[..self.at - 1].iter().rev().take(2) {
            if above.starts_with('[')
                && let Some(parts) = COLUMNS.captures(above)
            {
                columns = Some(columns_of(&parts[1]));
            }
        }
        let mut cells: Vec<String> = Vec::new();
        let mut has_head = false;
        while self.at < self.lines.len() {
            let line = self.line(self.at).trim();
            self.at += 1;
            if line == border {
                break;
            }
            if line.starts_with("//") {
                continue;
            }
            if line.is_empty() {
                // A row of its own line, and nothing below it, is the head.
                let is_first_row = columns.is_some_and(|columns| cells.len() == columns);
                has_head =
                    has_head || is_first_row && self.line(self.at - 2).matches('|').count() > 1;
                continue;
            }
            let (before, rest) = match line.find('|') {
                Some(bar) => (&line[..bar], &line[bar + 1..]),
                None => (line, ""),
            };
            if !(before.is_empty() || line.contains('|'))
                && let Some(cell) = cells.last_mut()
            {
                cell.push(' ');
                cell.push_str(&inline::markdown(before));
            }
            if line.contains('|') {
                let row: Vec<&str> = rest.split('|').collect();
                columns.get_or_insert(row.len());
                cells.extend(row.into_iter().map(|cell| inline::markdown(cell.trim())));
            }
        }
        let width = columns.unwrap_or(1).max(1);
        let rows: Vec<Vec<String>> = cells.chunks(width).map(<[String]>::to_vec).collect();
        if !rows.is_empty() {
            let table = rst::table_markdown(&rows, has_head);
            self.out.push_str(&table);
        }
    }
}

/// Number of columns in `cols="1,2"`, `cols="2*"` or `cols="2"`.
fn columns_of(text: &str) -> usize {
    let text = text.trim();
    let times = text.split('*').next().unwrap_or_default();
    match times.trim().parse::<usize>() {
        Ok(number) if !text.contains(',') => number.min(100),
        _ => text.split(',').count(),
    }
}

/// True for lines that readers do not see: comments, and conditions for making a page.
fn is_passed_over(line: &str) -> bool {
    let is_comment = line.starts_with("//") && !line.starts_with("////");
    let is_condition = ["ifdef::", "ifndef::", "ifeval::", "endif::", "toc::"]
        .iter()
        .any(|word| line.starts_with(word));
    is_comment || is_condition
}

/// The character of a line that opens or closes a block.
fn delimiter(line: &str) -> Option<char> {
    if line.starts_with("```") {
        return Some('`');
    }
    let mark = line.chars().next()?;
    let is_block = matches!(mark, '-' | '.' | '=' | '*' | '_' | '/' | '+') && line.len() >= 4;
    if line == "--" {
        return Some('*');
    }
    (is_block && line.chars().all(|other| other == mark)).then_some(match mark {
        '+' => '.',
        mark => mark,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_header_becomes_a_list() {
        let text = "= 7. Use x\nAn Author <a@b.c>\nv1.0, 2021-03-04\n:toc:\n:status: Accepted\n\n== Context\n\nWords.\n";
        let expected =
            "# 7. Use x\n\n- revdate: 2021-03-04\n- status: Accepted\n\n\n## Context\n\nWords.\n";
        assert_eq!(to_markdown(text), expected);
    }

    #[test]
    fn blocks_become_those_of_markdown() {
        for (text, expected) in [
            (
                "[source,rust]\n----\nlet x;\n----\nEnd\n",
                "```rust\nlet x;\n```\nEnd\n",
            ),
            ("* a\n** b\n. c\n", "- a\n   - b\n1. c\n"),
            ("NOTE: Mind.\n", "> **Note:** Mind.\n"),
            ("////\ngone\n////\n// gone\nHere\n", "Here\n"),
            ("====\nInside\n====\n", "Inside\n"),
            (".Title\nText +\nmore\n", "**Title**\n\nText\nmore\n"),
            (
                "[cols=\"2\"]\n|===\n| Status\n| Accepted\n\n| Created\n| x\n|===\n",
                "|  |  |\n|---|---|\n| Status | Accepted |\n| Created | x |\n",
            ),
            (
                "|===\n|A |B\n\n|c |d\n|===\n",
                "| A | B |\n|---|---|\n| c | d |\n",
            ),
        ] {
            assert_eq!(to_markdown(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_converted(text in "(= |\\|===|\\|a|----|\\[source\\]|link:|\n|:a: |é|\\* |::| ){0,80}") {
            let _ = to_markdown(&text);
        }
    }
}
