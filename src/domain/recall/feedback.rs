//! What was said of earlier answers: the lines of `memory/recall-feedback.jsonl`, and what they
//! make of a score.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use super::query::{Origin, Query};
use crate::domain::record::RecordId;
use crate::domain::text::Language;

/// The version of the lines.
const VERSION: u32 = 1;
/// The longest query that is kept, in characters.
pub const QUERY_LIMIT: usize = 200;
/// Questions are alike that share at least this much of their words.
const ALIKE: f64 = 0.5;
/// What any number of helpful answers adds to a score at most. As many irrelevant ones divide it by
/// the same, so nothing that was said can hide a record that answers one and a half times as well
/// as the others.
const MOST: f64 = 0.5;
/// What a record that holds no word of the question is worth where it answered one like it, beside
/// the best.
const GUEST: f64 = 0.5;

/// How an answer was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The record answered the question.
    Helpful,
    /// The record was found, and did not.
    Irrelevant,
    /// What was looked for was not found; where a record is named, it is the one.
    Missed,
    /// There was too much of it.
    Overloaded,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 4] = [
        Self::Helpful,
        Self::Irrelevant,
        Self::Missed,
        Self::Overloaded,
    ];

    /// Its name in the file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Helpful => "helpful",
            Self::Irrelevant => "irrelevant",
            Self::Missed => "missed",
            Self::Overloaded => "overloaded",
        }
    }
}

/// One line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feedback {
    /// The version of the line.
    pub schema_version: u32,
    /// The question, without secrets.
    pub query: String,
    /// How the answer was.
    pub outcome: Outcome,
    /// When that was said, RFC 3339.
    pub created: String,
    /// The record that it is said of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched_id: Option<String>,
    /// What else was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Feedback {
    /// A line of this version.
    #[must_use]
    pub fn new(query: String, outcome: Outcome, created: String) -> Self {
        Self {
            schema_version: VERSION,
            query,
            outcome,
            created,
            matched_id: None,
            note: None,
        }
    }

    /// The line, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        // A struct of strings and numbers can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What a line says; `None` where it is none of ours.
#[must_use]
pub fn parse(line: &str) -> Option<Feedback> {
    serde_json::from_str(line).ok()
}

/// The file with one line more. Lines stand in the order of their checksums, so that two branches
/// rarely touch the same place; every other line stays as it is.
#[must_use]
pub fn with_line(file: &str, line: &str) -> String {
    let mut lines: Vec<&str> = file
        .lines()
        .filter(|known| !known.trim().is_empty())
        .collect();
    if !lines.contains(&line) {
        lines.push(line);
    }
    lines.sort_by_key(|line| (crc32fast::hash(line.as_bytes()), *line));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// What was said of a record for questions like one.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The record.
    pub id: RecordId,
    /// What multiplies its score.
    pub share: f64,
    /// Its share of the best score, where it holds no word of the question.
    pub guest: Option<f64>,
}

/// What the lines of a file make of the scores for a question, by record.
#[must_use]
pub fn effects(file: &str, question: &Query, usual: Language) -> Vec<Effect> {
    let asked = words(question);
    let mut sums: BTreeMap<RecordId, f64> = BTreeMap::new();
    // Most lines are of other questions; a look for any of its words is cheaper than reading them.
    let may_be_alike = |line: &&str| {
        !line.is_ascii() || asked.iter().any(|word| line.to_lowercase().contains(word))
    };
    for feedback in file.lines().filter(may_be_alike).filter_map(parse) {
        let Some(Ok(id)) = feedback.matched_id.map(|id| id.parse::<RecordId>()) else {
            continue;
        };
        let sign = match feedback.outcome {
            Outcome::Helpful | Outcome::Missed => 1.0,
            Outcome::Irrelevant => -1.0,
            Outcome::Overloaded => continue,
        };
        let alike = overlap(&asked, &words(&Query::parse(&feedback.query, usual)));
        if alike >= ALIKE {
            *sums.entry(id).or_default() += sign * alike;
        }
    }
    let effect = |(id, sum): (RecordId, f64)| {
        let lift = 1.0 + MOST * sum.abs() / (sum.abs() + 2.0);
        let (share, guest) = if sum > 0.0 {
            (lift, Some(GUEST))
        } else {
            (1.0 / lift, None)
        };
        Effect { id, share, guest }
    };
    sums.into_iter()
        .filter(|(_, sum)| *sum != 0.0)
        .map(effect)
        .collect()
}

/// How often questions like one were answered with too much.
#[must_use]
pub fn overloads(file: &str, question: &Query, usual: Language) -> usize {
    let asked = words(question);
    let is_alike = |query: &str| overlap(&asked, &words(&Query::parse(query, usual))) >= ALIKE;
    let said = file
        .lines()
        .filter(|line| line.contains(Outcome::Overloaded.name()))
        .filter_map(parse);
    said.filter(|feedback| feedback.outcome == Outcome::Overloaded && is_alike(&feedback.query))
        .count()
}

/// The words that a question asks for.
fn words(query: &Query) -> HashSet<&str> {
    query
        .forms
        .iter()
        .filter(|form| matches!(form.origin, Origin::Typed(_)))
        .map(|form| form.text.as_str())
        .collect()
}

/// The share of the words of two questions that both have (Jaccard).
fn overlap(one: &HashSet<&str>, other: &HashSet<&str>) -> f64 {
    let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    let both = one.intersection(other).count();
    count(both) / count((one.len() + other.len() - both).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(query: &str, outcome: Outcome, id: &str) -> String {
        let feedback = Feedback::new(query.to_owned(), outcome, "2026-11-20T12:00:00Z".to_owned());
        Feedback {
            matched_id: Some(id.to_owned()),
            ..feedback
        }
        .line()
    }

    fn share(file: &str, question: &str) -> Option<f64> {
        let effects = effects(
            file,
            &Query::parse(question, Language::ENGLISH),
            Language::ENGLISH,
        );
        effects.first().map(|effect| effect.share)
    }

    #[test]
    fn lines_have_their_place_and_their_keys() {
        let one = line("event store", Outcome::Helpful, "dec-aaaaaa");
        assert_eq!(
            one,
            r#"{"schema_version":1,"query":"event store","outcome":"helpful","created":"2026-11-20T12:00:00Z","matched_id":"dec-aaaaaa"}"#
        );
        let other = line("queue", Outcome::Missed, "dec-bbbbbb");
        let file = with_line(&with_line("not ours\n", &one), &other);
        assert_eq!(file, with_line(&with_line("not ours\n", &other), &one));
        assert_eq!(with_line(&file, &one), file, "the same twice is there once");
        assert_eq!(file.lines().filter_map(parse).count(), 2);
    }

    #[test]
    fn too_much_counts_for_questions_alike() {
        let file = format!(
            "{}\n{}\n",
            line("event store", Outcome::Overloaded, "dec-aaaaaa"),
            line("overloaded queue", Outcome::Helpful, "dec-aaaaaa")
        );
        let count = |question: &str| {
            overloads(
                &file,
                &Query::parse(question, Language::ENGLISH),
                Language::ENGLISH,
            )
        };
        assert_eq!(
            (
                count("the event store"),
                count("release process"),
                count("overloaded queue")
            ),
            (1, 0, 0)
        );
    }

    #[test]
    fn effects_are_for_questions_alike_and_bounded() {
        let helpful = line("where is the event store", Outcome::Helpful, "dec-aaaaaa");
        assert!(share(&helpful, "event store").unwrap() > 1.1);
        assert_eq!(share(&helpful, "release process"), None);
        let many: String = (0..1000)
            .map(|nth| {
                format!(
                    "{}\n",
                    line("event store", Outcome::Irrelevant, "dec-aaaaaa")
                        .replace("T12", &format!("T{nth}"))
                )
            })
            .collect();
        let buried = share(&many, "event store").unwrap();
        assert!(buried < 0.7 && buried > 0.66, "{buried}");
    }
}
