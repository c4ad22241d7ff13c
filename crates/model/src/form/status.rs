//! Foreign words for a decision's status.

use crate::kind::{ACTIVE, ARCHIVED, Kind, Lifecycle, PROPOSED, REJECTED, SUPERSEDED};

use super::fields::head_end;
use super::markdown::Document;
use super::status_words::{FINISHED, HEDGES, PARTS, PHRASES, UNSPACED, WORDS};
use git_memory_text::pattern::{Pattern, compiled};
use git_memory_text::plain::plain;

/// Meanings of people's words for a status, and those that this import was given besides.
#[derive(Clone, Debug, Default)]
pub struct StatusWords {
    /// Lower-case words or phrases, each with a status of the kind that is imported.
    own: Vec<(String, &'static str)>,
}

impl StatusWords {
    /// Words that mean a status, in addition to the table and before it.
    #[must_use]
    pub fn new(words: impl IntoIterator<Item = (String, &'static str)>) -> Self {
        let mut own = Vec::new();
        for (word, status) in words {
            own.push((plain(&word).to_lowercase(), status));
        }
        Self { own }
    }

    /// The status that a text such as `Accepted (2020-01-31)` means: that of its first word with a
    /// status; `None` if no word has one.
    pub fn mean(&self, text: &str) -> Option<&'static str> {
        let text = plain(text).to_lowercase();
        let words = words_of(&text);
        let all = spaced(&words);
        for (word, status) in &self.own {
            if *word == text || all.contains(&spaced(&words_of(word))) {
                return Some(status);
            }
        }
        for (phrase, status) in PHRASES {
            if all.contains(&format!(" {phrase} ")) && is_about_all(&text, phrase) {
                return Some(status);
            }
        }
        first_word(&words).or_else(|| unspaced(&text))
    }
}

/// True if the first sentence of a status says a phrase, or a later one begins with it. Within a later
/// one it is about a part: `Accepted. Its release is no longer one file.`
fn is_about_all(text: &str, phrase: &str) -> bool {
    let phrase = format!(" {phrase} ");
    let mut sentences = text.split(". ").map(|it| spaced(&words_of(it)));
    sentences.next().is_some_and(|it| it.contains(&phrase))
        || sentences.any(|it| it.starts_with(&phrase))
}

fn words_of(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

/// Words with a space around each.
fn spaced(words: &[&str]) -> String {
    format!(" {} ", words.join(" "))
}

/// Meaning of words for a status, as a stage of a record's life.
#[must_use]
pub fn meaning(words: &str) -> Option<Lifecycle> {
    let status = StatusWords::default().mean(words)?;
    Some(Lifecycle::of(Some(Kind::DECISION), status))
}

/// The status of a kind that some words stand for; `meant` is their [`meaning`]. `None` if the kind
/// has no such status: a note is never proposed.
#[must_use]
pub fn of_kind(kind: Kind, words: &str, meant: Option<Lifecycle>) -> Option<&'static str> {
    let is_same = |(own, said): (char, char)| {
        own == said.to_ascii_lowercase() || (own == '_' && matches!(said, '-' | ' '))
    };
    let words = words.trim();
    for status in kind.statuses() {
        // Ten thousand pages are read at once, and most have a status of their kind.
        let is_spelled = status.name.len() == words.len();
        if is_spelled && status.name.chars().zip(words.chars()).all(is_same) {
            return Some(status.name);
        }
    }
    let finished = kind.status_for(Lifecycle::Finished);
    if finished.is_some() && words.split_whitespace().take(3).any(is_finished) {
        return finished;
    }
    match meant? {
        // Work that is agreed on may have begun or not.
        Lifecycle::Current if finished.is_some() => None,
        Lifecycle::Proposed if finished.is_some() => Some(kind.default_status()),
        lifecycle if lifecycle.is_current() => kind.status_for(lifecycle),
        lifecycle => kind.status_for(lifecycle).or(kind.retired_status()),
    }
}

fn is_finished(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    has(FINISHED, &word.to_lowercase())
}

/// The status of the first word that has one and is not negated; else the status that a negated one
/// leaves.
fn first_word(words: &[&str]) -> Option<&'static str> {
    let mut denied = None;
    for (place, word) in words.iter().enumerate() {
        let Some((status, _)) = WORDS.iter().find(|(_, known)| has(known, word)) else {
            continue;
        };
        // Two words back, for `not yet accepted` and `to be superseded`.
        let before = &words[place.saturating_sub(2)..place];
        let is_partly = before.iter().any(|word| has(PARTS, word));
        let is_denied = before.iter().any(|word| has(HEDGES, word));
        match *status {
            ACTIVE if is_denied => denied = Some(PROPOSED),
            // A decision that was put into force in part is in force.
            ACTIVE | PROPOSED => return Some(status),
            // A decision that is or will be replaced in part is in force until then.
            SUPERSEDED | ARCHIVED if is_partly || is_denied => denied = Some(ACTIVE),
            _ if is_partly || is_denied => denied = Some(PROPOSED),
            _ => return Some(status),
        }
    }
    denied
}

/// True if a list of words, parted by spaces, has a word.
fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

fn unspaced(text: &str) -> Option<&'static str> {
    if text.is_ascii() {
        return None;
    }
    let mut known = UNSPACED.iter();
    known
        .find(|(part, _)| text.contains(part))
        .map(|(_, status)| *status)
}

/// The meaning by only the table. A text without a status is a proposal: nothing shows that it was
/// decided.
fn mean(text: &str) -> &'static str {
    StatusWords::default().mean(text).unwrap_or(PROPOSED)
}

/// A notice before the first section that takes the decision back, such as `This RFC was later
/// **withdrawn**`: the status that it gives, and its sentence, plain. A notice about a part of it
/// takes nothing back.
pub fn notice(document: &Document<'_>) -> Option<(&'static str, String)> {
    static NOTICE: Pattern = compiled!(
        r"(?xi) \b this\s+(?:rfc|adr|decision|record|document)
            \s+ (?:was|is|has\s+been)\b [^.;:]*?
            \b (?<gone> withdrawn|rejected|retired|retracted|deprecated|abandoned ) \b
        | \b decided\s+to\s+retract\s+this\s+(?:rfc|adr|decision|record|document) \b"
    );
    // Words for a part, or for uncertainty.
    static PART: Pattern = compiled!(
        r"(?xi) \b (?: parts?|partly|partially|mostly|some|sections?
        | not|if|may|might|could|would ) \b"
    );
    let mut head = String::new();
    for line in &document.lines[..head_end(document)] {
        if !line.code {
            head.push_str(line.text.trim_start_matches(['#', '>', ' ']));
            head.push('\n');
        }
    }
    for paragraph in head.split("\n\n") {
        let paragraph = plain(paragraph);
        let Some(parts) = NOTICE.captures(&paragraph) else {
            continue;
        };
        if PART.is_match(&parts[0]) {
            continue;
        }
        let status = match parts.name("gone") {
            Some(gone) => mean(gone.as_str()),
            None => REJECTED,
        };
        return Some((status, parts[0].to_owned()));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_mean_a_status() {
        for (text, expected) in [
            ("Accepted", "active"),
            ("**accepted** (was rejected first)", "active"),
            ("on hold", "proposed"),
            ("Not accepted", "proposed"),
            ("~~Accepted~~ Superseded by 7", "superseded"),
            ("partially superseded; still accepted", "active"),
            ("Deprecated", "archived"),
            ("discontinued", "archived"),
            ("recommended", "active"),
            ("withdrawn by its author", "rejected"),
            ("Partly superseded", "active"),
            ("to be superseded by 4", "active"),
            ("Partially implemented (5.3)", "active"),
            ("not rejected", "proposed"),
            ("Active review (August 3)", "proposed"),
            ("Implemented (v5)", "active"),
            ("Reverted", "rejected"),
            ("Final", "active"),
            ("Accepted, but no longer followed", "archived"),
            ("Accepted. No longer followed.", "archived"),
            (
                "Accepted (0.1). The release is no longer one file.",
                "active",
            ),
            ("Angenommen", "active"),
            ("Nicht akzeptiert", "proposed"),
            ("Abgelehnt am 3. Mai", "rejected"),
            ("Acceptée", "active"),
            ("Rechazado", "rejected"),
            ("Proposta", "proposed"),
            ("已接受", "active"),
            ("被 0004 取代", "superseded"),
            ("提案", "proposed"),
            ("承認済み", "active"),
            ("принято", "active"),
        ] {
            assert_eq!(mean(text), expected, "{text}");
        }
        assert_eq!(StatusWords::default().mean("whatever"), None);
    }

    #[test]
    fn words_are_read_as_statuses_of_each_kind() {
        for (kind, words, expected) in [
            (Kind::DECISION, "Accepted", Some("active")),
            (Kind::DECISION, "PROPOSED", Some("proposed")),
            (Kind::DECISION, "done", Some("active")),
            (Kind::LESSON, "done", Some("active")),
            (Kind::DECISION, "deprecated", Some("archived")),
            (Kind::DECISION, "whatever", None),
            (Kind::NOTE, "approved", Some("active")),
            (Kind::NOTE, "draft", None),
            (Kind::NOTE, "rejected", Some("archived")),
            (Kind::LESSON, "replaced", Some("superseded")),
            (Kind::PLAN, "In Progress", Some("in_progress")),
            (Kind::PLAN, "Implemented", Some("done")),
            (Kind::PLAN, "planned", Some("new")),
            (Kind::PLAN, "cancelled", Some("abandoned")),
            (Kind::PLAN, "accepted", None),
            (Kind::OPEN_LOOP, "Resolved (May)", Some("closed")),
            (Kind::EVENT, "", None),
        ] {
            assert_eq!(
                of_kind(kind, words, meaning(words)),
                expected,
                "{kind} {words}"
            );
        }
    }

    #[test]
    fn words_of_the_team_come_first() {
        let own = |word: &str, status| (word.to_owned(), status);
        let words = StatusWords::new([own("Parked", "archived"), own("in Review", "active")]);
        for (text, expected) in [
            ("parked (May)", Some("archived")),
            ("**In review**", Some("active")),
            ("Review", Some("proposed")),
            ("unparked", None),
        ] {
            assert_eq!(words.mean(text), expected, "{text}");
        }
    }

    #[test]
    fn a_notice_takes_the_whole_decision_back_or_nothing() {
        for (text, expected) in [
            (
                "## This ADR was approved, but later **withdrawn**\n\n## Summary\n",
                Some("rejected"),
            ),
            (
                "## This ADR was approved, but part of it later **withdrawn**\n",
                None,
            ),
            (
                "> Note: this decision has\n> been retired.\n",
                Some("archived"),
            ),
            ("The team decided to retract this RFC.", Some("rejected")),
            ("## Summary\n\nThis RFC was rejected.\n", None),
        ] {
            assert_eq!(
                notice(&Document::parse(text)).map(|(status, _)| status),
                expected,
                "{text}"
            );
        }
    }
}
