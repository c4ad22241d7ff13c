//! Which records go into a pack: what the task is about first, then those that changed last.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::app::context::request::PackRequest;
use crate::app::recall::{Asked, Question, Sources, rank};
use crate::app::records::Tier;
use crate::app::records::reading::{Indexed, indexed};
use crate::app::workspace::{Error, Workspace};
use crate::domain::context::pack::{Item, Section, SectionQueue};
use crate::domain::context::sanitize::{brief, origin, sanitized};
use crate::domain::date::Date;
use crate::domain::kind::Kind;
use crate::domain::path::RepoPath;
use crate::domain::recall::feedback::overloads;
use crate::domain::recall::{Attribute, AttributeValue, Part, Query, values};
use crate::domain::record::check::Finding;
use crate::domain::record::{Fault, Record, header};
use crate::domain::secrets::Clean;
use crate::domain::text::Language;
use crate::domain::{layout, pathspec};
use crate::git::ObjectId;
use crate::store::index::{IndexView, SegmentBytes};
use crate::store::{Age, Ages, TextFile, View};

/// How many hits of a query count as asked for; half as many each time that this was too much.
const HITS: usize = 8;
/// A hit below this share of the best one is not an answer.
const WORTH: f64 = 0.35;
/// What is left of a pack's room, in hundredths, where questions like this one were answered with
/// too much never, once, twice, more often.
const SHARES: [usize; 4] = [100, 75, 55, 40];
/// The longest brief text of a record, in characters: its title and its abstract.
const BRIEF: usize = 500;
/// The maximum number of faults after which no other file is looked at.
const FAULTS: usize = 20;

/// The sections of records, and the kind in each.
const SECTIONS: [(Section, &str); 5] = [
    (Section::Decisions, "decision"),
    (Section::Conventions, "convention"),
    (Section::OpenLoops, "open-loop"),
    (Section::Lessons, "lesson"),
    (Section::Recipes, "recipe"),
];

/// A record of the index: its part, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct DocumentRef {
    part: usize,
    document: u32,
}

/// A record by its last change, the newest first; the blob's id decides where dates do not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Aged {
    updated: Reverse<Option<Date>>,
    id: ObjectId,
    record: DocumentRef,
}

/// A record whose paths cover a file, those with the longest literal beginning first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Covering {
    literal: Reverse<usize>,
    aged: Aged,
}

/// From which view records are chosen.
pub(crate) struct RecordSource<'a> {
    pub(crate) view: &'a View,
    /// The same view, as the index has it.
    pub(crate) tracked: IndexView,
    /// How earlier answers were rated, one line each.
    pub(crate) feedback: String,
    /// The language of texts whose words do not tell another.
    pub(crate) usual: Language,
}

/// The records for a pack, by section.
pub(crate) struct Records<'a> {
    workspace: &'a Workspace,
    view: View,
    sources: Sources,
    ages: Ages,
    /// How often questions like this one were answered with too much.
    overloads: usize,
    sections: Vec<SectionRecords>,
}

/// The records of a section, the most useful first.
#[derive(Default)]
struct SectionRecords {
    section: Section,
    /// What was asked for.
    asked: Vec<DocumentRef>,
    rest: Vec<DocumentRef>,
}

impl<'a> Records<'a> {
    /// Chooses among the records of a view.
    pub(crate) fn choose(
        workspace: &'a Workspace,
        source: RecordSource,
        request: &PackRequest,
    ) -> Result<Self, Error> {
        let store = workspace.store();
        let ages = match store.history().head_commit()? {
            Some(commit) => store.ages(commit)?,
            None => Ages::default(),
        };
        let mut records = Self {
            workspace,
            view: source.view.clone(),
            sources: Sources::of_view(source.tracked, source.feedback),
            ages,
            overloads: 0,
            sections: Vec::new(),
        };
        let asked = records.asked(request, source.usual)?;
        records.sections = records.sorted(&asked)?;
        Ok(records)
    }

    /// What the task is about, the nearest first: records whose paths cover its files, then what
    /// its words find.
    fn asked(&mut self, request: &PackRequest, usual: Language) -> Result<Vec<DocumentRef>, Error> {
        if request.query.is_empty() && request.paths.is_empty() {
            return Ok(Vec::new());
        }
        let words = if request.query.is_empty() {
            request.paths.join(" ")
        } else {
            request.query.clone()
        };
        let query = Query::parse(&words, usual);
        self.overloads = overloads(&self.sources.feedback, &query, usual);
        // Who was told too much gets half as much, down to one.
        let most = (HITS >> self.overloads.min(3)).max(1);
        let question = Question {
            words,
            near: request.paths.clone(),
            most,
            ..Question::default()
        };
        let parts = self.sources.parts();
        let asked = Asked {
            question: &question,
            query: &query,
            days: None,
            usual,
        };
        let ranked = rank(&self.sources, &parts, &asked)?.ranked;
        let best = ranked.first().map_or(0.0, |ranked| ranked.score);
        let mut hits = Vec::new();
        for hit in &ranked {
            // Weak hits would crowd out what changed last.
            if hit.score >= best * WORTH && hits.len() < most {
                hits.push(DocumentRef {
                    part: hit.part,
                    document: hit.document,
                });
            }
        }
        let mut asked = covering(&parts, &request.paths)?;
        // Of those that cover a file, the words' hits come first.
        asked.sort_by_key(|record| match hits.iter().position(|hit| hit == record) {
            Some(place) => place,
            None => hits.len(),
        });
        asked.extend(hits);
        Ok(asked)
    }

    /// Every current record in its section.
    fn sorted(&self, asked: &[DocumentRef]) -> Result<Vec<SectionRecords>, Error> {
        let parts = self.sources.parts();
        let mut sections = Vec::new();
        for section in SECTIONS
            .map(|(section, _)| section)
            .into_iter()
            .chain([Section::Others])
        {
            sections.push(SectionRecords {
                section,
                ..SectionRecords::default()
            });
        }
        let mut seen: HashSet<DocumentRef> = HashSet::new();
        for record in asked {
            let facts = parts[record.part].segment.facts(record.document)?;
            // A file and the words may find the same record.
            if facts.is_current() && seen.insert(*record) {
                sections[self.section_of(&parts, *record)?]
                    .asked
                    .push(*record);
            }
        }
        let mut others: Vec<Vec<Aged>> = vec![Vec::new(); SECTIONS.len()];
        for (nth, part) in parts.iter().enumerate() {
            for document in part.members.iter() {
                let record = DocumentRef {
                    part: nth,
                    document,
                };
                let facts = part.segment.facts(document)?;
                if !facts.is_current() || seen.contains(&record) {
                    continue;
                }
                // Records of other kinds are in a pack only where they are asked for.
                if let Some(section) = others.get_mut(self.section_of(&parts, record)?)
                    && let Some(id) = ObjectId::from_bytes(part.segment.id(document)?)
                {
                    section.push(Aged {
                        updated: Reverse(facts.updated),
                        id,
                        record,
                    });
                }
            }
        }
        for (section, mut rest) in sections.iter_mut().zip(others) {
            // Every key is compared, so the order is the same in every clone.
            rest.sort_unstable();
            section.rest = rest.into_iter().map(|aged| aged.record).collect();
        }
        Ok(sections)
    }

    /// The number of the section that a record belongs to; the last one is that of other kinds.
    fn section_of(
        &self,
        parts: &[Part<'_, SegmentBytes>],
        record: DocumentRef,
    ) -> Result<usize, Error> {
        let kind = self.sources.kind_of(parts, record.part, record.document)?;
        let kind = kind.map(Kind::name);
        let found = SECTIONS.iter().position(|(_, name)| kind == Some(*name));
        Ok(match found {
            Some(section) => section,
            None => SECTIONS.len(),
        })
    }

    /// What each section has to offer.
    pub(crate) fn queues(&self) -> Vec<SectionQueue> {
        let mut queues = Vec::new();
        for records in &self.sections {
            queues.push(SectionQueue {
                section: records.section,
                count: records.asked.len() + records.rest.len(),
                asked: records.asked.len(),
            });
        }
        queues
    }

    /// How many hundredths of its room the pack may use.
    pub(crate) fn share(&self) -> usize {
        SHARES[self.overloads.min(SHARES.len() - 1)]
    }

    /// The nth record of a section; `None` where it was deleted in the meantime.
    pub(crate) fn item(&self, section: usize, nth: usize) -> Result<Option<Item>, Error> {
        let Some(at) = self.nth(section, nth) else {
            return Ok(None);
        };
        let Some(Indexed { record, text, .. }) = self.read(at)? else {
            return Ok(None);
        };
        let header = &record.header;
        let age = self.age(at, &record)?.to_string();
        let mut parts = vec![
            ("id", header.id.as_str()),
            ("status", known_status(&record)),
        ];
        if !header.scope.is_project() {
            parts.push(("scope", header.scope.as_str()));
        }
        parts.extend([("age", age.as_str()), ("path", record.path.as_str())]);
        // Within a section records appear in the order in which they were made.
        let created = match header.created {
            Some(day) => i64::from(i32::from(day)),
            None => i64::MIN,
        };
        let is_asked = nth < self.sections[section].asked.len();
        Ok(Some(Item {
            origin: origin(&parts),
            order: (created, header.id.to_string()),
            brief: self.brief(&record)?,
            full: if is_asked {
                Some(self.working_text(&record, &text)?)
            } else {
                None
            },
        }))
    }

    /// The same record on one line.
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
        let SectionRecords { asked, rest, .. } = self.sections.get(section)?;
        asked.iter().chain(rest).nth(nth).copied()
    }

    /// Title and abstract.
    fn brief(&self, record: &Record) -> Result<String, Error> {
        let (title, text) = (&record.header.title, &record.header.abstract_line);
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
    fn working_text(&self, record: &Record, text: &Clean) -> Result<String, Error> {
        let page = Tier::T1.of(record, text);
        let passed = sanitized(&page);
        // As above.
        if passed == page.trim_end() {
            Ok(passed)
        } else {
            Ok(self.workspace.guard()?.redact(&passed).into_string())
        }
    }

    /// How many commits ago a record changed.
    fn age(&self, at: DocumentRef, record: &Record) -> Result<Age, Error> {
        let Some(source) = self.sources.of_part(at.part) else {
            return Ok(Age::Uncommitted);
        };
        Ok(match source.view.id(source.part, at.document)? {
            Some(blob) => self.ages.of(record.path.as_str(), blob),
            None => Age::Uncommitted,
        })
    }

    fn read(&self, at: DocumentRef) -> Result<Option<Indexed>, Error> {
        let Some(source) = self.sources.of_part(at.part) else {
            return Ok(None);
        };
        let path = source.view.path(source.part, at.document)?;
        let Some(id) = source.view.id(source.part, at.document)? else {
            return Ok(None);
        };
        let parts = self.sources.parts();
        let is_clean = parts[at.part].segment.is_clean(at.document)?;
        indexed(self.workspace, &path, id, is_clean)
    }

    /// What is wrong with files of this view.
    pub(crate) fn faults(&self) -> Result<Vec<Finding>, Error> {
        let mut faults: Vec<Finding> = Vec::new();
        if let Some(source) = self.sources.of_part(0) {
            for path in &source.view.strays {
                // A name that is not read is reported where the view was looked at.
                if let Ok(path) = path.parse::<RepoPath>() {
                    let found = self.stray_faults(&path)?;
                    add_findings(&mut faults, &path, found);
                }
            }
        }
        for (nth, part) in self.sources.parts().iter().enumerate() {
            for document in part.members.iter() {
                let at = DocumentRef {
                    part: nth,
                    document,
                };
                if part.segment.facts(document)?.is_faulty
                    && faults.len() < FAULTS
                    && let Some(read) = self.read(at)?
                {
                    add_findings(&mut faults, &read.record.path, read.faults);
                }
            }
        }
        Ok(faults)
    }

    /// What is wrong with a file that is not a record where one should be.
    fn stray_faults(&self, path: &RepoPath) -> Result<Vec<Fault>, Error> {
        // What is not text at all is reported where the view was looked at.
        let store = self.workspace.store();
        let TextFile::Text(text) = store.page(&self.view, path.as_str())? else {
            return Ok(Vec::new());
        };
        let reading = header::read(text.as_bytes());
        let is_page = match layout::place(path) {
            Some(place) => reading.is_page(&place),
            None => true,
        };
        Ok(if is_page { Vec::new() } else { reading.faults })
    }
}

fn add_findings(findings: &mut Vec<Finding>, path: &RepoPath, faults: Vec<Fault>) {
    for fault in faults {
        let path = path.clone();
        findings.push(Finding { path, fault });
    }
}

/// A record's status, where its kind has it: any other text in its place is not passed on.
fn known_status(record: &Record) -> &'static str {
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

/// The records whose paths cover one of some files: the most exact ones first, then those that
/// changed last.
fn covering(parts: &[Part<'_, SegmentBytes>], paths: &[String]) -> Result<Vec<DocumentRef>, Error> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let mut lowered = Vec::new();
    for path in paths {
        lowered.push(path.trim_end_matches('/').to_lowercase());
    }
    let mut found: Vec<Covering> = Vec::new();
    for (nth, part) in parts.iter().enumerate() {
        for AttributeValue {
            value: spec,
            holders,
        } in values(part, Attribute::About)?
        {
            if !lowered.iter().any(|path| is_about(&spec, path)) {
                continue;
            }
            let literal = Reverse(spec.find(['*', '?', '[']).unwrap_or(spec.len()));
            for document in holders.iter() {
                let updated = Reverse(part.segment.facts(document)?.updated);
                let Some(id) = ObjectId::from_bytes(part.segment.id(document)?) else {
                    continue;
                };
                let record = DocumentRef {
                    part: nth,
                    document,
                };
                let aged = Aged {
                    updated,
                    id,
                    record,
                };
                found.push(Covering { literal, aged });
            }
        }
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|found| found.aged.record).collect())
}

/// Whether a pathspec covers a path, or something in it: whoever works at a folder works at its
/// files.
fn is_about(spec: &str, path: &str) -> bool {
    let is_inside = match spec.strip_prefix(path) {
        Some(rest) => rest.starts_with('/'),
        None => false,
    };
    is_inside || pathspec::covers(spec, path)
}
