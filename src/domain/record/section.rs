//! Headings of Markdown, and finding the section below one.

/// The lines of a Markdown text, with their ends; beside each where it begins, and the level and
/// text of the heading that it is. What looks like a heading in a fenced code block (`CommonMark`
/// 0.31, section 4.5) is none.
pub fn lines(body: &str) -> impl Iterator<Item = (usize, &str, Option<(usize, &str)>)> {
    let mut open: Option<&str> = None;
    let mut at = 0;
    body.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        match (open, fence(line)) {
            (Some(begun), Some(mark)) if mark.starts_with(begun) && line.trim() == mark => {
                open = None;
            }
            (Some(_), _) => {}
            (None, Some(mark)) => open = Some(mark),
            (None, None) => return (start, line, heading(line)),
        }
        (start, line, None)
    })
}

/// The text under the first heading of this name (of any level, in any case), up to the next
/// heading that is not below it.
#[must_use]
pub fn section<'a>(body: &'a str, name: &str) -> Option<&'a str> {
    let mut found: Option<(usize, usize)> = None;
    for (start, line, heading) in lines(body) {
        match (found, heading) {
            (Some((above, from)), Some((level, _))) if level <= above => {
                return Some(body[from..start].trim());
            }
            (None, Some((level, title))) if title.eq_ignore_ascii_case(name) => {
                found = Some((level, start + line.len()));
            }
            _ => {}
        }
    }
    found.map(|(_, from)| body[from..].trim())
}

/// The level and the text of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let title = line[level..].strip_prefix([' ', '\t'])?;
    (1..=6)
        .contains(&level)
        .then(|| (level, title.trim().trim_end_matches('#').trim_end()))
}

/// The marks with which a line opens or closes a fenced code block.
fn fence(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let mark = line
        .chars()
        .next()
        .filter(|first| matches!(first, '`' | '~'))?;
    let length = line.chars().take_while(|letter| *letter == mark).count();
    (length >= 3).then(|| &line[..length])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_section_ends_where_the_next_one_begins() {
        let body = "## Decision\n\nYes.\n\n## Rationale\r\n\r\nA\n\n### More\n\nB\n\n```sh\n## no heading\n```\n\n# Next\n\nC\n";
        for (name, expected) in [
            ("Decision", Some("Yes.")),
            (
                "rationale",
                Some("A\n\n### More\n\nB\n\n```sh\n## no heading\n```"),
            ),
            ("More", Some("B\n\n```sh\n## no heading\n```")),
            ("Next", Some("C")),
            ("no heading", None),
            ("Related", None),
        ] {
            assert_eq!(section(body, name), expected, "{name}");
        }
        assert_eq!(section("````\n```\n## A\n````\n## A ##\n", "a"), Some(""));
    }

    proptest! {
        #[test]
        fn a_section_is_part_of_its_body(body in "([#`~ a\r\n]|é){0,60}") {
            if let Some(text) = section(&body, "a") {
                prop_assert!(body.contains(text));
            }
        }
    }
}
