//! Questions of tools that give agents the context of a workspace, with the names that those tools
//! use.

use schemars::JsonSchema;
use serde::Deserialize;

use super::RetrievalQuestion;
use crate::context::RetrievalRequest;
use crate::workspace::Error;

/// Question of `workspace_get_context`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WorkspaceQuestion {
    /// Part of the project: a folder such as services, with or without a `repository`.
    pub domain: Option<String>,
    /// Part of the project below the domain.
    pub repository: Option<String>,
    /// Both in one: services/billing.
    pub scope: Option<String>,
    /// More topics to include: overview, kinds, folders.
    pub topics: Vec<String>,
    /// false: only the topics.
    pub include_defaults: Option<bool>,
    /// Only these statuses, instead of the current ones.
    pub filter_status: Vec<String>,
    /// Only records with all of these tags.
    pub filter_tags: Vec<String>,
    /// Only these categories.
    pub filter_category: Vec<String>,
    /// Memory as of this revision.
    pub rev: Option<String>,
}

impl WorkspaceQuestion {
    /// The use case's request.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a scope that is not a path of the project, and for two of them.
    pub fn request(self) -> Result<RetrievalRequest, Error> {
        let parts: Vec<String> = [self.domain, self.repository]
            .into_iter()
            .flatten()
            .collect();
        let scope = match (self.scope, parts.is_empty()) {
            (Some(_), false) => {
                let why = "give either 'scope', or 'domain' and 'repository'";
                return Err(Error::BadValue(why.to_owned()));
            }
            (Some(scope), true) => Some(scope),
            (None, true) => None,
            (None, false) => Some(parts.join("/")),
        };
        let question = RetrievalQuestion {
            rev: self.rev,
            scope,
            topics: self.topics,
            no_defaults: self.include_defaults == Some(false),
            statuses: self.filter_status,
            tags: self.filter_tags,
            categories: self.filter_category,
        };
        question.request()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(json: &str) -> Result<RetrievalRequest, Error> {
        let question: WorkspaceQuestion = serde_json::from_str(json).unwrap();
        question.request()
    }

    #[test]
    fn domain_and_repository_are_a_scope() {
        for (json, scope) in [
            (r"{}", "project"),
            (r#"{"domain": "services"}"#, "services"),
            (r#"{"repository": "billing"}"#, "billing"),
            (
                r#"{"domain": "services", "repository": "billing"}"#,
                "services/billing",
            ),
            (r#"{"scope": "services/billing"}"#, "services/billing"),
        ] {
            assert_eq!(asked(json).unwrap().scope.to_string(), scope, "{json}");
        }
        assert!(asked(r#"{"scope": "a", "domain": "b"}"#).is_err());
    }

    #[test]
    fn defaults_are_there_unless_they_are_left_out() {
        assert!(asked("{}").unwrap().has_defaults);
        assert!(asked(r#"{"include_defaults": true}"#).unwrap().has_defaults);
        assert!(
            !asked(r#"{"include_defaults": false}"#)
                .unwrap()
                .has_defaults
        );
    }
}
