//! All pages at once, for a host that gives files. Every record is read once, and every history and
//! link once for all of them.

use std::collections::HashMap;

use maud::html;
use serde_json::{Map, Value, json};

use super::assets::ASSETS;
use super::index::index;
use super::links::LINKS;
use super::list;
use super::pages::page;
use super::parts::{file_of, items, text, texts};
use super::record::{self, Change, Parts, changes};
use super::source::{Place, Source};
use crate::app::workspace::{Error, Workspace};
use crate::wire::Asked;
use crate::wire::request;
use crate::wire::vocabulary::Wording;

/// What a site is made of.
pub(crate) struct Plan<'a> {
    /// The revision whose memory it shows.
    pub(crate) revision: &'a str,
    /// Where it will be, for those who look for it: `https://example.org/memory/`.
    pub(crate) base: Option<&'a str>,
    pub(crate) wording: Wording,
}

/// The files of a site, by their names below its folder: the same memory gives the same bytes.
///
/// # Errors
/// An unknown revision, or where memory cannot be read.
pub(crate) fn site(workspace: &Workspace, plan: &Plan) -> Result<Vec<(String, String)>, Error> {
    let asked = Asked::new(&Value::Null);
    let source = Source {
        workspace,
        asked: &asked,
        wording: plan.wording,
        place: Place::Site,
        state: None,
        revision: Some(plan.revision.to_owned()),
        parameters: Map::new(),
    };
    let mut files: Vec<(String, String)> = Vec::new();
    for asset in &ASSETS {
        files.push((asset.name.to_owned(), asset.text.to_owned()));
    }
    let whole = source.ask_then(request::whole, json!({}))?;
    let all = items(&whole, "records");
    for link in LINKS.iter().filter(|link| !link.is_private) {
        if let Some(page) = page(link.name, &source)? {
            files.push((link.name.to_owned(), page));
        }
    }
    for nth in 2..=list::pages(all.len()) {
        files.push((list::name(nth), list::nth(&source, nth)?));
    }
    files.extend(records(&source, all)?);
    files.push(("search.json".to_owned(), index(all)));
    if let Some(base) = plan.base {
        files.push(("sitemap.xml".to_owned(), map_of(base, &files)));
    }
    files.sort_unstable();
    // What comes from git was not looked through yet: subjects, names of files.
    let redacted = |(name, text): (String, String)| (name, asked.text(Some(workspace), &text));
    Ok(files.into_iter().map(redacted).collect())
}

/// The page of each record.
fn records(source: &Source, all: &[Value]) -> Result<Vec<(String, String)>, Error> {
    let graph = source.ask_history(request::graph, json!({"most": usize::MAX}))?;
    let log = source.ask_history(request::log, json!({}))?;
    let covered = source.ask_then(request::all_files, json!({}))?;
    let nodes = items(&graph, "nodes");
    let mut edges: HashMap<&str, Vec<&Value>> = HashMap::new();
    for edge in items(&graph, "edges") {
        for end in [text(edge, "from"), text(edge, "to")] {
            edges.entry(end).or_default().push(edge);
        }
    }
    let mut commits: HashMap<&str, Vec<Change>> = HashMap::new();
    for (commit, change) in changes(&log) {
        let of_record = commits.entry(text(change, "id")).or_default();
        of_record.push((commit, change));
    }
    let covered: HashMap<&str, &Value> = items(&covered, "records")
        .iter()
        .map(|it| (text(it, "id"), it))
        .collect();
    let titles = nodes
        .iter()
        .map(|node| (text(node, "id"), text(node, "title")))
        .collect();
    let mut pages = Vec::with_capacity(all.len());
    for one in all {
        let id = text(one, "id");
        let files = covered
            .get(id)
            .into_iter()
            .flat_map(|it| texts(it, "files"));
        let parts = Parts {
            record: one,
            edges: edges.get(id).map_or(&[], Vec::as_slice),
            titles: &titles,
            files: files.collect(),
            commits: commits.get(id).map_or(&[], Vec::as_slice),
        };
        pages.push((file_of(id), record::page(source, &parts)));
    }
    Ok(pages)
}

/// Whether a file is a page: their names are our own, and in lower case.
#[expect(
    clippy::case_sensitive_file_extension_comparisons,
    reason = "see above"
)]
fn is_page(name: &str) -> bool {
    name.ends_with(".html")
}

/// The map of a site (sitemaps.org).
fn map_of(base: &str, files: &[(String, String)]) -> String {
    let pages = files.iter().filter(|(name, _)| is_page(name));
    let base = base.trim_end_matches('/');
    let map = html! {
        urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" {
            @for (name, _) in pages { url { loc { (base) "/" (name.replace('%', "%25")) } } }
        }
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n",
        map.into_string()
    )
}
