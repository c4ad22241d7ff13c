//! The question of a search.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::context::ContextQuestion;
use crate::records::pathspecs::paths_from_top;
use crate::records::{Tier, wanted_statuses};
use crate::workspace::{Error, Workspace};
use git_memory_model::kind::Kind;
use git_memory_model::trust::Trust;
use git_memory_store::View;

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
    #[schemars(with = "Vec<String>")]
    pub kinds: Vec<Kind>,
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
    /// `context`: one text in place of hits, as `context` makes it for the words and files;
    /// `related`: what is tied to the thing that the words name.
    #[serde(rename = "as")]
    pub form: AnswerForm,
    /// Only records that have come so far: `uncommitted`, `agent`, `committed`, `merged` or
    /// `signed`.
    #[schemars(with = "Option<String>")]
    pub trust: Option<Trust>,
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
    /// Search rules, and the files from which agents read theirs, too.
    pub rules: bool,
    /// Search the messages of commits, too.
    pub commits: bool,
    /// Search all repositories that the person has listed in memory.repositories, by words.
    pub everywhere: bool,
    /// Show this much of each record instead of the passage that answers.
    pub tier: Option<Tier>,
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
    /// What is tied to a thing of this name.
    Related,
}

impl RecallQuestion {
    /// The question with its paths from the top of the work tree, all of them in `near`.
    ///
    /// # Errors
    /// [`Error::OutsideRepository`].
    pub(crate) fn with_paths_from_top(self, workspace: &Workspace) -> Result<Self, Error> {
        let paths = [self.near, self.files].concat();
        Ok(Self {
            near: paths_from_top(workspace, &paths)?,
            files: Vec::new(),
            ..self
        })
    }

    /// The question for one text, where that is wanted in place of hits.
    ///
    /// # Errors
    /// [`Error::BadValue`] for what chooses among hits.
    pub fn context(&self) -> Result<Option<ContextQuestion>, Error> {
        if self.form != AnswerForm::Context {
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
        Ok(Some(ContextQuestion {
            query: hits.words,
            paths: [hits.near, hits.files].concat(),
            max_tokens: hits.max_tokens,
            ..ContextQuestion::default()
        }))
    }

    /// The name whose relations are wanted in place of hits.
    ///
    /// # Errors
    /// [`Error::BadValue`] for what chooses among hits.
    pub(crate) fn related(&self) -> Result<Option<&str>, Error> {
        if self.form != AnswerForm::Related {
            return Ok(None);
        }
        let name = Self {
            words: self.words.clone(),
            form: self.form,
            most: self.most,
            max_tokens: self.max_tokens,
            ..Self::default()
        };
        if *self != name {
            let why = "'related' only takes 'words' and 'most': leave the rest out";
            return Err(Error::BadValue(why.to_owned()));
        }
        Ok(Some(&self.words))
    }

    /// The question as it is searched: statuses may be other tools' words.
    ///
    /// # Errors
    /// [`Error::BadValue`] without words, and for more than one place to search.
    pub(crate) fn checked(&self) -> Result<Self, Error> {
        let bad = |why: &str| Err(Error::BadValue(why.to_owned()));
        if self.words.trim().is_empty() {
            return bad(
                "nothing is asked: give 'words', such as a question, an identifier or a path",
            );
        }
        let places = [self.rev.is_some(), self.since.is_some(), self.all_branches];
        if places.into_iter().filter(|it| *it).count() > 1 {
            return bad("only one of 'rev', 'since' and 'all_branches' can be searched");
        }
        Ok(Self {
            statuses: wanted_statuses(self.statuses.clone()),
            ..self.clone()
        })
    }

    /// Maximum number of hits.
    pub(crate) fn most(&self) -> usize {
        self.most.unwrap_or(HITS)
    }

    /// The view whose files, settings and commits count.
    pub(crate) fn view(&self) -> View {
        View::at(self.rev.as_deref())
    }

    /// True if it searches all of the work tree's memory.
    pub(crate) fn is_now(&self) -> bool {
        self.rev.is_none() && self.since.is_none() && !self.all_branches
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(json: &str) -> RecallQuestion {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_question_is_read_from_json() {
        let question = asked(r#"{"query": "mail queue", "kinds": ["decisions"], "tier": "t1"}"#);
        assert_eq!(
            (question.words.as_str(), question.most()),
            ("mail queue", 10)
        );
        assert_eq!(question.kinds, [Kind::DECISION]);
        assert!(question.checked().is_ok());
        for json in [
            r#"{"word": "mail"}"#,
            r#"{"kinds": ["decision", "nonsense"]}"#,
        ] {
            assert!(
                serde_json::from_str::<RecallQuestion>(json).is_err(),
                "{json}"
            );
        }
    }

    #[test]
    fn a_question_has_words_and_one_place() {
        for json in [
            r#"{"words": "x", "rev": "a", "since": "b"}"#,
            r#"{"words": "x", "rev": "a", "all_branches": true}"#,
            r#"{"words": " "}"#,
        ] {
            assert!(asked(json).checked().is_err(), "{json}");
        }
    }

    #[test]
    fn one_text_is_made_for_words_and_files() {
        let question =
            asked(r#"{"words": "mail", "for": ["src/a"], "near": ["b"], "as": "context"}"#);
        let wanted = question.context().unwrap().unwrap();
        assert_eq!(
            (wanted.query.as_str(), wanted.paths),
            ("mail", vec!["b".to_owned(), "src/a".to_owned()])
        );
        let question = asked(r#"{"words": "mail", "as": "context", "tags": ["a"]}"#);
        assert!(question.context().is_err());
    }
}
