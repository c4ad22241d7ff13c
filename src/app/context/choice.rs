//! Which records go into a pack: what the task is about first, then those that changed last.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::app::context::covering::{Aged, covering};
use crate::app::context::request::PackRequest;
use crate::app::recall::{Asked, Question, Sources, rank};
use crate::app::workspace::Error;
use crate::domain::context::pack::{Section, SectionQueue};
use crate::domain::kind::Kind;
use crate::domain::recall::feedback::overloads;
use crate::domain::recall::{DocumentRef, Part, Query};
use crate::domain::text::Language;
use crate::git::ObjectId;
use crate::store::index::SegmentBytes;

/// How many hits of a query count as asked for; half as many each time that this was too much.
const HITS: usize = 8;
/// A hit below this share of the best one is not an answer.
const WORTH: f64 = 0.35;
/// What is left of a pack's room, in hundredths, where questions like this one were answered with
/// too much never, once, twice, more often.
const SHARES: [usize; 4] = [100, 75, 55, 40];

/// The sections of records, and the kind in each.
const SECTIONS: [(Section, &str); 5] = [
    (Section::Decisions, "decision"),
    (Section::Conventions, "convention"),
    (Section::OpenLoops, "open-loop"),
    (Section::Lessons, "lesson"),
    (Section::Recipes, "recipe"),
];

/// The records that were chosen, by section.
#[derive(Default)]
pub(crate) struct Choice {
    pub(crate) sections: Vec<SectionRecords>,
    /// How often questions like this one were answered with too much.
    overloads: usize,
}

/// The records of a section, the most useful first.
#[derive(Default)]
pub(crate) struct SectionRecords {
    pub(crate) section: Section,
    /// What was asked for.
    pub(crate) asked: Vec<DocumentRef>,
    rest: Vec<DocumentRef>,
}

impl SectionRecords {
    /// What the section has to offer.
    pub(crate) fn queue(&self) -> SectionQueue {
        SectionQueue {
            section: self.section,
            count: self.asked.len() + self.rest.len(),
            asked: self.asked.len(),
        }
    }

    pub(crate) fn nth(&self, nth: usize) -> Option<DocumentRef> {
        self.asked.iter().chain(&self.rest).nth(nth).copied()
    }
}

impl Choice {
    /// Chooses among the records of some sources.
    ///
    /// # Errors
    /// Where the index is damaged.
    pub(crate) fn of(
        sources: &Sources,
        request: &PackRequest,
        usual: Language,
    ) -> Result<Self, Error> {
        let mut choice = Self::default();
        let asked = choice.asked(sources, request, usual)?;
        choice.sections = sorted(sources, &asked)?;
        Ok(choice)
    }

    /// How many hundredths of its room the pack may use.
    pub(crate) fn share(&self) -> usize {
        SHARES[self.overloads.min(SHARES.len() - 1)]
    }

    /// What the task is about, the nearest first: records whose paths cover its files, then what
    /// its words find.
    fn asked(
        &mut self,
        sources: &Sources,
        request: &PackRequest,
        usual: Language,
    ) -> Result<Vec<DocumentRef>, Error> {
        if request.query.is_empty() && request.paths.is_empty() {
            return Ok(Vec::new());
        }
        // A path is words, too: its parts are often those of the records about it.
        let words = if request.query.is_empty() {
            request.paths.join(" ")
        } else {
            request.query.clone()
        };
        let query = Query::parse(&words, usual);
        self.overloads = overloads(&sources.feedback, &query, usual);
        // Who was told too much gets half as much, down to one.
        let most = (HITS >> self.overloads.min(3)).max(1);
        let question = Question {
            words,
            near: request.paths.clone(),
            most,
            ..Question::default()
        };
        let parts = sources.parts();
        let asked = Asked {
            question: &question,
            query: &query,
            days: None,
            usual,
        };
        let ranked = rank(sources, &parts, &asked)?.ranked;
        // Scores have no unit: only their relation says whether a hit is worth its place.
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
}

/// Every current record in its section.
fn sorted(sources: &Sources, asked: &[DocumentRef]) -> Result<Vec<SectionRecords>, Error> {
    let parts = sources.parts();
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
            sections[section_of(sources, &parts, *record)?]
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
            if let Some(section) = others.get_mut(section_of(sources, &parts, record)?)
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
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    record: DocumentRef,
) -> Result<usize, Error> {
    let kind = sources.kind_of(parts, record.part, record.document)?;
    let kind = kind.map(Kind::name);
    let found = SECTIONS.iter().position(|(_, name)| kind == Some(*name));
    Ok(match found {
        Some(section) => section,
        None => SECTIONS.len(),
    })
}
