//! A new summary: the contents of a step, as the parts of a message.

use super::entry::{Label, Status};
use crate::record::draft::sections;
use git_memory_text as text;

/// The heading above the events.
pub const HAPPENED: &str = "What happened";
/// The heading above the results.
pub const OUTPUTS: &str = "Outputs";
/// The heading above the next tasks.
pub const FOLLOW_UP: &str = "Follow-up";
// In characters, for a title that is taken from the text: the length of a subject that 'git log
// --oneline' shows whole in a terminal of 80 columns.
const TITLE_LENGTH: usize = 72;

/// All fields of one summary.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The run that the step belongs to.
    pub run: Label,
    /// The step of the run.
    pub step: Label,
    /// The name of the agent that did it.
    pub agent: Option<Label>,
    /// Status of the step.
    pub status: Status,
    /// Steps of the run that have to be done first.
    pub after: Vec<Label>,
    /// The agent that is to do it.
    pub assignee: Option<Label>,
    /// Its title; taken from the text if there is none.
    pub title: Option<String>,
    /// Events, Markdown.
    pub happened: Option<String>,
    /// Results.
    pub outputs: Vec<String>,
    /// Next tasks.
    pub follow_ups: Vec<String>,
    /// Open follow-ups of earlier steps that are done by now: the text of each, a part of it, or
    /// the id of its step.
    pub closes: Vec<String>,
    /// More text, before the sections.
    pub body: Option<String>,
    /// When it happened, in seconds since 1970; `None` for now.
    pub time: Option<i64>,
}

impl Summary {
    /// Returns the summary of a step that is done, without a text.
    #[must_use]
    pub fn new(run: Label, step: Label) -> Self {
        Self {
            run,
            step,
            agent: None,
            status: Status::Ok,
            after: Vec::new(),
            assignee: None,
            title: None,
            happened: None,
            outputs: Vec::new(),
            follow_ups: Vec::new(),
            closes: Vec::new(),
            body: None,
            time: None,
        }
    }

    /// The summary with every text in plain form ([`text::plain()`]).
    #[must_use]
    pub fn plain(self) -> Self {
        let plain = |text: String| text::plain(&text);
        Self {
            title: self.title.map(plain),
            happened: self.happened.map(plain),
            outputs: self.outputs.into_iter().map(plain).collect(),
            follow_ups: self.follow_ups.into_iter().map(plain).collect(),
            body: self.body.map(plain),
            ..self
        }
    }

    /// The title, on one line.
    #[must_use]
    pub fn title(&self) -> String {
        if let Some(title) = &self.title {
            // Not cut: a given title is kept whole, and an entry that is too large for it is
            // refused; a cut would not be noticed.
            let title = text::one_line(title, usize::MAX);
            if !title.is_empty() {
                return title;
            }
        }
        let body = self.body.as_deref().map(without_marks);
        for text in [self.happened.as_deref(), body].into_iter().flatten() {
            if let Some(line) = text.lines().find(|line| !line.trim().is_empty()) {
                return text::one_line(line, TITLE_LENGTH);
            }
        }
        format!("{} {}", self.step.as_str(), self.status)
    }

    /// The body, Markdown: the text, then each section that is not empty.
    #[must_use]
    pub fn body(&self) -> String {
        let (outputs, follow_ups) = (list(&self.outputs), list(&self.follow_ups));
        let mut parts: Vec<(&str, &str)> = Vec::new();
        if let Some(happened) = &self.happened {
            parts.push((HAPPENED, happened));
        }
        parts.extend([(OUTPUTS, outputs.as_str()), (FOLLOW_UP, &follow_ups)]);
        // A heading with nothing below it would read as if something had been lost.
        parts.retain(|(_, text)| !text.trim().is_empty());
        let sections = sections(parts);
        let sections = sections.trim_end();
        match self.body.as_deref().map(str::trim) {
            None | Some("") => sections.to_owned(),
            Some(body) if sections.is_empty() => body.to_owned(),
            Some(body) => format!("{body}\n\n{sections}"),
        }
    }
}

/// A text without the mark of a Markdown heading.
fn without_marks(text: &str) -> &str {
    // A report often begins with its own title, which is the best one to take.
    text.trim_start_matches(['#', ' ', '\n', '\r', '\t'])
}

fn list(items: &[String]) -> String {
    let mut list = String::new();
    for item in items {
        list.extend(["- ", &indented(item), "\n"]);
    }
    list
}

/// An item of a list: its further lines belong to it.
pub(crate) fn indented(item: &str) -> String {
    item.trim().lines().collect::<Vec<_>>().join("\n  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::private::Entry;

    fn summary() -> Summary {
        Summary::new("r1".parse().unwrap(), "s1".parse().unwrap())
    }

    #[test]
    fn a_title_is_given_or_found() {
        let titled = |title: Option<&str>, happened: Option<&str>, body: Option<&str>| {
            let text = |text: Option<&str>| text.map(str::to_owned);
            Summary {
                title: text(title),
                happened: text(happened),
                body: text(body),
                ..summary()
            }
            .title()
        };
        assert_eq!(titled(Some(" Two\nlines "), Some("x"), None), "Two lines");
        assert_eq!(
            titled(Some("  "), Some("\n Did it.\nMore."), None),
            "Did it."
        );
        assert_eq!(titled(None, None, Some("# Report\n\ntext")), "Report");
        assert_eq!(titled(None, None, None), "s1 ok");
    }

    #[test]
    fn the_sections_read_back() {
        let written = Summary {
            happened: Some("Ran it.".to_owned()),
            outputs: vec!["a.txt".to_owned(), "two\nlines".to_owned()],
            follow_ups: vec!["look again".to_owned()],
            body: Some("Before.\n".to_owned()),
            ..summary()
        };
        let body = written.body();
        assert!(body.starts_with(
            "Before.\n\n## What happened\n\nRan it.\n\n## Outputs\n\n- a.txt\n- two\n  lines\n"
        ));
        let entry = Entry::parse(&format!("T\n\n{body}\n\nStatus: ok\n"), 1);
        assert_eq!(entry.items(OUTPUTS), written.outputs);
        assert_eq!(entry.items(FOLLOW_UP), written.follow_ups);
    }
}
