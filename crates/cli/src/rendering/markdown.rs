//! Markdown as a terminal shows it: headings, code, lists, quotations, links and tables. Nothing is
//! left out, whatever a browser would do: agents read all of it, and so should people.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::flow::Flow;
use super::front_matter::front_matter;
use super::left_out::LeftOut;
use super::renderer::{Link, Page, Renderer};
use super::table::Table;
use crate::style::{BOLD, CODE, DIM, PLAIN};
use git_memory_model::record::front_matter::front_matter_and_body;

/// Extensions that GitHub and its like read as well.
const EXTENSIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS);
/// The longest name of a language, in bytes.
const LANGUAGE: usize = 20;
/// How many columns a rule takes.
const RULE: usize = 20;

/// A text as the pieces that it is shown as; its front matter, where it has one, stays as it is.
pub(crate) fn render(text: &str, page: Page) -> Vec<Flow> {
    let (head, body) = front_matter_and_body(text);
    let mut renderer = Renderer::new(body, page);
    let mut left_out = LeftOut::default();
    if let Some(yaml) = head {
        renderer.flows = front_matter(yaml);
        renderer.is_parted = true;
    }
    for (event, range) in Parser::new_ext(body, EXTENSIONS).into_offset_iter() {
        renderer.show_left_out(&left_out.before(body, &event, &range));
        renderer.take(event, range);
    }
    renderer.show_left_out(&left_out.at_end(body));
    renderer.close();
    renderer.flows
}

impl Renderer<'_> {
    fn take(&mut self, event: Event, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag, range.end),
            Event::Text(text) => match &mut self.block {
                Some(block) => block.push_str(&text),
                None => self.inline(PLAIN, &text),
            },
            Event::Html(text) => {
                if let Some(block) = &mut self.block {
                    block.push_str(&text);
                }
            }
            Event::Code(text) if self.page.has_styles => self.inline(CODE, &text),
            Event::Code(text) => self.inline(PLAIN, &format!("`{text}`")),
            // HTML that is only for programs is shown, too: an agent reads it as well.
            Event::InlineHtml(text) => self.inline(DIM, &text),
            Event::HardBreak if self.table.is_none() => self.close(),
            Event::SoftBreak | Event::HardBreak => self.inline(PLAIN, " "),
            Event::Rule => {
                self.begin_block();
                self.inline(DIM, &"─".repeat(RULE));
                self.end_block();
            }
            Event::TaskListMarker(true) => self.inline(PLAIN, "[x] "),
            Event::TaskListMarker(false) => self.inline(PLAIN, "[ ] "),
            // Extensions that are not turned on.
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.inline(PLAIN, &text);
            }
        }
    }

    fn start(&mut self, tag: Tag) {
        match tag {
            Tag::Heading { level, .. } => {
                self.begin_block();
                self.open_heading(level);
            }
            Tag::BlockQuote(_) => {
                self.begin_block();
                self.containers.push(None, "│ ");
            }
            Tag::CodeBlock(kind) => {
                self.begin_block();
                self.containers.push(None, "    ");
                if let CodeBlockKind::Fenced(info) = kind
                    && !is_language(&info)
                {
                    self.line(DIM, &info);
                }
                self.block = Some(String::new());
            }
            Tag::HtmlBlock => {
                self.begin_block();
                self.block = Some(String::new());
            }
            Tag::List(first) => {
                self.begin_block();
                self.lists.push(first);
            }
            Tag::Item => {
                self.begin_block();
                self.open_item();
            }
            Tag::Table(_) => {
                self.begin_block();
                self.table = Some(Table::default());
            }
            Tag::TableHead => {
                self.push_style(BOLD);
                self.begin_row();
            }
            Tag::TableRow => self.begin_row(),
            Tag::TableCell => self.flow = Some(Flow::new("", "")),
            Tag::Emphasis => self.push_style(PLAIN.italic()),
            Tag::Strong => self.push_style(BOLD),
            Tag::Strikethrough => self.push_style(PLAIN.strikethrough()),
            Tag::Link {
                dest_url, title, ..
            }
            | Tag::Image {
                dest_url, title, ..
            } => {
                self.links.push(Link {
                    start: self.flow.as_ref().map_or(0, |flow| flow.text().len()),
                    target: dest_url.into_string(),
                    title: title.into_string(),
                });
                self.push_style(PLAIN.underline());
            }
            // A paragraph, or part of an extension that is not turned on.
            _ => self.begin_block(),
        }
    }

    /// Ends something, at a byte of the text.
    fn end(&mut self, tag: TagEnd, at: usize) {
        match tag {
            TagEnd::Heading(_) => {
                self.styles.pop();
                self.end_block();
            }
            TagEnd::BlockQuote(_) => {
                self.end_block();
                self.containers.pop();
            }
            TagEnd::CodeBlock => {
                self.end_lines(CODE);
                self.containers.pop();
            }
            TagEnd::HtmlBlock => self.end_lines(DIM),
            TagEnd::List(_) => {
                self.close();
                self.lists.pop();
                // A list within an item belongs to it.
                self.is_parted |= self.lists.is_empty();
            }
            TagEnd::Item => self.end_item(),
            TagEnd::Table => self.end_table(),
            TagEnd::TableRow => self.end_row(at),
            TagEnd::TableCell => self.end_cell(at),
            TagEnd::TableHead | TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {
                self.styles.pop();
            }
            TagEnd::Link | TagEnd::Image => self.end_link(),
            _ => self.end_block(),
        }
    }
}

/// True if the text after a fence is only the name of a language, which is clear from the code.
fn is_language(info: &str) -> bool {
    info.len() <= LANGUAGE && !info.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_is_left_out(
            text in "(w[0-9]|[#*~|>:'\"<!\n -]|\\[w[0-9]\\]|\\]: |\\]\\(|\\)|\n\n|\\|-\\|\n|- |[0-9]\\. ){0,40}",
            width in 1_usize..60,
        ) {
            // The names of languages are.
            prop_assume!(!text.contains("~~~"));
            let page = Page { indent: "", width, has_styles: false };
            let mut shown = String::new();
            for flow in render(&text, page) {
                shown.push_str(flow.text());
                shown.push('\n');
            }
            for number in 0..10 {
                let word = format!("w{number}");
                prop_assert!(shown.contains(&word) || !text.contains(&word), "{word}: {text:?}");
            }
        }
    }
}
