//! Importing a document: the files of `git memory export`, and what other programs know of
//! conventions, decisions and notes. Nothing that memory has already is overwritten.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::app::care::init;
use crate::app::exchange::claims::{Claims, folders};
use crate::app::exchange::import::{Outcome, Skipped, Taken};
use crate::app::exchange::json_draft::{NewEntry, draft};
use crate::app::records::admit::{admissible, errors, fitting};
use crate::app::records::names::Names;
use crate::app::records::valid::Title;
use crate::app::workspace::{Error, Workspace};
use crate::domain::exchange::{Document, Foreign, LISTS, List, ListKey, Passed};
use crate::domain::layout::{Part, RECORD_LIMIT, SUMMARY};
use crate::domain::path::RepoPath;
use crate::domain::record::{Code, Fault, Header, Record, RecordId, check, front_matter, header};
use crate::domain::{layout, text};
use crate::store::write::Change;
use crate::store::{AtPath, View};

/// How much of a reason, or of a name in a document, is repeated, in characters.
const SHOWN: usize = 200;
/// How much of it is looked at for secrets before it is cut, in bytes.
const LOOKED_AT: usize = 64 << 10;

/// What to import.
#[derive(Clone, Debug)]
pub struct JsonImport {
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
    request: &JsonImport,
    is_staged: bool,
) -> Result<Vec<Outcome>, Error> {
    let document = match Document::parse(&request.text) {
        Ok(document) => document,
        Err(why) => return Err(Error::NoDocument(shown(workspace, &why)?)),
    };
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let mut import = Import::new(workspace, &memory.records);
    // Files first: they are exact, where an entry of a list is a retelling.
    for (nth, entry) in document.list(ListKey::Files).into_iter().enumerate() {
        import.pass(nth, entry)?;
    }
    let repo_hash = document.repo_hash.as_deref();
    for list in &LISTS {
        for (nth, entry) in document.list(list.key).into_iter().enumerate() {
            import.add(list, nth, entry, repo_hash)?;
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

/// Where a record was imported from: its kind's name, and what names the entry.
type Origin = (&'static str, String);

struct Import<'a> {
    workspace: &'a Workspace,
    /// The records that memory has already.
    old: HashMap<&'a RecordId, &'a Record>,
    /// The ids of all records, and of those that the document brings.
    ids: HashSet<RecordId>,
    /// The ids that the document's files have, whatever became of the files.
    passed: HashSet<RecordId>,
    /// Where records were imported from, before and now.
    origins: HashMap<Origin, RecordId>,
    claims: Claims,
    names: Names,
    changes: Vec<Change>,
    outcomes: Vec<Outcome>,
}

impl<'a> Import<'a> {
    fn new(workspace: &'a Workspace, records: &'a [Record]) -> Self {
        let mut old = HashMap::new();
        let mut ids = HashSet::new();
        let mut origins = HashMap::new();
        for record in records {
            let id = &record.header.id;
            old.insert(id, record);
            ids.insert(id.clone());
            if let Some(from) = &record.header.imported_from {
                origins.insert((record.kind_name(), from.to_string()), id.clone());
            }
        }
        Self {
            workspace,
            old,
            ids,
            passed: HashSet::new(),
            origins,
            claims: Claims::default(),
            names: Names::default(),
            changes: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Notes what became of an entry; a reason may quote the document.
    fn report(&mut self, name: &str, result: Result<Taken, Skipped>) -> Result<(), Error> {
        // A document may come from anywhere; what is repeated of it ends in a terminal or a log.
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
        let is_page = match layout::place(&path) {
            Some(place) => reading.is_page(&place),
            None => false,
        };
        let record: Option<Arc<Header>> = reading.header.filter(|_| part == Part::Record);
        let id = record.as_ref().map(|header| header.id.clone());
        self.passed.extend(id.clone());
        // Also where the file is refused: what comes after it must not take its place.
        self.claims.claim(&path)?;
        let before = self.before(&path)?;
        if before.as_deref() == Some(passed.content.as_bytes()) {
            return Err(Skipped::Already(id));
        }
        if part == Part::Setting {
            return Err(Skipped::refused(
                "it is a setting: what this repository trusts is not taken from a document",
            ));
        }
        if let Some(before) = &before
            && !(path.as_str() == SUMMARY && init::is_untouched_summary(before))
        {
            return Err(Skipped::refused("there is another file at its path"));
        }
        if let Some(id) = &id {
            self.must_be_new(id, &passed.content)?;
        }
        // A name can hold a secret as well as a text.
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

    /// The bytes that are at a path now; `None` where there is no file.
    fn before(&self, path: &RepoPath) -> Result<Option<Vec<u8>>, Skipped> {
        let store = self.workspace.store();
        let place = store.place().map_err(Error::from)?;
        place.must_be_plain(path).map_err(Error::from)?;
        let files = store.work_files().map_err(Error::from)?;
        for folder in folders(path) {
            let git = files.find(&format!("{folder}/.git")).map_err(Error::from)?;
            // git would not see the file as one of this repository.
            if git != AtPath::Nothing {
                return Err(Skipped::refused("its path leads into another repository"));
            }
        }
        match files.find(path.as_str()).map_err(Error::from)? {
            AtPath::Nothing => Ok(None),
            // It could not be the same file, and need not be read to know that.
            AtPath::File(bytes) if bytes > RECORD_LIMIT => {
                Err(Skipped::refused("there is a large file at its path"))
            }
            AtPath::File(_) => Ok(Some(self.workspace.read(path)?)),
            _ => Err(Skipped::refused("there is no regular file at its path")),
        }
    }

    /// Makes sure that no other record has this id.
    fn must_be_new(&self, id: &RecordId, content: &str) -> Result<(), Skipped> {
        if let Some(record) = self.old.get(id) {
            let is_same = self.workspace.read(&record.path)? == content.as_bytes();
            return Err(if is_same {
                Skipped::Already(Some(id.clone()))
            } else {
                Skipped::Refused(format!("{id} is here already, as '{}'", record.path))
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
        // Other programs have ids of other forms, which no record of ours has.
        let id = match given.as_deref().map(str::parse::<RecordId>) {
            Some(Ok(id)) => Some(id),
            Some(Err(_)) | None => None,
        };
        if let Some(id) = &id
            && self.passed.contains(id)
        {
            return Ok(());
        }
        let name = match given {
            Some(given) => format!("{}/{given}", list.key.name()),
            None => format!("{}/{}", list.key.name(), nth + 1),
        };
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
        let kind = list.kind;
        // An id says its kind, so one of another kind is not taken over.
        let given = given.filter(|id| id.kind() == Some(kind));
        let from: Origin = (kind.name(), foreign.origin(repo_hash));
        match self.origins.get(&from) {
            Some(id) if self.old.contains_key(id) => {
                return Err(Skipped::Already(Some(id.clone())));
            }
            Some(_) => return Err(Skipped::refused("the document has it twice")),
            None => self.must_differ(given.as_ref(), &foreign)?,
        }
        // The rules for our own records hold for those of others.
        let title = foreign.title.parse::<Title>()?.into_string();
        let id = match given {
            Some(id) if !self.ids.contains(&id) => id,
            _ => self.workspace.new_id(kind, &title, &self.ids),
        };
        let new = NewEntry {
            kind,
            id,
            title,
            origin: from.1.clone(),
        };
        let draft = draft(self.workspace, new, foreign);
        let path = self
            .names
            .free(self.workspace, &draft, self.claims.paths())?;
        let clean = admissible(self.workspace, &path, &draft.id, &draft.text())?;
        self.claims.claim(&path)?;
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

    /// Makes sure that an entry is not the record that has its id already: one of the same title or
    /// text.
    fn must_differ(&self, given: Option<&RecordId>, foreign: &Foreign) -> Result<(), Skipped> {
        let Some((id, record)) = given.and_then(|id| self.old.get_key_value(id)) else {
            return Ok(());
        };
        let bytes = self.workspace.read(&record.path)?;
        let text = String::from_utf8_lossy(&bytes);
        let body = match front_matter::split(&text) {
            Ok(parts) => &text[parts.body],
            Err(_) => "",
        };
        let is_same_title = record.header.title.as_str() == foreign.title;
        if is_same_title || body.trim() == foreign.body.trim() {
            Err(Skipped::Already(Some((*id).clone())))
        } else {
            Ok(())
        }
    }
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
        for finding in check::between(&[record]) {
            if finding.fault.code == Code::Misplaced {
                broken.push(finding);
            }
        }
    }
    if broken.is_empty() {
        Ok(())
    } else {
        Err(Error::Broken(broken))
    }
}

fn taken(path: &RepoPath, record: Option<&Header>) -> Taken {
    let path = path.to_string();
    match record {
        Some(header) => Taken {
            id: Some(header.id.clone()),
            path,
            title: header.title.to_string(),
            status: Some(header.status.to_string()),
        },
        None => Taken {
            id: None,
            path,
            title: String::new(),
            status: None,
        },
    }
}
