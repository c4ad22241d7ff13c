//! Where pages get what they show, and which pages there are.

use serde_json::{Map, Value};

use super::{graph, history, home, list, map, record, review, runs, search, timeline, write};
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

/// A page.
pub(crate) struct Page {
    /// The name of its file.
    pub(crate) name: &'static str,
    /// Its title, and what leads to it.
    pub(crate) title: &'static str,
    /// Whether it is of this clone alone.
    pub(crate) is_private: bool,
    pub(crate) render: fn(&Source) -> Result<String, Error>,
}

impl Page {
    /// The pages beside those of single records, in the order of their links.
    pub(crate) const ALL: [Self; 10] = [
        Self::public("index.html", "Overview", home::render),
        Self::public("search.html", "Search", search::render),
        Self::public("records.html", "Records", list::render),
        Self::public("timeline.html", "Timeline", timeline::render),
        Self::public("graph.html", "Links", graph::render),
        Self::public("map.html", "Map", map::render),
        Self::public("history.html", "History", history::render),
        Self::public("review.html", "Review", review::render),
        Self {
            name: "runs.html",
            title: "Runs",
            is_private: true,
            render: runs::render,
        },
        Self {
            name: "write.html",
            title: "Write",
            is_private: true,
            render: write::render,
        },
    ];

    const fn public(
        name: &'static str,
        title: &'static str,
        render: fn(&Source) -> Result<String, Error>,
    ) -> Self {
        Self {
            name,
            title,
            is_private: false,
            render,
        }
    }

    /// The page of a name below the folder of pages, as it is to be given.
    ///
    /// # Errors
    /// As the use cases of the page; [`Error::UnknownRecord`] for a record that is not there.
    pub(crate) fn render(name: &str, source: &Source) -> Result<Option<String>, Error> {
        if let Some(id) = record::named(name) {
            return record::render(source, &id).map(Some);
        }
        if let Some(nth) = list::named(name) {
            return list::nth(source, nth).map(Some);
        }
        match Self::ALL.iter().find(|page| page.name == name) {
            Some(page) => (page.render)(source).map(Some),
            None => Ok(None),
        }
    }
}
