//! Topics: pages of free text, and the index of all of memory.

use super::RepoMemory;
use crate::View;
use crate::records::add::Written;
use crate::records::topic::{self, Page, Topic};
use crate::workspace::Error;
use git_memory_guard::Clean;
use git_memory_model::keys;

impl RepoMemory {
    /// The Markdown of a topic in the work tree: the body of a page, which its title, its file name
    /// without `.md` or its id names; or titles and abstracts of the records in a folder.
    ///
    /// # Errors
    /// [`Error::UnknownTopic`], or memory that cannot be read.
    pub fn read_topic(&self, topic: &str) -> Result<Clean, Error> {
        self.read(Some(topic))
    }

    /// The index of the work tree's memory as Markdown: a line for each record, by kind.
    ///
    /// # Errors
    /// Memory that cannot be read.
    pub fn read_index(&self) -> Result<Clean, Error> {
        self.read(None)
    }

    fn read(&self, topic: Option<&str>) -> Result<Clean, Error> {
        self.ask(|workspace| {
            let text = topic::read(workspace, &View::WorkTree, topic)?;
            Ok(workspace.guard()?.redact(&text))
        })
    }

    /// Writes Markdown into the page of a topic, or makes the page: with `replace` in the place of
    /// its text, else after it and an empty line.
    ///
    /// # Errors
    /// [`Error::Secret`] for a text with a secret, [`Error::NoMemory`] before `memory/` was set up,
    /// and others as for adding a record.
    pub fn write_topic(&self, topic: &str, content: &str, replace: bool) -> Result<Written, Error> {
        let page = Page {
            name: topic,
            text: content,
            is_appended: !replace,
            scope: None,
            source: self.writer.as_ref().map(|_| keys::AGENT),
            writer: self.writer.clone(),
        };
        self.ask(|workspace| topic::write(workspace, &page, true))
    }

    /// The topics of the work tree, sorted by name, without secrets.
    ///
    /// # Errors
    /// Memory that cannot be read.
    pub fn list_topics(&self) -> Result<Vec<Topic>, Error> {
        self.ask(|workspace| {
            let guard = workspace.guard()?;
            let mut topics = topic::list(&workspace.memory(&View::WorkTree)?);
            for topic in &mut topics {
                topic.name = guard.redact(&topic.name).into_string();
                let title = topic.title.as_ref();
                topic.title = title.map(|title| guard.redact(title).into_string());
            }
            Ok(topics)
        })
    }
}
