//! Resources that a client may read and show without a call of the model: pages of memory under
//! addresses of their own.

use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};

use git_memory_app::View;
use git_memory_app::map::{self, MapRequest};
use git_memory_app::private::settle::settle;
use git_memory_app::project::policy;
use git_memory_app::records::candidates::{Wanted as Word, candidates};
use git_memory_app::records::show::{self, Wanted};
use git_memory_app::records::{Tier, topic};
use git_memory_app::wire::{Asked, PolicyAnswer};
use git_memory_app::workspace::{Error, Workspace};
use git_memory_model::layout::SUMMARY;
use git_memory_text::budget::Size;

/// The address of any record, as a template (RFC 6570).
pub(crate) const RECORD: &str = "memory://record/{id}";
/// Beginning of the addresses of records.
const RECORDS: &str = "memory://record/";
const MARKDOWN: &str = "text/markdown";
const JSON: &str = "application/json";
const PLAIN: &str = "text/plain";

/// Text for a summary that is still as it was set up.
const UNWRITTEN: &str = "The summary of this project is not written yet.\n";

/// How much of the map is shown, in tokens.
const MAP: usize = 2000;

/// Something that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    Summary,
    Index,
    Policy,
    Map,
    Record(String),
}

/// The resources that have one address: what they are, their names, what they hold, and as what.
const FIXED: [(Named, &str, &str, &str, &str); 4] = [
    (
        Named::Summary,
        "memory://summary",
        "summary",
        "The project on one page, written by people",
        MARKDOWN,
    ),
    (
        Named::Index,
        "memory://index",
        "index",
        "All records, by scope and kind",
        MARKDOWN,
    ),
    (
        Named::Policy,
        "memory://policy",
        "policy",
        "Files that tools may not touch here, and why",
        JSON,
    ),
    (
        Named::Map,
        "memory://map",
        "map",
        "Source files and their symbols, the most used first",
        PLAIN,
    ),
];

/// Text, and as what it is to be read.
pub(crate) struct Content {
    pub(crate) text: String,
    mime_type: &'static str,
}

pub(crate) fn listed() -> Vec<Resource> {
    let mut listed = Vec::new();
    for (_, uri, name, about, mime_type) in FIXED {
        listed.push(
            Resource::new(uri, name)
                .with_description(about)
                .with_mime_type(mime_type),
        );
    }
    listed
}

pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let template = ResourceTemplate::new(RECORD, "record")
        .with_description("A record, by its id")
        .with_mime_type(MARKDOWN);
    vec![template]
}

/// Returns the resource that an address names.
///
/// # Errors
/// One that is not ours.
pub(crate) fn named(uri: &str) -> Result<Named, ErrorData> {
    if let Some((named, ..)) = FIXED.into_iter().find(|(_, known, ..)| *known == uri) {
        return Ok(named);
    }
    match uri.strip_prefix(RECORDS) {
        Some(id) if !id.is_empty() => Ok(Named::Record(decoded(id))),
        _ => Err(ErrorData::resource_not_found(
            "no such resource: resources/list has them",
            None,
        )),
    }
}

/// A part of an address as what it stands for.
fn decoded(part: &str) -> String {
    percent_encoding::percent_decode_str(part)
        .decode_utf8_lossy()
        .into_owned()
}

/// Reads a resource.
pub(crate) fn read(workspace: &Workspace, named: &Named) -> Result<Content, Error> {
    let whole = Wanted::Tier(Tier::T2);
    let (text, mime_type) = match named {
        Named::Summary => match show::show(
            workspace,
            View::WorkTree,
            &workspace.folder().join(SUMMARY),
            &whole,
        ) {
            Ok(shown) => (shown.text, MARKDOWN),
            // A template that was not filled in does not count as a page.
            Err(Error::UnknownRecord(_)) => (UNWRITTEN.to_owned(), MARKDOWN),
            Err(error) => return Err(error),
        },
        Named::Index => {
            let text = topic::read(workspace, &View::WorkTree, None)?;
            (text, MARKDOWN)
        }
        Named::Policy => {
            let policy = policy::whole(workspace)?;
            let asked = Asked::new(&serde_json::Value::Null);
            let document = asked.document(Some(workspace), PolicyAnswer::from(&policy))?;
            (document, JSON)
        }
        Named::Map => {
            let request = MapRequest {
                view: View::WorkTree,
                paths: Vec::new(),
                query: String::new(),
                most: Size::at_most(None, None, Some(MAP)),
                has_decisions: true,
            };
            let map = map::make(workspace, &request, &|_done, _all| {})?;
            (map.text.into_string(), PLAIN)
        }
        Named::Record(id) => {
            settle(workspace)?;
            let shown = show::show(workspace, View::WorkTree, id, &whole)?;
            (shown.text, MARKDOWN)
        }
    };
    // The content was redacted when it was read; names of files were not.
    let asked = Asked::new(&serde_json::Value::Null);
    let text = match mime_type {
        PLAIN => asked.text(Some(workspace), &text),
        _ => text,
    };
    Ok(Content { text, mime_type })
}

pub(crate) fn result(uri: &str, content: Content) -> ReadResourceResult {
    let contents = ResourceContents::text(content.text, uri).with_mime_type(content.mime_type);
    ReadResourceResult::new(vec![contents])
}

/// The ids that begin with what was typed.
pub(crate) fn ids(workspace: &Workspace, typed: &str) -> Result<Vec<String>, Error> {
    settle(workspace)?;
    let found = candidates(workspace, Word::AnyRecord, typed)?;
    Ok(found.into_iter().map(|candidate| candidate.word).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_one_thing() {
        assert_eq!(named("memory://summary").unwrap(), Named::Summary);
        assert_eq!(
            named("memory://record/dec-7k3m9q").unwrap(),
            Named::Record("dec-7k3m9q".to_owned())
        );
        assert_eq!(
            named("memory://record/memory%2Fnotes%2Fa.md").unwrap(),
            Named::Record("memory/notes/a.md".to_owned())
        );
        for other in ["memory://record/", "memory://", "file:///etc/passwd", ""] {
            assert!(named(other).is_err(), "{other}");
        }
    }
}
