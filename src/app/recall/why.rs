//! Why a file is as it is: the records that are about it, and the notes on the commits that wrote
//! it.

use super::with_index;
use crate::app::private::notes;
use crate::app::workspace::{Error, Workspace};
use crate::domain::path::MEMORY;
use crate::domain::pathspec;
use crate::domain::recall::holding;
use crate::domain::record::{Record, header};
use crate::domain::secrets::Clean;
use crate::domain::secrets::redact;
use crate::git::ObjectId;
use crate::store::{Memory, View};

/// So many of the last commits of a file are asked.
const COMMITS: usize = 10;

/// A file, or one line of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// From the top of the work tree.
    pub path: String,
    /// From 1.
    pub line: Option<u32>,
}

/// A record that is about a spot, and why.
#[derive(Clone, Debug)]
pub struct About {
    /// The record.
    pub record: Record,
    /// What ties it to the spot, the strongest first.
    pub why: Vec<String>,
}

/// A note on a commit that wrote a spot.
#[derive(Clone, Debug)]
pub struct Said {
    /// The commit.
    pub commit: ObjectId,
    /// Its subject.
    pub subject: String,
    /// Who wrote the note.
    pub author: String,
    /// What it says.
    pub text: String,
}

/// What there is about one spot.
#[derive(Clone, Debug)]
pub struct Reasons {
    /// The spot.
    pub spot: Spot,
    /// Records, those that name the path first.
    pub records: Vec<About>,
    /// Notes, those of the newest commit first.
    pub notes: Vec<Said>,
}

/// The records and notes about some spots; what does not hold any more only where `is_all`.
///
/// # Errors
/// Where memory or git cannot be read. A file that git does not know has no commits; that is no
/// error.
pub fn why(workspace: &Workspace, spots: &[Spot], is_all: bool) -> Result<Vec<Reasons>, Error> {
    let memory = workspace.memory(&View::WorkTree)?;
    spots
        .iter()
        .map(|spot| reasons(workspace, &memory, spot, is_all))
        .collect()
}

fn reasons(
    workspace: &Workspace,
    memory: &Memory,
    spot: &Spot,
    is_all: bool,
) -> Result<Reasons, Error> {
    let commits = workspace
        .repo
        .last_changes(&spot.path, spot.line, COMMITS)
        .unwrap_or_default();
    let mentions = mentions(workspace, &spot.path)?;
    let added = added_with(workspace, &commits)?;
    let mut records: Vec<(usize, About)> = Vec::new();
    for record in memory
        .records
        .iter()
        .filter(|record| is_all || record.is_current())
    {
        let specs = record.header.paths.iter().map(Clean::as_str);
        let covering = pathspec::covering(specs, &spot.path);
        let by_spec = covering.map(|spec| format!("paths: {spec}"));
        let mention = mentions
            .iter()
            .find(|(path, _)| path == record.path.as_str());
        let by_mention = mention.map(|(_, text)| format!("mentions {text}"));
        let commit = added
            .iter()
            .find(|(id, _)| *id == record.header.id.as_str());
        let by_commit =
            commit.map(|(_, commit)| format!("added in {}, which changed this", commit.short()));
        let reasons = [by_spec, by_mention, by_commit];
        let strongest = reasons.iter().position(Option::is_some);
        let why: Vec<String> = reasons.into_iter().flatten().collect();
        records.extend(strongest.map(|strength| {
            (
                strength,
                About {
                    record: record.clone(),
                    why,
                },
            )
        }));
    }
    let newest_first = |(_, about): &(usize, About)| std::cmp::Reverse(about.record.header.updated);
    records.sort_by(|a, b| {
        let by_hold = b.1.record.is_current().cmp(&a.1.record.is_current());
        by_hold
            .then(a.0.cmp(&b.0))
            .then_with(|| newest_first(a).cmp(&newest_first(b)))
    });
    let mut said = Vec::new();
    for commit in &commits {
        for on in notes::list(workspace, Some(&commit.to_string()))? {
            let note = |note: crate::domain::private::note::Note| Said {
                commit: on.commit,
                subject: on.subject.to_string(),
                author: note.author,
                text: note.text,
            };
            said.extend(on.notes.into_iter().map(note));
        }
    }
    let records = records.into_iter().map(|(_, about)| about).collect();
    Ok(Reasons {
        spot: spot.clone(),
        records,
        notes: said,
    })
}

/// The paths of the records whose text names a file, each with how it names it: by its path, or as
/// much of the path's end as no other tracked file has.
fn mentions(workspace: &Workspace, path: &str) -> Result<Vec<(String, String)>, Error> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_only = workspace.repo.files_named(name)? <= 1;
    let starts = std::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
    let endings: Vec<&str> = starts
        .map(|at| &path[at..])
        .filter(|end| is_only || *end != name || path == name)
        .collect();
    with_index(workspace, None, &|_, _| {}, |index| {
        let view = workspace.store().indexed(index, &View::WorkTree)?;
        let parts = view.parts();
        let mut found: Vec<(String, String)> = Vec::new();
        for ending in &endings {
            for (part, document) in holding(&parts, &view.totals, ending)? {
                let (place, Some(id)) = (view.path(part, document)?, view.id(part, document)?)
                else {
                    continue;
                };
                let text = redact(&String::from_utf8_lossy(
                    &workspace.store().content(&place, id)?,
                ));
                if text.contains(ending) && !found.iter().any(|(known, _)| *known == place) {
                    found.push((place, (*ending).to_owned()));
                }
            }
        }
        Ok(found)
    })
}

/// The ids of the records that some commits added.
fn added_with(
    workspace: &Workspace,
    commits: &[ObjectId],
) -> Result<Vec<(String, ObjectId)>, Error> {
    let mut added = Vec::new();
    for commit in workspace.repo.changes_of(commits, MEMORY)? {
        for file in commit.files.iter().filter(|file| file.before.is_none()) {
            let Some(blob) = file.after else { continue };
            let header = header::read(&workspace.repo.blob(blob)?).header;
            added.extend(header.map(|header| (header.id.to_string(), commit.id)));
        }
    }
    Ok(added)
}
