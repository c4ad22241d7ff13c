//! The data that a record's page is made of.

use std::collections::HashMap;

use super::host::Host;
use git_memory_app::records::log::{Event, LogEntry};
use git_memory_app::records::show::Shown;
use git_memory_model::graph::{Edge, Graph};

/// The ids of records by the paths of their files.
pub(super) type Ids = HashMap<String, String>;

/// The data that a record's page is made of.
pub(super) struct Parts<'v> {
    pub(super) shown: &'v Shown,
    pub(super) graph: &'v Graph,
    /// The links of each record of the graph, by its name.
    pub(super) ties: &'v Ties<'v>,
    /// The titles of the records around it, by id.
    pub(super) titles: &'v HashMap<&'v str, &'v str>,
    /// The records to whose files its text may link.
    pub(super) linked: &'v Ids,
    /// The files to which it applies.
    pub(super) files: &'v [String],
    /// Number of files to which it may apply and that were not looked at.
    pub(super) files_left: usize,
    /// The commits that changed it, the newest first, each with what it did to it.
    pub(super) commits: &'v [Change<'v>],
    /// The host of the project, where it is known.
    pub(super) host: Option<&'v Host>,
}

/// The links of records, by the names of both ends.
pub(super) type Ties<'v> = HashMap<&'v str, Vec<&'v Edge>>;

/// A commit, and what it did to a record.
pub(super) type Change<'v> = (&'v LogEntry, &'v Event);

impl<'v> Parts<'v> {
    /// The title of a record around it; its name where that is not known.
    pub(super) fn title<'t>(&'t self, name: &'t str) -> &'t str {
        self.titles.get(name).copied().unwrap_or(name)
    }

    /// The links of a record.
    pub(super) fn ties(&self, name: &str) -> &[&'v Edge] {
        self.ties.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Returns the links of a graph by the names of both ends.
pub(super) fn ties(graph: &Graph) -> Ties<'_> {
    let mut ties = Ties::new();
    for edge in &graph.edges {
        for end in [edge.from, edge.to] {
            ties.entry(&graph.nodes[end].name).or_default().push(edge);
        }
    }
    ties
}

/// Each change of each commit of a log.
pub(super) fn changes(log: &[LogEntry]) -> impl Iterator<Item = Change<'_>> {
    log.iter()
        .flat_map(|commit| commit.events.iter().map(move |event| (commit, event)))
}

/// The letters and digits of a text.
pub(super) fn letters(text: &str) -> String {
    let letters = text.chars().filter(|it| it.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The letters and digits of the text in HTML of our own.
pub(super) fn letters_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    for part in html.split('<') {
        let (_tag, after) = part.split_once('>').unwrap_or(("", part));
        text.push_str(after);
    }
    letters(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_html_are_those_of_its_text() {
        assert_eq!(
            letters_of("<p class=\"x\">Use <b>two</b> queues</p>"),
            "usetwoqueues"
        );
    }
}
