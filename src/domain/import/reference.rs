//! Mentions of other decisions in a text: links to their files, `ADR-0005`, and in RFCs `RFC 123`
//! and links to the pull request or the rendered page of one.

use std::collections::BTreeSet;

use regex::Captures;

use super::markdown::Document;
use super::pattern::{Pattern, compiled};

/// Another decision, as a text names it. It may not exist, and two references may mean one: the
/// caller knows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reference {
    /// By its number alone.
    Number(u32),
    /// By the base name of its Markdown file. Only the name counts: an old link's number may be
    /// another's by now.
    File(String),
}

impl Reference {
    /// The number: given, or at the start of the file name.
    pub(crate) fn number(&self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::File(name) => number_of(name),
        }
    }
}

/// The number at the start of a file name such as `0123-foo.md` or `adr-0123-foo.md`.
pub(crate) fn number_of(file_name: &str) -> Option<u32> {
    // Five digits: `20140911-foo.md` begins with a day, not with a number.
    static NUMBER: Pattern = compiled!(r"^(?i:(?:adr|rfc)[-_ ]?)?(\d{1,5})(?:[-_. ]|$)");
    number(&NUMBER.captures(file_name)?[1])
}

/// The number that at most five digits make.
fn number(digits: &str) -> Option<u32> {
    let mut number = 0;
    for digit in digits.chars() {
        number = number * 10 + digit.to_digit(10)?;
    }
    Some(number)
}

/// The decision that a link's target is, if it is one: a relative `.md` file, or a page or pull
/// request of an RFC.
pub(crate) fn target(link: &str) -> Option<Reference> {
    static REQUEST: Pattern = compiled!(r"/rfcs/(?:pull|issues)/(\d{1,5})(?:[^\d]|$)");
    static RFC_PAGE: Pattern = compiled!(r"/(?:rfcs|text)/(?:.*/)?\d{4}-[^/]+\.(?:md|html)$");
    // The number of an RFC is that of its pull request.
    if let Some(parts) = REQUEST.captures(link) {
        return number(&parts[1]).map(Reference::Number);
    }
    let path = match link.find(['#', '?']) {
        Some(end) => &link[..end],
        None => link,
    };
    let name = match path.rfind(['/', '\\']) {
        Some(at) => &path[at + 1..],
        None => path,
    };
    let (stem, extension) = name.rsplit_once('.')?;
    let is_page = if path.contains(':') {
        RFC_PAGE.is_match(path)
    } else {
        extension.eq_ignore_ascii_case("md")
    };
    if !is_page || stem.is_empty() || name.starts_with("0000-template") {
        return None;
    }
    Some(Reference::File(format!("{stem}.md")))
}

/// The number that `text` is a mention of, such as `ADR-0005`, `RFC #12` or `0005`.
pub(crate) fn mention(text: &str) -> Option<Reference> {
    static WHOLE: Pattern = compiled!(r"^(?i:(?:adr|rfc)[-\s#]*|.*/rfcs#|#)?(\d{1,5})$");
    number(&WHOLE.captures(text.trim())?[1]).map(Reference::Number)
}

/// Every decision that `document` mentions outside code, in order, each once; `rfc`: `RFC 12` means
/// one of its own kind. The lines with the numbers in `skip` are left out.
pub(crate) fn all(document: &Document<'_>, rfc: bool, skip: &[usize]) -> Vec<Reference> {
    static CODE: Pattern = compiled!(r"``[^`].*?``|`[^`]+`");
    static MENTION: Pattern = compiled!(
        r"(?x)
        \]\( \s* <? (?<inline> [^\s()<>]+ )
        | ^ \s{0,3} \[ [^\]]+ \]: \s* <? (?<definition> [^\s<>]+ )
        | (?<url> https?:// [^\s()<>\[\]]+ )
        | \b (?i:adr) [-\s\#]{0,2} (?<adr> \d{1,5} ) \b
        | (?<before> \b(?i:ietf)\s+ )? \b RFCs? [-\s\#]{0,2} (?<rfc> \d{1,5} ) \b
        | /rfcs\# (?<request> \d{1,5} ) \b"
    );
    // In a project's own RFCs `RFC 2119` is mostly the IETF's. One that is linked to as theirs
    // somewhere in the text is theirs in all of it.
    let foreign = if rfc {
        internet_standards(document)
    } else {
        BTreeSet::new()
    };
    let mut found = Vec::new();
    for (place, line) in document.lines.iter().enumerate() {
        if line.code || skip.contains(&place) {
            continue;
        }
        let text = CODE.replace_all(&line.text, "");
        for parts in MENTION.captures_iter(&text) {
            found.extend(mentioned(&parts, rfc, &foreign));
        }
    }
    unique(found)
}

/// What one match of the pattern of [`all`] refers to. `foreign` are numbers of the IETF's RFCs.
fn mentioned(parts: &Captures<'_>, rfc: bool, foreign: &BTreeSet<u32>) -> Option<Reference> {
    let group = |name| parts.name(name).map(|part| part.as_str());
    let link = group("inline").or(group("definition")).or(group("url"));
    if let Some(link) = link {
        return target(link);
    }
    if let Some(digits) = group("adr") {
        return number(digits).map(Reference::Number);
    }
    if !rfc {
        return None;
    }
    if let Some(digits) = group("request") {
        return number(digits).map(Reference::Number);
    }
    let own = number(group("rfc")?)?;
    if foreign.contains(&own) || group("before").is_some() {
        return None;
    }
    Some(Reference::Number(own))
}

/// Each reference once, in order.
pub(crate) fn unique(references: Vec<Reference>) -> Vec<Reference> {
    let mut seen = BTreeSet::new();
    let mut unique = Vec::new();
    for reference in references {
        if seen.insert(reference.clone()) {
            unique.push(reference);
        }
    }
    unique
}

/// The numbers of the IETF's RFCs that a document links to.
fn internet_standards(document: &Document<'_>) -> BTreeSet<u32> {
    static PAGE: Pattern = compiled!(r"(?i)(?:ietf\.org|rfc-editor\.org)\S*?rfc[-=/]?(\d{1,5})");
    let mut numbers = BTreeSet::new();
    for line in &document.lines {
        for parts in PAGE.captures_iter(&line.text) {
            numbers.extend(number(&parts[1]));
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_found_outside_code() {
        let text = "See ADR-0003, [five](../adr/0005-five.md#top), `ADR-0009` and [site](https://example.org/0004-x.md).\n\
            ```\nADR-0008\n```\nRFC 12, /rfcs#13, [p][q], https://host/rfcs/pull/14#note and RFC 3339.\n\n\
            [q]: https://host/rfcs/blob/main/text/0015-q.md\n[d]: https://ietf.org/rfc/rfc3339\n";
        let (number, file) = (Reference::Number, |name: &str| {
            Reference::File(name.to_owned())
        });
        let found = all(&Document::parse(text), true, &[]);
        let rfcs = [number(12), number(13), number(14), file("0015-q.md")];
        assert_eq!(
            found,
            [vec![number(3), file("0005-five.md")], rfcs.to_vec()].concat()
        );
        let elsewhere = all(
            &Document::parse("ADR 3 follows RFC 2119 and /rfcs#4"),
            false,
            &[],
        );
        assert_eq!(elsewhere, [number(3)]);
    }

    #[test]
    fn numbers_are_read_from_file_names() {
        for (name, expected) in [
            ("0123-a.md", Some(123)),
            ("ADR_7.md", Some(7)),
            ("a-1.md", None),
            ("999999-x.md", None),
        ] {
            assert_eq!(number_of(name), expected, "{name}");
        }
    }
}
