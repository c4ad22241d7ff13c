//! The summary that a memory begins with: its fields as headings that people fill in.

use crate::record::page;
use git_memory_text::date::Date;
use git_memory_text::markdown;

/// The text before the project's id, between id and day, and after the day.
const STARTING: [&str; 3] = [
    "---\ntype: Summary\n---\n\n# Project summary\n\n## Project id\n\n",
    "\n\n\
     ## Status\n\n<!-- where the project stands, in one line -->\n\n\
     ## Last updated\n\n",
    "\n\n\
     ## Current objective\n\n<!-- what everybody is working towards now -->\n\n\
     ## Key constraints\n\n<!-- what every change has to respect -->\n\n\
     ## Active priorities\n\n<!-- the few things that come first -->\n\n\
     ## Linked decisions\n\n<!-- links to the decisions that matter most -->\n\n\
     ## Linked open loops\n\n<!-- links to what must not be forgotten -->\n",
];

/// The text of a new summary, which only names its project, in the words of `id`.
#[must_use]
pub fn starting(id: &str, day: Date) -> String {
    let [start, middle, end] = STARTING;
    format!("{start}{id}{middle}{day}{end}")
}

/// Text of a summary in place of the project's id before the first commit.
pub const UNKNOWN_ID: &str = "not known before the first commit";

/// Place where a summary states that its project's id is not known, in bytes.
#[must_use]
pub fn unknown_id(text: &str) -> Option<usize> {
    let section = markdown::section(text, "Project id")?;
    // Summaries of earlier versions, and people, use fewer words.
    if !section.to_ascii_lowercase().starts_with("not known") {
        return None;
    }
    // The section is a part of the text.
    text.find(section)
}

/// A summary without its project's id, with the id in place of the line about that.
#[must_use]
pub fn with_id(text: &str, id: &str) -> Option<String> {
    let at = unknown_id(text)?;
    let (before, rest) = text.split_at(at);
    let end = rest.find(['\r', '\n']).unwrap_or(rest.len());
    Some(format!("{before}{id}{}", &rest[end..]))
}

/// The fields of a summary that have no text: no heading of their name, or only a comment below it.
/// None for a summary that is unchanged since it was made, which shows its fields itself, and for
/// one that has only headings.
#[must_use]
pub fn empty_fields(text: &str) -> Vec<&'static str> {
    let mut lines = page::body(text).lines();
    let is_begun = lines.any(|line| !line.trim().is_empty() && !line.starts_with('#'));
    if !is_begun || is_untouched(text) {
        return Vec::new();
    }
    let fields = STARTING
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| line.strip_prefix("## "));
    fields.filter(|field| !has_text(text, field)).collect()
}

fn has_text(summary: &str, field: &str) -> bool {
    let Some(section) = markdown::section(summary, field) else {
        return false;
    };
    let mut rest = section;
    let mut words = String::new();
    while let Some((before, comment)) = rest.split_once("<!--") {
        words.push_str(before);
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    words.push_str(rest);
    !words.trim().is_empty()
}

/// True if a summary is unchanged since it was made.
#[must_use]
pub fn is_untouched(text: &str) -> bool {
    let [start, middle, end] = STARTING;
    // git may have made the line ends those of Windows (`core.autocrlf`), which is not a change.
    let text = text.replace("\r\n", "\n");
    // Summaries of earlier versions begin without front matter.
    let (start, text) = (
        page::body(start).trim_start(),
        page::body(&text).trim_start(),
    );
    let fields = text
        .strip_prefix(start)
        .and_then(|text| text.strip_suffix(end));
    match fields.and_then(|text| text.split_once(middle)) {
        Some((id, day)) => !id.contains('\n') && !day.contains('\n'),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_untouched_until_it_has_text() {
        let text = starting("abc", "2026-11-20".parse().unwrap());
        assert!(is_untouched(&text));
        assert!(is_untouched(&text.replace('\n', "\r\n")));
        assert!(!is_untouched(
            &text.replace("## Status\n", "## Status\n\nGreen.\n")
        ));
        assert!(is_untouched(page::body(&text).trim_start()));
        assert!(!is_untouched(""));
    }

    #[test]
    fn the_fields_without_text_are_named() {
        let text = starting("abc", "2026-11-20".parse().unwrap());
        assert!(empty_fields(&text).is_empty());
        assert!(empty_fields("# Us\n").is_empty());
        let begun = text.replace("## Status\n", "## Status\n\nGreen.\n");
        let rest = ["Current objective", "Key constraints", "Active priorities"];
        assert_eq!(empty_fields(&begun)[..3], rest);
        assert_eq!(empty_fields(&begun).len(), 5);
        let foreign = "# Us\n\n## current objective\n\nShip.\n\n## Status\n\n<!-- - -->\n";
        assert_eq!(empty_fields(foreign)[..2], ["Project id", "Status"]);
        assert_eq!(empty_fields(foreign).len(), 7);
    }
}
