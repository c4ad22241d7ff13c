//! The import itself: which files are new, what they become, and how they are joined.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use super::arrival::Arrival;
use super::days::{Dateless, FileDays, days};
use super::draft::{Making, created, draft};
use super::given::{self, Given, GivenTexts};
use super::known::Known;
use super::phase::{Phase, Progress};
use super::report::{AdrOutcome, AdrReport, Fate};
use super::text::{Original, read};
use super::update;
use crate::exchange::folders::must_not_be_read;
use crate::records::names::Names;
use crate::records::path_id::id_of_path;
use crate::workspace::{Error, Workspace};
use git_memory_import::adr::{self, Adr, Refusal, StatusWords};
use git_memory_import::links::Links;
use git_memory_model::kind::Kind;
use git_memory_model::record::{Reading, Record, RecordId};
use git_memory_model::scope::Scope;
use git_memory_store::View;
use git_memory_text::path::RepoPath;

/// The question to an import of decision records.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one flag of the command line"
)]
pub struct AdrImport {
    /// The files and folders.
    pub paths: Vec<PathBuf>,
    /// The kind of the new records.
    pub kind: Kind,
    /// The scope of the new records.
    pub scope: Scope,
    /// Meanings of words for a status.
    pub words: Vec<StatusMapping>,
    /// True if the import also takes files that do not look like decisions.
    pub takes_all: bool,
    /// True if files changed by commits that cite the number become the record's `paths`.
    pub infers_paths: bool,
    /// True if existing records get the changes of their originals.
    pub is_update: bool,
    /// Report the changes without making them.
    pub dry_run: bool,
}

/// A word for a status, and the status of the kind that it means.
#[derive(Clone, Debug)]
pub struct StatusMapping {
    /// The word in the files; case makes no difference.
    pub word: String,
    /// The status that the records get.
    pub status: String,
}

/// Imports decision records.
///
/// # Errors
/// Where there is nothing that can be read, or the records cannot be written; then nothing was
/// changed.
pub fn adr(
    workspace: &Workspace,
    request: &AdrImport,
    is_staged: bool,
    progress: Progress,
) -> Result<AdrReport, Error> {
    let words = status_words(request)?;
    must_not_be_read(workspace, &request.paths)?;
    // Before the files are read: the ids and paths that they get have to stay free.
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let given = given::texts(workspace, &request.paths)?;
    let mut import = Import::new(workspace, &memory.records, request, words);
    import.sort(&given, progress)?;
    import.draft(&given, progress)?;
    let changes = import.settle(progress)?;
    let mut report = AdrReport {
        outcomes: std::mem::take(&mut import.outcomes),
    };
    report.outcomes.sort_by(|a, b| a.file.cmp(&b.file));
    if !request.dry_run && !changes.is_empty() {
        for original in &import.originals {
            original.keep(workspace)?;
        }
        workspace.change_as_read(&lock, &changes, &import.read, is_staged)?;
    }
    Ok(report)
}

/// Returns the meanings of status words that the user gave.
fn status_words(request: &AdrImport) -> Result<StatusWords, Error> {
    let kind = request.kind;
    let mut words = Vec::new();
    for StatusMapping { word, status } in &request.words {
        let Some(own) = kind.status(status) else {
            return Err(Error::BadValue(format!(
                "{} has no status '{status}': it has {}",
                kind.one(),
                kind.status_names()
            )));
        };
        words.push((word.clone(), own.name));
    }
    Ok(StatusWords::new(words))
}

/// A file that is new, or whose record changes.
struct Pending<'a> {
    file: &'a Given,
    original: Original,
    /// The record that it changes, and the blob that this was made of.
    changes: Option<(&'a Record, String)>,
    notes: Vec<String>,
}

/// An import on its way.
pub(crate) struct Import<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) request: &'a AdrImport,
    words: StatusWords,
    /// The records that memory has already.
    pub(crate) old: &'a [Record],
    ids: HashSet<RecordId>,
    paths: HashSet<RepoPath>,
    names: Names,
    pending: Vec<Pending<'a>>,
    pub(crate) arrivals: Vec<Arrival>,
    pub(crate) outcomes: Vec<AdrOutcome>,
    /// Readings of the written texts, by path.
    pub(crate) read: HashMap<RepoPath, Reading>,
    /// Texts that git does not keep yet: an update needs what a record was made of.
    originals: Vec<Original>,
}

impl<'a> Import<'a> {
    fn new(
        workspace: &'a Workspace,
        old: &'a [Record],
        request: &'a AdrImport,
        words: StatusWords,
    ) -> Self {
        let mut ids = HashSet::new();
        for record in old {
            ids.extend(record.id().cloned());
        }
        Self {
            workspace,
            request,
            words,
            old,
            ids,
            paths: HashSet::new(),
            names: Names::default(),
            pending: Vec::new(),
            arrivals: Vec::new(),
            outcomes: Vec::new(),
            read: HashMap::new(),
            originals: Vec::new(),
        }
    }

    fn say(&mut self, file: &Given, fate: Fate, notes: Vec<String>) {
        self.outcomes.push(AdrOutcome {
            file: file.shown.clone(),
            fate,
            notes,
        });
    }

    /// Reads the files, and separates those that memory already has.
    fn sort(&mut self, given: &'a GivenTexts, progress: Progress) -> Result<(), Error> {
        let origins: HashSet<&str> = given
            .files
            .iter()
            .map(|file| file.origin.as_str())
            .collect();
        let (scope, roots) = (&self.request.scope, self.workspace.store().roots()?);
        let known = Known::of(self.workspace, self.old, scope, &origins)?;
        for (nth, file) in given.files.iter().enumerate() {
            progress(Phase::Read, nth, given.files.len());
            if let Some(root) = roots.holding(&file.origin).filter(|_| file.is_here) {
                let reason = format!("it is read in place already, in '{}'", root.folder());
                self.say(file, Fate::skipped(reason), Vec::new());
                continue;
            }
            let (original, mut notes) = match read(self.workspace, file)? {
                Ok(read) => read,
                Err(fate) => {
                    self.say(file, fate, Vec::new());
                    continue;
                }
            };
            let Some(found) = known.find(&file.origin, &original) else {
                self.pending.push(Pending {
                    file,
                    original,
                    changes: None,
                    notes,
                });
                continue;
            };
            let record = found.imported.record;
            let Some(id) = record.id().cloned() else {
                continue;
            };
            if let Some(from) = found.moved_from {
                notes.push(format!("it was '{from}'"));
            }
            match &found.imported.blob {
                Some(blob)
                    if self.request.is_update
                        && (*blob != original.blob || found.moved_from.is_some()) =>
                {
                    let changes = Some((record, blob.clone()));
                    self.pending.push(Pending {
                        file,
                        original,
                        changes,
                        notes,
                    });
                }
                Some(blob) if *blob != original.blob => self.say(file, Fate::Changed(id), notes),
                // Older imports did not store the original's blob.
                Some(_) | None => self.say(file, Fate::Known(id), notes),
            }
        }
        Ok(())
    }

    /// Makes drafts of what is new or changed.
    fn draft(&mut self, given: &GivenTexts, progress: Progress) -> Result<(), Error> {
        let pending = std::mem::take(&mut self.pending);
        let all = pending.len();
        let mut read = Vec::with_capacity(all);
        for (nth, pending) in pending.into_iter().enumerate() {
            progress(Phase::Convert, nth, all);
            match self.read(&pending) {
                Ok(adr) => read.push((pending, adr)),
                Err(refusal) => {
                    let fate = Fate::skipped(refusal.to_string());
                    self.say(pending.file, fate, pending.notes);
                }
            }
        }
        let mut dateless: Vec<Dateless<'_>> = Vec::new();
        for (Pending { file, .. }, adr) in &read {
            // History is long: read it only for days that the text lacks.
            if file.is_here && (adr.created.is_none() || adr.updated.is_none()) {
                dateless.push(Dateless {
                    path: &file.origin,
                    needs_first: adr.created.is_none(),
                });
            }
        }
        let days = days(self.workspace, &given.folders, &dateless)?;
        drop(dateless);
        for (pending, adr) in read {
            let (file, notes) = (pending.file, pending.notes.clone());
            if let Err(fate) = self.arrive(pending, adr, days.get(&file.origin).copied())? {
                self.say(file, fate, notes);
            }
        }
        Ok(())
    }

    fn read(&self, pending: &Pending<'_>) -> Result<Adr, Refusal> {
        adr::read(&adr::Original {
            path: &pending.file.origin,
            text: &pending.original.text,
            is_wanted: self.request.takes_all,
            is_named: pending.file.is_named || pending.changes.is_some(),
            words: &self.words,
        })
    }

    fn arrive(
        &mut self,
        pending: Pending<'_>,
        adr: Adr,
        days: Option<FileDays>,
    ) -> Result<Result<(), Fate>, Error> {
        let Pending {
            file,
            original,
            changes,
            notes,
        } = pending;
        let kind = self.request.kind;
        let own = changes.as_ref().and_then(|(record, _)| record.id());
        let id = match own {
            Some(id) => id.clone(),
            None => id_of_path(kind, &file.origin, &self.ids),
        };
        let making = Making {
            workspace: self.workspace,
            kind: id.kind().unwrap_or(kind),
            scope: &self.request.scope,
            id: &id,
            origin: &file.origin,
            blob: &original.blob,
            days,
        };
        let created = created(&making, &adr);
        let draft = draft(&making, &adr);
        let (path, before) = match &changes {
            None => (self.names.free(self.workspace, &draft, &self.paths)?, None),
            Some((record, blob)) => {
                let before = update::before(&self.words, &making, record, blob);
                if before.is_none() {
                    let reason = "it has changed, and the text that its record was made of is no \
                                  longer in this repository";
                    return Ok(Err(Fate::skipped(reason)));
                }
                (record.path.clone(), before)
            }
        };
        self.ids.insert(id);
        self.paths.insert(path.clone());
        self.originals.push(original);
        self.arrivals.push(Arrival {
            shown: file.shown.clone(),
            origin: file.origin.clone(),
            is_here: file.is_here,
            links: Links::of(&adr.body),
            adr,
            created,
            draft,
            path,
            notes,
            before,
        });
        Ok(Ok(()))
    }
}
