//! Reads the columns of tables whose header names a secret: Markdown, CSV, TSV, HTML, and what
//! database shells print.
//!
//! A table is looked at from its header on, and its end is remembered: no line is read twice, so a
//! text of nothing but headers costs no more than one of values.

use std::ops::Range;

use super::cell::is_one_of;
use super::classify::{Binding, Candidate};
use super::names::{SecretKind, names_key, names_made_secret, secret_kind};
use super::run::leading;
use super::{foreign, providers, work};

/// The longest header, in bytes.
const LONGEST_HEADER: usize = 2048;

/// The longest name of a column, in bytes and in words.
const LONGEST_NAME: usize = 48;
const MOST_WORDS: usize = 5;

/// The most columns of one table that are read.
const MOST_COLUMNS: usize = 16;

/// Signs between the fields of a line.
const SEPARATORS: [u8; 3] = [b'\t', b';', b','];

/// The tables of a text, from left to right.
#[derive(Default)]
pub(crate) struct Columns {
    /// End of the lines that were looked at.
    seen: usize,
    /// Next end of a table in HTML, once it was searched for.
    end_in_html: Option<usize>,
}

/// A column that holds secrets.
struct Column {
    nth: usize,
    kind: SecretKind,
    name: Range<usize>,
}

impl Columns {
    /// The secrets in the table whose header has a telling word at `at`. Places have to be asked
    /// for in their order.
    pub(crate) fn read(&mut self, text: &str, at: usize) -> Vec<Range<usize>> {
        if at < self.seen || !ends_cell(&text.as_bytes()[at..]) {
            return Vec::new();
        }
        let Some(header) = line_around(text, at) else {
            return Vec::new();
        };
        work::did(header.len());
        self.seen = header.end;
        let line = &text[header.clone()];
        let has = |sign: u8| line.as_bytes().contains(&sign);
        if has(b'<') && (line.contains("<th") || line.contains("<TH")) {
            return self.in_html(text, at);
        }
        let rest = text.get(header.end + 1..).unwrap_or_default();
        if has(b'|') && is_rule(first_line(rest)) {
            return self.in_rows(text, &header, b'|');
        }
        let mut separators = SEPARATORS.into_iter().filter(|sign| has(*sign));
        let Some(sign) = separators.next() else {
            return Vec::new();
        };
        let is_header = begins_block(&text[..header.start])
            && fields(line, sign).all(|field| is_name(&line[field]));
        if is_header {
            self.in_rows(text, &header, sign)
        } else {
            Vec::new()
        }
    }

    /// The secrets in the rows below a header.
    fn in_rows(&mut self, text: &str, header: &Range<usize>, sign: u8) -> Vec<Range<usize>> {
        let columns = columns(text, header, sign);
        if columns.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut start = header.end + 1;
        while let Some(rest) = text.get(start..) {
            let line = first_line(rest);
            work::did(line.len());
            if !line.as_bytes().contains(&sign) && !is_rule(line) {
                break;
            }
            let mut cells = fields(line, sign).enumerate();
            for column in &columns {
                let Some((_, cell)) = cells.find(|(nth, _)| *nth == column.nth) else {
                    break;
                };
                let cell = start + cell.start..start + cell.end;
                found.extend(secret(text, &cell, column));
            }
            start += line.len() + 1;
            self.seen = start.min(text.len());
        }
        found
    }

    /// The secrets in a table of HTML with a header around `at`.
    fn in_html(&mut self, text: &str, at: usize) -> Vec<Range<usize>> {
        let from = text.ceil_char_boundary(at.saturating_sub(LONGEST_HEADER));
        let start = match text[from..at].rfind("<tr") {
            Some(row) => from + row,
            None => return Vec::new(),
        };
        let end = match self.end_in_html {
            Some(end) if end >= at => end,
            _ => {
                let end = text[at..]
                    .find("</table")
                    .map_or(text.len(), |end| at + end);
                work::did(end - at);
                *self.end_in_html.insert(end)
            }
        };
        // Without an end it is a piece of a page, or no table.
        if end == text.len() {
            return Vec::new();
        }
        self.seen = end;
        cells_in_html(text, start..end)
    }
}

/// The secrets in the rows of a table of HTML, which begins with its header.
fn cells_in_html(text: &str, table: Range<usize>) -> Vec<Range<usize>> {
    work::did(table.len());
    let mut columns: Vec<Column> = Vec::new();
    let mut found = Vec::new();
    let mut nth = 0;
    // The cell that is open: its column, whether it names one, and its beginning.
    let mut open: Option<(usize, bool, usize)> = None;
    let mut at = table.start;
    while let Some(tag) = text[at..table.end].find('<') {
        let tag = at + tag;
        let length = text[tag..table.end].find('>').unwrap_or(table.end - tag);
        let name = &text[tag + 1..tag + length];
        at = (tag + length + 1).min(table.end);
        let is_cell = is_one_of(name, &["th", "td"]);
        let is_row = is_one_of(name, &["tr"]);
        if !is_cell && !is_row && !is_one_of(name, &["/th", "/td", "/tr"]) {
            continue;
        }
        if let Some((nth, is_header, start)) = open.take() {
            let cell = bare_in_html(text, start..tag);
            if is_header {
                let is_full = columns.len() == MOST_COLUMNS;
                columns.extend(column(text, nth, cell).filter(|_| !is_full));
            } else if let Some(column) = columns.iter().find(|column| column.nth == nth) {
                found.extend(secret(text, &cell, column));
            }
        }
        if is_cell {
            open = Some((nth, is_one_of(name, &["th"]), at));
            nth += 1;
        } else if is_row {
            nth = 0;
        }
    }
    found
}

/// A cell without the tags at its ends.
fn bare_in_html(text: &str, mut cell: Range<usize>) -> Range<usize> {
    while text[cell.clone()].starts_with('<')
        && let Some(end) = text[cell.clone()].find('>')
    {
        cell.start += end + 1;
    }
    while text[cell.clone()].ends_with('>')
        && let Some(start) = text[cell.clone()].rfind('<')
    {
        cell.end = cell.start + start;
    }
    cell
}

/// The columns of a header that hold secrets, from left to right.
fn columns(text: &str, header: &Range<usize>, sign: u8) -> Vec<Column> {
    let cells = fields(&text[header.clone()], sign).enumerate();
    let cells = cells.map(|(nth, cell)| (nth, header.start + cell.start..header.start + cell.end));
    let columns = cells.filter_map(|(nth, cell)| column(text, nth, cell));
    columns.take(MOST_COLUMNS).collect()
}

/// The column that a cell of a header names, if it holds secrets.
fn column(text: &str, nth: usize, cell: Range<usize>) -> Option<Column> {
    let name = bare(text, cell);
    let spoken = &text[name.clone()];
    if !is_name(spoken) {
        return None;
    }
    let kind = foreign::kind(spoken).or_else(|| secret_kind(spoken))?;
    // The keys of tables are names, far more often than secrets.
    (kind != SecretKind::Key).then_some(Column { nth, kind, name })
}

/// The secret in a cell of a column.
fn secret(text: &str, cell: &Range<usize>, column: &Column) -> Option<Range<usize>> {
    let span = bare(text, cell.clone());
    if span.len() > LONGEST_HEADER || span.is_empty() {
        return None;
    }
    let name = &text[column.name.clone()];
    let candidate = Candidate {
        text: &text[span.clone()],
        quoted: text[..span.start].ends_with(['`', '"', '\'']),
        binding: Binding::Cell,
        is_named_key: names_key(name),
        takes_hash: names_made_secret(name),
    };
    work::did(span.len());
    let is_secret = candidate.is_secret(column.kind, &|| providers::names_provider(name));
    is_secret.then_some(span)
}

/// True if a cell of a header can end after the name that a text begins with. Most names are in
/// other texts: nothing more is asked of those.
fn ends_cell(text: &[u8]) -> bool {
    let length = leading(text, LONGEST_NAME, |byte| {
        byte.is_ascii_alphanumeric() || !byte.is_ascii() || b" _-".contains(&byte)
    });
    match text.get(length) {
        Some(byte) => b"|,;<\t\r\n`*\"')".contains(byte),
        None => true,
    }
}

/// The line around a place, if it can be a header.
fn line_around(text: &str, at: usize) -> Option<Range<usize>> {
    let from = text.ceil_char_boundary(at.saturating_sub(LONGEST_HEADER));
    let start = match text[from..at].rfind('\n') {
        Some(newline) => from + newline + 1,
        None if from == 0 => 0,
        None => return None,
    };
    let to = text.floor_char_boundary(at + LONGEST_HEADER);
    let end = match text[at..to].find('\n') {
        Some(newline) => at + newline,
        None if to == text.len() => to,
        None => return None,
    };
    Some(start..end)
}

fn first_line(text: &str) -> &str {
    match text.find('\n') {
        Some(end) => &text[..end],
        None => text,
    }
}

/// True if a line is the rule between a header and its rows: `|---|:--|`, `----+----`, `+===+`.
fn is_rule(line: &str) -> bool {
    let line = line.as_bytes();
    line.iter().all(|byte| b"|-:+= \t\r>".contains(byte))
        && line.iter().any(|byte| matches!(byte, b'-' | b'='))
        && line.iter().any(|byte| matches!(byte, b'|' | b'+'))
}

/// True if a text ends where a block of lines can begin: after an empty line, a fence or a heading.
fn begins_block(before: &str) -> bool {
    let Some(before) = before.strip_suffix('\n') else {
        return before.is_empty();
    };
    let from = before.ceil_char_boundary(before.len().saturating_sub(LONGEST_HEADER));
    let line = before[from..]
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .trim();
    line.is_empty() || line.starts_with(['#', '`', '~']) || line.ends_with(':')
}

/// True if a field of a header is a name: a few words.
fn is_name(field: &str) -> bool {
    let field = field.trim();
    field.len() <= LONGEST_NAME
        && field.split(' ').count() <= MOST_WORDS
        && !field.contains(['=', '{', '}', '\\'])
}

/// The places of the fields of a line. The signs at its ends have no field beside them.
fn fields(line: &str, sign: u8) -> impl Iterator<Item = Range<usize>> {
    let bytes = line.as_bytes();
    let mut at = 0;
    let mut end = bytes.len();
    if sign == b'|' {
        at = bytes
            .iter()
            .take_while(|byte| b" \t>|".contains(byte))
            .count();
        let closing = bytes.iter().rev();
        end -= closing
            .take_while(|byte| b" \t\r|".contains(byte))
            .count()
            .min(end - at);
    }
    let mut is_done = at >= end;
    std::iter::from_fn(move || {
        if is_done {
            return None;
        }
        let start = at;
        let mut is_quoted = sign != b'|' && bytes.get(at) == Some(&b'"');
        let mut next = start + usize::from(is_quoted);
        while next < end {
            match bytes[next] {
                b'"' if is_quoted => is_quoted = false,
                // The sign of a table that is part of a cell.
                b'\\' if sign == b'|' => next += 1,
                byte if byte == sign && !is_quoted => break,
                _ => {}
            }
            next += 1;
        }
        let field = start..next.min(end);
        is_done = next >= end;
        at = next + 1;
        Some(field)
    })
}

/// A field without blanks, quotes and the marks of Markdown around it.
fn bare(text: &str, field: Range<usize>) -> Range<usize> {
    let is_mark = |letter: char| letter.is_whitespace() || "`*\"'".contains(letter);
    let whole = &text[field.clone()];
    let inside = whole.trim_start_matches(is_mark);
    let start = field.end - inside.len();
    start..start + inside.trim_end_matches(is_mark).len()
}
