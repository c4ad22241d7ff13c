//! Containers of a text: quotations, items of lists, and others that indent its lines.

use textwrap::core::display_width;

/// The open ones, the outermost first.
#[derive(Debug, Default)]
pub(crate) struct Containers {
    /// Before every line.
    indent: String,
    /// How many columns all indents may take together.
    most: usize,
    open: Vec<Container>,
}

#[derive(Debug)]
struct Container {
    /// Before its first line, instead of the indent; taken once.
    marker: Option<String>,
    /// Before its lines; empty where there is no room for more.
    indent: String,
    /// How many columns all indents take up to here.
    columns: usize,
}

impl Containers {
    /// None, with what is before every line, and how many columns that and all indents may take.
    pub(crate) fn new(indent: &str, most: usize) -> Self {
        Self {
            indent: indent.to_owned(),
            most,
            open: Vec::new(),
        }
    }

    /// Opens one.
    pub(crate) fn push(&mut self, marker: Option<String>, indent: &str) {
        let before = match self.open.last() {
            Some(container) => container.columns,
            None => display_width(&self.indent),
        };
        let columns = before + display_width(indent);
        // Thousands of quotations within each other leave room for the text, and take no time.
        let container = if columns > self.most {
            Container {
                marker: None,
                indent: String::new(),
                columns: before,
            }
        } else {
            Container {
                marker,
                indent: indent.to_owned(),
                columns,
            }
        };
        self.open.push(container);
    }

    /// True if the marker of the innermost one is still to be taken: nothing was shown in it.
    pub(crate) fn has_marker(&self) -> bool {
        let innermost = self.open.last();
        innermost.is_some_and(|container| container.marker.is_some())
    }

    /// Closes the innermost one.
    pub(crate) fn pop(&mut self) {
        self.open.pop();
    }

    /// Returns the text before the next line, and takes the markers in it.
    pub(crate) fn first(&mut self) -> String {
        let mut first = self.indent.clone();
        for container in &mut self.open {
            if container.indent.is_empty() {
                break;
            }
            match container.marker.take() {
                Some(marker) => first.push_str(&marker),
                None => first.push_str(&container.indent),
            }
        }
        first
    }

    /// Returns the text before the lines after it.
    pub(crate) fn rest(&self) -> String {
        let mut rest = self.indent.clone();
        for container in &self.open {
            if container.indent.is_empty() {
                break;
            }
            rest.push_str(&container.indent);
        }
        rest
    }
}
