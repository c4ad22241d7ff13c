//! The functions that make the pages.

use super::paged::Paged;
use super::source::Source;
use super::{history, list, map, record, related, review, runs, search, timeline, write};
use git_memory_app::workspace::Error;

/// A function that makes a page.
type Render = fn(&Source) -> Result<String, Error>;

/// A function that makes one of the pages of a list; `None` beyond its end.
type RenderNth = fn(&Source, usize) -> Result<Option<String>, Error>;

/// The lists that may be longer than a page.
const LISTS: [(&Paged, RenderNth); 3] = [
    (&list::PAGES, list::nth),
    (&timeline::PAGES, timeline::nth),
    (&history::PAGES, history::nth),
];

/// The pages beside those of single records, by the names of their files.
const PAGES: [(&str, Render); 9] = [
    ("index.html", list::render),
    ("search.html", search::render),
    ("write.html", write::render),
    ("related.html", related::render),
    ("timeline.html", timeline::render),
    ("history.html", history::render),
    ("map.html", map::render),
    ("review.html", review::render),
    ("runs.html", runs::render),
];

/// The page of a name below the folder of pages; `None` where there is none.
///
/// # Errors
/// As the use cases of the page; [`Error::UnknownRecord`] for a record that is not there.
pub(crate) fn page(name: &str, source: &Source) -> Result<Option<String>, Error> {
    if let Some(id) = record::named(name) {
        return record::render(source, &id).map(Some);
    }
    for (paged, render) in LISTS {
        if let Some(nth) = paged.named(name) {
            return render(source, nth);
        }
    }
    match PAGES.iter().find(|(known, _)| *known == name) {
        Some((_, render)) => render(source).map(Some),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::links::links;

    #[test]
    fn every_link_leads_to_a_page() {
        let made: Vec<&str> = PAGES.iter().map(|(name, _)| *name).collect();
        let linked: Vec<&str> = links().map(|link| link.name).collect();
        assert_eq!(made, linked);
    }
}
