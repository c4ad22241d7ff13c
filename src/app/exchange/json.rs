//! Importing a document of memory: the files of `git memory export`, and what other programs know
//! of conventions, decisions and notes. Nothing that is there is written over.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::sync::Arc;

use crate::app::care::init;
use crate::app::exchange::import::{Outcome, Skipped, Taken};
use crate::app::records::add::{Names, admissible, errors, fitting, valid_title};
use crate::app::workspace::{Error, Workspace};
use crate::domain::exchange::{Document, Foreign, LISTS, List, Passed};
use crate::domain::kind::Kind;
use crate::domain::layout::{Part, SUMMARY};
use crate::domain::path::RepoPath;
use crate::domain::record::draft::Draft;
use crate::domain::record::patch::Field;
use crate::domain::record::{Code, Fault, Header, Record, RecordId, check, front_matter, header};
use crate::domain::scope::Scope;
use crate::domain::secrets::Clean;
use crate::domain::{layout, text};
use crate::store::View;
use crate::store::write::Change;

/// How much of a reason, or of a name in a document, is repeated, in characters.
const SHOWN: usize = 200;
/// How much of it is looked at for secrets before it is cut, in bytes.
const LOOKED_AT: usize = 64 << 10;

/// What to import.
#[derive(Clone, Debug)]
pub struct Request {
    /// The document.
    pub text: String,
    /// Only say what would be done.
    pub dry_run: bool,
}

/// Imports what a document has: first its files, then what its other lists have beyond them.
///
/// # Errors
/// [`Error::NoDocument`], or where memory cannot be read or written; then nothing was changed.
pub fn json(
    workspace: &Workspace,
    request: &Request,
    is_staged: bool,
) -> Result<Vec<Outcome>, Error> {
    let document = match Document::parse(&request.text) {
        Ok(document) => document,
        Err(why) => return Err(Error::NoDocument(shown(workspace, &why)?)),
    };
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let mut import = Import::new(workspace, &memory.records);
    for (nth, entry) in document.list("files").enumerate() {
        import.pass(nth, entry)?;
    }
    for list in &LISTS {
        for (nth, entry) in document.list(list.key).enumerate() {
            import.add(list, nth, entry, document.repo_hash.as_deref())?;
        }
    }
    if !request.dry_run && !import.changes.is_empty() {
        workspace.change(&lock, &import.changes, is_staged)?;
    }
    Ok(import.outcomes)
}

/// What a report repeats of a document: one line, without secrets.
fn shown(workspace: &Workspace, text: &str) -> Result<String, Error> {
    let start = &text[..text::floor(text, LOOKED_AT)];
    Ok(text::one_line(&workspace.guard()?.redact(start), SHOWN))
}

struct Import<'a> {
    workspace: &'a Workspace,
    old: HashMap<&'a RecordId, &'a Record>,
    /// The ids of all records, and of those that the document brings.
    ids: HashSet<RecordId>,
    /// The ids that the document's files have, whatever became of the files.
    passed: HashSet<RecordId>,
    /// Where records of these kinds were imported from, before and now.
    origins: HashMap<(&'static str, String), RecordId>,
    /// The paths that the document has, and the folders on the way to them.
    paths: HashSet<RepoPath>,
    folders: HashSet<String>,
    names: Names,
    changes: Vec<Change>,
    outcomes: Vec<Outcome>,
}

impl<'a> Import<'a> {
    fn new(workspace: &'a Workspace, old: &'a [Record]) -> Self {
        let origin = |record: &Record| {
            let from = record.header.imported_from.as_ref()?;
            Some((
                (record.kind_name(), from.to_string()),
                record.header.id.clone(),
            ))
        };
        Self {
            workspace,
            old: old
                .iter()
                .map(|record| (&record.header.id, record))
                .collect(),
            ids: old.iter().map(|record| record.header.id.clone()).collect(),
            passed: HashSet::new(),
            origins: old.iter().filter_map(origin).collect(),
            paths: HashSet::new(),
            folders: HashSet::new(),
            names: Names::default(),
            changes: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Notes what became of an entry; a reason may quote the document.
    fn report(&mut self, name: &str, result: Result<Taken, Skipped>) -> Result<(), Error> {
        let result = match result {
            Err(Skipped::Refused(why)) => Err(Skipped::Refused(shown(self.workspace, &why)?)),
            other => other,
        };
        self.outcomes.push(Outcome {
            file: shown(self.workspace, name)?,
            result,
        });
        Ok(())
    }

    /// Takes a file as it is, at its path.
    fn pass(&mut self, nth: usize, entry: &str) -> Result<(), Error> {
        match Passed::read(entry) {
            Err(why) => self.report(&format!("files/{}", nth + 1), Err(Skipped::Refused(why))),
            Ok(passed) => {
                let result = self.file(&passed);
                self.report(&passed.path, result)
            }
        }
    }

    fn file(&mut self, passed: &Passed) -> Result<Taken, Skipped> {
        let (path, part) = passed.place().map_err(Skipped::Refused)?;
        let reading = header::read(passed.content.as_bytes());
        let is_page = layout::place(&path).is_some_and(|place| reading.is_page(&place));
        let record: Option<Arc<Header>> = reading.header.filter(|_| part == Part::Record);
        let id = record.as_ref().map(|header| header.id.clone());
        self.passed.extend(id.clone());
        self.claim(&path)?;
        let before = self.before(&path)?;
        if before.as_deref() == Some(passed.content.as_bytes()) {
            return Err(Skipped::Already(id));
        }
        if part == Part::Setting {
            return Err(Skipped::refused(
                "it is a setting: what this repository trusts is not taken from a document",
            ));
        }
        let gives_way =
            path.as_str() == SUMMARY && before.as_deref().is_some_and(init::is_untouched_summary);
        if before.is_some() && !gives_way {
            return Err(Skipped::refused("there is another file at its path"));
        }
        if let Some(id) = &id {
            self.must_be_new(id, &passed.content)?;
        }
        self.workspace.admit(&path, path.as_str())?;
        let clean = fitting(self.workspace, &path, &passed.content)?;
        if part == Part::Record && !is_page {
            must_be_whole(&path, reading.faults, record.as_ref())?;
        }
        self.ids.extend(id);
        let taken = taken(&path, record.as_deref());
        self.changes.push(match before {
            Some(before) => Change::Replace(path, before, clean),
            None => Change::Create(path, clean),
        });
        Ok(taken)
    }

    /// Makes sure that no two files of the document are in each other's way.
    fn claim(&mut self, path: &RepoPath) -> Result<(), Skipped> {
        let is_file = |folder: &str| {
            folder
                .parse()
                .is_ok_and(|folder| self.paths.contains(&folder))
        };
        if self.folders.contains(path.as_str()) || folders(path).any(is_file) {
            return Err(Skipped::refused(
                "the document has a file and a folder of one name",
            ));
        }
        if !self.paths.insert(path.clone()) {
            return Err(Skipped::refused("the document has its path twice"));
        }
        self.folders.extend(folders(path).map(str::to_owned));
        Ok(())
    }

    /// The bytes that are at a path now; none where there is no file.
    fn before(&self, path: &RepoPath) -> Result<Option<Vec<u8>>, Skipped> {
        let top = self.workspace.repo.work_tree().map_err(Error::from)?;
        let place = self.workspace.store().place().map_err(Error::from)?;
        place.must_be_plain(path).map_err(Error::from)?;
        if folders(path).any(|folder| top.join(folder).join(".git").exists()) {
            return Err(Skipped::refused("its path leads into another repository"));
        }
        match fs::symlink_metadata(top.join(path.as_str())) {
            Err(_) => Ok(None),
            Ok(meta) if meta.len() > layout::RECORD_LIMIT => {
                Err(Skipped::refused("there is a large file at its path"))
            }
            Ok(meta) if meta.is_file() => Ok(Some(self.workspace.read(path)?)),
            Ok(_) => Err(Skipped::refused("there is no regular file at its path")),
        }
    }

    /// Makes sure that no other record has this id.
    fn must_be_new(&self, id: &RecordId, content: &str) -> Result<(), Skipped> {
        if let Some(record) = self.old.get(id) {
            let is_same = self.workspace.read(&record.path)? == content.as_bytes();
            let elsewhere =
                || Skipped::Refused(format!("{id} is here already, as '{}'", record.path));
            return Err(if is_same {
                Skipped::Already(Some(id.clone()))
            } else {
                elsewhere()
            });
        }
        if self.ids.contains(id) {
            return Err(Skipped::Refused(format!("the document has {id} twice")));
        }
        Ok(())
    }

    /// Makes a record of an entry that no file of the document covers.
    fn add(
        &mut self,
        list: &List,
        nth: usize,
        entry: &str,
        repo_hash: Option<&str>,
    ) -> Result<(), Error> {
        let given = List::id(entry);
        let id: Option<RecordId> = given.as_deref().and_then(|id| id.parse().ok());
        if id.as_ref().is_some_and(|id| self.passed.contains(id)) {
            return Ok(());
        }
        let name = format!(
            "{}/{}",
            list.key,
            given.unwrap_or_else(|| (nth + 1).to_string())
        );
        let result = match list.entry(entry) {
            Ok(foreign) => self.entry(list, foreign, id, repo_hash),
            Err(why) => Err(Skipped::Refused(why)),
        };
        self.report(&name, result)
    }

    fn entry(
        &mut self,
        list: &List,
        foreign: Foreign,
        given: Option<RecordId>,
        repo_hash: Option<&str>,
    ) -> Result<Taken, Skipped> {
        let kind =
            Kind::by_name(list.kind).ok_or_else(|| Skipped::refused("there is no such kind"))?;
        let given = given.filter(|id| id.kind().map(Kind::name) == Some(list.kind));
        let from = (list.kind, foreign.origin(repo_hash));
        match self.origins.get(&from) {
            Some(id) if self.old.contains_key(id) => {
                return Err(Skipped::Already(Some(id.clone())));
            }
            Some(_) => return Err(Skipped::refused("the document has it twice")),
            None => self.must_say_more(given.as_ref(), &foreign)?,
        }
        let title = valid_title(&foreign.title)?;
        let free = given.filter(|id| !self.ids.contains(id));
        let id = free.unwrap_or_else(|| self.workspace.new_id(kind, &title, &self.ids));
        let draft = draft(self.workspace, kind, id, title, foreign, &from.1);
        let path = self.names.free(self.workspace, &draft, &self.paths)?;
        let clean: Clean = admissible(self.workspace, &path, &draft.id, &draft.text())?;
        self.claim(&path)?;
        self.ids.insert(draft.id.clone());
        self.origins.insert(from, draft.id.clone());
        self.changes.push(Change::Create(path.clone(), clean));
        Ok(Taken {
            id: Some(draft.id),
            path: path.to_string(),
            title: draft.title,
            status: Some(draft.status),
        })
    }

    /// Makes sure that an entry is not the record here that has its id: one of the same title or
    /// text.
    fn must_say_more(&self, given: Option<&RecordId>, foreign: &Foreign) -> Result<(), Skipped> {
        let Some(record) = given.and_then(|id| self.old.get(id)) else {
            return Ok(());
        };
        let text = String::from_utf8_lossy(&self.workspace.read(&record.path)?).into_owned();
        let body = front_matter::split(&text).map_or("", |parts| &text[parts.body]);
        let is_same =
            record.header.title.as_str() == foreign.title || body.trim() == foreign.body.trim();
        if is_same {
            Err(Skipped::Already(given.cloned()))
        } else {
            Ok(())
        }
    }
}

/// The folders on the way to a file, from the top down.
fn folders(path: &RepoPath) -> impl Iterator<Item = &str> {
    path.as_str()
        .match_indices('/')
        .map(|(at, _)| &path.as_str()[..at])
}

/// Makes sure that a record's file is not broken, and lies where its id and scope say.
fn must_be_whole(
    path: &RepoPath,
    faults: Vec<Fault>,
    header: Option<&Arc<Header>>,
) -> Result<(), Error> {
    let mut broken = errors(path, faults);
    if let (Some(header), Some(place)) = (header, layout::place(path)) {
        let record = Record {
            path: path.clone(),
            place: Arc::new(place),
            header: Arc::clone(header),
        };
        let found = check::between(&[record]).into_iter();
        broken.extend(found.filter(|finding| finding.fault.code == Code::Misplaced));
    }
    if broken.is_empty() {
        Ok(())
    } else {
        Err(Error::Broken(broken))
    }
}

fn taken(path: &RepoPath, record: Option<&Header>) -> Taken {
    Taken {
        id: record.map(|header| header.id.clone()),
        path: path.to_string(),
        title: record
            .map(|header| header.title.to_string())
            .unwrap_or_default(),
        status: record.map(|header| header.status.to_string()),
    }
}

fn draft(
    workspace: &Workspace,
    kind: Kind,
    id: RecordId,
    title: String,
    foreign: Foreign,
    origin: &str,
) -> Draft {
    let created = foreign
        .created
        .or(foreign.updated)
        .unwrap_or_else(|| workspace.today());
    let mut more = vec![("imported_from".to_owned(), Field::Text(origin.to_owned()))];
    let is_ours = |source: &String| matches!(source.as_str(), "manual" | "agent" | "tool");
    let (source, other) = match foreign.source {
        Some(source) if is_ours(&source) => (source, None),
        other => ("tool".to_owned(), other),
    };
    more.extend(other.map(|source| {
        (
            "original_source".to_owned(),
            Field::Text(text::one_line(&source, SHOWN)),
        )
    }));
    Draft {
        kind,
        id,
        title,
        description: None,
        status: kind.default_status().to_owned(),
        scope: Scope::project(),
        category: None,
        tags: foreign.tags,
        paths: foreign.paths,
        source,
        created,
        // What has no day of its last change was not changed since it was made.
        updated: foreign.updated.unwrap_or(created),
        supersedes: Vec::new(),
        superseded_by: Vec::new(),
        related: Vec::new(),
        more,
        foreign: String::new(),
        body: foreign.body,
    }
}
