//! One structured answer for a tool: `get-context`.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{digest, fault_line};
use crate::app::context::pages::{Pages, Told};
use crate::app::records::list::{Filter, Sort};
use crate::app::workspace::{Error, Workspace};
use crate::domain::context::retrieval::{
    Defaults, Entry, Overview, Retrieval, Topic, topic_folders, tree,
};
use crate::domain::date::Date;
use crate::domain::kind::Kind;
use crate::domain::layout;
use crate::domain::record::{Code, Record, front_matter};
use crate::domain::scope::Scope;
use crate::domain::secrets::{Clean, clean};
use crate::domain::text::visible_line;
use crate::store::{Memory, View};

/// Tells answers of this program from those of others.
const FORM: &str = concat!("retrieval 2 ", env!("CARGO_PKG_VERSION"));
/// A list has at most so many records, those that changed last: the abstracts of so many take
/// 50,000 tokens and more.
const MOST: usize = 500;
/// So many names are in a message.
const NAMED: usize = 20;
/// The topic of the overviews themselves.
const OVERVIEWS: &str = "overview";
/// Names that the answer has for something else.
const TAKEN: [&str; 4] = ["schema_version", "scope", "defaults", "warnings"];
/// The kinds whose working text is given, too.
const IN_FULL: [&str; 2] = ["decision", "lesson"];

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
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
pub fn retrieve(workspace: &Workspace, request: &Request) -> Result<Retrieval, Error> {
    let store = workspace.store();
    let seen = store.see(&View::WorkTree)?;
    let mut pages = Pages::of(workspace)?;
    let skills = if request.has_defaults {
        pages.skills()
    } else {
        Vec::new()
    };
    let told = pages.overviews(seen.folders.iter());
    let checked_out = workspace.must_have_memory();
    let is_hidden = matches!(checked_out, Err(Error::NotCheckedOut));
    let asked = format!(
        "{request:?} {:?} {skills:?} {told:?} {:?} {is_hidden}",
        seen.folders, pages.faults
    );
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
    let mut table = Table::new(workspace, request, &memory, folders, &pages, told);
    table.check_scope();
    if let Err(error @ Error::NotCheckedOut) = checked_out {
        table.warn(&error.to_string());
    }
    for status in &request.filter.statuses {
        if !memory
            .records
            .iter()
            .any(|record| record.header.status.as_str() == status)
        {
            table.warn(&format!(
                "no record has the status '{}'",
                visible_line(status)
            ));
        }
    }
    if request.has_defaults {
        answer.defaults = Some(Defaults {
            skills,
            ..table.defaults()?
        });
    }
    for name in &request.topics {
        if let Some((name, topic)) = table.topic(name)?
            && answer.topics.iter().all(|(known, _)| *known != name)
        {
            answer.topics.push((name, topic));
        }
    }
    let guard = workspace.guard()?;
    let of_files = memory
        .findings
        .iter()
        .filter(|it| it.fault.code != Code::Secret)
        .map(|it| fault_line(guard, it));
    let mut said = HashSet::new();
    let warnings = table
        .warnings
        .into_iter()
        .chain(pages.faults.iter().cloned())
        .chain(of_files);
    answer.warnings = warnings
        .filter(|warning| said.insert(warning.clone()))
        .collect();
    store.keep_pack(&key, &answer);
    Ok(answer)
}

struct Table<'a> {
    workspace: &'a Workspace,
    request: &'a Request,
    memory: &'a Memory,
    folders: BTreeSet<String>,
    /// The scopes that records or folders have, with their parents, by their folders.
    scopes: BTreeMap<String, Scope>,
    /// The files in which the rules of the guard find something.
    secret: HashSet<&'a str>,
    pages: &'a Pages<'a>,
    /// The overviews, by folder.
    told: BTreeMap<String, Told>,
    warnings: Vec<Clean>,
}

impl<'a> Table<'a> {
    fn new(
        workspace: &'a Workspace,
        request: &'a Request,
        memory: &'a Memory,
        folders: BTreeSet<String>,
        pages: &'a Pages<'a>,
        told: BTreeMap<String, Told>,
    ) -> Self {
        let of_records = memory
            .records
            .iter()
            .map(|record| record.header.scope.clone());
        let of_folders = folders.iter().filter_map(|folder| layout::place_in(folder));
        let of_folders = of_folders
            .filter(|place| place.kind.is_some())
            .map(|place| place.scope);
        let own: BTreeSet<Scope> = of_records.chain(of_folders).collect();
        let all = own.iter().flat_map(Scope::ladder).chain([Scope::project()]);
        let scopes = all
            .map(|scope| (layout::scope_folder(&scope), scope))
            .collect();
        let secret = memory
            .findings
            .iter()
            .filter(|it| it.fault.code == Code::Secret)
            .map(|it| it.path.as_str())
            .collect();
        Self {
            workspace,
            request,
            memory,
            folders,
            scopes,
            secret,
            pages,
            told,
            warnings: Vec::new(),
        }
    }

    fn warn(&mut self, what: &str) {
        self.warnings.push(self.pages.clean_line(what));
    }

    fn check_scope(&mut self) {
        if !self
            .scopes
            .contains_key(&layout::scope_folder(&self.request.scope))
        {
            let mut known: Vec<&str> = self.scopes.values().map(Scope::as_str).collect();
            known.sort_unstable();
            self.warn(&format!(
                "no scope '{}'; there are: {}",
                self.request.scope,
                some(&known)
            ));
        }
    }

    fn defaults(&mut self) -> Result<Defaults, Error> {
        let root = layout::scope_folder(&self.request.scope);
        let ladder = self.request.scope.ladder();
        let is_t0 = |record: &Record, kind: &str| {
            record.kind_name() == kind && ladder.contains(&record.header.scope)
        };
        let decisions = self.entries("decisions_t0", false, &|record| is_t0(record, "decision"))?;
        let lessons = self.entries("lessons_t0", false, &|record| is_t0(record, "lesson"))?;
        let structure = tree(&self.folders, &root);
        Ok(Defaults {
            scope_overview: self.first_text(std::slice::from_ref(&root)),
            folder_structure: self.pages.clean(&structure),
            overviews: self.overviews(),
            decisions,
            lessons,
            skills: Vec::new(),
        })
    }

    /// The overviews of the scope, of what is below it and of its parents.
    fn overviews(&self) -> Vec<Overview> {
        let about = self
            .told
            .iter()
            .map(|(folder, told)| (self.about(folder), told));
        let near = about.filter(|((scope, _), _)| is_near(&self.request.scope, scope));
        let overview = |((scope, topic), told): ((Scope, Option<String>), &Told)| Overview {
            scope: clean(&scope),
            topic: topic.map(|topic| self.pages.clean_line(&topic)),
            ..told.overview.clone()
        };
        near.map(overview).collect()
    }

    /// The scope and the topic that a folder is about.
    fn about(&self, folder: &str) -> (Scope, Option<String>) {
        match self.scopes.get(folder) {
            Some(scope) => (scope.clone(), None),
            None => layout::place_in(folder).map_or((Scope::project(), None), |place| {
                (
                    place.scope,
                    Some(place.topic).filter(|topic| !topic.is_empty()),
                )
            }),
        }
    }

    /// The working text of the first of some folders' overviews.
    fn first_text(&self, folders: &[String]) -> Option<Clean> {
        folders
            .iter()
            .find_map(|folder| self.told.get(folder)?.text.clone())
    }

    /// A topic with its name in the answer; `None`, and a warning, where there is none of that
    /// name.
    fn topic(&mut self, asked: &str) -> Result<Option<(Clean, Topic)>, Error> {
        let name = asked.strip_prefix('_').unwrap_or(asked);
        let ladder = self.request.scope.ladder();
        let nearest: Vec<String> = ladder.iter().rev().map(layout::scope_folder).collect();
        if name == OVERVIEWS {
            let overview = self.first_text(&nearest);
            let topic = Topic {
                overview,
                entries: Vec::new(),
                overviews: self.overviews(),
            };
            return Ok(Some((self.pages.clean_line(name), topic)));
        }
        let kind = Kind::by_name(name);
        let name = kind.map_or(name, |kind| kind.folder());
        let is_there = kind.is_some()
            || self
                .folders
                .iter()
                .any(|folder| is_topic_folder(self.own_folder(folder), name));
        if is_there && TAKEN.contains(&name) {
            self.warn(&format!(
                "topic '{name}' has the name of a key of this answer; read it as a topic on its own"
            ));
            return Ok(None);
        }
        if !is_there || name.is_empty() {
            let known = self.topics();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            self.warn(&format!(
                "no topic '{}'; there are: {}",
                visible_line(asked),
                some(&known)
            ));
            return Ok(None);
        }
        let overview = self.first_text(&topic_folders(&nearest, name));
        let is_full = kind.is_some_and(|kind| IN_FULL.contains(&kind.name()));
        let (request, label) = (self.request, format!("topic '{name}'"));
        let is_of_topic = |record: &Record| match kind {
            Some(kind) => record.kind() == Some(kind),
            None => is_topic_folder(own_folder(record.path.folder(), &record.place.scope), name),
        };
        let entries = self.entries(&label, is_full, &|record| {
            is_near(&request.scope, &record.header.scope) && is_of_topic(record)
        })?;
        Ok(Some((
            self.pages.clean_line(name),
            Topic {
                overview,
                entries,
                overviews: Vec::new(),
            },
        )))
    }

    /// A folder, from that of its scope.
    fn own_folder<'f>(&self, folder: &'f str) -> &'f str {
        if self.scopes.contains_key(folder) {
            return "";
        }
        layout::place_in(folder).map_or("", |place| own_folder(folder, &place.scope))
    }

    /// The topics that there are: `overview`, the kinds that have records, and the team's own
    /// folders.
    fn topics(&self) -> BTreeSet<String> {
        let kinds = self
            .memory
            .records
            .iter()
            .filter_map(Record::kind)
            .map(|kind| kind.folder().to_owned());
        let own = self.folders.iter().map(|folder| {
            self.own_folder(folder)
                .split('/')
                .next()
                .unwrap_or_default()
        });
        let own = own.map(|topic| topic.strip_prefix('_').unwrap_or(topic).to_owned());
        let all = kinds.chain(own).chain([OVERVIEWS.to_owned()]);
        all.filter(|topic| !topic.is_empty() && !TAKEN.contains(&topic.as_str()))
            .collect()
    }

    /// The records that a list wants and the request's filter lets through, those that changed last
    /// first.
    fn entries(
        &mut self,
        list: &str,
        is_full: bool,
        is_wanted: &dyn Fn(&Record) -> bool,
    ) -> Result<Vec<Entry>, Error> {
        let filter = &self.request.filter;
        let holds = |record: &Record| !filter.statuses.is_empty() || record.is_current();
        let of_list = self
            .memory
            .records
            .iter()
            .filter(|record| is_wanted(record) && holds(record));
        let mut chosen = filter.choose(of_list, Sort::Updated);
        if chosen.len() > MOST {
            let left = chosen.len() - MOST;
            self.warn(&format!(
                "{list}: {left} of {} are left out; choose with --status, --tag or --category",
                chosen.len()
            ));
            chosen.truncate(MOST);
        }
        chosen
            .into_iter()
            .map(|record| self.entry(record, is_full))
            .collect()
    }

    fn entry(&self, record: &Record, is_full: bool) -> Result<Entry, Error> {
        let header = &record.header;
        let line = |text: &Clean| self.pages.clean_again(text);
        let day = |day: &Date| clean(day);
        Ok(Entry {
            id: clean(&header.id),
            kind: record.kind().map_or_else(
                || self.pages.clean_line(record.kind_name()),
                |kind| clean(&kind),
            ),
            name: line(&header.title),
            description: line(&header.abstract_line),
            status: line(&header.status),
            scope: clean(&header.scope),
            category: header.category.as_ref().map(line),
            tags: header.tags.iter().map(line).collect(),
            created: header.created.as_ref().map(day),
            updated: header.updated.as_ref().map(day),
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
        let (guard, text) = (self.workspace.guard()?, String::from_utf8_lossy(&bytes));
        let is_clean = !self.secret.contains(record.path.as_str());
        let text = if is_clean {
            guard.redact_beyond_rules(&text)
        } else {
            guard.redact(&text)
        };
        let body = front_matter::split(&text).map_or(0..text.len(), |parts| parts.body);
        Ok(self.pages.working_text(&text[body]))
    }
}

/// A folder of a scope, from that scope's own.
fn own_folder<'f>(folder: &'f str, scope: &Scope) -> &'f str {
    folder
        .strip_prefix(layout::scope_folder(scope).as_str())
        .unwrap_or_default()
        .trim_start_matches('/')
}

/// Whether a folder of a scope is a topic's, or lies in it; a leading underscore makes no
/// difference.
fn is_topic_folder(own: &str, topic: &str) -> bool {
    let rest = own.strip_prefix('_').unwrap_or(own).strip_prefix(topic);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Some names for a message.
fn some(names: &[&str]) -> String {
    let more = names.len().saturating_sub(NAMED);
    let list = names[..names.len() - more].join(", ");
    if more == 0 {
        list
    } else {
        format!("{list} and {more} more")
    }
}

/// Whether a scope is the one that was asked for, below it, or one of its parents.
fn is_near(asked: &Scope, scope: &Scope) -> bool {
    asked.ladder().contains(scope) || scope.ladder().contains(asked)
}
