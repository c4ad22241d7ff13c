//! Tables, examples, and the lines of paragraphs and lists of a reStructuredText.

use super::blocks::Blocks;
use super::{directive, table};
use git_memory_text::pattern::{Pattern, compiled};

impl Blocks<'_> {
    pub(crate) fn table(&mut self, indent: usize) -> bool {
        let first = self.line(self.at).trim();
        let is_grid = first.starts_with("+-") && first.ends_with('+');
        let is_simple = table::is_border(first) && first.starts_with('=') && first.contains(' ');
        if !is_grid && !is_simple {
            return false;
        }
        let mut end = self.at + 1;
        let mut borders = 1;
        while end < self.lines.len() {
            let line = self.line(end).trim();
            if is_grid && !line.starts_with(['+', '|']) {
                break;
            }
            end += 1;
            if is_simple && table::is_border(line) && line.starts_with('=') {
                borders += 1;
                // The second border ends the head; a third one, or an empty line, ends the table.
                let is_end = self.line(end).trim().is_empty();
                if borders == 3 || is_end {
                    break;
                }
            }
        }
        let mut lines: Vec<&str> = Vec::new();
        for line in &self.lines[self.at..end] {
            lines.push(line.get(indent..).unwrap_or_default());
        }
        let has_head = borders == 3 || lines.iter().any(|line| line.starts_with("+="));
        let mut rows = if is_grid {
            table::grid(&lines)
        } else {
            table::simple(&lines)
        };
        for cell in rows.iter_mut().flatten() {
            *cell = self.inline.markdown(cell);
        }
        self.at = end;
        let markdown = table::markdown(&rows, has_head);
        self.nested(&markdown, indent);
        true
    }

    /// An example of a session, which Markdown would take for a quotation.
    pub(crate) fn doctest(&mut self, indent: usize) -> bool {
        if !self.line(self.at).trim().starts_with(">>> ") {
            return false;
        }
        let mut lines = Vec::new();
        while !self.line(self.at).trim().is_empty() {
            let line = self.line(self.at);
            lines.push(line.get(indent..).unwrap_or_default().to_owned());
            self.at += 1;
        }
        let markdown = directive::fence("python", &lines);
        self.nested(&markdown, indent);
        true
    }

    /// A line of a paragraph or a list.
    pub(crate) fn text_line(&mut self, indent: usize) {
        static ITEM: Pattern = compiled!(r"^(?:[-*+•]|#\.|\(?(?:\d{1,3}|[a-zA-Z]|#)[.)])\s+");
        let line = self.line(self.at).trim().to_owned();
        let is_first = self.at == 0 || self.line(self.at - 1).trim().is_empty();
        self.at += 1;
        let mark = if is_first || self.list.is_some() {
            ITEM.find(&line).map_or(0, |mark| mark.end())
        } else {
            0
        };
        if mark > 0 {
            self.list = Some(indent + mark);
        } else if self.list.is_some_and(|content| indent < content) && is_first {
            self.list = None;
        }
        let (text, is_literal) = literal_mark(&line);
        let mut markdown = self.inline.markdown(text.trim_start_matches("| "));
        if let Some(rest) = markdown.strip_prefix("#. ") {
            markdown = format!("1. {rest}");
        } else if mark == 0 && markdown.starts_with(['#', '>']) {
            markdown.insert(0, '\\');
        }
        // Indented text outside of a list is a quotation; in Markdown it would be code.
        let prefix = match self.list {
            Some(_) => " ".repeat(indent),
            None if indent > 0 => "> ".to_owned(),
            None => String::new(),
        };
        if !markdown.trim().is_empty() {
            self.out
                .extend([prefix.as_str(), markdown.trim_end(), "\n"]);
        }
        if is_literal {
            self.literal_block(indent);
        }
    }

    /// Copies the block after `::`, as written.
    fn literal_block(&mut self, indent: usize) {
        if !self.line(self.at).trim().is_empty() {
            return;
        }
        let below = self.indented(indent);
        if below.is_empty() {
            return;
        }
        let markdown = directive::fence("", &below);
        self.out.push('\n');
        self.nested(&markdown, indent);
    }
}

/// A line without the `::` that announces a literal block, and true if it has one.
fn literal_mark(line: &str) -> (String, bool) {
    let Some(text) = line.strip_suffix("::") else {
        return (line.to_owned(), false);
    };
    if text.is_empty() || text.ends_with(' ') {
        return (text.trim_end().to_owned(), true);
    }
    (format!("{text}:"), true)
}
