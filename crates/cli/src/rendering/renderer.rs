//! State of a text that is being read: its open parts, and the output so far.

use anstyle::Style;
use pulldown_cmark::HeadingLevel;
use textwrap::core::display_width;

use super::containers::Containers;
use super::flow::Flow;
use super::table::Table;
use crate::style::{BOLD, DIM, PLAIN, within};

/// The page on which a text is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page<'a> {
    /// Before every line.
    pub(crate) indent: &'a str,
    /// How many columns there are, the indent's included.
    pub(crate) width: usize,
    /// True if there are styles; without them some marks stay, which tell what is what.
    pub(crate) has_styles: bool,
}

/// A link that is not closed yet.
pub(crate) struct Link {
    /// Start of its text in that of the flow.
    pub(crate) start: usize,
    pub(crate) target: String,
    /// Title that a browser shows beside it; mostly empty.
    pub(crate) title: String,
}

/// A text on its way to the terminal.
pub(crate) struct Renderer<'a> {
    pub(crate) text: &'a str,
    pub(crate) page: Page<'a>,
    pub(crate) containers: Containers,
    /// The numbers of the next items of the open lists; `None` for those with bullets.
    pub(crate) lists: Vec<Option<u64>>,
    /// The open styles, each with those around it.
    pub(crate) styles: Vec<Style>,
    pub(crate) links: Vec<Link>,
    /// The paragraph that is open.
    pub(crate) flow: Option<Flow>,
    /// A block of code or HTML that is open, which is shown line by line.
    pub(crate) block: Option<String>,
    pub(crate) table: Option<Table>,
    /// End of the last cell of the table in the text.
    pub(crate) cell_end: usize,
    pub(crate) flows: Vec<Flow>,
    /// True if an empty line comes before the next block.
    pub(crate) is_parted: bool,
}

impl<'a> Renderer<'a> {
    pub(crate) fn new(text: &'a str, page: Page<'a>) -> Self {
        Self {
            text,
            page,
            containers: Containers::new(page.indent, page.width / 2),
            lists: Vec::new(),
            styles: Vec::new(),
            links: Vec::new(),
            flow: None,
            block: None,
            table: None,
            cell_end: 0,
            flows: Vec::new(),
            is_parted: false,
        }
    }

    /// Adds to the open paragraph; the text of a list's item comes without one.
    pub(crate) fn inline(&mut self, style: Style, text: &str) {
        let outer = self.style();
        let flow = match self.flow.take() {
            Some(flow) => flow,
            None => self.new_flow(),
        };
        self.flow.insert(flow).push(within(outer, style), text);
    }

    pub(crate) fn style(&self) -> Style {
        self.styles.last().copied().unwrap_or(PLAIN)
    }

    pub(crate) fn push_style(&mut self, style: Style) {
        self.styles.push(within(self.style(), style));
    }

    /// Ends what is open, and parts what comes from it.
    pub(crate) fn begin_block(&mut self) {
        self.close();
        let is_parted = std::mem::take(&mut self.is_parted);
        // An empty quotation has left an empty line already.
        if is_parted
            && self
                .flows
                .last()
                .is_some_and(|last| !last.text().is_empty())
        {
            self.flows.push(Flow::line(&self.containers.rest()));
        }
    }

    pub(crate) fn end_block(&mut self) {
        self.close();
        self.is_parted = true;
    }

    /// Ends the open paragraph.
    pub(crate) fn close(&mut self) {
        self.flows.extend(self.flow.take());
    }

    pub(crate) fn open_heading(&mut self, level: HeadingLevel) {
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

    pub(crate) fn open_item(&mut self) {
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

    pub(crate) fn end_item(&mut self) {
        self.close();
        // An item without a text is one all the same.
        if self.containers.has_marker() {
            let flow = self.new_flow();
            self.flows.push(flow);
        }
        self.containers.pop();
    }

    /// Ends a block that is shown line by line.
    pub(crate) fn end_lines(&mut self, style: Style) {
        for line in self.block.take().unwrap_or_default().lines() {
            self.line(style, line);
        }
        self.is_parted = true;
    }

    /// Adds a line that is not wrapped.
    pub(crate) fn line(&mut self, style: Style, line: &str) {
        let mut flow = Flow::line(&self.containers.first());
        flow.push(style, line);
        self.flows.push(flow);
    }

    pub(crate) fn show_left_out(&mut self, lines: &[&str]) {
        if lines.is_empty() {
            return;
        }
        self.begin_block();
        for line in lines {
            self.line(DIM, line);
        }
        self.is_parted = true;
    }

    pub(crate) fn begin_row(&mut self) {
        if let Some(table) = &mut self.table {
            table.rows.push(Vec::new());
        }
    }

    pub(crate) fn end_cell(&mut self, at: usize) {
        self.cell_end = at;
        let row = self.table.as_mut().and_then(|table| table.rows.last_mut());
        if let Some(row) = row {
            row.extend(self.flow.take());
        }
    }

    /// Ends a row; what it has after the last column the library leaves out.
    pub(crate) fn end_row(&mut self, at: usize) {
        let rest = self.text.get(self.cell_end..at).unwrap_or_default();
        let rest = rest.trim_matches(|c: char| c == '|' || c.is_whitespace());
        if !rest.is_empty() {
            let mut cell = Flow::new("", "");
            cell.push(DIM, rest);
            self.flow = Some(cell);
            self.end_cell(at);
        }
    }

    pub(crate) fn end_table(&mut self) {
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
    pub(crate) fn end_link(&mut self) {
        self.styles.pop();
        let Some(Link {
            start,
            target,
            title,
        }) = self.links.pop()
        else {
            return;
        };
        if !title.is_empty() {
            return self.inline(DIM, &format!(" ({target} \"{title}\")"));
        }
        // A break within the link has ended the flow that it began in.
        let text = self.flow.as_ref().and_then(|flow| flow.text().get(start..));
        // A link to another place of the same text leads nowhere here.
        let is_shown = !target.is_empty() && !target.starts_with('#');
        if is_shown && text != Some(target.as_str()) {
            self.inline(DIM, &format!(" ({target})"));
        }
    }

    pub(crate) fn new_flow(&mut self) -> Flow {
        let first = self.containers.first();
        Flow::new(&first, &self.containers.rest())
    }
}
