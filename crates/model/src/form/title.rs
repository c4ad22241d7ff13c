//! Finds a title for a foreign decision that reads well in a list: a title in words is better than
//! a feature's identifier, and the words of the file name are better than nothing.

use std::borrow::Cow;

use super::fields::{self, Field};
use super::markdown::{Document, Heading};
use super::reference::is_label;
use super::vocabulary;
use git_memory_text::dates;
use git_memory_text::pattern::{Pattern, compiled};
use git_memory_text::plain::{plain, shorten};

/// The most characters of a title that are kept.
const LIMIT: usize = 200;
/// Headings that stand above the fields of a header, and name no document.
const HEADERS: [&str; 2] = ["meta", "metadata"];

/// The title that a document states, one plain line without the number of a series; `None` if it
/// has none in words.
pub fn told(given: Option<&str>, document: &Document<'_>, fields: &[Field]) -> Option<String> {
    let heading = heading(document, fields).map(|heading| heading.text.as_str());
    let named = fields::value(fields, &["title", "titel", "titre", "título"]);
    let feature = fields::value(fields, &["feature name", "features name", "name"]);
    let feature = feature.filter(|name| reads_as_title(name));
    // A title from the author, then one that a reader sees, then the header's.
    for said in [given, heading, named, feature].into_iter().flatten() {
        let title = clean(&parted(said).0);
        if title.contains(char::is_alphanumeric) && !is_identifier(&title) && !is_form(&title) {
            return Some(shorten(&title, LIMIT));
        }
    }
    None
}

/// The title of a document with this file name and number; `None` if neither its text nor the name
/// has any words. `told` is what its text states.
pub fn at(told: Option<&str>, file_name: &str, number: Option<u32>) -> Option<String> {
    match told {
        Some(title) => Some(without_label(title, number).to_owned()),
        None => Some(shorten(&from_file_name(file_name)?, LIMIT)),
    }
}

/// A title, and the remark about its status that some have: `(superseded by [RFC 15](0015-x.md))`.
pub fn parted(title: &str) -> (Cow<'_, str>, Option<&str>) {
    static REMARK: Pattern = compiled!(
        r"(?xi) \s* [*_~]* [(\[] [*_\s]*
        (?<status> (?: super[sc]eded | replaced | deprecated | obsoleted? | withdrawn | rejected
            | retired | abandoned ) \b (?: [^()\[\]] | \[[^\[\]]*\] | \([^()]*\) )* )
        [)\]] [*_~]* \s* :?"
    );
    let Some(parts) = REMARK.captures(title) else {
        return (Cow::Borrowed(title), None);
    };
    let status = parts.name("status").map(|status| status.as_str());
    let mut rest = REMARK.replace(title, " ").trim().to_owned();
    if !rest.contains(char::is_alphanumeric) {
        title.clone_into(&mut rest);
    }
    (Cow::Owned(rest), status)
}

/// True for a title that a template has for people to fill in.
pub fn is_placeholder(title: &str) -> bool {
    let title = title.to_lowercase();
    // `{{fn}}` is code of a template language, not a place to fill in.
    let is_open = title.starts_with('{') && !title.starts_with("{{");
    is_open
        || title.starts_with('<')
        || title.starts_with("[short title")
        || title == "number. title"
}

/// True if a value is a choice that a template offers: `Draft | Accepted | Rejected`.
pub fn is_choice(value: &str) -> bool {
    let offers = value.matches('|').count().max(value.matches(" / ").count());
    value.starts_with('{') || offers >= 2
}

/// The heading that names the document: the first one, if it is not a section's.
fn heading<'a>(document: &'a Document<'_>, fields: &[Field]) -> Option<&'a Heading> {
    let first = document.headings.first()?;
    if vocabulary::is_section(&first.name) || HEADERS.contains(&first.name.as_str()) {
        return None;
    }
    if first.level == 1 {
        return Some(first);
    }
    // A deeper one names it if the whole header is below it, or only the next heading is.
    let mut items = fields.iter().filter(|field| field.item);
    let is_above_header = items.all(|field| field.line > first.start);
    let mut below = document.under(0).iter();
    let leads = document.headings.len() > 1 && below.all(|line| line.text.trim().is_empty());
    if is_above_header || leads {
        return Some(first);
    }
    None
}

/// Markup gone, and a number such as `ADR-0012:`, `12.` or `RFC 7 -` in front.
fn clean(title: &str) -> String {
    // A number with nothing after it counts only with a zero in front: `3 reasons to …` is a title.
    static NUMBER: Pattern = compiled!(
        r"(?x) ^ (?:
          (?i: (?: adr | rfc | decision | (?:architecture|architectural|design)?
              \ ?decision\ record | proposal ) \b [-\s\#]* \d* \s* (?: [:.)–—|] | -\s ) )
        | \d{1,5} \s* (?: [:.)–—|] | -\s ) \s
        | \d{1,5} \s* [-–—] \s
        | 0\d{2,4} \s ) \s*"
    );
    let title = plain(title);
    let rest = NUMBER.replace(&title, "");
    let rest = match labelled_start(&rest) {
        Some((label, _, end)) if is_label(label) => rest[end..].into(),
        _ => rest,
    };
    if rest.contains(char::is_alphanumeric) {
        rest.trim().to_owned()
    } else {
        title
    }
}

/// A title without the document's own number and the word before it: before another number, a word
/// is part of the title.
fn without_label(title: &str, number: Option<u32>) -> &str {
    match labelled_start(title) {
        Some((_, digits, end)) if digits.parse().ok() == number => {
            let rest = title[end..].trim();
            if rest.contains(char::is_alphanumeric) {
                rest
            } else {
                title
            }
        }
        _ => title,
    }
}

/// The label and the digits that a title begins with, and where the title goes on after them.
fn labelled_start(title: &str) -> Option<(&str, &str, usize)> {
    static LABELLED: Pattern =
        compiled!(r"^([A-Za-z]{2,6}(?:-[A-Za-z]{2,6})?)[-\s#]{0,2}(\d{1,5})\s*(?:[:.)–—|]|-\s)\s*");
    /// The most bytes before the digits.
    const BEFORE: usize = 20;
    // Few titles begin so, and thousands are read at once.
    let is_before = |letter: char| letter.is_alphabetic() || !letter.is_alphanumeric();
    let before = title.find(|letter| !is_before(letter))?;
    if before > BEFORE {
        return None;
    }
    let parts = LABELLED.captures(title)?;
    let (label, digits) = (parts.get(1)?, parts.get(2)?);
    Some((label.as_str(), digits.as_str(), parts.get(0)?.end()))
}

/// One word with an underscore in it, or with no upper case and no letter but ASCII: code, not a
/// title.
pub fn is_identifier(title: &str) -> bool {
    static CODE: Pattern = compiled!(r"^(?:[A-Za-z0-9]+_[A-Za-z0-9_]+|[a-z0-9-]+)$");
    CODE.is_match(title)
}

/// True for a title that only names the form of its document, as a template leaves it: `RFC
/// Proposal`.
fn is_form(title: &str) -> bool {
    const FORMS: [&str; 5] = ["adr", "document", "proposal", "record", "rfc"];
    const BESIDE: [&str; 5] = [
        "architectural",
        "architecture",
        "decision",
        "design",
        "enhancement",
    ];
    let title = title.to_lowercase();
    let words: Vec<&str> = title.split_whitespace().collect();
    let is_word = |word: &&str| FORMS.contains(word) || BESIDE.contains(word);
    words.iter().all(is_word) && words.iter().any(|word| FORMS.contains(word))
}

/// True for a feature name that is a phrase; most are identifiers, "N/A" or remarks.
fn reads_as_title(name: &str) -> bool {
    static EMPTY: Pattern = compiled!(r"^(?i)(?:n/?a|none|tbd|todo|unknown|not applicable)\b");
    let name = plain(name);
    name.starts_with(char::is_uppercase) && name.contains(' ') && !EMPTY.is_match(&name)
}

/// `0123-raw-lifetime.md` reads as "Raw lifetime". Beside dashes an underscore is part of a name:
/// `on-x86_64`.
fn from_file_name(file_name: &str) -> Option<String> {
    static NUMBER: Pattern = compiled!(r"^(?i:[a-z]{2,6}[-_ ]?)?\d+[-_. ]+");
    let stem = match file_name.rsplit_once('.') {
        Some((stem, _)) => stem,
        None => file_name,
    };
    let stem = dates::after_day(stem);
    let mut stem = NUMBER.replace(stem, "").into_owned();
    stem.retain(|letter| !letter.is_control());
    let has_dashes = stem.contains('-');
    let is_gap = |letter| matches!(letter, '-' | ' ') || (letter == '_' && !has_dashes);
    let words: Vec<&str> = stem.split(is_gap).filter(|word| !word.is_empty()).collect();
    let title = words.join(" ");
    if !title.contains(char::is_alphabetic) {
        return None;
    }
    // A name such as `x86_64` is not changed: a capital would make it another one.
    if words.first()?.contains('_') {
        return Some(title);
    }
    let mut letters = title.chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titled(file_name: &str, text: &str) -> Option<String> {
        let document = Document::parse(text);
        let told = told(None, &document, &fields::read(&document));
        let number = super::super::reference::number_of(file_name);
        at(told.as_deref(), file_name, number)
    }

    #[test]
    fn a_title_is_what_a_person_would_call_it() {
        for (file_name, text, expected) in [
            (
                "0007-x.md",
                "# 7. Use *Two* `queues`\n\n## Status\n",
                "Use Two queues",
            ),
            ("x.md", "# ADR-0012: Keep it small\n", "Keep it small"),
            ("x.md", "Set in lines\n===\n", "Set in lines"),
            ("x.md", "# 2024 plan\n", "2024 plan"),
            ("pep-0008.md", "# PEP 8 – Style\n", "Style"),
            ("0003-x.md", "# Python 2: drop it\n", "Python 2: drop it"),
            (
                "0003-x.md",
                "# Architecture Decision Record: Keep\n",
                "Keep",
            ),
            ("20210304-a-day.md", "text", "A day"),
            (
                "0009-big-move.md",
                "- Feature Name: `big_move`\n- Start Date: 2020-01-01\n\n## Summary\n",
                "Big move",
            ),
            (
                "0009-big-move.md",
                "- Feature Name: A `very` big move\n\n# Summary\n",
                "A very big move",
            ),
            (
                "0009-big-move.md",
                "- Feature Name: N/A (a policy)\n\n## Note\n\nOld.\n\n## Summary\n",
                "Big move",
            ),
            (
                "0001-a-b.md",
                "# Meta\n[meta]: #meta\n- Name: Suggest Stacks\n- Status: Approved\n\n# Summary\n",
                "Suggest Stacks",
            ),
            (
                "0009-big-move.md",
                "## RFC: big_move\n\n- Start Date: 2020-01-01\n",
                "Big move",
            ),
            (
                "0009-x.md",
                "- Start Date: 2020-01-01\n\n## How we move\n\n## Summary\n",
                "How we move",
            ),
            ("0009-drop-on-x86_64.md", "no heading", "Drop on x86_64"),
            (
                "0009-big-move.md",
                "# RFC Proposal\n\n## Status\n",
                "Big move",
            ),
            (
                "0009-x.md",
                "# Record design decisions\n",
                "Record design decisions",
            ),
            ("über_uns.md", "no heading", "Über uns"),
            ("0500-x.md", "# KIP-500: No keeper\n", "No keeper"),
            ("0501-x.md", "# KIP-500: No keeper\n", "KIP-500: No keeper"),
            (
                "0012-x.md",
                "# RFC 12: Keep it (superseded by [RFC 15](0015-y.md))\n",
                "Keep it",
            ),
            ("0012-x.md", "# [DEPRECATED] Keep it\n", "Keep it"),
            (
                "0012-x.md",
                "# How rejected calls (rejections) end\n",
                "How rejected calls (rejections) end",
            ),
        ] {
            assert_eq!(
                titled(file_name, text).as_deref(),
                Some(expected),
                "{text:?}"
            );
        }
        assert_eq!(titled("0012.md", "text"), None);
    }

    #[test]
    fn a_template_is_known_by_its_title() {
        assert!(is_placeholder("{short title}"));
        assert!(!is_placeholder("Short titles"));
        assert!(!is_placeholder("{{fn}} helper"));
    }
}
