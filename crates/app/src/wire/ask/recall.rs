//! Question of `recall`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::ContextQuestion;
use crate::context::PackRequest;
use crate::recall::{Question, SearchScope};
use crate::records::{Tier, wanted_statuses};
use crate::workspace::Error;
use git_memory_model::kind::Kind;
use git_memory_model::trust::{Trust, UnknownTrust};

/// Maximum number of hits, where a question names none.
const HITS: usize = 10;

/// Question of `recall`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub struct RecallQuestion {
    /// The words to find: words, a question, an id, an identifier, a path.
    #[serde(alias = "query")]
    pub words: String,
    /// Maximum number of hits; 10 where it is not given.
    pub most: Option<usize>,
    /// Maximum size of the answer, in tokens, as estimated.
    pub max_tokens: Option<usize>,
    /// Only records of one of these kinds, by name.
    pub kinds: Vec<String>,
    /// Only records with one of these statuses.
    pub statuses: Vec<String>,
    /// Only records with all of these tags.
    pub tags: Vec<String>,
    /// Only records in one of these scopes or below it.
    pub scopes: Vec<String>,
    /// Prefer records about these paths, or near them.
    pub near: Vec<String>,
    /// The files that the task touches: the same as `near`, as `context` calls it.
    #[serde(rename = "for")]
    pub files: Vec<String>,
    /// `context`: one text in place of hits, as `context` makes it for the words and files.
    #[serde(rename = "as")]
    pub form: AnswerForm,
    /// Only records that have come so far: `uncommitted`, `agent`, `committed`, `merged` or
    /// `signed`.
    pub trust: Option<String>,
    /// Search memory as of this revision; at most one of this and the next two.
    pub rev: Option<String>,
    /// Search records that were added or changed since this revision.
    pub since: Option<String>,
    /// Search the memory of every branch.
    pub all_branches: bool,
    /// Search private entries and notes on commits, too.
    pub private: bool,
    /// Search user memory, too.
    pub user: bool,
    /// Search the messages of commits, too.
    pub commits: bool,
    /// Show this much of each record instead of the passage that answers.
    pub tier: Option<TierName>,
    /// Only hits that are sure.
    pub sure: bool,
    /// Explain each score.
    pub explain: bool,
}

/// Form of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnswerForm {
    /// Records, the best first.
    #[default]
    Hits,
    /// One text for a prompt.
    Context,
}

/// Part of a record for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TierName {
    /// The abstract.
    T0,
    /// The working text.
    T1,
    /// The whole file.
    T2,
}

impl From<TierName> for Tier {
    fn from(name: TierName) -> Self {
        match name {
            TierName::T0 => Self::T0,
            TierName::T1 => Self::T1,
            TierName::T2 => Self::T2,
        }
    }
}

impl RecallQuestion {
    /// The use case's request for one text, where that is wanted in place of hits.
    ///
    /// # Errors
    /// [`Error::BadValue`] for what chooses among hits.
    pub fn context(&self) -> Result<Option<PackRequest>, Error> {
        if self.form == AnswerForm::Hits {
            return Ok(None);
        }
        let hits = Self {
            words: self.words.clone(),
            near: self.near.clone(),
            files: self.files.clone(),
            form: self.form,
            max_tokens: self.max_tokens,
            ..Self::default()
        };
        if *self != hits {
            let why = "'context' only takes 'words' and 'for': leave the rest out";
            return Err(Error::BadValue(why.to_owned()));
        }
        let question = ContextQuestion {
            query: hits.words,
            paths: [hits.near, hits.files].concat(),
            max_tokens: hits.max_tokens,
            ..ContextQuestion::default()
        };
        Ok(Some(question.request()))
    }

    /// The use case's question.
    ///
    /// # Errors
    /// [`Error::BadValue`] without words, for an unknown kind, and for more than one place to
    /// search.
    pub fn request(self) -> Result<Question, Error> {
        if self.words.trim().is_empty() {
            let why = "nothing is asked: give 'words', such as a question, an identifier or a path";
            return Err(Error::BadValue(why.to_owned()));
        }
        let trust = match &self.trust {
            Some(name) => Some(trust(name)?),
            None => None,
        };
        let place = place(self.rev, self.since, self.all_branches)?;
        Ok(Question {
            words: self.words,
            most: self.most.unwrap_or(HITS),
            kinds: kinds(&self.kinds)?,
            statuses: wanted_statuses(self.statuses),
            tags: self.tags,
            scopes: self.scopes,
            near: [self.near, self.files].concat(),
            trust,
            place,
            is_private: self.private,
            is_user: self.user,
            has_commits: self.commits,
            tier: self.tier.map(Tier::from),
            is_sure: self.sure,
            is_explained: self.explain,
        })
    }
}

fn place(
    rev: Option<String>,
    since: Option<String>,
    all_branches: bool,
) -> Result<SearchScope, Error> {
    match (rev, since, all_branches) {
        (None, None, false) => Ok(SearchScope::WorkTree),
        (Some(revision), None, false) => Ok(SearchScope::Revision(revision)),
        (None, Some(revision), false) => Ok(SearchScope::Since(revision)),
        (None, None, true) => Ok(SearchScope::AllBranches),
        _ => Err(Error::BadValue(
            "only one of 'rev', 'since' and 'all_branches' can be searched".to_owned(),
        )),
    }
}

/// A tier of trust by its name.
pub(crate) fn trust(name: &str) -> Result<Trust, Error> {
    name.parse()
        .map_err(|unknown: UnknownTrust| Error::BadValue(format!("no tier '{name}': {unknown}")))
}

/// Kinds by their names.
pub(crate) fn kinds(names: &[String]) -> Result<Vec<Kind>, Error> {
    let mut kinds = Vec::with_capacity(names.len());
    for name in names {
        let Some(kind) = Kind::by_name(name) else {
            let known: Vec<&str> = Kind::all().map(Kind::name).collect();
            let known = known.join(", ");
            return Err(Error::BadValue(format!(
                "no kind '{name}'; the kinds are: {known}"
            )));
        };
        kinds.push(kind);
    }
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_in_json_becomes_a_request() {
        let json = r#"{"words": "mail queue", "kinds": ["decision"], "since": "v1", "tier": "t1"}"#;
        let question: RecallQuestion = serde_json::from_str(json).unwrap();
        let request = question.request().unwrap();
        assert_eq!((request.words.as_str(), request.most), ("mail queue", 10));
        assert_eq!(request.kinds[0].name(), "decision");
        assert!(matches!(request.place, SearchScope::Since(revision) if revision == "v1"));
    }

    #[test]
    fn what_the_question_does_not_have_is_an_error() {
        assert!(serde_json::from_str::<RecallQuestion>(r#"{"word": "mail"}"#).is_err());
        for json in [
            r#"{"words": "x", "kinds": ["decisions", "nonsense"]}"#,
            r#"{"words": "x", "rev": "a", "since": "b"}"#,
            r#"{"words": "x", "rev": "a", "all_branches": true}"#,
            r#"{"words": " "}"#,
        ] {
            let question: RecallQuestion = serde_json::from_str(json).unwrap();
            assert!(question.request().is_err(), "{json}");
        }
    }

    #[test]
    fn one_text_is_made_for_words_and_files() {
        let json = r#"{"words": "mail", "for": ["src/a"], "near": ["b"], "as": "context"}"#;
        let question: RecallQuestion = serde_json::from_str(json).unwrap();
        let request = question.context().unwrap().unwrap();
        assert_eq!(
            (request.query.as_str(), request.paths),
            ("mail", vec!["b".to_owned(), "src/a".to_owned()])
        );
        let json = r#"{"words": "mail", "as": "context", "tags": ["a"]}"#;
        let question: RecallQuestion = serde_json::from_str(json).unwrap();
        assert!(question.context().is_err());
    }
}
