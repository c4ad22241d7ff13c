//! All pages at once, for a host that gives files. Every record is read once, and every history and
//! link once for all of them.

use std::collections::{BTreeSet, HashMap};
use std::panic::resume_unwind;
use std::thread;

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
use git_memory_app::exchange::site::{Plan, Put};
use git_memory_app::interim;
use git_memory_app::verbs;
use git_memory_app::wire::Asked;
use git_memory_app::workspace::{Error, Workspace};

/// The map of a site, for those who look for its pages.
const MAP: &str = "sitemap.xml";

/// Makes the files of a site and hands each over as soon as it is made; tells how many there are. The
/// same memory gives the same bytes.
///
/// # Errors
/// An unknown revision, or where memory cannot be read; what `put` returns.
pub fn site(workspace: &Workspace, plan: &Plan, put: &mut Put) -> Result<usize, Error> {
    let mut names = BTreeSet::new();
    let mut taken = |name: &str, text: &str| {
        names.insert(name.to_owned());
        put(name, text)
    };
    let beside = workspace.next(workspace.invocation())?;
    thread::scope(|scope| -> Result<(), Error> {
        // To review all records takes as long as all their pages.
        let overviews = scope.spawn(move || overviews(&Maker::new(&beside, plan)));
        records(&Maker::new(workspace, plan), &mut taken)?;
        let overviews = match overviews.join() {
            Ok(overviews) => overviews?,
            Err(panic) => resume_unwind(panic),
        };
        for (name, text) in overviews {
            taken(name, &text)?;
        }
        Ok(())
    })?;
    for asset in &ASSETS {
        taken(asset.name, asset.text)?;
    }
    let mut count = names.len();
    if let Some(base) = plan.base {
        put(MAP, &map_of(base, &names))?;
        count += 1;
    }
    Ok(count)
}

/// Makes pages in one thread.
struct Maker<'a> {
    workspace: &'a Workspace,
    plan: &'a Plan<'a>,
    asked: Asked,
}

impl<'a> Maker<'a> {
    fn new(workspace: &'a Workspace, plan: &'a Plan<'a>) -> Self {
        Self {
            workspace,
            plan,
            asked: Asked::new(&Value::Null),
        }
    }

    fn source(&self) -> Source<'_> {
        Source {
            workspace: self.workspace,
            asked: &self.asked,
            wording: self.plan.wording,
            place: Place::Site,
            state: None,
            revision: Some(self.plan.revision.to_owned()),
            parameters: Map::new(),
        }
    }

    /// A file as it may be shown: what comes from git was not looked through yet, such as subjects
    /// and names of files.
    fn shown(&self, text: &str) -> String {
        self.asked.text(Some(self.workspace), text)
    }
}

/// The pages that tell of all records, but for their list.
fn overviews(maker: &Maker) -> Result<Vec<(&'static str, String)>, Error> {
    let source = maker.source();
    let mut pages = Vec::new();
    for link in LINKS {
        if link.is_private || list::is_first(link.name) {
            continue;
        }
        if let Some(page) = page(link.name, &source)? {
            pages.push((link.name, maker.shown(&page)));
        }
    }
    Ok(pages)
}

/// The page of each record, their list, and the index of their words.
fn records(maker: &Maker, put: &mut Put) -> Result<(), Error> {
    let source = &maker.source();
    let whole = source.ask_then(&interim::WHOLE, json!({}))?;
    let all = items(&whole, "records");
    for (name, text) in list::all(source)? {
        put(&name, &maker.shown(&text))?;
    }
    for (name, text) in index(all) {
        put(&name, &text)?;
    }
    let graph = source.ask_history(&verbs::GRAPH, json!({"most": usize::MAX}))?;
    let log = source.ask_history(&verbs::LOG, json!({}))?;
    let covered = source.ask_then(&interim::ALL_FILES, json!({}))?;
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
    let titles = all
        .iter()
        .map(|one| (text(one, "id"), text(one, "title")))
        .collect();
    let ids = record::ids(all);
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
            linked: &ids,
            files: files.collect(),
            commits: commits.get(id).map_or(&[], Vec::as_slice),
        };
        put(&file_of(id), &maker.shown(&record::page(source, &parts)))?;
    }
    Ok(())
}

/// True if a file is a page: their names are our own, and in lower case.
#[expect(
    clippy::case_sensitive_file_extension_comparisons,
    reason = "see above"
)]
fn is_page(name: &str) -> bool {
    name.ends_with(".html")
}

/// The map of a site (sitemaps.org).
fn map_of(base: &str, files: &BTreeSet<String>) -> String {
    let pages = files.iter().filter(|name| is_page(name));
    let base = base.trim_end_matches('/');
    let map = html! {
        urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" {
            @for name in pages { url { loc { (base) "/" (name.replace('%', "%25")) } } }
        }
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n",
        map.into_string()
    )
}
