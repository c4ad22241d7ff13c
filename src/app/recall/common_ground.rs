//! What other records have in common with one: its words, its files, what its text says of them.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::app::recall::numbered::{named_by, with_id};
use crate::app::recall::sources::Sources;
use crate::app::records::reading::indexed;
use crate::app::workspace::{Error, Workspace};
use crate::domain::evidence::citations;
use crate::domain::kind::Kind;
use crate::domain::recall::contest::{Common, WORTH_SAYING, said_over};
use crate::domain::recall::{
    Attribute, Document, DocumentRef, Feature, Neutral, Part, Query, exact, holders, likeness,
    search, share_of_titles, telling,
};
use crate::domain::record::front_matter::front_matter_and_body;
use crate::domain::record::{Record, RecordId};
use crate::domain::text::is_same_line;
use crate::store::index::{Index, SegmentBytes};

/// How many of the nearest texts are looked at.
const NEAREST: usize = 30;
/// The scope that all records have which name none.
const SCOPE_OF_ALL: &str = "project";

/// A record that may say otherwise than another one.
#[derive(Clone, Debug)]
pub struct Contested {
    /// The record.
    pub id: RecordId,
    /// Its title.
    pub title: String,
    /// How many percent of their words both have, where that is most of them.
    pub percent: Option<u32>,
    /// Whether it has the same title.
    pub is_namesake: bool,
    /// What both have in common beside, in words.
    pub why: Vec<&'static str>,
    /// How much speaks for it.
    pub points: u32,
    /// Whether the other record can supersede it.
    pub is_replaceable: bool,
}

/// Why two records may contradict each other.
pub(crate) const SAME_FILES: &str = "about the same files";
const SAID_OVER: &str = "said to be replaced";
const NAMED: &str = "named in the text";
const SAME_SUBJECT: &str = "on the same subject";

/// What is looked at for one view.
pub(crate) struct Look<'a> {
    workspace: &'a Workspace,
    index: &'a Index<'a>,
    sources: &'a Sources,
    parts: &'a [Part<'a, SegmentBytes>],
}

impl<'a> Look<'a> {
    pub(crate) fn new(
        workspace: &'a Workspace,
        index: &'a Index<'a>,
        sources: &'a Sources,
        parts: &'a [Part<'a, SegmentBytes>],
    ) -> Self {
        Self {
            workspace,
            index,
            sources,
            parts,
        }
    }

    /// The records that may say otherwise than this one.
    pub(crate) fn around(&self, record: &Record, text: &[u8]) -> Result<Vec<Contested>, Error> {
        let document = Document::of_file(text, self.index.usual());
        let mut all: Vec<Contested> = Vec::new();
        for (at, common) in self.commons(record, &document, text)? {
            if let Some(contested) = self.compared(record, &document, at, &common)? {
                all.push(contested);
            }
        }
        // Among equals by id, so that every clone names the same ones.
        all.sort_by(|a, b| {
            let key = |it: &Contested| (Reverse(it.is_namesake), Reverse(it.points));
            key(a).cmp(&key(b)).then_with(|| a.id.cmp(&b.id))
        });
        Ok(all)
    }

    /// What the records that come into question have in common with this one.
    fn commons(
        &self,
        record: &Record,
        document: &Document,
        text: &[u8],
    ) -> Result<HashMap<DocumentRef, Common>, Error> {
        let mut commons: HashMap<DocumentRef, Common> = HashMap::new();
        let own = with_id(self.parts, record.header.id.as_str())?;
        self.add_words(&mut commons, record, document, &own)?;
        self.add_paths(&mut commons, record)?;
        let text = String::from_utf8_lossy(text);
        let (_, body) = front_matter_and_body(&text);
        for at in named_by(self.sources, self.parts, &citations(body))? {
            commons.entry(at).or_default().is_named = true;
        }
        for at in named_by(self.sources, self.parts, &said_over(body))? {
            commons.entry(at).or_default().is_said_over = true;
        }
        // Two that have nothing else in common have nothing in common.
        let header = &record.header;
        if let Some(category) = &header.category {
            self.mark(&mut commons, Attribute::Category, category, |common| {
                common.has_category = true;
            })?;
        }
        if header.scope.as_str() != SCOPE_OF_ALL {
            self.mark(
                &mut commons,
                Attribute::Scope,
                header.scope.as_str(),
                |common| {
                    common.has_scope = true;
                },
            )?;
        }
        commons.retain(|at, _| !own.contains(at));
        for (at, common) in &mut commons {
            let stream = self.parts[at.part].segment.stream(at.document)?;
            common.title = share_of_titles(document, &stream);
        }
        Ok(commons)
    }

    /// Adds what words say: the shares of what the record has for its own words.
    fn add_words(
        &self,
        commons: &mut HashMap<DocumentRef, Common>,
        record: &Record,
        document: &Document,
        own: &[DocumentRef],
    ) -> Result<(), Error> {
        let totals = self.sources.totals();
        let words = telling(self.parts, &totals, document)?;
        let title = Query::parse(&record.header.title, self.index.usual());
        let (words, of_title) = (self.shares(&words, own)?, self.shares(&title, own)?);
        let others = words.iter().filter(|(at, _)| !own.contains(at));
        let most_words = others.map(|(_, share)| *share).fold(0.0, f64::max);
        for (at, share) in words {
            let common = commons.entry(at).or_default();
            common.words = share;
            common.most_words = most_words;
        }
        for (at, share) in of_title {
            commons.entry(at).or_default().title_in_text = share;
        }
        Ok(())
    }

    /// How much of a question's words the nearest records have, as a share of what the record
    /// itself has of them.
    fn shares(&self, query: &Query, own: &[DocumentRef]) -> Result<Vec<(DocumentRef, f64)>, Error> {
        let totals = self.sources.totals();
        let found = search(self.parts, &totals, query, &Neutral::default(), NEAREST)?;
        let points = |at: &DocumentRef| {
            let ranked = found.ranked.iter().find(|ranked| ranked.at == *at);
            ranked.map(|ranked| ranked.features.of(Feature::Words).value())
        };
        let Some(whole) = own.iter().find_map(points).filter(|points| *points > 0.0) else {
            return Ok(Vec::new());
        };
        let mut shares = Vec::new();
        for ranked in &found.ranked {
            let share = ranked.features.of(Feature::Words).value() / whole;
            shares.push((ranked.at, share.min(1.0)));
        }
        Ok(shares)
    }

    /// Adds the records that are about the same files: with one of the same pathspecs, or with one
    /// that names a file which the other covers.
    fn add_paths(
        &self,
        commons: &mut HashMap<DocumentRef, Common>,
        record: &Record,
    ) -> Result<(), Error> {
        for spec in &record.header.paths {
            let mut sharing = Vec::new();
            for (nth, part) in self.parts.iter().enumerate() {
                for document in holders(part, Attribute::About, &spec.to_lowercase())?.iter() {
                    if part.segment.facts(document)?.is_current() {
                        sharing.push(DocumentRef {
                            part: nth,
                            document,
                        });
                    }
                }
            }
            let count = sharing.len() as u64;
            for at in sharing {
                let common = commons.entry(at).or_default();
                let known = common.sharing_paths.unwrap_or(u64::MAX);
                common.sharing_paths = Some(count.min(known));
            }
        }
        Ok(())
    }

    /// Marks those that have an attribute.
    fn mark(
        &self,
        commons: &mut HashMap<DocumentRef, Common>,
        attribute: Attribute,
        value: &str,
        set: fn(&mut Common),
    ) -> Result<(), Error> {
        for (nth, part) in self.parts.iter().enumerate() {
            let members = holders(part, attribute, value)?;
            for (at, common) in &mut *commons {
                if at.part == nth && members.iter().any(|document| document == at.document) {
                    set(common);
                }
            }
        }
        Ok(())
    }

    /// One of the records, where it is worth saying that it may say otherwise.
    fn compared(
        &self,
        record: &Record,
        document: &Document,
        at: DocumentRef,
        common: &Common,
    ) -> Result<Option<Contested>, Error> {
        let part = &self.parts[at.part];
        if !part.segment.facts(at.document)?.is_current() {
            return Ok(None);
        }
        let same_title = holders(part, Attribute::Title, &exact(&record.header.title))?;
        let has_title = same_title.iter().any(|document| document == at.document);
        let share = likeness(document, part, at.document)?;
        let points = common.points();
        if points < WORTH_SAYING && share.is_none() && !has_title {
            return Ok(None);
        }
        let Some(other) = self.record(at)? else {
            return Ok(None);
        };
        let header = &other.header;
        let Some(id) = header.id.id() else {
            return Ok(None);
        };
        // The index knows titles by their words alone: 'TLS 1.2' is no 'TLS 1.3'.
        let is_namesake = has_title && is_same_line(&header.title, &record.header.title);
        let is_contested = points >= WORTH_SAYING
            && (record.kind() == other.kind() || common.sharing_paths.is_some());
        if is_linked(record, &other) || !(is_contested || is_namesake || share.is_some()) {
            return Ok(None);
        }
        let mut why = Vec::new();
        for (is_so, reason) in [
            (common.sharing_paths.is_some(), SAME_FILES),
            (common.is_said_over, SAID_OVER),
            (common.is_named && !common.is_said_over, NAMED),
            (common.title + common.words >= 0.5, SAME_SUBJECT),
        ] {
            if is_so {
                why.push(reason);
            }
        }
        let is_replaceable =
            record.kind() == other.kind() && other.kind().is_some_and(Kind::is_replaceable);
        Ok(Some(Contested {
            id: id.clone(),
            title: header.title.to_string(),
            percent: share.map(percent),
            is_namesake,
            why,
            points,
            is_replaceable,
        }))
    }

    /// The record of a document; `None` where it was deleted in the meantime.
    fn record(&self, at: DocumentRef) -> Result<Option<Record>, Error> {
        let Some(source) = self.sources.of_part(at.part) else {
            return Ok(None);
        };
        let path = source.view.path(source.part, at.document)?;
        let Some(blob) = source.view.id(source.part, at.document)? else {
            return Ok(None);
        };
        let is_clean = self.parts[at.part].segment.is_clean(at.document)?;
        let read = indexed(self.workspace, &path, blob, is_clean)?;
        Ok(read.map(|indexed| indexed.record))
    }
}

/// Whether one of two records names the other in its front matter: then somebody has looked at both.
fn is_linked(one: &Record, other: &Record) -> bool {
    let names = |from: &Record, to: &Record| {
        let header = &from.header;
        let all = header.related.iter().chain(&header.supersedes);
        let mut all = all.chain(&header.superseded_by);
        all.any(|id| to.header.id.is(id))
    };
    names(one, other) || names(other, one)
}

/// A share between 0 and 1 in whole hundredths, rounded down.
// So that only the same words are 100 percent.
fn percent(share: f64) -> u32 {
    let mut hundredths = 0;
    while hundredths < 100 && f64::from(hundredths + 1) <= share * 100.0 {
        hundredths += 1;
    }
    hundredths
}
