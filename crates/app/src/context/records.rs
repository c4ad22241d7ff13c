//! The records of a pack: read one by one, as the pack has room for them.

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::context::choice::{Choice, SectionRecords};
use crate::context::piece_grounds::{BATCH, Piece, PieceGrounds};
use crate::context::request::ContextQuestion;
use crate::evidence::Subject;
use crate::recall::rivals::Rivals;
use crate::recall::{Applier, Location, LooseText, Sources, double};
use crate::records::reading::Indexed;
use crate::records::trust::{Depth, Trusts};
use crate::workspace::{Error, Workspace, settings};
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::context::fence::origin;
use git_memory_model::context::pack::{Item, ItemOrder, Section, SectionQueue};
use git_memory_model::context::sanitize::{brief, sanitized};
use git_memory_model::evidence::ground::Ground;
use git_memory_model::kind::Kind;
use git_memory_model::record::excerpt::with_passage;
use git_memory_model::record::working_text::piece;
use git_memory_model::record::{Name, Record, front_matter};
use git_memory_model::trust::Trust;
use git_memory_recall::{Attribute, DocumentRef, holders};
use git_memory_store::index::IndexView;
use git_memory_store::{Age, Ages, Place, View};
use git_memory_text::Language;
use git_memory_text::pathspec::covers;

/// The longest brief text of a record, in characters: its title and its abstract.
const BRIEF: usize = 160;

/// A record that governs what is asked about, or a commit in its place.
pub(crate) struct GoverningItem {
    pub(crate) name: GoverningName,
    pub(crate) item: Item,
}

/// Name of a record or commit that a session is told.
#[derive(Clone, Debug)]
pub struct GoverningName {
    /// Its id, or a page's path.
    pub id: String,
    /// The files of the request that its `paths` cover.
    pub covered: Vec<String>,
}

impl GoverningName {
    /// The name of something that covers no files.
    pub(crate) fn of(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            covered: Vec::new(),
        }
    }
}

/// True for a record that is to be told, by its id and the files that it covers.
pub(crate) type IsNews<'a> = dyn Fn(&str, &[&str]) -> bool + 'a;

/// From which view records are chosen.
pub(crate) struct RecordSource<'a> {
    pub(crate) view: &'a View,
    /// The view in the form of the index.
    pub(crate) tracked: IndexView,
    /// Ratings of earlier answers, one line each.
    pub(crate) feedback: String,
    /// The files of user memory that are searched, too.
    pub(crate) user: Vec<LooseText>,
    /// The language of texts whose words do not identify one.
    pub(crate) usual: Language,
    /// For how many records there is room, were each a line.
    pub(crate) most: usize,
    /// The newest commits, as evidence for the records that files follow.
    pub(crate) history: Option<IndexView>,
    /// True if no other file may be searched for evidence: an edit waits for the answer.
    pub(crate) is_prompt: bool,
    /// The records of parents that may contradict these.
    pub(crate) parents: Sources,
}

/// The records for a pack, by section.
pub(crate) struct Records<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) view: View,
    pub(crate) sources: Sources,
    parents: Sources,
    pub(crate) choice: Choice,
    ages: Arc<Ages>,
    grounds: PieceGrounds<'a>,
    /// Records that were read for their grounds, before their turn.
    ahead: RefCell<HashMap<DocumentRef, Indexed>>,
    pub(super) is_without_history: bool,
    /// Read for full pieces only: lines do not show trust.
    trusts: OnceCell<Trusts<'a>>,
}

impl<'a> Records<'a> {
    /// Chooses among the records of a view.
    pub(crate) fn choose(
        workspace: &'a Workspace,
        source: RecordSource,
        request: &ContextQuestion,
    ) -> Result<Self, Error> {
        let store = workspace.store();
        // Ages are counted in commits, not in days: two clones give the same bytes at any time.
        let ages = match store.history().head_commit()? {
            Some(commit) if request.is_without_history => Arc::new(store.unknown_ages(commit)?),
            Some(commit) => store.ages(commit)?,
            None => Arc::default(),
        };
        let sources = Sources::of_view(source.tracked, source.feedback, store.roots()?.clone())
            .and_user(source.user, source.usual)?
            .and_commits(source.history)
            .and_weights(settings::weights(workspace, source.view.revision())?);
        let files: Vec<Location> = request.paths.iter().map(Location::of_file).collect();
        let applying = if files.is_empty() {
            Vec::new()
        } else {
            let mut applier = Applier::new(workspace, &sources, source.view, false)?;
            if source.is_prompt {
                applier = applier.without_symbols();
            }
            applier.all(&files, None)?
        };
        let (usual, most) = (source.usual, source.most);
        let mut records = Self {
            workspace,
            view: source.view.clone(),
            choice: Choice::of(workspace, &sources, &ages, request, &applying, usual, most)?,
            sources,
            parents: source.parents,
            ages,
            grounds: PieceGrounds::default(),
            ahead: RefCell::default(),
            is_without_history: request.is_without_history,
            trusts: OnceCell::new(),
        };
        if request.is_start {
            records.begin()?;
        }
        Ok(records)
    }

    /// Returns the offer of each section.
    pub(crate) fn queues(&self) -> Vec<SectionQueue> {
        self.choice
            .sections
            .iter()
            .map(SectionRecords::queue)
            .collect()
    }

    /// Share of its room that the pack may use, in percent.
    pub(crate) fn share(&self) -> usize {
        self.choice.share()
    }

    /// The nth record of a section; `None` where it was deleted in the meantime.
    pub(crate) fn item(&self, section: usize, nth: usize) -> Result<Option<Item>, Error> {
        let Some(at) = self.nth(section, nth) else {
            return Ok(None);
        };
        let ahead = self.ahead.borrow_mut().remove(&at);
        let read = ahead.map_or_else(|| self.read(at), |known| Ok(Some(known)))?;
        let Some(Indexed { record, text, .. }) = read else {
            return Ok(None);
        };
        let kind = self.choice.sections[section].section;
        if kind.is_list() {
            return Ok(Some(self.name_line(&record)?));
        }
        let ground = self.ground(section, nth)?;
        let text = (kind == Section::Answers).then_some(&text);
        let mut item = self.item_of(at, &record, text, ground.as_ref())?;
        if self.choice.sections[section].is_by_title {
            item.brief = self.briefly(&record.header.title, "")?;
        }
        Ok(Some(item))
    }

    /// A record as an item, with its working text where its text is given.
    pub(crate) fn item_of(
        &self,
        at: DocumentRef,
        record: &Record,
        text: Option<&Clean>,
        ground: Option<&Ground>,
    ) -> Result<Item, Error> {
        // Within a section records appear in the order in which they were made.
        let created = match record.header.created {
            Some(day) => i64::from(i32::from(day)),
            None => i64::MIN,
        };
        Ok(Item {
            origin: self.label(at, record, ground)?,
            order: ItemOrder {
                first: created,
                second: Reverse(self.place(at, record)?.number()),
                path: record.path.to_string(),
            },
            // A record that was asked for is named by its title until there is room for its text.
            brief: match text {
                Some(_) => self.briefly(&record.header.title, "")?,
                None => self.brief(record)?,
            },
            full: match text {
                Some(text) => Some(self.working_text(at, record, text)?),
                None => None,
            },
        })
    }

    /// The label of a record, which has room for what is unusual: each word of it is repeated for
    /// each record.
    fn label(
        &self,
        at: DocumentRef,
        record: &Record,
        ground: Option<&Ground>,
    ) -> Result<String, Error> {
        let header = &record.header;
        let mut words = Vec::new();
        let status = known_status(record);
        if !is_usual(record, status) {
            words.push(status);
        }
        let rivals = ground.map(rival_ids).unwrap_or_default();
        // A conflict is told by the names of the others.
        if self.age(at, record)? == Age::Uncommitted {
            words.push(Trust::Uncommitted.name());
        }
        let mut parts: Vec<(&str, &str)> = Vec::new();
        if let Some(ground) = ground.filter(|_| rivals.is_empty()) {
            let is_moved = ground.changes.moved.is_some();
            // Not a word for the record itself, which nothing happened to.
            parts.push((
                "files",
                if is_moved {
                    "moved"
                } else {
                    ground.verdict.name()
                },
            ));
        }
        // A reader who finds a replaced record needs its successors.
        let successors: Vec<&str> = header.superseded_by.iter().map(Name::as_str).collect();
        let successors = successors.join(",");
        if !successors.is_empty() {
            parts.push(("superseded_by", &successors));
        }
        if !header.scope.is_project() {
            parts.push(("scope", header.scope.as_str()));
        }
        if self.choice.maybe.contains(&at) {
            parts.push(("applies", "maybe"));
        }
        if !rivals.is_empty() {
            parts.push(("conflicts_with", &rivals));
        }
        if let Some(trust) = self.doubt(at, record)? {
            parts.push(("trust", trust.name()));
        }
        // The file that had an id first is the record; the piece names the others, too.
        let double = double(self.workspace, &self.sources, header.id.as_str())?;
        let path = record.path.as_str();
        let others = double.as_ref().map(|it| it.others(path).join(","));
        if let (Some(double), Some(others)) = (&double, &others) {
            parts.push(("path", path));
            parts.push(match double.copied(path) {
                None => ("same_id", others),
                Some(record) => ("copy_of", record),
            });
        }
        Ok(labelled(header.id.as_str(), &words, &parts))
    }

    /// Returns the current records that answer the question, the best first, with successors in
    /// place of the others; at most `most` records, and only what `is_news` by its id and those of
    /// `files` that it covers. Each has its working text and a short abstract.
    pub(crate) fn governing(
        &self,
        most: usize,
        files: &[String],
        is_news: &IsNews,
    ) -> Result<Vec<GoverningItem>, Error> {
        let mut chosen: Vec<(DocumentRef, Record, Clean, Vec<&str>)> = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        let mut waiting: Vec<DocumentRef> = self.choice.asked.iter().rev().copied().collect();
        while let Some(at) = waiting.pop() {
            let Some(Indexed { record, text, .. }) = self.read(at)? else {
                continue;
            };
            // A chain of successors ends where it comes back to itself.
            if chosen.len() >= most || !seen.insert(record.path.to_string()) {
                continue;
            }
            if !record.is_current() {
                for successor in &record.header.superseded_by {
                    waiting.extend(self.named(successor)?);
                }
                continue;
            }
            let covered = covered(&record, files);
            if is_news(record.header.id.as_str(), &covered) {
                chosen.push((at, record, text, covered));
            }
        }
        let mut pieces = Vec::new();
        for (at, record, ..) in &chosen {
            if !self.grounds.is_known(*at) {
                pieces.push(Piece {
                    at: *at,
                    subject: Subject::of(record, self.blob(*at)?),
                    is_asked: true,
                });
            }
        }
        // All at once: they are compared with each other, and with the same others.
        self.look_up(pieces)?;
        let mut items = Vec::new();
        for (at, record, text, covered) in chosen {
            let ground = self.grounds.told(at);
            let item = self.item_of(at, &record, Some(&text), ground.as_ref())?;
            let name = GoverningName {
                id: record.header.id.to_string(),
                covered: covered.into_iter().map(str::to_owned).collect(),
            };
            items.push(GoverningItem { name, item });
        }
        Ok(items)
    }

    /// The record with a name.
    fn named(&self, id: &Name) -> Result<Option<DocumentRef>, Error> {
        if let Name::Path(path) = id {
            let found = self.sources.at_path(&self.sources.parts(), path.as_str())?;
            return Ok(found.into_iter().next());
        }
        for (part, of_view) in self.sources.parts().iter().enumerate() {
            let holders = holders(of_view, Attribute::Id, id.as_str())?;
            if let Some(document) = holders.iter().next() {
                return Ok(Some(DocumentRef { part, document }));
            }
        }
        Ok(None)
    }

    /// The trust of a record if it is lower than usual: a commit of an agent, or one that the
    /// default branch does not have. The age already shows that it is not committed.
    fn doubt(&self, at: DocumentRef, record: &Record) -> Result<Option<Trust>, Error> {
        if self.is_without_history {
            return Ok(None);
        }
        let trusts = self.trusts()?;
        let told = trusts.told(record.path.as_str(), self.blob(at)?)?;
        Ok(match told.trust {
            Trust::Agent => Some(Trust::Agent),
            Trust::Committed if trusts.knows_default() => Some(Trust::Committed),
            _ => None,
        })
    }

    fn trusts(&self) -> Result<&Trusts<'a>, Error> {
        if let Some(trusts) = self.trusts.get() {
            return Ok(trusts);
        }
        let depth = Depth {
            // A committed view must give the same answer in every clone, whatever was fetched
            // there.
            by_branch: self.view.revision().is_none(),
            by_signature: false,
        };
        let trusts = Trusts::of(self.workspace, &self.view, depth)?;
        Ok(self.trusts.get_or_init(|| trusts))
    }

    /// A record as an item of only its title.
    fn name_line(&self, record: &Record) -> Result<Item, Error> {
        Ok(Item {
            origin: origin(&[("path", record.path.as_str())]),
            order: ItemOrder {
                path: record.path.to_string(),
                ..ItemOrder::default()
            },
            brief: self.briefly(&record.header.title, "")?,
            full: None,
        })
    }

    /// Looks up the grounds of some records.
    fn look_up(&self, records: Vec<Piece>) -> Result<(), Error> {
        if self.is_without_history {
            return Ok(());
        }
        let rivals = Rivals::new(self.workspace, &self.sources, &self.parents);
        self.grounds
            .look_up(self.workspace, &self.view, &rivals, records)
    }

    /// Returns the ground of the nth record of a section, if it is not current.
    fn ground(&self, section: usize, nth: usize) -> Result<Option<Ground>, Error> {
        let Some(at) = self.nth(section, nth).filter(|_| !self.is_without_history) else {
            return Ok(None);
        };
        if !self.grounds.is_known(at) {
            let mut records = Vec::new();
            for nth in nth..nth.saturating_add(BATCH) {
                let Some(at) = self.nth(section, nth) else {
                    break;
                };
                if let Some(read) = self.read(at)? {
                    records.push(Piece {
                        at,
                        subject: Subject::of(&read.record, self.blob(at)?),
                        is_asked: self.choice.sections[section].section == Section::Answers,
                    });
                    self.ahead.borrow_mut().insert(at, read);
                }
            }
            self.look_up(records)?;
        }
        Ok(self.grounds.told(at))
    }

    /// Returns the nth record of a section on one line.
    pub(crate) fn line(&self, section: usize, nth: usize) -> Result<Option<String>, Error> {
        let Some(at) = self.nth(section, nth) else {
            return Ok(None);
        };
        let Some(Indexed { record, .. }) = self.read(at)? else {
            return Ok(None);
        };
        let age = self.age(at, &record)?;
        Ok(Some(format!(
            "{} ({}, age {age}): {}",
            record.header.id,
            known_status(&record),
            self.brief(&record)?
        )))
    }

    fn nth(&self, section: usize, nth: usize) -> Option<DocumentRef> {
        self.choice.sections.get(section)?.offered.get(nth).copied()
    }

    /// Title and abstract.
    fn brief(&self, record: &Record) -> Result<String, Error> {
        self.briefly(&record.header.title, &record.header.abstract_line)
    }

    fn briefly(&self, title: &str, text: &str) -> Result<String, Error> {
        let line = brief(title, text, BRIEF);
        let mut pieces = line.split(" — ");
        // Taking out hidden characters may reveal a secret: then it is looked for again.
        if pieces.all(|piece| title.contains(piece) || text.contains(piece)) {
            Ok(line)
        } else {
            Ok(self.workspace.guard()?.redact(&line).into_string())
        }
    }

    /// Its working text.
    fn working_text(
        &self,
        at: DocumentRef,
        record: &Record,
        text: &Clean,
    ) -> Result<String, Error> {
        let body = front_matter::split(text).map_or(text.as_str(), |parts| &text[parts.body]);
        let (title, told) = (&record.header.title, &record.header.abstract_line);
        let mut page = piece(record.kind(), title, told, body);
        if let Some(name) = self.choice.named.get(&at) {
            page = with_passage(page, body, name);
        }
        let passed = sanitized(&page);
        // As above.
        if passed == page.trim_end() {
            Ok(passed)
        } else {
            Ok(self.workspace.guard()?.redact(&passed).into_string())
        }
    }

    /// Number of commits since a record's change.
    pub(super) fn age(&self, at: DocumentRef, record: &Record) -> Result<Age, Error> {
        Ok(match self.blob(at)? {
            Some(blob) => self.ages.of(record.path.as_str(), blob),
            None => Age::Uncommitted,
        })
    }

    pub(super) fn place(&self, at: DocumentRef, record: &Record) -> Result<Place, Error> {
        Ok(match self.blob(at)? {
            Some(blob) => self.ages.place(record.path.as_str(), blob),
            None => Place::default(),
        })
    }

    fn blob(&self, at: DocumentRef) -> Result<Option<ObjectId>, Error> {
        match self.sources.of_part(at.part) {
            Some(source) => Ok(source.view.id(source.part, at.document)?),
            None => Ok(None),
        }
    }

    pub fn read(&self, at: DocumentRef) -> Result<Option<Indexed>, Error> {
        self.sources.read(self.workspace, at)
    }
}

/// The ids of the records that may contradict it.
fn rival_ids(ground: &Ground) -> String {
    let ids: Vec<&str> = ground.rivals.iter().map(|it| it.id.as_str()).collect();
    ids.join(",")
}

/// The label of a record: its id, single words of the program, and whatever needs a key.
pub(super) fn labelled(id: &str, words: &[&str], parts: &[(&str, &str)]) -> String {
    let mut label = vec![origin(&[("id", id)])];
    label.extend(words.iter().map(ToString::to_string));
    if !parts.is_empty() {
        label.push(origin(parts));
    }
    label.join(" ")
}

/// True if a status is the one that records of its kind usually have: the first.
fn is_usual(record: &Record, status: &str) -> bool {
    record
        .kind()
        .is_some_and(|kind| kind.default_status() == status)
}

/// A record's status, where its kind has it: any other text in its place is not passed on.
pub(super) fn known_status(record: &Record) -> &'static str {
    let name = record.header.status.as_str();
    // Any status of any kind will do for a record whose kind is not known.
    let status = match record.kind() {
        Some(kind) => kind.status(name),
        None => Kind::all().find_map(|kind| kind.status(name)),
    };
    match status {
        Some(status) => status.name,
        None => "unknown",
    }
}

/// Those of some files that a record's `paths` cover.
fn covered<'f>(record: &Record, files: &'f [String]) -> Vec<&'f str> {
    let specs = &record.header.paths;
    let is_covered = |file: &&str| specs.iter().any(|spec| covers(spec.as_str(), file));
    files
        .iter()
        .map(String::as_str)
        .filter(is_covered)
        .collect()
}
