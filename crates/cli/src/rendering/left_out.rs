//! Lines that the library reads and does not report: they say where links by name lead (`[name]:
//! target`). A text may hide there from its reviewers, and agents read it.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

/// How far a text is read.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    /// The end of what was shown.
    seen: usize,
}

impl LeftOut {
    /// The lines of a text between what was shown and what comes now.
    pub(crate) fn before<'t>(
        &mut self,
        text: &'t str,
        event: &Event,
        range: &Range<usize>,
    ) -> Vec<&'t str> {
        if is_container(event) {
            return Vec::new();
        }
        let lines = self.lines_to(text, range.start);
        self.seen = self.seen.max(range.end);
        lines
    }

    /// The lines of a text between what was shown and the end.
    pub(crate) fn at_end<'t>(&mut self, text: &'t str) -> Vec<&'t str> {
        self.lines_to(text, text.len())
    }

    fn lines_to<'t>(&self, text: &'t str, end: usize) -> Vec<&'t str> {
        let mut lines: Vec<&str> = Vec::new();
        // Blocks within each other begin before what was shown.
        for line in text.get(self.seen..end).unwrap_or_default().lines() {
            match line.find('[') {
                Some(start) if line[start..].contains("]:") => lines.push(line[start..].trim_end()),
                // The title of a link may follow on lines of its own.
                _ if !lines.is_empty() && !line.trim().is_empty() => lines.push(line.trim()),
                _ => {}
            }
        }
        lines
    }
}

/// True if something only holds blocks: its range says nothing of what is shown.
fn is_container(event: &Event) -> bool {
    matches!(
        event,
        Event::Start(Tag::BlockQuote(_) | Tag::List(_) | Tag::Item)
            | Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item)
    )
}
