//! A table of Markdown: in columns where they fit, else one row below the other.

use super::flow::Flow;
use crate::cli::style::{BOLD, DIM, PLAIN};

/// Between two columns.
const GAP: &str = "  ";

/// A table's cells; the first row names the columns.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) rows: Vec<Vec<Flow>>,
}

impl Table {
    /// Its lines, each after an indent, in so many columns of the terminal.
    pub(crate) fn lay_out(&self, indent: &str, room: usize) -> Vec<Flow> {
        let widths = self.widths();
        let gaps = GAP.len() * widths.len().saturating_sub(1);
        if widths.iter().sum::<usize>() + gaps <= room {
            self.columns(indent, &widths)
        } else {
            self.stack(indent)
        }
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

    fn columns(&self, indent: &str, widths: &[usize]) -> Vec<Flow> {
        let mut lines = Vec::new();
        for (nth, row) in self.rows.iter().enumerate() {
            let mut line = Flow::line(indent);
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
                // A row may have more cells than there are columns.
                if let Some(name) = head.get(column) {
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
