//! The source from which pages get what they show.

use std::borrow::Cow;

use serde_json::{Map, Value};

use git_memory_app::call::Call;
use git_memory_app::records::writer::By;
use git_memory_app::verbs::Verb;
use git_memory_app::wire::Asked;
use git_memory_app::workspace::{Error, Workspace};
use git_memory_text::advice::Wording;
use git_memory_text::visible;

/// The place where the pages are looked at.
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

/// The data that a page is made from.
pub(crate) struct Source<'a> {
    pub(crate) workspace: &'a Workspace,
    /// The part of the request that may come back.
    pub(crate) asked: &'a Asked,
    /// How advice is worded.
    pub(crate) wording: Wording,
    pub(crate) place: Place,
    /// The state of memory when the page was made, where it may change under it.
    pub(crate) state: Option<String>,
    /// Memory as of this revision.
    pub(crate) revision: Option<String>,
    /// The parameters of the page's address.
    pub(crate) parameters: Map<String, Value>,
}

impl Source<'_> {
    /// A document, asked for as programs do, with nothing in its texts that hides or reorders what a
    /// reader sees.
    pub(crate) fn ask(&self, verb: &Verb, question: Value) -> Result<Value, Error> {
        let mut document = self.ask_as_written(verb, question)?;
        show_hidden(&mut document);
        Ok(document)
    }

    /// Returns a document as it is written, for a form that changes it.
    pub(crate) fn ask_as_written(&self, verb: &Verb, question: Value) -> Result<Value, Error> {
        let call = Call {
            workspace: self.workspace,
            by: &|_workspace| By::Person,
            wording: self.wording,
            progress: &|_done, _all| {},
        };
        let document = (verb.run)(&call, self.asked, &question)?;
        serde_json::from_str(&document).map_err(|error| Error::BadValue(error.to_string()))
    }

    /// Returns a document of the revision that the page is about.
    pub(crate) fn ask_then(&self, verb: &Verb, mut question: Value) -> Result<Value, Error> {
        if let Some(revision) = &self.revision {
            question["rev"] = Value::String(revision.clone());
        }
        self.ask(verb, question)
    }

    /// A document about the commits of a history; empty where there are none, or none of them has
    /// what was asked about.
    pub(crate) fn ask_history(&self, verb: &Verb, mut question: Value) -> Result<Value, Error> {
        let revision = self.revision.as_deref().unwrap_or("HEAD");
        question["rev"] = Value::String(revision.to_owned());
        match self.ask(verb, question) {
            Err(error) if NOT_THERE_YET.contains(&error.code()) => Ok(Value::Null),
            asked => asked,
        }
    }

    /// Returns the revision that the request asks for; a site has but one, and says nothing of it.
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

/// Spells the hidden characters of all texts out; ids stay what leads to a record.
fn show_hidden(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(shown) = visible(text) {
                *text = shown;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(show_hidden),
        Value::Object(keys) => {
            for (key, value) in keys {
                if key != "id" {
                    show_hidden(value);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
