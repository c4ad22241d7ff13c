//! The working text of a record (T1): its abstract, then its sections in the order of their worth
//! for its kind, at most two pages.
//!
//! A pack has room only for the beginning of a text, and authors begin with the context. A reader
//! who asks for a decision needs the decision first.

use std::borrow::Cow;

use crate::form::fields::is_header;
use crate::kind::Kind;
use crate::record::sections::{self, sections};
use git_memory_text::floor;
use git_memory_text::markdown::parts;

/// The longest working text, in characters: one to two pages.
const PAGE: usize = 6000;
/// Length of the part of a text that is looked at, in bytes: a record may be a megabyte long.
const LOOKED_AT: usize = 64 << 10;
/// The longest text before the first heading that stays there, in bytes; of a longer one the first
/// paragraph does.
const PREAMBLE: usize = 600;
/// Distance from the beginning within which a text still begins with its abstract, in bytes.
const TITLE: usize = 120;

/// Number of sections that a cut names.
const NAMED: usize = 5;

/// Headings of sections, in groups of equal worth, the most telling first. A section of another
/// name comes after all of these.
const OF_DECISIONS: [&[&str]; 4] = [
    &[
        "decision",
        "outcome",
        "resolution",
        "chosen option",
        "solution",
        "proposal",
        "proposed",
        "detailed design",
        "guide-level explanation",
        "design",
        "specification",
        "what was decided",
        "what we decided",
        "entscheidung",
        "décision",
        "decisión",
        "decisão",
        "决定",
        "決定",
        "решение",
    ],
    &["rationale", "justification", "reason", "why", "begründung"],
    &[
        "consequence",
        "implication",
        "impact",
        "drawback",
        "konsequenz",
        "auswirkung",
        "conséquence",
    ],
    &[
        "summary",
        "abstract",
        "context",
        "background",
        "motivation",
        "problem",
        "kontext",
    ],
];
const OF_LESSONS: [&[&str]; 3] = [
    &[
        "what to do differently",
        "lesson",
        "what we learned",
        "prevention",
        "remedy",
        "action",
    ],
    &["root cause", "cause"],
    &["what happened", "impact", "symptom"],
];

/// The working text of a record's body. `told` is the abstract before it; empty if it is to be left
/// out.
#[must_use]
pub fn working_text(kind: Option<Kind>, told: &str, body: &str) -> String {
    let body = body.trim();
    let ordered = in_order(kind, &body[..floor(body, LOOKED_AT)]);
    let rest = &body[floor(body, LOOKED_AT)..];
    let mut text = String::new();
    if !begins_with_abstract(&ordered, told) {
        text.extend([told.trim_end(), "\n\n"]);
    }
    text.push_str(&ordered);
    text.push_str(rest);
    cut(&text)
}

/// A record for a prompt: its title, then its working text, in which each thing is said once and no
/// line is empty beside a heading.
#[must_use]
pub fn piece(kind: Option<Kind>, title: &str, told: &str, body: &str) -> String {
    let body = without_title(body.trim(), title);
    let text = working_text(kind, told, body);
    let mut piece = format!("# {title}\n");
    for (nth, part) in parts(&text).into_iter().enumerate() {
        let said = part.body.trim_matches('\n').trim_end();
        // The decision needs no heading below the title, and none is needed above nothing.
        let is_first = nth == 1 && piece.trim_end().lines().count() == 1;
        let heading = part.heading.filter(|heading| {
            !(is_first && !groups(kind).is_empty() && worth(kind, heading.title) == 0)
        });
        if heading.is_some() {
            piece.extend([part.head.trim(), "\n"]);
        }
        // A decision may be no more than its title. Status and days are told by the label.
        let told = if nth == 0 {
            without_headers(said)
        } else {
            said.into()
        };
        if !told.is_empty() && folded(&told).trim() != folded(title).trim() {
            piece.extend([&told, "\n"]);
        }
    }
    piece
}

/// The text before the first section, without the paragraphs that are fields of a header.
fn without_headers(text: &str) -> Cow<'_, str> {
    let is_told = |paragraph: &&str| !is_header(paragraph) && !is_label_block(paragraph);
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    if paragraphs.iter().all(is_told) {
        return text.into();
    }
    let told: Vec<&str> = paragraphs.into_iter().filter(is_told).collect();
    told.join("\n\n").into()
}

/// True for a quotation in which each line is a field with its name in bold, as some documents
/// begin: `> **Audience:** developers`.
fn is_label_block(paragraph: &str) -> bool {
    paragraph.trim().lines().all(|line| {
        let field = line.strip_prefix('>').map(str::trim_start);
        field.is_some_and(|it| it.starts_with("**") && it.contains([':', '：']))
    })
}

/// A body without a first heading that repeats the title, perhaps after a number.
fn without_title<'a>(body: &'a str, title: &str) -> &'a str {
    let first = parts(body).into_iter().find_map(|part| part.heading);
    let Some(heading) = first.filter(|it| it.range.start == 0 && it.level == 1) else {
        return body;
    };
    let (said, title) = (
        folded(heading.title).to_lowercase(),
        folded(title).to_lowercase(),
    );
    match said.strip_suffix(title.as_str()) {
        Some(number) if !number.trim_end().ends_with(char::is_alphabetic) => {
            &body[heading.range.end..]
        }
        _ => body,
    }
}

/// True if a text begins with an abstract, or its first section does: the first paragraph is that of
/// a record that names none, and its title may come before. Without an abstract, nothing is missing.
#[must_use]
pub fn begins_with_abstract(text: &str, told: &str) -> bool {
    let told = folded(told.trim_end_matches('…'));
    let says = |text: &str| folded(text).find(told.trim()).is_some_and(|at| at < TITLE);
    let first = sections(text).into_iter().next();
    says(text) || first.is_some_and(|section| says(&text[section.range]))
}

/// The sections of a text with the decision, the lesson or the plan, by the worth of their
/// headings; none if no heading has any.
#[must_use]
pub fn decisive_sections(kind: Option<Kind>, body: &str) -> Vec<&str> {
    let mut decisive = Vec::new();
    for section in sections(body) {
        if worth(kind, section.title) == 0 {
            decisive.push(&body[section.range]);
        }
    }
    decisive
}

/// A body with its sections in the order of their worth.
fn in_order(kind: Option<Kind>, body: &str) -> String {
    let mut sections = sections(body);
    let Some(first) = sections.first() else {
        return body.to_owned();
    };
    let is_in_order = sections.is_sorted_by_key(|section| worth(kind, section.title));
    if is_in_order {
        return body.to_owned();
    }
    let preamble = body[..first.range.start].trim_end();
    let end = match preamble.trim_start().split_once("\n\n") {
        Some((paragraph, _)) if preamble.len() > PREAMBLE => {
            preamble.len() - preamble.trim_start().len() + paragraph.len()
        }
        _ => preamble.len(),
    };
    let mut parts = vec![preamble[..end].trim()];
    // Stable: sections of equal worth stay as their author has them.
    sections.sort_by_key(|section| worth(kind, section.title));
    let mut late = preamble[end..].trim();
    for section in &sections {
        if worth(kind, section.title) >= groups(kind).len() && !late.is_empty() {
            parts.push(std::mem::take(&mut late));
        }
        parts.push(body[section.range.clone()].trim());
    }
    parts.push(late);
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// The group of a heading, from 0.
fn worth(kind: Option<Kind>, title: &str) -> usize {
    let title = title
        .trim_start_matches(|letter: char| !letter.is_alphabetic())
        .to_lowercase();
    let groups = groups(kind);
    let of_title = groups.iter().position(|words| {
        let mut words = words.iter();
        words.any(|word| title.starts_with(word))
    });
    match of_title {
        Some(group) => group,
        None => groups.len(),
    }
}

fn groups(kind: Option<Kind>) -> &'static [&'static [&'static str]] {
    match kind.map(Kind::name) {
        Some("decision") => &OF_DECISIONS,
        Some("lesson") => &OF_LESSONS,
        // Their authors have the order that matters.
        _ => &[],
    }
}

/// A text of at most two pages; a longer one names its missing sections.
fn cut(text: &str) -> String {
    // Characters, not bytes: a page in any script is as long.
    let Some((end, _)) = text.char_indices().nth(PAGE) else {
        return text.to_owned();
    };
    format!("{}\n\n{}", &text[..end], sections::mark(text, end, NAMED))
}

/// Signs of markup around a word, or before an item of a list.
const AROUND: [char; 4] = ['_', '>', '-', '+'];
/// Signs of markup anywhere in a word.
const INSIDE: [char; 3] = ['*', '`', '['];

/// Words with one space between them, without the markup of Markdown.
fn folded(text: &str) -> String {
    let mut folded = String::new();
    let mut words = text.split_whitespace();
    // An abstract is short; all of a long text need not be folded.
    for word in words.by_ref().take(200) {
        // The address of a link is no word of the text.
        let (name, rest) = match word.split_once("](") {
            Some((name, address)) => (name, address.split_once(')').map_or("", |it| it.1)),
            None => (word, ""),
        };
        let before = folded.len();
        let letters = name.trim_matches(AROUND).chars().chain(rest.chars());
        folded.extend(letters.filter(|letter| !INSIDE.contains(letter)));
        if folded.len() > before {
            folded.push(' ');
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECISION: Option<Kind> = Some(Kind::DECISION);

    #[test]
    fn the_decision_comes_first() {
        let body = "# 7. Use Postgres\n\nDate: 2024-01-01\n\n## Status\n\nAccepted\n\n## Context\n\n\
                    Long.\n\n### Inside\n\nMore.\n\n## Consequences\n\nSlow.\n\n## Decision\n\nPostgres.\n";
        assert_eq!(
            working_text(DECISION, "", body),
            "# 7. Use Postgres\n\nDate: 2024-01-01\n\n## Decision\n\nPostgres.\n\n\
             ## Consequences\n\nSlow.\n\n## Context\n\nLong.\n\n### Inside\n\nMore.\n\n\
             ## Status\n\nAccepted"
        );
        let ours = "## Decision\n\nOne.\n\n## Rationale\n\nTwo.\n\n## Consequences\n\nThree.";
        assert_eq!(working_text(DECISION, "", ours), ours, "ours is in order");
        let lesson = "## What happened\n\nA.\n\n## What to do differently\n\nB.";
        assert!(working_text(Kind::by_name("lesson"), "", lesson).starts_with("## What to do"));
        assert_eq!(working_text(Kind::by_name("plan"), "", lesson), lesson);
    }

    #[test]
    fn the_abstract_is_said_once() {
        let body = "One *store* for events.\n\n## Context\n\nA.\n\n## Decision\n\nB.";
        let with = working_text(DECISION, "One store for…", body);
        assert!(
            with.starts_with("One *store* for events.\n\n## Decision"),
            "{with}"
        );
        let with = working_text(DECISION, "Events are kept.", body);
        assert!(
            with.starts_with("Events are kept.\n\nOne *store*"),
            "{with}"
        );
    }

    #[test]
    fn the_abstract_is_not_said_twice_below_a_title() {
        let body = "# Use Postgres\n\nOne store for events.\n";
        assert_eq!(
            working_text(DECISION, "One store for events.", body),
            body.trim()
        );
    }

    #[test]
    fn a_cut_says_what_it_lacks() {
        let long = "word ".repeat(2000);
        let body = format!("## Decision\n\n{long}\n\n## Rationale\n\nR.\n\n## Links\n\nL.");
        let text = working_text(DECISION, "", &body);
        assert!(text.ends_with("[… also: Rationale · Links]"), "{text}");
        assert!(working_text(DECISION, "", &long).ends_with("\n\n[…]"));
    }

    #[test]
    fn a_piece_says_each_thing_once() {
        let piece = |title: &str, told: &str, body: &str| piece(DECISION, title, told, body);
        let body =
            "# 7. Use `Postgres`\n\n## Context\n\nLong.\n\n## Decision\n\nOne store.\n\nFor all.\n";
        assert_eq!(
            piece("Use Postgres", "One store.", body),
            "# Use Postgres\nOne store.\n\nFor all.\n## Context\nLong.\n"
        );
        let body = "## Decision\n\nUse Postgres\n\n## Rationale\n\n```sh\n# run\n\n# it\n```\n";
        assert_eq!(
            piece("Use Postgres", "Use Postgres", body),
            "# Use Postgres\n## Rationale\n```sh\n# run\n\n# it\n```\n"
        );
        let body = "# How we use Postgres\n\nText.";
        assert_eq!(
            piece("Use Postgres", "", body),
            "# Use Postgres\n# How we use Postgres\nText.\n"
        );
        let dated = "Date: 2024-01-01\n\n## Decision\n\nWe use one store.\n\nFor all.";
        assert_eq!(
            piece("Use Postgres", "We use one store.", dated),
            "# Use Postgres\nWe use one store.\n\nFor all.\n"
        );
        let other = "## Decision\n\nOne store.";
        assert_eq!(
            piece("Use Postgres", "For events.", other),
            "# Use Postgres\nFor events.\n## Decision\nOne store.\n"
        );
    }

    #[test]
    fn no_word_is_lost() {
        for body in [
            "",
            "text",
            "# One\n\n# Two\n\n# Decision\n\nx",
            "intro\n\n## B\n\nb\n\n## Decision\n\nd\n\n# Back\n\nup",
        ] {
            let words = |text: &str| {
                let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
                words.sort();
                words
            };
            assert_eq!(
                words(&working_text(DECISION, "", body)),
                words(body),
                "{body}"
            );
        }
    }

    #[test]
    fn a_piece_says_its_abstract_once_and_no_header() {
        let told = "Use Vault: it is there.";
        for body in [
            "# Use Vault\n\n> **Audience:** all\n> **Needs:** x\n\n- **Status:** Accepted\n\n\
             ## Decision\n\nUse [Vault](https://example.org/a): it is there.\n",
            "# Use Vault\n\nDate: 2024-01-01\n\n## Decision\n\n* Use `Vault`:\n  * it is there.\n",
        ] {
            let piece = piece(DECISION, "Use Vault", told, body);
            assert!(piece.starts_with("# Use Vault\n"), "{piece}");
            assert_eq!(piece.matches("it is there").count(), 1, "{piece}");
            for field in ["Audience", "Date:", "Status"] {
                assert!(!piece.contains(field), "{piece}");
            }
        }
    }
}
