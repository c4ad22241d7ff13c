//! Parts of a text that may be wider than the page, tables and code: they scroll on their own, and
//! a reader without a mouse can go to them (WCAG 2.2, 2.1.1). Columns are aligned by classes, as
//! the server's pages allow no style in their text.

use pulldown_cmark::{Alignment, Event, Tag, TagEnd};

/// The state of the table that is written.
#[derive(Default)]
pub(super) struct Scrolled {
    alignments: Vec<Alignment>,
    column: usize,
    is_head: bool,
}

impl Scrolled {
    /// An event as it is written: a part of a table or of code as HTML, others as they are.
    pub(super) fn written<'m>(&mut self, event: Event<'m>) -> [Option<Event<'m>>; 2] {
        match event {
            Event::Start(Tag::CodeBlock(_)) => html("<pre tabindex=\"0\"><code>"),
            Event::End(TagEnd::CodeBlock) => html("</code></pre>\n"),
            Event::Start(Tag::Table(alignments)) => {
                self.alignments = alignments;
                let [open, _] =
                    html("<div class=\"wide\" role=\"group\" aria-label=\"Table\" tabindex=\"0\">");
                [open, Some(Event::Start(Tag::Table(Vec::new())))]
            }
            Event::End(TagEnd::Table) => {
                let [close, _] = html("</div>\n");
                [Some(event), close]
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                self.is_head = matches!(event, Event::Start(Tag::TableHead));
                self.column = 0;
                [Some(event), None]
            }
            Event::Start(Tag::TableCell) => {
                let alignment = self.alignments.get(self.column);
                self.column += 1;
                html(match (self.is_head, alignment) {
                    (true, Some(Alignment::Center)) => "<th class=\"center\">",
                    (true, Some(Alignment::Right)) => "<th class=\"right\">",
                    (true, _) => "<th>",
                    (false, Some(Alignment::Center)) => "<td class=\"center\">",
                    (false, Some(Alignment::Right)) => "<td class=\"right\">",
                    (false, _) => "<td>",
                })
            }
            Event::End(TagEnd::TableCell) if self.is_head => html("</th>"),
            Event::End(TagEnd::TableCell) => html("</td>"),
            other => [Some(other), None],
        }
    }
}

fn html<'m>(text: &'static str) -> [Option<Event<'m>>; 2] {
    [Some(Event::InlineHtml(text.into())), None]
}
