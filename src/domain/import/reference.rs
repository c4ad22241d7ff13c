//! Mentions of other decisions in a text: links to their files, `ADR-0005`, and in RFCs `RFC 123`
//! and links to the pull request or the rendered page of one.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::markdown::Document;
use super::pattern::pattern;

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
    pub(super) fn number(&self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::File(name) => number_of(name),
        }
    }
}

/// The number at the start of a file name such as `0123-foo.md` or `adr-0123-foo.md`.
pub(super) fn number_of(file_name: &str) -> Option<u32> {
    static NUMBER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^(?i:(?:adr|rfc)[-_ ]?)?(\d{1,5})(?:[-_. ]|$)"));
    NUMBER.captures(file_name)?[1].parse().ok()
}

/// The decision that a link's target is, if it is one: a relative `.md` file, or a page or pull
/// request of an RFC.
pub(super) fn target(link: &str) -> Option<Reference> {
    static REQUEST: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"/rfcs/(?:pull|issues)/(\d{1,5})(?:[^\d]|$)"));
    static RFC_PAGE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"/(?:rfcs|text)/(?:.*/)?\d{4}-[^/]+\.(?:md|html)$"));
    if let Some(parts) = REQUEST.captures(link) {
        return parts[1].parse().ok().map(Reference::Number);
    }
    let path = link.split(['#', '?']).next().unwrap_or_default();
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let (stem, extension) = name.rsplit_once('.')?;
    let page = if path.contains(':') {
        RFC_PAGE.is_match(path)
    } else {
        extension.eq_ignore_ascii_case("md")
    };
    (page && !stem.is_empty() && !name.starts_with("0000-template"))
        .then(|| Reference::File(format!("{stem}.md")))
}

/// The number that `text` is a mention of, such as `ADR-0005`, `RFC #12` or `0005`.
pub(super) fn mention(text: &str) -> Option<Reference> {
    static WHOLE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^(?i:(?:adr|rfc)[-\s#]*|.*/rfcs#|#)?(\d{1,5})$"));
    WHOLE.captures(text.trim())?[1]
        .parse()
        .ok()
        .map(Reference::Number)
}

/// Every decision that `document` mentions outside code, in order, each once; `rfc`: `RFC 12` means
/// one of its own kind.
pub(super) fn all(
    document: &Document<'_>,
    rfc: bool,
    skip: impl Fn(usize) -> bool,
) -> Vec<Reference> {
    static CODE: LazyLock<Regex> = LazyLock::new(|| pattern(r"``[^`].*?``|`[^`]+`"));
    static MENTION: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?x)
            \]\( \s* <? (?<inline> [^\s()<>]+ )
            | ^ \s{0,3} \[ [^\]]+ \]: \s* <? (?<definition> [^\s<>]+ )
            | (?<url> https?:// [^\s()<>\[\]]+ )
            | \b (?i:adr) [-\s\#]{0,2} (?<adr> \d{1,5} ) \b
            | (?<before> \b(?i:ietf)\s+ )? \b RFCs? [-\s\#]{0,2} (?<rfc> \d{1,5} ) \b
            | /rfcs\# (?<request> \d{1,5} ) \b",
        )
    });
    let foreign = if rfc {
        internet_standards(document)
    } else {
        BTreeSet::new()
    };
    let mut found = Vec::new();
    let lines = document
        .lines
        .iter()
        .enumerate()
        .filter(|(place, line)| !line.code && !skip(*place));
    for (_, line) in lines {
        let text = CODE.replace_all(&line.text, "");
        for parts in MENTION.captures_iter(&text) {
            let link = ["inline", "definition", "url"]
                .into_iter()
                .find_map(|name| parts.name(name));
            let number = |name| parts.name(name)?.as_str().parse::<u32>().ok();
            let own = || {
                number("rfc")
                    .filter(|number| parts.name("before").is_none() && !foreign.contains(number))
            };
            let numbered =
                || number("adr").or_else(|| own().or_else(|| number("request")).filter(|_| rfc));
            found.extend(link.map_or_else(
                || numbered().map(Reference::Number),
                |link| target(link.as_str()),
            ));
        }
    }
    unique(found)
}

/// Each reference once, in order.
pub(super) fn unique(references: Vec<Reference>) -> Vec<Reference> {
    let mut seen = BTreeSet::new();
    references
        .into_iter()
        .filter(|reference| seen.insert(reference.clone()))
        .collect()
}

/// The numbers of the IETF's RFCs that a document links to.
fn internet_standards(document: &Document<'_>) -> BTreeSet<u32> {
    static PAGE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)(?:ietf\.org|rfc-editor\.org)\S*?rfc[-=/]?(\d{1,5})"));
    let pages = document
        .lines
        .iter()
        .flat_map(|line| PAGE.captures_iter(&line.text));
    pages.filter_map(|parts| parts[1].parse().ok()).collect()
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
        let found = all(&Document::parse(text), true, |_| false);
        let rfcs = [number(12), number(13), number(14), file("0015-q.md")];
        assert_eq!(
            found,
            [vec![number(3), file("0005-five.md")], rfcs.to_vec()].concat()
        );
        let elsewhere = all(
            &Document::parse("ADR 3 follows RFC 2119 and /rfcs#4"),
            false,
            |_| false,
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
