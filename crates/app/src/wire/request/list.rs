//! Listing records.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::private::settle::settle;
use crate::private::summary::day;
use crate::records::list::{Filter, Sort};
use crate::records::listing::{ListRequest, list as listed};
use crate::records::pathspecs::paths_from_top;
use crate::records::wanted_statuses;
use crate::wire::ask::{By, kinds, trust};
use crate::wire::{CountAnswer, ListAnswer};
use crate::workspace::{Error, Workspace};
use git_memory_store::View;

/// The records to list, and their order.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ListQuestion {
    /// Only records of one of these kinds, by name.
    pub kinds: Vec<String>,
    /// Only records with one of these statuses.
    pub statuses: Vec<String>,
    /// Only records with all of these tags.
    pub tags: Vec<String>,
    /// Only records in one of these categories.
    pub categories: Vec<String>,
    /// Only records in one of these scopes or below it.
    pub scopes: Vec<String>,
    /// Only records that were written by one of these: manual, agent, tool.
    pub sources: Vec<String>,
    /// Only records about one of these paths.
    pub paths: Vec<String>,
    /// updated (the default), created, title, id or path.
    pub sort: Option<String>,
    /// Only records that were changed on this day or later: 2026-11-20, 3d, yesterday.
    pub since: Option<String>,
    /// Only records that have come so far: uncommitted, agent, committed, merged or signed.
    pub trust: Option<String>,
    /// Maximum number of records.
    pub most: Option<usize>,
    /// This branch's private records instead.
    pub private: bool,
    /// Memory as of this revision.
    pub rev: Option<String>,
}

impl ListQuestion {
    /// The use case's request.
    pub fn request(self, workspace: &Workspace) -> Result<ListRequest, Error> {
        let bad = |why: String| Err(Error::BadValue(why));
        let sort = match &self.sort {
            None => Sort::default(),
            Some(name) => match Sort::by_name(name) {
                Some(sort) => sort,
                None => return bad(format!("'sort' is one of: {}", Sort::names())),
            },
        };
        let since = match &self.since {
            None => None,
            Some(time) => Some(day(workspace, time)?),
        };
        if self.private && (self.rev.is_some() || self.trust.is_some()) {
            return bad("private records have no revision, and no trust".to_owned());
        }
        Ok(ListRequest {
            view: (!self.private).then(|| View::at(self.rev)),
            filter: Filter {
                kinds: kinds(&self.kinds)?,
                statuses: wanted_statuses(self.statuses),
                tags: self.tags,
                categories: self.categories,
                scopes: self.scopes,
                sources: self.sources,
                paths: self.paths,
            },
            sort,
            since,
            trust: match &self.trust {
                Some(name) => Some(trust(name)?),
                None => None,
            },
            most: self.most,
        })
    }
}

/// Returns the request, after an update of the work log.
fn asked(request: &Request) -> Result<ListRequest, Error> {
    let mut question = request.question::<ListQuestion>()?;
    // A person at a page has no working folder.
    if (request.by)(request.workspace) != By::Person {
        question.paths = paths_from_top(request.workspace, &question.paths)?;
    }
    let question = question.request(request.workspace)?;
    if question.view.is_none() {
        settle(request.workspace)?;
    }
    Ok(question)
}

/// Lists records.
pub fn list(request: &Request) -> Result<String, Error> {
    let listing = listed(request.workspace, &asked(request)?)?;
    request.document(ListAnswer::from(&listing))
}

/// Counts what would be listed, of each kind.
pub fn count(request: &Request) -> Result<String, Error> {
    let question = ListRequest {
        // The order for which nothing else is read.
        sort: Sort::Path,
        most: None,
        ..asked(request)?
    };
    let listing = listed(request.workspace, &question)?;
    request.document(CountAnswer::of(listing.records()))
}
