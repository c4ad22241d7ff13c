//! The texts of pages as records, and of records as those of another kind: which id each gets,
//! which links are mended, and what cannot be taken up. Nothing is written here, so that a command
//! can change a page that it takes up in one write.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::records::admit::admissible;
use crate::records::adopted::{AdoptReport, Adopted, LeftAsPage};
use crate::records::order::RecordHistory;
use crate::records::path_id::id_of_path;
use crate::workspace::{Error, Workspace, refused_line};
use git_memory_model::keys::{self, Key};
use git_memory_model::kind::Kind;
use git_memory_model::record::adopt::{Adoption, adopted, with_links};
use git_memory_model::record::{Name, Record, RecordId, page};
use git_memory_store::write::Change;
use git_memory_store::{Memory, View};
use git_memory_text::date::Date;

/// The changes that register some pages.
pub(crate) struct PlannedAdoption {
    /// The changes, none of them made yet.
    pub(crate) changes: Vec<Change>,
    /// Description of the changes.
    pub(crate) report: AdoptReport,
}

/// The kind that an adoption gives a record: a page that of its folder, and a record that of the
/// folder that it was moved into. `None` for a record that has its kind.
pub(crate) fn kind_to_take(record: &Record) -> Option<Kind> {
    if record.is_page() {
        Some(record.place.kind_of_page())
    } else {
        record.moved_to()
    }
}

/// Makes the texts of pages as records of a kind each, and of the records that name one of them by
/// its old id. Each file stays where it is.
pub(crate) fn plan(
    workspace: &Workspace,
    memory: &Memory,
    pages: Vec<(&Record, Kind)>,
) -> Result<PlannedAdoption, Error> {
    let mut plan = Plan::new(workspace, memory, pages)?;
    plan.settle();
    let changes = plan.changes(memory)?;
    Ok(PlannedAdoption {
        changes,
        report: plan.report,
    })
}

/// A page that is going to be a record.
struct Candidate<'a> {
    page: &'a Record,
    bytes: Vec<u8>,
    id: RecordId,
    kind: Kind,
    created: Option<Date>,
    updated: Date,
    /// Links that follow from other records, and that its own text lacks.
    links: Vec<(&'static Key, RecordId)>,
    text: String,
}

struct Plan<'a> {
    workspace: &'a Workspace,
    candidates: Vec<Candidate<'a>>,
    /// The ids of records by the other names that they go by; `None` where two share one.
    names: HashMap<String, Option<RecordId>>,
    /// The ids of records, and those that the pages get.
    taken: HashSet<RecordId>,
    report: AdoptReport,
}

impl<'a> Plan<'a> {
    fn new(
        workspace: &'a Workspace,
        memory: &'a Memory,
        chosen: Vec<(&'a Record, Kind)>,
    ) -> Result<Self, Error> {
        let mut plan = Self {
            workspace,
            candidates: Vec::new(),
            names: HashMap::new(),
            taken: HashSet::new(),
            report: AdoptReport::default(),
        };
        plan.taken
            .extend(memory.records.iter().filter_map(Record::id).cloned());
        for record in &memory.records {
            if let Some(id) = record.id() {
                plan.name(record, id);
            }
        }
        let days = days(workspace, &chosen)?;
        let history = RecordHistory::new(workspace, Some(&View::WorkTree));
        for (page, kind) in chosen {
            let id = match page.id().map(|id| id.of_kind(kind)) {
                // Such ids tell that they are of one record, and lead back to its first kind.
                Some(id) if !plan.taken.contains(&id) => id,
                _ => id_of_path(kind, page.path.as_str(), &plan.taken),
            };
            plan.taken.insert(id.clone());
            plan.candidates.push(Candidate {
                page,
                bytes: workspace.read(&page.path)?,
                id,
                kind,
                created: match memory.blob(page).filter(|_| is_dateless(page)) {
                    Some(blob) => history.ages()?.first_day(page.path.as_str(), blob),
                    None => None,
                },
                updated: match (page.header.updated, days.get(page.path.as_str())) {
                    (Some(day), _) => day,
                    (None, Some(day)) => *day,
                    (None, None) => workspace.today(),
                },
                links: Vec::new(),
                text: String::new(),
            });
        }
        Ok(plan)
    }

    /// Notes under which other names a record goes.
    fn name(&mut self, record: &Record, id: &RecordId) {
        for alias in &record.header.aliases {
            // An id names the record that has it, whatever aliases other records have.
            if alias.parse().is_ok_and(|id| self.taken.contains(&id)) {
                continue;
            }
            let known = self.names.entry(alias.to_string());
            // An ambiguous alias names no record.
            let is_first = matches!(known, Entry::Vacant(_));
            *known.or_default() = is_first.then(|| id.clone());
        }
    }

    /// Makes the new texts. Whatever cannot become a record drops out, and then nothing may name
    /// it: so it is done again until every candidate stays.
    fn settle(&mut self) {
        let known = self.names.clone();
        loop {
            self.names.clone_from(&known);
            let named: Vec<_> = self
                .candidates
                .iter()
                .map(|candidate| (candidate.page, candidate.id.clone()))
                .collect();
            for (page, id) in named {
                self.name(page, &id);
                self.names.insert(page.path.to_string(), Some(id.clone()));
                if let Some(old) = page.id() {
                    self.names.insert(old.to_string(), Some(id));
                }
            }
            self.link();
            let before = self.candidates.len();
            for mut candidate in std::mem::take(&mut self.candidates) {
                match self.text(&candidate) {
                    Ok(text) => {
                        candidate.text = text;
                        self.candidates.push(candidate);
                    }
                    Err(why) => self.report.skipped.push(LeftAsPage {
                        path: candidate.page.path.clone(),
                        why,
                    }),
                }
            }
            if self.candidates.len() == before {
                return;
            }
        }
    }

    fn text(&self, candidate: &Candidate<'_>) -> Result<String, String> {
        let Ok(text) = std::str::from_utf8(&candidate.bytes) else {
            return Err("it is not UTF-8".to_owned());
        };
        let text = adopted(
            text,
            &Adoption {
                id: &candidate.id,
                kind: candidate.kind,
                page: &candidate.page.header,
                scope: &candidate.page.place.scope,
                links: &candidate.links,
                created: candidate.created,
                updated: candidate.updated,
                named: &|name| self.names.get(name).cloned().flatten(),
            },
        )?;
        let path = &candidate.page.path;
        match admissible(self.workspace, path, &candidate.id, &text) {
            Ok(_) => Ok(text),
            // The path is named already; the value is masked.
            Err(Error::Secret {
                refusal,
                fingerprints,
                ..
            }) => Err(refused_line(&refusal, &fingerprints)),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Completes supersessions that only one of two pages has.
    fn link(&mut self) {
        let mut links: HashMap<RecordId, Vec<(&'static Key, RecordId)>> = HashMap::new();
        for candidate in &self.candidates {
            for (key, back) in [
                (&keys::SUPERSEDES, &keys::SUPERSEDED_BY),
                (&keys::SUPERSEDED_BY, &keys::SUPERSEDES),
            ] {
                for name in page::names_in(&String::from_utf8_lossy(&candidate.bytes), key) {
                    if let Some(Some(other)) = self.names.get(&name) {
                        let link = (back, candidate.id.clone());
                        links.entry(other.clone()).or_default().push(link);
                    }
                }
            }
        }
        let ids: HashMap<&str, &RecordId> = self
            .candidates
            .iter()
            .map(|candidate| (candidate.page.path.as_str(), &candidate.id))
            .collect();
        for candidate in &self.candidates {
            let header = &candidate.page.header;
            for (key, names) in [
                (&keys::SUPERSEDES, &header.supersedes),
                (&keys::SUPERSEDED_BY, &header.superseded_by),
                (&keys::RELATED, &header.related),
            ] {
                // Links that the text makes: a page that stays one cannot be the end of any.
                let named = names.iter().filter_map(|name| match name {
                    Name::Id(id) => Some(id.clone()),
                    Name::Path(path) => ids.get(path.as_str()).copied().cloned(),
                });
                let of_page = links.entry(candidate.id.clone()).or_default();
                of_page.extend(named.map(|id| (key, id)));
            }
        }
        for candidate in &mut self.candidates {
            candidate.links = links.remove(&candidate.id).unwrap_or_default();
        }
    }

    /// The changes to the files, and the report about them.
    fn changes(&mut self, memory: &Memory) -> Result<Vec<Change>, Error> {
        let mut changes = Vec::new();
        for candidate in std::mem::take(&mut self.candidates) {
            let path = candidate.page.path.clone();
            let clean = admissible(self.workspace, &path, &candidate.id, &candidate.text)?;
            self.report.adopted.push(Adopted {
                path: path.clone(),
                id: candidate.id,
                title: candidate.page.header.title.to_string(),
            });
            changes.push(Change::Replace(path, candidate.bytes, clean));
        }
        self.report.skipped.sort_by(|a, b| a.path.cmp(&b.path));
        changes.extend(self.mended(memory)?);
        Ok(changes)
    }

    /// Returns the changes to other records that name adopted pages: the names become ids. An alias
    /// of a record that was not adopted changes no file.
    fn mended(&mut self, memory: &Memory) -> Result<Vec<Change>, Error> {
        let mut changes = Vec::new();
        let mut adopted = HashSet::new();
        let mut files = HashSet::new();
        for page in &self.report.adopted {
            adopted.insert(page.id.clone());
            files.insert(page.path.clone());
        }
        if adopted.is_empty() {
            return Ok(changes);
        }
        for record in &memory.records {
            let Some(id) = record.id() else { continue };
            if files.contains(&record.path) {
                continue;
            }
            let bytes = self.workspace.read(&record.path)?;
            let Ok(text) = std::str::from_utf8(&bytes) else {
                continue;
            };
            let named = |name: &str| {
                let id = self.names.get(name)?.as_ref();
                id.filter(|id| adopted.contains(*id)).cloned()
            };
            let mended = with_links(text, &named).map_err(|why| Error::Unpatchable {
                path: record.path.to_string(),
                why,
            })?;
            if let Some(text) = mended {
                let clean = admissible(self.workspace, &record.path, id, &text)?;
                self.report.mended.push(record.path.clone());
                changes.push(Change::Replace(record.path.clone(), bytes, clean));
            }
        }
        Ok(changes)
    }
}

/// True if the text of a page names no day at all.
fn is_dateless(record: &Record) -> bool {
    record.is_page() && record.header.created.is_none() && record.header.updated.is_none()
}

/// The days on which files were last changed by a commit, for the pages without one.
fn days(workspace: &Workspace, pages: &[(&Record, Kind)]) -> Result<HashMap<String, Date>, Error> {
    let mut days = HashMap::new();
    let is_asked = pages.iter().any(|(page, _)| page.header.updated.is_none());
    let history = workspace.store().history();
    // Most tools write a day themselves: then history need not be read at all.
    if !is_asked || history.head_commit()?.is_none() {
        return Ok(days);
    }
    // One walk for all of them: a walk for each file would take minutes in a large repository. The
    // newest commit comes first.
    for commit in history.of_memory("HEAD")? {
        let Some(day) = Date::of_text(&commit.date) else {
            continue;
        };
        for file in commit.files {
            let path = String::from_utf8_lossy(&file.path).into_owned();
            days.entry(path).or_insert(day);
        }
    }
    Ok(days)
}
