//! Text of memory as a prompt may get it: data, with its origin, and nothing that a reader of the
//! rendered page would not see.

use crate::domain::markdown::{self, Part};
use crate::domain::text::{self, one_line};

/// A text without escape sequences, hidden characters and comments; line ends are line feeds, and
/// no two empty lines follow each other.
#[must_use]
pub fn sanitized(markdown: &str) -> String {
    let text = without_comments(&text::plain(markdown));
    let lines = text.lines().map(str::trim_end);
    let lines = lines.filter(|line| !is_comment_link(line));
    let mut kept = single_spaced(lines);
    kept.truncate(kept.trim_end().len());
    kept
}

/// A title with its abstract, sanitized, on one line of at most `most` characters; what both say is
/// said once.
#[must_use]
pub fn brief(title: &str, abstract_text: &str, most: usize) -> String {
    let (title, text) = (
        one_line(&sanitized(title), most),
        one_line(&sanitized(abstract_text), most),
    );
    if text.is_empty() || title.starts_with(&text) {
        return title;
    }
    if text.starts_with(title.trim_end_matches('…')) {
        return text;
    }
    one_line(&format!("{title} — {text}"), most)
}

/// A sanitized page without the sections of these names, and without the headings below which no
/// text is left. An underlined heading may be a paragraph above a rule, so it always stays.
#[must_use]
pub fn without_sections(page: &str, names: &[&str]) -> String {
    let mut kept: Vec<Part<'_>> = Vec::new();
    let mut left_out: Option<usize> = None;
    for part in markdown::parts(page) {
        if let Some(heading) = &part.heading {
            let is_below = left_out.is_some_and(|above| heading.level > above);
            if !is_below {
                left_out = names.contains(&heading.title).then_some(heading.level);
            }
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
fn single_spaced<'a>(lines: impl Iterator<Item = &'a str>) -> String {
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

/// Markdown without HTML comments, also those that show when another one is taken out; one that
/// does not end reaches to the end of the text, as browsers and `CommonMark` (0.31, section 4.6)
/// read it.
#[must_use]
pub fn without_comments(markdown: &str) -> String {
    const BEGIN: &str = "<!--";
    if !markdown.contains(BEGIN) {
        return markdown.to_owned();
    }
    let mut kept = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        kept.push(c);
        if !kept.ends_with(BEGIN) {
            continue;
        }
        kept.truncate(kept.len() - BEGIN.len());
        // The shortest comments are `<!-->` and `<!--->`.
        let short = [">", "->"]
            .into_iter()
            .find_map(|end| rest.strip_prefix(end));
        let behind = |at: usize| {
            [">", "!>"]
                .into_iter()
                .find_map(|end| rest[at + 2..].strip_prefix(end))
        };
        // Of three dashes the last two may end it.
        let mut ends = rest
            .bytes()
            .zip(rest.bytes().skip(1))
            .enumerate()
            .filter(|(_, pair)| *pair == (b'-', b'-'));
        rest = short
            .or_else(|| ends.find_map(|(at, _)| behind(at)))
            .unwrap_or_default();
    }
    kept
}

/// Whether a line is a link that nothing refers to and no reader sees: `[//]: # (a comment)`.
fn is_comment_link(line: &str) -> bool {
    // It may stand in a quotation or a list.
    let line =
        line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '>' | '-' | '*' | '+'));
    let parts = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("]:"));
    parts.is_some_and(|(_, target)| {
        matches!(
            target.trim_start().split(' ').next(),
            Some("#" | "<>" | "<#>")
        )
    })
}

/// Where a piece comes from, as its fence says it: `key=value` with a space between. A value stays
/// one word whatever stands in it: letters and digits of any script and `-_./@+,` as they are, all
/// else percent-encoded (RFC 3986, section 2.1); at most 300 characters of it.
#[must_use]
pub fn origin(parts: &[(&str, &str)]) -> String {
    const MOST: usize = 300;
    let word = |value: &str| {
        let mut word = String::new();
        // What is hidden may part a secret, and tells nobody anything.
        for c in text::plain(value).chars() {
            if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '@' | '+' | ',') {
                word.push(c);
            } else {
                word.extend(
                    c.encode_utf8(&mut [0; 4])
                        .bytes()
                        .map(|byte| format!("%{byte:02X}")),
                );
            }
            if word.chars().count() >= MOST {
                word.push('…');
                break;
            }
        }
        word
    };
    parts
        .iter()
        .map(|(key, value)| format!("{key}={}", word(value)))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A sanitized text between fences, so that none of its lines can be taken for one of the page
/// around it. `label` says where it comes from.
#[must_use]
pub fn fenced(label: &str, body: &str) -> String {
    let run = |line: &str| line.trim_start().chars().take_while(|c| *c == '~').count();
    let fence = "~".repeat(
        body.lines()
            .map(run)
            .max()
            .unwrap_or(0)
            .saturating_add(1)
            .max(3),
    );
    let label = one_line(&text::plain(label), usize::MAX);
    format!(
        "{fence} {label}\n{body}{}{fence}\n",
        if body.is_empty() { "" } else { "\n" }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_no_reader_sees_is_not_passed_on() {
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
        assert_eq!(brief("Use it", "Because of that.", 12), "Use it —…");
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

    #[test]
    fn an_origin_says_what_it_says_and_no_more() {
        let path = "memory/notes/a b=c <!-- x --> ~~~ tier=T1/決定.md";
        assert_eq!(
            origin(&[
                ("id", "dec-aaaaaa"),
                ("status", "active\n~~~"),
                ("path", path)
            ]),
            "id=dec-aaaaaa status=active%0A%7E%7E%7E \
             path=memory/notes/a%20b%3Dc%20%3C%21--%20x%20--%3E%20%7E%7E%7E%20tier%3DT1/決定.md"
        );
        assert!(origin(&[("status", &"x ".repeat(9000))]).chars().count() < 320);
    }

    #[test]
    fn a_fence_is_longer_than_any_in_the_text() {
        assert_eq!(fenced("a", "b\nc"), "~~~ a\nb\nc\n~~~\n");
        assert_eq!(
            fenced("a\nb\u{1b}", "x\n  ~~~~\ny"),
            "~~~~~ a b\nx\n  ~~~~\ny\n~~~~~\n"
        );
        assert_eq!(fenced("a", ""), "~~~ a\n~~~\n");
    }

    proptest! {
        #[test]
        fn a_sanitized_text_hides_nothing(text in "(<!--|-->|<!-|--|>|-|[a-z]|\n| |\u{1b}|~~~|\\PC){0,40}") {
            let once = sanitized(&text);
            prop_assert!(!once.contains("<!--"));
            prop_assert_eq!(text::hidden(&once).count(), 0);
            prop_assert!(!once.contains("\n\n\n"));
            let fenced = fenced("x", &once);
            let fence = fenced.split(' ').next().unwrap();
            let closing = fenced.lines().filter(|line| line.trim().starts_with(fence)).count();
            prop_assert_eq!(closing, 2, "the fence opens and closes once");
        }
    }
}
