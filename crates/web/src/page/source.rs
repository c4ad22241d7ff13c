//! The source from which pages get what they show: the answers of use cases, as types.

use serde_json::{Map, Value};

use super::bearings::Bearings;
use git_memory_app::View;
use git_memory_app::private::settle::settle;
use git_memory_app::records::Tier;
use git_memory_app::records::graph::of_revision;
use git_memory_app::records::log::{LogEntry, log};
use git_memory_app::records::show::{Shown, Wanted, show};
use git_memory_app::workspace::{Error, Redaction, Workspace};
use git_memory_model::graph::Graph;
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
    /// Knows the part of the request that may come back.
    pub(crate) redaction: Redaction<'a>,
    pub(crate) place: Place,
    /// The state of memory when the page was made, where it may change under it.
    pub(crate) state: Option<String>,
    /// Memory as of this revision.
    pub(crate) revision: Option<String>,
    /// The project and the commit that the pages are of.
    pub(crate) bearings: Bearings,
    /// The parameters of the page's address.
    pub(crate) parameters: Map<String, Value>,
}

impl Source<'_> {
    /// A text as a page shows it: without secrets, and with nothing in it that hides or reorders
    /// what a reader sees. Every text of an answer comes through here: most are from another person
    /// or a program.
    pub(crate) fn told(&self, text: &str) -> String {
        visible(&self.written(text)).into_owned()
    }

    /// A text as it is written, without secrets: in a form that changes it, and in an address. Ids
    /// stay what leads to a record.
    pub(crate) fn written(&self, text: &str) -> String {
        self.redaction.message(text)
    }

    /// A page as it is given away, without secrets.
    pub(crate) fn page(&self, html: &str) -> String {
        self.redaction.html(html)
    }

    /// True if the page is the server's own, and about memory as it is now.
    pub(crate) fn is_now(&self) -> bool {
        self.place == Place::Server && self.revision.is_none()
    }

    /// The view that the page is about.
    pub(crate) fn view(&self) -> View {
        View::at(self.revision.as_deref())
    }

    /// The revision at which the histories that the page shows begin.
    pub(crate) fn tip(&self) -> &str {
        self.revision.as_deref().unwrap_or("HEAD")
    }

    /// The record that `id` names in a view, with its whole text.
    pub(crate) fn shown(&self, view: View, id: &str) -> Result<Shown, Error> {
        settle(self.workspace)?;
        show(self.workspace, view, id, &Wanted::Tier(Tier::T2))
    }

    /// The commits that changed records, or one record.
    pub(crate) fn log(&self, record: Option<&str>) -> Result<Vec<LogEntry>, Error> {
        settle(self.workspace)?;
        there(log(self.workspace, self.tip(), record))
    }

    /// The records of a history and their links; at most `most` records.
    pub(crate) fn graph(&self, most: usize) -> Result<Graph, Error> {
        settle(self.workspace)?;
        there(of_revision(self.workspace, self.tip(), None, most))
    }

    /// Returns the revision that the request asks for; a site has but one, and says nothing of it.
    pub(crate) fn then(&self) -> Option<&str> {
        match self.place {
            Place::Server => self.parameter("rev").or(self.revision.as_deref()),
            Place::Site => None,
        }
    }

    /// One of the address's parameters, where it says something.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        let value = self.parameters.get(name)?.as_str()?.trim();
        (!value.is_empty()).then_some(value)
    }
}

/// An answer about the commits of a history; empty where there are none, or none of them has what
/// was asked about.
fn there<T: Default>(asked: Result<T, Error>) -> Result<T, Error> {
    match asked {
        Err(error) if NOT_THERE_YET.contains(&error.code()) => Ok(T::default()),
        asked => asked,
    }
}
