//! Taking pages up: each gets an id and the keys of a record, and no other byte of it changes.
//!
//! The id comes from the page's path, so that two branches that take up the same page write the
//! same bytes.

use std::collections::{BTreeMap, HashMap, HashSet};

use sha2::{Digest, Sha256};

use crate::app::records::admit::admissible;
use crate::app::records::lookup::{find, path_from_top};
use crate::app::workspace::{Error, Workspace};
use crate::domain::date::Date;
use crate::domain::keys::{self, Key};
use crate::domain::kind::Kind;
use crate::domain::path::{MEMORY, RepoPath};
use crate::domain::record::adopt::{Adoption, adopted, with_links};
use crate::domain::record::{Record, RecordId, page};
use crate::store::write::Change;
use crate::store::{Memory, View};

/// What became of the pages.
#[derive(Clone, Debug, Default)]
pub struct AdoptReport {
    /// The pages that are records now, by path.
    pub adopted: Vec<Adopted>,
    /// Other records that named one of them by its old id, and name it by the new one now.
    pub mended: Vec<RepoPath>,
    /// The pages that stay what they are.
    pub skipped: Vec<LeftAsPage>,
    /// Files that have the names of derived files, and that this program did not make.
    pub foreign: Vec<&'static str>,
}

/// A page that was taken up.
#[derive(Clone, Debug)]
pub struct Adopted {
    /// Its path.
    pub path: RepoPath,
    /// The id that it has now.
    pub id: RecordId,
    /// Its title.
    pub title: String,
}

/// A page that was not taken up.
#[derive(Clone, Debug)]
pub struct LeftAsPage {
    /// Its path.
    pub path: RepoPath,
    /// Why.
    pub why: String,
}

/// Gives ids to the pages at some paths (from the current folder or the top), or below them; to all
/// pages where none is named. A page about its own folder is taken up only where it is named.
/// With `is_dry_run` nothing is written.
///
/// # Errors
/// A path below which there is no page, or where a file cannot be changed; then nothing was.
pub fn adopt(
    workspace: &Workspace,
    paths: &[String],
    is_dry_run: bool,
    is_staged: bool,
) -> Result<AdoptReport, Error> {
    let lock = workspace.lock()?;
    let memory = workspace.memory(&View::WorkTree)?;
    let chosen = chosen(workspace, &memory, paths)?;
    let mut plan = Plan::new(workspace, &memory, chosen)?;
    plan.settle();
    let changes = plan.changes(&memory)?;
    let mut report = plan.report;
    report.foreign = workspace.store().foreign_derived()?;
    if !is_dry_run && !changes.is_empty() {
        workspace.change(&lock, &changes, is_staged)?;
    }
    Ok(report)
}

/// A name by which a command may change a record: the given one, or the id of the page that it
/// named, which was taken up.
#[derive(Clone, Debug)]
pub struct Changeable {
    /// The name.
    pub name: String,
    /// The page that was taken up.
    pub adopted: Option<Adopted>,
}

/// Takes up the page that `name` names, so that it can be changed like a record. Any other name
/// stays as it is, also one that names nothing: whoever uses it says so.
///
/// # Errors
/// [`Error::Unpatchable`] where the page cannot be a record; [`Error::Ambiguous`].
pub fn adopt_first(
    workspace: &Workspace,
    name: &str,
    is_staged: bool,
) -> Result<Changeable, Error> {
    let unchanged = Changeable {
        name: name.to_owned(),
        adopted: None,
    };
    if !workspace.store().has_work_tree() {
        return Ok(unchanged);
    }
    let memory = workspace.memory(&View::WorkTree)?;
    let page = match find(workspace, &memory, name) {
        Ok(record) if record.is_page() => record,
        Ok(_) | Err(Error::UnknownRecord(_)) => return Ok(unchanged),
        Err(error) => return Err(error),
    };
    let path = page.path.to_string();
    let report = adopt(workspace, std::slice::from_ref(&path), false, is_staged)?;
    if let Some(left) = report.skipped.into_iter().next() {
        return Err(Error::Unpatchable {
            path,
            why: left.why,
        });
    }
    let Some(adopted) = report.adopted.into_iter().next() else {
        return Ok(unchanged);
    };
    Ok(Changeable {
        name: adopted.id.to_string(),
        adopted: Some(adopted),
    })
}

/// The pages that are asked for, by path, each once.
fn chosen<'a>(
    workspace: &Workspace,
    memory: &'a Memory,
    paths: &[String],
) -> Result<Vec<&'a Record>, Error> {
    let pages = memory.records.iter().filter(|record| record.is_page());
    if paths.is_empty() {
        return Ok(pages.filter(|page| !page.is_about_folder()).collect());
    }
    // A page may be named twice, by itself and by its folder.
    let mut chosen: BTreeMap<&RepoPath, &Record> = BTreeMap::new();
    for given in paths {
        let spellings = [
            path_from_top(workspace, given.as_ref())?,
            Some(given.clone()),
            Some(format!("{MEMORY}/{given}")),
        ];
        let before = chosen.len();
        for spelling in spellings.into_iter().flatten() {
            let folder = format!("{}/", spelling.trim_end_matches('/'));
            for page in pages.clone() {
                let path = page.path.as_str();
                let is_below = path.starts_with(&folder) && !page.is_about_folder();
                if path == spelling || is_below {
                    chosen.insert(&page.path, page);
                }
            }
        }
        if chosen.len() == before {
            return Err(Error::NoPage(given.clone()));
        }
    }
    Ok(chosen.into_values().collect())
}

/// A page that is going to be a record.
struct Candidate<'a> {
    page: &'a Record,
    bytes: Vec<u8>,
    id: RecordId,
    kind: Kind,
    updated: Date,
    /// What others say of it, and it does not say itself.
    links: Vec<(&'static Key, RecordId)>,
    text: String,
}

struct Plan<'a> {
    workspace: &'a Workspace,
    candidates: Vec<Candidate<'a>>,
    /// The ids of records by the other names that they go by; `None` where two share one.
    names: HashMap<String, Option<RecordId>>,
    report: AdoptReport,
}

impl<'a> Plan<'a> {
    fn new(
        workspace: &'a Workspace,
        memory: &'a Memory,
        chosen: Vec<&'a Record>,
    ) -> Result<Self, Error> {
        let mut plan = Self {
            workspace,
            candidates: Vec::new(),
            names: HashMap::new(),
            report: AdoptReport::default(),
        };
        let mut taken: HashSet<RecordId> = HashSet::new();
        for record in &memory.records {
            if let Some(id) = record.id() {
                taken.insert(id.clone());
                plan.name(record, id);
            }
        }
        let days = days(workspace, &chosen)?;
        for page in chosen {
            let kind = page.place.kind_of_page();
            let id = id_of_path(kind, &page.path, &taken);
            taken.insert(id.clone());
            plan.candidates.push(Candidate {
                page,
                bytes: workspace.read(&page.path)?,
                id,
                kind,
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
            let known = self.names.entry(alias.to_string());
            // What could mean two records means neither.
            let is_first = matches!(known, std::collections::hash_map::Entry::Vacant(_));
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
                updated: candidate.updated,
                named: &|name| self.names.get(name).cloned().flatten(),
            },
        )?;
        let path = &candidate.page.path;
        match admissible(self.workspace, path, &candidate.id, &text) {
            Ok(_) => Ok(text),
            // The path is named already; the value is masked.
            Err(Error::Secret { refusal, .. }) => Err(refusal.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// A supersession that only one of two pages tells is told by both.
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

    /// Other records, with the names replaced that have an id now.
    fn mended(&mut self, memory: &Memory) -> Result<Vec<Change>, Error> {
        let mut changes = Vec::new();
        if self.names.is_empty() {
            return Ok(changes);
        }
        for record in &memory.records {
            let Some(id) = record.id() else { continue };
            let bytes = self.workspace.read(&record.path)?;
            let Ok(text) = std::str::from_utf8(&bytes) else {
                continue;
            };
            let named = |name: &str| self.names.get(name).cloned().flatten();
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

/// The id that a page at this path gets.
fn id_of_path(kind: Kind, path: &RepoPath, taken: &HashSet<RecordId>) -> RecordId {
    let mut attempt = 0_u64;
    loop {
        let mut hash = Sha256::new();
        hash.update(path.as_str());
        hash.update(attempt.to_le_bytes());
        let mut bits = [0; 8];
        bits.copy_from_slice(&hash.finalize()[..8]);
        let id = RecordId::from_random(kind, u64::from_le_bytes(bits));
        if !taken.contains(&id) {
            return id;
        }
        // Two paths may give one id; every machine tries the same next one.
        attempt += 1;
    }
}

/// The days on which files were last changed by a commit, for the pages that do not say it.
fn days(workspace: &Workspace, pages: &[&Record]) -> Result<HashMap<String, Date>, Error> {
    let mut days = HashMap::new();
    let is_asked = pages.iter().any(|page| page.header.updated.is_none());
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
