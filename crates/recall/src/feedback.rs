//! Ratings of earlier answers: the lines of `memory/recall-feedback.jsonl`, and their effect on
//! scores.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use super::query::{Origin, Query};
use git_memory_model::merging::with_lines;
use git_memory_model::record::RecordId;
use git_memory_text::Language;

/// The version of the lines.
const VERSION: u32 = 1;
/// The longest query that is kept, in characters.
pub const QUERY_LIMIT: usize = 200;
/// Questions are alike that share at least this much of their words.
const ALIKE: f64 = 0.5;
// The most that any number of helpful answers adds to a score. As many irrelevant ones divide it by
// the same factor, so no ratings can hide a record that answers one and a half times as well as the
// others.
const MOST: f64 = 0.5;
/// Score of a record without a word of the question that was helpful for a similar question, as a
/// share of the best score.
const PINNED: f64 = 0.5;

/// Rating of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The record answered the question.
    Helpful,
    /// The record was found, and did not.
    Irrelevant,
    /// The wanted record was not found; a named record is the wanted one.
    Missed,
    /// There was too much of it.
    Overloaded,
}

impl Outcome {
    /// Every outcome, for options and help texts.
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
    /// Rating of the answer.
    pub outcome: Outcome,
    /// When it was rated, RFC 3339.
    pub created: String,
    /// The record that is rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matched_id: Option<String>,
    /// A remark of the rater, on one line, without secrets.
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

/// The feedback in a line; `None` if the line is not one of ours.
#[must_use]
pub fn parse(line: &str) -> Option<Feedback> {
    // The file is merged by people and programs: an unreadable line rates nothing.
    serde_json::from_str(line).ok()
}

/// The file with one line more.
#[must_use]
pub fn with_line(file: &str, line: &str) -> String {
    with_lines(file, [line])
}

/// Effect of ratings on a record for similar questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The record that was rated.
    pub id: RecordId,
    /// Factor of its score.
    pub share: f64,
    /// Its share of the best score, if it contains no word of the question.
    pub pinned: Option<f64>,
}

impl Effect {
    /// The effect of ratings that add up to `sum`: helpful ones above zero, irrelevant ones below.
    fn new(id: RecordId, sum: f64) -> Self {
        // The first ratings count most: a hundred of them count little more than ten.
        let lift = 1.0 + MOST * sum.abs() / (sum.abs() + 2.0);
        if sum > 0.0 {
            Self {
                id,
                share: lift,
                pinned: Some(PINNED),
            }
        } else {
            Self {
                id,
                share: 1.0 / lift,
                pinned: None,
            }
        }
    }
}

/// Effects of the lines of a file on the scores for a question, by record.
#[must_use]
pub fn effects(file: &str, question: &Query, usual: Language) -> Vec<Effect> {
    let asked = words(question);
    let mut sums: BTreeMap<RecordId, f64> = BTreeMap::new();
    for line in file.lines() {
        if !may_be_alike(line, &asked) {
            continue;
        }
        let Some(feedback) = parse(line) else {
            continue;
        };
        let Some(Ok(id)) = feedback.matched_id.map(|id| id.parse::<RecordId>()) else {
            continue;
        };
        let sign = match feedback.outcome {
            // The missed record is the one that should have been found.
            Outcome::Helpful | Outcome::Missed => 1.0,
            Outcome::Irrelevant => -1.0,
            Outcome::Overloaded => continue,
        };
        let alike = likeness(&asked, &feedback.query, usual);
        if alike >= ALIKE {
            *sums.entry(id).or_default() += sign * alike;
        }
    }
    sums.retain(|_, sum| *sum != 0.0);
    let mut effects = Vec::with_capacity(sums.len());
    for (id, sum) in sums {
        effects.push(Effect::new(id, sum));
    }
    effects
}

/// True if a line may belong to a question with one of these words.
fn may_be_alike(line: &str, asked: &HashSet<&str>) -> bool {
    // Most lines are of other questions, and a look for the words is cheaper than reading them. Of
    // letters beyond ASCII the spelling is not known: accents and width are folded.
    if !line.is_ascii() {
        return true;
    }
    let line = line.to_ascii_lowercase();
    asked.iter().any(|word| line.contains(word))
}

/// Number of similar questions whose answers were too long.
#[must_use]
pub fn overloads(file: &str, question: &Query, usual: Language) -> usize {
    let asked = words(question);
    let mut overloads = 0;
    for line in file.lines() {
        // Only lines with the word can be such ratings: the others need not be read.
        if !line.contains(Outcome::Overloaded.name()) {
            continue;
        }
        if let Some(feedback) = parse(line)
            && feedback.outcome == Outcome::Overloaded
            && likeness(&asked, &feedback.query, usual) >= ALIKE
        {
            overloads += 1;
        }
    }
    overloads
}

/// The words that a question asks for.
fn words(query: &Query) -> HashSet<&str> {
    let typed = query.forms.iter();
    let typed = typed.filter(|form| matches!(form.origin, Origin::Typed(_)));
    typed.map(|form| form.text.as_str()).collect()
}

/// The share of the words of two questions that both have (Jaccard).
fn likeness(asked: &HashSet<&str>, query: &str, usual: Language) -> f64 {
    let other = Query::parse(query, usual);
    let other = words(&other);
    let both = asked.intersection(&other).count();
    let either = asked.len() + other.len() - both;
    count(both) / count(either.max(1))
}

fn count(words: usize) -> f64 {
    f64::from(u32::try_from(words).unwrap_or(u32::MAX))
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
