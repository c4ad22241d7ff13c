//! Changes the body of a file: all of it, or the text below one heading. Every other byte stays.

use super::front_matter;
use git_memory_text::markdown::{Heading, Outline};

/// Reason why the text below a heading cannot be changed.
#[derive(Debug, thiserror::Error)]
pub enum SectionError {
    /// Two headings are equal.
    #[error("the text has several headings '{0}'")]
    Ambiguous(String),
    /// A heading of this text would not be read back as one heading.
    #[error("a heading is one line of text")]
    NoHeading,
}

/// The text of a file with another body. A file without front matter is all body.
#[must_use]
pub fn with_body(text: &str, body: &str) -> String {
    let (head, _, newline) = parts(text);
    let mut new = lines_of(body.trim_end_matches(['\n', '\r']), newline);
    // An empty body is an empty body, not an empty line.
    if !new.is_empty() {
        new.push_str(newline);
    }
    format!("{head}{new}")
}

/// The text of a file with another text below the heading `name` (in any case), down to the next
/// heading that is not below it. A heading that is missing is added at the end.
///
/// # Errors
/// [`SectionError`].
pub fn with_section(text: &str, name: &str, section: &str) -> Result<String, SectionError> {
    let (head, body, newline) = parts(text);
    let section = lines_of(section.trim_matches(['\n', '\r']).trim_end(), newline);
    let headings = Outline::of(body).headings;
    let Some(at) = place(&headings, name)? else {
        return added(head, body, newline, name.trim(), &section);
    };
    let level = headings[at].level;
    let start = headings[at].range.end;
    let mut later = headings[at + 1..].iter();
    let end = match later.find(|heading| heading.level <= level) {
        Some(next) => next.range.start,
        None => body.len(),
    };
    let old = &body[start..end];
    let mut new = body[..start].to_owned();
    // The last line of a file need not have an end.
    if !new.ends_with('\n') {
        new.push_str(newline);
    }
    // The empty lines around the old text are the author's habit: they stay.
    let text_start = old.len() - old.trim_start_matches(['\n', '\r']).len();
    if old.trim().is_empty() {
        new.push_str(newline);
    } else {
        new.push_str(&old[..text_start]);
    }
    new.push_str(&section);
    match old.trim() {
        "" if end == body.len() => new.push_str(newline),
        "" => new.push_str(&newline.repeat(2)),
        _ => new.push_str(&old[old.trim_end().len()..]),
    }
    new.push_str(&body[end..]);
    Ok(format!("{head}{new}"))
}

/// The heading that a name means.
fn place(headings: &[Heading], name: &str) -> Result<Option<usize>, SectionError> {
    let wanted = name.trim().to_lowercase();
    let mut found = None;
    for (nth, heading) in headings.iter().enumerate() {
        if heading.title.to_lowercase() != wanted {
            continue;
        }
        // Guessing would put a text under the wrong one.
        if found.replace(nth).is_some() {
            return Err(SectionError::Ambiguous(heading.title.to_owned()));
        }
    }
    Ok(found)
}

fn added(
    head: &str,
    body: &str,
    newline: &str,
    name: &str,
    section: &str,
) -> Result<String, SectionError> {
    let heading = format!("## {name}");
    let read = Outline::of(&heading).headings;
    // `a\nb`, `# x #` or nothing at all would come back as something else.
    if !matches!(read.as_slice(), [one] if one.title == name && !name.is_empty()) {
        return Err(SectionError::NoHeading);
    }
    let before = body.trim_end();
    let gap = if before.is_empty() {
        String::new()
    } else {
        newline.repeat(2)
    };
    Ok(format!(
        "{head}{before}{gap}{heading}{newline}{newline}{section}{newline}"
    ))
}

/// Everything before the body, the body, and the file's line end.
fn parts(text: &str) -> (&str, &str, &'static str) {
    let (start, newline) = match front_matter::split(text) {
        Ok(parts) => (parts.body.start, parts.newline),
        Err(_) if text.contains("\r\n") => (0, "\r\n"),
        Err(_) => (0, "\n"),
    };
    (&text[..start], &text[start..], newline)
}

/// A text with the file's line ends: git and editors take a file with both kinds for damaged.
fn lines_of(text: &str, newline: &str) -> String {
    if newline == "\n" {
        return text.to_owned();
    }
    text.replace("\r\n", "\n").replace('\n', newline)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "---\nid: x  # y\n---\n# T\n\nIntro.\n\n## Why\n\nOld.\n\n### More\n\nx\n\n\n## Next  \nkept  \n";

    #[test]
    fn one_section_changes_and_nothing_else() {
        let new = with_section(TEXT, "why", "New.\n").unwrap();
        assert_eq!(new, TEXT.replace("Old.\n\n### More\n\nx", "New."));
        let new = with_section(TEXT, "More", "y").unwrap();
        assert_eq!(new, TEXT.replace("\n\nx\n", "\n\ny\n"));
        let new = with_section(TEXT, "Next", "z").unwrap();
        assert_eq!(new, TEXT.replace("kept", "z"));
    }

    #[test]
    fn a_missing_section_comes_last() {
        let new = with_section(TEXT, "Related", "None.").unwrap();
        let expected = format!("{}\n\n## Related\n\nNone.\n", TEXT.trim_end());
        assert_eq!(new, expected);
        assert_eq!(with_section("", "A", "b").unwrap(), "## A\n\nb\n");
        for bad in ["", "a\nb", "a #"] {
            assert!(with_section(TEXT, bad, "x").is_err(), "{bad:?}");
        }
        assert!(with_section("# A\n# a\n", "A", "x").is_err());
    }

    #[test]
    fn headings_in_code_are_no_sections() {
        let text = "## A\n\n```\n## B\n```\n\n## C\n";
        let new = with_section(text, "B", "x").unwrap();
        assert_eq!(new, format!("{text}\n## B\n\nx\n"));
        assert_eq!(with_section(text, "a", "y").unwrap(), "## A\n\ny\n\n## C\n");
    }

    #[test]
    fn line_ends_are_the_files_own() {
        let text = TEXT.replace('\n', "\r\n");
        for new in [
            with_section(&text, "Why", "a\nb").unwrap(),
            with_section(&text, "Other", "a\nb").unwrap(),
            with_body(&text, "a\nb\n"),
        ] {
            assert_eq!(new.matches("\r\n").count(), new.matches('\n').count());
        }
        assert_eq!(with_body(TEXT, "a\n\n"), "---\nid: x  # y\n---\na\n");
        assert_eq!(with_body(TEXT, ""), "---\nid: x  # y\n---\n");
    }

    proptest! {
        #[test]
        fn a_section_is_read_back(text in "[a-z\n #]{0,80}", new in "[a-z]{1,9}") {
            if let Ok(changed) = with_section(&text, "Sec", &new) {
                prop_assert!(changed.contains(&new));
                let again = with_section(&changed, "Sec", &new).unwrap();
                prop_assert_eq!(again, changed);
            }
        }
    }
}
