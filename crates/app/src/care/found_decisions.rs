//! Folders of documents that memory does not read: found by their usual names, by the name in
//! `.adr-dir`, and by what their files say.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use crate::care::roots::{RootFolder, unread};
use crate::workspace::{Error, Workspace};
use git_memory_import::adr::{Adr, Format, Original, StatusWords, read};
use git_memory_model::form::markdown::Document;
use git_memory_model::form::reference::number_of;
use git_memory_model::form::refusal::other_than_decision;
use git_memory_model::form::vocabulary::DECISION_SECTIONS;
use git_memory_model::kind::Kind;
use git_memory_model::layout::is_record_name;
use git_memory_model::roots::Root;
use git_memory_policy::map::is_sample_folder;
use git_memory_store::TextFile;
use git_memory_text::path::{RepoPath, is_below, relative};

/// The thing that an import without a path looks for, where there is none.
const FOLDER: &str = "folder of decision records was found";
/// Number of files of a folder that show whether it has decisions at all.
const SAMPLE: usize = 8;
/// Maximum number of files that are looked into: `init` is to answer at once in any repository.
const LIMIT: usize = 3000;
/// The least number of pages at the top that can be a series.
const SEVERAL: usize = 3;

/// A folder with decision records, or with a tree of workspaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decisions {
    /// The folder; its documents are the decision records in it.
    pub folder: RootFolder,
    /// The folder as the setting `roots` names it; `None` where most of its pages are something
    /// else, so that an import has to choose.
    pub root: Option<String>,
    /// The folder, as a path from the current one.
    pub from_here: String,
}

impl Decisions {
    /// The folder in words.
    #[must_use]
    pub fn place(&self) -> &str {
        match self.folder.folder.as_str() {
            "" => "the top folder",
            folder => folder,
        }
    }
}

/// Finds the folders of decision records that are not read yet.
///
/// # Errors
/// In a bare repository, or where the file system or git does not answer.
pub fn decisions(workspace: &Workspace) -> Result<Vec<Decisions>, Error> {
    let mut found: Vec<Decisions> = Vec::new();
    for folder in unread(workspace)? {
        found.push(by_name(folder));
    }
    found.extend(by_content(workspace, &found)?);
    found.extend(at_top(workspace)?);
    // Outside of the work tree, paths begin at its top.
    let files = workspace.store().work_files()?;
    let here = files.path_from_top(Path::new(".")).unwrap_or_default();
    if !here.is_empty() {
        for one in &mut found {
            one.from_here = relative(&here, &one.folder.folder);
        }
    }
    Ok(found)
}

fn by_name(folder: RootFolder) -> Decisions {
    Decisions {
        root: Some(folder.setting.clone()),
        from_here: folder.folder.clone(),
        folder,
    }
}

/// The folders whose tracked Markdown files are decision records by what they say. Beside a folder
/// that is named for decisions, a status is not enough: specifications and notes have one, too.
fn by_content(workspace: &Workspace, known: &[Decisions]) -> Result<Vec<Decisions>, Error> {
    let roots = workspace.store().roots()?;
    let mut folders: BTreeMap<String, Vec<RepoPath>> = BTreeMap::new();
    for path in workspace.store().staging().tracked_files()? {
        let Ok(path) = path.parse::<RepoPath>() else {
            continue;
        };
        let folder = path.folder();
        let is_elsewhere = folder.is_empty()
            || roots.memory().holds(path.as_str())
            || known
                .iter()
                .any(|it| is_below(path.as_str(), &it.folder.folder))
            || roots.place_in(folder).is_some();
        let is_page =
            is_record_name(path.file_name()) && other_than_decision(path.as_str(), false).is_none();
        if is_page && !is_elsewhere {
            folders.entry(folder.to_owned()).or_default().push(path);
        }
    }
    let mut found = Vec::new();
    let mut left = LIMIT;
    for (folder, pages) in folders {
        let sample = pages.len().min(SAMPLE).min(left);
        left -= sample;
        let mut decisions = count(workspace, &pages[..sample], has_status)?;
        if decisions == 0 || left < pages.len() - sample {
            continue;
        }
        left -= pages.len() - sample;
        decisions += count(workspace, &pages[sample..], has_status)?;
        let found_here = described(&folder, decisions, pages.len());
        found.extend(found_here.map(|it| (it, pages)));
    }
    let has_home = known.iter().any(|it| it.folder.is_of_decisions)
        || roots.outermost().any(|root| root.kind() == Kind::DECISION)
        || found.iter().any(|(it, _)| is_named(it));
    let mut kept = Vec::new();
    for (one, pages) in found {
        let is_kept = !has_home
            || is_named(&one)
            || count(workspace, &pages, has_decision)? * 2 >= one.folder.documents;
        kept.extend(is_kept.then_some(one));
    }
    // A project that is about decisions may have nothing but samples of them.
    let is_sample = |it: &Decisions| is_sample_folder(&it.folder.folder);
    if has_home || !kept.iter().all(is_sample) {
        kept.retain(|it| !is_sample(it));
    }
    Ok(kept)
}

/// True if the name of a folder tells that it has decisions.
fn is_named(found: &Decisions) -> bool {
    let root = found.folder.folder.parse();
    root.is_ok_and(|root: Root| root.kind() == Kind::DECISION)
}

/// A folder with this many decisions among its pages; `None` where those may be a coincidence.
fn described(folder: &str, decisions: usize, pages: usize) -> Option<Decisions> {
    let root: Root = folder.parse().ok()?;
    // One page with a status may be anything.
    let is_meant = decisions > 1 || (pages == 1 && root.kind() == Kind::DECISION);
    let root: Root = format!("{folder}=decision").parse().ok()?;
    is_meant.then(|| Decisions {
        folder: RootFolder {
            folder: folder.to_owned(),
            setting: root.to_string(),
            is_of_decisions: true,
            documents: decisions,
            untracked: 0,
        },
        // Every page of a root is a decision.
        root: (decisions * 10 >= pages * 8).then(|| root.to_string()),
        from_here: folder.to_owned(),
    })
}

/// The decision records at the top of the repository, which no root can be; `None` unless their form
/// is unmistakable: most of several pages with a number.
fn at_top(workspace: &Workspace) -> Result<Option<Decisions>, Error> {
    let mut pages = Vec::new();
    for path in workspace.store().staging().tracked_files()? {
        let is_numbered = !path.contains('/') && number_of(&path).is_some();
        if is_numbered
            && is_record_name(&path)
            && other_than_decision(&path, false).is_none()
            && let Ok(path) = path.parse::<RepoPath>()
        {
            pages.push(path);
        }
    }
    if pages.len() < SEVERAL || pages.len() > LIMIT {
        return Ok(None);
    }
    // In a series, the header or the sections of a decision are proof without a status.
    let is_decision = |adr: &Adr, text: &str| {
        has_status(adr, text) || adr.format == Format::Bullets || text.contains("\n## Decision")
    };
    let decisions = count(workspace, &pages, is_decision)?;
    Ok((decisions * 10 >= pages.len() * 8).then(|| Decisions {
        folder: RootFolder {
            folder: String::new(),
            setting: String::new(),
            is_of_decisions: true,
            documents: decisions,
            untracked: 0,
        },
        root: None,
        from_here: ".".to_owned(),
    }))
}

/// A number in its name, or a date in its front matter, makes a page no decision.
fn has_status(adr: &Adr, _: &str) -> bool {
    adr.has_status || adr.format == Format::Nygard
}

/// True if a page has the section in which a decision stands.
fn has_decision(_: &Adr, text: &str) -> bool {
    Document::parse(text).find(DECISION_SECTIONS).is_some()
}

/// Number of decision records among some files.
fn count(
    workspace: &Workspace,
    pages: &[RepoPath],
    is_decision: fn(&Adr, &str) -> bool,
) -> Result<usize, Error> {
    let words = StatusWords::default();
    let files = workspace.store().work_files()?;
    let mut decisions = 0;
    for path in pages {
        let TextFile::Text(text) = files.text(path.as_str())? else {
            continue;
        };
        let read = read(&Original {
            path: path.as_str(),
            text: &text,
            is_wanted: false,
            is_named: false,
            words: &words,
        });
        decisions += usize::from(read.is_ok_and(|adr| is_decision(&adr, &text)));
    }
    Ok(decisions)
}

/// The folders that an import without a path reads.
///
/// # Errors
/// [`Error::NothingReadable`] where there are none.
pub fn usual(workspace: &Workspace) -> Result<Vec<std::path::PathBuf>, Error> {
    let top = workspace.store().work_files()?.top();
    let mut seen = HashSet::new();
    let mut folders = Vec::new();
    let found = decisions(workspace)?;
    for found in found.into_iter().filter(|it| it.folder.is_of_decisions) {
        if seen.insert(found.folder.folder.clone()) {
            folders.push(top.join(found.folder.folder));
        }
    }
    if folders.is_empty() {
        let roots = workspace.store().roots()?;
        let read = roots.outermost().find(|it| it.kind() == Kind::DECISION);
        return Err(Error::NothingReadable {
            what: match read {
                Some(root) => format!("'{}' is read in place; no other {FOLDER}", root.folder()),
                None => format!("no {FOLDER}"),
            },
            remedy: "name the folder that has them",
        });
    }
    Ok(folders)
}
