//! One structured answer for a tool: `get-context`.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::app::context::digest::digest;
use crate::app::context::faults::fault_line;
use crate::app::context::pages::{FolderPage, Pages};
use crate::app::context::topics::{is_near, is_topic_folder, own_folder, some, topic_of};
use crate::app::records::list::{Filter, Sort};
use crate::app::workspace::{Error, Workspace};
use crate::domain::context::retrieval::{
    Defaults, Entry, Overview, Retrieval, Topic, topic_folders, tree,
};
use crate::domain::kind::Kind;
use crate::domain::layout;
use crate::domain::record::{Code, Record, front_matter};
use crate::domain::scope::Scope;
use crate::domain::secrets::{Clean, clean};
use crate::domain::text::visible_line;
use crate::store::{Memory, View};

/// Distinguishes answers of this version from those of others.
const FORM: &str = concat!("retrieval 2 ", env!("CARGO_PKG_VERSION"));
/// The maximum number of records in a list, those that changed last: the abstracts of as many take
/// 50,000 tokens and more.
const MOST: usize = 500;
/// The topic of the overviews themselves.
const OVERVIEWS: &str = "overview";
/// Names that the answer uses for something else.
const TAKEN: [&str; 4] = ["schema_version", "scope", "defaults", "warnings"];
/// The kinds whose working text is given, too.
const IN_FULL: [&str; 2] = ["decision", "lesson"];

/// What is asked for.
#[derive(Clone, Debug)]
pub struct RetrievalRequest {
    /// The scope.
    pub scope: Scope,
    /// `overview`, kinds, and folders, by their names.
    pub topics: Vec<String>,
    /// Whether what everybody gets is wanted.
    pub has_defaults: bool,
    /// Only records that fit; where no status is named, only current ones.
    pub filter: Filter,
}

/// Answers a request.
///
/// # Errors
/// Where memory or git cannot be read, or in a bare repository. What is wrong with single files is
/// a warning.
pub fn retrieve(workspace: &Workspace, request: &RetrievalRequest) -> Result<Retrieval, Error> {
    let store = workspace.store();
    let seen = store.see(&View::WorkTree)?;
    let mut pages = Pages::of(workspace)?;
    let skills = if request.has_defaults {
        pages.skills()
    } else {
        Vec::new()
    };
    let folder_pages = pages.overviews(seen.folders.iter());
    // Memory that is not checked out looks like an empty one, so the answer says so.
    let checked_out = workspace.must_have_memory();
    let is_hidden = matches!(checked_out, Err(Error::NotCheckedOut));
    let asked = format!(
        "{request:?} {:?} {skills:?} {folder_pages:?} {:?} {is_hidden}",
        seen.folders, pages.faults
    );
    // Of the records their list is enough, as blobs are named by their contents; pages are read
    // anew each time.
    let key = digest(workspace, FORM, &[&asked, &seen.name()])?;
    if let Some(kept) = store.kept_pack(&key) {
        return Ok(kept);
    }
    let folders = seen.folders.clone();
    let memory = store.memory_seen(seen)?;
    let mut answer = Retrieval {
        scope: clean(&request.scope),
        ..Retrieval::default()
    };
    let mut answering = Answering {
        workspace,
        request,
        memory: &memory,
        scopes: scopes(&memory, &folders),
        folders,
        secret: files_with_secrets(&memory),
        pages: &pages,
        folder_pages,
        warnings: Vec::new(),
    };
    answering.check_scope();
    if let Err(error @ Error::NotCheckedOut) = checked_out {
        answering.warn(&error.to_string());
    }
    answering.check_statuses();
    if request.has_defaults {
        answer.defaults = Some(Defaults {
            skills,
            ..answering.defaults()?
        });
    }
    for name in &request.topics {
        if let Some((name, topic)) = answering.topic(name)?
            && answer.topics.iter().all(|(known, _)| *known != name)
        {
            answer.topics.push((name, topic));
        }
    }
    answer.warnings = answering.all_warnings()?;
    store.keep_pack(&key, &answer);
    Ok(answer)
}

/// The scopes that records or folders have, with their parents, by their folders.
fn scopes(memory: &Memory, folders: &BTreeSet<String>) -> BTreeMap<String, Scope> {
    let mut own: BTreeSet<Scope> = BTreeSet::new();
    for record in &memory.records {
        own.insert(record.header.scope.clone());
    }
    // A scope without records may still have an overview.
    for folder in folders {
        if let Some(place) = layout::place_in(folder)
            && place.kind.is_some()
        {
            own.insert(place.scope);
        }
    }
    let mut scopes = BTreeMap::new();
    for scope in own.iter().flat_map(Scope::ladder).chain([Scope::project()]) {
        scopes.insert(layout::scope_folder(&scope), scope);
    }
    scopes
}

/// The files in which the rules of the guard find something.
fn files_with_secrets(memory: &Memory) -> HashSet<&str> {
    let mut files = HashSet::new();
    for finding in &memory.findings {
        if finding.fault.code == Code::Secret {
            files.insert(finding.path.as_str());
        }
    }
    files
}

/// An answer in the making.
struct Answering<'a> {
    workspace: &'a Workspace,
    request: &'a RetrievalRequest,
    memory: &'a Memory,
    /// The folders of the work tree that hold files.
    folders: BTreeSet<String>,
    /// The known scopes, by their folders.
    scopes: BTreeMap<String, Scope>,
    secret: HashSet<&'a str>,
    pages: &'a Pages<'a>,
    /// The overviews, by folder.
    folder_pages: BTreeMap<String, FolderPage>,
    warnings: Vec<Clean>,
}

/// Which records a list has.
struct ListOf<'a> {
    /// How a warning names the list.
    label: String,
    /// Whether the working text is given.
    is_full: bool,
    is_wanted: &'a dyn Fn(&Record) -> bool,
}

impl Answering<'_> {
    fn warn(&mut self, what: &str) {
        self.warnings.push(self.pages.clean_line(what));
    }

    fn check_scope(&mut self) {
        let scope = &self.request.scope;
        if !self.scopes.contains_key(&layout::scope_folder(scope)) {
            let mut known: Vec<&str> = self.scopes.values().map(Scope::as_str).collect();
            known.sort_unstable();
            let known = some(&known);
            self.warn(&format!("no scope '{scope}'; there are: {known}"));
        }
    }

    fn check_statuses(&mut self) {
        for status in &self.request.filter.statuses {
            let mut records = self.memory.records.iter();
            if !records.any(|record| record.header.status.as_str() == status) {
                let status = visible_line(status);
                self.warn(&format!("no record has the status '{status}'"));
            }
        }
    }

    /// Every warning once: those of the answer, of the pages, of the records' files.
    fn all_warnings(self) -> Result<Vec<Clean>, Error> {
        let guard = self.workspace.guard()?;
        let mut all = self.warnings;
        all.extend(self.pages.faults.iter().cloned());
        for finding in &self.memory.findings {
            // What looks like a secret is taken out, which is enough here.
            if finding.fault.code != Code::Secret {
                all.push(fault_line(guard, finding));
            }
        }
        let mut seen = HashSet::new();
        all.retain(|warning| seen.insert(warning.clone()));
        Ok(all)
    }

    fn defaults(&mut self) -> Result<Defaults, Error> {
        let root = layout::scope_folder(&self.request.scope);
        let decisions = self.entries_above("decisions_t0", Kind::DECISION.name())?;
        let lessons = self.entries_above("lessons_t0", "lesson")?;
        let structure = tree(&self.folders, &root);
        Ok(Defaults {
            scope_overview: self.first_text(&[root]),
            folder_structure: self.pages.clean(&structure),
            overviews: self.overviews(),
            decisions,
            lessons,
            skills: Vec::new(),
        })
    }

    /// The records of a kind in the scope and its parents.
    fn entries_above(&mut self, label: &str, kind: &str) -> Result<Vec<Entry>, Error> {
        let ladder = self.request.scope.ladder();
        let list = ListOf {
            label: label.to_owned(),
            is_full: false,
            is_wanted: &|record| {
                record.kind_name() == kind && ladder.contains(&record.header.scope)
            },
        };
        self.entries(&list)
    }

    /// The overviews of the scope, of what is below it and of its parents.
    fn overviews(&self) -> Vec<Overview> {
        let mut overviews = Vec::new();
        for (folder, page) in &self.folder_pages {
            let (scope, topic) = self.about(folder);
            if is_near(&self.request.scope, &scope) {
                overviews.push(Overview {
                    scope: clean(&scope),
                    topic: topic.map(|topic| self.pages.clean_line(&topic)),
                    ..page.overview.clone()
                });
            }
        }
        overviews
    }

    /// The scope and the topic that a folder is about.
    fn about(&self, folder: &str) -> (Scope, Option<String>) {
        if let Some(scope) = self.scopes.get(folder) {
            return (scope.clone(), None);
        }
        match layout::place_in(folder) {
            Some(place) if !place.topic.is_empty() => (place.scope, Some(place.topic)),
            Some(place) => (place.scope, None),
            None => (Scope::project(), None),
        }
    }

    /// The working text of the first of some folders' overviews.
    fn first_text(&self, folders: &[String]) -> Option<Clean> {
        for folder in folders {
            if let Some(page) = self.folder_pages.get(folder)
                && page.text.is_some()
            {
                return page.text.clone();
            }
        }
        None
    }

    /// A topic with its name in the answer; `None`, and a warning, where there is none of that
    /// name.
    fn topic(&mut self, asked: &str) -> Result<Option<(Clean, Topic)>, Error> {
        let name = asked.strip_prefix('_').unwrap_or(asked);
        let ladder = self.request.scope.ladder();
        // The overview that is nearest to the scope tells most about it.
        let nearest: Vec<String> = ladder.iter().rev().map(layout::scope_folder).collect();
        if name == OVERVIEWS {
            let topic = Topic {
                overview: self.first_text(&nearest),
                entries: Vec::new(),
                overviews: self.overviews(),
            };
            return Ok(Some((self.pages.clean_line(name), topic)));
        }
        let kind = Kind::by_name(name);
        let name = match kind {
            Some(kind) => kind.folder(),
            None => name,
        };
        if !self.may_answer(asked, name, kind) {
            return Ok(None);
        }
        let scope = &self.request.scope;
        let list = ListOf {
            label: format!("topic '{name}'"),
            is_full: kind.is_some_and(|kind| IN_FULL.contains(&kind.name())),
            is_wanted: &|record| {
                is_near(scope, &record.header.scope) && is_of_topic(record, kind, name)
            },
        };
        let topic = Topic {
            overview: self.first_text(&topic_folders(&nearest, name)),
            entries: self.entries(&list)?,
            overviews: Vec::new(),
        };
        Ok(Some((self.pages.clean_line(name), topic)))
    }

    /// Whether there is such a topic, and the answer has no other use for its name; warns where
    /// not.
    fn may_answer(&mut self, asked: &str, name: &str, kind: Option<Kind>) -> bool {
        let mut folders = self.folders.iter();
        let exists =
            kind.is_some() || folders.any(|folder| is_topic_folder(self.own_folder(folder), name));
        if exists && TAKEN.contains(&name) {
            self.warn(&format!(
                "topic '{name}' has the name of a key of this answer; read it as a topic on its own"
            ));
            return false;
        }
        if !exists || name.is_empty() {
            let topics = self.topics();
            let known: Vec<&str> = topics.iter().map(String::as_str).collect();
            let (asked, known) = (visible_line(asked), some(&known));
            self.warn(&format!("no topic '{asked}'; there are: {known}"));
            return false;
        }
        true
    }

    /// A folder, as a path from that of its scope.
    fn own_folder<'f>(&self, folder: &'f str) -> &'f str {
        if self.scopes.contains_key(folder) {
            return "";
        }
        match layout::place_in(folder) {
            Some(place) => own_folder(folder, &place.scope),
            None => "",
        }
    }

    /// The topics that can be asked for: `overview`, the kinds that have records, and the team's
    /// own folders.
    fn topics(&self) -> BTreeSet<String> {
        let mut topics = BTreeSet::from([OVERVIEWS.to_owned()]);
        for record in &self.memory.records {
            if let Some(kind) = record.kind() {
                topics.insert(kind.folder().to_owned());
            }
        }
        for folder in &self.folders {
            topics.insert(topic_of(self.own_folder(folder)).to_owned());
        }
        topics.retain(|topic| !topic.is_empty() && !TAKEN.contains(&topic.as_str()));
        topics
    }

    /// The records that a list wants and the request's filter lets through, those that changed last
    /// first.
    fn entries(&mut self, list: &ListOf) -> Result<Vec<Entry>, Error> {
        let filter = &self.request.filter;
        let mut of_list = Vec::new();
        for record in &self.memory.records {
            let is_current = !filter.statuses.is_empty() || record.is_current();
            if is_current && (list.is_wanted)(record) {
                of_list.push(record);
            }
        }
        let mut chosen = filter.choose(of_list, Sort::Updated);
        if chosen.len() > MOST {
            // A list that takes the whole room of a prompt helps nobody.
            let (all, left) = (chosen.len(), chosen.len() - MOST);
            self.warn(&format!(
                "{}: {left} of {all} are left out; choose with --status, --tag or --category",
                list.label
            ));
            chosen.truncate(MOST);
        }
        let mut entries = Vec::new();
        for record in chosen {
            entries.push(self.entry(record, list.is_full)?);
        }
        Ok(entries)
    }

    fn entry(&self, record: &Record, is_full: bool) -> Result<Entry, Error> {
        let header = &record.header;
        let line = |text: &Clean| self.pages.clean_again(text);
        Ok(Entry {
            id: clean(&header.id),
            kind: match record.kind() {
                Some(kind) => clean(&kind),
                None => self.pages.clean_line(record.kind_name()),
            },
            name: line(&header.title),
            description: line(&header.abstract_line),
            status: line(&header.status),
            scope: clean(&header.scope),
            category: header.category.as_ref().map(line),
            tags: header.tags.iter().map(line).collect(),
            created: header.created.as_ref().map(clean),
            updated: header.updated.as_ref().map(clean),
            body: if is_full {
                Some(self.body(record)?)
            } else {
                None
            },
            path: self.pages.clean_line(record.path.as_str()),
        })
    }

    fn body(&self, record: &Record) -> Result<Clean, Error> {
        // As it was seen: what somebody writes now belongs to the next answer.
        let bytes = match self.memory.blob(record) {
            Some(blob) => self.workspace.store().content(record.path.as_str(), blob)?,
            None => self.workspace.read(&record.path)?,
        };
        let guard = self.workspace.guard()?;
        let text = String::from_utf8_lossy(&bytes);
        let text = if self.secret.contains(record.path.as_str()) {
            guard.redact(&text)
        } else {
            guard.redact_beyond_rules(&text)
        };
        let body = match front_matter::split(&text) {
            Ok(parts) => &text[parts.body],
            Err(_) => &text,
        };
        Ok(self.pages.working_text(body))
    }
}

/// Whether a record is of this kind, or in a folder of this topic where it names no kind.
fn is_of_topic(record: &Record, kind: Option<Kind>, topic: &str) -> bool {
    if kind.is_some() {
        return record.kind() == kind;
    }
    is_topic_folder(own_folder(record.path.folder(), &record.place.scope), topic)
}
