//! Questions of `context` and `get-context`.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::context::{PackRequest, RetrievalRequest};
use crate::records::list::Filter;
use crate::records::{parse_scope, wanted_statuses};
use crate::workspace::Error;
use git_memory_model::scope::Scope;
use git_memory_store::View;

/// Question of `context`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ContextQuestion {
    /// The task, in any words.
    pub query: String,
    /// The files that the task touches.
    pub paths: Vec<String>,
    /// Maximum number of characters.
    pub max_chars: Option<usize>,
    /// Maximum number of lines; the default is in the settings.
    pub max_lines: Option<usize>,
    /// Maximum number of tokens, as estimated.
    pub max_tokens: Option<usize>,
    /// Add a map of the source files.
    pub map: bool,
    /// Use only what is in HEAD: nothing from the work tree, nothing private.
    pub committed: bool,
    /// Only the records that govern the paths or answer the query, and nothing else.
    pub only: bool,
}

impl ContextQuestion {
    /// The use case's request.
    #[must_use]
    pub fn request(mut self) -> PackRequest {
        // The top holds everything, so it prefers nothing.
        self.paths.retain(|path| !path.is_empty());
        PackRequest {
            query: self.query.trim().to_owned(),
            paths: self.paths,
            chars: self.max_chars,
            lines: self.max_lines,
            tokens: self.max_tokens,
            has_map: self.map,
            is_committed: self.committed,
            is_only: self.only,
            is_sure: false,
            is_of_branch: false,
            is_without_history: false,
        }
    }
}

/// Question of `get-context`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RetrievalQuestion {
    /// Read memory as of this revision; the work tree's where it is not given.
    pub rev: Option<String>,
    /// The part of the project that the answer is about; the whole where it is not given.
    pub scope: Option<String>,
    /// More topics to include: `overview`, kinds, folders.
    pub topics: Vec<String>,
    /// Include only the topics.
    pub no_defaults: bool,
    /// Only records with one of these statuses, instead of the current ones.
    pub statuses: Vec<String>,
    /// Only records with all of these tags.
    pub tags: Vec<String>,
    /// Only records in one of these categories.
    pub categories: Vec<String>,
}

impl RetrievalQuestion {
    /// The use case's request.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a scope that is not a path of the project.
    pub fn request(self) -> Result<RetrievalRequest, Error> {
        let scope = match &self.scope {
            Some(scope) => parse_scope(scope)?,
            None => Scope::project(),
        };
        let mut topics = Vec::with_capacity(self.topics.len());
        for topic in &self.topics {
            let topic = topic.trim();
            if !topic.is_empty() {
                topics.push(topic.to_owned());
            }
        }
        Ok(RetrievalRequest {
            view: View::at(self.rev),
            scope,
            topics,
            has_defaults: !self.no_defaults,
            filter: Filter {
                statuses: wanted_statuses(self.statuses),
                tags: self.tags,
                categories: self.categories,
                ..Filter::default()
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_in_json_becomes_a_request() {
        let json = r#"{"scope": "services/billing", "topics": [" lessons ", ""]}"#;
        let question: RetrievalQuestion = serde_json::from_str(json).unwrap();
        let request = question.request().unwrap();
        assert_eq!(request.scope.to_string(), "services/billing");
        assert_eq!(request.topics, ["lessons"]);
        assert!(request.has_defaults);
        let question: ContextQuestion = serde_json::from_str(r#"{"paths": ["", "a"]}"#).unwrap();
        assert_eq!(question.request().paths, ["a"]);
    }

    #[test]
    fn what_no_question_has_is_an_error() {
        assert!(serde_json::from_str::<ContextQuestion>(r#"{"max_line": 5}"#).is_err());
        assert!(serde_json::from_str::<RetrievalQuestion>(r#"{"tags": "one"}"#).is_err());
        let question: RetrievalQuestion = serde_json::from_str(r#"{"scope": "../up"}"#).unwrap();
        assert!(question.request().is_err());
    }
}
