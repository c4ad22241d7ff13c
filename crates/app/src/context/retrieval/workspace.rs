//! The question of tools that give agents the context of a workspace, with the names that those
//! tools use.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::context::retrieval::request::RetrievalRequest;
use crate::context::retrieval::retrieve::{retrieve, workspace_named};
use crate::private::settle::settle;
use crate::records::list::Filter;
use crate::records::{parse_scope, wanted_statuses};
use crate::workspace::Error;
use git_memory_model::context::retrieval::Retrieval;
use git_memory_model::scope::Scope;
use git_memory_store::View;

/// Question of `workspace_get_context`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WorkspaceQuestion {
    /// A workspace, the first part of a scope; a folder's path means its repository.
    pub workspace: Option<String>,
    /// Part of the workspace or project, such as services, with or without a `repository`.
    pub domain: Option<String>,
    /// Part of the domain.
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

/// The context of a workspace.
pub fn answer(call: &Call, question: &WorkspaceQuestion) -> Result<Retrieval, Error> {
    let mut question = question.clone();
    if let Some(given) = question.workspace.as_ref().filter(|name| !name.is_empty()) {
        question.workspace = workspace_named(call.workspace, given)?;
    }
    let request = question.request()?;
    settle(call.workspace)?;
    retrieve(call.workspace, &request)
}

impl WorkspaceQuestion {
    /// The use case's request.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a scope that is not a path of the project, and for two of them.
    pub fn request(self) -> Result<RetrievalRequest, Error> {
        let workspace = self.workspace.filter(|name| !name.is_empty());
        let parts = [workspace.clone(), self.domain, self.repository];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let scope = match self.scope {
            Some(_) if !parts.is_empty() => {
                let why = "give either 'scope', or 'workspace', 'domain' and 'repository'";
                return Err(Error::BadValue(why.to_owned()));
            }
            Some(scope) => parse_scope(&scope)?,
            None if parts.is_empty() => Scope::project(),
            None => parse_scope(&parts.join("/"))?,
        };
        Ok(RetrievalRequest {
            view: View::at(self.rev),
            workspace,
            scope,
            topics: self.topics,
            has_defaults: self.include_defaults != Some(false),
            filter: Filter {
                statuses: wanted_statuses(self.filter_status),
                tags: self.filter_tags,
                categories: self.filter_category,
                ..Filter::default()
            },
        })
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
            (r#"{"workspace": "acme", "repository": "x"}"#, "acme/x"),
            (r#"{"workspace": ""}"#, "project"),
        ] {
            assert_eq!(asked(json).unwrap().scope.to_string(), scope, "{json}");
        }
        for json in [r#"{"scope": "a", "domain": "b"}"#, r#"{"scope": "../up"}"#] {
            assert!(asked(json).is_err(), "{json}");
        }
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
