//! YAML in block style, line by line: enough to find where a line belongs. What it takes for a key
//! may be text of another value, so a caller that patches with it compares what both texts mean.

/// Spaces before the first other character; `None` for a line without content.
fn indent(line: &str) -> Option<usize> {
    let content = line.trim_start_matches(' ');
    let is_empty = content.trim().is_empty() || content.starts_with('#');
    (!is_empty).then(|| line.len() - content.len())
}

/// Lines of a text from one to another one (not included).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The first line.
    pub(crate) from: usize,
    /// The line after the last.
    pub(crate) to: usize,
    /// How far its own lines are indented; `None` where it has no content.
    pub(crate) indent: Option<usize>,
}

/// The text that follows a key, on its line and below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'a> {
    /// The text on the key's own line, without a comment.
    pub(crate) value: &'a str,
    /// The lines below it.
    pub(crate) block: Block,
}

/// The whole text.
pub(crate) fn whole(lines: &[&str]) -> Block {
    Block {
        from: 0,
        to: lines.len(),
        indent: Some(0),
    }
}

/// A key of a block, which is a mapping.
pub(crate) fn find<'a>(lines: &[&'a str], within: Block, key: &str) -> Option<Found<'a>> {
    let column = within.indent?;
    for nth in within.from..within.to {
        let line = lines[nth];
        if indent(line) != Some(column) {
            continue;
        }
        let Some(value) = after_key(line.trim(), key) else {
            continue;
        };
        return Some(Found {
            value,
            block: below(lines, nth, within.to, column),
        });
    }
    None
}

/// Returns the text after a key and its colon on a line.
fn after_key<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut rest = None;
    for form in [key.to_owned(), format!("'{key}'"), format!("\"{key}\"")] {
        if let Some(after) = line.strip_prefix(&form) {
            rest = after.trim_start().strip_prefix(':');
        }
    }
    let value = rest?.trim();
    Some(if value.starts_with('#') { "" } else { value })
}

/// The lines that belong to a key of this column.
fn below(lines: &[&str], key: usize, limit: usize, column: usize) -> Block {
    let mut own = None;
    let mut to = key + 1;
    for (nth, line) in lines.iter().enumerate().take(limit).skip(key + 1) {
        let Some(found) = indent(line) else { continue };
        // The items of a list may begin in the column of its key.
        let is_item = found == column && line.trim_start().starts_with("- ");
        if found < column || (found == column && !is_item) {
            break;
        }
        own = own.or(Some(found));
        to = nth + 1;
    }
    Block {
        from: key + 1,
        to,
        indent: own,
    }
}
