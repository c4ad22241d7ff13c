//! The parts of a structured answer: the default topics, and the requested ones.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use crate::context::faults::fault_line;
use crate::context::retrieval::entries::EntryWriter;
use crate::context::retrieval::folders::Folders;
use crate::context::retrieval::pages::Pages;
use crate::context::retrieval::request::RetrievalRequest;
use crate::context::retrieval::topics::{is_near, some, topic_name, topic_of};
use crate::records::list::{Sort, sort};
use crate::records::order::RecordHistory;
use crate::records::wanted_statuses;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::context::retrieval::{Defaults, Topic, TopicEntry};
use git_memory_model::kind::Kind;
use git_memory_model::layout;
use git_memory_model::record::{Code, Record};
use git_memory_model::scope::Scope;
use git_memory_store::Memory;
use git_memory_text::visible_line;

/// The maximum number of records in a list, those that changed last: the abstracts of as many take
/// 50,000 tokens and more.
const MOST: usize = 500;
/// The topic of the overviews themselves.
const OVERVIEWS: &str = "overview";
/// Names that the answer uses for something else.
const TAKEN: [&str; 4] = ["schema_version", "scope", "defaults", "warnings"];
/// The kind of which a topic lists every status.
const PLAN: &str = "plan";
/// The kinds whose working text is given, too.
const IN_FULL: [&str; 2] = ["decision", "lesson"];

/// An answer in the making.
pub(crate) struct Answering<'a> {
    workspace: &'a Workspace,
    request: &'a RetrievalRequest,
    memory: &'a Memory,
    /// The records of parents.
    of_parents: &'a Memory,
    history: &'a RecordHistory<'a>,
    folders: Folders<'a>,
    writer: EntryWriter<'a>,
    parent_writer: EntryWriter<'a>,
    pages: &'a Pages<'a>,
    warnings: Vec<Clean>,
}

/// The records of a list.
struct ListOf<'a> {
    /// Name of the list in a warning.
    label: String,
    /// True if the list has the working texts.
    is_full: bool,
    /// True if the list has finished records, too.
    has_past: bool,
    is_wanted: &'a dyn Fn(&Record) -> bool,
}

impl<'a> Answering<'a> {
    /// Of two memories, the second has the records of parents.
    pub(crate) fn new(
        workspace: &'a Workspace,
        request: &'a RetrievalRequest,
        [memory, of_parents]: [&'a Memory; 2],
        history: &'a RecordHistory<'a>,
        folders: Folders<'a>,
        pages: &'a Pages<'a>,
    ) -> Self {
        Self {
            workspace,
            request,
            memory,
            of_parents,
            history,
            folders,
            writer: EntryWriter::new(workspace, memory, pages),
            parent_writer: EntryWriter::new(workspace, of_parents, pages),
            pages,
            warnings: Vec::new(),
        }
    }

    pub(crate) fn warn(&mut self, what: &str) {
        self.warnings.push(self.pages.clean_line(what));
    }

    /// Makes sure that the workspace is there that the question names.
    ///
    /// # Errors
    /// [`Error::BadValue`] with those there are.
    pub(crate) fn must_have_workspace(&self) -> Result<(), Error> {
        let Some(name) = &self.request.workspace else {
            return Ok(());
        };
        let mut known = BTreeSet::new();
        for scope in self.folders.scopes.values().filter(|it| !it.is_project()) {
            known.extend(scope.as_str().split('/').next());
        }
        if known.contains(name.as_str()) {
            return Ok(());
        }
        let known: Vec<&str> = known.into_iter().collect();
        let name = visible_line(name);
        Err(Error::BadValue(match known.as_slice() {
            [] => format!("no workspace '{name}': memory has none, leave it out"),
            known => format!("no workspace '{name}'; there are: {}", some(known)),
        }))
    }

    pub(crate) fn check_scope(&mut self) {
        let scope = &self.request.scope;
        if !self
            .folders
            .scopes
            .contains_key(&layout::scope_folder(self.workspace.folder(), scope))
        {
            let mut known: Vec<&str> = self.folders.scopes.values().map(Scope::as_str).collect();
            known.sort_unstable();
            let known = some(&known);
            self.warn(&format!("no scope '{scope}'; there are: {known}"));
        }
    }

    pub(crate) fn check_statuses(&mut self) {
        for status in &self.request.filter.statuses {
            let meant = wanted_statuses(vec![status.clone()]);
            let mut records = self.memory.records.iter().chain(&self.of_parents.records);
            if !records.any(|record| meant.iter().any(|it| record.header.status.as_str() == it)) {
                let status = visible_line(status);
                self.warn(&format!("no record has the status '{status}'"));
            }
        }
    }

    /// Every warning once: those of the answer, of the pages, of the records' files.
    pub(crate) fn all_warnings(self) -> Result<Vec<Clean>, Error> {
        let guard = self.workspace.guard()?;
        let mut all = self.warnings;
        all.extend(self.pages.faults.iter().cloned());
        for finding in &self.memory.findings {
            // Redaction is enough here for a possible secret.
            if finding.fault.code != Code::Secret {
                all.push(fault_line(guard, finding));
            }
        }
        // A file that is read for a topic and for the defaults is wrong once.
        let mut seen = HashSet::new();
        all.retain(|warning| seen.insert(warning.clone()));
        Ok(all)
    }

    pub(crate) fn defaults(&mut self) -> Result<Defaults, Error> {
        let ladder = [self.request.scope.clone()];
        let decisions = self.entries_above("decisions_t0", Kind::DECISION.name())?;
        let lessons = self.entries_above("lessons_t0", "lesson")?;
        let structure = self.folders.structure(&self.request.scope);
        Ok(Defaults {
            scope_overview: self.folders.nearest_text(&ladder, ""),
            folder_structure: self.pages.clean(&structure),
            overviews: self.folders.overviews(&self.request.scope),
            decisions,
            lessons,
            skills: Vec::new(),
        })
    }

    /// The records of a kind in the scope and its parents.
    fn entries_above(&mut self, label: &str, kind: &str) -> Result<Vec<TopicEntry>, Error> {
        let ladder = self.request.scope.ladder();
        let list = ListOf {
            label: label.to_owned(),
            is_full: false,
            has_past: false,
            is_wanted: &|record| {
                record.kind_name() == kind && ladder.contains(&record.header.scope)
            },
        };
        self.entries(&list)
    }

    /// A topic with its name in the answer; `None`, and a warning, for an unknown name.
    pub(crate) fn topic(&mut self, asked: &str) -> Result<Option<(Clean, Topic)>, Error> {
        let name = topic_name(asked);
        let ladder = self.request.scope.ladder();
        if name == OVERVIEWS {
            let topic = Topic {
                overview: self.folders.nearest_text(&ladder, ""),
                entries: Vec::new(),
                overviews: self.folders.overviews(&self.request.scope),
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
        let folders: HashSet<String> = self.folders.of_topic(name).cloned().collect();
        let list = ListOf {
            label: format!("topic '{name}'"),
            is_full: kind.is_some_and(|kind| IN_FULL.contains(&kind.name())),
            // Plans are the history of the work: finished ones matter most.
            has_past: kind.is_some_and(|kind| kind.name() == PLAN),
            is_wanted: &|record| {
                let is_of_topic = match kind {
                    Some(_) => record.kind() == kind,
                    None => folders.contains(record.path.folder()),
                };
                is_of_topic && is_near(scope, &record.header.scope)
            },
        };
        let topic = Topic {
            overview: self.folders.nearest_text(&ladder, name),
            entries: self.entries(&list)?,
            overviews: Vec::new(),
        };
        Ok(Some((self.pages.clean_line(name), topic)))
    }

    /// True if the topic exists, and its name is not a key of the answer; warns otherwise.
    fn may_answer(&mut self, asked: &str, name: &str, kind: Option<Kind>) -> bool {
        let exists = kind.is_some() || self.folders.of_topic(name).next().is_some();
        // Topics are keys of the answer, and would hide its own.
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

    /// The topics that can be asked for: `overview`, the kinds that have records, and the team's
    /// own folders.
    fn topics(&self) -> BTreeSet<String> {
        let mut topics = BTreeSet::from([OVERVIEWS.to_owned()]);
        for record in self.memory.records.iter().chain(&self.of_parents.records) {
            if let Some(kind) = record.kind()
                && !record.is_about_folder()
            {
                topics.insert(kind.folder().to_owned());
            }
        }
        for folder in &self.folders.paths {
            topics.insert(topic_of(&self.folders.own_folder(folder).1).to_owned());
        }
        topics.retain(|topic| !topic.is_empty() && !TAKEN.contains(&topic.as_str()));
        topics
    }

    /// The records that a list wants and the request's filter lets through, those that changed last
    /// first, and then those of parents.
    fn entries(&mut self, list: &ListOf) -> Result<Vec<TopicEntry>, Error> {
        let mut chosen = self.chosen(list, self.memory);
        sort(&mut chosen, Sort::Updated, MOST, self.memory, self.history)?;
        let mut of_parents = self.chosen(list, self.of_parents);
        of_parents.retain(|record| record.header.scope.is_project());
        of_parents.sort_by_key(|record| Reverse(record.header.updated));
        let (all, own) = (chosen.len() + of_parents.len(), chosen.len().min(MOST));
        if all > MOST {
            // A list that fills the whole prompt is useless.
            let left = all - MOST;
            self.warn(&format!(
                "{}: {left} of {all} are left out; a status, a tag or a category chooses",
                list.label
            ));
        }
        let mut entries = Vec::new();
        for record in &chosen[..own] {
            entries.push(self.writer.entry(record, list.is_full)?);
        }
        for record in of_parents.into_iter().take(MOST - own) {
            entries.push(self.parent_writer.entry(record, list.is_full)?);
        }
        Ok(entries)
    }

    fn chosen(&self, list: &ListOf, memory: &'a Memory) -> Vec<&'a Record> {
        let filter = &self.request.filter;
        let mut of_list = Vec::new();
        for record in &memory.records {
            if !(list.is_wanted)(record) || record.is_about_folder() {
                continue;
            }
            if list.has_past || !filter.statuses.is_empty() || record.is_current() {
                of_list.push(record);
            }
        }
        filter.choose(of_list)
    }
}
