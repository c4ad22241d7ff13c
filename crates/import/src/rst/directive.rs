//! Explicit markup of reStructuredText: `.. name:: arguments` with its options and content,
//! footnotes, comments.

use super::inline::Inline;
use super::table;
use git_memory_text::pattern::{Pattern, compiled};

/// Directives whose content is shown as written.
const CODE: [&str; 9] = [
    "code-block",
    "code",
    "sourcecode",
    "literalinclude",
    "parsed-literal",
    "productionlist",
    "math",
    "graphviz",
    "mermaid",
];

/// Directives about the page, not for the reader.
const SILENT: [&str; 16] = [
    "contents",
    "toctree",
    "sectnum",
    "highlight",
    "role",
    "default-role",
    "index",
    "meta",
    "include",
    "target-notes",
    "raw",
    "tabularcolumns",
    "currentmodule",
    "module",
    "replace",
    "only",
];

/// Functions that turn the content of a block into Markdown.
pub(crate) struct Within<'a> {
    /// For the inside of a line.
    pub(crate) inline: &'a Inline,
    /// For lines that are blocks themselves.
    pub(crate) blocks: &'a dyn Fn(&[String]) -> String,
}

/// Markdown of a block that begins with `.. `: given the first line after the dots, and the lines
/// below it, without their indentation.
pub(crate) fn markdown(within: &Within<'_>, first: &str, below: &[String]) -> String {
    static DIRECTIVE: Pattern =
        compiled!(r"^(?:\|[^|]+\|\s+)?([A-Za-z][\w:.+-]*)\s*::(?:\s+(.*))?$");
    static NOTE: Pattern = compiled!(r"^\[(#?[\w.-]+|\*|#)\]\s*(.*)$");
    if let Some(parts) = NOTE.captures(first) {
        let name = parts[1].trim_start_matches('#');
        let name = if name.is_empty() { "note" } else { name };
        let mut lines = vec![parts[2].to_owned()];
        lines.extend(below.iter().cloned());
        let text = within.inline.markdown(lines.join("\n").trim());
        return format!("[^{name}]: {}\n", text.replace('\n', "\n    "));
    }
    let Some(parts) = DIRECTIVE.captures(first) else {
        // A comment, or the target of a link: nothing of it is shown.
        return String::new();
    };
    let argument = parts.get(2).map_or("", |argument| argument.as_str()).trim();
    let name = parts[1].to_lowercase();
    let options = below
        .iter()
        .take_while(|line| line.starts_with(':'))
        .count();
    let (options, content) = below.split_at(options);
    let content = trimmed(content);
    match name.as_str() {
        name if SILENT.contains(&name) => String::new(),
        name if CODE.contains(&name) => fence(argument, content),
        "image" | "figure" => picture(within, argument, options, content),
        "list-table" => list_table(within, content),
        "csv-table" => fence("csv", content),
        "table" | "container" | "class" | "compound" | "rst-class" => (within.blocks)(content),
        name => admonition(within, name, argument, content),
    }
}

/// Lines without the empty ones around them.
fn trimmed(lines: &[String]) -> &[String] {
    let mut lines = lines;
    while let [first, rest @ ..] = lines
        && first.trim().is_empty()
    {
        lines = rest;
    }
    while let [rest @ .., last] = lines
        && last.trim().is_empty()
    {
        lines = rest;
    }
    lines
}

/// A fenced code block.
pub(crate) fn fence(language: &str, content: &[String]) -> String {
    let content = trimmed(content);
    let is_fenced = content.iter().any(|line| line.contains("```"));
    let mark = if is_fenced { "~~~~" } else { "```" };
    let language = language.split_whitespace().next().unwrap_or_default();
    let mut out = format!("{mark}{language}\n");
    for line in content {
        out.extend([line.as_str(), "\n"]);
    }
    out + mark + "\n"
}

fn picture(within: &Within<'_>, file: &str, options: &[String], content: &[String]) -> String {
    let mut words = "";
    for option in options {
        if let Some(text) = option.strip_prefix(":alt:") {
            words = text.trim();
        }
    }
    let mut out = format!("![{words}]({file})\n");
    if !content.is_empty() {
        out.push('\n');
        out.push_str(&(within.blocks)(content));
    }
    out
}

/// A table that is written as a list of lists.
fn list_table(within: &Within<'_>, content: &[String]) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in content {
        let text = line.trim();
        let (is_row, text) = match text.strip_prefix('*') {
            Some(rest) => (true, rest.trim()),
            None => (false, text),
        };
        if is_row {
            rows.push(Vec::new());
        }
        let Some(row) = rows.last_mut() else { continue };
        if let Some(cell) = text.strip_prefix('-') {
            row.push(within.inline.markdown(cell.trim()));
        } else if let Some(cell) = row.last_mut()
            && !text.is_empty()
        {
            cell.push(' ');
            cell.push_str(&within.inline.markdown(text));
        }
    }
    table::markdown(&rows, false)
}

/// `.. note::` and its like, as a quotation that begins with its name.
fn admonition(within: &Within<'_>, name: &str, argument: &str, content: &[String]) -> String {
    let mut lines: Vec<String> = Vec::new();
    if !argument.is_empty() {
        lines.push(argument.to_owned());
        if !content.is_empty() {
            lines.push(String::new());
        }
    }
    lines.extend(content.iter().cloned());
    if lines.is_empty() {
        return String::new();
    }
    let mut letters = name.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let text = (within.blocks)(&lines);
    let mut out = format!("> **{first}{}:**\n", letters.as_str());
    for line in text.trim_end().lines() {
        out.push_str("> ");
        out.push_str(line);
        out = out.trim_end().to_owned();
        out.push('\n');
    }
    out
}
