//! Mentions of other decisions in a text: links to their files, `ADR-0005`, and in RFCs `RFC 123`
//! and links to the pull request or the rendered page of one.

use std::collections::BTreeSet;

use regex::Captures;
use serde::{Deserialize, Serialize};

use super::markdown::Document;
use git_memory_text::dates;
use git_memory_text::pattern::{Pattern, compiled};

/// Another decision, as a text names it. It may not exist, and two references may mean one: the
/// caller knows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reference {
    /// Only by its number.
    Number(u32),
    /// By the base name of its file, with `.md` whatever its ending is. Only the name counts: an
    /// old link's number may be another's by now.
    File(String),
    /// By its name: its title, or its file's name without the number.
    Name(String),
}

impl Reference {
    /// The number: given, or at the start of the file name.
    pub fn number(&self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::File(name) => number_of(name),
            Self::Name(_) => None,
        }
    }
}

/// A decision that a text mentions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// The word before its number, in lower case; empty if it means the same in every series.
    pub label: String,
    /// The decision.
    pub reference: Reference,
}

impl Mention {
    /// A mention that means the same in every series.
    pub fn anywhere(reference: Reference) -> Self {
        Self {
            label: String::new(),
            reference,
        }
    }
}

/// The decisions that some mentions are for a document whose series has this label: `ADR 12` is one
/// everywhere, and `PEP 8` only among PEPs.
#[must_use]
pub fn of_series(mentions: &[Mention], label: &str) -> Vec<Reference> {
    let mut found = Vec::new();
    for mention in mentions {
        if matches!(mention.label.as_str(), "" | "adr") || mention.label == label {
            found.push(mention.reference.clone());
        }
    }
    found
}

/// Label before the number of a decision, in the names of files.
static NUMBER: Pattern = compiled!(
    r"(?x) ^ (?i: (?<label> (?: [a-z]{2,8} [-_] )?
        (?: adr|rfc|pep|oep|cep|ape|jep|kep|eip|bip|zip|nep|sep|aip|dep|rep|gep|lip|cip|tep|mep
        | otep|se|dr|decision|dec|design|proposal|record ) ) [-_\ ]? )?
        (?<number> \d{1,5} ) (?: [-_.\ ] | $ )"
);

/// The number of a name that begins with one, and not with a day: most names, and thousands of them
/// are read at once.
pub(super) fn leading_number(file_name: &str) -> Option<u32> {
    let digits = file_name.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = file_name.split_at(digits);
    let may_be_day = digits.len() == 4 && digits.starts_with(['1', '2']);
    let is_whole = (1..=5).contains(&digits.len()) && rest.starts_with(['-', '_', '.', ' ']);
    if is_whole && !may_be_day {
        number(digits)
    } else {
        None
    }
}

/// The number at the start of a file name such as `0123-foo.md` or `adr-0123-foo.md`.
pub fn number_of(file_name: &str) -> Option<u32> {
    if let Some(number) = leading_number(file_name) {
        return Some(number);
    }
    if !file_name.contains(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    // `2021-03-04-foo.md` begins with a day, not with a number.
    let parts = NUMBER.captures(dates::after_day(file_name))?;
    number(parts.name("number")?.as_str())
}

/// The words of a file name besides its day and its number: `foo` of `ADR-0123-foo`.
#[must_use]
pub fn words_of(stem: &str) -> &str {
    let rest = dates::after_day(stem);
    match NUMBER.find(rest) {
        Some(number) => &rest[number.end()..],
        None => rest,
    }
}

/// The label before the number in a file name: `adr` of `ADR-0123-foo.md`.
pub fn label_of(file_name: &str) -> Option<String> {
    let parts = NUMBER.captures(file_name)?;
    Some(
        parts
            .name("label")?
            .as_str()
            .to_lowercase()
            .replace('_', "-"),
    )
}

/// The number that at most five digits make.
fn number(digits: &str) -> Option<u32> {
    let mut number = 0;
    for digit in digits.chars() {
        number = number * 10 + digit.to_digit(10)?;
    }
    Some(number)
}

/// The decision that a link's target is, if it is one: a file or a page of this site, or a page or
/// pull request of an RFC.
#[must_use]
pub fn target(link: &str) -> Option<Reference> {
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
    if path.contains(':') && !RFC_PAGE.is_match(path) {
        return None;
    }
    let path = path.trim_end_matches(['/', '\\']);
    let (folder, name) = match path.rfind(['/', '\\']) {
        Some(at) => (&path[..at], &path[at + 1..]),
        None => ("", path),
    };
    let stem = stem(name)?;
    // In a folder for each, the text itself is its `README`.
    let stem = if is_folder_page(stem) {
        folder.rsplit(['/', '\\']).next().unwrap_or_default()
    } else {
        stem
    };
    if stem.is_empty() || stem.starts_with('.') || name.starts_with("0000-template") {
        return None;
    }
    if stem.bytes().all(|byte| byte.is_ascii_digit()) {
        return number(stem).map(Reference::Number);
    }
    Some(Reference::File(format!("{stem}.md")))
}

/// A file name without its ending; `None` if it ends like something else than a text.
fn stem(name: &str) -> Option<&str> {
    const TEXTS: [&str; 9] = [
        "md", "mdx", "markdown", "rst", "adoc", "asciidoc", "html", "htm", "txt",
    ];
    match name.rsplit_once('.') {
        Some((stem, end)) if TEXTS.iter().any(|text| end.eq_ignore_ascii_case(text)) => Some(stem),
        Some(_) => None,
        None => Some(name),
    }
}

/// True if a file of this name, without its ending, is the text of its folder.
pub fn is_folder_page(stem: &str) -> bool {
    stem.eq_ignore_ascii_case("readme") || stem.eq_ignore_ascii_case("index")
}

/// The number that `text` is a mention of, such as `ADR-0005`, `RFC #12` or `0005`.
pub fn mention(text: &str) -> Option<Reference> {
    static WHOLE: Pattern =
        compiled!(r"^(?:(?<label>[A-Za-z][A-Za-z-]{1,14}?)[-\s#]*|.*/rfcs#|#)?(?<number>\d{1,5})$");
    let parts = WHOLE.captures(text.trim())?;
    // `Python 3` is not a decision.
    if parts
        .name("label")
        .is_some_and(|label| !is_label(label.as_str()))
    {
        return None;
    }
    number(parts.name("number")?.as_str()).map(Reference::Number)
}

/// The label in lower case, and the number, of a text that is a decision's name: `ADR-0005`.
#[must_use]
pub fn labelled(text: &str) -> Option<(String, u32)> {
    static LABELLED: Pattern =
        compiled!(r"^([A-Za-z]{2,8}(?:-[A-Za-z]{2,6})?)[-\s#]{0,2}(\d{1,5})\b");
    let parts = LABELLED.captures(text)?;
    Some((parts[1].to_lowercase(), number(&parts[2])?))
}

/// True if people number decisions with a word.
pub fn is_label(word: &str) -> bool {
    // A file name is the strictest judge of such words.
    label_of(&format!("{word}-1.md")).is_some()
}

/// The most mentions of a document that count: a text with more is a list of all decisions.
const MENTIONS: usize = 500;

/// Every decision that `document` mentions outside code, in order, each once. The lines with the
/// numbers in `skip` are left out.
pub fn all(document: &Document<'_>, skip: &[usize]) -> Vec<Mention> {
    static CODE: Pattern = compiled!(r"``[^`].*?``|`[^`]+`");
    static MENTION: Pattern = compiled!(
        r"(?x)
        \]\( \s* <? (?<inline> [^\s()<>]+ )
        | ^ \s{0,3} \[ [^\]]+ \]: \s* <? (?<definition> [^\s<>]+ )
        | (?<url> https?:// [^\s()<>\[\]]+ )
        | (?<before> \b(?i:ietf)\s+ )? \b RFCs? [-\s\#]{0,2} (?<rfc> \d{1,5} ) \b
        | \b (?<label> (?: [A-Za-z]{2,6} - )? [A-Za-z]{2,8} ) [-\s\#]{0,2} (?<number> \d{1,5} ) \b
        | /rfcs\# (?<request> \d{1,5} ) \b"
    );
    let foreign = internet_standards(document);
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for (place, line) in document.lines.iter().enumerate() {
        if line.code || skip.contains(&place) {
            continue;
        }
        // Most lines have neither a number nor a link.
        if !line
            .text
            .contains(|letter: char| letter.is_ascii_digit() || letter == ']')
        {
            continue;
        }
        let text = CODE.replace_all(&line.text, "");
        for parts in MENTION.captures_iter(&text) {
            if let Some(mention) = mentioned(&parts, &foreign)
                && found.len() < MENTIONS
                && seen.insert(mention.clone())
            {
                found.push(mention);
            }
        }
    }
    found
}

/// Mention of one match of the pattern of [`all`]. `foreign` are numbers of the IETF's RFCs: in a
/// project's own RFCs `RFC 2119` is mostly the IETF's, and if a link shows that one is theirs, it is
/// theirs in the whole text.
fn mentioned(parts: &Captures<'_>, foreign: &BTreeSet<u32>) -> Option<Mention> {
    let group = |name| parts.name(name).map(|part| part.as_str());
    let link = group("inline").or(group("definition")).or(group("url"));
    if let Some(link) = link {
        return target(link).map(Mention::anywhere);
    }
    let labelled = |label: &str, digits: &str| {
        Some(Mention {
            label: label.to_lowercase(),
            reference: number(digits).map(Reference::Number)?,
        })
    };
    if let (Some(word), Some(digits)) = (group("label"), group("number")) {
        return labelled(word, digits).filter(|_| is_label(word));
    }
    if let Some(digits) = group("request") {
        return labelled("rfc", digits);
    }
    let digits = group("rfc")?;
    let is_foreign = number(digits).is_some_and(|own| foreign.contains(&own));
    if is_foreign || group("before").is_some() {
        return None;
    }
    labelled("rfc", digits)
}

/// Each reference once, in order.
pub fn unique(references: Vec<Reference>) -> Vec<Reference> {
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
        if !line.text.contains('/') {
            continue;
        }
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
        let found = of_series(&all(&Document::parse(text), &[]), "rfc");
        let rfcs = [number(12), number(13), number(14), file("0015-q.md")];
        assert_eq!(
            found,
            [vec![number(3), file("0005-five.md")], rfcs.to_vec()].concat()
        );
        let elsewhere = all(
            &Document::parse("ADR 3, PEP 7, RFC 2119, May 4, /rfcs#4"),
            &[],
        );
        assert_eq!(of_series(&elsewhere, "adr"), [number(3)]);
        assert_eq!(of_series(&elsewhere, "pep"), [number(3), number(7)]);
    }

    #[test]
    fn a_link_means_a_decision_however_it_is_written() {
        for (link, expected) in [
            (
                "../adr/0005-x.md#a",
                Some(Reference::File("0005-x.md".to_owned())),
            ),
            ("0005-x.adoc", Some(Reference::File("0005-x.md".to_owned()))),
            (
                "/adr/0005-x/",
                Some(Reference::File("0005-x.md".to_owned())),
            ),
            ("/adr/32", Some(Reference::Number(32))),
            ("../201/README.adoc", Some(Reference::Number(201))),
            (
                "../0007-y/index.md",
                Some(Reference::File("0007-y.md".to_owned())),
            ),
            ("picture.png", None),
            ("mailto:a@example.org", None),
            ("#top", None),
        ] {
            assert_eq!(target(link), expected, "{link}");
        }
    }

    #[test]
    fn only_words_for_decisions_mention_one() {
        for (text, expected) in [
            ("ADR-0005", Some(5)),
            ("RFC #12", Some(12)),
            ("ODH-ADR-3", Some(3)),
            ("0005", Some(5)),
            ("Python 3", None),
            ("May 2021", None),
        ] {
            let found = mention(text).and_then(|found| found.number());
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(labelled("PEP 8"), Some(("pep".to_owned(), 8)));
    }

    #[test]
    fn numbers_are_read_from_file_names() {
        for (name, expected) in [
            ("0123-a.md", Some(123)),
            ("ADR_7.md", Some(7)),
            ("a-1.md", None),
            ("999999-x.md", None),
            ("2021-03-04-x.md", None),
            ("20210304-0007-x.md", Some(7)),
            ("pep-0572.rst", Some(572)),
            ("ODH-ADR-0003-x.md", Some(3)),
            ("APE12.rst", Some(12)),
            ("step-2-x.md", None),
        ] {
            assert_eq!(number_of(name), expected, "{name}");
        }
    }
}
