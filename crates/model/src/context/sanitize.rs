//! Text of memory in the form for a prompt: without anything that a reader of the rendered page
//! would not see. Text that is shown as data is fenced besides ([`super::fence`]).

use git_memory_text::markdown::{self, Part};
use git_memory_text::plain::shorten;
use git_memory_text::{self as text, one_line};

/// The fewest characters of an abstract after a title.
const FEWEST: usize = 20;
/// Length of the part of an abstract that is looked at, in characters.
const LONGEST: usize = 2000;

/// A text without escape sequences, hidden characters and comments; line ends are line feeds, and
/// no two empty lines follow each other.
#[must_use]
pub fn sanitized(markdown: &str) -> String {
    // Hidden characters first: one of them inside `<!--` would keep a comment from being seen as
    // one.
    let text = without_comments(&text::plain(markdown));
    let mut lines: Vec<&str> = text.lines().collect();
    lines.retain(|line| !is_comment_link(line));
    let mut kept = single_spaced(lines);
    kept.truncate(kept.trim_end().len());
    kept
}

/// A title with its abstract, sanitized, on one line of at most `most` characters; words of both
/// appear once.
#[must_use]
pub fn brief(title: &str, abstract_text: &str, most: usize) -> String {
    let title = one_line(&sanitized(title), most);
    let text = shorten(&one_line(&sanitized(abstract_text), LONGEST), most);
    if text.is_empty() || title.starts_with(&text) {
        return title;
    }
    // A title that was made from the text is its beginning, perhaps cut.
    if text.starts_with(title.trim_end_matches('…')) {
        return text;
    }
    let used = title.chars().count() + " — ".chars().count();
    match most.checked_sub(used) {
        // A word or two of a sentence tell nothing.
        Some(room) if room >= FEWEST.min(text.chars().count()) => {
            format!("{title} — {}", shorten(&text, room))
        }
        _ => title,
    }
}

/// A sanitized page without the sections of these names, and without the headings below which no
/// text is left. An underlined heading may be a paragraph above a rule, so it always stays.
#[must_use]
pub fn without_sections(page: &str, names: &[&str]) -> String {
    let mut kept: Vec<Part<'_>> = Vec::new();
    let mut left_out: Option<usize> = None;
    for part in markdown::parts(page) {
        if let Some(heading) = &part.heading
            && left_out.is_none_or(|above| heading.level <= above)
        {
            left_out = if names.contains(&heading.title) {
                Some(heading.level)
            } else {
                None
            };
        }
        if left_out.is_none() {
            kept.push(part);
        }
    }
    let mut text = String::with_capacity(page.len());
    for part in without_bare_headings(kept) {
        text.push_str(part.head);
        text.push_str(part.body);
    }
    single_spaced(text.lines()).trim().to_owned()
}

/// The parts that have text of their own, or a heading below them that stays.
fn without_bare_headings(parts: Vec<Part<'_>>) -> Vec<Part<'_>> {
    let mut kept: Vec<Part<'_>> = Vec::new();
    // From the end: the level of the last heading that was kept, as long as nothing above it has
    // ended its section.
    let mut below: Option<usize> = None;
    for part in parts.into_iter().rev() {
        if let Some(heading) = &part.heading {
            let has_text = !part.body.trim().is_empty() || heading.is_underlined;
            let has_kept_below = below.is_some_and(|below| below > heading.level);
            if !has_text && !has_kept_below {
                continue;
            }
            below = Some(heading.level);
        }
        kept.push(part);
    }
    kept.reverse();
    kept
}

/// Lines without white space at their ends, and with at most one empty line between two others.
fn single_spaced<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for line in lines {
        let line = line.trim_end();
        let is_doubled = line.is_empty() && (text.is_empty() || text.ends_with("\n\n"));
        if !is_doubled {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Markdown without HTML comments, also those that appear when another one is removed; an unclosed
/// one reaches to the end of the text, as browsers and `CommonMark` (0.31, section 4.6) read it.
#[must_use]
pub fn without_comments(markdown: &str) -> String {
    const BEGIN: &str = "<!--";
    if !markdown.contains(BEGIN) {
        return markdown.to_owned();
    }
    let mut kept = String::with_capacity(markdown.len());
    let mut rest = markdown;
    // The beginning is looked for in the kept text: `<!-<!-- x -->-` makes a new one when the
    // comment inside it is removed.
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        kept.push(c);
        if kept.ends_with(BEGIN) {
            kept.truncate(kept.len() - BEGIN.len());
            rest = after_comment(rest);
        }
    }
    kept
}

/// Text after a comment whose beginning is taken away.
fn after_comment(inside: &str) -> &str {
    // The shortest comments are `<!-->` and `<!--->`.
    for end in [">", "->"] {
        if let Some(after) = inside.strip_prefix(end) {
            return after;
        }
    }
    let mut at = 0;
    while let Some(dashes) = inside[at..].find("--") {
        let end = at + dashes + 2;
        for close in [">", "!>"] {
            if let Some(after) = inside[end..].strip_prefix(close) {
                return after;
            }
        }
        // Of three dashes the last two may end it.
        at = end - 1;
    }
    ""
}

/// True if a line is a link without a reference, which no reader sees: `[//]: # (a comment)`.
fn is_comment_link(line: &str) -> bool {
    // It may be in a quotation or a list.
    let is_margin = |c: char| c.is_whitespace() || matches!(c, '>' | '-' | '*' | '+');
    let Some(definition) = line.trim_start_matches(is_margin).strip_prefix('[') else {
        return false;
    };
    let Some((_, target)) = definition.split_once("]:") else {
        return false;
    };
    let target = target.trim_start().split(' ').next();
    matches!(target, Some("#" | "<>" | "<#>"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn invisible_text_is_not_passed_on() {
        for (text, expected) in [
            ("a<!-- b -->c", "ac"),
            ("a <!-- b\nc --> d\n\n\n\ne  \n", "a  d\n\ne"),
            ("a<!-<!-- x -->- hidden -->b", "ab"),
            ("a<!-->b<!--->c<!-- d --!>e", "abce"),
            ("a\n<!-- never ends\nb", "a"),
            (
                "a\n[//]: # (ignore all)\n[comment]: <> (x)\n> - [b]: <#> (x)\n[b]: https://example.org\n",
                "a\n[b]: https://example.org",
            ),
            ("a\u{1b}[31mb\u{200b}c\u{202e}\u{e0041}\r\nd", "abc\nd"),
            ("<!-- only -->", ""),
        ] {
            assert_eq!(sanitized(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_page_of_comments_takes_no_longer_than_its_length() {
        // A search to the end of the page for each of them would take minutes.
        assert_eq!(sanitized(&"<!--x-->".repeat(1 << 17)), "");
        assert_eq!(sanitized(&"<!--x--!>".repeat(1 << 17)), "");
        assert_eq!(sanitized(&"<!--".repeat(1 << 18)), "");
    }

    #[test]
    fn a_brief_text_says_nothing_twice() {
        assert_eq!(
            brief("Use it", "Because<!-- x -->\nof that.", 90),
            "Use it — Because of that."
        );
        assert_eq!(brief("Use it", "", 90), "Use it");
        assert_eq!(
            brief("Wrote the imp…", "Wrote the importer.", 90),
            "Wrote the importer."
        );
        assert_eq!(brief("Use it", "Because of that.", 12), "Use it");
        let long = "Because of that. And for more reasons than one line has room for.";
        assert_eq!(brief("Use it", long, 45), "Use it — Because of that.");
    }

    #[test]
    fn headings_without_text_are_left_out() {
        let without_empty_sections = |page: &str| without_sections(page, &[]);
        assert_eq!(
            without_empty_sections("# P\n\n## A\n\n## B\n\ntext\n\n## C"),
            "# P\n\n## B\n\ntext"
        );
        assert_eq!(without_empty_sections("# P\n\n## A\n\n### B"), "");
        assert_eq!(
            without_empty_sections("text #1\n#no heading"),
            "text #1\n#no heading"
        );
        assert_eq!(
            without_sections("# P\n\n## A\n\na\n\n### B\n\nb\n\n## C\n\nc", &["A"]),
            "# P\n\n## C\n\nc"
        );
        assert_eq!(without_sections("# P\n\n## A\n\na", &["A"]), "");
        let code =
            "# P\n\n```sh\n# first\n\n# second\n```\n\n## A\n\n### B\n\nb\n\n## C\n\n# D\n\nd";
        assert_eq!(without_sections(code, &[]), code.replace("## C\n\n", ""));
    }

    proptest! {
        #[test]
        fn a_sanitized_text_hides_nothing(text in "(<!--|-->|<!-|--|>|-|[a-z]|\n| |\u{1b}|~~~|\\PC){0,40}") {
            let once = sanitized(&text);
            prop_assert!(!once.contains("<!--"));
            prop_assert_eq!(text::hidden(&once).count(), 0);
            prop_assert!(!once.contains("\n\n\n"));
        }
    }
}
