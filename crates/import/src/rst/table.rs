//! Tables of reStructuredText, as rows of cells, and rows as a table of Markdown.

/// The rows of a grid table (`+---+---+`), each a list of cells.
pub(crate) fn grid(lines: &[&str]) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut is_new = true;
    for line in lines {
        let line = line.trim();
        if line.starts_with('+') {
            is_new = true;
            continue;
        }
        let inner = line.trim_start_matches('|').trim_end_matches('|');
        let cells = inner.split('|').map(|cell| cell.trim().to_owned());
        match rows.last_mut() {
            Some(row) if !is_new => join(row, cells),
            _ => rows.push(cells.collect()),
        }
        is_new = false;
    }
    rows
}

/// The rows of a simple table, whose columns begin below those of its first line (`=== ===`).
pub(crate) fn simple(lines: &[&str]) -> Vec<Vec<String>> {
    let Some(border) = lines.first() else {
        return Vec::new();
    };
    let mut starts: Vec<usize> = Vec::new();
    let mut before = ' ';
    for (nth, mark) in border.chars().enumerate() {
        if mark == '=' && before != '=' {
            starts.push(nth);
        }
        before = mark;
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in lines {
        if line.trim().is_empty() || is_border(line) {
            continue;
        }
        let letters: Vec<char> = line.chars().collect();
        let mut cells = Vec::new();
        for (nth, start) in starts.iter().enumerate() {
            let end = match starts.get(nth + 1) {
                Some(next) => (*next).min(letters.len()),
                None => letters.len(),
            };
            let cell: String = letters[(*start).min(end)..end].iter().collect();
            cells.push(cell.trim().to_owned());
        }
        // A row that begins with nothing goes on with the one before.
        match rows.last_mut() {
            Some(row) if cells.first().is_some_and(String::is_empty) => {
                join(row, cells.into_iter());
            }
            _ => rows.push(cells),
        }
    }
    rows
}

/// True if a line is the border of a simple table.
pub(crate) fn is_border(line: &str) -> bool {
    let line = line.trim();
    let is_marks = line.chars().all(|mark| matches!(mark, '=' | '-' | ' '));
    is_marks && line.len() > 2 && !line.contains("- =") && line.starts_with(['=', '-'])
}

fn join(row: &mut [String], cells: impl Iterator<Item = String>) {
    for (cell, more) in row.iter_mut().zip(cells) {
        if !more.is_empty() {
            if !cell.is_empty() {
                cell.push(' ');
            }
            cell.push_str(&more);
        }
    }
}

/// Rows as a table of Markdown. Without `has_head` the head, which Markdown wants, is empty.
pub(crate) fn markdown(rows: &[Vec<String>], has_head: bool) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut out = String::new();
    if !has_head {
        out.push_str(&line(&[], width));
        out.push_str(&rule(width));
    }
    for (nth, row) in rows.iter().enumerate() {
        out.push_str(&line(row, width));
        if has_head && nth == 0 {
            out.push_str(&rule(width));
        }
    }
    out
}

fn line(row: &[String], width: usize) -> String {
    let mut out = String::from("|");
    for nth in 0..width {
        let cell = row.get(nth).map_or("", String::as_str);
        out.extend([" ", &cell.replace('|', "\\|"), " |"]);
    }
    out.push('\n');
    out
}

fn rule(width: usize) -> String {
    format!("|{}\n", "---|".repeat(width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_read_by_its_lines() {
        let lines = [
            "+--------+----------+",
            "| Status | Accepted |",
            "|        | in May   |",
            "+--------+----------+",
            "| Date   | x        |",
            "+--------+----------+",
        ];
        let rows = grid(&lines);
        assert_eq!(rows, [["Status", "Accepted in May"], ["Date", "x"]]);
        assert_eq!(
            markdown(&rows, true),
            "| Status | Accepted in May |\n|---|---|\n| Date | x |\n"
        );
    }

    #[test]
    fn a_simple_table_is_read_by_its_columns() {
        let lines = [
            "====== =====",
            "A      b",
            "       c",
            "------ -----",
            "é      d",
            "====== =====",
        ];
        assert_eq!(simple(&lines), [["A", "b c"], ["é", "d"]]);
        assert_eq!(
            markdown(&simple(&lines[..2]), false),
            "|  |  |\n|---|---|\n| A | b |\n"
        );
    }
}
