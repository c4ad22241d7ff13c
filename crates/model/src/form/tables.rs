//! Tables that are the header of a decision: a key and its value in each row, or keys in the first
//! row and their values in the second.

use std::ops::Range;

use super::markdown::Line;
use super::vocabulary;
use git_memory_text::pattern::{Pattern, compiled};
use git_memory_text::plain::plain;

/// The cells of each line of the table of Markdown that begins with the first line; none if no
/// table does.
pub fn rows(lines: &[Line<'_>]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for line in lines {
        let text = line.text.trim();
        if line.code || !text.starts_with('|') || text.len() < 2 {
            break;
        }
        rows.push(cells(text));
    }
    rows
}

fn cells(line: &str) -> Vec<String> {
    let inner = line.strip_prefix('|').unwrap_or(line);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let mut cells = vec![String::new()];
    let mut is_escaped = false;
    for letter in inner.chars() {
        match cells.last_mut() {
            Some(_) if letter == '|' && !is_escaped => cells.push(String::new()),
            Some(cell) => cell.push(letter),
            None => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    for cell in &mut cells {
        *cell = cell.trim().to_owned();
    }
    cells
}

/// The cells of a table's row without the white space around them, as ranges of the line.
pub fn ranges(line: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = None;
    let mut is_escaped = false;
    for (at, letter) in line.char_indices() {
        if letter == '|' && !is_escaped {
            if let Some(start) = start {
                ranges.push(trimmed(line, start..at));
            }
            start = Some(at + 1);
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    ranges
}

/// A range of a line without the white space at its ends.
pub fn trimmed(line: &str, range: Range<usize>) -> Range<usize> {
    let text = &line[range.clone()];
    let start = range.start + text.len() - text.trim_start().len();
    start..start + text.trim().len()
}

/// The keys and values of a table.
pub fn pairs(rows: &[Vec<String>]) -> Vec<(String, String)> {
    let mut filled = rows.iter().filter(|row| !is_rule(row));
    let is_key = |cell: &String| vocabulary::is_key(&vocabulary::key(&plain(cell)));
    let mut pairs = Vec::new();
    if let (Some(first), Some(second)) = (filled.next(), filled.next())
        // In `| Status | accepted |` the value is not a key.
        && first.iter().filter(|cell| is_key(cell)).count() >= 2
        && !second.first().is_some_and(is_key)
    {
        for (key, value) in first.iter().zip(second) {
            pairs.push((plain(key), value.clone()));
        }
        return pairs;
    }
    for row in rows.iter().filter(|row| !is_rule(row)) {
        for pair in row.chunks_exact(2) {
            if !pair[0].is_empty() {
                pairs.push((plain(&pair[0]), pair[1].clone()));
            }
        }
    }
    pairs
}

/// `|---|:-:|`.
fn is_rule(row: &[String]) -> bool {
    row.iter()
        .all(|cell| cell.chars().all(|mark| matches!(mark, '-' | ':' | ' ')))
}

/// The first two cells of a row of an HTML table that is written on one line.
pub fn html_row(line: &str) -> Option<(String, String)> {
    static ROW: Pattern = compiled!(
        r"(?i)<t[dh][^>]*>\s*(.*?)\s*</t[dh]>\s*<t[dh][^>]*>\s*(.*?)\s*(?:</t[dh]>|</tr>|$)"
    );
    if !line.contains("<t") && !line.contains("<T") {
        return None;
    }
    let parts = ROW.captures(line)?;
    Some((plain(&parts[1]), parts[2].to_owned()))
}
