//! Sentences of a record's text that say what was decided.

use git_memory_text::floor;
use git_memory_text::markdown::parts;
use git_memory_text::plain::plain;

/// Length of the part of a text that is searched, in bytes.
const LOOKED_AT: usize = 16 << 10;
/// Maximum number of sentences of a decision: the first ones decide, the others explain.
const SENTENCES: usize = 12;
/// The longest sentence, in characters.
const LONGEST: usize = 240;

/// Beginnings of the headings of a decision.
const DECISION: [&str; 6] = [
    "decision",
    "outcome",
    "resolution",
    "chosen option",
    "what was decided",
    "what we decided",
];
/// Words of headings that begin so, and name something else.
const OTHERS: [&str; 4] = ["driver", "criteria", "maker", "context"];

/// The first sentences of the decision; of a text without sections the first ones of all.
pub(super) fn of_decision(body: &str) -> Vec<String> {
    let body = &body[..floor(body, LOOKED_AT)];
    let parts = parts(body);
    let mut headings = parts.iter().filter_map(|part| part.heading.as_ref());
    let is_plain = headings.all(|heading| heading.level == 1);
    let mut sentences = Vec::new();
    for part in parts {
        let title = part.heading.map(|it| it.title.to_lowercase());
        let is_decision = title.is_some_and(|title| {
            let is_other = OTHERS.iter().any(|it| title.contains(it));
            DECISION.iter().any(|it| title.starts_with(it)) && !is_other
        });
        if is_plain || is_decision {
            add(part.body, &mut sentences);
        }
    }
    sentences
}

/// Adds the sentences of paragraphs and items; code, quotes and tables say nothing.
fn add(text: &str, sentences: &mut Vec<String>) {
    let (mut paragraph, mut is_code) = (String::new(), false);
    for line in text.lines().chain([""]) {
        let trimmed = line.trim();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            is_code = !is_code;
        }
        let is_other = is_code
            || line.starts_with("    ")
            || ["|", ">", "#", "<!--", "```", "~~~"]
                .iter()
                .any(|it| trimmed.starts_with(it));
        let item = ["- ", "* ", "+ "]
            .iter()
            .find_map(|it| trimmed.strip_prefix(it));
        if trimmed.is_empty() || is_other || item.is_some() {
            split(&std::mem::take(&mut paragraph), sentences);
        }
        if !is_other {
            paragraph.push_str(item.unwrap_or(trimmed));
            paragraph.push(' ');
        }
    }
}

/// Adds the sentences of a paragraph.
fn split(paragraph: &str, sentences: &mut Vec<String>) {
    let mut rest = paragraph.trim();
    while !rest.is_empty() && sentences.len() < SENTENCES {
        let end = [". ", "! ", "? ", "; "]
            .iter()
            .filter_map(|it| rest.find(it))
            .min();
        let (sentence, more) = rest.split_at(end.map_or(rest.len(), |at| at + 1));
        rest = more.trim_start();
        let plain = plain(sentence);
        if plain.chars().count() <= LONGEST {
            sentences.push(plain);
        }
    }
}
