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
}
