//! Where pages get what they show.

use serde_json::{Map, Value};

use crate::app::workspace::{Error, Workspace};
use crate::wire::Asked;
use crate::wire::ask::By;
use crate::wire::request::Request;
use crate::wire::vocabulary::Wording;

/// Where the pages are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// On the local server: this clone's own, and changes can be made.
    Server,
    /// On a host, for everybody: nothing private, and nothing can be changed.
    Site,
}

/// How a history says that it does not have something: before the first commit, and before the one
/// that brings a record.
const NOT_THERE_YET: [&str; 2] = ["unborn-branch", "unknown-record"];

/// What a page is made from.
pub(crate) struct Source<'a> {
    pub(crate) workspace: &'a Workspace,
    /// What of the request may come back.
    pub(crate) asked: &'a Asked,
    /// How advice is worded.
    pub(crate) wording: Wording,
    pub(crate) place: Place,
    /// What memory was when the page was made, where it may change under it.
    pub(crate) state: Option<String>,
    /// Memory as of this revision.
    pub(crate) revision: Option<String>,
    /// The parameters of the page's address.
    pub(crate) parameters: Map<String, Value>,
}

impl Source<'_> {
    /// A document, asked for as programs do.
    ///
    /// # Errors
    /// As the use case.
    pub(crate) fn ask(
        &self,
        run: fn(&Request) -> Result<String, Error>,
        question: Value,
    ) -> Result<Value, Error> {
        let request = Request {
            workspace: self.workspace,
            question,
            asked: self.asked,
            by: &|_workspace| By::Person,
            wording: self.wording,
            progress: &|_done, _all| {},
        };
        let document = run(&request)?;
        serde_json::from_str(&document).map_err(|error| Error::BadValue(error.to_string()))
    }

    /// The same, of the revision that the page is about.
    ///
    /// # Errors
    /// As the use case.
    pub(crate) fn ask_then(
        &self,
        run: fn(&Request) -> Result<String, Error>,
        mut question: Value,
    ) -> Result<Value, Error> {
        if let Some(revision) = &self.revision {
            question["rev"] = Value::String(revision.clone());
        }
        self.ask(run, question)
    }

    /// A document about the commits of a history; empty where there are none, or none of them has
    /// what was asked about.
    ///
    /// # Errors
    /// As the use case.
    pub(crate) fn ask_history(
        &self,
        run: fn(&Request) -> Result<String, Error>,
        mut question: Value,
    ) -> Result<Value, Error> {
        let revision = self.revision.as_deref().unwrap_or("HEAD");
        question["rev"] = Value::String(revision.to_owned());
        match self.ask(run, question) {
            Err(error) if NOT_THERE_YET.contains(&error.code()) => Ok(Value::Null),
            asked => asked,
        }
    }

    /// The revision that somebody asked to see; a site has but one, and says nothing of it.
    pub(crate) fn then(&self) -> Option<&str> {
        match self.place {
            Place::Server => self.revision.as_deref(),
            Place::Site => None,
        }
    }

    /// One of the address's parameters, where it says something.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        let value = self.parameters.get(name)?.as_str()?.trim();
        (!value.is_empty()).then_some(value)
    }
}
