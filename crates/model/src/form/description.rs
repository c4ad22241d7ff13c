//! The abstract of a decision: the first meaningful text of its best section.

use serde_yaml::Mapping;

use super::fields::{self, Field};
use super::front_matter;
use super::markdown::{Block, Document, Line, blocks};
use super::status::meaning;
use super::vocabulary::{DECISION_SECTIONS, DESCRIBING, SILENT};
use git_memory_text::pattern::{Pattern, compiled};
use git_memory_text::plain::{plain, shorten};

/// The most characters of a description.
pub const DESCRIPTION: usize = 200;

/// Words with which a text begins that tells how things are before the decision.
const BEFORE: [&str; 8] = [
    "currently",
    "today",
    "now",
    "right now",
    "at present",
    "at the moment",
    "so far",
    "until now",
];
/// Words with which a paragraph begins that tells what is to be.
const PROPOSING: [&str; 7] = [
    "what we propose",
    "we propose",
    "we will",
    "we should",
    "this proposes",
    "this proposal",
    "the proposal",
];
/// Number of paragraphs of a section that are looked at.
const PARAGRAPHS: usize = 6;

/// The abstract of a text with its front matter; `None` if nothing in it describes it.
#[must_use]
pub fn of_text(front: &Mapping, body: &str) -> Option<String> {
    let document = Document::parse(body);
    told(front, &document, &fields::read(&document))
}

/// The front matter's words, or the first text of the section that describes it best.
pub fn told(front: &Mapping, document: &Document<'_>, fields: &[Field]) -> Option<String> {
    let said = front_matter::text(front, &["description", "summary"]);
    let said = match said.and_then(|text| given(&text)) {
        Some(said) => said,
        None => described(document, fields)?,
    };
    Some(shorten(&said, DESCRIPTION))
}

/// The first text of the section that describes best, else of any that may describe; plain.
fn described(document: &Document<'_>, fields: &[Field]) -> Option<String> {
    for name in DESCRIBING.into_iter().flatten() {
        if let Some(section) = document.find(&[name])
            && let Some(said) = in_section(document, section)
        {
            return Some(said);
        }
    }
    // A text may have no headings at all.
    let opening = match document.headings.first() {
        Some(first) => &document.lines[..first.start],
        None => &document.lines[..],
    };
    if let Some(said) = saying(after_header(opening, 0, fields), false) {
        return Some(said);
    }
    for (nth, heading) in document.headings.iter().enumerate() {
        if SILENT.contains(&heading.name.as_str()) {
            continue;
        }
        let lines = after_header(document.under(nth), heading.end, fields);
        if let Some(said) = saying(lines, false) {
            return Some(said);
        }
    }
    None
}

/// The lines of a section after the paragraphs of a header that it begins with, lists of fields and
/// tables; `first` is the number of its first line.
fn after_header<'a>(lines: &'a [Line<'a>], first: usize, fields: &[Field]) -> &'a [Line<'a>] {
    let is_blank = |line: &&Line<'_>| line.text.trim().is_empty();
    let mut end = 0;
    loop {
        let start = end + lines[end..].iter().take_while(is_blank).count();
        let length = lines[start..]
            .iter()
            .take_while(|line| !is_blank(line))
            .count();
        let paragraph = first + start..first + start + length;
        if !fields.iter().any(|field| paragraph.contains(&field.line)) {
            return &lines[end..];
        }
        end = start + length;
    }
}

/// First text of a section; of its subsections if nothing is before them.
fn in_section(document: &Document<'_>, section: usize) -> Option<String> {
    // A decision may be a word or two, as long as they are not its status.
    let is_decision = DECISION_SECTIONS.contains(&document.headings[section].name.as_str());
    if let Some(said) = saying(document.under(section), is_decision) {
        return Some(said);
    }
    let level = document.headings[section].level;
    for (nth, heading) in document.headings.iter().enumerate().skip(section + 1) {
        if heading.level <= level {
            break;
        }
        if let Some(said) = saying(document.under(nth), false) {
            return Some(said);
        }
    }
    None
}

/// The first meaningful paragraph, as [`first_saying`] finds it. A proposal may tell first how things
/// are without it: then the paragraph that proposes something counts.
fn saying(lines: &[Line<'_>], may_be_short: bool) -> Option<String> {
    let shown = without_notices(lines);
    let blocks = blocks(&shown, PARAGRAPHS);
    let said = first_saying(blocks.iter(), may_be_short)?;
    if !begins_with(&said, &BEFORE) {
        return Some(said);
    }
    let is_before = |block: &&Block| !begins_with(&block.text, &PROPOSING);
    let proposed = first_saying(blocks.iter().skip_while(is_before), false);
    proposed.or(Some(said))
}

/// True if a text begins with one of these words.
fn begins_with(text: &str, words: &[&str]) -> bool {
    let small: String = text.chars().take(40).collect::<String>().to_lowercase();
    words.iter().any(|word| {
        let rest = small.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    })
}

/// The first meaningful paragraph, or its first meaningful sentence; one that only leads to a list
/// is joined with the list's first item. `may_be_short`: a word or two are an answer.
fn first_saying<'b>(blocks: impl Iterator<Item = &'b Block>, may_be_short: bool) -> Option<String> {
    let mut blocks = blocks.peekable();
    while let Some(block) = blocks.next() {
        let leads = block.text.ends_with([':', ',']) || block.text.ends_with("because");
        if leads {
            if let Some(item) = blocks.peek()
                && item.is_item
                && says_something(&item.text)
            {
                return Some(format!("{} {}", block.text, item.text));
            }
            // A decision that ends in code or in a table.
            if may_be_short && block.text.ends_with(':') && says_something(&block.text) {
                return Some(block.text.clone());
            }
            continue;
        }
        let is_answer = || may_be_short && is_filled(&block.text) && meaning(&block.text).is_none();
        if (says_something(&block.text) || is_answer()) && !is_link(&block.source) {
            return Some(block.text.clone());
        }
    }
    None
}

/// Lines without quotations that warn or note: `> [!NOTE]`, `> **Warning:**`.
fn without_notices<'a>(lines: &'a [Line<'a>]) -> Vec<&'a Line<'a>> {
    static NOTICE: Pattern = compiled!(r"^\s*>\s*(?:\[!\w+\]|\*\*\w+:?\*\*)");
    let mut shown = Vec::new();
    let mut is_notice = false;
    for line in lines {
        let is_quotation = line.text.trim_start().starts_with('>');
        is_notice = is_quotation && (is_notice || NOTICE.is_match(&line.text));
        if !is_notice {
            shown.push(line);
        }
    }
    shown
}

/// True if a plain text is more than a placeholder, and more than a word or two.
fn says_something(text: &str) -> bool {
    let words = text
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric));
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    // Some scripts put no spaces between words.
    let wide = letters.filter(|&letter| letter >= '\u{2e80}').count();
    let is_long_enough = words.count() >= 3 || wide >= 5 || text.ends_with(['.', '!']);
    is_long_enough && is_filled(text)
}

/// Texts that stand where nothing was written yet.
const EMPTY: [&str; 30] = [
    "todo",
    "tbd",
    "tba",
    "tbc",
    "fixme",
    "xxx",
    "wip",
    "n/a",
    "na",
    "none",
    "null",
    "not applicable",
    "to be decided",
    "to be done",
    "to be determined",
    "to be written",
    "to be defined",
    "to be completed",
    "lorem ipsum",
    "coming soon",
    "work in progress",
    "under construction",
    "placeholder",
    "template",
    "optional",
    "therefore",
    "see above",
    "see below",
    "in order to",
    "tl;dr",
];

/// True if a plain text has words, and not those of a template.
fn is_filled(text: &str) -> bool {
    let is_address = text.starts_with("http") && !text.contains(' ');
    let core = text.trim_matches(|letter: char| !letter.is_alphanumeric());
    !core.is_empty()
        && !is_address
        && !EMPTY.iter().any(|empty| core.eq_ignore_ascii_case(empty))
        && !is_template(text)
}

/// True if a plain text begins as those of templates do.
fn is_template(text: &str) -> bool {
    // Compiled only for a text that may be one: each process of a command would pay for it.
    static TEMPLATE: Pattern = compiled!(
        r"(?xi) ^ \W* (?: todo\b | tbd\b | fixme\b | \{ | < [a-z]
            | (?:this\ section|please)\ (?:should|describe|explain|provide)
            | (?:describe|explain|summari[sz]e|insert)\ (?:here|the|what|why|your|a)\b
            | (?:add|provide)\ (?:here|what|why|your)\b
            | what\ is\ the\ (?:change|issue|status|context)\b
            | \[ (?:describe|insert|short|enter) )"
    );
    const BEGINNINGS: [&str; 12] = [
        "todo", "tbd", "fixme", "this", "pleas", "descr", "expla", "summa", "inser", "add",
        "provi", "what",
    ];
    let first = text.trim_start_matches(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let begins = |with: &&str| {
        let head = first.as_bytes().get(..with.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(with.as_bytes()))
    };
    let before = &text[..text.len() - first.len()];
    (before.contains(['{', '<', '[']) || BEGINNINGS.iter().any(begins)) && TEMPLATE.is_match(text)
}

/// The longest label before a link, in characters.
const LABEL: usize = 30;

/// True if a paragraph is a single link.
fn is_link(source: &str) -> bool {
    // Without the length of the label: a class of Unicode that is repeated so often is a large
    // pattern.
    static LINK: Pattern = compiled!(
        r"(?x) ^ \s* (?: ([\w\s-]*) : )? \s*
        (?: !?\[ [^\]]* \] (?: \( [^)]* \) | \[ [^\]]* \] )? | <? https?://\S+ >? ) [\s.,]* $"
    );
    let may_be = source.contains('[') || source.contains("://");
    let Some(parts) = may_be.then(|| LINK.captures(source)).flatten() else {
        return false;
    };
    let label = parts.get(1).map_or("", |label| label.as_str());
    label.chars().count() <= LABEL
}

/// A written description, as plain text; `None` if it is only a placeholder.
fn given(text: &str) -> Option<String> {
    let text = plain(text);
    says_something(&text).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::super::fields;
    use super::*;

    #[test]
    fn an_abstract_says_something() {
        for (text, expected) in [
            (
                "# T\n\n## Context\n\nWhy is it so?\n\n## Decision\n\nSo it is.\n",
                "So it is.",
            ),
            (
                "# T\n\n## Decision\n\nTherefore\n\n* we use one crate\n",
                "we use one crate",
            ),
            (
                "# T\n\n## Summary\n\nTODO\n\n## Context\n\nIt is slow now.\n",
                "It is slow now.",
            ),
            (
                "# T\n\n## Summary\n\nTBD.\n\nIt will be fast.\n",
                "It will be fast.",
            ),
            (
                "# T\n\n## Decision\n\n{describe it}\n\n## Context\n\nWe had two.\n",
                "We had two.",
            ),
            (
                "# T\n\n## Summary\n\n[A link to all](x.md)\n\nReal words here.\n",
                "Real words here.",
            ),
            (
                "# T\n\n## Summary\n\nCurrently, all is allowed.\n\nWhat we propose is:\n\n1. Limit it.\n",
                "What we propose is: Limit it.",
            ),
            (
                "# T\n\n## Context\n\nCurrently, all is allowed.\n\nIt is slow.\n",
                "Currently, all is allowed.",
            ),
            (
                "# T\n\n## Decision\n\n| a | b |\n|---|---|\n\nNo table now.\n",
                "No table now.",
            ),
            (
                "# T\n\n> [!WARNING]\n> This has moved away.\n\nIt is about x.\n",
                "It is about x.",
            ),
            (
                "# T\n\n## Decision\n\nWe choose:\n\n- the first one\n",
                "We choose: the first one",
            ),
            (
                "# T\n\n## Decision\n\n### Now\n\nIt goes on below.\n",
                "It goes on below.",
            ),
            (
                "# T\n\n## 决定\n\n我们使用一个数据库。\n",
                "我们使用一个数据库。",
            ),
            ("# T\n\n- Status: accepted\n\nTODO\n", ""),
            (
                "# T\n\n## Summary\n\nAll of it in short.\n\n## Decision\n\nUse Kafka\n",
                "Use Kafka",
            ),
            (
                "# T\n\n## Decision\n\nAccepted\n\n## Context\n\nIt is slow now.\n",
                "It is slow now.",
            ),
            (
                "# T\n\n## Decision\n\nData will have this form:\n\n```\na\n```\n\n## Context\n\nIt is slow now.\n",
                "Data will have this form:",
            ),
            (
                "# T\n\n## Change Log\n\n- 2020-01-02: the first draft\n\n## Context\n\nIt is slow.\n",
                "It is slow.",
            ),
            (
                "# T\n\n- Feature Name: t\n- Start Date: 2020-01-02\n\n# Summary\n\nIt is fast.\n",
                "It is fast.",
            ),
        ] {
            let document = Document::parse(text);
            let fields = fields::read(&document);
            let said = described(&document, &fields).unwrap_or_default();
            assert_eq!(said, expected, "{text}");
        }
    }
}
