//! Importing decision records that were written elsewhere: their text stays, the front matter
//! becomes ours.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::app::exchange::import::{Outcome, Skipped, Taken};
use crate::app::records::add::{Names, admissible, valid_scope};
use crate::app::records::edit::patched;
use crate::app::workspace::{Error, Workspace};
use crate::domain::date::Date;
use crate::domain::import::adr;
use crate::domain::import::adr::{Adr, Reference};
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
use crate::store::write::Change;

/// What to import, and where to.
#[derive(Clone, Debug)]
pub struct Request {
    /// The folder with the foreign files.
    pub folder: PathBuf,
    /// The scope of the new records.
    pub scope: Option<String>,
    /// Only say what would be done.
    pub dry_run: bool,
}

/// A foreign file on its way to become a record.
struct Arrival {
    file: String,
    adr: Adr,
    draft: Draft,
    path: RepoPath,
}

/// Imports every decision record of a folder; `progress` is told (files done, files in all).
///
/// # Errors
/// Where the folder cannot be read or the records cannot be written; then nothing was changed.
pub fn adr(
    workspace: &Workspace,
    request: &Request,
    is_staged: bool,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Outcome>, Error> {
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let files = markdown_files(&workspace.invocation().path(&request.folder))?;
    let name = folder_name(&workspace.invocation().path(&request.folder));
    let mut import = Import::new(workspace, &memory.records, request)?;
    let mut outcomes: Vec<Outcome> = Vec::new();
    for (nth, (file, path)) in files.iter().enumerate() {
        // From the top where the folder lies in this work tree: every service may have its
        // `adr/0001-….md`.
        let origin = workspace
            .repo
            .from_top(path)
            .unwrap_or_else(|| format!("{name}/{file}"));
        if let Err(skipped) = import.arrive(file, &origin, path) {
            outcomes.push(Outcome {
                file: file.clone(),
                result: Err(skipped),
            });
        }
        progress(nth + 1, files.len());
    }
    import.link();
    let (taken, mut changes) = import.changes();
    outcomes.extend(taken);
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
    old: &'a [Record],
    scope: Scope,
    kind: Kind,
    ids: HashSet<RecordId>,
    paths: HashSet<RepoPath>,
    names: Names,
    arrivals: Vec<Arrival>,
    /// Records that were there before and are superseded by new ones.
    replaced: BTreeMap<RecordId, Vec<RecordId>>,
}

impl<'a> Import<'a> {
    fn new(workspace: &'a Workspace, old: &'a [Record], request: &Request) -> Result<Self, Error> {
        Ok(Self {
            workspace,
            guard: workspace.guard()?,
            old,
            scope: valid_scope(request.scope.as_deref())?,
            kind: Kind::DECISION,
            ids: old.iter().map(|record| record.header.id.clone()).collect(),
            paths: HashSet::new(),
            names: Names::default(),
            arrivals: Vec::new(),
            replaced: BTreeMap::new(),
        })
    }

    /// Reads one file and makes a draft of it.
    fn arrive(&mut self, file: &str, origin: &str, path: &Path) -> Result<(), Skipped> {
        let from = |record: &&Record| {
            record.header.scope == self.scope
                && record
                    .header
                    .imported_from
                    .as_ref()
                    .is_some_and(|from| from.as_str() == origin)
        };
        if let Some(record) = self.old.iter().find(from) {
            return Err(Skipped::Already(Some(record.header.id.clone())));
        }
        let text = read(path)?;
        // Here, so that the place is one in the file as it stands.
        self.guard
            .admit(text.as_str())
            .map_err(|refusal| Error::Secret {
                place: file.to_owned(),
                refusal,
            })?;
        let base_name = file.rsplit('/').next().unwrap_or(file);
        let adr =
            adr::read(base_name, &text).map_err(|refusal| Skipped::refused(refusal.to_string()))?;
        let id = self.workspace.new_id(self.kind, &adr.title, &self.ids);
        let draft = self.draft(&adr, id, origin);
        let path = self.names.free(self.workspace, &draft, &self.paths)?;
        admissible(self.workspace, &path, &draft.id, &draft.text())?;
        self.ids.insert(draft.id.clone());
        self.paths.insert(path.clone());
        self.arrivals.push(Arrival {
            file: file.to_owned(),
            adr,
            draft,
            path,
        });
        Ok(())
    }

    fn draft(&self, adr: &Adr, id: RecordId, origin: &str) -> Draft {
        let today = self.workspace.today();
        let created: Option<Date> = adr.created.as_deref().and_then(|day| day.parse().ok());
        let mut more = vec![("imported_from".to_owned(), Field::Text(origin.to_owned()))];
        if let Some(status) = &adr.status_text {
            more.push((
                "original_status".to_owned(),
                Field::Text(text::one_line(status, 200)),
            ));
        }
        Draft {
            kind: self.kind,
            id,
            title: text::one_line(&adr.title, TITLE_LIMIT),
            description: adr.description.clone(),
            status: adr.status.to_owned(),
            scope: self.scope.clone(),
            category: adr.category.clone(),
            tags: adr.tags.clone(),
            paths: Vec::new(),
            source: "tool".to_owned(),
            created: created.unwrap_or(today),
            updated: today,
            supersedes: Vec::new(),
            superseded_by: Vec::new(),
            related: Vec::new(),
            more,
            foreign: adr
                .extra
                .iter()
                .map(|(_, entry)| format!("{entry}\n"))
                .collect(),
            body: adr.body.clone(),
        }
    }

    /// Turns the files' references into links between records. Supersession is known at both ends,
    /// or not at all.
    fn link(&mut self) {
        let targets = Targets::new(
            self.old
                .iter()
                .filter(|record| record.header.scope == self.scope),
            &self.arrivals,
        );
        let mut pairs: Vec<(RecordId, RecordId)> = Vec::new();
        let mut related: Vec<Vec<RecordId>> = Vec::new();
        for Arrival { adr, draft, .. } in &self.arrivals {
            let ids = |references: &[Reference]| -> Vec<RecordId> {
                references
                    .iter()
                    .filter_map(|reference| targets.get(reference))
                    .filter(|id| *id != draft.id)
                    .collect()
            };
            pairs.extend(
                ids(&adr.supersedes)
                    .into_iter()
                    .map(|old| (draft.id.clone(), old)),
            );
            pairs.extend(
                ids(&adr.superseded_by)
                    .into_iter()
                    .map(|new| (new, draft.id.clone())),
            );
            related.push(ids(&adr.related));
        }
        pairs.sort();
        pairs.dedup();
        let both_ways: HashSet<_> = pairs
            .iter()
            .filter(|(new, old)| pairs.contains(&(old.clone(), new.clone())))
            .cloned()
            .collect();
        pairs.retain(|pair| !both_ways.contains(pair));
        for (arrival, related) in self.arrivals.iter_mut().zip(related) {
            let draft = &mut arrival.draft;
            for (new, old) in &pairs {
                if *new == draft.id {
                    draft.supersedes.push(old.clone());
                }
                if *old == draft.id {
                    draft.superseded_by.push(new.clone());
                    SUPERSEDED.clone_into(&mut draft.status);
                }
            }
            let mut seen: HashSet<RecordId> = draft
                .supersedes
                .iter()
                .chain(&draft.superseded_by)
                .cloned()
                .collect();
            draft.related = related
                .into_iter()
                .filter(|id| seen.insert(id.clone()))
                .collect();
        }
        let is_old = |id: &RecordId| self.old.iter().any(|record| record.header.id == *id);
        for (new, old) in pairs.into_iter().filter(|(_, old)| is_old(old)) {
            self.replaced.entry(old).or_default().push(new);
        }
    }

    fn changes(&self) -> (Vec<Outcome>, Vec<Change>) {
        let mut outcomes = Vec::new();
        let mut changes = Vec::new();
        for Arrival {
            file,
            adr,
            draft,
            path,
        } in &self.arrivals
        {
            let result = match admissible(self.workspace, path, &draft.id, &draft.text()) {
                Ok(clean) => {
                    changes.push(Change::Create(path.clone(), clean));
                    let status = self
                        .kind
                        .status(&draft.status)
                        .map_or(adr.status, |status| status.name);
                    let (id, title, path) = (
                        Some(draft.id.clone()),
                        draft.title.clone(),
                        path.to_string(),
                    );
                    Ok(Taken {
                        id,
                        path,
                        title,
                        status: Some(status.to_owned()),
                    })
                }
                Err(error) => Err(error.into()),
            };
            outcomes.push(Outcome {
                file: file.clone(),
                result,
            });
        }
        (outcomes, changes)
    }

    /// Records of an earlier import that new ones supersede.
    fn changes_of_old_records(&self) -> Result<Vec<Change>, Error> {
        let mut changes = Vec::new();
        for record in self.old {
            let Some(new) = self.replaced.get(&record.header.id) else {
                continue;
            };
            let by: Vec<String> = record
                .header
                .superseded_by
                .iter()
                .chain(new)
                .map(ToString::to_string)
                .collect();
            let fields = [
                ("status", Field::Word(SUPERSEDED.to_owned())),
                ("superseded_by", Field::List(by)),
                ("updated", Field::Word(self.workspace.today().to_string())),
            ];
            let bytes = self.workspace.read(&record.path)?;
            let clean = admissible(
                self.workspace,
                &record.path,
                &record.header.id,
                &patched(&record.path, &bytes, &fields)?,
            )?;
            changes.push(Change::Replace(record.path.clone(), bytes, clean));
        }
        Ok(changes)
    }
}

/// Which record a reference means: an exact file name, or a number that one file alone has.
struct Targets {
    by_file: BTreeMap<String, RecordId>,
    by_number: BTreeMap<u32, Option<RecordId>>,
}

impl Targets {
    fn new<'a>(old: impl Iterator<Item = &'a Record>, arrivals: &[Arrival]) -> Self {
        let mut targets = Self {
            by_file: BTreeMap::new(),
            by_number: BTreeMap::new(),
        };
        for record in old {
            if let Some(from) = &record.header.imported_from {
                targets.add(from.as_str(), &record.header.id);
            }
        }
        for arrival in arrivals {
            targets.add(&arrival.file, &arrival.draft.id);
        }
        targets
    }

    fn add(&mut self, file: &str, id: &RecordId) {
        let name = file.rsplit('/').next().unwrap_or(file);
        self.by_file.insert(name.to_owned(), id.clone());
        let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(number) = digits.parse() {
            let is_new = !self.by_number.contains_key(&number);
            self.by_number.insert(number, is_new.then(|| id.clone()));
        }
    }

    fn get(&self, reference: &Reference) -> Option<RecordId> {
        match reference {
            Reference::File(name) => self.by_file.get(name).cloned(),
            Reference::Number(number) => self.by_number.get(number).cloned().flatten(),
        }
    }
}

fn read(path: &Path) -> Result<String, Skipped> {
    let unreadable = |error: std::io::Error| Skipped::refused(error.to_string());
    let size = fs::metadata(path).map_err(unreadable)?.len();
    if size > RECORD_LIMIT {
        return Err(Skipped::refused("it is larger than 1 MiB"));
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    String::from_utf8(bytes).map_err(|_| Skipped::refused("it is not UTF-8"))
}

fn folder_name(folder: &Path) -> String {
    let resolved = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    resolved.file_name().map_or_else(
        || "import".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// The Markdown files of a folder and the folders in it, as (path from the folder, path), sorted.
/// Links and hidden folders are not followed.
fn markdown_files(folder: &Path) -> Result<Vec<(String, PathBuf)>, Error> {
    let mut found = Vec::new();
    let mut folders = vec![(String::new(), folder.to_owned())];
    while let Some((prefix, folder)) = folders.pop() {
        let unreadable = |source| Error::Input {
            path: folder.clone(),
            source,
        };
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let Some(name) = entry
                .file_name()
                .to_str()
                .map(|name| format!("{prefix}{name}"))
            else {
                continue;
            };
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if kind.is_dir() && !is_hidden {
                folders.push((format!("{name}/"), entry.path()));
            } else if kind.is_file()
                && Path::new(&name)
                    .extension()
                    .is_some_and(|end| end.eq_ignore_ascii_case("md"))
            {
                found.push((name, entry.path()));
            }
        }
    }
    found.sort();
    Ok(found)
}
