//! The files of a document: each is taken as it is, or not at all.

use std::sync::Arc;

use crate::exchange::claims::folders;
use crate::exchange::import::{Skipped, Taken};
use crate::exchange::json::import::Import;
use crate::records::admit::{errors, fitting};
use crate::records::patch::patched;
use crate::workspace::Error;
use git_memory_import::exchange::Passed;
use git_memory_model::layout::{Part, SUMMARY};
use git_memory_model::record::patch::Field;
use git_memory_model::record::{Code, Fault, Header, Record, RecordId, check, reading};
use git_memory_model::summary_page::is_untouched;
use git_memory_model::{keys, layout};
use git_memory_store::AtPath;
use git_memory_store::write::Change;
use git_memory_text::limits;
use git_memory_text::path::{MemoryFolder, RepoPath};
use git_memory_text::portable::reserved;

impl<'a> Import<'a> {
    /// Takes a file as it is, at its path.
    pub(crate) fn pass(&mut self, nth: usize, entry: &str) -> Result<(), Error> {
        match Passed::read(entry) {
            Err(why) => self.report(&format!("files/{}", nth + 1), Err(Skipped::Refused(why))),
            Ok(passed) => self.pass_file(&passed.path, &passed),
        }
    }

    /// Takes a file that was read before; `name` is its name in the report.
    pub(crate) fn pass_file(&mut self, name: &str, passed: &Passed) -> Result<(), Error> {
        let result = self.file(passed);
        self.report(name, result)
    }

    fn file(&mut self, passed: &Passed) -> Result<Taken, Skipped> {
        let folder = self.workspace.folder();
        let (path, part) = passed
            .place(folder, self.takes_others)
            .map_err(Skipped::Refused)?;
        let reading = reading::read(passed.content.as_bytes());
        let is_page = reading.page.is_some();
        let record: Option<Arc<Header>> = reading.header.filter(|_| part == Part::Record);
        let id = record.as_ref().and_then(|header| header.id.id()).cloned();
        self.passed.insert(match &id {
            Some(id) => id.to_string(),
            None => path.to_string(),
        });
        // A refused file claims its path, too: a later one must not take its place.
        self.claims.claim(&path)?;
        let before = self.before(&path)?;
        if before.is_none() && reserved(path.as_str()).is_some() {
            return Err(Skipped::refused("Windows reserves a name in its path"));
        }
        if before.as_deref() == Some(passed.content.as_bytes()) {
            return Err(Skipped::Already(id));
        }
        if part == Part::Setting {
            return Err(Skipped::refused(
                "it is a setting, which a document cannot change",
            ));
        }
        let is_its_own = id.as_ref().is_some_and(|id| self.is_at(id, &path));
        if let Some(before) = &before
            && !is_its_own
            && !(folder.below(path.as_str()) == Some(SUMMARY)
                && is_untouched(&String::from_utf8_lossy(before)))
        {
            return Err(Skipped::refused("there is another file at its path"));
        }
        if let Some(id) = &id
            && let Some(known) = self.known(id, &passed.content)?
        {
            return self.update(known, passed, reading.faults, record.as_ref());
        }
        // A name can hold a secret as well as a text.
        self.workspace.admit(&path, path.as_str())?;
        let clean = fitting(self.workspace, &path, &passed.content)?;
        if part == Part::Record && !is_page {
            must_be_whole(folder, &path, reading.faults, record.as_ref())?;
        }
        self.ids.extend(id);
        let taken = taken(&path, record.as_deref());
        self.changes.push(match before {
            Some(before) => Change::Replace(path, before, clean),
            None => Change::Create(path, clean),
        });
        Ok(taken)
    }

    /// The current bytes at a path; `None` without a file.
    fn before(&self, path: &RepoPath) -> Result<Option<Vec<u8>>, Skipped> {
        let store = self.workspace.store();
        let target = store.target().map_err(Error::from)?;
        target.must_be_plain(path).map_err(Error::from)?;
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
            AtPath::File(bytes) if bytes > limits::RECORD_BYTES => Err(Skipped::refused(
                "there is a file at its path that is too large",
            )),
            AtPath::File(_) => Ok(Some(self.workspace.read(path)?)),
            _ => Err(Skipped::refused(
                "what is at its path is not a regular file",
            )),
        }
    }

    /// True if the record with an id lies at a path.
    fn is_at(&self, id: &RecordId, path: &RepoPath) -> bool {
        match self.old.get(id) {
            Some(record) => record.path == *path,
            None => false,
        }
    }

    /// The record that has an id already, where it is to be replaced.
    fn known(&mut self, id: &RecordId, content: &str) -> Result<Option<&'a Record>, Skipped> {
        if let Some(record) = self.old.get(id).copied() {
            if self.workspace.read(&record.path)? == content.as_bytes() {
                return Err(Skipped::Already(Some(id.clone())));
            }
            if !self.is_update {
                return Err(Skipped::Differs(id.clone(), record.path.clone()));
            }
            if !self.updated.insert(id.clone()) {
                return Err(Skipped::Refused(format!("the document has {id} twice")));
            }
            return Ok(Some(record));
        }
        if self.ids.contains(id) {
            return Err(Skipped::Refused(format!("the document has {id} twice")));
        }
        Ok(None)
    }

    /// Puts the text of a document in the place of a record's: where that lies, and with the day on
    /// which it was made.
    fn update(
        &mut self,
        known: &Record,
        passed: &Passed,
        faults: Vec<Fault>,
        header: Option<&Arc<Header>>,
    ) -> Result<Taken, Skipped> {
        if let Some(header) = header
            && header.scope != known.header.scope
        {
            return Err(Skipped::refused(
                "it has another scope than the record of its id here",
            ));
        }
        let folder = self.workspace.folder();
        must_be_whole(folder, &known.path, faults, header)?;
        let mut text = passed.content.clone();
        if let Some(created) = known.header.created {
            let field = Field::Word(created.to_string());
            // The time of day is part of it, where there is one.
            let is_same = header.is_some_and(|header| header.created == Some(created));
            if !is_same {
                text = patched(&known.path, text.as_bytes(), &[(keys::CREATED.name, field)])?;
            }
        }
        let clean = fitting(self.workspace, &known.path, &text)?;
        let before = self.workspace.read(&known.path)?;
        let change = Change::Replace(known.path.clone(), before, clean);
        self.changes.push(change);
        Ok(taken(&known.path, header.map(Arc::as_ref)))
    }
}

/// Makes sure that a record's file is not broken, and lies in the place for its id and scope.
fn must_be_whole(
    memory: &MemoryFolder,
    path: &RepoPath,
    faults: Vec<Fault>,
    header: Option<&Arc<Header>>,
) -> Result<(), Error> {
    let mut broken = errors(path, faults);
    if let (Some(header), Some(place)) = (header, layout::place(memory, path)) {
        let record = Record {
            path: path.clone(),
            place: Arc::new(place),
            header: Arc::clone(header),
        };
        for finding in check::between(&[record]) {
            if matches!(finding.fault.code, Code::Misplaced | Code::OtherKind) {
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
            id: header.id.id().cloned(),
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
