//! All pages at once, for a host that gives files. Every record is read once, and every history and
//! link once for all of them.

use std::collections::{BTreeSet, HashMap};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, Builder, ScopedJoinHandle};

use maud::html;
use serde_json::Map;

use super::about::{Change, Parts, changes, ties};
use super::assets::ASSETS;
use super::bearings::{Bearings, Reviewed};
use super::frame::HOME;
use super::history;
use super::host::Host;
use super::index::index;
use super::links::links;
use super::list;
use super::pages::page;
use super::parts::file_of;
use super::record;
use super::source::{Place, Source};
use super::timeline;
use git_memory_app::View;
use git_memory_app::exchange::site::{Plan, Put, whole};
use git_memory_app::records::covered::{Covered, covered_by_all};
use git_memory_app::workspace::{Error, Redaction, Workspace};

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
        let begun = Builder::new().spawn_scoped(scope, move || overviews(&beside, plan));
        let bearings = Bearings::of(workspace, Some(plan.revision))?;
        records(&source(workspace, plan, bearings), &mut taken)?;
        let overviews = match begun.map(ScopedJoinHandle::join) {
            Ok(Ok(overviews)) => overviews?,
            Ok(Err(panic)) => resume_unwind(panic),
            // No thread could be started.
            Err(_) => overviews(workspace, plan)?,
        };
        for (name, text) in overviews {
            taken(&name, &text)?;
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

/// The source of pages that are made in one thread.
fn source<'a>(workspace: &'a Workspace, plan: &Plan, bearings: Bearings) -> Source<'a> {
    let redaction = Redaction::default();
    redaction.open(workspace);
    Source {
        workspace,
        redaction,
        place: Place::Site,
        state: None,
        revision: Some(plan.revision.to_owned()),
        bearings,
        parameters: Map::new(),
    }
}

/// The pages that tell of all records.
fn overviews(workspace: &Workspace, plan: &Plan) -> Result<Vec<(String, String)>, Error> {
    let bearings = Bearings::of(workspace, Some(plan.revision))?;
    let reviewed = Reviewed::of(workspace, &View::at(Some(plan.revision)))?;
    let source = &source(workspace, plan, bearings.with(Some(Arc::new(reviewed))));
    let mut pages = Vec::new();
    for (name, text) in list::all(source)?
        .into_iter()
        .chain(timeline::older(source)?)
        .chain(history::older(source)?)
    {
        pages.push((name, source.page(&text)));
    }
    for link in links() {
        if link.is_private || link.name == HOME {
            continue;
        }
        if let Some(page) = page(link.name, source)? {
            pages.push((link.name.to_owned(), source.page(&page)));
        }
    }
    Ok(pages)
}

/// The page of each record, and the index of their words.
fn records(source: &Source, put: &mut Put) -> Result<(), Error> {
    let (workspace, view) = (source.workspace, source.view());
    let all = whole(workspace, &view)?;
    for (name, text) in index(source, &all)? {
        put(&name, &text)?;
    }
    let graph = source.graph(usize::MAX)?;
    let log = source.log(None)?;
    let covered = covered_by_all(workspace, &view)?;
    let around = ties(&graph);
    let host = Host::of(source)?;
    let mut commits: HashMap<&str, Vec<Change>> = HashMap::new();
    for (commit, event) in changes(&log) {
        let of_record = commits.entry(event.id.as_str()).or_default();
        of_record.push((commit, event));
    }
    let covered: HashMap<&str, &Covered> = covered.iter().map(|it| (it.id.as_str(), it)).collect();
    let headers = all.iter().map(|one| &one.record.header);
    let titles = headers.map(|it| (it.id.as_str(), it.title.as_str()));
    let titles = titles.collect();
    let linked = record::ids(all.iter().map(|one| &one.record));
    for shown in &all {
        let id = shown.record.header.id.as_str();
        let parts = Parts {
            shown,
            graph: &graph,
            ties: &around,
            titles: &titles,
            linked: &linked,
            files: covered.get(id).map_or(&[], |it| it.applies_to.as_slice()),
            files_left: covered.get(id).map_or(0, |it| it.files_left),
            commits: commits.get(id).map_or(&[], Vec::as_slice),
            host: host.as_ref(),
        };
        let page = record::page(source, &parts);
        put(&file_of(&source.written(id)), &source.page(&page))?;
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
