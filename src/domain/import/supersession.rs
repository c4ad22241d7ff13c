//! Which decision replaces which. A wrong answer hides a decision that still holds, so only what is
//! said directly counts: a key or a field of that name, `superseded by <reference>` in the status,
//! or a sentence near the top with the document itself as its subject. `partially superseded`,
//! `supersedes the behavior of …` and the like do not.

use std::sync::LazyLock;

use regex::Regex;

use super::fields;
use super::markdown::Document;
use super::pattern::pattern;
use super::reference::{Reference, mention, target};

/// How many lines of a document are its top.
const TOP: usize = 30;
/// How many characters of a paragraph there are read: more than any notice has, and a bound for
/// hostile text.
const NOTICE: usize = 2_000;

/// What a decision replaces, and what replaces it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Links {
    pub supersedes: Vec<Reference>,
    pub superseded_by: Vec<Reference>,
}

/// Reads the text of a status, where the decision is the subject of every verb.
pub(super) fn in_status(text: &str, document: &Document<'_>) -> Links {
    static VERB: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)(?<hedge>\b(?:part\w*|mostly|be|may|might|not|will)\s+)?\b(?:(?<by>(?:super[sc]eded|replaced|obsoleted)[-\s]by)|super[sc]edes|replaces|obsoletes)\b",
        )
    });
    let mut links = Links::default();
    for verb in VERB
        .captures_iter(text)
        .filter(|verb| verb.name("hedge").is_none())
    {
        let end = verb.get(0).map_or(text.len(), |verb| verb.end());
        let side = if verb.name("by").is_some() {
            &mut links.superseded_by
        } else {
            &mut links.supersedes
        };
        side.extend(objects(&text[end..], document));
    }
    links
}

/// Reads the top of a document for sentences such as `This RFC supersedes RFC 12.`
pub(super) fn in_prose(document: &Document<'_>) -> Links {
    static SENTENCE: LazyLock<Regex> = LazyLock::new(|| {
        let this = r"\bthis\s+(?:rfc|adr|decision|record|document)";
        let adverb = r"(?:\s+(?:now|later|since|also|fully|completely|therefore|entirely))?";
        let by = format!(
            r"{this}\s+(?:is|was|has\s+been){adverb}\s+(?:super[sc]eded|replaced|obsoleted)\s+by\b"
        );
        let verb = "(?:super[sc]edes|replaces|obsoletes)";
        pattern(&format!(
            r"(?i)(?<by>{by})|{this}{adverb}\s+{verb}\b|{this}\b[^.\n]*\.\s+it{adverb}\s+{verb}\b"
        ))
    });
    static DOUBT: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?i)\b(?:if|when|once|unless|until|whether|not|before)\b[^.]*$")
    });
    let head = document.lines.iter().take(TOP).filter(|line| !line.code);
    let head = head
        .map(|line| line.text.trim_start_matches(['>', ' ']).trim_end())
        .collect::<Vec<_>>()
        .join("\n");
    let mut links = Links::default();
    for paragraph in head.split("\n\n") {
        let paragraph: String = paragraph.replace('\n', " ").chars().take(NOTICE).collect();
        for sentence in SENTENCE.captures_iter(&paragraph) {
            let Some(found) = sentence.get(0) else {
                continue;
            };
            if DOUBT.is_match(&paragraph[..found.start()]) {
                continue;
            }
            let side = if sentence.name("by").is_some() {
                &mut links.superseded_by
            } else {
                &mut links.supersedes
            };
            side.extend(objects(&paragraph[found.end()..], document));
        }
    }
    links
}

/// The references that `text` begins with, joined by commas or "and".
pub(super) fn objects(text: &str, document: &Document<'_>) -> Vec<Reference> {
    static OBJECT: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?x) ^ (?: [\s:,;&+*_`] | and\b | the\b | decision\b | record\b | -\s )*
            (?: \[ (?<text> [^\[\]]+ ) \] (?: \( \s* <? (?<inline> [^\s()<>]+ ) [^()]* \) | \[ (?<label> [^\[\]]* ) \] )?
            | (?<url> https?:// [^\s()<>\[\]]+ )
            | (?<file> [\w./-]+ \.md )\b
            | (?<number> (?i:adr|rfc) [-\s\#]* \d{1,5} | [\w.-]+/rfcs\#\d{1,5} )\b
            | \#? (?<bare> \d{1,5} ) (?: [\s.,;)*_]* $ | \s* (?: , | and\b ) ) )",
        )
    });
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(parts) = OBJECT.captures(rest) {
        let group = |name| parts.name(name).map(|part| part.as_str());
        let link = group("inline")
            .or(group("url"))
            .or(group("file"))
            .and_then(target);
        let label = || {
            group("label")
                .filter(|label| !label.is_empty())
                .or(group("text"))
        };
        let defined = || {
            label()
                .and_then(|label| definition(label, document))
                .and_then(|link| target(&link))
        };
        let said = || {
            group("text")
                .or(group("number"))
                .or(group("bare"))
                .and_then(mention)
        };
        let Some(reference) = link.or_else(defined).or_else(said) else {
            break;
        };
        found.push(reference);
        let end = group("bare")
            .and_then(|_| parts.name("bare"))
            .or(parts.get(0))
            .map_or(rest.len(), |part| part.end());
        rest = &rest[end..];
    }
    found
}

/// Where a link label such as `[label]: target` leads.
fn definition(label: &str, document: &Document<'_>) -> Option<String> {
    static DEFINITION: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^ {0,3}\[([^\]]+)\]:\s*<?([^\s<>]+)"));
    let lines = document.lines.iter().filter(|line| !line.code);
    lines
        .filter_map(|line| DEFINITION.captures(&line.text))
        .find_map(|parts| {
            (parts[1].to_lowercase() == label.to_lowercase()).then(|| parts[2].to_owned())
        })
}

/// Reads the fields of a header that are called so.
pub(super) fn in_fields(fields: &[fields::Field], document: &Document<'_>) -> Links {
    let read = |keys: &[&str]| {
        fields::value(fields, keys)
            .map(|value| objects(value, document))
            .unwrap_or_default()
    };
    Links {
        supersedes: read(&["supersedes", "replaces"]),
        superseded_by: read(&["superseded by", "replaced by"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(references: &[Reference]) -> Vec<u32> {
        references.iter().filter_map(Reference::number).collect()
    }

    #[test]
    fn a_status_names_what_replaces_it() {
        for (text, supersedes, superseded_by) in [
            ("Superseded by [5. Use five](0005-five.md)", vec![], vec![5]),
            ("superseded by ADR-0007 and ADR-0008.", vec![], vec![7, 8]),
            (
                "Accepted\n\nSupercedes [2. Two](0002-two.md)\n\nAmended by [3. Three](0003-three.md)",
                vec![2],
                vec![],
            ),
            ("superseded by 0012", vec![], vec![12]),
            ("superseded by [later][l]", vec![], vec![9]),
            ("superseded by 3 newer ones", vec![], vec![]),
            ("partially superseded by ADR-4", vec![], vec![]),
            ("to be replaced by ADR-4", vec![], vec![]),
        ] {
            let links = in_status(text, &Document::parse("[L]: 0009-later.md"));
            assert_eq!(
                (numbers(&links.supersedes), numbers(&links.superseded_by)),
                (supersedes, superseded_by),
                "{text}"
            );
        }
    }

    #[test]
    fn prose_counts_only_where_it_is_unmistakable() {
        for (text, supersedes, superseded_by) in [
            ("This RFC supersedes\nRFC 12.", vec![12], vec![]),
            (
                "This RFC says what we plan. It supersedes [RFC 13].",
                vec![13],
                vec![],
            ),
            (
                "In short this ADR was superseded by ADR-3. It's old.",
                vec![],
                vec![3],
            ),
            (
                "If this ADR is superseded by ADR-3, tell us.",
                vec![],
                vec![],
            ),
            (
                "This RFC has been partially superseded by RFC 4.",
                vec![],
                vec![],
            ),
            ("This section supersedes [RFC 5] for types.", vec![], vec![]),
            ("This RFC supersedes the rules of RFC 6.", vec![], vec![]),
            ("```\nThis RFC supersedes RFC 7.\n```", vec![], vec![]),
        ] {
            let links = in_prose(&Document::parse(text));
            assert_eq!(
                (numbers(&links.supersedes), numbers(&links.superseded_by)),
                (supersedes, superseded_by),
                "{text}"
            );
        }
    }
}
