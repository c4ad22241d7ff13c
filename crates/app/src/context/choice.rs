//! Choice of the records for a pack: first those about the task, whatever their kind or status,
//! then current ones, the newest changes first.

use std::collections::{HashMap, HashSet};

use crate::context::documents::{Dated, Documents};
use crate::context::request::ContextQuestion;
use crate::recall::meaning::{Means, Retrieval};
use crate::recall::{Applying, Asked, Ranking, RecallQuestion, SourceKind, Sources, rank};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::context::pack::{Section, SectionQueue};
use git_memory_recall::feedback::overloads;
use git_memory_recall::{Attribute, Confidence, DocumentRef, Members, Query, holders};
use git_memory_store::Ages;
use git_memory_text::Language;

/// Number of a query's hits that count as answers; halved each time that this was too much.
const HITS: usize = 8;
/// Share of a pack's room in percent, by how often similar questions got too much: never, once,
/// twice, more often.
const SHARES: [usize; 4] = [100, 75, 55, 40];
/// Status of a plan that has not begun.
pub(crate) const NOT_BEGUN: &str = "new";

/// The records that were chosen, by section.
#[derive(Default)]
pub(crate) struct Choice {
    /// In the order of a pack.
    pub(crate) sections: Vec<SectionRecords>,
    /// The files of user memory that answer, by name, the best first.
    pub(crate) user: Vec<String>,
    /// True if the view has a summary that is a page.
    pub(crate) has_summary: bool,
    /// Records that answer the question or apply to its files, the best first, of any section.
    pub(crate) asked: Vec<DocumentRef>,
    /// True if one of them is more than a guess.
    pub(crate) is_answered: bool,
    /// Those of them that may apply to the files, and answer nothing else.
    pub(crate) maybe: HashSet<DocumentRef>,
    /// The names in the texts of records that tie them to the files.
    pub(crate) named: HashMap<DocumentRef, String>,
    /// The means by which the answers were found.
    pub(crate) retrieval: Retrieval,
    /// Reason why a model could not be asked.
    pub(crate) fault: Option<Clean>,
    /// Number of similar questions that got too much.
    overloads: usize,
}

/// The records of a section, the most useful first.
#[derive(Default)]
pub(crate) struct SectionRecords {
    pub(crate) section: Section,
    pub(crate) offered: Vec<DocumentRef>,
    /// Number of all that count, with those that are not offered.
    pub(crate) current: usize,
    /// True if each is told by its title only.
    pub(crate) is_by_title: bool,
}

impl SectionRecords {
    /// Returns the section's offer for the pack.
    pub(crate) fn queue(&self) -> SectionQueue {
        SectionQueue {
            section: self.section,
            count: self.offered.len(),
            current: self.current,
        }
    }
}

impl Choice {
    /// Chooses among the records of some sources; `ages` are those of the view, and `applying` is
    /// tied to the files of the request. Of what was not asked for, each section gets at most
    /// `most`.
    ///
    /// # Errors
    /// Where the index is damaged.
    pub(crate) fn of(
        workspace: &Workspace,
        sources: &Sources,
        ages: &Ages,
        request: &ContextQuestion,
        applying: &[Applying],
        usual: Language,
        most: usize,
    ) -> Result<Self, Error> {
        let mut choice = Self::default();
        let documents = Documents::of(sources, ages)?;
        choice.asked = choice.asked(workspace, sources, request, applying, usual)?;
        // Without a question, the records about the branch's files are enough.
        let is_enough = request.is_of_branch && !choice.asked.is_empty();
        choice.sort(&documents, if is_enough { 0 } else { most })?;
        Ok(choice)
    }

    /// Share of its room that the pack may use, in percent.
    pub(crate) fn share(&self) -> usize {
        SHARES[self.overloads.min(SHARES.len() - 1)]
    }

    /// Returns the records about the task, the nearest first: records that apply to its files, then
    /// records that match its words, then those that may apply.
    fn asked(
        &mut self,
        workspace: &Workspace,
        sources: &Sources,
        request: &ContextQuestion,
        applying: &[Applying],
        usual: Language,
    ) -> Result<Vec<DocumentRef>, Error> {
        // What is told unasked, or alone, has to be right.
        let has_maybe = !request.only && !request.is_of_branch;
        let hits = self.hits(workspace, sources, request, has_maybe, usual)?;
        let is_answer = !request.query.is_empty();
        let (certain, maybe): (Vec<_>, Vec<_>) = applying.iter().partition(|it| it.applies());
        self.is_answered |= !certain.is_empty();
        for it in applying {
            let name = it.named().map(|name| (it.at, name.to_owned()));
            self.named.extend(name);
        }
        let mut asked: Vec<DocumentRef> = certain.iter().map(|it| it.at).collect();
        if is_answer {
            // Hits of the words come first among the records that apply to a file.
            asked.sort_by_key(|record| match hits.iter().position(|hit| hit == record) {
                Some(place) => place,
                None => hits.len(),
            });
            asked.extend(&hits);
        }
        let mut seen: HashSet<DocumentRef> = asked.iter().copied().collect();
        if has_maybe {
            let maybe = maybe.iter().map(|it| it.at);
            for record in maybe.chain(hits.iter().copied()) {
                if seen.insert(record) {
                    self.maybe.insert(record);
                    asked.push(record);
                }
            }
        }
        // A file and the words may find the same record.
        let mut seen: HashSet<DocumentRef> = HashSet::new();
        asked.retain(|record| seen.insert(*record));
        Ok(asked)
    }

    /// Returns the tracked records that match the words of a request, the best first.
    fn hits(
        &mut self,
        workspace: &Workspace,
        sources: &Sources,
        request: &ContextQuestion,
        has_maybe: bool,
        usual: Language,
    ) -> Result<Vec<DocumentRef>, Error> {
        // A path is words, too: its parts are often those of the records about it.
        let words = if !request.query.is_empty() {
            request.query.clone()
        } else if has_maybe {
            request.paths.join(" ")
        } else {
            String::new()
        };
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let query = Query::parse(&words, usual);
        self.overloads = overloads(&sources.feedback, &query, usual);
        // A question that got too much before gets half as many hits, down to one.
        let most = (HITS >> self.overloads.min(3)).max(1);
        let question = RecallQuestion {
            words,
            near: request.paths.clone(),
            most: Some(most),
            ..RecallQuestion::default()
        };
        let asked = Asked {
            question: &question,
            query: &query,
            days: None,
            usual,
            means: means(request),
        };
        self.answers(workspace, sources, &asked, request)
    }

    /// The records that answer a question; files of user memory that do are chosen at once.
    fn answers(
        &mut self,
        workspace: &Workspace,
        sources: &Sources,
        asked: &Asked,
        request: &ContextQuestion,
    ) -> Result<Vec<DocumentRef>, Error> {
        let mut hits = Vec::new();
        let Ranking {
            found,
            retrieval,
            fault,
        } = rank(workspace, sources, &sources.parts(), asked)?;
        (self.retrieval, self.fault) = (retrieval, fault);
        for hit in &found.ranked {
            let is_wanted = match hit.confidence {
                Confidence::Sure => true,
                Confidence::Likely => !request.sure,
                // They were asked for, and a line of each is short.
                Confidence::Near => !request.query.is_empty() && !request.only,
            };
            self.is_answered |= is_wanted && hit.confidence != Confidence::Near;
            if is_wanted && hits.len() + self.user.len() < asked.question.most() {
                match user_file(sources, hit.at)? {
                    Some(name) => self.user.push(name),
                    None => hits.push(hit.at),
                }
            }
        }
        Ok(hits)
    }

    /// Puts what was asked for and the current records into their sections, at most `most` of
    /// these into each.
    fn sort(&mut self, documents: &Documents, most: usize) -> Result<(), Error> {
        let mut sections: Vec<SectionRecords> = Vec::new();
        for section in Section::of_records() {
            sections.push(SectionRecords {
                section,
                ..SectionRecords::default()
            });
        }
        let seen: HashSet<DocumentRef> = self.asked.iter().copied().collect();
        // The summary has a section.
        let answers = self.asked.iter().copied();
        let answers = answers.filter(|record| !documents.is_summary(*record));
        let first = &mut sections[place_of(Section::Answers)];
        first.offered = answers.collect();
        first.current = first.offered.len();
        let not_begun = not_begun(documents)?;
        let mut rest: Vec<Vec<Dated>> = vec![Vec::new(); sections.len()];
        for record in documents.all() {
            let facts = documents.facts(record)?;
            if !facts.is_current() {
                continue;
            }
            // Only a page can be the summary, which saves looking at most paths.
            if facts.kind.is_none() && documents.is_summary(record) {
                self.has_summary = true;
                continue;
            }
            let Some(kind) = documents.kind(record, &facts) else {
                continue;
            };
            let section = Section::of_kind(kind.name());
            let number = place_of(section);
            if seen.contains(&record) {
                continue;
            }
            sections[number].current += 1;
            if !section.is_usual() {
                continue;
            }
            let waits =
                section == Section::Plans && not_begun[record.part].contains(record.document);
            rest[number].push(Dated {
                record,
                // A plan that has begun comes before one that has not.
                group: usize::from(waits),
                day: documents.day(record, &facts)?,
            });
        }
        // A record with the same text as another one is not offered, but it counts.
        for kind in documents.kinds_of_current_twins()? {
            sections[place_of(Section::of_kind(kind.name()))].current += 1;
        }
        for (section, rest) in sections.iter_mut().zip(rest) {
            let rest = documents.first(rest, most)?;
            section
                .offered
                .extend(rest.iter().map(|dated| dated.record));
        }
        self.sections = sections;
        Ok(())
    }
}

/// The means by which the question of a request is answered.
pub(crate) fn means(request: &ContextQuestion) -> Means {
    // A path is no sentence, and files tell more than vectors. A committed view has the same answer in
    // every clone, whatever model is there. And hooks tell only what words are sure of: with a model
    // they tell as many wrong records more as right ones.
    if request.query.is_empty() || !request.paths.is_empty() || request.committed || request.sure {
        Means::Words
    } else {
        Means::Meaning
    }
}

/// The name of a hit that is a file of user memory.
fn user_file(sources: &Sources, record: DocumentRef) -> Result<Option<String>, Error> {
    match sources.of_part(record.part) {
        Some(part) if part.kind == SourceKind::User => {
            Ok(Some(part.view.path(part.part, record.document)?))
        }
        _ => Ok(None),
    }
}

/// Returns, per part, the records with the status of a plan that has not begun; a page without a
/// status has it by its folder.
fn not_begun(documents: &Documents) -> Result<Vec<Members>, Error> {
    let mut all = Vec::new();
    for part in documents.parts() {
        let said = holders(part, Attribute::Status, NOT_BEGUN)?;
        all.push(said.or(&holders(part, Attribute::Status, "")?));
    }
    Ok(all)
}

/// The place of a section among those of records.
fn place_of(section: Section) -> usize {
    let mut sections = Section::of_records();
    // Every section of records is one of them.
    sections.position(|other| other == section).unwrap_or(0)
}
