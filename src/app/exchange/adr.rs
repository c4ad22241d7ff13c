//! Importing decision records that were written elsewhere: their text stays, the front matter
//! becomes ours.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use crate::app::exchange::adr_links::{Arrival, link};
use crate::app::exchange::import::{Outcome, Skipped, Taken};
use crate::app::records::admit::admissible;
use crate::app::records::lookup::path_from_top;
use crate::app::records::names::Names;
use crate::app::records::patch::patched;
use crate::app::workspace::{Error, Workspace};
use crate::domain::import::adr;
use crate::domain::import::adr::Adr;
use crate::domain::keys;
use crate::domain::kind::{Kind, SUPERSEDED};
use crate::domain::layout::RECORD_LIMIT;
use crate::domain::path::RepoPath;
use crate::domain::record::draft::Draft;
use crate::domain::record::header::TITLE_LIMIT;
use crate::domain::record::patch::Field;
use crate::domain::record::{Record, RecordId};
use crate::domain::scope::Scope;
use crate::domain::secrets::Guard;
use crate::domain::text;
use crate::store::View;
use crate::store::given::{Content, GivenFile, folder_name, markdown_below, read_at_most};
use crate::store::write::Change;

/// The longest status of another program that is kept, in characters.
const STATUS: usize = 200;

/// What to import, and where to.
#[derive(Clone, Debug)]
pub struct AdrImport {
    /// The folder with the foreign files.
    pub folder: PathBuf,
    /// The scope of the new records.
    pub scope: Option<Scope>,
    /// Only say what would be done.
    pub dry_run: bool,
}

/// Imports every decision record of a folder; `progress` is called with (files done, files in all).
///
/// # Errors
/// Where the folder cannot be read or the records cannot be written; then nothing was changed.
pub fn adr(
    workspace: &Workspace,
    request: &AdrImport,
    is_staged: bool,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Outcome>, Error> {
    // Before the files are read: the ids and paths that they get have to stay free.
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let folder = workspace.invocation().path(&request.folder);
    let files = markdown_below(&folder)?;
    let folder = folder_name(&folder).unwrap_or_else(|| "import".to_owned());
    let mut import = Import::new(workspace, &memory.records, request)?;
    let mut outcomes: Vec<Outcome> = Vec::new();
    for (nth, file) in files.iter().enumerate() {
        // From the top where the folder is in this work tree: every service may have its own
        // `adr/0001-….md`.
        let origin = match path_from_top(workspace, &file.file)? {
            Some(path) => path,
            None => format!("{folder}/{}", file.shown),
        };
        if let Err(skipped) = import.arrive(file, &origin) {
            outcomes.push(Outcome {
                file: file.shown.clone(),
                result: Err(skipped),
            });
        }
        progress(nth + 1, files.len());
    }
    // Only now is every file known that another one may name.
    import.link();
    let mut changes = Vec::new();
    for arrival in &import.arrivals {
        let result = match import.change(arrival) {
            Ok(change) => {
                changes.push(change);
                Ok(taken(arrival))
            }
            Err(error) => Err(error.into()),
        };
        let file = arrival.file.clone();
        outcomes.push(Outcome { file, result });
    }
    outcomes.sort_by(|a, b| a.file.cmp(&b.file));
    if !request.dry_run && !changes.is_empty() {
        changes.extend(import.changes_of_old_records()?);
        workspace.change(&lock, &changes, is_staged)?;
    }
    Ok(outcomes)
}

struct Import<'a> {
    workspace: &'a Workspace,
    guard: &'a Guard,
    /// The records that memory has already.
    old: &'a [Record],
    scope: Scope,
    ids: HashSet<RecordId>,
    paths: HashSet<RepoPath>,
    names: Names,
    arrivals: Vec<Arrival>,
    /// Records that memory had already, with the new ones that supersede them.
    replaced: BTreeMap<RecordId, Vec<RecordId>>,
}

impl<'a> Import<'a> {
    fn new(
        workspace: &'a Workspace,
        old: &'a [Record],
        request: &AdrImport,
    ) -> Result<Self, Error> {
        let mut ids = HashSet::new();
        for record in old {
            ids.extend(record.id().cloned());
        }
        Ok(Self {
            workspace,
            guard: workspace.guard()?,
            old,
            scope: match &request.scope {
                Some(scope) => scope.clone(),
                None => Scope::project(),
            },
            ids,
            paths: HashSet::new(),
            names: Names::default(),
            arrivals: Vec::new(),
            replaced: BTreeMap::new(),
        })
    }

    /// Reads one file and makes a draft of it. `origin` is where it comes from, as the record will
    /// say.
    fn arrive(&mut self, file: &GivenFile, origin: &str) -> Result<(), Skipped> {
        // The same folder may be imported again when it has grown.
        if let Some(record) = self.imported_from(origin) {
            return Err(Skipped::Already(record.id().cloned()));
        }
        let text = read(file)?;
        // Before it is converted, so that the position is one in the file as it is.
        if let Err(refusal) = self.guard.admit(text.as_str()) {
            let place = file.shown.clone();
            return Err(Error::Secret { place, refusal }.into());
        }
        // The number of a decision is in the file's name, whatever folder it is in.
        let base_name = match file.shown.rsplit_once('/') {
            Some((_, name)) => name,
            None => &file.shown,
        };
        let adr = match adr::read(base_name, &text) {
            Ok(adr) => adr,
            Err(refusal) => return Err(Skipped::Refused(refusal.to_string())),
        };
        let id = self.workspace.new_id(Kind::DECISION, &adr.title, &self.ids);
        let draft = self.draft(&adr, id, origin);
        let path = self.names.free(self.workspace, &draft, &self.paths)?;
        // A file that cannot be taken is left out before others are linked to it.
        admissible(self.workspace, &path, &draft.id, &draft.text())?;
        self.ids.insert(draft.id.clone());
        self.paths.insert(path.clone());
        self.arrivals.push(Arrival {
            file: file.shown.clone(),
            adr,
            draft,
            path,
        });
        Ok(())
    }

    /// The record of an earlier import from the same place.
    fn imported_from(&self, origin: &str) -> Option<&Record> {
        for record in self.old {
            if let Some(from) = &record.header.imported_from
                && from.as_str() == origin
                && record.header.scope == self.scope
            {
                return Some(record);
            }
        }
        None
    }

    fn draft(&self, adr: &Adr, id: RecordId, origin: &str) -> Draft {
        let today = self.workspace.today();
        // A file without a date, or with something else in its place, counts from today.
        let created = match adr.created.as_deref().map(str::parse) {
            Some(Ok(day)) => day,
            Some(Err(_)) | None => today,
        };
        let mut more = vec![(
            keys::IMPORTED_FROM.name.to_owned(),
            Field::Text(origin.to_owned()),
        )];
        if let Some(status) = &adr.status_text {
            // What it said is kept where our statuses have no word for it.
            let status = Field::Text(text::one_line(status, STATUS));
            more.push((keys::ORIGINAL_STATUS.name.to_owned(), status));
        }
        let mut foreign = String::new();
        for (_, entry) in &adr.extra {
            foreign.push_str(entry);
            foreign.push('\n');
        }
        Draft {
            kind: Kind::DECISION,
            id,
            // Other tools allow longer titles; the text below may have all of it.
            title: text::one_line(&adr.title, TITLE_LIMIT),
            description: adr.description.clone(),
            status: adr.status.to_owned(),
            scope: self.scope.clone(),
            category: adr.category.clone(),
            tags: adr.tags.clone(),
            paths: Vec::new(),
            source: keys::TOOL.to_owned(),
            created,
            updated: today,
            created_at: None,
            updated_at: None,
            supersedes: Vec::new(),
            superseded_by: Vec::new(),
            related: Vec::new(),
            more,
            foreign,
            body: adr.body.clone(),
        }
    }

    /// Turns the files' references into links between records.
    fn link(&mut self) {
        let mut old = Vec::new();
        for record in self.old {
            if record.header.scope == self.scope {
                old.push(record);
            }
        }
        for pair in link(&old, &mut self.arrivals) {
            if self.old.iter().any(|record| record.header.id.is(&pair.old)) {
                self.replaced.entry(pair.old).or_default().push(pair.new);
            }
        }
    }

    fn change(&self, arrival: &Arrival) -> Result<Change, Error> {
        let Arrival { draft, path, .. } = arrival;
        let clean = admissible(self.workspace, path, &draft.id, &draft.text())?;
        Ok(Change::Create(path.clone(), clean))
    }

    /// The changes of records from an earlier import that new ones supersede.
    fn changes_of_old_records(&self) -> Result<Vec<Change>, Error> {
        let mut changes = Vec::new();
        for record in self.old {
            let Some(id) = record.id() else { continue };
            let Some(new) = self.replaced.get(id) else {
                continue;
            };
            // An earlier import may have given it a successor.
            let by = record.header.superseded_by.iter().chain(new);
            let fields = [
                (keys::STATUS.name, Field::Word(SUPERSEDED.to_owned())),
                (
                    keys::SUPERSEDED_BY.name,
                    Field::List(by.map(ToString::to_string).collect()),
                ),
                (
                    keys::UPDATED.name,
                    Field::Word(self.workspace.today().to_string()),
                ),
            ];
            let bytes = self.workspace.read(&record.path)?;
            let text = patched(&record.path, &bytes, &fields)?;
            let clean = admissible(self.workspace, &record.path, id, &text)?;
            changes.push(Change::Replace(record.path.clone(), bytes, clean));
        }
        Ok(changes)
    }
}

fn taken(arrival: &Arrival) -> Taken {
    let Arrival { draft, path, .. } = arrival;
    Taken {
        id: Some(draft.id.clone()),
        path: path.to_string(),
        title: draft.title.clone(),
        status: Some(draft.status.clone()),
    }
}

fn read(file: &GivenFile) -> Result<String, Skipped> {
    match read_at_most(&file.file, RECORD_LIMIT).map_err(Error::from)? {
        Content::TooLarge => Err(Skipped::refused("it is larger than 1 MiB")),
        Content::Whole(bytes) => {
            String::from_utf8(bytes).map_err(|_| Skipped::refused("it is not UTF-8"))
        }
    }
}
