//! A table of Markdown: in columns where they fit, else one row below the other.

use super::flow::Flow;
use crate::style::{BOLD, DIM, PLAIN};

/// Between two columns.
const GAP: &str = "  ";
/// The narrowest that a last column may be wrapped to.
const NARROWEST: usize = 24;

/// A table's cells; the first row names the columns.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) rows: Vec<Vec<Flow>>,
}

impl Table {
    /// Its lines, each after an indent, in so many columns of the terminal.
    pub(crate) fn lay_out(&self, indent: &str, room: usize) -> Vec<Flow> {
        let mut widths = self.widths();
        let Some(last) = widths.pop() else {
            return Vec::new();
        };
        let before: usize = widths.iter().map(|width| width + GAP.len()).sum();
        // Most tables that are too wide have a text in their last column.
        if before + last.min(NARROWEST) > room {
            return self.stack(indent);
        }
        widths.push(last.min(room - before));
        self.columns(indent, before, &widths)
    }

    /// How wide the widest cell of each column is.
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = Vec::new();
        for row in &self.rows {
            widths.resize(widths.len().max(row.len()), 0);
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.width().max(*width);
            }
        }
        widths
    }

    /// In columns, of which the last begins after so many of the terminal.
    fn columns(&self, indent: &str, last: usize, widths: &[usize]) -> Vec<Flow> {
        let hanging = format!("{indent}{}", " ".repeat(last));
        let mut lines = Vec::new();
        for (nth, row) in self.rows.iter().enumerate() {
            // A list of names and values has no names of columns.
            if nth == 0 && row.iter().all(|cell| cell.text().is_empty()) {
                continue;
            }
            let mut line = Flow::new(indent, &hanging);
            for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
                line.append(cell);
                // Nothing follows the last cell that it would be in the way of.
                if column + 1 < row.len() {
                    line.push(PLAIN, &" ".repeat(width.saturating_sub(cell.width())));
                    line.push(PLAIN, GAP);
                }
            }
            lines.push(line);
            if nth == 0 {
                lines.push(underline(indent, widths));
            }
        }
        lines
    }

    /// Every cell after the name of its column, with an empty line between two rows.
    fn stack(&self, indent: &str) -> Vec<Flow> {
        let Some((head, rows)) = self.rows.split_first() else {
            return Vec::new();
        };
        let hanging = format!("{indent}  ");
        let mut lines = Vec::new();
        if rows.is_empty() {
            for name in head {
                let mut line = Flow::new(indent, &hanging);
                line.append(name);
                lines.push(line);
            }
        }
        for (nth, row) in rows.iter().enumerate() {
            if nth > 0 {
                lines.push(Flow::line(indent));
            }
            for (column, cell) in row.iter().enumerate() {
                let mut line = Flow::new(indent, &hanging);
                // A row may have more cells than there are columns, and a column no name.
                if let Some(name) = head.get(column).filter(|name| !name.text().is_empty()) {
                    line.push(BOLD, name.text());
                    line.push(PLAIN, ": ");
                }
                line.append(cell);
                lines.push(line);
            }
        }
        lines
    }
}

fn underline(indent: &str, widths: &[usize]) -> Flow {
    let mut line = Flow::line(indent);
    let columns: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    line.push(DIM, &columns.join(GAP));
    line
}
