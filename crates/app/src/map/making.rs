//! Makes a map.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::decided::Decided;
use super::{Map, MapRequest, MappedFile, MappedRecord, MappedSymbol, Share, Shares, TOKENS};
use crate::call::Call;
use crate::context::digest::digest;
use crate::project::{index, policy};
use crate::records::pathspecs::paths_from_top;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_policy::map::{
    ChosenFile, FileDecisions, Focus, Graph, MapChoice, MapFile, MapPage, Unread,
};
use git_memory_policy::project::policy::{Access, Place, Touch};
use git_memory_policy::project::{DirectoryMap, Role};
use git_memory_store::{Packed, SourceFile, View};
use git_memory_text::budget::Size;
use git_memory_text::counted;

/// The maximum number of records that are named below a file.
const RECORDS: usize = 3;

/// Everything that a map is made from, beside what every answer depends on.
#[derive(Serialize)]
struct MapKey<'a> {
    request: &'a MapRequest,
    sources: Vec<String>,
}

/// The guard has seen the names that its symbols have.
impl Packed for Map {}

/// Makes a map; in a bare repository of HEAD. `progress` is called with how many of how many new
/// sources were read.
pub fn make(
    workspace: &Workspace,
    request: &MapRequest,
    progress: &dyn Fn(usize, usize),
) -> Result<Map, Error> {
    let store = workspace.store();
    let Some(view) = present(workspace, &request.view)? else {
        return Ok(Map::default());
    };
    let sources = sources(workspace, &view)?;
    // Records about a file change with memory, which is not part of the key.
    let key = if request.has_decisions {
        None
    } else {
        let sources = listed(&sources);
        Some(digest(workspace, "map", &MapKey { request, sources })?)
    };
    if let Some(map) = key.as_deref().and_then(|key| store.kept_pack(key)) {
        return Ok(map);
    }
    let symbols = store.symbols(&sources, workspace.guard()?, progress)?;
    let is_whole = symbols.is_whole;
    let symbols = symbols.of_files;
    let mut files = Vec::with_capacity(sources.len());
    let mut unread = Vec::new();
    for (source, symbols) in sources.iter().zip(&symbols) {
        if symbols.unread == Some(Unread::TooHard) {
            unread.push(source.path.clone());
        }
        files.push(MapFile {
            path: &source.path,
            symbols,
        });
    }
    let focus = Focus {
        paths: request.paths.clone(),
        query: request.query.clone(),
    };
    let choice = MapChoice::of(&Graph::of(&files, &focus));
    let decided = if request.has_decisions {
        Some(Decided::of(workspace, &view)?)
    } else {
        None
    };
    let paths: Vec<&str> = sources.iter().map(|it| it.path.as_str()).collect();
    let shares = decided.as_ref().map(|decided| decided.shares(&paths));
    let last = shares.as_ref().map(share_line).unwrap_or_default();
    let map = fitted(workspace, request.most, &choice, decided.as_ref(), &last)?;
    let map = Map {
        unread,
        shares,
        ..map
    };
    if let Some(key) = key
        && is_whole
    {
        store.keep_pack(&key, &map);
    }
    Ok(map)
}

/// The view that there is: that of HEAD in a bare repository, none before its first commit.
pub(super) fn present(workspace: &Workspace, view: &View) -> Result<Option<View>, Error> {
    Ok(match view {
        View::WorkTree => workspace.store().present()?,
        view => Some(view.clone()),
    })
}

/// The blobs and paths of the sources that a map of a view is made from.
pub fn named(workspace: &Workspace, view: &View) -> Result<Vec<String>, Error> {
    Ok(listed(&sources(workspace, view)?))
}

fn listed(sources: &[SourceFile]) -> Vec<String> {
    let lines = sources.iter();
    lines.map(|it| format!("{} {}", it.id, it.path)).collect()
}

/// The project's own source files, without what no tool may touch.
pub(super) fn sources(workspace: &Workspace, view: &View) -> Result<Vec<SourceFile>, Error> {
    let mut sources = workspace.store().source_files(view)?;
    let project = match view {
        View::Revision(_) => index::load_committed(workspace)?,
        View::WorkTree | View::Index => index::load(workspace)?,
    };
    let policy = match view.revision() {
        Some(revision) => policy::of_team(workspace, revision)?,
        None => policy::policy(workspace)?,
    };
    sources.retain(|source| {
        let place = || Place::Inside(source.path.clone());
        let read = Touch::of_files(Access::Read);
        is_own(&project.map, &source.path) && policy.judge(&place(), read).is_none()
    });
    Ok(sources)
}

/// True if the project wrote a file, judging by its top-level folder.
fn is_own(map: &DirectoryMap, path: &str) -> bool {
    let (top, _) = path.split_once('/').unwrap_or((path, ""));
    match map.find(top) {
        Some(entry) => !matches!(
            entry.role,
            Role::Dependency | Role::Build | Role::Cache | Role::Generated
        ),
        // The file is from another revision.
        None => true,
    }
}

/// Returns a map's line about decision coverage.
fn share_line(shares: &Shares) -> String {
    let Share {
        files,
        decided,
        moved,
    } = shares.whole;
    let files = counted(files, "file");
    format!("Decision coverage: {decided} of {files}; changed since: {moved}\n")
}

/// The map that is within the budget after everything has been redacted. `last` is its last line,
/// where it shows anything.
fn fitted(
    workspace: &Workspace,
    most: Size,
    choice: &MapChoice,
    decided: Option<&Decided>,
    last: &str,
) -> Result<Map, Error> {
    let most = most.for_names();
    let mut room = most;
    loop {
        let mut page = choice.page(room, &FileDecisions::new());
        let mut records: Vec<Vec<MappedRecord>> = Vec::new();
        if let Some(decided) = decided {
            // With their lines, fewer files have room: no record is asked about others than these.
            let lines = lines(&page, &decided.about(paths(&page)));
            page = choice.page(room, &lines);
            records = decided.about(paths(&page));
        }
        if !page.text.is_empty() {
            page.text.push_str(last);
        }
        // A marker may be longer than what it stands for.
        let text = workspace.guard()?.redact(&page.text);
        if most.holds(Size::of(&text)) {
            return Ok(map(text, &page, records));
        }
        room = room.share(75);
    }
}

fn paths<'p>(page: &'p MapPage<'_>) -> impl Iterator<Item = &'p str> {
    page.files.iter().map(|file| file.path)
}

/// Returns a map's lines below each file: records by id and title, each title once.
fn lines(page: &MapPage, records: &[Vec<MappedRecord>]) -> FileDecisions {
    let mut lines = FileDecisions::new();
    let mut told: HashSet<&str> = HashSet::new();
    for (file, records) in page.files.iter().zip(records) {
        let mut own = Vec::new();
        for record in records.iter().take(RECORDS) {
            own.push(if told.insert(&record.id) {
                format!("{} {}", record.id, record.title)
            } else {
                record.id.clone()
            });
        }
        if records.len() > RECORDS {
            own.push(format!("and {} more", records.len() - RECORDS));
        }
        if !own.is_empty() {
            lines.insert(file.path.to_owned(), own);
        }
    }
    lines
}

fn map(text: Clean, page: &MapPage, records: Vec<Vec<MappedRecord>>) -> Map {
    let mut records = records.into_iter();
    let mut files = Vec::new();
    for file in &page.files {
        // Empty if the request did not ask for decisions.
        let decisions = records.next().unwrap_or_default();
        files.push(mapped(file, decisions));
    }
    Map {
        text,
        files,
        files_left: page.files_left,
        symbols_left: page.symbols_left,
        unread: Vec::new(),
        shares: None,
    }
}

fn mapped(file: &ChosenFile, decisions: Vec<MappedRecord>) -> MappedFile {
    let mut symbols = Vec::new();
    for symbol in &file.symbols {
        let definition = symbol.definition;
        symbols.push(MappedSymbol {
            name: definition.name.to_string(),
            kind: definition.kind.name().into(),
            container: definition.container.as_deref().map(str::to_owned),
            line: definition.line,
            is_used: symbol.is_used,
        });
    }
    MappedFile {
        path: file.path.to_owned(),
        rank: file.rank,
        symbols,
        decisions,
    }
}

/// The part of the repository to map.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MapQuestion {
    /// The task: files that match its words come first.
    query: String,
    /// The files that the task touches: what has to do with them comes first.
    near: Vec<String>,
    /// Maximum number of tokens, as estimated.
    max_tokens: Option<usize>,
    /// Mark files with the records about them.
    decisions: bool,
    /// Sources as of this revision.
    rev: Option<String>,
}

/// The source files and what they define, what is most used first.
pub fn answer(call: &Call, question: &MapQuestion) -> Result<Map, Error> {
    let request = MapRequest {
        view: View::at(question.rev.as_deref()),
        paths: paths_from_top(call.workspace, &question.near)?,
        query: question.query.clone(),
        most: Size::at_most(None, None, Some(question.max_tokens.unwrap_or(TOKENS))),
        has_decisions: question.decisions,
    };
    make(call.workspace, &request, call.progress)
}
