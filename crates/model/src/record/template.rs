//! The text that an editor opens: a record's, with lines that help to write it. They are taken out
//! again, and so are the sections that were offered and left empty.

use super::typed;
use crate::kind::Kind;
use git_memory_text::markdown::Outline;

/// Stands for the title of a new record until its writer gives it one.
pub const UNTITLED: &str = "untitled";

/// A text for an editor, and the hints in it.
#[derive(Clone, Debug)]
pub struct Template {
    text: String,
    /// The text without help: its lines were not typed now.
    original: String,
    /// The lines that are taken out, wherever they are.
    hints: Vec<String>,
    /// The headings that are taken out if there is no text below them.
    offered: Vec<&'static str>,
}

/// Beginning of a line that gives the reason for a refusal.
const REFUSED: &str = "# refused: ";

/// The line that stands below the heading of a section that is offered.
#[must_use]
pub fn section_hint(help: &str) -> String {
    // A comment in Markdown, too: it is invisible if it should stay.
    format!("<!-- {help} -->")
}

impl Template {
    /// A text without rules, such as a file of user memory: nothing is added.
    #[must_use]
    pub fn plain(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            original: text.to_owned(),
            hints: Vec::new(),
            offered: Vec::new(),
        }
    }

    /// The text of a record that is there.
    #[must_use]
    pub fn of_record(kind: Option<Kind>, text: &str) -> Self {
        let mut template = Self::plain(text);
        let Some(kind) = kind else {
            return template;
        };
        let mut lines = vec![
            "# lines such as this one are taken out again".to_owned(),
            status_hint(kind),
        ];
        let names: Vec<&str> = kind.sections().iter().map(|part| part.name).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            lines.push(format!("# sections of {}: {names}", kind.one()));
        }
        template.show(&lines);
        template
    }

    /// The text of a record that is not written yet, with the hints of its sections in it.
    #[must_use]
    pub fn of_new(kind: Kind, text: &str) -> Self {
        let text = text.replacen(&format!("\ntitle: {UNTITLED}\n"), "\ntitle: \n", 1);
        let mut template = Self::plain(&text);
        for part in kind.sections() {
            template.hints.push(section_hint(part.help));
            template.offered.push(part.name);
        }
        template.show(&[
            "# hints, and sections that stay empty, are taken out again".to_owned(),
            status_hint(kind),
        ]);
        template
    }

    /// The template for a text that was refused, with the reasons at its top.
    #[must_use]
    pub fn again(&self, left: &str, reasons: &[String]) -> Self {
        let mut next = self.clone();
        next.text.clear();
        next.hints.retain(|hint| !hint.starts_with(REFUSED));
        for line in left.split_inclusive('\n') {
            // The reasons of the last time may not be true any more.
            if !self.is_hint(line) || !line.starts_with(REFUSED) {
                next.text.push_str(line);
            }
        }
        let mut lines = Vec::new();
        for line in reasons.iter().flat_map(|reason| reason.lines()) {
            lines.push(format!("{REFUSED}{}", line.trim_end()));
        }
        next.show(&lines);
        next
    }

    /// Text for the editor.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Puts lines below the first one of the front matter, to be taken out again.
    fn show(&mut self, lines: &[String]) {
        let at = match self.text.find('\n') {
            Some(end) if self.text.starts_with("---") => end + 1,
            _ => 0,
        };
        let newline = if self.text[..at].ends_with("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let mut shown = String::new();
        for line in lines {
            // A line that is already in the text would be removed with ours.
            if self.text.lines().any(|known| known.trim_end() == line) {
                continue;
            }
            shown.push_str(line);
            shown.push_str(newline);
            self.hints.push(line.clone());
        }
        self.text.insert_str(at, &shown);
    }

    fn is_hint(&self, line: &str) -> bool {
        self.hints.iter().any(|hint| hint == line.trim_end())
    }

    /// The text that was left in the editor, without the hints.
    #[must_use]
    pub fn read(&self, left: &str) -> String {
        let mut text = String::new();
        let mut is_after_hint = false;
        for line in left.split_inclusive('\n') {
            let is_hint = self.is_hint(line);
            // The empty line after a hint came with it, if there is another one before it.
            let is_doubled = is_after_hint
                && line.trim().is_empty()
                && (text.ends_with("\n\n") || text.ends_with("\n\r\n"));
            if !is_hint && !is_doubled {
                text.push_str(line);
            }
            is_after_hint = is_hint;
        }
        let text = self.without_empty_sections(&text);
        typed::quoted(&text, &self.original)
    }

    /// A text without the sections that were offered and have no text.
    fn without_empty_sections(&self, text: &str) -> String {
        if self.offered.is_empty() {
            return text.to_owned();
        }
        let mut kept = String::new();
        let mut from = 0;
        let headings = Outline::of(text).headings;
        for (nth, heading) in headings.iter().enumerate() {
            let next = headings.get(nth + 1);
            let end = next.map_or(text.len(), |next| next.range.start);
            let is_empty = text[heading.range.end..end].trim().is_empty();
            // Below an empty heading may be smaller ones, which are its text.
            let has_parts = next.is_some_and(|next| next.level > heading.level);
            if is_empty && !has_parts && self.offered.contains(&heading.title) {
                kept.push_str(&text[from..heading.range.start]);
                from = end;
            }
        }
        kept.push_str(&text[from..]);
        // The last offered section leaves the empty line before it.
        if from == text.len() && from > 0 {
            kept.truncate(kept.trim_end().len());
            kept.push('\n');
        }
        kept
    }
}

fn status_hint(kind: Kind) -> String {
    format!("# status of {}: {}", kind.one(), kind.status_names())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: &str = "---\nid: dec-aaaaaa\ntitle: untitled\nstatus: active\n---\n\
        ## Decision\n\n<!-- What was decided -->\n\n\
        ## Rationale\n\n<!-- Why it was decided so -->\n\n\
        ## Consequences\n\n<!-- What follows from it -->\n\n\
        ## Related\n\n<!-- Links to records and pages that belong to it -->\n";

    #[test]
    fn hints_and_empty_sections_are_taken_out() {
        let template = Template::of_new(Kind::DECISION, NEW);
        assert!(template.text().starts_with(
            "---\n# hints, and sections that stay empty, are taken out again\n\
             # status of a decision: active, proposed, superseded, rejected, archived\nid: "
        ));
        let left = template
            .text()
            .replace("title: \n", "title: Queue: one\n# mine\n")
            .replace(
                "<!-- Why it was decided so -->",
                "<!-- Why it was decided so -->\nSimple.",
            );
        assert_eq!(
            template.read(&left),
            "---\nid: dec-aaaaaa\ntitle: \"Queue: one\"\n# mine\nstatus: active\n---\n\
             ## Rationale\n\nSimple.\n"
        );
    }

    #[test]
    fn a_record_that_is_there_keeps_every_byte() {
        for text in [
            "---\r\nid: dec-aaaaaa\r\ntitle: Fix #1\r\n---\r\n## Decision\r\n\r\n\r\nYes.\r\n",
            "---\nid: dec-aaaaaa\n---\n## Decision\n\n## Rationale",
            "no front matter\n\n\n",
            "",
        ] {
            let template = Template::of_record(Some(Kind::DECISION), text);
            assert!(
                template
                    .text()
                    .contains("# sections of a decision: Decision, Rationale")
            );
            assert_eq!(template.read(template.text()), text);
            let again = template.again(template.text(), &["one\ntwo".to_owned()]);
            assert!(again.text().contains("# refused: one"), "{}", again.text());
            assert_eq!(again.read(again.text()), text);
            let third = again.again(again.text(), &["three".to_owned()]);
            assert_eq!(third.text().matches("# refused").count(), 1);
            assert_eq!(third.read(third.text()), text);
        }
    }
}
