//! Markdown as a terminal shows it: headings, code, lists, quotations, links and tables.

use anstyle::Style;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use textwrap::core::display_width;

use super::containers::Containers;
use super::flow::Flow;
use super::front_matter::front_matter;
use super::table::Table;
use crate::cli::style::{BOLD, CODE, DIM, PLAIN, within};
use crate::wire::vocabulary::front_matter_and_body;

/// What GitHub and its like read as well.
const EXTENSIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS);
/// How many columns a rule takes.
const RULE: usize = 20;

/// Where a text is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page<'a> {
    /// Before every line.
    pub(crate) indent: &'a str,
    /// How many columns there are, the indent's included.
    pub(crate) width: usize,
    /// Whether there are styles; without them some marks stay, which tell what is what.
    pub(crate) has_styles: bool,
}

/// A text as the pieces that it is shown as; its front matter, where it has one, stays as it is.
pub(crate) fn render(text: &str, page: Page) -> Vec<Flow> {
    let (head, body) = front_matter_and_body(text);
    let mut renderer = Renderer::new(page);
    if let Some(yaml) = head {
        renderer.flows = front_matter(yaml);
        renderer.is_parted = true;
    }
    for event in Parser::new_ext(body, EXTENSIONS) {
        renderer.take(event);
    }
    renderer.close();
    renderer.flows
}

/// A link that is not closed yet.
struct Link {
    /// Where its text begins in that of the flow.
    start: usize,
    target: String,
}

struct Renderer<'a> {
    page: Page<'a>,
    containers: Containers,
    /// The numbers of the next items of the open lists; `None` for those with bullets.
    lists: Vec<Option<u64>>,
    /// The open styles, each with those around it.
    styles: Vec<Style>,
    links: Vec<Link>,
    /// The paragraph that is open.
    flow: Option<Flow>,
    /// A block of code or HTML that is open, which is shown line by line.
    block: Option<String>,
    table: Option<Table>,
    flows: Vec<Flow>,
    /// Whether an empty line comes before the next block.
    is_parted: bool,
}

impl<'a> Renderer<'a> {
    fn new(page: Page<'a>) -> Self {
        Self {
            page,
            containers: Containers::new(page.indent, page.width / 2),
            lists: Vec::new(),
            styles: Vec::new(),
            links: Vec::new(),
            flow: None,
            block: None,
            table: None,
            flows: Vec::new(),
            is_parted: false,
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
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
            // What is only for programs is shown, too: an agent reads it as well.
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
            Tag::CodeBlock(_) => {
                self.begin_block();
                self.containers.push(None, "    ");
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
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.links.push(Link {
                    start: self.flow.as_ref().map_or(0, |flow| flow.text().len()),
                    target: dest_url.into_string(),
                });
                self.push_style(PLAIN.underline());
            }
            // A paragraph, or part of an extension that is not turned on.
            _ => self.begin_block(),
        }
    }

    fn end(&mut self, tag: TagEnd) {
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
            TagEnd::TableRow => {}
            TagEnd::TableCell => self.end_cell(),
            TagEnd::TableHead | TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {
                self.styles.pop();
            }
            TagEnd::Link | TagEnd::Image => self.end_link(),
            _ => self.end_block(),
        }
    }

    /// Adds to the open paragraph; the text of a list's item comes without one.
    fn inline(&mut self, style: Style, text: &str) {
        let outer = self.style();
        let flow = match self.flow.take() {
            Some(flow) => flow,
            None => self.new_flow(),
        };
        self.flow.insert(flow).push(within(outer, style), text);
    }

    fn style(&self) -> Style {
        self.styles.last().copied().unwrap_or(PLAIN)
    }

    fn push_style(&mut self, style: Style) {
        self.styles.push(within(self.style(), style));
    }

    /// Ends what is open, and parts what comes from it.
    fn begin_block(&mut self) {
        self.close();
        if std::mem::take(&mut self.is_parted) && !self.flows.is_empty() {
            self.flows.push(Flow::line(&self.containers.rest()));
        }
    }

    fn end_block(&mut self) {
        self.close();
        self.is_parted = true;
    }

    /// Ends the open paragraph.
    fn close(&mut self) {
        self.flows.extend(self.flow.take());
    }

    fn open_heading(&mut self, level: HeadingLevel) {
        let style = match level {
            HeadingLevel::H1 => BOLD.underline(),
            _ => BOLD,
        };
        self.push_style(style);
        if !self.page.has_styles {
            self.inline(PLAIN, &"#".repeat(level as usize));
            self.inline(PLAIN, " ");
        }
    }

    fn open_item(&mut self) {
        let marker = match self.lists.last_mut() {
            Some(Some(number)) => {
                let marker = format!("{number}. ");
                *number += 1;
                marker
            }
            _ => "• ".to_owned(),
        };
        let indent = " ".repeat(display_width(&marker));
        self.containers.push(Some(marker), &indent);
    }

    fn end_item(&mut self) {
        self.close();
        // An item without a text is one all the same.
        if self.containers.has_marker() {
            let flow = self.new_flow();
            self.flows.push(flow);
        }
        self.containers.pop();
    }

    /// Ends a block that is shown line by line.
    fn end_lines(&mut self, style: Style) {
        for line in self.block.take().unwrap_or_default().lines() {
            let mut flow = Flow::line(&self.containers.first());
            flow.push(style, line);
            self.flows.push(flow);
        }
        self.is_parted = true;
    }

    fn begin_row(&mut self) {
        if let Some(table) = &mut self.table {
            table.rows.push(Vec::new());
        }
    }

    fn end_cell(&mut self) {
        let row = self.table.as_mut().and_then(|table| table.rows.last_mut());
        if let Some(row) = row {
            row.extend(self.flow.take());
        }
    }

    fn end_table(&mut self) {
        // Between an item's marker and a table there is a line's end.
        let (first, indent) = (self.containers.first(), self.containers.rest());
        if first != indent {
            self.flows.push(Flow::line(&first));
        }
        let room = self.page.width.saturating_sub(display_width(&indent));
        if let Some(table) = self.table.take() {
            self.flows.extend(table.lay_out(&indent, room));
        }
        self.is_parted = true;
    }

    /// A link's target is shown after its text, unless it is the text.
    fn end_link(&mut self) {
        self.styles.pop();
        let Some(Link { start, target }) = self.links.pop() else {
            return;
        };
        // A break within the link has ended the flow that it began in.
        let text = self.flow.as_ref().and_then(|flow| flow.text().get(start..));
        // What leads to another place of the same text leads nowhere here.
        let is_shown = !target.is_empty() && !target.starts_with('#');
        if is_shown && text != Some(target.as_str()) {
            self.inline(DIM, &format!(" ({target})"));
        }
    }

    fn new_flow(&mut self) -> Flow {
        let first = self.containers.first();
        Flow::new(&first, &self.containers.rest())
    }
}
