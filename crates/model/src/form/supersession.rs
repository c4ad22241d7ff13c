//! Which decision replaces which. A wrong answer hides a decision that still applies, so only
//! direct statements count: a key or a field of that name, `superseded by <reference>` in the
//! status or at the beginning of a paragraph right under the title, or a sentence near the top with
//! the document itself as its subject.
//! `partially superseded`, `supersedes the behavior of …` and the like do not.

use regex::Captures;
use serde::{Deserialize, Serialize};

use super::fields::{self, Field};
use super::markdown::Document;
use super::reference::{Reference, mention, target};
use super::vocabulary::{SUPERSEDED_BY, SUPERSEDES};
use git_memory_text::pattern::{Pattern, compiled};
use git_memory_text::plain::plain;

// Number of lines of a document that are its top. Further down, the same words are part of an
// argument about another decision.
const TOP: usize = 30;
// Number of characters of a paragraph that are read: more than any notice has, and a bound for
// hostile text.
const NOTICE: usize = 2_000;

/// Decisions that a decision replaces, and that replace it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Links {
    /// Decisions that it replaces.
    pub supersedes: Vec<Reference>,
    /// Decisions that replace it.
    pub superseded_by: Vec<Reference>,
}

impl Links {
    /// True if a reference means one of these: the same one, or one with the same number.
    pub fn mention(&self, reference: &Reference) -> bool {
        let number = reference.number();
        for link in self.supersedes.iter().chain(&self.superseded_by) {
            if link == reference || (number.is_some() && link.number() == number) {
                return true;
            }
        }
        false
    }
}

/// Reads the text of a status, in which the decision is the subject of every verb.
pub fn in_status(text: &str, document: &Document<'_>) -> Links {
    static VERB: Pattern = compiled!(
        r"(?xi) (?<hedge> \b(?:part\w*|mostly|be|may|might|not|will|teilweise)\s+ )?
        \b (?: (?<by> (?:super[sc]eded|replaced|obsoleted)[-\s]by
            | (?:ersetzt|abgelöst)\s+durch | remplacée?\s+par
            | (?:sustituid|reemplazad|substituíd)[oa]\s+por )
        | super[sc]edes | replaces | obsoletes | ersetzt | remplace | sustituye | reemplaza
        | substitui ) \b | (?<by_east> 被 )"
    );
    // `Parts of this record were superseded by` leaves it in force, too.
    static PART: Pattern =
        compiled!(r"(?i)\b(?:parts?|some|sections?|portions?|aspects?)\s+of\b[^.;\n]*$");
    let mut links = Links::default();
    // One word, as most statuses are, is no verb with an object, and need not wait for the pattern.
    if text.bytes().all(|letter| letter.is_ascii_alphabetic()) {
        return links;
    }
    for verb in VERB.captures_iter(text) {
        // `partially superseded by` leaves the decision in force.
        let (Some(whole), None) = (verb.get(0), verb.name("hedge")) else {
            continue;
        };
        if PART.is_match(&text[..whole.start()]) {
            continue;
        }
        let is_by = verb.name("by").or(verb.name("by_east")).is_some();
        let side = if is_by {
            &mut links.superseded_by
        } else {
            &mut links.supersedes
        };
        side.extend(objects_or_name(&text[whole.end()..], document));
    }
    links
}

/// The references that `text` begins with; if it has none, the name that its first line may be.
fn objects_or_name(text: &str, document: &Document<'_>) -> Vec<Reference> {
    let found = objects(text, document);
    if !found.is_empty() {
        return found;
    }
    let line = text.trim_start().lines().next().unwrap_or_default();
    let name = plain(line.split(['(', ';']).next().unwrap_or_default());
    let name = name.trim_matches([' ', ':', '.', ',', '"', '\'', '“', '”', '-']);
    // One word is not enough, and a long line is a sentence.
    let is_name = name.contains([' ', '-']) && name.chars().count() <= 120;
    if is_name {
        vec![Reference::Name(name.to_owned())]
    } else {
        Vec::new()
    }
}

/// Reads the top of a document for sentences such as `This RFC supersedes RFC 12.`
pub fn in_prose(document: &Document<'_>) -> Links {
    static SENTENCE: Pattern = compiled!(&sentence());
    static DOUBT: Pattern =
        compiled!(r"(?i)\b(?:if|when|once|unless|until|whether|not|before)\b[^.]*$");
    let mut head = String::new();
    for line in document.lines.iter().take(TOP) {
        if !line.code {
            head.push_str(line.text.trim_start_matches(['>', ' ']).trim_end());
            head.push('\n');
        }
    }
    let mut links = Links {
        superseded_by: in_notice(document),
        ..Links::default()
    };
    for paragraph in head.split("\n\n") {
        let paragraph = paragraph.trim_end().replace('\n', " ");
        let paragraph: String = paragraph.chars().take(NOTICE).collect();
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

/// The references of a notice between the title and the first section: `> Superseded by RFC 12`.
fn in_notice(document: &Document<'_>) -> Vec<Reference> {
    static VERB: Pattern = compiled!(
        r"(?xi) ^ (?: \[!\w+\] )? [^\p{L}]*
        (?: (?: (?:status\s+)? (?:note|notice|warning|important) [^:]{0,40} :
            | archived | deprecated ) [^\p{L}]* )?
        (?:super[sc]eded|replaced|obsoleted) [*_]* \s+ by\b"
    );
    let headings = &document.headings;
    let title = headings.first().filter(|first| first.level == 1);
    let start = title.map_or(0, |title| title.end);
    let section = headings.get(usize::from(title.is_some()));
    let end = section.map_or(document.lines.len(), |section| section.start);
    let lines = document.lines.get(start..end).unwrap_or_default();
    let lines = lines.iter().take(TOP).filter(|line| !line.code);
    let lines = lines.map(|line| line.text.trim_start_matches(['>', ' ']).trim_end());
    let text: Vec<&str> = lines.collect();
    let mut found = Vec::new();
    for paragraph in text.join("\n").split("\n\n") {
        let paragraph: String = paragraph.trim_start().chars().take(NOTICE).collect();
        if let Some(verb) = VERB.find(&paragraph) {
            found.extend(objects(&paragraph[verb.end()..], document));
        }
    }
    found
}

/// The pattern of a sentence whose subject is the document, up to its verb.
fn sentence() -> String {
    let this = r"\bthis\s+(?:rfc|adr|decision|record|document)";
    let adverb = r"(?:\s+(?:now|later|since|also|fully|completely|therefore|entirely))?";
    let passive = r"(?:is|was|has\s+been)";
    let by = r"(?:super[sc]eded|replaced|obsoleted)\s+by\b";
    let verb = r"(?:super[sc]edes|replaces|obsoletes)\b";
    format!(
        r"(?xi) (?<by> {this}\s+{passive}{adverb}\s+{by} )
        | {this}{adverb}\s+{verb}
        | {this}\b[^.\n]*\.\s+it{adverb}\s+{verb}"
    )
}

/// The references that `text` begins with, joined by commas or "and".
pub fn objects(text: &str, document: &Document<'_>) -> Vec<Reference> {
    // A bare number counts only before other references: `supersedes 3 of the rules` names no
    // decision.
    static OBJECT: Pattern = compiled!(
        r"(?x) ^ (?: [\s:,;&+*_`] | and\b | the\b | decision\b | record\b | -\s )*
        (?: \[ (?<text> [^\[\]]+ ) \]
            (?: \( \s* <? (?<inline> [^\s()<>]+ ) [^()]* \) | \[ (?<label> [^\[\]]* ) \] )?
        | (?<url> https?:// [^\s()<>\[\]]+ )
        | (?<file> [\w./-]+ \. (?: md | rst | adoc ) | \d{3,5}-[\p{L}][\w-]* )\b
        | (?<number> (?: [A-Za-z]{2,6}- )? [A-Za-z]{2,8} [-\s\#]* \d{1,5}
            | [\w.-]+/rfcs\#\d{1,5} )\b
        | \#? (?<bare> \d{1,5} ) (?: [\s.,;)*_]* $ | \s* (?: , | and\b ) ) )"
    );
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(parts) = OBJECT.captures(rest) {
        let Some(reference) = object(&parts, document) else {
            break;
        };
        found.push(reference);
        // Text after a bare number may begin the next reference.
        let Some(taken) = parts.name("bare").or(parts.get(0)) else {
            break;
        };
        rest = &rest[taken.end()..];
    }
    found
}

/// The reference of one match: the target of its link, the definition of its label, or the number
/// in its words.
fn object(parts: &Captures<'_>, document: &Document<'_>) -> Option<Reference> {
    let group = |name| parts.name(name).map(|part| part.as_str());
    let link = group("inline").or(group("url")).or(group("file"));
    if let Some(reference) = link.and_then(target) {
        return Some(reference);
    }
    // `[text][]` and `[text]` are defined by their text (CommonMark 0.31, section 6.3).
    let label = match group("label") {
        None | Some("") => group("text"),
        label => label,
    };
    if let Some(label) = label
        && let Some(link) = definition(label, document)
        && let Some(reference) = target(link)
    {
        return Some(reference);
    }
    let words = group("text").or(group("number")).or(group("bare"));
    mention(words?)
}

/// Target of a link label such as `[label]: target`.
fn definition<'a>(label: &str, document: &'a Document<'_>) -> Option<&'a str> {
    static DEFINITION: Pattern = compiled!(r"^ {0,3}\[([^\]]+)\]:\s*<?([^\s<>]+)");
    for line in document.lines.iter().filter(|line| !line.code) {
        if let Some(parts) = DEFINITION.captures(&line.text)
            && let (Some(name), Some(target)) = (parts.get(1), parts.get(2))
            && name.as_str().to_lowercase() == label.to_lowercase()
        {
            return Some(target.as_str());
        }
    }
    None
}

/// Reads the fields of a header that are called so.
pub fn in_fields(fields: &[Field], document: &Document<'_>) -> Links {
    Links {
        supersedes: in_field(fields, SUPERSEDES, document),
        superseded_by: in_field(fields, SUPERSEDED_BY, document),
    }
}

fn in_field(fields: &[Field], keys: &[&str], document: &Document<'_>) -> Vec<Reference> {
    match fields::value(fields, keys) {
        Some(value) => objects_or_name(value, document),
        None => Vec::new(),
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
            (
                "Done. Parts of this ADR were superseded by ADR-4",
                vec![],
                vec![],
            ),
            ("Some of it is kept. Superseded by ADR-4", vec![], vec![4]),
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
            ("# A\n\n> Superseded by [B](0008-b.md)\n", vec![], vec![8]),
            ("# A\n\n**SUPERSEDED** by RFC 9.\n\n## C\n", vec![], vec![9]),
            (
                "# A\n- Status: accepted\n\n> **Status note (1.0):** replaced by RFC 10",
                vec![],
                vec![10],
            ),
            (
                "# A\n\n> [!NOTE]\n> Superseded by RFC 11\n",
                vec![],
                vec![11],
            ),
            ("# A\n\nPartially superseded by RFC 12\n", vec![], vec![]),
            ("# A\n\nSuperseded by a better idea\n", vec![], vec![]),
            ("# A\n\n## C\n\nSuperseded by RFC 13\n", vec![], vec![]),
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
