//! The first page: the project in one page, and what was decided last.

use maud::html;

use super::frame::frame;
use super::parts::{filtered, records};
use super::record::{self, Ids};
use super::source::Source;
use git_memory_app::records::list::Sort;
use git_memory_app::records::listing::{ListQuestion, list};
use git_memory_app::wire::CountAnswer;
use git_memory_app::workspace::Error;
use git_memory_model::layout::SUMMARY;

/// How many records are shown.
const NEWEST: usize = 12;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let all = ListQuestion {
        rev: source.revision.clone(),
        // The order for which nothing else is read.
        sort: Some(Sort::Path),
        ..ListQuestion::default()
    };
    let newest = ListQuestion {
        sort: Some(Sort::Updated),
        most: Some(NEWEST),
        ..all.clone()
    };
    let newest = list(source.workspace, &newest)?;
    let all = list(source.workspace, &all)?;
    let path = source.workspace.folder().join(SUMMARY);
    let summary = match source.shown(source.view(), &path) {
        Ok(summary) => Some(summary),
        // A template without text is not a page, and `check` names one that cannot be read.
        Err(Error::UnknownRecord(_) | Error::UnreadableRecord { .. }) => None,
        Err(error) => return Err(error),
    };
    let linked = match &summary {
        Some(summary) => record::linked(source, summary)?,
        None => Ids::new(),
    };
    let main = html! {
        @if let Some(summary) = &summary {
            section.text aria-label="Summary" { (record::rendered(source, "", summary, &linked)) }
        }
        section aria-labelledby="counts" {
            h2 #counts { "Records" }
            ul.counts {
                @for (kind, count) in CountAnswer::of(all.records()).kinds {
                    li { a href=(filtered(source, "", "kinds", kind)) { (kind) } " " (count) }
                }
            }
        }
        section aria-labelledby="newest" {
            h2 #newest { "Recently changed" }
            (records(source, &newest, newest.records()))
        }
    };
    Ok(frame(source, "index.html", "Overview", &main))
}
